"""What a notebook shows of a value: HTML in a box, whose style holds for nothing outside it.

The box is as light or as dark as the notebook around it. What Jupyter, VS Code and Colab say of
themselves goes before what the system prefers. Of a long style, only what the box needs goes in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib import import_module
from typing import Protocol

from whoknows.core.error import Error

CALL = re.compile(r":[\w-]+\([^()]*\)")  # `:not(.open)` asks for no name
NAME = re.compile(r"[.#]([\w-]+)")
GIVEN = re.compile(r'\b(?:class|id)="([^"]*)"')
HIGH = re.compile(r'<svg\b[^>]*\bheight="([\d.]+%?)"')
DARK = 'body[data-jp-theme-light="false"]', "body.vscode-dark", 'html[theme="dark"]'
LIGHT = 'body[data-jp-theme-light="true"]', "body.vscode-light", 'html[theme="light"]'


def boxed(html: str, css: str) -> str:
    """The HTML with the style of a whole page, which in this box is all there is."""
    name = f"whoknows-{sha256(html.encode()).hexdigest()[:10]}"
    names = {name for given in GIVEN.findall(html) for name in given.split()}
    rules = "\n".join([*_heights(html), *_needed(css, names)])
    first = f".{name}.{name}"  # twice: it goes before what a notebook says of all tables
    return (
        f'<div class="{name}"><style>{first} {{\n{rules}\n}}\n'
        f"{_within(LIGHT, name)} {{ color-scheme: light }}\n"
        f"{_within(DARK, name)} {{ color-scheme: dark }}</style>{html}</div>"
    )


def sentence(text: str, colour: str) -> str:
    """A few words beside a line of this colour, in the ink of the notebook."""
    style = f"border-left:4px solid {colour};padding:.2em .8em;max-width:46em"
    return f"<p style='{style}'>{escape(text)}</p>"


def drawn(value: object) -> str | None:
    """A game, or what is played, in a notebook; None, which shows plain text, if it cannot be.

    Who draws stands above all that is drawn, and is found by name, as games and agents are.
    """
    drawing: _Drawing = import_module("whoknows.notebook.value_drawing")
    try:
        return drawing.html(value)
    except Error:  # of a record that was made up, for example
        return None


class _Drawing(Protocol):
    def html(self, value: object) -> str: ...


def _heights(html: str) -> Iterator[str]:
    """Drawings are as high as they say, where a notebook would make them as high as they like."""
    for high in sorted(set(HIGH.findall(html))):
        size = high if high.endswith("%") else f"{high}px"
        yield f'svg:where([height="{high}"]) {{ height: {size} }}'


def _needed(css: str, names: set[str]) -> Iterator[str]:
    """The rules for these classes and ids, nested in the box. What is for some screens is left out:
    the box is no screen."""
    for selectors, inside in _rules(re.sub(r"/\*.*?\*/", "", css, flags=re.S)):
        wanted = [
            re.sub(r"^(:root|body)\b", "&", one.strip())
            for one in re.split(r",(?![^(]*\))", selectors)
            if set(NAME.findall(CALL.sub("", one))) <= names and "@" not in one
        ]
        if wanted:
            yield f"{', '.join(wanted)} {{{inside}}}"


def _rules(css: str) -> Iterator[tuple[str, str]]:
    """What each rule is for, and what it says, with the rules inside it."""
    begin = opened = depth = 0
    for brace in re.finditer(r"[{}]", css):
        depth += 1 if brace[0] == "{" else -1
        if depth == 1 and brace[0] == "{":
            opened = brace.start()
        if depth == 0:
            yield css[begin:opened], css[opened + 1 : brace.start()]
            begin = brace.end()


def _within(bodies: tuple[str, ...], name: str) -> str:
    return ", ".join(f"{body} .{name}.{name}" for body in bodies)
