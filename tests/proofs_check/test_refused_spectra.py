"""What the rules about eigenvalues, moduli and orthonormal eigenvectors ask for; each is met by what it alone stops."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import conj, eq, implies, inner, le, ne, scalar, tr, vector
from proofs_check.proof.chain import Congruence, Diagonal, Eigenvectors, OfModulus, Roots, Rule, Signs, Step
from proofs_check.proof.deciding.spectra import factors
from proofs_check.proof.desk import Gap, Given, Ledger
from proofs_check.proof.logic import lines
from proofs_check.proof.rules import RULES
from proofs_check.statement.props import (
    Prop,
    inertia,
    lt,
    negative_eigenvalues_at_least,
    negative_eigenvalues_equal,
    positive_eigenvalue,
    psd,
    spectrum_products,
)
from proofs_check.statement.terms import MadeSym, Op, Sym, Term, block, det, eye, kron, matrix, parameter
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


# Diagonal forms ---------------------------------------------------------------------------------------------

def form(A: Term, Q: Sym, D: Sym, head: str = "eq") -> Prop:
    return conj(Prop(head, (A, Q * D * Q.T)), eq(Q.T * Q, eye(Q.shape[1])))


moving = parameter("W_1", "d", "d")
drawn, at_random = matrix("Q_1", "d", "d", "random"), matrix("D_1", "d", "d", "random", "diagonal")
G = matrix("G_1", "d", "d", "symmetric", "random")
wide, small = matrix("Q_1", "n", "n"), matrix("D_1", "n", "n", "diagonal")


@pytest.mark.parametrize(("shown", "why"), [
    (form(A, Q, D), ""),
    (form(G, drawn, at_random), ""),
    (form(A, Q, D, "ne"), "consists of"),
    (form(A, matrix("Q_1", "d", "d", "symmetric"), D), "says nothing else"),
    (form(A, Q, DEFINITE), "says nothing else"),
    (form(A, wide, small), "of the shape of A"),
    (form(moving + moving.T, Q, D), "depend on what A depends on"),
    (form(G, Q, at_random), "depend on what A depends on"),
    (form(G, drawn, D), "depend on what A depends on"),
])  # fmt: skip
def test_a_diagonal_form_has_the_shape_and_the_freedom_of_the_matrix(shown: Prop, why: str) -> None:
    found = refused(Diagonal(), shown)
    assert why in found if why else not found, found


def test_a_diagonal_form_is_square_and_turned_by_one_matrix() -> None:
    assert factors(Q * D * Q.T) == (Q, D)
    assert factors(kron(Q, R) * kron(D, E) * kron(Q, R).T) == (kron(Q, R), kron(D, E))
    tall = matrix("Q_1", "n", "d")
    four = block(D, D, D, D)
    turned = kron(eye(2), Q)
    for other in (Q * D * R.T, tall * D * tall.T, Q * R * Q.T, kron(Q, R) * kron(D, R) * kron(Q, R).T,
                  turned * four * turned.T):
        assert factors(other) is None


# Signs ------------------------------------------------------------------------------------------------------

H, K = matrix("H_1", "m", "m", "symmetric"), matrix("H_2", "m", "m")
big, huge = matrix("P_2", "d", "d", "symmetric", "posdef"), matrix("Q_2", "n", "n")
y, z = vector("y_1", "d"), vector("z_1", "d")
a, p = scalar("a_1"), scalar("p_1", "positive")
NOT_GIVEN = "the premises do not give"
both = spectrum_products(H, A, B)
known = (both, inertia(A, 1, 1), inertia(B, 2, 0))
one_each = (both, negative_eigenvalues_at_least(A, 1), positive_eigenvalue(B))


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), [
    (Signs(), ne(tr(A), 0), (), "signs of eigenvalues do not show"),
    (Signs(), spectrum_products(kron(A, B), A, B),
     (eq(kron(A, B), kron(Q, R) * kron(D, E) * kron(Q, R).T), eq(kron(Q, R).T * kron(Q, R), eye("n")),
      *form(A, Q, D).args, *form(B, R, E).args), ""),
    (Signs(), spectrum_products(H, A, B), form(A, Q, D).args, NOT_GIVEN),
    (Signs(), spectrum_products(kron(A, B), A, B),
     (eq(kron(A, B), kron(Q, R) * kron(D, E) * kron(Q, R).T), eq(kron(Q, R).T * kron(Q, R), eye("n")),
      *form(A, Q, D, "ne").args, *form(B, R, E).args), NOT_GIVEN),
    (Signs(), positive_eigenvalue(A), (psd(A), ne(tr(A), 0)), ""),
    (Signs(), positive_eigenvalue(A), (psd(B), ne(tr(A), 0)), NOT_GIVEN),
    (Signs(), positive_eigenvalue(A), (ne(A, B), ne(tr(A), 0)), NOT_GIVEN),
    (Signs(), negative_eigenvalues_equal(A, 1), (inertia(A, 1, 1),), ""),
    (Signs(), negative_eigenvalues_equal(A, 1), (inertia(B, 1, 1),), NOT_GIVEN),
    (Signs(), negative_eigenvalues_at_least(H, 1), one_each, ""),
    (Signs(), negative_eigenvalues_at_least(H, 2), one_each, NOT_GIVEN),
    (Signs(), negative_eigenvalues_at_least(H, 1), one_each[1:], NOT_GIVEN),
    (Signs(), negative_eigenvalues_at_least(H, 1), one_each[:2], NOT_GIVEN),
    (Signs(), negative_eigenvalues_at_least(H, 1), (both, one_each[2]), NOT_GIVEN),
    (Signs(), negative_eigenvalues_at_least(H, 1), (both, negative_eigenvalues_at_least(A, 0), one_each[2]), NOT_GIVEN),
    (Signs(), negative_eigenvalues_at_least(H, 1), (both, one_each[1], psd(B)), NOT_GIVEN),
    (Signs(), negative_eigenvalues_at_least(H, 1), (both, psd(A), one_each[2]), NOT_GIVEN),
    (Signs(), inertia(H, 2, 2), known, ""),
    (Signs(), inertia(K, 2, 2), (spectrum_products(K, A, B), *known[1:]), NOT_GIVEN),
    (Signs(), inertia(H, 2, 2), (spectrum_products(H, p * A, B), *known[1:]), ""),
    (Signs(), inertia(H, 2, 2), (spectrum_products(H, a * A, B), *known[1:]), NOT_GIVEN),
    (Signs(), inertia(H, 2, 2), (spectrum_products(H, A / p, B), *known[1:]), ""),
    (Signs(), inertia(H, 2, 2), (spectrum_products(H, A / a, B), *known[1:]), NOT_GIVEN),
    (Signs(), inertia(H, 2, 2), (spectrum_products(H, big * big * A, B), *known[1:]), NOT_GIVEN),
    (Roots((inner(y, z), 1), (0, scalar("d") - 1)), inertia(z * y.T, 1, 0), (lt(0, inner(y, z)),),
     "square and symmetric"),
    (Roots((p, Fraction(3, 2)), (p, Fraction(1, 2))), inertia(p * eye(2), 1, 0), (), "needs a number"),
    (Roots((MadeSym("m of det(m I - A)"), 1)), inertia(eye(1), 1, 0), (), "depends on the variable"),
    (Roots((p, 2)), lt(0, det(A)), (), "counts positive and negative"),
    (Congruence(2 * eye("d"), eye("d") / 2, "d"), inertia(4 * A, 1, 1), (inertia(A, 1, 1),), ""),
    (Congruence(2 * eye("d"), eye("d") / 2, "d"), inertia(B, 1, 1), (inertia(A, 1, 1),), "no premise counts"),
    (Congruence(2 * eye("d"), eye("d"), "d"), inertia(4 * A, 1, 1), (inertia(A, 1, 1),), "inverse to one another"),
    (Congruence(y.T / p, p * y / inner(y, y), 1), inertia(y.T * A * y / p**2, 1, 1), (inertia(A, 1, 1),),
     "inverse to one another"),
], ids=str)  # fmt: skip
def test_eigenvalues_are_counted_by_what_is_known_of_them(
    rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str
) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found, found
