"""The rules of Spit; rules.md has them in words."""
