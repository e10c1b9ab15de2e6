"""Greatest lower bounds and least numbers.  Not trusted."""

from __future__ import annotations

from ...statement.props import Prop, implies, le, ne
from ...statement.terms import Abbrev, Op, Sym, Term, term
from .. import kernel as K
from ..binding import Refused
from ..kernel import Theorem
from .desk import Desk, Held, relation
from .optima import bound, every, function_of


def infimum(node: Term) -> Op:
    node = node.body if isinstance(node, Abbrev) else node
    if not isinstance(node, Op) or node.head != "infimum":
        raise Refused("no infimum: ", node)
    return node


def from_below(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """c <= inf f from c <= f for all x."""
    c, least = relation(goal)
    f, xs = function_of(infimum(least))
    low = every(xs, _at_most(desk, c, f, held))
    return desk.use(f"infimum over {len(xs)}", bound(f, xs, c=c), [low], held)[1]


def value_at(desk: Desk, goal: Prop, at: dict[Sym, Term], held: Held) -> Theorem:
    """inf f <= v, from f at a point, which is v or less."""
    least, v = relation(goal)
    there = _at(desk, infimum(least), at, held)
    high = relation(there.proposition)[1]
    return desk.convert(_then(desk, there, _at_most(desk, high, v, held)), goal, held)


def within(desk: Desk, goal: Prop, at: dict[Sym, Term], held: Held) -> Theorem:
    """inf f <= inf g, every value of g being one of f, or more."""
    least, other = relation(goal)
    g, ys = function_of(infimum(other))
    there = _at(desk, infimum(least), at, held)
    low = every(ys, _then(desk, there, _at_most(desk, relation(there.proposition)[1], g, held)))
    return desk.use(f"infimum over {len(ys)}", bound(g, ys, c=least), [low], held)[1]


def _at(desk: Desk, least: Op, at: dict[Sym, Term], held: Held) -> Theorem:
    """inf f <= f at these values."""
    f, xs = function_of(least)
    th = desk.use(f"above the infimum over {len(xs)}", bound(f, xs), [desk.prove(Prop("has_value", (least,)), held)])[0]
    for x in xs:
        value = at.get(x, x)
        th = K.specialise(th, value, desk.have(value, conditions=K.promised(x, value), premises=held))
    return th


def _at_most(desk: Desk, low: Term, high: Term, held: Held) -> Theorem:
    """low <= high, from an inequality or an equation."""
    try:
        return desk.build(le(low, high), held)
    except Refused:
        turned = [desk.turned(p) for p in held if p.proposition.head == "eq"]
        equal = desk.build(Prop("eq", (low, high)), [*held, *turned])
        slack = K.rewrite(desk.equal(term(0), high - high, held), desk.sign(le(term(0), term(0))), (1,))
        return K.rewrite(desk.turned(equal), desk.use("from slack", {"a": high, "b": high}, [slack], held)[0], (0,))


def _then(desk: Desk, first: Theorem, second: Theorem) -> Theorem:
    from .algebra import combination

    a, b = relation(first.proposition)[0], relation(second.proposition)[1]
    return combination(desk, le(a, b), [first, second], (term(1), term(1)), ())


def at_most_each(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """That the least of several is at most each of them."""
    low = relation(goal)[0]
    low = low.body if isinstance(low, Abbrev) else low
    match low:
        case Op("least", (Term() as a, Term() as b)):
            return desk.find(goal, desk.use("least of two", {"a": a, "b": b}, [], held))
        case Op("least_over", (Sym() as i, Term() as n, Term() as f)):
            th = desk.use("least of all", {"f": K.Lam((i,), f), "i": i, "n": n}, [], held)[0]
            return desk.convert(K.specialise(th, i), goal, held)
        case Op("least_unequal", (Sym() as i, Sym() as j, Term() as n, Term() as f)):
            th = desk.use("least of pairs", {"f": K.Lam((i, j), f), "i": i, "j": j, "n": n}, [], held)[0]
            th = K.specialise(K.specialise(th, i), j)
            return desk.convert(K.modus_ponens(th, desk.find(ne(i, j), held)), goal, held)
    raise Refused("the least of nothing: ", low)


def below_each(desk: Desk, goal: Prop, held: Held) -> Theorem:
    c, low = relation(goal)
    match low.body if isinstance(low, Abbrev) else low:
        case Op("least", (Term() as a, Term() as b)):
            both = [desk.build(le(c, x), held) for x in (a, b)]
            return desk.use("below both", {"a": a, "b": b, "c": c}, both, held)[0]
    raise Refused("the least of nothing: ", low)


def term_of_sum(desk: Desk, goal: Prop, held: Held) -> Theorem:
    high = relation(goal)[1]
    match high.body if isinstance(high, Abbrev) else high:
        case Op("sum", (Sym() as i, Term() as n, Term() as f)):
            positive = K.generalise(i, desk.sign(le(term(0), f), held))
            th = desk.use("term of a sum", {"f": K.Lam((i,), f), "i": i, "n": n}, [positive], held)[0]
            return desk.convert(K.specialise(th, i), goal, held)
        case Op("sum_unequal", (Sym() as i, Sym() as j, Term() as n, Term() as f)):
            positive = K.generalise(i, K.generalise(j, desk.build(implies(ne(i, j), le(term(0), f)), held)))
            told: dict[str, Term | K.Lam] = {"f": K.Lam((i, j), f), "i": i, "j": j, "n": n}
            th = K.specialise(K.specialise(desk.use("term of a sum of pairs", told, [positive], held)[0], i), j)
            return desk.convert(K.modus_ponens(th, desk.find(ne(i, j), held)), goal, held)
    raise Refused("no sum: ", high)


def sum_of(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """Sums by summands."""
    low, high = (x.body if isinstance(x, Abbrev) else x for x in relation(goal))
    match low, high:
        case Op("sum", (Sym() as i, Term() as n, Term() as f)), Op("sum", (_, _, Term() as h)):
            shown = K.generalise(i, desk.build(le(f, h), held))
            return desk.use("sum by sum", {"f": K.Lam((i,), f), "h": K.Lam((i,), h), "i": i, "n": n}, [shown], held)[0]
        case Op("sum_unequal", (Sym() as i, Sym() as j, Term() as n, Term() as f)), Op(_, (*_, Term() as h)):
            shown = K.generalise(i, K.generalise(j, desk.build(implies(ne(i, j), le(f, h)), held)))
            bodies = {"f": K.Lam((i, j), f), "h": K.Lam((i, j), h)}
            return desk.use("sum of pairs by sum", {**bodies, "i": i, "j": j, "n": n}, [shown], held)[0]
    raise Refused("no sums: ", goal)


def mean_of(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """Means by what they are of."""
    low, high = (x.body if isinstance(x, Abbrev) else x for x in relation(goal))
    match low, high:
        case Op("expect", (Term() as f,)), Op("expect", (Term() as h,)):
            try:
                shown = desk.find(Prop("almost_surely", (le(f, h),)), held)
            except Refused:
                shown = K.surely(desk.build(le(f, h), held))
            asked = [shown, *(desk.prove(Prop("finite", (x,)), held) for x in (low, high))]
            return desk.use("order of means", {"X": f, "Y": h}, asked, held)[0]
    raise Refused("no means: ", goal)
