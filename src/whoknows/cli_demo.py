"""What `whoknows demo` shows: the documented game, move by move, and the story of its knowledge.

Three people hold two tickets each: ninety deals are possible, until claims and blocks give them
away. Prints what each move says and how many deals are left, and writes the whole match as a page
that needs no server.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import as_file, files
from pathlib import Path

import whoknows as wk
from whoknows.core.atomic_write import whole
from whoknows.core.game import CHANCE, Game
from whoknows.core.match import Turn, deal_of
from whoknows.core.plural import some
from whoknows.logic.model import Model
from whoknows.logic.vocabulary import World
from whoknows.table.page.replay_page import page
from whoknows.terminal.output import err, out

ASKED = [
    'K[Cleo] has(Anna,"Brest-Venezia")',
    'K[Bram] has(Cleo,"Zurich-Brindisi")',
    'K[Anna] K[Bram] has(Cleo,"Zurich-Brindisi")',
]
AFTER = 13  # moves; then the questions are asked
WIDE = 62  # letters of a sentence


def demo(to: Path) -> None:
    """Tells the game, and writes the page to this file."""
    with as_file(files("whoknows.table") / "static" / "tour.jsonl") as path:
        record = wk.read(path)
    game = wk.game(record.game)
    turns = list(wk.replay(record))
    for line in story(game, turns):
        out.print(line, markup=False)
    with whole(to) as put, err.status("drawing every move for every seat: ten seconds"):
        put(page(record).encode())
    out.print(
        f"\nTo step through it: open {to} in a browser. To play: whoknows table", markup=False
    )


def story(game: Game[object, object], turns: list[Turn[object, object]]) -> Iterator[str]:
    """What was said, what followed from it, and some questions with their reasons."""
    yield "Three people, two tickets each, on a map of Europe: who holds what?\n"
    for turn in turns:
        if turn.said:
            yield from told(game, turn)
    points = zip(game.seats, game.scores(turns[-1].after), strict=True)
    yield f"\nFinal scores: {', '.join(f'{seat} {score:g}' for seat, score in points)}"
    yield f"\nAsked after move {AFTER}:"
    model, deal = known(game, turns[AFTER - 1])
    yield from (f"  {model.why(question, at=deal)}" for question in ASKED)


def told(game: Game[object, object], turn: Turn[object, object]) -> Iterator[str]:
    """What a move says, how many worlds are left, and how many each seat considers possible."""
    sentence, (model, deal) = turn.said[0].sentence, known(game, turn)
    if turn.by == CHANCE:
        sentence = "the tickets are dealt, and everyone looks at theirs"
    counts = (f"{seat}: {model.seat(seat, at=deal).count()}" for seat in game.seats)
    left = some(model.count(), "world")
    yield f"{short(sentence):{WIDE}} {left:9}  {'  '.join(counts)}"
    completed = getattr(turn.choice.action, "completes", ())  # announced next, one by one
    yield from (f"    {update.sentence}" for update in turn.said[1 : 1 + len(completed)])


def known(game: Game[object, object], turn: Turn[object, object]) -> tuple[Model, World]:
    """What everyone knows after a move, and how things really are."""
    deal = deal_of(game, turn)
    if not isinstance(turn.model, Model) or deal is None:
        raise AssertionError("nothing was dealt yet")
    return turn.model, deal


def short(sentence: str) -> str:
    return sentence if len(sentence) <= WIDE else sentence[: WIDE - 1] + "…"
