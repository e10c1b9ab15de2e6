"""Section 3.3: the Bayes estimator (13)."""

from __future__ import annotations

from ...claims import Expected, Hypothesis, Kind, Misprint, Parts, claim, with_proof
from ...proof.chain import Assume, Combination, Discharge, Proof, Step
from ...statement.laws import expect_given
from ...statement.props import Prop, conj, eq, ge, implies, ne, posdef, psd
from ...statement.psd import pinv
from ...statement.terms import Term, columns, det, expect, half, inv, matrix, scalar
from ...verdict import Verdict
from .chains import bayes as chains
from .notation import d, n
from .notation_bayes import K_hat, P, covariance, demonstrations, g, mu, nu, query, s, v

nu_of_v: Term = half(K_hat) * v
r""":math:`\nu` of the law of the labels."""
printed: Term = nu_of_v.T * inv(K_hat) * demonstrations
mean: Term = nu_of_v.T * pinv(K_hat) * demonstrations
p = scalar("p")
"""What another predictor answers, given the labels of the demonstrations."""
X_hat = matrix("X_hat", "d", "n", tex=r"\hat X")
is_covariance = Hypothesis("covariance", psd(covariance))


def risk(answer: Term) -> Term:
    r""":math:`\mathbb E[(y^{(n+1)}-answer)^2\mid\hat Y]`."""
    return expect_given((query - answer) ** 2, g)


no_better = ge(risk(p), risk(printed))
NO_BETTER = Proof((
    Step("invertible", posdef(K_hat), Assume()),
    Step("no better", no_better, Combination(plus=((p - printed) ** 2,)), ("invertible",)),
    Step("if invertible", implies(posdef(K_hat), no_better), Discharge("invertible"), ("invertible", "no better")),
))


@claim(
    "ccs/eq-13",
    kind=Kind.OPTIMUM,
    source="(13), Section 3.3",
    forall=(d, K_hat, v, s, p, X_hat),
    uses=("ccs/definition-3.3", "ccs/eq-5"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "a condition left unsaid, that the covariance of the demonstrations is invertible: for K^linear with n > d, "
        "say, it is not; and the sizes are those of n demonstrations, not of d coordinates",
        parts=("b", "c"),
    ),
    note=r"""(a) Where the inverse exists: given $\hat Y$, no answer $p$ has a smaller mean square error. (b) It is
    defined: the matrix that is inverted is never singular, here that of the kernel $\mathcal K^{linear}$ of the
    paper. (c) The sizes as printed. (The loss is that given the covariates; its mean over them may be infinite:
    ccs/beyond-infinite-labels.)
    """,
    misprints=(
        Misprint(
            r"$\{\mathbb R^{d\times d},\mathbb R^d,\mathbb R\}$",
            r"$\{\mathbb R^{n\times n},\mathbb R^n,\mathbb R\}$", "c",
        ),
    ),
)
def eq_13() -> Parts:
    r""""Let $\mathbb K$ and $\mathbb K_+$ be as defined in Definition 3.3. Let (c) $\{\hat{\mathbb
    K},\nu,\mu\}\in\{\mathbb R^{d\times d}, \mathbb R^d,\mathbb R\}$ be defined as $\begin{bmatrix}\hat{\mathbb
    K}&\nu\\\nu^\top&\mu\end{bmatrix}:=\mathbb K_+$. Let $\hat Y\in\mathbb R^n$ denote the vector of $y^{(1)}\dots
    y^{(n)}$. Then the Bayes Estimator is defined as (b) $f^{bayes}(x^{(n+1)}):=\nu^\top\hat{\mathbb K}^{-1}\hat Y$.
    (13)" "we will show the loss of the Bayes Estimator $f^{bayes}$ as a baseline. (a) This represents the
    information-theoretically optimal loss."
    """
    return {
        "a": implies(posdef(K_hat), no_better),
        "b": ne(det(X_hat.T * X_hat), 0),
        "c": eq(columns(K_hat), d),
    }


@claim(
    "ccs/eq-13-blocks",
    kind=Kind.INEQUALITY,
    source="(13), Section 3.3: the blocks of a covariance",
    forall=(n, K_hat, nu, mu),
    given=(is_covariance,),
    uses=("ccs/eq-13",),
    witnesses=("proof",),
)
def eq_13_blocks() -> Prop:
    r"""Of a positive semi-definite $\mathbb K_+$ the block $\nu$ is in the image of $\hat{\mathbb K}$, and
    $\mu\ge\nu^\top\hat{\mathbb K}^+\nu$.
    """
    return conj(eq(P * nu, nu), ge(mu - nu.T * pinv(K_hat) * nu, 0))


@claim(
    "ccs/eq-13-exact",
    kind=Kind.OPTIMUM,
    source="(13), Section 3.3, for every covariance",
    forall=(n, K_hat, nu, v, s, p),
    corrects="ccs/eq-13#b",
    uses=("ccs/eq-13", "ccs/eq-13-blocks"),
    witnesses=("words", "entries", "balls", "sampled"),
)
def eq_13_exact() -> Parts:
    r"""For every positive semi-definite $\mathbb K_+$: $f^{bayes}:=\nu^\top\hat{\mathbb K}^+\hat Y$, with the
    pseudo-inverse, is the conditional mean.

    (a) By ccs/eq-13-blocks, $(\hat{\mathbb K}^{1/2}g,\ v^\top Pg+e)$, with independent $g\sim\mathcal N(0,I)$,
    $e\sim\mathcal N(0,s^2)$, $v=(\hat{\mathbb K}^{1/2})^+\nu$, $s^2=\mu-\nu^\top\hat{\mathbb K}^+\nu$, has the
    covariance $\mathbb K_+$, hence the law of $(\hat Y,y^{(n+1)})$. (b) Then $y^{(n+1)}-\nu^\top\hat{\mathbb K}^+\hat Y
    =e$ is independent of $\hat Y$, and given $\hat Y$ the mean square error of an answer $p$ is
    $s^2+(p-\nu^\top\hat{\mathbb K}^+\hat Y)^2$: the estimator is the only minimiser of (5) over all measurable
    predictors.
    """
    return {
        "a": conj(
            eq(expect(demonstrations * demonstrations.T), K_hat),
            eq(expect(demonstrations * query), half(K_hat) * v),
            eq(expect(query**2), v.T * P * v + s**2),
            eq(half(K_hat) * (pinv(half(K_hat)) * nu), P * nu),
            eq((pinv(half(K_hat)) * nu).T * P * (pinv(half(K_hat)) * nu), nu.T * pinv(K_hat) * nu),
        ),
        "b": eq(risk(p), s**2 + (p - mean) ** 2),
    }


eq_13 = with_proof(eq_13, a=NO_BETTER)
eq_13_blocks = with_proof(eq_13_blocks, whole=chains.LAW)
