"""The end of the proof of Lemma 28: decay of the loss and the limits (64), (65), Appendix C.3."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import always, chain, conj, eq, implies, limit, ne
from ...statement.terms import at0, ddt, exp, total
from .assumptions_random import assumption_3_diag, scale_58
from .chains import eq_64 as chains
from .lemma_24 import off_diagonal, on_diagonal
from .lemma_28 import gradient_squared, nu_whole, sum_of_squares
from .notation import N, Theta, d, given_block, i_d, j, sigma, t, u_1
from .notation_random import gamma_i, l_rdm, l_rdm_min, u_ii, u_ij, xi_i

all_squares = u_1**2 * total(i_d, d, total(j, d, u_ij**2))


@claim(
    "zfb/eq-64",
    kind=Kind.LIMIT,
    source="eqs. (64), (65), Appendix C.3, end of the proof of Lemma 28",
    forall=(d, N, Theta, sigma, t),
    given=(*assumption_3_diag, scale_58),
    uses=("zfb/lemma-28", "zfb/lemma-24", "zfb/lemma-25"),
    witnesses=("words", "entries", "grid", "balls", "proof"),
    model="diagonal covariance",
    note="(a), (b) with the larger of the two constants that the scan of (61) leaves open; the other follows.",
)
def eq_64() -> Parts:
    r"""(a) $\frac d{dt}[\ell_{rdm}(t)-\min\ell_{rdm}]=-\|\nabla\ell_{rdm}(t)\|_2^2\le-\nu(\ell_{rdm}(t)-\min
    \ell_{rdm})$; (b) by Gronwall $0\le\ell_{rdm}(t)-\min\ell_{rdm}\le\exp(-\nu t)[\ell_{rdm}(0)-\min\ell_{rdm}]\to
    0$; (c) $\sum_i\gamma_i\big(u_{ii}u_{-1}-\frac{\xi_i}{\gamma_i}\big)^2+\sum_{i\ne j}\zeta_{ij}u_{-1}^2u_{ij}^2\to
    0$; (d) (64) $u_{ii}u_{-1}\to\frac{\xi_i}{\gamma_i}$ $\forall i\in[d]$, $u_{ij}u_{-1}\to0$ $\forall i\ne
    j\in[d]$; (e) $u_{-1}^2\sum_{i,j}u_{ij}^2\to\sum_i\frac{\xi_i^2}{\gamma_i^2}$ and $u_{-1}(t)^4=u_{-1}^2
    \sum_{i,j}u_{ij}^2\to\sum_i\frac{\xi_i^2}{\gamma_i^2}$; (f) (65) $u_{-1}(t)\to\Big[\sum_{i=1}^d
    \frac{\xi_i^2}{\gamma_i^2}\Big]^{1/4}$ as $t\to\infty$.
    """
    envelope = exp(-(nu_whole * t)) * (at0(l_rdm) - l_rdm_min)
    return {
        "a": always(
            chain(
                given_block(ddt(l_rdm - l_rdm_min)),
                "=", -gradient_squared,
                "<=", -(nu_whole * (l_rdm - l_rdm_min)),
            )
        ),
        "b": conj(
            always(chain(0, "<=", l_rdm - l_rdm_min, "<=", envelope)),
            limit(envelope, 0),
            limit(l_rdm - l_rdm_min, 0),
        ),
        "c": limit(on_diagonal + off_diagonal, 0),
        "d": conj(limit(u_ii * u_1, xi_i / gamma_i), implies(ne(i_d, j), limit(u_ij * u_1, 0))),
        "e": conj(
            limit(all_squares, sum_of_squares),
            always(eq(u_1**4, all_squares)),
            limit(u_1**4, sum_of_squares),
        ),
        "f": limit(u_1, sum_of_squares ** Fraction(1, 4)),
    }


eq_64 = with_proof(eq_64, whole=chains.EQ_64)
