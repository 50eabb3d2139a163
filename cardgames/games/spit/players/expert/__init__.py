"""The expert at Spit."""
