"""What `pip install whoknows` leaves out, and which extra brings it.

The logic, the puzzles, the rules of the games and the pages of records need none of these. What
does need one imports it where it is used; whoever lacks it is told in one line what to install.
"""

from importlib.util import find_spec

BRINGS = {  # by the name under which a package is imported
    "games": ("numba", "llvmlite", "scipy"),
    "arena": ("choix",),
    "table": ("fastapi", "starlette", "uvicorn", "websockets"),
    "cluster": ("distributed", "dask"),
    "tune": ("cma",),
    "learn": ("torch",),
    "notebook": ("anywidget", "traitlets"),
    "openspiel": ("open_spiel", "pyspiel"),
    "pettingzoo": ("pettingzoo", "gymnasium"),
}


def lacking(fault: ModuleNotFoundError) -> str | None:
    """What to install after a failed import, in one line; None if no extra brings it."""
    package = (fault.name or "").partition(".")[0]
    extra = next((name for name, brings in BRINGS.items() if package in brings), None)
    if extra is None:
        return None
    return f"this needs {package}, which is not installed: pip install 'whoknows[{extra}]'"


def compiles() -> bool:
    """Whether there is a compiler here; it is not loaded for that."""
    return find_spec("numba") is not None
