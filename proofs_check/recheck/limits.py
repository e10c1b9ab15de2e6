"""Limits along the integers, decided exactly by the second evaluator: of sequences with linear recurrences.

All entries of the term lie in a space of sequences that is closed under shifts; its dimension is bounded by the tree
(powers of a matrix, sums, recursions that are affine with constant coefficients).  Then as many terms as twice that
dimension determine the shortest recurrence (Berlekamp and Massey), and the sequence tends to 0 if and only if all roots
of its polynomial are less than 1 in modulus (Schur and Cohn).  Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from re import findall
from typing import TYPE_CHECKING

from ..statement.binding import free_symbols
from ..statement.terms import Abbrev, Num, Op, Sym, Term, symbols
from . import matrices as m
from .matrices import Matrix
from .numbers import Unread, subtract

if TYPE_CHECKING:
    from .terms import At

Read = Callable[[Term, "At"], Matrix]
Coefficients = list[Fraction]
LINEAR = frozenset({"neg", "T", "tr", "entry", "row", "col", "vec", "diag"})
"""Heads whose entries are sums of entries of the first argument."""
SUMS = frozenset({"+", "-", "stack", "beside", "block"})
PRODUCTS = frozenset({"*", "inner", "kron"})
MOST = 40
"""The largest dimension that is looked at."""


def tends(read: Read, body: Term, limit: Term, n: Sym, at: At) -> bool:
    """Whether ``body`` tends to ``limit`` as the integer n grows; raises :class:`Unread` where it has no recurrence."""
    if n in free_symbols(limit):
        raise Unread("a limit that moves")
    if any(n.name in findall(r"\w+", str(dim)) for s in symbols(body) | symbols(limit) for dim in s.shape):
        raise Unread("a limit along dimensions")
    count = 2 * (_dimension(read, body, n, at) + 1)
    if count > MOST:
        raise Unread("a limit of what has no short recurrence")
    value = read(limit, at)
    terms = [_flat(read(body, at.binding({n: m.scalar(k)})), value) for k in range(1, count + 1)]
    return all(_is_stable(shortest(list(entry))) for entry in zip(*terms, strict=True))


def _flat(A: Matrix, limit: Matrix) -> Coefficients:
    if m.shape(A) != m.shape(limit):
        raise Unread("sides of different shapes")
    gaps = [subtract(x, y) for a, b in zip(A, limit, strict=True) for x, y in zip(a, b, strict=True)]
    if any(not isinstance(gap, Fraction) for gap in gaps):
        raise Unread("the limit of what is not exact")
    return [gap for gap in gaps if isinstance(gap, Fraction)]


def _dimension(read: Read, node: Term, n: Sym, at: At) -> int:
    """Of a space, closed under n -> n + 1, that all entries lie in for n = 1, 2, ..."""
    if isinstance(node, Abbrev):
        return _dimension(read, node.body, n, at)
    if n not in free_symbols(node):
        return 1
    if node == n:
        return 2
    assert isinstance(node, Op)
    inside = [arg for arg in node.args if isinstance(arg, Term)]
    if node.head in LINEAR:
        _still(inside[1:], n)
        return _dimension(read, inside[0], n, at)
    if node.head in SUMS:
        return sum(_dimension(read, arg, n, at) for arg in inside)
    if node.head in PRODUCTS:
        return _dimension(read, inside[0], n, at) * _dimension(read, inside[1], n, at)
    if node.head == "/":
        _still(inside[1:], n)
        return _dimension(read, inside[0], n, at)
    if node.head == "^":
        _still(inside[:1], n)
        _grows(inside[1], n)
        return m.square(read(inside[0], at))
    if node.head == "sum":
        i, upper, body = inside
        assert isinstance(i, Sym)
        _still([body], n)
        _grows(upper, n)
        return _dimension(read, body, i, at) + 1
    if node.head == "sequence":
        return _recursion(read, node, n, at)
    raise Unread(f"the growth of {node.head}")


def _recursion(read: Read, node: Op, n: Sym, at: At) -> int:
    F, ell, start, step, upto = node.args
    assert isinstance(F, Sym)
    assert isinstance(ell, Sym)
    _still([start] if n == ell else [start, step], n)  # in the step ell is bound
    _grows(upto, n)
    rows, cols = m.shape(read(start, at))
    return rows * cols + _beside(read, step, F, ell, at)


def _beside(read: Read, node: Term, F: Sym, ell: Sym, at: At) -> int:
    """The dimension of what an affine step adds; raises where it is not affine in F with constant coefficients."""
    if isinstance(node, Abbrev):
        return _beside(read, node.body, F, ell, at)
    if F not in free_symbols(node):
        return _dimension(read, node, ell, at)
    if node == F:
        return 0
    assert isinstance(node, Op)
    inside = [arg for arg in node.args if isinstance(arg, Term)]
    if node.head in LINEAR | {"/"}:
        if any(s in free_symbols(arg) for arg in inside[1:] for s in (F, ell)):
            raise Unread("a recursion that is not affine")
        return _beside(read, inside[0], F, ell, at)
    if node.head in SUMS:
        return sum(_beside(read, arg, F, ell, at) for arg in inside)
    if node.head in PRODUCTS:
        still = [arg for arg in inside if not {F, ell} & free_symbols(arg)]
        moving = [arg for arg in inside if arg not in still]
        if len(moving) == 1:
            return _beside(read, moving[0], F, ell, at)
    raise Unread("a recursion that is not affine with constant coefficients")


def _still(nodes: list[Term], n: Sym) -> None:
    if any(n in free_symbols(node) for node in nodes):
        raise Unread("what grows in another place than a recurrence")


def _grows(node: Term, n: Sym) -> None:
    """That this is n + c with a whole number c >= -1."""
    match node:
        case Sym() if node == n:
            return
        case Op(head="+" | "-" as head, args=(Sym() as first, Num(value=c))) if first == n:
            if c.denominator == 1 and (c if head == "+" else -c) >= -1:
                return
    raise Unread("an exponent or a length that is not n + c")


# Recurrences ---------------------------------------------------------------------------------------------------

def shortest(terms: Coefficients) -> Coefficients:
    """The polynomial z^k - c_1 z^(k-1) - ... of the shortest recurrence u_j = c_1 u_(j-1) + ... + c_k u_(j-k).

    >>> shortest([Fraction(x) for x in (1, 1, 2, 3, 5, 8)])
    [Fraction(1, 1), Fraction(-1, 1), Fraction(-1, 1)]
    """
    now, before = [Fraction(1)], [Fraction(1)]
    length, since, last = 0, 1, Fraction(1)
    for k, term in enumerate(terms):
        miss = term + sum((now[j] * terms[k - j] for j in range(1, min(length, len(now) - 1) + 1)), Fraction(0))
        if miss == 0:
            since += 1
            continue
        factor, kept = miss / last, now
        now = now + [Fraction(0)] * (len(before) + since - len(now))
        now = [x - (factor * before[j - since] if 0 <= j - since < len(before) else 0) for j, x in enumerate(now)]
        if 2 * length <= k:
            length, before, last, since = k + 1 - length, kept, miss, 1
        else:
            since += 1
    return now[: length + 1] + [Fraction(0)] * (length + 1 - len(now))


def _is_stable(p: Coefficients) -> bool:
    """Whether all roots are less than 1 in modulus."""
    while len(p) > 1:
        first, last = p[0], p[-1]
        if abs(last) >= abs(first):
            return False
        p = [first * x - last * y for x, y in zip(p, reversed(p), strict=True)][:-1]
    return True
