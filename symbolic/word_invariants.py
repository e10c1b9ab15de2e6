r"""Quadratic conserved quantities for every d and N: a finder on words.

The span is that of all complete contractions of degree two in the parameters with no other letter:
:math:`\mathrm{tr}(XY),\ \mathrm{tr}(XY^\top),\ \mathrm{tr}X\,\mathrm{tr}Y,\ x^\top y,\ u\,v,\ u\,\mathrm{tr}X`.
Their derivatives along the flow are elements of the words algebra; the kernel is computed by exact elimination over
:math:`\mathbb Q(N)`.
Distinct words are linearly independent functions once d is large; so the list is complete in this span for all large d,
and each of its members is conserved for every d.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import cast

from .flow import Flow
from .words import Matrix, Ratio, Scalar, Value, trace
from .words.letters import Word
from .words.scalars import Mono, add_all

Row = dict[int, Ratio]


def quadratics(parameters: Sequence[Value]) -> list[Scalar]:
    """The span: all contractions of two parameters (square matrices, vectors and scalars of one dimension d)."""
    found: dict[Scalar, None] = {}
    for x, y in combinations_with_replacement(parameters, 2):
        for value in _contractions(x, y):
            found.setdefault(value)
    return list(found)


def _contractions(x: Value, y: Value) -> list[Scalar]:
    if isinstance(x, Scalar) or isinstance(y, Scalar):
        first, second = (x, y) if isinstance(x, Scalar) else (y, x)
        if isinstance(second, Scalar):
            return [cast(Scalar, first * second)]
        return [cast(Scalar, first * trace(second))] if second.rows == second.cols else []
    if x.cols == y.cols == 1:
        return [cast(Scalar, x.T * y)]
    if 1 in (x.cols, y.cols):
        return []
    return [trace(cast(Matrix, x * y)), trace(cast(Matrix, x * y.T)), trace(x) * trace(y)]


def conserved_quadratics(flow: Flow, parameters: Sequence[Value]) -> list[Scalar]:
    """A basis of the combinations of :func:`quadratics` over Q(N) whose derivative along ``flow`` is zero."""
    span = quadratics(parameters)
    return [add_all(span[j] * Scalar({(): c}) for j, c in v.items()) for v in conserved_combinations(flow, span)]


def conserved_combinations(flow: Flow, span: Sequence[Value]) -> list[Row]:
    """A basis of the combinations over Q(N) of ``span`` that ``flow`` conserves: coefficients by place in ``span``.

    The values are scalars, or matrices of one shape; each combination is differentiated again.
    """
    equations: dict[tuple[Word, Mono], Row] = {}
    for j, value in enumerate(span):
        for word, mono, c in _terms(flow.derivative(value)):
            equations.setdefault((word, mono), {})[j] = c
    kernel = _kernel(list(equations.values()), len(span))
    for v in kernel:
        left: dict[tuple[Word, Mono], Ratio] = {}
        for j, c in v.items():
            for word, mono, factor in _terms(flow.derivative(span[j])):
                left[word, mono] = left.get((word, mono), Ratio.of(0)) + c * factor
        if any(left.values()):
            raise RuntimeError(f"{v} was found conserved but its derivative is not zero: the elimination is wrong.")
    return kernel


def _terms(value: Value) -> Iterator[tuple[Word, Mono, Ratio]]:
    if isinstance(value, Scalar):
        yield from (((), mono, c) for mono, c in value.terms.items())
    else:
        yield from ((word, mono, c) for word, factor in value.terms.items() for mono, c in factor.terms.items())


def _kernel(equations: list[Row], unknowns: int) -> list[Row]:
    """The kernel of sparse equations over the rational functions of N, by elimination to reduced echelon form."""
    pivots: dict[int, Row] = {}
    for equation in equations:
        row = dict(equation)
        for p, pivot in pivots.items():
            row = _eliminated(row, p, pivot)
        if not row:
            continue
        p = min(row)
        scaled = {j: c / row[p] for j, c in row.items()}
        pivots = {k: _eliminated(r, p, scaled) for k, r in pivots.items()} | {p: scaled}
    free = [j for j in range(unknowns) if j not in pivots]
    return [{f: Ratio.of(1)} | {p: -row[f] for p, row in pivots.items() if f in row} for f in free]


def _eliminated(row: Row, p: int, pivot: Row) -> Row:
    factor = row.get(p)
    if factor is None:
        return row
    out = dict(row)
    for j, c in pivot.items():
        left = out.get(j, Ratio.of(0)) - factor * c
        if left:
            out[j] = left
        else:
            out.pop(j, None)
    return out
