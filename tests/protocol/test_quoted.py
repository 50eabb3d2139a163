"""The door: what somebody else wrote becomes printable ASCII of a sensible length, and stays as it is from then on."""

from time import thread_time

from hypothesis import given
from hypothesis import strategies as st

from cardgames.bots.faults import Fault, StartupError, Termination
from cardgames.protocol.lines import LONGEST_TEXT, MAX_LINE, quoted, shortened
from cardgames.protocol.messages import Handshake

TEXTS = st.text(max_size=80) | st.builds(
    lambda piece, times, end: piece * times + end,
    st.text(min_size=1, max_size=4),
    st.sampled_from((10, 700, 20_000)),
    st.text(),
)


@given(TEXTS, st.integers(30, 700))
def test_quoted(text: str, most: int) -> None:
    shown = quoted(text, most)
    assert shown.isascii()
    assert shown.isprintable()
    assert len(shown) <= most
    assert quoted(shown, most) == shown
    if text.isascii() and text.isprintable() and len(text) <= most:
        assert shown == text


def test_both_ends_of_a_long_text_are_shown() -> None:
    assert shortened("a" * 50 + "b" * 50, 45) == "a" * 29 + " ... " + "b" * 11
    assert quoted("\x1b" * 100 + "end", 40) == "\\x1b" * 6 + "\\ ... x1b\\x1bend"


@given(TEXTS)
def test_a_fault_is_fit_for_everything(text: str) -> None:
    fault = Fault(0, Termination.CRASH, text)
    assert fault.detail == quoted(text)
    assert fault == (0, "crash", fault.detail)
    assert len(str(StartupError(text))) <= LONGEST_TEXT


@given(st.lists(st.sampled_from(("id name", "id author", "games", "option name", "id", "cgpok")), max_size=8), TEXTS)
def test_what_a_bot_says_of_itself(commands: list[str], text: str) -> None:
    hand = Handshake()
    for command in commands:
        hand.take(f"{command} {text}"[:MAX_LINE])
    for said in (hand.name, hand.author, hand.version, *hand.games, *hand.problems, *hand.options):
        assert said.isprintable()
    for said in (hand.name, hand.author, hand.version, *hand.problems):
        assert said.isascii()
        assert len(said) <= LONGEST_TEXT


def test_many_names_of_games_cost_no_more_than_their_number() -> None:
    """In seconds of this thread; each name held against each other takes hundreds of times as long."""
    hand = Handshake()
    began = thread_time()
    for letter in "abcdefgh":
        hand.take(f"games {' '.join(f'{letter}{number}' for number in range(10_000))}")
    assert thread_time() - began < 5
    assert len(hand.games) == 80_000
