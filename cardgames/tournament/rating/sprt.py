"""SPRT: a match between two players that stops as soon as its results tell two differences in strength apart.

H0 says that the first is `elo0` ahead, H1 that it is `elo1` ahead. After each sample the log-likelihood ratio is
looked at: at the upper bound H1 is accepted, at the lower H0, between them the match goes on. Then H1 is accepted
with a probability of at most alpha though H0 is true, and H0 of at most beta though H1 is (both about so: bounds
are Wald's, and the ratio steps over them rather than on them).

By default the samples are pairs of games, one for each deal played from both sides, and Elo is logistic: that of
the standings. In normalised Elo (`statistics.py`) a test takes about as long whatever the rate of draws.

Reference: A. Wald, Sequential tests of statistical hypotheses, Annals of Mathematical Statistics 16 (1945).
"""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from enum import StrEnum
from math import log
from typing import NamedTuple, TypeVar

from cardgames.tournament.rating.llr import logistic_llr, normalised_llr

EXAMPLE = "elo0=0,elo1=20,alpha=0.05,beta=0.05"
"""A test as it is typed."""


class SprtError(ValueError):
    """A test that was mistyped or cannot be: one line with what came and what was expected."""


class EloModel(StrEnum):
    """What `elo0` and `elo1` are measured in."""

    LOGISTIC = "logistic"
    """A score of 1 / (1 + 10^(-E/400))."""
    NORMALISED = "normalised"
    """Standard deviations of a game's points above one half, times 800 / ln 10."""


class Samples(StrEnum):
    """What counts as one sample."""

    PAIRS = "pentanomial"
    """Both games of a deal together: five outcomes."""
    GAMES = "trinomial"
    """Each game: three outcomes."""


class Verdict(StrEnum):
    """Where a test stands."""

    CONTINUE = "continue"
    ACCEPT_H0 = "accept H0"
    ACCEPT_H1 = "accept H1"


class SprtState(NamedTuple):
    """A test after some games."""

    llr: float
    lower: float
    upper: float
    verdict: Verdict

    def text(self) -> str:
        """`LLR 1.27 (-2.94, 2.94): continue`."""
        return f"LLR {self.llr:.2f} ({self.lower:.2f}, {self.upper:.2f}): {self.verdict}"


class Sprt(NamedTuple):
    """A test: what it is to tell apart, and how surely."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often H1 may be accepted where H0 is true."""
    beta: float = 0.05
    """How often H0 may be accepted where H1 is true."""
    model: EloModel = EloModel.LOGISTIC
    samples: Samples = Samples.PAIRS

    @property
    def lower(self) -> float:
        """The ratio at which H0 is accepted."""
        return log(self.beta) - log(1 - self.alpha)

    @property
    def upper(self) -> float:
        """The ratio at which H1 is accepted."""
        return log(1 - self.beta) - log(self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """The log-likelihood ratio of H1 to H0; 0 before the first sample.

        Args:
            counts: as the test's samples are: `Pentanomial.counts`, or losses, draws, wins.
        """
        if not any(counts):
            return 0.0
        ratio = logistic_llr if self.model is EloModel.LOGISTIC else normalised_llr
        return ratio(counts, self.elo0, self.elo1)

    def state(self, counts: Sequence[int]) -> SprtState:
        """Where the test stands with these counts (see `llr`)."""
        llr, lower, upper = self.llr(counts), self.lower, self.upper
        verdict = Verdict.CONTINUE
        if llr >= upper:
            verdict = Verdict.ACCEPT_H1
        elif llr <= lower:
            verdict = Verdict.ACCEPT_H0
        return SprtState(llr, lower, upper, verdict)

    def text(self) -> str:
        """The test as it is typed, with all that was left to its default; `read_sprt` reads it back."""
        numbers = ",".join(f"{name}={getattr(self, name)!r}" for name in _NUMBERS)
        return f"{numbers},model={self.model},samples={self.samples}"


def read_sprt(text: str) -> Sprt:
    """The test that `elo0=0,elo1=20,alpha=0.05,beta=0.05,model=logistic,samples=pentanomial` asks for, in any order.

    `elo0` and `elo1` have to be there; the rest has the values above by default.

    Raises:
        SprtError: an unknown, repeated, missing or senseless value.
    """
    given = _split(text)
    for name in ("elo0", "elo1"):
        if name not in given:
            raise SprtError(f"sprt {text!r}: {name} is missing; try {EXAMPLE}")
    sprt = Sprt(
        **{name: _number(name, given[name]) for name in _NUMBERS if name in given},
        model=_word("model", given.get("model", EloModel.LOGISTIC), _MODELS),
        samples=_word("samples", given.get("samples", Samples.PAIRS), _SAMPLES),
    )
    _check(sprt)
    return sprt


_NUMBERS = ("elo0", "elo1", "alpha", "beta")
_NAMES = (*_NUMBERS, "model", "samples")
_MODELS = {**{str(model): model for model in EloModel}, "normalized": EloModel.NORMALISED}
_SAMPLES = {str(samples): samples for samples in Samples}
_Word = TypeVar("_Word", bound=StrEnum)
_DECIMAL = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)(e[+-]?[0-9]{1,3})?", re.ASCII)
_FARTHEST = 1000
"""Elo beyond which a match of any length tells nothing."""


def _split(text: str) -> dict[str, str]:
    if not text.isprintable():
        raise SprtError(f"sprt {text!r}: printable characters were expected, as in {EXAMPLE}")
    given: dict[str, str] = {}
    for item in text.split(","):
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name:
            raise SprtError(f"sprt {item.strip()!r}: NAME=VALUE was expected, as in {EXAMPLE}")
        if name not in _NAMES:
            near = get_close_matches(name, _NAMES, n=1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(_NAMES)}"
            raise SprtError(f"sprt {name}: no such value; {hint}")
        if name in given:
            raise SprtError(f"sprt {name}: given twice")
        given[name] = value
    return given


def _number(name: str, text: str) -> float:
    if not _DECIMAL.fullmatch(text) or len(text) > 30:
        raise SprtError(f"sprt {name}={text}: a number was expected, as in {EXAMPLE}")
    return float(text)


def _word(name: str, text: str, words: dict[str, _Word]) -> _Word:
    if text not in words:
        known = " or ".join(dict.fromkeys(map(str, words.values())))
        raise SprtError(f"sprt {name}={text}: {known} was expected")
    return words[text]


def _check(sprt: Sprt) -> None:
    for name in ("elo0", "elo1"):
        if abs(getattr(sprt, name)) > _FARTHEST:
            raise SprtError(f"sprt {name}={getattr(sprt, name):g}: -{_FARTHEST} to {_FARTHEST} was expected")
    if sprt.elo0 >= sprt.elo1:
        raise SprtError(
            f"sprt elo0={sprt.elo0:g},elo1={sprt.elo1:g}: elo0 below elo1 was expected; "
            "elo1 is what the first bot is hoped to be ahead"
        )
    for name in ("alpha", "beta"):
        if not 0 < getattr(sprt, name) < 1:
            raise SprtError(f"sprt {name}={getattr(sprt, name):g}: a number between 0 and 1 was expected, as 0.05")
    if sprt.alpha + sprt.beta >= 1:
        raise SprtError(f"sprt alpha={sprt.alpha:g},beta={sprt.beta:g}: together below 1 was expected, as 0.05 each")
