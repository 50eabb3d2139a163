"""Random positions that must load, most of them never reached by a deal: near the ends, with odd things known."""

from random import Random

from tests.reference.crapette import CrapetteTable, builds_house
from tests.reference.kroket import KroketTable, in_order
from tests.reference.spit import PLACES, SpitTable
from tests.reference.table import Settings, Table
from tests.reference.text import ALL_CARDS, LOW_ACE, NOBODY, SUITS, Card, Pile, Seats


def random_position(game: str, rules: Settings, random: Random) -> str:
    """A full position of `game` that `rules` allow."""
    makers = {"crapette": crapette_table, "spit": spit_table, "kroket": kroket_table}
    while True:
        table = makers[game](rules, random)
        text = table.text()
        if type(table).check(text, rules) is None:
            return text


def cut(cards: list[Card], count: int) -> list[Card]:
    """The next `count` cards, taken away from `cards`."""
    taken = cards[:count]
    del cards[:count]
    return taken


def known_somehow(cards: list[Card], table: Table, random: Random, seats: list[Seats]) -> Pile:
    """The cards, in one to three stretches of different knowledge."""
    pile: Pile = []
    cards = list(cards)
    while cards:
        stretch = cut(cards, random.choice([1, 2, 5, 52]))
        mask = random.choice(seats)
        pile += [(card, mask) for card in stretch]
    return pile


def crapette_table(rules: Settings, random: Random) -> CrapetteTable:
    table = CrapetteTable(rules)
    level = random.choice([0, 0, 3, 6, 9, 11, 12, 13])
    table.foundations = {
        suit: sorted((min(13, max(0, level + random.randint(-3, 2))) for _ in "12"), reverse=True) for suit in SUITS
    }
    cards = [LOW_ACE[at] + suit for suit in SUITS for top in table.foundations[suit] for at in range(top, 13)]
    random.shuffle(cards)
    table.houses = [crapette_house(cards, random) for _ in range(8)]
    table.up = (cards.pop(), table.all) if cards and random.random() < 0.4 else None
    weights = [random.choice([0, 1, 1, 3]) for _ in range(6)]
    heaps: list[list[Card]] = [[] for _ in range(6)]
    for card in cards:
        heaps[random.choices(range(6), weights if any(weights) else None)[0]].append(card)
    hidden: list[Seats] = [NOBODY]
    if random.random() < 0.3:
        hidden = [NOBODY, table.all, frozenset({0}), frozenset({1})]
    table.hand = [known_somehow(heap, table, random, hidden) for heap in heaps[:2]]
    table.waste = [[(card, table.all) for card in heap] for heap in heaps[2:4]]
    table.reserve = []
    for heap in heaps[4:]:
        loaded = random.choice([1, 1, 2, 4])
        bottom = known_somehow(heap[:-loaded], table, random, hidden)
        table.reserve.append(bottom + [(card, table.all) for card in heap[-loaded:]])
    table.turn, table.phase, table.asked, table.reason = random.randrange(2), "play", "-", ""
    table.shifts = random.randint(0, table.number("maxshifts"))
    most = 2 * max(len(table.hand[seat]) + len(table.waste[seat]) for seat in (0, 1)) + 2
    table.idle = random.choice([0, random.randrange(most), max(0, most - 2), most - 1])
    last = table.number("maxturns") - 1
    table.turns = random.choice([random.randint(0, last), max(0, last - 2), max(0, last - 1), last])
    table.skips = [] if rules["stop"] == "off" else [seat for seat in (0, 1) if random.random() < 0.3]
    for seat in (0, 1):
        if not (table.reserve[seat] or table.hand[seat] or table.waste[seat]):
            return crapette_table(rules, random)
    return table


def crapette_house(cards: list[Card], random: Random) -> list[Card]:
    house: list[Card] = []
    if cards and random.random() < 0.8:
        house.append(cards.pop())
    while house and random.random() < 0.6:
        following = [card for card in cards if builds_house(card, house[-1])]
        if not following:
            break
        house.append(random.choice(following))
        cards.remove(house[-1])
    return house


def spit_table(rules: Settings, random: Random) -> SpitTable:
    table = SpitTable(rules)
    short = random.choice([None, None, None, 0, 1])
    if rules["scoring"] == "points":
        short = None
    mine = random.randint(1, 15) if short is not None else random.randint(16, 36)
    table.cards = [mine, 52 - mine] if short != 1 else [52 - mine, mine]
    if rules["scoring"] == "points":
        table.cards = [26, 26]
    cards = random.sample(ALL_CARDS, 52)
    hidden: list[Seats] = [NOBODY]
    if random.random() < 0.2:
        hidden = [NOBODY, table.all, frozenset({0}), frozenset({1})]
    table.phase = "play" if short is not None or rules["scoring"] == "points" or random.random() < 0.8 else "slap"
    table.stocks, table.spit = [], []
    full = random.choice([0, 1, 2, 4])
    for seat in (0, 1):
        sizes = [min(random.randint(0, full), place + 1) for place in PLACES]
        spit = 0 if short == seat else random.choice([0, 0, 1, 3, 8])
        if table.phase == "slap" and seat == 1:
            sizes = [0] * 5
        while sum(sizes) + spit > table.cards[seat]:
            sizes[random.randrange(5)] = 0
            spit = min(spit, table.cards[seat] - sum(sizes)) if sum(sizes) <= table.cards[seat] else spit
        stocks = []
        for size in sizes:
            heap = cut(cards, size)
            stocks.append(known_somehow(heap[:-1], table, random, hidden) + [(card, table.all) for card in heap[-1:]])
        table.stocks.append(stocks)
        table.spit.append(known_somehow(cut(cards, spit), table, random, hidden))
    left = cut(cards, random.randint(1, len(cards) - 1)) if short is None else []
    table.piles = {"L": [(card, table.all) for card in left], "R": [(card, table.all) for card in cards]}
    if short == 1:
        table.piles = {"L": table.piles["R"], "R": []}
    table.round = random.choice([1, table.number("maxrounds"), random.randint(1, table.number("maxrounds"))])
    table.points = [0, 0]
    if rules["scoring"] == "points":
        table.points = [random.randint(max(0, table.number("target") - 8), table.number("target") - 1) for _ in "01"]
    table.waited, table.slaps, table.reason = "-", ["-", "-"], ""
    if table.phase == "play":
        table.waited = random.choice(["-", "-", "0", "1"])
    elif random.random() < 0.5:
        table.slaps = random.choice([["L", "-"], ["R", "-"], ["-", "L"], ["-", "R"]])
    return table


def kroket_table(rules: Settings, random: Random) -> KroketTable:
    table = KroketTable(rules)
    seats = range(table.players)
    cards = random.sample(ALL_CARDS * (1 if table.players == 2 else 2), 52 if table.players == 2 else 104)
    if random.random() < 0.5:
        # Pictures on top, so that hands of pictures only come about.
        cards.sort(key=lambda card: card[0] not in "JQKA" or random.random() < 0.4)
    table.turn, table.dealer = random.choice(seats), random.choice(seats)
    table.phase = random.choice(["choose", "choose", "discard", "place"])
    table.deal = random.randint(1, table.number("deals"))
    table.scores = [0 if table.deal == 1 else random.randint(0, 40) for _ in seats]
    table.taken, table.knocked, table.reason = "-", "-", ""
    table.takes = random.randint(0, table.number("takelimit") * table.players - 1)
    table.turns = random.randint(table.takes, table.takes + 40)
    table.hand, table.table = [], []
    for seat in seats:
        held = 6 if table.phase == "discard" and seat == table.turn else 5
        mine: Seats = frozenset({seat})
        table.hand.append(in_order([(card, random.choice([mine, mine, table.all])) for card in cut(cards, held)]))
        rows = [mine] * 3 + [random.choice([NOBODY, NOBODY, mine]) for _ in range(3)]
        table.table.append(list(zip(cut(cards, 6), rows, strict=True)))
    if table.phase == "discard":
        open_cards = [card for card, known in table.hand[table.turn] if known == table.all]
        if open_cards and random.random() < 0.6:
            table.taken = random.choice(open_cards)
    table.drawn = []
    if table.phase == "place":
        seen = frozenset({table.turn}) if rules["lay"] == "seen" else NOBODY
        table.drawn = [(cards.pop(), seen)]
    if rules["lastturn"] == "on" and random.random() < 0.4:
        table.knocked = str(random.choice([seat for seat in seats if seat != table.turn]))
    low = 1 if table.phase == "choose" else 0
    reserve = random.choice([low, 1, 2, 5, len(cards) // 2])
    table.reserve = [(card, NOBODY) for card in cut(cards, reserve)]
    table.discard = [(card, table.all) for card in cards]
    return table
