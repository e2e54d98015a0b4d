"""Docstrings as the reference shows them: sessions as code, and what a function takes, which is
listed as `name   meaning`, as a table."""

import re

from griffe import Extension

FIELD = re.compile(r"^(\w+(?:, \w+)*) {2,}(\S.*)$")
MORE = re.compile(r"^ {6,}(\S.*)$")


class Fields(Extension):
    """Rewrites every docstring that is read."""

    def on_object(self, *, obj, **_):
        if obj.docstring is not None:
            obj.docstring.value = "\n\n".join(map(shown, obj.docstring.value.split("\n\n")))


def shown(paragraph):
    """A paragraph as Markdown."""
    if paragraph.startswith(">>> "):
        return f"```python\n{paragraph}\n```"
    lines = paragraph.splitlines()
    return tabled(lines) if lines and FIELD.match(lines[0]) else paragraph


def tabled(lines):
    """Names and meanings; a meaning may go on in the next lines."""
    rows = []
    for line in lines:
        if found := FIELD.match(line):
            rows.append([found[1], found[2]])
        elif rows and (more := MORE.match(line)):
            rows[-1][1] += f" {more[1]}"
    cells = (f"| `{name}` | {_plain(meaning)} |" for name, meaning in rows)
    return "\n".join(["| | |", "|---|---|", *cells])


def _plain(text):
    """Without signs that mean something in a table of Markdown."""
    return text.replace("|", "&#124;").replace("{", "&#123;")
