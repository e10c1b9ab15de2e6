r"""Beyond the paper: where the loss of ReLU attention has derivatives from one side alone.

Theorems 4.5, 4.6, E.1 and F.1 speak of gradients of (5); Section 4 applies them to ReLU.  Given the covariates, one
layer answers :math:`y^{(n+1)}+r\sum_iy^{(i)}\mathrm{relu}(\langle Bx^{(i)},Cx^{(n+1)}\rangle)`; averaged over the
labels its loss is :math:`\operatorname{Tr}((I-M)G^\top\mathbb KG(I-M))` with
:math:`G=I+rM\,\mathrm{relu}(X^\top B^\top CX)`.
"""

from __future__ import annotations

from ...claims import Hypothesis, Kind, Parts, claim
from ...statement.attention import haar, mask, slope_left, slope_right
from ...statement.props import almost_surely, conj, eq, ne
from ...statement.terms import Term, at, beside, entry, exp, expect, eye, inner, matrix, term, tr, zeros
from .examples_4_5 import xi
from .notation import X_0, I_n, M, R, S, Sigma, d, h_exp, h_linear, h_relu, n, r, r_of, root, t
from .notation_rotations import IM

B, C = matrix("B", "d", "d"), matrix("C", "d", "d")
step = r_of(0)
"""The step size of the only layer."""
KK = matrix("KK", "n+1", "n+1", "symmetric", tex=r"\mathbb K")
"""The covariance of the labels given the covariates."""
scores = h_linear(R * X_0, C * X_0)
"""The scalar products after B has moved by R from 0, which are linear in R."""
line = eye(2)
signs = beside(haar("q_1", 1, tex="x^{(1)}"), haar("q_2", 1, tex="x^{(2)}"))
"""Two independent signs: the unit sphere for d = 1."""
attends = Hypothesis("B^T C is not 0", ne(B.T * C, zeros("d", "d")), r"B^\top C\ne0")
attends_itself = Hypothesis(
    "B^T C has a symmetric part", ne(B.T * C + C.T * B, zeros("d", "d")), r"B^\top C+C^\top B\ne0"
)


def loss_given_covariates(B: Term, C: Term = C) -> Term:
    """Of one layer, averaged over the labels."""
    G = I_n + step * (M * h_relu(B * X_0, C * X_0))
    return tr(IM * G.T * KK * G * IM)


def loss_on_the_line(K: Term) -> Term:
    """(5) for d = n = 1 and covariates 1 or -1, as B moves from 0 and C = 1."""
    seen = mask(2, "M_2")
    G = line + step * (seen * h_relu(t * signs, signs))
    return expect(tr((line - seen) * G.T * K * G * (line - seen)))


@claim(
    "ccs/beyond-relu-one-sided",
    kind=Kind.IDENTITY,
    source="beyond the paper; Section 4, 'Theorem 4.5 and 4.6 apply to softmax and ReLU Transformers'",
    forall=(d, n, X_0, KK, R, S, C, r),
    uses=("ccs/eq-5", "ccs/theorem-4.5", "ccs/section-4-relu-softmax-apply", "ccs/appendix-e.2-linearity"),
    witnesses=("words", "entries"),
)
def beyond_relu_one_sided() -> Parts:
    r"""At B = 0, in every direction R, with $z_i=\langle Rx^{(i)},Cx^{(n+1)}\rangle$, the loss of one layer of ReLU
    attention given the covariates has (a) from the right the slope
    $2r\sum_i\mathbb K_{n+1,i}\operatorname{relu}(z_i)$, (b) from the left $-2r\sum_i\mathbb
    K_{n+1,i}\operatorname{relu}(-z_i)$: they differ by $2r\sum_i\mathbb K_{n+1,i}|z_i|$.

    The points S of Theorems 4.5 to F.1 with $b_\ell=0$ are such points. Of the mean (5):
    for d = n = 1, covariates on the sphere and C = 1 the slopes are (c) $re$ and (d) $-r/e$ with $\mathcal K^{exp}$
    labels, so that f has no gradient there for $r\ne0$, and (e) both $r$ with $\mathcal K^{linear}$ labels:
    where the law of the labels is odd in each covariate the two slopes agree in the mean. (f) At B = C = 0 there is no
    kink: in every direction (R, S) both slopes are 0.
    """
    moving = loss_given_covariates(t * R)
    moving_both = loss_given_covariates(t * R, t * S)
    attended = KK * M * h_relu(R * X_0, C * X_0)
    turned = KK * M * h_relu(-(R * X_0), C * X_0)
    of_exp, of_linear = h_exp(signs, signs), h_linear(signs, signs)
    return {
        "a": eq(slope_right(t, moving), 2 * step * entry(attended, n + 1, n + 1)),
        "b": eq(slope_left(t, moving), -2 * step * entry(turned, n + 1, n + 1)),
        "c": eq(slope_right(t, loss_on_the_line(of_exp)), step * exp(term(1))),
        "d": eq(slope_left(t, loss_on_the_line(of_exp)), -step * exp(term(-1))),
        "e": eq(slope_right(t, loss_on_the_line(of_linear)), slope_left(t, loss_on_the_line(of_linear))),
        "f": conj(eq(slope_right(t, moving_both), 0), eq(slope_left(t, moving_both), 0)),
    }


@claim(
    "ccs/beyond-relu-almost-everywhere",
    kind=Kind.IDENTITY,
    source="beyond the paper; Section 4, 'Theorem 4.5 and 4.6 apply to softmax and ReLU Transformers'",
    forall=(d, n, Sigma, B, C),
    given=(attends, attends_itself),
    uses=("ccs/example-4", "ccs/section-4-relu-softmax-apply", "ccs/beyond-relu-one-sided"),
    witnesses=("words",),
    options={"twins": {"fast": 1}},
)
def beyond_relu_almost_everywhere() -> Parts:
    r"""With $x^{(i)}\sim\mathcal N(0,\Sigma)$: (a) if $B^\top C\ne0$, $\langle Bx^{(i)},Cx^{(n+1)}\rangle\ne0$ almost
    surely; (b) if $B^\top C+C^\top B\ne0$, $\langle Bx^{(i)},Cx^{(i)}\rangle\ne0$ almost surely.

    So where no $B_\ell^\top C_\ell$ is antisymmetric, 0 included, almost no covariates meet a kink of ReLU attention
    with $A_\ell=0$, and (5) is differentiable in B and C: the difference quotients of relu are bounded by what it is
    taken of, and the means of ccs/beyond-finite-gaussian dominate. The scalar products are homogeneous in each
    covariate, so that the same holds on the sphere. Where $B_\ell=0$ there are derivatives from one side:
    ccs/beyond-relu-one-sided.
    """
    x, query = root * at(xi, 1), root * at(xi, n + 1)
    return {
        "a": almost_surely(ne(inner(B * x, C * query), 0)),
        "b": almost_surely(ne(inner(B * x, C * x), 0)),
    }
