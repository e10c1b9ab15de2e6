"""A polynomial with rational coefficients, its gradient and its Hessian: at rationals, at balls and at floats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import flint
from flint import arb, fmpq, fmpq_mat, fmpq_mpoly

from ..entries.ring import ring
from ..errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import sympy


@dataclass(frozen=True, eq=False)
class Polynomial:
    """``f`` in the variables of its ring, in their order."""

    f: fmpq_mpoly

    @classmethod
    def of(cls, f: object, variables: Sequence[object] = ()) -> Polynomial:
        """From a python-flint polynomial over the rationals, or a SymPy expression in ``variables`` (default: all).

        Raises InputError for anything that is not such a polynomial.
        """
        if isinstance(f, Polynomial):
            return f
        if isinstance(f, fmpq_mpoly):
            if f.total_degree() < 1:
                raise InputError(f"f = {f} is constant: pass a polynomial that depends on something.")
            return cls(f)
        import sympy

        if not isinstance(f, sympy.Expr):
            raise InputError(f"f must be a polynomial, not {f!r}: pass one of SymPy or of python-flint.")
        if not isinstance(variables, (list, tuple)):
            raise InputError(f"variables must be a list of symbols, not {variables!r}: leave it out, or pass [x, y].")
        symbols = list(variables) or sorted(f.free_symbols, key=str)
        if not symbols:
            raise InputError(f"f = {f} has no variable: pass a polynomial that depends on something.")
        names = [str(s) for s in symbols]
        if not all(isinstance(s, sympy.Symbol) for s in symbols) or len(set(names)) < len(names):
            raise InputError(f"variables must be symbols of different names, not {symbols}: pass [x, y].")
        try:
            poly = sympy.Poly(f, *symbols, domain="QQ")
        except sympy.polys.polyerrors.BasePolynomialError as error:
            raise InputError(f"f is no polynomial with rational coefficients in {symbols}: {error}.") from error
        context = ring(names)
        return cls.of(context.from_dict({e: fmpq(int(c.p), int(c.q)) for e, c in poly.terms()}))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.f.context().names())

    @cached_property
    def gradient(self) -> tuple[fmpq_mpoly, ...]:
        return tuple(self.f.derivative(name) for name in self.names)

    @cached_property
    def hessian(self) -> tuple[tuple[fmpq_mpoly, ...], ...]:
        return tuple(tuple(g.derivative(name) for name in self.names) for g in self.gradient)

    def hessian_at(self, point: Sequence[fmpq]) -> fmpq_mat:
        n = len(point)
        return fmpq_mat(n, n, [entry(*point) for row in self.hessian for entry in row])

    def sympy(self) -> sympy.Expr:
        """The polynomial as a SymPy expression in symbols of the same names."""
        import sympy

        symbols = sympy.symbols(self.names)
        terms = (sympy.Rational(int(c.p), int(c.q)) * sympy.prod(x**int(k) for x, k in zip(symbols, e, strict=True))
                 for e, c in self.f.to_dict().items())  # fmt: skip
        return sympy.Add(*terms)


def at_balls(p: fmpq_mpoly, point: Sequence[arb]) -> arb:
    """An enclosure of the value of ``p`` at a point of balls."""
    total = arb(0)
    for exponents, c in p.to_dict().items():
        term = arb(c)
        for x, k in zip(point, exponents, strict=True):
            for _ in range(int(k)):  # arb's own power goes through the logarithm and fails around zero
                term = term * x
        total = total + term
    return total


@dataclass(frozen=True)
class Floats:
    """The gradient and the Hessian as NumPy functions, for the search."""

    parts: tuple[tuple[np.ndarray, np.ndarray], ...]
    size: int

    @classmethod
    def of(cls, polynomial: Polynomial) -> Floats:
        import numpy as np

        n = len(polynomial.names)
        flat = [*polynomial.gradient, *(polynomial.hessian[i][j] for i in range(n) for j in range(i, n))]
        return cls(tuple(
            (np.array([[int(k) for k in e] for e in p.monoms()] or np.zeros((0, n)), dtype=float),
             np.array([float(flint.arb(c)) for c in p.coeffs()], dtype=float)) for p in flat), n)  # fmt: skip

    def gradient(self, x: np.ndarray) -> np.ndarray:
        import numpy as np

        return np.array([_value(part, x) for part in self.parts[: self.size]])

    def hessian(self, x: np.ndarray) -> np.ndarray:
        import numpy as np

        H = np.zeros((self.size, self.size))
        H[np.triu_indices(self.size)] = [_value(part, x) for part in self.parts[self.size :]]
        return H + np.triu(H, 1).T


def _value(part: tuple[np.ndarray, np.ndarray], x: np.ndarray) -> float:
    exponents, coefficients = part
    return float(coefficients @ (x**exponents).prod(axis=1))
