"""What a person at a terminal believes if the others play in some style: odds beside those that are
known, and the acts behind them."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from whoknows.beliefs.style import believable, in_style, shares
from whoknows.core.agent import View
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.logic.belief import Belief
from whoknows.logic.knowledge import Knowledge
from whoknows.logic.weights import Number

DRAWS = 20_000  # where deals are too many to weigh them all
SAME = 0.005  # odds that differ by less look the same


def tell_belief(view: View[State, Action], asked: str, console: Console) -> None:
    """`STYLE` for all odds, `STYLE FORMULA` for what moved those of a formula."""
    style, _, formula = asked.partition(" ")
    there = believable(view.game)
    if style not in there:
        known = f"believe one of {', '.join(there)}" if there else "this game cannot tell"
        raise Error(f"{f'no style {style[:40]} here; ' * bool(style)}{known}")
    belief = _belief(view, style)
    if formula.strip():
        console.print(f"  {escape(str(belief.why(formula.strip())))}")
        return
    console.print(f"  believed if the others play {in_style(style)}, not known ({belief.basis}):")
    console.print(Padding.indent(_table(belief), 2))


def rests_on(adviser: object) -> str:
    """What the advice of an agent goes by, in words."""
    style = getattr(adviser, "believe", "off")
    if style == "off":
        return "this rests on what you know, not on what you might believe of the others"
    return (
        f"this rests on the belief that the others play {in_style(style)}, not on knowledge alone"
    )


def _belief(view: View[State, Action], style: str) -> Belief:
    from whoknows.beliefs.fast_evidence import fast_evidence

    knowledge = view.knowledge
    if not isinstance(knowledge, Knowledge):
        raise Error("only deals of our own logic can be believed")
    words = knowledge.model.vocabulary
    done = fast_evidence(view.game, view.state, words, shares(style, view.game))
    return knowledge.given(done, draws=DRAWS)


def _table(belief: Belief) -> Table:
    """Card by owner: the known odds, a sign, and the believed ones."""
    known, believed = belief.knowledge.ownership(), belief.ownership()
    open_ = [card for card, row in known.items() if 1 not in row.values()]
    owners = dict.fromkeys(owner for card in open_ for owner, odds in known[card].items() if odds)
    table = Table("", *map(escape, owners), box=None, pad_edge=False)
    for card in open_:
        both = ((known[card].get(o, 0), believed[card].get(o, 0)) for o in owners)
        table.add_row(escape(card), *(_square(*pair) for pair in both))
    return table


def _square(known: Number, believed: Number) -> str:
    if not known:
        return "[dim]·[/]"
    moved = float(believed) - float(known)
    sign = "[green]▲[/]" if moved >= SAME else "[red]▼[/]" if moved <= -SAME else "[dim]◆[/]"
    return f"{float(known):.0%} {sign} [bold]{float(believed):.0%}[/]"
