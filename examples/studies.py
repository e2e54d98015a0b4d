"""What the studies in this folder share: tables in Markdown, studies by name."""

import sys
from collections.abc import Callable, Mapping, Sequence


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Prints a table in Markdown."""
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print()


def run(studies: Mapping[str, Callable[[], None]]) -> None:
    """Runs the studies that the command line names, or all."""
    for name in sys.argv[1:] or studies:
        if name not in studies:
            sys.exit(f"no study {name}; there are {', '.join(studies)}")
        studies[name]()
