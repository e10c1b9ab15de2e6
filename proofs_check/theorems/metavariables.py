"""What axioms are made of: metavariables, and propositions that no claim states.  Trusted, as data.

Standard library only.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..statement.props import Prop
from ..statement.terms import Op, Sym, Term, scalar


@dataclass(frozen=True, eq=False)
class Scheme:
    """An axiom: where instances of the hypotheses are theorems, so are those of the conclusions."""

    name: str
    cites: str
    metas: tuple[Sym, ...]
    hypotheses: tuple[Prop, ...]
    conclusions: tuple[Prop, ...]


def number(name: str, *traits: str) -> Sym:
    return Sym(name, (1, 1), frozenset({"meta", *traits}))


def meta(name: str, *traits: str) -> Sym:
    return Sym(name, ("?", "?"), frozenset({"meta", *traits}))


def ap(f: Sym, *xs: Term) -> Op:
    return Op("apply", (f, *xs))


def holds(P: Sym, *xs: Term) -> Prop:
    return Prop("holds", (P, *xs))


a, b, c = (number(name) for name in "abc")
A, B, S = (meta(name) for name in "ABS")
C, E, I = meta("B", "after:A"), meta("E", "like:A"), meta("I")  # noqa: E741 - the identity
T = meta("B", "like:A")
column, row = meta("X"), meta("Y")
"""That 0 is at most X^T X says that X is a column, or a number."""
f, h, P, R = (meta(name, "function") for name in "fhPR")
g, k = number("g", "moving"), number("k", "moving")
X, Y = number("X", "drawn"), number("Y", "drawn")
f_drawn, known, matrix = meta("f", "function", "drawn"), meta("x", "variable", "any"), meta("Y", "drawn")
normal = meta("x", "variable", "random", "cov:I", "after:A")
haar, context = meta("R", "variable", "random", "orthogonal", "haar"), meta("X", "variable", "random", "context")
fixed, v_of = meta("U", "variable", "orthogonal"), meta("v", "function")
direction, more = meta("D", "variable"), meta("E", "variable", "like:D")
x, y, s = meta("x", "variable", "any"), meta("y", "variable", "any", "like:x"), scalar("s")
i, n = meta("i", "variable", "any", "over:n"), number("n", "integer", "positive")
j = meta("j", "variable", "any", "over:n")
m, eps = number("m", "variable", "integer", "positive"), number("eps", "variable", "positive")
z = number("z", "integer")
N = number("N", "variable", "integer", "positive")
l, l_next = (number(name, "variable", "integer", "nonnegative", "layer") for name in ("l", "m"))  # noqa: E741 - layers
v = meta("v", "variable")
U, V = meta("X", "variable", "parameter"), meta("Y", "variable", "parameter")
O, W = meta("O", "like:X"), meta("P", "like:Y")  # noqa: E741 - constants
M, V_0 = meta("A", "moving"), number("V", "moving")
F, G, K = number("f", "moving"), number("g", "moving"), number("k")
place, other_place = (number(name, "integer") for name in ("p", "q"))
f_moving = meta("f", "function", "moving")
moved, origin = meta("x", "variable"), meta("O", "like:x")
way, step = meta("D", "like:x"), number("t_1", "variable")
Q, D = meta("Q", "variable", "orthogonal", "like:S"), meta("D", "variable", "diagonal", "like:S")
regular, turn = meta("R", "invertible"), meta("O", "orthogonal")
t = scalar("t", "nonnegative")


def smooth(body: Term, *xs: Term) -> Prop:
    """``body`` has two continuous derivatives in these symbols, at all their values."""
    return Prop("smooth", (body, *xs))


def differentiable(body: Term, *xs: Term) -> Prop:
    """``body`` has a derivative in these symbols together, at all their values."""
    return Prop("differentiable", (body, *xs))


def smooth_along(body: Term) -> Prop:
    """``body`` is continuously differentiable along the flow, as the loss that it follows is twice."""
    return Prop("smooth_along", (body,))


def trains(loss: Term) -> Prop:
    """The flow is that of this loss, which is twice continuously differentiable."""
    return Prop("trains", (loss,))


def finite(mean: Term) -> Prop:
    return Prop("finite", (mean,))


def has_value(number: Term) -> Prop:
    return Prop("has_value", (number,))


def integer(number: Term) -> Prop:
    return Prop("integer", (number,))
