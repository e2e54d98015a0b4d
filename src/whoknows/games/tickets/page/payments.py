"""What moves cost in train cards; of several ways to pay the one that hurts least comes first.

The page draws a payment with the pictures of the hand, which have the names of their colours.
"""

from collections.abc import Sequence

from whoknows.core.drawing import Seen, own_seat
from whoknows.games.tickets.moves import Action, Block, Claim, Extra, Pay, Station
from whoknows.games.tickets.page.glyphs import JOKER

Cards = list[tuple[str, int]]  # of each colour how many


def pays(moment: Seen) -> dict[str, Cards]:
    """For every action that costs cards, which."""
    return {str(action): cards(action.pay) for action in moment.actions if _costs(action)}


def cards(pay: Pay) -> Cards:
    """The cards of a payment, jokers last."""
    both = ((pay.colour, pay.cards), (JOKER, pay.jokers))
    return [(colour, many) for colour, many in both if many]


def least_first(moment: Seen, actions: Sequence[Action]) -> list[Action]:
    """Claims before blocks, then what spends fewest jokers, then what there is most of."""
    held = dict(zip(moment.game.card_names, moment.state.hands[own_seat(moment)], strict=True))

    def hurts(action: Action) -> tuple[bool, int, int]:
        pay = action.pay if isinstance(action, Claim | Block | Station) else Pay(JOKER, 0, 0)
        return isinstance(action, Block), pay.jokers, -held.get(pay.colour, 0)

    return sorted(actions, key=hurts)


def _costs(action: Action) -> bool:
    return isinstance(action, Claim | Block | Station | Extra)
