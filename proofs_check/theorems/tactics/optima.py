"""Least values, their points, and what exists.  Not trusted."""

from __future__ import annotations

from ...statement.props import Prop, eq, implies, le, lt
from ...statement.terms import Op, Sym, Term, term, where, zeros
from .. import kernel as K
from ..binding import Refused, put, same, substitute
from ..kernel import Theorem
from .algebra import combination
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


def solutions(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """``minimum_where(f, p, ...)`` by its definition."""
    f, p, *rest = goal.args
    assert isinstance(f, Term)
    assert isinstance(p, Prop)
    xs = tuple(x for x in rest if isinstance(x, Sym))
    at = desk.build(implies(p, eq(f, Op("minimum", (f, *xs)))), held)
    return desk.use(f"minimum where over {len(xs)}", bound(f, xs, P=K.Lam(xs, p)), [every(xs, at)])[0]


def the_minimiser(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """``eq(argmin(f, x), p)``: the least value is attained there, and only there."""
    least, p = goal.args
    assert isinstance(least, Op)
    assert isinstance(p, Term)
    f, (x,) = function_of(least)
    asked = [Prop("global_minimum", (f, x, p)), Prop("minimisers_satisfy", (f, eq(x, p), x))]
    given = [desk.build(q, held) for q in asked]
    return desk.use("the minimiser", {"f": K.Lam((x,), f), "x": x, "p_1": p}, given, held)[1]


def convex(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """``convex(f, ...)`` from a second derivative that is not negative in any direction."""
    f, xs = function_of(goal)
    for th in held:
        match relation(th.proposition):
            case _, Op("curvature", (_, *flat)) if tuple(flat[::2]) == xs:
                vs = tuple(v for v in flat[1::2] if isinstance(v, Sym))
                below = every((*xs, *vs), desk.convert(th, le(term(0), Op("curvature", (f, *flat))), held))
                told: dict[str, Term | K.Lam] = {f"v_{k}": v for k, v in enumerate(vs, 1)}
                return desk.use(f"convex by curvature over {len(xs)}", bound(f, xs, **told), [below], held)[0]
    raise Refused("no premise speaks of the second derivative")


def not_convex(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """``nonconvex(f, ...)`` from a second derivative that is negative at one point, in one direction."""
    f, xs = function_of(goal)
    for th in held:
        match relation(th.proposition)[0]:
            case Op("where", (Op("curvature", (_, *flat)), *at)):
                pass
            case Op("curvature", (_, *flat)):
                at = []
            case _:
                continue
        ds, ps = (dict(zip(some[::2], some[1::2], strict=True)) for some in (flat, at))
        if not {*ds, *ps} <= {*xs}:
            continue
        there = where(Op("curvature", (f, *flat)), *((x, _a_term(ps.get(x, x))) for x in xs))
        told = {f"{z}_{k}": _a_term(some.get(x, other)) for k, x in enumerate(xs, 1)
                for z, some, other in (("p", ps, x), ("d", ds, zeros(*x.shape)))}  # fmt: skip
        low = desk.convert(th, lt(there, 0), held)
        return desk.use(f"not convex by curvature over {len(xs)}", bound(f, xs, **told), [low], held)[0]
    raise Refused("no premise speaks of the second derivative at a point")


def _a_term(node: Term | Prop) -> Term:
    assert isinstance(node, Term)
    return node


def order(desk: Desk, goal: Prop, c: Term, held: Held) -> Theorem:
    """``order(f, g, n, ...)`` from f <= c g and one of 0 <= f, -(c g) <= f."""
    f, g, *rest = goal.args
    assert isinstance(f, Term)
    assert isinstance(g, Term)
    ns = tuple(n for n in rest if isinstance(n, Sym))
    high, low = desk.build(le(f, c * g), held), le(-(c * g), f)
    try:
        below = desk.find(low, held)
    except Refused:
        below = combination(desk, low, [desk.build(le(term(0), f), held), high], [term(2), term(1)], [])
    told: dict[str, Term | K.Lam] = {"f": K.Lam(ns, f), "h": K.Lam(ns, g), "c": c}
    told |= dict(zip(("N", "m"), ns, strict=False))
    tail = {1: "as an integer grows", 2: "as two integers grow"}[len(ns)]
    return desk.use(f"order {tail}", told, [every(ns, below), every(ns, high)], held)[0]


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
