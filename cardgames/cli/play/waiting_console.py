"""The console of a game that waits for its people: with turns, or Spit in simulated time."""

from collections.abc import Iterable

from cardgames.casual.console import Quit, Reply
from cardgames.casual.game import CasualGame
from cardgames.cli.play.console import GameConsole
from cardgames.cli.play.screen import PlayerLeft, Screen
from cardgames.cli.play.series import OngoingSeries
from cardgames.rules import Outcome, State


class WaitingConsole(GameConsole):
    """Shows the table to whoever is asked, and reads lines until one of them is a move or a request."""

    def __init__(self, game: CasualGame, series: OngoingSeries, screen: Screen) -> None:
        super().__init__(game, series, screen)
        self._looker: int | None = None
        """The seat whose cards stand on the screen."""
        self._on_their_way: dict[int, int] = {}
        """In Spit: the card that each person has on its way."""

    def begin(self) -> None:
        """The first question shows the table."""

    def ask(self, seat: int) -> Iterable[Reply]:
        """What the person says; in Spit nobody is asked twice for a card that is on its way."""
        move = self._kept(seat)
        if move is not None:
            return [move]
        try:
            reply = self._talk(seat)
        except PlayerLeft:
            return [Quit()]
        rules = self._game.setup.game
        if isinstance(reply, int) and not rules.has_turns and reply not in rules.passive:
            self._on_their_way[seat] = reply
        return [reply]

    def _kept(self, seat: int) -> int | None:
        """The card that the person has on its way, if it still fits."""
        move = self._on_their_way.get(seat)
        if move is None or move in self._game.state.legal(seat):
            return move
        del self._on_their_way[seat]
        name, refusal = self._game.setup.game.move_name(move), self._game.state.refusal(seat, move)
        assert refusal is not None, "what is not in the list is refused: in Spit there are no touches"
        self._news[seat].append(f"{name} came too late. {refusal.text()}")
        return None

    def _talk(self, seat: int) -> Reply:
        view, legal = self._game.state.view(seat), self._game.state.legal(seat)
        self._face(seat)
        self._viewers[seat].remember()
        self._show(view, seat)
        prompt = self._drawing.prompt(view)
        if len(self._game.people) > 1:
            prompt = f"{self._series.names[seat]}, {prompt}"
        dialogue = self._dialogues[seat]
        while True:
            answer = dialogue.hear(self._screen.ask(prompt, dialogue.words(legal)), view, legal)
            if answer.reply is not None:
                return answer.reply
            if answer.show:
                self._screen.show(self._picture(view, seat), ())
            self._screen.page(answer.lines)

    def _face(self, seat: int) -> None:
        """Turns the screen to a person; hidden first where another one has looked at it and knows other cards."""
        state = self._game.state
        before, self._looker = self._looker, seat
        if before is not None and before != seat and state.text(before) != state.text(seat):
            self._screen.hand_over(self._series.names[seat])

    def _show(self, view: State, seat: int) -> None:
        picture = self._picture(view, seat)
        self._screen.show(picture, self._take_news(seat))

    def _show_move(self) -> None:
        seat, move, _ = self._game.moves[-1]
        if self._on_their_way.get(seat) == move:
            del self._on_their_way[seat]
        ended = self._game.state.ended_deal()
        if ended is not None:
            self._show_deal(ended)

    def _show_taken_back(self) -> None:
        self._on_their_way.clear()
        for seat in self._game.people:
            self._news[seat] = ["Taken back."]

    def _show_deal(self, ended: State) -> None:
        seat = self._last_looker()
        *news, begins = self._take_news(seat)
        self._viewers[seat].forget()
        self._screen.show(self._picture(ended.view(seat), seat), news)
        self._viewers[seat].forget()
        self._screen.pause("Enter for the next deal")
        self._news[seat] = [begins]

    def end(self, outcome: Outcome) -> None:
        """The table as it is at the end."""
        seat = self._last_looker()
        self._viewers[seat].forget()
        self._show(self._game.state.view(seat), seat)
        self._screen.say(*self._how_it_broke_off(outcome))

    def _last_looker(self) -> int:
        return self._game.people[0] if self._looker is None else self._looker
