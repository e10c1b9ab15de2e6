"""Lemma 17: the parameters stay balanced, (42), Appendix A.4."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import always, chain, eq
from ...statement.terms import at0, ddt, tr
from .assumptions import assumption_3
from .chains import lemma_17 as chains
from .notation import U11, Lam, N, Theta, d, given_block, sigma, u_1


@claim(
    "zfb/lemma-17",
    kind=Kind.INVARIANCE,
    source="Lemma 17 (Balanced Parameters), eq. (42), Appendix A.4",
    forall=(d, N, Lam, Theta, sigma, U11, u_1),
    given=assumption_3,
    uses=("zfb/lemma-10", "zfb/assumption-3"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
)
def lemma_17() -> Parts:
    r"""Gradient flow over $L$ in (26) w.r.t. $u$ starting from an initial value satisfying Assumption 3. (a) For any
    $t\ge0$: $u_{-1}^2=\mathrm{tr}\big[U_{11}(U_{11})^\top\big]$. Proof steps: (b) $\mathrm{tr}\big[\big(\frac
    d{dt}U_{11}(t)\big)(U_{11}(t))^\top\big]=\big(\frac d{dt}u_{-1}(t)\big)u_{-1}(t)$; (c) $\frac
    d{dt}\mathrm{tr}\big[U_{11}(t)(U_{11}(t))^\top\big]=\frac d{dt}\big(u_{-1}(t)^2\big)$; (d)
    $u_{-1}(0)^2=\sigma^2=\sigma^2\mathrm{tr}[\Theta\Theta^\top\Theta\Theta^\top]=\mathrm{tr}
    \big[U_{11}(0)(U_{11}(0))^\top\big]$.
    """
    return {
        "a": always(eq(u_1**2, tr(U11 * U11.T))),
        "b": eq(given_block(tr(ddt(U11) * U11.T)), given_block(ddt(u_1) * u_1)),
        "c": eq(given_block(ddt(tr(U11 * U11.T))), given_block(ddt(u_1**2))),
        "d": chain(
            at0(u_1) ** 2,
            "=", sigma**2,
            "=", sigma**2 * tr(Theta * Theta.T * Theta * Theta.T),
            "=", tr(at0(U11) * at0(U11).T),
        ),
    }


lemma_17 = with_proof(lemma_17, whole=chains.CHAIN)
