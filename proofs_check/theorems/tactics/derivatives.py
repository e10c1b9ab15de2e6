"""Slopes along lines, and gradients.  Not trusted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...statement.props import Prop, eq
from ...statement.terms import Op, Sym, Term, zeros
from .. import kernel as K
from ..binding import Refused, same
from ..kernel import Theorem
from .matching import inside, matches, specialised

if TYPE_CHECKING:
    from .desk import Desk, Held


def _differentiable(desk: Desk, g: Term, premises: Held) -> Iterator[tuple[Theorem, Term]]:
    """Theorems that f is differentiable in x, g being f at a value of x; and this value."""
    for th in (*premises, *desk.ambient):
        match inside(th.proposition):
            case Prop("differentiable", (Term() as f, Sym() as x)):
                at: dict[Sym, Term] = {}
                if matches(f, g, at):
                    value = at.pop(x, x)
                    try:
                        yield specialised(desk, th, at, premises), value
                    except Refused:
                        continue


def along(desk: Desk, slope: Op, premises: Held) -> tuple[Theorem, ...]:
    """That the slope of a differentiable function along a line through 0 exists, and what the gradient says of it."""
    t, there = slope.args
    for th, value in _differentiable(desk, _a_term(there), premises):
        f, x = th.proposition.args
        assert isinstance(f, Term)
        assert isinstance(x, Sym)
        match value:
            case Op("*", (s, Term() as way)) if s == t:
                zero = zeros(*x.shape)
                given = [th, desk.prove(eq(zero + zero, zero))]
                bind: dict[str, Term | K.Lam] = {"f": K.Lam((x,), f), "x": x, "O": zero, "D": way, "t_1": s}
                shown = desk.use("derivative along a line", bind, given, premises)
                if same(shown[0].proposition, Prop("has_value", (slope,))):
                    return shown
    raise Refused("not known to exist: ", slope)


def finite(desk: Desk, p: Prop, premises: Held) -> Theorem | None:
    """That a mean is finite, as what is differentiable has a value everywhere."""
    for th, value in _differentiable(desk, _a_term(p.args[0]), premises):
        for k, c in enumerate(K.domain(th.proposition)):
            if inside(c).head == "finite":
                shown = K.has_value(th, k)
                while shown.proposition.head == "for_all":
                    x = shown.proposition.args[0]
                    at = value if x == th.proposition.args[1] else x
                    assert isinstance(x, Sym)
                    assert isinstance(at, Term)
                    asked = desk.have(at, conditions=K.promised(x, at), premises=premises)
                    shown = K.specialise(shown, at, asked)
                if same(shown.proposition, p):
                    return shown
    return None


def exists(desk: Desk, slope: Op, premises: Held) -> Theorem:
    """That a slope exists: as its function is differentiable, or equals one that has a slope."""
    try:
        return along(desk, slope, premises)[0]
    except Refused:
        for th in premises:
            match th.proposition:
                case Prop("eq", (Term() as a, Term() as b)) if same(a, slope.args[1]):
                    known = Prop("has_value", (Op("slope", (slope.args[0], b)),))
                    if K.key(known) in desk.granted:
                        return desk.rewrite(desk.turned(th), desk.prove(known), (0, 1))
        raise


def of_gradient(desk: Desk, goal: Prop, G: Sym, gradient: Term, held: Held) -> Theorem:
    """What is said of every matrix that is the gradient, of the gradient."""
    for th in held:
        match th.proposition:
            case Prop("implies", (Prop("for_all", (Sym() as R, Prop("eq", (_, Op("slope") as slope)))), _)):
                at = K.specialise(desk.general(G, th), gradient, desk.have(gradient, premises=held))
                asked = at.proposition.args[0]
                assert isinstance(asked, Prop)
                known = desk.general(R, along(desk, slope, held)[1])
                return desk.convert(K.modus_ponens(at, desk.convert(known, asked, held)), goal, held)
    raise Refused("no premise speaks of every matrix that is the gradient")


def _a_term(node: object) -> Term:
    assert isinstance(node, Term)
    return node
