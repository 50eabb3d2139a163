"""A second, naive implementation of the three games, which the product's is held against.

Written from the rules alone and as plainly as possible: cards are texts (`7h`), a pile is a list of cards with the
seats that know them, undo reads the position before back. It deals nothing: it is loaded from a position, and where a
shuffle falls due it stops and says what the freshly dealt position must hold.
"""

from tests.reference.crapette import CrapetteTable
from tests.reference.kroket import KroketTable
from tests.reference.spit import SpitTable
from tests.reference.table import Table

TABLES: dict[str, type[Table]] = {
    "crapette": CrapetteTable,
    "spit": SpitTable,
    "kroket": KroketTable,
}

__all__ = ["TABLES", "CrapetteTable", "KroketTable", "SpitTable", "Table"]
