"""The steps of an examination that need no game: whether a bot reads, answers and ends as the protocol says."""

from cardgames.bots.wires import MILLI
from cardgames.conformance.dialogue import KNOWN_WORDS, BotDialogue, FailedError, quote
from cardgames.conformance.program import ExaminedProgram
from cardgames.protocol.from_bot import HELLO_ANSWERED, READY, Handshake, Pong
from cardgames.protocol.options import BotOption
from cardgames.protocol.to_bot import HELLO, IS_READY, QUIT, Ping, SetOption

_FLUSH_WAIT_MS = 300
_UNKNOWN = ("", "   ", "xyzzy 1 2", "debug on", "ponderhit", "stop")
"""Lines that a later version may bring, and a `stop` with nothing to stop."""


def do_handshake(dialogue: BotDialogue, startup_ms: int, program: ExaminedProgram) -> Handshake:
    """The handshake. Raises FailedError if it is not completed, or if a line of it is malformed."""
    until = dialogue.send(HELLO, within=startup_ms)
    handshake = Handshake()
    try:
        while not handshake.take(line := dialogue.receive(until, HELLO_ANSWERED)[0]):
            dialogue.skip(line)
    except FailedError as failure:
        if not dialogue.broken and _speaks_at_its_end(dialogue, program):
            detail = "stdout is not flushed: its lines came only when its input ended; flush after each line"
            raise FailedError(detail, failure.expected, failure.came) from None
        raise
    if handshake.problems:
        raise FailedError(handshake.problems[0], "well-formed id, option and games lines", handshake.problems[0])
    return handshake


def _speaks_at_its_end(dialogue: BotDialogue, program: ExaminedProgram) -> bool:
    program.close_input()
    try:
        dialogue.receive(dialogue.now() + _FLUSH_WAIT_MS * MILLI, "anything")
    except FailedError:
        # It has ended without a line, as it should: so flushing is not its fault.
        dialogue.broken = False
        return False
    return True


def set_options(dialogue: BotDialogue, handshake: Handshake, startup_ms: int) -> str:
    """Sets each option to its default, presses buttons, and sets one option that the bot does not have."""
    lines = [SetOption(option.name, _usual(option)).text() for option in handshake.options.values()]
    until = dialogue.send(*lines, "setoption name No Such Option value 1", IS_READY, within=startup_ms)
    dialogue.receive_word(READY, until, READY)
    names = ", ".join(option.name for option in handshake.options.values())
    return f"set: {names}" if names else "it has none, and passes over one that it does not have"


def _usual(option: BotOption) -> str | None:
    if option.kind == "button":
        return None
    least = {"check": "false", "spin": str(option.low), "combo": "".join(option.choices[:1])}
    return option.default or least.get(option.kind, "")


def check_ready(dialogue: BotDialogue, startup_ms: int) -> str:
    """Sends `isready` and waits for the answer."""
    until = dialogue.send(IS_READY, within=startup_ms)
    dialogue.receive_word(READY, until, READY)
    return READY


def check_ping(dialogue: BotDialogue, startup_ms: int) -> str:
    """Sends `ping` and waits for each answer before the next: a bot that does not flush fails here."""
    for number in (7, 123456, 8):
        expected = Pong(number).text()
        until = dialogue.send(Ping(number).text(), within=startup_ms)
        line, _ = dialogue.receive_word("pong", until, expected)
        if line.split() != expected.split():
            raise FailedError("another number came back", expected, quote(line))
    return "answered one by one"


def send_unknown(dialogue: BotDialogue, startup_ms: int) -> str:
    """Sends unknown lines, which a bot has to skip, so that it goes on working with later versions of the protocol."""
    until = dialogue.send(*_UNKNOWN, IS_READY, within=startup_ms)
    while (line := dialogue.receive(until, f"{READY}, and no more")[0]).split()[:1] != [READY]:
        if line.split()[:1] == ["bestmove"]:
            raise FailedError("an answer came although nothing was asked", f"{READY}, and no more", line)
        dialogue.skip(line)
    return "passed over"


def send_odd_blanks(dialogue: BotDialogue, startup_ms: int) -> str:
    """Sends lines with carriage returns and with more blanks than needed."""
    for line, word, expected in (("isready\r", READY, READY), ("  ping   5  \r", "pong", "pong 5")):
        until = dialogue.send(line, within=startup_ms)
        answer, _ = dialogue.receive_word(word, until, expected)
        if answer.split() != expected.split():
            raise FailedError("the carriage return or the blanks came back", expected, quote(answer))
    return "carriage returns and blanks passed over"


def check_stdout(dialogue: BotDialogue) -> str:
    """Checks that nothing came on stdout but lines of the protocol."""
    if dialogue.unknown_lines:
        known = ", ".join(KNOWN_WORDS)
        detail = "stdout belongs to the protocol; write logs to stderr"
        raise FailedError(detail, f"lines of {known}", dialogue.unknown_lines[0])
    return "every line is of the protocol"


def quit_program(dialogue: BotDialogue, program: ExaminedProgram, quit_ms: int) -> str:
    """Sends `quit` and waits for the end."""
    dialogue.send(QUIT)
    if not program.await_exit(quit_ms):
        raise FailedError("the program goes on running", f"its end within {quit_ms} ms", "no end")
    return "ended"


def check_processes(program: ExaminedProgram) -> str:
    """Checks that the program has left no process behind."""
    if program.orphans is None:
        return "whatever there was ended with the sandbox; --sandbox off tells"
    if not program.await_exit(0):
        return "not looked at: the program has not ended by itself"
    if program.orphans:
        detail = "it leaves processes behind, which a match ends together with it; end them, or wait for them, at quit"
        raise FailedError(detail, "no process", f"{program.orphans} that run on")
    return "none"


def check_end_of_input(program: ExaminedProgram, quit_ms: int) -> str:
    """Ends the input, as a runner that is gone does, maybe while the bot is thinking."""
    program.close_input()
    if not program.await_exit(quit_ms):
        raise FailedError(
            "it goes on running without a runner; end when reading stdin gives nothing more",
            f"its end within {quit_ms} ms of the end of its input",
            "no end",
        )
    return "ended"
