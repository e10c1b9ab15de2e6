"""Why a random matrix satisfies Assumption 3 almost surely, Section 3.3."""

from __future__ import annotations

from ....proof.chain import (
    AlmostSurely,
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....statement.props import almost_surely, conj, eq, gt, implies, le, ne
from ....statement.terms import expect, inv, matrix, norm_F, sqrt, tr, where, zeros
from ..notation import I, Lam, Theta, d

M = matrix("M_0", "d", "d", "random", "continuous_entries", tex="M")
product = M * M.T
size, square = norm_F(product), tr(product * product)
TT, zero = Theta * Theta.T, zeros("d", "d")
at_identity = expect(where(square, (M, I)))
root = M / sqrt(size)
chosen = eq(TT, product / size)
satisfied = conj(eq(norm_F(TT), 1), ne(Theta * Lam, zero))

CHAIN = Proof((
    Step("at M = I", eq(at_identity, d), Identity()),
    Step("positive there", gt(at_identity, 0), Combination(-1, plus=(d,)), ("at M = I",)),
    Step("not zero there", ne(at_identity, 0), Positivity(), ("positive there",)),
    Step("almost surely", almost_surely(ne(square, 0)),
         FromFact("zero set of a polynomial", f=square, X=M, P=I), ("not zero there",),
         printed="if M has i.i.d. entries from a continuous distribution"),
    Step("M M^T", ne(square, 0), Assume()),
    Step("its size", eq(size, 0), Assume()),
    Step("its square", eq(square, 0), Identity(size), ("its size",)),
    Step("size", ne(size, 0), Contradiction("its size"), ("its size", "its square", "M M^T")),
    Step("chosen", chosen, Assume(), printed="by setting Theta Theta^T = M M^T / ||M M^T||_F"),
    Step("unit", eq(norm_F(TT), 1), Substitution(), ("chosen", "size")),
    Step("suppose", eq(Theta * Lam, zero), Assume()),
    Step("so Theta", eq(TT, zero), Identity((1, inv(Lam) * Theta.T)), ("suppose",)),
    Step("so its norm", eq(norm_F(TT), 0), Substitution(), ("so Theta",)),
    Step("not positive", le(norm_F(TT), 0), Combination(1), ("so its norm",)),
    Step("but positive", gt(norm_F(TT), 0), Combination(-1, plus=(1,)), ("unit",)),
    Step("Theta Lam", ne(Theta * Lam, zero), Contradiction("suppose"), ("suppose", "not positive", "but positive")),
    Step("satisfied", implies(chosen, satisfied), Discharge("chosen"), ("chosen", "unit", "Theta Lam")),
    Step("whenever", implies(ne(square, 0), implies(chosen, satisfied)), Discharge("M M^T"), ("M M^T", "satisfied")),
    Step("assumption", almost_surely(implies(chosen, satisfied)), AlmostSurely(), ("almost surely", "whenever"),
         printed="the assumption is satisfied almost surely"),
    # The simplest choice, Theta = M / ||M M^T||_F^(1/2).
    Step("its unit", eq(norm_F(root * root.T), 1), Identity(), ("size",)),
    Step("suppose it", eq(root * Lam, zero), Assume()),
    Step("so the product", eq(product, zero), Identity((sqrt(size), inv(Lam) * M.T)), ("suppose it",)),
    Step("so the square", eq(square, 0), Substitution(), ("so the product",)),
    Step("root Lam", ne(root * Lam, zero), Contradiction("suppose it"), ("suppose it", "so the square", "M M^T")),
    Step("root", implies(ne(square, 0), conj(eq(norm_F(root * root.T), 1), ne(root * Lam, zero))), Discharge("M M^T"),
         ("M M^T", "its unit", "root Lam")),
    Step("assumption of the root", almost_surely(conj(eq(norm_F(root * root.T), 1), ne(root * Lam, zero))),
         AlmostSurely(), ("almost surely", "root")),
))
