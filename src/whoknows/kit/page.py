"""Any game of the kit on the page: what one holds, what one may do, and the sheet of all cards.

The sheet has a row a card and a column a place, and is filled in by what the viewer knows: a card
lies there, it does not, or how likely it is. Who clicks a mark is told why. Where there are many
moves of a kind, such as any three cards, they are offered as a grid of the first two.

An author who draws something of its own may use these pieces, and `core.drawing.clickable`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from whoknows.core.actions import KINDS, Written, word
from whoknows.core.drawing import Seen, clickable
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.match import who
from whoknows.core.names import written
from whoknows.kit.card_state import CardState
from whoknows.kit.facts import has_some
from whoknows.kit.sight import Sight
from whoknows.logic.modal_operators import Knows
from whoknows.logic.model_picture import MARKS

if TYPE_CHECKING:
    from whoknows.kit.words import AnyGame

FEW = 12  # moves of a kind that have a button each


def board(moments: Sequence[Seen], step: int, front: int | None = None) -> str:
    """The playing area after so many moves."""
    moment = moments[step]
    return (
        f'<div class="area plain kit">{_players(moment)}{_last(moment)}{_held(moment)}'
        f"{_now(moment)}{sheet(moment)}{_public(moment)}</div>"
    )


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label: its text, without the name of who does it."""
    return [(str(action), _label(moment, str(action))) for action in moment.actions]


def in_words(moment: Seen) -> str:
    """The last move as the viewer saw it; the deal in a few words, since the board shows it."""
    return "The cards are dealt" if moment.move.startswith("deal ") else moment.move


def rules(game: AnyGame) -> str:
    """What the game's module says of itself."""
    module = import_module(type(game).__module__)
    paragraphs = (module.__doc__ or game.title).strip().split("\n\n")
    return f"<h2>{escape(game.title)}</h2>" + "".join(f"<p>{escape(p)}</p>" for p in paragraphs)


def sheet(moment: Seen) -> str:
    """Every card and every place, filled in by what the viewer knows."""
    game = moment.game
    mine = getattr(moment, "mine", None)
    if mine is None:
        return ""
    owned = _seen(moment) if moment.state.is_whole else mine.ownership()
    heads = "".join(f"<th>{_place(game, place)}</th>" for place in game.places)
    rows = "".join(
        f'<tr><th scope="row">{escape(card)}</th>{"".join(_marks(game, card, owned[card]))}</tr>'
        for card in game.cards
    )
    open_ones = any(0 < odds < 1 for places in owned.values() for odds in places.values())
    unit = "<small>chances in %</small>" if open_ones else ""
    head = f"<thead><tr><th>{unit}</th>{heads}</tr></thead>"
    return f'<table class="sheet">{head}<tbody>{rows}</tbody></table>'


def _seen(moment: Seen) -> dict[str, dict[str, int]]:
    """Where the cards lie, for who sees all of them."""
    game, state = moment.game, moment.state
    return {card: {game.places[n]: 1} for card, n in zip(game.cards, state.lies, strict=True)}


def _marks(game: AnyGame, card: str, odds: Any) -> Iterator[str]:
    """A tick, a dot, or the odds in percent; asked about, the page says why."""
    for place in game.places:
        likely = odds.get(place, 0)
        mark = {0: "·", 1: "✓"}.get(likely, f"{100 * float(likely):.0f}")
        kind = {0: "gone", 1: "sure"}.get(likely, "maybe")
        atom = f'{"has" if place in game.seats else "in"}("{place}","{card}")'
        ask = escape(f"~{atom}" if likely == 0 else atom)
        told = escape(f"{card}, {place}: {likely}")
        yield (
            f'<td class="{kind}" role="button" tabindex="0" data-ask="{ask}" title="{told}" '
            f'aria-label="{told}">{mark}</td>'
        )


def _place(game: AnyGame, place: str) -> str:
    if place not in game.seats:
        return escape(place)
    seat = game.seats.index(place) % len(MARKS)
    return f'<span class="seat{seat}">{MARKS[seat]}</span> {escape(place)}'


def _players(moment: Seen) -> str:
    game, state = moment.game, moment.state
    mover = game.to_move(state)
    pairs = enumerate(zip(game.seats, game.scores(state), strict=True))
    return (
        '<ul class="players">'
        + "".join(
            f'<li class="player{" moving" if seat == mover else ""}">'
            f'<span class="who" data-mind="{seat}">'
            f'{_place(game, name)}</span><b class="points">{points:g}</b></li>'
            for seat, (name, points) in pairs
        )
        + "</ul>"
    )


def _last(moment: Seen) -> str:
    """The last move and what was heard of it; a deal is told by the cards that one holds."""
    if not moment.move:
        return ""
    if moment.by == who(moment.game, CHANCE):
        return "<p>The cards were dealt.</p>"
    by = "" if moment.move.startswith(moment.by) else f"{moment.by}: "
    heard = "".join(f" {escape(_capital(stage.update.sentence))}." for stage in moment.stages[-1:])
    return f"<p>{escape(by + moment.move)}.<small>{heard}</small></p>"


def _held(moment: Seen) -> str:
    """The viewer's own cards with who has seen them, and what it was shown."""
    state: CardState[Any] = moment.state
    if not isinstance(moment.viewer, int) or not state.lies:
        return ""
    sight = Sight(moment.game, moment.viewer, state)
    seen: dict[str, list[str]] = {card: [] for card in sight.hand}
    mine = []
    for by, to, card in sight.shown:
        if by == sight.name and to not in seen[card]:
            seen[card].append(to)
        elif to == sight.name:
            mine.append(f"<li>{escape(f'{by} showed you {card}')}</li>")
    cards = "".join(_own_card(card, by, _knowing(moment, card, by)) for card, by in seen.items())
    return f"<p>You hold {cards}</p>" + (f"<ul>{''.join(mine)}</ul>" if mine else "")


def _knowing(moment: Seen, card: str, seen_by: Sequence[str]) -> list[str]:
    """Who else surely knows, by all that was said and shown, that the viewer has a card."""
    mine, seats = getattr(moment, "mine", None), moment.game.seats
    own = seats[cast(int, moment.viewer)]
    others = [seat for seat in seats if seat != own and seat not in seen_by]
    has = has_some(own, [card])
    try:
        return [
            seat for seat in others if mine is not None and mine.knows(Knows(written(seat), has))
        ]
    except Error:  # more than can be told of a deal so large
        return []


def _own_card(card: str, seen_by: Sequence[str], known_by: Sequence[str]) -> str:
    told = [
        f"{word} {escape(', '.join(seats))}"
        for word, seats in (("seen by", seen_by), ("known to", known_by))
        if seats
    ]
    small = f"<small> {', '.join(told)}</small>" if told else ""
    return f'<span class="own-card">{escape(card)}</span>{small} '


def _now(moment: Seen) -> str:
    """Who is to do what, with a button for each action."""
    game, mover = moment.game, moment.game.to_move(moment.state)
    now = {END: "The game is over.", CHANCE: "Chance is to move."}
    told = now.get(mover) or f"{who(game, mover)} is to move."
    kinds: dict[type[Written], list[Written]] = {}
    for action in moment.actions:
        kinds.setdefault(type(action), []).append(action)
    few = [action for some in kinds.values() if len(some) <= FEW for action in some]
    acts = "".join(
        f'<span class="act can" {clickable([action], label)}>{escape(label)}</span>'
        for action in few
        for label in [_label(moment, str(action))]
    )
    many = {kind: some for kind, some in kinds.items() if len(some) > FEW}
    alone = len(kinds) == 1  # what else should one do?
    grids = "".join(_grid(kind, some, is_open=alone) for kind, some in many.items())
    mine = "Your turn:" if moment.actions else told
    return f'<div class="now"><p>{escape(mine)}</p>{acts}</div>{grids}'


def _grid(kind: type[Written], actions: Sequence[Written], *, is_open: bool) -> str:
    """Many moves of a kind by the first two things that they name; a click asks for the rest."""
    told = [[word(action, name) for name in KINDS[kind].sorts] for action in actions]
    varied = [n for n in range(len(told[0])) if len({words[n] for words in told}) > 1]
    down, across = varied[0], varied[1 % len(varied)]
    cells: dict[tuple[str, str], list[Written]] = {}
    for words, action in zip(told, actions, strict=True):
        cells.setdefault((words[down], words[across]), []).append(action)
    rows = list(dict.fromkeys(one for one, _ in cells))
    columns = list(dict.fromkeys(other for _, other in cells))
    verb, opened = escape(kind.__name__), ' open=""' * is_open
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(
        f'<tr><th scope="row">{escape(row)}</th>'
        + "".join(_cell(verb, row, column, cells.get((row, column), [])) for column in columns)
        + "</tr>"
        for row in rows
    )
    return (
        f'<details class="grid"{opened}><summary>{verb} …</summary><table class="sheet">'
        f"<thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table></details>"
    )


def _cell(verb: str, row: str, column: str, actions: Sequence[Written]) -> str:
    if not actions:
        return "<td></td>"
    return f'<td class="can" {clickable(actions, f"{verb}: {row}, {column}")}>+</td>'


def _public(moment: Seen) -> str:
    lines = "".join(f"<li>{escape(line)}</li>" for line in moment.game.lines(moment.state.public))
    return f'<ul class="open-facts">{lines}</ul>'


def _label(moment: Seen, text: str) -> str:
    own = moment.game.seats[moment.viewer] if isinstance(moment.viewer, int) else ""
    return _capital(text.removeprefix(f"{own} ").removeprefix(f"{own}: "))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
