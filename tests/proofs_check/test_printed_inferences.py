"""Whether the printed proof follows where the page cites an inequality: decided by the direction, never declared."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from proofs_check.catalogue import Registry, Statement
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.proof.chain import Antisymmetry, Combination, FromClaim, Identity, Inference, Proof, Step
from proofs_check.proof.logic import lines
from proofs_check.registry import load
from proofs_check.statement.props import Prop, eq, le
from proofs_check.statement.terms import scalar
from proofs_check.witnesses import Context, witness

a, b, c = (scalar(name) for name in "abc")


def status(inference: Inference) -> tuple[str, str]:
    """What becomes of a step that follows by itself, where the page would infer something from a <= b."""
    claim = Claim(
        id="mine/printed", kind=Kind.INEQUALITY, source="", printed="", forall=(a, b, c),
        given=(Hypothesis("cited", le(a, b)),), parts=(Part("", (Reading("", eq(c - c, 0)),)),),
        proofs={"": Proof((Step("shown", eq(c - c, 0), Identity(), page=inference, instead_of="the other way"),))},
        witnesses=("proof",),
    )
    outcome = witness("proof").examine(claim, claim.parts[0], claim.parts[0].readings[0], Context())
    return str(outcome.figures.get("printed_proof")), outcome.sentence


def test_what_the_page_infers_follows_where_the_cited_inequality_points_that_way() -> None:
    assert status(Inference(le(a + c, b + c), Combination(1), ("cited",)))[0] == "follows"


def test_what_the_page_infers_is_repaired_where_the_cited_inequality_points_the_other_way() -> None:
    said, sentence = status(Inference(le(b + c, a + c), Combination(-1), ("cited",)))
    assert said == "repaired"
    assert "the other way" in sentence


def test_an_inference_that_gives_neither_direction_is_a_gap() -> None:
    said, sentence = status(Inference(le(a, c), Combination(1), ("cited",)))
    assert said == "gap at step shown"
    assert "what the page infers is not as stated" in sentence


def test_an_equation_has_no_direction() -> None:
    said, _ = status(Inference(eq(a, b), Combination(1), ("cited",)))
    assert said == "gap at step shown"


WRONG_WAY = ("ccs/eq-34-bound", "ccs/eq-35-bound", "ccs/eq-51-bound", "ccs/eq-52-bound", "ccs/eq-53-bound")


@pytest.mark.parametrize("id", WRONG_WAY)
def test_the_printed_bounds_of_the_flow_in_s_are_repaired(id: str) -> None:
    claim = load().find(id).claim
    assert claim is not None
    outcome = witness("proof").examine(claim, claim.parts[0], claim.parts[0].readings[0], Context())
    assert (outcome.verdict.name, outcome.figures["printed_proof"]) == ("PROVED", "repaired")


# No chain hides it -----------------------------------------------------------------------------------------

INEQUALITIES = frozenset({"le", "lt"})


@cache
def known() -> Registry:
    return load()


def propositions(claim: Claim) -> Iterator[Prop]:
    for part in claim.parts:
        for reading in part.readings:
            for line in lines(reading.prop):
                yield line.prop


def stronger(claim: Claim, proof: Proof) -> Iterator[str]:
    """Steps that cite an equation where the page cites an inequality between the same two sides."""
    used = [known().find(id).claim for id in claim.uses]
    printed = {
        frozenset(prop.args) for of in used if of is not None for prop in propositions(of) if prop.head in INEQUALITIES
    }
    for step in proof.steps:
        if isinstance(step.by, FromClaim) and step.by.id not in claim.uses:
            cited = known().find(step.by.id).claim
            assert cited is not None
            if any(p.head == "eq" and frozenset(p.args) in printed for p in propositions(cited)):
                yield step.label


def both_ways(proof: Proof) -> Iterator[str]:
    """Equations, left out on the page, that come from one cited inequality used in both directions."""
    above: dict[str, frozenset[str]] = {}
    for step in proof.steps:
        cites = isinstance(step.by, FromClaim) and any(line.prop.head in INEQUALITIES for line in lines(step.shows))
        below = [above.get(name.partition("#")[0], frozenset()) for name in step.premises]
        above[step.label] = frozenset({step.label} if cites else ()).union(*below)
        if isinstance(step.by, Antisymmetry) and step.ours and below[0] & below[1]:
            yield step.label


def printed_chains() -> Iterator[tuple[Statement, Claim, Proof]]:
    for statement in known().select(["*"]):
        if statement.claim is not None and not statement.is_ours:
            for proof in statement.claim.proofs.values():
                yield statement, statement.claim, proof


def test_where_an_equation_replaces_the_inequality_of_the_page_its_own_inference_is_decided() -> None:
    found = {
        claim.id: any(step.page is not None for step in proof.steps)
        for _, claim, proof in printed_chains() if [*stronger(claim, proof), *both_ways(proof)]
    }
    said = {"ccs/appendix-e.1-conclusion", "ccs/appendix-f.1-conclusion"}  # repaired: the page cites (31), (48) there
    assert {id for id, decided in found.items() if not decided} <= said
    assert set(WRONG_WAY) <= found.keys()
