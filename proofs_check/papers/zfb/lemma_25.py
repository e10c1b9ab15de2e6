"""Lemma 25: the parameters stay balanced with a random covariance, diagonal or not, (57), Appendix C.3."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import always, chain, eq
from ...statement.terms import at0, ddt, tr
from .assumptions_random import assumption_3_rdm
from .chains import lemma_21 as chains
from .notation import U11, N, Theta, d, given_block, sigma, u_1


@claim(
    "zfb/lemma-25",
    kind=Kind.INVARIANCE,
    source="Lemma 25 (Balanced condition), eq. (57), Appendix C.3",
    forall=(d, N, Theta, sigma, U11, u_1),
    given=assumption_3_rdm,
    uses=("zfb/lemma-21", "zfb/assumption-3"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
    model="random covariance",
)
def lemma_25() -> Parts:
    r"""Under the assumptions of Lemma 21, for any $t\ge0$: $u_{-1}^2=\mathrm{tr}\big[U_{11}(U_{11})^\top\big]$. Proof
    as for Lemma 17, with $\mathrm{tr}\big[\big(\frac d{dt}U_{11}\big)(U_{11})^\top\big]=\big(\frac
    d{dt}u_{-1}\big)u_{-1}$ and $u_{-1}(0)^2=\sigma^2=\sigma^2\mathrm{tr}[\Theta\Theta^\top\Theta\Theta^\top]=
    \mathrm{tr}[U_{11}(0)(U_{11}(0))^\top]$.
    """
    return {
        "": always(eq(u_1**2, tr(U11 * U11.T))),
        "rates": eq(given_block(tr(ddt(U11) * U11.T)), given_block(ddt(u_1) * u_1)),
        "start": chain(
            at0(u_1) ** 2,
            "=", sigma**2,
            "=", sigma**2 * tr(Theta * Theta.T * Theta * Theta.T),
            "=", tr(at0(U11) * at0(U11).T),
        ),
    }


lemma_25 = with_proof(lemma_25, whole=chains.LEMMA_25)
