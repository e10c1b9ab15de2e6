r"""Laws of the labels given the covariates under which Assumption 4.2 holds (Examples 6, 7, 8 and mixtures of them).

Each draws :math:`Y=[y^{(1)},\dots,y^{(n+1)}]` given X and knows :math:`\mathbb K(X)=\mathbb E[Y^\top Y|X]`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .activations import Activation
from .kernels import gram, modulus, relu_network_covariance, root_of_modulus

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ContextLabels:
    r"""A law of Y given :math:`\Sigma^{-1/2}X`, (count, d, n+1); Y is (count, 1, n+1)."""

    name: str
    draw_white: Callable[[Floats, np.random.Generator], Floats]
    moment_white: Callable[[Floats], Floats]

    def draw(self, X: Floats, inverse_root: Floats, rng: np.random.Generator) -> Floats:
        """Labels of these covariates; ``inverse_root`` is Sigma^(-1/2)."""
        return self.draw_white(inverse_root @ X, rng)

    def second_moment(self, X: Floats, inverse_root: Floats) -> Floats:
        r""":math:`\mathbb K(X)`, (count, n+1, n+1)."""
        return self.moment_white(inverse_root @ X)


def gaussian_process(kernel: Activation) -> ContextLabels:
    r"""Definition 3.3, Example 7: :math:`Y|X\sim N(0,\mathbb K_+(X))`, the Gram matrix singular or indefinite too."""

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        L = root_of_modulus(gram(kernel, white))
        drawn: Floats = np.swapaxes(L @ rng.standard_normal((*L.shape[:-1], 1)), -1, -2)
        return drawn

    return ContextLabels(f"{kernel.name} Gaussian process", draw, lambda white: modulus(gram(kernel, white)))


def linear_labels() -> ContextLabels:
    r"""Example 6: :math:`y^{(i)}=\langle\theta,\Sigma^{-1/2}x^{(i)}\rangle`, :math:`\theta\sim N(0,I)`."""

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        theta = rng.standard_normal((white.shape[0], 1, white.shape[1]))
        found: Floats = theta @ white
        return found

    return ContextLabels("linear", draw, lambda white: np.swapaxes(white, -1, -2) @ white)


def relu_network(width: int = 4) -> ContextLabels:
    r"""Example 8 in :math:`\Sigma^{-1/2}x`: :math:`y=\langle\theta_2,\mathrm{relu}(\theta_1x)\rangle`."""

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        count, d, _ = white.shape
        first, second = rng.standard_normal((count, width, d)), rng.standard_normal((count, 1, width))
        found: Floats = second @ np.maximum(first @ white, 0)
        return found

    return ContextLabels(
        f"two-layer ReLU network of width {width}", draw, lambda white: relu_network_covariance(white, width)
    )


def mixture(laws: Sequence[ContextLabels]) -> ContextLabels:
    """Each prompt's labels from one of the laws, all equally likely."""

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        drawn = np.stack([law.draw_white(white, rng) for law in laws])
        found: Floats = drawn[rng.integers(0, len(laws), len(white)), np.arange(len(white))]
        return found

    def moment(white: Floats) -> Floats:
        found: Floats = np.mean([law.moment_white(white) for law in laws], axis=0)
        return found

    return ContextLabels("mixture of " + ", ".join(law.name for law in laws), draw, moment)


def shifted(law: ContextLabels, shift: float = 0.5) -> ContextLabels:
    """The same plus a constant: labels whose mean is not 0, of which Assumption 4.2 says nothing."""

    def draw(white: Floats, rng: np.random.Generator) -> Floats:
        return law.draw_white(white, rng) + shift

    return ContextLabels(f"{law.name}, shifted", draw, lambda white: law.moment_white(white) + shift**2)
