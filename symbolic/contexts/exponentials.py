r"""Exponentials as generators.

:math:`\exp(\sum_m c_m m)=\prod_m\exp(m/L)^{c_mL}` over the monomials m of a polynomial, L the common denominator of
the coefficients.  The generators :math:`\exp(m/L)` are algebraically independent over the rational functions (Ax,
"On Schanuel's conjectures", 1971), and :math:`\exp(1/L)` is transcendental: different normal forms are different
functions, and different numbers.  Of the exponential of a quotient nothing is used but what it is the exponential of.
"""

from __future__ import annotations

from math import lcm
from typing import Any

from flint import fmpq

from .duals import Dual
from .generators import Generators, NeedsFiner
from .quotients import Quotient, text


def exponential(x: Any, generators: Generators) -> Any:
    """:math:`e^x`; raises :class:`NeedsFiner` where the generators' scale does not do."""
    if isinstance(x, Dual):
        value = exponential(x.a, generators)
        return Dual(value, value * x.b)
    if not isinstance(x, Quotient):
        return _power("1", fmpq(1), fmpq(x), generators) if x else fmpq(1)
    if x.den is not None or any(_is_defined(name, generators) for name in generators.used(x.num)):
        name = f"exp({text(x)})"
        generators.exponents[name] = x
        return generators.letter(name)
    product: Any = fmpq(1)
    for exponent, coefficient in x.num.to_dict().items():
        monomial = Quotient(x.ctx.from_dict({exponent: fmpq(1)}))
        product = product * _power(text(monomial), monomial, coefficient, generators)
    return product


def _power(name: str, monomial: Any, coefficient: fmpq, generators: Generators) -> Any:
    exponent = coefficient * generators.scale
    if exponent.q != 1:
        raise NeedsFiner(lcm(generators.scale, int(coefficient.q)))
    letter = f"exp({name})" if generators.scale == 1 else f"exp({name}/{generators.scale})"
    generators.exponents[letter] = monomial * fmpq(1, generators.scale)
    return generators.letter(letter) ** int(exponent.p)


def _is_defined(name: str, generators: Generators) -> bool:
    """Whether a generator is an exponential or a root: of exponentials of these no independence is known."""
    return name in generators.exponents or name in generators.radicands
