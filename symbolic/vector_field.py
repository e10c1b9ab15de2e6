r"""Polynomial vector fields: :math:`\dot x_i=F_i(x;\text{parameters})` with exact rational coefficients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .errors import InputError

if TYPE_CHECKING:
    import sympy


@dataclass(frozen=True)
class Field:
    r"""The polynomial vector field :math:`\dot x_i=F_i(x;\text{parameters})`.

    ``velocities[i]`` belongs to ``variables[i]``; all live in one flint context, whose remaining generators are the
    parameters.  A common factor that depends on parameters alone may be multiplied in: it only changes the clock.
    """

    variables: tuple[str, ...]
    velocities: tuple[fmpq_mpoly, ...]

    def __post_init__(self) -> None:
        if not self.variables or len(self.variables) != len(self.velocities):
            raise InputError(
                f"velocities has {len(self.velocities)} entries for {len(self.variables)} variables: "
                "give one velocity for each of at least one variable."
            )
        if len({id(v.context()) for v in self.velocities}) != 1:
            raise InputError("velocities mixes several polynomial contexts: build all of them in one.")
        unknown = [v for v in self.variables if v not in self.context.names()]
        if unknown:
            raise InputError(f"variables contains {unknown[0]!r}, which is no generator of the context.")

    @property
    def context(self) -> fmpq_mpoly_ctx:
        return self.velocities[0].context()

    @property
    def parameters(self) -> tuple[str, ...]:
        return tuple(name for name in self.context.names() if name not in self.variables)

    def lie_derivative(self, q: fmpq_mpoly) -> fmpq_mpoly:
        r""":math:`\nabla q\cdot F`, parameters symbolic."""
        total = self.context.constant(0)
        for name, velocity in zip(self.variables, self.velocities, strict=True):
            total += q.derivative(name) * velocity
        return total


def field_from_sympy(velocities: Mapping[sympy.Symbol, sympy.Expr]) -> Field:
    """The field of SymPy expressions, polynomial in the keys and rational in all other symbols (the parameters).

    Denominators in the parameters are cleared by one common factor, which changes the clock and no invariant.
    """
    import sympy as sp

    if not velocities:
        raise InputError("velocities is empty: give the velocity of at least one variable.")
    variables = list(velocities)
    together = [sp.fraction(sp.together(sp.sympify(v))) for v in velocities.values()]
    common = sp.Integer(1)
    for _, denominator in together:
        common = sp.lcm(common, denominator)
    if common.free_symbols & set(variables):
        raise InputError(f"velocities have the denominator {common}: they must be polynomial in the variables.")
    parameters = sorted(set().union(*(v.free_symbols for v in velocities.values())) - set(variables), key=str)
    symbols = [*variables, *parameters]
    context = fmpq_mpoly_ctx.get(tuple(map(str, symbols)), Ordering.lex)
    polynomials = []
    for name, (numerator, denominator) in zip(variables, together, strict=True):
        try:
            poly = sp.Poly(numerator * sp.cancel(common / denominator), *symbols, domain="QQ")
        except sp.PolynomialError:
            raise InputError(f"the velocity of {name} is {velocities[name]}: it must be a polynomial.") from None
        polynomials.append(context.from_dict({m: fmpq(int(c.p), int(c.q)) for m, c in poly.terms() if c != 0}))
    return Field(tuple(map(str, variables)), tuple(polynomials))
