"""Finite-grid proofs: what they prove, what they refuse, and that their certificates can be computed again."""

from dataclasses import replace
from fractions import Fraction

import pytest

from symbolic.contractions import Letter, contractions
from symbolic.entries import Matrix, loss
from symbolic.errors import InputError
from symbolic.grid import prove_contractions, prove_polynomial, verify

LAM, U, X = Letter("Lam", "diagonal"), Letter("U", "matrix"), Letter("X", "matrix")
V, W, S = Letter("v", "vector"), Letter("w", "vector"), Letter("s", "scalar")


def m(point, name):
    return Matrix.of(point[name])


def test_a_polynomial_identity_needs_degree_plus_one_points_in_each_variable():
    proof = prove_polynomial(
        lambda p: (p["d"] + p["N"]) ** 2, lambda p: p["d"] ** 2 + 2 * p["d"] * p["N"] + p["N"] ** 2, {"d": 2, "N": 2}
    )
    assert proof.holds
    assert proof.rank == proof.columns == len(proof.points) == 9


def test_a_polynomial_that_vanishes_on_a_smaller_grid_is_caught():
    proof = prove_polynomial(lambda p: (p["N"] - 1) * (p["N"] - 2), lambda p: 0, {"N": 2})
    assert not proof.holds
    assert proof.counterexample == {"N": 3}


def test_the_number_of_contractions_is_that_of_invariants():
    assert len(contractions([LAM], {"Lam": 5})) == 7  # partitions of 5
    assert len(contractions([V, W], {"v": 2, "w": 2})) == 2  # (v.v)(w.w), (v.w)^2
    assert len(contractions([V], {"v": 3})) == 0
    # tr U tr L, tr UL
    assert len(contractions([LAM, U], {"Lam": 1, "U": 1})) == 2
    # v'Uw and w'Uv and (v.w) tr U
    assert len(contractions([U, V, W], {"U": 1, "v": 1, "w": 1})) == 3
    assert contractions([U, S], {"U": 1, "s": 2})[0].scalars == (("s", 2),)


def reduced_from_definition(point):
    """N^2 (L - L at zero) on the block, by the entrywise loss at the point's own d."""
    d, zero = point["d"], [0] * point["d"]
    at = {"U11": point["U"], "u12": zero, "u21": zero, "u_-1": point["s"], "Lam": point["Lam"], "N": point["N"]}
    L = loss(d, general=False)
    return point["N"] ** 2 * (L.evaluate(at) - L.evaluate(at | {"u_-1": 0}))


def reduced_as_printed(point, quartic=1, N_shift=0):
    """N^2 times (28) of zfb: tr[s^2 Gam Lam U Lam U^T / 2 - s Lam^2 U^T]."""
    N, s, d = point["N"], point["s"], point["d"]
    A, B = m(point, "Lam"), m(point, "U")
    eye = Matrix.build(d, d, lambda i, j: Fraction(i == j))
    Gam = A.scale(1 + Fraction(1, N + N_shift)) + eye.scale(A.trace() * Fraction(1, N))
    return N**2 * ((Gam @ A @ B @ A @ B.T).trace() * quartic * s**2 / 2 - (A @ A @ B.T).trace() * s)


DEGREES = [{"s": 2, "Lam": 3, "U": 2}, {"s": 1, "Lam": 2, "U": 1}]


def test_the_reduced_loss_is_proved_for_every_d_and_N():
    """zfb, (28): both sides are N^2-scaled contractions of (s, Lam, U) of degrees (2, 3, 2) and (1, 2, 1)."""
    letters = [LAM, U, S]
    proof = prove_contractions(
        reduced_from_definition, reduced_as_printed, letters, DEGREES, powers={"N": 2}, dims=(2, 5)
    )
    assert proof.holds
    assert proof.rank == proof.columns
    assert verify(proof, letters, {"N": 2})
    assert not verify(replace(proof, points=proof.points[:-5]), letters, {"N": 2})


@pytest.mark.parametrize("change", [{"quartic": 2}, {"N_shift": 1}])
def test_an_altered_coefficient_is_refuted_with_a_point(change):
    proof = prove_contractions(
        reduced_from_definition, lambda p: reduced_as_printed(p, **change), [LAM, U, S], DEGREES, powers={"N": 2},
        dims=(2, 5),
    )
    assert not proof.holds
    assert proof.counterexample is not None


def test_dimensions_too_small_to_separate_the_span_are_refused():
    """At d = 1 the functions tr(Lam)^2 and tr(Lam^2) coincide: agreement there would prove nothing."""
    with pytest.raises(InputError, match="pass larger dims"):
        prove_contractions(lambda p: 0, lambda p: 0, [LAM], [{"Lam": 2}], dims=(1,))


def test_cayley_hamilton_does_not_pass_for_a_general_identity():
    """tr(A)^2 - tr(A^2) = 2 det(A) at d = 2 only."""
    A = Letter("A", "symmetric")
    proof = prove_contractions(
        lambda p: m(p, "A").trace() ** 2 - (m(p, "A") @ m(p, "A")).trace(),
        lambda p: 2 * m(p, "A").det() if p["d"] == 2 else (m(p, "A").trace() ** 2 if p["d"] > 2 else 0),
        [A], [{"A": 2}], dims=(2, 3),
    )
    assert not proof.holds


def test_bad_letters_and_degrees_are_refused():
    with pytest.raises(InputError, match="kind of A"):
        Letter("A", "tensor")
    with pytest.raises(InputError, match="not among the letters"):
        contractions([LAM], {"Q": 1})
    with pytest.raises(InputError, match="index slots"):
        contractions([LAM], {"Lam": 8})
    with pytest.raises(InputError, match="must not be negative"):
        prove_polynomial(lambda p: 0, lambda p: 0, {"N": -1})
