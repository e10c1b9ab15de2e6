"""The setup of the experiments: Appendix H.1."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs, Kind, Parts, Reading, claim
from ...statement.attention import haar
from ...statement.props import Prop, conj, eq, implies
from ...statement.terms import TermLike, expect, inner, vector
from .notation import Sigma, d, root
from .notation_figures import setting

D: tuple[int | Fraction, ...] = (1, 1, Fraction(1, 4), Fraction(9, 4), 1)
"""The diagonal of D."""
v = vector("v")
x = root * (haar("Q") * v)
r""":math:`\Sigma^{1/2}\xi`, :math:`\xi` being the image of a vector of length 1 under a uniformly random rotation."""


@claim(
    "ccs/section-h.1-setup",
    kind=Kind.EXPERIMENT,
    source='Appendix H.1, "common to all experiments in this paper"',
    uses=("ccs/eq-3", "ccs/eq-5", "ccs/definition-3.3", "ccs/eq-11", "ccs/eq-12", "ccs/assumption-4.4"),
    witnesses=("trained", "gpu"),
    note=r"""With $\xi^{(i)}$ on the sphere all expectations that the figures plot or train on are finite
    (ccs/beyond-finite-bounded); with Gaussian covariates those with $\mathcal K^{exp}$ labels would not be.
    """,
    fidelity=(
        Difference(Differs.PART_OMITTED, "compared are the numbers; laws, kernels, activations and the algorithm are "
                   "what the records were trained with"),
    ),
)
def section_h_1_setup() -> Prop:
    r"""We train the Transformer to minimize the in-context loss given in (5). Covariates
    $x^{(i)}=\Sigma^{1/2}\xi^{(i)}$, "where $\xi^{(i)}$ are sampled iid from the unit sphere. The dimension is d = 5.
    The covariance matrix $\Sigma=U^TDU$, where U is a uniformly random orthogonal matrix that changes across seeds, and
    D is a fixed diagonal matrix with entries (1, 1, 0.25, 2.25, 1)." Labels: "Conditioned on $x^{(i)}$'s, the labels
    $y^{(i)}$ are jointly sampled from the $\mathcal K$ Gaussian Process (see Definition 3.3). We consider three choices
    of kernels: $\mathcal K^{linear}(u,v)=\langle u,v\rangle$, $\mathcal K^{relu}(u,v)=\operatorname{relu}(\langle
    u,v\rangle)$, and $\mathcal K^{exp}(u,v)=\exp(\langle u,v\rangle)$ (as defined (11))." Architecture: "Unless
    otherwise stated, we train a three-layer linear Transformer (see (3)), where the matrices are initialized by i.i.d.
    Gaussian matrices. We consider three different choices of nonlinearity $\tilde h$: linear, ReLU and softmax, defined
    in (12) (see also Examples 1, 2 and 3). The Transformer is parameterized by
    $(r_\ell,A_\ell,B_\ell,C_\ell)_{\ell=0,1,2}$ (the value matrix $V_\ell$ is parameterized by the $A_\ell,r_\ell$,
    see Assumption 4.4)." Training: "ADAM with gradient clipping. Each gradient step is computed from a minibatch of
    size 30000, and we resample the minibatch every 10 steps. All plots are averaged over 3 runs with different U (i.e.
    $\Sigma$) sampled each time, and different seeds for sampling training data."
    """
    printed: dict[str, TermLike] = {
        "d": 5, **{f"eigenvalues.{i}": value for i, value in enumerate(D)}, "layers.0": 3, "batch": 30000,
        "resample": 10, "runs": 3,
    }  # fmt: skip
    return conj(*(eq(setting(name), value) for name, value in printed.items()))


@claim(
    "ccs/section-h.1-setup-covariance",
    kind=Kind.IDENTITY,
    source="Appendix H.1, covariate distribution",
    forall=(d, Sigma, v),
    uses=("ccs/section-h.1-setup",),
    witnesses=("words", "entries"),
    note=r"$\Sigma$ is that of Assumption 4.1; the covariance of these covariates is $\Sigma/d$.",
)
def covariance() -> Parts:
    r"""$x^{(i)}=\Sigma^{1/2}\xi^{(i)}$, "where $\xi^{(i)}$ are sampled iid from the unit sphere. [...] The covariance
    matrix $\Sigma=U^TDU$".
    """
    second_moment = expect(x * x.T)
    return {
        "": [
            Reading("up to a number", eq(second_moment, inner(v, v) / d * Sigma), "where v has length 1, 1/d"),
            Reading("exactly", implies(eq(inner(v, v), 1), eq(second_moment, Sigma)), "then d = 1"),
        ],
    }
