"""How the rules of :mod:`..steps.families` about gradients, partial derivatives and the chain rule are decided."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add

from ...statement.binders import Over, heads
from ...statement.fold import Lacks
from ...statement.props import Prop, for_all
from ...statement.terms import Abbrev, Op, Sym, Term, free_symbols, inner, nodes, substitute, symbols, term
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, premise_props
from ..logic import Line, sides
from ..matching import shown_in
from ..steps.families import ChainRule, OfGradient, Partial, SlopeOfInvariance
from .families import CHAIN_RULE, gradient_of
from .members import along, bound_in, is_family, moved, speaks_of_members_only

_RELATIONS = frozenset({"eq", "le", "lt"})


def of_gradient(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, OfGradient)
    G, gradient = rule.G, rule.gradient
    found = gradient_of(gradient)
    if found is None:
        raise Gap("a gradient is taken where what moves is 0")
    g, S = found
    _is_differentiable(g, (S,), given)
    if G.traits or G.shape != S.shape or desk.speaks_of(given, {G}):
        raise Gap(f"{G.name} is not any matrix of the shape of what moves")
    if any(s.has("index") for s in free_symbols(gradient)):
        raise Gap("the gradient depends on an index, which a sum may bind")
    held = [line for g_ in given for line in g_.lines if not line.along]
    said = [_at_gradient(line.prop, G, gradient, g, S) for line in held]
    for line in shown:
        if not shown_in(line, [Line(prop, False) for prop in said if prop is not None], desk.algebra):
            raise Gap("no premise says this of every matrix that is the gradient")


def partial(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Partial)
    f, family, layer = rule.f, rule.family, rule.layer
    left, right = _equation(only(shown))
    found = gradient_of(left)
    if found is None or not (isinstance(right, Op) and right.head == "slope"):
        raise Gap("this rule shows that a gradient is a slope")
    g, s = found
    t = right.args[0]
    assert isinstance(t, Sym)
    _of_numbers(f, (family,))
    for step_ in (s, t):
        if step_ in symbols(f) | symbols(layer):
            raise Gap("what moves may not stand in the function")
    if symbols(layer) & bound_in(f):
        raise Gap("the layer of the member that moves is bound in the function")
    if g != moved(f, family, layer, s) or right.args[1] != moved(f, family, layer, t):
        raise Gap("what moves is not the member of the family in this layer")
    _is_differentiable(f, (family,), given)


def chain_rule(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, ChainRule)
    f, directions = rule.f, dict(rule.directions)
    left, right = _equation(only(shown))
    _of_numbers(f, (*directions, *directions.values()))
    if len(directions) < len(rule.directions) or symbols(f) & frozenset(directions.values()):
        raise Gap("each family moves once, along another one")
    match left, right:
        case Op(head="slope", args=(Sym() as t, there)), Op(head="sum", args=(Sym() as i, upper, body)):
            pass
        case _:
            raise Gap("this rule shows that a slope is a sum over layers")
    if t in symbols(f) or i in symbols(f) | symbols(upper):
        raise Gap("what moves, and the index, may not stand in the function")
    if there != along(f, directions, t):
        raise Gap("the slope is not one along these directions")
    if not any(body == _partials(f, directions, i - 1, s) for s in _moving(body) if s not in symbols(f) | {i}):
        raise Gap("the sum is not that of all partial derivatives, each times its velocity")
    if symbols(upper) & bound_in(f) or _puts_in_layers(f):
        raise Gap("the layers of the function are not those of the sum: it binds, or replaces, what counts them")
    _looks_below(f, frozenset(directions), upper, {}, desk)
    _is_differentiable(f, tuple(directions), given)
    ledger.facts.add(CHAIN_RULE)


def slope_of_invariance(
    step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger
) -> None:
    rule = step.by
    assert isinstance(rule, SlopeOfInvariance)
    match _equation(only(shown)):
        case (
            Op(head="jacobian", args=(Sym() as h, first, U, W, along_U)),
            Op(head="jacobian", args=(other, second, V, Y, along_W)),
        ) if (h, U, W, first, second) == (other, V, Y, term(1), term(2)):
            pass
        case _:
            raise Gap("this rule compares the Jacobians by the first and by the second argument, at one place")
    if not (h.has("invariant") and h.has("smooth")):
        raise Gap(f"{h.name} is not assumed to be invariant and continuously differentiable")
    if not (_same(along_U, rule.R.T * U, desk) and _same(along_W, rule.R * W, desk)):
        raise Gap("the directions are not those in which S = I + tR moves the arguments")
    ledger.facts.add(CHAIN_RULE)


def _equation(prop: Prop) -> tuple[Term, Term]:
    if prop.head != "eq":
        raise Gap("this rule shows an equation")
    return sides(prop)


def _of_numbers(f: Term, families: tuple[Sym, ...]) -> None:
    if not all(is_family(family) and family.shape == (1, 1) for family in families):
        raise Gap("this rule is about families of any numbers, one for each layer")
    if not speaks_of_members_only(f, frozenset(families)):
        raise Gap("a family stands elsewhere than in its members")


def _moving(body: Term) -> list[Sym]:
    """What moves in the slopes of the summand."""
    match body:
        case Op(head="+", args=args):
            return [s for arg in args for s in _moving(arg)]
        case Op(head="*", args=(Op(head="slope", args=(Sym() as s, _)), _)):
            return [s]
    return []


def _partials(f: Term, directions: Mapping[Sym, Sym], layer: Term, s: Sym) -> Term:
    parts = [Op("slope", (s, moved(f, family, layer, s))) * Op("at", (to, layer)) for family, to in directions.items()]
    return reduce(add, parts)


def _looks_below(node: Term, families: frozenset[Sym], upper: Term, limits: Mapping[Term, Term], desk: Desk) -> None:
    """Whether the function looks at members of the layers below ``upper`` alone; ``limits``: of bound layers."""
    match node:
        case Abbrev(body=body):
            _looks_below(body, families, upper, limits, desk)
        case Op(head="at", args=(family, index)) if family in families:
            limit = index
            while limit in limits:
                limit = limits[limit]
            if limit == index or not _same(limit, upper, desk):
                raise Gap("the function is not known to look at the layers of the sum alone")
        case Op(head="sequence", args=(_, ell, start, step, upto)):
            for part in (start, upto):
                _looks_below(part, families, upper, limits, desk)
            _looks_below(step, families, upper, {**limits, ell: upto}, desk)
        case Op(head="product_up" | "product_down", args=(ell, last, body)):
            _looks_below(last, families, upper, limits, desk)
            _looks_below(body, families, upper, {**limits, ell: last + 1}, desk)
        case Op(args=args):
            for arg in args:
                _looks_below(arg, families, upper, limits, desk)


_OVER_VALUES = heads(Over.VALUES)


def _puts_in_layers(f: Term) -> bool:
    """Whether something is put in for the number of a layer, or looked for among such numbers."""
    above = [sub for sub in nodes(f) if isinstance(sub, Op) and sub.head in _OVER_VALUES]
    return any(isinstance(arg, Sym) and arg.has("integer") for sub in above for arg in sub.args[1:])


def _same(a: Term, b: Term, desk: Desk) -> bool:
    try:
        return desk.algebra.same(a, b)
    except Lacks:
        return False


def _is_differentiable(f: Term, variables: tuple[Sym, ...], given: list[Given]) -> None:
    """Whether a premise says that f is differentiable in these variables, perhaps in others as well."""
    for premise in premise_props(given):
        prop = premise
        while prop.head == "for_all" and isinstance(prop.args[1], Prop):
            prop = prop.args[1]
        if prop.head == "differentiable" and prop.args[0] == f and set(variables) <= set(prop.args[1:]):
            return
    raise Gap("that what a slope is taken of is differentiable is not among the premises")


def _at_gradient(prop: Prop, G: Sym, gradient: Term, g: Term, S: Sym) -> Prop | None:
    """What an implication about every G that is the gradient says of the gradient."""
    match prop:
        case Prop(head="implies", args=(
            Prop(head="for_all", args=(Sym() as R, Prop(args=(_, Op(head="slope", args=(Sym() as t, _)))))) as known,
            Prop(head=head, args=(Term() as left, Term() as right)),
        )) if head in _RELATIONS:  # fmt: skip
            pass
        case _:
            return None
    if {G, R, t} & symbols(g) or {R, t} & {G, S} or R.shape != S.shape or R.traits or t.shape != (1, 1):
        return None
    meant = for_all(R, Prop("eq", (inner(G, R), Op("slope", (t, substitute(g, {S: t * R}))))))
    if known != meant:
        return None
    return Prop(head, tuple(substitute(side, {G: gradient}) for side in (left, right)))
