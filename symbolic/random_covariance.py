r"""Linear self-attention where the covariance is drawn anew for each prompt (Zhang, Frei, Bartlett, Section 4.3).

.. math:: L(\theta)=\mathbb E_{\Lambda_\tau}\Bigl[\tfrac12\mathbb E\bigl[(\hat y_{\tau,q}-w^\top x_{\tau,q})^2
   \bigm|\Lambda_\tau\bigr]\Bigr]

for every d, N and every law of :math:`\Lambda_\tau`, general or diagonal: the conditional loss is derived on words,
its mean is a scalar with indices (:mod:`symbolic.indexed`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from .errors import InputError
from .indexed import AnyIndexed, Indexed, IndexedMatrix, Law, derivative, from_words, gradient, mean, substitute
from .indexed.factors import Name
from .indexed.from_words import diagonal_letter, positive_vector
from .indexed.squares import complete_square
from .landscape import landscape, verify
from .lsa import PARAMETERS, Parameters, Prompt, population_loss, y_hat
from .words import Letter, Matrix, Scalar, gaussian, letter, name_of
from .words.letters import Dim

LAM_TAU, LAM_NEW = (letter(name, "d", "d", posdef=True) for name in ("Lam_tau", "Lam_new"))
"""The random covariance in general, and an independent copy."""
lam_tau, lam_new = positive_vector("lam_tau"), positive_vector("lam_new")
"""The diagonal of a random diagonal covariance, and an independent copy."""
LAWS = {
    "Lam_tau": Law(LAM_TAU),
    "Lam_new": Law(LAM_NEW, LAM_TAU),
    "lam_tau": Law(lam_tau),
    "lam_new": Law(lam_new, lam_tau),
}
"""The random covariances by name."""


def covariance(name: str, dim: Dim = "d", *, singular: bool = False) -> Letter:
    """The covariance of this name as a letter: the diagonal matrix where the name is that of a diagonal.

    ``singular``: that it may be so is to be allowed for.
    """
    law = LAWS.get(name)
    if law is not None:
        return diagonal_letter(law.letter) if law.letter.cols == 1 else law.letter
    return letter(name, dim, dim, posdef=not singular, psd=singular)


class PromptTau(Prompt):
    """A prompt of the examples ``x_tau`` and the query ``x_tau_q``, given ``LAM_TAU``, with the task ``w``."""

    @cached_property
    def X(self) -> Matrix:
        return gaussian("x_tau", "d", self.length, LAM_TAU)

    @cached_property
    def x_q(self) -> Matrix:
        return gaussian("x_tau_q", "d", 1, LAM_TAU)


def prediction(p: Parameters = PARAMETERS) -> Scalar:
    """The prediction on a prompt whose covariance is ``LAM_TAU``."""
    return y_hat(p, PromptTau(covariance=LAM_TAU))


@cache
def random_loss(diagonal: bool = False, p: Parameters = PARAMETERS) -> Indexed:
    """The population loss (20) over all parameters; with ``diagonal`` for the covariance ``diag(lam_tau)``."""
    given = population_loss(p, Prompt(covariance=covariance("lam_tau" if diagonal else "Lam_tau")))
    value = from_words(given)
    assert isinstance(value, Indexed)
    return mean(value, Law(lam_tau if diagonal else LAM_TAU))


@dataclass(frozen=True, repr=False)
class IndexedFlow:
    """Velocities of the parameters; all other letters stand still."""

    velocities: Mapping[Name, AnyIndexed]

    def derivative(self, value: AnyIndexed) -> AnyIndexed:
        r""":math:`\frac d{dt}` of ``value`` along the flow."""
        if isinstance(value, Indexed):
            return derivative(value, self.velocities)
        return value.map(lambda body: derivative(body, self.velocities))

    def __repr__(self) -> str:
        return "\n".join(f"d/dt {name} = {v}" for name, v in self.velocities.items())

    def _repr_latex_(self) -> str:
        from .typesetting.indexed import typeset
        from .typesetting.words import named

        moving = [(str(name), v) for name, v in self.velocities.items() if not v.is_zero()]
        rows = ["&" + typeset(v, rf"\tfrac{{d}}{{dt}}{named(name)}") for name, v in moving]
        return "$\\displaystyle \\begin{aligned}\n" + "\\\\\n".join(rows) + "\n\\end{aligned}$"

    def restricted(self, zero: tuple[Letter, ...]) -> IndexedFlow:
        """The flow on the subspace where the letters ``zero`` vanish; raises InputError where that is not invariant."""
        bindings: dict[Name, AnyIndexed] = {x: IndexedMatrix(x.rows, x.cols, Indexed.of(0)) for x in zero}
        inside = {name: v.map(lambda body: substitute(body, bindings)) for name, v in self.velocities.items()}
        moving = [x for x in zero if not inside[x].is_zero()]
        if moving:
            raise InputError(f"{moving[0]} = 0 is not invariant: its velocity there is not 0.")
        return IndexedFlow(inside)


@cache
def random_flow(diagonal: bool = False, block: bool = False, p: Parameters = PARAMETERS) -> IndexedFlow:
    """Gradient flow of :func:`random_loss` in U11, u12, u21, u_-1; with ``block`` on ``u12 = u21 = 0``."""
    loss = random_loss(diagonal, p)
    names = [name_of(x) for x in (p.U11, p.u12, p.u21, p.u_1)]
    flow = IndexedFlow({name: gradient(loss, name).map(lambda body: -body) for name in names})
    _, u12, u21, _ = names
    assert isinstance(u12, Letter)
    assert isinstance(u21, Letter)
    return flow.restricted((u12, u21)) if block else flow


@cache
def random_minimum(p: Parameters = PARAMETERS) -> Indexed:
    r"""The minimum of the loss (20) over *all* parameters for a diagonal covariance.

    Given the covariance, :math:`L(U)=q(K)+\tfrac12\mathbb E[(\text{even part})^2]` with
    :math:`K=u_{-1}U_{11}+u_{12}u_{21}^\top` (:mod:`symbolic.landscape`), so that
    :math:`\min_UL\ge\min_K\mathbb E\,q(K)`, which a point of the block attains; all of it is checked here.
    """
    prompt = Prompt(covariance=covariance("lam_tau"))
    certificate = landscape(p, prompt)
    if not verify(certificate, p, prompt):
        raise InputError("the loss given the covariance has no certified decomposition.")
    law = Law(lam_tau)
    block, K, excess = (from_words(x) for x in (certificate.square.f, certificate.K, certificate.excess()))
    assert isinstance(block, Indexed)
    assert isinstance(excess, Indexed)
    U11, u_1 = name_of(p.U11), name_of(p.u_1)
    q = substitute(mean(block, law), {u_1: Indexed.of(1)})
    if not (random_loss(True, p) - substitute(q, {U11: K}) - mean(excess, law)).is_zero():
        raise InputError("the mean loss is not the sum of the means of its two parts.")
    assert isinstance(U11, Letter)
    assert isinstance(u_1, str)
    square = complete_square(mean(block, law), U11, u_1)
    zero = IndexedMatrix("d", 1, Indexed.of(0))
    point: dict[Name, AnyIndexed] = {U11: square.K, u_1: Indexed.of(1), name_of(p.u12): zero, name_of(p.u21): zero}
    if not (substitute(random_loss(True, p), point) - square.minimum).is_zero():
        raise InputError("the minimum on the block is not attained by the loss.")
    return square.minimum
