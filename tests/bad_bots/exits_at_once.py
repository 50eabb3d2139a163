"""Does not get as far as its first line."""

import sys

from bot import complain

complain("no such file: weights.bin\n")
sys.exit(5)
