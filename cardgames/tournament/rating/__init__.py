"""Strength from results: Elo, errors, LOS, SPRT."""
