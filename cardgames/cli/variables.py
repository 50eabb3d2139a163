"""Variables of the environment that the command line looks at."""

COMPLETION = "_CARDGAMES_COMPLETE"
"""Set by the shell when it asks what could be typed next (completion.py)."""
