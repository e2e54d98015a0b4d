"""Who knows what in games with hidden cards, and what to play.

>>> import whoknows as wk
>>> m = wk.deal({"Anna": 2, "Bram": 2, "Cleo": 2}, cards="abcdef")
>>> m.count()
90

Every public name is loaded when it is first used, so that `import whoknows` costs nothing. More
public names are in `formulas`, `kit`, `arena`, `puzzle`, `beliefs`, `analysis` and `notebook`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from whoknows.core.version import VERSION

if TYPE_CHECKING:  # so that editors and type checkers see what is loaded later
    from whoknows.core.agent import Agent as Agent
    from whoknows.core.agent import Choice as Choice
    from whoknows.core.agent import View as View
    from whoknows.core.error import Error as Error
    from whoknows.core.game import CHANCE as CHANCE
    from whoknows.core.game import END as END
    from whoknows.core.game import Game as Game
    from whoknows.core.game import Update as Update
    from whoknows.core.kernel_laws import KERNEL_LAWS as KERNEL_LAWS
    from whoknows.core.laws import LAWS as LAWS
    from whoknows.core.match import Turn as Turn
    from whoknows.core.match import play as play
    from whoknows.core.match import step as step
    from whoknows.core.record import read as read
    from whoknows.core.record import replay as replay
    from whoknows.core.record_text import Record as Record
    from whoknows.core.recorder import recording as recording
    from whoknows.core.registry import agent as agent
    from whoknows.core.registry import game as game
    from whoknows.deals.deal import deal as deal
    from whoknows.deals.split import Split as Split
    from whoknows.deals.updates import Deal as Deal
    from whoknows.deals.updates import Look as Look
    from whoknows.deals.updates import Show as Show
    from whoknows.logic.announcements import Announce as Announce
    from whoknows.logic.announcements import AtOnce as AtOnce
    from whoknows.logic.announcements import Reveal as Reveal
    from whoknows.logic.announcements import Tell as Tell
    from whoknows.logic.belief import Belief as Belief
    from whoknows.logic.evidence import Act as Act
    from whoknows.logic.evidence import Evidence as Evidence
    from whoknows.logic.formula import Formula as Formula
    from whoknows.logic.general_model import model as model
    from whoknows.logic.knowledge import Answer as Answer
    from whoknows.logic.knowledge import Knowledge as Knowledge
    from whoknows.logic.model import Model as Model
    from whoknows.logic.model_picture import Picture as Picture
    from whoknows.logic.parser import parse as parse
    from whoknows.logic.reasons import Why as Why
    from whoknows.logic.worlds import Worlds as Worlds

__version__ = VERSION

_HOMES = {
    # the logic
    "deal": "deals.deal",
    "model": "logic.general_model",
    "parse": "logic.parser",
    "Model": "logic.model",
    "Knowledge": "logic.knowledge",
    "Answer": "logic.knowledge",
    "Worlds": "logic.worlds",
    "Why": "logic.reasons",
    "Picture": "logic.model_picture",
    "Formula": "logic.formula",
    "Error": "core.error",
    # what play gives away
    "Act": "logic.evidence",
    "Evidence": "logic.evidence",
    "Belief": "logic.belief",
    # what happens to a model
    "Update": "core.game",
    "Deal": "deals.updates",
    "Look": "deals.updates",
    "Split": "deals.split",
    "Show": "deals.updates",
    "Announce": "logic.announcements",
    "Tell": "logic.announcements",
    "AtOnce": "logic.announcements",
    "Reveal": "logic.announcements",
    # games, agents and matches
    "game": "core.registry",
    "agent": "core.registry",
    "play": "core.match",
    "step": "core.match",
    "Turn": "core.match",
    "Game": "core.game",
    "CHANCE": "core.game",
    "END": "core.game",
    "Agent": "core.agent",
    "View": "core.agent",
    "Choice": "core.agent",
    "LAWS": "core.laws",
    "KERNEL_LAWS": "core.kernel_laws",
    # records
    "read": "core.record",
    "replay": "core.record",
    "recording": "core.recorder",
    "Record": "core.record_text",
}

__all__ = ["__version__", *_HOMES]


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'whoknows' has no attribute {name!r}")
    return getattr(import_module(f"whoknows.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
