"""Statements that mean nothing: shapes that do not fit, functions used as numbers."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    activated,
    activation,
    at,
    convex,
    det,
    diag,
    eigenvalue,
    eq,
    exp,
    expect,
    gaussian,
    ge,
    gt,
    half,
    index,
    infimum,
    inner,
    inv,
    kernel,
    kernel_value,
    matrix,
    norm_2,
    posdef,
    psd,
    relu,
    sqrt,
    total,
    tr,
    vector,
)
from proofs_check.statement.attention import exp_each, masked_softmax, relu_each
from proofs_check.statement.terms import beside, beside_over, stack

from ..stating import Stated, family, ill_shaped
from .letters import A, B, a, n, v, w, z

rect = matrix("R_9", "d", "k")
long = vector("l_9", "k")
h, ker = activation("h"), kernel("K_9")


@family("shapes")
def sums_and_products_that_do_not_fit() -> Iterator[Stated]:
    """d and k are different sizes in general."""
    for made in (
        lambda: eq(A + v, A), lambda: eq(v * w, v), lambda: eq(rect * A, rect), lambda: eq(A * long, v),
        lambda: eq(rect, A), lambda: eq(v, long), lambda: eq(a + A, A), lambda: eq(v.T * long, a),
        lambda: eq(rect + rect.T, rect), lambda: eq(rect * rect, rect), lambda: eq(v, a), lambda: eq(A, a),
        lambda: eq(A * v, w.T), lambda: eq(v + w.T, v), lambda: eq(expect(z + long), v), lambda: eq(v.T, v),
    ):  # fmt: skip
        yield ill_shaped(made)


@family("shapes")
def squares_asked_for() -> Iterator[Stated]:
    """Traces, determinants, inverses, powers and definiteness are of square matrices."""
    for made in (
        lambda: eq(tr(rect), 0), lambda: eq(det(rect), 1), lambda: eq(inv(rect), rect), lambda: eq(rect**2, rect),
        lambda: psd(rect), lambda: posdef(v), lambda: eq(half(rect), rect), lambda: eq(tr(v), 0),
        lambda: gt(eigenvalue(rect, 1), 0), lambda: eq(inv(v), v),
    ):  # fmt: skip
        yield ill_shaped(made)


@family("shapes")
def numbers_asked_for() -> Iterator[Stated]:
    """Inequalities, quotients, roots and moduli are of numbers, minima of functions with numbers as values."""
    for made in (
        lambda: ge(A, B), lambda: ge(v, 0), lambda: eq(a / A, a), lambda: eq(A / B, A), lambda: ge(A, 0),
        lambda: eq(sqrt(A), A), lambda: eq(exp(v), v), lambda: gt(v, w), lambda: eq(infimum(v, v), v),
        lambda: convex(A, A), lambda: eq(norm_2(A), 1), lambda: eq(relu(A), A),
    ):  # fmt: skip
        yield ill_shaped(made)


@family("shapes")
def functions_used_as_numbers() -> Iterator[Stated]:
    """A kernel or an activation is no number."""
    for made in (
        lambda: eq(h, h), lambda: eq(ker, ker), lambda: ge(h, 0), lambda: eq(h * a, a * h), lambda: ge(ker**2, 0),
        lambda: eq(ker + a, a + ker), lambda: eq(h * A, A * h), lambda: eq(tr(ker), ker),
    ):  # fmt: skip
        yield ill_shaped(made)


@family("shapes")
def behind_other_heads() -> Iterator[Stated]:
    """What does not fit inside a head does not fit."""
    i = index("i", "n_1")
    xs = gaussian("xs", "d", iid=True)
    for made in (
        lambda: eq(exp_each(A * long), v), lambda: eq(relu_each(A + v), A), lambda: eq(tr(A * rect), 0),
        lambda: eq(activated(h, A, long), A), lambda: eq(kernel_value(ker, v, long), 0),
        lambda: eq(beside(v, long), A), lambda: eq(total(i, n, at(xs, i) * at(xs, i)), v),
        lambda: eq(inner(A, rect), 0), lambda: eq(diag(A * long), A), lambda: eq(masked_softmax(A + long), A),
        lambda: eq(beside_over(i, n, at(xs, i) * v), A), lambda: eq(stack(v, w.T), v),
    ):  # fmt: skip
        yield ill_shaped(made)
