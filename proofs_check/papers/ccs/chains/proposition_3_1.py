"""Proposition 3.1 and Appendix B, by induction over the layers."""

from __future__ import annotations

from ....proof.chain import Assume, Discharge, Identity, Proof, Step
from ....proof.logic import sides
from ....proof.steps.recursions import Induction, Rewriting
from ....statement.attention import layers, sequence
from ....statement.props import Prop, eq, implies
from ....statement.terms import Op, Sym, Term, TermLike, at, col, entry, stack, substitute, term, zeros
from ..notation import I_n, M, l, n, r
from ..notation_descent import (
    TF,
    X_0,
    Psi,
    Y,
    Y_hidden,
    Y_i,
    Z,
    direction,
    f_at,
    f_l,
    h_products,
    i,
    reproducing,
    value,
    with_query,
    y_i,
)

r_l = at(r, l)


def by_induction(claimed: Prop, *equations: str, over: Sym = l, instead_of: str = "") -> tuple[Step, ...]:
    """The proposition at every layer: at 0 by its terms, at l + 1 by what it says at l, and these equations."""
    lhs, rhs = sides(claimed)
    base, above = (eq(substitute(lhs, {over: layer}), substitute(rhs, {over: layer})) for layer in (term(0), over + 1))
    return (
        Step("layer 0", base, Identity(), printed="For the input"),
        Step("layer l", claimed, Assume(), printed="assume up to some layer l"),
        Step("layer l + 1", above, Rewriting(), ("layer l", *equations), instead_of=instead_of),
        Step("to the next layer", implies(claimed, above), Discharge("layer l"), ("layer l", "layer l + 1")),
        Step("every layer", claimed, Induction(over), ("layer 0", "to the next layer")),
    )


OTHER_POINT = "the line after (24) has f_l(x) where f_l(x^(i)) is meant"
COVARIATES_STAY = Proof(by_induction(eq(Z(l), stack(X_0, Y(l)))))
last = col(I_n, n + 1)
SAME_UPDATES = Proof((
    *by_induction(eq(Y(l, X=with_query(i)), Y(l) * (M + col(I_n, i) * last.T) - y_i(i) * last.T)),
    Step("the last entry", eq(Y_i(l, i), y_i(i) + entry(Y(l, X=with_query(i)), 1, n + 1)), Rewriting(),
         ("every layer",), printed="(22)"),
))  # fmt: skip
follows_9 = eq(TF(l, h_products), -value(f_at(l), n + 1))
FOLLOWS_9 = Proof((
    *by_induction(eq(Y(l, h_products), Y_hidden - f_at(l).T * Psi), instead_of=OTHER_POINT),
    Step("the prediction", follows_9, Rewriting(), ("every layer",), printed="(8)"),
))  # fmt: skip
of_kernel = implies(reproducing, eq(TF(l), -value(f_at(l), n + 1)))
OF_KERNEL = Proof((
    Step("reproducing", reproducing, Assume()),
    *by_induction(eq(Y(l), Y_hidden - f_at(l).T * Psi), "reproducing", instead_of=OTHER_POINT),
    Step("the prediction", eq(TF(l), -value(f_at(l), n + 1)), Rewriting(), ("every layer",), printed="(8)"),
    Step("of the kernel", of_kernel, Discharge("reproducing"), ("reproducing", "the prediction")),
))  # fmt: skip

# The sequence (7) ------------------------------------------------------------------------------------------------

c = layers("c")
r"""By Lemma G.3, :math:`\nabla L(f_\ell)=c_\ell\sum_i(y^{(i)}-f_\ell(x^{(i)}))\mathcal K(\cdot,x^{(i)})`."""


def f_7(upto: TermLike) -> Op:
    r""":math:`f_{upto}` of (7) from :math:`f_0=0`."""
    return sequence(f_l, l, zeros("D", 1), f_l - at(r, l) * (at(c, l) * direction(f_l)), upto)


def size_7(layer: TermLike) -> Term:
    r""":math:`-r'_\ell=r_\ell c_\ell`."""
    return at(r, layer) * at(c, layer)


labels_7 = Y(l, h_products, sizes=size_7)
follows_7 = eq(entry(labels_7, 1, n + 1), -value(f_7(l), n + 1))
FOLLOWS_7 = Proof((
    *by_induction(eq(labels_7, Y_hidden - f_7(l).T * Psi), instead_of=OTHER_POINT),
    Step("the prediction", follows_7, Rewriting(), ("every layer",), printed="(8)"),
))  # fmt: skip
