"""How Spit looks and is told in words."""
