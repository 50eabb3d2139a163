"""The rules of Kroket; rules.md has them in words."""
