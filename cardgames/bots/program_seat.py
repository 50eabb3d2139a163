"""A seat whose bot is a program of its own: started, greeted, restarted, ended."""

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
_RETRIES_MS = (100, 300, 900)
"""How long to wait before each attempt to start it again, once one has failed."""
_SLICE_MS = 10
_LONGEST_LIST = 200
_LONGEST_SEEN = 60

_NOT_FOUND = ("no such file", "can't open", "cannot open", "not found", "no module named", "cannot find", "not find")
"""What interpreters say when they look in the wrong folder, in lower case."""


class ProgramSeat(Seat):
    """A seat with a child process. `start` makes one that has shaken hands."""

    def __init__(self, spec: BotSpec, limits: Limits | None = None, pause: Callable[[float], None] = sleep) -> None:
        super().__init__(spec, limits)
        self._pause = pause
        self._has_run = False
        self.handshake = Handshake()
        self.log = LogBuffer(self.limits.log_bytes)
        """Its stderr and `info string`, in this game and since the last one."""
        self.restarts = 0
        """How often it was started again."""
        self._child: BotProcess | None = None
        self._channel: Channel | None = None

    @classmethod
    def start(cls, spec: BotSpec, limits: Limits | None = None) -> "ProgramSeat":
        """A seat whose program runs. Raises StartupError."""
        seat = cls(spec, limits)
        seat._begin()
        return seat

    @property
    def channel(self) -> Channel | None:
        """Of the process that runs now; None while there is none."""
        return self._channel

    @property
    def pid(self) -> int | None:
        """The process that runs now, which is its group and its session as well."""
        return None if self._child is None else self._child.pid

    def ready(self, game: Game) -> None:
        """Starts the program again if it has ended since the last game, and looks whether it plays this one.

        That it has ended shows for certain only when it does not answer: what it does after a game is no fault.
        """
        if self._child is not None and not self._still_there():
            self._bury()
        if self._child is None:
            self._begin_again()
        else:
            self.log.clear()
        if self.handshake.games and game.name not in self.handshake.games:
            plays = quoted(", ".join(self.handshake.games), _LONGEST_LIST)
            raise StartupError(f"bot {self.spec.name}: does not play {game.name}; its line 'games' has {plays}")

    def heard(self, line: str) -> None:
        """Keeps `info string TEXT` in the log."""
        words = line.split(None, 2)
        if words[:2] == ["info", "string"]:
            self.log.add(f"{' '.join(words[2:])}\n".encode())

    @property
    def excess(self) -> Termination | None:
        """The fault that is behind the end of its process, if it was killed for one."""
        found = None if self._child is None else self._child.excess
        return None if found is None else found[0]

    def last_words(self) -> str:
        """`exit status 3; stderr: …`, waiting a moment for the process to end.

        Raises:
            RefusalError: it was the machine that ended it.
        """
        if self._child is None or self._channel is None:
            return ""
        words = self._child.last_words(self._channel)
        if self._child.refusal is not None:
            raise self._child.refusal
        return words

    def drop(self) -> None:
        """`quit` with little patience, then SIGTERM, then SIGKILL."""
        self._end(self.limits.fault_ms)

    def close(self) -> None:
        """`quit`, then SIGTERM, then SIGKILL, all of it to the whole group; nothing of it is left."""
        self._end(self.limits.quit_ms)

    def _still_there(self) -> bool:
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

    def _begin_again(self) -> None:
        """Starts it; one that has run before and now ends before it has greeted gets more chances, ever later."""
        for pause_ms in _RETRIES_MS if self._has_run else ():
            self.restarts += 1
            try:
                return self._begin()
            except StartupError as error:
                if error.kind != Termination.CRASH:
                    raise
                self._pause(pause_ms / 1000)
        self.restarts += self._has_run
        return self._begin()

    def _begin(self) -> None:
        self._child = BotProcess(self.spec, self.limits)
        self.log.clear()
        self._channel = Channel(
            self._child.stdin, self._child.stdout, self._child.stderr, self.log, self.limits.move_bytes
        )
        try:
            self._greet(PipeWires([self._channel]))
        except BaseException:
            self._end(0)
            raise
        self._has_run = True

    def _greet(self, wires: PipeWires) -> None:
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
        """What comes next. Raises StartupError if it is no line, or if the time is up."""
        if wires.now() >= until:
            raise StartupError(f"bot {self.spec.name}: {self._why_silent(seen, expected)}", Termination.TIME)
        lines: list[str] = []
        for _, what, _ in wires.wait(until, 1):
            if isinstance(what, WireFault):
                told = self._why_ended(what, expected)
                raise StartupError(f"bot {self.spec.name}: {told}", self.excess or what.kind)
            lines.append(what)
        seen += lines[-1:]
        return lines

    def _why_ended(self, fault: WireFault, expected: str) -> str:
        words = self.last_words()
        return f"{fault.detail} before {expected}: {words}{self._hint(words)}"

    def _hint(self, words: str) -> str:
        """What its last words have in common with those of others that were started in a wrong folder."""
        hints = []
        if self.spec.cwd is None and any(text in words.lower() for text in _NOT_FOUND):
            hints.append("it runs in an empty folder of its own: name its files by their path, or give it its folder")
        if self.limits.sandbox:
            hints.append("it ran in the sandbox: try --sandbox off, or name what it needs in its command or by --cwd")
            if self._child is not None:
                hints.append(self._child.sight(words))
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
        """Whether lines come out once its input has ended: they lay in a buffer."""
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
            self._part(patience_ms)
        if not self._child.exited:
            self._child.terminate()
            self._part(self.limits.term_ms)
        self._bury()

    def _part(self, millis: int) -> None:
        """Waits for the process to end, its output taken all the while, so that no full pipe holds it up.

        In slices: a child of its own may hold the pipes open after it has ended.
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

    def _bury(self) -> None:
        assert self._child is not None
        self._child.kill()
        self._child = self._channel = None
