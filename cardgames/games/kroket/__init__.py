"""Kroket: its rules, its drawing, its players."""
