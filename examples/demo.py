"""What `make demo` shows: a deal of 90 worlds, told announcement by announcement.

Prints who knows what after each, and writes the same with pictures to demo.html.
"""

from html import escape
from pathlib import Path

import whoknows as wk
from whoknows.deals.model import DealModel

SEATS = ("Anna", "Bram", "Cleo")
DEAL = {"Anna": ["c", "d"], "Bram": ["a", "e"], "Cleo": ["b", "f"]}
SAID = [
    ("Bram: I have a or b", "K[Bram] (has(Bram,a) | has(Bram,b))"),
    ("Cleo: I do not have a", "K[Cleo] ~has(Cleo,a)"),
    ("Anna: I do not know who has e", "~Kv[Anna] e"),
    ("Cleo: now I know the whole deal", "Kv[Cleo] world"),
    ("Bram: I still do not", "~Kv[Bram] world"),
]
ASKED = ["Kv[Cleo] world", "K[Anna] has(Bram,a)", "K[Bram] has(Anna,c)"]


def main() -> None:
    model = wk.deal(dict.fromkeys(SEATS, 2), cards="abcdef")
    hands = ", ".join(f"{seat} {' '.join(cards)}" for seat, cards in DEAL.items())
    print(f"Six cards, two each: {hands}. Everyone sees only their own.\n")
    page = [picture(model, "The cards are dealt")]
    told(model, "The cards are dealt")
    for sentence, formula in SAID:
        model = model.announce(formula, sentence)
        told(model, sentence)
        page.append(picture(model, sentence))
    print()
    for question in ASKED:
        print(model.why(question, at=DEAL))
    Path("demo.html").write_text(PAGE.format("".join(page)), encoding="utf-8")
    print("\nWith pictures: demo.html. Next: whoknows --help, or README.md")


def told(model: DealModel, sentence: str) -> None:
    """One line a step: what was said, what is left, who knows where how many cards lie."""
    print(f"{sentence:32} {model.count():3} worlds", end="")
    for seat in SEATS:
        knowledge = model.seat(seat, at=DEAL)
        sure = sum(1 in row.values() for row in knowledge.ownership().values())
        print(f"   {seat} {knowledge.count():2} ({sure} cards)", end="")
    print()


def picture(model: DealModel, sentence: str) -> str:
    views = "".join(model.picture(seat, at=DEAL, width=420).html for seat in SEATS)
    return f"<section><h2>{escape(sentence)}</h2><div>{views}</div></section>"


PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>whoknows: ninety worlds</title>
<style>
body {{ font-family: system-ui, sans-serif; margin: 1.5rem; color: #222; background: #f4f6f8 }}
section {{ background: #fff; border-radius: 10px; padding: .5rem 1rem; margin: 0 0 1.2rem }}
section > div {{
  display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr))
}}
h2 {{ font-size: 1.1rem; margin: .3rem 10px }}
</style>
<h1>Ninety worlds</h1>
<p>Anna holds c and d, Bram a and e, Cleo b and f. A box is what a seat sees, a dot is a deal that
is still possible, ★ is the true one; what the last sentence ruled out is dashed red.</p>
{}
</html>
"""

if __name__ == "__main__":
    main()
