"""A table drawn in plain text for a person, from what its seat may see."""
