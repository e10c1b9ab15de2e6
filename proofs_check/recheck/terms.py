"""The value of a term at a point, by a second evaluator: it walks the tree and knows each head by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from typing import Any, Union

from ..claims import Claim
from ..model import Model
from ..statement.terms import Abbrev, Num, Op, Sym, Term
from ..verdict import Point
from . import matrices as m
from . import prompts
from .laws import Laws
from .linear import PLAIN
from .matrices import Matrix, number, scalar
from .numbers import (
    NoValueError,
    Number,
    Unread,
    add,
    multiply,
    power,
)

Known = dict[Term, Union[Matrix, Unread, NoValueError]]
"""What was read of terms at a point: their values, or why they have none."""


@dataclass(frozen=True)
class At:
    """A point, what is bound, and the laws of what is averaged over here."""

    point: Point
    bound: Mapping[Sym, Matrix] = field(default_factory=dict)
    laws: Laws | None = None
    depth: int = 0
    """How many derivatives are taken around here: their variables have names of their own."""
    small: frozenset[str] = frozenset()
    """Variables of which the first power alone counts."""
    side: int = 0
    """1 or -1: they are positive, or negative, as one comes from one side of a kink."""
    outcome: Mapping[str, Matrix] = field(default_factory=dict)
    """The values of random covariances, at one of finitely many outcomes."""
    claim: Claim | None = None
    model: Model | None = None
    """Whose loss moves the parameters."""
    is_started: bool = True
    """Whether something is assumed of where the flow starts."""
    known: Known | None = field(default=None, init=False, compare=False)
    """The values read so far; where something else is bound or drawn, none are known."""

    def keeping(self, known: Known) -> At:
        """The same, where ``known`` are the values read so far, and what is read is added to them."""
        here = replace(self)
        object.__setattr__(here, "known", known)
        return here

    def size(self, dim: str | int) -> int:
        """The number that a dimension such as ``n+1`` stands for."""
        if isinstance(dim, int):
            return dim
        name, _, more = dim.partition("+")
        if name not in self.point.sizes or not (more or "0").isdigit():
            raise Unread(f"the dimension {dim}")
        found = self.point.sizes[name] + int(more or 0)
        if found < 1:
            raise NoValueError(f"the dimension {dim} is {found}")
        return found

    def covariance(self, name: str, rows: int) -> Matrix | None:
        if name == "I":
            return m.identity(rows)
        if name in self.outcome:
            found = self.outcome[name]
            return found if m.shape(found) == (rows, rows) else PLAIN["diag"](found)
        put_in = next((found for sym, found in self.bound.items() if sym.name == name), None)
        if put_in is not None:
            return put_in
        return exact(self.point.values[name]) if name in self.point.values else None

    def binding(self, changes: Mapping[Sym, Matrix]) -> At:
        return replace(self, bound={**self.bound, **changes}) if changes else self

    def whole(self, node: Term) -> int:
        found = number(value(node, self))
        if not isinstance(found, Fraction) or found.denominator != 1:
            raise Unread("an index that is no whole number")
        return int(found)


HEADS: dict[str, Callable[[Op, At], Matrix]] = {}
"""What :mod:`.heads` knows."""


def value(node: Term, at: At) -> Matrix:
    """The value of a term; raises :class:`Unread`, or :class:`NoValueError` where it has none."""
    if isinstance(node, Num):
        return scalar(Fraction(node.value))
    if isinstance(node, Abbrev):
        return value(node.body, at)
    if isinstance(node, Sym):
        return _symbol(node, at)
    assert isinstance(node, Op)
    if at.known is None:
        return _compound(node, at)
    found = at.known.get(node)
    if found is None:
        try:
            found = _compound(node, at)
        except (Unread, NoValueError) as error:
            found = error
        at.known[node] = found
    if isinstance(found, Exception):
        raise found.with_traceback(None)
    return found


def _compound(node: Op, at: At) -> Matrix:
    if node.head in HEADS:
        return HEADS[node.head](node, at)
    if node.head not in PLAIN:
        raise Unread(node.head)
    return PLAIN[node.head](*(value(arg, at) for arg in node.args))


def _symbol(sym: Sym, at: At, member: int | None = None) -> Matrix:
    if sym in at.bound:
        return at.bound[sym]
    rows, cols = at.size(sym.shape[0]), at.size(sym.shape[1])
    if sym.has("identity"):
        return m.identity(rows)
    if sym.has("zero"):
        return m.zeros(rows, cols)
    if sym.has("derived"):
        return prompts.derived(sym, value, at)
    if sym.has("prompt"):
        return prompts.tokens(value, at)
    if any(trait.partition(":")[0] == "label" for trait in sym.traits):
        return _label(sym, at, member)
    if sym.name in at.outcome:
        return at.outcome[sym.name]
    if sym.traits & {"activation", "kernel", "law", "measured"}:
        raise Unread(f"{sym.name}, which is no plain symbol")
    if sym.has("mask"):
        last = rows - 1
        return tuple(tuple(Fraction(int(i == j != last)) for j in range(rows)) for i in range(rows))
    name = sym.name if member is None else f"{sym.name}[{member}]"
    if sym.has("context") and at.laws is not None:
        raise Unread(f"the law of {sym.name}")
    told = name in at.point.values or (member is not None and _members(at.point.values.get(sym.name)) >= member > 0)
    if sym.has("random") and (at.laws is not None or not told):
        return _drawn(sym, at, member, rows)
    if sym.has("integer") and name in at.point.sizes:
        return scalar(at.point.sizes[name])
    if member is not None and _members(at.point.values.get(sym.name)) >= member > 0:
        return exact(at.point.values[sym.name][member - 1])
    if name not in at.point.values:
        raise Unread(f"the value of {name}, which the point does not give")
    found = exact(at.point.values[name])
    if m.shape(found) == (cols, rows) != (rows, cols) and 1 in (rows, cols):
        found = m.transpose(found)
    if m.shape(found) != (rows, cols):
        raise Unread(f"the value of {name}, which has another shape")
    return found


def member(family: Sym, at: At, index: int) -> Matrix:
    """The value of one member of a family."""
    return _symbol(family, at, index)


def _drawn(sym: Sym, at: At, member: int | None, rows: int) -> Matrix:
    if at.laws is None:
        raise Unread(f"a value of {sym.name}, which is drawn")
    named = {kind: name for kind, _, name in (trait.partition(":") for trait in sym.traits) if name}
    if "copy" in named or (sym.has("iid") and member is None):
        raise Unread(f"the law of {sym.name}")
    covariance: Matrix | None = None
    if sym.has("noise"):
        std = at.covariance(named.get("std", "s"), 1)
        covariance = None if std is None else m.times(std, std)
    elif not sym.has("haar"):
        covariance = at.covariance(named.get("cov") or prompts.covariance_of(sym, at), rows)
    return at.laws.values(sym, member, rows, covariance)


def _members(found: Any) -> int:
    """How many members of a family are listed: matrices, one after the other."""
    is_list = isinstance(found, (list, tuple)) and found and isinstance(found[0], (list, tuple))
    return len(found) if is_list and isinstance(found[0][0], (list, tuple)) else 0


def _label(sym: Sym, at: At, member: int | None) -> Matrix:
    """A label as the polynomial in its covariate, and a random sign, that the point says it is."""
    law = at.point.laws.get(sym.name) or at.point.laws.get("y")
    if at.laws is None or law is None:
        raise Unread(f"the law of {sym.name}")
    of = next((t.removeprefix("label:") for t in sym.traits if t.startswith("label:")), "x" if member else "x_q")
    covariate = _symbol(Sym(of, ("d", 1), frozenset({"random", "iid"} if member else {"random"})), at, member)
    sign = at.laws.sign(f"sign of {sym.name}[{member}]")
    total: Number = Fraction(0)
    for c, exponents in law:
        factors = [power(x, Fraction(k)) for x, k in zip((*m.transpose(covariate)[0], sign), exponents, strict=True)]
        start: Number = Fraction(c)
        total = add(total, reduce(multiply, factors, start))
    return scalar(total)


def exact(found: Any) -> Matrix:
    """A value of the point as a matrix."""
    if isinstance(found, (int, Fraction)):
        return scalar(Fraction(found))
    if isinstance(found, (list, tuple)) and found:
        rows = [row if isinstance(row, (list, tuple)) else [row] for row in found]
        if all(isinstance(x, (int, Fraction)) for row in rows for x in row):
            return m.matrix([[Fraction(x) for x in row] for row in rows])
    raise Unread("a value that is not exact")
