"""How Kroket looks and is told in words."""
