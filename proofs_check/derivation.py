r"""What is derived from a model of one's own: its population loss, the equations of its flow, what the flow conserves.

>>> from fractions import Fraction
>>> from proofs_check.model import gradient_flow
>>> from proofs_check.statement.terms import matrix, norm_F, parameter
>>> U, V, A = parameter("U", "m", "k"), parameter("V", "k", "d"), matrix("A", "m", "d")
>>> model = gradient_flow(Fraction(1, 2) * norm_F(U * V - A) ** 2, (U, V))
>>> flow(model)
d/dt U = A*V.T - U*V*V.T
d/dt V = U.T*A - U.T*U*V
>>> invariants(model)
(Uᵀ U - V Vᵀ, tr(V Vᵀ) - tr(U Uᵀ))

Everything is exact and holds for every size of the dimensions.  A value is one of :mod:`symbolic.words`; invariants are
terms of the statement language, so that ``conserved(invariants(model)[0])`` is a proposition for a claim.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations_with_replacement, product
from operator import add
from typing import Any

from symbolic.errors import InputError
from symbolic.typesetting.words import latex
from symbolic.word_invariants import conserved_combinations
from symbolic.words import Matrix, Ratio, Scalar, Value

from .algebras.words import WordsAlgebra
from .errors import UserError
from .model import Model
from .statement.fold import Lacks
from .statement.terms import Num, Sym, Term, scalar, symbols, tr


@dataclass(frozen=True)
class Motion:
    """The velocities of the parameters of a model."""

    velocities: tuple[tuple[Sym, Value], ...]

    def __getitem__(self, parameter: Sym) -> Value:
        """The velocity of one parameter, in its shape."""
        return dict(self.velocities)[parameter]

    def __repr__(self) -> str:
        return "\n".join(f"d/dt {p.name} = {value!r}" for p, value in self.velocities)

    def _repr_latex_(self) -> str:
        lines = (rf"\dot{{{p.tex or p.name}}} &= {latex(value)}" for p, value in self.velocities)
        return "$$\\begin{aligned}\n" + "\\\\\n".join(lines) + "\n\\end{aligned}$$"


def population_loss(model: Model) -> Value:
    """The loss with every expectation taken, on words.

    Raises:
        UserError: a head or a law in the loss that words cannot read; the sentence names it.
    """
    return _read(_algebra(model), model.loss)


def flow(model: Model) -> Motion:
    r"""The equations :math:`\dot\theta=-\partial L/\partial\theta`, derived from the loss.

    Raises:
        UserError: as :func:`population_loss`.
    """
    algebra = _algebra(model)
    _read(algebra, model.loss)
    try:
        moving = algebra.flow
    except (Lacks, InputError) as error:
        raise UserError(f"The flow of this model is not derived: {str(error).removesuffix('.')}.") from error
    return Motion(tuple((p, moving.velocity(algebra.read(p))) for p in model.parameters))


def invariants(model: Model, span: Iterable[Term] = ()) -> tuple[Term, ...]:
    """A basis of what the flow conserves among the combinations of ``span`` with coefficients free of the parameters.

    Without ``span``: all products of two parameters or their transposes, matrices first, then numbers (traces,
    products of scalars).  Only terms of one shape are combined.  The list is complete in its span for all large
    dimensions, and each member is conserved for every size.

    Raises:
        UserError: a term of ``span`` that words cannot read.
    """
    algebra = _algebra(model)
    flow(model)
    read = {t: _read(algebra, t) for t in (tuple(span) or _quadratics(model.parameters))}
    groups: dict[object, dict[Value, Term]] = {}
    for t, value in read.items():
        if value:
            groups.setdefault(_shape(value), {}).setdefault(value, t)
    found: list[Term] = []
    moving = frozenset(model.parameters)
    for values in sorted(groups.values(), key=lambda group: isinstance(next(iter(group)), Scalar)):
        for row in conserved_combinations(algebra.flow, list(values)):
            combination = _combined([(row[j], t) for j, t in enumerate(values.values()) if j in row])
            if moving & symbols(combination) and _read(algebra, combination):
                found.append(combination)
    return tuple(found)


def _algebra(model: Model) -> WordsAlgebra:
    if not isinstance(model, Model):
        raise UserError(f"a model is needed, made by gradient_flow(loss, parameters), not {model!r}.")
    return WordsAlgebra(dict(model.initial), loss=model.derived_loss or model.loss, parameters=model.parameters)


def _read(algebra: WordsAlgebra, node: Term) -> Value:
    try:
        value = algebra.read(node)
    except (Lacks, InputError) as error:
        raise UserError(f"{node!r} is not derived: {str(error).removesuffix('.')}.") from error
    if not isinstance(value, (Scalar, Matrix)):
        raise UserError(f"{node!r} is not derived: it is neither a scalar nor an uncut matrix on words.")
    return value


def _shape(value: Value) -> tuple[Any, Any]:
    return (value.rows, value.cols) if isinstance(value, Matrix) else (1, 1)


def _quadratics(parameters: tuple[Sym, ...]) -> tuple[Term, ...]:
    """Products of two parameters or transposes, of each product and its transpose one; traces of the square ones."""
    scalars = [p for p in parameters if p.shape == (1, 1)]
    others = [p for p in parameters if p.shape != (1, 1)]
    sides: list[tuple[Term, tuple[Any, Any]]] = [(p, p.shape) for p in others]
    sides += [(p.T, (p.shape[1], p.shape[0])) for p in others]
    pairs = [(a * b, r, c) for (a, (r, k)), (b, (h, c)) in product(sides, repeat=2) if k == h]
    products = [(t, (r, c)) for t, r, c in pairs if str(r) <= str(c)]
    square = [(t, shape) for t, shape in products if shape[0] == shape[1]]
    numbers = [tr(t) for t, shape in square if shape != (1, 1)]
    numbers += [u**2 if u == v else u * v for u, v in combinations_with_replacement(scalars, 2)]
    traces = [tr(p) for p in others if p.shape[0] == p.shape[1]]
    mixed = [a * b for a, b in product([*scalars, *traces], traces)]
    return tuple([*(t for t, _ in products), *numbers, *mixed])


def _combined(parts: list[tuple[Ratio, Term]]) -> Term:
    """The sum, a positive term first where there is one."""
    ordered = sorted(parts, key=lambda part: part[0].sign() < 0)
    total: Term | None = None
    for c, t in ordered:
        size = -c if c.sign() < 0 else c
        piece = t if size.is_one else _number(size) * t
        if total is None:
            total = -piece if c.sign() < 0 else piece
        else:
            total = total - piece if c.sign() < 0 else total + piece
    assert total is not None, "a vector of the kernel is not zero"
    return total


def _number(c: Ratio) -> Term:
    """A rational function of N as a term."""
    if c.is_constant:
        return Num(c.at(1))
    N = scalar("N", "integer", "positive")
    top, bottom = (
        reduce(add, (Num(Fraction(int(a.p), int(a.q))) * N**k for k, a in enumerate(p.coeffs()) if a))
        for p in (c.num, c.den)
    )
    return top / bottom
