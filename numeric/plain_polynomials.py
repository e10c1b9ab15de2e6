"""What :mod:`.polynomials` uses of python-flint, in plain Python, for machines that have NumPy and torch alone.

Slower by two orders of magnitude, and enough for the means that a stated limit of training speaks of.  The names are
those of python-flint.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Union

Exponents = tuple[int, ...]


class fmpq(Fraction):  # noqa: N801 - the library's name
    """A rational number; sums and products stay of this class."""

    @property
    def p(self) -> int:
        return self.numerator

    @property
    def q(self) -> int:
        return self.denominator

    def __add__(self, other: Any) -> Any:
        return _lifted(super().__add__(other))

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        return _lifted(super().__mul__(other))

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Any:
        return _lifted(super().__sub__(other))

    def __neg__(self) -> fmpq:
        return fmpq(super().__neg__())

    def __rtruediv__(self, other: Any) -> Any:
        return _lifted(super().__rtruediv__(other))


def _lifted(value: Any) -> Any:
    return fmpq(value) if isinstance(value, Fraction) else value


Operand = Union["fmpq_mpoly", Fraction, int]


class fmpq_mpoly:  # noqa: N801
    """A polynomial as its coefficients by exponents, none of them 0."""

    def __init__(self, size: int, coefficients: Mapping[Exponents, Any]) -> None:
        self.size = size
        self.coefficients = {e: fmpq(c) for e, c in coefficients.items() if c}

    def _of(self, other: Operand) -> fmpq_mpoly:
        return other if isinstance(other, fmpq_mpoly) else fmpq_mpoly(self.size, {(0,) * self.size: other})

    def __len__(self) -> int:
        return len(self.coefficients)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, fmpq_mpoly) and self.coefficients == other.coefficients

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Operand) -> fmpq_mpoly:
        found = dict(self.coefficients)
        for e, c in self._of(other).coefficients.items():
            found[e] = found.get(e, fmpq(0)) + c
        return fmpq_mpoly(self.size, found)

    __radd__ = __add__

    def __neg__(self) -> fmpq_mpoly:
        return fmpq_mpoly(self.size, {e: -c for e, c in self.coefficients.items()})

    def __sub__(self, other: Operand) -> fmpq_mpoly:
        return self + -self._of(other)

    def __rsub__(self, other: Operand) -> fmpq_mpoly:
        return -self + other

    def __mul__(self, other: Operand) -> fmpq_mpoly:
        found: dict[Exponents, Any] = {}
        for e, c in self.coefficients.items():
            for f, k in self._of(other).coefficients.items():
                both = tuple(map(sum, zip(e, f, strict=True)))
                found[both] = found.get(both, fmpq(0)) + c * k
        return fmpq_mpoly(self.size, found)

    __rmul__ = __mul__

    def __pow__(self, k: int) -> fmpq_mpoly:
        found = self._of(1)
        for _ in range(k):
            found = found * self
        return found

    def is_constant(self) -> bool:
        return not any(any(e) for e in self.coefficients)

    def is_zero(self) -> bool:
        return not self.coefficients

    def leading_coefficient(self) -> fmpq:
        return self.coefficients[max(self.coefficients)]

    def terms(self) -> Iterator[tuple[Exponents, fmpq]]:
        return iter(sorted(self.coefficients.items(), reverse=True))

    def degrees(self) -> Exponents:
        return tuple(max((e[k] for e in self.coefficients), default=0) for k in range(self.size))

    def context(self) -> fmpq_mpoly_ctx:
        return fmpq_mpoly_ctx(self.size)


class fmpq_mpoly_ctx:  # noqa: N801
    """Polynomials in so many variables."""

    def __init__(self, size: int) -> None:
        self.size = size

    @staticmethod
    def get(names: list[str], order: str) -> fmpq_mpoly_ctx:
        return fmpq_mpoly_ctx(len(names))

    def gens(self) -> list[fmpq_mpoly]:
        places = range(self.size)
        return [fmpq_mpoly(self.size, {tuple(int(i == k) for i in places): 1}) for k in places]

    def from_dict(self, coefficients: Mapping[Exponents, Any]) -> fmpq_mpoly:
        return fmpq_mpoly(self.size, coefficients)
