"""Positions of the railway game are set up as in the tests of its rules."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "rules"))
