"""The pages of the reference: every public name, once, with its docstring."""

import whoknows
from whoknows import analysis, arena, beliefs, formulas, kit, notebook, puzzle

GROUPS = {
    "logic": (
        "Models and knowledge",
        "The way in is `deal` for cards, `model` for facts.",
        [
            "deal",
            "model",
            "parse",
            "Model",
            "Knowledge",
            "Answer",
            "Worlds",
            "Why",
            "Picture",
            "Act",
            "Evidence",
            "Belief",
            "Formula",
            "Error",
        ],
    ),
    "updates": (
        "Updates",
        "What happens to a model. Each is a frozen value that makes a new model from a model.",
        ["Update", "Deal", "Announce", "Tell", "AtOnce", "Reveal", "Look", "Split", "Show"],
    ),
    "play": (
        "Games, agents and matches",
        "`LAWS` and `KERNEL_LAWS` are functions that look at a game, and raise what is wrong.",
        [
            "game",
            "agent",
            "play",
            "step",
            "Game",
            "Agent",
            "View",
            "Choice",
            "Turn",
            "CHANCE",
            "END",
            "LAWS",
            "KERNEL_LAWS",
        ],
    ),
    "records": (
        "Records",
        "A record replays without its seed.",
        ["read", "replay", "recording", "Record"],
    ),
}
CONSTANTS = {"CHANCE", "END", "LAWS", "KERNEL_LAWS"}


def pages():
    """The text of each page, by name."""
    found = {name: _page(*told) for name, told in GROUPS.items()}
    own = [name for name in formulas.__all__ if name not in whoknows.__all__]
    about = "`whoknows.formulas`: formulas as values. `str` writes what `whoknows.parse` reads."
    found["formulas"] = _page("Formulas", about, own, "whoknows.formulas")
    own = [name for name in kit.__all__ if name not in whoknows.__all__ and not name.isupper()]
    about = (
        "`whoknows.kit`: everything a [game of your own](../your-game.md) is written with. "
        "`from whoknows.kit import *` also brings the updates, `CHANCE`, `END` and `Error`; "
        "`SEAT`, `CARD` and `PLACE` are the kinds of words that a move speaks of."
    )
    found["kit"] = _page("The kit", about, own, "whoknows.kit")
    rest = [(puzzle, "puzzle"), (beliefs, "beliefs"), (analysis, "analysis"), (arena, "arena")]
    rest.append((notebook, "notebook"))
    found["others"] = "\n".join(
        [
            "# Puzzles, beliefs, analysis, arena, notebook\n",
            *(_one(f"whoknows.{name}", each) for place, name in rest for each in place.__all__),
        ]
    )
    return found


def _page(title, about, names, place="whoknows"):
    return "\n".join([f"# {title}\n", about, "", *(_one(place, name) for name in names)])


def _one(place, name):
    if name in CONSTANTS:
        return f"## {name}\n\n`whoknows.{name}`: {_about(name)}\n"
    return f"::: {place}.{name}\n"


def _about(name):
    found = getattr(whoknows, name)
    if isinstance(found, int):
        return f"{found}, in place of a seat."
    return ", ".join(f"`{law.__name__}`" for law in found) + "."


PAGES = pages()
