"""Replays documented knowledge games through the rules: python replay_facts.py FILE...

A file is JSON: `deal`, `initial`, `worlds_at_start`, `relations_at_start`, `steps`, `final`. Every
announcement, world count, pair count, score, train count and face-up row must be as written;
the first difference is named by step and field, and the exit code is then 1.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from whoknows.core.agent import Choice
from whoknows.core.error import Error
from whoknows.core.game import CHANCE, END
from whoknows.core.legal_actions import objection
from whoknows.core.match import step
from whoknows.deals.deal_model import DealModel
from whoknows.formulas import Atom, Knows, Not, Or
from whoknows.games.tickets.moves import (
    Action,
    Blind,
    Block,
    Claim,
    DealTickets,
    Gets,
    Pay,
    Take,
    TurnUp,
)
from whoknows.games.tickets.rules import Tickets
from whoknows.games.tickets.state import Phase, State

Step = dict[str, Any]


class DifferenceError(Exception):
    """What the rules do is not what the file says."""


class Replay:
    """One game, carried out as its file says and compared with it on the way."""

    def __init__(self, game: dict[str, Any], as_original: bool = False) -> None:
        self.file = game
        hands = list(game["deal"].values())
        self.rules = Tickets(players=len(hands), hand=len(hands[0]), as_original=as_original)
        self.state: State = self.rules.start()
        self.model: Any = None
        self.pile = list(game["initial"]["closed_pile_top_is_last"])
        self.where = "start"
        self.said: list[tuple[Any, int]] = []

    def run(self) -> None:
        """The whole game; a `DifferenceError` names the first thing that is not as written."""
        self._deal()
        for number, written in enumerate(self.file["steps"]):
            self.where = (
                f"step {number} (turn {written.get('turn', '?')}, agent {written['agent']})"
            )
            self._step(written)
        self.where = "final"
        self._final(self.file["final"])

    def _deal(self) -> None:
        initial, hands = self.file["initial"], self.file["deal"]
        cards = iter(initial["hands"])
        self._do(DealTickets(tuple(map(tuple, hands.values()))))
        self._starting_model()
        for seat in self.rules.seats:
            self._do(Gets(seat, self._sorted(next(cards))))
        self._do(TurnUp(tuple(initial["face_up"])))

    def _starting_model(self) -> None:
        if "worlds_at_start" in self.file:
            self._same("worlds_at_start", self.model.count(), self.file["worlds_at_start"])
        if "relations_at_start" in self.file:
            self._same("relations_at_start", self._pairs(), self.file["relations_at_start"])

    def _step(self, written: Step) -> None:
        self._same("agent", self.rules.to_move(self.state), int(written["agent"]))
        self.said = []
        match written["action"]:
            case "draw":
                self._draw(written)
            case "claim" | "block":
                self._claim(written)
            case "pass":
                self._do(self.rules.actions(self.state)[0])
            case other:
                raise DifferenceError(f"{self.where}: action: {other!r} is not known")
        self._compare(written)

    def _draw(self, written: Step) -> None:
        cards, sources = written["cards_drawn"], written.get("drawn_from")
        if sources is not None:
            self._take(cards, sources)
            return
        start = self.state, self.model, list(self.pile)
        for guess in product(("open", "closed"), repeat=len(cards)):
            self.state, self.model, self.pile = *start[:2], list(start[2])
            try:
                self._take(cards, guess)
            except DifferenceError:
                continue
            if written.get("face_up_after", self.rules_row()) == self.rules_row():
                return
        raise DifferenceError(f"{self.where}: cards_drawn: {cards} cannot be drawn here")

    def _take(self, cards: list[str], sources: Sequence[str]) -> None:
        seat = self.rules.seats[self.state.mover]
        for card, source in zip(cards, sources, strict=True):
            if source == "open":
                self._do(Take(seat, card))
                continue
            self._do(Blind(seat))
            self._same("cards_drawn", self._top(), card)
            self._do(Gets(seat, (card,)))
            self._fill()

    def rules_row(self) -> list[str]:
        return [self.rules.card_names[card] for card in self.state.row]

    def _claim(self, written: Step) -> None:
        seat, pay = self.rules.seats[self.state.mover], self._pay(written["cards_played"])
        connection = self._connection(written["connection"])
        claim: Claim | Block = Claim(seat, connection, pay)
        if written["action"] == "block":
            target, ticket = str(written["blocked_agent"]), self._ticket(written["blocked_card"])
            claim = Block(seat, target, ticket, connection, pay)
        # What it completes follows from the rules; the announcements are compared afterwards.
        options = (a for a in self.rules.actions(self.state) if isinstance(a, Claim | Block))
        self._do(next((a for a in options if replace(a, completes=()) == claim), claim))

    def _do(self, action: Action) -> None:
        """Carries out an action, and turns up cards from the file's pile as long as needed."""
        fault = objection(self.rules, self.state, self.model, action)
        if fault:
            raise DifferenceError(f"{self.where}: action: {fault}")
        turn = step(self.rules, self.state, self.model, Choice(action))
        before = self.model
        for update in turn.said:
            before = update.to(before)
            self.said.append((update, before.count()))
        self.state, self.model = turn.after, turn.model
        if self.state.phase == Phase.FILL and not isinstance(action, Gets):
            self._fill() if self.where != "start" else None

    def _fill(self) -> None:
        while self.rules.to_move(self.state) == CHANCE and self.state.phase == Phase.FILL:
            missing = self.rules.map.parameters.face_up - len(self.state.row)
            number = min(missing, self.state.closed)
            self._do(TurnUp(tuple(self._top() for _ in range(number))))

    def _top(self) -> str:
        if not self.pile:
            raise DifferenceError(f"{self.where}: the closed pile of the file has run out")
        return str(self.pile.pop())

    def _compare(self, written: Step) -> None:
        seat = int(written["agent"])
        if "announcements" in written:
            self._announcements(written["announcements"])
        found = {
            "worlds_after": self.model.count(),
            "relations_per_agent_after": self._pairs(),
            "agent_score_after": self._score(seat),
            "agent_trains_after": self.state.trains[seat],
            "face_up_after": self.rules_row(),
        }
        for field, value in found.items():
            if field in written:
                self._same(field, value, written[field])
        if "remaining_worlds" in written:
            worlds = {_key(world) for world in self.model.worlds}
            self._same("remaining_worlds", worlds, set(map(_key, written["remaining_worlds"])))

    def _score(self, seat: int) -> int:
        """The points so far: at the end, those before unfinished tickets are counted."""
        if self.rules.to_move(self.state) != END:
            return self.state.points[seat]
        held = self.state.tickets(seat)
        open_ = [t for t in held if self.state.done[t] < 0]
        return self.state.points[seat] + sum(self.rules.map.tickets[t].points for t in open_)

    def _announcements(self, written: list[Step]) -> None:
        """What was said, one by one; that somebody keeps silent is not in the files."""
        spoken = [(told, left) for told, left in map(self._told, self.said) if told]
        self._same("announcements", len(spoken), len(written))
        for (told, left), wanted in zip(spoken, written, strict=True):
            kind, agent, cards = told
            self._same("announcements: type", kind, wanted["type"])
            self._same("announcements: agent", agent, int(wanted["agent"]))
            self._same("announcements: cards", cards, sorted(map(self._ticket, wanted["cards"])))
            if "worlds_after" in wanted:
                self._same("announcements: worlds_after", left, wanted["worlds_after"])

    def _told(self, said: tuple[Any, int]) -> tuple[tuple[str, int, list[str]] | None, int]:
        update, left = said
        formula = getattr(update, "formula", None)
        match formula:
            case Knows(_, Atom("has", (agent, card))):
                return ("block_has_card", int(agent), [str(card)]), left
            case Atom("has", (agent, card)) if "completes" in update.sentence:
                return ("completed_card", int(agent), [str(card)]), left
            case Atom("has", (agent, card)) if "says" in update.sentence:
                return ("block_has_card", int(agent), [str(card)]), left
            case Atom() | Or():
                atoms = [formula] if isinstance(formula, Atom) else list(formula.parts)
                cards = sorted(str(atom.args[1]) for atom in atoms)
                return ("has_at_least_one_of", int(atoms[0].args[0]), cards), left
        assert formula is None or isinstance(formula, Not) or "says nothing" in update.sentence
        return None, left

    def _final(self, final: Step) -> None:
        self._same("game over", self.rules.to_move(self.state) == END, True)
        self._same("scores", list(self.state.points), final["scores"])
        if "trains_left" in final:
            self._same("trains_left", list(self.state.trains), final["trains_left"])
        for seat, names in final.get("owned", {}).items():
            mine = [
                route.name
                for route in self.rules.map.connections
                if self.state.owners[route.number] == int(seat)
            ]
            same = sorted(self._connection(name.split("-")) for name in names)
            self._same(f"owned by {seat}", sorted(mine), same)

    def _connection(self, cities: list[str]) -> str:
        """A connection may be named from either end."""
        names = {route.name for route in self.rules.map.connections}
        found = [name for name in ("-".join(cities), "-".join(reversed(cities))) if name in names]
        if not found:
            raise DifferenceError(f"{self.where}: connection: there is no {'-'.join(cities)}")
        return found[0]

    def _ticket(self, name: str) -> str:
        return self.rules.map.ticket(name).name

    def _pay(self, cards: list[str]) -> Pay:
        jokers = cards.count("joker")
        colours = {card for card in cards if card != "joker"}
        if len(colours) > 1:
            raise DifferenceError(f"{self.where}: cards_played: more than one colour")
        return Pay(next(iter(colours), "joker"), len(cards) - jokers, jokers)

    def _sorted(self, cards: list[str]) -> tuple[str, ...]:
        return tuple(sorted(cards, key=self.rules.card_names.index))

    def _pairs(self) -> list[int]:
        assert isinstance(self.model, DealModel)
        return [self.model.pairs(seat) for seat in range(self.rules.many)]

    def _same(self, field: str, found: object, written: object) -> None:
        if found != written:
            raise DifferenceError(
                f"{self.where}: {field}: the rules say {found}, the file {written}"
            )


def _key(world: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(sorted(world[seat])) for seat in sorted(world, key=str))


def faults(paths: list[str], as_original: bool = False) -> Iterator[str]:
    """A line for each file that does not replay as written."""
    for path in paths:
        try:
            game = json.loads(Path(path).read_text(encoding="utf-8"))
            Replay(game, as_original).run()
        except (DifferenceError, Error) as fault:
            yield f"{path}: {fault}"
        except (OSError, ValueError) as fault:
            yield f"{path}: cannot be read: {fault}"
        except (KeyError, IndexError, TypeError, AttributeError) as fault:
            yield f"{path}: not of the expected shape: {fault!r}"
        else:
            print(f"{path}: as written, {len(game['steps'])} steps")


def main(arguments: list[str]) -> int:
    """Exit code 0 if every file replays as written, 1 if one does not."""
    paths = [argument for argument in arguments if argument != "--as-original"]
    if not paths:
        print("usage: replay_facts.py [--as-original] FILE...", file=sys.stderr)
        return 2
    for fault in faults(paths, "--as-original" in arguments):
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
