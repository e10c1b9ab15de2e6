"""Values as SymPy expressions: traces and bilinear forms become commuting symbols, letters non-commuting ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .coefficients import Ratio
from .matrices import Matrix
from .printing import atom_text
from .scalars import ATOMS, Atom, Scalar

if TYPE_CHECKING:
    import sympy


def to_sympy(value: Scalar | Matrix) -> sympy.Expr:
    """A scalar in symbols named like ``tr(Lam*U11*Lam*U11.T)``; a matrix as a sum of non-commuting words.

    >>> from symbolic.words import matrix, trace
    >>> A = matrix("A", "d", "d")
    >>> to_sympy(2 * trace(A * A.T) ** 2)
    2*tr(A*A.T)**2
    """
    import sympy as sp

    if isinstance(value, Scalar):
        return sp.Add(*(_ratio(c) * sp.Mul(*(_atom(ATOMS[k]) ** sp.Rational(str(e)) for k, e in mono))
                        for mono, c in value.terms.items()))
    words = []
    for word, c in value.terms.items():
        factors = [sp.Symbol(x.name, commutative=False) for x in word] or [sp.Symbol("I", commutative=False)]
        words.append(to_sympy(c) * sp.Mul(*factors))
    return sp.Add(*words)


def _atom(a: Atom) -> sympy.Expr:
    import sympy as sp

    if a.kind == "root":
        return to_sympy(a.args[0])
    positive = True if a.sign else None
    return sp.Symbol(a.name if a.kind == "symbol" else atom_text(a), real=True, nonnegative=positive)


def _ratio(c: Ratio) -> sympy.Expr:
    import sympy as sp

    N = sp.Symbol("N", positive=True, integer=True)
    top, bottom = ([sp.Rational(int(x.p), int(x.q)) for x in p.coeffs()] for p in (c.num, c.den))
    return sp.Add(*(x * N**k for k, x in enumerate(top))) / sp.Add(*(x * N**k for k, x in enumerate(bottom)))
