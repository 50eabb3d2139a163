"""What the experts know before they have learnt anything: where the fits begin, and what their gain is told against."""

from typing import Any

from cardgames.games.crapette.players.expert import weights as expert_crapette_weights
from cardgames.games.kroket.players.expert import weights as expert_kroket_weights
from cardgames.games.spit.players.expert import weights as expert_spit_weights
from cardgames.games.spit.players.expert.evaluation import FEATURES, STAGES

USUAL_LEAD = 0.3
"""Kroket: log odds for a point ahead, if nothing tells otherwise."""
SURE = 0.7
"""Kroket: the chance to be first from which it knocks, also in the games from which it learns."""
PLAIN = {"own reserve": -0.06, "other reserve": 0.05, "own rest": -0.02, "other rest": 0.02, "own share": 1.0}
"""Crapette: log odds by feature."""
CARD_FIRST = 0.3
"""Spit: log odds to be first, for a stock card less than the other seat."""


def crapette() -> Any:
    """Cards count, and how many of the own ones go somewhere."""
    values = tuple(PLAIN.get(name, 0.0) for name, _ in expert_crapette_weights.FEATURES)
    return expert_crapette_weights.CrapetteWeights(values, values)


def kroket() -> Any:
    """Cards are counted where the deal ends; while it lasts a point counts, and nothing else does."""
    weights = expert_kroket_weights.KroketWeights()
    told = [name for name in weights._fields if name.endswith(("opponent", "own"))]
    none: dict[str, Any] = {name: tuple(0.0 for _ in getattr(weights, name)) for name in told}
    leads = (USUAL_LEAD, 0.0)
    learnt: dict[str, Any] = {"knock_count": 1.0, "stay_lead": leads, "barred_lead": leads}
    return weights._replace(**none, **learnt, sure=(SURE, 0.0, SURE), sure_if_weak=SURE)


def spit() -> Any:
    """Stock cards count in a round, and all cards at its beginning."""
    weights = expert_spit_weights.SpitWeights()
    cards = tuple(1 - number / 52 for number in range(len(weights.cards)))
    lead, first = [0.0] * FEATURES, [0.0] * FEATURES
    lead[1], first[1] = 1.0, CARD_FIRST
    stages = max(STAGES) + 1
    return weights._replace(cards=cards, lead=tuple(lead) * stages, first=tuple(first) * stages)


UNLEARNT = {"crapette": crapette, "kroket": kroket, "spit": spit}
