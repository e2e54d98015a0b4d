"""The printed matches are as they were; if a change is meant, `playthrough.py` says what to do."""

import pytest
from playthrough import FILES, playthrough


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthrough(file):
    text = file.read_text()
    assert playthrough(text.splitlines()[0]) == text
