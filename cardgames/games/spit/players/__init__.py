"""The built-in players of Spit."""
