r"""How large a gradient is at a point of S: all of it is seen by the one slope along S.

With :math:`\langle\nabla f,R\rangle` the slope along R, (38) says :math:`\langle\nabla f,R\rangle=\langle\nabla
f,\tilde R\rangle`: at :math:`R=\nabla f`, and at :math:`R=\Sigma^{1/2}`.
"""

from __future__ import annotations

from dataclasses import replace

from ....proof.chain import Antisymmetry, Combination, FromClaim, Proof, Step
from ....proof.steps.recursions import Instance
from ....statement.props import Prop, eq, for_all, le
from ....statement.terms import Sym, Term, inner, norm_F, substitute, tr
from ..notation import I, R, Sigma, d, inv_root, root, t
from ..notation_moved import Moved
from ..notation_rotations import d_dt

HYPOTHESIS = "G is the gradient"


def slope_along(motion: Moved, direction: Term) -> Term:
    """The slope of the loss along a direction."""
    return d_dt(motion.f(t * direction))


def is_gradient(motion: Moved, G: Sym) -> Prop:
    """The scalar product of G with R is the slope along R."""
    return for_all(R, eq(inner(G, R), slope_along(motion, R)))


def size_in_S(motion: Moved, G: Sym) -> Prop:
    r""":math:`\|G\|_F^2=\frac{\operatorname{Tr}\Sigma}{d^2}(\frac d{dt}f(B+t\Sigma^{-1/2}))^2`."""
    return eq(norm_F(G) ** 2, tr(Sigma) / d**2 * slope_along(motion, inv_root) ** 2)


def size_in_S_of_A(motion: Moved, G: Sym) -> Prop:
    r""":math:`\|G\|_F^2=\frac1d(\frac d{dt}f(A+tI))^2`."""
    return eq(norm_F(G) ** 2, 1 / d * slope_along(motion, I) ** 2)


def seen_along_S(motion: Moved, G: Sym, cited: str, *, equality: bool = True) -> Proof:
    """Of B and C; ``cited`` holds for every direction, as an equation or as printed."""
    g, along = inner(G, inv_root), slope_along(motion, inv_root)
    return Proof((
        _cited(motion, cited, equality),
        *_same("G", motion, G, G, equality),
        *_same("root", motion, G, root, equality),
        _slope("g", motion, G, inv_root),
        Step("of the root", eq(inner(G, root), tr(Sigma) / d * g), Combination(1), ("root: of the mean",)),
        Step("square", eq(norm_F(G) ** 2, 1 / d * inner(G, root) * g), Combination(1), ("G: of the mean",)),
        Step("in g", eq(norm_F(G) ** 2, tr(Sigma) / d**2 * g**2), Combination(1, 1 / d * g), ("square", "of the root")),
        Step("seen", size_in_S(motion, G), Combination(1, tr(Sigma) / d**2 * (g + along)), ("in g", "g")),
    ))  # fmt: skip


def seen_along_S_of_A(motion: Moved, G: Sym, cited: str) -> Proof:
    """Of A."""
    g, along = inner(G, I), slope_along(motion, I)
    return Proof((
        _cited(motion, cited, True),
        *_same("G", motion, G, G, True),
        _slope("g", motion, G, I),
        Step("square", eq(norm_F(G) ** 2, 1 / d * g**2), Combination(1), ("G: of the mean",)),
        Step("seen", size_in_S_of_A(motion, G), Combination(1, 1 / d * (g + along)), ("square", "g")),
    ))  # fmt: skip


def turned_gradient(
    motion: Moved, G: Sym, cited: str, equality: bool, premises: tuple[str, ...]
) -> tuple[Step, ...]:
    """The last step says that the scalar product of G with itself is that with its mean over rotations."""
    return _cited(motion, cited, equality, premises), *_same("G", motion, G, G, equality)


ON_THE_PAGE = ("on the page: back", "on the page: back slope", "on the page: back mean slope")


def on_the_page(motion: Moved, G: Sym, printed: str, equality: bool, premises: tuple[str, ...]) -> tuple[Step, ...]:
    """The inequality as printed, at R = -G, and both of its sides as scalar products with G."""
    label = "as printed" if equality else "cited"
    back, mean = -G, substitute(motion.mean, {R: -G})
    at_most, *slopes = ON_THE_PAGE
    shown = le(slope_along(motion, back), slope_along(motion, mean))
    return (
        *((replace(_cited(motion, printed, False, premises), label=label),) if equality else ()),
        Step(at_most, shown, Instance((R, back)), (label,), ours=True),
        *(replace(_slope("", motion, G, R_), label=name) for name, R_ in zip(slopes, (back, mean), strict=True)),
    )


def _cited(motion: Moved, cited: str, equality: bool, premises: tuple[str, ...] = ()) -> Step:
    """For every R."""
    sides = slope_along(motion, R), slope_along(motion, motion.mean)
    return Step("cited", (eq if equality else le)(*sides), FromClaim(cited), premises, printed=cited, ours=True)


def _slope(label: str, motion: Moved, G: Sym, direction: Term) -> Step:
    shows = eq(inner(G, direction), slope_along(motion, direction))
    return Step(label, shows, Instance((R, direction)), (HYPOTHESIS,), ours=True)


def _same(label: str, motion: Moved, G: Sym, direction: Term, equality: bool) -> tuple[Step, ...]:
    """The slope along a direction is that along its mean over rotations."""
    mean = substitute(motion.mean, {R: direction})
    return (
        _slope(f"{label}: slope", motion, G, direction),
        _slope(f"{label}: mean slope", motion, G, mean),
        *_equal(label, motion, G, direction, mean, equality),
        Step(f"{label}: of the mean", eq(inner(G, direction), inner(G, mean)), Combination(1, 1, -1),
             (f"{label}: slope", f"{label}: equal", f"{label}: mean slope"), ours=True),
    )  # fmt: skip


def _equal(
    label: str, motion: Moved, G: Sym, direction: Term, mean: Term, equality: bool
) -> tuple[Step, ...]:
    one, other = slope_along(motion, direction), slope_along(motion, mean)
    if equality:
        return (Step(f"{label}: equal", eq(one, other), Instance((R, direction)), ("cited",), ours=True),)
    back, back_mean = -direction, substitute(motion.mean, {R: -direction})
    return (
        Step(f"{label}: at most", le(one, other), Instance((R, direction)), ("cited",), ours=True),
        Step(f"{label}: back", le(slope_along(motion, back), slope_along(motion, back_mean)),
             Instance((R, back)), ("cited",), ours=True),
        _slope(f"{label}: back slope", motion, G, back),
        _slope(f"{label}: back mean slope", motion, G, back_mean),
        Step(f"{label}: at least", le(other, one), Combination(1, 1, -1, 1, -1),
             (f"{label}: back", f"{label}: back slope", f"{label}: back mean slope", f"{label}: slope",
              f"{label}: mean slope"), ours=True),
        Step(f"{label}: equal", eq(one, other), Antisymmetry(), (f"{label}: at most", f"{label}: at least"), ours=True),
    )  # fmt: skip
