"""Equations assumed that general points do not meet: what holds at special points alone is neither supported nor
refuted."""

from __future__ import annotations

import pytest

from proofs_check import runner
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.statement.props import Prop, conj, eq, for_all, ge, gt, implies, le, ne
from proofs_check.statement.terms import eye, matrix, scalar, tr, vector, zeros
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.points.special import equations

A, B, R = matrix("A"), matrix("B"), matrix("R")
v, w = vector("v", "d"), vector("w", "d")
a, b = scalar("a"), scalar("b")


def verdict(name: str, prop: Prop, *given: Prop) -> Verdict:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))
    stated = Claim("mine/x", Kind.IDENTITY, "", "x", (Part("", (Reading("", prop),)),), given=hypotheses)
    return runner.examine(stated, (name,), Context(dims=(1, 2))).verdict


@pytest.mark.parametrize("name", ["balls", "sampled"])
@pytest.mark.parametrize(
    "prop",
    [
        implies(eq(A * A, A), eq(A, eye("d"))),
        implies(eq(A * B, B * A), eq(A.T * B, B * A.T)),
        implies(eq(a * b, 1), eq(a, b)),
        implies(eq(a**2, b**2), eq(a, b)),
        implies(eq(a, a * b), eq(b, 1)),
        implies(eq(a, a**3), ge(a, 0)),
        implies(conj(le(a * b, 1), ge(a * b, 1)), eq(a, b)),
    ],
    ids=["a projection is the identity", "what commutes is normal", "inverses are equal", "squares tell signs",
         "what keeps a number is 1", "roots are positive", "an equation written as two inequalities"],
)  # fmt: skip
def test_a_false_statement_that_holds_at_special_points_is_not_supported(name: str, prop: Prop) -> None:
    assert verdict(name, prop) in {Verdict.UNDECIDED, Verdict.REFUTED}


@pytest.mark.parametrize("given", [eq(a * b, 1), eq(a**2, b**2)], ids=["inverses", "squares"])
def test_hypotheses_of_a_claim_are_no_better(given: Prop) -> None:
    assert verdict("balls", eq(a, b), given) is Verdict.REFUTED  # 2**30 and 2**(-30), 1 and -1 meet them


def test_what_general_points_meet_is_supported_still() -> None:
    assert verdict("balls", implies(ne(v, zeros("d", 1)), gt(v.T * v, 0))) is Verdict.SUPPORTED
    assert verdict("sampled", implies(ne(v, zeros("d", 1)), gt(v.T * v, 0))) is Verdict.SUPPORTED


def test_sides_that_meet_where_the_premise_fails_are_no_reason_to_doubt_and_others_are() -> None:
    """v'v is 0 at v = 0 alone, which is excluded; (v'v - 2)^2 is 0 at points that are not rational."""
    assert verdict("sampled", implies(ne(a, 1), gt((a - 1) ** 2, 0))) is Verdict.SUPPORTED
    assert verdict("sampled", gt((a - 1) ** 2, 0), ne(a, 1)) is Verdict.SUPPORTED
    assert verdict("sampled", implies(ne(a, 1), gt((a**2 - 2) ** 2, 0))) is Verdict.UNDECIDED
    assert verdict("sampled", gt((a**2 - 2) ** 2, 0), ne(a, 1)) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    "prop",
    [
        implies(for_all(v, eq(w.T * v, 0)), eq(w, zeros("d", 1))),
        implies(for_all(R, eq(tr(A * R), tr(B * R))), eq(A, B)),
    ],
    ids=["a vector", "a matrix"],
)  # fmt: skip
def test_an_equation_for_every_value_is_not_met_because_one_value_meets_it(prop: Prop) -> None:
    assert verdict("entries", prop) is not Verdict.REFUTED


def test_equations_that_give_a_symbol_its_value_are_no_conditions() -> None:
    assert [str(e) for e in equations(conj(eq(a, 2), eq(a * b, 1)))] == ["a b = 1"]
    assert [str(e) for e in equations(conj(eq(a, b), eq(b, 2 * b)))] == ["b = 2 b"]
