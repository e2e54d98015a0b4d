"""The oracle and the random models of `tests/logic` serve the deals too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "logic"))
