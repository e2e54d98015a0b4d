"""How much memory this process takes, where the system tells, and that it gives back what it no
longer needs, where the system can be told so."""

from __future__ import annotations

import sys
from contextlib import suppress
from ctypes import CDLL
from pathlib import Path

NOW = Path("/proc/self/statm")  # Linux: in pages, what is in memory is the second number
# What glibc's `mallopt` calls them, and what it is told: views are some tens of kilobytes.
TOLD = {
    "M_ARENA_MAX": (-8, 2),
    "M_MMAP_THRESHOLD": (-3, 32 << 10),
    "M_TRIM_THRESHOLD": (-1, 1 << 20),
}


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


def give_back() -> None:
    """From now on: to be called before there are threads.

    By default each thread takes memory from a heap of its own, and what it frees stays there,
    between what is still used. With some tens of threads, and views that any of them makes and
    another one drops, that grows for hours. So they share heaps, and large pieces stand alone.
    """
    with suppress(OSError, AttributeError, TypeError):  # another system's library
        library = CDLL(None)
        for number, much in TOLD.values():
            library.mallopt(number, much)
