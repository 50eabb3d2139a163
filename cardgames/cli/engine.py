"""`cardgames engine`: CGP/1 on stdin and stdout."""


def engine() -> int:
    """Speak CGP/1 on stdin and stdout: a player, and a rules engine that any program can drive."""
    from cardgames.players.engine import main

    return main()
