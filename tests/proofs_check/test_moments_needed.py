"""Which moments a mean asks for, and which terms are seen to grow no faster than a polynomial."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import expect, gaussian, inner, noise, scalar, tr, vector
from proofs_check.proof.positivity import SignAlgebra
from proofs_check.proof.values.integrability import (
    _covariance_behind,
    covariate_of,
    degree_in,
    has_all_moments,
    is_joint,
    is_of_unknown_law,
    is_tame,
    moments_needed,
    pair_of,
)
from proofs_check.statement.attention import activation, haar
from proofs_check.statement.laws import expect_given
from proofs_check.statement.props import Prop, lt
from proofs_check.statement.terms import (
    Abbrev,
    Num,
    Op,
    Sym,
    Term,
    absolute,
    det,
    exp,
    grad,
    norm_2,
    sqrt,
    term,
    where,
)

a, c, s = scalar("a_1"), scalar("c_1"), scalar("s_1", "positive")
x, z = gaussian("x_1", "d"), gaussian("z_1", "d")
u, w = vector("u_1", "d"), vector("w_1", "d")
y = Sym("y_1", (1, 1), frozenset({"random", "label:x_2"}))
x_2 = gaussian("x_2", "d")
e = noise("e_1")
far = vector("far_1", "d", "random", "iid", "cov:Lam_tau")
U, h = haar("U_1", "d"), activation("h_1", "smooth")
square, fast = inner(x, x), exp(inner(x, x))


def tame(node: Term, *premises: Prop) -> bool:
    return is_tame(node, SignAlgebra(premises, lambda a, b: a == b))


@pytest.mark.parametrize(("node", "said"), [
    (square, True), (fast, False), (Abbrev(c, fast), False), (square + fast, False), (absolute(fast), False),
    (a * square, True), (exp(a), True),
    (square / s, True), (fast / s, False), (s / square, False), (s / (s + square), True), (fast / (s + square), False),
    (a / (a + square), False), (s / (square + square), False), (s / Abbrev(c, square), False),
    (s / Abbrev(c, s + square), True), (s / (s + square) ** 2, True), (s / (s + square) ** -1, False),
    (s / sqrt(s + square), True), (s / sqrt(square), False), (s / (s + inner(x, z)), False),
    (square**3, True), (fast**2, False), (square**-1, False), ((s + square) ** -1, True),
    (grad(inner(u, x) ** 2, u), True), (grad(sqrt(inner(u, x)), u), False), (grad(s / inner(u, x), u), False),
    (grad(inner(u, x) / s, u), True), (grad(Op("^", (inner(u, x), Num(Fraction(1, 2)))), u), False),
    (grad(Op("^", (inner(u, x), Num(Fraction(-1)))), u), False), (grad(fast, u), False),
    (where(inner(u, u), (u, x)), True), (where(exp(inner(u, u)), (u, x)), False),
    (where(inner(u, u), (u, fast * x)), False), (where(s / inner(u, u), (u, x)), False),
    (where(tr(grad(sqrt(inner(u, w)), w)), (u, x)), False),
], ids=str)  # fmt: skip
def test_what_grows_no_faster_than_a_polynomial(node: Term, said: bool) -> None:
    assert tame(node) is said


def test_a_premise_may_tell_that_a_divisor_stays_away_from_0() -> None:
    assert tame(s / (a + square), lt(0, a))


def needed(body: Term, *given: Sym) -> tuple[Term, ...]:
    mean = expect_given(body, *given) if given else expect(body)
    return moments_needed(mean, SignAlgebra((), lambda a, b: a == b))


@pytest.mark.parametrize(("body", "powers"), [
    (inner(far, far), {3}), (inner(far, far) ** 4, {4}), (term(1) * U, set()),
], ids=str)  # fmt: skip
def test_of_a_random_covariance_moments_are_asked(body: Term, powers: set[int]) -> None:
    assert needed(body) == tuple(expect(Op("norm_op", (_covariance_behind(far),)) ** k) for k in powers)


def test_what_is_bounded_beside_it_does_not_take_the_moments_of_a_random_covariance_away() -> None:
    bounded = Op("activated", (h, tr(U)))
    assert needed(bounded) == ()
    assert needed(square * bounded) == ()
    body = inner(far, far) ** 4 * bounded
    assert needed(body) == (expect(body),)


@pytest.mark.parametrize(("body", "asked"), [
    (e**2, ()), (e**3, (expect(e**3),)), (Sym("v_1", (1, 1), frozenset({"random"})), None), (fast, None),
    (Op("activated", (h, square)), None), (inner(Sym("v_2", ("d", 1), frozenset({"random", "context"})), x), None),
], ids=str)  # fmt: skip
def test_of_other_laws_what_is_not_known_is_asked(body: Term, asked: tuple[Term, ...] | None) -> None:
    assert needed(body) == ((expect(body),) if asked is None else asked)


def test_whose_moments_all_exist() -> None:
    assert all(has_all_moments(s, frozenset()) for s in (x, U))
    assert not any(has_all_moments(s, frozenset()) for s in (far, y, e, a))


def test_the_joint_moments_of_a_label_are_of_its_own_covariate() -> None:
    label, covariate = y, x_2
    assert covariate_of(label) == "x_2"
    assert covariate_of(Sym("y_2", (1, 1), frozenset({"random", "label"}))) == "x_q"
    assert pair_of(expect(label**2 * norm_2(covariate) ** 3)) == (2, 3)
    assert pair_of(expect(label**2 * norm_2(x) ** 3)) is None
    assert pair_of(expect(e**2 * norm_2(covariate) ** 3)) is None
    assert pair_of(expect(e**2)) is None
    assert pair_of(expect(Op("^", (label, Num(Fraction(1, 2)))))) is None
    assert pair_of(expect(Op("^", (label, Num(Fraction(-2)))))) is None
    assert pair_of(expect(Op("^", (label, Num(Fraction(0)))))) is None
    assert is_joint(label * inner(covariate, covariate), label)
    assert not is_joint(label * inner(covariate, x), label)
    assert not is_joint(label * norm_2(covariate), label)


def test_a_law_is_not_known_where_a_label_a_function_or_a_power_of_noise_occurs() -> None:
    assert all(map(is_of_unknown_law, (expect(e**3), expect(y), expect(Op("activated", (h, square))))))
    assert not any(map(is_of_unknown_law, (expect(square), expect(tr(U)), expect(a**3), expect(square**2))))


@pytest.mark.parametrize(("node", "degree"), [
    (a**2 * c, 2), (a + a**3, 3), (exp(a), None), (exp(a) + a, None), (c / a, None), (a / c, 1),
    (where(c**2, (c, a)), 2), (where(grad(c**2, c), (c, a)), None), (det(a * U), None), (c, 0),
], ids=str)  # fmt: skip
def test_the_degree_in_one_symbol(node: Term, degree: int | None) -> None:
    assert degree_in(node, a) == degree
