"""Section 3.2: the K Gaussian process of Definition 3.3, and the two Bayes estimators (13), (25) of Section 3.3."""

from __future__ import annotations

from ...claims import Expected, Kind, Parts, claim, with_proof
from ...statement.attention import gram, modulus
from ...statement.props import commute, conj, differs, eq, implies, lt, ne, psd
from ...statement.psd import pinv
from ...statement.terms import Term, det, eye, inv, matrix, stack, term, vector, zeros
from ...verdict import Verdict
from .chains import section_3_2 as chains
from .chains.section_3_2 import gram_any
from .notation import X_0, K
from .notation_bayes import Y_hat

gram_psd = matrix("K_psd", "n+1", "n+1", "symmetric", "psd", tex=r"\mathbb K")
"""The Gram matrix of a kernel."""
plus: Term = modulus(gram_any)
demos: Term = stack(eye("n"), zeros(1, "n"))
last: Term = stack(zeros("n", 1), term(1))
w = vector("w", "n+1")
"""A direction in which the Gram matrix is negative."""


def estimator(covariance: Term) -> Term:
    r""":math:`\nu^\top\hat{\mathbb K}^{-1}\hat Y`, the blocks those of ``covariance``."""
    return (demos.T * covariance * last).T * inv(demos.T * covariance * demos) * Y_hat


@claim(
    "ccs/definition-3.3",
    kind=Kind.DEFINITION,
    source="Definition 3.3, Section 3.2",
    forall=(gram_any,),
    witnesses=("words", "entries", "balls", "sampled"),
)
def definition_3_3() -> Parts:
    r"""Given symmetric $\mathcal K:\mathbb R^d\times\mathbb R^d\to\mathbb R$, the conditional distribution
    $Y|X\sim\mathcal N(0,\mathbb K_+(X))$, where $\mathbb K_{ij}(X):=\mathcal K(x^{(i)},x^{(j)})$, $UDU^\top$ is the
    eigenvalue decomposition of $\mathbb K(X)$, $\mathbb K_+(X):=U|D|U^\top$, $|D|_{ii}:=|D_{ii}|$. "Definition 3.3
    generalizes the notion of a Gaussian process, to when the 'metric' is given by the function $\mathcal K$"; it "does
    not assume that $\mathcal K$ is a kernel (specifically, $\mathcal K$ may not be PSD)."

    (a) It is well defined: $\mathbb K_+$ is a covariance, its square is that of $\mathbb K$ and it commutes with it, so
    that it does not depend on the choice of $U$. (b) $\mathbb K$ need not be positive semi-definite, for instance
    $\mathcal K(u,w)=-\langle u,w\rangle$.
    """
    return {
        "a": conj(psd(plus), eq(plus * plus, gram_any * gram_any), commute(plus, gram_any)),
        "b": differs(plus, gram_any),
    }


@claim(
    "ccs/section-3.2-psd-case",
    kind=Kind.IDENTITY,
    source="Section 3.2, after Definition 3.3",
    forall=(gram_psd,),
    uses=("ccs/definition-3.3",),
    witnesses=("words", "entries", "balls", "proof"),
)
def section_3_2_psd_case() -> Parts:
    r""""if $\mathcal K$ is a kernel, then (a) $\mathbb K$ is always positive semidefinite, so that (b)
    $\mathbb K_+=\mathbb K$."
    """
    return {"a": psd(gram(K, X_0, X_0)), "b": eq(modulus(gram_psd), gram_psd)}


@claim(
    "ccs/section-3.3-bayes-comparison",
    kind=Kind.IDENTITY,
    source="Section 3.3, after (13)",
    forall=(gram_any, gram_psd, Y_hat, w),
    uses=("ccs/eq-13", "ccs/eq-25", "ccs/definition-3.3"),
    witnesses=("words", "entries", "balls", "sampled"),
    expected=Expected(
        Verdict.REFUTED, "the inverse of a singular matrix: n = 1, K(x, x) = 0, K(x, x') = 0", parts=("d",)
    ),
)
def section_3_3_bayes_comparison() -> Parts:
    r""""When $\mathcal K$ is a PSD kernel, (a) $\mathbb K_+:=\mathbb K$, and (b) (13) is identical to the Bayes
    estimator that we derive in (25) in the proof of Proposition 3.4. When $\mathcal K$ is not PSD, (c) (13) and (25)
    are not equal, but (d) (13) is nonetheless a well-defined estimator."

    (c) is read as: they differ for some $\mathcal K$ (for $\mathbb K=-I$, say, both are 0). (d) The block that (13)
    inverts is never singular.
    """
    return {
        "a": eq(modulus(gram_psd), gram_psd),
        "b": eq(estimator(modulus(gram_psd)), estimator(gram_psd)),
        "c": differs(estimator(plus), estimator(gram_any)),
        "d": implies(lt(w.T * gram_any * w, 0), ne(det(demos.T * plus * demos), 0)),
    }


@claim(
    "ccs/section-3.3-bayes-comparison-exact",
    kind=Kind.IDENTITY,
    source="Section 3.3, after (13), with the pseudo-inverse",
    forall=(gram_any, Y_hat),
    corrects="ccs/section-3.3-bayes-comparison#d",
    uses=("ccs/section-3.3-bayes-comparison", "ccs/eq-13-exact"),
    witnesses=("words", "entries", "balls", "proof"),
)
def section_3_3_bayes_comparison_exact() -> Parts:
    r"""With the pseudo-inverse (13) is defined for every symmetric $\mathcal K$: (a) $\mathbb K_+$ is positive
    semi-definite, hence ccs/eq-13-exact speaks of it. (b) It differs from (25) in general.
    """
    return {
        "a": psd(plus),
        "b": differs(
            (demos.T * plus * last).T * pinv(demos.T * plus * demos) * Y_hat,
            (demos.T * gram_any * last).T * pinv(demos.T * gram_any * demos) * Y_hat,
        ),
    }


section_3_2_psd_case = with_proof(section_3_2_psd_case, a=chains.GRAM)
section_3_3_bayes_comparison_exact = with_proof(section_3_3_bayes_comparison_exact, a=chains.MODULUS)
