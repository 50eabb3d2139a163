"""Scripts in which a clause is held to its corners, run on the product and on the naive reference alike.

A script's lines:

    legal SEAT: M …        all moves of the seat, in order
    SEAT MOVE              the move is made
    accepted|refused SEAT MOVE
    KEY=VALUE …            stands so in the full position
    view SEAT KEY=VALUE …  stands so in what the seat sees
    next KEY=VALUE …       a shuffle has fallen due, and stands so in the freshly dealt position
    sizes SEAT: N …        of the five stocks (Spit)
    result …               how it ended; `result *` while it lasts
    undo                   the last move is taken back
"""

from typing import NamedTuple

from cardgames.games.registry import GAMES
from cardgames.rules import MoveTextError, State
from tests.reference import TABLES, Table


class Case(NamedTuple):
    clause: str
    rules: str
    """Options as `K=V`, joined by blanks."""
    position: str
    script: str

    def run(self) -> None:
        both = Both(self)
        for line in self.script.splitlines():
            both.run(line.strip())


class Both:
    """The product's state and the reference's table, side by side."""

    def __init__(self, case: Case) -> None:
        self.game = GAMES[case.position.split()[1]]
        self.rules = self.game.rules(case.rules.split())
        self.state: State = self.game.read(case.position, self.rules)
        settings = {**self.rules, "players": self.rules.players}
        self.table: Table = TABLES[self.game.name].load(case.position, settings)
        assert self.state.text() == self.table.text() == case.position

    def run(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if "=" in word:
            self.holds([self.state.text(), self.table.text()], line)
        elif word == "legal":
            self.legal(rest)
        elif word == "view":
            seat, _, told = rest.partition(" ")
            self.holds([self.state.text(int(seat)), self.table.view(int(seat))], told)
        elif word == "next":
            self.next_deal(rest)
        elif word == "sizes":
            self.sizes(rest)
        elif word == "result":
            self.result(rest)
        elif word == "undo":
            self.state.undo()
            self.table.undo()
        elif word in ("accepted", "refused"):
            seat, move = rest.split()
            assert self.accepts(int(seat), move) == [word == "accepted"] * 2
        else:
            assert self.accepts(int(word), rest) == [True, True]
            self.state.play(int(word), self.game.parse_move(rest))
            self.table.play(int(word), rest)

    def accepts(self, seat: int, move: str) -> list[bool]:
        try:
            product = self.state.refusal(seat, self.game.parse_move(move)) is None
        except MoveTextError:
            product = False
        return [product, self.table.accepts(seat, move)]

    def legal(self, told: str) -> None:
        seat, _, moves = told.partition(":")
        product = [self.game.move_name(move) for move in self.state.legal(int(seat))]
        assert product == moves.split()
        assert self.table.legal(int(seat)) == moves.split()

    def holds(self, positions: list[str], told: str) -> None:
        for position in positions:
            tokens = position.split()
            assert [token for token in told.split() if token not in tokens] == [], position

    def next_deal(self, told: str) -> None:
        position = self.state.text()
        assert self.table.due is not None
        assert self.table.fresh_faults(position, self.table.due) == []
        self.holds([position], told)
        self.table.resume(position)

    def sizes(self, told: str) -> None:
        seat, _, sizes = told.partition(":")
        fields = dict(token.split("=") for token in self.state.text().split()[2:])
        stocks = fields[f"stocks{seat}"].split(",")
        counts = [sum(sign in "cdhs" for sign in stock) for stock in stocks]
        assert counts == [int(size) for size in sizes.split()]

    def result(self, told: str) -> None:
        outcome, end = self.state.outcome, self.table.outcome()
        assert (outcome.text() if outcome else "*") == told
        assert (end.text() if end else "*") == told
