"""The chains of the papers, as they are written, as theorems."""

from __future__ import annotations

import pytest

from proofs_check import registry
from proofs_check.claims import Claim
from proofs_check.naming import in_engine_letters
from proofs_check.theorems import census
from proofs_check.theorems import kernel as K
from proofs_check.theorems.binding import same
from proofs_check.theorems.schemes import ALL
from proofs_check.theorems.tactics.replay import Replay

CHAINS = {
    "zfb/lemma-17": {("zfb/lemma-10", "c")},
    "zfb/corollary-16": {("zfb/lemma-32-trace", "")},
    "zfb/lemma-18": {("zfb/lemma-10", "c"), ("zfb/lemma-18-initial-loss", "f")},
    "zfb/lemma-18-initial-loss": {("zfb/lemma-31", "")},
}
"""With the claims that stay as hypotheses."""
WHOLE, STEPS, PARTS = 353, 5041, 452
"""Chains that replay whole, steps and parts that become theorems; a change may raise these, none may lower them."""


def resolve(id: str) -> Claim:
    known = registry.load()
    return in_engine_letters(known.find(id).claim, known.claims.get)[0]


def replay(id: str) -> Replay:
    claim = resolve(id)
    (proof,) = claim.proofs.values()
    return Replay(claim, proof, resolve)


@pytest.mark.parametrize("id", CHAINS)
def test_every_step_replays_and_every_part_is_a_theorem(id: str) -> None:
    made = replay(id)
    assert [(o.label, o.refused) for o in made.outcomes if o.refused] == []
    cited = set()
    for part in made.claim.parts:
        for reading in part.readings:
            th = made.theorem(reading.prop)
            assert same(th.proposition, reading.prop)
            others = [h for h in th.hypotheses if h not in made.cited and h.head != "as_named"]
            assert all(any(same(h, g) for g in made.given.values()) for h in others)
            assert th.axioms <= set(ALL)
            assert th.oracles <= {"normal_form", "sign", "degree"}
            cited |= {made.cited[h] for h in th.hypotheses if h in made.cited}
    assert cited == CHAINS[id]


def test_a_cited_claim_is_cut_by_its_own_theorem() -> None:
    outer, inner = replay("zfb/lemma-18"), replay("zfb/lemma-18-initial-loss")
    th = outer.theorem(outer.claim.part("a").meant.prop)
    lemma = inner.closed(inner.claim.part("f").meant.prop)
    done = outer.desk.cut(th, lemma)
    assert same(done.proposition, th.proposition)
    left = {outer.cited.get(h) or inner.cited.get(h) for h in done.hypotheses} - {None}
    assert left == {("zfb/lemma-10", "c"), ("zfb/lemma-31", "")}


def test_a_theorem_tells_the_steps_that_made_it() -> None:
    made = replay("zfb/corollary-16")
    th = made.theorem(made.claim.part("a").meant.prop)
    pending, rules, seen = [th], set(), set()
    while pending:
        one = pending.pop()
        if id(one) not in seen:
            seen.add(id(one))
            rules.add(one.rule)
            pending += one.premises
    assert {"assume", "instance", "normal form", "sign", "rewrite", "generalise"} <= rules
    assert all(isinstance(premise, K.Theorem) for premise in th.premises)


@pytest.mark.slow
def test_as_many_chains_replay_whole_as_ever() -> None:
    rows = list(census.rows(registry.load()))
    assert sum(row.is_whole for row in rows) >= WHOLE
    assert sum(row.steps - len(row.refused) for row in rows) >= STEPS
    assert sum(len(row.theorems) for row in rows) >= PARTS
