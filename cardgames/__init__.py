"""cardgames: bots and people play Crapette, Spit and Kroket over a line protocol (CGP/1)."""

__version__ = "0.1.0"
