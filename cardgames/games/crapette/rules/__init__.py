"""The rules of Crapette; rules.md has them in words."""
