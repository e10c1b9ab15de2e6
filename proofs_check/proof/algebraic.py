"""Rules about equations and signs: identities, substitution, combinations, positivity."""

from __future__ import annotations

from collections.abc import Iterator

from ..statement.binding import SCOPES, bound_symbols
from ..statement.props import Prop, subprops
from ..statement.terms import Abbrev, Op, Sym, Term, term
from .chain import Combination, Identity, Step, Substitution
from .desk import Desk, Gap, Given, Ledger, only, signs_of
from .logic import ABOUT_THE_FLOW, BINDING, GROWING, OF_SOME_POINT, Line, is_closed, rewrite, sides
from .matching import shown_in
from .positivity import Sign, SignAlgebra, free_symbols
from .traits import OVER_INDICES

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
    heads = _heads_above(prop, table)
    pointwise = not all(desk.rest_on_closed(g.assumptions) for g in equations)
    along = any(line.along and not is_closed(line.prop) for g in equations for line in g.lines)
    bound = heads & _OTHER_VALUES
    if bound and (along or pointwise):
        raise Gap(f"an equation along the flow cannot be substituted under {', '.join(sorted(bound))}")
    mentioned = {s for g in equations for line in g.lines for s in free_symbols(line.prop)}
    bound_here = set(_bound_symbols(prop, table, equations, desk))
    if any(not s.has("parameter") and not s.has("random") for s in mentioned & bound_here):
        raise Gap("an equation cannot be substituted where other values of its symbols are put in")
    if pointwise and heads & {"ddt", "at0", "limit"}:
        raise Gap("an equation at a single moment cannot be substituted under a time derivative")


_OTHER_VALUES = frozenset({
    "minimum", "infimum", "argmin", "where", "grad", "curvature", "expect", "expect_given", "finite", "in_mean_square",
    "per_prompt", "almost_surely", *OVER_INDICES,
}) | BINDING | OF_SOME_POINT | (ABOUT_THE_FLOW - {"always", "limit"})
"""Heads under which the symbols take other values than those that an equation at one moment speaks of."""
_OVER_SYMBOLS = ("minimum", "infimum", "argmin", "grad")
"""Heads that look at all values of their arguments but the first."""


def _bound_symbols(prop: Prop, table: dict[Term, Term], equations: list[Given], desk: Desk) -> Iterator[Sym]:
    """What is bound above something that is replaced; what the replaced term binds itself does not matter."""
    for node in dict.fromkeys(_above(prop, table)):
        if isinstance(node, Op) and node.head in {"where", "curvature", *_OVER_SYMBOLS, "per_prompt", *OVER_INDICES}:
            known = dict.fromkeys(_OVER_SYMBOLS, node.args[1:])
            known |= {"where": node.args[1::2], "curvature": node.args[1::2], "per_prompt": node.args[:1]}
            slots = known.get(node.head, node.args[:-2])
            yield from (s for s in slots if isinstance(s, Sym))
        if isinstance(node, Op) and node.head in SCOPES:
            # A recursion looks at all layers: what is known of one of them says nothing there.
            yield from (s for s in bound_symbols(node) if desk.speaks_of(equations, {s}))
    for _, part in subprops(prop):
        if not _is_replaced(part, table):
            continue
        if part.head in BINDING:
            yield from (s for s in part.args if isinstance(s, Sym))
        if part.head in OF_SOME_POINT:
            yield from free_symbols(part)
        if part.head in GROWING:
            # What is derived without any assumption on a length holds for every length.
            yield from (s for s in part.args if isinstance(s, Sym) and desk.speaks_of(equations, {s}))


def _above(node: Prop | Term, table: dict[Term, Term]) -> Iterator[Term]:
    """The terms in which something is replaced."""
    if isinstance(node, Abbrev):
        inside: tuple[Prop | Term, ...] = (node.body,)
    else:
        inside = node.args if isinstance(node, (Prop, Op)) else ()
    if (isinstance(node, Prop) or node not in table) and _is_replaced(node, table):
        if isinstance(node, Term):
            yield node
        for arg in inside:
            yield from _above(arg, table)


def _heads_above(node: Prop | Term, table: dict[Term, Term]) -> frozenset[str]:
    """The heads under which something is replaced."""
    if node in table or not isinstance(node, (Prop, Op, Abbrev)):
        return frozenset()
    inside = node.args if not isinstance(node, Abbrev) else (node.body,)
    changed = [arg for arg in inside if _is_replaced(arg, table)]
    heads = frozenset[str]().union(*(_heads_above(arg, table) for arg in changed))
    return heads if isinstance(node, Abbrev) or not changed else heads | {node.head}


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
        (node,) = prop.args
        assert isinstance(node, Term)
        return signs.definite(node) >= (Sign.POSITIVE if prop.head == "posdef" else Sign.NONNEGATIVE)
    return False
