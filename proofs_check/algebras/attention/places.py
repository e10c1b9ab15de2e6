"""Where a statement about attention is read: sizes, values of its symbols, concrete activations and laws.

A symbol has one value at a place, from a stream named after the statement's id, the symbol and (of a family) its
member, so that a twin is read where its statement was.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import flint
import numpy as np

from numeric.attention.activations import Activation
from numeric.attention.jets import Jet, Number
from numeric.attention.orbits import in_balls, rationals
from numeric.psd import cayley
from numeric.streams import generator

from ...spoken import at_sizes
from ...statement.fold import Lacks
from ...statement.terms import Dim, Sym
from ...verdict import Point, Taken
from ..arrays import Array
from .laws import Law
from .roles import Roles

QUARTER = 2
"""The turn by a right angle, whose square is -I where d is even."""
_NONE = rationals([[]])
_UNTOLD = frozenset({"identity", "zero", "mask"})
"""What everyone knows the value of."""


@dataclass(frozen=True, eq=False)
class Place:
    """One choice of everything that a statement leaves open."""

    owner: str
    sizes: Mapping[str, int]
    arithmetic: str
    """``exact``, ``balls`` or ``floats``."""
    activations: Mapping[str, Activation]
    """By the symbol's name."""
    law: Law
    signed: bool = False
    """Orthogonal symbols are signed permutations, the elements of the group that the law of the covariates has."""
    small: bool = False
    """Small integers only, so that fractions stay short."""
    vanishing: frozenset[str] = frozenset()
    """Symbols that are 0 here."""
    turn: int = 0
    """Which orthogonal matrices these are: general ones, their mirror images, or turns by a right angle."""
    turned: Mapping[str, Array] = field(default_factory=dict)
    """Orthogonal symbols, and others, that have these values, by name."""
    unit: frozenset[str] = frozenset()
    """Columns of length 1: up to its sign a column of the identity, whose length is known exactly."""
    seed: int | None = None
    roles: Roles = field(default_factory=Roles)
    values: dict[tuple[str, int | None], Array] = field(default_factory=dict)
    told: set[tuple[str, int | None]] = field(default_factory=set)
    """Those that one asks for."""
    taken: dict[str, list[Taken]] = field(default_factory=dict)
    """Exact values of the activations where they are met."""
    roots: dict[tuple[str, int], Array] = field(default_factory=dict)
    """Square roots that one asks for."""

    def size(self, dim: Dim) -> int:
        """The integer that a dimension such as ``n+1`` denotes here."""
        if isinstance(dim, int):
            return dim
        head, _, tail = dim.partition("+")
        if head not in self.sizes:
            raise Lacks(f"attention lacks a size for {dim}")
        return self.sizes[head] + (int(tail) if tail else 0)

    def converted(self, exact: Array) -> Array:
        """Exact rationals in this arithmetic."""
        if self.arithmetic == "exact":
            return exact
        if self.arithmetic == "balls":
            return in_balls(exact)
        return np.vectorize(lambda v: int(v.p) / int(v.q), otypes=[float])(exact)

    def number(self, value: Fraction | int) -> Array:
        return self.converted(rationals([[Fraction(value)]]))

    def value(self, sym: Sym, member: int | None = None) -> Array:
        """The value of a symbol, or of a member of a family."""
        key = (sym.name, member)
        if key not in self.values:
            self.values[key] = self.converted(self._exact(sym, member))
            if not sym.traits & _UNTOLD:
                self.told.add(key)
        return self.values[key]

    def root(self, name: str, size: int) -> Array:
        """The exact square root of the positive definite symbol of this name."""
        if (name, size) not in self.roots:
            self.roots[name, size] = self._root(name, size)
        return self.roots[name, size]

    def _root(self, name: str, size: int) -> Array:
        rng = self._stream(f"root of {name} {size}")
        if size == 1:
            return rationals([[Fraction(int(rng.integers(2, 5)), 2)]])
        L = np.eye(size, dtype=int)
        L[np.tril_indices(size, -1)] = rng.choice([-1, 1], size * (size - 1) // 2)
        return rationals((L @ np.diag(1 + np.arange(size) % 2) @ L.T).tolist())

    def _exact(self, sym: Sym, member: int | None) -> Array:
        rows, cols = (self.size(dim) for dim in sym.shape)
        if self.turned.get(sym.name, _NONE).shape == (rows, cols):
            return self.turned[sym.name]
        if sym.name in self.vanishing or sym.has("zero"):
            return rationals([[0] * cols] * rows)
        if sym.has("identity"):
            return rationals(np.eye(rows, dtype=int).tolist())
        if sym.has("mask"):
            return rationals(np.diag([1] * (rows - 1) + [0]).tolist())
        if sym.has("orthogonal"):
            return self._orthogonal(sym.name, rows)
        if sym.has("posdef"):
            S = self.root(sym.name, rows)
            return S @ S
        rng = self._stream(f"{sym.name} {member} {rows}x{cols}")
        if sym.name in self.unit and cols == 1:
            sign, place = int(rng.choice([-1, 1])), int(rng.integers(rows))
            return rationals([[sign * (row == place)] for row in range(rows)])
        if self.small:
            drawn = rng.choice([-3, -1, 2, 4], (rows, cols))  # no two of them cancel
            A = rationals((drawn.astype(object) * Fraction(1)).tolist())
        else:
            drawn = rng.choice([-1, 1], (rows, cols)) * rng.integers(1, 24, (rows, cols))
            A = rationals([[Fraction(int(v), 12) for v in row] for row in drawn])
        if sym.has("psd"):
            return A @ A.T
        if sym.has("symmetric"):
            return A + A.T
        if sym.has("invertible") and rows == cols:
            return A + rationals((9 * np.eye(rows, dtype=int)).tolist())
        if sym.has("layer"):
            return rationals([[int(rng.integers(0, self.number_of_layers + 1))]])
        if sym.traits & {"random", "index", "integer"}:
            raise Lacks(f"attention lacks a value for {sym.name}")
        return abs(A) if sym.traits & {"positive", "nonnegative"} else A

    def _orthogonal(self, name: str, size: int) -> Array:
        rng = self._stream(f"orthogonal {name} {size}")
        if size == 1:
            return rationals([[-1]])
        if self.signed:
            Q = np.zeros((size, size), dtype=int)
            Q[range(size), rng.permutation(size)] = rng.choice([-1, 1], size)
            return rationals(Q.tolist())
        if self.turn == QUARTER:
            return rationals(
                [
                    [(j == i + 1) - (i == j + 1) if i // 2 == j // 2 else 0 for j in range(size)]
                    if i < size - size % 2
                    else [int(i == j) for j in range(size)]
                    for i in range(size)
                ]
            )
        skew = [Fraction(int(v), 2) for v in rng.choice([-3, -1, 1, 2], size * (size - 1) // 2)]
        found = cayley(size, skew)
        flip = (-1 if rng.integers(2) else 1) * (-1) ** self.turn
        return rationals([[found[i, j] * (flip if j == 0 else 1) for j in range(size)] for i in range(size)])

    def _stream(self, what: str) -> np.random.Generator:
        return generator(self.owner, f"attention {what}", self.seed)

    def describe(self, names: Collection[str] | None = None) -> str:
        """The sizes, the functions and the law; of ``names``, where only these are to be told."""
        sizes = at_sizes(self.sizes, self.sizes if names is None else names)
        named = ", ".join(f"{name}: {h.name}" for name, h in self.activations.items())
        letter = self.law.name.partition(" = ")[0]
        law = f"; {self.law.name}" if self.law.used and (names is None or letter in names) else ""
        return f"{sizes}; {named}{law}" if named else f"{sizes}{law}"

    def another(self, **changes: Any) -> Place:
        """A place like this, with nothing read yet."""
        return replace(self, values={}, told=set(), taken={}, roots={}, **changes)

    @property
    def number_of_layers(self) -> int:
        """The number of the last layer."""
        return self.sizes[self.roles.layers]

    @property
    def dims(self) -> tuple[int, ...]:
        """The dimension of the covariates."""
        return (self.sizes[self.roles.dimension],)

    def plain(self, failed: str = "") -> Point:
        """The sizes and exact values as data; what the unspecified functions are is said in words."""
        values: dict[str, Any] = {}
        for name, member in sorted(self.told & self.values.keys(), key=str):
            value = self.values[name, member]
            if self.arithmetic == "exact" and value.ndim == 2:
                rows = _fractions(value)
                values[name if member is None else f"{name}[{member}]"] = rows[0][0] if value.size == 1 else rows
        for (name, size), root in self.roots.items():
            rows = _fractions(root @ root)
            values.setdefault(name, rows[0][0] if size == 1 else rows)
        said = "; ".join(filter(None, (self.describe().partition("; ")[2], failed)))
        return Point(dict(self.sizes), values, said, {name: tuple(rows) for name, rows in self.taken.items()})

    def note(self, name: str, U: Number, W: Number, value: Number) -> None:
        """Keep an exact value of an activation, as data."""
        if self.arithmetic == "exact" and not any(isinstance(A, Jet) or A.ndim != 2 for A in (U, W, value)):
            rows = Taken((_fractions(U), _fractions(W)), _fractions(value))
            if rows not in self.taken.setdefault(name, []):
                self.taken[name].append(rows)

    def shown(self) -> str:
        """The values met so far."""
        found = []
        for (name, member), value in sorted(self.values.items(), key=str):
            plain = _plain(value)
            if plain and (name, member) in self.told:
                found.append(f"{name}{'' if member is None else f'_{member}'} = {plain}")
        return ", ".join(found)


def _fractions(value: Any) -> list[list[Fraction]]:
    return [[Fraction(int(v.p), int(v.q)) for v in row] for row in value]


def _plain(value: Array) -> str:
    def text(v: Any) -> str:
        return v.str(8, radius=False) if isinstance(v, flint.arb) else str(v)

    if value.ndim != 2 or value.size > 16:
        return ""
    if value.size == 1:
        return text(value[0, 0])
    return "[" + ", ".join("[" + ", ".join(map(text, row)) + "]" for row in value) + "]"
