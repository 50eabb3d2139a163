"""Streams of chance that follow from one seed and have nothing to do with the deal's own."""

from random import Random


def derive(seed: bytes, label: str) -> bytes:
    """HMAC-SHA256(`seed`, `label`): 32 bytes that tell nothing of the seed or of another label's."""
    # Imported here: only a game played by itself needs it.
    import hmac

    return hmac.digest(seed, label.encode(), "sha256")


def stream(seed: bytes, label: str) -> Random:
    """The stream of chance called `label` of the game dealt from `seed`."""
    return Random(derive(seed, label))
