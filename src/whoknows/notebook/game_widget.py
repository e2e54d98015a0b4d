"""The widget: its browser side chooses a step, a viewer and a question; Python draws what is shown.

Everything it shows comes from `GameSteps`, so nothing that a viewer may not know ever reaches the
browser while that viewer is chosen.
"""

from __future__ import annotations

from importlib.resources import files

import anywidget
import traitlets

from whoknows.core.error import Error
from whoknows.notebook.game_steps import GameSteps, hosted_style


class GameWidget(anywidget.AnyWidget):
    """Steps through a match; `widget.step`, `.viewer` and `.ask` can be set from Python too."""

    _esm = files("whoknows.notebook").joinpath("widget.js").read_text("utf-8")
    css = traitlets.Unicode().tag(sync=True)
    last = traitlets.Int().tag(sync=True)
    viewers = traitlets.List(traitlets.Unicode()).tag(sync=True)
    step = traitlets.Int(0).tag(sync=True)
    viewer = traitlets.Unicode("all").tag(sync=True)
    ask = traitlets.Unicode("").tag(sync=True)
    html = traitlets.Unicode("").tag(sync=True)

    def __init__(self, steps: GameSteps, viewer: str = "all", step: int = 0) -> None:
        self._steps = steps
        drawn = steps.html(min(max(step, 0), steps.last), viewer)
        super().__init__(
            css=hosted_style(), last=steps.last, viewers=list(steps.viewers), viewer=viewer,
            step=min(max(step, 0), steps.last), html=drawn,
        )  # fmt: skip
        self.observe(self._draw, names=["step", "viewer", "ask"])

    def _draw(self, _: object) -> None:
        """What is shown now; whatever is wrong with a question or a name is one line."""
        step = min(max(self.step, 0), self.last)
        try:
            self.html = self._steps.html(step, self.viewer, self.ask)
        except Error as fault:
            self.html = f'<p class="answer">{str(fault).replace("<", "&lt;")}</p>'
