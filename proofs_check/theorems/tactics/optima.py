"""Least values, their points, and what exists.  Not trusted."""

from __future__ import annotations

from ...statement.props import Prop, eq, implies, le
from ...statement.terms import Op, Sym, Term
from .. import kernel as K
from ..binding import Refused, put, same, substitute
from ..kernel import Theorem
from .desk import Desk, Held, relation


def function_of(node: Op | Prop) -> tuple[Term, tuple[Sym, ...]]:
    f, *xs = node.args
    if not isinstance(f, Term) or not all(isinstance(x, Sym) for x in xs):
        raise Refused("no function of symbols")
    return f, tuple(x for x in xs if isinstance(x, Sym))


def bound(f: Term, xs: tuple[Sym, ...], **others: Term | K.Lam) -> dict[str, Term | K.Lam]:
    return {"f": K.Lam(xs, f), **{f"x_{k}": x for k, x in enumerate(xs, 1)}, **others}


def attained(desk: Desk, goal: Prop, at: dict[Sym, Term], held: Held) -> Theorem:
    """``eq(minimum(f, ...), c)`` or ``global_minimum(f, ...)`` from a lower bound and the point where it is met."""
    if goal.head == "global_minimum":
        f = goal.args[0]
        assert isinstance(f, Term)
        xs = tuple(x for x in goal.args[1::2] if isinstance(x, Sym))
        values = tuple(v for v in goal.args[2::2] if isinstance(v, Term))
    else:
        least, _ = relation(goal)
        assert isinstance(least, Op)
        f, xs = function_of(least)
        values = tuple(at[x] for x in xs)
    points: dict[str, Term | K.Lam] = {f"p_{k}": v for k, v in enumerate(values, 1)}
    there = substitute(f, dict(zip(xs, values, strict=True)))
    assert isinstance(there, Term)
    low = next(th for th in held if th.proposition.head in {"le", "ge"})
    if goal.head == "global_minimum":
        below = every(xs, desk.convert(_with(desk, low, held, there), le(there, f), held))
        return desk.use(f"global minimum over {len(xs)}", bound(f, xs, **points), [below])[0]
    c = relation(goal)[1]
    below = every(xs, desk.convert(low, le(c, f), held))
    met = desk.build(eq(there, c), [*(th for th in held if th.proposition.head == "eq"), low])
    is_attained, least_is = desk.use(f"minimum over {len(xs)}", bound(f, xs, c=c, **points), [below, met])
    desk.facts[K.key(is_attained.proposition)] = is_attained
    return least_is


def _with(desk: Desk, low: Theorem, held: Held, there: Term) -> Theorem:
    """The lower bound, written as the value at the point."""
    c = relation(low.proposition)[0]
    met = desk.build(eq(c, there), [*(desk.turned(th) for th in held if th.proposition.head == "eq"), low])
    return K.rewrite(met, low, (1 if low.proposition.head == "ge" else 0,))


def every(xs: tuple[Sym, ...], th: Theorem) -> Theorem:
    for x in reversed(xs):
        th = K.generalise(x, th)
    return th


def minimisers(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """``minimisers_satisfy(f, p, ...)`` by its definition."""
    f, p, *rest = goal.args
    assert isinstance(f, Term)
    assert isinstance(p, Prop)
    xs = tuple(x for x in rest if isinstance(x, Sym))
    least = Op("minimum", (f, *xs))
    at = next(th for th in held if same(th.proposition, implies(eq(f, least), p)))
    exists = desk.facts.get(K.key(Prop("attained", (f, *xs)))) or _by_value(at, f, xs)
    return desk.use(f"minimisers over {len(xs)}", bound(f, xs, P=K.Lam(xs, p)), [every(xs, at), exists])[0]


def _by_value(th: Theorem, f: Term, xs: tuple[Sym, ...]) -> Theorem:
    """That the least value is attained, as a theorem speaks of it."""
    wanted = K.key(Prop("attained", (f, *xs)))
    for k, c in enumerate(K.domain(th.proposition)):
        if K.key(c) == wanted:
            return K.has_value(th, k)
    raise Refused("not known: attained")


def exhibit(desk: Desk, goal: Prop, at: dict[Sym, Term], held: Held) -> Theorem:
    """exists(x, ...) from the body at the stated values."""
    if goal.head == "always":
        body = goal.args[0]
        assert isinstance(body, Prop)
        return exhibit(desk, body, at, held)
    if goal.head != "exists":
        return desk.build(goal, held)
    x, body = goal.args
    assert isinstance(x, Sym)
    assert isinstance(body, Prop)
    value = at[x]
    th = exhibit(desk, put(body, {x: value}), at, held)
    return K.exhibit(goal, value, th, desk.have(value, goal, conditions=K.promised(x, value), premises=held))
