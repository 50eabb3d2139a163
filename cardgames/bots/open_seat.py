"""Which seat a bot gets: one in this process, or one for a program."""

from cardgames.bots.faults import StartupError
from cardgames.bots.limits import Limits
from cardgames.bots.program_seat import ProgramSeat
from cardgames.bots.seat import PlayerSeat, Seat
from cardgames.bots.spec import BotSpec
from cardgames.games.players import PlayerError, check_options


def open_seat(spec: BotSpec, limits: Limits | None = None) -> Seat:
    """A seat for a bot; a program is started and has shaken hands.

    Raises:
        StartupError: a program that cannot be started or does not speak CGP/1, or no such built-in player.
    """
    if spec.command:
        return ProgramSeat.start(spec, limits)
    try:
        check_options(spec.player, spec.options)
    except PlayerError as error:
        raise StartupError(f"bot {spec.name}: {error}") from None
    return PlayerSeat(spec)
