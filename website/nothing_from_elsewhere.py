"""A built site loads nothing from elsewhere: no font, script, picture or style.

`python -m website.nothing_from_elsewhere site` names whatever does. Links that a reader may follow
are allowed.
"""

import re
import sys
from pathlib import Path

LOADED = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|<link\b(?![^>]*rel=["']?(?:canonical|prev|next))[^>]*href=["']?((?:https?:)?//[^"'\s>]+)"""
    r"""|url\(["']?((?:https?:)?//[^"')]+)|@import ["']((?:https?:)?//[^"']+)"""
)


def loaded(folder):
    """Each file of the site that loads something, with what it loads."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".html", ".css", ".svg"):
            for found in LOADED.finditer(path.read_text(encoding="utf-8")):
                yield path.relative_to(folder), next(filter(None, found.groups()))


if __name__ == "__main__":
    there = list(loaded(Path(sys.argv[1])))
    for path, address in there:
        print(f"{path} loads {address}")
    sys.exit(bool(there))
