"""Spit as a picture and in words."""
