"""The risk of the linear transformer block: what words prove of it, and that a changed constant is noticed."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim
from proofs_check.papers.zwb.appendix_b import eq_b_4, eq_b_12, eq_b_14
from proofs_check.papers.zwb.appendix_b_risk import eq_b_15, eq_b_17
from proofs_check.papers.zwb.appendix_d import eq_d_1, eq_d_3
from proofs_check.papers.zwb.appendix_h import lemma_h_4
from proofs_check.papers.zwb.beyond_lemma_h_4 import lemma_h_4_general
from proofs_check.statement.props import Prop, replace_in, subterms
from proofs_check.statement.terms import Num, Op
from proofs_check.witnesses import Context, witness

IDENTITIES = (eq_b_4, eq_b_12, eq_b_14, eq_b_15, eq_b_17, eq_d_1, eq_d_3, lemma_h_4, lemma_h_4_general)


def cases() -> list[tuple[Claim, str]]:
    return [(claim, part.name) for claim in IDENTITIES for part in claim.parts]


def named(value: object) -> str:
    return value.label if isinstance(value, Claim) else str(value)


@pytest.mark.parametrize(("claim", "name"), cases(), ids=named)
def test_words_prove_it_for_every_problem(claim: Claim, name: str) -> None:
    part = claim.part(name)
    outcome = witness("words").examine(claim, part, part.readings[0], Context())
    assert outcome.verdict.name == "PROVED"
    assert outcome.scope is not None
    assert outcome.scope.whole


def factors(prop: Prop) -> list[tuple[int, ...]]:
    """Where the second side has a number as a factor or summand."""
    return [path for path, node in subterms(prop) if path[:1] == (1,) and isinstance(node, Num) and len(path) > 1
            and not _is_exponent(prop, path)]  # fmt: skip


def _is_exponent(prop: Prop, path: tuple[int, ...]) -> bool:
    parent = dict(subterms(prop)).get(path[:-1])
    return isinstance(parent, Op) and parent.head == "^"


@pytest.mark.parametrize("claim", [eq_b_4, eq_b_12], ids=named)
def test_a_number_that_is_changed_is_noticed(claim: Claim) -> None:
    (part,) = claim.parts
    prop = part.readings[0].prop
    places = factors(prop)
    assert places
    for path in places[:4]:
        node = dict(subterms(prop))[path]
        assert isinstance(node, Num)
        wrong = replace_in(prop, path, Num(node.value + 3))
        assert witness("words").refutes(claim, part, part.readings[0], wrong, Context()), path
