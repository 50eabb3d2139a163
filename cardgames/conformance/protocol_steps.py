"""The steps of an examination that need no game: how a bot listens, and whether it says what it should and no more."""

from cardgames.bots.wires import MILLI
from cardgames.conformance.dialogue import KNOWN_WORDS, BotDialogue, FailedError, quote
from cardgames.conformance.program import Patient
from cardgames.protocol.from_bot import HELLO_ANSWERED, READY, Handshake, Pong
from cardgames.protocol.options import BotOption
from cardgames.protocol.to_bot import HELLO, IS_READY, QUIT, Ping, SetOption

_FLUSHED_MS = 300
_UNKNOWN = ("", "   ", "xyzzy 1 2", "debug on", "ponderhit", "stop")
"""What a later version may bring, and a `stop` with nothing to be stopped."""


def shake_hands(talk: BotDialogue, startup_ms: int, patient: Patient) -> Handshake:
    """The handshake. Raises FailedError if it does not come to its end, or something in it is malformed."""
    until = talk.tell(HELLO, within=startup_ms)
    hand = Handshake()
    try:
        while not hand.take(line := talk.hear(until, HELLO_ANSWERED)[0]):
            talk.pass_over(line)
    except FailedError as failure:
        if not talk.broken and _speaks_at_its_end(talk, patient):
            detail = "stdout is not flushed: its lines came only when its input ended; flush after each line"
            raise FailedError(detail, failure.expected, failure.came) from None
        raise
    if hand.problems:
        raise FailedError(hand.problems[0], "well-formed id, option and games lines", hand.problems[0])
    return hand


def _speaks_at_its_end(talk: BotDialogue, patient: Patient) -> bool:
    patient.close_input()
    try:
        talk.hear(talk.now() + _FLUSHED_MS * MILLI, "anything")
    except FailedError:
        # It ends, as it should: that is not what is wrong with it.
        talk.broken = False
        return False
    return True


def set_options(talk: BotDialogue, hand: Handshake, startup_ms: int) -> str:
    """Each option set to what it is by default, buttons pressed, and one that the bot does not have."""
    lines = [SetOption(option.name, _usual(option)).text() for option in hand.options.values()]
    until = talk.tell(*lines, "setoption name No Such Option value 1", IS_READY, within=startup_ms)
    talk.hear_word(READY, until, READY)
    names = ", ".join(option.name for option in hand.options.values())
    return f"set: {names}" if names else "it has none, and passes over one that it does not have"


def _usual(option: BotOption) -> str | None:
    if option.kind == "button":
        return None
    least = {"check": "false", "spin": str(option.low), "combo": "".join(option.choices[:1])}
    return option.default or least.get(option.kind, "")


def ask_ready(talk: BotDialogue, startup_ms: int) -> str:
    """`isready`."""
    until = talk.tell(IS_READY, within=startup_ms)
    talk.hear_word(READY, until, READY)
    return READY


def ping(talk: BotDialogue, startup_ms: int) -> str:
    """`ping`, each answer awaited before the next: whoever does not flush does not get through."""
    for number in (7, 123456, 8):
        expected = Pong(number).text()
        until = talk.tell(Ping(number).text(), within=startup_ms)
        line, _ = talk.hear_word("pong", until, expected)
        if line.split() != expected.split():
            raise FailedError("another number came back", expected, quote(line))
    return "answered one by one"


def puzzle(talk: BotDialogue, startup_ms: int) -> str:
    """What is unknown is passed over, so that a bot goes on working with later versions of the protocol."""
    until = talk.tell(*_UNKNOWN, IS_READY, within=startup_ms)
    while (line := talk.hear(until, f"{READY}, and no more")[0]).split()[:1] != [READY]:
        if line.split()[:1] == ["bestmove"]:
            raise FailedError("an answer came although nothing was asked", f"{READY}, and no more", line)
        talk.pass_over(line)
    return "passed over"


def odd_lines(talk: BotDialogue, startup_ms: int) -> str:
    """Carriage returns, and more blanks than are needed."""
    for line, word, expected in (("isready\r", READY, READY), ("  ping   5  \r", "pong", "pong 5")):
        until = talk.tell(line, within=startup_ms)
        answer, _ = talk.hear_word(word, until, expected)
        if answer.split() != expected.split():
            raise FailedError("the carriage return or the blanks came back", expected, quote(answer))
    return "carriage returns and blanks passed over"


def be_clean(talk: BotDialogue) -> str:
    """Nothing was said to stdout that the protocol does not have."""
    if talk.strange:
        known = ", ".join(KNOWN_WORDS)
        raise FailedError("stdout belongs to the protocol; write logs to stderr", f"lines of {known}", talk.strange[0])
    return "every line is of the protocol"


def leave(talk: BotDialogue, patient: Patient, quit_ms: int) -> str:
    """`quit`."""
    talk.tell(QUIT)
    if not patient.await_exit(quit_ms):
        raise FailedError("the program goes on running", f"its end within {quit_ms} ms", "no end")
    return "ended"


def leave_nobody(patient: Patient) -> str:
    """After its end there is no process that it has started."""
    if patient.orphans is None:
        return "whatever there was ended with the sandbox; --sandbox off tells"
    if not patient.await_exit(0):
        return "not looked at: the program has not ended by itself"
    if patient.orphans:
        detail = "it leaves processes behind, which a match ends together with it; end them, or wait for them, at quit"
        raise FailedError(detail, "no process", f"{patient.orphans} that run on")
    return "none"


def end_of_input(patient: Patient, quit_ms: int) -> str:
    """A runner that is gone: the input ends while it may be thinking."""
    patient.close_input()
    if not patient.await_exit(quit_ms):
        raise FailedError(
            "it goes on running without a runner; end when reading stdin gives nothing more",
            f"its end within {quit_ms} ms of the end of its input",
            "no end",
        )
    return "ended"
