"""How far a server opens its door: to this machine, or beyond it, which needs a password.

Beyond this machine it answers only to the names that it was told. The password comes from a file,
from the environment or from who starts it, and never from the command line, which others can read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from getpass import getpass
from pathlib import Path

from whoknows.core.error import Error
from whoknows.core.strict import content
from whoknows.table.gate import HERE, Door, hosts, is_every, is_here

VARIABLE = "WHOKNOWS_PASSWORD"
SHORTEST, LONGEST = 8, 400  # letters of a password


def door(host: str, port: int, names: Sequence[str], file: Path | None) -> Door:
    """The door of a server that listens at this address and is called by these names as well."""
    if is_every(host) and not names:
        raise Error(
            f"{host} is every address of this machine: say by --allow-host which name or address "
            "people will type"
        )
    own = HERE if is_every(host) else (*HERE, host) if is_here(host) else (host,)
    called = (*names, *own)
    password = _given(file)
    if password is None and not all(map(is_here, called)):
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
        raise Error(f"{file}: not text in UTF-8") from None


def _asked() -> str:
    if not (sys.stdin and sys.stdin.isatty()):
        raise Error(
            "beyond this machine the table asks for a password: "
            f"put it in {VARIABLE}, or in a file named by --password-file"
        )
    word = getpass("A password for those who come from elsewhere: ")
    if getpass("Once more: ") != word:
        raise Error("these were two passwords")
    return word


def _checked(password: str) -> str:
    if not SHORTEST <= len(password) <= LONGEST or not password.isprintable():
        raise Error(f"a password is one line of {SHORTEST} to {LONGEST} letters")
    return password
