"""Actions in a few words for a list, and the rules of Boerenbridge for the page."""

from whoknows.core.drawing import Seen
from whoknows.games.boerenbridge.page import card_faces
from whoknows.games.boerenbridge.rules import Boerenbridge
from whoknows.games.boerenbridge.state import Action, Bid, Play


def labels(moment: Seen) -> list[tuple[str, str]]:
    """Each legal action and a label, in the order of the rules."""
    return [(str(action), label(action)) for action in moment.actions]


def in_words(moment: Seen) -> str:
    """The last move in plain words, as the viewer saw it."""
    if moment.by != "chance":
        action = moment.game.parse(moment.move)
        played = isinstance(action, Play)
        return f"{action.seat} plays the {card_faces.name(action.card)}" if played else str(action)
    if not isinstance(moment.viewer, int):
        return "The cards are dealt"
    own = " ".join(map(card_faces.short, moment.state.hands[moment.viewer]))
    return f"The cards are dealt: you get {own}"


def label(action: Action) -> str:
    """An action in a few words."""
    match action:
        case Bid(_, tricks):
            return f"Bid {tricks}"
        case Play(_, card):
            return f"Play the {card_faces.name(card)}"
    return str(action)


def rulebook(rules: Boerenbridge) -> str:
    """Short and complete, as HTML."""
    sizes = ", ".join(map(str, rules.schedule))
    many = len(rules.schedule)
    return (
        "<h2>Boerenbridge</h2>"
        "<p>Bid how many tricks you will take, then take <b>exactly</b> that many. "
        f"{rules.players} play {many} round{'s' * (many != 1)}, of {sizes} "
        f"card{'s' * (rules.schedule != (1,))} each; the deal passes to the left.</p><ul>"
        f"<li><b>The deal.</b> {_deal(rules)}</li>"
        f"<li><b>Trumps.</b> {_trumps(rules)}</li>"
        "<li><b>Bids.</b> Starting to the left of the dealer, each player in turn bids from 0 to "
        "as many tricks as there are cards in a hand. The bids may not add up to that number: the "
        "dealer, who bids last, may make any bid except the one that would. So somebody must "
        "fail.</li>"
        "<li><b>Play.</b> The player to the left of the dealer leads; the winner of a trick leads "
        "the next. Follow suit if you can; if not, play any card. The highest trump wins the "
        "trick, or the highest card of the suit led if there is no trump; aces are high.</li>"
        "<li><b>Score.</b> A bid made exactly earns 10 points and 2 for each trick; otherwise each "
        "trick too many or too few costs 2.</li></ul>"
        "<p><b>What a move tells.</b> Who was dealt the card; and a player who does not follow "
        f"suit has none of that suit left.</p>{_options(rules)}"
    )


def _options(rules: Boerenbridge) -> str:
    """Every option in a sentence, with what it is here."""
    told = {
        f"players={rules.players}": "How many play: 2 to 6. Four are N, E, S and W.",
        f"rounds={rules.rounds}": "How many cards each gets, round by round.",
        f"deck={rules.deck}": "With <code>round</code> a round of n cards uses n ranks of each "
        "suit; with <code>52</code> every round uses the whole pack.",
        f"ranks={rules.ranks}"
        if rules.ranks
        else "ranks": "How many of the highest ranks every round uses instead.",
        f"trump={rules.trump}": "With <code>separate</code> the suit of trumps is drawn by lot; "
        "with <code>turned</code> it is that of the next card, which is turned up.",
        f"names={'-'.join(rules.seats)}": "What the players are called.",
    }
    items = "".join(f"<li><code>{name}</code>: {text}</li>" for name, text in told.items())
    return f"<h3>Options of this game</h3><ul>{items}</ul>"


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
