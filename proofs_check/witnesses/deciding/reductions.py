"""What single heads reduce to: identities, signs and limits, which an engine decides.

A function does not depend on a symbol when replacing the symbol by a fresh one changes nothing; it is least at a point
where its value there is that of a completed square.  What is no identity raises :class:`Lacks`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ...proof.logic import sides
from ...statement.fold import Lacks
from ...statement.joined import spoken_of
from ...statement.props import Prop, conjuncts, terms_in
from ...statement.terms import MadeSym, Sym, Term, expect, grad, minimum, symbols, term, tr, where
from .along import is_conserved, is_decrease, starts_on_block
from .differentiable import differentiable
from .engine import Engine, Finding
from .identities import all_of, identity, on_block, zero_like
from .integrable import finite_mean
from .second_order import convex, nonconvex, saddle


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
    (A,) = terms_in(prop)
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


REDUCTIONS: Mapping[str, Callable[[Prop, Engine], Finding]] = {
    "conserved": is_conserved,
    "independent_of": _independent_of,
    "same_flow": _same_flow,
    "saddle": saddle,
    "nonconvex": nonconvex,
    "convex": convex,
    "differs": _differs,
    "depends_on": _depends_on,
    "global_minimum": _global_minimum,
    "differentiable": differentiable,
    "finite": finite_mean,
    "infinite": finite_mean,
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
