"""Beyond the paper: the trajectory in closed form where Lambda is a multiple of the identity."""

from __future__ import annotations

from ...claims import Kind, Parts, claim
from ...statement.props import conj, eq
from ...statement.terms import Abbrev, ddt, exp, grad, half, matrix, norm_F, scalar, sqrt, tr, where, zeros
from .assumptions import Theta_unit, sigma_positive
from .notation import U11, I, Lam, N, Theta, d, sigma, t, u12, u21, u_1

lam = scalar("lam", "positive", tex=r"\lambda")
X = matrix("X")
"""Any matrix: what holds of tr(X^T A) for every X holds of A."""

TT = Theta * Theta.T
gamma = Abbrev(scalar("gamma", tex=r"\gamma"), (1 + (d + 1) / N) * lam)
"""The eigenvalue of Gamma."""
time = Abbrev(scalar("s_t", tex="s"), sqrt(d) * lam**2 * t)
overlap = Abbrev(scalar("r"), tr(TT) / sqrt(d))
growing, falling = (1 + overlap) * exp(time), (1 - overlap) * exp(-time)
C = Abbrev(scalar("C"), (growing + falling) / 2)
S = Abbrev(scalar("S"), (growing - falling) / 2)
_D = sigma**-2 + gamma / (2 * sqrt(d)) * (
    ((1 + overlap) ** 2 * (exp(time) ** 2 - 1) + (1 - overlap) ** 2 * (1 - exp(-time) ** 2)) / 2
    + 2 * (1 - overlap**2) * time
)
D = Abbrev(scalar("D"), _D)
U_t = Abbrev(matrix("U_t", tex="U_{11}(t)"), (TT + (S - overlap) / sqrt(d) * I) / half(D))
u_t = Abbrev(scalar("u_t", tex="u_{-1}(t)"), C / half(D))
there = ((u12, zeros("d", 1)), (u21, zeros("d", 1)), (Lam, lam * I), (U11, U_t), (u_1, u_t))


@claim(
    "zfb/beyond-closed-form-isotropic",
    kind=Kind.IDENTITY,
    source="beyond the paper; compare Lemma 10, (27)",
    forall=(d, N, lam, Theta, sigma, t, X),
    given=(sigma_positive, Theta_unit),
    uses=("zfb/lemma-10", "zfb/lemma-17", "zfb/assumption-3"),
    witnesses=("words", "balls"),
    options={"twins": {"fast": 1}},
)
def beyond_closed_form_isotropic() -> Parts:
    r"""Goal: closed-form trajectory $(U_{11}(t),u_{-1}(t))$ of (27) for $\Lambda$ proportional to $I_d$ and any
    $\Theta$ of Assumption 3 (and for $d=1$), or an explicit reduction to one implicit equation; certify by
    substitution.

    Answer: in closed form, for every $\sigma>0$. Let $\Lambda=\lambda I_d$, $\gamma=(1+\frac{d+1}N)\lambda$, the
    eigenvalue of $\Gamma$, $r=\mathrm{tr}(\Theta\Theta^\top)/\sqrt d\in(0,1]$, $s=\sqrt d\lambda^2t$ and $C=\cosh
    s+r\sinh s$, $S=\sinh s+r\cosh s$, $D=\frac1{\sigma^2}+2\gamma\lambda^2\int_0^tC^2=\frac1{\sigma^2}+\frac\gamma
    {2\sqrt d}\big[\frac12(1+r)^2(e^{2s}-1)+\frac12(1-r)^2(1-e^{-2s})+2(1-r^2)s\big]$. Then $U_{11}(t)=\frac1{\sqrt D}
    \big(\Theta\Theta^\top+\frac{S-r}{\sqrt d}I_d\big)$, $u_{-1}(t)=\frac C{\sqrt D}$. (a) They start as Assumption 3
    says; (b) put into (27) they satisfy it, so by uniqueness they are the trajectory; (c) they are balanced. For
    $d=1$, where every $\Lambda$ is of this kind, $r=1$ and
    $u_{-1}^2=U_{11}^2=\frac{e^{2\lambda^2t}}{\sigma^{-2}+\gamma (e^{2\lambda^2t}-1)}$: the logistic function. With
    label noise of variance $s^2$ replace $\gamma$ by $\gamma+\frac{s^2}N$ (zfb/beyond-label-noise).
    """
    return {
        "a": conj(eq(where(U_t, (t, 0)), sigma * TT), eq(where(u_t, (t, 0)), sigma)),
        "b": conj(
            eq(grad(tr(X.T * U_t), t), tr(X.T * where(ddt(U11), *there))),
            eq(grad(u_t, t), where(ddt(u_1), *there)),
        ),
        "c": eq(u_t**2, norm_F(U_t) ** 2),
    }
