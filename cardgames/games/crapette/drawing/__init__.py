"""Crapette as a picture and in words."""
