"""The options of our games in words, for the form that makes a new game.

A game of other people says the same in the metadata of its fields: `label`, `about`, `usual` (what
happens if nothing is given) and `words` (for each value what to call it).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

WORDS: Mapping[str, Mapping[str, Mapping[str, Any]]] = {
    "boerenbridge": {
        "players": {
            "label": "players",
            "about": "3 to 6. Four sit at N, E, S and W; others have numbers for names.",
        },
        "rounds": {
            "label": "cards in each round",
            "about": "How many cards each gets, round by round, such as 3-4-5-4-3.",
        },
        "deck": {
            "label": "cards in the pack",
            "about": "Whether all cards are dealt, or some of a whole pack stay in the stock.",
            "words": {"round": "just those that are dealt", "52": "the whole pack of 52"},
        },
        "ranks": {
            "label": "ranks of each suit",
            "about": "So many of the highest ranks in every round, from 1 to 13.",
            "usual": "as many as are dealt",
        },
        "trump": {
            "label": "trumps",
            "about": "Where the trump suit comes from; to turn a card up, one must be left over.",
            "words": {"separate": "a random suit", "turned": "a card turned up"},
        },
    },
    "threecards": {
        "rounds": {"label": "rounds", "about": "How often each seat moves."},
    },
    "tickets": {
        "board": {
            "label": "board",
            "about": "The map. The knowledge game was made for europe24; small has six cities.",
        },
        "rules": {
            "label": "rules",
            "about": "Classic: tickets are drawn in secret. Knowledge: all know which tickets "
            "are held, not by whom, and every claim tells something.",
            "usual": "knowledge on europe24, else classic",
        },
        "seats": {
            "label": "seats",
            "about": "How many play, 2 to 5.",
            "usual": "3, in the classic game 2",
        },
        "hand": {
            "label": "tickets each",
            "about": "In the knowledge game: how many tickets each seat gets.",
            "usual": "2",
        },
        "block": {
            "label": "who blocks names",
            "about": "In the knowledge game: what one says who claims what another needs.",
            "words": {"card": "the seat and its ticket", "agent": "the seat only"},
        },
        "draw": {
            "label": "tickets may be drawn",
            "about": "In the knowledge game: from a stock that nobody sees.",
        },
        "deal": {
            "label": "deals",
            "about": "In the knowledge game: any, or only those in which all hands are worth as "
            "nearly the same as can be, which all know.",
            "words": {"any": "any", "even": "only even ones"},
        },
        "as_original": {
            "label": "as in the first program",
            "about": "In the knowledge game: as the original program did it where it strayed from "
            "its own rules.",
        },
    },
}


def in_words(game: str, option: str, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """What to call an option, what it does, and what to call its values."""
    found = {**WORDS.get(game, {}).get(option, {}), **metadata}
    return {
        "label": found.get("label", option.replace("_", " ")),
        "about": found.get("about", ""),
        "usual": found.get("usual", ""),
        "words": dict(found.get("words", {})),
    }
