"""What `make demo` shows: the documented game, move by move, and the story of its knowledge.

Three agents hold two tickets each: ninety deals are possible, until claims and blocks give them
away. Prints what each move says and how many deals are left, and writes the whole match to
demo.html, a page to step through, with the board, the worlds and questions, that needs no server.
"""

from pathlib import Path
from typing import Any

import whoknows as wk
from whoknows.core.atomic_write import whole
from whoknows.core.match import Turn, deal_of
from whoknows.games.tickets.moves import Block, Claim
from whoknows.games.tickets.rules import Tickets
from whoknows.table.page.replay_page import page
from whoknows.terminal.output import err

RECORD = Path(__file__).with_name("documented.jsonl")
ASKED = [
    'K[2] has(0,"Brest-Venezia")',
    'K[1] has(2,"Zurich-Brindisi")',
    'K[0] K[1] has(2,"Zurich-Brindisi")',
]
AFTER = 13  # moves; then the questions are asked


def main() -> None:
    record = wk.read(RECORD)
    game = wk.game(record.game)
    turns = list(wk.replay(record))
    print("Three agents, two tickets each, on a map of Europe: who holds what?\n")
    for turn in turns:
        if turn.said:
            told(game, turn)
    points = game.scores(turns[-1].after)
    print(f"\nFinal scores: {', '.join(f'{points[seat]:g}' for seat in range(3))}")
    print(f"\nAsked after move {AFTER} (whoknows ask examples/documented.jsonl@{AFTER} ...):")
    for question in ASKED:
        print(" ", turns[AFTER - 1].model.why(question, at=deal_of(game, turns[AFTER - 1])))
    with whole("demo.html") as put, err.status("drawing every move for every seat: ten seconds"):
        put(page(record).encode())
    print("\nTo step through it: open demo.html in a browser. To play: whoknows table")


def told(game: Tickets, turn: Turn[Any, Any]) -> None:
    """One line per move: what it says, what is left, what each seat considers possible."""
    sentence = turn.said[0].sentence
    if len(turn.said) > 1 and not isinstance(turn.choice.action, Claim | Block):
        sentence = "the tickets are dealt, and everyone looks at theirs"
    counts = (turn.model.seat(s, at=deal_of(game, turn)).count() for s in range(3))
    left = "  ".join(f"{seat}: {count}" for seat, count in enumerate(counts))
    many = turn.model.count()
    print(f"{short(sentence):66} {many:3} world{'s' * (many != 1):1}   {left}")
    completed = getattr(turn.choice.action, "completes", ())  # announced next, one by one
    for update in turn.said[1 : 1 + len(completed)]:
        print(f"    {update.sentence}")


def short(sentence: str) -> str:
    return sentence if len(sentence) <= 66 else sentence[:65] + "…"


if __name__ == "__main__":
    main()
