r"""Rotating :math:`\Lambda` is a claim, not a convention: derived on words with an orthogonal letter Q.

For orthogonal Q the loss satisfies
:math:`L(QU_{11}Q^\top,Qu_{12},Qu_{21},u_{-1};Q\Lambda Q^\top)=L(U_{11},u_{12},u_{21},u_{-1};\Lambda)`, and its gradient
flow moves rotated parameters by rotated velocities.  So a diagonal :math:`\Lambda` loses no generality, for these
functions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from .errors import InputError
from .words.calculus import gradient
from .words.letters import Letter
from .words.matrices import Matrix, Value, matrix
from .words.scalars import Scalar
from .words.substitution import substitute


@dataclass(frozen=True)
class Rotation:
    """The action of the orthogonal letter ``Q``: square letters go to Q X Q^T, column vectors to Q x."""

    Q: Matrix
    turned: tuple[Matrix, ...]

    def __call__(self, value: Value) -> Value:
        """``value`` with every turned letter replaced by its image."""
        return substitute(value, {_letter(x): self.image(x) for x in self.turned})

    def image(self, x: Matrix) -> Matrix:
        """Q X Q^T or Q x, for a matrix or a vector of the shape of a turned letter."""
        product = self.Q * x * self.Q.T if x.cols == x.rows else self.Q * x
        return cast(Matrix, product)


def rotation(*letters: Matrix) -> Rotation:
    """The rotation by a fresh orthogonal letter Q that turns ``letters`` (d x d matrices and d-vectors)."""
    if not letters:
        raise InputError("letters is empty: name what is to be turned.")
    dim = letters[0].rows
    for x in letters:
        if x.rows != dim or x.cols not in (dim, 1):
            raise InputError(f"{x} is {x.rows} x {x.cols}: only {dim} x {dim} matrices and {dim}-vectors are turned.")
    return Rotation(matrix("Q", dim, dim, orthogonal=True), letters)


def is_invariant(f: Scalar, turn: Rotation) -> bool:
    """Whether ``f`` keeps its value, as an identity for all orthogonal Q and all letters."""
    return (cast(Scalar, turn(f)) - f).is_zero()


def flow_is_equivariant(f: Scalar, turn: Rotation, parameters: Sequence[Matrix], scalars: Sequence[Scalar]) -> bool:
    """Whether the gradient flow of ``f`` commutes with the rotation: the velocity at the rotated point is the rotated
    velocity, for each matrix or vector parameter, and unchanged for each scalar one."""
    for x in parameters:
        velocity = cast(Matrix, gradient(f, x))
        if not (cast(Matrix, turn(velocity)) - turn.image(velocity)).is_zero():
            return False
    return all(is_invariant(cast(Scalar, gradient(f, u)), turn) for u in scalars)


def _letter(x: Matrix) -> Letter:
    ((word, _),) = x.terms.items()
    return word[0]
