"""The finite span in which the two sides of an identity lie: entries, letters, degrees."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from flint import fmpq

from symbolic.contractions import Letter
from symbolic.entries import Names, Ratio

from ...algebras.degrees import Degrees, degrees
from ...algebras.entries import Setting, algebra_for
from ...errors import UserError
from ...model import Model, model_of
from ...statement.dimensions import ONE, size
from ...statement.fold import Lacks
from ...statement.heads.shaping import SCALAR, Shape, together
from ...statement.sizes import shape_of_term
from ...statement.terms import (
    Abbrev,
    MadeSym,
    Sym,
    Term,
    at,
    expect,
    index,
    matrix,
    scalar,
    total,
    tr,
)

TEST = "X of the test"


class Reader:
    """A scalar term read once at fixed d and N with Lam diagonal, then evaluated at many exact points."""

    def __init__(self, side: Term, d: int, N: int, model: Model) -> None:
        setting = Setting(d, {"N": N}, diagonal=True, values={"d": Fraction(d), "N": Fraction(N)}, model=model)
        algebra = algebra_for([side], setting)
        self.function: Ratio = algebra.finish(algebra.read(side))[0, 0]
        self.names = self.function.ctx.names()
        self.model = model

    def __call__(self, point: Mapping[str, Any]) -> fmpq:
        numbers = [fmpq(_entry(point, name, self.model)) for name in self.names]
        below = 1 if self.function.den is None else self.function.den(*numbers)
        if below == 0:
            raise Lacks("grid lacks a value where a denominator vanishes")
        return self.function.num(*numbers) / below


def _entry(point: Mapping[str, Any], generator: str, model: Model) -> int:
    """The value of a generator such as U11_1_2, u12_1 or u_m1; parameters that the span does not contain are zero."""
    if generator == Names.u_1:
        return int(point.get("u_-1", 0))
    for name, value in point.items():
        places = generator.removeprefix(f"{name}_").split("_")
        if generator.startswith(f"{name}_") and all(p.isdigit() for p in places) and len(places) == _depth(value):
            for place in places:
                value = value[int(place) - 1]
            return int(value)
    if generator in point:
        return int(point[generator])
    if any(generator.startswith(f"{parameter.name}_") for parameter in model.parameters):
        return 0
    raise Lacks(f"grid lacks a value of {generator}")


def _depth(value: Any) -> int:
    """1 for a vector, 2 for a matrix: ``x_1_2`` is an entry of the vector ``x_1``, or of the matrix ``x``."""
    return 1 + _depth(value[0]) if isinstance(value, list) else 0


def scalars(lhs: Term, rhs: Term) -> tuple[Term, Term]:
    """Matrix identities contracted with a free test letter: A = B iff tr(A X) = tr(B X) for every X."""
    rows, columns = _shape(lhs, rhs)
    if (rows, columns) == SCALAR:
        return lhs, rhs
    if (rows, columns) == (size("d"), size("d")):
        X: Sym = MadeSym(TEST, ("d", "d"))
    elif (rows, columns) == (size("d"), ONE):
        X = MadeSym(TEST, ("d", 1))
        return X.T * lhs, X.T * rhs
    else:
        raise Lacks(f"grid lacks test letters of shape {rows} x {columns}")
    return tr(lhs * X), tr(rhs * X)


def _shape(*sides: Term) -> Shape:
    """The one shape of both sides: what is not told would leave entries uncompared."""
    try:
        rows, columns = together(*map(shape_of_term, sides))
    except UserError as error:
        raise Lacks(f"grid lacks sides whose shapes fit: {error}") from error
    if rows is None or columns is None:
        raise Lacks("grid lacks the shape of the two sides")
    return rows, columns


def letters_met(parts: Degrees, met: frozenset[Sym]) -> dict[str, Letter]:
    known = {sym.name: sym for sym in met}
    known |= {p.name: p for p in model_of("zfb").parameters}
    found: dict[str, Letter] = {}
    for name in sorted({name for part in parts for name, _ in part} - {"N", "1/N", "d"}):
        if name == "Lam":
            # Both sides are O(d)-invariant, so a diagonal Lam is general.
            found[name] = Letter(name, "diagonal")
            continue
        sym = known.get(name)
        if sym is None or any(map(sym.has, ("random", "index", "orthogonal"))):
            raise Lacks(f"grid lacks points for {name}")
        kind = "scalar" if sym.shape == (1, 1) else "vector" if sym.shape[1] == 1 else "matrix"
        if sym.has("posdef") or sym.has("psd") or sym.has("symmetric"):
            kind = "symmetric"
        found[name] = Letter(name, kind)
    return found


def multidegrees(parts: Degrees, letters: Mapping[str, Letter]) -> list[dict[str, int]]:
    spans: dict[tuple[tuple[str, int], ...], dict[str, int]] = {}
    for part in parts:
        span = {name: k for name, k in part if name in letters}
        spans[tuple(sorted(span.items()))] = span
    return list(spans.values())


@lru_cache(maxsize=1)
def loss_degrees() -> Degrees:
    """Multidegrees of the population loss, from the definition of the prediction in chains of words."""
    x, x_q, w = (Sym(name, ("d", 1), frozenset({"random"})) for name in ("x", "x_q", "w"))
    parameters = {p.name: p for p in model_of("zfb").parameters}
    U11, u12, u21, u_1 = (parameters[name] for name in ("U11", "u12", "u21", "u_-1"))
    N = scalar("N", "integer", "positive")
    i = index("i", "N")
    S = Abbrev(matrix("S"), total(i, N, at(x, i) * at(x, i).T) / N)
    # (u12^T, u_-1) (E E^T / N) (U11; u21^T) x_q, block by block.
    y_hat = (
        u12.T * (S + x_q * x_q.T / N) * U11 * x_q
        + (u12.T * S * w) * (u21.T * x_q)
        + u_1 * (w.T * S * U11 * x_q)
        + u_1 * (w.T * S * w) * (u21.T * x_q)
    )
    return degrees(expect((y_hat - w.T * x_q) ** 2), model_of("zfb"), frozenset())
