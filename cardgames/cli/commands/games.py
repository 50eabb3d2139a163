"""`cardgames games`: what can be played."""


def games() -> None:
    """List the games, with the seats and the rules that can be set for each."""
    # Imported here, as in every command: `cardgames --help` needs none of it.
    from cardgames.cli.rule_options import option_lines
    from cardgames.games.registry import GAMES
    from cardgames.text import either

    for game in GAMES.values():
        print(f"{game.name}: {either(sorted(game.players))} seats")
        for line in option_lines(game):
            print(f"  {line}")
    print("\n'cardgames rules GAME' prints the rules; --rule K=V sets one in match and tournament.")
