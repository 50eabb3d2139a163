"""`cardgames bots`: the built-in players."""


def bots() -> None:
    """List the built-in players, and say how to name a program of your own."""
    from cardgames.players.registry import PLAYERS

    width = max(map(len, PLAYERS))
    for name, kind in PLAYERS.items():
        print(f"{name:<{width}}  {kind.meaning}")
    print('\nAny other bot is [NAME=]COMMAND LINE, in quotes if it has blanks: "fox=node fox.js --fast".')
    print("'cardgames protocol' tells how to write one, 'cardgames check BOT' tries it.")
