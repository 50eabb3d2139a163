"""Crapette, plainly (clauses C1 to C19)."""

from collections.abc import Mapping
from itertools import pairwise
from typing import ClassVar

from tests.reference.table import Due, End, Settings, Table, share_out
from tests.reference.text import (
    LOW_ACE,
    SUITS,
    BadPositionError,
    Card,
    Entry,
    Pile,
    card_name,
    check_cards,
    join_fields,
    names,
    read_choice,
    read_number,
    read_parts,
    read_pile,
    see_pile,
    split_fields,
    write_pile,
)

KEYS = ["turn", "phase", "hand0", "waste0", "reserve0", "up", "hand1", "waste1", "reserve1"]
KEYS += ["houses", "foundations", "shifts", "idle", "turns", "skips", "asked"]
HOUSES = [str(number) for number in range(1, 9)]
SOURCES = ["R", "H", *HOUSES]
TARGETS = ["F", *HOUSES, "OR", "OW", "W"]
EVERY_MOVE = [f"{source}-{target}" for source in SOURCES for target in TARGETS] + ["flip", "pass", "stop"]


def rank(card: Card) -> int:
    """Ace 1 to king 13."""
    return LOW_ACE.index(card[0]) + 1


def red(card: Card) -> bool:
    return card[1] in "dh"


def builds_house(card: Card, on: Card) -> bool:
    """C5: one rank lower, the other colour."""
    return rank(card) == rank(on) - 1 and red(card) != red(on)


def loads(card: Card, on: Card) -> bool:
    """C6: same suit, one rank above or below, no wrap."""
    return card[1] == on[1] and abs(rank(card) - rank(on)) == 1


class CrapetteTable(Table):
    name = "crapette"
    defaults: ClassVar[Settings] = {
        "players": 2,
        "duty": "foundation",
        "handcard": "must",
        "stop": "off",
        "maxturns": 500,
        "maxshifts": 16,
    }
    presets: ClassVar[Mapping[str, Settings]] = {"seed": {}, "pagat": {"duty": "full", "handcard": "may"}}

    turn: int
    phase: str
    hand: list[Pile]
    waste: list[Pile]
    reserve: list[Pile]
    up: Entry | None
    houses: list[list[Card]]
    foundations: dict[str, list[int]]
    """For each suit the ranks of its two tops, 0 for an empty one, the higher first."""
    shifts: int
    idle: int
    turns: int
    skips: list[int]
    asked: str
    reason: str
    turned: tuple[Entry, ...]
    """The reserve card that the last move turned up, with the seats that had not known it."""

    # What may be played

    def actors(self) -> list[int]:
        return [] if self.phase == "over" else [self.turn]

    def legal(self, seat: int) -> list[str]:
        if self.phase == "over" or seat != self.turn:
            return []
        if self.phase == "challenge":
            return ["pass", "stop"]
        return self.listed_strictly(seat) if self.rules["stop"] == "off" else self.listed_freely(seat)

    def touches(self, seat: int) -> list[str]:
        """C19."""
        return [move for move in EVERY_MOVE if self.is_touch(seat, move)]

    def is_touch(self, seat: int, move: str) -> bool:
        if self.rules["stop"] != "touch" or self.phase != "play" or seat != self.turn:
            return False
        if move not in EVERY_MOVE or "-" not in move or self.shifts >= self.number("maxshifts"):
            return False
        source, target = move.split("-")
        if target == "W" or target == source or self.card_at(seat, source) is None:
            return False
        return not self.fits(seat, source, target)

    def card_at(self, seat: int, source: str) -> Card | None:
        """C3: what is available."""
        if source == "R":
            return self.reserve[seat][-1][0] if self.reserve[seat] else None
        if source == "H":
            return self.up[0] if self.up else None
        house = self.houses[int(source) - 1]
        return house[-1] if house else None

    def fits(self, seat: int, source: str, target: str) -> bool:
        """C4, C5, C6 and C11."""
        card = self.card_at(seat, source)
        if card is None or source == target or target == "W":
            return False
        other = 1 - seat
        if target == "F":
            return self.fits_foundation(card)
        if target == "OR":
            return bool(self.reserve[other]) and loads(card, self.reserve[other][-1][0])
        if target == "OW":
            return bool(self.waste[other]) and loads(card, self.waste[other][-1][0])
        if source in HOUSES and self.shifts >= self.number("maxshifts"):
            return False
        house = self.houses[int(target) - 1]
        if house:
            return builds_house(card, house[-1])
        return not (source in HOUSES and len(self.houses[int(source) - 1]) == 1)

    def fits_foundation(self, card: Card) -> bool:
        """C4."""
        return rank(card) - 1 in self.foundations[card[1]]

    def fitting(self, seat: int) -> list[str]:
        return [f"{source}-{target}" for source in SOURCES for target in TARGETS if self.fits(seat, source, target)]

    def listed_strictly(self, seat: int) -> list[str]:
        """`stop=off`: C8, C9, C10."""
        fitting = self.fitting(seat)
        duty = self.rules["duty"]
        if duty != "none" and "R-F" in fitting:
            return ["R-F"]
        to_foundations = [move for move in fitting if move.endswith("-F")]
        if duty in ("foundation", "full") and to_foundations:
            return to_foundations
        hand_plays = [move for move in fitting if move.startswith("H-")]
        may_waste = self.up is not None and (self.rules["handcard"] == "may" or not hand_plays)
        moves = self.with_waste(fitting, may_waste)
        if self.up is not None:
            return moves
        if not self.hand[seat] and not self.waste[seat]:
            return [*moves, "pass"]
        house_empty = any(not house for house in self.houses)
        if duty == "full" and house_empty and self.reserve[seat]:
            return moves
        return [*moves, "flip"]

    def listed_freely(self, seat: int) -> list[str]:
        """`stop=on` and `touch`: C16."""
        moves = self.with_waste(self.fitting(seat), self.up is not None)
        if self.up is not None:
            return moves
        return [*moves, "flip" if self.hand[seat] or self.waste[seat] else "pass"]

    def with_waste(self, fitting: list[str], may_waste: bool) -> list[str]:
        """`H-W` at its place in the order."""
        return [move for move in EVERY_MOVE if move in fitting or (may_waste and move == "H-W")]

    # What happens

    def make(self, seat: int, move: str) -> None:
        if self.phase == "challenge":
            self.answer(seat, move)
        elif self.rules["stop"] == "off":
            self.carry_out(seat, move)
        else:
            # C16: announced, not made.
            self.phase, self.asked, self.turn = "challenge", move, 1 - seat
            self.tell(seat, f"asked {move}")

    def answer(self, caller: int, word: str) -> None:
        mover, move = 1 - caller, self.asked
        self.tell(caller, word)
        self.phase, self.asked, self.turn = "play", "-", mover
        breach = move not in self.listed_strictly(mover)
        touch = self.is_touch(mover, move)
        if word == "pass" and touch:
            # C19: nothing moves, nothing is judged.
            self.shifts += 1
        elif word == "stop" and breach:
            self.stopped(mover, move, caller)
        else:
            if word == "stop" and caller not in self.skips:
                # C18.
                self.skips = sorted([*self.skips, caller])
            self.carry_out(mover, move)

    def stopped(self, mover: int, move: str, caller: int) -> None:
        """C17."""
        if self.up is not None:
            if move == "H-W" and self.fits_foundation(self.up[0]):
                self.put_on_foundation(self.up[0])
                self.tell("-", "founded", (self.up,))
                self.up = None
                self.idle = 0
                self.shifts = 0
                if self.has_won(mover):
                    self.end("out")
                    return
            else:
                self.waste[mover].append((self.up[0], self.all))
                self.tell("-", "wasted", (self.up,))
                self.up = None
        if not self.count_turn():
            self.turn = caller

    def carry_out(self, seat: int, move: str) -> None:
        if move == "flip":
            self.flip(seat)
        elif move == "pass":
            self.tell(seat, "pass")
            self.end_turn(seat)
        elif move == "H-W":
            assert self.up is not None
            self.waste[seat].append((self.up[0], self.all))
            self.tell(seat, "H-W", (self.up,))
            self.up = None
            self.end_turn(seat)
        else:
            self.move_card(seat, *move.split("-"))

    def flip(self, seat: int) -> None:
        """C8."""
        if not self.hand[seat]:
            self.hand[seat] = list(reversed(self.waste[seat]))
            self.waste[seat] = []
        self.up = (self.hand[seat].pop()[0], self.all)
        self.tell(seat, "flip", (self.up,))
        self.shifts = 0

    def move_card(self, seat: int, source: str, target: str) -> None:
        other = 1 - seat
        card = self.take_card(seat, source)
        self.tell(seat, f"{source}-{target}", ((card, self.all),), self.turned)
        if target == "F":
            self.put_on_foundation(card)
        elif target == "OR":
            self.reserve[other].append((card, self.all))
        elif target == "OW":
            self.waste[other].append((card, self.all))
        else:
            self.houses[int(target) - 1].append(card)
        if source in HOUSES and target in HOUSES:
            self.shifts += 1
        else:
            # C11, and C13's progress.
            self.shifts = 0
            self.idle = 0
        if self.has_won(seat):
            self.end("out")

    def take_card(self, seat: int, source: str) -> Card:
        self.turned = ()
        if source == "R":
            card = self.reserve[seat].pop()[0]
            if self.reserve[seat]:
                # C7.
                top, seats = self.reserve[seat][-1]
                self.reserve[seat][-1] = (top, self.all)
                self.turned = ((top, self.all - seats),)
            return card
        if source == "H":
            assert self.up is not None
            card = self.up[0]
            self.up = None
            return card
        return self.houses[int(source) - 1].pop()

    def put_on_foundation(self, card: Card) -> None:
        tops = self.foundations[card[1]]
        tops.remove(rank(card) - 1)
        tops.append(rank(card))
        tops.sort(reverse=True)

    def has_won(self, seat: int) -> bool:
        """C12."""
        return not self.reserve[seat] and not self.hand[seat] and not self.waste[seat] and self.up is None

    def count_turn(self) -> bool:
        """One more turn has ended; C13 and C14. Returns whether the game is over."""
        self.turns += 1
        self.idle += 1
        self.shifts = 0
        most = max(len(self.hand[seat]) + len(self.waste[seat]) for seat in (0, 1))
        if self.idle >= 2 * most + 2:
            self.end("impasse")
        elif self.turns >= self.number("maxturns"):
            self.end("turn-limit")
        return self.phase == "over"

    def end_turn(self, seat: int) -> None:
        """C18: seats that miss their turn are passed over."""
        if self.count_turn():
            return
        following = 1 - seat
        while following in self.skips:
            self.skips.remove(following)
            if self.count_turn():
                return
            following = 1 - following
        self.turn = following

    def end(self, reason: str) -> None:
        self.phase, self.reason = "over", reason

    def outcome(self) -> End | None:
        """C12 to C15."""
        if self.phase != "over":
            return None
        if self.reason != "out":
            return End(share_out([0, 1], 2), (0, 0), self.reason)
        winner = 0 if self.has_won(0) else 1
        loser = 1 - winner
        won = 30 + 2 * len(self.reserve[loser]) + len(self.hand[loser]) + len(self.waste[loser])
        scores = (won, 0) if winner == 0 else (0, won)
        return End(share_out([winner], 2), scores, self.reason)

    # Text

    def text(self) -> str:
        return self.write([write_pile(pile, 2) for pile in self.piles()])

    def view(self, seat: int) -> str:
        return self.write([see_pile(pile, seat) for pile in self.piles()])

    def piles(self) -> list[Pile]:
        """In the order of the keys."""
        up = [self.up] if self.up else []
        return [
            self.hand[0],
            self.waste[0],
            self.reserve[0],
            up,
            self.hand[1],
            self.waste[1],
            self.reserve[1],
        ]

    def write(self, piles: list[str]) -> str:
        tops = [LOW_ACE[top - 1] + suit if top else "-" for suit in SUITS for top in self.foundations[suit]]
        fields = {"turn": str(self.turn), "phase": self.phase}
        fields |= dict(zip(KEYS[2:9], piles, strict=True))
        fields["houses"] = ",".join("".join(house) or "-" for house in self.houses)
        fields["foundations"] = ",".join(tops)
        fields |= {"shifts": str(self.shifts), "idle": str(self.idle), "turns": str(self.turns)}
        fields["skips"] = ",".join(map(str, self.skips)) or "-"
        fields["asked"] = self.asked
        if self.phase == "over":
            fields["reason"] = self.reason
        return join_fields("crapette", fields)

    def read(self, text: str) -> None:
        fields = split_fields(text, "crapette", KEYS)
        self.turn = read_number(fields["turn"], 0, 1)
        self.phase = read_choice(fields["phase"], ["play", "challenge", "over"])
        self.hand = [read_pile(fields[f"hand{seat}"], 2) for seat in (0, 1)]
        self.waste = [self.read_open(fields[f"waste{seat}"]) for seat in (0, 1)]
        self.reserve = [read_pile(fields[f"reserve{seat}"], 2) for seat in (0, 1)]
        if any(pile and pile[-1][1] != self.all for pile in self.reserve):
            raise BadPositionError("hidden card on top of a reserve")
        up = self.read_open(fields["up"])
        if len(up) > 1:
            raise BadPositionError("more than one card up")
        self.up = up[0] if up else None
        self.houses = [names(self.read_open(part)) for part in read_parts(fields["houses"], 8)]
        for house in self.houses:
            if not all(builds_house(upper, lower) for lower, upper in pairwise(house)):
                raise BadPositionError(f"not a C5 sequence: {house}")
        self.foundations = self.read_foundations(fields["foundations"])
        self.shifts = read_number(fields["shifts"], high=1000)
        self.idle, self.turns = (
            read_number(fields[key], high=10**5 + (self.phase == "over")) for key in ("idle", "turns")
        )
        skips = read_choice(fields["skips"], ["-", "0", "1", "0,1"])
        self.skips = [] if skips == "-" else [int(seat) for seat in skips.split(",")]
        self.asked = read_choice(fields["asked"], EVERY_MOVE if self.phase == "challenge" else ["-"])
        self.reason = ""
        if self.phase == "over":
            self.reason = read_choice(fields["reason"], ["out", "impasse", "turn-limit"])
        cards = [card for pile in self.piles() for card in names(pile)]
        cards += [card for house in self.houses for card in house]
        cards += [LOW_ACE[at] + suit for suit in SUITS for top in self.foundations[suit] for at in range(top)]
        check_cards(cards, 2)
        if self.phase == "challenge" and self.shifts >= 1000 and self.asked not in self.listed_freely(1 - self.turn):
            raise BadPositionError("a touch after as many shifts as there can be")

    def read_open(self, text: str) -> Pile:
        pile = read_pile(text, 2)
        if any(seats != self.all for _, seats in pile):
            raise BadPositionError(f"hidden card: {text}")
        return pile

    def read_foundations(self, text: str) -> dict[str, list[int]]:
        parts = read_parts(text, 8)
        foundations: dict[str, list[int]] = {}
        for at, suit in enumerate(SUITS):
            tops = parts[2 * at : 2 * at + 2]
            if any(top != "-" and card_name(top)[1] != suit for top in tops):
                raise BadPositionError(f"foundation of another suit: {tops}")
            ranks = [0 if top == "-" else rank(top) for top in tops]
            if ranks[0] < ranks[1]:
                raise BadPositionError(f"foundation pair with the lower first: {tops}")
            foundations[suit] = ranks
        return foundations

    # The deal

    def fresh_events(self, text: str) -> list[str]:
        raise AssertionError(f"crapette shuffles only once: {text}")

    def fresh_faults(self, text: str, due: Due | None) -> list[str]:
        """C1 and C2."""
        table = CrapetteTable.load(text, self.rules)
        faults = []
        for seat in (0, 1):
            houses = table.houses[4 * seat : 4 * seat + 4]
            pack = names(table.hand[seat]) + names(table.reserve[seat]) + [card for house in houses for card in house]
            if len(set(pack)) != 52 or [len(house) for house in houses] != [1, 1, 1, 1]:
                faults.append(f"seat {seat}: not its own pack")
            if len(table.hand[seat]) != 35 or len(table.reserve[seat]) != 13:
                faults.append(f"seat {seat}: sizes")
            hidden = table.hand[seat] + table.reserve[seat][:-1]
            if any(seats for _, seats in hidden):
                faults.append(f"seat {seat}: a known card")
        faults += self.start_faults(table)
        plain = CrapetteTable.load(text, self.rules)
        plain.phase, plain.up, plain.shifts, plain.idle, plain.turns = "play", None, 0, 0, 0
        plain.waste, plain.skips, plain.asked = [[], []], [], "-"
        plain.foundations = {suit: [0, 0] for suit in SUITS}
        if plain.text() != text:
            faults.append("not as a game begins")
        return faults

    def start_faults(self, table: "CrapetteTable") -> list[str]:
        """C2."""
        for mine, yours in [
            (table.reserve[0][-1][0], table.reserve[1][-1][0]),
            *((table.houses[at][0], table.houses[at + 4][0]) for at in range(4)),
        ]:
            if rank(mine) != rank(yours):
                starter = 0 if rank(mine) < rank(yours) else 1
                return [] if table.turn == starter else [f"seat {starter} starts"]
        return []
