"""Styles of play for the command line: learned from records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from whoknows.beliefs.games_played import GamePlayed

style = typer.Typer(no_args_is_help=True, help="Learn how somebody plays, from records.")


@style.callback()
def styles() -> None:
    """Learn how somebody plays, from records."""


@style.command()
def learn(
    records: Annotated[
        list[Path],
        typer.Argument(metavar="RECORD...|PLAN", help="records of a game, or a plan to play"),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="NAME", help="file for the style")],
    of: Annotated[str | None, typer.Option(metavar="AGENT", help="of this agent alone")] = None,
) -> None:
    """Fit how likely which choice is, and write it to NAME.style. Says how good it is on games that
    it was not fitted on."""
    from whoknows.beliefs.style_file import SUFFIX
    from whoknows.beliefs.style_learning import learned
    from whoknows.core.atomic_write import whole
    from whoknows.terminal import output

    path = out if out.suffix == SUFFIX else out.with_name(f"{out.name}{SUFFIX}")
    with whole(path) as put:
        with output.err.status("") as note:
            found = []
            for number, one in enumerate(_games(records), 1):
                note.update(f"game {number:,}")
                found.append(one)
            note.update("fitting")
            made = learned(path.stem, found, of)
        put(made.text())
    for line in (*made.fitted, f"written to {path}"):
        print(line)


@style.command()
def trust(
    learned: Annotated[Path, typer.Argument(metavar="STYLE", help="a file with a learned style")],
    records: Annotated[
        list[Path],
        typer.Argument(metavar="RECORD...|PLAN", help="games of others, or a plan to play"),
    ],
    out: Annotated[Path, typer.Option("--out", "-o", metavar="NAME", help="file for the style")],
) -> None:
    """Fit anew how much what somebody does counts, on games of players of another kind: they follow
    the style less closely than those from whom it was learned."""
    from whoknows.beliefs.style_file import SUFFIX, read
    from whoknows.beliefs.suited_learning import trusted
    from whoknows.beliefs.suited_style import SuitedStyle
    from whoknows.core.atomic_write import whole
    from whoknows.core.error import Error

    found = read(learned)
    if not isinstance(found, SuitedStyle):
        raise Error(f"{learned}: this style has no trust: it goes by hands, not by what suits them")
    path = out if out.suffix == SUFFIX else out.with_name(f"{out.name}{SUFFIX}")
    with whole(path) as put:
        made = trusted(found, list(_games(records)))
        put(made.text())
    for line in (*made.fitted, f"trust {made.trust:g}", f"written to {path}"):
        print(line)


def _games(paths: Sequence[Path]) -> Iterator[GamePlayed]:
    """Those of these records; or those of plans, each agent among copies of itself."""
    from whoknows.arena.running import plan
    from whoknows.beliefs.games_played import games_of, recorded
    from whoknows.core import shipped
    from whoknows.core.record import read

    for path in paths:
        if path.suffix != ".toml" and (path.suffix or path.exists()):
            yield recorded(read(path))
            continue
        asked = plan.read(shipped.found("plan", path))
        for _, games, agents, _ in asked.swept():
            for game in games:
                for agent in agents:
                    yield from games_of(game, agent, asked.deals, asked.seed)
