"""Rules of logic and of optima: assumptions, contradiction, time 0, minima, continuity."""

from __future__ import annotations

from ..statement.props import Prop
from ..statement.terms import Abbrev, Num, Op, Sym, Term, at0
from .chain import Attained, Contradiction, Discharge, Step
from .desk import Desk, Gap, Given, Ledger, only, signs_of
from .logic import Line, free_parameters, is_closed, is_relation, lines, negation, sides
from .matching import same_prop, shown_in
from .positivity import Sign, SignAlgebra

# Logic -----------------------------------------------------------------------------------------------------

def conjunction(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    held = [line for g in given for line in g.lines]
    for line in shown:
        if not shown_in(line, held, desk.algebra):
            raise Gap(f"the link {line.prop.head!r} is not among the premises")


def discharge(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Discharge)
    prop = only(shown)
    opened = [g for g in given if g.name == rule.assumption]
    rest = [g for g in given if g.name != rule.assumption]
    if prop.head != "implies" or len(opened) != 1:
        raise Gap("discharging shows an implication and names its assumption among the premises")
    left, right = (a for a in prop.args if isinstance(a, Prop))
    along = shown[0].along
    if desk.is_whole(rule.assumption):
        hypothesis = lines(left)
        if along:
            raise Gap("an assumption about the whole flow gives an implication outside 'always'")
    else:
        hypothesis = tuple(Line(line.prop, along) for line in lines(left))
    for line in opened[0].lines:
        if not any(h.along == line.along and same_prop(h.prop, line.prop, desk.algebra) for h in hypothesis):
            raise Gap("the hypothesis of the implication is not the assumption")
    held = [line for g in rest for line in g.lines]
    for line in lines(right, along):
        if not shown_in(line, held, desk.algebra):
            raise Gap(f"the link {line.prop.head!r} of the conclusion is not among the premises")


def modus_ponens(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    if not given or len(given[0].lines) != 1 or given[0].lines[0].prop.head != "implies":
        raise Gap("the first premise must be an implication")
    along = given[0].lines[0].along
    left, right = (a for a in given[0].lines[0].prop.args if isinstance(a, Prop))
    held = [line for g in given[1:] for line in g.lines]
    pointwise = any(line.along for line in shown)
    for line in lines(left, along):
        if not shown_in(line, held, desk.algebra, exact_mode=not pointwise):
            raise Gap("the hypothesis of the implication is not among the premises")
    conclusions = lines(right, along)
    for line in shown:
        if not shown_in(line, conclusions, desk.algebra):
            raise Gap("what is shown is not the conclusion of the implication")


def contradiction(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Contradiction)
    opened = [g for g in given if g.name == rule.assumption]
    rest = [line.prop for g in given if g.name != rule.assumption for line in g.lines]
    if len(opened) != 1 or len(opened[0].lines) != 1 or not is_relation(opened[0].lines[0].prop):
        raise Gap("the assumption must be one relation, named among the premises")
    if not same_prop(only(shown), negation(opened[0].lines[0].prop), desk.algebra):
        raise Gap("what is shown is not the negation of the assumption")
    pairs = ((p, q) for i, p in enumerate(rest) for q in rest[:i] if is_relation(p) and is_relation(q))
    if not any(_contradict(p, q, desk) for p, q in pairs):
        raise Gap("the premises do not contradict one another")


def _contradict(p: Prop, q: Prop, desk: Desk) -> bool:
    return same_prop(p, negation(q), desk.algebra) or (
        p.head == q.head == "lt" and same_prop(p, Prop("lt", q.args[::-1]), desk.algebra)
    )


def at_start(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    held = [line.prop for g in given for line in g.lines if is_relation(line.prop)]
    started = [Line(Prop(p.head, (at0(sides(p)[0]), at0(sides(p)[1]))), False) for p in held]
    for line in shown:
        if not shown_in(line, started, desk.algebra):
            raise Gap("no premise taken at time 0 is what the step shows")


# Optima ----------------------------------------------------------------------------------------------------

def attained(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Attained)
    prop = only(shown)
    held = [line.prop for g in given for line in g.lines if not line.along]
    f, floor = _optimum(prop, rule, desk)
    flat = [part for pair in rule.at for part in pair]
    point = Op("where", (f, *flat))
    if prop.head == "eq" and not any(p.head == "eq" and _same_pair(p, point, floor, desk) for p in held):
        raise Gap("no premise says that the function takes this value at the stated point")
    if not any(p.head == "le" and _same_pair(p, floor, f, desk) for p in held):
        raise Gap("no premise bounds the function from below by this value for all parameters")


def _optimum(prop: Prop, rule: Attained, desk: Desk) -> tuple[Term, Term]:
    """The function and its least value, from what the step shows."""
    if prop.head == "eq":
        lhs, rhs = sides(prop)
        if not (isinstance(lhs, Op) and lhs.head == "minimum"):
            raise Gap("the equation shown must have a minimum on its left")
        if set(lhs.args[1:]) != {sym for sym, _ in rule.at}:
            raise Gap("the point must bind exactly the symbols of the minimum")
        if free_parameters(rhs) & set(lhs.args[1:]):
            raise Gap("the least value may not depend on the symbols of the minimum")
        return lhs.args[0], rhs
    if prop.head == "global_minimum":
        f, *flat = prop.args
        assert isinstance(f, Term)
        if list(flat) != [part for pair in rule.at for part in pair]:
            raise Gap("the point is not the one that the step shows")
        return f, Op("where", (f, *(part for pair in rule.at for part in pair)))
    raise Gap(f"an attained bound shows a minimum, not {prop.head!r}")


def _same_pair(prop: Prop, lhs: Term, rhs: Term, desk: Desk) -> bool:
    return same_prop(prop, Prop(prop.head, (lhs, rhs)), desk.algebra)


def at_minimisers(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "minimisers_satisfy":
        raise Gap("this rule shows what holds at minimisers")
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    least = Op("minimum", (f, *(v for v in variables if isinstance(v, Sym))))
    wanted = Prop("implies", (Prop("eq", (f, least)), body))
    held = [line for g in given for line in g.lines]
    if not shown_in(Line(wanted, False), held, desk.algebra):
        raise Gap("no premise says that the body holds wherever the function equals its minimum")


# Limits ----------------------------------------------------------------------------------------------------

_CONTINUOUS = frozenset(
    {"+", "-", "neg", "*", "/", "^", "T", "tr", "norm_F", "norm_op", "norm_2", "sqrt", "inner", "block"}
)


def continuity(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "limit":
        raise Gap("continuity shows a limit")
    moving, value = sides(prop)
    held = [line for g in given for line in g.lines]
    exists = any(line.prop.head == "flow_exists" for line in held)
    table = {}
    for line in held:
        if line.prop.head == "limit" or (line.prop.head == "eq" and exists and is_closed(sides(line.prop)[1])):
            inside, end = sides(line.prop)
            table[inside] = end
    there = _at_limits(moving, table)
    if not is_closed(there):
        names = ", ".join(sorted(s.name for s in free_parameters(there)))
        raise Gap(f"no premise gives the limit of {names}")
    _continuous(moving, table, signs_of(given, desk))
    if not desk.algebra.same(there, value):
        raise Gap("the value at the limits of the premises is not the limit shown")
    ledger.facts.add("continuity of limits")


def _at_limits(node: Term, table: dict[Term, Term]) -> Term:
    """The term with limits put in; what does not move (a minimum, say) stays as it is."""
    if node in table:
        return table[node]
    if is_closed(node):
        return node
    if isinstance(node, Abbrev):
        return _at_limits(node.body, table)
    if isinstance(node, Op):
        return Op(node.head, tuple(_at_limits(a, table) for a in node.args))
    return node


def _continuous(node: Term, table: dict[Term, Term], signs: SignAlgebra) -> None:
    """Every head above a limit is continuous there."""
    if node in table or is_closed(node):
        return
    if isinstance(node, Abbrev):
        _continuous(node.body, table, signs)
        return
    if not isinstance(node, Op) or node.head not in _CONTINUOUS:
        raise Gap("only continuous functions of the premises' limits may be taken")
    for arg in node.args:
        _continuous(arg, table, signs)
    if node.head == "/" and not signs.nonzero(_at_limits(node.args[1], table)):
        raise Gap("the denominator is not known to be non-zero at the limit")
    if node.head == "sqrt" and signs.sign(_at_limits(node.args[0], table)) is Sign.UNKNOWN:
        raise Gap("the radicand is not known to be >= 0 at the limit")
    if node.head == "^":
        exponent = node.args[1]
        if not isinstance(exponent, Num):
            raise Gap("a power needs an exact rational exponent here")
        natural = exponent.value.denominator == 1 and exponent.value >= 0
        if not natural and signs.sign(_at_limits(node.args[0], table)) is not Sign.POSITIVE:
            raise Gap("the base of the power is not known to be positive at the limit")
