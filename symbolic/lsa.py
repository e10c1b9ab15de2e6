r"""Linear self-attention from its definition, on words: prompt, embedding, layer, prediction, population loss.

For every dimension d, every prompt length and every covariance :math:`\Lambda\succ0` (Zhang, Frei, Bartlett,
arXiv 2306.09927, Sections 3.2 and 3.3):

* prompt: :math:`x_1,\dots,x_N,x_q\sim N(0,\Lambda)`, :math:`w\sim N(0,I_d)`, independent; :math:`y_i=w^\top x_i`;
* embedding (4): :math:`E` with columns :math:`(x_i;y_i)` and, last, :math:`(x_q;0)`;
* layer (3): :math:`f(E)=E+W^{PV}E\,(E^\top W^{KQ}E)/\rho`, with a plus sign, all N+1 columns and :math:`\rho=N`;
* prediction: the bottom right entry of :math:`f(E)`;
* loss (8): :math:`L=\tfrac12\mathbb E(\hat y_q-w^\top x_q)^2`.

Beyond the paper: labels :math:`y_i=w^\top x_i+\varepsilon_i` (the query's too), the noise independent of all else with
mean 0, variance :math:`s^2` and fourth moment :math:`m_4`; and tasks :math:`w\sim N(\mu,\Psi)`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from .errors import InputError
from .words import Letter, Matrix, Scalar, basis, dimension, expect, gaussian, letter, matrix
from .words.blocks import Block
from .words.letters import Dim
from .words.matrices import plus
from .words.noise import Moments, expect_noise

HALF = Fraction(1, 2)

LAM = letter("Lam", "d", "d", posdef=True)
Lam = Matrix.of(LAM)

s = Scalar.symbol("s", 1)
"""The standard deviation of label noise."""
NOISE = Moments(s**2, None, Scalar.symbol("m_4", 1))
"""Label noise: variance and fourth moment are named, the third moment is not needed."""
MU = matrix("mu_w", "d", 1)
PSI = letter("Psi", "d", "d", psd=True)


@dataclass(frozen=True)
class Prompt:
    """A random prompt of ``length`` examples: sample ``X = (x_1 ... x_length)``, query and task, as letters."""

    length: Dim = "N"
    covariance: Letter = LAM
    name: str = ""
    """Distinguishes independent prompts."""
    noisy: bool = False
    """Whether the labels, also the query's, carry noise of the law :data:`NOISE`."""
    prior: bool = False
    """Whether the task is drawn from N(:data:`MU`, :data:`PSI`) instead of N(0, I)."""

    def __post_init__(self) -> None:
        if isinstance(self.length, int) and self.length < 1:
            raise InputError(f"length is {self.length}: a prompt needs at least one example; give 1 or more or a name.")

    @cached_property
    def X(self) -> Matrix:
        return gaussian(f"X{self.name}", "d", self.length, self.covariance)

    @cached_property
    def x_q(self) -> Matrix:
        return gaussian(f"x_q{self.name}", "d", 1, self.covariance)

    @cached_property
    def w(self) -> Matrix:
        drawn = gaussian(f"w{self.name}", "d", 1, PSI if self.prior else None)
        return MU + drawn if self.prior else drawn

    @cached_property
    def noise(self) -> Letter:
        """The noise of the labels of the examples, ``length x 1``."""
        return letter(f"eps{self.name}", self.length, 1)

    @cached_property
    def labels(self) -> Scalar | Matrix:
        """The labels of the examples, ``1 x length``."""
        clean = self.w.T * self.X
        return plus(clean, Matrix.of(self.noise).T) if self.noisy else clean

    def example(self, i: str) -> Matrix:
        """The covariate ``x_i = X e_i`` for an index name or a number."""
        x = self.X * Matrix.of(basis(i, self.length))
        assert isinstance(x, Matrix)
        return x

    @cached_property
    def E(self) -> Block:
        """The embedding (4), (d+1) x (length+1), blocks ``((X, x_q), (labels, 0))``."""
        return Block([[self.X, self.x_q], [self.labels, Scalar.of(0)]])

    @cached_property
    def target(self) -> Scalar:
        """The true label of the query, ``w^T x_q`` plus noise if there is any."""
        value = self.w.T * self.x_q
        assert isinstance(value, Scalar)
        return value + Scalar.symbol(f"eps_q{self.name}") if self.noisy else value

    def expect(self, value: Scalar) -> Scalar:
        """The expectation of ``value`` over this prompt, noise first."""
        mean: Scalar | Matrix = value
        if self.noisy:
            mean = expect_noise(expect_noise(mean, f"eps_q{self.name}", NOISE), self.noise, NOISE)
        mean = expect(mean)
        assert isinstance(mean, Scalar)
        return mean


def attention(E: Block, W_PV: Block, W_KQ: Block, rho: Scalar) -> Block:
    """The layer (3), ``E + W_PV E (E^T W_KQ E)/rho``, (d+1) x (length+1)."""
    return E + W_PV * E * (E.T * W_KQ * E) / rho


def prediction(E: Block, W_PV: Block, W_KQ: Block, rho: Scalar) -> Scalar:
    """The bottom right entry of :func:`attention`; raises :class:`InputError` unless the weights are (d+1) x (d+1)."""
    for name, weight in (("W_PV", W_PV), ("W_KQ", W_KQ)):
        if (weight.rows, weight.cols) != (E.rows, E.rows):
            raise InputError(f"{name} has blocks {weight.rows} x {weight.cols}: it must be cut {E.rows} both ways.")
    # Only the last row of W_PV E E^T and the last column of W_KQ E are formed; E itself is added as in (3).
    last = [E.entries[i][-1] for i in range(len(E.rows))]
    row = Block([W_PV.entries[-1]]) * E * E.T
    value = row * (W_KQ * Block([[v] for v in last])) / rho
    own = E.entries[-1][-1]
    assert isinstance(own, Scalar)
    corner = value.entries[0][0]
    assert isinstance(corner, Scalar)
    return own + corner


def prediction_of_gram(examples: Block, x_q: Matrix, W_PV: Block, W_KQ: Block, rho: Scalar) -> Scalar:
    r"""The same entry of the layer where the examples are given by the sum of :math:`(x_i;y_i)(x_i;y_i)^\top` alone.

    ``x_q`` is the query, d x 1; its column is (x_q; 0), the last of the embedding.
    """
    last = Block([[x_q], [Scalar.of(0)]])
    value = (Block([W_PV.entries[-1]]) * (examples + last * last.T)) * (W_KQ * last) / rho
    corner = value.entries[0][0]
    assert isinstance(corner, Scalar)
    return corner


@dataclass(frozen=True)
class Parameters:
    """The parameters that the prediction depends on, as the blocks U11, u12, u21, u_-1 of Lemma 9."""

    U11: Matrix
    u12: Matrix
    u21: Matrix
    u_1: Scalar

    @property
    def U(self) -> Block:
        return Block([[self.U11, self.u12], [self.u21.T, self.u_1]])


PARAMETERS = Parameters(
    matrix("U11", "d", "d"), matrix("u12", "d", 1), matrix("u21", "d", 1), Scalar.symbol("u_-1")
)


def weights(p: Parameters = PARAMETERS) -> tuple[Block, Block]:
    """``W_PV`` and ``W_KQ`` with the parameters of Lemma 9 in place; their other blocks are free letters."""
    W_PV = Block([[matrix("W_PV11", "d", "d"), matrix("w_PV12", "d", 1)], [p.u12.T, p.u_1]])
    W_KQ = Block([[p.U11, matrix("w_KQ12", "d", 1)], [p.u21.T, Scalar.symbol("w_KQ22")]])
    return W_PV, W_KQ


def y_hat(p: Parameters = PARAMETERS, prompt: Prompt | None = None) -> Scalar:
    """The prediction of the layer on a prompt; the free blocks of :func:`weights` cancel, or an error is raised."""
    prompt = prompt or Prompt()
    return prediction(prompt.E, *weights(p), dimension(prompt.length))


def population_loss(p: Parameters = PARAMETERS, prompt: Prompt | None = None) -> Scalar:
    """The loss (8) over all parameters: 20 trace monomials, for every d, N and Lam."""
    prompt = prompt or Prompt()
    residual = y_hat(p, prompt) - prompt.target
    return prompt.expect(residual * residual) * HALF


def noisy_loss(p: Parameters = PARAMETERS) -> Scalar:
    r"""The loss (8) where every label, also the query's, carries noise of variance s^2.

    The fourth moment ``m_4`` of the noise enters with :math:`u_{-1}^2u_{21}^\top\Lambda u_{21}` only: not where
    :math:`u_{21}=0`.
    """
    return population_loss(p, Prompt(noisy=True))


def prior_loss(p: Parameters = PARAMETERS) -> Scalar:
    r"""The loss (8) where the task is drawn from :math:`N(\mu,\Psi)`."""
    return population_loss(p, Prompt(prior=True))
