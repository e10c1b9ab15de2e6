"""Polynomials in few variables, prepared for many evaluations: in any arithmetic, and fast in float64."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .arithmetic import ball
from .moments import Coefficient

FloatArray = NDArray[np.float64]
Terms = Mapping[tuple[Any, ...], Coefficient]
"""Coefficients by the variables of each monomial, repeated by exponent."""


class Compiled:
    """Several polynomials with a common table of monomials, each the product of an earlier one and a variable."""

    def __init__(self, polynomials: Sequence[Terms], keys: tuple[Any, ...]) -> None:
        place = {key: i for i, key in enumerate(keys)}
        table: dict[tuple[int, ...], int] = {(): 0}
        self.steps: list[tuple[int, int]] = []

        def number(monomial: tuple[int, ...]) -> int:
            if monomial not in table:
                before = number(monomial[:-1])
                self.steps.append((before, monomial[-1]))
                table[monomial] = len(table)
            return table[monomial]

        self.rows: list[list[tuple[int, Any]]] = [
            [(number(tuple(sorted(place[v] for v in variables))), c) for variables, c in terms.items()]
            for terms in polynomials
        ]
        self.size = len(keys)
        longest = max(map(len, table))
        self._factors = np.full((len(table), max(longest, 1)), self.size)
        for monomial, k in table.items():
            self._factors[k, : len(monomial)] = monomial
        self._weights = np.zeros((len(self.rows), len(table)))
        for i, row in enumerate(self.rows):
            for k, c in row:
                self._weights[i, k] += float(c)

    def at(self, state: Sequence[Any]) -> list[Any]:
        """The values, in the arithmetic of balls or of series of balls."""
        monomials: list[Any] = [1]
        for before, variable in self.steps:
            monomials.append(state[variable] if before == 0 else monomials[before] * state[variable])
        return [sum((monomials[k] * c for k, c in row), ball(0)) for row in self.rows]

    def in_floats(self, state: FloatArray) -> FloatArray:
        """The values in float64, at one point or at several, one below the other."""
        point = np.ones((*state.shape[:-1], self.size + 1))
        point[..., :-1] = state
        return np.asarray(np.multiply.reduce(point[..., self._factors], axis=-1) @ self._weights.T)
