"""Crapette: its rules, its drawing, its players."""
