"""The value of a term at a point, by a second evaluator: it walks the tree and knows each head by itself."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from ..claims import Claim
from ..model import Model
from ..statement.shape import shape_of
from ..statement.laws import RANDOM_COVARIANCES
from ..statement.terms import Abbrev, Num, Op, Sym, Term, symbols
from ..verdict import Point, Taken
from . import calculus, existence, functions, prompts, spectra
from . import matrices as m
from .laws import Laws
from .linear import PLAIN, inner
from .matrices import Matrix, number, scalar
from .numbers import (
    Number,
    Unread,
    add,
    derivative,
    drawn,
    mean,
    multiply,
    power,
    put_in,
)

LENGTHS = frozenset({"norm_F", "norm_2"})


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
    outcome: Mapping[str, Matrix] = field(default_factory=dict)
    """The values of random covariances, at one of finitely many outcomes."""
    claim: Claim | None = None
    model: Model | None = None
    """Whose loss moves the parameters."""
    is_started: bool = True
    """Whether something is assumed of where the flow starts."""

    def size(self, dim: str | int) -> int:
        """The number that a dimension such as ``n+1`` stands for."""
        if isinstance(dim, int):
            return dim
        name, _, more = dim.partition("+")
        if name not in self.point.sizes or not (more or "0").isdigit():
            raise Unread(f"the dimension {dim}")
        return self.point.sizes[name] + int(more or 0)

    def covariance(self, name: str, rows: int) -> Matrix | None:
        if name == "I":
            return m.identity(rows)
        if name in self.outcome:
            found = self.outcome[name]
            return found if m.shape(found) == (rows, rows) else PLAIN["diag"](found)
        return _exact(self.point.values[name]) if name in self.point.values else None

    def binding(self, changes: Mapping[Sym, Matrix]) -> At:
        return replace(self, bound={**self.bound, **changes})

    def whole(self, node: Term) -> int:
        found = number(value(node, self))
        if not isinstance(found, Fraction) or found.denominator != 1:
            raise Unread("an index that is no whole number")
        return int(found)


def value(node: Term, at: At) -> Matrix:
    """The value of a term; raises :class:`Unread`, or :class:`NoValueError` where it has none."""
    if isinstance(node, Num):
        return scalar(Fraction(node.value))
    if isinstance(node, Abbrev):
        return value(node.body, at)
    if isinstance(node, Sym):
        return _symbol(node, at)
    assert isinstance(node, Op)
    if node.head in _BINDING:
        return _BINDING[node.head](node, at)
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
        return _exact(at.point.values[sym.name][member - 1])
    if name not in at.point.values:
        raise Unread(f"the value of {name}, which the point does not give")
    found = _exact(at.point.values[name])
    if m.shape(found) == (cols, rows) != (rows, cols) and 1 in (rows, cols):
        found = m.transpose(found)
    if m.shape(found) != (rows, cols):
        raise Unread(f"the value of {name}, which has another shape")
    return found


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
    if at.laws is None or "y" not in at.point.laws:
        raise Unread(f"the law of {sym.name}")
    of = next((t.removeprefix("label:") for t in sym.traits if t.startswith("label:")), "x" if member else "x_q")
    covariate = _symbol(Sym(of, ("d", 1), frozenset({"random", "iid"} if member else {"random"})), at, member)
    sign = at.laws.sign(f"sign of {sym.name}[{member}]")
    total: Number = Fraction(0)
    for c, exponents in at.point.laws["y"]:
        factors = [power(x, Fraction(k)) for x, k in zip((*m.transpose(covariate)[0], sign), exponents, strict=True)]
        total = add(total, reduce(multiply, factors, Fraction(c)))
    return scalar(total)


def _exact(found: Any) -> Matrix:
    """A value of the point as a matrix."""
    if isinstance(found, (int, Fraction)):
        return scalar(Fraction(found))
    if isinstance(found, (list, tuple)) and found:
        rows = [row if isinstance(row, (list, tuple)) else [row] for row in found]
        if all(isinstance(x, (int, Fraction)) for row in rows for x in row):
            return m.matrix([[Fraction(x) for x in row] for row in rows])
    raise Unread("a value that is not exact")


# Heads that bind or average ---------------------------------------------------------------------------------

def _expect(node: Op, at: At) -> Matrix:
    laws = at.laws or Laws()
    total: Matrix | None = None
    for weight, outcome in _outcomes(node.args[0], at):
        inside = replace(at, laws=laws if not outcome else Laws(), outcome={**at.outcome, **outcome})
        found = value(node.args[0], inside)
        assert inside.laws is not None
        part = m.scaled(_averaged(found, inside.laws), weight)
        total = part if total is None else m.plus(total, part)
    assert total is not None
    return total


def _averaged(A: Matrix, laws: Laws, fixed: frozenset[str] = frozenset()) -> Matrix:
    def draws(name: str) -> bool:
        return laws.draws(name) and name.partition("[")[0] not in fixed

    return tuple(tuple(mean(x, draws, laws.moment) for x in row) for row in A)


def _outcomes(body: Term, at: At) -> Iterator[tuple[Fraction, dict[str, Matrix]]]:
    """All values of the random covariances in the body, independent of one another, with their probabilities."""
    syms = symbols(body)
    named = {t.removeprefix("cov:") for s in syms for t in s.traits if t.startswith("cov:")} & RANDOM_COVARIANCES
    named |= {s.name for s in syms if s.name in RANDOM_COVARIANCES}
    laws = []
    for name in sorted(named - at.outcome.keys()):
        law = at.point.laws.get(name) or at.point.laws.get(name.replace("new", "tau"))
        if law is None:
            raise Unread(f"the law of {name}")
        laws.append([(name, Fraction(p), _exact(found)) for p, found in law])
    for chosen in product(*laws):
        yield reduce(operator.mul, (p for _, p, _ in chosen), Fraction(1)), {name: A for name, _, A in chosen}


def _expect_given(node: Op, at: At) -> Matrix:
    """The mean over all but some symbols, which are independent of the others."""
    body, *given = node.args
    fixed = {sym.name: sym for sym in given if isinstance(sym, Sym)}
    if next(_outcomes(body, at))[1] or len(fixed) < len(given) or any("label" in s.traits for s in fixed.values()):
        raise Unread("a mean given what is not independent of the rest")
    if at.laws is not None:
        return _averaged(value(body, at), at.laws, frozenset(fixed))
    laws, here = Laws(), at.binding({sym: value(sym, at) for sym in fixed.values() if not sym.has("iid")})
    if any(sym.has("iid") for sym in fixed.values()):
        raise Unread("a mean given a family")
    return _averaged(value(body, replace(here, laws=laws)), laws)


def _grad(node: Op, at: At) -> Matrix:
    """Of a polynomial: the symbol is replaced by variables, by which the value is differentiated."""
    f, X = node.args
    here, inside, names = _varied(X, at)
    found = number(value(f, inside))
    values = {name: x for line, row in zip(names, here, strict=True) for name, x in zip(line, row, strict=True)}
    return tuple(tuple(put_in(derivative(found, name), values) for name in line) for line in names)


def _varied(X: Term, at: At) -> tuple[Matrix, At, tuple[tuple[str, ...], ...]]:
    """The value of a symbol, the point with variables in its place, and their names."""
    if not isinstance(X, Sym):
        raise Unread("a derivative by what is no symbol")
    here = value(X, at)
    names = tuple(tuple(f"{at.depth}.{i}.{j}" for j in range(len(row))) for i, row in enumerate(here))
    inside = replace(at.binding({X: tuple(tuple(map(drawn, line)) for line in names)}), depth=at.depth + 1)
    return here, inside, names


def _curvature(node: Op, at: At) -> Matrix:
    """The second derivative along a line through the point."""
    f, *pairs = node.args
    step = drawn(f"{at.depth}.step")
    moved: dict[Sym, Matrix] = {}
    for sym, direction in zip(pairs[::2], pairs[1::2], strict=True):
        if not isinstance(sym, Sym):
            raise Unread("a derivative by what is no symbol")
        moved[sym] = m.plus(value(sym, at), m.times(scalar(step), value(direction, at)))
    found = number(value(f, replace(at.binding(moved), depth=at.depth + 1)))
    name = f"{at.depth}.step"
    return scalar(put_in(derivative(derivative(found, name), name), {name: Fraction(0)}))


def _where(node: Op, at: At) -> Matrix:
    changes: dict[Sym, Matrix] = {}
    for sym, new in zip(node.args[1::2], node.args[2::2], strict=True):
        if not isinstance(sym, Sym):
            raise Unread("a value put in for what is no symbol")
        changes[sym] = value(new, at)
    return value(node.args[0], at.binding(changes))


def _sum(node: Op, at: At) -> Matrix:
    index, upper, body = node.args
    assert isinstance(index, Sym)
    parts = [value(body, at.binding({index: scalar(k)})) for k in range(1, at.whole(upper) + 1)]
    if not parts:
        raise Unread("an empty sum")
    total = parts[0]
    for part in parts[1:]:
        total = m.plus(total, part)
    return total


def _each(node: Op, at: At) -> list[Matrix]:
    """The values of the body for 1, 2, ..., up to the limit."""
    index, upper, body = node.args
    assert isinstance(index, Sym)
    found = [value(body, at.binding({index: scalar(k)})) for k in range(1, at.whole(upper) + 1)]
    if not found:
        raise Unread("an empty list")
    return found


def _joined(how: str, node: Op, at: At) -> Matrix:
    found, *rest = _each(node, at)
    for one in rest:
        found = PLAIN[how](found, one)
    return found


def _least_over(node: Op, at: At) -> Matrix:
    found, *rest = _each(node, at)
    for one in rest:
        found = PLAIN["least"](found, one)
    return found


def _sum_unequal(node: Op, at: At) -> Matrix:
    i, j, upper, body = node.args
    assert isinstance(i, Sym)
    assert isinstance(j, Sym)
    last = at.whole(upper)
    parts = [value(body, at.binding({i: scalar(a), j: scalar(b)}))
             for a in range(1, last + 1) for b in range(1, last + 1) if a != b]  # fmt: skip
    if not parts:
        raise Unread("an empty sum")
    total = parts[0]
    for part in parts[1:]:
        total = m.plus(total, part)
    return total


def _delta(node: Op, at: At) -> Matrix:
    return scalar(int(at.whole(node.args[0]) == at.whole(node.args[1])))


def _member(node: Op, at: At) -> Matrix:
    family, index = node.args
    if not isinstance(family, Sym):
        raise Unread("a member of what is no family")
    return _symbol(family, at, at.whole(index))


def _power(node: Op, at: At) -> Matrix:
    exponent = number(value(node.args[1], at))
    if not isinstance(exponent, Fraction):
        raise Unread("a power with an exponent that is not exact")
    under = node.args[0].body if isinstance(node.args[0], Abbrev) else node.args[0]
    if isinstance(under, Op) and under.head in LENGTHS and exponent % 2 == 0 < exponent:
        A = value(under.args[0], at)
        return scalar(power(number(inner(A, A)), exponent / 2))  # a polynomial, where the length is none
    base = value(node.args[0], at)
    if m.shape(base) == (1, 1):
        return scalar(power(number(base), exponent))
    if exponent.denominator == 1:
        return m.power(base, int(exponent))
    if exponent == Fraction(1, 2):
        return spectra.half(base)
    if exponent == Fraction(-1, 2):
        return spectra.half(m.inverse(base))
    raise Unread("a power of a matrix")


def _entry(node: Op, at: At) -> Matrix:
    A, i, j = value(node.args[0], at), at.whole(node.args[1]), at.whole(node.args[2])
    rows, cols = m.shape(A)
    if not (1 <= i <= rows and 1 <= j <= cols):
        raise Unread("an entry out of range")
    return scalar(A[i - 1][j - 1])


def _row(node: Op, at: At) -> Matrix:
    A, k = value(node.args[0], at), at.whole(node.args[1])
    if not 1 <= k <= len(A):
        raise Unread("a row out of range")
    return (A[k - 1],)


def _sequence(node: Op, at: At) -> Matrix:
    F, ell, start, step, upto = node.args
    assert isinstance(F, Sym)
    assert isinstance(ell, Sym)
    found = value(start, at)
    for k in range(at.whole(upto)):
        found = value(step, at.binding({F: found, ell: scalar(k)}))
    return found


def _layers(node: Op, at: At) -> Matrix:
    ell, last, body = node.args
    assert isinstance(ell, Sym)
    factors = [value(body, at.binding({ell: scalar(k)})) for k in range(at.whole(last) + 1)]
    if not factors:
        return m.identity(at.size(_rows(body)))
    found = factors[0]
    for factor in factors[1:]:
        found = m.times(found, factor) if node.head == "product_up" else m.times(factor, found)
    return found


def _rows(body: Term) -> str | int:
    found = shape_of(body)
    if found is None:
        raise Unread("the size of an empty product")
    return found[0]


def _activated(node: Op, at: At) -> Matrix:
    h, U, W = node.args
    assert isinstance(h, Sym)
    return functions.value(h, taken(h, at), value(U, at), value(W, at), at.small)


def _jacobian(node: Op, at: At) -> Matrix:
    h, which, *rest = node.args
    assert isinstance(h, Sym)
    U, W, T = (value(arg, at) for arg in rest)
    still = m.zeros(*m.shape(W if at.whole(which) == 1 else U))
    along = (T, still) if at.whole(which) == 1 else (still, T)
    return functions.slope(h, taken(h, at), (U, W), along)


def _gram(node: Op, at: At) -> Matrix:
    K, U, W = node.args
    assert isinstance(K, Sym)
    return functions.gram(K, taken(K, at), value(U, at), value(W, at))


def taken(sym: Sym, at: At) -> tuple[Taken, ...]:
    """What the point says that an unspecified function takes."""
    if sym.name not in at.point.functions:
        raise Unread(f"the values of {sym.name}, which the point does not give")
    return at.point.functions[sym.name]


def _lowest(node: Op, at: At) -> tuple[Matrix, Number]:
    f, *variables = node.args
    there = calculus.varied(value, variables, at, anywhere=True)
    if node.head == "argmin" and len(variables) != 1:
        raise Unread("argmin of several symbols")
    place, least = existence.lowest(number(value(f, there.at)), there, alone=node.head == "argmin")
    shape = m.shape(value(variables[0], there.at))
    return tuple(tuple(place[shape[1] * i + j][0] for j in range(shape[1])) for i in range(shape[0])), least


def _eigenvalue(node: Op, at: At) -> Matrix:
    found, k = spectra.eigenvalues(value(node.args[0], at)), at.whole(node.args[1])
    if not 1 <= k <= len(found):
        raise Unread("an eigenvalue out of range")
    return scalar(found[k - 1])


_BINDING: dict[str, Callable[[Op, At], Matrix]] = {
    "expect": _expect, "expect_given": _expect_given,
    "prediction_on": lambda node, at: prompts.prediction_on(node, value, at), "grad": _grad, "curvature": _curvature, "where": _where, "sum": _sum, "at": _member,
    "^": _power, "entry": _entry, "eigenvalue": _eigenvalue, "row": _row,
    "col": lambda node, at: m.transpose(_row(Op("row", (node.args[0].T, node.args[1])), at)),
    "slope": lambda node, at: calculus.slope(value, node, at),
    "ddt": lambda node, at: calculus.rate(value, node, at),
    "at0": lambda node, at: value(node.args[0], calculus.at_start(value, at)),
    "minimum": lambda node, at: scalar(_lowest(node, at)[1]), "infimum": lambda node, at: scalar(_lowest(node, at)[1]),
    "argmin": lambda node, at: _lowest(node, at)[0],
    "sum_unequal": _sum_unequal, "delta": _delta, "least_over": _least_over,
    "stack_over": lambda node, at: _joined("stack", node, at),
    "beside_over": lambda node, at: _joined("beside", node, at),
    "activated": _activated, "jacobian": _jacobian, "gram": _gram, "kernel_value": _gram,
    "sequence": _sequence, "product_up": _layers, "product_down": _layers,
}  # fmt: skip
