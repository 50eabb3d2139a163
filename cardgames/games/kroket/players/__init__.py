"""The built-in players of Kroket."""
