"""Rules about eigenvalues: what follows, and what only looks as if it did."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.notation import X_tau, d, x_q
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Congruence, Diagonal, FromFact, Positivity, Proof, Roots, Signs, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.reports import ProofReport
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    conj,
    eq,
    inertia,
    ne,
    negative_eigenvalues_equal,
    positive_eigenvalue,
    psd,
    spectrum_products,
)
from proofs_check.statement.terms import (
    Sym,
    Term,
    at,
    block,
    eye,
    index,
    least,
    matrix,
    norm_2,
    scalar,
    term,
    total,
    tr,
    vector,
    zeros,
)
from proofs_check.witnesses.proof.witness import WordsEquality

N = scalar("N", "integer", "positive")
I = eye("d")  # noqa: E741 - the identity
A = matrix("A", "d", "d", "symmetric")
B, G = matrix("B"), matrix("G", "d", "d", "symmetric", "random")
Q, D = matrix("Q_1"), matrix("D_1", "d", "d", "diagonal")
p, q, c = scalar("p", "positive"), scalar("q"), scalar("c", "nonzero")


def report(target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = ()) -> ProofReport:
    stated = Claim("test/claim", Kind.INEQUALITY, "", "", (Part("", (Reading("", target),)),), given=given)
    return Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated))).report(target)


def diagonal_form(A: Term, Q: Sym, D: Sym) -> Prop:
    return conj(eq(A, Q * D * Q.T), eq(Q.T * Q, I))


def refusal(step: Step, *given: Prop) -> str:
    """Why the step does not follow from the hypotheses ``1``, ``2``, ...; empty when it does."""
    named = tuple(Hypothesis(str(k), prop) for k, prop in enumerate(given, 1))
    stated = Claim("test/claim", Kind.INEQUALITY, "", "", (Part("", (Reading("", eq(q, q)),)),), given=named)
    return Checker(stated, Proof(()), lambda id: stated, ProofAlgebra(WordsEquality(stated))).refusal(step)


def test_a_symmetric_matrix_has_a_diagonal_form() -> None:
    assert refusal(Step("let", diagonal_form(A, Q, D), Diagonal())) == ""


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (diagonal_form(B, Q, D), "not symmetric"),
        (diagonal_form(A, Q, matrix("D_2")), "diagonal"),
        (diagonal_form(A, A, D), "occur in A itself"),
        (diagonal_form(Q * A * Q.T, Q, D), "occur in A itself"),
        (diagonal_form(G, Q, D), "depend"),
        (conj(eq(A, Q * D * Q.T), eq(Q.T * Q, 2 * I)), "Q^T Q = I"),
    ],
)
def test_other_matrices_have_none(shown: Prop, why: str) -> None:
    assert why in refusal(Step("let", shown, Diagonal()))


def test_the_symbols_of_a_diagonal_form_are_new() -> None:
    assert "new symbols" in refusal(Step("let", diagonal_form(A, Q, D), Diagonal()), eq(D, I))


def test_roots_that_are_not_zero_have_numbers_as_multiplicities() -> None:
    shown = inertia(p * I, d, 0)
    assert "needs a number" in refusal(Step("s", shown, Roots((p, d))))


def test_a_wrong_characteristic_polynomial_is_refused() -> None:
    shown = inertia(X_tau, 1, 1)
    length, nonzero = norm_2(x_q), ne(x_q, zeros("d", 1))
    assert refusal(Step("s", shown, Roots((length, 1), (-length, 1), (0, d - 1)), ("1",)), nonzero) == ""
    for roots, why in (
        (((length, 1), (-length, 1), (0, d)), "is not the product"),
        (((2 * length, 1), (-length, 1), (0, d - 1)), "is not the product"),
        (((length, 1), (length, 1), (0, d - 1)), "is not the product"),
    ):
        assert why in refusal(Step("s", shown, Roots(*roots), ("1",)), nonzero)
    assert "sign of a root" in refusal(Step("s", shown, Roots((length, 1), (-length, 1), (0, d - 1))))
    assert "others" in refusal(Step("s", inertia(X_tau, 2, 1), Roots((length, 1), (-length, 1), (0, d - 1)), ("1",)),
                               nonzero)


def test_congruence_needs_an_inverse_that_exists() -> None:
    known = inertia(A, p, q)
    by, inverse = c * I, I / c
    assert refusal(Step("s", inertia(c * A * c, p, q), Congruence(by, inverse, "d"), ("1",)), known) == ""
    assert "inverse" in refusal(Step("s", inertia(c * A * c, p, q), Congruence(by, c * I, "d"), ("1",)), known)
    assert refusal(Step("s", inertia(q * A * q, p, q), Congruence(q * I, I / q, "d"), ("1",)), known)
    assert refusal(Step("s", inertia(c * A * c, q, p), Congruence(by, inverse, "d"), ("1",)), known)


def test_products_of_eigenvalues_are_counted() -> None:
    H = matrix("H_1", "n", "n", "symmetric")
    spectra, left, right = spectrum_products(H, Fraction(1, 2) * A, G), inertia(A, 1, 1), inertia(G, N, 0)
    step = Step("s", inertia(H, N, N), Signs(), ("1", "2", "3"))
    assert refusal(step, spectra, left, right) == ""
    assert refusal(step, spectra, left, inertia(G, N, 1))
    assert refusal(step, spectrum_products(H, -A, B), left, right)


def test_a_block_on_the_diagonal_adds_its_sign() -> None:
    K = block(A, zeros("d", 1), zeros("d", 1).T, c**2)
    assert refusal(Step("s", inertia(K, N + 1, 0), Signs(), ("1",)), inertia(A, N, 0)) == ""
    unknown = block(A, zeros("d", 1), zeros("d", 1).T, q**2)
    assert refusal(Step("s", inertia(unknown, N + 1, 0), Signs(), ("1",)), inertia(A, N, 0))


def test_a_positive_eigenvalue_needs_a_trace_that_is_not_zero() -> None:
    square = B * B.T
    step = Step("s", positive_eigenvalue(square), Signs(), ("1", "2"))
    assert refusal(step, psd(square), ne(tr(square), 0)) == ""
    assert refusal(step, psd(square), ne(q, 0))
    assert refusal(Step("s", negative_eigenvalues_equal(A, 1), Signs(), ("1",)), inertia(A, 1, 2))


def test_general_position_speaks_of_families_of_vectors_with_their_own_dimension() -> None:
    x, i = vector("x", "d", "random", "iid"), index("i", "N")
    shown = almost_surely(inertia(total(i, N, at(x, i) * at(x, i).T), least(N, d), 0))
    fact = "vectors in general position"
    assert refusal(Step("s", shown, FromFact(fact, X=x, i=i, n=N, k=d))) == ""
    assert refusal(Step("s", shown, FromFact(fact, X=x, i=i, n=N, k=N)))
    assert refusal(Step("s", shown, FromFact(fact, X=vector("w", "d", "random"), i=i, n=N, k=d)))
    doubled = almost_surely(inertia(total(i, N, at(x, i) * at(x, i).T), least(N, term(2) * d), 0))
    assert refusal(Step("s", doubled, FromFact(fact, X=x, i=i, n=N, k=d)))


def test_one_name_does_not_stand_for_two_symbols() -> None:
    target = ne(q, 0)
    forged = scalar("q", "nonzero")
    assert "another symbol" in report(target, Step("s", ne(forged, 0), Positivity())).sentence
