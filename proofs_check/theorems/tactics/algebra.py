"""Identities, combinations and substitutions as kernel steps.  Not trusted."""

from __future__ import annotations

from collections.abc import Sequence

from ...proof.chain import Multiplier
from ...proof.logic import is_closed
from ...statement.props import Prop, eq, le, lt, replace_in
from ...statement.terms import Op, Sym, Term, term
from .. import kernel as K
from .. import oracles
from ..binding import Refused, same
from ..kernel import Theorem
from .desk import Desk, Held, occurrences, relation, zero_below


def identity(desk: Desk, goal: Prop, premises: Held, multipliers: Sequence[Multiplier]) -> Theorem:
    """a = b by a - b = sum of L (l - r) R over the premises l = r."""
    if goal.head == "commute":
        return desk.prove(goal, premises)
    if goal.head != "eq":
        raise Refused("an identity shows an equation")
    a, b = relation(goal)
    pairs = [(m if isinstance(m, tuple) else (m, None), p) for m, p in zip(multipliers, premises, strict=False)]
    return _plus_multiples(desk, a, b, pairs, premises)


def _plus_multiples(
    desk: Desk, whole: Term, base: Term, pairs: Sequence[tuple[tuple[Term, Term | None], Theorem]], premises: Held
) -> Theorem:
    """whole = base, by whole = base + sum of L (l - r) R and l = r."""
    total = base
    at: list[tuple[tuple[int, ...], Theorem]] = []
    for (left, right), p in pairs:
        if p.proposition.head != "eq":
            raise Refused("no equation: ", p.proposition)
        lhs, rhs = relation(p.proposition)
        difference = left * (lhs - rhs)
        total = total + (difference if right is None else difference * right)
        at = [((0, *path), q) for path, q in at] + [((1, 1, 0) if right is None else (1, 0, 1, 0), p)]
    found = desk.equal(whole, total, premises)
    for path, p in at:
        found = K.rewrite(p, found, (1, *path))
    last = found.proposition.args[1]
    assert isinstance(last, Term)
    return found if same(last, base) else K.rewrite(desk.equal(last, base, premises), found, (1,))


def combination(desk: Desk, goal: Prop, premises: Held, multipliers: Sequence[Term], plus: Sequence[Term]) -> Theorem:
    """b - a = sum of m (slack) + sum of n, all of these not negative."""
    a, b = relation(goal)
    equations: list[tuple[Term, Theorem]] = []
    pieces: list[tuple[Theorem, bool]] = []
    for m, p in zip(multipliers, premises, strict=False):
        if p.proposition.head == "eq":
            equations.append((m, p))
        else:
            pieces.append(_multiple(desk, m, p, premises))
    pieces += [_signed(desk, x, premises) for x in plus]
    if goal.head == "eq":
        if pieces:
            raise Refused("inequalities do not combine to an equation")
        return _plus_multiples(desk, a, b, [((m, None), p) for m, p in equations], premises)
    if not pieces:
        pieces = [(oracles.sign(desk.reading, le(term(0), term(0))), False)]
    whole, strict = pieces[0]
    for piece, also in pieces[1:]:
        whole, strict = _sum(desk, whole, strict, piece, also)
    total = relation(whole.proposition)[1]
    turned = [((_negative(m), None), p) for m, p in equations]
    found = _plus_multiples(desk, b - a, total, turned, premises)
    shown = K.rewrite(desk.turned(found), whole, (1,))
    wants_strict = goal.head in {"lt", "gt"}
    if wants_strict and not strict:
        raise Refused("not strict: ", goal)
    done = desk.use("from strict slack" if strict else "from slack", {"a": a, "b": b}, [shown], premises)[0]
    return done if wants_strict or not strict else desk.weaken(done)


def _negative(m: Term) -> Term:
    return m.args[0] if isinstance(m, Op) and m.head == "neg" else -m


def _multiple(desk: Desk, m: Term, p: Theorem, premises: Held) -> tuple[Theorem, bool]:
    low, high = relation(p.proposition)
    if p.proposition.head not in {"le", "lt", "ge", "gt"}:
        raise Refused("no inequality: ", p.proposition)
    strict = p.proposition.head in {"lt", "gt"}
    slack = desk.use("strict slack" if strict else "slack", {"a": low, "b": high}, [p])[0]
    if same(m, term(1)):
        return slack, strict
    if strict:
        try:
            factor = desk.sign(lt(0, m), premises)
            return desk.use("strict product", {"a": m, "b": high - low}, [factor, slack])[0], True
        except Refused:
            slack = desk.weaken(slack)
    factor = desk.sign(le(term(0), m), premises)
    return desk.use("product", {"a": m, "b": high - low}, [factor, slack])[0], False


def _signed(desk: Desk, x: Term, premises: Held) -> tuple[Theorem, bool]:
    try:
        return desk.sign(zero_below(x, True), premises), True
    except Refused:
        return desk.sign(zero_below(x, False), premises), False


def _sum(desk: Desk, x: Theorem, strict: bool, y: Theorem, also: bool) -> tuple[Theorem, bool]:
    if strict and also:
        y, also = desk.weaken(y), False
    name = "strict sum" if strict else "sum strict" if also else "sum"
    both = {"a": relation(x.proposition)[1], "b": relation(y.proposition)[1]}
    return desk.use(name, both, [x, y])[0], strict or also


def substitution(desk: Desk, goal: Prop, premises: Held) -> Theorem:
    """The two sides of an equation become the same by equals for equals."""
    if goal.head != "eq":
        raise Refused("without a proposition to substitute into, the step shows an equation")
    equations = [p for p in premises if p.proposition.head == "eq"]
    points = [p for p in equations if _is_point(p)]
    table = [p for p in equations if p not in points]
    first, second = (_put(desk, side, points, table, premises) for side in relation(goal))
    middle = desk.equal(relation(first.proposition)[1], relation(second.proposition)[1], premises)
    return K.rewrite(desk.turned(second), K.rewrite(middle, first, (1,)), (1,))


def _is_point(p: Theorem) -> bool:
    lhs, rhs = relation(p.proposition)
    return isinstance(lhs, Sym) and lhs.has("parameter") and is_closed(rhs)


def _put(desk: Desk, side: Term, points: Held, table: Held, premises: Held) -> Theorem:
    """side = side with equals put in; an equation for a parameter where it does not stand written, too."""
    now = side
    if points:
        pairs = [(relation(p.proposition)[0],) * 2 for p in points]
        now = Op("where", (side, *(x for pair in pairs for x in pair)))
    found = desk.equal(side, now, premises)
    for k, p in enumerate(points):
        found = K.rewrite(p, found, (1, 2 + 2 * k))
    for p in table:
        found = rewritten(desk, found, p, (1,))
    return found


def rewritten(desk: Desk, th: Theorem, equation: Theorem, below: tuple[int, ...] = ()) -> Theorem:
    """Equals for equals wherever the left side stands."""
    place = th.proposition if not below else th.proposition.args[below[0]]
    lhs = relation(equation.proposition)[0]
    for path in occurrences(place, lhs):
        th = desk.rewrite(equation, th, (*below, *path))
    return th


def substitution_into(desk: Desk, goal: Prop, premises: Held, into: Held) -> Theorem:
    """A proposition that is among the premises, with equals put in, up to the same done to the goal."""
    if goal.head == "limit":
        for th in into:
            if th.proposition.head == "limit":
                try:
                    return _same_limit(desk, goal, premises, th)
                except Refused:
                    break
    equations = [p for p in premises if p.proposition.head == "eq"]
    changed = list(into)
    for p in equations:
        changed = [rewritten(desk, th, p) for th in changed]
    try:
        return desk.find(goal, changed)
    except Refused:
        end = goal
        back: list[Theorem] = []
        for p in equations:
            lhs, rhs = relation(p.proposition)
            end = _replaced(end, lhs, rhs)
            back.append(p)
        th = desk.find(end, changed)
        for p in reversed(back):
            turned = desk.turned(p)
            for path in occurrences(goal, relation(p.proposition)[0]):
                th = K.rewrite(turned, th, path)
        if not same(th.proposition, goal):
            raise Refused("after substituting, another proposition stands there") from None
        return th


def _same_limit(desk: Desk, goal: Prop, premises: Held, known: Theorem) -> Theorem:
    """What equals at every time what has a limit has that limit."""
    x, y = goal.args[0], known.proposition.args[0]
    if not isinstance(x, Term) or not isinstance(y, Term):
        raise Refused("no limit of terms")
    shown = desk.same_limit(substitution(desk, eq(x, y), premises), known)
    return desk.convert(shown, goal, premises)


def _replaced(prop: Prop, old: Term, new: Term) -> Prop:
    for path in occurrences(prop, old):
        prop = replace_in(prop, path, new)
    return prop


def antisymmetry(desk: Desk, goal: Prop, premises: Held) -> Theorem:
    a, b = relation(goal)
    both = [desk.find(le(a, b), premises), desk.find(le(b, a), premises)]
    return desk.use("antisymmetry", {"a": a, "b": b}, both)[0]

