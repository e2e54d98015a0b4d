"""The rules of the railway game for the page, as they are played with these options."""

from html import escape

from whoknows.games.tickets.game_end import UNUSED_STATION
from whoknows.games.tickets.rules import Tickets


def rulebook(rules: Tickets) -> str:
    """Short and complete, as HTML."""
    parts = [_aim(rules), _turn(rules), _knowledge(rules) if rules.knowing else _classic(rules)]
    return f"<h2>The railway game: {escape(rules.map.title)}</h2>{''.join(parts)}{_options(rules)}"


def _options(rules: Tickets) -> str:
    """Every option in a sentence, with what it is here."""
    told = {
        f"board={rules.board}": "The map: <code>europe24</code>, <code>usa</code>, "
        "<code>europe</code>, <code>small</code>, or a file of your own.",
        f"rules={'knowledge' if rules.knowing else 'classic'}": "With <code>classic</code> you "
        "claim what you like; with <code>knowledge</code> a claim must lie on your own path or "
        "be announced as a block.",
        f"seats={rules.players}": "How many players: 2 to 5.",
        f"names={'-'.join(rules.seats)}": "What the players are called.",
    }
    if rules.knowing:
        told |= _knowing_options(rules)
    items = "".join(f"<li><code>{escape(name)}</code>: {text}</li>" for name, text in told.items())
    return f"<h3>Options of this game</h3><ul>{items}</ul>"


def _knowing_options(rules: Tickets) -> dict[str, str]:
    return {
        f"hand={rules.held}": "How many tickets each player holds.",
        f"block={rules.block}": "What a blocker names: with <code>card</code> the player "
        "and the ticket, with <code>agent</code> only the player.",
        f"draw={'on' if rules.draw else 'off'}": "Whether players can draw more tickets; some are "
        "then in nobody's hand.",
        f"deal={rules.deal}": "With <code>any</code> all deals are equally likely; with "
        "<code>even</code> only those whose hands differ least in points.",
        f"as_original={'on' if rules.as_original else 'off'}": "Whether the game follows the "
        "program in which it was first played where that differs from its own rules: it goes on "
        "until fewer than two trains are left or nobody can move, and a block needs no trains.",
    }


def _aim(rules: Tickets) -> str:
    here = rules.map
    numbers, deck = here.parameters, here.deck
    colours = ", ".join(f"{many} {name}" for name, many in zip(rules.card_names, deck, strict=True))
    return (
        "<p>Each of your secret <b>tickets</b> names two cities. Claim connections that join "
        "them. Completed tickets add their points, the others subtract them.</p>"
        f"<p>The deck: {colours} (a joker stands for any colour). {numbers.face_up} cards lie face "
        f"up. Each of the {rules.players} players starts with {numbers.start_hand} "
        f"card{'s' * (numbers.start_hand != 1)} and {numbers.trains} trains.</p>"
    )


def _turn(rules: Tickets) -> str:
    numbers = rules.map.parameters
    worth = ", ".join(f"{n}: {p}" for n, p in enumerate(numbers.points) if p)
    doubles = any(line.twin >= 0 for line in rules.map.connections)
    ferries = any(line.ferry for line in rules.map.connections)
    only_one = rules.players < numbers.double_players
    items = [
        "<b>Take two cards</b>, each from the row or blind from the pile. A joker taken from the "
        "row is the only card of the turn. When the pile is empty, the discards are shuffled to "
        "make a new one.",
        "<b>Claim a connection</b> with as many cards of its colour as it has spaces (gray: any "
        f"one colour), jokers standing in. It scores at once, by length: {worth}."
        + (" A ferry needs a joker for each of its stars." if ferries else "")
        + (" Of two parallel connections nobody may own both" if doubles else "")
        + ((", and here only one may be used." if only_one else ".") if doubles else ""),
    ]
    if rules.variant.may_draw(rules):
        items.append(
            f"<b>Draw {numbers.draw_tickets} tickets</b> and keep at least {numbers.draw_keep}; "
            "the others go under the stock."
        )
    if rules.variant.stations(rules):
        items.append(
            "<b>Build a station</b> in a city that has none: the first costs 1 card, the second 2, "
            "the third 3, all of one colour. At the end each lets you use one connection of "
            f"another player into that city. A station that you keep is worth {UNUSED_STATION}."
        )
    listed = "".join(f"<li>{item}</li>" for item in items)
    passing = "<p>If you can do none of these, you pass.</p>"
    return f"<p>A <b>turn</b> is one of these:</p><ul>{listed}</ul>{passing}"


def _classic(rules: Tickets) -> str:
    numbers = rules.map.parameters
    long = f" and {numbers.long_tickets} long one" if numbers.long_tickets else ""
    tunnel = (
        "<p><b>Tunnels</b> (dashed edge): when you have paid, three cards are turned up. Each of "
        "the colour you paid with, and each joker, costs you one card more, or you give up and "
        "take your cards back. If you paid with jokers alone, only jokers count.</p>"
        if any(line.tunnel for line in rules.map.connections)
        else ""
    )
    trail = (
        f" The longest trail (using each connection once) earns {numbers.trail_bonus}."
        if numbers.trail_bonus
        else ""
    )
    return (
        f"{tunnel}<p>At the <b>start</b> you get {numbers.start_tickets} tickets{long} and keep at "
        f"least {numbers.start_keep}. When {numbers.reset_jokers} jokers lie in the row, "
        f"the row is replaced.</p><p>The <b>end</b>: when somebody has "
        f"{numbers.last_trains} trains or fewer, everyone has one more turn.{trail} "
        f"{_tie(rules)}</p>"
    )


def _knowledge(rules: Tickets) -> str:
    named = "and which ticket" if rules.block == "card" else "but not for which ticket"
    even = (
        " Only deals with the smallest difference in points between hands are used, and everyone "
        "knows it."
        if rules.deal == "even"
        else ""
    )
    public = (
        "All 16 tickets are known; those not dealt form a stock that nobody sees."
        if rules.draw
        else "Everyone knows <i>which</i> tickets are held, but not by whom."
    )
    ending = "fewer than two trains" if rules.as_original else "fewer than three trains"
    return (
        f"<p>Each player holds {rules.held} ticket{'s' * (rules.held != 1)}. {public}{even}</p>"
        "<p><b>What you may claim.</b> Only connections on your own shortest path for a ticket "
        "that you hold and have not completed, so every claim gives something away. Or you "
        f"<b>block</b>: you say whom you block, {named}, and claim a connection on the path of "
        "somebody who you <i>know</i> holds that ticket. Paths follow from who owns what, so "
        "everyone can work them out. Point at a ticket to see its path.</p>"
        "<p><b>What must be said.</b> You must announce a completed ticket at once, so silence "
        "speaks too.</p>"
        "<p>The <b>end</b>: when somebody has completed all their tickets, when all cards are out, "
        f"or one round after somebody has {ending}. {_tie(rules)}</p>"
    )


def _tie(rules: Tickets) -> str:
    fewer = " then to whoever used fewer stations," if rules.variant.stations(rules) else ""
    return (
        f"A tie goes to whoever completed more tickets,{fewer} then to the longer trail; if it is "
        "still a tie, the win is shared."
    )
