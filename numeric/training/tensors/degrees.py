"""Arrays of degrees: of each entry, a bound on its degree as a polynomial in everything that is drawn.

They are read like any other array, so that a degree is that of the very formula whose values are drawn.  What is no
polynomial has the degree :data:`UNBOUNDED` in all that it is made of.  An entry that is certainly 0 has none.  Beside
the degrees stand parities, of what happens when all that is drawn under one name changes its sign, and what is
multiplied, or otherwise mixed, with what: where nothing is, a sum falls apart into independent ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

UNBOUNDED = 1 << 20
EVEN, ODD = 1, 2
"""Parities are sets: both together say that nothing is known."""


class NoDegree(ArithmeticError):
    """A function of which no degree is known."""


Mixed = frozenset[tuple[str, str]]
Powers = Mapping[str, np.ndarray]


@dataclass(frozen=True, eq=False)
class Degree:
    """Of one array; the batch counts for nothing."""

    nonzero: np.ndarray
    """(rows, columns): where an entry may be other than 0."""
    powers: Powers
    """By what is drawn: (rows, columns)."""
    parities: Powers
    """By what is drawn: (rows, columns)."""
    mixed: Mixed = frozenset()
    """Pairs of names, in order."""

    __array_priority__ = 1000

    @staticmethod
    def constant(rows: int, columns: int) -> Degree:
        """Of numbers of which nothing is known."""
        return Degree(np.ones((rows, columns), bool), {}, {})

    @staticmethod
    def drawn(name: str, rows: int, columns: int, degree: int = 1) -> Degree:
        """Of what is drawn under this name; a law with finitely many atoms has degree 0, as no rule is needed."""
        powers, parities = ({name: np.full((rows, columns), value)} for value in (degree, ODD))
        return Degree(np.ones((rows, columns), bool), powers, parities)

    @staticmethod
    def of(value: Any) -> Degree:
        if isinstance(value, Degree):
            return value
        if isinstance(value, Tensor):
            return Degree((value.detach() != 0).flatten(0, -3).any(0).cpu().numpy(), {}, {})
        return Degree(np.full((1, 1), bool(value != 0)), {}, {})

    @property
    def shape(self) -> torch.Size:
        return torch.Size((1, *self.nonzero.shape))

    def __len__(self) -> int:
        return 1

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self.powers)

    def most(self, name: str) -> int:
        """The degree of the array in what has this name."""
        powers = self.powers.get(name)
        return 0 if powers is None else int(np.where(self.nonzero, powers, 0).max(initial=0))

    def is_even(self, name: str) -> bool:
        """Whether no entry changes when all that has this name changes its sign."""
        return bool((self._parity(name)[self.nonzero] == EVEN).all())

    def _each(self, change: Callable[[np.ndarray], np.ndarray]) -> Degree:
        """Of a function that moves entries."""
        powers, parities = ({name: change(p) for name, p in parts.items()} for parts in (self.powers, self.parities))
        return Degree(change(self.nonzero), powers, parities, self.mixed)

    @property
    def mT(self) -> Degree:
        return self._each(np.transpose)

    def __getitem__(self, place: Any) -> Degree:
        inner = place[1:] if isinstance(place, tuple) else ()
        return self._each(lambda part: part[inner])

    def expand(self, *sizes: int) -> Degree:
        rows, columns = (was if size == -1 else size for was, size in zip(self.shape[1:], sizes[1:], strict=True))
        return self._each(lambda part: np.broadcast_to(part, (rows, columns)))

    def sum(self, dim: int, keepdim: bool = True) -> Degree:
        axis = dim - 1 if dim > 0 else dim
        nonzero = np.asarray(self.nonzero.any(axis, keepdims=True))
        powers = {name: self._power(name).max(axis, keepdims=True) for name in self.names}
        parities = {name: np.bitwise_or.reduce(self._parity(name), axis, keepdims=True) for name in self.names}
        return Degree(nonzero, powers, parities, self.mixed)

    def __neg__(self) -> Degree:
        return self

    def __add__(self, other: Any) -> Degree:
        b = Degree.of(other)
        nonzero = self.nonzero | b.nonzero
        powers, parities = {}, {}
        for name in self.names | b.names:
            powers[name] = np.maximum(self._power(name), b._power(name))
            parities[name] = self._parity(name) | b._parity(name)
        return Degree(nonzero, powers, parities, self.mixed | b.mixed)

    __radd__ = __sub__ = __rsub__ = __add__

    def __mul__(self, other: Any) -> Degree:
        b = Degree.of(other)
        nonzero = self.nonzero & b.nonzero
        powers, parities = {}, {}
        for name in self.names | b.names:
            powers[name] = _limited(self._power(name) + b._power(name))
            parities[name] = _parity_of_product(self._parity(name), b._parity(name))
        return Degree(nonzero, powers, parities, _together(self, b))

    __rmul__ = __mul__

    def __matmul__(self, other: Any) -> Degree:
        return _product(self, Degree.of(other))

    def __rmatmul__(self, other: Any) -> Degree:
        return _product(Degree.of(other), self)

    def _power(self, name: str) -> np.ndarray:
        powers = self.powers.get(name)
        return np.zeros_like(self.nonzero, int) if powers is None else np.where(self.nonzero, powers, 0)

    def _parity(self, name: str) -> np.ndarray:
        """Of an entry that is 0 none."""
        parities = self.parities.get(name)
        return np.where(self.nonzero, EVEN if parities is None else parities, 0)

    def unknown(self, rows: int, columns: int, each: bool = False) -> Degree:
        """Of a function that is no polynomial; with ``each`` of every entry on its own."""
        powers, parities = {}, {}
        for name in self.names:
            moves, turns = self._power(name) > 0, self._parity(name) & ODD > 0
            if not each:
                moves, turns = (np.full((rows, columns), part.any()) for part in (moves, turns))
            powers[name], parities[name] = np.where(moves, UNBOUNDED, 0), np.where(turns, EVEN | ODD, EVEN)
        return Degree(np.ones((rows, columns), bool), powers, parities, _pairs(self.names, self.names) | self.mixed)

    def _bent(self) -> Degree:
        rows, columns = self.nonzero.shape
        return self.unknown(rows, columns, each=True)

    exp = tanh = sin = cos = relu = abs = sqrt = reciprocal = _bent

    def inverse(self) -> Degree:
        return self.unknown(len(self.nonzero), self.nonzero.shape[1])

    half = inverse

    def eigenvalues(self) -> Degree:
        return self.unknown(len(self.nonzero), 1)

    # Of constants that take the shape or the kind of this array.
    def new_ones(self, *sizes: int) -> Tensor:
        return torch.ones(*sizes, dtype=torch.float64)

    def new_full(self, size: tuple[int, ...], value: float) -> Tensor:
        return torch.full(size, value, dtype=torch.float64)


def _product(a: Degree, b: Degree) -> Degree:
    """For every name the largest sum along the inner index at which both entries may be other than 0."""
    both = a.nonzero[:, :, None] & b.nonzero[None]
    powers, parities = {}, {}
    for name in a.names | b.names:
        sums = a._power(name)[:, :, None] + b._power(name)[None]
        powers[name] = _limited(np.where(both, sums, 0).max(1, initial=0))
        found = _parity_of_product(a._parity(name)[:, :, None], b._parity(name)[None])
        parities[name] = np.bitwise_or.reduce(found, 1)
    return Degree(both.any(1), powers, parities, _together(a, b))


def _parity_of_product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Nothing where a factor is 0."""
    even = (a & b & EVEN > 0) | (a & b & ODD > 0)
    odd = ((a & EVEN > 0) & (b & ODD > 0)) | ((a & ODD > 0) & (b & EVEN > 0))
    return np.where(even, EVEN, 0) | np.where(odd, ODD, 0)


def _limited(powers: np.ndarray) -> np.ndarray:
    return np.minimum(powers, UNBOUNDED)


def _together(a: Degree, b: Degree) -> Mixed:
    return a.mixed | b.mixed | _pairs(a.names, b.names)


def _pairs(first: frozenset[str], second: frozenset[str]) -> Mixed:
    return frozenset((min(x, y), max(x, y)) for x in first for y in second if x != y)


def joined_degrees(parts: list[Any], dim: int) -> Degree:
    """Side by side (2) or one above the other (1)."""
    found = [Degree.of(part) for part in parts]
    names = frozenset().union(*(part.names for part in found))
    return Degree(
        np.concatenate([part.nonzero for part in found], dim - 1),
        {name: np.concatenate([part._power(name) for part in found], dim - 1) for name in names},
        {name: np.concatenate([part._parity(name) for part in found], dim - 1) for name in names},
        frozenset().union(*(part.mixed for part in found)),
    )
