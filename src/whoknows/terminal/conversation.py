"""The conversation with a person whose turn it is, until they choose an action.

Everything is made from the seat's view, so it is the same in all deals the seat cannot tell
apart. A line is an action (its number, or its text), a command, or a formula to ask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import Generic

from rich.console import Console
from rich.markup import escape

from whoknows.core import registry
from whoknows.core.agent import View
from whoknows.core.compiling import watched
from whoknows.core.error import Error
from whoknows.core.game import Action, State
from whoknows.core.legal_actions import untrue
from whoknows.core.names import person
from whoknows.core.plural import some
from whoknows.core.schema import short
from whoknows.logic.english import YOU, named
from whoknows.logic.parser import FormulaError
from whoknows.logic.reasons import Why
from whoknows.terminal import output
from whoknows.terminal.action_menu import Menu, stripped
from whoknows.terminal.believing import rests_on, tell_belief

Ask = Callable[[str], str]  # from a prompt, the line that was typed
CARDS = 16  # the odds of up to this many cards are shown unasked
FORMULA = set("[](){}~&|<>=!¬∧∨→↔")  # a line with one of these is taken for a formula
HELP = """\
  [bold]3[/], or the text of an action or its beginning: do it
  [bold]{example}[/]: ask whether you know this, or any other formula
  [bold]why[/] FORMULA  why you know it, or a deal you cannot rule out
  [bold]odds[/]  where each card may be      [bold]log[/]   what happened      [bold]look[/]  the position again
  [bold]believe[/] STYLE  the odds if the others play like that; with a FORMULA, what they did that tells of it
  [bold]hint[/]  what a good player would do [bold]? WORDS[/]  the actions with these words
  [bold]quit[/]  leave the table
  Formulas: [bold]has(SEAT,CARD)[/], [bold]~ & | ->[/], [bold]K\\[SEAT] f[/] knows, [bold]M\\[SEAT] f[/] considers possible,
  [bold]Kw\\[SEAT] f[/] knows whether, [bold]C\\[SEAT,SEAT] f[/] is common knowledge, [bold]\\[! f] g[/] g once f is said.
  Put names with other characters in quotes: {quoted}."""  # noqa: E501


class LeftError(Error):
    """A person has left the table, so their match cannot go on."""


@dataclass(frozen=True)
class Talk(Generic[State, Action]):
    """With the seat that is to move."""

    view: View[State, Action]
    console: Console
    ask: Ask
    log: Sequence[str]  # what the seat has seen happen
    rng: Random

    def action(self) -> Action:
        """What the person does, in the end."""
        self.look()
        while True:
            line = self.ask(f"{self._name}> ").strip()
            word, _, rest = line.partition(" ")
            command = self._commands.get(word.casefold())
            if command is not None:
                command(rest.strip())
            elif line and (found := self._meant(line)) is not None:
                return found

    def look(self, rest: str = "") -> None:
        """The position, what the seat knows, and what it may do."""
        self._say(f"\n[bold]{escape(self._name)} is to move[/]")
        position = self.view.game.position(self.view.state, self.view.seat)
        self._lines(f"  {escape(line)}" for line in position)
        self._panel()
        self._lines(self._menu.lines())
        self._say("  [dim]? for help[/]")

    @cached_property
    def _commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "?": self._help,
            "help": self._help,
            "look": self.look,
            "odds": self._odds,
            "log": self._log,
            "why": self._why,
            "believe": self._believe,
            "hint": self._hint,
            "quit": self._quit,
            "q": self._quit,
            "exit": self._quit,
        }

    @cached_property
    def _menu(self) -> Menu[Action]:
        return Menu.of(self._name, self.view.actions)

    @property
    def _name(self) -> str:
        return self.view.game.seats[self.view.seat]

    # actions

    def _meant(self, line: str) -> Action | None:
        """The action that a line stands for; None once something else was done about it."""
        if line.isdecimal():
            return self._numbered(int(line))
        text = stripped(self._name, line)
        found = self._menu.begun(text)
        if len(found) == 1:
            return found[0].action
        if (action := self._spelled(line)) is not None:
            return action
        if found:
            numbers = ", ".join(str(item.number) for item in found[:12])
            more = " ..." if len(found) > 12 else ""
            self._fault(f"{len(found)} actions begin like that: {numbers}{more}")
        elif (refused := self._refused(text)) is not None:
            self._fault(refused)
        elif FORMULA & set(line):
            self._asked(line)
        else:
            close = self._menu.close(text)
            hint = f"did you mean '{close}'?" if close else "? for help"
            self._fault(f"{short(line)} is neither an action here nor a formula; {hint}")
        return None

    def _spelled(self, line: str) -> Action | None:
        """The action with exactly this text, perhaps with the number of a seat for its name."""
        try:
            action = self.view.game.parse(line)
        except Error:
            return None
        return action if action in self.view.actions else None

    def _numbered(self, number: int) -> Action | None:
        item = self._menu.numbered(number)
        if item is not None:
            return item.action
        self._fault(f"there is no action {number} here; choose {self._menu.range}")
        return None

    def _refused(self, text: str) -> str | None:
        """Why an action of the game is not legal here; None if the game has no such action."""
        game = self.view.game
        for whole in (f"{self._name} {text}", f"{self._name}: {text}", text):
            try:
                action = game.parse(whole)
            except Error:
                continue
            if action not in game.actions(self.view.state):
                return game.refusal(self.view.state, action)
            false = untrue(game, self.view.state, self.view.knowledge.model, action)
            said = false.update.sentence if false else "something"
            return (
                f"'{action}' would say something that you do not know, or that is not true: {said}"
            )
        return None

    # questions

    def _asked(self, line: str) -> None:
        try:
            self._say(f"  {self.view.knowledge.answer(line)}")
        except Error as fault:
            self._formula_fault(fault)

    def _why(self, rest: str) -> None:
        if not rest:
            self._say(f"  why what? For example: why {self._example()['example']}")
            return
        try:
            knowledge = self.view.knowledge
            self._say(f"  {escape(_to_you(knowledge.why(rest), knowledge.seat))}")
        except Error as fault:
            self._formula_fault(fault)

    def _believe(self, rest: str) -> None:
        """In a style, as far as the game can tell how likely that makes what the others did."""
        try:
            with self.console.status("weighing deals") as note, watched(note.update):
                tell_belief(self.view, rest, self.console)
        except Error as fault:
            self._formula_fault(fault)

    def _formula_fault(self, fault: Error) -> None:
        """A caret under the column, where there is one."""
        if isinstance(fault, FormulaError) and self.console.is_terminal:
            self._say(f"  {escape(' '.join(fault.text.split()))}")
            self._say(f"  {' ' * (fault.column - 1)}[red]^[/]")
        self._fault(str(fault))

    def _panel(self) -> None:
        """How many deals are possible, and the odds of what is not certain, if they are few."""
        knowledge = self.view.knowledge
        rows = {card: row for card, row in knowledge.ownership().items() if not _certain(row)}
        if not rows:
            self._say("  you know where every card is")
            return
        worlds = some(output.cases(knowledge.model), "world")
        title = f"you consider {output.cases(knowledge):,} of {worlds} possible"
        if len(rows) > CARDS:
            self._say(f"  {title}; {len(rows)} cards are uncertain ([bold]odds[/])")
            return
        self._table(title, _possible(rows))

    def _odds(self, rest: str) -> None:
        knowledge = self.view.knowledge
        worlds = some(output.cases(knowledge), "world")
        self._table(f"what you know ({worlds})", knowledge.ownership())

    def _table(self, title: str, rows: output.Odds) -> None:
        self._say(f"  {title}:")
        output.odds("", rows, to=self.console, indent=2)

    # the rest

    def _help(self, rest: str) -> None:
        """All there is to type, or the actions with these words."""
        if rest:
            self._lines(
                self._menu.about(stripped(self._name, rest)) or ["  no action has these words"]
            )
            return
        self._lines(self._menu.lines())
        self._say(HELP.format(**self._example()))

    def _example(self) -> dict[str, str]:
        odds = self.view.knowledge.ownership()
        own = (card for card, row in odds.items() if row.get(self._name) == 1)
        card = next(own, next(iter(odds), "card"))
        quoted = card if card.isalnum() else f'"{card}"'
        other = self.view.game.seats[(self.view.seat + 1) % len(self.view.game.seats)]
        asked = f"K[{other}] has({self._name},{quoted})"
        return {"example": escape(asked), "quoted": f'has({other},"New York-Dallas")'}

    def _log(self, rest: str) -> None:
        self._lines(self.log or ["  nothing has happened yet"])

    def _hint(self, rest: str) -> None:
        adviser = registry.agent(self.view.game.advisor)
        try:
            with self.console.status("thinking") as note, watched(note.update):
                choice = adviser.choose(self.view, self.rng)
        except Error as fault:
            self._fault(f"no hint: {fault}")
            return
        name = adviser.name.partition("(")[0]
        self._say(f"  {name} would do: [bold]{escape(str(choice.action))}[/]")
        self._lines(f"    {escape(reason)}" for reason in choice.reasons)
        self._say(f"    {rests_on(adviser)}")

    def _quit(self, rest: str) -> None:
        raise LeftError(f"{self._name} left the table")

    def _fault(self, line: str) -> None:
        self._say(f"  [red]{escape(line)}[/]")

    def _lines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._say(line)

    def _say(self, line: str) -> None:
        self.console.print(line)


def _to_you(why: object, me: str) -> str:
    """Why a seat knows something, or why not, told to who sits there."""
    if not isinstance(why, Why):
        return str(why)
    told = named(why.formula, lambda name: YOU if str(name) == me else name)
    sees = why.sees.replace(f"what {person(me)} sees", "what you see")
    said = str(replace(why, formula=told, sees=sees))
    return said[:1].upper() + said[1:]


def _certain(row: Mapping[str, Fraction]) -> bool:
    return any(share == Fraction(1) for share in row.values())


def _possible(rows: output.Odds) -> output.Odds:
    """Without the owners who can have none of these cards."""
    owners = {owner for row in rows.values() for owner, share in row.items() if share}
    return {
        card: {owner: share for owner, share in row.items() if owner in owners}
        for card, row in rows.items()
    }
