"""What the rules about moduli and orthonormal eigenvectors ask for; each is met by what it alone stops."""

from __future__ import annotations

import pytest

from proofs_check import conj, eq, implies, inner, le, ne, scalar, tr, vector
from proofs_check.proof.chain import Diagonal, Eigenvectors, OfModulus, Step
from proofs_check.proof.desk import Gap, Given, Ledger
from proofs_check.proof.logic import lines
from proofs_check.proof.rules import RULES
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Op, Sym, Term, det, eye, matrix
from tests.proofs_check.asking_rules import desk, refused

A, B = (matrix(name, "d", "d", "symmetric") for name in ("A_1", "B_1"))
Q, R = matrix("Q_1", "d", "d"), matrix("R_1", "d", "d")
D, E = (matrix(name, "d", "d", "diagonal") for name in ("D_1", "E_1"))


# Moduli -----------------------------------------------------------------------------------------------------

def modulus(E: Sym, D: Sym = D, head: str = "eq") -> Prop:
    return conj(Prop(head, (Op("modulus", (A,)), Q * E * Q.T)), eq(E * E, D * D), eq(E * D, D * E))


FORM, ORTHOGONAL = eq(A, Q * D * Q.T), eq(Q.T * Q, eye("d"))
DEFINITE = matrix("D_1", "d", "d", "diagonal", "posdef")
NOT_THERE, ANOTHER = "is not among the premises", "|D| is what D is, and another matrix"


@pytest.mark.parametrize(("shown", "premises", "why"), [
    (modulus(E), (FORM, ORTHOGONAL), ""),
    (modulus(E, head="ne"), (FORM, ORTHOGONAL), "what is shown of a modulus"),
    (modulus(E), (FORM,), NOT_THERE),
    (modulus(E), (ne(*FORM.args), ORTHOGONAL), NOT_THERE),  # type: ignore[arg-type]
    (modulus(E), (eq(B, Q * D * Q.T), ORTHOGONAL), NOT_THERE),
    (modulus(E), (eq(A, R * D * R.T), ORTHOGONAL), NOT_THERE),
    (modulus(matrix("E_1", "d", "d", "diagonal", "posdef"), DEFINITE), (eq(A, Q * DEFINITE * Q.T), ORTHOGONAL),
     "more than any diagonal matrix"),
    (modulus(D), (FORM, ORTHOGONAL), ANOTHER),
    (modulus(Sym("E_1", ("d", "d"), frozenset({"diagonal", "random"}))), (FORM, ORTHOGONAL), ANOTHER),
    (modulus(matrix("E_1", "n", "n", "diagonal")), (FORM, ORTHOGONAL), ANOTHER),
    (conj(*modulus(E).args[:2], eq(E * D, E * D)), (FORM, ORTHOGONAL), "of |D| its square is known"),  # type: ignore[arg-type]
])  # fmt: skip
def test_the_modulus_of_a_matrix_has_the_form_of_the_matrix(
    shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    found = refused(OfModulus(), shown, *premises)
    assert why in found if why else not found, found


# Eigenvectors -----------------------------------------------------------------------------------------------

S, P = matrix("S_1", "d", "d", "symmetric"), matrix("P_1", "d", "d", "symmetric", "posdef")
q, c = vector("q_1", "d"), scalar("c_1")
POSITIVE, WHOLE = scalar("c_2", "positive"), scalar("c_3", "integer", "positive")


def everywhere(A: Term, S: Term = S, q: Sym = q, c: Sym = c, head: str = "eq") -> Prop:
    """What is known of the form of A at each eigenvector of S."""
    return implies(Prop(head, (S * q, c * q)), le(0, q.T * A * q))


@pytest.mark.parametrize(("shown", "premise", "why"), [
    (le(0, tr(A)), everywhere(A), ""),
    (le(0, tr(A)), everywhere(A, P, c=POSITIVE), ""),
    (le(0, det(A)), everywhere(A), "a trace is not negative"),
    (le(1, tr(A)), everywhere(A), "a trace is not negative"),
    (le(0, tr(A)), everywhere(B), "no premise says"),
    (le(0, tr(A)), everywhere(A, head="ne"), "no premise says"),
    (le(0, tr(A)), everywhere(A, S, c=POSITIVE), "no premise says"),
    (le(0, tr(A)), everywhere(A, P, c=WHOLE), "no premise says"),
    (le(0, tr(A)), everywhere(A, R), "no premise says"),
    (le(0, tr(A)), everywhere(A, q=vector("q_2", "n")), "no premise says"),
    (le(0, tr(A)), everywhere(A, c=matrix("C_1", "d", "d")), "no premise says"),
])  # fmt: skip
def test_a_trace_is_a_sum_over_all_eigenvectors_of_a_symmetric_matrix(shown: Prop, premise: Prop, why: str) -> None:
    found = refused(Eigenvectors(), shown, premise)
    assert why in found if why else not found, found


def test_what_is_made_for_one_eigenvector_or_stands_in_the_statement_has_no_trace_over_all() -> None:
    above = (Step("made", conj(eq(q * q.T, Q * D * Q.T), eq(Q.T * Q, eye("d"))), Diagonal()),)
    found = refused(Eigenvectors(), le(0, tr(Q * D * Q.T)), everywhere(Q * D * Q.T), above=above)
    assert "introduced for one eigenvector" in found
    given = [Given("0", lines(everywhere(A)), frozenset(), frozenset({"0"}))]
    shown = le(0, tr(A))
    with pytest.raises(Gap, match="no premise says"):
        RULES[Eigenvectors].check(
            Step("shown", shown, Eigenvectors()), lines(shown), given, desk(assumed=le(0, inner(q, q))), Ledger()
        )
