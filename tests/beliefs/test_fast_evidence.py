"""Evidence at full speed: what the plain rules say of the same moves, for many hands at once."""

import pytest
from bidden import turns_of

from whoknows.beliefs.fast_evidence import fast_evidence
from whoknows.beliefs.match_evidence import evidence
from whoknows.beliefs.style import shares
from whoknows.logic import cases
from whoknows.logic.evidence import Evidence

SPEC = "boerenbridge(rounds=3-2)"


@pytest.mark.parametrize("style", ["full-kripke", "boeren-random", "anything", "mixture"])
@pytest.mark.parametrize("many", [3, 5, 9])
def test_it_is_what_the_plain_rules_say(
    style: str, many: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, turns = turns_of(SPEC, "full-kripke", many)
    styles, seen = shares(style, rules), turns[:many]
    last = seen[-1]
    fast = fast_evidence(rules, last.after, last.model.vocabulary, styles)
    plain = evidence(rules, seen, styles)
    bids = Evidence(plain.acts[: len(fast)])  # it tells of bids alone
    assert [(str(a), a.by, a.of, a.style) for a in fast] == [
        (str(a), a.by, a.of, a.style) for a in bids
    ]
    knowledge = last.model.seat(0, at=rules.world(last.after))
    believed = knowledge.given(bids).ownership()
    assert knowledge.given(fast).ownership() == believed
    monkeypatch.setattr(cases, "MOST_LISTED", 0)
    assert knowledge.given(fast).ownership() == believed
    world = next(iter(knowledge.worlds))
    assert [a.likelihood(world) for a in fast] == [a.likelihood(world) for a in bids]
