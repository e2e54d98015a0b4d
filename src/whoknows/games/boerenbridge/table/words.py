"""Actions in a few words for a list, and the rules of Boerenbridge for the page."""

from whoknows.core.seen import Seen
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Action, Bid, Play
from whoknows.games.boerenbridge.table import faces


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label, in the order of the rules."""
    return [(str(action), label(action)) for action in moment.actions]


def label(action: Action) -> str:
    """An action in a few words."""
    match action:
        case Bid(_, tricks):
            return f"Bid {tricks}"
        case Play(_, card):
            return f"Play the {faces.name(card)}"
    return str(action)


def rulebook(rules: Boerenbridge) -> str:
    """Short and complete, as HTML."""
    sizes = ", ".join(map(str, rules.schedule))
    many = len(rules.schedule)
    return (
        "<h2>Boerenbridge</h2>"
        "<p>Bid how many tricks you will take, then take <b>exactly</b> so many. "
        f"{rules.players} play {many} round{'s' * (many != 1)}, of {sizes} "
        f"card{'s' * (rules.schedule != (1,))} each; the deal passes to the left.</p><ul>"
        f"<li><b>The deal.</b> {_deal(rules)}</li>"
        f"<li><b>Trumps.</b> {_trumps(rules)}</li>"
        "<li><b>Bids.</b> Each in turn, beginning left of the dealer, bids from 0 to as many "
        "tricks as there are cards in a hand. The bids may not add up to that number: the dealer, "
        "who bids last, may make any bid but the one that would. So somebody must fail.</li>"
        "<li><b>Play.</b> Left of the dealer leads; the winner of a trick leads the next. Follow "
        "suit if you can, else play anything. The highest trump wins the trick, else the highest "
        "card of the suit led; an ace is highest.</li>"
        "<li><b>Score.</b> A bid made exactly earns 10 and 2 for each trick; else each trick too "
        "many or too few costs 2.</li></ul>"
        "<p><b>What a move tells.</b> Who was dealt the card; and who does not follow suit has "
        "none of it left.</p>"
    )


def _deal(rules: Boerenbridge) -> str:
    if rules.deck == "52":
        return "The whole pack of 52 is used; what is not dealt is a stock that nobody sees."
    if rules.ranks is not None:
        return f"The {rules.ranks} highest ranks of each suit are used; the rest is not seen."
    rest = "so that all cards are out" if rules.players == 4 else "and the rest is not seen"
    return f"A round of n cards uses the n highest ranks of each suit, {rest}."


def _trumps(rules: Boerenbridge) -> str:
    if rules.trump == "turned":
        return "The next card is turned up: its suit is trumps, and it is in nobody's hand."
    return "A random suit, the same for the whole round."
