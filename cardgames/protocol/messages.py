"""Every message of CGP/1, to text and back: the front of this room.

The runner's side is in `orders`, the bot's in `answers`, options in `options`; lines out of bytes in `lines`.
"""

from cardgames.protocol.from_bot import (
    HELLO_ANSWERED,
    ID_KEYS,
    READY,
    BestMove,
    BotId,
    Handshake,
    Info,
    Pong,
)
from cardgames.protocol.options import EMPTY, KINDS, BotOption
from cardgames.protocol.to_bot import (
    GAME_ITSELF,
    HELLO,
    IS_READY,
    QUIT,
    STOP,
    VERSION,
    EventLine,
    GameOver,
    Go,
    NewGame,
    Ping,
    Rejected,
    SetOption,
    event_line,
    go_line,
    share_of_clock,
)
from cardgames.protocol.tokens import MessageError

__all__ = [
    "EMPTY",
    "GAME_ITSELF",
    "HELLO",
    "HELLO_ANSWERED",
    "ID_KEYS",
    "IS_READY",
    "KINDS",
    "QUIT",
    "READY",
    "STOP",
    "VERSION",
    "BestMove",
    "BotId",
    "BotOption",
    "EventLine",
    "GameOver",
    "Go",
    "Handshake",
    "Info",
    "MessageError",
    "NewGame",
    "Ping",
    "Pong",
    "Rejected",
    "SetOption",
    "event_line",
    "go_line",
    "share_of_clock",
]
