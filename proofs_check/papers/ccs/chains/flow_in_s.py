r"""Appendices E.1 and F.1, the flow that stays in S: (31) to (35), (48) to (53), for every number of layers.

Along the flow the slope of f is the sum of its partial derivatives with respect to :math:`r_\ell,a_\ell,b_\ell,c_\ell`,
each times its velocity; that with respect to :math:`b_\ell` is the scalar product of the gradient in :math:`B_\ell`
with :math:`\Sigma^{-1/2}`, and :math:`\langle\nabla_{B_\ell}f,\nabla_{B_\ell}f\rangle` is the product of the gradient
with its mean over rotations, by (38) at :math:`R=\nabla_{B_\ell}f`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial, reduce
from operator import add

from ....claims import Claim
from ....proof.chain import Assume, Combination, Discharge, FromClaim, Identity, Inference, Proof, Step
from ....proof.deciding.members import along as moved_along
from ....proof.deciding.members import moved as with_step
from ....proof.steps.families import ChainRule, OfGradient, OverLayers, Partial
from ....proof.steps.recursions import Instance
from ....statement.attention import slope
from ....statement.props import eq, implies, le
from ....statement.terms import Sym, Term, TermLike, at, inner, norm_F, scalar, term
from ..gradients_at_s import G
from ..notation import I, R, a, b, c, inv_root, r, t
from ..notation_flow import (
    DIFFERENTIABLE,
    Gradients,
    derivative_along,
    flow_name,
    i,
    over_layers,
    p,
    p_tilde,
    passes,
    r_dot,
    u,
    u_tilde,
    w,
)
from ..notation_moved import Moved
from ..notation_rotations import j, j_in_depth, under_the_mean
from . import gradients

s = scalar("s")
_LAYER = i - 1
Weight = Callable[[TermLike], Term]


@dataclass(frozen=True)
class Matrix:
    """One of A, B, C: its gradient by layer, what moves it, its family of numbers and their velocities."""

    name: str
    gradient: Weight
    motion: Moved
    printed: str
    """The inequality of the page about its motion, for every R."""
    family: Sym
    velocity: Sym
    speed: Callable[[Term], Term]
    direction: Term
    equality: str = ""
    """The same with equality, where that is what the chain cites."""

    @property
    def cited(self) -> str:
        return self.equality or self.printed

    @property
    def partial(self) -> Term:
        """The slope along the direction that stays in S."""
        return gradients.slope_along(self.motion, self.direction)

    def moved(self, gradient: Term) -> Term:
        """The scalar product of the gradient with the velocity of the matrix."""
        return inner(gradient, self.speed(gradient) * self.direction)


def matrices(g: Gradients, motions: dict[str, tuple[Moved, str, str]]) -> tuple[Matrix, ...]:
    """Those that move, in the order in which the page sums them up."""
    known = {
        "A": (g.A, a, p, p_tilde, I), "B": (g.B, b, u, u_tilde, inv_root), "C": (g.C, c, w, u_tilde, inv_root),
    }  # fmt: skip
    return tuple(
        Matrix(name, gradient, *motions[name][:2], family, velocity, speed, direction, motions[name][2])
        for name, (gradient, family, velocity, speed, direction) in known.items() if name in motions
    )


# (32) ------------------------------------------------------------------------------------------------------

def chain_rule(g: Gradients, f: Term, moving: tuple[Matrix, ...], parts: Term) -> Proof:
    """(32), (49): ``parts`` is the right side of (a)."""
    families = {r: r_dot, **{m.family: m.velocity for m in moving}}
    order = [r, *(family for family in (a, b, c) if family in families)]
    directions = tuple((family, families[family]) for family in order)
    line = slope(t, moved_along(f, dict(directions), t))

    def moved_along_line(layer: TermLike) -> Term:
        return _sum(slope(s, with_step(f, family, term(layer), s)) * at(to, layer) for family, to in directions)

    def moved_in_S(layer: TermLike) -> Term:
        return _sum([_r_moved(g, layer), *(m.moved(m.gradient(layer)) for m in moving)])

    of_one, of_all = moved_along_line(j), over_layers(moved_along_line)
    moved_one, moved_all = moved_in_S(j), over_layers(moved_in_S)
    flows = {name: _velocity(g, name, family, to, value) for name, family, to, value in [
        ("r", r, r_dot, -g.r(j)), *((m.name, m.family, m.velocity, m.speed(m.gradient(j))) for m in moving),
    ]}  # fmt: skip
    multipliers: list[Term] = [slope(s, with_step(f, r, j, s)), g.r(j)]
    for m in moving:
        multipliers += [m.partial, -m.speed(m.gradient(j))]
    return Proof((
        Step("along the flow", eq(derivative_along(g), line), Identity(), ours=True),
        Step("chain rule", eq(line, of_all), ChainRule(f, *directions), (DIFFERENTIABLE,)),
        *flows.values(),
        Step("r: partial", eq(g.r(j), slope(s, with_step(f, r, j, s))), Partial(f, r, j), (DIFFERENTIABLE,)),
        *(step for m in moving for step in _partial(m)),
        Step("one layer", eq(of_one, moved_one), Identity(*multipliers),
             tuple(label for name in flows for label in (f"{name}: velocity", f"{name}: partial"))),
        Step("all layers", eq(of_all, moved_all), OverLayers(j), ("one layer",)),
        Step("sum by sum", eq(moved_all, parts), Identity(), ours=True),
        Step("32", eq(derivative_along(g), parts), Combination(1, 1, 1, 1),
             ("along the flow", "chain rule", "all layers", "sum by sum")),
        *_squares(lambda layer: _r_moved(g, layer), lambda layer: g.r(layer) ** 2),
    ))  # fmt: skip


def _sum(terms: Iterable[Term]) -> Term:
    return reduce(add, terms)


def _r_moved(g: Gradients, layer: TermLike) -> Term:
    r""":math:`\partial_{r_\ell}f\cdot(-\partial_{r_\ell}f)`."""
    return g.r(layer) * (-g.r(layer))


def _squares(opposite: Weight, square: Weight) -> tuple[Step, ...]:
    """A sum of what is, layer by layer, minus a square."""
    return (
        Step("square", eq(opposite(j), -square(j)), Identity()),
        Step("squares", eq(over_layers(opposite), over_layers(lambda layer: -square(layer))), OverLayers(j),
             ("square",)),
        Step("all squares", eq(over_layers(opposite), -over_layers(square)), Combination(1), ("squares",)),
    )  # fmt: skip


def _velocity(g: Gradients, name: str, family: Sym, to: Sym, value: Term) -> Step:
    return Step(f"{name}: velocity", eq(at(to, j), value), Instance((j, j)), (flow_name(g, name),))


def _partial(m: Matrix) -> tuple[Step, ...]:
    """The scalar product with the direction in S is the partial derivative."""
    known = gradients.is_gradient(m.motion, G)
    of_G = eq(inner(G, m.direction), m.partial)
    return (
        Step(f"{m.name}: G", known, Assume(), ours=True),
        Step(f"{m.name}: slope of G", of_G, Instance((R, m.direction)), (f"{m.name}: G",), ours=True),
        Step(f"{m.name}: for every G", implies(known, of_G), Discharge(f"{m.name}: G"),
             (f"{m.name}: G", f"{m.name}: slope of G"), ours=True),
        Step(f"{m.name}: partial", eq(inner(m.gradient(j), m.direction), m.partial), OfGradient(G, m.gradient(j)),
             (f"{m.name}: for every G", f"{DIFFERENTIABLE} in {m.name}"), ours=True),
    )  # fmt: skip


def opposite(m: Matrix, layer: TermLike) -> Term:
    r""":math:`\langle\nabla f,-\nabla f\rangle` of this matrix."""
    return inner(m.gradient(layer), -m.gradient(layer))


# (34), (35), (51), (52), (53) ----------------------------------------------------------------------------------

_WRONG_WAY = (
    "what is cited, at R = minus the gradient, of which the velocity is the mean: there the printed inequality bounds "
    "the sum from below, not from above; the two slopes are equal"
)


def bound(m: Matrix, moved: Term, middle: Term, families: tuple[Sym, ...]) -> Proof:
    """What the page bounds the sum by, with equality; and the sum of squares."""
    known = gradients.is_gradient(m.motion, G)
    of_G = eq(m.moved(G), inner(G, -G))
    there = m.gradient(j)
    of_one = eq(m.moved(there), inner(there, -there))
    same = ((sym, sym) for sym in (*families, j))
    return Proof((
        Step("layer", j_in_depth.prop, Assume(), ours=True),
        Step("passes", under_the_mean(m.motion.G).prop, Instance(*same), (passes(m.name),), ours=True),
        Step(gradients.HYPOTHESIS, known, Assume(), ours=True),
        *gradients.turned_gradient(m.motion, G, m.cited, bool(m.equality), ("layer", "passes")),
        *gradients.on_the_page(m.motion, G, m.printed, bool(m.equality), ("layer", "passes")),
        Step("in S", of_G, Combination(1), ("G: of the mean",), instead_of=_WRONG_WAY,
             page=Inference(le(m.moved(G), inner(G, -G)), Combination(-1, -1, 1), gradients.ON_THE_PAGE)),
        Step("for every G", implies(known, of_G), Discharge(gradients.HYPOTHESIS), (gradients.HYPOTHESIS, "in S"),
             ours=True),
        Step("of the gradient", of_one, OfGradient(G, there), ("for every G", f"{DIFFERENTIABLE} in {m.name}"),
             ours=True),
        Step("in depth", implies(j_in_depth.prop, of_one), Discharge("layer"), ("layer", "of the gradient"), ours=True),
        Step("all layers", eq(moved, middle), OverLayers(j), ("in depth",), printed="applied separately to each layer"),
        Step("bound", le(moved, middle), Combination(1), ("all layers",)),
        *squared(m).steps,
    ))  # fmt: skip


def squared(m: Matrix) -> Proof:
    """That the middle of the bound is minus the sum of squares."""
    return Proof(_squares(partial(opposite, m), lambda layer: norm_F(m.gradient(layer)) ** 2))


# (31), (48) ------------------------------------------------------------------------------------------------------

def decrease(shown: Claim, split: Claim, bounds: tuple[Claim, ...]) -> Proof:
    """(31) from (32) and the bounds, as the page has it; a part that is refuted as printed is corrected beside."""
    steps = [
        Step(f"{cited.id} {part.name}", part.meant.prop, FromClaim(cited.id, part.name), printed=cited.source)
        for cited in (split, *bounds) for part in cited.parts
        if cited.expected is None or part.name not in cited.expected.parts
    ]
    labels = tuple(step.label for step in steps)
    (part,) = shown.parts
    return Proof((*steps, Step("31", part.meant.prop, Combination(*(1 for _ in labels)), labels)))
