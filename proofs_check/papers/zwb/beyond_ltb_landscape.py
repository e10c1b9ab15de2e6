"""Beyond the paper: the risk of the linear transformer block has spurious local minima."""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim
from ...statement.laws import diag
from ...statement.props import Prop, conj, eq, gt, implies, local_minimum
from ...statement.terms import Sym, Term, stack, substitute, term
from .notation import B_1, R_LTB, H, I, M, Psi, b, beta_star, d, least_risk, s, sigma, u_1, w_1

tenth = Fraction(1, 10)
mean = stack(term(1), term(2))


def problem(M_is: int, smaller: Fraction) -> Prop:
    r"""d = 2, H = I, :math:`\Psi=\mathrm{diag}(1,smaller)`, sigma = 1, :math:`\beta^*=(1,2)`."""
    return conj(
        eq(d, 2), eq(M, M_is), eq(H, I), eq(Psi, diag(stack(term(1), term(smaller)))), eq(sigma, 1),
        eq(beta_star, mean),
    )


def point(M_is: int, smaller: Fraction) -> tuple[tuple[Sym, Term], ...]:
    r"""s = 0, U = 0, a = 0, and :math:`bv^\top` the part of :math:`\tilde\Gamma^*` along the first eigenvector."""
    along = 1 / (Fraction(M_is + 1, M_is) + (2 + smaller) / M_is)
    q = stack(term(1), term(0))
    return ((w_1, mean), (u_1, along * q), (s, term(0)), (B_1, -mean * q.T), (b, q))


def spurious(M_is: int, smaller: Fraction) -> Prop:
    there = point(M_is, smaller)
    above = gt(substitute(R_LTB.body, dict(there)), least_risk)
    return implies(problem(M_is, smaller), conj(local_minimum(R_LTB, *there), above))


@claim(
    "zwb/beyond-ltb-landscape",
    kind=Kind.STATIONARITY,
    source='beyond the paper; Section 6, last sentence ("Theorem 6.3 does not imply that optimization of LTB is easy")',
    forall=(),
    uses=("zwb/eq-d.3", "zwb/theorem-5.3"),
    witnesses=("entries", "trained", "gpu"),
    model="ltb",
)
def beyond_ltb_landscape() -> Parts:
    r"""Goal: decide whether the LTB risk, as a function of the reduced parameters $(w_1,u_1,s,B_1,b)$ (and of the
    weights themselves), has spurious local minima: find one and certify it exactly, or prove there is none.

    Answer: it has, from $d=2$ on.  Where $s=0$, $U=0$, $w_1=\beta^*$ the matrix $K=sU+bv^\top$ has rank one; at its
    best value, the part of $\Phi\Omega^{-1}$ along the first eigenvector, no small step helps as long as the other
    eigenvalues of $\Phi$ are small: what $sU$ could still gain is of second order, and less than what $\|v\|_H^2
    \mathrm{tr}(HUHU^\top)/M$ and $(Q-t^2)\|b\|_H^2s^2$ cost.
    (a), (b) Exact local minima above the least risk for $d=2$, $H=I$, $\sigma=1$, $\beta^*=(1,2)$,
    $\Psi=\mathrm{diag}(1,\frac1{10})$ and $M=1$, $M=5$: the gradient vanishes, the Hessian has 10 positive eigenvalues
    and one that is 0, along the orbit $(u_1,s,B_1,b)\to(\lambda u_1,\lambda s,\lambda^{-1}B_1,\lambda^{-1}b)$ on which
    the risk does not change; for $M=1$ the risk is $\frac1{230}$ above the least.  The same problem with $H$ and $\Psi$
    filled up by zeros has this local minimum in every dimension $d\ge2$.  In the weights themselves every point that
    gives these reduced parameters is a local minimum too, since the reduced parameters depend continuously on the
    weights.
    """
    return {"a": spurious(1, tenth), "b": spurious(5, tenth)}
