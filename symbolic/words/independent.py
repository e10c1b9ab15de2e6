r"""Sums over independent samples written out: which of their indices coincide, and how often that occurs.

A word with several sums over the same sample, such as :math:`XYY^\top X^\top=\sum_{i,j}y_iy_jx_ix_j^\top`, is the sum
over all ways in which the indices coincide; r different indices outside those that are fixed have
:math:`M(M-1)\cdots(M-r+1)` values.  In each way the sample number b has its own letters ``x@b`` (Gaussian) and
``y@b`` (a named scalar), which are independent for different b.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from ..errors import InputError
from .calculus import shape_of
from .letters import Dim, Letter, Word, basis, letter
from .matrices import Matrix, Value, plus, times, trace
from .normal import dimension
from .opaque import rebuilt
from .scalars import ATOMS, ONE, Atom, Mono, Scalar
from .structure import mentions, names, names_in
from .substitution import substitute
from .terms_of import term_list
from .weights import SAMPLE, ones, sample_basis


def of_sample(name: str, b: str) -> str:
    """The name of the member of a family in sample ``b``."""
    return f"{name}@{b}"


def has_samples(value: Value, dim: Dim) -> bool:
    """Whether sums over ``dim`` samples occur that are not sums of Gaussian vectors alone."""
    for _, word, mono in term_list(value):
        atoms = [ATOMS[k] for k, _ in mono]
        hidden = [x for a in atoms if a.kind != "cycle" for x in names_in(a)]
        if any(isinstance(x, Letter) and dim in (x.rows, x.cols) for x in hidden):
            return True
        open_and_closed = [*word, *(x for a in atoms if a.kind == "cycle" for x in a.args)]
        if any(x.covariance is None and x.index is None and dim in (x.rows, x.cols) for x in open_and_closed):
            return True
    return False


def written_out(value: Value, dim: Dim) -> Value:
    """``value`` with all sums over ``dim`` samples written out in the letters of single samples.

    Raises :class:`InputError` where samples occur in another way than in sums and single members.
    """
    rows, cols = shape_of(value)
    total: Value = Matrix.zero(rows, cols)
    for term, word, mono in term_list(value):
        cut = _Term(word, mono, dim, rows, cols)
        if len(cut.fixed) == 2 and not all(i.isdigit() for i in cut.fixed):
            new = _of_two(term, cut, dim)
        else:
            new = times(_coefficient(term), cut.value())
        total = plus(total, new)
    return total


def _of_two(term: Value, cut: _Term, dim: Dim) -> Value:
    r"""A term with the single members i and j, which may be the same:
    :math:`t_{i\ne j}+\delta_{ij}(t_{i=j}-t_{i\ne j})`."""
    i, j = (basis(name, dim) for name in cut.fixed)
    apart = times(_coefficient(term), cut.value())
    same = written_out(substitute(term, {j: Matrix.of(i)}), dim)
    delta = cast(Scalar, Matrix.of(i).T * Matrix.of(j))
    return plus(apart, times(delta, plus(same, -apart)))


def _coefficient(term: Value) -> Scalar:
    (factor,) = (term,) if isinstance(term, Scalar) else term.terms.values()
    ((_, c),) = factor.terms.items()
    return Scalar({(): c})


@dataclass(frozen=True)
class _Junction:
    """A place where samples are summed (or single members meet there), with the diagonal letters that weigh it."""

    weights: tuple[Scalar, ...]
    members: tuple[str, ...]

    @property
    def fixed(self) -> str | None:
        return self.members[0] if self.members else None


@dataclass(frozen=True)
class _Piece:
    """What stands between two junctions of a word, given by their numbers."""

    word: Word
    left: int | None
    right: int | None

    def value(self, labels: list[str]) -> Value:
        """The piece where the sample of junction number k is ``labels[k]``."""
        inner = list(self.word)
        factors: list[Value] = []
        if self.left is not None:
            factors.append(_member(inner.pop(0).t, labels[self.left]).T)
        last = [] if self.right is None else [_member(inner.pop(), labels[self.right])]
        return _product([*factors, *map(Matrix.of, inner), *last])


class _Cut:
    """Words cut at the places where samples are summed; junctions are numbered through all words."""

    def __init__(self, dim: Dim) -> None:
        self.dim = dim
        self.junctions: list[_Junction] = []

    def pieces(self, word: Word) -> list[_Piece]:
        """The pieces of an open word, or of a closed one, turned so that it does not start inside a junction."""
        start = next((i for i, x in enumerate(word) if x.rows != self.dim), None)
        if start is None:
            raise InputError("a trace over samples alone has no expectation here.")
        word = word[start:] + word[:start]
        found: list[_Piece] = []
        left: int | None = None
        begin = i = 0
        while i < len(word):
            i += 1
            if word[i - 1].cols != self.dim:
                continue
            stop = i
            while word[stop].weight is not None:
                stop += 1
            ends = tuple(x.index for x in (word[i - 1], word[stop]) if x.index is not None)
            weights = tuple(cast(Scalar, x.weight) for x in word[i:stop])
            found.append(_Piece(word[begin:i], left, len(self.junctions)))
            left, begin, i = len(self.junctions), stop, stop
            self.junctions.append(_Junction(weights, ends))
        return [*found, _Piece(word[begin:], left, None)]


class _Term:
    """A product of an open word and closed words, cut at the places where samples are summed."""

    def __init__(self, word: Word, mono: Mono, dim: Dim, rows: Dim, cols: Dim) -> None:
        if dim in (rows, cols):
            raise InputError("a matrix with one row or column for each sample has no expectation here.")
        self.dim = dim
        cut = _Cut(dim)
        self.shape = Matrix.zero(rows, cols)
        self.open = [] if (rows, cols) == (1, 1) or not word else cut.pieces(word)
        self.identity = (rows, cols) != (1, 1) and not word
        self.closed: list[list[_Piece]] = []
        self.others: list[Scalar] = []
        rest = []
        for k, e in mono:
            a = ATOMS[k]
            if not any(isinstance(x, Letter) and dim in (x.rows, x.cols) for x in names_in(a)):
                rest.append((k, e))
            elif a.kind == "cycle" and isinstance(e, int) and e > 0:
                self.closed += [cut.pieces(a.args) for _ in range(e)]
            elif a.kind == "opaque" and isinstance(e, int) and e > 0:
                self.others.append(a.power(e))
            else:
                raise InputError(f"({a.power(e)}) is no polynomial in the samples: its expectation is not known.")
        self.junctions = cut.junctions
        self.rest = Scalar({tuple(rest): ONE.terms[()]})
        indices = {x.index for value in self.others for x in names(value)
                   if isinstance(x, Letter) and x.index is not None and x.rows == dim}
        self.fixed = sorted({str(i) for i in indices}.union(*(j.members for j in self.junctions)))
        if len(self.fixed) > 2 and not all(i.isdigit() for i in self.fixed):
            raise InputError(f"the samples {', '.join(self.fixed)} may coincide: give numbers or a sum.")

    def value(self) -> Value:
        """The sum over all coincidences, single members with different names being different."""
        total: Value = self.shape
        if any(len(set(j.members)) > 1 for j in self.junctions):
            return total
        for labels, count in _coincidences([j.fixed for j in self.junctions], self.fixed, dimension(self.dim)):
            total = plus(total, times(count, self.at(labels)))
        return times(self.rest, total)

    def at(self, labels: list[str]) -> Value:
        """The term where the sample of junction number k is ``labels[k]``."""
        factor = ONE
        for word in self.closed:
            factor = factor * trace(_product([piece.value(labels) for piece in word]))
        for junction, b in zip(self.junctions, labels, strict=True):
            for g in junction.weights:
                factor = factor * _at(g, self.dim, b)
        e = Matrix.of(sample_basis(self.dim))
        for value in self.others:
            for b in self.fixed:
                value = _at(cast(Scalar, substitute(value, {basis(b, self.dim): e})), self.dim, b)
            factor = factor * value
        if self.identity:
            return times(factor, Matrix.identity(cast(Matrix, self.shape).rows))
        return times(factor, _product([piece.value(labels) for piece in self.open])) if self.open else factor


def _product(values: list[Value]) -> Value:
    out: Value = ONE
    for value in values:
        out = times(out, value)
    return out


def _member(x: Letter, b: str) -> Value:
    """Column ``b`` of a letter with one column for each sample."""
    plain = x.original
    if x.index is not None or plain is ones(plain.rows):
        return ONE
    if x.covariance is not None and not x.flipped:
        return Matrix.of(letter(of_sample(x.name, b), x.rows, 1, covariance=x.covariance))
    if x.flipped and x.rows == 1:
        return Scalar.symbol(of_sample(plain.name, b))
    raise InputError(f"{x} has no members: only Gaussian samples and vectors of labels or noise have.")


def _at(g: Scalar, dim: Dim, b: str) -> Scalar:
    """The weight ``g`` at sample ``b``: every ``X e_?`` in it becomes the letter of that sample."""

    def read(a: Atom) -> Scalar | None:
        if not mentions(a, (sample_basis(dim),)):
            return None
        if a.kind == "opaque":
            return rebuilt(a, tuple(_at(x, dim, b) for x in a.args))
        if a.kind != "cycle":
            raise InputError(f"{a.power()} is no polynomial in the samples: its expectation is not known.")
        cut = _Cut(dim)
        pieces = cut.pieces(a.args)
        if any(set(j.members) != {SAMPLE} for j in cut.junctions):
            raise InputError(f"the weight {g} has sums or other members in it: its expectation is not known.")
        return trace(_product([piece.value([b] * len(cut.junctions)) for piece in pieces]))

    return g.map_atoms(read)


def _coincidences(fixed: list[str | None], known: list[str], size: Scalar) -> Iterator[tuple[list[str], Scalar]]:
    """Every way in which the free indices coincide with each other and with the known ones, and its frequency."""

    def extend(place: int, labels: list[str], new: int, count: Scalar) -> Iterator[tuple[list[str], Scalar]]:
        if place == len(fixed):
            yield list(labels), count
            return
        own = fixed[place]
        if own is not None:
            yield from extend(place + 1, [*labels, own], new, count)
            return
        for b in [*known, *(f"*{n}" for n in range(1, new + 1))]:
            yield from extend(place + 1, [*labels, b], new, count)
        more = count * (size - len(known) - new)
        yield from extend(place + 1, [*labels, f"*{new + 1}"], new + 1, more)

    return extend(0, [], 0, ONE)
