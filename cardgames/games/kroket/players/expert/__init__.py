"""The expert at Kroket."""
