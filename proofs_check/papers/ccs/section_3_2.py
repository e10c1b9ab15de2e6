"""Section 3.2: the K Gaussian process of Definition 3.3, and the two Bayes estimators (13), (25) of Section 3.3."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Parts, Reading, claim, with_proof
from ...statement.attention import gram, modulus
from ...statement.props import Prop, conj, defined, differs, eq, implies, lt, ne, psd
from ...statement.terms import Term, absolute, block, det, entry, matrix, scalar, term
from ...verdict import Verdict
from .chains import section_3_2 as chains
from .chains.section_3_2 import demos, gram_any, gram_psd
from .notation import X_0, K, d, n
from .notation_bayes import Y_hat

plus: Term = modulus(gram_any)
K_plus = matrix("K_plus", "n+1", "n+1", "symmetric", tex=r"\mathbb K_+")


a, b, y = scalar("a"), scalar("b"), scalar("y")
two_points: Term = block(term(1), b, b, term(1))
"""The Gram matrix at two points."""
of_both: Term = block(a, b, b, a)
"""The same with another value at the points themselves."""
indefinite = conj(lt(a, absolute(b)), ne(a, 0))
"""It is not positive semi-definite, and (25) has a value."""


def weight(covariance: Term) -> Term:
    r""":math:`\nu^\top\hat{\mathbb K}^{-1}` for one demonstration."""
    return entry(covariance, 1, 2) / entry(covariance, 1, 1)


@claim(
    "ccs/definition-3.3",
    kind=Kind.DEFINITION,
    source="Definition 3.3, Section 3.2",
    forall=(gram_any,),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    options={"definition": {"object": "modulus"}},
    note=r"""(definition) $\mathbb K_+$. (a) It is a covariance. (b) Its square is that of $\mathbb K$, with which
    it commutes: it does not depend on the choice of $U$. (c) It is not $\mathbb K$ in general.
    """,
    fidelity=(Difference(Differs.PART_OMITTED, "that the labels are Gaussian: of their law the covariance is stated"),),
)
def definition_3_3() -> Parts:
    r"""Definition 3.3 ($\mathcal K$ Gaussian Process): "Given symmetric $\mathcal K:\mathbb R^d\times\mathbb
    R^d\to\mathbb R$, we define the $\mathcal K$ Gaussian Process as the conditional distribution $Y|X\sim\mathcal
    N(0,\mathbb K_+(X))$, where $Y=[y^{(1)}\dots y^{(n+1)}]$, $X=[x^{(1)}\dots x^{(n+1)}]$, and $\mathbb
    K_{ij}(X):=\mathcal K(x^{(i)},x^{(j)})$. Let $UDU^\top$ be the Eigenvalue decomposition of $\mathbb K(X)$. $\mathbb
    K_+(X):=U|D|U^\top$, where $|D|_{ii}:=|D_{ii}|$ is entry-wise the absolute value of D. Definition 3.3 generalizes
    the notion of a Gaussian process, to when the 'metric' is given by the function $\mathcal K$." "Note that Definition
    3.3 does not assume that $\mathcal K$ is a kernel (specifically, $\mathcal K$ may not be PSD)."
    """
    return {
        "definition": defined(K_plus, plus),
        "a": psd(plus),
        "b": conj(chains.squared, chains.exchanged),
        "c": differs(plus, gram_any),
    }


@claim(
    "ccs/beyond-no-process",
    kind=Kind.IDENTITY,
    source="new; beside Definition 3.3",
    forall=(),
    uses=("ccs/definition-3.3", "ccs/section-3.2-psd-case"),
    witnesses=("words", "entries", "balls"),
)
def no_process() -> Parts:
    r"""Where $\mathcal K$ is not positive semi-definite, Definition 3.3 gives a law for each set of points, and these
    are not laws of one process. With $\mathcal K(x,x)=\mathcal K(z,z)=0$ and $\mathcal K(x,z)=1$ the label at x has
    (a) variance $|\mathcal K(x,x)|=0$ where x stands alone, and (b) 1 where z stands beside it.
    """
    beside = block(term(0), term(1), term(1), term(0))
    return {"a": eq(absolute(entry(beside, 1, 1)), 0), "b": eq(entry(modulus(beside), 1, 1), 1)}


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
    forall=(d, n, gram_psd, Y_hat, X_0, a, b, y),
    uses=("ccs/eq-13", "ccs/eq-25", "ccs/definition-3.3"),
    witnesses=("words", "entries", "balls", "sampled"),
    expected=Expected(
        Verdict.REFUTED,
        "where -K is a kernel the signs cancel, and (13) and (25) are equal; and the inverse is that of a singular "
        "matrix for K(u, w) = -<u, w> where n > d, say",
        parts=("c", "d"),
    ),
    note=r"""(b) where the inverse exists. (c) of one demonstration, with $\mathcal K=a$ at each of the two points and
    $b$ between them, as printed, for every such $\mathcal K$: where $-\mathcal K$ is positive semi-definite both
    estimators are $\frac bay$. They differ for some $\mathcal K$, in the other reading for $a=1$. (d) The block that
    (13) inverts is never singular, here for $\mathcal K(u,w)=-\langle u,w\rangle$.
    """,
)
def section_3_3_bayes_comparison() -> Parts:
    r""""When $\mathcal K$ is a PSD kernel, (a) $\mathbb K_+:=\mathbb K$, and (b) (13) is identical to the Bayes
    estimator that we derive in (25) in the proof of Proposition 3.4. When $\mathcal K$ is not PSD, (c) (13) and (25)
    are not equal, but (d) (13) is nonetheless a well-defined estimator."
    """
    return {
        "a": eq(modulus(gram_psd), gram_psd),
        "b": implies(chains.invertible, chains.same),
        "c": [
            Reading("every K", implies(indefinite, ne(weight(modulus(of_both)), weight(of_both))),
                    "positive semi-definite is what has |b| <= a", literal=True),
            Reading("some K", differs(weight(modulus(two_points)) * y, b * y)),
        ],
        "d": ne(det(demos.T * modulus(-(X_0.T * X_0)) * demos), 0),
    }


@claim(
    "ccs/section-3.3-bayes-comparison-exact",
    kind=Kind.IDENTITY,
    source="Section 3.3, after (13), with the pseudo-inverse",
    forall=(gram_any,),
    corrects="ccs/section-3.3-bayes-comparison#d",
    uses=("ccs/section-3.3-bayes-comparison", "ccs/eq-13-exact"),
    witnesses=("words", "entries", "balls", "proof"),
)
def section_3_3_bayes_comparison_exact() -> Prop:
    r"""With the pseudo-inverse (13) is defined for every symmetric $\mathcal K$: $\mathbb K_+$ is positive
    semi-definite, so that ccs/eq-13-exact speaks of it, whether $\hat{\mathbb K}$ is singular or not.
    """
    return psd(plus)


definition_3_3 = with_proof(definition_3_3, a=chains.MODULUS, b=chains.SQUARED)
section_3_2_psd_case = with_proof(section_3_2_psd_case, a=chains.GRAM)
section_3_3_bayes_comparison = with_proof(section_3_3_bayes_comparison, b=chains.SAME)
section_3_3_bayes_comparison_exact = with_proof(section_3_3_bayes_comparison_exact, whole=chains.MODULUS)
