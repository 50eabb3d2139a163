"""`cardgames bots`: the built-in players."""


def bots() -> None:
    """List the built-in players, and say how to name a program of your own."""
    from cardgames.games.players import PLAYERS

    width = max(map(len, PLAYERS))
    for name, kind in PLAYERS.items():
        print(f"{name:<{width}}  {kind.meaning}")
        for option in kind.options:
            print(f"{'':<{width}}    {option.name}: {option.low} to {option.high}, {option.default} if not set")
    print("\nOptions stand behind the name: expert:Skill=5,Nodes=200 or weak=expert:Skill=5.")
    print("'cardgames ladder' tells how strong they are.")
    print('Any other bot is [NAME=]COMMAND LINE, in quotes if it has blanks: "fox=node fox.js --fast".')
    print("'cardgames protocol' tells how to write one, 'cardgames check BOT' tries it.")
