r"""Notation of Appendices E.1 and F.1: gradients at points of the set S, and the flow that stays in it.

============================  =============================  ==========================================================
paper                         code                           meaning
============================  =============================  ==========================================================
f(r, B, C), f(r, A, B, C)     ``in_context_loss``            (5) under Assumption 4.4
S                             ``B_star, C_star, A_star``     (16), (18), from :mod:`.notation`
partial_{r_l} f               ``Gradients.r``                at a point of S
nabla_{B_l} f, ...            ``Gradients.B, .C, .A``        d x d: the scalar product with R is the slope along R
r dot, u, w, p tilde          ``r_dot, u, w, p``             families of numbers, one for each layer
============================  =============================  ==========================================================

A curve in S is looked at through its tangent: :math:`\frac d{dt}f` along the flow at one moment is the slope at t = 0
of f at :math:`r_\ell+t\dot r_\ell`, :math:`(b_\ell+t\tilde u_\ell)\Sigma^{-1/2}`, and so on.  Sums over the layers
0, ..., k are written with :math:`\ell=i-1`, i = 1, ..., k+1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from ...claims import Difference, Differs, Hypothesis
from ...statement.attention import differentiable, layers, slope
from ...statement.laws import delta
from ...statement.props import Prop, eq, for_all
from ...statement.terms import (
    Abbrev,
    Op,
    Sym,
    Term,
    TermLike,
    at,
    block,
    entry,
    expect,
    grad,
    index,
    inner,
    matrix,
    norm_F,
    scalar,
    total,
    tr,
    where,
    zeros,
)
from .notation import (
    Z_0,
    A_star,
    B_star,
    C_star,
    I,
    S,
    Sigma,
    Weights,
    Z_at,
    a,
    b,
    c,
    d,
    h,
    inv_root,
    k,
    n,
    r,
    r_of,
    root,
    t,
    y_query,
)
from .notation_moved import Moved
from .notation_rotations import K_invariant, K_is_covariance, j, law_invariant, no_A, under_the_mean

AT_ONE_MOMENT = Difference(
    Differs.EQUIVALENT, "the flow is looked at through its tangent at one moment, at any point of S",
)
SETTING = (K_is_covariance, K_invariant, law_invariant)
"""Assumptions 4.1 and 4.2; Assumption 4.3 is a trait of the activation."""
FORALL = (d, n, k, Sigma)
i = index("i", "k+1")
"""Counts layers from 1 to k+1."""
_LAYER = i - 1
r_dot, u, w, p = (layers(name, tex=tex) for name, tex in (
    ("r_dot", r"\dot r"), ("u", r"\tilde u"), ("w", r"\tilde w"), ("p", r"\tilde p"),
))  # fmt: skip
Norms = Callable[[TermLike], Term]


def in_context_loss(r: Weights, A: Weights, B: Weights, C: Weights) -> Op:
    r"""(5) with :math:`V_\ell=\mathrm{diag}(A_\ell,r_\ell)`: Assumption 4.4."""

    def V(layer: TermLike) -> Op:
        return block(A(layer), zeros("d", 1), zeros(1, "d"), r(layer))

    return expect((entry(Z_at(k + 1, h, Z_0, V, B, C), d + 1, n + 1) + y_query) ** 2)


def _added(weights: Weights, S: Term, layer: TermLike) -> Weights:
    """S is added at this layer alone."""
    return lambda at: weights(at) + delta(at, layer) * S


@dataclass(frozen=True)
class Gradients:
    """Of f at a point of S, by layer; ``A``: where :math:`A_\\ell=0` is not asked for."""

    free_A: bool
    B_there: Weights = B_star
    C_there: Weights = C_star
    """The matrices there: those of S, or those of :math:`S_\\Lambda` in Remarks E.2 and F.2."""

    @property
    def value(self) -> Op:
        """f there."""
        return in_context_loss(**self._weights())

    def r(self, layer: TermLike) -> Op:
        r""":math:`\partial_{r_\ell}f`."""
        return _gradient(self, "r", layer)

    def A(self, layer: TermLike) -> Op:
        r""":math:`\nabla_{A_\ell}f`."""
        return _gradient(self, "A", layer)

    def B(self, layer: TermLike) -> Op:
        r""":math:`\nabla_{B_\ell}f`."""
        return _gradient(self, "B", layer)

    def C(self, layer: TermLike) -> Op:
        r""":math:`\nabla_{C_\ell}f`."""
        return _gradient(self, "C", layer)

    def squares(self, layer: TermLike) -> Term:
        """What (29) and (46) sum over the layers."""
        found = self.r(layer) ** 2
        if self.free_A:
            found = found + norm_F(self.A(layer)) ** 2
        return found + norm_F(self.B(layer)) ** 2 + norm_F(self.C(layer)) ** 2

    def _weights(self) -> dict[str, Weights]:
        return {"r": r_of, "A": A_star if self.free_A else no_A, "B": self.B_there, "C": self.C_there}


@cache
def _gradient(g: Gradients, family: str, layer: TermLike) -> Op:
    """Of f at a point of S, with respect to one weight of this layer."""
    weights = g._weights()
    moving = scalar("s") if family == "r" else S
    weights[family] = _added(weights[family], moving, layer)
    return _at_zero(moving, in_context_loss(**weights))


def _at_zero(S: Sym, f: Term) -> Op:
    return where(grad(f, S), (S, 0 if S.shape == (1, 1) else zeros("d", "d")))


E, F = Gradients(False), Gradients(True)
"""Of Appendix E, where A = 0, and of Appendix F."""


def smooth(value: Term, families: tuple[Sym, ...], moving: Mapping[str, Moved]) -> tuple[Hypothesis, ...]:
    """What the gradients suppose and the page does not say: f is differentiable, and the slopes of its parts pass into
    the means.
    """

    def everywhere(prop: Prop, *variables: Sym) -> Prop:
        for variable in variables:
            prop = for_all(variable, prop)
        return prop

    found = [Hypothesis(DIFFERENTIABLE, everywhere(differentiable(value, *families), *families), unstated=True)]
    for weight, motion in moving.items():
        slopes = everywhere(differentiable(motion.f(S), S), *families, j)
        found.append(Hypothesis(f"{DIFFERENTIABLE} in {weight}", slopes, unstated=True))
        found.append(Hypothesis(passes(weight), everywhere(under_the_mean(motion.G).prop, *families, j), unstated=True))
    return tuple(found)


DIFFERENTIABLE = "f is differentiable"


def slopes(smooth: tuple[Hypothesis, ...]) -> tuple[Hypothesis, ...]:
    """Of these, that f is differentiable: what a gradient and the chain rule suppose."""
    return tuple(found for found in smooth if found.name.startswith(DIFFERENTIABLE))


def of_weight(smooth: tuple[Hypothesis, ...], weight: str) -> tuple[Hypothesis, ...]:
    """Of these, what is supposed of one of A, B, C."""
    return tuple(found for found in smooth if found.name in {f"{DIFFERENTIABLE} in {weight}", passes(weight)})


def passes(weight: str) -> str:
    """The name of the hypothesis that the slope along this weight passes into the mean."""
    return f"the derivative in {weight} passes into the mean"


def over_layers(body: Callable[[TermLike], Term]) -> Op:
    r""":math:`\sum_{\ell=0}^k`."""
    return total(i, k + 1, body(_LAYER))


# The flows (30) and (47) -----------------------------------------------------------------------------------

def along(g: Gradients, tau: Sym, rho: Sym, D: Mapping[str, Sym]) -> Op:
    r"""f at :math:`r_\ell+\tau\rho_\ell`, :math:`B_\ell+\tau D^B_\ell`, ...: off S, from a point of S."""
    return in_context_loss(
        lambda layer: r_of(layer) + tau * at(rho, layer),
        (lambda layer: A_star(layer) + tau * at(D["A"], layer)) if g.free_A else no_A,
        lambda layer: B_star(layer) + tau * at(D["B"], layer),
        lambda layer: C_star(layer) + tau * at(D["C"], layer),
    )


def u_tilde(gradient: Term) -> Op:
    r""":math:`-\frac1d\operatorname{Tr}(\nabla f\,\Sigma^{1/2})`, of B and of C."""
    return -(1 / d) * tr(gradient * root)


def p_tilde(gradient: Term) -> Op:
    r""":math:`-\frac1d\operatorname{Tr}(\Sigma^{-1/2}\nabla f\,\Sigma^{1/2})`, of A."""
    return -(1 / d) * tr(inv_root * gradient * root)


def flow(g: Gradients) -> tuple[Hypothesis, ...]:
    """What moves the numbers of each layer: (30), (47)."""
    moves = [("r", r_dot, -g.r(j)), ("B", u, u_tilde(g.B(j))), ("C", w, u_tilde(g.C(j)))]
    if g.free_A:
        moves.append(("A", p, p_tilde(g.A(j))))
    return tuple(
        Hypothesis(flow_name(g, which), for_all(j, eq(at(family, j), value))) for which, family, value in moves
    )


def flow_name(g: Gradients, which: str) -> str:
    """The name of the hypothesis about r, A, B or C."""
    return f"({47 if g.free_A else 30}), {which}"


def derivative_along(g: Gradients) -> Op:
    r""":math:`\frac d{dt}f(r(t),A(t),B(t),C(t))` along the flow."""
    return slope(t, in_context_loss(
        lambda layer: r_of(layer) + t * at(r_dot, layer),
        (lambda layer: A_star(layer) + t * at(p, layer) * I) if g.free_A else no_A,
        lambda layer: B_star(layer) + t * (at(u, layer) * inv_root),
        lambda layer: C_star(layer) + t * (at(w, layer) * inv_root),
    ))  # fmt: skip


def moved_B(g: Gradients) -> Op:
    """(34), (52)."""
    return over_layers(lambda layer: inner(g.B(layer), u_tilde(g.B(layer)) * inv_root))


def moved_C(g: Gradients) -> Op:
    """(35), (53)."""
    return over_layers(lambda layer: inner(g.C(layer), u_tilde(g.C(layer)) * inv_root))


def moved_A(g: Gradients) -> Op:
    """(51)."""
    return over_layers(lambda layer: inner(g.A(layer), p_tilde(g.A(layer)) * I))


def moved_r(g: Gradients) -> Op:
    """(33), (50)."""
    return over_layers(lambda layer: g.r(layer) * (-g.r(layer)))


scalars_E = (r, b, c)
scalars_F = (r, a, b, c)
defect = Abbrev(matrix("N", "d", "d"), S * root - 1 / d * tr(S * root) * I)
r""":math:`S\Sigma^{1/2}-\frac1d\operatorname{Tr}(S\Sigma^{1/2})I`, which is 0 just where S is a multiple of
:math:`\Sigma^{-1/2}`."""
