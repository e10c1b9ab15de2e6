"""Statements about one exact problem: ``implies(every size and letter has this value, body)``, decided at that point.

A local minimum of a polynomial is decided by its gradient and the exact inertia of its Hessian there; where the
polynomial does not change under scalings of its variables, along which the Hessian must vanish, by the Hessian across
these (see :mod:`symbolic.critical`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from flint import fmpq_mat, fmpq_mpoly

from symbolic.critical import CriticalPoint, critical_point
from symbolic.critical.inertia import inertia
from symbolic.entries import Ratio
from symbolic.entries.ring import rational, ring
from symbolic.errors import InputError

from ... import logic
from ...logic import Answer, known
from ...statement.fold import Lacks
from ...statement.premises import implication
from ...statement.props import Prop, conjuncts, subterms, terms_in
from ...statement.ranges import over_a_space
from ...statement.terms import Abbrev, Num, Sym, Term
from .space import Setting
from .truth import At, read_at


def instance(prop: Prop, model: Any) -> tuple[Setting, Prop] | None:
    """The one problem that ``prop`` speaks of and what it says there; None where it leaves anything open."""
    parts = implication(prop)
    if parts is None:
        return None
    hypothesis, body = parts
    pins = dict(_pins(hypothesis))
    if len(pins) < sum(1 for _ in conjuncts(hypothesis)):
        return None  # it assumes more, or two values of one symbol
    numbers = {s: v.value for s, v in pins.items() if s.has("integer") and isinstance(v, Num)}
    sizes = {s.name: int(v) for s, v in numbers.items()}
    if sizes.get("d", 0) < 1 or not all(_admits(s, v) for s, v in numbers.items()):
        return None
    lengths = {name: number for name, number in sizes.items() if name != "d"}
    setting = Setting(sizes["d"], lengths, model=model)
    try:
        values = {s.name: _exact(v, setting) for s, v in pins.items() if s.name not in sizes}
    except Lacks:
        return None
    if _free(body) - set(values) - set(sizes) or not all(_admits(s, values[s.name]) for s in pins if s.name in values):
        return None
    return replace(setting, values=values), body


EXACT = "exact values at the problem"


def decided(body: Prop, setting: Setting) -> tuple[bool, str]:
    """Whether ``body`` holds at the problem, and how that is known; raises Lacks where it is not to be told."""
    found = logic.truth(body, Problem(setting))
    if found.read().known is None:
        raise Lacks(f"entries does not decide this {body.head} at one problem")
    return bool(found.known), "; ".join(e for e in found.evidence if isinstance(e, str)) or EXACT


class Problem(At):
    """An exact point, at which minima that a certificate shows are read as well."""

    def said(self, prop: Prop) -> Answer:
        return known(*_is_local_minimum(prop, self.point)) if prop.head == "local_minimum" else super().said(prop)


def _pins(prop: Prop) -> Iterator[tuple[Sym, Term]]:
    for link in conjuncts(prop):
        if link.head == "eq" and isinstance(link.args[0], Sym):
            assert isinstance(link.args[1], Term)
            yield link.args[0], link.args[1]


def _exact(value: Term, setting: Setting) -> Any:
    _, (found,) = read_at([value], setting)
    try:
        rows = [[entry.constant() for entry in row] for row in found.rows]
    except InputError as error:
        raise Lacks(f"entries lacks a rational value here: {error}") from error
    return rows[0][0] if found.shape == (1, 1) else rows


def _admits(sym: Sym, value: Any) -> bool:
    """Whether the symbol may have this value."""
    if not isinstance(value, list):
        return not ((sym.has("positive") and value <= 0) or (sym.has("nonnegative") and value < 0)
                    or (sym.traits & {"nonzero", "invertible"} and value == 0)
                    or (sym.has("integer") and value.denominator != 1))  # fmt: skip
    n, entries = len(value), [x for row in value for x in row]
    if (sym.has("positive") and min(entries) <= 0) or (sym.has("nonnegative") and min(entries) < 0):
        return False
    if sym.has("nonzero") and not any(entries):
        return False
    if sym.has("invertible") and not fmpq_mat(n, n, [rational(x) for row in value for x in row]).det():
        return False
    if not sym.has("symmetric"):
        return True
    if any(value[i][j] != value[j][i] for i in range(n) for j in range(i)):
        return False
    _, negative, zero = inertia(fmpq_mat(n, n, [rational(x) for row in value for x in row]))
    return not ((negative and (sym.has("psd") or sym.has("posdef"))) or (zero and sym.has("posdef")))


def _free(body: Prop) -> set[str]:
    """The symbols whose value the statement needs: neither drawn nor trained nor fixed."""
    own = {"random", "identity", "zero", "index", "parameter", "derived"}
    return {node.name for _, node in subterms(body) if isinstance(node, Sym) and not node.traits & own
            and node.name not in _printed(body)}  # fmt: skip


def _printed(body: Prop) -> set[str]:
    """Names of abbreviations, whose bodies count."""
    return {node.sym.name for _, node in subterms(body) if isinstance(node, Abbrev)}


def _is_local_minimum(prop: Prop, setting: Setting) -> tuple[bool, str]:
    f, *flat = terms_in(prop)
    bindings = list(zip(flat[::2], flat[1::2], strict=True))
    parameters = [s for s, _ in bindings if isinstance(s, Sym)]
    over_a_space(parameters, "entries")
    _, (value, *grids) = read_at([f, *parameters], setting)
    at = [read_at([where], setting)[1][0] for _, where in bindings]
    names = [str(entry) for grid in grids for row in grid.rows for entry in row]
    coordinates = {name: x.constant() for name, x in zip(names, (e for m in at for row in m.rows for e in row),
                                                         strict=True)}  # fmt: skip
    try:
        found = critical_point(_restricted(value[0, 0], names), coordinates)
    except InputError as error:
        raise Lacks(f"entries does not classify this point: {error}") from error
    if found is None:
        return False, "the gradient does not vanish there"
    return _judged(found)


def _judged(found: CriticalPoint) -> tuple[bool, str]:
    assert found.inertia is not None
    positive, negative, zero = found.inertia
    signs = f"the Hessian has {positive} positive, {negative} negative and {zero} zero eigenvalues"
    if found.kind == "local minimum":
        along = f", the latter along the {found.orbit}-dimensional orbit of scalings that leave it unchanged"
        return True, f"the gradient vanishes and {signs}{along if zero else ''}"
    if negative:
        return False, f"the gradient vanishes and {signs}"
    raise Lacks(f"entries does not decide this local minimum: {signs}, more than an orbit explains")


def _restricted(value: Ratio, names: list[str]) -> fmpq_mpoly:
    """The polynomial as one of ``names`` alone."""
    if value.den is not None and not value.den.is_constant():
        raise Lacks("entries classifies stationary points of polynomials only")
    context = value.num.context()
    places = [context.names().index(name) for name in names]
    scale = value.denominator.leading_coefficient()
    out = {}
    for exponents, c in value.num.to_dict().items():
        if sum(exponents) != sum(exponents[k] for k in places):
            raise Lacks("entries: the function depends on more than the variables of this local minimum")
        out[tuple(int(exponents[k]) for k in places)] = c / scale
    return ring(names).from_dict(out)
