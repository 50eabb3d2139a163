"""Whether a record can have happened: by the rules alone, without clocks and bots."""

from hashlib import sha256

from cardgames.cards import Dealer
from cardgames.games import GAMES, GameError, Outcome, State, find_game
from cardgames.table.faults import Forfeit, Termination
from cardgames.table.record import GameRecord, RecordedMove
from cardgames.table.settings import MAX_PLIES, cut_short


def verify(record: GameRecord) -> list[str]:
    """What is wrong with a record; an empty list if it holds.

    The deal follows from `Seed`, which keeps what `Commit` promised; every move is accepted by the rules; result,
    scores and reason are those that the rules give, or those of a forfeit.
    """
    try:
        state = deal_of(record)
    except GameError as error:
        return [f"line {record.line}: {error}"]
    except ValueError:
        return [f"line {record.line}: Seed {record.tags['Seed'][:70]}, 64 hex digits were expected"]
    problems = _check_deal(record, state)
    if problems:
        return problems
    for number, move in enumerate(record.moves, 1):
        problem = _make(state, move) or _check_time(record, number)
        if problem:
            return [f"line {move.line}: move {number}, seat {move.seat} {move.move}: {problem}"]
    return _check_end(record, state)


def deal_of(record: GameRecord) -> State:
    """The first table of a game, dealt from `Seed`. Raises GameError; ValueError for a seed that is not hex."""
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
    named = [name for name in tags if name.startswith("Seat")]
    if len(named) != state.rules.players:
        problems.append(f"line {record.line}: {len(named)} seats, {state.rules.players} were expected")
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
    return refusal


def _check_time(record: GameRecord, number: int) -> str | None:
    """Whether move `number` (1 and up) did not land before the one before it."""
    if number < 2:
        return None
    before, now = record.moves[number - 2].at, record.moves[number - 1].at
    if (before is None) != (now is None):
        return "some moves have a time of landing and others have none"
    if before is not None and now is not None and now < before:
        return f"it landed at {now} ms, before the move that came before it"
    return None


def _check_end(record: GameRecord, state: State) -> list[str]:
    tags = record.tags
    told = f"{tags['Result']} {tags['Scores']} {tags['Reason']}"
    outcome = state.outcome
    if outcome is None and tags["Reason"] == MAX_PLIES:
        if tags.get("MaxPlies") != str(len(record.moves)):
            return [
                f"line {record.line}: {MAX_PLIES} after {len(record.moves)} moves, MaxPlies {tags.get('MaxPlies', '?')}"
            ]
        outcome = cut_short(state.rules.players)
    if outcome is None:
        if tags["Reason"] not in list(Termination):
            return [f"line {record.line}: the game was not over, {told} cannot be: {state.text()}"]
        outcome = _forfeited(record, state.rules.players)
        if outcome is None:
            return [f"line {record.line}: a forfeit ({tags['Reason']}) without the fault of a seat in braces"]
    elif record.faults:
        return [f"line {record.line}: a fault in a game that ended by its rules ({outcome.reason})"]
    return [] if told == outcome.text() else [f"line {record.line}: {told}, {outcome.text()} was expected"]


def _forfeited(record: GameRecord, players: int) -> Outcome | None:
    if not record.faults or any(fault.seat >= players for fault in record.faults):
        return None
    return Forfeit(record.faults).outcome(players)
