"""Styles of play for the command line: learned from records."""

from pathlib import Path
from typing import Annotated

import typer

style = typer.Typer(no_args_is_help=True, help="Learn how somebody plays, from records.")


@style.callback()
def styles() -> None:
    """Learn how somebody plays, from records."""


@style.command()
def learn(
    records: Annotated[list[Path], typer.Argument(metavar="RECORD...", help="records of a game")],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="NAME", help="file for the style")],
    of: Annotated[str | None, typer.Option(metavar="AGENT", help="of this agent alone")] = None,
) -> None:
    """Fit how likely which choice is, and write it to NAME.style. Says how good it is on games that
    it was not fitted on."""
    from whoknows.beliefs.learned_style import SUFFIX
    from whoknows.beliefs.style_learning import learned
    from whoknows.core.atomic_write import whole
    from whoknows.core.record import read
    from whoknows.terminal import output

    path = out if out.suffix == SUFFIX else out.with_name(f"{out.name}{SUFFIX}")
    with whole(path) as put:
        with output.err.status("") as note:
            found = []
            for number, record in enumerate(records, 1):
                note.update(f"record {number:,} of {len(records):,}")
                found.append(read(record))
            note.update("fitting")
            made = learned(path.stem, found, of)
        put(made.text())
    for line in (*made.fitted, f"written to {path}"):
        print(line)
