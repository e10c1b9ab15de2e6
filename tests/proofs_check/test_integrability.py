"""Which means are known to exist, told apart from those that look alike and need not."""

from __future__ import annotations

import pytest

from proofs_check import absolute, eq, exp, expect, grad, inv, matrix, noise, norm_F, scalar, sqrt, tr, vector, where
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import Condition, conditions
from proofs_check.proof.values.integrability import degree_in, implied, pair_of
from proofs_check.proof.values.parts import stated
from proofs_check.statement.attention import layer, product_up, sequence
from proofs_check.statement.domains import Kind
from proofs_check.statement.laws import gaussian
from proofs_check.statement.terms import (
    Num,
    Op,
    Sym,
    Term,
    det,
    entry,
    kron,
    minimum,
    norm_2,
    singular_product_sum,
    term,
)

a, b = scalar("a"), scalar("b")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
x, y = noise("x1", p, normal=True), noise("y1", p, normal=True)
e = noise("e", q)
label = Sym("y_q", (1, 1), frozenset({"random", "label:z"}))
v, z = vector("v", "d"), gaussian("z", "d")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
S = matrix("S", "d", "d", "symmetric", "posdef")
ell, L, F = layer("l"), layer("L"), scalar("F")


def needed(body: Term) -> list[str]:
    """What must be finite, as it would be stated, so that the mean exists."""
    mean = expect(body)
    return [stated(c) for c in Closing(()).left(conditions(eq(mean, mean))) if c.kind is Kind.FINITE]


@pytest.mark.parametrize("body", [
    x / (1 + y**2), x / (1 + y**2) ** 2, x / sqrt(1 + y**2), x / (p + q * y**2), x * (1 + y**2) ** -1,
    exp(a) * x / 2, x**3 * absolute(y), grad(a**2 * y, a), grad(y * a**2 / b, a), where(x / (1 + a**2), (a, y)),
    inv(S + z * z.T), tr(A * z * z.T) ** 2, norm_2(v) / (1 + norm_2(z)), sequence(F, ell, x, F * y, L),
], ids=repr)  # fmt: skip
def test_means_of_what_grows_like_a_polynomial_exist(body: Term) -> None:
    assert needed(body) == []


@pytest.mark.parametrize("body", [
    exp(y**2) / 2, exp(y**2) ** 2, exp(y**2) / (1 + y**2), exp(y**2) * (1 + x**2) ** -1, x / (q + y**2), x / y**2,
    x / (1 + y), x / (1 - y**2), x / (exp(y) + y**2), x / (1 + exp(y**2)) ** -1, x / sqrt(q + y**2),
    x * (q + y**2) ** -1, x / (a + y**2), inv(z * z.T), inv(A + z * z.T), grad(a / (p + y), a), grad(sqrt(a * y**2), a),
    grad(Op("^", (a * y, term(-1))), a), grad(exp(a * y**2), a), where(a * x, (a, exp(y**2))),
    where(x / a, (a, y)), where(grad(b / a, b), (a, y)), where(grad(sqrt(b * a**2), b), (a, y)),
    where(grad(b**2, b), (b, x / y**2)), sequence(F, ell, x / y**2, F, L), sequence(F, ell, x, F / y, L),
    sequence(F, ell, x, exp(F**2), L),
], ids=repr)  # fmt: skip
def test_means_that_need_not_exist_are_not_taken_to(body: Term) -> None:
    assert needed(body)


@pytest.mark.parametrize(("body", "moment"), [
    (e**2, []), (e * absolute(e), []), (norm_F(e * A) ** 2, []), (tr(e * A), []), (e**3, ["E[e³] < oo"]),
    (norm_F(e * A) ** 3, ["E[e³] < oo"]), (entry(kron(e**2 * A, e * A), 1, 1), ["E[e³] < oo"]),
    (singular_product_sum(e**2 * A, e * B), ["E[e³] < oo"]), (singular_product_sum(e * A, e * B), []),
    (e / a * e * e, ["E[e³] < oo"]), (where(a**3, (a, e)), ["E[e³] < oo"]),
], ids=repr)  # fmt: skip
def test_noise_of_any_law_has_a_variance_and_no_more(body: Term, moment: list[str]) -> None:
    assert needed(body) == moment


@pytest.mark.parametrize("body", [
    det(e * A), absolute(det(e**2 * A)), tr(product_up(ell, L, e * A)), norm_F(product_up(ell, L, e * A)),
], ids=repr)  # fmt: skip
def test_a_determinant_and_a_product_over_layers_have_a_degree_that_no_tree_tells(body: Term) -> None:
    """E|det(e A)| is E|e|^d |det A|: a variance of e is too little for d > 2."""
    assert degree_in(body, e) is None
    assert needed(body) == [f"{expect(body)!r} < oo"]


def test_a_moment_follows_from_higher_ones_alone() -> None:
    for wanted, known in (((1, 0), (2, 0)), ((1, 1), (2, 1)), ((2, 2), (3, 1)), ((2, 1), (2, 1)), ((0, 5), (1, 0))):
        assert implied(wanted, [known]), (wanted, known)
    for wanted, known in (((2, 1), (1, 1)), ((2, 0), (1, 0)), ((1, 0), (2, 3)), ((2, 0), (2, 1)), ((2, 1), (2, 0)),
                          ((3, 1), (2, 9)), ((1, 1), (2, 3))):  # fmt: skip
        assert not implied(wanted, [known]), (wanted, known)
    assert pair_of(expect(label**3)) == (3, 0)
    assert pair_of(expect(label**2 * norm_2(z))) == (2, 1)
    for body in (exp(label), exp(label) * norm_2(z), label * exp(label), Op("^", (label, Num(term(1).value / 2))),
                 a + label, label * a, label * z, label * norm_2(v), a * norm_2(z), a, e**4,
                 Op("^", (label, term(-1)))):
        assert pair_of(expect(body)) is None, body


def test_what_exists_is_never_stated_and_what_is_free_is() -> None:
    for kind, node in ((Kind.ATTAINED, minimum(exp(a * b), a)), (Kind.BOUNDED, Op("infimum", (a, a))),
                       (Kind.UNIQUE, Op("argmin", (a, a))), (Kind.FLOW, a), (Kind.IN_RANGE, term(-1)),
                       (Kind.NONZERO, x), (Kind.NONZERO, z), (Kind.FINITE, expect(exp(y**2)))):  # fmt: skip
        assert not Condition(kind, node).is_statable, kind
    assert not Condition(Kind.NONZERO, a, bound=frozenset({a})).is_statable
    assert Condition(Kind.NONZERO, a, bound=frozenset({b})).is_statable
    assert Condition(Kind.IN_RANGE, scalar("d", "integer", "positive") - 2).is_statable
    assert Condition(Kind.FINITE, expect(e**4)).is_statable
