r"""Multidegrees of a term: an upper bound, read off the tree, on how often each letter occurs in each monomial.

This is the degree bound of the grid witness.  A value is a set of multidegrees (letter -> degree).  Pseudo-letters:
``1/N`` counts factors 1/N, ``N`` explicit factors N and sums over samples (each contributes at most one power of N to
an expectation, by Wick: a pairing leaves at most one free sample index for each sum), ``d`` explicit factors d and
identity matrices (each can close to a trace :math:`\mathrm{tr}(I)=d`).  Under an expectation two occurrences of
:math:`x_i` or :math:`x_q` become one of :math:`\Lambda`, and two of w vanish (they join two slots).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..model import Model
from ..statement.fold import Fold, Lacks, Meaning, strict
from ..statement.moments import apart_from_time
from ..statement.terms import Abbrev, Num, Op, Sym, Term

Multidegree = frozenset[tuple[str, int]]
Degrees = frozenset[Multidegree]

ONE: Degrees = frozenset({frozenset()})


def _times(a: Degrees, b: Degrees) -> Degrees:
    return frozenset(_merge(p, q) for p in a for q in b)


def _merge(p: Multidegree, q: Multidegree) -> Multidegree:
    counts = dict(p)
    for name, degree in q:
        counts[name] = counts.get(name, 0) + degree
    return frozenset((name, degree) for name, degree in counts.items() if degree)


def _plus(a: Degrees, b: Degrees) -> Degrees:
    return a | b


def _same(a: Degrees) -> Degrees:
    return a


def _letter(name: str) -> Degrees:
    return frozenset({frozenset({(name, 1)})})


def _lower(part: Multidegree, name: str, by: int = 1) -> Multidegree:
    counts = dict(part)
    counts[name] -= by
    return frozenset((n, k) for n, k in counts.items() if k)


class DegreesAlgebra:
    """Meaning of every head that keeps a term polynomial in its letters and in 1/N; others are lacking."""

    name = "grid"

    def __init__(self, model: Model, loss: Degrees) -> None:
        self.model = model
        self.loss = loss
        """Multidegrees of the population loss, read off its definition by the caller."""
        self.heads: dict[str, Meaning] = {
            "+": strict(_plus), "-": strict(_plus), "neg": strict(_same), "*": strict(_times),
            "/": self._quotient, "^": self._power, "T": strict(_same), "tr": self._trace, "inner": self._inner,
            "at": lambda node, read: _letter("x"), "sum": self._sum, "expect": self._expect,
            "grad": self._grad, "ddt": apart_from_time(self._ddt), "where": self._where,
            "at0": apart_from_time(self._at0),
        }  # fmt: skip

    def number(self, value: Fraction) -> Degrees:
        return ONE if value else frozenset()

    def symbol(self, sym: Sym) -> Degrees:
        if sym.has("zero"):
            return frozenset()
        if sym.has("identity"):
            return ONE
        if sym.name == "L":
            return self.loss
        if sym.has("prompt") or sym.has("derived"):
            raise Lacks(f"grid lacks a degree bound for {sym.name}")
        return _letter(sym.name)

    def _trace(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        inside = read(node.args[0])
        return _times(_letter("d"), inside) | inside if _may_be_identity(node.args[0]) else inside

    def _inner(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        inside = _times(*(read(arg) for arg in node.args))
        return _times(_letter("d"), inside) | inside if all(map(_may_be_identity, node.args)) else inside

    def _quotient(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        below = node.args[1]
        if isinstance(below, Num):
            return read(node.args[0])
        if isinstance(below, Sym) and below.name == "N":
            return _times(read(node.args[0]), _letter("1/N"))
        raise Lacks("grid lacks division by anything but numbers and the number of samples")

    def _power(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        base, exponent = node.args
        if not (isinstance(exponent, Num) and exponent.value.denominator == 1 and exponent.value >= 0):
            raise Lacks("grid lacks powers that are not polynomial")
        result = ONE
        for _ in range(int(exponent.value)):
            result = _times(result, read(base))
        return result

    def _sum(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        index, upper, body = node.args
        if not (isinstance(upper, Sym) and upper.name == "N" and isinstance(index, Sym) and index.has("index")):
            raise Lacks("grid lacks sums over anything but the samples")
        return _times(_letter("N"), read(body))

    def _expect(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        if _has_square_of_w(node.args[0]):
            raise Lacks("grid lacks a degree bound in the dimension where the task meets itself")
        return expectation(read(node.args[0]))

    def _grad(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        f, variable = node.args
        if not isinstance(variable, Sym):
            raise Lacks("grid lacks gradients with respect to anything but a symbol")
        return frozenset(_lower(part, variable.name) for part in read(f) if dict(part).get(variable.name, 0) > 0)

    def _ddt(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        """Chain rule along the flow: lower one parameter by one, times the gradient of the loss in it."""
        parts: set[Multidegree] = set()
        for part in read(node.args[0]):
            for parameter in self.model.parameters:
                if dict(part).get(parameter.name, 0) > 0:
                    velocity = {_lower(p, parameter.name) for p in self.loss if dict(p).get(parameter.name, 0) > 0}
                    parts |= _times(frozenset({_lower(part, parameter.name)}), frozenset(velocity))
        return frozenset(parts)

    def _at0(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        pairs = [part for pair in self.model.initial for part in pair]
        return self._where(Op("where", (node.args[0], *pairs)), read)

    def _where(self, node: Op, read: Callable[[Term], Degrees]) -> Degrees:
        body = read(node.args[0])
        for sym, value in zip(node.args[1::2], node.args[2::2], strict=True):
            assert isinstance(sym, Sym)
            if sym.has("integer"):
                raise Lacks(f"grid lacks a replacement of {sym.name}")
            new = read(value)
            if sym.shape != (1, 1) and _may_be_identity(value):
                new |= _times(_letter("d"), new)  # each may close to a trace of its own
            replaced: set[Multidegree] = set()
            for part in body:
                count = dict(part).get(sym.name, 0)
                rest = _lower(part, sym.name, count) if count else part
                grown: Degrees = frozenset({rest})
                for _ in range(count):
                    grown = _times(grown, new)
                replaced |= grown
            body = frozenset(replaced)
        return body


def expectation(degrees: Degrees) -> Degrees:
    """x and x_q in pairs become Lam; w in pairs joins slots; odd parts vanish."""
    kept: set[Multidegree] = set()
    for part in degrees:
        counts = dict(part)
        x, x_q, w = (counts.pop(name, 0) for name in ("x", "x_q", "w"))
        if x % 2 or x_q % 2 or w % 2:
            continue
        counts["Lam"] = counts.get("Lam", 0) + (x + x_q) // 2
        kept.add(frozenset((name, k) for name, k in counts.items() if k))
    return frozenset(kept)


def _may_be_identity(node: Term) -> bool:
    """Whether some monomial of ``node`` may be a multiple of the identity matrix (scalars count as such)."""
    if isinstance(node, Abbrev):
        return _may_be_identity(node.body)
    if isinstance(node, Sym):
        return node.has("identity") or node.shape == (1, 1)
    if isinstance(node, Op):
        if node.head == "*":
            return all(_may_be_identity(arg) for arg in node.args)
        if node.head in {"+", "-"}:
            return any(_may_be_identity(arg) for arg in node.args)
        empty = node.head == "^" and node.args[1] == Num(Fraction(0))
        return empty or node.head in {"tr", "inner"} or _may_be_identity(node.args[0])
    return True


def _has_square_of_w(node: Term) -> bool:
    if not isinstance(node, Op):
        return False
    names = [a.name for a in _ends(node) if isinstance(a, Sym)]
    return names == ["w", "w"] or any(_has_square_of_w(arg) for arg in node.args)


def _ends(node: Op) -> tuple[Term, ...]:
    """The two factors of a product w^T w, transposition taken off."""
    if node.head == "inner" or node.head == "*":
        return tuple(a.args[0] if isinstance(a, Op) and a.head == "T" else a for a in node.args)
    return ()


def degrees(term: Term, model: Model, loss: Degrees) -> Degrees:
    """Multidegrees of ``term``; raises :class:`Lacks` where the tree gives no bound."""
    return Fold[Degrees](DegreesAlgebra(model, loss))(term)
