r"""Stationary points of the population loss off the invariant block, at fixed d, by exact linear algebra.

For an eigenvector q of :math:`\Lambda` (unit, eigenvalue :math:`\delta`, :math:`\Gamma q=gq`) the point
:math:`U_{11}=0,u_{-1}=0,u_{12}=q,u_{21}=g^{-1}q` is stationary; its loss is above the least one when d > 1.  It lies on
the curve :math:`(cq,c^{-1}g^{-1}q)` of such points, so its Hessian has a kernel.  Where the kernel is that curve's
tangent and all other eigenvalues are positive, the point is a local minimum (Morse-Bott lemma): a spurious one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import fmpq, fmpq_mat, fmpq_mpoly

from .critical.inertia import inertia
from .entries import loss
from .entries.names import Names
from .errors import InputError


@dataclass(frozen=True)
class Stationary:
    """The point with the first eigenvector; ``inertia``: how many eigenvalues of the Hessian are > 0, < 0 and = 0."""

    eigenvalues: tuple[Fraction, ...]
    N: int
    excess: Fraction
    """The loss there minus the least loss."""
    inertia: tuple[int, int, int]
    kernel_is_tangent: bool
    """Whether the tangent of the curve of such points is in the kernel of the Hessian."""

    @property
    def is_spurious_minimum(self) -> bool:
        return self.excess > 0 and self.inertia[1:] == (0, 1) and self.kernel_is_tangent

    @property
    def is_saddle(self) -> bool:
        return self.inertia[0] > 0 and self.inertia[1] > 0


def rank_one_point(eigenvalues: Sequence[Fraction | int], N: int) -> Stationary:
    r"""The stationary point for :math:`\Lambda=\mathrm{diag}(eigenvalues)` and its first unit vector.

    Raises InputError where the eigenvalues are not positive, or N is no positive integer.
    """
    lam = tuple(Fraction(x) for x in eigenvalues)
    if not lam or min(lam) <= 0:
        raise InputError(f"eigenvalues must be positive, not {[str(x) for x in lam]}: pass those of a definite Lam.")
    if not isinstance(N, int) or N < 1:
        raise InputError(f"N must be a positive integer, not {N!r}: pass 1, 2, ...")
    d, mean = len(lam), sum(lam, Fraction(0)) / N
    gammas = [(1 + Fraction(1, N)) * x + mean for x in lam]
    L, names = _loss(d)
    context = L.context()
    parameters = names.parameters
    values = {name: Fraction(0) for name in parameters}
    values[names.u12[0]] = Fraction(1)
    values[names.u21[0]] = 1 / gammas[0]
    point = _point(names, lam, N, values)
    arguments = [point[name] for name in context.names()]
    slopes = [L.derivative(name) for name in parameters]
    if any(slope(*arguments) != 0 for slope in slopes):
        raise InputError("the point is not stationary: pass positive eigenvalues and N >= 1.")
    scale = fmpq(1) / fmpq(N) ** 2
    H = fmpq_mat(len(parameters), len(parameters), [
        slope.derivative(name)(*arguments) * scale for slope in slopes for name in parameters
    ])
    least = sum((x - x * x / g for x, g in zip(lam, gammas, strict=True)), Fraction(0)) / 2
    here = fmpq(L(*arguments)) * scale
    tangent = fmpq_mat(len(parameters), 1, [_fmpq(_tangent(names, name, values)) for name in parameters])
    image = H * tangent
    return Stationary(
        lam, N, Fraction(int(here.p), int(here.q)) - least, inertia(H),
        all(image[i, 0] == 0 for i in range(len(parameters))),
    )


@lru_cache(maxsize=4)
def _loss(d: int) -> tuple[fmpq_mpoly, Names]:
    found = loss(d, general=False)
    return found.numerator, found.names


def _point(names: Names, lam: tuple[Fraction, ...], N: int, values: dict[str, Fraction]) -> dict[str, fmpq]:
    point = {name: _fmpq(value) for name, value in values.items()}
    for i, row in enumerate(names.Lam):
        if row[i] != "0":
            point[row[i]] = _fmpq(lam[i])
    point[names.N] = fmpq(N)
    return point


def _tangent(names: Names, name: str, values: dict[str, Fraction]) -> Fraction:
    """The direction of the curve ``(c u12, u21 / c)`` at c = 1."""
    if name in names.u12:
        return values[name]
    return -values[name] if name in names.u21 else Fraction(0)


def _fmpq(value: Fraction) -> fmpq:
    return fmpq(value.numerator, value.denominator)
