"""How the rules of :mod:`..steps.recursions` about means over contexts and random rotations are decided."""

from __future__ import annotations

from ...statement.props import Prop
from ...statement.shape import shape_of
from ...statement.terms import Abbrev, Op, Sym, Term, children, expect, free_symbols, substitute
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, premise_props
from ..logic import Line, sides
from ..steps.recursions import MeanOfLinear, SameLaw
from ..traits import is_random


def same_law(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, SameLaw)
    f, g = _means(only(shown))
    found = [pair for prop in premise_props(given) if (pair := _pair(prop, dict(rule.at))) is not None]
    if not found:
        raise Gap("no premise says of two random matrices that they have one law")
    if desk.speaks_of_outcomes(given):
        raise Gap("a premise rests on what is assumed of one outcome")
    for A, X, own in found:
        for before, after in ((f, g), (g, f)):
            # What A draws itself, beside X, is not known to keep its joint law with what stands in f.
            fits = _moves(before, X) and _moves(A, X) and not own & free_symbols(before)
            if fits and desk.algebra.same(expect(substitute(before, {X: A})), expect(after)):
                return
    raise Gap("neither mean is the other with the one matrix in place of the other")


def _means(prop: Prop) -> tuple[Term, Term]:
    if prop.head == "eq":
        match tuple(_opened(side) for side in sides(prop)):
            case (Op(head="expect", args=(f,)), Op(head="expect", args=(g,))):
                return f, g
    raise Gap("this rule shows that two means are equal")


def _pair(prop: Prop, at: dict[Sym, Term]) -> tuple[Term, Sym, frozenset[Sym]] | None:
    """A and X of ``same_law(A, X)``, and what A draws beside X.

    Uniformly random rotations stand for what it holds for every rotation of.
    """
    allowed: set[Term] = set()
    while prop.head == "for_all" and isinstance(prop.args[1], Prop):
        if not isinstance(prop.args[0], Sym) or prop.args[0].has("random"):
            return None
        allowed.add(prop.args[0])
        prop = prop.args[1]
    if prop.head != "same_law" or any(not _is_rotation(U, V, allowed) for U, V in at.items()):
        return None
    A, X = prop.args
    if isinstance(A, Sym) and not isinstance(X, Sym):
        A, X = X, A
    if not isinstance(A, Term) or not isinstance(X, Sym):
        return None
    return substitute(A, at), X, frozenset(s for s in free_symbols(A) if is_random(s) and s != X)


def _is_rotation(U: Sym, V: Term, allowed: set[Term]) -> bool:
    fits = isinstance(V, Sym) and V.has("haar") and V.shape == U.shape
    return fits and U in allowed and not U.traits - {"orthogonal"}


def _moves(node: Term, X: Sym) -> bool:
    """Whether, of what is drawn, the term depends on X and on random rotations alone, and on no other mean over X."""
    drawn = {s for s in free_symbols(node) if s.traits & {"random", "iid", "prompt", "derived"}}
    return all(s == X or s.has("haar") for s in drawn) and not any(X in free_symbols(m) for m in _means_in(node))


def _means_in(node: Term) -> list[Term]:
    if isinstance(node, Op) and node.head in {"expect", "expect_given", "per_prompt", "where"}:
        return [node]
    return [found for child in children(node) for found in _means_in(child)]


def tower(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    f, g = _means(only(shown))
    match _opened(g):
        case Op(head="expect_given", args=(inner, *fixed)) if all(
            isinstance(x, Sym) and x.has("random") for x in fixed
        ):
            if desk.algebra.same(expect(f), expect(inner)):
                return
    raise Gap("this rule shows that a mean is that of the conditional mean")


def mean_of_linear(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, MeanOfLinear)
    D, E, s, V = rule.direction, rule.other, rule.factor, rule.value
    if D.traits or E.traits or s.traits or D.shape != E.shape or s.shape != (1, 1) or shape_of(V) != D.shape:
        raise Gap("the direction and the other are any two matrices of one shape, the factor is any number")
    if len({D.name, E.name, s.name}) < 3 or free_symbols(V) & {D, E, s}:
        raise Gap("the symbols of the direction stand for nothing else")
    F = _linear(premise_props(given), D, E, s, desk)
    if desk.speaks_of(given, {D, E, s}) or desk.speaks_of_outcomes(given):
        raise Gap("that it is linear rests on an assumption about one direction or one outcome")
    rotations = {x for x in free_symbols(V) if is_random(x)}
    if not rotations or not all(x.has("haar") for x in rotations) or rotations & free_symbols(F):
        raise Gap("what is put in depends on other things that are drawn, or these stand elsewhere too")
    if any(free_symbols(m) & {D} for m in _means_in(F)):
        raise Gap("the direction stands under another mean")
    left, right = _means(only(shown))
    inside = [expect(substitute(F, {D: value})) for value in (V, expect(V))]
    wanted = [expect(left), expect(right)]
    if not all(desk.algebra.same(a, b) for a, b in zip(inside, wanted, strict=True)):
        raise Gap("the two means are not those of this linear map")


def _linear(props: list[Prop], D: Sym, E: Sym, s: Sym, desk: Desk) -> Term:
    """F, of which a premise says that it is linear in D: its first side is F at sD + E."""
    for prop in props:
        if prop.head != "eq":
            continue
        for together, apart in (sides(prop), sides(prop)[::-1]):
            match apart:
                case Op(head="+", args=(Op(head="*", args=(factor, F)), _)) if factor == s:
                    both = substitute(F, {D: s * D + E}), s * F + substitute(F, {D: E})
                    if not free_symbols(F) & {E, s} and desk.algebra.same(together, both[0]) and desk.algebra.same(
                        apart, both[1]
                    ):
                        return F
    raise Gap("no premise says that the map is linear in the direction")


def _opened(node: Term) -> Term:
    return _opened(node.body) if isinstance(node, Abbrev) else node
