"""The matrix in (23) for concrete laws of the covariance's entries, with their exact moments; beside Section 4.3."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Hypothesis, Kind, claim
from ...statement.laws import gamma, iid_entries, two_point
from ...statement.props import Prop, eq
from ...statement.terms import scalar
from .notation import I, N, d
from .notation_new_prompt import factor
from .notation_random import lam_tau
from .section_4_3 import standard_exponential

shape, scale = scalar("k_shape", "positive", tex="k"), scalar("theta_scale", "positive", tex=r"\theta")
low, high = scalar("a_low", "positive", tex="a"), scalar("b_high", "positive", tex="b")


@claim(
    "zfb/eq-23-exponential-law",
    kind=Kind.IDENTITY,
    source="eq. (23), Section 4.3, for the law of its example",
    forall=(d, N),
    given=(standard_exponential,),
    uses=("zfb/eq-23", "zfb/section-4.3-one-third"),
    witnesses=("words", "entries", "sampled"),
    model="diagonal covariance",
)
def exponential_law() -> Prop:
    r"""$\lambda_{\tau,i}\overset{iid}\sim\mathrm{Exponential}(1)$: $[\mathbb E\Lambda_\tau^2][\mathbb E\Gamma_\tau
    \Lambda_\tau^2]^{-1}=\frac N{3N+d+5}I_d$.
    """
    return eq(factor, N / (3 * N + d + 5) * I)


@claim(
    "zfb/eq-23-gamma-law",
    kind=Kind.IDENTITY,
    source="eq. (23), Section 4.3, for gamma laws",
    forall=(d, N, shape, scale),
    given=(
        Hypothesis(
            "lam_tau,i i.i.d. Gamma", iid_entries(lam_tau, gamma(shape, scale)),
            r"\lambda_{\tau,i}\overset{iid}\sim\mathrm{Gamma}(k,\theta)",
        ),
    ),
    uses=("zfb/eq-23",),
    witnesses=("words", "entries", "sampled"),
    model="diagonal covariance",
)
def gamma_law() -> Prop:
    r"""$\lambda_{\tau,i}\overset{iid}\sim\mathrm{Gamma}(k,\theta)$, with shape $k$ and scale $\theta$: $[\mathbb
    E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}=\frac N{\theta[(N+2)(k+2)+(d-1)k]}I_d$.
    """
    return eq(factor, N / (scale * ((N + 2) * (shape + 2) + (d - 1) * shape)) * I)


@claim(
    "zfb/eq-23-two-point-law",
    kind=Kind.IDENTITY,
    source="eq. (23), Section 4.3, for laws on two points",
    forall=(d, N, low, high),
    given=(
        Hypothesis(
            "lam_tau,i i.i.d. on {a, b}", iid_entries(lam_tau, two_point(low, high, Fraction(1, 2))),
            r"\lambda_{\tau,i}\overset{iid}\sim \frac12\delta_a+\frac12\delta_b",
        ),
    ),
    uses=("zfb/eq-23",),
    witnesses=("words", "entries", "sampled"),
    model="diagonal covariance",
)
def two_point_law() -> Prop:
    r"""$\lambda_{\tau,i}$ i.i.d., $a$ or $b$ with probability $\frac12$ each, $m_r=\frac12(a^r+b^r)$: $[\mathbb
    E\Lambda_\tau^2][\mathbb E\Gamma_\tau\Lambda_\tau^2]^{-1}=\frac{Nm_2}{(N+2)m_3+(d-1)m_1m_2}I_d$.
    """
    first, second, third = ((low**r + high**r) / 2 for r in (1, 2, 3))
    return eq(factor, N * second / ((N + 2) * third + (d - 1) * first * second) * I)
