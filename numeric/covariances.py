r"""Laws of random covariances: diagonal with independent entries, and not diagonal.

A law draws matrices (n, d, d), symmetric positive definite almost surely.  The diagonal ones are those of Section 4.3
of Zhang, Frei, Bartlett (arXiv 2306.09927), the others of its Lemma 21.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import InputError
from .inputs import covariance, positive_integer
from .laws import Gamma, Law, TwoPoint, exponential

Matrices = NDArray[np.float64]


class CovarianceLaw(Protocol):
    """A law of a random covariance."""

    @property
    def name(self) -> str: ...

    @property
    def d(self) -> int: ...

    def draw(self, n: int, rng: np.random.Generator) -> Matrices:
        """``n`` independent covariances, (n, d, d)."""
        ...


@dataclass(frozen=True, slots=True)
class Diagonal:
    """diag(lambda_1, ..., lambda_d) with independent entries, each with its own law."""

    entries: tuple[Law, ...]

    @property
    def d(self) -> int:
        return len(self.entries)

    @property
    def name(self) -> str:
        names = list(dict.fromkeys(law.name for law in self.entries))
        return f"diagonal, entries {', '.join(names)}"

    def vectors(self, n: int, rng: np.random.Generator) -> Matrices:
        """The diagonals alone, (n, d)."""
        return np.stack([law.draw((n,), rng) for law in self.entries], 1)

    def draw(self, n: int, rng: np.random.Generator) -> Matrices:
        return self.vectors(n, rng)[:, :, None] * np.eye(self.d)

    def moment(self, k: int) -> tuple[Fraction, ...]:
        r"""The diagonal of :math:`E\Lambda^k`, exactly."""
        return tuple(law.moment(k) for law in self.entries)


@dataclass(frozen=True, slots=True)
class Mixture:
    """One of finitely many covariances, with these probabilities."""

    members: tuple[tuple[tuple[float, ...], ...], ...]
    probabilities: tuple[Fraction | float, ...]

    @property
    def d(self) -> int:
        return len(self.members[0])

    @property
    def name(self) -> str:
        return f"one of {len(self.members)} matrices"

    def draw(self, n: int, rng: np.random.Generator) -> Matrices:
        chosen = rng.choice(len(self.members), n, p=[float(p) for p in self.probabilities])
        return np.array(self.members)[chosen]


@dataclass(frozen=True, slots=True)
class Wishart:
    r""":math:`I+GG^\top/k`, G a d x k matrix with independent normal entries."""

    d: int
    k: int

    @property
    def name(self) -> str:
        return f"Wishart({self.k})/{self.k} + I"

    def draw(self, n: int, rng: np.random.Generator) -> Matrices:
        G = rng.standard_normal((n, self.d, self.k))
        return np.eye(self.d) + G @ G.transpose(0, 2, 1) / self.k


@dataclass(frozen=True, slots=True)
class Rotated:
    """A diagonal covariance, rotated by an independent orthogonal matrix (Haar)."""

    diagonal: Diagonal

    @property
    def d(self) -> int:
        return self.diagonal.d

    @property
    def name(self) -> str:
        return f"rotated {self.diagonal.name}"

    def draw(self, n: int, rng: np.random.Generator) -> Matrices:
        Q, R = np.linalg.qr(rng.standard_normal((n, self.d, self.d)))
        # With the signs of R's diagonal moved into Q, Q has the Haar law.
        Q = Q * np.sign(np.diagonal(R, axis1=1, axis2=2))[:, None, :]
        made = (Q * self.diagonal.vectors(n, rng)[:, None, :]) @ Q.transpose(0, 2, 1)
        return (made + made.transpose(0, 2, 1)) / 2


def iid(law: Law, d: int) -> Diagonal:
    """Diagonal with independent, identically distributed entries."""
    return Diagonal((law,) * positive_integer("d", d))


def mixture(members: Sequence[ArrayLike], probabilities: Sequence[float]) -> Mixture:
    """A checked mixture of covariances."""
    checked = [covariance("members", member) for member in members]
    if len(checked) != len(probabilities) or abs(sum(probabilities) - 1) > 1e-12 or min(probabilities) < 0:
        raise InputError(
            f"probabilities must be {len(checked)} non-negative numbers of sum 1, not {tuple(probabilities)!r}. "
            "Pass one for each member."
        )
    return Mixture(tuple(tuple(map(tuple, member.tolist())) for member in checked), tuple(map(float, probabilities)))


def diagonal_laws(d: int) -> tuple[Diagonal, ...]:
    """Exponential, gamma, and two-point entries; the last two with a law of its own for each coordinate."""
    return (
        iid(exponential(1), d),
        Diagonal(tuple(Gamma(Fraction(2) + Fraction(i, 2), Fraction(1, 2)) for i in range(d))),
        Diagonal(tuple(TwoPoint(Fraction(1, 2), Fraction(2) + Fraction(i, 2), Fraction(1, 2)) for i in range(d))),
    )


def general_laws(d: int) -> tuple[CovarianceLaw, ...]:
    """Three that are not diagonal for d > 1: a mixture whose members do not commute, Wishart, rotated gamma."""
    first = np.diag(1 + np.arange(d) / 2)
    second = (np.eye(d) + np.ones((d, d)) / 2) * 0.75
    rotated = Rotated(Diagonal(tuple(Gamma(3 + i, Fraction(1, 3)) for i in range(d))))
    return mixture([first, second], [0.5, 0.5]), Wishart(d, d + 2), rotated
