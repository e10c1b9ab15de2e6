"""Sums over an index that stands inside a function, a shift or a weight: no term of them is taken to be a constant."""

from __future__ import annotations

import pytest

from proofs_check import runner
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.papers.ccs.notation import I_n, K, M, d, h_free, n
from proofs_check.statement.attention import gram, modulus
from proofs_check.statement.laws import diag, gaussian
from proofs_check.statement.props import Prop, eq
from proofs_check.statement.terms import Term, col, entry, expect, eye, index, inv, matrix, total, tr, vector
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

i, j = index("i", "n"), index("j", "n")
v, u = vector("v", "n"), vector("u")
X = matrix("X", "d", "n+1")
Lam = matrix("Lam", "d", "d", "symmetric", "posdef")
P, Q = (matrix(f"P_{s}", "n", "n", "symmetric") for s in (1, 2))
with_query = X * (M + col(I_n, i) * col(I_n, n + 1).T)
CHANGING: dict[str, Term] = {
    "a sum with weights": total(j, n, entry(v, j, 1) * entry(P, i, j) * entry(Q, i, j)),
    "the shift of an inverse": tr(inv(Lam + entry(v, i, 1) ** 2 * eye("d"))),
    "the argument of an activation": entry(h_free(with_query, X), 1, 1),
    "the covariates of a kernel": entry(gram(K, with_query, X), n + 1, 1),
    "the argument of a modulus": tr(modulus(col(X, i) * u.T + u * col(X, i).T)),
}


def verdict(prop: Prop, witness: str) -> Verdict:
    made = Claim("mine/sum", Kind.IDENTITY, "", "$a=b$.", (Part("", (Reading("", prop),)),), forall=(d, n))
    return runner.examine(made, (witness,), Context()).verdict


@pytest.mark.parametrize("what", CHANGING)
def test_the_square_of_a_sum_is_not_n_times_the_sum_of_squares(what: str) -> None:
    term = CHANGING[what]
    wrong = eq(total(i, n, term) ** 2, n * total(i, n, term**2))
    assert verdict(wrong, "words") is not Verdict.PROVED
    assert verdict(wrong, "entries") is Verdict.REFUTED


@pytest.mark.parametrize("what", CHANGING)
def test_a_sum_is_not_n_times_one_of_its_terms(what: str) -> None:
    assert verdict(eq(total(i, n, CHANGING[what]), n * CHANGING[what]), "words") is not Verdict.PROVED


def test_a_double_sum_of_products_of_entries_is_a_trace() -> None:
    form = total(i, n, total(j, n, entry(v, i, 1) * entry(v, j, 1) * entry(P, i, j) * entry(Q, i, j)))
    assert verdict(eq(form, tr(diag(v) * P * diag(v) * Q)), "words") is not Verdict.REFUTED
    assert verdict(eq(form, tr(diag(v) * P * Q * diag(v))), "words") is not Verdict.PROVED


def test_the_mean_of_a_product_sees_what_is_drawn_inside_a_weight() -> None:
    g = gaussian("g", "n")
    weighted = total(j, n, entry(g, j, 1) * entry(P, 1, j) ** 2)
    wrong = eq(expect(entry(g, 1, 1) * weighted), 0 * weighted)
    assert verdict(wrong, "words") is not Verdict.PROVED
    assert verdict(wrong, "entries") is Verdict.REFUTED
