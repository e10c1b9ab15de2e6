"""Dimensions as polynomials in their names, so that ``n+1`` is ``1+n`` and ``d(d+1)`` is ``d^2+d``."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod

from .trees import Dim, Num, Op, Sym, Term

Monomial = tuple[str, ...]


@dataclass(frozen=True)
class Size:
    """A number of rows or columns: monomials in the names of dimensions, each with its coefficient, in order."""

    terms: tuple[tuple[Monomial, int], ...]

    def __add__(self, other: Size) -> Size:
        return _size(Counter(dict(self.terms)), dict(other.terms))

    def __mul__(self, other: Size) -> Size:
        found: Counter[Monomial] = Counter()
        for a, m in self.terms:
            for b, n in other.terms:
                found[tuple(sorted((*a, *b)))] += m * n
        return _size(found, {})

    def __str__(self) -> str:
        return "+".join(_text(monomial, count) for monomial, count in self.terms) or "0"

    def where(self, values: Mapping[str, Size | None]) -> Size | None:
        """With sizes in place of names; None where one that occurs is not known."""
        if not any(name in values for monomial, _ in self.terms for name in monomial):
            return self
        found = _size(Counter(), {})
        for monomial, count in self.terms:
            factor = size(count)
            for name in monomial:
                value = values.get(name, size(name))
                if value is None:
                    return None
                factor = factor * value
            found = found + factor
        return found

    def value(self, sizes: Mapping[str, int]) -> int | None:
        """The number, with these sizes; None where one that occurs is not known.

        >>> size("d(d+1)").value({"d": 3}), size("d").value({})
        (12, None)
        """
        if not all(name in sizes for monomial, _ in self.terms for name in monomial):
            return None
        return sum(count * prod(sizes[name] for name in monomial) for monomial, count in self.terms)

    def over(self, other: Size) -> Size | None:
        """The quotient by a single monomial, where it is one."""
        if len(other.terms) != 1:
            return None
        (below, by), found = other.terms[0], Counter[Monomial]()
        for monomial, count in self.terms:
            rest = Counter(monomial)
            rest.subtract(below)
            if count % by or min(rest.values(), default=0) < 0:
                return None
            found[tuple(sorted(rest.elements()))] += count // by
        return _size(found, {})


def _size(counts: Counter[Monomial], more: Mapping[Monomial, int]) -> Size:
    total = Counter(counts)
    for monomial, count in more.items():
        total[monomial] += count
    kept = [(monomial, count) for monomial, count in total.items() if count]
    return Size(tuple(sorted(kept, key=lambda item: (-len(item[0]), item[0]))))


def _text(monomial: Monomial, count: int) -> str:
    powers = [f"{name}^{k}" if k > 1 else name for name, k in Counter(monomial).items()]
    return "*".join([*([str(count)] if count != 1 or not powers else []), *powers])


ONE = Size((((), 1),))


@lru_cache(maxsize=1 << 10)
def size(dim: Dim) -> Size:
    """The size that a dimension names; what is not written as a polynomial is a name of its own.

    >>> size("n+1") == size("1+n"), str(size("d(d+1)")), str(size("(d+1)^2"))
    (True, 'd^2+d', 'd^2+2*d+1')
    """
    if isinstance(dim, int):
        return Size((((), dim),)) if dim else Size(())
    written = re.sub(r"([\w)])\(", r"\1*(", dim.replace("^", "**").replace(" ", ""))
    try:
        return _parsed(ast.parse(written, mode="eval").body)
    except (SyntaxError, ValueError):
        return Size((((dim,), 1),))


def _parsed(node: ast.expr) -> Size:
    match node:
        case ast.Name(id=name):
            return Size((((name,), 1),))
        case ast.Constant(value=int(value)):
            return size(value)
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _parsed(left) + _parsed(right)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _parsed(left) + size(-1) * _parsed(right)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _parsed(left) * _parsed(right)
        case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(k))) if 0 <= k <= 8:
            found = ONE
            for _ in range(k):
                found = found * _parsed(left)
            return found
    raise ValueError(node)


def size_of_term(node: Term) -> Size | None:
    """The size that a whole number in a statement is, such as the upper limit of a sum; None where it is not told."""
    match node:
        case Num(value=value):
            return size(int(value)) if value.denominator == 1 else None
        case Sym(name=name, shape=(1, 1)):
            return size(name)
        case Op(head="+" | "-" | "*" as head, args=(a, b)):
            left, right = size_of_term(a), size_of_term(b)
            if left is None or right is None:
                return None
            return left * right if head == "*" else left + right if head == "+" else left + size(-1) * right
    return None
