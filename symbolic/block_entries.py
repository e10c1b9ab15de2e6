"""The models of :mod:`symbolic.block` at a fixed dimension: entries of everything are generators of one ring."""

from __future__ import annotations

from typing import Any

from . import words
from .block import Model
from .entries import Matrix, Ratio
from .entries.names import entry_name
from .fixed_dimension import Entrywise
from .long_sums import in_brackets
from .words.calculus import shape_of

Grid = list[list[str]]


class BlockNames:
    """Generator names at dimension d, as :class:`.fixed_dimension.Entrywise` reads them."""

    N = "M"

    def __init__(self, model: Model, d: int) -> None:
        self.d = d
        self._scalars: dict[str, str] = {}
        self._grids: dict[str, Grid] = {}
        for name, value in model.parameters.items():
            rows, cols = shape_of(value)
            if rows == 1:
                self._scalars[name] = name
            else:
                self._grids[name] = self._vector(name) if cols == 1 else self._matrix(name)
        self.moving = [*self._grids, *self._scalars]
        self._grids |= {name: self._symmetric(name) for name in ("H", "Psi")}
        self._grids["beta_star"] = self._vector("beta_star")

    @property
    def parameters(self) -> list[str]:
        grids = (self._grids[name] for name in self.moving if name in self._grids)
        return [entry for grid in grids for row in grid for entry in row] + list(self._scalars.values())

    @property
    def covariance(self) -> list[str]:
        fixed = [name for name in self._grids if name not in self.moving]
        return [*dict.fromkeys(entry for name in fixed for row in self._grids[name] for entry in row), "sigma"]

    def grids(self) -> dict[str, Grid]:
        """Matrix and vector letters."""
        return dict(self._grids)

    def scalar_names(self) -> dict[str, str]:
        """Named scalars."""
        return self._scalars | {"sigma": "sigma", "M": "M"}

    def symbols(self) -> dict[str, Any]:
        """The names as ``derive --json`` prints them; a vector is a list."""
        grids = {k: [row[0] for row in g] if len(g[0]) == 1 and not k[0].isupper() else g
                 for k, g in self._grids.items()}  # fmt: skip
        return grids | self.scalar_names()

    def _vector(self, name: str) -> Grid:
        return [[f"{name}_{i}"] for i in self._range]

    def _matrix(self, name: str) -> Grid:
        return [[entry_name(name, i, j) for j in self._range] for i in self._range]

    def _symmetric(self, name: str) -> Grid:
        return [[entry_name(name, min(i, j), max(i, j)) for j in self._range] for i in self._range]

    @property
    def _range(self) -> range:
        return range(1, self.d + 1)


class BlockEntries:
    """Values of one model at one dimension."""

    def __init__(self, model: Model, d: int) -> None:
        self.names = BlockNames(model, d)
        self.at = Entrywise(self.names)

    def symbols(self) -> dict[str, Any]:
        return self.names.symbols()

    def text(self, value: words.Value) -> Any:
        """A number as text, a vector as a list, a matrix as a list of rows; all as SymPy reads them."""
        if isinstance(value, words.Scalar):
            return _text(self.at.scalar(value))
        rows = self.nested(self.at.matrix(value))
        return [row[0] for row in rows] if value.cols == 1 else rows

    @staticmethod
    def nested(value: Matrix) -> list[list[str]]:
        """A matrix as a list of rows."""
        return [[_text(x) for x in row] for row in value.rows]

    def step(self) -> Matrix:
        """The step size of :func:`.block_minima.step`."""
        return (self._letter("Psi") @ self._resolvent()).scale(self._ratio_M())

    def least_risk(self) -> str:
        r""":math:`\\sigma^2+\\mathrm{tr}(H\\Psi)-\\frac M{M+1}\\mathrm{tr}\\big((H\\Psi)^2(H\\Psi+cI)^{-1}\\big)`."""
        product = self._letter("H") @ self._letter("Psi")
        spent = (product @ product @ self._resolvent()).trace() * self._ratio_M()
        return _text(self._number("sigma") ** 2 + product.trace() - spent)

    def _resolvent(self) -> Matrix:
        product = self._letter("H") @ self._letter("Psi")
        c = (product.trace() + self._number("sigma") ** 2) / (self._number("M") + self.at.one)
        one = Matrix.build(self.names.d, self.names.d, lambda i, j: self.at.one if i == j else self.at.zero)
        return (product + one.scale(c)).inverse()

    def _ratio_M(self) -> Ratio:
        M = self._number("M")
        return M / (M + self.at.one)

    def _letter(self, name: str) -> Matrix:
        return self.at.matrix(words.matrix(name, "d", "d", psd=True))

    def _number(self, name: str) -> Ratio:
        return self.at.scalar(words.Scalar.symbol(name))


def _text(value: Ratio) -> str:
    return in_brackets(str(value).replace("^", "**"))
