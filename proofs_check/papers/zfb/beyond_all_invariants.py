"""Beyond the paper: the conserved quantities of the gradient flow."""

from __future__ import annotations

from ...claims import Kind, Parts, claim, with_proof
from ...statement.props import eq, implies, ne
from ...statement.terms import ddt, entry, tr
from .chains import all_invariants as chains
from .chains.all_invariants import conserved, delta, epsilon, p, q
from .notation import U11, Lam, N, d, given_block, i_d, j, u12, u21, u_1
from .notation_random import u_ij, zeta_, zeta_ij


@claim(
    "zfb/beyond-all-invariants",
    kind=Kind.INVARIANCE,
    source="beyond the paper; compare Lemma 17",
    forall=(d, N, Lam, U11, u12, u21, u_1, q, p, delta, epsilon),
    uses=("zfb/lemma-10", "zfb/lemma-17", "zfb/corollary-22", "zfb/lemma-25"),
    witnesses=("words", "entries", "proof"),
    options={"twins": {"fast": 1}},
)
def beyond_all_invariants() -> Parts:
    r"""Goal: (a) for small $d$ and up to a stated degree, all polynomial conserved quantities of the full gradient
    flow on (26), with a certificate that the list is complete to that degree; (b) other (not necessarily polynomial)
    conserved quantities on the invariant block $u_{12}=u_{21}=0$, also for random $\Lambda_\tau$.

    Answer: (a) $Q=\|U_{11}\|_F^2+|u_{21}|^2-|u_{12}|^2-u_{-1}^2$ is conserved by the flow of all parameters, for
    every $d$, $N$, $\Lambda$; it is what Lemma 17 becomes off the block, and comes from the invariance of the
    prediction under $(U_{11},u_{21})\to c(U_{11},u_{21})$, $(u_{12},u_{-1})\to c^{-1}(u_{12},u_{-1})$. To these
    degrees there are no others: for generic $\Lambda$ and $N$ every conserved polynomial is one in $Q$, up to degree
    6 for $d=1$, degree 4 for $d=2$ and degree 2 for $d=3$ (symbolic.invariants: the rank of the Lie derivative on all
    monomials bounds their number, and each is differentiated again). (b) On the block, for orthogonal eigenvectors
    $q,p$ of $\Lambda$ with eigenvalues $\delta,\epsilon$, those of $\Gamma$ being $g_q,g_p$: $\frac d{dt}q^\top
    U_{11}p=-u_{-1}^2g_q\delta\epsilon\,q^\top U_{11}p$. So for any two such pairs $|q^\top U_{11}p|^{c'}/|q'^\top
    U_{11}p'|^c$ is conserved, $c=g_q\delta\epsilon$ and $c'$ being the two rates, as for $q^\top U_{11}p$ and $p^\top
    U_{11}q$: the second equation says that $g_p\log|q^\top U_{11}p|-g_q\log|p^\top U_{11}q|$ does not change. Where
    $c/c'$ is rational this is a rational function of the parameters; for $d\ge2$ the polynomial ones are therefore
    not all. For random $\Lambda_\tau$ see zfb/beyond-all-invariants-random.
    """
    return {
        "a": eq(ddt(tr(U11 * U11.T) + u21.T * u21 - u12.T * u12 - u_1**2), 0),
        "b": conserved,
    }


@claim(
    "zfb/beyond-all-invariants-random",
    kind=Kind.INVARIANCE,
    source="beyond the paper; compare Corollary 22",
    forall=(d, N, U11, u_1),
    uses=("zfb/beyond-all-invariants", "zfb/corollary-22"),
    witnesses=("words", "entries"),
    model="diagonal covariance",
)
def beyond_all_invariants_random() -> Parts:
    r"""The last question of zfb/beyond-all-invariants, for a random diagonal $\Lambda_\tau$.

    Answer: $\frac d{dt}u_{ij}=-\zeta_{ij}u_{-1}^2u_{ij}$ for $i\ne j$ (Corollary 22), so that the ratios
    $|u_{ij}|^{\zeta_{kl}}/|u_{kl}|^{\zeta_{ij}}$ are conserved, as for $(k,l)=(j,i)$:
    $\zeta_{ji}\log|u_{ij}|-\zeta_{ij} \log|u_{ji}|$ does not change.
    """
    u_ji, zeta_ji = entry(U11, j, i_d), zeta_(j, i_d)
    return {
        "": implies(
            ne(i_d, j),
            eq(zeta_ji * given_block(ddt(u_ij)) * u_ji, zeta_ij * u_ij * given_block(ddt(u_ji))),
        )
    }


beyond_all_invariants = with_proof(beyond_all_invariants, b=chains.PROOF)
