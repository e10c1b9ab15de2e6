"""Lemma 26: u_-1 stays positive with a random covariance, (58), (59), and the loss at the start, Appendix C.3."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.props import Prop, always, chain, conj, eq, gt, implies, lt, ne
from ...statement.terms import Term, at0, ddt, entry, expect, grad, norm_F, norm_op, sqrt, total, tr, where, zeros
from ...verdict import Verdict
from .assumptions_random import assumption_3_diag, scale_58
from .chains import lemma_26 as chains
from .notation import U11, N, Theta, d, given_block, i_d, j, sigma, u_1
from .notation_random import E_Lam, E_Lam_Theta, E_size, Gam_diag, Lam_diag, l_rdm

TT = Theta * Theta.T
quartic = expect(tr(sigma**4 / 2 * Gam_diag * Lam_diag * Theta * Theta.T * Lam_diag * Theta * Theta.T))
quadratic = expect(tr(sigma**2 * Lam_diag**2 * Theta * Theta.T))
initial_bound = sigma**4 * sqrt(d) / 2 * E_size - sigma**2 * E_Lam_Theta**2
MEAN_OUTSIDE = Expected(
    Verdict.REFUTED,
    "E Lam_tau^2 is not (E Lam_tau)^2 unless Lam_tau is deterministic: "
    "the left side is sigma^2 E ||Lam_tau Theta||_F^2, which is larger, and that is all that the proof needs",
    parts=("b",),
)


@claim(
    "zfb/lemma-26",
    kind=Kind.INEQUALITY,
    source="Lemma 26, eqs. (58), (59), Appendix C.3",
    forall=(d, N, Theta, sigma, U11, u_1),
    given=assumption_3_diag,
    uses=("zfb/lemma-23", "zfb/assumption-3", "zfb/lemma-26-initial-loss"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
    options={"twins": {"fast": 1}},
    model="diagonal covariance",
)
def lemma_26() -> Parts:
    r"""gradient flow on $\ell_{rdm}$ w.r.t. $u_{ij}$ ($\forall i,j\in[d]$) and $u_{-1}$. (a) Suppose the initialisation
    satisfies Assumption 3 with initial scale (58) $0<\sigma<\sqrt{\frac{2\|\mathbb
    E\Lambda_\tau\Theta\|_F^2}{\sqrt d\,[\mathbb E\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2]}}$; then for any
    $t\ge0$: (59) $u_{-1}(t)>0$. Proof steps: (b) $\frac d{dt}\ell_{rdm}=\sum_{i,j}\frac{\partial\ell_{rdm}}{\partial
    u_{ij}}\frac{du_{ij}}{dt}+\frac{\partial\ell_{rdm}}{\partial u_{-1}}\frac{du_{-1}}{dt}=-\sum_{i,j}\big[
    \frac{\partial\ell_{rdm}}{\partial u_{ij}}\big]^2-\big[\frac{\partial\ell_{rdm}}{\partial u_{-1}}\big]^2\le0$;
    (c) when (58) holds, $\ell_{rdm}(0)<0$, so $\ell_{rdm}(t)<0$ for all $t$; (d) when $u_{-1}=0$ the loss is zero.
    """
    # Gradient flow on l_rdm is that on the loss (20) from a start on the invariant block (Lemma 23).
    def over_entries(body: Term) -> Term:
        return total(i_d, d, total(j, d, body))

    in_ij, in_u_1 = entry(grad(l_rdm, U11), i_d, j), grad(l_rdm, u_1)
    rate_ij, rate = given_block(ddt(entry(U11, i_d, j))), given_block(ddt(u_1))
    return {
        "a": implies(scale_58.prop, always(gt(u_1, 0))),
        "b": chain(
            given_block(ddt(l_rdm)),
            "=", over_entries(in_ij * rate_ij) + in_u_1 * rate,
            "=", -over_entries(in_ij**2) - in_u_1**2,
            "<=", 0,
        ),
        "c": implies(scale_58.prop, conj(lt(at0(l_rdm), 0), always(lt(l_rdm, 0)))),
        "d": eq(where(l_rdm, (u_1, 0)), 0),
    }


def _start(top_left: Term) -> Prop:
    """The loss where U11 starts at ``top_left`` and u_-1 at sigma."""
    return conj(
        eq(at0(U11), top_left),
        eq(
            where(l_rdm, (U11, top_left), (u_1, sigma)),
            expect(
                tr(
                    sigma**4 / 2 * Gam_diag * Lam_diag * Theta * Theta.T * Lam_diag * Theta * Theta.T
                    - sigma**2 * Lam_diag**2 * Theta * Theta.T
                )
            ),
        ),
    )


@claim(
    "zfb/lemma-26-initial-loss",
    kind=Kind.INEQUALITY,
    source="Appendix C.3, proof of Lemma 26",
    forall=(d, N, Theta, sigma),
    given=assumption_3_diag,
    expected=MEAN_OUTSIDE,
    uses=("zfb/lemma-23", "zfb/lemma-31", "zfb/assumption-3"),
    witnesses=("words", "entries", "grid", "balls", "sampled", "proof"),
    model="diagonal covariance",
)
def lemma_26_initial_loss() -> Parts:
    r"""(a) "Since we assume $U_{11}(0)=\Theta\Theta^\top$" (OCR: uncertain whether a scalar factor precedes), "we know
    the loss function at $t=0$ is" $\ell_{rdm}(U_{11}(0),u_{-1}(0))=\mathbb E\,\mathrm{tr}\big[\frac{\sigma^4}2
    \Gamma_\tau\Lambda_\tau\Theta\Theta^\top\Lambda_\tau\Theta\Theta^\top-\sigma^2\Lambda_\tau^2\Theta\Theta^\top
    \big]$; (b) "From the property of trace, we know" $\mathbb E\,\mathrm{tr}\big[\sigma^2\Lambda_\tau^2\Theta
    \Theta^\top\big]=\sigma^2\|\mathbb E\Lambda_\tau\Theta\|_F^2$; (c) from von Neumann's trace inequality and
    $\|\Theta\Theta^\top\|_F=1$: $\mathbb E\,\mathrm{tr}\big[\frac{\sigma^4}2\Gamma_\tau\Lambda_\tau\Theta\Theta^\top
    \Lambda_\tau\Theta\Theta^\top\big]\le\frac{\sigma^4\sqrt d}2\mathbb E\big[\|\Gamma_\tau\|_{op}\|\Lambda_\tau
    \Theta\Theta^\top\Lambda_\tau\Theta\Theta^\top\|_F\big]\le\frac{\sigma^4\sqrt d\,\|\Theta\Theta^\top\|_F^2}2
    \mathbb E\big[\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2\big]=\frac{\sigma^4\sqrt d}2\mathbb E\big[
    \|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2\big]$; (d) "From the assumptions on $\Theta$ and $\Lambda_\tau$ we know
    $\mathbb E\Lambda_\tau\Theta\ne0_{d\times d}$ and $\mathbb E[\|\Gamma_\tau\|_{op}\|\Lambda_\tau\|_F^2]>0$."
    """
    size_of_product = norm_F(Lam_diag * Theta * Theta.T * Lam_diag * Theta * Theta.T)
    return {
        "a": [
            Reading("U11(0) = sigma Theta Theta^T", _start(sigma * TT), "as Assumption 3 says"),
            Reading("U11(0) = Theta Theta^T", _start(TT), "as the scan shows it"),
        ],
        "b": eq(quadratic, sigma**2 * E_Lam_Theta**2),
        "c": chain(
            quartic,
            "<=", sigma**4 * sqrt(d) / 2 * expect(norm_op(Gam_diag) * size_of_product),
            "<=", sigma**4 * sqrt(d) * norm_F(TT) ** 2 / 2 * E_size,
            "=", sigma**4 * sqrt(d) / 2 * E_size,
        ),
        "d": conj(ne(E_Lam * Theta, zeros("d", "d")), gt(E_size, 0)),
    }


@claim(
    "zfb/lemma-26-initial-loss-corrected",
    kind=Kind.INEQUALITY,
    source="Appendix C.3, proof of Lemma 26, corrected",
    forall=(d, N, Theta, sigma),
    given=assumption_3_diag,
    corrects="zfb/lemma-26-initial-loss#b",
    uses=("zfb/lemma-23", "zfb/assumption-3"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    model="diagonal covariance",
)
def lemma_26_initial_loss_corrected() -> Prop:
    r"""$\mathbb E\,\mathrm{tr}\big[\sigma^2\Lambda_\tau^2\Theta\Theta^\top\big]=\sigma^2\,\mathbb E\|\Lambda_\tau
    \Theta\|_F^2\ge\sigma^2\|\mathbb E\Lambda_\tau\Theta\|_F^2$; the inequality is all that the proof needs.
    """
    return chain(
        quadratic,
        "=", sigma**2 * expect(norm_F(Lam_diag * Theta) ** 2),
        ">=", sigma**2 * E_Lam_Theta**2,
    )


lemma_26 = with_proof(lemma_26, whole=chains.CHAIN)
lemma_26_initial_loss = with_proof(
    lemma_26_initial_loss, a=chains.INITIAL_LOSS, c=chains.INITIAL_LOSS, d=chains.INITIAL_LOSS
)
lemma_26_initial_loss_corrected = with_proof(lemma_26_initial_loss_corrected, whole=chains.CORRECTED)
