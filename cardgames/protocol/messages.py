"""Every message of CGP/1, to text and back: all that others import of this folder.

What the runner writes is in `to_bot`, what a bot writes in `from_bot`, its options in `options`, lines in `lines`.
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
