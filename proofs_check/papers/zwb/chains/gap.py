r"""The gap between LSA and LTB is at least :math:`\|\beta^*\|_H^2/(M+1)`.

With :math:`n=\|v\|_H^2`, :math:`n\varphi=v^\top H\Psi Hv`, :math:`A=H^{1/2}(a+UHv+tc)`,
:math:`B=H^{1/2}(UHv+\varphi c)` and :math:`C=H^{1/2}c` the form II + III + IV is a sum of squares plus

.. math:: \|A\|^2+\tfrac2M\|B\|^2+\tfrac2M(t^2-\varphi^2)\|C\|^2,\qquad 0\le\varphi\le t,

and :math:`H^{1/2}a=A-B-(t-\varphi)C`, whence the bound by Cauchy-Schwarz with the weights 1, M/2, M/2.
"""

from __future__ import annotations

from dataclasses import replace

from ....proof.chain import (
    Antisymmetry,
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
)
from ....proof.steps.extrema import FromBelow, ValueAt, Within
from ....statement.props import Prop, eq, ge, gt, implies, le, lt, ne
from ....statement.psd import infimum
from ....statement.terms import Sym, Term, half, norm_F, scalar, substitute, tr, where, zeros
from ..notation import (
    B_1,
    R_LSA,
    R_LTB,
    Gamma,
    H,
    K,
    M,
    Phi,
    Psi,
    R,
    b,
    beta,
    beta_star,
    norm_H_squared,
    reduced,
    s,
    sigma,
    t,
    u_1,
    w_1,
)
from ..notation_gap import Form, at_GD, free, of_LSA, of_LTB, size_of_Phi

inf_LTB = infimum(R_LTB, *reduced)
inf_LSA = infimum(R_LSA, u_1, s, B_1, b)
gap = inf_LSA - inf_LTB
at_K = where(R, (beta, beta_star), (Gamma, K.body))
"""The risk of GD-beta at (beta^*, K)."""
split_LTB = eq(R_LTB, at_K + of_LTB.value)
split_LSA = eq(R_LSA, at_K + of_LSA.value)
size = norm_H_squared(beta_star)
c_0 = scalar("c_0", "positive")
"""The constant of Theorem 4.1."""
c_1 = scalar("c_1", "positive")
"""The constant in the condition that makes the gap a constant."""


def at_least(form: Form) -> Prop:
    """(M+1) (II + III + IV) >= ||a||_H^2."""
    return ge((M + 1) * form.value, norm_H_squared(form.a))


a, U, v, c = free.a, free.U, free.v, free.c
n, m, m2 = norm_H_squared(v), v.T * H * Psi * H * v, v.T * H * Psi * H * Psi * H * v
phi = m / n
A, B, C = half(H) * (a + free.UHv + t * c), half(H) * (free.UHv + phi * c), half(H) * c
rest = half(H) * (
    n * (U * half(H)) - free.UHv * (v.T * half(H)) + 2 * c * (v.T * H * Psi * half(H) - phi * v.T * half(H))
)
root = half(H) * v
goal = le(norm_H_squared(a), (M + 1) * free.value)
without_v = Form(a, U, zeros("d", 1), c).value
of_root = (
    (1 / M * tr(H * U * H * U.T)) * root.T
    + (1 + 1 / M) * (v.T * H * U.T * H * U * half(H))
    + 2 * t * (c.T * H * U * half(H)) + 4 / M * (c.T * H * U * H * Psi * half(H)) + 2 * (a.T * H * U * half(H))
)
A_0 = half(H) * (a + t * c)
_between = norm_F(half(Psi) * half(H)) * norm_F(root) + norm_F(half(Psi) * half(H) * root)
_size = norm_F(Phi) * norm_F(root) + norm_F(Phi * root)

FORM = Proof((
    Step("not", lt((M + 1) * free.value, norm_H_squared(a)), Assume()),
    Step("v", ne(n, 0), Assume()),
    Step("norm of v", gt(n, 0), Positivity(), ("v",)),
    Step("product", le(norm_F(half(Psi) * half(H) * root), norm_F(half(Psi) * half(H)) * norm_F(root)),
         FromFact("submultiplicativity", A=half(Psi) * half(H), B=root)),
    Step("phi", le(m, tr(H * Psi) * n), Combination(_between), ("product",)),
    Step("product with Phi", le(norm_F(Phi * root), norm_F(Phi) * norm_F(root)),
         FromFact("submultiplicativity", A=Phi, B=root)),
    Step("Phi", le(m2, size_of_Phi * n), Combination(_size), ("product with Phi",)),
    Step("where v is not 0", goal,
         Combination(
             4 * (M + 1) / M * phi / n * norm_F(C) ** 2, 4 * (M + 1) / (M * n) * norm_F(C) ** 2,
             plus=(
                 4 * (M + 1) / M * (phi * sigma**2) * norm_F(C) ** 2,
                 (M + 1) / M * (4 * phi**2 + 2 * M * norm_F(Phi) ** 2) * norm_F(C) ** 2,
                 (M + 1) / (M * n) * norm_F(rest) ** 2,
                 M / 2 * norm_F(A + 2 / M * B) ** 2,
                 M / 2 * norm_F(A + 2 / M * ((t - phi) * C)) ** 2,
                 norm_F(B - (t - phi) * C) ** 2,
             ),
         ), ("phi", "Phi", "norm of v")),
    Step("no v", eq(n, 0), Contradiction("v"), ("v", "not", "where v is not 0")),
    Step("root", ne(root, zeros("d", 1)), Assume()),
    Step("size of the root", gt(norm_F(root) ** 2, 0), Positivity(), ("root",)),
    Step("no size", eq(norm_F(root) ** 2, 0), Combination(1), ("no v",)),
    Step("not less", le(norm_F(root) ** 2, 0), Combination(1), ("no size",)),
    Step("no root", eq(root, zeros("d", 1)), Contradiction("root"), ("root", "size of the root", "not less")),
    Step("without v", eq(free.value, without_v), Identity((of_root, 1)), ("no root",)),
    Step("where v is 0", goal,
         Combination(
             -(M + 1), plus=(
                 M / 2 * norm_F(A_0 + 2 / M * (t * C)) ** 2,
                 M / 2 * norm_F(A_0) ** 2 + t**2 * norm_F(C) ** 2,
                 2 * (M + 1) * (M + 2) / M * norm_F(Phi) ** 2 * norm_F(C) ** 2,
             ),
         ), ("without v",)),
    Step("assumed", lt((M + 1) * free.value, norm_H_squared(a)), Combination(1), ("not",)),
    Step("at least", goal, Contradiction("not"), ("not", "where v is 0", "assumed")),
))

# Each LSA against the LTB that is GD-beta at (beta^*, K): no inverse, so every rank and t = 0 are included.
GAP = Proof((
    Step("split", split_LSA, Identity()),
    Step("form", at_least(of_LSA), FromClaim("zwb/beyond-sharp-gap-form", bind=of_LSA.binding)),
    Step("an LTB", le(inf_LTB, at_K), ValueAt(*at_GD)),
    Step("each LSA", le(inf_LTB + size / (M + 1), R_LSA), Combination(1 / (M + 1), 1, -1), ("form", "an LTB", "split")),
    Step("best LSA", le(inf_LTB + size / (M + 1), inf_LSA), FromBelow(), ("each LSA",)),
    Step("gap", ge(gap, size / (M + 1)), Combination(1), ("best LSA",)),
))
LEFT_OUT = "as reconstructed, the page leaves out II and minimises over UHv, of which the rest is no function"
known = Step("gap", ge(gap, size / (M + 1)), FromClaim("zwb/beyond-sharp-gap", "a"))
with_constant = implies(le(2 * c_0, 1), ge(gap, c_0 / M * size))
CONSTANT = Proof((
    replace(known, printed="Therefore, we finally have", instead_of=LEFT_OUT),
    Step("constant", le(2 * c_0, 1), Assume()),
    Step("with the constant", ge(gap, c_0 / M * size),
         Combination(1, size / (2 * M), size / (2 * M * (M + 1))), ("gap", "constant", "d, M >= 1#2")),
    Step("for each constant", with_constant, Discharge("constant"), ("constant", "with the constant")),
))
CONSTANT_GAP = Proof((
    known,
    Step("large mean", ge(size, c_1 * M), Assume()),
    Step("constant gap", ge(gap, c_1 / 2), Combination(1, 1 / (M + 1), c_1 / (2 * (M + 1))),
         ("gap", "large mean", "d, M >= 1#2")),
    Step("when the mean is large", implies(ge(size, c_1 * M), ge(gap, c_1 / 2)), Discharge("large mean"),
         ("large mean", "constant gap")),
))

# The optimum of LTB looks at beta^* through what its parameters can take up.
_zero: dict[Sym, Term] = {beta_star: zeros("d", 1)}
inf_LTB_at_zero = infimum(substitute(R_LTB, _zero), *reduced)
independent = eq(inf_LTB, inf_LTB_at_zero)
_moved = ((w_1, w_1 + beta_star), (u_1, u_1 - s * beta_star), (B_1, B_1 - beta_star * b.T))
_moved_back = ((w_1, w_1 - beta_star), (u_1, u_1 + s * beta_star), (B_1, B_1 + beta_star * b.T))
INDEPENDENT = Proof((
    Step("not more", le(inf_LTB, inf_LTB_at_zero), Within(*_moved)),
    Step("not less", le(inf_LTB_at_zero, inf_LTB), Within(*_moved_back)),
    Step("equal", independent, Antisymmetry(), ("not more", "not less")),
))
