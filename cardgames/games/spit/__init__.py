"""Spit: its rules, its drawing, its players."""
