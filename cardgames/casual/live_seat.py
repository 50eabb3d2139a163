"""The seat of a person who plays in real time: to the table it is a program, whose pipes end at the keyboard."""

import os
from collections.abc import Callable

from cardgames.bots.limits import MIB
from cardgames.bots.log_buffer import LogBuffer
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import Channel, PipeWires
from cardgames.protocol.messages import IS_READY, READY
from cardgames.rules import Game


class PersonChannel(Channel):
    """What is said to a person and what the person answers.

    The keyboard stands where a program has its stderr, which a table listens to all the time: so keys are taken
    also while no answer is awaited. A move that they come to goes through a pipe, as a program's answer does.
    """

    __slots__ = ("_answers", "_hear", "_press")

    def __init__(self, keyboard: int, press: Callable[[], None], hear: Callable[[str], None]) -> None:
        """A channel.

        Args:
            keyboard: the descriptor that has keys.
            press: reads and treats them; what it raises ends the waiting.
            hear: takes each line that the table says.
        """
        read_end, self._answers = os.pipe()
        super().__init__(self._answers, read_end, keyboard, LogBuffer(0), MIB)
        os.set_blocking(read_end, False)
        self._press = press
        self._hear = hear

    def answer(self, line: str) -> None:
        """The person says a line."""
        os.write(self._answers, f"{line}\n".encode())

    def write(self, data: bytes) -> None:
        """The table says some lines."""
        self.taken = 0
        for line in data.decode().splitlines():
            if line == IS_READY:
                self.answer(READY)
            else:
                self._hear(line)

    def read_log(self) -> bool:
        """There are keys."""
        self._press()
        return True

    def close(self) -> None:
        """Gives its pipe back."""
        os.close(self.read_end)
        os.close(self._answers)


class LivePersonSeat(Seat):
    """A person's seat at a table in real time."""

    def __init__(self, spec: BotSpec, channel: PersonChannel) -> None:
        super().__init__(spec)
        self._channel = channel

    @property
    def is_person(self) -> bool:
        """It is: whoever says nothing is let be."""
        return True

    @property
    def channel(self) -> Channel:
        """To the keyboard."""
        return self._channel

    def ready(self, game: Game) -> None:
        """Nothing to do."""

    def drop(self) -> None:
        """Nothing to do: a person is not sent away."""

    def close(self) -> None:
        """The pipe goes."""
        self._channel.close()


class PausableWires(PipeWires):
    """Wires whose time can be made to stand still, so that nobody loses who reads the rules."""

    def stand_still(self, nanos: int) -> None:
        """For so long the time has stood still."""
        self._stood_still += nanos
