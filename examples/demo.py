"""What `make demo` shows: the documented game, move by move, and the story of its knowledge.

Three agents hold two tickets each: ninety deals are possible, until claims and blocks give them
away. Prints what each move says and how many deals are left, and writes the same to demo.html,
a page to step through with the board and what each seat considers possible.
"""

from html import escape
from pathlib import Path
from typing import Any

import whoknows as wk
from whoknows.core.match import Turn, deal_of
from whoknows.games.tickets.moves import Block, Claim
from whoknows.games.tickets.picture import SEATS, drawn
from whoknows.games.tickets.rules import Tickets

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
    steps = []
    for turn in turns:
        if turn.said:
            told(game, turn)
            steps.append(page(game, turn))
    points = game.scores(turns[-1].after)
    print(f"\nFinal scores: {', '.join(f'{points[seat]:g}' for seat in range(3))}")
    print(f"\nAsked after move {AFTER} (whoknows ask examples/documented.jsonl@{AFTER} ...):")
    for question in ASKED:
        print(" ", turns[AFTER - 1].model.why(question, at=deal_of(game, turns[AFTER - 1])))
    Path("demo.html").write_text(PAGE.format("".join(steps)), encoding="utf-8")
    print("\nWith the board and pictures: demo.html. Next: whoknows --help, or README.md")


def told(game: Tickets, turn: Turn[Any, Any]) -> None:
    """One line a move: what it says, what is left, what each seat considers possible."""
    sentence = turn.said[0].sentence
    if len(turn.said) > 1 and not isinstance(turn.choice.action, Claim | Block):
        sentence = "the tickets are dealt, and all look at theirs"
    counts = (turn.model.seat(s, at=deal_of(game, turn)).count() for s in range(3))
    left = "  ".join(f"{seat}: {count}" for seat, count in enumerate(counts))
    many = turn.model.count()
    print(f"{short(sentence):66} {many:3} world{'s' * (many != 1):1}   {left}")
    for update in turn.said[1:]:
        if "completes" in update.sentence:
            print(f"    {update.sentence}")


def short(sentence: str) -> str:
    return sentence if len(sentence) <= 66 else sentence[:65] + "…"


def page(game: Tickets, turn: Turn[Any, Any]) -> str:
    """A step of the page: the board, what was said, and what each seat thinks possible."""
    action, state = turn.choice.action, turn.after
    new = None
    if isinstance(action, Claim | Block):
        new = game.map.connection(action.connection).number
    said = "".join(f"<li>{escape(update.sentence)}</li>" for update in turn.said)
    seats = "".join(seat_card(game, turn, seat) for seat in range(3))
    worlds = turn.model.count()
    return (
        f"<section><div class=board>{drawn(game.map, state.owners, new=new)}</div>"
        f"<div class=told><h2>{escape(str(action))}</h2><ul>{said}</ul>"
        f"<p class=worlds><b>{worlds}</b> deal{'s' * (worlds != 1)} possible</p>"
        f"{seats}</div></section>"
    )


def seat_card(game: Tickets, turn: Turn[Any, Any], seat: int) -> str:
    """What one seat holds, and where it thinks the other tickets may be."""
    state = turn.after
    knowledge: Any = turn.model.seat(seat, at=deal_of(game, turn))
    own = ", ".join(game.ticket_names(state.tickets(seat)))
    rows = "".join(
        f"<tr><td>{escape(card)}</td>{''.join(cell(odds.get(str(s), 0)) for s in range(3))}</tr>"
        for card, odds in knowledge.ownership().items()
    )
    head = "".join(f'<th style="color:{SEATS[s]}">{s}</th>' for s in range(3))
    return (
        f'<details open><summary style="color:{SEATS[seat]}"><b>{seat}</b> '
        f"{escape(own)} · {state.points[seat]} points · {knowledge.count()} possible</summary>"
        f"<table><tr><th></th>{head}</tr>{rows}</table></details>"
    )


def cell(share: Any) -> str:
    text = "✓" if share == 1 else "" if share == 0 else str(share)
    return f'<td class=share style="--share:{float(share):.2f}">{text}</td>'


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>whoknows: ninety worlds</title>
<style>
body {{ font-family: system-ui, sans-serif; margin: 1rem 1.5rem; color: #222; background: #fff }}
h1 {{ font-size: 1.3rem; margin: 0 0 .4rem }} h2 {{ font-size: 1.05rem; margin: .2rem 0 .6rem }}
section {{ display: none; gap: 1.5rem; flex-wrap: wrap }} section.on {{ display: flex }}
.board {{ flex: 3 1 420px; max-width: 820px }} .told {{ flex: 2 1 300px }}
.told ul {{ padding-left: 1.1rem; margin: 0 0 .6rem }} .worlds b {{ font-size: 2rem }}
.worlds {{ margin: .2rem 0 .8rem }} details {{ margin: .35rem 0 }} summary {{ cursor: pointer }}
table {{ border-collapse: collapse; margin: .3rem 0 .3rem .8rem; font-size: .9rem }}
td {{ padding: .1rem .55rem }} th {{ text-align: center }}
.share {{ text-align: center; min-width: 2.2rem; border: 1px solid #ddd;
  background: color-mix(in srgb, #4a86c5 calc(var(--share) * 60%), white) }}
nav {{ margin: 0 0 1rem; display: flex; gap: .6rem; align-items: center }}
button {{ font: inherit; padding: .25rem .9rem; border-radius: 7px; border: 1px solid #999;
  background: #f3f1ea; cursor: pointer }}
input {{ flex: 1; max-width: 30rem; min-width: 3rem }}
@media (max-width: 600px) {{ .board text {{ font-size: 24px }} }}
</style>
<h1>Ninety worlds: who holds which ticket?</h1>
<nav><button id=back>←</button><input id=step type=range min=0 value=0><button id=on>→</button>
<span id=where></span></nav>
{}
<script>
const all = [...document.querySelectorAll("section")], step = document.getElementById("step");
step.max = all.length - 1;
const show = n => {{
  step.value = n = Math.max(0, Math.min(all.length - 1, n));
  all.forEach((one, i) => one.classList.toggle("on", i === n));
  document.getElementById("where").textContent = `${{n + 1}} of ${{all.length}}`;
}};
step.oninput = () => show(+step.value);
document.getElementById("back").onclick = () => show(+step.value - 1);
document.getElementById("on").onclick = () => show(+step.value + 1);
document.onkeydown = e => {{
  if (e.target === step) return;
  if (e.key === "ArrowLeft") show(+step.value - 1);
  if (e.key === "ArrowRight") show(+step.value + 1);
}};
show(+(location.hash.slice(1) || 0));
</script>
</html>
"""

if __name__ == "__main__":
    main()
