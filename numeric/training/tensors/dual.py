r"""Derivatives along a line: :math:`f(x+hv)=f(x)+h\,f'(x)[v]+O(h^2)`, over plain tensors or enclosures.

They nest: each line has a level, and what belongs to another line is a constant along this one.  At a kink a
derivative has no value, and :class:`Kink` is raised.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

import torch
from torch import Tensor

from .degrees import Degree
from .enclosure import Enclosure

_LEVELS = count(1)


class Kink(ArithmeticError):
    """A derivative was asked for where there is none."""


@dataclass(frozen=True, eq=False)
class Dual:
    """A value and its derivative, of one shape; both may be duals of lower levels."""

    value: Any
    slope: Any
    level: int

    @property
    def shape(self) -> torch.Size:
        shape: torch.Size = self.value.shape
        return shape

    @property
    def mT(self) -> Dual:
        return self._each(lambda part: part.mT)

    def __getitem__(self, place: object) -> Dual:
        return self._each(lambda part: part[place])

    def expand(self, *sizes: int) -> Dual:
        return self._each(lambda part: part.expand(*sizes))

    def reshape(self, *sizes: int) -> Dual:
        return self._each(lambda part: part.reshape(*sizes))

    def sum(self, dim: int, keepdim: bool = True) -> Dual:
        return self._each(lambda part: part.sum(dim, keepdim=keepdim))

    def _each(self, function: Callable[[Any], Any]) -> Dual:
        """Of a function that is linear."""
        return Dual(function(self.value), function(self.slope), self.level)

    def _chain(self, value: Any, derivative: Any) -> Dual:
        return Dual(value, multiplied(derivative, self.slope), self.level)

    def __neg__(self) -> Dual:
        return self._each(lambda part: -part)

    def reciprocal(self) -> Dual:
        inverse = self.value.reciprocal()
        return self._chain(inverse, -multiplied(inverse, inverse))

    def exp(self) -> Dual:
        value = self.value.exp()
        return self._chain(value, value)

    def log(self) -> Dual:
        return self._chain(self.value.log(), self.value.reciprocal())

    def tanh(self) -> Dual:
        value = self.value.tanh()
        return self._chain(value, added(-multiplied(value, value), 1.0))

    def sin(self) -> Dual:
        return self._chain(self.value.sin(), self.value.cos())

    def cos(self) -> Dual:
        return self._chain(self.value.cos(), -self.value.sin())

    def relu(self) -> Dual:
        return self._chain(self.value.relu(), positive(self.value))

    def abs(self) -> Dual:
        return self._chain(self.value.abs(), 2 * positive(self.value) - 1)

    def sqrt(self) -> Dual:
        root = self.value.sqrt()
        return self._chain(root, multiplied(root, 2.0).reciprocal())

    def inverse(self) -> Dual:
        value = torch.linalg.inv_ex(self.value)[0] if isinstance(self.value, Tensor) else self.value.inverse()
        return Dual(value, -product(product(value, self.slope), value), self.level)


def _split(a: Any, level: int) -> tuple[Any, Any]:
    return (a.value, a.slope) if isinstance(a, Dual) and a.level == level else (a, None)


def _bilinear(a: Any, b: Any, apply: Callable[[Any, Any], Any]) -> Any:
    level = max(x.level for x in (a, b) if isinstance(x, Dual))
    (u, du), (v, dv) = _split(a, level), _split(b, level)
    slopes = [apply(x, y) for x, y in ((du, v), (u, dv)) if x is not None and y is not None]
    return Dual(apply(u, v), slopes[0] if len(slopes) == 1 else added(*slopes), level)


def added(a: Any, b: Any) -> Any:
    """a + b of any kinds; where one is broadcast, so is its slope."""
    if not (isinstance(a, Dual) or isinstance(b, Dual)):
        return b + _same_kind(b, a) if isinstance(b, Enclosure) else a + b
    level = max(x.level for x in (a, b) if isinstance(x, Dual))
    (u, du), (v, dv) = _split(a, level), _split(b, level)
    value = added(u, v)
    slope = added(du, dv) if du is not None and dv is not None else (dv if du is None else du)
    if tuple(slope.shape) != tuple(value.shape):
        slope = added(slope, multiplied(value, 0.0))
    return Dual(value, slope, level)


def multiplied(a: Any, b: Any) -> Any:
    """The product entry by entry, of any kinds."""
    if isinstance(a, Dual) or isinstance(b, Dual):
        return _bilinear(a, b, multiplied)
    return b * _same_kind(b, a) if isinstance(b, Enclosure) else a * b


def product(a: Any, b: Any) -> Any:
    """The product of matrices, of any kinds."""
    if isinstance(a, Dual) or isinstance(b, Dual):
        return _bilinear(a, b, product)
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        a, b = (x if isinstance(x, Enclosure) else Enclosure.exact(x) for x in (a, b))
    return a @ b


def _same_kind(like: Enclosure, value: Any) -> Any:
    return Enclosure.exact(value) if isinstance(value, Tensor) else value


def positive(value: Any) -> Any:
    """1 where the number is positive, 0 where negative; at 0, or where that is not certain, there is no slope."""
    mid = midpoint(value)
    if isinstance(mid, Degree):
        return mid.abs()
    rad = radius(value)
    if bool((mid.abs() <= rad).any()):
        raise Kink("a derivative at a kink")
    return (mid > 0).to(mid.dtype)


def midpoint(value: Any) -> Tensor:
    """The number itself, without slopes or bounds."""
    while isinstance(value, Dual):
        value = value.value
    made: Tensor = value.mid if isinstance(value, Enclosure) else value
    return made


def is_enclosed(value: Any) -> bool:
    """Whether the number comes with bounds."""
    while isinstance(value, Dual):
        value = value.value
    return isinstance(value, Enclosure)


def radius(value: Any) -> Tensor:
    while isinstance(value, Dual):
        value = value.value
    made: Tensor = value.rad if isinstance(value, Enclosure) else torch.zeros_like(value)
    return made


def along(function: Callable[[Any], Any], value: Any, direction: Any) -> Any:
    """The derivative of ``function`` at ``value`` along ``direction``; 0 where it does not depend on it."""
    level = next(_LEVELS)
    return slope_of(function(Dual(value, direction, level)), level)


def next_level() -> int:
    """Of a new line."""
    return next(_LEVELS)


def slope_of(found: Any, level: int) -> Any:
    """The derivative along the line of this level."""
    return found.slope if isinstance(found, Dual) and found.level == level else multiplied(found, 0.0)
