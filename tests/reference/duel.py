"""One random game on the product and on the reference side by side: everything said must be the same.

All randomness comes from a text (`SEED:NUMBER`), so that a game that differs can be played again.
"""

import re
from collections import Counter
from random import Random
from typing import NamedTuple

from cardgames.cards import Dealer
from cardgames.rules import Game, MoveTextError, PositionError, State
from tests.reference import TABLES, Table
from tests.reference.crapette import EVERY_MOVE
from tests.reference.mutations import spoil
from tests.reference.positions import random_position
from tests.reference.table import Settings


class DiffersError(AssertionError):
    """Product and reference disagree: about what, where, and how it came about."""


class Counts(NamedTuple):
    """What one duel has compared."""

    moves: int
    reason: str
    """How the game ended, or `cut`."""


def random_rules(game: str, random: Random) -> dict[str, str]:
    """A random set of options, narrow limits among them."""
    if game == "crapette":
        return {
            "duty": random.choice(["none", "reserve", "foundation", "full"]),
            "handcard": random.choice(["must", "may"]),
            "stop": random.choice(["off", "off", "on", "touch"]),
            "maxturns": str(random.choice([500, 300, 100, 20, random.randint(1, 12)])),
            "maxshifts": str(random.choice([16, 16, 5, 2, 1, 0])),
        }
    if game == "spit":
        return {
            "scoring": random.choice(["standard", "standard", "points"]),
            "target": str(random.choice([100, 50, 20, 1])),
            "maxrounds": str(random.choice([200, 200, 10, 3, 2, 1])),
        }
    return {
        "players": str(random.choice([2, 2, 3, 4])),
        "lay": random.choice(["seen", "blind"]),
        "lastturn": random.choice(["off", "on"]),
        "minrounds": str(random.choice([0, 0, 1, 2, 5, 30])),
        "takelimit": str(random.choice([4, 4, 10, 2, 1])),
        "allpictures": random.choice(["0", "10", "rank"]),
        "deals": str(random.choice([1, 1, 2, 3])),
    }


class Duel:
    """One game from a fresh deal, or from a random position, to its end."""

    def __init__(
        self, game: Game, seed: str, *, rules: dict[str, str] | None = None, dealt: bool | None = None
    ) -> None:
        self.game = game
        self.seed = seed
        self.random = Random(seed)
        self.options = random_rules(game.name, self.random) if rules is None else rules
        self.rules = game.rules([f"{name}={value}" for name, value in self.options.items()])
        self.settings: Settings = {**self.rules, "players": self.rules.players}
        self.history: list[str] = []
        dealt = self.random.random() < 0.7 if dealt is None else dealt
        self.state, self.table = self.deal() if dealt else self.hand_made()
        self.history.append(self.state.text())
        self.taste = {kind: self.random.choice([0.02, 0.3, 1.0, 1.0, 5.0]) for kind in "abcdefgh"}
        self.touchy = self.random.choice([0.0, 0.05, 0.3])

    def deal(self) -> tuple[State, Table]:
        state = self.game.deal(self.rules, Dealer.of_text(self.seed))
        text = state.text()
        kind = TABLES[self.game.name]
        self.same("freshly dealt", kind(self.settings).fresh_faults(text, None), [], text)
        return state, kind.load(text, self.settings)

    def hand_made(self) -> tuple[State, Table]:
        text = random_position(self.game.name, self.settings, self.random)
        try:
            state = self.game.read(text, self.rules)
        except PositionError as error:
            self.same("refused", str(error), None, text)
            raise
        return state, TABLES[self.game.name].load(text, self.settings)

    def same(self, what: str, product: object, reference: object, position: str = "") -> None:
        """Raises DiffersError with all that is needed to see why."""
        if product == reference:
            return
        lines = [
            f"{self.game.name} {self.seed}: {what}",
            f"  rules      {' '.join(f'{key}={value}' for key, value in self.options.items())}",
            *(f"  before     {text}" for text in self.history[-2:]),
            f"  position   {position or self.state.text()}",
            f"  product    {product}",
            f"  reference  {reference}",
        ]
        raise DiffersError("\n".join(lines))

    # The game

    def run(self, most: int = 4000) -> Counts:
        """Plays to the end, or `most` moves, now and then all the way back. Raises DiffersError."""
        moves = 0
        self.compare(deeply=True)
        while self.table.actors() and moves < most:
            seat, move = self.choose()
            self.step(seat, move)
            self.compare(deeply=self.random.random() < 0.04)
            moves += 1
            if self.random.random() < 0.03:
                self.take_back(self.random.choice([1, 1, 2, 5, 30]))
        self.compare(deeply=True)
        end = self.table.outcome()
        if self.random.random() < 0.2:
            self.take_back(len(self.history) - 1)
        return Counts(moves, end.reason if end else "cut")

    def choose(self) -> tuple[int, str]:
        seat = self.random.choice(self.table.actors())
        if self.options.get("stop") == "touch" and self.random.random() < self.touchy:
            touches = self.table.touches(seat)
            if touches:
                return seat, self.random.choice(touches)
        moves = self.listed[seat]
        weights = [self.taste[kind_of_move(self.game.name, move)] for move in moves]
        return seat, self.random.choices(moves, weights)[0]

    def step(self, seat: int, move: str) -> None:
        number = self.game.parse_move(self.in_some_case(move))
        self.same(f"name of {move}", self.game.move_name(number), move)
        self.same(f"{seat} {move} accepted", self.state.refusal(seat, number), None)
        self.state.play(seat, number)
        self.table.play(seat, move)
        text = self.state.text()
        if self.table.due is None:
            self.same(f"position after {seat} {move}", text, self.table.text())
            self.compare_events([])
        else:
            faults = self.table.fresh_faults(text, self.table.due)
            self.same(f"after {seat} {move}: {self.table.due.what}", faults, [])
            self.compare_events(self.table.fresh_events(text))
            self.same_deal_again(seat, number, text)
            self.table.resume(text)
        self.history.append(text)

    def same_deal_again(self, seat: int, number: int, text: str) -> None:
        """`undo` takes the place in the dealer's stream back too."""
        self.state.undo()
        self.same("undo of a deal", self.state.text(), self.history[-1])
        self.state.play(seat, number)
        self.same("the deal again", self.state.text(), text)

    def in_some_case(self, move: str) -> str:
        return self.random.choice([move, move, move, move.lower(), move.upper()])

    def take_back(self, depth: int) -> None:
        for _ in range(min(depth, len(self.history) - 1)):
            self.state.undo()
            self.table.undo()
            self.history.pop()
            self.same("undo", self.state.text(), self.history[-1])
            self.same("undo of the reference", self.history[-1], self.table.text())
        self.compare(deeply=True)

    # What is compared

    def compare(self, *, deeply: bool) -> None:
        state, table = self.state, self.table
        self.same("actors", list(state.actors()), table.actors())
        outcome, end = state.outcome, table.outcome()
        self.same("outcome", outcome and outcome.text(), end and end.text())
        self.listed = [table.legal(seat) for seat in range(self.rules.players)]
        for seat in range(self.rules.players):
            self.same(f"legal {seat}", self.names(state.legal(seat)), self.listed[seat])
            self.same(f"view {seat}", state.text(seat), table.view(seat))
        if deeply:
            self.compare_deeply()

    def names(self, moves: list[int]) -> list[str]:
        return [self.game.move_name(move) for move in moves]

    def compare_deeply(self) -> None:
        """Reading back, copies, views as states, and every move there is."""
        text = self.table.text()
        for what, twin in [("read back", self.game.read(text, self.rules)), ("copy", self.state.copy())]:
            self.same(what, twin.text(), text)
            for seat in range(self.rules.players):
                self.same(f"{what}: legal {seat}", self.names(twin.legal(seat)), self.listed[seat])
                self.same(f"{what}: view {seat}", twin.text(seat), self.table.view(seat))
            outcome, end = twin.outcome, self.table.outcome()
            self.same(f"{what}: outcome", outcome and outcome.text(), end and end.text())
        for seat in range(self.rules.players):
            seen = self.table.view(seat)
            for what, view in [("view", self.state.view(seat)), ("view read", self.game.read(seen, self.rules))]:
                self.same(f"{what} {seat}", view.text(), seen)
                if seat in self.table.actors():
                    self.same(f"{what}: legal {seat}", self.names(view.legal(seat)), self.listed[seat])
            self.compare_unseen(seat, text, seen)
            accepted = self.listed[seat] + self.table.touches(seat)
            for move in self.every_move():
                self.same(f"accepts {seat} {move}", self.is_accepted(seat, move), move in accepted)

    def compare_unseen(self, seat: int, text: str, seen: str) -> None:
        """Cards that a seat does not know change places: it must not see that."""
        other = self.game.read(exchange_unseen(text, seat, self.random), self.rules)
        self.same(f"unseen by {seat}", other.text(seat), seen)
        self.same(f"unseen by {seat}: as a state", other.view(seat).text(), seen)
        if seat in self.table.actors():
            self.same(f"unseen by {seat}: legal", self.names(other.legal(seat)), self.listed[seat])

    def every_move(self) -> list[str]:
        if self.game.name == "crapette":
            return EVERY_MOVE
        listed = [move for moves in self.listed for move in moves]
        return sorted({*listed, "wait", "1L", "5>1", "slap:L", "knock", "take", "2c", "As", "6", "flip", "R-F", ""})

    def is_accepted(self, seat: int, move: str) -> bool:
        try:
            number = self.game.parse_move(move)
        except MoveTextError:
            return False
        refusal = self.state.refusal(seat, number)
        self.same("a refusal is one line", refusal is None or len(refusal.text().splitlines()) == 1, True)
        return refusal is None

    def compare_events(self, dealt: list[str]) -> None:
        events = self.state.events()
        for seat in range(self.rules.players):
            told = [event.text(seat) for event in events]
            self.same(f"events for {seat}", told, self.table.events(seat) + dealt)


class Spoilt:
    """Random positions, each spoilt in random ways: refused by both or by none, and read alike."""

    def __init__(self, game: Game, seed: str) -> None:
        self.game = game
        self.seed = seed
        self.random = Random(seed)
        self.options = random_rules(game.name, self.random)
        self.rules = game.rules([f"{name}={value}" for name, value in self.options.items()])
        self.settings: Settings = {**self.rules, "players": self.rules.players}
        self.position = random_position(game.name, self.settings, self.random)

    def run(self, times: int = 20) -> Counter[bool]:
        """How many were refused (True) and how many were not. Raises DiffersError."""
        refusals = Counter[bool]()
        position = self.played_on()
        for _ in range(times):
            refusals[self.compare(spoil(position, self.random))] += 1
        return refusals

    def played_on(self) -> str:
        table = TABLES[self.game.name].load(self.position, self.settings)
        for _ in range(self.random.choice([0, 20, 60])):
            if not table.actors():
                break
            seat = self.random.choice(table.actors())
            table.play(seat, self.random.choice(table.legal(seat)))
            if table.due:
                table.undo()
        return table.text()

    def compare(self, position: str) -> bool:
        kind = TABLES[self.game.name]
        fault = kind.check(position, self.settings)
        try:
            state = self.game.read(position, self.rules)
        except PositionError as error:
            if fault is None or "\n" in str(error) or not str(error):
                raise self.difference(position, f"refused: {error}", "to be accepted") from error
            return True
        if fault is not None:
            raise self.difference(position, "accepted", f"to be refused: {fault}")
        table = kind.load(position, self.settings)
        for seat in range(self.rules.players):
            moves = [self.game.move_name(move) for move in state.legal(seat)]
            if (moves, state.text(seat)) != (table.legal(seat), table.view(seat)):
                raise self.difference(position, f"{moves}", f"{table.legal(seat)}")
        if state.text() != table.text():
            raise self.difference(position, state.text(), table.text())
        return False

    def difference(self, position: str, product: str, reference: str) -> DiffersError:
        rules = " ".join(f"{key}={value}" for key, value in self.options.items())
        return DiffersError(
            f"{self.game.name} {self.seed}: a spoilt position\n  rules      {rules}\n  position   {position}\n"
            f"  product    {product}\n  reference  {reference}"
        )


RUN = re.compile(r"\(([^)]*)\)([0-9a-f])")


def exchange_unseen(text: str, seat: int, random: Random) -> str:
    """The position with the cards that `seat` does not know in another order, each place as hidden as before."""
    hidden = [cards for cards, mask in RUN.findall(text) if not int(mask, 16) & 1 << seat]
    cards = [run[at : at + 2] for run in hidden for at in range(0, len(run), 2)]
    random.shuffle(cards)

    def put_back(run: re.Match[str]) -> str:
        if int(run[2], 16) & 1 << seat:
            return run[0]
        count = len(run[1]) // 2
        put = "".join(cards[:count])
        del cards[:count]
        return f"({put}){run[2]}"

    return RUN.sub(put_back, text)


def kind_of_move(game: str, move: str) -> str:
    """A letter for moves of one kind, so that a random player can have a taste."""
    if game == "crapette":
        source, _, target = move.partition("-")
        if not target:
            return {"flip": "a", "pass": "b", "stop": "c"}[move]
        if target == "W":
            return "d"
        if target in ("OR", "OW"):
            return "e"
        return "f" if source.isdigit() and target.isdigit() else "g"
    if game == "spit":
        return {"wait": "a", "slap:L": "b", "slap:R": "c"}.get(move, "d" if ">" in move else "e")
    return {"take": "a", "draw": "b", "lay": "c", "knock": "d"}.get(move, "e")
