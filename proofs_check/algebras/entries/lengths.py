r"""How many prompt lengths decide an identity for every prompt length.

Write a term as :math:`P/(N^kQ)`, one common denominator for all entries.  Then P is polynomial in N of bounded degree:

* a sum over samples adds at most one: under the expectation, a product of p such sums is a sum over the coincidence
  patterns of p indices, and a pattern with q distinct values contributes :math:`N(N-1)\cdots(N-q+1)` times a moment
  that does not depend on N; a matrix product contracted over samples is such a sum, and each factor with one leg of
  length N counts one half;
* without an expectation, the coefficient of a monomial in r distinct samples is polynomial in N of degree at most
  p - r once N >= r: values N = 1, ..., p + 1 still decide it;
* an index that runs up to N counts as N where it is a number, and so does the upper limit of a sum;
* products add degrees, inverses of n x n matrices are adjugates over determinants.

Both sides agree for every N iff :math:`P_1N^{k_2}Q_2-P_2N^{k_1}Q_1` vanishes: a polynomial of degree at most m, zero as
soon as it vanishes at m + 1 values of N.  With several lengths (N, M, B) the bound holds for each, unless members of
one family run up to two of them: as many as the smaller are in both sums.  Beside a member x_k that is named, P is
polynomial from N = k on, and smaller values are tried one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ...statement.fold import Lacks
from ...statement.indices import last_member, lengths_of_members
from ...statement.shape import shape
from ...statement.terms import Abbrev, Dim, Num, Op, Sym, Term, symbols
from .needs import is_length, lengths_in, letters_of

UNKNOWN_SAMPLE = (1, 2, 3)
"""Lengths tried where no bound is known; the scope then names just these."""


@dataclass(frozen=True, slots=True)
class Degree:
    """Bounds for :math:`P/(N^kQ)`: degree of P, the power k, degree of Q."""

    num: Fraction = Fraction(0)
    k: int = 0
    other: Fraction = Fraction(0)

    def __mul__(self, b: Degree) -> Degree:
        return Degree(self.num + b.num, self.k + b.k, self.other + b.other)

    def __add__(self, b: Degree) -> Degree:
        """Of a sum or difference, over the common denominator."""
        k = max(self.k, b.k)
        num = max(self.num + k - self.k + b.other, b.num + k - b.k + self.other)
        return Degree(num, k, self.other + b.other)

    @property
    def trivial(self) -> bool:
        return not (self.num or self.k or self.other)

    def power(self, exponent: int) -> Degree:
        return Degree(self.num * exponent, self.k * exponent, self.other * exponent)

    def inverse(self, n: int) -> Degree:
        r""":math:`N^kQ\,\mathrm{adj}(P)/\det P` for an n x n matrix."""
        return Degree(self.k + self.other + (n - 1) * self.num, 0, n * self.num)


NAMED = 3
"""The last member that may be named beside a sum for a bound to be of use."""


class NoBound(Exception):
    """No degree bound is known for a term."""


SAMPLE = Degree(Fraction(1))
LOSS = Degree(Fraction(2), 2)
PREDICTION = Degree(Fraction(1), 1)
LINEAR = frozenset({
    "T", "tr", "neg", "vec", "row", "col", "entry", "at", "expect", "unvec", "per_prompt",
})
PLACED = frozenset({"at", "entry", "row", "col"})
ADDED = frozenset({"+", "-", "block", "stack", "beside"})
MULTIPLIED = frozenset({"*", "inner", "kron"})


def values_needed(terms: Iterable[Term], d: int) -> tuple[int, ...] | None:
    """1, ..., m + 1 for the identity between two terms (or of one with zero), up to k + m where the member k is named;
    None where no bound is known, or more would be needed than :data:`NAMED`."""
    sides = tuple(terms)
    last = last_member(sides)
    if last > NAMED or any(map(_differ, lengths_of_members(sides).values())):
        return None
    try:
        difference = Degree()
        for node in sides:
            difference = difference + degree(node, d)
    except NoBound:
        return None
    return tuple(range(1, int(difference.num) + max(last, 1) + 1))


def _differ(lengths: Iterable[str]) -> bool:
    """Whether these are two lengths, of which either may be the smaller: N and N + 1 are one."""
    return len({length.replace(" ", "").removesuffix("+1") for length in lengths}) > 1


def degree(node: Term, d: int) -> Degree:
    """Bounds for ``node`` at dimension ``d``; NoBound where none is known."""
    if isinstance(node, Num):
        return Degree()
    if isinstance(node, Abbrev):
        return degree(node.body, d)
    if isinstance(node, Sym):
        return _symbol(node)
    assert isinstance(node, Op)
    head, args = node.head, node.args
    if head in PLACED and any(_names_a_member(arg) for arg in args[1:]):
        raise NoBound
    if head in {"columns", "unknowns"}:
        return SAMPLE
    if head in LINEAR:
        return degree(args[0] if head != "per_prompt" else args[1], d)
    if head in MULTIPLIED or head in ADDED:
        result = degree(args[0], d)
        for arg in args[1:]:
            other = degree(arg, d)
            result = result * other if head in MULTIPLIED else result + other
        return result
    if head == "/":
        return _quotient(args, d)
    if head == "^":
        return _power(args, d)
    if head in {"sum", "stack_over", "beside_over"}:
        return _family(args, d)
    if head == "grad":
        body = degree(args[0], d)
        return Degree(body.num + body.other, body.k, 2 * body.other)
    if head == "ddt":
        body = degree(args[0], d)
        return Degree(body.num + body.other, body.k, 2 * body.other) * LOSS
    if head in {"at0", "where"}:
        if not all(degree(value, d).trivial for value in args[2::2]):
            raise NoBound
        return degree(args[0], d)
    if head == "prediction":
        # Sums over the samples, divided by the length: a power of N, or another polynomial such as N + 1.
        length = degree(args[2], d)
        by_length = PREDICTION if isinstance(args[2], Sym) else Degree(length.num, 0, length.num)
        return degree(args[0], d) * degree(args[1], d) * by_length
    if all(degree(arg, d).trivial for arg in args):
        return Degree()
    raise NoBound


def _symbol(sym: Sym) -> Degree:
    name = sym.name.partition("@")[0]
    if is_length(sym):
        return SAMPLE
    if sym.has("derived"):
        return LOSS if name.startswith("L") else PREDICTION
    if sym.has("index"):
        ranges = [t.removeprefix("range:") for t in sym.traits if t.startswith("range:")]
        return SAMPLE if any(map(letters_of, ranges)) else Degree()
    return Degree(Fraction(sum(len(letters_of(dim)) for dim in sym.shape), 2))


def _names_a_member(index: Term) -> bool:
    """Whether an index depends on a length otherwise than as the member or column behind all others, N + 1, or as one
    that is summed over: how often x_i and x_(j+3) coincide is no polynomial from N = 1 on."""
    match index:
        case Op(head="+", args=(Sym() as length, Num(value))) if is_length(length) and value == 1:
            return False
        case Sym():
            return is_length(index)
    return any(not _symbol(sym).trivial for sym in symbols(index))


def _quotient(args: tuple[Term, ...], d: int) -> Degree:
    above = degree(args[0], d)
    if isinstance(args[1], Sym) and is_length(args[1]):
        return Degree(above.num, above.k + 1, above.other)
    below = degree(args[1], d)
    return Degree(above.num + below.k + below.other, above.k, above.other + below.num)


def _power(args: tuple[Term, ...], d: int) -> Degree:
    base = degree(args[0], d)
    if base.trivial and degree(args[1], d).trivial:
        return base
    if not isinstance(args[1], Num) or args[1].value.denominator > 1:
        raise NoBound
    exponent = int(args[1].value)
    if exponent >= 0:
        return base.power(exponent)
    return base.inverse(_size(args[0], d)).power(-exponent)


def _size(node: Term, d: int) -> int:
    """A bound on the size of a square matrix; none where it may grow with a length."""
    try:
        rows = node.sym.shape[0] if isinstance(node, Abbrev) else shape(node)[0]
    except Lacks:
        if lengths_in([node]):
            raise NoBound from None
        return (d + 1) ** 2
    sizes: dict[Dim, int] = {1: 1, "d": d, "d+1": d + 1, "(d+1)^2": (d + 1) ** 2}
    if rows not in sizes:
        raise NoBound
    return sizes[rows]


def _family(args: tuple[Term, ...], d: int) -> Degree:
    upper, body = degree(args[1], d), degree(args[2], d)
    # What is summed over counts as the length that it runs up to, by its range; a sum up to 5 - N is no polynomial.
    if not upper.trivial and (not _is_long_enough(args[1]) or degree(args[0], d).trivial):
        raise NoBound
    if body.other:
        raise NoBound  # the members' denominators may differ
    return body if upper.trivial else body * Degree(upper.num)


def _is_long_enough(upper: Term) -> bool:
    """Whether a sum up to there is polynomial in the length from 1 on: the length, or one less, or more."""
    match upper:
        case Op(head="+", args=(Sym(), Num(value))):
            return value >= -1
        case Op(head="-", args=(Sym(), Num(value))):
            return value <= 1
    return isinstance(upper, Sym)
