"""Means of polynomials in what is drawn: Gaussians by Isserlis, noise by its first moments, signs on the line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from ..statement.laws import RANDOM_COVARIANCES, STANDARD
from ..statement.terms import Sym
from .matrices import Matrix, shape, transpose
from .numbers import Number, Unread, drawn

MOST = 12
"""The largest order of a moment: there are (n - 1)!! pairings."""


def parameters_of(sym: Sym) -> Iterator[Sym]:
    """The covariance, or the standard deviation, that a random symbol names, with what is known of it."""
    degenerate = sym.has("degenerate")
    for kind, _, name in (trait.partition(":") for trait in sym.traits):
        if kind == "cov" and name != STANDARD and name not in RANDOM_COVARIANCES:
            definite = "psd" if degenerate else "posdef"
            yield Sym(name, (sym.shape[0], sym.shape[0]), frozenset({"symmetric", definite}))
        if kind == "std":
            yield Sym(name, (1, 1), frozenset({"nonnegative" if degenerate else "positive"}))


@dataclass
class Laws:
    """What is known of the random numbers that occur."""

    covariances: dict[str, Matrix] = field(default_factory=dict)
    """Of Gaussian vectors, by their names; of noise with its variance alone."""
    normal: set[str] = field(default_factory=set)
    signs: set[str] = field(default_factory=set)
    rotations: dict[str, int] = field(default_factory=dict)
    """Uniformly random orthogonal matrices of more than one dimension, with that."""

    def sign(self, name: str) -> Number:
        """1 or -1, with equal probabilities."""
        self.signs.add(name)
        return drawn(f"{name}#0")

    def values(self, sym: Sym, member: int | None, rows: int, covariance: Matrix | None) -> Matrix:
        """The random vector, or number, as polynomials in its entries."""
        name = f"{sym.name}[{member}]"
        if sym.has("haar"):
            if rows == 1:
                return ((self.sign(name),),)
            self.rotations[name] = rows
            return tuple(tuple(drawn(f"{name}#{rows * i + j}") for j in range(rows)) for i in range(rows))
        if covariance is not None and shape(covariance) == (rows, rows):
            self.covariances[name] = covariance
            if sym.has("normal") or not sym.has("noise"):
                self.normal.add(name)
        else:
            raise Unread(f"the law of {sym.name}")
        return transpose((tuple(drawn(f"{name}#{k}") for k in range(rows)),))

    def draws(self, variable: str) -> bool:
        """Whether the variable of a polynomial is an entry of something random."""
        name = variable.rpartition("#")[0]
        return name in self.covariances or name in self.signs or name in self.rotations

    def moment(self, mono: tuple[str, ...]) -> Fraction:
        """The mean of a product."""
        if not mono:
            return Fraction(1)
        if len(mono) > MOST:
            raise Unread(f"a moment of order {len(mono)}")
        first, *rest = mono
        name, _, place = first.rpartition("#")
        same = [k for k, other in enumerate(rest) if other.rpartition("#")[0] == name]
        if name in self.signs:
            others = tuple(x for k, x in enumerate(rest) if k not in same)
            return Fraction(0) if len(same) % 2 == 0 else self.moment(others)
        if name in self.rotations:
            return self._of_rotation(name, int(place), [int(rest[k].rpartition("#")[2]) for k in same]) * (
                self.moment(tuple(x for k, x in enumerate(rest) if k not in same))
            )
        if name not in self.normal and len(same) > 1:
            raise Unread("a moment of noise of which the variance alone is known")
        total = Fraction(0)
        for k in same:
            other = int(rest[k].rpartition("#")[2])
            entry = self.covariances[name][int(place)][other]
            if not isinstance(entry, Fraction):
                raise Unread("a covariance that is not exact")
            total += entry * self.moment(tuple(rest[:k] + rest[k + 1 :])) if entry else 0
        return total

    def _of_rotation(self, name: str, first: int, others: list[int]) -> Fraction:
        """The mean of a product of entries: 0 of odd order, and E Q_ij Q_kl = [i = k][j = l] / d."""
        if len(others) % 2 == 0:
            return Fraction(0)
        if len(others) > 1:
            raise Unread("a moment of the fourth order of a random rotation")
        return Fraction(int(first == others[0]), self.rotations[name])
