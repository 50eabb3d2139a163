"""Spit, plainly (clauses S1 to S18)."""

from collections.abc import Callable
from itertools import zip_longest
from typing import ClassVar

from tests.reference.table import Due, End, Settings, Table, share_out
from tests.reference.text import (
    NOBODY,
    RANKS,
    BadPositionError,
    Card,
    Entry,
    Pile,
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

KEYS = ["phase", "round", "stocks0", "spit0", "stocks1", "spit1", "L", "R", "cards", "points", "waited", "slaps"]
PLACES = range(5)


def adjoins(card: Card, top: Card) -> bool:
    """S5: one rank away, and the ranks go round."""
    return (RANKS.index(card[0]) - RANKS.index(top[0])) % 13 in (1, 12)


def layout(count: int) -> list[int]:
    """S1, S2: the sizes of the five stocks that so many cards make."""
    sizes = []
    for size in (1, 2, 3, 4, 5):
        sizes.append(min(size, count))
        count -= sizes[-1]
    return sizes


class SpitTable(Table):
    name = "spit"
    defaults: ClassVar[Settings] = {"players": 2, "scoring": "standard", "target": 100, "maxrounds": 200}

    phase: str
    round: int
    stocks: list[list[Pile]]
    spit: list[Pile]
    piles: dict[str, Pile]
    cards: list[int]
    points: list[int]
    waited: str
    slaps: list[str]
    reason: str

    # What may be played

    def actors(self) -> list[int]:
        if self.phase == "play":
            return [0, 1]
        return [seat for seat in (0, 1) if self.phase == "slap" and self.slaps[seat] == "-"]

    def legal(self, seat: int) -> list[str]:
        if self.phase == "slap":
            return ["slap:L", "slap:R"] if self.slaps[seat] == "-" else []
        if self.phase == "play":
            return [*self.plays(seat), "wait"]
        return []

    def plays(self, seat: int) -> list[str]:
        """S5 and S7."""
        moves = []
        for place in PLACES:
            stock = self.stocks[seat][place]
            if not stock:
                continue
            tops = {pile: cards[-1][0] for pile, cards in self.piles.items() if cards}
            moves += [f"{place + 1}{pile}" for pile in tops if adjoins(stock[-1][0], tops[pile])]
            if len(stock) >= 2:
                moves += [f"{place + 1}>{to + 1}" for to in PLACES if not self.stocks[seat][to]]
        return moves

    # What happens

    def make(self, seat: int, move: str) -> None:
        if move.startswith("slap:"):
            self.slap(seat, move[-1])
        elif move == "wait":
            self.wait(seat)
        else:
            self.move_card(seat, move)

    def slap(self, seat: int, pile: str) -> None:
        """S12: on the same pile the first has it, the other takes the other."""
        other = self.slaps[1 - seat]
        if other != "-":
            # Told when both are made, in the order made, each by what it slapped.
            self.tell(1 - seat, f"slap:{other}")
            self.tell(seat, f"slap:{pile}")
        if other == pile:
            pile = "R" if pile == "L" else "L"
        self.slaps[seat] = pile
        if other != "-":
            self.settle_two_piles()

    def wait(self, seat: int) -> None:
        """S10."""
        self.tell(seat, "wait")
        if self.waited == "-":
            self.waited = str(seat)
        elif self.waited != str(seat):
            self.spit_again()
            self.spit_while_stuck()

    def move_card(self, seat: int, move: str) -> None:
        stock = self.stocks[seat][int(move[0]) - 1]
        card = stock.pop()[0]
        learned: tuple[Entry, ...] = ()
        if stock:
            # S6.
            turned, seats = stock[-1]
            stock[-1] = (turned, self.all)
            learned = ((turned, self.all - seats),)
        self.tell(seat, move, ((card, self.all),), learned)
        if move[1] == ">":
            self.stocks[seat][int(move[2]) - 1].append((card, self.all))
        else:
            self.piles[move[1]].append((card, self.all))
        self.waited = "-"
        if self.stock_cards(seat) == 0:
            # S11.
            self.end_round(seat)
        else:
            self.spit_while_stuck()

    def stock_cards(self, seat: int) -> int:
        return sum(len(stock) for stock in self.stocks[seat])

    def stuck(self) -> bool:
        """S9: neither seat can play or move."""
        return not self.plays(0) and not self.plays(1)

    def spit_while_stuck(self) -> None:
        while self.phase == "play" and self.due is None and self.stuck():
            self.spit_again()

    def spit_again(self) -> None:
        """S3; or the round is blocked (S11)."""
        self.waited = "-"
        spitting = [seat for seat in (0, 1) if self.spit[seat] and self.cards[seat] > 15]
        if not spitting:
            self.end_round(None)
            return
        turned = ["-", "-"]
        for seat, pile in enumerate("LR"):
            if seat in spitting:
                turned[seat] = self.spit[seat].pop()[0]
                self.piles[pile].append((turned[seat], self.all))
        self.tell("-", f"spit {turned[0]} {turned[1]}")

    # The end of a round

    def one_pile(self) -> bool:
        """S2: a seat was dealt 15 cards or fewer."""
        return min(self.cards) <= 15

    def end_round(self, finisher: int | None) -> None:
        """A seat has got rid of its stocks (`finisher`), or the round is blocked (None)."""
        self.waited = "-"
        if self.rules["scoring"] == "points":
            self.settle_points(finisher is None)
        elif self.one_pile():
            self.settle_one_pile(finisher)
        else:
            self.phase = "slap"

    def left(self, seat: int) -> list[Card]:
        stock = [card for pile in self.stocks[seat] for card in names(pile)]
        return stock + names(self.spit[seat])

    def settle_points(self, blocked: bool) -> None:
        """S17, S16."""
        left = [self.left(0), self.left(1)]
        self.points = [self.points[seat] + len(left[seat]) for seat in (0, 1)]
        if max(self.points) >= self.number("target") and self.points[0] != self.points[1]:
            self.end("points")
        elif self.round >= self.number("maxrounds"):
            self.end("round-limit")
        else:
            self.next_round(left, [26, 26], blocked)

    def settle_two_piles(self) -> None:
        """S13, after both slaps."""
        blocked = self.stock_cards(0) > 0 and self.stock_cards(1) > 0
        self.settle(self.taken(), blocked)

    def settle_one_pile(self, finisher: int | None) -> None:
        """S14."""
        self.settle(self.taken(), finisher is None)

    def taken(self) -> list[list[Card]]:
        """Each seat's cards after the round: S13, S14. Known from the table as the round ended."""
        hands = [self.left(0), self.left(1)]
        if not self.one_pile():
            for seat in (0, 1):
                hands[seat] += names(self.piles[self.slaps[seat]])
            return hands
        rid = self.rid_of_stocks()
        for pile in "LR":
            hands[1 - rid] += names(self.piles[pile])
        return hands

    def rid_of_stocks(self) -> int:
        """S14: the seat that counts as having got rid of its stock cards."""
        counts = [self.stock_cards(0), self.stock_cards(1)]
        if counts[0] != counts[1]:
            return counts.index(min(counts))
        return 0 if self.cards[0] <= 15 else 1

    def settle(self, hands: list[list[Card]], blocked: bool) -> None:
        """S15, S16, or the next round."""
        if not hands[0] or not hands[1]:
            self.end("out")
        elif self.round >= self.number("maxrounds"):
            self.end("round-limit")
        else:
            self.next_round(hands, [len(hands[0]), len(hands[1])], blocked)

    def next_round(self, hands: list[list[Card]], counts: list[int], blocked: bool) -> None:
        fields = {
            "phase": "play",
            "round": str(self.round + 1),
            "cards": f"{counts[0]},{counts[1]}",
            "points": f"{self.points[0]},{self.points[1]}",
            "waited": "-",
            "slaps": "-,-",
        }
        self.due = Due("round", fields, tuple(tuple(sorted(hand)) for hand in hands), blocked)

    def end(self, reason: str) -> None:
        self.phase, self.reason = "over", reason

    def outcome(self) -> End | None:
        """S15 to S18."""
        if self.phase != "over":
            return None
        in_points = self.rules["scoring"] == "points"
        counts = self.points if in_points else [len(hand) for hand in self.taken()]
        winners = [seat for seat in (0, 1) if counts[seat] == min(counts)]
        scores = [0, 0]
        if in_points:
            scores = counts
        elif len(winners) == 1:
            scores[winners[0]] = max(counts)
        return End(share_out(winners, 2), (scores[0], scores[1]), self.reason)

    # Text

    def text(self) -> str:
        return self.write(self.slaps, lambda pile: write_pile(pile, 2))

    def view(self, seat: int) -> str:
        both = "-" not in self.slaps
        slaps = [mine if both or at == seat else "-" for at, mine in enumerate(self.slaps)]
        return self.write(slaps, lambda pile: see_pile(pile, seat))

    def write(self, slaps: list[str], pile_text: Callable[[Pile], str]) -> str:
        fields = {"phase": self.phase, "round": str(self.round)}
        for seat in (0, 1):
            fields[f"stocks{seat}"] = ",".join(pile_text(stock) for stock in self.stocks[seat])
            fields[f"spit{seat}"] = pile_text(self.spit[seat])
        fields |= {pile: pile_text(self.piles[pile]) for pile in "LR"}
        fields["cards"] = f"{self.cards[0]},{self.cards[1]}"
        fields["points"] = f"{self.points[0]},{self.points[1]}"
        fields["waited"] = self.waited
        fields["slaps"] = ",".join(slaps)
        if self.phase == "over":
            fields["reason"] = self.reason
        return join_fields("spit", fields)

    def read(self, text: str) -> None:
        fields = split_fields(text, "spit", KEYS)
        self.phase = read_choice(fields["phase"], ["play", "slap", "over"])
        self.round = read_number(fields["round"], 1)
        self.stocks = [[read_pile(part, 2) for part in read_parts(fields[f"stocks{seat}"], 5)] for seat in (0, 1)]
        for stock in [*self.stocks[0], *self.stocks[1]]:
            if stock and stock[-1][1] != self.all:
                raise BadPositionError("hidden stock top")
        self.spit = [read_pile(fields[f"spit{seat}"], 2) for seat in (0, 1)]
        self.piles = {pile: read_pile(fields[pile], 2) for pile in "LR"}
        if any(seats != self.all for pile in self.piles.values() for _, seats in pile):
            raise BadPositionError("hidden pile card")
        self.cards = [read_number(part) for part in read_parts(fields["cards"], 2)]
        if sum(self.cards) != 52:
            raise BadPositionError("cards that do not add up to 52")
        ended = self.round - 1 + (self.phase == "over")
        self.points = [read_number(part, high=10**9 + 52 * ended) for part in read_parts(fields["points"], 2)]
        self.waited = read_choice(fields["waited"], ["-", "0", "1"])
        self.slaps = [read_choice(part, ["-", "L", "R"]) for part in read_parts(fields["slaps"], 2)]
        self.reason = ""
        if self.phase == "over":
            self.reason = read_choice(fields["reason"], ["out", "points", "round-limit"])
        if min(self.cards) > 15 and not (self.piles["L"] and self.piles["R"]):
            raise BadPositionError("a two-pile round without one of its piles")
        check_cards([card for seat in (0, 1) for card in self.left(seat)] + self.on_piles(), 1)
        if self.phase != "over" and "-" not in self.slaps:
            raise BadPositionError("both have slapped")
        if self.phase == "play":
            if not self.stock_cards(0) or not self.stock_cards(1):
                raise BadPositionError("a seat without stock cards in play")
            if self.stuck():
                raise BadPositionError("S9 is due")

    def on_piles(self) -> list[Card]:
        return names(self.piles["L"]) + names(self.piles["R"])

    # The deal

    def fresh_events(self, text: str) -> list[str]:
        table = SpitTable.load(text, self.rules)
        left, right = names(table.piles["L"]), names(table.piles["R"])
        spits = [f"- spit {one} {other}" for one, other in zip_longest(left, right, fillvalue="-")]
        return [f"- round {table.round}", *spits]

    def fresh_faults(self, text: str, due: Due | None) -> list[str]:
        """S1 to S4 and S9: what a newly laid out round must be."""
        table = SpitTable.load(text, self.rules)
        if due is not None and table.round != int(due.fields["round"]):
            # A round that was blocked as soon as it was dealt: all that can be told from outside.
            return [] if table.round > int(due.fields["round"]) and self.rules["scoring"] == "standard" else ["round"]
        faults = self.due_faults(table, due)
        for seat, pile in enumerate("LR"):
            faults += [f"seat {seat}: {fault}" for fault in layout_faults(table, seat, names(table.piles[pile]))]
        if not table.spits_fell_due():
            faults.append("a spit that was not due")
        return faults

    def due_faults(self, table: "SpitTable", due: Due | None) -> list[str]:
        fields = {"round": "1", "cards": "26,26", "points": "0,0", "waited": "-", "slaps": "-,-", "phase": "play"}
        if due is not None:
            fields = due.fields
        written = dict(token.split("=") for token in table.text().split()[2:])
        stuck = table.phase == "slap" and not table.spit[0] and not table.spit[1]
        faults = [
            f"{key}={written[key]}, not {value}"
            for key, value in fields.items()
            if written[key] != value and not (key == "phase" and stuck)
        ]
        if due is not None and self.rules["scoring"] == "standard":
            for seat, pile in enumerate("LR"):
                if sorted(table.left(seat) + names(table.piles[pile])) != list(due.cards[seat]):
                    faults.append(f"seat {seat}: not the cards that it had taken")
        return faults

    def spits_fell_due(self) -> bool:
        """Whether every spit but the first was due: taken back one by one, both seats must be stuck."""
        table = SpitTable(self.rules)
        table.stocks = self.stocks
        depth = max(len(self.piles["L"]), len(self.piles["R"]))
        for spits in range(1, depth):
            table.piles = {pile: self.piles[pile][:spits] for pile in "LR"}
            if not table.stuck():
                return False
        return True


def layout_faults(table: SpitTable, seat: int, pile: list[Card]) -> list[str]:
    faults = []
    count = table.cards[seat]
    sizes = [len(stock) for stock in table.stocks[seat]]
    if sizes != layout(count):
        faults.append(f"stocks of {sizes}")
    if sum(sizes) + len(table.spit[seat]) + len(pile) != count:
        faults.append("cards in all")
    other = table.piles["R" if seat == 0 else "L"]
    if len(pile) < len(other) and table.spit[seat]:
        faults.append("did not spit")
    if count > 15 and not pile:
        faults.append("has not spat")
    hidden = [entry for stock in table.stocks[seat] for entry in stock[:-1]] + table.spit[seat]
    if any(seats != NOBODY for _, seats in hidden):
        faults.append("a known card")
    return faults
