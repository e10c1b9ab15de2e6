r"""Theorems 4.5 and 4.6 taken at their words: at :math:`b_\ell=c_\ell=0` there is a stationary point (ours).

A continuous activation under Assumption 4.3 is constant where one argument is 0.  Where all :math:`B_\ell` and
:math:`C_\ell` are 0 the loss does therefore not move with any one of them, nor with the covariates, and so not with
:math:`A_\ell`; it is a polynomial in :math:`r_0,\dots,r_k`, symmetric in them, because the factors
:math:`I+r_\ell M\tilde h(0,0)` commute.  Where all :math:`r_\ell` are equal and it is least among such points, every
partial derivative is 0.
"""

from __future__ import annotations

from ....proof.chain import FromClaim, Identity, Positivity, Proof, Step, Substitution
from ....proof.deciding.members import equal
from ....proof.steps.families import AllEqual, Exchangeable, LeastWhereEqual, Members, OverLayers, StandsStill
from ....proof.steps.recursions import Instance
from ....statement.attention import activated, product_up, slope
from ....statement.props import Prop, eq, exists, ge
from ....statement.terms import Op, Sym, Term, TermLike, expect, scalar, term, zeros
from ..notation import Y_0, I_n, M, S, a, b, c, h_, k, l, r, r_of, t
from ..notation_flow import Gradients, over_layers
from ..notation_moved import Moved
from ..notation_rotations import j, moved, spread
from . import loss

rho = scalar("rho_star", tex=r"\rho")
H_0 = activated(h_, zeros("d", "n+1"), zeros("d", "n+1"))
r""":math:`\tilde h(0,0)`."""
G_0 = product_up(l, k, I_n + r_of(l) * (M * H_0))
value_0 = expect(spread(G_0, Y_0.T * Y_0, G_0))
"""The loss where all B and C are 0: a polynomial in the numbers r."""


def no_weights(layer: TermLike) -> Term:
    """All B, or all C, or all A, being 0."""
    return zeros("d", "d")


free = Moved(lambda S: (moved(no_weights, S), no_weights, no_weights))
"""A moves in one layer, B = C = 0."""
without = eq(free.f(S), value_0)
"""That the loss is this polynomial, wherever A is."""
without_attention = Proof((
    *loss.in_labels(free, S),
    Step("without", without, Identity(1), ("in labels",)),
))
CITED = "ccs/loss-without-attention"


def exist(g: Gradients, body: Prop) -> Prop:
    """``body`` for some r, b, c; for some a as well where A is free."""
    for family in reversed(_families(g)):
        body = exists(family, body)
    return body


def attained(g: Gradients) -> Proof:
    """Of Theorem 4.5, and of 4.6 where A is free; also on S_Lambda, of which B = C = 0 is a point as it is of S."""
    zero = {family: term(0) for family in _families(g)[1:]}
    f = equal(g.value, zero)
    weights = ("A", "B", "C") if g.free_A else ("B", "C")
    point = {r: rho, **zero}
    return Proof((
        Step("for every A", without, FromClaim(CITED), ours=True),
        Step("A = 0", eq(free.f(zeros("d", "d")), value_0), Instance((S, zeros("d", "d"))), ("for every A",),
             ours=True),
        Step("f at 0", eq(f, value_0), Identity(1), ("A = 0",), ours=True),
        Step("f at 0 >= 0", ge(f, 0), Positivity(), ours=True),
        Step("least", eq(slope(t, equal(f, {r: rho + t})), 0), LeastWhereEqual(r, rho), ("f at 0", "f at 0 >= 0"),
             ours=True),
        Step("r", eq(equal(g.r(j), point), 0), Exchangeable(r, rho, j), ("f at 0", "least"), ours=True),
        *(step for name in weights for step in _still_in(name, g, f, point)),
        *_together(g, point, weights),
    ))  # fmt: skip


def _families(g: Gradients) -> tuple[Sym, ...]:
    return (r, a, b, c) if g.free_A else (r, b, c)


def _still_in(name: str, g: Gradients, f: Term, point: dict[Sym, Term]) -> tuple[Step, ...]:
    """The gradient with respect to one weight is 0."""
    gradient = equal({"A": g.A, "B": g.B, "C": g.C}[name](j), point)
    there, at_rho = _function(gradient), {r: rho}
    zero = Step(name, eq(gradient, zeros("d", "d")), StandsStill(), (f"{name} moves",), ours=True)
    if name != "A":
        return Step(f"{name} moves", eq(there, equal(f, point)), Identity(), ours=True), zero
    return (
        Step("A, equal r", eq(equal(free.f(S), at_rho), equal(value_0, at_rho)), AllEqual((r, rho)), ("for every A",),
             ours=True),
        Step("A moves", eq(there, equal(value_0, at_rho)), Identity(1), ("A, equal r",), ours=True),
        zero,
    )  # fmt: skip


def _function(gradient: Term) -> Term:
    """What the gradient is taken of."""
    assert isinstance(gradient, Op)
    (grad, *_) = gradient.args
    assert isinstance(grad, Op)
    return grad.args[0]


def _together(g: Gradients, point: dict[Sym, Term], weights: tuple[str, ...]) -> tuple[Step, ...]:
    squares = over_layers(g.squares)
    return (
        Step("of one layer", eq(equal(g.squares(j), point), 0), Substitution(), ("r", *weights), ours=True),
        Step("of all layers", eq(equal(squares, point), 0), OverLayers(j), ("of one layer",), ours=True),
        Step("attained", exist(g, eq(squares, 0)), Members(*point.items()), ("of all layers",), ours=True),
    )
