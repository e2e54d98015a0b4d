"""The arguments and options of the commands, each with its line of help."""

from pathlib import Path
from typing import Annotated

import typer

MOST_WORKERS = 1024  # on one machine

# of several commands

GameSpec = Annotated[str, typer.Argument(metavar="GAME", help="for example threecards(rounds=2)")]
AgentSpecs = Annotated[
    list[str], typer.Argument(metavar="AGENT...", help="one per seat, or one for all seats")
]
Seed = Annotated[
    int | None,
    typer.Option(help="seed of the match (default: 0, or random if a human plays)"),
]
RecordTo = Annotated[Path | None, typer.Option("--record", help="write the match to this file")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON, for programs")]

# of replay

RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="the record of a match")]
Step = Annotated[int | None, typer.Option(help="show the position after this many moves")]
Html = Annotated[
    Path | None, typer.Option(metavar="OUT", help="write a web page that needs no server")
]

# of analyse

OfSeat = Annotated[
    str | None, typer.Option("--seat", help="only the decisions of this seat, by name or number")
]
Effort = Annotated[
    int | None,
    typer.Option(min=1, help="worlds in which a close decision is judged (default: 3000)"),
]
Moments = Annotated[
    bool, typer.Option("--moments", help="also the moments worth a look, and what moves told whom")
]
AnalysisSeed = Annotated[int, typer.Option(help="seed of the worlds that are imagined")]

# of ask

RecordAtStep = Annotated[
    str,
    typer.Argument(metavar="FILE[@STEP]", help="a record, at this move (default: the last)"),
]
FormulaText = Annotated[str, typer.Argument(help='for example "K[Anna] has(Bram,a)"')]
AsSeat = Annotated[
    str | None,
    typer.Option("--as", help="answer from what this seat knows (default: from the true deal)"),
]
Believing = Annotated[
    str | None,
    typer.Option(
        metavar="STYLE",
        help="what that seat believes if the others play like this: an agent, mixture or anything",
    ),
]
Why = Annotated[bool, typer.Option(help="say why, in words")]
PictureTo = Annotated[
    Path | None,
    typer.Option(metavar="OUT", help="draw the worlds and mark where it is true: .svg or .html"),
]
Lines = Annotated[
    list[str] | None,
    typer.Option(metavar="SEAT", help="with --picture: draw only this seat's lines; repeatable"),
]
Pairs = Annotated[bool, typer.Option("--pairs", help="with --picture: draw every line")]

# of check

DemoPage = Annotated[Path, typer.Option("--html", help="where the page is written")]
PuzzleFiles = Annotated[
    list[Path],
    typer.Argument(metavar="PUZZLE...", help="puzzle files, ours (TOML) or SMCDEL's, or names"),
]

Solutions = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="solutions of exercises (default: solutions, beside them)"),
]

# of arena

PlanFile = Annotated[Path, typer.Argument(metavar="PLAN", help="what to compare: a file or a name")]
ResultsIn = Annotated[
    Path | None, typer.Option(help="folder for the results (default: next to the plan)")
]
Resume = Annotated[bool, typer.Option("--resume", help="continue a run")]
Workers = Annotated[
    int | None,
    typer.Option(min=1, max=MOST_WORKERS, help="number of processes (default: one per core)"),
]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="address of a Dask scheduler to run on")
]
RecordOf = Annotated[
    str | None,
    typer.Option(
        metavar="TABLE-DEAL-SEATING", help="print the record of this game and do nothing else"
    ),
]
Pages = Annotated[
    bool, typer.Option("--pages", help="also write a page for notable games (a minute each)")
]

# of table

Port = Annotated[int, typer.Option(min=1, max=65535, help="port to listen on")]
GamesIn = Annotated[Path | None, typer.Option(help="folder for the games (default: ~/.whoknows)")]
Tournaments = Annotated[
    Path | None, typer.Option(help="where to look for tournaments (default: this folder)")
]
Browser = Annotated[bool, typer.Option(help="open the page in your browser")]
Host = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS", help="address to listen on; one beyond this machine needs a password"
    ),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="another name by which people reach the page; repeatable"),
]
PasswordFile = Annotated[
    Path | None,
    typer.Option(help="file with the password (default: WHOKNOWS_PASSWORD, or asks you)"),
]

# of bench

Suite = Annotated[str | None, typer.Argument(help="which suite to run (default: all)")]
Against = Annotated[
    Path | None, typer.Option(metavar="FILE", help="compare with a run saved by --json")
]
Quick = Annotated[bool, typer.Option("--quick", help="only what matters most: two minutes")]
