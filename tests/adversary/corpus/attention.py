"""Activations, kernels, softmax, layers and products."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    activated,
    activation,
    at,
    eq,
    exp_each,
    ge,
    gram,
    inv,
    kernel,
    kernel_value,
    layer,
    layers,
    matrix,
    modulus,
    posdef,
    product_down,
    product_up,
    psd,
    relu_each,
)

from ..stating import Stated, false, family, true
from .letters import A, B, F, Id, K, Q, S, Zero, v, w

X = matrix("X_9", "d", "n_1")
W = matrix("W_9", "d", "m_1")
h, hi = activation("h"), activation("h_1", "invariant")
ker, kp, kr = kernel("K_9"), kernel("K_8", "psd"), kernel("K_7", "psd", "rotation_invariant")
ell, B_l = layer("l"), layers("B_9", "d", "d")


@family("attention")
def kernels() -> Iterator[Stated]:
    """Kernels are symmetric; Gram matrices of psd ones psd, not definite for equal points; invariance where
    promised."""
    yield true(eq(kernel_value(ker, v, w), kernel_value(ker, w, v)))
    yield true(eq(gram(ker, X, W).T, gram(ker, W, X)))
    yield true(psd(gram(kp, X, X)))
    yield true(ge(kernel_value(kp, v, v), 0))
    yield true(eq(kernel_value(kr, Q * v, Q * w), kernel_value(kr, v, w)))
    yield true(eq(gram(kr, Q * X, Q * X), gram(kr, X, X)))
    yield false(psd(gram(ker, X, X)))
    yield false(eq(kernel_value(ker, v, w), 0))
    yield false(ge(kernel_value(kp, v, w), 0))
    yield false(posdef(gram(kp, X, X)))
    yield false(eq(kernel_value(ker, Q * v, Q * w), kernel_value(ker, v, w)))
    yield false(eq(kernel_value(ker, v, w), v.T * w))
    yield false(eq(kernel_value(ker, 2 * v, w), 2 * kernel_value(ker, v, w)))
    yield false(eq(kernel_value(kr, Q * v, w), kernel_value(kr, v, w)))
    yield false(ge(kernel_value(ker, v, v), 0))


@family("attention")
def activations() -> Iterator[Stated]:
    """Nothing is known of a general activation; an invariant one is unchanged by S' and the inverse of S."""
    yield true(eq(activated(h, X, W), activated(h, X, W)))
    yield true(eq(activated(hi, S.T * X, inv(S) * W), activated(hi, X, W)))
    yield true(eq(activated(hi, Q * X, Q * W), activated(hi, X, W)))
    yield false(eq(activated(h, X, W), activated(h, W, X).T))
    yield false(eq(activated(h, S.T * X, inv(S) * W), activated(h, X, W)))
    yield false(eq(activated(h, 2 * X, W), 2 * activated(h, X, W)))
    yield false(eq(activated(h, X, W), X.T * W))
    yield false(eq(activated(hi, S * X, S * W), activated(hi, X, W)))
    yield false(eq(activated(h, Q * X, Q * W), activated(h, X, W)))


@family("attention")
def entry_by_entry() -> Iterator[Stated]:
    """relu and exp of each entry."""
    yield true(eq(relu_each(A).T, relu_each(A.T)))
    yield true(eq(relu_each(A) - relu_each(-A), A))
    yield true(eq(relu_each(3 * A), 3 * relu_each(A)))
    yield true(eq(exp_each(A).T, exp_each(A.T)))
    yield false(eq(relu_each(A + B), relu_each(A) + relu_each(B)))
    yield false(eq(relu_each(A), A))
    yield false(eq(relu_each(-A), -relu_each(A)))
    yield false(eq(relu_each(A * B), relu_each(A) * relu_each(B)))
    yield false(eq(exp_each(A + B), exp_each(A) * exp_each(B)))
    yield false(eq(exp_each(Zero), Id))
    yield false(psd(relu_each(F)))
    yield false(eq(relu_each(Q * A), Q * relu_each(A)))


@family("attention")
def products_over_layers() -> Iterator[Stated]:
    """Two orders of a product are transposes of each other's transposes; the empty product is the identity."""
    yield true(eq(product_up(ell, 1, at(B_l, ell)), at(B_l, 0) * at(B_l, 1)))
    yield true(eq(product_down(ell, 1, at(B_l, ell)), at(B_l, 1) * at(B_l, 0)))
    yield true(eq(product_up(ell, -1, at(B_l, ell)), Id))
    yield true(eq(product_up(ell, 2, A), A**3))
    yield true(eq(product_down(ell, 2, at(B_l, ell)).T, product_up(ell, 2, at(B_l, ell).T)))
    yield false(eq(product_up(ell, 1, at(B_l, ell)), product_down(ell, 1, at(B_l, ell))))
    yield false(eq(product_up(ell, 2, at(B_l, ell)), at(B_l, 0) * at(B_l, 2) * at(B_l, 1)))
    yield false(eq(product_up(ell, 2, A), A**2))
    yield false(eq(product_up(ell, -1, at(B_l, ell)), Zero))
    yield false(eq(product_down(ell, 1, at(B_l, ell)).T, product_up(ell, 1, at(B_l, ell))))


@family("attention")
def moduli() -> Iterator[Stated]:
    """|A| has the absolute eigenvalues of A."""
    yield true(psd(modulus(F)))
    yield true(eq(modulus(F) ** 2, F**2))
    yield true(eq(modulus(K), K))
    yield true(psd(modulus(F) - F))
    yield false(eq(modulus(F), F))
    yield false(posdef(modulus(F)))
    yield false(eq(modulus(F), -F))
    yield false(eq(modulus(F) * A, A * modulus(F)))
