"""The README as a package index shows it: without links that lead nowhere there.

In the repository links are paths. The built package has them under `[tool.whoknows] home`, the
address of the repository, at the tag of its version; as long as there is none, it has their text.
"""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"\[([^\]]+)\]\((?!https?://|#)([^)\s]+)\)")


class Readme(MetadataHookInterface):
    PLUGIN_NAME = "custom"

    def update(self, metadata):
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        version = re.search(
            r'"(.+)"',
            (Path(self.root) / "src/whoknows/core/version.py").read_text().splitlines()[-1],
        )[1]
        readme = anywhere(text, self.config.get("home", ""), version)
        metadata["readme"] = {"content-type": "text/markdown", "text": readme}


def anywhere(readme, home, version):
    """The same text, whose links do not depend on where it is read."""
    to = rf"[\1]({home}/blob/v{version}/\2)" if home else r"\1"
    return LINK.sub(to, readme)
