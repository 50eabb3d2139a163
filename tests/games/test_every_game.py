"""What every game promises, under random options: tables are texts, moves come back, and nobody sees too much.

The games are random: options and all moves follow from what hypothesis draws, so that a failure can be repeated.
"""

import re
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgames.cards import CARD_OF_NAME, Dealer
from cardgames.games.registry import GAMES
from cardgames.rules import Game, MoveTextError, Option, PositionError, Rules, State
from tests.games.hidden_cards import CARD_NAME, exchanged, fields_of, names_in

RUNS = settings(max_examples=12, suppress_health_check=list(HealthCheck))
REFUSAL = re.compile(r"[CSK][1-9][0-9]?: .+|the game is over \([a-z-]+\)")
NO_CARDS_OF_THEIR_OWN = ("taken", "asked")
"""Keys that name a card which lies elsewhere."""
PACKS = {("crapette", 2): 2, ("spit", 2): 1, ("kroket", 2): 1, ("kroket", 3): 2, ("kroket", 4): 2}
LOW_ACE = "A23456789TJQK"

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES.keys())


# Random tables


def value_of(draw: st.DrawFn, option: Option) -> str:
    """A value of an option: its default, one of its words, or a number at the low end of its range."""
    if option.choices:
        return draw(st.sampled_from(option.choices))
    low_end = st.integers(option.low, min(option.high, option.low + 6))
    return str(draw(st.one_of(st.just(option.default), low_end)))


@st.composite
def tables(draw: st.DrawFn, game: Game) -> tuple[State, Random]:
    """A freshly dealt table under random rules, and the chance that plays on it."""
    given = [f"{option.name}={value_of(draw, option)}" for option in game.options if draw(st.booleans())]
    if draw(st.booleans()) and game.presets:
        given.append(f"preset={draw(st.sampled_from(sorted(game.presets)))}")
    rules = game.rules(given, draw(st.sampled_from(game.players)))
    seed = draw(st.integers(0, 2**32))
    return game.deal(rules, Dealer.of_text(str(seed))), Random(seed)


def chosen(state: State, random: Random) -> tuple[int, int]:
    """A random seat and one of its moves; now and then a move that is accepted and not listed (C19)."""
    seat = random.choice(state.actors())
    if random.random() < 0.1:
        accepted = [move for move in every_move(state.game) if state.refusal(seat, move) is None]
        return seat, random.choice(accepted)
    return seat, random.choice(state.legal(seat))


def played(state: State, random: Random, most: int = 900) -> Iterator[State]:
    """The table before each of its moves, and at the end; one move a step."""
    yield state
    for _ in range(most):
        if not state.actors():
            return
        state.play(*chosen(state, random))
        yield state


def some_of(state: State, random: Random, often: float) -> Iterator[State]:
    """As `played`, but only some of the tables: the first, the last, and a part of the others."""
    for number, table in enumerate(played(state, random)):
        if number == 0 or not table.actors() or random.random() < often:
            yield table


def every_move(game: Game) -> list[int]:
    """Every move that a game has a name for."""
    return MOVES[game.name]


def has_name(game: Game, move: int) -> bool:
    try:
        return game.parse_move(game.move_name(move)) == move
    except (LookupError, MoveTextError):
        return False


MOVES = {game.name: [move for move in range(130) if has_name(game, move)] for game in GAMES.values()}


# Texts


def cards_in(text: str) -> Counter[str]:
    """Every card on the table, those below a foundation's top too."""
    counts: Counter[str] = Counter()
    for key, value in fields_of(text).items():
        if key in NO_CARDS_OF_THEIR_OWN:
            continue
        for name in CARD_NAME.findall(value):
            below = LOW_ACE[: LOW_ACE.index(name[0]) + 1] if key == "foundations" else name[0]
            counts.update(rank + name[1] for rank in below)
    return counts


# What every game promises


@every_game
@RUNS
@given(data=st.data())
def test_the_same_seed_deals_the_same_cards(game: Game, data: st.DataObject) -> None:
    state, _ = data.draw(tables(game))
    again = game.deal(state.rules, Dealer(state.dealer.seed))
    assert again.text() == state.text()
    assert again.dealer.drawn == state.dealer.drawn


@every_game
@RUNS
@given(data=st.data())
def test_cards_are_conserved(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    packs = PACKS[game.name, state.rules.players]
    for table in some_of(state, random, 0.2):
        assert cards_in(table.text()) == dict.fromkeys(CARD_OF_NAME, packs), table.text()


@every_game
@RUNS
@given(data=st.data())
def test_the_seats_that_may_move_have_moves(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    for table in played(state, random):
        actors = table.actors()
        assert list(actors) == sorted(set(actors))
        assert (table.outcome is None) is bool(actors)
        assert [bool(table.legal(seat)) for seat in range(table.rules.players)] == [
            seat in actors for seat in range(table.rules.players)
        ]


@every_game
@RUNS
@given(data=st.data())
def test_undo_is_the_inverse_of_play(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    before = [(state.text(), state.dealer.drawn)]
    seats = range(state.rules.players)
    for _ in range(400):
        if not state.actors():
            break
        legal = [state.legal(seat) for seat in seats]
        seat, move = chosen(state, random)
        state.play(seat, move)
        after, events = (state.text(), state.dealer.drawn), state.events()
        state.undo()
        assert (state.text(), state.dealer.drawn) == before[-1]
        assert [state.legal(seat) for seat in seats] == legal
        assert state.outcome is None
        state.play(seat, move)
        assert ((state.text(), state.dealer.drawn), state.events()) == (after, events)
        before.append(after)
    while len(before) > 1:
        assert (state.text(), state.dealer.drawn) == before.pop()
        state.undo()
    assert (state.text(), state.dealer.drawn) == before[0]
    assert state.events() == []
    with pytest.raises(IndexError):
        state.undo()


@every_game
@RUNS
@given(data=st.data())
def test_a_position_reads_back_as_it_is_written(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    for table in some_of(state, random, 0.1):
        text = table.text()
        again = game.read(text, table.rules)
        assert again.text() == text
        assert again.actors() == table.actors()
        assert again.outcome == table.outcome
        for seat in range(table.rules.players):
            assert again.legal(seat) == table.legal(seat)
            assert again.text(seat) == table.text(seat)
        tokens = text.split()
        mixed = random.sample(tokens[2:], len(tokens) - 2)
        assert game.read(" ".join([*tokens[:2], *mixed]), table.rules).text() == text


@every_game
@RUNS
@given(data=st.data())
def test_a_view_is_a_table_to_choose_from(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    for table in some_of(state, random, 0.1):
        for seat in range(table.rules.players):
            view, text = table.view(seat), table.text(seat)
            again = game.read(text, table.rules)
            assert view.viewer == seat
            assert not set(text) & set("()")
            for seen in (view, again, view.copy()):
                assert seen.text() == text
                assert seen.legal(seat) == table.legal(seat)
                assert (seat in seen.actors()) is (seat in table.actors())
                assert seen.outcome == table.outcome
            assert "??" not in text or again.viewer == -1


@every_game
@RUNS
@given(data=st.data())
def test_a_view_hangs_on_nothing_that_it_hides(game: Game, data: st.DataObject) -> None:
    """Cards that a seat does not know change places, and it sees the same and may play the same."""
    state, random = data.draw(tables(game))
    changed = False
    for table in some_of(state, random, 0.1):
        for seat in range(table.rules.players):
            other = exchanged(table, seat, random)
            changed = changed or other.text() != table.text()
            assert other.text(seat) == table.text(seat)
            assert other.view(seat).text() == table.text(seat)
            assert other.legal(seat) == table.legal(seat)
            for move in random.sample(every_move(game), 5):
                assert other.refusal(seat, move) == table.refusal(seat, move)
    assert changed


@every_game
@RUNS
@given(data=st.data())
def test_the_legal_moves_are_a_list_in_order(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    for table in some_of(state, random, 0.3):
        for seat in range(table.rules.players):
            legal = table.legal(seat)
            assert legal == sorted(set(legal))
            assert all(table.refusal(seat, move) is None for move in legal)
            legal.clear()  # it is the caller's own
            assert (seat in table.actors()) is bool(table.legal(seat))


@every_game
@RUNS
@given(data=st.data())
def test_a_game_has_turns_if_one_seat_at_a_time_moves(game: Game, data: st.DataObject) -> None:
    state, _ = data.draw(tables(game))
    if game.has_turns:
        assert len(state.actors()) <= 1
        assert game.clocks == ("turns",)
    else:
        fresh = game.deal(game.rules(), Dealer.of_text("turns"))
        assert fresh.actors() == tuple(range(fresh.rules.players))
        assert "turns" not in game.clocks
    own_rules = [template.format(7) for template in (*game.series_rules, *game.target_rules)]
    assert set(own_rules) <= set(game.rules(own_rules).text().split())


@every_game
@RUNS
@given(data=st.data())
def test_a_refusal_is_one_line_with_its_clause(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    touchable = state.rules.get("stop") == "touch"
    for table in some_of(state, random, 0.1):
        for seat in range(table.rules.players):
            for move in set(every_move(game)).difference(table.legal(seat)):
                why = table.refusal(seat, move)
                if why is None:
                    assert touchable  # C19: accepted, though not listed
                    assert seat in table.actors()
                else:
                    assert REFUSAL.fullmatch(why.text()), why
                    assert why.text().isascii()


@every_game
@RUNS
@given(data=st.data())
def test_an_event_tells_a_seat_what_it_may_know(game: Game, data: st.DataObject) -> None:
    """Each card that a seat is told stands in its view before or after the move."""
    state, random = data.draw(tables(game))
    seats = range(state.rules.players)
    for _ in range(400):
        if not state.actors():
            break
        views, words = [state.text(seat) for seat in seats], state.dealer.drawn
        state.play(*chosen(state, random))
        events = state.events()
        if state.dealer.drawn != words:
            continue  # after a shuffle the view before and the view after are of different cards
        for seat in seats:
            told = [event.text(seat) for event in events]
            known = names_in(views[seat]) | names_in(state.text(seat))
            assert {name for line in told for name in CARD_NAME.findall(line)} <= known, told
            assert all(re.match("[-0-3] [a-zA-Z0-9]", line) for line in told)
            assert [event.view(seat).text(seat) for event in events] == told


@pytest.mark.slow
@every_game
@RUNS
@given(data=st.data())
def test_a_copy_is_independent(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    for table in some_of(state, random, 0.03):
        text, words, copy = table.text(), table.dealer.drawn, table.copy()
        assert (copy.text(), copy.dealer.drawn, copy.events()) == (text, words, [])
        with pytest.raises(IndexError):
            copy.undo()
        twin = copy.copy()
        seed = random.random()
        ends = []
        for other in (copy, twin):
            chance = Random(seed)
            ends.append([step.text() for step in played(other, chance, 60)])
            assert (table.text(), table.dealer.drawn) == (text, words)
        assert ends[0] == ends[1]  # shuffles included


@every_game
@RUNS
@given(data=st.data())
def test_an_outcome_has_a_score_for_each_seat(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    for table in played(state, random, 100_000):
        outcome = table.outcome
    assert outcome is not None
    assert len(outcome.scores) == state.rules.players
    assert outcome.winners
    assert set(outcome.winners) <= set(range(state.rules.players))
    assert state.text().endswith(f" reason={outcome.reason}")
    assert outcome.result.count("-") == state.rules.players - 1


@every_game
@RUNS
@given(data=st.data())
def test_a_position_without_one_of_its_keys_is_refused(game: Game, data: st.DataObject) -> None:
    state, random = data.draw(tables(game))
    for table in some_of(state, random, 0.01):
        tokens = table.text().split()
        for at in range(2, len(tokens)):
            for broken in ([*tokens[:at], *tokens[at + 1 :]], [*tokens, tokens[at]], [*tokens[:at], "x", *tokens[at:]]):
                with pytest.raises(PositionError) as refused:
                    game.read(" ".join(broken), table.rules)
                assert "\n" not in str(refused.value)


@every_game
def test_every_move_has_one_name(game: Game) -> None:
    names = [game.move_name(move) for move in every_move(game)]
    assert len(set(names)) == len(names)
    assert all(game.parse_move(name.lower()) == game.parse_move(name.upper()) for name in names)
    assert all(name.isascii() and not set(name) & set(" =") for name in names)


@every_game
@pytest.mark.parametrize("text", ["", "-", "??", "0", "no", "R-R", "3K", "♠", "take draw"])
def test_a_text_that_is_no_move(game: Game, text: str) -> None:
    with pytest.raises(MoveTextError):
        game.parse_move(text)


@every_game
def test_rules_as_text_read_back(game: Game) -> None:
    rules = game.rules()
    assert game.rules(rules.text().split()).text() == rules.text()
    assert isinstance(rules, Rules)
    assert rules.players == game.players[0]


@every_game
def test_the_rulebook_is_there(game: Game) -> None:
    book = game.rulebook()
    assert "[house]" in book
    assert all(f"`{option.name}=" in book for option in game.options)
