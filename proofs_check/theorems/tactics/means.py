"""Conditional means, and means of what is drawn by a law that rotations keep.  Not trusted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING

from ...proof.steps.recursions import MeanOfLinear
from ...statement.props import Prop, eq, le, posdef
from ...statement.terms import Op, Sym, Term, expect, eye, term, tr
from .. import kernel as K
from .. import oracles
from ..binding import Refused, free, fresh, same, substitute, symbols_of
from ..kernel import Theorem
from .matching import instance_of, opened

if TYPE_CHECKING:
    from .desk import Desk, Held


def tower(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """A mean is that of the conditional mean."""
    match goal.args:
        case Op("expect", (Term(),)), Op("expect", (Term() as inner,)):
            pass
        case _:
            raise Refused("not about means: ", goal)
    match opened(inner):
        case Op("expect_given", (Term() as f, Sym() as x)) as node:
            pass
        case _:
            raise Refused("no mean given one symbol: ", inner)
    exists = desk.general(x, desk.prove(Prop("has_value", (node,)), held))
    finite = desk.prove(Prop("finite", (expect(f),)), held)
    _, shown = desk.use("tower", {"f": K.Lam((x,), f), "x": x}, [finite, exists], held)
    return desk.convert(shown, goal, held)


def finite_as(desk: Desk, p: Prop, allowed: Iterable[Prop], held: Held) -> Theorem | None:
    """That a mean is finite, as that of what is the same at every outcome, or of what it is an instance of."""
    match p:
        case Prop("for_all", (Sym() as x, Prop() as q)):
            th = finite_as(desk, q, allowed, held)
            return th and K.generalise(x, th)
        case Prop("finite"):
            pass
        case _:
            return None
    g, known = _averaged(p.args[0]), {K.key(q) for q in allowed}
    for th in held:
        match th.proposition:
            case Prop("eq", (Term() as a, Term() as b)):
                for one, other in ((a, b), (b, a)):
                    there = Prop("finite", (expect(one),))
                    if same(other, g) and K.key(there) in known:
                        return K.rewrite(th if other is b else desk.turned(th), K.assume(there), (0, 0))
    for q in allowed:
        if (shown := instance_of(desk, K.assume(q), p, held)) is not None:
            return shown
    return None


def written_otherwise(desk: Desk, f: Term, premises: Held) -> Theorem | None:
    """That the mean of f is finite, as that of what equals f is."""
    named = _varying(f)
    for p, shown in list(desk.granted.values()):
        match p:
            case Prop("finite", (Op("expect", (Term() as g,)),)) if _varying(g) == named:
                try:
                    return K.rewrite(desk.equal(g, f, premises), shown(), (0, 0))
                except Refused:
                    continue
    return None


def _varying(f: Term) -> frozenset[Sym]:
    return frozenset(s for s in K.free(f) if not s.traits & {"zero", "identity", "mask", "integer"})


def exists_given(desk: Desk, node: Op, f: Term, premises: Held) -> Theorem:
    """That a conditional mean exists: of a polynomial in Gaussians, or of tr(P C Q) where E[C | x] does and P and Q
    speak of x alone."""
    try:
        return oracles.given(desk.reading, node, desk.have(f, premises=premises))
    except Refused:
        x, *more = node.args[1:]
        whole = opened(f)
        if more or not isinstance(x, Sym) or not isinstance(whole, Op) or whole.head != "tr":
            raise
    factors = _factors(whole.args[0])
    known = [p.args[0] for p, _ in list(desk.granted.values()) if p.head == "has_value"]
    for other in known:
        match other:
            case Op("expect_given", (Term() as C, Sym() as y)) if y == x and (rest := _around(factors, _factors(C))):
                h = reduce(mul, rest)
                given = [desk.prove(Prop("has_value", (other,)), premises)]
                bind: dict[str, Term | K.Lam] = {"f": K.Lam((x,), h), "Y": C, "x": x}
                shown, _ = desk.use("what is known is taken out", bind, given, premises)
                return K.rewrite(desk.equal(tr(h * C), f, premises), shown, (0, 0))
    raise Refused("not known to exist: ", node)


def _factors(node: object) -> list[Term]:
    node = opened(node)
    if isinstance(node, Op) and node.head == "*":
        return [x for arg in node.args for x in _factors(arg)]
    return [node] if isinstance(node, Term) else []


def _around(whole: Sequence[Term], part: Sequence[Term]) -> list[Term]:
    """What stands behind the part and, as in a trace, before it."""
    for k in range(len(whole) - len(part) + 1):
        if all(map(same, whole[k : k + len(part)], part)):
            return [*whole[k + len(part) :], *whole[:k]]
    return []


def rotated(desk: Desk, goal: Prop, U: Term, drawn: Sequence[Sym], held: Held) -> Theorem:
    """The mean, or the law, of a function of a standard Gaussian column, which is that at its rotation by U."""
    if len(drawn) != 1 or drawn[0].has("iid"):
        raise Refused("what is rotated is more than one column")
    (x,), (left, right) = drawn, goal.args
    is_law, place = goal.head == "same_law", (0,) if goal.head == "same_law" else (0, 0)
    for side in () if is_law else (left, right):
        if goal.head != "eq" or not isinstance(side, Op) or side.head != "expect":
            raise Refused("neither about laws nor about means: ", goal)
    before, after = (side if is_law else side.args[0] for side in (left, right))  # type: ignore[union-attr]
    assert isinstance(before, Term)
    assert isinstance(after, Term)
    one = eye(x.shape[0])
    y = fresh(Sym(x.name, x.shape), symbols_of(goal))
    body = substitute(after, {x: y})
    given = [*desk.have(conditions=[eq(U.T * U, one), posdef(one), eq(one * one, one), le(term(0), x.T * x)])]
    if not is_law:
        given.append(desk.prove(Prop("finite", (expect(after),)), held))
    name = f"{'law' if is_law else 'mean'} of a rotated Gaussian"
    shown = desk.use(name, {"f": K.Lam((y,), body), "A": U, "E": one, "x": x}, given, held)[-1]
    there = substitute(body, {y: U * x})
    assert isinstance(there, Term)
    return K.rewrite(desk.equal(there, before, held), shown, place)


def same_law(desk: Desk, goal: Prop, at: dict[Sym, Term], held: Held) -> Theorem:
    """The mean of a function of what all rotations keep in law, at a random one."""
    for th in held:
        match th.proposition:
            case Prop("for_all", (Sym() as U, Prop("same_law", (Term() as A, Sym() as X)))) if U in at:
                pass
            case _:
                continue
        y = fresh(Sym(X.name, X.shape), symbols_of(goal))
        for after in map(_averaged, goal.args):
            bind: dict[str, Term | K.Lam] = {"f": K.Lam((y,), _put(after, X, y)), "h": K.Lam((U, X), A)}
            bind |= {"U": U, "R": at[U], "X": X}
            try:
                finite = desk.prove(Prop("finite", (expect(after),)), held)
                shown = desk.use("law that all rotations keep", bind, [th, finite], held)[-1]
                desk.grant(shown)
                return desk.find(goal, [shown])
            except Refused as why:
                last = why
        raise last
    raise Refused("no premise says that all rotations keep a law")


def of_linear(desk: Desk, goal: Prop, by: MeanOfLinear, held: Held) -> Theorem:
    """The mean of what is linear in a direction, at one that is rotated at random."""
    D, E, s, V = by.direction, by.other, by.factor, by.value
    drawn = [x for x in sorted(symbols_of(goal), key=lambda x: x.name) if x.has("random")]
    rotations = [x for x in drawn if x.has("haar")]
    others = [x for x in drawn if x.has("context") and x in free(_averaged(goal.args[0]))]
    if len(rotations) != 1 or len(others) != 1:
        raise Refused("not about one rotation and one context")
    for th in held:
        match th.proposition:
            case Prop("eq", (_, Op("+", (Op("*", (factor, Term() as F)), _)))) if factor == s:
                linear = th
                for x in (s, E, D):
                    linear = K.generalise(x, linear)
                f, v = K.Lam((D, others[0]), F), K.Lam((rotations[0],), V)
                bind: dict[str, Term | K.Lam] = {"f": f, "v": v, "D": D, "E": E, "R": rotations[0], "X": others[0]}
                asked = [Prop("finite", (expect(V),)), Prop("finite", (expect(_put(F, D, V)),))]
                given = [K.surely(linear), *(desk.prove(p, held) for p in asked)]
                shown = desk.use("mean of what is linear in a rotation", bind, given, held)[-1]
                return desk.convert(shown, goal, held)
    raise Refused("no premise says that this is linear")


def _averaged(node: object) -> Term:
    match opened(node):
        case Op("expect", (Term() as f,)):
            return f
    raise Refused("no mean")


def _put(f: Term, x: Sym, value: Term) -> Term:
    found = substitute(f, {x: value})
    assert isinstance(found, Term)
    return found
