"""The commands. Results go to standard output, everything else to standard error.

Exit codes: 0, 1 for "false" or "not found"; `__main__` has those of failures. What a command
needs is imported inside it, so that `whoknows --help` is quick.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from whoknows.core.game import World
    from whoknows.logic.formula import Formula
    from whoknows.logic.knowledge import Knowledge
    from whoknows.logic.model import Model
    from whoknows.logic.picture import Kind
    from whoknows.puzzle import Result

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

MOST_WORKERS = 1024  # on one machine

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
RecordFile = Annotated[str, typer.Argument(metavar="FILE", help="the record of a match")]


def _version(wanted: bool) -> None:
    if wanted:
        from whoknows.core.version import VERSION

        print(f"whoknows {VERSION}")
        raise typer.Exit


@app.callback()
def whoknows(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="print the version"),
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
    """Play a match and print the result; `human` asks you for its moves."""
    from whoknows.cli_match import Sitting
    from whoknows.terminal import output

    match = Sitting(game, agent, seed, record)
    turns = match.played()
    if as_json:
        _print_json(match.data(turns))
    else:
        output.scores(match.game, turns[-1].after)


@app.command()
def watch(game: GameSpec, agent: AgentSpecs, seed: Seed = None, record: RecordTo = None) -> None:
    """Play a match and show every announcement and what it rules out."""
    from whoknows.cli_match import Sitting
    from whoknows.cli_replay import show_turns
    from whoknows.core.error import Error
    from whoknows.terminal import output

    match = Sitting(game, agent, seed, record)
    if match.has_people:
        raise Error("watch shows every hand; to play yourself, use play")
    names = ", ".join(agent.name for agent in match.agents)
    output.out.print(f"{match.game.spec}, seed {match.seed}: {names}", markup=False)
    show_turns(match.game, output.waited(match.turns()))


@app.command()
def replay(
    file: RecordFile,
    step: Annotated[
        int | None, typer.Option(help="show the position after this many moves")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="OUT", help="write a web page that needs no server")
    ] = None,
) -> None:
    """Show a recorded match, or one position of it, or turn it into a web page."""
    from whoknows import cli_replay
    from whoknows.core.record import read

    record = read(file)
    if html is not None:
        cli_replay.write_page(record, html)
    elif step is not None:
        cli_replay.show_position(record, step)
    else:
        cli_replay.show_match(record)


@app.command()
def ask(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE[@STEP]", help="a record, at this move (default: the last)"),
    ],
    formula: Annotated[str, typer.Argument(help='for example "K[Anna] has(Bram,a)"')],
    seat: Annotated[
        str | None,
        typer.Option("--as", help="answer from what this seat knows (default: from the true deal)"),
    ] = None,
    why: Annotated[bool, typer.Option(help="say why, in words")] = False,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="OUT", help="draw the worlds and mark where it is true: .svg or .html"
        ),
    ] = None,
    lines: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SEAT", help="with --picture: draw only this seat's lines; repeatable"
        ),
    ] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help="with --picture: draw every line")] = False,
    as_json: AsJson = False,
) -> None:
    """Ask whether a formula is true in a recorded match (exit code 1: it is not)."""
    from whoknows.cli_replay import position
    from whoknows.core.error import Error
    from whoknows.logic.card_letters import spelled_out
    from whoknows.logic.parser import parse

    number, model, world = position(file)
    question = spelled_out(parse(formula), model.vocabulary)
    asked = model.seat(seat, at=world) if seat is not None else None
    if picture is not None:
        _draw(picture, asked or model, world, question, lines or [], pairs)
    elif lines or pairs:
        raise Error("--lines and --pairs need --picture FILE")
    if asked is not None:
        answer = asked.answer(question)
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
    """Check the answers in puzzle files (exit code 1: one is wrong)."""
    from whoknows.puzzle import puzzle
    from whoknows.terminal import output

    results = []
    for path in file:
        found = puzzle(path)
        for case in found.cases:
            given = ", ".join(f"{name} = {value}" for name, value in case.items())
            if not as_json:
                output.title(found.title, given)
            for done in found.check(case):
                results.append({"file": str(path), "case": case, **_result(done)})
                if not as_json:
                    output.result(done)
    if as_json:
        _print_json(results)
    raise typer.Exit(0 if all(result["passed"] for result in results) else 1)


@app.command()
def arena(
    plan: Annotated[Path, typer.Argument(metavar="PLAN.toml", help="what to compare")],
    out: Annotated[
        Path | None, typer.Option(help="folder for the results (default: next to the plan)")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="continue a run")] = False,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=MOST_WORKERS, help="number of processes (default: one per core)"),
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="address of a Dask scheduler to run on")
    ] = None,
    record: Annotated[
        str | None,
        typer.Option(
            metavar="TABLE-DEAL-SEATING", help="print the record of this game and do nothing else"
        ),
    ] = None,
    pages: Annotated[
        bool, typer.Option("--pages", help="also write a page for notable games (a minute each)")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Compare agents over many games: ratings with intervals, plots, records."""
    from whoknows import arena
    from whoknows.arena.progress import Live
    from whoknows.arena.report.report_folder import terminal
    from whoknows.arena.statistics.results import results_json
    from whoknows.table.page.replay_page import page
    from whoknows.terminal import output

    wanted = arena.read(plan)
    folder = out or plan.with_suffix(".arena")
    if record is not None:
        print(arena.told(wanted, folder, record), end="")
        return
    live = Live(output.err if output.err.is_terminal else None)
    try:
        found = arena.run(
            wanted, folder, resume=resume, workers=workers, cluster=cluster, live=live
        )
    except KeyboardInterrupt:
        output.err.print(
            f"stopped; what was played is in {folder}, continue with --resume", markup=False
        )
        raise
    written = arena.reported(found, folder, page if pages else None)
    if as_json:
        print(results_json(found), end="")
    else:
        terminal(found, output.out)
    output.err.print(
        f"{len(written)} files in {folder}; open {folder / 'report.html'}", markup=False
    )


@app.command()
def table(
    port: Annotated[int, typer.Option(min=1, max=65535, help="port to listen on")] = 8000,
    folder: Annotated[
        Path | None, typer.Option(help="folder for the games (default: ~/.whoknows)")
    ] = None,
    arena: Annotated[
        Path | None, typer.Option(help="where to look for tournaments (default: this folder)")
    ] = None,
    browser: Annotated[bool, typer.Option(help="open the page in your browser")] = True,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS", help="address to listen on; one beyond this machine needs a password"
        ),
    ] = "127.0.0.1",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="another name by which people reach the page; repeatable"
        ),
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(help="file with the password (default: WHOKNOWS_PASSWORD, or asks you)"),
    ] = None,
) -> None:
    """Open the table in your browser: watch, play, and ask who knows what."""
    from whoknows.table.server.app import address, check_port, serve, usual_folder
    from whoknows.table.server.listening import door

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
    suite: Annotated[str | None, typer.Argument(help="which suite to run (default: all)")] = None,
    against: Annotated[
        Path | None, typer.Option(metavar="FILE", help="compare with a run saved by --json")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Compare the speed of whoknows with its peers (exit code 1: something got over a quarter
    slower). Needs a checkout."""
    from whoknows.bench import run

    raise typer.Exit(0 if run(suite, as_json, against) else 1)


def _draw(
    path: Path,
    seen: "Knowledge | Model",
    world: "World",
    formula: "Formula",
    lines: list[str],
    pairs: bool,
) -> None:
    """What an analyst or a seat sees, drawn to a file: a graph, or what fits if it is too large."""
    from whoknows.logic.knowledge import Knowledge
    from whoknows.terminal import output

    kind: Kind = "pairs" if pairs else "graph"
    if isinstance(seen, Knowledge):
        drawn = seen.picture(formula=formula, kind=kind, lines=lines or None)
    else:
        seat = lines[0] if lines else None
        drawn = seen.picture(formula=formula, kind=kind, lines=lines or None, seat=seat, at=world)
    drawn.save(path)
    for line in filter(None, (drawn.note, f"{path}: open it in any browser")):
        output.err.print(line, markup=False)


def _result(done: "Result") -> dict[str, object]:
    checks = [{"what": w, "expected": e, "found": f} for w, e, f in done.checks]
    return {**asdict(done), "passed": done.passed, "checks": checks}


def _names(rows: dict[str, str], as_json: bool) -> None:
    if as_json:
        _print_json([{"name": name, "about": line} for name, line in rows.items()])
    else:
        from whoknows.terminal import output

        output.names(rows)


def _print_json(data: object) -> None:
    print(json.dumps(data, indent=1, ensure_ascii=False, default=str))
