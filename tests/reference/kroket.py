"""Kroket, plainly (clauses K1 to K14)."""

from collections.abc import Callable
from typing import ClassVar

from tests.reference.table import Due, End, Settings, Table, share_out
from tests.reference.text import (
    ALL_CARDS,
    NOBODY,
    RANKS,
    BadPositionError,
    Card,
    Entry,
    Pile,
    check_cards,
    join_fields,
    mask,
    names,
    read_choice,
    read_number,
    read_parts,
    read_pile,
    see_pile,
    split_fields,
    write_pile,
)

TABLE_POINTS = {"A": 1, "J": 2, "K": 3, "Q": 5}
PICTURE_RANK = {"J": 11, "Q": 12, "K": 13, "A": 14}


def in_order(hand: Pile) -> Pile:
    """A hand in the order of suits, then ranks, and of two of one name the smaller mask first."""
    return sorted(hand, key=lambda entry: (ALL_CARDS.index(entry[0]), mask(entry[1])))


class KroketTable(Table):
    name = "kroket"
    defaults: ClassVar[Settings] = {
        "players": 2,
        "lay": "seen",
        "lastturn": "off",
        "minrounds": 0,
        "takelimit": 4,
        "allpictures": "0",
        "deals": 1,
    }

    turn: int
    dealer: int
    phase: str
    hand: list[Pile]
    table: list[Pile]
    drawn: Pile
    reserve: Pile
    discard: Pile
    taken: str
    takes: int
    turns: int
    knocked: str
    deal: int
    scores: list[int]
    reason: str

    # What may be played

    def actors(self) -> list[int]:
        return [] if self.phase == "over" else [self.turn]

    def legal(self, seat: int) -> list[str]:
        if self.phase == "over" or seat != self.turn:
            return []
        if self.phase == "choose":
            return ["take", "draw", "lay", "knock"] if self.may_knock() else ["take", "draw", "lay"]
        if self.phase == "place":
            return ["1", "2", "3", "4", "5", "6"]
        moves: list[str] = []
        for card, _ in self.discardable():
            if card not in moves:
                moves.append(card)
        return moves

    def may_knock(self) -> bool:
        """K8: once in a deal, and not before every seat has had `minrounds` turns."""
        return self.knocked == "-" and self.turns >= self.number("minrounds") * self.players

    def discardable(self) -> Pile:
        """K5: the hand without the card just taken, which all seats know."""
        cards = list(self.hand[self.turn])
        if self.taken != "-":
            cards.remove(max((entry for entry in cards if entry[0] == self.taken), key=lambda entry: len(entry[1])))
        return cards

    # What happens

    def make(self, seat: int, move: str) -> None:
        if move == "take":
            card = self.discard.pop()[0]
            self.add_to_hand(seat, (card, self.all))
            self.tell(seat, "take", ((card, self.all),))
            self.taken, self.phase = card, "discard"
        elif move == "draw":
            card, seats = self.reserve.pop()
            self.add_to_hand(seat, (card, seats | {seat}))
            self.tell(seat, "draw", ((card, seats | {seat}),))
            self.phase = "discard"
        elif move == "lay":
            card, seats = self.reserve.pop()
            self.drawn = [(card, seats | {seat} if self.rules["lay"] == "seen" else seats)]
            self.tell(seat, "lay", (self.drawn[0],))
            self.phase = "place"
        elif move == "knock":
            self.tell(seat, "knock")
            if self.rules["lastturn"] == "on":
                self.knocked = str(seat)
            self.takes = 0
            self.complete_turn(knocking=True)
        elif self.phase == "place":
            self.place(seat, int(move))
        else:
            self.discard_card(seat, move)

    def add_to_hand(self, seat: int, entry: Entry) -> None:
        self.hand[seat] = in_order([*self.hand[seat], entry])

    def place(self, seat: int, place: int) -> None:
        """K7: in the first row its owner may look at the card."""
        card, seats = self.drawn[0]
        looks = frozenset({seat}) - seats if place <= 3 else NOBODY
        seats = seats | looks
        replaced = self.table[seat][place - 1][0]
        self.table[seat][place - 1] = (card, seats)
        self.drawn = []
        self.discard.append((replaced, self.all))
        self.tell(seat, str(place), ((replaced, self.all),), ((card, looks),))
        self.takes = 0
        self.complete_turn(knocking=False)

    def discard_card(self, seat: int, card: Card) -> None:
        """K5, K6: of two of one name, the one known to more seats goes."""
        alike = [entry for entry in self.discardable() if entry[0] == card]
        gone = max(alike, key=lambda entry: len(entry[1]))
        self.hand[seat].remove(gone)
        self.discard.append((card, self.all))
        self.tell(seat, card)
        self.takes = self.takes + 1 if self.taken != "-" else 0
        self.taken = "-"
        self.complete_turn(knocking=False)

    def complete_turn(self, *, knocking: bool) -> None:
        """K8, K9, K10, in this order."""
        self.turns += 1
        following = (self.turn + 1) % self.players
        if (knocking and self.rules["lastturn"] == "off") or str(following) == self.knocked:
            self.end_deal("knock")
        elif not self.reserve:
            self.end_deal("reserve-out")
        elif self.takes >= self.number("takelimit") * self.players:
            self.end_deal("take-limit")
        else:
            self.turn, self.phase = following, "choose"

    # The end of a deal

    def end_deal(self, reason: str) -> None:
        """K13, K14."""
        totals = [self.scores[seat] + self.worth(seat) for seat in range(self.players)]
        if self.deal < self.number("deals"):
            dealer = (self.dealer + 1) % self.players
            self.due = Due(
                "deal",
                {
                    "turn": str((dealer + 1) % self.players),
                    "dealer": str(dealer),
                    "phase": "choose",
                    "drawn": "-",
                    "taken": "-",
                    "takes": "0",
                    "turns": "0",
                    "knocked": "-",
                    "deal": str(self.deal + 1),
                    "scores": ",".join(map(str, totals)),
                },
            )
            return
        self.scores = totals
        self.phase, self.reason = "over", reason
        for pile in self.piles():
            pile[:] = [(card, self.all) for card, _ in pile]

    def piles(self) -> list[Pile]:
        return [*self.hand, *self.table, self.drawn, self.reserve, self.discard]

    def worth(self, seat: int) -> int:
        """K11, K12."""
        table = sum(TABLE_POINTS.get(card[0], 0) for card in names(self.table[seat]))
        hand = names(self.hand[seat])
        pictures = [card[0] for card in hand if card[0] in PICTURE_RANK]
        numbers = [RANKS.index(card[0]) + 2 for card in hand if card[0] not in PICTURE_RANK]
        if numbers:
            lowest = min(numbers)
        elif self.rules["allpictures"] == "rank":
            lowest = min(PICTURE_RANK[picture] for picture in pictures)
        else:
            lowest = int(self.rules["allpictures"])
        return table + len(pictures) + lowest

    def outcome(self) -> End | None:
        """K13."""
        if self.phase != "over":
            return None
        best = max(self.scores)
        winners = [seat for seat in range(self.players) if self.scores[seat] == best]
        return End(share_out(winners, self.players), tuple(self.scores), self.reason)

    # Text

    def text(self) -> str:
        return self.write(lambda pile: write_pile(pile, self.players), lambda pile: write_pile(pile, self.players))

    def view(self, seat: int) -> str:
        def hand_text(pile: Pile) -> str:
            known = [entry for entry in pile if seat in entry[1]]
            return see_pile(known + [entry for entry in pile if seat not in entry[1]], seat)

        return self.write(lambda pile: see_pile(pile, seat), hand_text)

    def write(self, pile_text: Callable[[Pile], str], hand_text: Callable[[Pile], str]) -> str:
        fields = {"turn": str(self.turn), "dealer": str(self.dealer), "phase": self.phase}
        for seat in range(self.players):
            fields[f"hand{seat}"] = hand_text(self.hand[seat])
            fields[f"table{seat}"] = pile_text(self.table[seat])
        fields |= {
            "drawn": pile_text(self.drawn),
            "reserve": pile_text(self.reserve),
            "discard": pile_text(self.discard),
            "taken": self.taken,
            "takes": str(self.takes),
            "turns": str(self.turns),
            "knocked": self.knocked,
            "deal": str(self.deal),
            "scores": ",".join(map(str, self.scores)),
        }
        if self.phase == "over":
            fields["reason"] = self.reason
        return join_fields("kroket", fields)

    def keys(self) -> list[str]:
        seats = [f"{key}{seat}" for seat in range(self.players) for key in ("hand", "table")]
        rest = ["drawn", "reserve", "discard", "taken", "takes", "turns", "knocked", "deal", "scores"]
        return ["turn", "dealer", "phase", *seats, *rest]

    def read(self, text: str) -> None:
        fields = split_fields(text, "kroket", self.keys())
        seats = range(self.players)
        some_seat = [str(seat) for seat in seats]
        self.turn = int(read_choice(fields["turn"], some_seat))
        self.dealer = int(read_choice(fields["dealer"], some_seat))
        self.phase = read_choice(fields["phase"], ["choose", "discard", "place", "over"])
        self.hand = [in_order(read_pile(fields[f"hand{seat}"], self.players)) for seat in seats]
        self.table = [read_pile(fields[f"table{seat}"], self.players) for seat in seats]
        for pile in ("drawn", "reserve", "discard"):
            setattr(self, pile, read_pile(fields[pile], self.players))
        self.taken = read_choice(fields["taken"], ["-", *ALL_CARDS])
        over = self.phase == "over"
        self.takes, self.turns = read_number(fields["takes"], high=10**9 + over), read_number(fields["turns"])
        self.knocked = read_choice(fields["knocked"], ["-", *some_seat] if self.rules["lastturn"] == "on" else ["-"])
        self.deal = read_number(fields["deal"], 1, self.number("deals"))
        most = 10**9 + 49 * (self.deal - 1 + over)
        self.scores = [read_number(part, high=most) for part in read_parts(fields["scores"], self.players)]
        self.reason = ""
        if self.phase == "over":
            self.reason = read_choice(fields["reason"], ["knock", "reserve-out", "take-limit"])
        self.check_counts()

    def check_counts(self) -> None:
        for seat in range(self.players):
            held = 6 if self.phase == "discard" and seat == self.turn else 5
            if len(self.hand[seat]) != held:
                raise BadPositionError(f"hand{seat}: {len(self.hand[seat])} cards")
            if any(seat not in seats for _, seats in self.hand[seat]):
                raise BadPositionError(f"hand{seat}: a card that its seat does not know")
            if len(self.table[seat]) != 6:
                raise BadPositionError(f"table{seat}: {len(self.table[seat])} cards")
        if len(self.drawn) != (1 if self.phase == "place" else 0):
            raise BadPositionError("drawn, but not in place, or the other way round")
        if self.taken != "-" and self.taken not in names(self.hand[self.turn]):
            raise BadPositionError("taken that is not in the hand")
        if self.phase == "choose" and not (self.reserve and self.discard):
            raise BadPositionError("an empty reserve or discard in choose")
        check_cards([card for pile in self.piles() for card in names(pile)], 1 if self.players == 2 else 2)

    # The deal

    def fresh_events(self, text: str) -> list[str]:
        return [f"- deal {KroketTable.load(text, self.rules).deal}"]

    def fresh_faults(self, text: str, due: Due | None) -> list[str]:
        """K2, K3, K4, K14."""
        fresh = KroketTable.load(text, self.rules)
        fields = {
            "turn": str((fresh.dealer + 1) % self.players),
            "phase": "choose",
            "taken": "-",
            "takes": "0",
            "turns": "0",
            "knocked": "-",
            "deal": "1",
            "scores": ",".join(["0"] * self.players),
        }
        if due is not None:
            fields = due.fields
        written = dict(token.split("=") for token in text.split()[2:])
        faults = [f"{key}={written[key]}, not {value}" for key, value in fields.items() if written[key] != value]
        for seat in range(self.players):
            mine = frozenset({seat})
            if [seats for _, seats in fresh.hand[seat]] != [mine] * 5:
                faults.append(f"hand{seat}")
            if [seats for _, seats in fresh.table[seat]] != [mine] * 3 + [NOBODY] * 3:
                faults.append(f"table{seat}")
            if fresh.hand[seat] != sorted(fresh.hand[seat], key=lambda entry: ALL_CARDS.index(entry[0])):
                faults.append(f"hand{seat} out of order")
        if any(seats for _, seats in fresh.reserve):
            faults.append("reserve known")
        if len(fresh.discard) != 1 or len(fresh.reserve) != {2: 29, 3: 70, 4: 59}[self.players]:
            faults.append("reserve or discard count")
        return faults
