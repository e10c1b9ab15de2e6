"""Values with indices at plain numbers, by loops over all indices and all outcomes of random letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction as F
from itertools import product
from math import prod
from typing import Any, cast

from symbolic.indexed import Indexed
from symbolic.indexed.factors import Factor, Index, Mono
from symbolic.words import Letter
from symbolic.words.letters import Dim


class Place:
    """Values at plain numbers: dimensions, letters as tables, a random letter as equally likely tables."""

    def __init__(self, dims: Mapping[str, int], tables: Mapping[str, Any], law: Mapping[str, Sequence[Any]]) -> None:
        self.dims, self.tables, self.law = dict(dims), dict(tables), dict(law)

    def size(self, dim: Dim) -> int:
        return dim if isinstance(dim, int) else self.dims[dim]

    def of(self, value: Indexed, at: Mapping[Index, int]) -> F:
        return sum((c.at(self.dims["N"]) * self.mono(m, at) for m, c in value.terms.items()), F(0))

    def mono(self, mono: Mono, at: Mapping[Index, int]) -> F:
        return prod((self.factor(f, at) ** cast(int, e) for f, e in mono), start=F(1))

    def factor(self, f: Factor, at: Mapping[Index, int]) -> F:
        if f.kind == "symbol":
            return F(self.tables.get(f.name, self.dims.get(f.name, 0)))
        if f.kind == "delta":
            return F(at[f.indices[0]] == at[f.indices[1]])
        if f.kind == "entry":
            table = self.tables[f.args[0].name]
            first, *rest = (at[x] for x in f.indices)
            return F(table[first][rest[0]] if rest else table[first])
        if f.kind == "sum":
            bound, body = f.args
            values = product(*(range(self.size(b[2])) for b in bound))
            return sum((self.mono(body, {**at, **dict(zip(bound, v, strict=True))}) for v in values), F(0))
        if f.kind == "mean":
            drawn, body = f.args
            outcomes = self.law[drawn.name]
            places = [Place(self.dims, {**self.tables, **self._powers(drawn, x)}, self.law) for x in outcomes]
            return sum((p.mono(body, at) for p in places), F(0)) / len(outcomes)
        assert f.kind == "poly"
        return self.of(f.args[0], at)

    @staticmethod
    def _powers(drawn: Letter, table: Any) -> dict[str, Any]:
        if drawn.cols == 1:
            return {drawn.name: table}
        square = [[sum(r[m] * table[m][c] for m in range(len(table))) for c in range(len(table))] for r in table]
        return {drawn.name: table, f"{drawn.name}**2": square}
