"""Who is at the table: points, trains, cards and tickets of every seat, and in the end the sum."""

from html import escape

from whoknows.core.drawing import Seen
from whoknows.games.tickets import game_end
from whoknows.games.tickets.page import train_card_hand
from whoknows.games.tickets.page.trail_drawing import trail_length
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import Phase, State
from whoknows.logic.model_picture import MARKS


def badge(rules: Tickets, seat: int) -> str:
    """A seat's mark and name."""
    return f'<span class="seat{seat}">{MARKS[seat % len(MARKS)]}</span> {escape(rules.seats[seat])}'


def players(moment: Seen) -> str:
    """A strip with all seats: points, and what each has left."""
    lines = "".join(_player(moment, seat) for seat in range(moment.game.players))
    return f'<ul class="players" aria-label="Seats">{lines}</ul>'


def result(moment: Seen) -> str:
    """How the points came about, when the game is over."""
    rules, state = moment.game, moment.state
    if state.phase != Phase.OVER:
        return ""
    rows = ""
    for seat in range(rules.players):
        best = ' class="best"' if state.points[seat] == max(state.points) else ""
        cells = "".join(f"<td>{entry}</td>" for entry in _sum(rules, state, seat).values())
        rows += f"<tr{best}><th>{badge(rules, seat)}</th>{cells}</tr>"
    titles = "".join(f"<th>{title}</th>" for title in ["", *_sum(rules, state, 0)])
    return f'<table class="sums"><caption>Final score</caption><tr>{titles}</tr>{rows}</table>'


def _sum(rules: Tickets, state: State, seat: int) -> dict[str, str]:
    """What a seat's points are made of; tickets are whatever remains, so nothing is given away."""
    numbers = rules.map.parameters
    lines = _built(rules, state, seat)
    parts, known = {"lines": str(lines), "tickets": ""}, lines
    if _has_trail(rules):
        far = [
            trail_length(rules.map, frozenset(game_end.owned(state, s)))
            for s in range(rules.players)
        ]
        bonus = numbers.trail_bonus if far[seat] == max(far) else 0
        parts["trail"], known = f"{bonus} ({far[seat]} long)", known + bonus
    if _has_stations(rules):
        unused = game_end.UNUSED_STATION * (numbers.stations - state.stations.count(seat))
        parts["stations"], known = str(unused), known + unused
    total = state.points[seat]
    return {**parts, "tickets": f"{total - known:+d}", "points": str(total)}


def _player(moment: Seen, seat: int) -> str:
    rules, state = moment.game, moment.state
    moving = " moving" if state.mover == seat and state.phase != Phase.OVER else ""
    many = sum(len(pile.tickets) for pile in state.piles if pile.owner == seat)
    done = f"{state.done.count(seat)} of " if rules.variant.is_spoken else ""
    facts = [
        _fact("trains left", _train(), state.trains[seat]),
        _fact("train cards", _hand(), train_card_hand.count(state, seat)),
        _fact("tickets done" if done else "tickets", _slip(), f"{done}{many}"),
    ]
    if _has_stations(rules):
        left = rules.map.parameters.stations - state.stations.count(seat)
        facts.append(_fact("stations left", _house(), left))
    seen = "" if seat == moment.viewer else train_card_hand.few(moment, seat)
    return (
        f'<li class="player{moving}" data-plate="{escape(rules.seats[seat])}">'
        f'<span class="who" data-mind="{seat}">{badge(rules, seat)}</span>'
        f'<b class="points" title="points">{state.points[seat]}{_unseen("points")}</b>'
        f'<span class="facts">{"".join(facts)}</span>{seen}</li>'
    )


def _fact(name: str, icon: str, many: int | str) -> str:
    """A number with a picture for those who see, and a name for those who hear it."""
    return f"<span title='{name}'>{icon}{many}{_unseen(name)}</span>"


def _unseen(name: str) -> str:
    return f'<span class="unseen"> {name}, </span>'


def _built(rules: Tickets, state: State, seat: int) -> int:
    points, owned = rules.map.parameters.points, game_end.owned(state, seat)
    lengths = [rules.map.connections[number].length for number in owned]
    return rules.variant.start_points(rules, seat) + sum(points[length] for length in lengths)


def _has_trail(rules: Tickets) -> bool:
    return rules.variant.trail_bonus(rules) > 0


def _has_stations(rules: Tickets) -> bool:
    return rules.variant.stations(rules) > 0


def _icon(path: str) -> str:
    return (
        f'<svg class="icon" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">'
        f'<path d="{path}"/></svg>'
    )


def _train() -> str:
    return _icon("M1 4h14v7H1ZM3 12.5a1.5 1.5 0 1 0 3 0ZM10 12.5a1.5 1.5 0 1 0 3 0Z")


def _hand() -> str:
    return _icon("M2 4 8 2l3 9-6 2ZM9 3h5v10h-3l1-2Z")


def _slip() -> str:
    return _icon("M1 4h14v3a1.5 1.5 0 0 0 0 3v2H1v-2a1.5 1.5 0 0 0 0-3Z")


def _house() -> str:
    return _icon("M1 8 8 2l7 6v7H1Z")
