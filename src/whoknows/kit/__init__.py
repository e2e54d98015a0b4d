"""A kit for games of cards in places: declare what is hidden, and write the rules in a page.

    from whoknows.kit import *

The tutorial in the documents builds a game with it; `card_rules.py` says what an author writes.
"""

from whoknows.core.error import Error
from whoknows.core.features import Tile, option
from whoknows.core.game import CHANCE, END, Update
from whoknows.core.names import written
from whoknows.core.winners import Win
from whoknows.deals.updates import Announce, AtOnce, Deal, Look, Reveal, Show, Tell
from whoknows.kit.card_game import CardGame, Move
from whoknows.kit.card_state import CardState
from whoknows.kit.facts import all_in, has_none, has_some
from whoknows.kit.sight import Sight
from whoknows.kit.state_row import AtMost
from whoknows.kit.words import CARD, PLACE, SEAT, Card, Number, Place, Seat, Secret

__all__ = [
    "CARD",
    "CHANCE",
    "END",
    "PLACE",
    "SEAT",
    "Announce",
    "AtMost",
    "AtOnce",
    "Card",
    "CardGame",
    "CardState",
    "Deal",
    "Error",
    "Look",
    "Move",
    "Number",
    "Place",
    "Reveal",
    "Seat",
    "Secret",
    "Show",
    "Sight",
    "Tell",
    "Tile",
    "Update",
    "Win",
    "all_in",
    "has_none",
    "has_some",
    "option",
    "written",
]
