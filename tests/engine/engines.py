"""An engine to talk to, line by line."""

from cardgames.cards import Dealer
from cardgames.engine.main import Engine
from cardgames.games.registry import find_game

GAME_NAMES = ("crapette", "spit", "kroket")
KROKET_VIEW = (
    "position kroket turn=1 dealer=0 phase=choose hand0=?????????? table0=???????????? hand1=4c3hQh6sQs"
    " table1=Kc9c7s?????? drawn=- reserve=?????????????????????????????????????????????????????????? discard=Ah"
    " taken=- takes=0 turns=0 knocked=- deal=1 scores=0,0"
)


class Talk:
    """An engine and what it answered last."""

    def __init__(self, *lines: str) -> None:
        self._answers: list[str] = []
        self.engine = Engine(self._answers.append)
        for line in lines:
            self.silent(line)

    def ask(self, *lines: str) -> list[str]:
        """What it answers to these lines."""
        self._answers.clear()
        for line in lines:
            assert self.engine.handle(line), line
        return list(self._answers)

    def line(self, line: str) -> str:
        """Its one line of answer."""
        (answer,) = self.ask(line)
        return answer

    def silent(self, line: str) -> None:
        """Sends what is done without a word."""
        assert self.ask(line) == []

    def error(self, line: str) -> str:
        """Its one error to this line, after which the next command works."""
        answer = self.line(line)
        assert answer.startswith("error ")
        assert ": " in answer
        assert answer.isascii()
        assert answer.isprintable()
        assert len(answer) <= 500
        assert self.line("isready") == "readyok"
        return answer


def dealt(game: str, seed: str, *rules: str, players: int | None = None) -> str:
    """The full position that a deal of the library gives."""
    found = find_game(game)
    return found.deal(found.rules(rules, players), Dealer.of_text(seed)).text()
