"""Which means exist: of what grows like a polynomial and of what stays away from 0, and of nothing that looks alike."""

from __future__ import annotations

import pytest

from proofs_check import (
    absolute,
    entry,
    eq,
    exp,
    expect,
    eye,
    gaussian,
    inner,
    inv,
    le,
    lt,
    matrix,
    noise,
    norm_2,
    relu,
    scalar,
    sqrt,
    tr,
    vector,
)  # fmt: skip
from proofs_check.proof.positivity import SignAlgebra
from proofs_check.proof.values.closing import Closing, by_structure
from proofs_check.proof.values.conditions import conditions
from proofs_check.proof.values.integrability import degree_in, implied, is_tame, joint_moment, pair_of
from proofs_check.statement.laws import finite
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Term, grad, where

a, b = scalar("a"), scalar("b")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
y, z = gaussian("y", "d"), gaussian("z", "d")
g, h = noise("g", p, normal=True), noise("h", p, normal=True)
e = noise("e", p)
S = matrix("S", "d", "d", "symmetric", "posdef")
H = matrix("H", "d", "d", "symmetric", "psd")
v = vector("v", "d")


def exists(body: Term, *given: Prop) -> bool:
    return not Closing(given).left(conditions(eq(expect(body), expect(body)), {}))


@pytest.mark.parametrize("body", [
    g, g**4, g * h**3, absolute(g), relu(g) * h**2, inner(z, y) ** 3, tr(z * z.T), norm_2(z) ** 2, sqrt(1 + g**2),
    1 / (1 + g**2), g / (1 + g**2), 1 / (p + g**2 * h**2), inv(S + z * z.T), 1 / sqrt(p + g**2), (1 + g**2) ** -2,
    g / p, g / (p + 1), entry(z, 1, 1) ** 5, e, e**2,
    e * g**7, exp(b) * g,
], ids=repr)  # fmt: skip
def test_means_of_what_grows_slowly_exist(body: Term) -> None:
    assert exists(body)


@pytest.mark.parametrize("body", [
    1 / g, g / h, 1 / g**2, g**-2, 1 / (1 + g), 1 / (g**2 + h**2), 1 / (g**2 - 1), inv(z * z.T), inv(S - z * z.T),
    inv(H + z * z.T), 1 / (q + g**2), 1 / sqrt(g**2), exp(g**2), 1 / (1 + g * h), 1 / (1 + g**3), (1 + g) ** -2,
    1 / (b + g**2), e**3, e**4, e**3 * g, 1 / inner(z, z), 1 / (g**2 + z.T * z), exp(2 * g**2),
], ids=repr)  # fmt: skip
def test_means_of_what_has_a_pole_or_grows_fast_are_not_taken_to_exist(body: Term) -> None:
    assert not exists(body)


def test_what_holds_at_one_outcome_makes_no_mean_exist() -> None:
    for body, outcome in ((1 / (1 + g * h), le(0, g * h)), (1 / (1 + g), le(0, g)), (1 / g, lt(0, g)),
                          (1 / (1 + inner(z, y)), le(0, inner(z, y)))):  # fmt: skip
        assert not exists(body, outcome), body
    assert exists(1 / (b + g**2), lt(0, b))
    assert not exists(1 / (b + g**2), le(0, b))


def test_a_mean_that_is_said_to_be_finite_exists_and_no_other() -> None:
    assert exists(e**4, finite(expect(e**4)))
    assert not exists(e**4, finite(expect(g * e**3)))
    assert not exists(1 / g, finite(expect(1 / h)))
    assert exists(1 / g, finite(expect(1 / g)))
    assert not exists(1 / g, eq(expect(1 / g), 0))


def test_derivatives_grow_no_faster_where_no_root_and_no_quotient_occurs() -> None:
    def grows_slowly(f: Term) -> bool:
        return is_tame(where(grad(f, b), (b, g)), SignAlgebra((), by_structure))

    for f in (sqrt(b), 1 / b, b**-2, exp(b), 1 / (1 + b)):
        assert not grows_slowly(f), f
    assert not is_tame(where(1 / b, (b, g)), SignAlgebra((), by_structure))
    assert not is_tame(where(b * b, (b, 1 / g)), SignAlgebra((), by_structure))
    assert is_tame(where(b * b, (b, g)), SignAlgebra((), by_structure))


def test_moments_that_follow_from_others() -> None:
    """Hoelder: of y^a |x|^b from y^A |x|^B for a < A and b A >= B a; x has all moments."""
    assert implied((0, 7), ())
    assert implied((1, 1), [(1, 1)])
    assert implied((1, 1), [(2, 2)])
    assert implied((1, 5), [(2, 2)])
    assert not implied((1, 0), [(2, 2)])
    assert not implied((2, 2), [(1, 1)])
    assert not implied((2, 2), [(2, 1)])
    assert not implied((2, 1), [(2, 2)])
    assert not implied((1, 1), ())
    assert implied((1, 1), [(3, 3)])
    assert not implied((1, 1), [(3, 4)])


def test_joint_moments_are_read_as_they_are_written() -> None:
    label, x = scalar("y_", "random", "label:x"), vector("x", "d", "random")
    for pair in ((1, 0), (2, 0), (1, 1), (3, 2)):
        assert pair_of(joint_moment(label, x, *pair)) == pair
    assert pair_of(expect(label / 2)) is None
    assert pair_of(expect((label + 1) ** 2)) is None
    assert pair_of(expect(label**2 * (label + 1))) is None


@pytest.mark.parametrize(("node", "degree"), [
    (e, 1), (e**3, 3), (e * e, 2), (e + e**2, 2), (g, 0), (expect(e), 0), (e / g, 1), (g / e, None), (1 / e, None),
    (e**-1, None), (e**a, None), (exp(e), None), ((e * g) ** 2 * e, 3), (where(a * e, (a, e)), 2),
], ids=repr)  # fmt: skip
def test_degrees_in_noise(node: Term, degree: int | None) -> None:
    assert degree_in(node, e) == degree


def test_the_identity_is_away_from_0() -> None:
    assert exists(inv(eye("d") + z * z.T))
    assert not exists(inv(eye("d") - z * z.T))
    assert not exists(inv(eye("d") + z * y.T))
