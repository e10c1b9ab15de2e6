"""How the rules of :mod:`..steps.families` are decided."""

from __future__ import annotations

from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Op, Sym, Term, free_symbols, substitute, symbols, term
from ..binding import is_layer
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line, is_closed, sides
from ..matching import shown_in
from ..steps.families import AllEqual, Exchangeable, LeastWhereEqual, Members, OverLayers
from ..traits import is_random
from .members import bound_in, equal, equal_in, is_polynomial, is_symmetric, moved, values_fit
from .recursions import is_any_layer, is_size, symbols_in

ATTAINED = "least value of a polynomial"
CHAIN_RULE = "chain rule"
_RELATIONS = frozenset({"eq", "ne", "le", "lt"})


def least_where_equal(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, LeastWhereEqual)
    r, rho = rule.family, rule.rho
    t, there = _slope(only(shown))
    if rho.traits or not desk.is_fresh(rho):
        raise Gap("what the members equal is a new number, of which nothing else is known")
    f, Q = _as_polynomial(there, {r: rho + t}, given, desk)
    _looks_at(f, {r: rho + t})
    if rho in symbols(Q) or t in symbols(Q) or rho == t:
        raise Gap("the new number stands in the function already, or is what moves")
    if any(s.traits & {"layer", "index"} for s in free_symbols(f) | free_symbols(Q)):
        raise Gap("the function depends on a layer or an index, and so would the new number")
    if not is_closed(f):
        raise Gap("the function moves with the parameters, and so would the new number")
    if not is_polynomial(Q, r):
        raise Gap("the function is not a polynomial in the members by its structure")
    held = [line.prop for g in given for line in g.lines if not line.along]
    if not any(prop in held for prop in (Prop("le", (term(0), f)), Prop("ge", (f, term(0))))):
        raise Gap("that the function is bounded below by 0 is not among the premises")
    ledger.facts.add(ATTAINED)


def exchangeable(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Exchangeable)
    r, rho, layer = rule.family, rule.rho, rule.layer
    g, s = _gradient(only(shown))
    stationary = [prop for prop in _universal(given, r, desk) if prop.head == "eq" and prop.args[1] == term(0)]
    slopes = [_slope(prop) for prop in stationary if isinstance(prop.args[0], Op) and prop.args[0].head == "slope"]
    if len(slopes) != 1:
        raise Gap("that the slope vanishes as all members move together is not among the premises")
    t, there = slopes[0]
    f, Q = _as_polynomial(there, {r: rho + t}, given, desk)
    _looks_at(f, {r: rho + t})
    if t in symbols(rho) | symbols(Q):
        raise Gap("what all members equal moves with them")
    if not is_polynomial(Q, r) or not is_symmetric(Q, r, desk):
        raise Gap("the function is not a polynomial that is symmetric in the members by its structure")
    if s in symbols(f) | symbols(Q) | symbols(layer) | symbols(rho):
        raise Gap("what moves may not stand in the function")
    if not is_layer(layer) and not _is_layer_before(layer):
        raise Gap("one member moves, that of a layer")
    if symbols(layer) & bound_in(f):
        raise Gap("the layer of the member that moves is bound in the function")
    if g != equal(moved(f, r, layer, s), {r: rho}):
        raise Gap("what moves is not one member, the others being equal")
    ledger.facts.add(CHAIN_RULE)


def stands_still(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    g, S = _gradient(only(shown))
    if desk.speaks_of(given, {S}):
        raise Gap("the premises rest on an assumption about what moves, or were made for one value of it")
    for premise in (line.prop for g_ in given for line in g_.lines if not line.along):
        if premise.head == "eq":
            left, right = sides(premise)
            if any(a == g and S not in free_symbols(b) for a, b in ((left, right), (right, left))):
                return
    raise Gap("no premise says that the function is one and the same for all values of what moves")


def all_equal(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, AllEqual)
    values = dict(rule.at)
    if len(given) != 1 or desk.speaks_of(given, values):
        raise Gap("an instance is one of a single premise, which rests on no assumption about the families")
    if desk.introduced(symbols_in([line.prop for line in given[0].lines])):
        raise Gap("the premise speaks of symbols that depend on others")
    held = [line for line in given[0].lines if line.prop.head in _RELATIONS and not line.along]
    values_fit(values, [side for line in held for side in sides(line.prop)])
    found = [Line(equal_in(line.prop, values), False) for line in held]
    for line in shown:
        if not shown_in(line, found, desk.algebra):
            raise Gap("what is shown is not this instance of the premise")


def members(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Members)
    prop, values = only(shown), dict(rule.at)
    for sym, _ in rule.at:
        if prop.head != "exists" or prop.args[0] != sym or not isinstance(prop.args[1], Prop):
            raise Gap(f"what is shown does not begin with the existence of {sym.name}")
        prop = prop.args[1]
    if prop.head not in _RELATIONS:
        raise Gap("this rule shows that there are families for which an equation or an inequality holds")
    values_fit(values, list(sides(prop)))
    if not shown_in(Line(equal_in(prop, values), False), [line for g in given for line in g.lines], desk.algebra):
        raise Gap("no premise shows the body at the stated values")


def over_layers(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, OverLayers)
    j, prop = rule.layer, only(shown)
    if not is_any_layer(j) or prop.head not in {"eq", "le"}:
        raise Gap("this rule compares two sums over layers")
    i, upper, f, g = _two_sums(*sides(prop))
    if len(given) != 1 or desk.speaks_of(given, {j}):
        raise Gap("the summands are compared by one premise, for every layer")
    if j in symbols(upper) | symbols(f) | symbols(g) or i in symbols(upper) or is_size(j, symbols(f) | symbols(g)):
        raise Gap("the letter of the layer may not stand in the sums")
    for line in given[0].lines:
        body = _of_every_layer(line.prop, j, upper, desk)
        if line.along or body.head != prop.head or i in symbols_in([body]):
            continue
        left, right = sides(body)
        if (substitute(left, {j: i - 1}), substitute(right, {j: i - 1})) == (f, g):
            return
    raise Gap("no premise compares the summands at every layer")


def _two_sums(left: Term, right: Term) -> tuple[Sym, Term, Term, Term]:
    """The index, its last value, and the summands; 0 where the right side is 0."""
    match left, right:
        case Op(head="sum", args=(Sym() as i, upper, f)), Op(head="sum", args=(j, last, g)) if (i, upper) == (j, last):
            return i, upper, f, g
        case Op(head="sum", args=(Sym() as i, upper, f)), _ if right == term(0):
            return i, upper, f, right
    raise Gap("two sums over the same layers are compared")


def _of_every_layer(prop: Prop, j: Sym, upper: Term, desk: Desk) -> Prop:
    """What is said of every layer below ``upper``."""
    match prop:
        case Prop(head="implies", args=(Prop(head="le", args=(layer, Term() as last)), Prop() as body)):
            if layer == j and _same(last + 1, upper, desk):
                return body
    return prop


def _same(a: Term, b: Term, desk: Desk) -> bool:
    try:
        return desk.algebra.same(a, b)
    except Lacks:
        return False


def _slope(prop: Prop) -> tuple[Sym, Term]:
    """Of what, and in what, a slope is said to be 0."""
    match prop:
        case Prop(head="eq", args=(Op(head="slope", args=(Sym() as t, there)), zero)) if zero == term(0):
            return t, there
    raise Gap("this rule is about a slope that is 0")


def gradient_of(node: Term | Prop) -> tuple[Term, Sym] | None:
    """Of what, and with respect to what, taking all values, a gradient at 0 is taken."""
    match node:
        case Op(head="where", args=(Op(head="grad", args=(g, Sym() as S)), T, at)) if S == T and _is_zero(at, S):
            return (g, S) if S.traits <= {"parameter"} else None
    return None


def _gradient(prop: Prop) -> tuple[Term, Sym]:
    """Of what, and with respect to what, a gradient at 0 is said to be 0."""
    found = gradient_of(prop.args[0]) if prop.head == "eq" else None
    if found is None or not _is_zero(prop.args[1], found[1]):
        raise Gap("this rule shows that a gradient is 0 where what moves is 0")
    return found


def _is_zero(value: Term | Prop, S: Sym) -> bool:
    if S.shape == (1, 1):
        return value == term(0)
    return isinstance(value, Sym) and value.has("zero") and value.shape == S.shape


def _universal(given: list[Given], family: Sym, desk: Desk) -> list[Prop]:
    """What the premises say of all members of the family."""
    if family.shape != (1, 1):
        raise Gap("this rule is about families of numbers")
    if desk.speaks_of(given, {family}):
        raise Gap("the premises rest on an assumption about the family, or were made for one")
    return [line.prop for g in given for line in g.lines if not line.along]


def _as_polynomial(there: Term, values: dict[Sym, Term], given: list[Given], desk: Desk) -> tuple[Term, Term]:
    """The function of which ``there`` is the value where all members are equal, and the polynomial that it is."""
    ((family, _),) = values.items()
    for prop in _universal(given, family, desk):
        if prop.head == "eq":
            f, Q = sides(prop)
            if family in symbols(f) and equal(f, values) == there:
                return f, Q
    raise Gap("no premise says what the function is, for all members of the family")


def _looks_at(f: Term, values: dict[Sym, Term]) -> None:
    """Whether the values may be put in for the members; f is no random number."""
    values_fit(values, [f])
    if is_random(f):
        raise Gap("the function varies with the outcome")


def _is_layer_before(node: Term) -> bool:
    """i - 1 for an index i = 1, 2, ..."""
    return isinstance(node, Op) and node.head == "-" and node.args[1] == term(1) and (
        isinstance(node.args[0], Sym) and node.args[0].has("index")
    )
