"""Which terms are bounded or grow no faster than a polynomial in what is drawn, and which are not seen to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import gaussian, index, inner, matrix, noise, relu, scalar, total, tr, vector
from proofs_check.algebras.growth.classes import Growth, growth_of
from proofs_check.algebras.growth.matrices import disagreement_of_matrices
from proofs_check.algebras.growth.towers import ray_of_divergence
from proofs_check.statement.attention import activation, haar
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, inertia, le, lt, posdef, psd
from proofs_check.statement.terms import Abbrev, Num, Op, Sym, Term, absolute, exp, eye, norm_op

x, z = gaussian("x_1", "d"), gaussian("z_1", "d")
U, S = haar("U_1", "d"), matrix("S_1", "d", "d")
a, p, n = scalar("a_1"), scalar("p_1", "positive"), scalar("n_1", "nonnegative")
smooth, rough = activation("h_1", "smooth"), activation("g_1")
size, i = scalar("m_1", "integer", "positive"), index("i_1", "m_1")
e, v = noise("e_1"), vector("v_1", "d")
square, form = inner(x, x), inner(x, z)


def power(base: Term, exponent: Fraction | int) -> Term:
    return Op("^", (base, Num(Fraction(exponent))))


def applied(h: Sym, *arguments: Term) -> Term:
    return Op("activated", (h, *arguments))


@pytest.mark.parametrize(("node", "grows"), [
    (a * exp(a), Growth.FIXED), (U * S, Growth.BOUNDED), (square, Growth.POLYNOMIAL), (e, None),
    (Sym("y_1", (1, 1), frozenset({"random"})), None),
    (power(square, 3), Growth.POLYNOMIAL), (power(square, -1), None), (power(square, Fraction(1, 2)), None),
    (power(Op("modulus", (x * x.T,)), Fraction(1, 2)), Growth.POLYNOMIAL),
    (power(Op("modulus", (x * x.T,)), Fraction(-1, 2)), None),
    (power(Op("modulus", (x * x.T,)), Fraction(1, 3)), None),
    (square / p, Growth.POLYNOMIAL), (a / square, None), (a / tr(U), None),
    (exp(tr(U)), Growth.BOUNDED), (exp(form), None), (Op("det", (x * x.T,)), None),
    (applied(smooth, tr(U)), Growth.BOUNDED), (applied(rough, tr(U)), None), (applied(smooth, form), None),
    (applied(rough, a), Growth.FIXED), (Op("softmax", (form * S,)), Growth.BOUNDED),
], ids=str)  # fmt: skip
def test_the_growth_of_a_term(node: Term, grows: Growth | None) -> None:
    if grows is None:
        with pytest.raises(Lacks):
            growth_of(node)
    else:
        assert growth_of(node) is grows


@pytest.mark.parametrize(("node", "bounded"), [
    (-square, True), (square, False), (-form, False), (-2 * square, True), (2 * square, False), (-square / 2, True),
    (square / -2, False), (-square / -2, False), (-(form**2), True), (-(form**3), False), (-power(form, 0), False),
    (-power(square, Fraction(1, 2)), False), (-power(x * z.T, 2), False), (-(square**3), True), (-absolute(form), True),
    (-relu(form), True), (-(square + absolute(form)), True), (-(square + form), False), (-(form + square), False),
    (-(p * square), True), (-(n * square), True), (-(a * square), False), (-(square * a), False),
    (-2 * form, False), (form / 2, False),
    (-(square * form), False),
    (-(square / p), True), (-(square / a), False), (-(form / p), False), (-Abbrev(scalar("c_1"), square), True),
    (-Abbrev(scalar("c_1"), form), False), (-(Num(Fraction(2)) * square), True), (-(Num(Fraction(-2)) * square), False),
], ids=str)  # fmt: skip
def test_an_exponential_is_bounded_of_what_is_nowhere_positive(node: Term, bounded: bool) -> None:
    if bounded:
        assert growth_of(exp(node)) is Growth.BOUNDED
    else:
        with pytest.raises(Lacks):
            growth_of(exp(node))


W, T, R = matrix("W_1", "d", "d"), matrix("T_1", "d", "d"), matrix("O_1", "d", "d", "orthogonal")
C = Sym("C_1", ("d", "d"), frozenset({"random"}))
one = exp(2 * (x.T * W * z))
own = exp(x.T * W * x)


@pytest.mark.parametrize(("body", "condition", "agrees"), [
    (one, lt(norm_op(W), Fraction(1, 2)), True), (one, lt(norm_op(2 * W), 1), True),
    (one, le(norm_op(W), Fraction(1, 2)), False), (one, lt(norm_op(W), 1), False),
    (one, lt(norm_op(W), Fraction(1, 3)), False), (one, lt(norm_op(T), Fraction(1, 2)), None),
    (one, lt(norm_op(W + T), Fraction(1, 2)), None), (one, lt(norm_op(W), -1), None), (one, lt(norm_op(W), a), None),
    (one, posdef(eye("d") - W), None), (exp(2 * (x.T * R * z)), lt(norm_op(R), 1), None),
    (own, posdef(eye("d") - W - W.T), True), (own, psd(eye("d") - W - W.T), False),
    (own, posdef(eye("d") - 2 * W - 2 * W.T), False), (own, posdef(eye("d") + W + W.T), False),
    (own, posdef(eye("d") - W), None), (own, posdef(2 * W + 2 * W.T - eye("d")), None),
    (own, posdef(eye("d") - Fraction(3, 2) * W - Fraction(1, 2) * W.T), None),
    (own, inertia(eye("d") - W - W.T, size, 0), None),
    (one + exp(3 * (x.T * W * z)), lt(norm_op(W), Fraction(1, 2)), None),
    (a * one, lt(norm_op(W), Fraction(1, 2)), None),
    (one * exp(square / 3), lt(norm_op(W), Fraction(1, 2)), None),
    (exp(form / 2), lt(norm_op(eye("d")), Fraction(3, 2)), None),
    (exp(a * (x.T * W * z)), lt(norm_op(W), 1), None),
    (exp(2 * (x.T * C * z)), lt(norm_op(C), Fraction(1, 2)), None),
    (exp(2 * (x.T * power(C, 2) * z)), lt(norm_op(power(C, 2)), Fraction(1, 2)), None), (own, lt(norm_op(W), 1), None),
    (own, posdef(eye("d") - T - T.T), None), (exp(-(x.T * W * x)), posdef(eye("d") + 2 * W + 2 * W.T), None),
], ids=str)  # fmt: skip
def test_the_exponential_of_a_form_has_a_mean_under_one_condition_alone(
    body: Term, condition: Prop, agrees: bool | None
) -> None:
    if agrees is None:
        with pytest.raises(Lacks):
            disagreement_of_matrices(body, condition)
    else:
        assert (disagreement_of_matrices(body, condition) is None) is agrees


@pytest.mark.parametrize(("exponent", "diverges"), [
    (exp(form), True), (exp(square) - exp(2 * square), False), (exp(2 * square) - exp(square), True),
    (-exp(square), False), (exp(-square), False), (form * exp(square), True), (square, False),
    (exp(form) - exp(square), None), (exp(inner(x, v)), False),
    (exp(inner(x, vector("y_1", "d"))), False), (3 * exp(square) - total(i, size, exp(square)), False),
    (exp(2 * square) - exp(2 * square) + exp(form), True), (exp(x.T * W * z), False),
], ids=str)  # fmt: skip
def test_an_exponential_of_exponentials_diverges_along_a_ray(exponent: Term, diverges: bool | None) -> None:
    if diverges:
        assert "infinite" in ray_of_divergence(exp(exponent))
    elif diverges is False:
        with pytest.raises(Lacks):
            ray_of_divergence(exp(exponent))


def test_rays_are_found_for_exponentials_alone() -> None:
    with pytest.raises(Lacks):
        ray_of_divergence(relu(exp(form)))
