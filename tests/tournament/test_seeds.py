"""Seeds: fixed by the secret and the game's number, as anybody can recompute them."""

import hashlib

import pytest

from cardgames.tournament.seeds import SeedError, game_seed, tournament_secret


def test_a_typed_seed_is_hashed_and_hex_is_taken_as_it_is() -> None:
    assert tournament_secret("1") == hashlib.sha256(b"1").digest()
    assert tournament_secret("ab" * 32) == bytes.fromhex("ab" * 32)


def test_without_a_seed_the_secret_comes_from_outside() -> None:
    assert tournament_secret(None, lambda size: bytes(range(size))) == bytes(range(32))
    assert tournament_secret(None) != tournament_secret(None)


@pytest.mark.parametrize("seed", ["", "a\nb", "\x1b[2J", "\udcff"])
def test_a_seed_that_could_not_be_typed_again_is_refused(seed: str) -> None:
    with pytest.raises(SeedError, match="a word or a number"):
        tournament_secret(seed)


def test_a_game_s_seed_is_the_hmac_of_its_number() -> None:
    """RFC 2104 by hand: H((K ^ opad) + H((K ^ ipad) + text)), the key filled up to 64 bytes."""
    secret = bytes(range(32))
    key = secret + bytes(32)
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + b"game 17").digest()
    assert game_seed(secret, 17) == hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def test_games_and_secrets_have_seeds_of_their_own() -> None:
    seeds = {game_seed(tournament_secret(text), number) for text in ("a", "b") for number in range(1, 100)}
    assert len(seeds) == 198
