"""Counting move sequences: the usual check that two programs agree about the rules."""

from cardgames.rules.game import State


def perft(state: State, depth: int) -> int:
    """How many sequences of exactly `depth` legal moves there are from here, hidden cards as they lie.

    The moves of all actors count, but for the game's `passive` ones (Spit's `wait`). An ended game adds none. A
    position at which a shuffle has fallen due is counted at its depth and not expanded: what follows would hang on
    the dealing generator. `state` is the same afterwards.
    """
    if depth == 0:
        return 1
    passive = state.game.passive
    if depth == 1:
        return sum(move not in passive for seat in state.actors() for move in state.legal(seat))
    dealer = state.dealer
    count = 0
    for seat in state.actors():
        for move in state.legal(seat):
            if move in passive:
                continue
            drawn = dealer.drawn
            state.play(seat, move)
            if dealer.drawn == drawn:
                count += perft(state, depth - 1)
            state.undo()
    return count
