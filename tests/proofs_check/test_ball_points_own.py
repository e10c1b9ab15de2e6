"""The exact points at which balls examine statements about psd matrices of every rank."""

from __future__ import annotations

import flint
import pytest

from proofs_check.papers.zwb.notation import H, Psi, sigma
from proofs_check.papers.zwb.section_4 import section_4_strict_gap
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.balls.witness import BallsWitness
from proofs_check.witnesses.points.exact import Point
from proofs_check.witnesses.points.own import own_points

POINTS = list(own_points(frozenset({H, Psi, sigma}), (1, 2, 3), "test"))


def matrices(point: Point) -> tuple[flint.fmpq_mat, flint.fmpq_mat, flint.fmpq_mat]:
    exact = dict(point.exact)
    return tuple(
        flint.fmpq_mat([[flint.fmpq(x.numerator, x.denominator) for x in row] for row in exact[name]])
        for name in ("H", "Psi", "sigma")
    )  # type: ignore[return-value]


def test_there_is_a_point_where_every_matrix_vanishes() -> None:
    assert any(A.rank() == B.rank() == 0 for A, B, _ in map(matrices, POINTS))


def test_there_is_a_point_where_images_are_orthogonal_and_there_is_no_noise() -> None:
    found = [(A, B, s) for A, B, s in map(matrices, POINTS) if A.rank() and B.rank() and (A * B).rank() == 0]
    assert found
    assert all(s[0, 0] == 0 for _, _, s in found)


def test_there_is_a_singular_matrix_of_rank_two() -> None:
    assert any(A.nrows() == 3 and A.rank() == 2 for A, _, _ in map(matrices, POINTS))


@pytest.mark.parametrize("name", ["a", "b"])
def test_a_strict_gap_is_not_supported_where_there_is_none_at_zero(name: str) -> None:
    part = section_4_strict_gap.part(name)
    outcome = BallsWitness().examine(section_4_strict_gap, part, part.readings[0], Context())
    assert outcome.verdict is not Verdict.SUPPORTED
