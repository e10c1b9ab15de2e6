"""A function of symmetric matrices is bent in symmetric directions, at symmetric points; of others it has no values."""

from __future__ import annotations

import pytest

from proofs_check import Kind, Verdict, check, claim, eq, eye, lt, matrix, nonconvex, tr, vector, where
from proofs_check.claims import Hypothesis
from proofs_check.proof.chain import Identity, Proof, Step, Substitution
from proofs_check.proof.steps.curvature import BentSomewhere
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Op, Sym, Term
from tests.proofs_check.asking_rules import refused

x, y = vector("x", "d"), vector("y", "d")
S, M = matrix("S", "d", "d", "symmetric"), matrix("M", "d", "d")
TURN = x * y.T - y * x.T


def bent(f: Term, of: Sym, way: Term) -> Term:
    return Op("curvature", (f, of, way))


@pytest.mark.parametrize(("f", "of", "way", "at", "why"), [
    (tr(S * S), S, TURN, None, "not symmetric as the variable is"),
    (tr(S * S), S, x * y.T, None, "not symmetric as the variable is"),
    (tr(S * S * S), S, x * x.T, TURN, "not symmetric as the variable is"),
    (tr(S * S * S), S, x * x.T, -x * x.T, ""), (-tr(S * S), S, x * y.T + y * x.T, None, ""),
    (-tr(S * S), S, eye("d"), None, ""), (tr(M * M), M, TURN, None, ""),
])  # fmt: skip
def test_a_direction_out_of_the_symmetric_matrices_bends_nothing(
    f: Term, of: Sym, way: Term, at: Term | None, why: str
) -> None:
    value = bent(f, of, way) if at is None else where(bent(f, of, way), (of, at))
    found = refused(BentSomewhere(), nonconvex(f, of), lt(value, 0))
    assert why in found if why else not found, found


@pytest.mark.parametrize(("of", "verdict"), [(S, Verdict.UNDECIDED), (M, Verdict.PROVED)])
def test_the_square_of_a_symmetric_matrix_has_a_convex_trace(of: Sym, verdict: Verdict) -> None:
    """tr(S S) is the sum of the squares of the entries; tr(M M) is negative where M is antisymmetric."""
    f, form = tr(of * of), 2 * tr(TURN * TURN)
    down, shown = lt(bent(f, of, TURN), 0), nonconvex(f, of)

    def body() -> Prop:
        """Words."""
        return shown

    proof = Proof((Step("form", eq(bent(f, of, TURN), form), Identity()),
                   Step("down", down, Substitution("apart"), ("form", "apart")),
                   Step("bent", shown, BentSomewhere(), ("down",))))  # fmt: skip
    given = (Hypothesis("apart", lt(form, 0)),)
    result = check(claim("mine/bent", kind=Kind.IDENTITY, given=given, witnesses=("proof",), proof=proof)(body))
    assert result.verdict is verdict, result.witnesses  # type: ignore[union-attr]


@pytest.mark.parametrize(("of", "way", "verdict"), [
    (S, TURN, Verdict.UNDECIDED), (S, x * x.T, Verdict.PROVED), (M, TURN, Verdict.PROVED),
])  # fmt: skip
def test_a_second_derivative_in_a_direction_out_of_the_symmetric_matrices_has_no_value(
    of: Sym, way: Term, verdict: Verdict
) -> None:
    """In tr(S S) and tr(S S^T), one function of symmetric matrices, it would be of either sign."""
    prop = eq(bent(tr(of * of), of, way), 2 * tr(way * way))

    def body() -> Prop:
        """Words."""
        return prop

    for witness, proof in (("words", None), ("proof", Proof((Step("line", prop, Identity()),)))):
        result = check(claim("mine/second", kind=Kind.IDENTITY, witnesses=(witness,), proof=proof)(body))
        assert ("symmetric" in result.scope or result.verdict is Verdict.UNDECIDED) is (verdict is Verdict.UNDECIDED)
