"""A letter inside an inverse or a root is not absent: nothing that counts letters may take the term for one without it.

Each value that was once returned here is false: e + 2 is not symmetric where e is, and s - 4 (1 + s)^(1/2) is least at
s = 3, not at 0.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from fractions import Fraction

import pytest

from symbolic import minima, semidefinite_minima
from symbolic.errors import InputError
from symbolic.words import ONE, Matrix, Scalar, gaussian, letter, matrix, name_of, power, pseudo_inverse, trace
from symbolic.words.integrability import joint_degrees
from symbolic.words.labels import LabelLaw, expect_label
from symbolic.words.noise import Moments, expect_noise
from symbolic.words.sampling import sum_over_samples
from symbolic.words.structure import hidden_names

Lam, eye = matrix("Lam", "d", "d", posdef=True), Matrix.identity("d")
U, v = matrix("U", "d", "d"), matrix("v", "d", 1)
e, u, y = (Scalar.symbol(name) for name in ("e", "u", "y"))
eps, a = matrix("eps", "N", 1), matrix("a", "N", 1)
x = gaussian("x_test", "d", 1, letter("Lam_x", "d", "d", posdef=True))
own = name_of(x)
HALF = Fraction(1, 2)


def shifted(c: Scalar) -> Matrix:
    return power(Lam + c * eye, Fraction(-1))


SQUARED = (e + 2) ** 2, (y + 2) ** 2, eps.T * eps, x.T * x
inside_e, inside_y, inside_eps, inside_x = map(shifted, SQUARED)
image = pseudo_inverse(eps * eps.T)
LAW = LabelLaw(" of the test")


@pytest.mark.parametrize(("value", "noise"), [
    (e * inside_e, "e"), (e * trace(inside_e), "e"), (e**2 * trace(inside_e) * trace(Lam), "e"), (inside_e, "e"),
    (eps.T * a * trace(inside_eps), name_of(eps)), (inside_eps * (eps.T * a), name_of(eps)),
    (eps.T * a * trace(image), name_of(eps)), (image * eps, name_of(eps)),
    (e * Scalar.symbol("s", 1) * (1 + e**2) ** HALF, "e"),
], ids=str)  # fmt: skip
def test_noise_inside_a_function_has_no_known_mean(value: Matrix | Scalar, noise: str) -> None:
    with pytest.raises(InputError, match="known for polynomials only"):
        expect_noise(value, noise, Moments(ONE, normal=True))


@pytest.mark.parametrize("value", [
    y * trace(inside_y), y * inside_y, trace(inside_y), y * trace(inside_x), y * inside_x, y * inside_x * x,
    y * (1 + x.T * x) ** HALF, (1 + y**2) ** HALF,
], ids=str)  # fmt: skip
def test_a_label_or_its_covariate_inside_a_function_has_no_known_moment(value: Matrix | Scalar) -> None:
    with pytest.raises(InputError, match="not among those of the law"):
        expect_label(value, "y", own, LAW)


def test_the_covariate_may_stand_anywhere_where_the_label_does_not() -> None:
    assert expect_label(inside_x, "y", own, LAW) == inside_x
    assert expect_label(y * v * (x.T * U * x) ** 0, "y", own, LAW) == LAW.mean * v


@pytest.mark.parametrize("value", [
    trace(inside_y), inside_y, trace(inside_x), y * inside_x, trace(Lam * power(Lam + y**2 * eye, HALF)),
], ids=str)  # fmt: skip
def test_degrees_are_those_of_polynomials(value: Matrix | Scalar) -> None:
    with pytest.raises(InputError, match="no polynomial"):
        joint_degrees(value, "y", own.name)
    assert joint_degrees(y * trace(Lam) * x, "y", own.name) == {(1, 1)}


@pytest.mark.parametrize("more", [
    lambda s: trace(shifted(s)), lambda s: -4 * (1 + s) ** HALF, lambda s: s * trace(shifted(s)),
], ids=["trace of an inverse", "root", "product"])  # fmt: skip
def test_a_completed_square_leaves_no_variable_in_the_minimum(more: Callable[[Scalar], Scalar]) -> None:
    s = trace(U * U.T) * u**2
    assert minima.verify(minima.complete_square(s - 3, U, u))
    with contextlib.suppress(InputError):  # it may not even have the form of a square
        assert not minima.verify(minima.complete_square(s + more(s), U, u))


@pytest.mark.parametrize("beside", [None, v], ids=["", "with a vector"])
def test_no_minimum_is_found_of_a_function_with_a_root_or_an_inverse(beside: Matrix | None) -> None:
    s = trace(U * U.T)
    f = s if beside is None else s + v.T * v
    assert semidefinite_minima.minimise(f, beside, U).value.is_zero()
    for more in (-4 * (1 + s) ** HALF, trace(shifted(s))):
        with pytest.raises(InputError):
            semidefinite_minima.minimise(f + more, beside, U)


def test_a_sample_inside_the_word_of_a_pseudo_inverse_is_seen() -> None:
    (word,) = image.terms
    assert set(hidden_names(word[0])) >= {name_of(eps)}
    i = Matrix.of(letter("e_i", "N", 1, index="i"))
    with pytest.raises(InputError, match="depend on it"):
        sum_over_samples(trace(pseudo_inverse(matrix("X", "d", "N") * i * i.T * matrix("X", "d", "N").T)), "i", "N")
