"""Deciding propositions by equality alone.

Many propositions reduce to identities between terms: a quantity is conserved when its derivative along the flow
vanishes and it starts at the right value; a function does not depend on a symbol when replacing the symbol by a
fresh one changes nothing; a stationary point is a saddle when the second-order form changes sign.  This module
does the reduction on trees; an engine (words, entries) decides the identities, and what else it offers (signs, limits
as integers grow, hypotheses; see :mod:`proofs_check.witnesses.deciding.engine`).  The rest raises :class:`Lacks`.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace

from ...proof.logic import is_closed, lines
from ...proof.traits import is_random
from ...statement.fold import Lacks
from ...statement.joined import spoken_of
from ...statement.laws import delta
from ...statement.props import Prop, asks_for_a_point, conjuncts
from ...statement.shape import shape
from ...statement.terms import MadeSym, Sym, Term, expect, grad, minimum, symbols, term, tr, where
from .along import always_holds, is_conserved, is_decrease, starts_on_block
from .differentiable import differentiable
from .engine import Engine, Finding
from .identities import all_of, identity, on_block, sides, zero_like
from .integrable import equivalent, finite_mean, implied
from .nonvanishing import almost_never_equal
from .second_order import convex, nonconvex, saddle


def decide(prop: Prop, engine: Engine) -> Finding:
    """Whether ``prop`` holds in the scope of ``engine``.

    Raises :class:`Lacks` for a proposition that does not reduce to identities here.
    """
    reduce = _REDUCTIONS.get(prop.head)
    if reduce is None:
        raise Lacks(f"{engine.name} decides identities; '{prop.head}' does not reduce to them")
    if prop.head in {"saddle", "nonconvex"} and any(is_random(arg) for arg in prop.args if isinstance(arg, Term)):
        raise Lacks(f"{engine.name} decides this of random functions almost surely only")
    moments = [p for p in engine.given if not all(link.along or is_closed(link.prop) for link in lines(p))]
    if prop.head in _ALONG and moments:
        everywhere = copy(engine)
        everywhere.given = tuple(p for p in engine.given if p not in moments)
        finding = reduce(prop, everywhere)
        if not finding.holds:
            raise Lacks(f"{engine.name} does not know what a hypothesis about one moment says of the flow")
        return finding
    return reduce(prop, engine)


def _eq(prop: Prop, engine: Engine) -> Finding:
    lhs, rhs = sides(prop)
    how = "both sides have the same normal form"
    return identity(engine, lhs, rhs, how, "the two sides have different normal forms")


def _and(prop: Prop, engine: Engine) -> Finding:
    """Links that define a name have nothing to decide beside the others."""
    links = [link for link in prop.args if isinstance(link, Prop)]
    return all_of(decide(link, engine) for link in [x for x in links if x.head != "defined"] or links)


def _commute(prop: Prop, engine: Engine) -> Finding:
    a, b = sides(prop)
    how = "the two products have the same normal form"
    return identity(engine, a * b, b * a, how, "the two products have different normal forms")


def _implies(prop: Prop, engine: Engine) -> Finding:
    """A counterexample is to meet the hypothesis."""
    finding = _under(prop, engine)
    if finding.holds or finding.failed is None:
        return finding
    assert isinstance(prop.args[0], Prop)
    return replace(finding, assumed=(prop.args[0], *finding.assumed))


def _under(prop: Prop, engine: Engine) -> Finding:
    """A hypothesis 'symbol = value' is substituted, for symbols that nothing else restricts.

    An equation for different indices i, j is one of both sides times 1 - delta(i, j).
    """
    hypothesis, conclusion = prop.args
    assert isinstance(hypothesis, Prop)
    assert isinstance(conclusion, Prop)
    if asks_for_a_point(conclusion):
        raise Lacks(f"{engine.name} lacks a point that meets the condition and at which '{conclusion.head}' is seen")
    if (finding := implied(hypothesis, conclusion, engine)) is not None:
        return finding
    if (finding := engine.under(hypothesis, conclusion)) is not None:
        return finding
    if hypothesis.head == "ne" and all(isinstance(s, Sym) and s.has("index") for s in hypothesis.args):
        if conclusion.head != "eq":
            raise Lacks(f"{engine.name} decides identities; '{conclusion.head}' does not reduce to them")
        i, j = sides(hypothesis)
        left, right = (side * (1 - delta(i, j)) for side in sides(conclusion))
        return identity(engine, left, right, "equal for different indices", "unequal for some different indices")
    bindings: list[tuple[Sym, Term]] = []
    for link in conjuncts(hypothesis):
        if not (link.head == "eq" and isinstance(link.args[0], Sym)):
            raise Lacks(f"{engine.name} substitutes hypotheses of the form 'symbol = value' only")
        bindings.append((link.args[0], link.args[1]))  # type: ignore[arg-type]
    bound = {sym for sym, _ in bindings}
    mentioned = {sym for _, value in bindings for sym in symbols(value)}
    if len(bound) < len(bindings) or bound & mentioned or any(sym.traits - {"parameter"} for sym in bound):
        raise Lacks(f"{engine.name} substitutes values of free symbols only, each once and none in another's value")
    if conclusion.head != "eq":
        raise Lacks(f"{engine.name} decides identities; '{conclusion.head}' does not reduce to them")
    lhs, rhs = sides(conclusion)
    left, right = where(lhs, *bindings), where(rhs, *bindings)
    how = "after substituting the hypothesis"
    finding = identity(engine, left, right, f"equal {how}", f"unequal {how}")
    if not finding.holds and any(sym.name in spoken_of(assumed) for sym in bound for assumed in engine.given):
        raise Lacks(f"{engine.name} refutes nothing by values of what the hypotheses restrict")
    return finding


def _independent_of(prop: Prop, engine: Engine) -> Finding:
    f, *variables = prop.args
    assert isinstance(f, Term)
    how = "when the symbols are replaced by fresh ones"
    return identity(engine, f, where(f, *_fresh(variables)), f"unchanged {how}", f"changed {how}")


def _tends(prop: Prop, engine: Engine) -> Finding:
    body, value, lengths = _growing(prop)
    how = "the difference is a sum of terms with powers of 1/" + " and 1/".join(n.name for n in lengths)
    if engine.tends(body, value, lengths):
        return Finding(True, how)
    return Finding(False, f"the limit is another one: {how}, and one without them")


def _in_mean_square(prop: Prop, engine: Engine) -> Finding:
    body, value, lengths = _growing(prop)
    gap: Term = body - value
    return _tends(Prop("tends_jointly", (expect(tr(gap * gap.T)), term(0), *lengths)), engine)


def _order(prop: Prop, engine: Engine) -> Finding:
    f, g, lengths = _growing(prop)
    in_positive_integers(lengths, engine.name)
    if engine.of_order(f, g, lengths):
        return Finding(True, "every term of the expansion in the lengths is bounded by a multiple of one on the right")
    return Finding(False, "a term of the expansion is larger than every multiple of the right side for large lengths")


def _definite(prop: Prop, engine: Engine) -> Finding:
    (A,) = prop.args
    assert isinstance(A, Term)
    if engine.definite(A) >= (2 if prop.head == "posdef" else 1):
        return Finding(True, "a sum of products that are definite by their structure")
    raise Lacks(f"{engine.name} does not see that the matrix is definite")


def _inequality(prop: Prop, engine: Engine) -> Finding:
    """The difference of the two sides is a sum of terms of one sign."""
    low, high = sides(prop)
    if prop.head in {"ge", "gt"}:
        low, high = high, low
    strict = prop.head in {"lt", "gt"}
    gap = high if low == term(0) else high - low
    if engine.sign(gap) >= (2 if strict else 1):
        return Finding(True, "the difference of the two sides is a sum of terms of one sign")
    if not strict and is_decrease(high - low, engine):
        return Finding(True, "the difference of the two sides is the sum of the squares of all velocities")
    if engine.sign(low - high) >= (1 if strict else 2):
        return Finding(False, "the difference of the two sides is a sum of terms of the other sign")
    raise Lacks(f"{engine.name} does not see the sign of the difference of the two sides of '{prop.head}'")


def in_positive_integers(lengths: Iterable[Sym], name: str) -> None:
    """Raises :class:`Lacks` for an order in what may be 0, or less than 1: it is claimed for all values."""
    if not all(n.has("integer") and n.has("positive") for n in lengths):
        raise Lacks(f"{name} decides orders in positive integers")


def _growing(prop: Prop) -> tuple[Term, Term, list[Sym]]:
    body, value, *lengths = prop.args
    assert isinstance(body, Term)
    assert isinstance(value, Term)
    if not lengths or not all(isinstance(n, Sym) for n in lengths):
        raise Lacks(f"a limit or order needs the integers that grow, not {lengths}")
    return body, value, [n for n in lengths if isinstance(n, Sym)]


def _differs(prop: Prop, engine: Engine) -> Finding:
    lhs, rhs = sides(prop)
    if engine.differ(lhs, rhs):
        return Finding(True, "an exact point shows that the two differ")
    raise Lacks(f"{engine.name} finds no exact point at which the two differ")


def _depends_on(prop: Prop, engine: Engine) -> Finding:
    f, *variables = prop.args
    assert isinstance(f, Term)
    spoken = {name for given in engine.given for name in spoken_of(given)}
    if any(v.name in spoken for v in variables if isinstance(v, Sym)):
        raise Lacks(f"{engine.name} lacks other values of what the hypotheses restrict")
    return all_of(_differs(Prop("differs", (f, where(f, (v, fresh)))), engine) for v, fresh in _fresh(variables))


def _fresh(variables: Iterable[Term | Prop]) -> list[tuple[Sym, Sym]]:
    return [(v, MadeSym(f"another {v.name}", v.shape, v.traits, f"{v.tex}'")) for v in variables if isinstance(v, Sym)]


def _global_minimum(prop: Prop, engine: Engine) -> Finding:
    f = prop.args[0]
    assert isinstance(f, Term)
    point = _bindings(prop.args[1:])
    moving = {sym for sym in symbols(f) if sym.has("parameter")}
    moving |= {p for p in engine.model.parameters if any(sym.has("derived") for sym in symbols(f))}
    if not moving <= {sym for sym, _ in point}:
        raise Lacks(f"{engine.name} lacks a global minimum where some parameters have no value")
    least = minimum(f, *(v for v, _ in point))
    how = "the minimum, by a completed square"
    return identity(engine, where(f, *point), least, f"the value there is {how}", f"the value there is not {how}")


def _minimisers_satisfy(prop: Prop, engine: Engine) -> Finding:
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    moving = [v for v in variables if isinstance(v, Sym)]
    if body.head == "almost_surely":
        if all(engine.almost_surely_at_minimisers(f, moving, *sides(x)) for x in _equations(body.args[0], engine)):
            return Finding(True, "almost surely equal at all minimisers, which a completed square gives")
        raise Lacks(f"{engine.name} does not see that the two are almost surely equal at all minimisers")
    for equation in _equations(body, engine):
        if not engine.equal_at_minimisers(f, moving, *sides(equation)):
            return Finding(False, "not equal at the minimisers, which a completed square gives")
    return Finding(True, "equal at all minimisers, which a completed square gives")


def _minimum_where(prop: Prop, engine: Engine) -> Finding:
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    if engine.least_where(f, _equations(body, engine), [v for v in variables if isinstance(v, Sym)]):
        return Finding(True, "the value at every solution is the minimum, by a completed square")
    return Finding(False, "the value at some solutions is not the minimum, by a completed square")


def _equations(body: object, engine: Engine) -> list[Prop]:
    assert isinstance(body, Prop)
    links = list(conjuncts(body))
    other = next((link.head for link in links if link.head != "eq"), None)
    if other is not None:
        raise Lacks(f"{engine.name} decides identities; '{other}' does not reduce to them")
    return links


def _same_shape(prop: Prop, engine: Engine) -> Finding:
    a, b = (shape(side) for side in sides(prop))
    return Finding(a == b, f"shapes {a[0]} x {a[1]} and {b[0]} x {b[1]}")


def _same_flow(prop: Prop, engine: Engine) -> Finding:
    f, g, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(g, Term)
    starts_on_block(engine)
    moved = [v for v in variables if isinstance(v, Sym)]
    still = [p for p in engine.model.parameters if p not in moved]
    gradients = [on_block(engine, grad(f, v), grad(g, v), f"equal gradients in {v.name} on the block") for v in moved]
    resting = [on_block(engine, grad(f, p), zero_like(p), f"no gradient in {p.name} on the block") for p in still]
    return all_of([*gradients, *resting])


def _bindings(args: tuple[Term | Prop, ...]) -> list[tuple[Sym, Term]]:
    return [(s, v) for s, v in zip(args[::2], args[1::2], strict=True) if isinstance(s, Sym) and isinstance(v, Term)]


def _almost_surely(prop: Prop, engine: Engine) -> Finding:
    body = prop.args[0]
    assert isinstance(body, Prop)
    if body.head in {"saddle", "nonconvex"}:
        return _REDUCTIONS[body.head](body, engine)
    if body.head == "ne":
        return almost_never_equal(body, engine)
    finding = decide(body, engine)
    unequal = not finding.holds and body.head == "eq"
    if unequal and engine.almost_surely_equal(*sides(body)):
        return Finding(True, "equal where Gaussian vectors lie in the images of their covariances")
    if not finding.holds and body.head != "eq":
        raise Lacks(f"{engine.name} finds outcomes where this fails, which may have probability 0")
    return finding


_ALONG = frozenset({"always", "conserved", "same_flow"})
"""What these say they say of other values of the parameters than those that a hypothesis may speak of."""
_REDUCTIONS = {
    "eq": _eq,
    "and": _and,
    "always": always_holds,
    "conserved": is_conserved,
    "commute": _commute,
    "implies": _implies,
    "independent_of": _independent_of,
    "same_flow": _same_flow,
    "saddle": saddle,
    "nonconvex": nonconvex,
    "convex": convex,
    "almost_surely": _almost_surely,
    "differs": _differs,
    "depends_on": _depends_on,
    "global_minimum": _global_minimum,
    "same_shape": _same_shape,
    "differentiable": differentiable,
    "finite": finite_mean,
    "infinite": finite_mean,
    "iff": equivalent,
    "minimisers_satisfy": _minimisers_satisfy,
    "minimum_where": _minimum_where,
    "tends": _tends,
    "tends_jointly": _tends,
    "in_mean_square": _in_mean_square,
    "order": _order,
    "psd": _definite,
    "posdef": _definite,
    "le": _inequality,
    "lt": _inequality,
    "ge": _inequality,
    "gt": _inequality,
}
