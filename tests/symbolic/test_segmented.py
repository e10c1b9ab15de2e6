"""Matrices with an axis of samples, against the same matrices written out for three samples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from symbolic.entries import Matrix, Ratio
from symbolic.entries.ring import ring
from symbolic.entries.segmented import Samples, Segmented, Square, identity, inverse, joined, times
from symbolic.errors import InputError

CTX = ring(["x", "y"])
X, Y = (Ratio(g) for g in CTX.gens())
ONE = Ratio(CTX.constant(1))
DRAWN = ((1, 2), (3, -1), (Fraction(1, 2), 5))
"""The values of (x, y) for the three samples."""


def at(value: Matrix, sample: tuple) -> Matrix:
    images = {"x": ONE.lift(sample[0]), "y": ONE.lift(sample[1])}
    return value.map(lambda e: e.substitute(images))


def fold(value: Matrix) -> Matrix:
    parts = [at(value, sample) for sample in DRAWN]
    return parts[0] + parts[1] + parts[2]


SAMPLES = Samples(ONE.lift(3), fold)


def tall(*row: Ratio) -> Segmented:
    return Segmented((None,), (len(row),), ((Matrix((row,)),),), SAMPLES)


def written(value: Segmented | Matrix) -> list[list[Fraction]]:
    if isinstance(value, Matrix):
        return [[e.constant() for e in row] for row in value.rows]
    bands = [[_block(b, m, n) for b, n in zip(band, value.columns, strict=True)]
             for band, m in zip(value.blocks, value.rows, strict=True)]
    return [[e.constant() for e in row] for row in Matrix.blocks(bands).rows]


def _block(block: Matrix | Square, m: int | None, n: int | None) -> Matrix:
    if isinstance(block, Square):
        same = identity_of(3).scale(block.scale)
        left = Matrix.blocks([[at(block.left, s)] for s in DRAWN])
        right = Matrix.blocks([[at(block.right, s) for s in DRAWN]])
        return same + left @ right
    if m is None:
        return Matrix.blocks([[at(block, s)] for s in DRAWN])
    return Matrix.blocks([[at(block, s) for s in DRAWN]]) if n is None else block


def identity_of(n: int) -> Matrix:
    return Matrix.build(n, n, lambda i, j: ONE.lift(int(i == j)))


def plain(value: Segmented | Matrix) -> Matrix:
    return Matrix.of(written(value)).map(ONE.lift)


A = tall(X, Y)
B = tall(X * Y, Y + 1)
C = Matrix.of([[1, 2], [0, 3]]).map(ONE.lift)
E = joined([[A.T, C], [B.T, C]], SAMPLES)
MASK = joined(
    [[identity((None,), SAMPLES, ONE), tall(X * 0, X * 0)], [tall(X * 0, X * 0).T, C.scale(ONE * 0)]], SAMPLES
)


@pytest.mark.parametrize(
    ("left", "right"),
    [(A.T, B), (A, C), (A, B.T), (C, A.T), (E, E.T), (MASK, E.T), (E, MASK), (times(A, B.T, SAMPLES), A),
     (times(A, B.T, SAMPLES), times(B, A.T, SAMPLES)), (E.T, E)],
)  # fmt: skip
def test_a_product_is_the_product_written_out(left, right):
    assert written(times(left, right, SAMPLES)) == written(plain(left) @ plain(right))


def test_sums_traces_and_multiples_are_those_written_out():
    square = times(A, B.T, SAMPLES) + identity((None,), SAMPLES, ONE).scale(ONE * 2) - times(B, B.T, SAMPLES)
    assert square.trace().constant() == plain(square).trace().constant()
    assert written(square.T) == written(plain(square).T)
    assert written((E + E).scale(ONE * 3)) == written(plain(E).scale(ONE * 6))


def test_the_inverse_of_a_matrix_for_pairs_of_samples_is_its_inverse():
    square = times(A, A.T, SAMPLES) + identity((None,), SAMPLES, ONE).scale(ONE * 2)
    assert written(times(square, inverse(square, ONE), SAMPLES)) == written(identity_of(3))


def test_the_token_matrix_is_masked():
    masked = times(times(E, MASK, SAMPLES), E.T, SAMPLES)
    assert written(masked) == written(joined([[times(A.T, A, SAMPLES), times(A.T, B, SAMPLES)],
                                              [times(B.T, A, SAMPLES), times(B.T, B, SAMPLES)]], SAMPLES))
    assert written(masked) != written(times(E, E.T, SAMPLES))


def test_shapes_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="do not multiply"):
        times(A, B, SAMPLES)
    with pytest.raises(InputError, match="must agree"):
        _ = A + A.T
    with pytest.raises(InputError, match="two samples"):
        times(A, A.T, SAMPLES).map(lambda e: e)
