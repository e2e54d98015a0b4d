"""How much memory this process takes, where the system tells."""

from __future__ import annotations

import sys
from pathlib import Path

NOW = Path("/proc/self/statm")  # Linux: in pages, what is in memory is the second number


def megabytes() -> int:
    """What it takes now, or at most took if the system only says that; 0 if it says nothing."""
    try:
        import resource
    except ImportError:  # Windows
        return 0
    try:
        return int(NOW.read_text().split()[1]) * resource.getpagesize() >> 20
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most >> (20 if sys.platform == "darwin" else 10)  # bytes there, kilobytes elsewhere
