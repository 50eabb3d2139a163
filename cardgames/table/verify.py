"""Verifies a record by the rules and its own clock, without bots."""

import re
from hashlib import sha256

from cardgames.bots.faults import Forfeit, Termination
from cardgames.cards import Dealer
from cardgames.games.registry import GAMES, find_game
from cardgames.rules import GameError, Outcome, State
from cardgames.table.game_setup import MAX_PLIES, cut_short
from cardgames.table.record import GameRecord, RecordedMove
from cardgames.table.recorded_times import RecordedClock

NOT_COVERED = (
    "Event, Round, Date, names, other tags; a clock, rules, times or moves that lead to the same end; moves before a "
    "fault, its kind and text; missing games"
)
"""What a record by itself does not prove: changed there, it still holds."""
_SEED = re.compile(r"[0-9a-fA-F]{64}")
_QUOTED = 70


def verify(record: GameRecord) -> list[str]:
    """What is wrong with a record; an empty list if it holds.

    The deal follows from `Seed`, which keeps what `Commit` promised; every move is accepted by the rules; result,
    scores and reason are those that the rules give, or those of a forfeit; in Spit the moves land when the clock lets
    them. What is beyond that: `NOT_COVERED`.
    """
    if not _SEED.fullmatch(record.tags["Seed"]):
        return [f"line {record.line}: Seed {record.tags['Seed'][:_QUOTED]}, 64 hex digits were expected"]
    try:
        state = deal_of(record)
    except GameError as error:
        return [f"line {record.line}: {error}"]
    problems = _check_deal(record, state)
    clock = RecordedClock.read(record.tags["Clock"])
    if clock is None or clock.has_turns != state.game.has_turns:
        kinds = " or ".join(state.game.clocks)
        told = f"Clock {record.tags['Clock'][:_QUOTED]}, {kinds} with all its values was expected"
        problems.append(f"line {record.line}: {told}")
    if problems or clock is None:
        return problems
    for number, move in enumerate(record.moves, 1):
        problem = _make(state, move) or clock.refusal(move)
        if problem:
            return [f"line {move.line}: move {number}, seat {move.seat} {move.move}: {problem}"]
    return _check_end(record, state)


def deal_of(record: GameRecord) -> State:
    """The first table of a game, dealt from `Seed`. Raises GameError; ValueError for what is no seed."""
    game = find_game(record.tags["Game"])
    rules = game.rules(record.tags["Rules"].split())
    return game.deal(rules, Dealer(bytes.fromhex(record.tags["Seed"])))


def _check_deal(record: GameRecord, state: State) -> list[str]:
    tags = record.tags
    problems: list[str] = []
    commit = sha256(bytes.fromhex(tags["Seed"])).hexdigest()
    if tags["Commit"].lower() != commit:
        problems.append(f"line {record.line}: Commit is not the SHA-256 of Seed, {commit} was expected")
    if tags["Position"] != state.text():
        problems.append(f"line {record.line}: Position is not the deal of Seed by these rules: {state.text()}")
    named = sorted(name for name in tags if name.startswith("Seat"))
    expected = [f"Seat{seat}" for seat in range(state.rules.players)]
    if named != expected:
        problems.append(f"line {record.line}: {' '.join(named)[:_QUOTED]}, {' '.join(expected)} were expected")
    return problems


def _make(state: State, recorded: RecordedMove) -> str | None:
    """Makes one move; the reason if it cannot be made."""
    outcome = state.outcome
    if outcome is not None:
        return f"the game was over ({outcome.reason})"
    if recorded.seat >= state.rules.players:
        return f"there are {state.rules.players} seats"
    try:
        move = GAMES[state.rules.game].parse_move(recorded.move)
    except GameError as error:
        return str(error)
    refusal = state.refusal(recorded.seat, move)
    if refusal is None:
        state.play(recorded.seat, move)
        return None
    return refusal.text()


def _check_end(record: GameRecord, state: State) -> list[str]:
    tags = record.tags
    told = f"{tags['Result']} {tags['Scores']} {tags['Reason']}"
    outcome = state.outcome
    if outcome is None and tags["Reason"] == MAX_PLIES:
        if tags.get("MaxPlies") != str(len(record.moves)):
            most = tags.get("MaxPlies", "?")[:_QUOTED]
            return [f"line {record.line}: {MAX_PLIES} after {len(record.moves)} moves, MaxPlies {most}"]
        outcome = cut_short(state.rules.players)
    if outcome is None:
        if tags["Reason"] not in list(Termination):
            return [f"line {record.line}: the game was not over, {told} cannot be: {state.text()}"]
        outcome = _forfeited(record, state.rules.players)
        if outcome is None:
            told = f"a forfeit ({tags['Reason']}) without the fault of a seat in braces, or with two of one seat"
            return [f"line {record.line}: {told}"]
    elif record.faults:
        return [f"line {record.line}: a fault in a game that ended by its rules ({outcome.reason})"]
    return [] if told == outcome.text() else [f"line {record.line}: {told}, {outcome.text()} was expected"]


def _forfeited(record: GameRecord, players: int) -> Outcome | None:
    seats = [fault.seat for fault in record.faults]
    # One fault ends the game: a seat has no second one.
    if not seats or seats != sorted(set(seats)) or seats[-1] >= players:
        return None
    return Forfeit(record.faults).outcome(players)
