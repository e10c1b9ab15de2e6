"""Functions of the time, exactly: sums of c z^m t^j with z = exp(-t), and of an integer n, with z = 1/n."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import flint
import sympy

Number = int | Fraction
_Z = sympy.Symbol("z")


class Moving:
    """A sum of c z^m t^j, by its coefficients; its derivative is the one in t."""

    def __init__(self, terms: Mapping[tuple[int, int], Number]) -> None:
        self.terms = {key: Fraction(c) for key, c in terms.items() if c}

    def __add__(self, other: Moving) -> Moving:
        keys = self.terms.keys() | other.terms.keys()
        return Moving({k: self.terms.get(k, Fraction(0)) + other.terms.get(k, Fraction(0)) for k in keys})

    def __mul__(self, other: Moving) -> Moving:
        found: dict[tuple[int, int], Fraction] = {}
        for (m, j), a in self.terms.items():
            for (n, k), b in other.terms.items():
                found[m + n, j + k] = found.get((m + n, j + k), Fraction(0)) + a * b
        return Moving(found)

    def __neg__(self) -> Moving:
        return self * constant(-1)

    def __sub__(self, other: Moving) -> Moving:
        return self + -other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moving) and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __repr__(self) -> str:
        return " + ".join(f"{c} z^{m} t^{j}" for (m, j), c in sorted(self.terms.items())) or "0"

    @property
    def value(self) -> Fraction | None:
        """The number that it is, where it does not move."""
        return self.terms.get((0, 0), Fraction(0)) if self.terms.keys() <= {(0, 0)} else None

    def derivative(self) -> Moving:
        return Moving({key: -key[0] * c for key, c in self.terms.items()}) + Moving(
            {(m, j - 1): j * c for (m, j), c in self.terms.items() if j}
        )

    def start(self) -> Moving:
        """The value at t = 0."""
        return constant(sum((c for (_, j), c in self.terms.items() if j == 0), Fraction(0)))

    def limit(self) -> Fraction | None:
        """What it tends to as t grows; ``None`` where that is nothing finite."""
        if any(m < 0 or (m == 0 and j) for m, j in self.terms):
            return None
        return self.terms.get((0, 0), Fraction(0))

    def at(self, z: flint.arb) -> flint.arb:
        t, total = -z.log(), flint.arb(0)
        for (m, j), c in self.terms.items():
            total += flint.arb(c.numerator) / c.denominator * z**m * t**j
        return total

    def is_at_least_0(self, strict: bool) -> bool | None:
        """Whether it is >= 0, or > 0, for all 0 < z <= 1, exactly; ``None`` where t occurs."""
        if any(j for _, j in self.terms):
            return None
        if not self.terms:
            return not strict
        poly = self._polynomial()
        _, factors = poly.sqf_list()
        end = poly.eval(1) == 0
        asked = [f for f, k in factors if strict or k % 2]
        inside = any(f.count_roots(0, 1) - (f.eval(0) == 0) - (f.eval(1) == 0) > 0 for f in asked)
        sample = next(v for k in range(2, 100) if (v := poly.eval(sympy.Rational(1, k))) != 0)
        return not inside and not (strict and end) and bool(sample > 0)

    def is_never_0(self) -> bool | None:
        up, down = self.is_at_least_0(True), (-self).is_at_least_0(True)
        return None if up is None else bool(up or down)

    def _polynomial(self) -> sympy.Poly:
        low = min(0, *(m for m, _ in self.terms))
        return sympy.Poly(
            sum(sympy.Rational(c.numerator, c.denominator) * _Z ** (m - low) for (m, _), c in self.terms.items()), _Z
        )


def constant(c: Number) -> Moving:
    return Moving({(0, 0): c})


def power_of_z(m: int) -> Moving:
    """exp(-m t)."""
    return Moving({(m, 0): 1})


TIME = Moving({(0, 1): 1})
POINTS = (*(flint.arb(k) / 16 for k in range(16, 0, -1)), flint.arb(1) / 100, flint.arb(1) / 1000)
"""Values of z at which relations are looked at in balls."""


def compare(low: Moving, high: Moving, strict: bool) -> bool | None:
    """Whether low <= high (or <) at all times: exactly without t, else ``False`` where it fails at a point."""
    exact = (high - low).is_at_least_0(strict)
    if exact is not None:
        return exact
    return False if any(bool((high - low).at(z) < 0) for z in POINTS) else None


def implied(first: Moving, second: Moving, depth: int = 9) -> bool | None:
    """Whether second <= 0 wherever first >= 0, for all 0 < z <= 1, by balls."""
    if any(bool(first.at(z) >= 0) and bool(second.at(z) > 0) for z in POINTS):
        return False
    todo = [(0, 0)]
    while todo:
        level, k = todo.pop()
        low, high = Fraction(k, 2**level), Fraction(k + 1, 2**level)
        z = _hull(low, high)
        if _ball(first, z) < 0 or _ball(second, z) <= 0:
            continue
        if level == depth:
            return None
        todo += [(level + 1, 2 * k), (level + 1, 2 * k + 1)]
    return True


def _ball(f: Moving, z: flint.arb) -> flint.arb:
    """A ball around the values; without t, whose logarithm has none at 0."""
    if any(j or m < 0 for m, j in f.terms):
        return flint.arb("nan")
    return sum((flint.arb(c.numerator) / c.denominator * z**m for (m, _), c in f.terms.items()), flint.arb(0))


def _hull(low: Fraction, high: Fraction) -> flint.arb:
    middle, half = (low + high) / 2, (high - low) / 2
    return flint.arb(middle.numerator) / middle.denominator + flint.arb(0, flint.arb(half.numerator) / half.denominator)
