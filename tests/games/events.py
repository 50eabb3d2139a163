"""Events read from their text, so that a test can write them as a bot reads them."""

from cardgames.cards import CARD_OF_NAME, KNOWN, NOTHING, UNKNOWN
from cardgames.games.crapette.rules.state import ANNOUNCED, FOUNDED, WASTED
from cardgames.games.registry import GAMES
from cardgames.games.spit.rules.history import SPAT
from cardgames.rules import GAME_ITSELF, MOVE, NEW_DEAL, NEW_ROUND, Event

EVERYBODY = 15 << KNOWN


def event(game: str, text: str) -> Event:
    """What `WHO MOVE [CARD ...]` says, as everybody sees it."""
    who, word, *rest = text.split()
    seat = GAME_ITSELF if who == "-" else int(who)
    if word in (NEW_DEAL, NEW_ROUND):
        return Event(word, seat, number=int(rest[0]))
    if word == ANNOUNCED:
        return Event(word, seat, GAMES[game].parse_move(rest[0]), rest[0])
    cards = tuple(_entry(name) for name in rest)
    if word in (SPAT, FOUNDED, WASTED):
        return Event(word, seat, moved=cards)
    return Event(MOVE, seat, GAMES[game].parse_move(word), word, cards[:1], cards[1:])


def _entry(name: str) -> int:
    return CARD_OF_NAME.get(name, NOTHING if name == "-" else UNKNOWN) | EVERYBODY
