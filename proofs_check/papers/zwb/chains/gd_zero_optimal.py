r"""Every optimal LSA is one step of gradient descent from zero where the task mean is 0.

The prediction is that of GD-0 with the step size :math:`K=sB_1^\top+bu_1^\top` plus
:math:`\langle B_1^\top\hat Hu_1+sb\,\mathbf y^\top\mathbf y/M,\,x\rangle`, uncorrelated with its error: the mean square
of this is lost, and must vanish at a minimum.
"""

from __future__ import annotations

from ....proof.chain import (
    Antisymmetry,
    Assume,
    AtMinimisers,
    Attained,
    Combination,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....statement.props import Prop, almost_surely, eq, ge, gt, implies, le, minimisers_satisfy
from ....statement.terms import Sym, Term, expect, half, minimum, norm_F, substitute, tr, where, zeros
from ..notation import (
    B_1,
    R_LSA,
    Gamma_star,
    Gamma_tilde_star,
    H,
    K,
    M,
    Phi,
    X,
    b,
    beta_star,
    f_LSA,
    least_risk,
    s,
    t,
    u_1,
    x_q,
    y,
    y_q,
)

zero, nothing = zeros("d", 1), zeros("d", "d")
mean_zero: dict[Sym, Term] = {beta_star: zero}
R_LSA_0 = substitute(R_LSA.body, mean_zero)
"""The risk of LSA where the task mean is 0."""
f_LSA_0 = substitute(f_LSA.body, mean_zero)
stepsize = substitute(K.body, mean_zero)
r""":math:`K=sU+bv^\top` there, :math:`sB_1^\top+bu_1^\top`."""
one_step = (stepsize * substitute(1 / M * (X.T * y), mean_zero)).T * x_q
"""The member of GD-0 with this step size."""
weights = (u_1, s, B_1, b)
optimal = minimisers_satisfy(R_LSA_0, almost_surely(eq(f_LSA_0, one_step)), *weights)

lost = expect((f_LSA_0 - one_step) ** 2)
of_step = expect((one_step - substitute(y_q.body, mean_zero)) ** 2)
least = minimum(R_LSA_0, *weights)
away = half(H) * stepsize * half(H) - Gamma_tilde_star
in_phi, in_t = (M + 1) / M * tr(away * Phi * away.T), t / M * norm_F(away) ** 2
"""What the step size loses, in the two terms of Omega."""
split = Step("split", eq(R_LSA_0, of_step + lost), Identity())


def ending(condition: Prop, premises: tuple[str, ...], small: Combination) -> tuple[Step, ...]:
    """From the premises, by ``small``, that nothing is lost at a minimum; then the statement."""
    return (
        Step("nothing lost", le(lost, 0), small, premises),
        Step("a square", le(0, lost), Positivity()),
        Step("zero", eq(lost, 0), Antisymmetry(), ("nothing lost", "a square")),
        Step("surely", almost_surely(eq(f_LSA_0, one_step)),
             FromFact("vanishing mean square", f=f_LSA_0, g=one_step), ("zero",)),
        Step("at minima", implies(eq(R_LSA_0, least), almost_surely(eq(f_LSA_0, one_step))), Discharge("at a minimum"),
             ("at a minimum", "surely")),
        Step("optimal", optimal, AtMinimisers(), ("at minima",)),
        Step("under the condition", implies(condition, optimal), Discharge("condition"), ("condition", "optimal")),
    )


at_minimum = Step("at a minimum", eq(R_LSA_0, least), Assume())
there = ((u_1, zero), (s, 1), (B_1, Gamma_star.T), (b, zero))
GENERAL = Proof((
    Step("condition", gt(t, 0), Assume()),
    split,
    Step("square", eq(of_step, least_risk + in_phi + in_t), Identity(), ("condition",)),
    Step("from below", ge(R_LSA_0, least_risk), Combination(1, 1, plus=(lost, in_phi, in_t)),
         ("split", "square", "condition")),
    Step("attained", eq(where(R_LSA_0, *there), least_risk), Identity(), ("condition",)),
    Step("minimum", eq(least, least_risk), Attained(*there), ("from below", "attained")),
    at_minimum,
    *ending(gt(t, 0), ("split", "square", "at a minimum", "minimum", "condition"),
            Combination(-1, -1, 1, 1, plus=(in_phi, in_t))),
))
origin = ((u_1, zero), (s, 0), (B_1, nothing), (b, zero))
DEGENERATE = Proof((
    Step("condition", eq(t, 0), Assume()),
    split,
    Step("no risk", le(0, of_step), Positivity()),
    Step("from below", ge(R_LSA_0, 0), Positivity()),
    Step("attained", eq(where(R_LSA_0, *origin), 0), Identity(1), ("condition",)),
    Step("minimum", eq(least, 0), Attained(*origin), ("from below", "attained")),
    at_minimum,
    *ending(eq(t, 0), ("split", "no risk", "at a minimum", "minimum"), Combination(-1, 1, 1, 1)),
))
