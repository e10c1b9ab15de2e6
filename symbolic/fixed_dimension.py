r"""Values on words instantiated at a fixed d: entries of :math:`\Lambda`, U and N become generators of one ring.

The names are those of ``derive --json``.  Whole exponents only: inverses become rational functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from flint import fmpq_mpoly_ctx, fmpq_poly

from . import words
from .entries import Matrix, Ratio
from .entries.ring import generators, ring
from .errors import InputError
from .words.letters import Exponent, Letter, Word
from .words.scalars import ATOMS, Atom


class HasNames(Protocol):
    """What the generators are called; ``N`` is that of the length in which coefficients are rational."""

    @property
    def d(self) -> int: ...

    @property
    def N(self) -> str: ...

    @property
    def parameters(self) -> list[str]: ...

    @property
    def covariance(self) -> list[str]: ...

    def grids(self) -> dict[str, list[list[str]]]: ...

    def scalar_names(self) -> dict[str, str]: ...

    def symbols(self) -> dict[str, Any]: ...


class Entrywise:
    """Reads scalars as rational functions and matrices as matrices of them; letters are found by name.

    ``extra`` adds matrix letters (name to grid of generator names) beside the parameters, and ``scalars`` named ones.
    """

    def __init__(
        self, names: HasNames, extra: Mapping[str, list[list[str]]] | None = None, scalars: tuple[str, ...] = ()
    ) -> None:
        self.names, self.extra = names, dict(extra or {})
        more = [name for grid in self.extra.values() for row in grid for name in row]
        self.context: fmpq_mpoly_ctx = ring([*names.parameters, *names.covariance, *more, *scalars, names.N])
        self.generators = generators(self.context)
        self.zero = Ratio(self.context.constant(0))
        self.one = Ratio(self.context.constant(1))
        self._matrices: dict[Letter, Matrix] = {}
        self._grids = names.grids() | self.extra
        self._scalars = names.scalar_names() | {name: name for name in scalars}

    def scalar(self, value: words.Scalar) -> Ratio:
        """A scalar as a rational function of the generators."""
        total = self.zero
        for mono, c in value.terms.items():
            term = self._coefficient(c)
            for number, e in mono:
                term = term * self._whole(self._atom(ATOMS[number]), e)
            total = total + term
        return total

    def matrix(self, value: words.Matrix) -> Matrix:
        """A d x d matrix or a vector, entry by entry."""
        d = self.names.d
        rows, cols = (d if n == "d" else 1 for n in (value.rows, value.cols))
        total = Matrix.build(rows, cols, lambda i, j: self.zero)
        for word, c in value.terms.items():
            total = total + self._word(word).scale(self.scalar(c))
        return total

    def _coefficient(self, c: words.Ratio) -> Ratio:
        return self._in_N(c.num) / self._in_N(c.den)

    def _in_N(self, p: fmpq_poly) -> Ratio:
        N = self.generators[self.names.N]
        total = self.context.constant(0)
        for k, coefficient in enumerate(p.coeffs()):
            total += N**k * coefficient
        return Ratio(total)

    def _atom(self, a: Atom) -> Ratio:
        if a.kind == "symbol":
            if a.name == "d":
                return self.one * self.names.d
            if a.name in self._scalars:
                return Ratio(self.generators[self._scalars[a.name]])
        elif a.kind == "cycle":
            product = self._word(a.args)
            value = product[0, 0] if a.args[0].rows == 1 else product.trace()
            return value if isinstance(value, Ratio) else self.one * value
        elif a.kind == "root":
            return self.scalar(a.args[0])
        raise InputError(f"{a.name or a} is no rational function of the entries: leave it out or square it.")

    def _word(self, word: Word) -> Matrix:
        product = self._identity()
        for k, x in enumerate(word):
            product = self._letter(x) if k == 0 else product @ self._letter(x)
        return product

    def _letter(self, x: Letter) -> Matrix:
        if x not in self._matrices:
            self._matrices[x] = self._read(x)
        return self._matrices[x]

    def _read(self, x: Letter) -> Matrix:
        if x.base is None:
            grid = self._grids.get(x.original.name)
            if grid is None:
                raise InputError(f"the letter {x} has no entries: name them in extra.")
            made = self._grid(grid)
            return made.T if x.flipped else made
        base = self._grid(self._grids[x.base.name])
        out = self._power(base, x.p)
        if x.shift is not None:
            out = out @ self._power(self._sum(x, base), x.q)
        return out

    def _sum(self, x: Letter, base: Matrix) -> Matrix:
        """The sum whose power the member ``x`` of a family contains."""
        assert x.shift is not None
        constant = self._identity().scale(self.scalar(x.shift))
        return base + constant if x.middle is None else base @ base + base.scale(self.scalar(x.middle)) + constant

    def _grid(self, grid: list[list[str]]) -> Matrix:
        return Matrix.of(grid).map(lambda name: self.zero if name == "0" else Ratio(self.generators[name]))

    def _identity(self) -> Matrix:
        return Matrix.build(self.names.d, self.names.d, lambda i, j: self.one if i == j else self.zero)

    def _power(self, A: Matrix, e: Exponent) -> Matrix:
        if not isinstance(e, int):
            raise InputError(f"the power {e} of a matrix has no rational entries: square the expression first.")
        out, factor = self._identity(), A if e >= 0 else A.inverse()
        for _ in range(abs(e)):
            out = out @ factor
        return out

    @staticmethod
    def _whole(value: Ratio, e: Exponent) -> Ratio:
        if Fraction(e).denominator != 1:
            raise InputError(f"the exponent {e} leaves the rational functions: square the expression first.")
        return value ** int(e)
