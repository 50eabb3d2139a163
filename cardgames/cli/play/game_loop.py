"""One game with people at it: who is asked, what each of them is shown, what has happened since."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Channel, PipeWires, Wires
from cardgames.casual.game import CasualGame
from cardgames.casual.saved_game import SavedGame, SavedGameError
from cardgames.casual.seats import HUMAN, PersonSeat, SteadySeat
from cardgames.cli.play.dialogue import Dialogue, Resigned, TakeBack
from cardgames.cli.play.screen import Screen
from cardgames.cli.play.seating import first_that_plays
from cardgames.drawing.viewer import Viewer
from cardgames.drawing.wording import Wording
from cardgames.games.drawings import Drawing, drawing_of
from cardgames.games.players import make_player
from cardgames.players.player import Turn
from cardgames.rules import Event, Game, Outcome, State
from cardgames.table.game_setup import GameSetup
from cardgames.table.table import Landing

STRENGTH = ("expert", "greedy")
"""The built-in players that give hints, the best first."""
_HURRIED_HINT_MS = 50
"""Spit in real time: how long a hint may take."""


class Evening(NamedTuple):
    """What a game needs of the series around it."""

    keep: Callable[[Sequence[Landing]], None]
    """Keeps the game with these moves, in case that the terminal goes."""
    save: Callable[[Sequence[Landing], Path], None]
    """Writes them to a file of the person's. Raises OSError."""
    standing: Callable[[], list[str]]
    """How the series stands."""
    greeting: Callable[[], list[str]]
    """What is said before the first move."""
    go_on: Callable[[str], str]
    """The command line that goes on with a file."""


class Sitting(ABC):
    """What is common to a game that waits for people and to Spit in real time. It answers what a dialogue asks.

    Attributes:
        friendly: the game.
        people: where people sit.
    """

    def __init__(
        self,
        saved: SavedGame,
        programs: Sequence[Seat | None],
        screen: Screen,
        evening: Evening,
        make_wires: Callable[[Sequence[Channel | None]], Wires] = PipeWires,
    ) -> None:
        """Seats everybody.

        Args:
            saved: what is played, with the moves made before.
            programs: seat by seat, the bots that are programs and have been started.
            screen: where the people look.
            evening: the series around it.
            make_wires: how the table hears its programs.

        Raises:
            SavedGameError: a move made before is refused by the rules.
        """
        self.screen = screen
        self._saved = saved
        self._evening = evening
        self._drawing: Drawing = drawing_of(saved.game.name)
        self._names = [spec.name for spec in saved.seats]
        setup = GameSetup(saved.game, saved.rules, saved.game_seed, saved.clock)
        seats = [program or self._seat_of(at) for at, program in enumerate(programs)]
        self.friendly = CasualGame(setup, seats, make_wires)
        refused = self.friendly.replay(saved.moves)
        if refused is not None:
            raise SavedGameError(refused)
        self.people = self.friendly.people
        voice = Wording(self._names, spoken=screen.spoken)
        self._looks = {seat: Viewer(seat, self._names, ink=screen.ink) for seat in self.people}
        self._dialogues = {seat: Dialogue(self, seat, self._drawing, voice) for seat in self.people}
        self._news: dict[int, list[str]] = {seat: evening.greeting() for seat in self.people}

    @abstractmethod
    def play(self) -> Outcome:
        """Plays to the end. Whatever the screen raises leaves the game as it is."""

    @abstractmethod
    def _person_seat(self, spec: BotSpec) -> Seat:
        """The seat of a person."""

    def _seat_of(self, at: int) -> Seat:
        spec = self._saved.seats[at]
        if spec.player == HUMAN:
            return self._person_seat(spec)
        return SteadySeat(
            spec, self._saved.game_seed, lambda: len(self.friendly.moves), hurried=self._saved.clock.kind == "wall"
        )

    # -- what a dialogue asks

    @property
    def game(self) -> Game:
        """What is played."""
        return self._saved.game

    def moves_back(self) -> int | str:
        """How many moves `undo` takes back, or why it does not."""
        count = self.friendly.own_moves_back()
        if not count:
            return "undo: you have not moved yet"
        if not self._saved.practice and self.friendly.has_shown(count):
            return "undo: a hidden card has been seen since your last move; that goes only with --practice"
        return count

    def history(self, seat: int) -> list[str]:
        """All that has happened, numbered by moves."""
        return [
            f"{number:>4}  {self._told(event, seat)}" if first else f"      {self._told(event, seat)}"
            for number, events in enumerate(self.friendly.happened, 1)
            for first, event in zip((True, *(False,) * len(events)), events, strict=False)
        ]

    def standing(self, seat: int) -> list[str]:
        """The series, then this game as the seat sees it."""
        view = self.friendly.state.view(seat)
        lines = [*self._evening.standing(), *self._drawing.standing(view, seat, self._voice(seat))]
        return list(map(self._voice(seat).sentence, lines))

    def save(self, path: Path) -> str:
        """Keeps the game in a file of its own."""
        try:
            if path.exists():
                SavedGame.load(path)
            self._evening.save(self.friendly.moves, path)
        except SavedGameError:
            return f"{path} is there and is no saved game; take another name"
        except OSError as error:
            return f"{path}: {error.strerror}; not saved"
        return f"saved; to go on: {self._evening.go_on(str(path))}"

    def hint(self, seat: int) -> int:
        """What the strongest player chooses, seeing what the seat sees."""
        state = self.friendly.state
        name, chance = first_that_plays(STRENGTH, self.game.name), Random(len(self.friendly.moves))
        player = make_player(name, self.game.name, chance)
        millis = _HURRIED_HINT_MS if self._saved.clock.kind == "wall" else None
        return player.choose(Turn(seat, state.legal(seat), lambda: state.view(seat), millis))

    # -- what is shown

    def _voice(self, seat: int) -> Wording:
        return self._dialogues[seat].voice

    def _told(self, event: Event, seat: int) -> str:
        voice = self._voice(seat)
        return voice.sentence(self._drawing.tell(event.view(seat), voice))

    def _picture(self, view: State, seat: int) -> str:
        look = self._looks[seat]
        look.width = self.screen.width
        if self.screen.spoken:
            return look.ink.lines(self._drawing.facts(view, self._voice(seat), look))
        return self._drawing.draw(view, seat, look)

    def _spread_news(self) -> None:
        """Tells every person what the last move did."""
        anew = any(event.clears_table for event in self.friendly.happened[-1])
        for seat in self.people:
            if anew:
                self._looks[seat].forget()
            self._news[seat] += [self._told(event, seat) for event in self.friendly.happened[-1]]

    def _take_news(self, seat: int) -> list[str]:
        news, self._news[seat] = self._news[seat], []
        return news


class WaitingSitting(Sitting):
    """A game that waits for its people: with turns, or Spit in simulated time."""

    def __init__(self, saved: SavedGame, programs: Sequence[Seat | None], screen: Screen, evening: Evening) -> None:
        super().__init__(saved, programs, screen, evening)
        self._looker: int | None = None
        self._wanted: dict[int, int] = {}
        """In Spit: the cards that people have on their way."""

    def _person_seat(self, spec: BotSpec) -> Seat:
        return PersonSeat(spec, self._ask)

    def play(self) -> Outcome:
        """Plays to the end."""
        while (outcome := self.friendly.outcome) is None:
            try:
                landing = self.friendly.step()
            except TakeBack as wanted:
                self._take_back(wanted.count)
                continue
            except Resigned as resigned:
                self.friendly.resign(resigned.seat)
                continue
            if landing is not None:
                self._made(landing)
        self._show_end(outcome)
        self.friendly.close()
        return outcome

    def _made(self, landing: Landing) -> None:
        seat, move, _ = landing
        if self._wanted.get(seat) == move:
            del self._wanted[seat]
        self._spread_news()
        self._evening.keep(self.friendly.moves)
        ended = self.friendly.state.ended_deal()
        if ended is not None:
            self._show_deal(ended)

    def _take_back(self, count: int) -> None:
        self.friendly.take_back(count)
        self._wanted.clear()
        self._evening.keep(self.friendly.moves)
        for seat in self.people:
            self._news[seat] = ["Taken back."]

    # -- asking

    def _ask(self, turn: Turn) -> int:
        """The person's move."""
        seat = turn.seat
        kept = self._on_its_way(turn)
        if kept is not None:
            return kept
        self._face(seat)
        self._looks[seat].remember()
        news = self._take_news(seat)
        self.screen.show(self._picture(turn.view, seat), news)
        move = self._talk(turn)
        if not self.game.has_turns and move not in self.game.passive:
            self._wanted[seat] = move
        return move

    def _talk(self, turn: Turn) -> int:
        seat = turn.seat
        dialogue = self._dialogues[seat]
        prompt = self._drawing.prompt(turn.view)
        if len(self.people) > 1:
            prompt = f"{self._names[seat]}, {prompt}"
        while True:
            line = self.screen.ask(prompt, dialogue.words(turn.legal))
            answer = dialogue.hear(line, turn.view, turn.legal)
            if answer.move is not None:
                return answer.move
            if answer.show:
                self.screen.show(self._picture(turn.view, seat), ())
            self.screen.page(answer.lines)

    def _on_its_way(self, turn: Turn) -> int | None:
        """In Spit, the card that the person has on its way, if it still fits; nobody is asked twice for it."""
        wanted = self._wanted.pop(turn.seat, None)
        if wanted is None:
            return None
        if wanted in turn.legal:
            self._wanted[turn.seat] = wanted
            return wanted
        name = self.game.move_name(wanted)
        refusal = self.friendly.state.refusal(turn.seat, wanted)
        assert refusal is not None, "what is not in the list is refused: in Spit there are no touches"
        self._news[turn.seat].append(f"{name} came too late. {refusal.text()}")
        return None

    def _face(self, seat: int) -> None:
        """Turns the screen to a person; hidden first where another one has looked at it and knows other cards."""
        state = self.friendly.state
        before, self._looker = self._looker, seat
        if before is not None and before != seat and state.text(before) != state.text(seat):
            self.screen.hand_over(self._names[seat])

    # -- ends

    def _show_deal(self, ended: State) -> None:
        seat = self.people[0] if self._looker is None else self._looker
        news = self._take_news(seat)
        self._looks[seat].forget()
        self.screen.show(self._picture(ended.view(seat), seat), news[:-1])
        self._looks[seat].forget()
        self.screen.pause("Enter for the next deal")
        self._news[seat] = news[-1:]

    def _show_end(self, outcome: Outcome) -> None:
        seat = self.people[0] if self._looker is None else self._looker
        self._looks[seat].forget()
        self.screen.show(self._picture(self.friendly.state.view(seat), seat), self._take_news(seat))
        if self.friendly.state.outcome is None:
            self.screen.say(how_it_broke_off(self.friendly, outcome, self._names))


def how_it_broke_off(friendly: CasualGame, outcome: Outcome, names: Sequence[str]) -> str:
    """The end of a game that did not end by its rules."""
    if friendly.faults:
        fault = friendly.faults[0]
        return f"{names[fault.seat]} cannot go on ({fault.kind}): {fault.detail}"
    losers = [name for seat, name in enumerate(names) if seat not in outcome.winners]
    return Wording(names).sentence(f"{' and '.join(losers)} resigned")
