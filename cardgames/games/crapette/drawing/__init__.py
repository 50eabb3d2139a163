"""How Crapette looks and is told in words."""
