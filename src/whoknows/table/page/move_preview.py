"""What a move would tell, before it is made: what everyone hears, and who would then know what.

It is worked out from what the mover knows, in a copy of the model: whoever asks learns nothing that
they could not work out themselves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict

from whoknows.core.error import Error
from whoknows.deals.deal_model import dealt
from whoknows.logic.worlds import in_memory
from whoknows.table.knowledge.discoveries import discoveries
from whoknows.table.knowledge.visible_moment import Dealt, Moment, Stage


class Preview(TypedDict):
    """What is said aloud, and what somebody would learn from it, in words."""

    says: list[str]
    tells: list[str]


@in_memory
def preview(moment: Moment, text: str) -> Preview:
    """Of one of the moves that the viewer may make now; any other, as when the game has moved on,
    tells nothing."""
    action = next((action for action in moment.actions if str(action) == text), None)
    if action is None:
        return Preview(says=[], tells=[])
    said = moment.game.says(moment.game.veil(moment.state, None), action)
    told = Preview(says=[update.sentence for update in said], tells=[])
    if not said or not isinstance(moment, Dealt) or not isinstance(moment.viewer, int):
        return told
    model, here = moment.model, moment.mine.worlds.first()
    try:
        for update in said:
            model = dealt(update.to(model))
        mine = model.seat(moment.viewer, at=here)
    except Error:  # what is said depends on cards that the viewer does not see
        return told
    stages = tuple(Stage(update, model, mine, None) for update in said)
    after = replace(moment, model=model, mine=mine, stages=stages)
    told["tells"] = [one["words"] for one in discoveries(moment, after, would=True)]
    return told
