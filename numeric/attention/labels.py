r"""Laws of the labels given the covariates under which Assumption 4.2 holds (Examples 6, 7, 8 and mixtures of them).

===========================  =============================================================  =========================
law                          the labels :math:`Y=[y^{(1)},\dots,y^{(n+1)}]`                  :math:`\mathbb K(X)`
===========================  =============================================================  =========================
:func:`gaussian_process`     :math:`Y^\top|X\sim N(0,\mathbb K_+)`, Definition 3.3           :math:`\mathbb K_+`
:func:`linear_labels`        :math:`y=\langle\theta,\xi\rangle`, Example 6                   :math:`X^\top\Sigma^{-1}X`
:func:`relu_network`         :math:`y=\langle\theta_2,\mathrm{relu}(\theta_1\xi)\rangle`     Cho, Saul (2009), times m
:func:`mixture`              one of several laws, drawn for the whole prompt                 mean of theirs
===========================  =============================================================  =========================

with :math:`\xi=\Sigma^{-1/2}x` and :math:`\mathbb K(X)=\mathbb E[Y^\top Y|X]`.  Each law draws labels from its
definition, knows :math:`\mathbb K(X)` in double precision, and encloses it in balls where the covariates are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from math import isclose

import flint
import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError
from .activations import ACTIVATIONS, Activation
from .jets import Array
from .kernels import (
    enclosed_modulus,
    enclosed_relu_network_covariance,
    gram,
    modulus,
    relu_network_covariance,
    root_of_modulus,
)
from .orbits import in_balls, rationals

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ContextLabels:
    r"""A law of Y given :math:`\Sigma^{-1/2}X`, (count, d, n+1); Y is (count, 1, n+1)."""

    name: str
    draw_white: Callable[[Floats, np.random.Generator], Floats]
    moment_white: Callable[[Floats], Floats]
    enclosed_white: Callable[[Array], Array]
    """The same of one :math:`\\Sigma^{-1/2}X` in ``fmpq``, (d, n+1), in balls at the working precision."""
    mean_is_zero: bool = True

    def draw(self, X: ArrayLike, inverse_root: ArrayLike, rng: np.random.Generator) -> Floats:
        r"""Labels of these covariates, (count, 1, n+1).

        Args:
            X: covariates, (count, d, n+1).
            inverse_root: :math:`\Sigma^{-1/2}`, (d, d).

        Raises:
            InputError: other shapes, or entries that are not finite.

        >>> X = np.ones((2, 1, 3))
        >>> linear_labels().draw(X, [[1.0]], np.random.default_rng(0)).shape
        (2, 1, 3)
        """
        return self.draw_white(_white(X, inverse_root), rng)

    def second_moment(self, X: ArrayLike, inverse_root: ArrayLike) -> Floats:
        r""":math:`\mathbb K(X)`, (count, n+1, n+1); arguments and errors as of :meth:`draw`."""
        return self.moment_white(_white(X, inverse_root))

    def enclosed_second_moment(self, white: ArrayLike) -> Array:
        r""":math:`\mathbb K` of one :math:`\Sigma^{-1/2}X`, (d, n+1), of integers or fractions, in balls.

        Raises:
            InputError: another shape, or entries that are not exact.

        >>> linear_labels().enclosed_second_moment([[1, 2]]).tolist()
        [[1.00000000000000, 2.00000000000000], [2.00000000000000, 4.00000000000000]]
        """
        given = np.asarray(white, dtype=object)
        if given.ndim != 2 or 0 in given.shape:
            raise InputError(f"white must have the shape (d, n+1), not {given.shape}. Pass one Sigma^(-1/2) X.")
        return self.enclosed_white(rationals(given.tolist()))


def gaussian_process(kernel: Activation | str) -> ContextLabels:
    r"""Definition 3.3, Example 7: :math:`Y^\top|X\sim N(0,\mathbb K_+(X))`, :math:`\mathbb
    K_{ij}=\mathcal K(\xi^{(i)},\xi^{(j)})=(UDU^\top)_{ij}` and :math:`\mathbb K_+=U|D|U^\top`, singular or indefinite
    :math:`\mathbb K` too.

    Args:
        kernel: a kernel's name (linear, relu, exp, quadratic, rbf, ...), an activation that is one, or
            :func:`~numeric.attention.activations.of_kernel` of a function of two columns.

    Raises:
        InputError: an unknown name; an activation that is no kernel, as the softmax; when drawing, a Gram matrix that
            is not symmetric.
    """
    chosen = _kernel(kernel)

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        L = root_of_modulus(_symmetric(gram(chosen, white), chosen))
        drawn: Floats = np.swapaxes(L @ rng.standard_normal((*L.shape[:-1], 1)), -1, -2)
        return drawn

    return ContextLabels(
        f"{chosen.name} Gaussian process", draw, lambda white: modulus(_symmetric(gram(chosen, white), chosen)),
        lambda white: gram(chosen, in_balls(white)) if chosen.psd else enclosed_modulus(gram(chosen, white)),
    )


def linear_labels() -> ContextLabels:
    r"""Example 6: :math:`y^{(i)}=\langle\theta,\Sigma^{-1/2}x^{(i)}\rangle`, :math:`\theta\sim N(0,I)`."""

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        theta = rng.standard_normal((white.shape[0], 1, white.shape[1]))
        found: Floats = theta @ white
        return found

    return ContextLabels(
        "linear", draw, lambda white: np.swapaxes(white, -1, -2) @ white, lambda white: in_balls(white.T @ white)
    )


def relu_network(width: int = 4) -> ContextLabels:
    r"""Example 8 in :math:`\Sigma^{-1/2}x`: :math:`y=\langle\theta_2,\mathrm{relu}(\theta_1x)\rangle`, all entries of
    :math:`\theta_1` (m x d) and :math:`\theta_2` (m) standard normal, m = ``width``.

    Raises:
        InputError: a width that is no positive integer.
    """
    if isinstance(width, bool) or not isinstance(width, int) or width < 1:
        raise InputError(f"width must be a positive integer, not {width!r}. Pass the number of hidden units.")

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        count, d, _ = white.shape
        first, second = rng.standard_normal((count, width, d)), rng.standard_normal((count, 1, width))
        found: Floats = second @ np.maximum(first @ white, 0)
        return found

    return ContextLabels(
        f"two-layer ReLU network of width {width}", draw, lambda white: relu_network_covariance(white, width),
        lambda white: enclosed_relu_network_covariance(white, width),
    )


def skewed(sign: int = 1) -> ContextLabels:
    r""":math:`y=1+\xi_1+\mathrm{relu}(\xi_1)`, or its negative: labels that depend on one direction, of which
    Assumption 4.2 says nothing: their mean is not 0, nor that of :math:`yx`."""

    def values(white: Floats) -> Floats:
        first = white[:, :1, :]
        found: Floats = sign * (1 + first + np.maximum(first, 0))
        return found

    def enclosed(white: Array) -> Array:
        y = np.array([[1 + x + max(x, x * 0) for x in white[0]]], dtype=object)
        return in_balls(y.T @ y)

    return ContextLabels(
        f"{'' if sign > 0 else 'negative '}skewed labels of one direction", lambda white, rng: values(white),
        lambda white: np.swapaxes(values(white), -1, -2) @ values(white), enclosed, mean_is_zero=False,
    )


def mixture(laws: Sequence[ContextLabels], weights: Sequence[float] | None = None) -> ContextLabels:
    r"""Each prompt's labels from one of the laws, drawn with these probabilities (by default all equally likely):
    :math:`\mathbb K=\sum_jp_j\mathbb K_j`.

    Raises:
        InputError: no law; weights that are not one for each law, negative, or not of sum 1.
    """
    members = tuple(laws) if isinstance(laws, Sequence) else ()
    if not members or not all(isinstance(law, ContextLabels) for law in members):
        raise InputError(f"mixture takes at least one law of labels, not {laws!r}. Pass [linear_labels(), ...].")
    shares = _shares(members, weights)

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        drawn = np.stack([law.draw_white(white, rng) for law in members])
        chosen = (
            rng.integers(0, len(members), len(white)) if weights is None
            else rng.choice(len(members), len(white), p=shares)
        )
        found: Floats = drawn[chosen, np.arange(len(white))]
        return found

    def moment(white: Floats) -> Floats:
        weighted = [p * law.moment_white(white) for p, law in zip(shares, members, strict=True)]
        found: Floats = sum(weighted[1:], weighted[0])
        return found

    def enclosed(white: Array) -> Array:
        parts = [_ball(1) / len(members)] * len(members) if weights is None else list(map(_ball, shares))
        weighted = [p * law.enclosed_white(white) for p, law in zip(parts, members, strict=True)]
        found: Array = sum(weighted[1:], weighted[0])
        return found

    name = "mixture of " + ", ".join(law.name for law in members)
    return ContextLabels(name, draw, moment, enclosed, all(law.mean_is_zero for law in members))


def shifted(law: ContextLabels, shift: float = 0.5) -> ContextLabels:
    """The same plus a constant: labels whose mean is not 0, of which Assumption 4.2 says nothing."""

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        return law.draw_white(white, rng) + shift

    if not law.mean_is_zero:
        raise InputError(f"shifted takes a law of mean 0, not {law.name}: shift the members of a mixture alike.")
    return ContextLabels(
        f"{law.name}, shifted", draw, lambda white: law.moment_white(white) + shift**2,
        lambda white: law.enclosed_white(white) + _ball(shift) ** 2, shift == 0,
    )


def _kernel(kernel: Activation | str) -> Activation:
    if isinstance(kernel, str):
        named = {h.name: h for h in ACTIVATIONS if h.kernel}
        if kernel not in named:
            near = get_close_matches(kernel, named, n=1)
            hint = f"Did you mean {near[0]!r}?" if near else f"Pass one of {', '.join(named)}, or of_kernel(function)."
            raise InputError(f"{kernel!r} is no kernel's name. {hint}")
        return named[kernel]
    if not isinstance(kernel, Activation) or not kernel.kernel:
        name = kernel.name if isinstance(kernel, Activation) else repr(kernel)
        raise InputError(f"{name} is no function of two columns alone: pass a kernel, or of_kernel(function).")
    return kernel


def _symmetric(K: Array, kernel: Activation) -> Floats:
    """The Gram matrices, which must be finite and symmetric up to their rounding."""
    if not np.isfinite(K).all():
        raise InputError(f"the Gram matrix of {kernel.name} overflows: pass covariates of smaller length.")
    gap = float(np.abs(K - np.swapaxes(K, -1, -2)).max(initial=0))
    if gap > 1e-9 * max(1.0, float(np.abs(K).max(initial=0))):
        raise InputError(f"the kernel {kernel.name} must be symmetric: two of its values differ by {gap:.3g}.")
    return np.asarray(K, dtype=float)


def _shares(laws: Sequence[ContextLabels], weights: Sequence[float] | None) -> Floats:
    if weights is None:
        return np.full(len(laws), 1 / len(laws))
    shares = np.asarray(weights, dtype=float)
    if shares.shape != (len(laws),) or not (shares >= 0).all() or not isclose(float(shares.sum()), 1, abs_tol=1e-12):
        raise InputError(
            f"weights must be {len(laws)} non-negative numbers of sum 1, one for each law, not {weights!r}."
        )
    return shares


def _white(X: ArrayLike, inverse_root: ArrayLike) -> Floats:
    covariates, root = np.asarray(X, dtype=float), np.asarray(inverse_root, dtype=float)
    if covariates.ndim != 3 or covariates.shape[2] < 1:
        raise InputError(f"X must have the shape (count, d, n+1), not {covariates.shape}. One context is X[None].")
    d = covariates.shape[1]
    if root.shape != (d, d):
        raise InputError(f"inverse_root must be Sigma^(-1/2), {d} x {d} as X has {d} rows, not of shape {root.shape}.")
    if not (np.isfinite(covariates).all() and np.isfinite(root).all()):
        raise InputError("X and inverse_root must hold finite numbers: one of theirs is not.")
    found: Floats = root @ covariates
    return found


def _ball(value: float) -> flint.arb:
    return flint.arb(value)
