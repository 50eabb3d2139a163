"""A seat whose bot is a program: its start, handshake, restart and end."""

from collections.abc import Callable
from time import sleep

from cardgames.bots.child import BotProcess
from cardgames.bots.faults import StartupError, Termination
from cardgames.bots.limits import Limits
from cardgames.bots.log_buffer import LogBuffer
from cardgames.bots.seat import Seat
from cardgames.bots.spec import BotSpec
from cardgames.bots.wires import MILLI, Channel, PipeWires, WireFault
from cardgames.protocol.lines import quoted
from cardgames.protocol.messages import HELLO, IS_READY, QUIT, READY, Handshake, MessageError, SetOption
from cardgames.rules import Game
from cardgames.text import near_miss

_FLUSHED_MS = 300
_RETRY_PAUSES_MS = (100, 300, 900)
"""The pause before each further attempt to start it again."""
_SLICE_MS = 10
_LONGEST_LIST = 200
_LONGEST_SEEN = 60

_NOT_FOUND = ("no such file", "can't open", "cannot open", "not found", "no module named", "cannot find", "not find")
"""What interpreters say when they look in the wrong folder; in lower case."""


class ProgramSeat(Seat):
    """A seat with a process. `start` makes one whose handshake is done."""

    def __init__(self, spec: BotSpec, limits: Limits | None = None, pause: Callable[[float], None] = sleep) -> None:
        super().__init__(spec, limits)
        self._pause = pause
        self._has_run = False
        self.handshake = Handshake()
        self.log = LogBuffer(self.limits.log_bytes)
        """Its stderr and `info string` since the end of the last game."""
        self.restarts = 0
        """How often it was started again."""
        self._child: BotProcess | None = None
        self._channel: Channel | None = None

    @classmethod
    def start(cls, spec: BotSpec, limits: Limits | None = None) -> "ProgramSeat":
        """A seat whose program runs and has done its handshake. Raises StartupError."""
        seat = cls(spec, limits)
        seat._start()
        return seat

    @property
    def channel(self) -> Channel | None:
        """The pipes of the process that runs now; None while there is none."""
        return self._channel

    @property
    def pid(self) -> int | None:
        """The number of the process that runs now, and of its group and session; None while there is none."""
        return None if self._child is None else self._child.pid

    def ready(self, game: Game) -> None:
        """Starts the program again if it has ended since the last game, and checks that it plays this one.

        Only a missing answer shows for certain that it has ended. To end after a game is no fault.
        """
        if self._child is not None and not self._is_alive():
            self._kill()
        if self._child is None:
            self._restart()
        else:
            self.log.clear()
        if self.handshake.games and game.name not in self.handshake.games:
            plays = quoted(", ".join(self.handshake.games), _LONGEST_LIST)
            raise StartupError(f"bot {self.spec.name}: does not play {game.name}; its line 'games' has {plays}")

    def take_info(self, line: str) -> None:
        """Keeps `info string TEXT` in the log."""
        words = line.split(None, 2)
        if words[:2] == ["info", "string"]:
            self.log.add(f"{' '.join(words[2:])}\n".encode())

    @property
    def limit_fault(self) -> Termination | None:
        """The fault for which its process was killed; None if it was not."""
        found = None if self._child is None else self._child.excess
        return None if found is None else found[0]

    def last_words(self) -> str:
        """`exit status 3; stderr: …`; waits up to 1 s for the process to end.

        Raises:
            RefusalError: the machine has ended it.
        """
        if self._child is None or self._channel is None:
            return ""
        words = self._child.last_words(self._channel)
        if self._child.refusal is not None:
            raise self._child.refusal
        return words

    def drop(self) -> None:
        """Sends `quit`, soon SIGTERM, then SIGKILL."""
        self._end(self.limits.fault_ms)

    def close(self) -> None:
        """Sends `quit`, then SIGTERM and SIGKILL to all of its processes; none is left."""
        self._end(self.limits.quit_ms)

    def _is_alive(self) -> bool:
        """Whether the program answers. Raises StartupError if it runs and does not."""
        assert self._channel is not None
        wires = PipeWires([self._channel])
        wires.send(0, f"{IS_READY}\n")
        until = wires.now() + self.limits.startup_ms * MILLI
        while wires.now() < until:
            for _, what, _ in wires.wait(until, 1):
                if isinstance(what, str):
                    if what.strip() == READY:
                        return True
                elif what.kind == Termination.CRASH:
                    return False
                else:
                    raise StartupError(f"bot {self.spec.name}: {what.detail}", what.kind)
        told = f"no {READY} within {self.limits.startup_ms} ms before the game"
        raise StartupError(f"bot {self.spec.name}: {told}", Termination.TIME)

    # -- the beginning

    def _restart(self) -> None:
        """Starts it. If it has run before and now ends before its handshake, tries again after longer pauses."""
        for pause_ms in _RETRY_PAUSES_MS if self._has_run else ():
            self.restarts += 1
            try:
                return self._start()
            except StartupError as error:
                if error.kind != Termination.CRASH:
                    raise
                self._pause(pause_ms / 1000)
        self.restarts += self._has_run
        return self._start()

    def _start(self) -> None:
        self._child = BotProcess(self.spec, self.limits)
        self.log.clear()
        self._channel = Channel(
            self._child.stdin, self._child.stdout, self._child.stderr, self.log, self.limits.move_bytes
        )
        try:
            self._shake_hands(PipeWires([self._channel]))
        except BaseException:
            self._end(0)
            raise
        self._has_run = True

    def _shake_hands(self, wires: PipeWires) -> None:
        until = wires.now() + self.limits.startup_ms * MILLI
        self.handshake = Handshake()
        wires.send(0, f"{HELLO}\n")
        lines: list[str] = []
        while not self._take(self._next_lines(wires, until, lines, "cgpok 1")):
            continue
        wires.send(0, "".join(f"{line}\n" for line in [*self._option_lines(), IS_READY]))
        while READY not in [line.strip() for line in self._next_lines(wires, until, lines, READY)]:
            continue

    def _take(self, lines: list[str]) -> bool:
        return any(self.handshake.take(line) for line in lines)

    def _next_lines(self, wires: PipeWires, until: int, seen: list[str], expected: str) -> list[str]:
        """The next lines. Raises StartupError if something else comes, or if the time is up."""
        if wires.now() >= until:
            raise StartupError(f"bot {self.spec.name}: {self._why_silent(seen, expected)}", Termination.TIME)
        lines: list[str] = []
        for _, what, _ in wires.wait(until, 1):
            if isinstance(what, WireFault):
                told = self._why_ended(what, expected)
                raise StartupError(f"bot {self.spec.name}: {told}", self.limit_fault or what.kind)
            lines.append(what)
        seen += lines[-1:]
        return lines

    def _why_ended(self, fault: WireFault, expected: str) -> str:
        words = self.last_words()
        return f"{fault.detail} before {expected}: {words}{self._hint(words)}"

    def _hint(self, words: str) -> str:
        """What to try, if its last words are like those of a program in the wrong folder or in the sandbox."""
        hints = []
        if self.spec.cwd is None and any(text in words.lower() for text in _NOT_FOUND):
            hints.append("it runs in an empty folder of its own: name its files by their path, or give it its folder")
        if self.limits.sandbox:
            hints.append("it ran in the sandbox: try --sandbox off, or name what it needs in its command or by --cwd")
            if self._child is not None:
                hints.append(self._child.visible_files(words))
        return "".join(f"; {hint}" for hint in hints)

    def _why_silent(self, seen: list[str], expected: str) -> str:
        assert self._channel is not None
        told = f"no {expected} within {self.limits.startup_ms / 1000:g} s"
        if self._channel.half_line:
            return f"{told}; a line came without its end, every line needs a newline"
        if seen:
            return f"{told}; the last line that came is {quoted(seen[-1], _LONGEST_SEEN)!r}"
        lines = self.log.last_lines()
        stderr = f"; stderr: {lines}" if lines else ""
        if self._speaks_at_its_end():
            return f"{told}: it does not flush stdout, its lines came only when its input ended; flush after each line"
        return f"{told}, nothing came at all; does it speak CGP/1, and does it flush stdout after each line?{stderr}"

    def _speaks_at_its_end(self) -> bool:
        """Whether lines come out once its input has ended: then they lay in its buffer."""
        assert self._channel is not None
        assert self._child is not None
        self._child.close_stdin()
        wires = PipeWires([self._channel])
        arrivals = wires.wait(wires.now() + _FLUSHED_MS * MILLI, 1)
        return any(isinstance(what, str) for _, what, _ in arrivals)

    def _option_lines(self) -> list[str]:
        lines: list[str] = []
        for name, value in self.spec.options:
            option = self.handshake.options.get(name.lower())
            if option is None:
                known = [known.name for known in self.handshake.options.values()]
                near = near_miss(name, known) if known else "; it has none"
                raise StartupError(f"bot {self.spec.name}: it has no option {name!r}{near}")
            try:
                text = option.read(value)
            except MessageError as error:
                raise StartupError(f"bot {self.spec.name}: {error}") from None
            lines.append(SetOption(option.name, None if option.kind == "button" else text).text())
        return lines

    # -- the end

    def _end(self, patience_ms: int) -> None:
        if self._child is None or self._channel is None:
            return
        if patience_ms and not self._child.exited and self._child.stdin >= 0:
            self._channel.write(f"{QUIT}\n".encode())
            self._await_exit(patience_ms)
        if not self._child.exited:
            self._child.terminate()
            self._await_exit(self.limits.term_ms)
        self._kill()

    def _await_exit(self, millis: int) -> None:
        """Waits for the process to end and reads its output meanwhile, so that no full pipe holds it up.

        It waits in slices, because a child of the bot may hold the pipes open after the bot has ended.
        """
        assert self._child is not None
        assert self._channel is not None
        wires = PipeWires([self._channel])
        until = wires.now() + millis * MILLI
        while wires.now() < until and not self._child.exited:
            self._channel.taken = 0
            for _, what, _ in wires.wait(min(until, wires.now() + _SLICE_MS * MILLI), 1):
                if isinstance(what, WireFault) and what.kind == Termination.CRASH:
                    self._child.await_exit((until - wires.now()) // MILLI)
                    return

    def _kill(self) -> None:
        assert self._child is not None
        self._child.kill()
        self._child = self._channel = None
