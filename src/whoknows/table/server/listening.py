"""How far a server opens its door: to this machine, or beyond it, which needs a password.

Beyond this machine it answers only to the names it was given. The password comes from a file, from
the environment or from whoever starts it, and never from the command line, which others can read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from getpass import getpass
from pathlib import Path

from whoknows.core.error import Error
from whoknows.core.schema import content
from whoknows.table.server.gate import HERE, Door, hosts, is_every, is_here

VARIABLE = "WHOKNOWS_PASSWORD"
SHORTEST, LONGEST = 8, 400  # letters of a password


def door(host: str, port: int, names: Sequence[str], file: Path | None) -> Door:
    """The door of a server that listens at this address and answers to these names too."""
    if is_every(host) and not names:
        raise Error(
            f"{host} means every address of this machine; use --allow-host to say which name or "
            "address people will type"
        )
    own = HERE if is_every(host) else (*HERE, host) if is_here(host) else (host,)
    called = (*names, *own)
    password = _given(file)
    # Whoever reaches the address can call it localhost: what counts is how far it can be reached.
    if password is None and (is_every(host) or not all(map(is_here, called))):
        password = _asked()
    return Door(hosts(called, port), None if password is None else _checked(password))


def _given(file: Path | None) -> str | None:
    """From a file, or else from the environment, which agents do not inherit."""
    told = os.environ.pop(VARIABLE, None)
    if file is None:
        return told
    try:
        return content(file).decode().rstrip("\r\n")
    except UnicodeDecodeError:
        raise Error(f"{file}: not UTF-8 text") from None


def _asked() -> str:
    if not (sys.stdin and sys.stdin.isatty()):
        raise Error(
            "a table that other machines can reach needs a password: "
            f"put it in {VARIABLE}, or in a file named by --password-file"
        )
    word = getpass("Choose a password for people on other machines: ")
    if getpass("The same password again: ") != word:
        raise Error("the two passwords differ")
    return word


def _checked(password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST or not password.isprintable():
        raise Error(f"a password must be one line of {SHORTEST} to {LONGEST} characters")
    return password
