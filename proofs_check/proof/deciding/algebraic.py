"""Rules about equations and signs: identities, substitution, combinations, positivity."""

from __future__ import annotations

from collections.abc import Iterator

from ...statement.binders import BINDERS, Over, heads, names_of
from ...statement.props import Prop, terms_in
from ...statement.terms import Abbrev, Op, Sym, Term, term
from ..chain import Combination, Identity, Step, Substitution
from ..desk import Desk, Gap, Given, Ledger, only, signs_of
from ..logic import Line, is_closed, rewrite, sides
from ..matching import shown_in
from ..positivity import Sign, SignAlgebra, free_symbols
from .unseen import look_out_everywhere

# Equations -------------------------------------------------------------------------------------------------

def identity(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Identity)
    if len(rule.multipliers) > len(given):
        raise Gap(f"{len(rule.multipliers)} multipliers for {len(given)} premises")
    if not rule.multipliers:
        for line in shown:
            _plain_identity(line.prop, desk)
        return
    prop = only(shown)
    if prop.head != "eq":
        raise Gap("an identity shows an equation")
    total: Term | None = None
    for multiplier, premise in zip(rule.multipliers, given, strict=False):
        source = only(premise.lines)
        if source.head != "eq":
            raise Gap(f"the premise {premise.name!r} is not an equation")
        lhs, rhs = sides(source)
        left, right = multiplier if isinstance(multiplier, tuple) else (multiplier, term(1))
        part = left * (lhs - rhs) * right
        total = part if total is None else total + part
    assert total is not None
    lhs, rhs = sides(prop)
    if not desk.algebra.same(lhs - rhs, total):
        raise Gap("the difference of the two sides is not the stated combination of the premises")


def _plain_identity(prop: Prop, desk: Desk) -> None:
    if prop.head == "commute":
        lhs, rhs = sides(prop)
        lhs, rhs = lhs * rhs, rhs * lhs
    elif prop.head == "eq":
        lhs, rhs = sides(prop)
    else:
        raise Gap(f"an identity shows an equation, not {prop.head!r}")
    if not desk.algebra.same(lhs, rhs):
        raise Gap("the two sides are not equal")


def substitution(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Substitution)
    rest = [g for g in given if g.name != rule.into]
    pairs = [sides(line.prop) for g in rest for line in g.lines if line.prop.head == "eq"]
    if not rule.into:
        points = [(lhs, rhs) for lhs, rhs in pairs if isinstance(lhs, Sym) and lhs.has("parameter") and is_closed(rhs)]
        pairs = [pair for pair in pairs if pair not in points]
    table = dict(pairs)
    into = [line for g in given if g.name == rule.into for line in g.lines]
    for line in (*shown, *into) if table else ():
        _look_out_for_binders(line.prop, rest, table, desk)
    if rule.into:
        _substituted_into(shown, [g for g in given if g.name == rule.into], table, desk)
        return
    flat = [side for pair in points for side in pair]
    for line in shown:
        if points:
            look_out_everywhere(line.prop, rest, desk, put_in=True)
        if line.prop.head != "eq":
            raise Gap("without a proposition to substitute into, the step must show an equation")
        # An equation for a parameter is put in where it does not stand written, too: a time derivative, say, is a
        # function of all parameters.
        lhs, rhs = (Op("where", (rewrite(side, table), *flat)) if flat else rewrite(side, table)
                    for side in sides(line.prop))
        if not desk.algebra.same(lhs, rhs):
            raise Gap("after substituting, the two sides are not equal")


def _substituted_into(shown: tuple[Line, ...], source: list[Given], table: dict[Term, Term], desk: Desk) -> None:
    if not source:
        raise Gap("the proposition to substitute into is not among the premises")
    changed = tuple(Line(_rewrite_prop(s.prop, table), s.along) for g in source for s in g.lines)
    for line in shown:
        goal = Line(_rewrite_prop(line.prop, table), line.along)
        if not shown_in(goal, changed, desk.algebra, exact_mode=False):
            raise Gap("after substituting, the premise is not what the step shows")


def _look_out_for_binders(prop: Prop, equations: list[Given], table: dict[Term, Term], desk: Desk) -> None:
    """Equations along the flow may not enter where other values of the parameters are looked at."""
    above = list(_above(prop, table))
    met = frozenset(node.head for node in above)
    pointwise = not all(desk.rest_on_closed(g.assumptions) for g in equations)
    along = any(line.along and not is_closed(line.prop) for g in equations for line in g.lines)
    bound = met & _OTHER_VALUES
    if bound and (along or pointwise):
        raise Gap(f"an equation along the flow cannot be substituted under {', '.join(sorted(bound))}")
    mentioned = {s for g in equations for line in g.lines for s in free_symbols(line.prop)}
    # What rests on no assumption about a symbol holds for all its values; an index may run further than its range.
    bound_here = {
        s for node in above for s in names_of(node)
        if BINDERS[node.head].over in _STRICT or desk.speaks_of(equations, {s})
    }
    if any(not s.has("parameter") and not s.has("random") for s in mentioned & bound_here):
        raise Gap("an equation cannot be substituted where other values of its symbols are put in")
    if pointwise and met & {"ddt", "at0", "limit"}:
        raise Gap("an equation at a single moment cannot be substituted under a time derivative")


_OTHER_VALUES = heads(Over.VALUES, Over.STEP, Over.INDICES, Over.OUTCOMES, Over.FLOWS, Over.SOME)
"""Heads under which the symbols take other values than those that an equation at one moment speaks of."""
_STRICT = frozenset({Over.INDICES, Over.SOME})


def _above(node: Prop | Term, table: dict[Term, Term]) -> Iterator[Prop | Op]:
    """The propositions and terms in which something is replaced."""
    if node in table or not _is_replaced(node, table):
        return
    if isinstance(node, (Prop, Op)):
        yield node
    for arg in node.args if isinstance(node, (Prop, Op)) else (node.body,) if isinstance(node, Abbrev) else ():
        yield from _above(arg, table)


def _is_replaced(node: Prop | Term, table: dict[Term, Term]) -> bool:
    """Whether a key of the table occurs."""
    if node in table:
        return True
    if isinstance(node, (Prop, Op)):
        return any(_is_replaced(arg, table) for arg in node.args)
    return isinstance(node, Abbrev) and _is_replaced(node.body, table)


def _rewrite_prop(prop: Prop, table: dict[Term, Term]) -> Prop:
    return Prop(
        prop.head, tuple(_rewrite_prop(a, table) if isinstance(a, Prop) else rewrite(a, table) for a in prop.args)
    )


# Inequalities ----------------------------------------------------------------------------------------------

def combination(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Combination)
    prop = only(shown)
    if prop.head not in {"eq", "le", "lt"}:
        raise Gap(f"a combination shows an equation or an inequality, not {prop.head!r}")
    if len(rule.multipliers) > len(given):
        raise Gap(f"{len(rule.multipliers)} multipliers for {len(given)} premises")
    signs = signs_of(given, desk)
    strict, exact = False, True
    total: Term = term(0)
    for multiplier, premise in zip(rule.multipliers, given, strict=False):
        source = only(premise.lines)
        if source.head not in {"eq", "le", "lt"}:
            raise Gap(f"the premise {premise.name!r} is not an equation or inequality")
        lhs, rhs = sides(source)
        total = total + multiplier * (rhs - lhs)
        if source.head == "eq":
            continue
        exact = False
        sign = signs.sign(multiplier)
        if sign is Sign.UNKNOWN:
            raise Gap(f"the multiplier of {premise.name!r} is not known to be >= 0")
        strict = strict or (source.head == "lt" and sign is Sign.POSITIVE)
    for extra in rule.plus:
        exact = False
        sign = signs.sign(extra)
        if sign is Sign.UNKNOWN:
            raise Gap("a term added on the larger side is not known to be >= 0")
        strict = strict or sign is Sign.POSITIVE
        total = total + extra
    if prop.head == "eq" and not exact:
        raise Gap("inequalities do not combine to an equation")
    if prop.head == "lt" and not strict:
        raise Gap("a strict inequality needs a strict premise with a positive multiplier")
    lhs, rhs = sides(prop)
    if not desk.algebra.same(rhs - lhs, total):
        raise Gap("the difference of the two sides is not the stated combination of the premises")
    ledger.assumed |= signs.assumed


def positivity(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    signs = signs_of(given, desk)
    for line in shown:
        if not _has_sign(line.prop, signs):
            raise Gap(f"the sign ({line.prop.head}) does not follow from the structure and the premises")
    ledger.assumed |= signs.assumed


def _has_sign(prop: Prop, signs: SignAlgebra) -> bool:
    if prop.head in {"le", "lt"}:
        low, high = sides(prop)
        zero = signs.same(low, term(0))
        found = signs.sign(high) if zero else signs.sign(high - low)
        return found >= (Sign.POSITIVE if prop.head == "lt" else Sign.NONNEGATIVE)
    if prop.head == "ne":
        low, high = sides(prop)
        return signs.nonzero(low) and signs.same(high, term(0) * low)
    if prop.head in {"psd", "posdef", "psd_form"}:
        (node,) = terms_in(prop)
        return signs.definite(node) >= (Sign.POSITIVE if prop.head == "posdef" else Sign.NONNEGATIVE)
    return False
