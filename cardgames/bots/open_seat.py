"""Opens the seat of a bot: in this process for a built-in player, else for a program."""

from cardgames.bots.faults import StartupError
from cardgames.bots.limits import Limits
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.games.players import PlayerError, check_options


def open_seat(spec: BotSpec, limits: Limits | None = None) -> Seat:
    """A seat for a bot. A program has been started and its handshake is done.

    Raises:
        StartupError: the program cannot be started or does not speak CGP/1, or there is no such built-in player.
    """
    if spec.command:
        return ProgramSeat.start(spec, limits)
    try:
        check_options(spec.player, spec.options)
    except PlayerError as error:
        raise StartupError(f"bot {spec.name}: {error}") from None
    return PlayerSeat(spec)
