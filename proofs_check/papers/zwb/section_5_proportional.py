"""The additional approximation error of LSA is proportional to the size of the task mean, Section 5."""

from __future__ import annotations

from ...claims import Kind, Parts, Reading, claim, with_proof
from ...statement.props import eq, gt, implies
from ...statement.terms import substitute, vector
from .chains import section_5_proportional as chains
from .chains.gap import gap, size
from .chains.section_5_proportional import of_GD_0, of_LSA
from .notation import INFERRED, Psi, beta_star, least_risk, problem, t

beta_2 = vector("beta_2", "d", tex=r"\beta^*_2")
other = {beta_star: beta_2}
least_of_GD_0 = substitute(least_risk.body, {Psi: Psi + beta_star * beta_star.T})
r"""The minimum over GD-0, zwb/section-4-gd-consistency-minimum: (5.2) with :math:`\Psi+\beta^*\beta^{*\top}`."""
gap_of_GD_0 = least_of_GD_0 - least_risk


@claim(
    "zwb/section-5-proportional",
    kind=Kind.RATE,
    source='Section 5, "Comparison with prior works"',
    forall=(*problem, beta_2),
    uses=("zwb/theorem-4.1", "zwb/section-5-gd-zero"),
    witnesses=("entries", "balls", "proof"),
    reconstructed=INFERRED,
    note=r"""
    "[$\mathcal F_{\rm LSA}$] (hence its subset formed by [GD-$0$] models), as a subet of [$\mathcal F_{\rm
    LTB}$], incurs an additional approximation error propotional to [$\|\beta^*\|_H^2$] compared with [$\mathcal
    F_{\rm LTB}$]": for fixed $(d,M,H,\Psi,\sigma^2)$ there are $0<c\le C$ with $c\|\beta^*\|_H^2\le\mathrm{gap}\le
    C\|\beta^*\|_H^2$ for all $\beta^*$ (weak); $\mathrm{gap}/\|\beta^*\|_H^2$ is constant in $\beta^*$ (strong); (a)
    for LSA, (b) with $\inf_{\mathcal F_{\text{GD-}0}}R$ in place of $\inf_{\mathcal F_{\rm LSA}}R$. Weak:
    $c=\frac1{M+1}$, and $C=1$ for LSA. Strong it is not: the ratio tends to $\frac2{M+2}$ as $\|\beta^*\|_H\to\infty$
    (zwb/beyond-gap-large-mean) and may be smaller for small means.
    """,
)
def section_5_proportional() -> Parts:
    """"[..] (hence its subset formed by [..] models), as a subet of [..], incurs an additional approximation error
    propotional to [..] compared with [..]"
    """
    strong_LSA = eq(gap * substitute(size, other), substitute(gap, other) * size)
    strong_GD_0 = eq(gap_of_GD_0 * substitute(size, other), substitute(gap_of_GD_0, other) * size)
    return {
        "a": [
            Reading("between two multiples", of_LSA, "c = 1/(M+1), C = 1", filled=True),
            Reading("constant ratio", strong_LSA, "the same ratio for any two task means", filled=True),
        ],
        "b": [
            Reading("between two multiples", implies(gt(t, 0), of_GD_0), "t = 0 makes all tasks and labels fixed",
                    filled=True),
            Reading("constant ratio", strong_GD_0, "the same ratio for any two task means", filled=True),
        ],
    }  # fmt: skip


section_5_proportional = with_proof(section_5_proportional, a=chains.LSA, b=chains.GD_0)
