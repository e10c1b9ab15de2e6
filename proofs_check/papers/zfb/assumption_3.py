"""Assumption 3: the initialisation (10), its random version, and balanced layers; Section 3.3."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.props import Prop, almost_surely, always, conj, defined, eq, implies, ne
from ...statement.terms import (
    Term,
    at0,
    beside,
    block,
    kron,
    matrix,
    norm_F,
    prediction,
    sqrt,
    stack,
    term,
    tr,
    vec,
    zeros,
)
from .assumptions import Theta_Lam_nonzero, Theta_unit, assumption_3, sigma_positive
from .chains import assumption_3 as chains
from .notation import (
    U11,
    W_KQ,
    W_KQ11,
    W_PV,
    E,
    Lam,
    N,
    Theta,
    blocks,
    d,
    sigma,
    u12,
    u21,
    u_1,
    w_KQ21,
    w_PV21,
    w_PV22,
    x_q,
)

zero = zeros("d", 1)
random_matrix = matrix("M_0", "d", "d", "random", "continuous_entries", tex="M")


@claim(
    "zfb/assumption-3",
    kind=Kind.DEFINITION,
    source="Assumption 3, eq. (10), Section 3.3",
    forall=(d, Lam, Theta, sigma),
    given=(sigma_positive, Theta_unit, Theta_Lam_nonzero),
    options={"definition": {"object": "initialisation"}},
    witnesses=("words", "entries", "definition"),
)
def assumption_3_initialisation() -> Prop:
    r"""Let $\sigma>0$ be a parameter, $\Theta\in\mathbb R^{d\times d}$ any matrix satisfying
    $\|\Theta\Theta^\top\|_F=1$ and $\Theta\Lambda\ne0_{d\times d}$. Then $W^{PV}(0)=\sigma\begin{pmatrix}0_{d\times
    d}&0_d\\0_d^\top&1\end{pmatrix}$, $W^{KQ}(0)=\sigma\begin{pmatrix}\Theta\Theta^\top&0_d\\0_d^\top&0
    \end{pmatrix}$. OCR: reading chosen (factor $\sigma$ in $W^{KQ}(0)$).
    """
    return conj(
        defined(at0(W_PV), sigma * block(zeros("d", "d"), zero, zero.T, term(1))),
        defined(at0(W_KQ), sigma * block(Theta * Theta.T, zero, zero.T, zeros(1, 1))),
    )


def _satisfied(theta: Term) -> Prop:
    return conj(eq(norm_F(theta * theta.T), 1), ne(theta * Lam, zeros("d", "d")))


@claim(
    "zfb/section-3.3-random-initialization",
    kind=Kind.DISTRIBUTIONAL,
    source="Section 3.3, text after Assumption 3",
    forall=(d, Lam),
    uses=("zfb/assumption-3",),
    witnesses=("words", "entries", "sampled"),
)
def random_initialization() -> Parts:
    r""""if $M$ has i.i.d. entries from a continuous distribution, then by setting
    $\Theta\Theta^\top=MM^\top/\|MM^\top\|_F$, the assumption is satisfied almost surely."
    """
    product = random_matrix * random_matrix.T
    chosen = random_matrix / sqrt(norm_F(product))
    return {
        "": [
            Reading(
                "every Theta with this product",
                almost_surely(implies(eq(Theta * Theta.T, product / norm_F(product)), _satisfied(Theta))),
                "only the product of Theta with its transpose is set",
            ),
            Reading("Theta = M / ||M M^T||_F^(1/2)", almost_surely(_satisfied(chosen)), "the simplest such Theta"),
        ]
    }


@claim(
    "zfb/section-3.3-balanced-layers",
    kind=Kind.INVARIANCE,
    source="Section 3.3, text after Assumption 3",
    forall=(d, N, Lam, Theta, sigma, *blocks),
    given=assumption_3,
    uses=("zfb/eq-6", "zfb/assumption-3", "zfb/lemma-17"),
    witnesses=("words", "entries", "grid"),
)
def balanced_layers() -> Parts:
    r"""(a) "the predictions (6) can be viewed as the output of a two-layer linear network". (b) "initializations
    satisfying Assumption 3 allow for the layers to be 'balanced' throughout the gradient flow trajectory."
    """
    first, second = stack(W_KQ11, w_KQ21.T), beside(w_PV21.T, w_PV22)
    return {
        # Layers Vec(first) and second, of width one, multiplied and applied to features without parameters.
        "a": eq(prediction(W_PV, W_KQ, N), tr(vec(first) * second * kron(x_q.T, E * E.T / N))),
        "b": [
            Reading("Lemma 17", always(eq(u_1**2, tr(U11 * U11.T))), "the blocks that move"),
            Reading(
                "both whole layers",
                always(eq(u_1**2 + u12.T * u12, tr(U11 * U11.T) + u21.T * u21)),
                "balanced layers of width one have equal squared norms",
            ),
        ],
    }


random_initialization = with_proof(random_initialization, whole=chains.CHAIN)
