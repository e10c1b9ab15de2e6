r"""Unspecified functions as oracles: a value, and a derivative, for each argument that is met.

An activation under Assumption 4.3, continuous, is a function of the Gram matrix :math:`G=U^\top W`: polynomials in the
entries of G separate the closed orbits of the pairs (U, W).  If it is continuously differentiable its derivative at
(U, W) in the direction (dU, dW) is a linear function, depending on G alone, of :math:`dG=dU^\top W+U^\top dW`.  Where
it is not continuous, what is invariant is the orbit itself: G with the row spaces of U and W.  Conversely a polynomial
in the entries of G takes any values and derivatives at finitely many G, so that what fails for these fails for a smooth
function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from ..entries.matrix import Matrix
from .duals import derivative_part, is_moving, value_part, with_derivative
from .quotients import text
from .spectra import echelon, rank

Draw = Callable[[str, int, int], Matrix]
"""A matrix of this shape, new at every call; the text says what for."""
Key = tuple[Any, ...]


class NotSmooth(Exception):
    """A derivative of a function of which none is assumed."""


def gram_key(A: Matrix) -> Key:
    """The entries of ``A`` in print, with its shape."""
    return (A.shape, *(text(e) for e in A.entries()))


def frobenius(A: Matrix, B: Matrix) -> Any:
    """The sum of products of entries."""
    total: Any = fmpq(0)
    for a, b in zip(A.entries(), B.entries(), strict=True):
        if a and b:
            total = total + a * b
    return total


class Activation:
    r"""An unspecified :math:`\tilde h(U,W)`; ``met`` lists the arguments with the values that it was given there."""

    def __init__(self, name: str, draw: Draw, *, invariant: bool, smooth: bool, symmetric: bool = False) -> None:
        self.name, self._draw, self.invariant, self.smooth = name, draw, invariant, smooth
        self.symmetric = symmetric
        """Whether values at equal arguments are symmetric matrices."""
        self._values: dict[Key, Matrix] = {}
        self._slopes: dict[Key, list[tuple[Matrix, ...]]] = {}
        self.met: list[tuple[Matrix, Matrix, Matrix]] = []
        self.slopes_met: list[tuple[Matrix, Matrix, Matrix, Matrix, Matrix]] = []

    def __call__(self, U: Matrix, W: Matrix) -> Matrix:
        """The value, with its derivative where the arguments have one."""
        there, here = value_part(U), value_part(W)
        value = self._value(there, here)
        if not (is_moving(U) or is_moving(W)):
            return value
        return with_derivative(value, self.derivative(there, here, derivative_part(U), derivative_part(W)))

    def derivative(self, U: Matrix, W: Matrix, dU: Matrix, dW: Matrix) -> Matrix:
        """The derivative at (U, W) in the direction (dU, dW)."""
        if not self.smooth:
            raise NotSmooth(f"no derivative of {self.name} is assumed to exist")
        key = self._key(U, W)
        rows, columns = U.shape[1], W.shape[1]
        if self.invariant:
            directions: tuple[Matrix, ...] = (dU.T @ W + U.T @ dW,)
        else:
            directions = (dU, dW)
        if not any(e for A in directions for e in A.entries()):
            return Matrix.build(rows, columns, lambda i, j: fmpq(0))
        if key not in self._slopes:
            self._slopes[key] = [
                tuple(self._draw(f"D{self.name}{len(self._slopes) + 1}_{k}", *A.shape) for A in directions)
                for k in range(rows * columns)
            ]
        found = self._slopes[key]
        value = Matrix.build(
            rows,
            columns,
            lambda i, j: sum(
                (frobenius(D, A) for D, A in zip(found[i * columns + j], directions, strict=True)), fmpq(0)
            ),
        )
        self.slopes_met.append((U, W, dU, dW, value))
        return value

    def _value(self, U: Matrix, W: Matrix) -> Matrix:
        key = self._key(U, W)
        if key not in self._values:
            value = self._draw(f"{self.name}{len(self._values) + 1}", U.shape[1], W.shape[1])
            if self.symmetric and gram_key(U) == gram_key(W):
                value = Matrix.build(*value.shape, lambda i, j: value[min(i, j), max(i, j)])
            self._values[key] = value
            self.met.append((U, W, self._values[key]))
        return self._values[key]

    def preset(self, U: Matrix, W: Matrix, value: Matrix) -> bool:
        """Gives the function this value there; False where it has another one already."""
        key = self._key(U, W)
        if key in self._values:
            return self._values[key] == value
        self._values[key] = value
        self.met.append((U, W, value))
        return True

    def _key(self, U: Matrix, W: Matrix) -> Key:
        if not self.invariant:
            return (*gram_key(U), *gram_key(W))
        G = U.T @ W
        if self.smooth or rank(G) == min(len(U.rows), *G.shape):
            return gram_key(G)
        return (*gram_key(G), *gram_key(echelon(U)), *gram_key(echelon(W)))


class Kernel:
    r"""An unspecified symmetric kernel; with ``psd`` it is :math:`F_u^\top F_v` for vectors that are drawn.

    With ``rotation_invariant`` the value depends on :math:`|u|^2,|v|^2,\langle u,v\rangle` alone; with ``psd`` as well
    it is :math:`\sum_mc_m\langle u,v\rangle^m` with :math:`c_m\ge 0`.  ``features``: the length of F; with ``positive``
    the feature vectors of different points are linearly independent.  Where ``symbolic`` holds, values are letters, and
    that the kernel is positive semi-definite is not used.  With ``exchangeable`` it has one value at equal points and
    one at different points, so that its Gram matrices have rational eigenvalues.  With a ``formula`` it is this.
    """

    def __init__(
        self,
        name: str,
        draw: Draw,
        traits: frozenset[str],
        *,
        features: int = 2,
        symbolic: bool = False,
        exchangeable: bool = False,
        formula: Callable[[Matrix, Matrix], Any] | None = None,
    ) -> None:
        self.name, self._draw, self.features, self.exchangeable = name, draw, features, exchangeable
        self._formula = formula
        self.psd = bool(traits & {"psd", "positive"}) and not symbolic
        self.positive = "positive" in traits
        self.rotation_invariant = "rotation_invariant" in traits
        self._values: dict[Any, Any] = {}
        self._features: dict[Key, list[Any]] = {}
        self._coefficients: list[Any] = []
        self.met: list[tuple[Matrix, Matrix, Any]] = []

    def __call__(self, u: Matrix, v: Matrix) -> Any:
        if is_moving(u) or is_moving(v):
            raise NotSmooth(f"no derivative of {self.name} is assumed to exist")
        u, v = value_part(u), value_part(v)
        key = self._pair(u, v)
        if key not in self._values:
            self._values[key] = self._new(u, v)
            self.met.append((u, v, self._values[key]))
        return self._values[key]

    def _pair(self, u: Matrix, v: Matrix) -> Any:
        if not self.rotation_invariant:
            return frozenset({gram_key(u), gram_key(v)})
        return frozenset({text((u.T @ u)[0, 0]), text((v.T @ v)[0, 0])}), text((u.T @ v)[0, 0])

    def _new(self, u: Matrix, v: Matrix) -> Any:
        if self._formula is not None:
            return self._formula(u, v)
        if self.exchangeable:
            if not self._coefficients:
                self._coefficients = self._draw(f"{self.name}c", 1, 2).entries()
            a, b = self._coefficients
            if self.psd:
                a, b = a * a + b * b, b * b
            return a if gram_key(u) == gram_key(v) else b
        if not self.psd:
            return self._draw(f"{self.name}{len(self._values) + 1}", 1, 1)[0, 0]
        if self.rotation_invariant:
            if not self._coefficients:
                self._coefficients = [c * c for c in self._draw(f"{self.name}c", 1, 4).entries()]
            x = (u.T @ v)[0, 0]
            return sum((c * x**m for m, c in enumerate(self._coefficients)), fmpq(0))
        F, G = self._feature(u), self._feature(v)
        return sum((a * b for a, b in zip(F, G, strict=False)), fmpq(0))

    def _feature(self, u: Matrix) -> list[Any]:
        key = gram_key(u)
        if key not in self._features:
            met = len(self._features)
            if self.positive:
                before = self._draw(f"{self.name}F{met + 1}", 1, met).entries() if met else []
                self._features[key] = [*before, fmpq(1 + met % 2)]
            else:
                self._features[key] = self._draw(f"{self.name}F{met + 1}", 1, self.features).entries()
        return self._features[key]
