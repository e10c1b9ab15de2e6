r"""Beyond the paper: the best point of :math:`\mathcal S` can be a saddle of the loss, by an exact example.

One layer, one demonstration, d = 2, :math:`\Sigma=I`, :math:`[\tilde h(U,W)]_{ij}=\langle U^{(i)},W^{(j)}\rangle^2`,
:math:`r_0=-1`, :math:`C_0=I`, and :math:`B_0=aI+sJ` with the quarter turn J; on :math:`\mathcal S` s is 0.  The labels
have the covariance :math:`\mathbb E[y^{(1)}y^{(2)}|X]=\|u\|^2\|v\|^2-\langle u,v\rangle^2`, :math:`\mathbb
E[(y^{(1)})^2|X]=\|u\|^4`, which is invariant under rotations and positive semi-definite.
"""

from __future__ import annotations

from fractions import Fraction

from ...claims import Kind, Parts, claim
from ...statement.laws import gaussian
from ...statement.props import eq
from ...statement.terms import Num, Term, TermLike, entry, expect, inner, scalar

u, v = gaussian("u", 2), gaussian("v", 2)
a, s = scalar("a"), scalar("s")
turned: Term = entry(u, 1, 1) * entry(v, 2, 1) - entry(u, 2, 1) * entry(v, 1, 1)
BEST = Num(Fraction(1, 12))


def loss(along: TermLike, beside: TermLike | None = None) -> Term:
    r""":math:`\mathbb E(y^{(2)}-y^{(1)}\tilde h)^2` at :math:`B_0=aI+sJ`, given the covariances of the labels."""
    product = along * inner(u, v)
    h = (product if beside is None else product + beside * turned) ** 2
    covariance = inner(u, u) * inner(v, v) - inner(u, v) ** 2
    return expect(inner(v, v) ** 2 - 2 * covariance * h + inner(u, u) ** 2 * h**2)


@claim(
    "ccs/beyond-saddle-in-s",
    kind=Kind.OPTIMUM,
    source="beyond the paper; compare the titles of Appendices E and F",
    uses=("ccs/appendix-e-local-optimality",),
    witnesses=("words", "entries", "balls"),
)
def saddle_in_s() -> Parts:
    r"""(least) Among the points of $\mathcal S$ the loss is least at $B_0=\frac1{12}I$:
    $f(aI)-f(\frac1{12}I)=1152(a^2-\frac1{144})^2$; (beside) there it falls along
    the quarter turn: $f(\frac1{12}I+sJ)-f(\frac1{12}I)=-32s^2+1152s^4$. The best point of $\mathcal S$ is a saddle.
    """
    return {
        "least": eq(loss(a) - loss(BEST), 1152 * (a**2 - BEST**2) ** 2),
        "beside": eq(loss(BEST, s) - loss(BEST), -32 * s**2 + 1152 * s**4),
    }
