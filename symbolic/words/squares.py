r"""Sums of squares: certificates that a scalar is >= 0 for all values of its letters.

A closed word :math:`w^\top mw`, or :math:`\mathrm{tr}(mw\,n\,w^\top)`, with semi-definite (or absent) m and n is a
square of the half word w.  Others, :math:`w_i^\top mw_j`, are products of two halves.  A scalar is >= 0 where its terms
can be put into Gram matrices, one entry for each pair of halves, that are positive semi-definite, what is left being
>= 0 term by term.  Beside its closed words a term has scalars: the product of the halves of squares with the scalars
:math:`\rho_i^2,\rho_j^2` has the scalars :math:`\rho_i\rho_j`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from .letters import Dim, Word, transposed
from .normal import closed, opened
from .scalars import ATOMS, ONE, ZERO, Atom, Exponent, Mono, Scalar, add_all

SIZES = frozenset({"d", "M", "n", "N"})
"""Scalars that stand in the entries of Gram matrices: dimensions and lengths, which are positive."""


class Half(NamedTuple):
    """One way to read a term as a square: ``rest`` times the square of the half word."""

    rest: Mono
    bilinear: bool
    left: Word
    right: Word
    half: Word


def is_sum_of_squares(value: Scalar) -> bool:
    """Whether Gram matrices show that ``value`` is not negative (False: not shown)."""
    terms = _by_content(value)
    crossing = {mono for mono in terms if not _is_square(mono)}
    if not crossing:
        return all(map(_is_nonnegative, terms.values()))
    squares = [(mono, half) for mono in terms if _is_square(mono) for half in _halves(mono)]
    edges = _edges(squares, crossing)
    if any(mono not in edges for mono in crossing):
        return False
    gram = _Gram(terms, edges)
    return gram.is_semidefinite() and all(
        _is_nonnegative(c) for mono, c in terms.items() if _is_square(mono) and mono not in gram.used
    )


def forced_to_vanish(value: Scalar) -> list[Half]:
    """The halves that are 0 where a sum of squares is: those of positive definite Gram matrices, and of single squares.

    Only halves beside no other factor than sizes are listed: others may vanish with what stands beside them.
    """
    terms = _by_content(value)
    crossing = {mono for mono in terms if not _is_square(mono)}
    squares = [(mono, half) for mono in terms if _is_square(mono) for half in _halves(mono)]
    gram = _Gram(terms, _edges(squares, crossing))
    inside = [half for _, half in gram.nodes] if gram.is_semidefinite(strictly=True) else []
    alone = [half for mono, half in squares if mono not in gram.used and _is_nonnegative(terms[mono])]
    return [half for half in (*inside, *alone) if not half.rest]


def _by_content(value: Scalar) -> dict[Mono, Scalar]:
    """The terms without sizes, each with its coefficient, a function of the sizes."""
    found: dict[Mono, Scalar] = {}
    for mono, c in value.terms.items():
        sizes = tuple((k, e) for k, e in mono if _is_size(ATOMS[k]))
        rest = tuple(pair for pair in mono if pair not in sizes)
        found[rest] = found.get(rest, ZERO) + Scalar({sizes: c})
    return {mono: c for mono, c in found.items() if c}


def _is_size(a: Atom) -> bool:
    if a.kind == "root":
        return all(_is_size(b) for b in a.args[0].atoms())
    return a.kind == "symbol" and a.name in SIZES and a.sign_hint == 1


def _is_square(mono: Mono) -> bool:
    """Whether the product is known to be >= 0."""
    return all(ATOMS[k].sign or (isinstance(e, int) and e % 2 == 0) for k, e in mono)


def _halves(mono: Mono) -> Iterator[Half]:
    """The ways to read a term as a square of a half word, and as one of scalars alone."""
    for k, e in mono:
        a = ATOMS[k]
        if a.kind == "cycle" and isinstance(e, int) and e > 0:
            rest = tuple((n, x - 1 if n == k else x) for n, x in mono if n != k or x != 1)
            if a.args[0].rows == 1:
                yield from (Half(rest, True, m, (), half) for m, half in _middles(a.args))
            else:
                yield from (Half(rest, False, *parts) for parts in _rotations(a.args))


def _middles(word: Word) -> Iterator[tuple[Word, Word]]:
    r"""(m, w) with the word :math:`w^\top mw`."""
    n = len(word)
    if word == transposed(word):
        core = word[n // 2 : (n + 1) // 2]
        if all(x.semidefinite for x in core):
            yield core, word[(n + 1) // 2 :]


def _rotations(word: Word) -> Iterator[tuple[Word, Word, Word]]:
    r"""(m, n, w) with the closed word :math:`m\,w\,n\,w^\top`."""
    length = len(word)
    for base in dict.fromkeys((word, transposed(word))):
        for i in range(length):
            turned = base[i:] + base[:i]
            for start in (0, 1):
                if start and not turned[0].semidefinite:
                    continue
                body = turned[start:]
                k = len(body) // 2
                core = body[k : len(body) - k]
                mirrored = body[:k] == transposed(body[len(body) - k :])
                if (k or start) and mirrored and all(x.semidefinite for x in core):
                    yield turned[:start], core, body[:k]


class Edge(NamedTuple):
    first: tuple[Mono, Half]
    second: tuple[Mono, Half]


def _edges(squares: list[tuple[Mono, Half]], crossing: set[Mono]) -> dict[Mono, Edge]:
    """For each crossing term two squares of whose halves it is the product."""
    found: dict[Mono, Edge] = {}
    for i, first in enumerate(squares):
        for second in squares[i + 1 :]:
            mono = _product(first[1], second[1])
            if mono in crossing:
                found.setdefault(mono, Edge(first, second))
    return found


def _product(a: Half, b: Half) -> Mono | None:
    """The term that two halves make, if it is one term with the coefficient 1."""
    if (a.bilinear, a.left, a.right) != (b.bilinear, b.left, b.right):
        return None
    if a.bilinear:
        cross = add_all(c for _, c in opened(transposed(a.half) + a.left + b.half, 1, 1))
    elif _shape(a) != _shape(b):
        return None
    else:
        cross = closed(a.left + a.half + a.right + transposed(b.half), _shape(a)[0])
    scalars = _geometric_mean(a.rest, b.rest)
    if scalars is None or len(cross.terms) != 1:
        return None
    ((mono, c),) = (cross * scalars).terms.items()
    return mono if c.is_one else None


def _shape(a: Half) -> tuple[Dim, Dim]:
    word = a.half or a.left or a.right
    return word[0].rows, word[-1].cols


def _geometric_mean(a: Mono, b: Mono) -> Scalar | None:
    exponents: dict[int, Exponent] = {}
    for k, e in (*a, *b):
        exponents[k] = exponents.get(k, 0) + e
    if any(Fraction(e).denominator != 1 or Fraction(e) % 2 for e in exponents.values()):
        return None
    out = ONE
    for k, e in exponents.items():
        out = out * ATOMS[k].power(int(e) // 2)
    return out


class _Gram:
    """The Gram matrices: nodes are squares, an edge is the half of the coefficient of a crossing term."""

    def __init__(self, terms: dict[Mono, Scalar], edges: dict[Mono, Edge]) -> None:
        self.nodes = list(dict.fromkeys(node for edge in edges.values() for node in edge))
        self.used = {mono for mono, _ in self.nodes}
        shares = [mono for mono, _ in self.nodes]
        self.entries = {
            (i, i): terms[mono] * Fraction(1, shares.count(mono)) for i, (mono, _) in enumerate(self.nodes)
        }
        for mono, edge in edges.items():
            i, j = (self.nodes.index(node) for node in edge)
            half = terms[mono] * Fraction(1, 2)
            self.entries[i, j] = self.entries[j, i] = self.entries.get((i, j), ZERO) + half

    def is_semidefinite(self, strictly: bool = False) -> bool:
        """By elimination without division: every pivot is positive, or (not ``strictly``) its row is 0."""
        left = list(range(len(self.nodes)))
        entries = dict(self.entries)
        while left:
            p, left = left[0], left[1:]
            pivot = entries.get((p, p), ZERO)
            if pivot.is_zero():
                if strictly or any(not entries.get((p, j), ZERO).is_zero() for j in left):
                    return False
                continue
            if not _is_nonnegative(pivot):
                return False
            if not any(not entries.get((p, j), ZERO).is_zero() for j in left):
                continue
            # The rest times the pivot, which is positive: the sign of the form does not change.
            entries = {
                (i, j): pivot * entries.get((i, j), ZERO)
                - entries.get((p, i), ZERO) * entries.get((p, j), ZERO)
                for i in left for j in left
            }  # fmt: skip
        return True


def is_positive_given(value: Scalar, positive: list[Scalar]) -> bool:
    """Whether ``value`` is certainly positive where the ``positive`` ones are (False: not shown).

    It is one of them times a positive function of sizes, or a sum of terms >= 0 one of which is a product of such.
    """
    terms = _by_content(value)
    if any(_is_multiple(value, terms, x) for x in positive):
        return True
    known = {k for x in positive if len(x.terms) == 1 for mono in x.terms for k, _ in mono if len(mono) == 1}
    if not all(_is_nonnegative(c) and _is_square(mono) for mono, c in terms.items()):
        return False
    return any(all(k in known or _is_definite(ATOMS[k]) for k, _ in mono) for mono in terms)


def _is_multiple(value: Scalar, terms: dict[Mono, Scalar], x: Scalar) -> bool:
    mono, c = next(iter(_by_content(x).items()), ((), ZERO))
    if mono not in terms or not c:
        return False
    factor = terms[mono] / c
    return _is_nonnegative(factor) and bool(factor) and (value - factor * x).is_zero()


def _is_definite(a: Atom) -> bool:
    """The trace of one or two positive definite letters."""
    return a.kind == "cycle" and len(a.args) <= 2 and all(x.definite for x in a.args)


def _is_nonnegative(c: Scalar) -> bool:
    """Of a function of sizes: whether its terms are certainly >= 0, and then > 0 where it is not 0."""
    return all(
        ratio.sign() > 0 and all(ATOMS[k].kind == "symbol" or _is_nonnegative(ATOMS[k].args[0]) for k, _ in mono)
        for mono, ratio in c.terms.items()
    )
