"""The proof of Lemma 30, Appendix D: Isserlis' theorem, entry by entry."""

from __future__ import annotations

from ....proof.chain import Identity, Proof, Step
from ....statement.props import eq
from ....statement.terms import Abbrev, Term, col, entry, expect, matrix, total, tr, vector
from ..notation import Lam, coordinate, d, i_d, j, k, l_, x_q

X = Abbrev(vector("X", "d", "random"), x_q)
A = matrix("A_30", "d", "d", tex="A")
X_i, X_j, X_k, X_l = (coordinate(X, index) for index in (i_d, j, k, l_))
product = X * X.T * A * X * X.T
moment = expect(X_i * X_j * X_k * X_l)
pairings = (
    entry(Lam, i_d, j) * entry(Lam, k, l_) + entry(Lam, i_d, k) * entry(Lam, j, l_)
    + entry(Lam, i_d, l_) * entry(Lam, j, k)
)
value = tr(A * Lam) * entry(Lam, k, l_) + col(Lam, k).T * (A + A.T) * col(Lam, l_)


def weighted(inner: Term) -> Term:
    return total(i_d, d, total(j, d, entry(A, i_d, j) * inner))


CHAIN = Proof((
    Step("entry", eq(entry(product, k, l_), weighted(X_i * X_j) * X_k * X_l), Identity(), printed="(X X^T A X X^T)_kl"),
    Step("mean", eq(entry(expect(product), k, l_), weighted(moment)), Identity(), printed="expectation is linear"),
    Step("Isserlis", eq(moment, pairings), Identity(), printed="by Isserlis' theorem"),
    Step("put in", eq(weighted(moment), weighted(pairings)), Identity()),
    Step("sums", eq(weighted(pairings), value), Identity()),
    Step("entry of the mean", eq(entry(expect(product), k, l_), value), Identity(1, 1, 1), ("mean", "put in", "sums")),
    Step("lemma", eq(expect(product), Lam * (A + A.T) * Lam + tr(A * Lam) * Lam), Identity(), printed="Lemma 30"),
))
