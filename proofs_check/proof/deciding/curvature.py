"""How the rules of :mod:`..steps.curvature` are decided."""

from __future__ import annotations

from ...statement.props import Prop, implies, lt
from ...statement.shape import shape_of
from ...statement.terms import Abbrev, Op, Sym, Term, minimum, symbols, term
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, signs_of
from ..logic import Line, is_closed, sides
from ..matching import same_prop, shown_in
from ..positivity import Sign, free_symbols
from ..smooth import has_convex_domain, is_flat
from ..steps.curvature import SomeVector
from ..traits import is_polynomial, is_random
from .binders import holds_for_all, varies_with
from .spectra import SPECTRAL


def at_solutions(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head != "minimum_where":
        raise Gap("this rule shows where a function is least")
    f, body, *variables = prop.args
    assert isinstance(f, Term)
    assert isinstance(body, Prop)
    wanted = implies(body, Prop("eq", (f, minimum(f, *(v for v in variables if isinstance(v, Sym))))))
    for premise in given:
        if shown_in(Line(wanted, False), premise.lines, desk.algebra):
            holds_for_all([premise], [v for v in variables if isinstance(v, Sym)], desk, "the minimum")
            return
    raise Gap("no premise says that the function equals its minimum wherever the body holds")


def nowhere_bent(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    f, variables = _function(only(shown), "convex")
    if not all(map(has_convex_domain, variables)):
        raise Gap("the values that a variable takes are not known to be a convex set")
    if not is_polynomial(_opened(f), lambda node: varies_with(node, variables)):
        raise Gap("the function is not known to be twice differentiable")
    for premise in given:
        for line in premise.lines:
            pairs = _curvature(line.prop, f, desk, at=False)
            if line.along or pairs is None or [x for x, _ in pairs] != variables:
                continue
            directions = [v for _, v in pairs]
            free = all(
                isinstance(v, Sym) and not v.traits and v not in symbols(f) and v.shape == x.shape for x, v in pairs
            )
            if not free or len(set(directions)) < len(directions):
                raise Gap("the directions are not free symbols of the shapes of the variables")
            if desk.speaks_of([premise], {*variables, *directions}):
                raise Gap("what is known under an assumption on the point or the direction does not show convexity")
            return
    raise Gap("no premise says that the second derivative is not negative in any direction")


def bent_somewhere(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    f, variables = _function(only(shown), "nonconvex")
    for premise in given:
        for line in premise.lines:
            pairs = None if line.along else _curvature(line.prop, f, desk, at=True)
            if pairs is None:
                continue
            if not {x for x, _ in pairs} | _put_in(line.prop).keys() <= set(variables):
                raise Gap("the direction moves what the function is not taken to vary in")
            if any(symbols(v) & set(variables) or is_random(v) or not is_closed(v) for _, v in pairs):
                raise Gap("the direction depends on the point")
            if not all(map(is_flat, variables)):
                raise Gap("a variable does not take all values: the point, or the direction, may lead out of them")
            if not all(_is_value(x, v, desk) for x, v in (*pairs, *_put_in(line.prop).items())):
                raise Gap("the point, or the direction, is not symmetric as the variable is")
            if desk.speaks_of([premise], variables):
                raise Gap("what is known under an assumption on the point does not speak of another")
            return
    raise Gap("no premise says that a second derivative is negative at some point")


def some_vector(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule, prop = step.by, only(shown)
    assert isinstance(rule, SomeVector)
    z = rule.vector
    match prop:
        case Prop(head="implies", args=(Prop(head="ne", args=(A, zero)), Prop() as q)) if (
            isinstance(A, Term) and isinstance(zero, Term) and desk.algebra.same(zero, term(0) * A)
        ):
            pass
        case _:
            raise Gap("this rule shows what follows from A != 0")
    shape = shape_of(A)
    if shape is None or z.traits or z.shape != (shape[0], 1) or z in symbols(A) | free_symbols(q) or is_random(A):
        raise Gap("the vector is not a free symbol that the matrix and the conclusion do not depend on")
    signs = signs_of(given, desk)
    if signs.definite(A) is Sign.UNKNOWN:
        raise Gap("the matrix is not known to be positive semi-definite")
    wanted = Line(implies(lt(0, z.T * A * z), q), shown[0].along)
    for premise in given:
        if shown_in(wanted, premise.lines, desk.algebra):
            if desk.speaks_of([premise], {z}):
                raise Gap("the premise rests on an assumption about this vector")
            ledger.facts.add(SPECTRAL)
            ledger.assumed |= signs.assumed
            return
    raise Gap("no premise draws the conclusion from a positive value of the form")


def _function(prop: Prop, head: str) -> tuple[Term, list[Sym]]:
    if prop.head != head:
        raise Gap(f"this rule shows {head!r}, not {prop.head!r}")
    f, *variables = prop.args
    assert isinstance(f, Term)
    return f, [v for v in variables if isinstance(v, Sym)]


def _curvature(prop: Prop, f: Term, desk: Desk, at: bool) -> list[tuple[Sym, Term]] | None:
    """The variables and directions of the second derivative of f that is not negative, or (``at`` a point) negative."""
    if prop.head != ("lt" if at else "le"):
        return None
    low, high = sides(prop)
    value, zero = (low, high) if at else (high, low)
    if not desk.algebra.is_zero(zero):
        return None
    if at and isinstance(value, Op) and value.head == "where":
        value = value.args[0]
    match value:
        case Op(head="curvature", args=(g, *flat)) if g == f or same_prop(
            Prop("eq", (g, f)), Prop("eq", (f, f)), desk.algebra
        ):
            return [(x, v) for x, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(x, Sym)]
    return None


def _put_in(prop: Prop) -> dict[Sym, Term]:
    """The symbols that have a stated value in what is negative, and their values."""
    value = sides(prop)[0]
    if not (isinstance(value, Op) and value.head == "where"):
        return {}
    return {x: v for x, v in zip(value.args[1::2], value.args[2::2], strict=True) if isinstance(x, Sym)}


def _is_value(x: Sym, value: Term, desk: Desk) -> bool:
    """Whether the value lies in the linear space of the values of the symbol."""
    return not x.has("symmetric") or desk.algebra.same(value.T, value)


def _opened(f: Term) -> Term:
    return f.body if isinstance(f, Abbrev) else f
