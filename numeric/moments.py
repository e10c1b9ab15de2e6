r"""Expectations of polynomials in independent standard normals, in any arithmetic: fractions, balls or float64.

A polynomial is a mapping from monomials to coefficients.  Its variables are numbers that are drawn, their moduli, and
parameters that are kept.  :math:`E\prod_iz_i^{k_i}=\prod_i(k_i-1)!!` for even exponents and 0 otherwise, so that of a
product only pairs of monomials whose exponents agree modulo 2 count; :math:`E|z|^k=(k-1)!!\,E|z|` for odd k.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

from .errors import InputError

BITS = 6
"""Of a packed monomial for each exponent: a product of monomials is a sum of integers."""
_FULL = (1 << BITS) - 1

Coefficient = Any
"""Anything that adds and multiplies: ``fmpq``, ``arb``, ``Fraction`` or ``float``."""


@dataclass
class Variables:
    """The variables of a family of polynomials, numbered as they are asked for."""

    places: dict[object, int] = field(default_factory=dict)
    drawn: int = 0
    """The bits of the variables that are drawn."""
    parity: int = 0
    """The lowest bit of each of those."""
    moments: dict[int, Coefficient] = field(default_factory=dict)
    mean_of_modulus: Coefficient = None
    """The square root of 2/pi in this arithmetic, where moduli are spoken of."""
    moduli: dict[int, int] = field(default_factory=dict)
    """The place of a number by that of its modulus."""

    def number(self, key: object) -> Polynomial:
        """The standard normal number of this key; different keys are independent."""
        place = self._place(key)
        self.drawn |= _FULL << place
        self.parity |= 1 << place
        return Polynomial(self, {1 << place: 1})

    def modulus(self, p: Polynomial) -> Polynomial | None:
        """The absolute value of one monomial in what is drawn, with its coefficient; None of other polynomials."""
        if len(p.terms) != 1:
            return None
        ((monomial, c),) = p.terms.items()
        made = self.constant(abs(c))
        for key, place in list(self.places.items()):
            k = monomial >> place & _FULL
            if k and not self.drawn >> place & 1:
                return None
            if k % 2 and place not in self.moduli:
                k, made = k - 1, made * self._modulus_of(key, place)
            made = made * Polynomial(self, {k << place: 1})
        return made

    def _modulus_of(self, key: object, of: int) -> Polynomial:
        place = self._place((*key, "modulus") if isinstance(key, tuple) else (key, "modulus"))
        self.drawn |= _FULL << place
        self.moduli[place] = of
        return Polynomial(self, {1 << place: 1})

    def parameter(self, key: object) -> Polynomial:
        """The parameter of this key."""
        return Polynomial(self, {1 << self._place(key): 1})

    def constant(self, value: Coefficient) -> Polynomial:
        return Polynomial(self, {0: value})

    def _place(self, key: object) -> int:
        return self.places.setdefault(key, BITS * len(self.places))

    def moment(self, monomial: int) -> Coefficient:
        """The expectation of a monomial in what is drawn."""
        if monomial not in self.moments:
            value, rest = 1, monomial
            for place, of in self.moduli.items():
                k, m = monomial >> of & _FULL, monomial >> place & _FULL
                value *= (0 if k % 2 else _double_factorial(k + m - 1)) * (self.mean_of_modulus if m % 2 else 1)
                rest &= ~(_FULL << of | _FULL << place)
            while rest:
                k = rest & _FULL
                value *= 0 if k % 2 else _double_factorial(k - 1)
                rest >>= BITS
            self.moments[monomial] = value
        return self.moments[monomial]

    def keys_of(self, monomial: int) -> tuple[object, ...]:
        """The variables of a monomial, each as often as its exponent says."""
        return tuple(key for key, place in self.places.items() for _ in range(monomial >> place & _FULL))


def _double_factorial(k: int) -> int:
    return 1 if k <= 1 else k * _double_factorial(k - 2)


@dataclass(frozen=True, eq=False)
class Polynomial:
    """A sum of packed monomials with coefficients; ``+ - *`` with others of the same variables and with numbers."""

    variables: Variables
    terms: Mapping[int, Coefficient]

    def __add__(self, other: Operand) -> Polynomial:
        made = dict(self.terms)
        for monomial, c in self._lifted(other).terms.items():
            made[monomial] = made[monomial] + c if monomial in made else c
        return Polynomial(self.variables, made)

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(self.variables, {monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Operand) -> Polynomial:
        return self + -self._lifted(other)

    def __rsub__(self, other: Operand) -> Polynomial:
        return -self + other

    def __mul__(self, other: Operand) -> Polynomial:
        made: dict[int, Coefficient] = {}
        for first, c in self._lifted(other).terms.items():
            for second, e in self.terms.items():
                monomial = first + second
                made[monomial] = made[monomial] + c * e if monomial in made else c * e
        return Polynomial(self.variables, made)

    __rmul__ = __mul__

    def __truediv__(self, other: Coefficient) -> Polynomial:
        return Polynomial(self.variables, {monomial: c / other for monomial, c in self.terms.items()})

    def _lifted(self, other: Operand) -> Polynomial:
        return other if isinstance(other, Polynomial) else self.variables.constant(other)

    @property
    def constant(self) -> Coefficient:
        """The value of a polynomial without variables.

        Raises :class:`InputError` where variables are left.
        """
        if any(self.terms.keys() - {0}):
            raise InputError("this polynomial is no number: take its mean over what is drawn first.")
        return self.terms.get(0, 0)

    def by_variables(self) -> dict[tuple[object, ...], Coefficient]:
        """Coefficients by the variables of each monomial, repeated by exponent."""
        return {self.variables.keys_of(monomial): c for monomial, c in self.terms.items()}


Operand = Union[Polynomial, Coefficient]


def mean(p: Polynomial, held: Iterable[object] = ()) -> Polynomial:
    """The expectation over all numbers drawn but those with the keys ``held``."""
    return mean_of_product(p, p.variables.constant(1), held)


def mean_of_product(p: Polynomial, q: Polynomial, held: Iterable[object] = ()) -> Polynomial:
    """The expectation of ``p q``, without forming the product."""
    variables = p.variables
    kept = sum(_FULL << variables.places[key] for key in held if key in variables.places)
    drawn = variables.drawn & ~kept
    parity = variables.parity & ~kept
    classes: dict[int, list[tuple[int, Coefficient]]] = {}
    places = {monomial: place for place, monomial in enumerate(p.terms)}
    for monomial, c in q.terms.items():
        classes.setdefault(monomial & parity, []).append((monomial, c))
    made: dict[int, Coefficient] = {}
    known, moment = variables.moments, variables.moment
    for place, (first, c) in enumerate(p.terms.items()):
        alike = classes.get(first & parity, [])
        if p is q:  # a square has each pair twice
            alike = [(second, e if second == first else 2 * e) for second, e in alike if places[second] >= place]
        for second, e in alike:
            monomial = first + second
            rest, averaged = monomial & ~drawn, monomial & drawn
            factor = known[averaged] if averaged in known else moment(averaged)
            value = c * e if factor == 1 else c * e * factor
            made[rest] = made[rest] + value if rest in made else value
    return Polynomial(variables, made)


def evaluate(coefficients: Mapping[tuple[object, ...], Coefficient], at: Mapping[Any, Any]) -> Any:
    """The value of a polynomial given by :meth:`Polynomial.by_variables` where its variables have the values ``at``."""
    powers: dict[tuple[object, ...], Any] = {(): 1}
    total: Any = 0
    for variables, c in coefficients.items():
        total = total + c * _product(variables, at, powers)
    return total


def gradient(
    coefficients: Mapping[tuple[object, ...], Coefficient], along: Sequence[object]
) -> list[dict[tuple[object, ...], Coefficient]]:
    """The partial derivatives in the variables ``along``, in the form of :meth:`Polynomial.by_variables`."""
    found: list[dict[tuple[object, ...], Coefficient]] = []
    for key in along:
        slope: dict[tuple[object, ...], Coefficient] = {}
        for variables, c in coefficients.items():
            k = variables.count(key)
            if k:
                at = variables.index(key)
                slope[variables[:at] + variables[at + 1 :]] = k * c
        found.append(slope)
    return found


def _product(variables: tuple[object, ...], at: Mapping[Any, Any], powers: dict[tuple[object, ...], Any]) -> Any:
    if variables not in powers:
        powers[variables] = _product(variables[:-1], at, powers) * at[variables[-1]]
    return powers[variables]
