"""The commands. Results go to standard output, everything else to standard error.

Exit codes: 0, 1 for "false" or "not found"; `__main__` has those of failures. What a command
needs is imported inside it, so that `whoknows --help` is quick.
"""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from whoknows import cli_options as option
from whoknows.cli_style import style
from whoknows.cli_training import learn, tune

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(style, name="style")


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
def demo(to: option.DemoPage = Path("demo.html")) -> None:
    """Tell the story of a game, and write it as a page."""
    from whoknows.cli_demo import demo

    demo(to)


@app.command()
def games(as_json: option.AsJson = False) -> None:
    """List the games."""
    from whoknows.core.registry import games

    _names(games(), as_json)


@app.command()
def agents(
    game: Annotated[
        str | None, typer.Option(metavar="GAME", help="only agents that play this game")
    ] = None,
    as_json: option.AsJson = False,
) -> None:
    """List the agents."""
    from whoknows.core import registry

    _names(registry.agents() if game is None else registry.players(registry.game(game)), as_json)


@app.command()
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="what your game is called")],
) -> None:
    """Write a package for a game of your own. It has a small game, its tests, a plan, a README."""
    from whoknows.kit.new_package import new_package

    for path in new_package(name, Path()):
        print(path)
    print(f"next: cd {name}; pip install -e '.[test]'; python -m pytest", file=sys.stderr)


@app.command()
def play(
    game: option.GameSpec,
    agent: option.AgentSpecs,
    seed: option.Seed = None,
    record: option.RecordTo = None,
    as_json: option.AsJson = False,
) -> None:
    """Play a match and print the result; `human` asks you what to do."""
    from whoknows.cli_match import Sitting
    from whoknows.terminal import output

    match = Sitting(game, agent, seed, record)
    turns = match.played()
    if as_json:
        _print_json(match.data(turns))
    else:
        output.scores(match.game, turns[-1].after)


@app.command()
def watch(
    game: option.GameSpec,
    agent: option.AgentSpecs,
    seed: option.Seed = None,
    record: option.RecordTo = None,
) -> None:
    """Play a match and show every announcement and what it rules out."""
    from whoknows.cli_match import Sitting
    from whoknows.cli_replay import show_as_played

    show_as_played(Sitting(game, agent, seed, record))


@app.command()
def replay(file: option.RecordFile, step: option.Step = None, html: option.Html = None) -> None:
    """Show a recorded match, or one position of it. Or turn it into a web page."""
    from whoknows.cli_replay import show
    from whoknows.core.record import read

    show(read(file), step, html)


@app.command()
def analyse(
    file: option.RecordFile,
    seat: option.OfSeat = None,
    effort: option.Effort = None,
    seed: option.AnalysisSeed = 0,
    html: option.Html = None,
    as_json: option.AsJson = False,
    moments: option.Moments = False,
) -> None:
    """Say what each decision of a match lost, and what was a mistake."""
    from whoknows import cli_analysis
    from whoknows.core.record import read

    record = read(file)
    found = cli_analysis.judged(record, seat, effort, seed)
    if html is not None:
        cli_analysis.write_page(record, found, html)
    back = cli_analysis.looked_back(record, found) if moments else None
    if as_json:
        decisions = [one.data() for one in found]
        _print_json(decisions if back is None else {"decisions": decisions, **back})
        return
    cli_analysis.show(found)
    if back is not None:
        cli_analysis.show_moments(record, back)


@app.command()
def ask(
    file: option.RecordAtStep,
    formula: option.FormulaText,
    seat: option.AsSeat = None,
    believing: option.Believing = None,
    why: option.Why = False,
    picture: option.PictureTo = None,
    lines: option.Lines = None,
    pairs: option.Pairs = False,
    as_json: option.AsJson = False,
) -> None:
    """Ask whether a formula is true in a recorded match. Exit code 1: it is not; or with
    --believing, it is not believed to be likelier than not."""
    from whoknows.cli_question import Question
    from whoknows.core.error import Error

    question = Question(file, formula, seat, believing)
    if picture is not None:
        question.draw(picture, lines or [], pairs)
    elif lines or pairs:
        raise Error("--lines and --pairs need --picture FILE")
    answer = question.answer(why)
    if as_json:
        _print_json(answer.data())
    else:
        print(answer)
    raise typer.Exit(0 if answer.is_true else 1)


@app.command()
def check(
    file: option.PuzzleFiles,
    solutions: option.Solutions = None,
    as_json: option.AsJson = False,
) -> None:
    """Check puzzles, ours or SMCDEL's, and mark exercises. Exit code 1: something is wrong."""
    from whoknows.cli_puzzle import checked
    from whoknows.core.shipped import found

    results = [
        one
        for path in file
        for one in checked(found("puzzle", path), silent=as_json, solutions=solutions)
    ]
    if as_json:
        _print_json(results)
    raise typer.Exit(0 if all(result.get("passed", True) for result in results) else 1)


@app.command()
def lessons(
    to: Annotated[Path, typer.Argument(metavar="FOLDER", help="a new folder for them")],
) -> None:
    """Copy six lessons for a class into a folder. They have exercises and solutions."""
    from whoknows.core.shipped import copied

    print(f"{copied(to) / 'README.md'} says how to use them")


@app.command()
def arena(
    plan: option.PlanFile,
    out: option.ResultsIn = None,
    resume: option.Resume = False,
    workers: option.Workers = None,
    cluster: option.Cluster = None,
    record: option.RecordOf = None,
    pages: option.Pages = False,
    as_json: option.AsJson = False,
) -> None:
    """Compare agents over many games. Ratings with intervals, plots, records."""
    from whoknows import arena
    from whoknows.cli_tournament import played, report
    from whoknows.core import shipped

    plan = shipped.found("plan", plan)
    wanted, folder = arena.read(plan), out or shipped.results_of(plan)
    if record is not None:
        print(arena.told(wanted, folder, record), end="")
        return
    found = played(wanted, folder, resume=resume, workers=workers, cluster=cluster)
    report(found, folder, pages=pages, as_json=as_json)


app.command()(tune)
app.command()(learn)


@app.command()
def table(
    port: option.Port = 8000,
    folder: option.GamesIn = None,
    arena: option.Tournaments = None,
    browser: option.Browser = True,
    host: option.Host = "127.0.0.1",
    allow_host: option.AllowHost = None,
    password_file: option.PasswordFile = None,
) -> None:
    """Open the table in your browser. Watch, play, and ask who knows what."""
    from whoknows.cli_table import serve_table
    from whoknows.table.server.listening import door

    opened = door(host, port, allow_host or [], password_file)
    serve_table(port, folder, browser, arena, host, opened)


@app.command()
def bench(
    suite: option.Suite = None,
    against: option.Against = None,
    quick: option.Quick = False,
    as_json: option.AsJson = False,
) -> None:
    """Compare the speed of whoknows with its peers. Exit code 1: something got over a quarter
    slower. Needs a checkout."""
    from whoknows.bench import run

    raise typer.Exit(0 if run(suite, as_json, against, quick=quick) else 1)


def _names(rows: dict[str, str], as_json: bool) -> None:
    if as_json:
        _print_json([{"name": name, "about": line} for name, line in rows.items()])
    else:
        from whoknows.terminal import output

        output.names(rows)


def _print_json(data: object) -> None:
    print(json.dumps(data, indent=1, ensure_ascii=False, default=str))
