"""States and actions as whole numbers, for compiled rules and learned agents.

A state is one row: its head, the trick, and a block for each of the numbers a seat has; cards in
hands are bits of one number. Compiled rules work on exactly this row.
"""

from whoknows.games.boerenbridge import cards
from whoknows.games.boerenbridge.state import NO_TRUMP, Action, Bid, Cards, DealRound, Play, State

BIDS = 14  # from 0 to 13 tricks
PER_SEAT = BIDS + cards.PACK
ROUND, DEALER, TRUMP, TURNED, LEADER, IN_TRICK, STOCK, TRICK = range(8)  # the head, then the trick


def encode(seats: tuple[str, ...], action: Action) -> int:
    """A number for each action; deals come after the actions of the seats."""
    match action:
        case Bid(seat, tricks):
            return seats.index(seat) * PER_SEAT + tricks
        case Play(seat, card):
            return seats.index(seat) * PER_SEAT + BIDS + card
        case DealRound():
            return len(seats) * PER_SEAT + _deal_code(action)


def decode(seats: tuple[str, ...], code: int) -> Action:
    """The action of that number."""
    if code >= len(seats) * PER_SEAT:
        return _deal(len(seats), code - len(seats) * PER_SEAT)
    seat, number = divmod(code, PER_SEAT)
    if number < BIDS:
        return Bid(seats[seat], number)
    return Play(seats[seat], number - BIDS)


def encode_state(state: State, players: int) -> tuple[int, ...]:
    """The state as one row."""
    trick = (*state.trick, *(cards.HIDDEN,) * (players - len(state.trick)))
    head = (state.round, state.dealer, state.trump, state.turned, state.leader, len(state.trick))
    none = (0,) * players
    blocks = (
        trick,
        state.points,
        state.bids or none,
        state.won or none,
        state.voids or none,
        tuple(map(_mask, state.hands)) or none,
        tuple(map(_mask, state.dealt)) or none,
    )
    return (*head, _mask(state.stock), *(number for block in blocks for number in block))


def decode_state(row: tuple[int, ...], players: int, size: int, left: int) -> State:
    """The state of a row, in a round of this many cards with this many left for stock and trump."""
    trick, points, bids, won, voids, hands, dealt = (
        row[TRICK + i * players : TRICK + (i + 1) * players] for i in range(7)
    )
    if row[TRUMP] == NO_TRUMP:
        return State(row[ROUND], row[DEALER], points)
    return State(
        row[ROUND], row[DEALER], points, row[TRUMP], row[TURNED],
        dealt=tuple(_pile(mask, size) for mask in dealt),
        hands=tuple(
            _pile(mask, size - sum(won) - ((seat - row[LEADER]) % players < row[IN_TRICK]))
            for seat, mask in enumerate(hands)
        ),
        stock=_pile(row[STOCK], left - (row[TURNED] >= 0)),
        bids=bids,
        leader=row[LEADER],
        trick=trick[: row[IN_TRICK]],
        won=won,
        voids=voids,
    )  # fmt: skip


def _mask(pile: Cards) -> int:
    return sum(1 << card for card in pile if card != cards.HIDDEN)


def _pile(mask: int, size: int) -> Cards:
    """The cards of a mask; those that are missing from its size are hidden, and come first."""
    known = tuple(card for card in range(cards.PACK) if mask >> card & 1)
    return (*(cards.HIDDEN,) * (size - len(known)), *known)


def _deal_code(deal: DealRound) -> int:
    """A digit for every card of the pack, the pile it lies in (0: not in this round; the last:
    turned up), and below them one for the trump."""
    piles = [*deal.hands, deal.stock]
    where = {card: number for number, pile in enumerate(piles, 1) for card in pile}
    if deal.turned != cards.HIDDEN:
        where[deal.turned] = len(piles) + 1
    code = 0
    for card in reversed(range(cards.PACK)):
        code = code * (len(piles) + 2) + where.get(card, 0)
    return code * 4 + deal.trump


def _deal(players: int, code: int) -> DealRound:
    code, trump = divmod(code, 4)
    piles: list[list[int]] = [[] for _ in range(players + 3)]
    for card in range(cards.PACK):
        code, number = divmod(code, players + 3)
        piles[number].append(card)
    _, *hands, stock, turned = piles
    top = turned[0] if turned else cards.HIDDEN
    return DealRound(tuple(map(tuple, hands)), tuple(stock), trump, top)
