"""The commands. Results go to standard output, everything else to standard error.

Exit codes: 0, 1 for "false" or "not found"; `__main__` has those of failures. What a command
needs is imported inside it, so that `whoknows --help` is quick.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from whoknows.logic.formula import Formula
    from whoknows.puzzle import Result

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

MOST_WORKERS = 1024  # on one machine

GameSpec = Annotated[str, typer.Argument(metavar="GAME", help="such as threecards(rounds=2)")]
AgentSpecs = Annotated[
    list[str], typer.Argument(metavar="AGENT...", help="one for each seat, or one for all")
]
Seed = Annotated[
    int | None,
    typer.Option(help="the same seed gives the same match; else 0, or any where a person plays"),
]
RecordTo = Annotated[Path | None, typer.Option("--record", help="write the match to this file")]
AsJson = Annotated[bool, typer.Option("--json", help="print JSON, for machines")]
RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="a record of a match")]


def _version(wanted: bool) -> None:
    if wanted:
        from whoknows.core.version import VERSION

        print(f"whoknows {VERSION}")
        raise typer.Exit


@app.callback()
def whoknows(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="say which version this is"
        ),
    ] = False,
) -> None:
    """Who knows what in games with hidden cards, and what to play."""


@app.command()
def games(as_json: AsJson = False) -> None:
    """List the games."""
    from whoknows.core.registry import games

    _names(games(), as_json)


@app.command()
def agents(as_json: AsJson = False) -> None:
    """List the agents."""
    from whoknows.core.registry import agents

    _names(agents(), as_json)


@app.command()
def play(
    game: GameSpec, agent: AgentSpecs, seed: Seed = None, record: RecordTo = None,
    as_json: AsJson = False,
) -> None:  # fmt: skip
    """Play a match and tell how it ended; seats played by `human` are asked."""
    from whoknows import show
    from whoknows.sitting import Sitting

    match = Sitting(game, agent, seed, record)
    turns = match.played()
    if as_json:
        _print_json(match.data(turns))
    else:
        show.scores(match.game, turns[-1].after)


@app.command()
def watch(game: GameSpec, agent: AgentSpecs, seed: Seed = None, record: RecordTo = None) -> None:
    """Play a match and show every announcement and what it removes."""
    from whoknows import show
    from whoknows.core.error import Error
    from whoknows.sitting import Sitting
    from whoknows.telling import show_turns

    match = Sitting(game, agent, seed, record)
    if match.has_people:
        raise Error("watch shows every hand: with a human at the table, play is the command")
    names = ", ".join(agent.name for agent in match.agents)
    show.out.print(f"{match.game.spec}, seed {match.seed}: {names}", markup=False)
    show_turns(match.game, show.waited(match.turns()))


@app.command()
def replay(
    file: RecordFile,
    step: Annotated[int | None, typer.Option(help="show the position after so many moves")] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="write a page that needs no server")
    ] = None,
) -> None:
    """Show a recorded match, or one position of it, or make a page of it."""
    from whoknows import telling
    from whoknows.core.record import read

    record = read(file)
    if html is not None:
        telling.write_page(record, html)
    elif step is not None:
        telling.show_position(record, step)
    else:
        telling.show_match(record)


@app.command()
def ask(
    file: Annotated[
        str, typer.Argument(metavar="FILE[@STEP]", help="a record, after so many moves")
    ],
    formula: Annotated[str, typer.Argument(help='such as "K[0] has(1,a)"')],
    seat: Annotated[
        str | None, typer.Option("--as", help="as this seat sees it, not as the analyst does")
    ] = None,
    why: Annotated[bool, typer.Option(help="say why, in words")] = False,
    picture: Annotated[
        Path | None,
        typer.Option(metavar="OUT", help="draw the worlds, and where it holds: .svg or .html"),
    ] = None,
    lines: Annotated[
        list[str] | None,
        typer.Option(metavar="SEAT", help="in the picture, lines of this seat only; repeatable"),
    ] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="in it, every line of a seat")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask a formula of a recorded match (exit code 1: not true)."""
    from whoknows.core.error import Error
    from whoknows.logic.parser import parse
    from whoknows.telling import position

    number, model, world = position(file)
    question = parse(formula)
    asked = model.seat(seat, at=world) if seat is not None else None
    if picture is not None:
        _draw(picture, asked or model, world, question, lines or [], pairs)
    elif lines or pairs:
        raise Error("--lines and --pairs say how to draw: name a file by --picture")
    if asked is not None:
        answer: Any = asked.answer(question)
        said, true = str(answer), answer.true == answer.of
    else:
        true = model.holds(question, at=world)
        said = "true" if true else "false"
    reason = (asked.why(question) if asked else model.why(question, at=world)) if why else None
    if as_json:
        data = {"formula": str(question), "step": number, "answer": said, "true": true}
        _print_json(data | ({"why": reason.data()} if reason else {}))
    else:
        print(said if reason is None else f"{said}\n{reason}")
    raise typer.Exit(0 if true else 1)


@app.command()
def check(
    file: Annotated[list[Path], typer.Argument(metavar="PUZZLE.toml...", help="puzzle files")],
    as_json: AsJson = False,
) -> None:
    """Work through puzzle files (exit code 1: a wrong answer)."""
    from whoknows import show
    from whoknows.puzzle import puzzle

    results = []
    for path in file:
        found = puzzle(path)
        for case in found.cases:
            given = ", ".join(f"{name} = {value}" for name, value in case.items())
            if not as_json:
                show.title(found.title, given)
            for done in found.check(case):
                results.append({"file": str(path), "case": case, **_result(done)})
                if not as_json:
                    show.result(done)
    if as_json:
        _print_json(results)
    raise typer.Exit(0 if all(result["passed"] for result in results) else 1)


@app.command()
def arena(
    plan: Annotated[Path, typer.Argument(metavar="PLAN.toml", help="what to compare")],
    out: Annotated[
        Path | None, typer.Option(help="the folder of results; beside the plan if left out")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="go on with what is there")] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, max=MOST_WORKERS, help="processes; one a core")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="of a Dask scheduler to play on instead")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(metavar="TABLE-DEAL-SEATING", help="only print the record of this game"),
    ] = None,
    pages: Annotated[
        bool, typer.Option("--pages", help="also pages to step through games: a minute each")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare agents over many games: ratings with intervals, plots, every game's record."""
    from whoknows import arena, show
    from whoknows.arena.live import Live
    from whoknows.arena.report import terminal
    from whoknows.arena.results import results_json
    from whoknows.table.replay import page

    wanted = arena.read(plan)
    folder = out or plan.with_suffix(".arena")
    if record is not None:
        print(arena.told(wanted, folder, record), end="")
        return
    live = Live(show.err if show.err.is_terminal else None)
    try:
        found = arena.run(
            wanted, folder, resume=resume, workers=workers, cluster=cluster, live=live
        )
    except KeyboardInterrupt:
        show.err.print(f"stopped; {folder} keeps what was played, go on by --resume", markup=False)
        raise
    written = arena.reported(found, folder, page if pages else None)
    if as_json:
        print(results_json(found), end="")
    else:
        terminal(found, show.out)
    show.err.print(f"{len(written)} files in {folder}; open {folder / 'report.html'}", markup=False)


@app.command()
def table(
    port: Annotated[int, typer.Option(min=1, max=65535, help="where the page is found")] = 8000,
    folder: Annotated[
        Path | None, typer.Option(help="where games are kept; ~/.whoknows if left out")
    ] = None,
    arena: Annotated[
        Path | None, typer.Option(help="where tournaments are looked for; here if left out")
    ] = None,
    browser: Annotated[bool, typer.Option(help="open the page in a browser")] = True,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="listen there; elsewhere needs a password")
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="a name that the page is called by too; repeatable"),
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(help="the password is in this file; else in WHOKNOWS_PASSWORD, or asked for"),
    ] = None,
) -> None:
    """Open the table: watch, play and question who knows what, in a browser."""
    from whoknows.table.app import address, check_port, serve, usual_folder
    from whoknows.table.doors import door

    opened = door(host, port, allow_host or [], password_file)
    check_port(port, host)
    asks = " and asks for its password" if opened.password else ""
    says = f"the table is at {address(host, port)}{asks} (Ctrl-C stops it)"
    try:
        serve(port, folder or usual_folder(), browser, arena, host, opened, says)
    except KeyboardInterrupt:
        raise typer.Exit(0) from None


@app.command()
def bench(
    suite: Annotated[str | None, typer.Argument(help="one suite; all of them if left out")] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="compare with a run stored by --json")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure whoknows against its peers, in a checkout (exit code 1: a figure fell by over a
    quarter)."""
    from whoknows.bench import run

    raise typer.Exit(0 if run(suite, as_json, against) else 1)


def _draw(
    path: Path, seen: Any, world: Any, formula: "Formula", lines: list[str], pairs: bool
) -> None:
    """What an analyst or a seat sees, as a graph in a file; where it is too large, what fits."""
    from whoknows import show
    from whoknows.logic.knowledge import Knowledge

    how: Any = {"formula": formula, "kind": "pairs" if pairs else "graph", "lines": lines or None}
    if not isinstance(seen, Knowledge):
        how |= {"seat": lines[0] if lines else None, "at": world}
    drawn = seen.picture(**how)
    drawn.save(path)
    for line in filter(None, (drawn.note, f"{path}: the picture, opens in any browser")):
        show.err.print(line, markup=False)


def _result(done: "Result") -> dict[str, Any]:
    checks = [{"what": w, "expected": e, "found": f} for w, e, f in done.checks]
    return {**asdict(done), "passed": done.passed, "checks": checks}


def _names(rows: dict[str, str], as_json: bool) -> None:
    if as_json:
        _print_json([{"name": name, "about": line} for name, line in rows.items()])
    else:
        from whoknows import show

        show.names(rows)


def _print_json(data: object) -> None:
    print(json.dumps(data, indent=1, ensure_ascii=False, default=str))
