"""Section 4.3: training with random covariate distributions, (19), the data model, and the population loss (20)."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.laws import expect_given
from ...statement.props import Prop, conj, defined, defined_as, eq, for_all, implies, le, ne
from ...statement.terms import (
    Term,
    apply,
    at,
    beside_over,
    block,
    entry,
    expect,
    inner,
    scalar,
    where,
    zeros,
)
from .chains import definition_7 as chains
from .lemma_21 import E_tau
from .notation import U11, L, L_rdm, Lam, N, d, i, k, u12, u21, u_1, w
from .notation_random import Lam_tau, lam_tau, x_lam, x_lam_q, x_tau_q, y_hat_rdm
from .section_3_1 import P, ell, f, h, x_new

given_covariance = Fraction(1, 2) * expect_given((y_hat_rdm - inner(w, x_tau_q)) ** 2, Lam_tau)
"""The loss given the covariance."""


@claim(
    "zfb/definition-7",
    kind=Kind.DEFINITION,
    source="Definition 7, eq. (19), and text after it, Section 4.3",
    forall=(d, N, U11, u12, u21, u_1),
    options={"definition": {"object": "trained_parameter"}},
    uses=("zfb/definition-1",),
    witnesses=("words", "definition"),
    model="random covariance",
    fidelity=(
        Difference(Differs.WEAKER, "(b) of the losses (20) and (8) of linear self-attention"),
    ),
)
def definition_7() -> Parts:
    r"""(a) $\Delta$ a distribution over distributions $\mathcal D_x$ on $\mathcal X$; the rest as in Definition 1. $f$
    is trained on in-context examples of functions in $\mathcal H$ under loss $\ell$ w.r.t. $\mathcal D_{\mathcal H}$
    and distribution over covariate distributions $\Delta$ if $f=f_{\theta^*}$ with $\theta^*\in
    \mathrm{argmin}_{\theta\in\Theta}\mathbb E_{P=(x_1,h(x_1),\dots,x_N,h(x_N),x_q)}[\ell(f_\theta(P),h(x_q))]$,
    $\mathcal D_x\sim\Delta$, $x_i,x_q\overset{iid}\sim\mathcal D_x$, $h\sim\mathcal D_{\mathcal H}$. (b) "We
    recover the previous definition [...] by taking $\Delta$ to be concentrated on a singleton,
    $\mathrm{supp}(\Delta)=\{\mathcal D_x\}$." OCR: reading chosen (letter $\Delta$).
    """
    theta, theta_star = scalar("theta", "parameter", tex=r"\theta"), scalar("theta_star", tex=r"\theta^*")
    covariates = scalar("D_x", "random", tex=r"\mathcal D_x")

    def objective(parameter: Term) -> Term:
        return expect(expect_given(apply(ell, apply(f, parameter, P), apply(h, x_new)), covariates))

    return {
        # One of the minimisers, of which there may be several.
        "a": defined_as(theta_star, for_all(theta, le(objective(theta_star), objective(theta)))),
        # The objective is the mean over Delta of that of Definition 1; here of the losses (20) and (8).
        "b": conj(
            eq(L_rdm, expect(given_covariance)),
            eq(where(given_covariance, (Lam_tau, Lam)), L),
        ),
    }


@claim(
    "zfb/section-4.3-data-model",
    kind=Kind.DEFINITION,
    source="Section 4.3",
    forall=(d, N),
    options={"definition": {"object": "random_covariance_prompt_law"}},
    uses=("zfb/eq-4",),
    witnesses=("words", "entries", "sampled", "definition", "proof"),
    model="diagonal covariance",
    fidelity=(
        Difference(
            Differs.WEAKER,
            "(b) conditional independence is said of the squares of two entries alone, as that they are uncorrelated "
            "given the covariance",
        ),
    ),
)
def data_model_random() -> Parts:
    r"""(a) For $\tau\in[B]$: $w_\tau\sim N(0,I_d)$; for each $i\in[d]$ $\lambda_{\tau,i}$ sampled independently, the
    distribution of each $\lambda_{\tau,i}$ fixed, with finite third moments and strictly positive almost surely;
    $\Lambda_\tau=\mathrm{diag}(\lambda_{\tau,1},\dots,\lambda_{\tau,d})$; diagonal entries independent, possibly
    with different distributions; $\Lambda_\tau$ identically distributed over $\tau$. Conditional on $\Lambda_\tau$:
    $x_{\tau,1},\dots,x_{\tau,N},x_{\tau,q}$ i.i.d. $N(0,\Lambda_\tau)$; labels $\langle w_\tau,x_{\tau,i}\rangle$.
    (b) "$x_{\tau,i},x_{\tau,q}$ are conditionally independent given the covariance matrix $\Lambda_\tau$, but not
    independent in general."
    """
    first, query = entry(at(x_lam, 1), k, 1) ** 2, entry(x_lam_q, k, 1) ** 2
    prompt = block(
        beside_over(i, N, at(x_lam, i)), x_lam_q, beside_over(i, N, inner(w, at(x_lam, i))), zeros(1, 1)
    )
    variance_differs: Prop = ne(expect(entry(lam_tau, k, 1) ** 2), expect(entry(lam_tau, k, 1)) ** 2)

    def given(body: Term) -> Term:
        return expect_given(body, lam_tau)

    return {
        "a": defined(E_tau.sym, prompt),
        # The squares of two coordinates are uncorrelated given lam_tau, and correlated where lam_tau varies.
        "b": conj(
            eq(given(first * query), given(first) * given(query)),
            implies(variance_differs, ne(expect(first * query), expect(first) * expect(query))),
        ),
    }


@claim(
    "zfb/eq-20",
    kind=Kind.DEFINITION,
    source="eq. (20), Section 4.3",
    forall=(d, N, U11, u12, u21, u_1),
    options={"definition": {"object": "random_covariance_loss"}},
    uses=("zfb/section-4.3-data-model", "zfb/eq-7"),
    witnesses=("entries", "balls", "sampled", "definition"),
    model="random covariance",
    fidelity=(Difference(Differs.PART_OMITTED, "that it is the limit of (7) as B tends to infinity"),),
)
def eq_20() -> Prop:
    r"""$L(\theta)=\frac12\mathbb E_{w_\tau,\Lambda_\tau,x_{\tau,1},\dots,x_{\tau,N},x_{\tau,q}}\big[(\hat
    y_{\tau,q}-\langle w_\tau,x_{\tau,q}\rangle)^2\big]$, the $B\to\infty$ limit of (7).
    """
    return defined(L_rdm, Fraction(1, 2) * expect((y_hat_rdm - inner(w, x_tau_q)) ** 2))


data_model_random = with_proof(data_model_random, b=chains.CHAIN)
