"""Statements about least values, means, or limits of numbers, at other values of what they leave free.

Numbers are other ones; vectors and matrices are zero, matrices nilpotent: what a general point does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction

from ...algebras.sampling.settings import Values
from ...algebras.sampling.variants import Variant
from ...claims import Claim
from ...statement.fold import Lacks
from ...statement.props import Prop, subterms
from ...statement.terms import Sym, symbols
from .. import Context
from ..points.other_numbers import may_vanish, other_numbers
from .engine import SampledEngine
from .judge import AtSizes, judge
from .meeting import Rows
from .sizes import settings

DRAWS = 20_000
Sizes = Mapping[str, int]


def at_other_values(claim: Claim, prop: Prop, context: Context) -> str:
    """What speaks against the statement there; empty where nothing does."""
    about = {sym for _, t in subterms(prop) for sym in symbols(t)}
    for (sizes, variant, point), values in _places(claim, prop, context):
        at_sizes = _alone(claim, variant, context, point, values)
        engine = at_sizes(sizes)
        named = {name for name, _ in values}
        with suppress(Lacks):
            if any(engine.violates(h.prop, about | _called(h.prop, named)) for h in claim.given):
                continue
            finding = judge(prop, engine, at_sizes)
            if not finding.holds:
                where = ", ".join(f"{name} = {_said(rows)}" for name, rows in values)
                return f"the samples speak against it at {where}: {finding.how}"
    return ""


def _called(prop: Prop, names: set[str]) -> set[Sym]:
    return {sym for _, t in subterms(prop) for sym in symbols(t) if sym.name in names}


def _places(
    claim: Claim, prop: Prop, context: Context
) -> Iterator[tuple[tuple[dict[str, int], Variant, int], Values]]:  # fmt: skip
    """Settings, the first one and the first in two dimensions, with values."""
    props = (prop, *(h.prop for h in claim.given))
    every = list(settings(claim, prop, context))
    for one in other_numbers(props):
        yield every[0], tuple((name, ((x,),)) for name, x in sorted(one.items()))
    for there in dict.fromkeys((0, next((k for k, (sizes, _, _) in enumerate(every) if sizes["d"] == 2), 0))):
        sizes, variant, point = every[there]
        size = _alone(claim, variant, context, point, ())(sizes).setting().algebra.size
        for s in may_vanish(props):
            with suppress(Lacks):
                rows, columns = size(s.shape[0]), size(s.shape[1])
                yield every[there], ((s.name, _above(rows, columns, 0)),)
                if not s.traits and min(rows, columns) > 1:
                    yield every[there], ((s.name, _above(rows, columns, 1)),)


def _above(rows: int, columns: int, x: int) -> Rows:
    """``x`` above the diagonal, and zero elsewhere."""
    return tuple(tuple(Fraction(x * (j == i + 1)) for j in range(columns)) for i in range(rows))


def _said(rows: Rows) -> str:
    return str(rows[0][0]) if len(rows) == len(rows[0]) == 1 else str([[str(x) for x in row] for row in rows])


def _alone(claim: Claim, variant: Variant, context: Context, fixed: int, values: Values) -> AtSizes:
    """The engines at these values of the numbers left free, and at no other point."""

    def at_sizes(sizes: Mapping[str, int], point: int = fixed) -> SampledEngine:
        return SampledEngine(claim, sizes, variant, DRAWS, context.seed, point=fixed, values=values, alone=True)

    return at_sizes
