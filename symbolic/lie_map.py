r"""The Lie derivative as a linear map on monomials, evaluated at points modulo a prime.

Nothing is expanded: at a point x the derivative of a monomial is :math:`x^m\sum_im_iF_i(x)/x_i`, so a row of the
matrix costs one evaluation of the field.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from flint import Ordering, fmpq, nmod_mat, nmod_mpoly_ctx

from .errors import InputError
from .vector_field import Field

PRIME = 2**61 - 1
SPARE = 4
"""So many more points than unknowns: then the expected rank is the full one."""

Exponents = tuple[int, ...]


def monomials_up_to(variables: int, degree: int) -> list[Exponents]:
    """Exponents of total degree 1..degree, high degrees first, so that kernels come out in echelon by degree."""

    def of_degree(slots: int, total: int) -> list[Exponents]:
        if slots == 1:
            return [(total,)]
        return [(first, *rest) for first in range(total, -1, -1) for rest in of_degree(slots - 1, total - first)]

    return [m for total in range(degree, 0, -1) for m in of_degree(variables, total)]


@dataclass(frozen=True)
class Sample:
    """The field mod p at one random point of parameter space, and random points of phase space."""

    field: Field
    seed: int

    @cached_property
    def velocities(self) -> list[dict[Exponents, int]]:
        """Each velocity: exponents of the variables, and the coefficient mod p (zero ones are kept)."""
        rng = random.Random(self.seed)
        fixed = {name: rng.randrange(1, PRIME) for name in self.field.parameters}
        names = self.field.context.names()
        phase = [names.index(name) for name in self.field.variables]
        outside = [(names.index(name), value) for name, value in fixed.items()]
        powers: dict[tuple[int, int], int] = {}
        numbers: dict[fmpq, int] = {}
        out = []
        for velocity in self.field.velocities:
            terms: dict[Exponents, int] = {}
            for exponents, c in velocity.to_dict().items():
                value = numbers.get(c)
                if value is None:
                    value = numbers[c] = _modular(c)
                for slot, base in outside:
                    e = exponents[slot]
                    if e:
                        power = powers.get((slot, e))
                        if power is None:
                            power = powers[slot, e] = pow(base, int(e), PRIME)
                        value = value * power % PRIME
                key = tuple([exponents[slot] for slot in phase])
                terms[key] = (terms.get(key, 0) + value) % PRIME
            out.append(terms)
        return out

    def points(self, count: int) -> list[tuple[list[int], list[int]]]:
        """``count`` points: the coordinates and the logarithmic velocities F_i/x_i."""
        context = nmod_mpoly_ctx.get(self.field.variables, modulus=PRIME, ordering=Ordering.lex)
        velocities = [context.from_dict(v) for v in self.velocities]
        rng = random.Random(f"points of {self.seed}")
        points = []
        for _ in range(count):
            x = [rng.randrange(1, PRIME) for _ in self.field.variables]
            slopes = [int(v(*x)) * pow(x_i, -1, PRIME) % PRIME for x_i, v in zip(x, velocities, strict=True)]
            points.append((x, slopes))
        return points

    def blocks(self, monomials: Sequence[Exponents]) -> list[list[Exponents]]:
        r"""``monomials`` split by the sign symmetries of the field, between which the Lie derivative does not mix.

        If :math:`F_i(sx)=s_iF_i(x)` for a vector of signs s, monomials with :math:`s^m=1` are mapped among themselves,
        and so are those with :math:`s^m=-1`; the kernel is the direct sum over all joint signs.
        """
        symmetries = self._sign_symmetries()
        blocks: dict[tuple[int, ...], list[Exponents]] = {}
        for m in monomials:
            odd = _parity_mask(m)
            blocks.setdefault(tuple((odd & s).bit_count() % 2 for s in symmetries), []).append(m)
        return list(blocks.values())

    def _sign_symmetries(self) -> list[int]:
        """A basis of the sign vectors (bit i set: variable i changes sign) under which the field is equivariant.

        A term with exponents a in velocity i asks that the bits of s over the odd places of ``a x_i`` sum to zero.
        """
        rows = {_parity_mask(phase) ^ (1 << i) for i, terms in enumerate(self.velocities) for phase in terms}
        pivots: dict[int, int] = {}
        for row in sorted(rows):
            for p, pivot in pivots.items():
                if row >> p & 1:
                    row ^= pivot
            if row:
                p = row.bit_length() - 1
                pivots = {q: r ^ row if r >> p & 1 else r for q, r in pivots.items()} | {p: row}
        free = [j for j in range(len(self.field.variables)) if j not in pivots]
        return [1 << j | sum(1 << p for p, row in pivots.items() if row >> j & 1) for j in free]


def lie_matrix(points: Sequence[tuple[list[int], list[int]]], monomials: Sequence[Exponents]) -> nmod_mat:
    """Row by row: the Lie derivative of each of ``monomials`` at one point; a few more rows than columns are enough."""
    sparse = [[(i, e) for i, e in enumerate(m) if e] for m in monomials]
    chosen = points[: len(monomials) + SPARE]
    # Filled in place: a list of lists of Python integers would be several times as large as the matrix.
    matrix = nmod_mat(len(chosen), len(monomials), PRIME)
    for row, (x, slopes) in enumerate(chosen):
        for column, m in enumerate(sparse):
            matrix[row, column] = _lie_of_monomial(m, x, slopes)
    return matrix


def _lie_of_monomial(exponents: list[tuple[int, int]], x: list[int], slopes: list[int]) -> int:
    r""":math:`x^m\sum_im_iF_i/x_i` mod p (no :math:`x_i` is zero)."""
    value, slope = 1, 0
    for i, e in exponents:
        value = value * (x[i] if e == 1 else pow(x[i], e, PRIME)) % PRIME
        slope += e * slopes[i]
    return value * slope % PRIME


def _parity_mask(exponents: Sequence[int]) -> int:
    return sum(1 << i for i, e in enumerate(exponents) if e % 2)


def _modular(c: fmpq) -> int:
    if int(c.q) % PRIME == 0:
        raise InputError(f"the coefficient {c} has a denominator divisible by {PRIME}: rescale the variables.")
    return int(c.p) * pow(int(c.q), -1, PRIME) % PRIME
