"""`cardgames engine`: CGP/1 on stdin and stdout."""

from typing import NoReturn


def engine() -> NoReturn:
    """Speak CGP/1 on stdin and stdout: a player, and a rules engine that any program can drive."""
    from cardgames.engine.main import main

    main()
