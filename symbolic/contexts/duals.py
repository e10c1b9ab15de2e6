r"""Dual numbers :math:`a+b\varepsilon`, :math:`\varepsilon^2=0`: a value with its derivative along one direction."""

from __future__ import annotations

from typing import Any

from flint import fmpq

from ..entries.matrix import Matrix


class Kink(Exception):
    """A derivative is asked for where a function has different one-sided ones."""


class Dual:
    """``a`` with derivative ``b``; both are numbers or :class:`~symbolic.contexts.quotients.Quotient`.

    >>> x = Dual(fmpq(3), fmpq(1))
    >>> (1 / x).b, (x * x).b
    (-1/9, 6)
    """

    __slots__ = ("a", "b")

    def __init__(self, a: Any, b: Any) -> None:
        self.a, self.b = a, b

    def __add__(self, other: Any) -> Dual:
        return Dual(self.a + value_of(other), self.b + slope_of(other))

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.a, -self.b)

    def __sub__(self, other: Any) -> Dual:
        return Dual(self.a - value_of(other), self.b - slope_of(other))

    def __rsub__(self, other: Any) -> Dual:
        return -(self - other)

    def __mul__(self, other: Any) -> Dual:
        a, b = value_of(other), slope_of(other)
        return Dual(self.a * a, self.b * a + self.a * b)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Dual:
        a, b = value_of(other), slope_of(other)
        ratio = self.a / a
        return Dual(ratio, (self.b - ratio * b) / a)

    def __rtruediv__(self, other: Any) -> Dual:
        return Dual(other, fmpq(0)) / self

    def __pow__(self, exponent: int) -> Dual:
        if exponent == 0:
            return Dual(self.a**0, fmpq(0))
        return Dual(self.a**exponent, self.a ** (exponent - 1) * self.b * exponent)

    def __bool__(self) -> bool:
        return bool(self.a) or bool(self.b)

    def __repr__(self) -> str:
        return f"{self.a} + ({self.b})eps"


def value_of(x: Any) -> Any:
    return x.a if isinstance(x, Dual) else x


def slope_of(x: Any) -> Any:
    return x.b if isinstance(x, Dual) else fmpq(0)


def is_moving(A: Matrix) -> bool:
    """Whether an entry carries a derivative that is not 0."""
    return any(isinstance(e, Dual) and e.b for e in A.entries())


def value_part(A: Matrix) -> Matrix:
    """The values of the entries."""
    return A.map(value_of)


def derivative_part(A: Matrix) -> Matrix:
    """The derivatives of the entries."""
    return A.map(slope_of)


def with_derivative(A: Matrix, slope: Matrix) -> Matrix:
    """The matrix with values ``A`` and derivatives ``slope``."""
    return Matrix.build(*A.shape, lambda i, j: Dual(A[i, j], slope[i, j]))
