"""What the terminal shows: turns as they happen, positions, tables of odds, checked puzzles.

Plain lines first, so that output can be read, searched and piped; colour only where it helps
and only on a terminal.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from threading import Timer
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from whoknows.core.compiling import watched
from whoknows.core.game import CHANCE, END, Action, Game, PublicModel, SeatKnowledge, State
from whoknows.core.match import Turn, deal_of
from whoknows.core.names import called
from whoknows.core.plural import some

if TYPE_CHECKING:
    from whoknows.puzzle import Result
    from whoknows.puzzle.exercises import Mark
    from whoknows.puzzle.smcdel_problem import Answer

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)

Odds = Mapping[str, Mapping[str, Fraction]]
SOON = 2.0  # seconds after which waiting is shown


def names(rows: Mapping[str, str]) -> None:
    """Names with a line about each."""
    wide = max(map(len, rows), default=0)
    for name, line in rows.items():
        out.print(f"[bold]{escape(name):{wide}}[/]  {escape(line)}")


def waited(turns: Iterable[Turn[State, Action]]) -> Iterator[Turn[State, Action]]:
    """Turn by turn; when one takes longer, a terminal shows that somebody is thinking."""
    source, number = iter(turns), 1
    while True:
        with thinking(number):
            found = next(source, None)
        if found is None:
            return
        yield found
        number += 1


@contextmanager
def thinking(number: int) -> Iterator[None]:
    """While somebody thinks about this move; a terminal says so if it takes longer."""
    note = err.status(f"move {number}: thinking")
    timer = Timer(SOON, note.start)
    timer.start()
    try:
        with watched(lambda line: note.update(f"move {number}: {line}")):
            yield
    finally:
        timer.cancel()
        timer.join()
        note.stop()


def turn(
    game: Game[State, Action], number: int, turn: Turn[State, Action], before: PublicModel | None
) -> None:
    """One turn: the move, each announcement with the worlds it rules out, who knows how much."""
    by = "chance" if turn.by == CHANCE else game.seats[turn.by]
    action = escape(str(turn.choice.action))
    out.print(f"[dim]{number:3}[/]  [bold]{escape(by):7}[/] {action}")
    if turn.choice.reasons:
        out.print(f"             [dim]{escape('; '.join(turn.choice.reasons))}[/]")
    for update, after in _steps(turn, before):
        out.print(f"             {escape(update)}: {after}")
    if turn.model is not None and turn.said:
        seats = enumerate(game.seats)
        seen = (f"{name}: {_considered(game, turn, seat):,}" for seat, name in seats)
        out.print(f"             [dim]considered possible by {escape(', '.join(seen))}[/]")


def heard(
    game: Game[State, Action],
    number: int,
    turn: Turn[State, Action],
    before: PublicModel | None,
    seat: int | None,
) -> list[str]:
    """One turn in lines, as a seat or an onlooker saw it: nothing that it could not know."""
    move = game.shown(turn.before, turn.choice.action, to=seat)
    text = f"[dim]{escape(move)}[/]" if turn.by == CHANCE else escape(move)
    lines = [f"[dim]{number:3}[/]  {text}"]
    for said, after in _steps(turn, before):
        if said == move:  # the move says it all
            lines[-1] += f": {after}"
        else:
            lines.append(f"       [dim]{escape(said)}:[/] {after}")
    if turn.said and seat is not None:
        lines[-1] += f", [bold]{_considered(game, turn, seat):,}[/] to you"
    return lines


def _steps(turn: Turn[State, Action], before: PublicModel | None) -> Iterable[tuple[str, str]]:
    """The updates of a turn, each with the number of worlds before and after it."""
    last = before
    for update in turn.said:
        model = update.to(last)
        many = f"[bold]{cases(model):,}[/] world{'s' * (cases(model) != 1)}"
        if last is not None and cases(last) != cases(model):
            many = f"{cases(last):,} → {many}"
        yield update.sentence, many + (f" [red]{escape(model.notice)}[/]" if model.notice else "")
        last = model


def _considered(game: Game[State, Action], turn: Turn[State, Action], seat: int) -> int:
    """How many worlds a seat considers possible after a turn."""
    world = deal_of(game, turn)
    assert turn.model is not None
    assert world is not None
    return cases(turn.model.seat(seat, at=world))


def cases(those: PublicModel | SeatKnowledge) -> int:
    """How many cases there are, in the unit of odds: deals, where these can tell them."""
    found: int = getattr(those, "deals", those.count)()
    return found


def scores(game: Game[State, Action], state: State) -> None:
    """The scores, and who wins; nobody does if the match was left before its end."""
    points = game.scores(state)
    shown = " · ".join(f"{s}: {p:g}" for s, p in zip(game.seats, points, strict=True))
    out.print(f"[bold]scores[/]  {escape(shown)}")
    if game.to_move(state) == END:
        out.print(f"[bold]result[/]  {escape(game.win(state).words(game.seats, points))}")
    else:
        out.print("[bold]result[/]  none: the match was not finished")


def revealed(game: Game[State, Action], last: Turn[State, Action]) -> None:
    """Who held what: now that the match is over, everyone may know."""
    for place, held in (deal_of(game, last) or {}).items():
        if not isinstance(held, str):  # else it tells of a card what its holder's line tells too
            cards = ", ".join(held)
            err.print(f"[dim]{escape(str(called(game.seats, place)))} held {escape(cards)}[/]")


def odds(title: str, rows: Odds, *, to: Console = out, indent: int = 0) -> None:
    """Card by owner, as a fraction if it is short, otherwise as a percentage."""
    owners = list(dict.fromkeys(owner for row in rows.values() for owner in row))
    table = Table(title=escape(title) or None, title_justify="left", box=None, pad_edge=False)
    table.add_column("")
    for owner in owners:
        table.add_column(escape(owner), justify="right")
    for card, row in rows.items():
        table.add_row(escape(card), *(_share(row.get(owner, Fraction(0))) for owner in owners))
    to.print(Padding.indent(table, indent) if indent else table)


def _share(share: Fraction) -> str:
    if share in (0, 1):
        return "[bold]✓[/]" if share else "[dim]·[/]"
    return str(share) if share.denominator < 1000 else f"{float(share):.1%}"


def title(name: str, case: str) -> None:
    """The heading of a puzzle, and which case of it."""
    out.print(f"[bold]{escape(name)}[/]" + (f" ({escape(case)})" if case else ""))


def result(done: "Result") -> None:
    """One step of a puzzle: what was said, the worlds left, and the results of its checks."""
    sign = "[green]ok[/]" if done.passed else "[bold red]no[/]"
    worlds = f"{done.worlds:,} world{'s' * (done.worlds != 1)}"
    asked = sum(check.what != "worlds" for check in done.checks)
    checks = f", {asked} check{'s' * (asked != 1)}" if asked else ""
    out.print(f"{done.step:3}  {sign}  {escape(done.text)} [bold]→ {worlds}{checks}[/]")
    for what, expected, found in done.checks:
        if expected != found:
            line = f"{what}: expected {_found(expected)}, found {_found(found)}"
            out.print(f"         [red]{escape(line)}[/]")
    if done.notice:
        out.print(f"         [yellow]{escape(done.notice)}[/]")


def mark(found: "Mark") -> None:
    """An exercise: what was asked, what was answered, and whether that is right."""
    sign = "[green]ok[/]" if found.passed else "[bold red]no[/]"
    out.print(f"{found.exercise:3}  {sign}  {escape(found.task)}", soft_wrap=True)
    if found.answer in ("", {}):
        out.print(f"         [yellow]{escape(found.said)}[/]")
        return
    out.print(f"         {escape(str(found.answer))}", soft_wrap=True)
    if not found.passed:
        out.print(f"         [red]{escape(found.said)}[/]", soft_wrap=True)


def answer(found: "Answer") -> None:
    """A question of a problem, and its answer: yes or no, or the states."""
    asked, told = found.question, found.found
    state = f" {{{','.join(map(str, sorted(asked.state)))}}}" if asked.ask == "TRUE?" else ""
    out.print(f"[bold]{asked.ask}[/]{state} {escape(str(asked.formula))}", soft_wrap=True)
    if isinstance(told, bool):
        out.print(f"     [bold]→ {'true' if told else 'false'}[/]")
        return
    out.print(f"     [bold]→ {some(len(told), 'state')}[/]")
    for one in told:
        out.print(f"     {{{','.join(map(str, one))}}}")


def _found(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case list():
            return " ".join(map(str, value))
    return str(value)
