"""Kroket as a picture and in words."""
