"""The pictures of the site, drawn by whoknows itself when the site is built."""

import sys
from importlib.resources import as_file, files
from pathlib import Path

from mkdocs.exceptions import PluginError

import whoknows as wk


def three_cards():
    """Six deals, and who cannot tell which apart."""
    return _trio().picture(kind="graph", at=_DEAL).svg


def three_cards_after():
    """What is left of them once Bram has spoken."""
    return _trio().announce("~has(Bram,c)").picture(kind="graph", at=_DEAL).svg


def muddy_children():
    """Three children, each of whom sees the others."""
    return _children().picture(kind="graph").svg


def muddy_children_after():
    """What is left when nobody has stepped forward once."""
    nobody = "~Kw[Ann] a & ~Kw[Ben] b & ~Kw[Cas] c"
    return _children().announce("a | b | c").announce(nobody).picture(kind="graph").svg


def documented_game():
    """The documented game of tickets when a few deals are left."""
    with as_file(files("whoknows.table") / "static" / "tour.jsonl") as path:
        record = wk.read(path)
    rules = wk.game(record.game)
    for turn in wk.replay(record):
        if turn.model is not None and turn.model.count() <= 12:
            return turn.model.picture("Anna", at=rules.world(turn.after), kind="graph").svg
    raise AssertionError("the documented game never comes to twelve deals")


def worlds_of_tickets():
    """How fast worlds vanish. Who reads docs/tickets.md elsewhere sees the picture that is kept
    beside it, so that one has to be the same."""
    sys.path.append(str(Path(__file__).parents[1] / "examples"))
    from vanishing_worlds import PLOT, drawn

    svg = drawn()
    if svg != PLOT.read_text():
        anew = "python examples/tickets.py vanishing"
        raise PluginError(f"docs/{PLOT.name} is not what is drawn today; write it anew: {anew}")
    return svg


_DEAL = {"Anna": "a", "Bram": "b", "Cleo": "c"}


def _trio():
    return wk.deal({"Anna": 1, "Bram": 1, "Cleo": 1}, cards="abc")


def _children():
    sees = {"Ann": ["b", "c"], "Ben": ["a", "c"], "Cas": ["a", "b"]}
    return wk.model(["a", "b", "c"], seats=list(sees), observes=sees)


PICTURES = {
    "pictures/three-cards.svg": three_cards,
    "pictures/three-cards-after.svg": three_cards_after,
    "pictures/muddy-children.svg": muddy_children,
    "pictures/muddy-children-after.svg": muddy_children_after,
    "pictures/documented-game.svg": documented_game,
    "tickets-worlds.svg": worlds_of_tickets,
}
