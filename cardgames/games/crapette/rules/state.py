"""One game of Crapette being played: what is legal, what a move does, how it is taken back."""

from typing import Final, NamedTuple

from cardgames.cards import CARD, NOTHING, Dealer
from cardgames.games.crapette.rules.moves import (
    EMPTY_HOUSE,
    FIRST_HOUSE,
    FLIP,
    FOUNDATION,
    HAND,
    HAND_TO_FOUNDATION,
    HAND_TO_WASTE,
    KIND,
    LOADERS,
    MOVE_NAMES,
    NEED,
    NO_MOVE,
    OTHER_RESERVE,
    OTHER_WASTE,
    OWN_WASTE,
    PASS,
    RESERVE,
    SOURCE,
    SOURCES,
    STOP,
    TARGET,
    TARGETS,
)
from cardgames.games.crapette.rules.position import CHALLENGE, EVERYONE, IMPASSE, OUT, OVER, PLAY, TURN_LIMIT
from cardgames.games.crapette.rules.table import NO_ENTRY, CrapetteTable
from cardgames.rules.event import GAME_ITSELF, MOVE, Event
from cardgames.rules.game import Outcome, Rules

DUTIES: Final = ("none", "reserve", "foundation", "full")
NO_DUTY: Final = 0
RESERVE_DUTY: Final = 1
FOUNDATION_DUTY: Final = 2
FULL_DUTY: Final = 3
STOPS: Final = ("off", "on", "touch")
STOP_OFF: Final = 0
STOP_ON: Final = 1
STOP_TOUCH: Final = 2

ANNOUNCED: Final = "asked"
"""The kind of event of a move that is announced and not made yet (C16)."""
FOUNDED: Final = "founded"
WASTED: Final = "wasted"
"""The kinds of where the hand card of a breach goes (C17)."""

_NONE_FITS: Final = bytes(SOURCES)

_PUNISHED: Final = -2
"""Stands in a record for the entry where a breach was stopped."""


class CrapetteRuleValues(NamedTuple):
    """What the options of one game come to."""

    duty: int
    """NO_DUTY to FULL_DUTY."""
    must: bool
    """Whether a hand card that has a play may not go to the waste (C9)."""
    stop: int
    """STOP_OFF, STOP_ON or STOP_TOUCH."""
    maxshifts: int
    maxturns: int

    @classmethod
    def of(cls, rules: Rules) -> "CrapetteRuleValues":
        """The values that `rules` set."""
        return cls(
            DUTIES.index(rules.word("duty")),
            rules.word("handcard") == "must",
            STOPS.index(rules.word("stop")),
            rules.number("maxshifts"),
            rules.number("maxturns"),
        )


_Standing = tuple[bytes, int, int, int, int, int, int, int]
_Record = tuple[_Standing, int, int, int]


class CrapetteState(CrapetteTable):
    """One game being played.

    Attributes:
        rule_values: the options; each of them is an attribute as well.
        history: a record of each move made, for `undo` and `events`.
    """

    __slots__ = ("duty", "history", "maxshifts", "maxturns", "must", "rule_values", "stop")

    def __init__(
        self, rules: Rules, dealer: Dealer, viewer: int | None = None, rule_values: CrapetteRuleValues | None = None
    ) -> None:
        """A table without cards, for `put` or `take_over`; `rule_values` are those of `rules` where they are known."""
        super().__init__(rules, dealer, viewer)
        self.rule_values = CrapetteRuleValues.of(rules) if rule_values is None else rule_values
        self.duty, self.must, self.stop, self.maxshifts, self.maxturns = self.rule_values
        self.history: list[_Record] = []

    def copy(self) -> "CrapetteState":
        """The same table, apart from this one; without the moves that `undo` could take back."""
        twin = CrapetteState(self.rules, self.dealer.copy(), self.viewer, self.rule_values)
        twin.take_over(self)
        return twin

    def view(self, seat: int) -> "CrapetteState":
        """The table as `seat` sees it."""
        seen = self.copy()
        seen.see_as(seat)
        return seen

    # What may be done

    def actors(self) -> tuple[int, ...]:
        """The seat on turn, in a challenge the one that answers; none at the end."""
        return () if self.phase == OVER else (self.turn,)

    def legal(self, seat: int) -> list[int]:
        """The moves of `seat` now, ascending; touches (C19) are accepted but never listed."""
        if self.phase == PLAY:
            if seat != self.mover:
                return []
            return self.fitting() if self.stop else self.lawful()
        if self.phase == CHALLENGE and seat != self.mover:
            return [PASS, STOP]
        return []

    def lawful(self) -> list[int]:
        """What `stop=off` lists for the mover (C3-C11), in a challenge as well: any other move is a breach (C16)."""
        available = bytes(self.available)
        fits = available.translate(self.wanted)
        if self.duty and fits != _NONE_FITS:
            owed = self._owed(fits)
            if owed:
                return owed
        moves = self._card_moves(available, fits, not self.must)
        if available[HAND] == NOTHING:  # C8
            if not self.hands[self.mover] and not self.wastes[self.mover]:
                moves.append(PASS)
            elif not self.flip_must_wait():
                moves.append(FLIP)
        return moves

    def fitting(self) -> list[int]:
        """Every move that fits, whatever is owed (C16): what `stop=on` lists for the mover."""
        available = bytes(self.available)
        moves = self._card_moves(available, available.translate(self.wanted), True)
        if available[HAND] == NOTHING:
            moves.append(FLIP if self.hands[self.mover] or self.wastes[self.mover] else PASS)
        return moves

    def owed(self) -> list[int]:
        """The moves that a duty to the foundations leaves (C10); empty where none stands."""
        return self._owed(bytes(self.available.translate(self.wanted))) if self.duty else []

    def _owed(self, fits: bytes) -> list[int]:
        if fits[RESERVE]:
            return [RESERVE * TARGETS + FOUNDATION]
        if self.duty >= FOUNDATION_DUTY:
            return [source * TARGETS + FOUNDATION for source in range(SOURCES) if fits[source]]
        return []

    def flip_must_wait(self) -> bool:
        """`duty=full` (C10): no flip while a house is empty and the own reserve is not."""
        return self.duty == FULL_DUTY and bool(self.reserves[self.mover]) and not all(self.houses)

    def touchable(self, move: int) -> bool:
        """Whether C19 accepts `move`, one that does not fit, as a touch."""
        if self.stop != STOP_TOUCH or self.shifts >= self.maxshifts or move >= FLIP or TARGET[move] == OWN_WASTE:
            return False
        return self.available[SOURCE[move]] != NOTHING

    def _card_moves(self, available: bytes, fits: bytes, discard: bool) -> list[int]:
        """C3 to C6 and C11: every move of a card that fits.

        Args:
            available: for each source its card.
            fits: for each source, how many foundations take its card.
            discard: whether `H-W` is listed in any case, else only where the hand card has no other move (C9).
        """
        other = 1 - self.mover
        reserve, waste = self.reserves[other], self.wastes[other]
        on_reserve = LOADERS[reserve[-1] & CARD if reserve else NOTHING]
        on_waste = LOADERS[waste[-1] & CARD if waste else NOTHING]
        kinds = available[FIRST_HOUSE:].translate(KIND)
        needs = available.translate(NEED)
        some_empty = EMPTY_HOUSE in kinds
        may_shift = self.shifts < self.maxshifts
        moves: list[int] = []
        for source, card in enumerate(available):
            if card == NOTHING:
                continue
            base = source * TARGETS
            if fits[source]:
                moves.append(base + FOUNDATION)  # C4
            need = needs[source]
            if (some_empty or need in kinds) and (may_shift or source < FIRST_HOUSE):  # C11
                lone = source >= FIRST_HOUSE and len(self.houses[source - FIRST_HOUSE]) == 1
                for to_house, kind in enumerate(kinds, base + 1):
                    if kind == need or (kind == EMPTY_HOUSE and not lone):
                        moves.append(to_house)  # C5
            if card in on_reserve:
                moves.append(base + OTHER_RESERVE)  # C6
            if card in on_waste:
                moves.append(base + OTHER_WASTE)
            if source == HAND and (discard or not moves or moves[-1] < base):
                moves.append(HAND_TO_WASTE)  # C9
        return moves

    # What a move does

    def play(self, seat: int, move: int) -> None:  # noqa: ARG002 - the position says whose move it is
        """Makes an accepted move, with stop=on or touch announces it (C16), and all that follows by itself."""
        standing = (
            bytes(self.available),
            self.mover,
            self.phase,
            self.shifts,
            self.idle,
            self.turns,
            self.skips,
            self.asked,
        )
        made, entry = move, NO_ENTRY
        if self.phase == CHALLENGE:
            made, entry = self._answer(move)
        elif self.stop:
            self.phase, self.asked, made = CHALLENGE, move, NO_MOVE
        else:
            entry = self._carry_out(move)
        self.history.append((standing, move, made, entry))

    def _answer(self, answer: int) -> tuple[int, int]:
        """`pass` or `stop` in a challenge: what was made then, and its entry for the record."""
        asked = self.asked
        self.phase, self.asked = PLAY, NO_MOVE
        if answer == PASS:
            if asked in self.fitting():
                return asked, self._carry_out(asked)
            self.shifts += 1  # C19
            return NO_MOVE, NO_ENTRY
        if asked in self.lawful():
            self.skips |= 1 << 1 - self.mover  # C18
            return asked, self._carry_out(asked)
        return self._punish(asked), _PUNISHED

    def _punish(self, asked: int) -> int:
        """`stop` on a breach (C17): what becomes of a hand card that is up, then the turn is the caller's."""
        made = NO_MOVE
        if self.available[HAND] != NOTHING:
            founds = asked == HAND_TO_WASTE and self.wanted[self.available[HAND]]
            made = HAND_TO_FOUNDATION if founds else HAND_TO_WASTE
            self._make(made)
            if founds and self._judge_out():
                return made
        if not self._count_turn():
            self._turn_to(1 - self.mover)
        return made

    def _carry_out(self, move: int) -> int:
        """Makes the mover's move with all its effects; returns its entry for the record."""
        entry = self._make(move)
        if move in (HAND_TO_WASTE, PASS):
            self._end_turn()
        else:
            self._judge_out()
        return entry

    def _make(self, move: int) -> int:
        """Moves the cards and counts `shifts` and `idle`.

        Returns:
            The entry of the card turned up as it was before, with RECYCLED if the waste was turned over.
        """
        if move >= FLIP:
            self.shifts = 0
            return self._flip() if move == FLIP else NO_ENTRY
        source, target = SOURCE[move], TARGET[move]
        card = self.available[source]
        entry = self._take(source)
        self._put(card, target)
        if source >= FIRST_HOUSE and FOUNDATION < target < OTHER_RESERVE:
            self.shifts += 1  # C11
        else:
            self.shifts = 0
            if move != HAND_TO_WASTE:
                self.idle = 0  # C13
        return entry

    def _end_turn(self) -> None:
        """The mover's turn is over; seats that miss their turn are passed over (C18)."""
        if self._count_turn():
            return
        seat = 1 - self.mover
        while self.skips >> seat & 1:
            self.skips -= 1 << seat
            if self._count_turn():
                return
            seat = 1 - seat
        self._turn_to(seat)

    def _count_turn(self) -> bool:
        """Counts a turn that has ended and judges C12, C13 and C14, in this order; whether the game is over."""
        self.shifts = 0
        self.idle += 1
        self.turns += 1
        if self._judge_out():
            return True
        cards = max(len(self.hands[0]) + len(self.wastes[0]), len(self.hands[1]) + len(self.wastes[1]))
        if self.idle >= 2 * cards + 2:
            self.phase, self.reason = OVER, IMPASSE
        elif self.turns >= self.maxturns:
            self.phase, self.reason = OVER, TURN_LIMIT
        return self.phase == OVER

    def _judge_out(self) -> bool:
        """C12; whether the game is over."""
        if (self.reserves[0] and self.reserves[1]) or self.winner() is None:
            return False
        self.phase, self.reason = OVER, OUT
        return True

    def winner(self) -> int | None:
        """The seat without a card in reserve, hand and waste and with none up (C12), or None."""
        for seat in (self.mover, 1 - self.mover):
            up = seat == self.mover and self.available[HAND] != NOTHING
            if not (self.reserves[seat] or self.hands[seat] or self.wastes[seat] or up):
                return seat
        return None

    # Taking it back

    def undo(self) -> None:
        """Takes the last move back. Raises IndexError if there is none."""
        standing, _, made, entry = self.history.pop()
        available, self.mover, self.phase, self.shifts, self.idle, self.turns, self.skips, self.asked = standing
        self.reason = ""
        if made < FLIP:
            if made != NO_MOVE:
                self._unput(available[SOURCE[made]], TARGET[made])
                self._untake(available[SOURCE[made]], SOURCE[made], entry)
        elif made == FLIP:
            self._unflip(entry)
        self.available[:] = available

    # What happened, how it stands

    def events(self) -> list[Event]:
        """What the last `play` did: the announcement, or the answer and the move (C16-C19), or the move."""
        if not self.history:
            return []
        standing, move, made, entry = self.history[-1]
        available, mover, phase = standing[:3]
        if phase == PLAY and self.stop:
            return [Event(ANNOUNCED, mover, move, MOVE_NAMES[move])]
        happened = [] if phase == PLAY else [Event(MOVE, 1 - mover, move, MOVE_NAMES[move])]
        if made == NO_MOVE:
            return happened
        if entry == _PUNISHED:
            kind = FOUNDED if made == HAND_TO_FOUNDATION else WASTED
            return [*happened, Event(kind, GAME_ITSELF, moved=(available[HAND] | EVERYONE,))]
        return [*happened, _event_of(mover, made, available, entry)]

    @property
    def outcome(self) -> Outcome | None:
        """C15, or None while it lasts."""
        if self.phase != OVER:
            return None
        if self.reason != OUT:
            return Outcome((0, 1), (0, 0), self.reason)
        winner = self.winner()
        if winner is None:
            winner = self.mover
        loser = 1 - winner
        points = 30 + 2 * len(self.reserves[loser]) + len(self.hands[loser]) + len(self.wastes[loser])
        return Outcome((winner,), (0, points) if winner else (points, 0), OUT)


def _event_of(mover: int, made: int, available: bytes, entry: int) -> Event:
    """The event of a move that was made: the card that went, then the reserve's next one to those it is new to."""
    name = MOVE_NAMES[made]
    if made == PASS:
        return Event(MOVE, mover, made, name)
    if made == FLIP:
        return Event(MOVE, mover, made, name, (entry & CARD | EVERYONE,))
    source = SOURCE[made]
    learned: tuple[int, ...] = ()
    if source == RESERVE and NO_ENTRY < entry < EVERYONE:
        learned = (entry & CARD | EVERYONE - (entry & EVERYONE),)  # C7
    return Event(MOVE, mover, made, name, (available[source] | EVERYONE,), learned)
