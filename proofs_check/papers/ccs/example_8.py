"""Example 8, (15), Section 4.1, and Appendix I.1: labels of a random two-layer network."""

from __future__ import annotations

from ...claims import Difference, Differs, Expected, Kind, Misprint, Parts, Reading, claim, with_proof
from ...proof.chain import Proof, Step
from ...proof.steps.layers import Rotated
from ...statement.attention import relu_each, same_law
from ...statement.laws import gaussian, relu
from ...statement.props import Prop, eq
from ...statement.terms import Term, columns, expect, inner, matrix, scalar, vector
from ...verdict import Verdict
from .notation import Sigma, U, U_Sigma, d, inv_root, is_rotation

hidden = scalar("m_hidden", "integer", "positive", tex="m")
theta_1 = matrix("theta_1", "m_hidden", "d", tex=r"\theta_1")
"""The first layer, given."""
theta_2 = gaussian("theta_2", "m_hidden", tex=r"\theta_2")
w = gaussian("w", "d")
"""A row of the first layer: all have one law, so that the covariance is m times that of one hidden unit."""
x, z = vector("x"), vector("z")


def label(x: Term) -> Term:
    r"""(15)."""
    return inner(theta_2, relu_each(theta_1 * x))


def covariance(x: Term, z: Term) -> Term:
    r""":math:`\mathbb E[\mathrm{relu}\langle w,x\rangle\,\mathrm{relu}\langle w,z\rangle]`, of one hidden unit."""
    return expect(relu(inner(w, x)) * relu(inner(w, z)))


def of_length(x: Term) -> Term:
    r""":math:`\frac12\|x\|^2`."""
    return inner(x, x) / 2


invariant = eq(covariance(U * x, U * z), covariance(x, z))
same_row = same_law(w.T * U, w.T)
invariant_after_root = eq(
    covariance(inv_root * (U_Sigma * x), inv_root * (U_Sigma * z)), covariance(inv_root * x, inv_root * z)
)


@claim(
    "ccs/section-i.1-covariance",
    kind=Kind.IDENTITY,
    source="Appendix I.1, first display",
    forall=(d, hidden, theta_1, x, z),
    witnesses=("words", "entries", "sampled"),
    note=r"""For every value of $\theta_1$, with the mean over $\theta_2$, hence in the mean over $\theta_1$; for
    every width m.
    """,
    fidelity=(Difference(Differs.EQUIVALENT, "given the first layer: the mean over it is left out on all sides"),),
)
def section_i_1_covariance() -> Parts:
    r"""$[\mathbb K(X)]_{ij}:=\mathbb E[y^{(i)}y^{(j)}]=$ (a) $\mathbb
    E_{\theta_1,\theta_2}[\operatorname{relu}(\theta_1
    x^{(i)})^\top\theta_2\theta_2^\top\operatorname{relu}(\theta_1x^{(j)})]=$ (b) $\mathbb
    E_{\theta_1}[\operatorname{relu} (\theta_1x^{(i)})^\top\operatorname{relu}(\theta_1x^{(j)})]$.
    """
    first, second = relu_each(theta_1 * x), relu_each(theta_1 * z)
    return {
        "a": eq(expect(label(x) * label(z)), expect(first.T * theta_2 * theta_2.T * second)),
        "b": eq(expect(first.T * theta_2 * theta_2.T * second), first.T * second),
    }


@claim(
    "ccs/section-i.1-invariance",
    kind=Kind.INVARIANCE,
    source="Appendix I.1, last sentence",
    forall=(d, U, x),
    given=(is_rotation,),
    uses=("ccs/section-i.1-covariance",),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    expected=Expected(
        Verdict.REFUTED, "a minus sign for the equality sign: for i = j the left side is 0, the right side is not",
        parts=("a",),
    ),
    note="""(a) as printed, of one hidden unit and for i = j, its means being those of ccs/example-8 (a); (b) of a
    row. The minus sign is that of our copy, a machine conversion of the page.
    """,
    fidelity=(Difference(Differs.WEAKER, "(a) of one hidden unit and for i = j, the means put in"),),
    misprints=(Misprint(r"the minus sign", r"the equality sign", "a"),),
)
def section_i_1_invariance() -> Parts:
    r""""Similarly, we verify that" (a) $[\mathbb K(UX)]_{ij}-\mathbb
    E_{\theta_1}[\operatorname{relu}(\theta_1Ux^{(i)})^\top \operatorname{relu}(\theta_1Ux^{(j)})]=\mathbb
    E_{\theta_1}[\operatorname{relu}(\theta_1x^{(i)})^\top \operatorname{relu}(\theta_1x^{(j)})]$, "because (b)
    $\theta_1U\stackrel d=\theta_1$."
    """
    return {"a": eq(of_length(U * x) - of_length(U * x), of_length(x)), "b": same_row}


@claim(
    "ccs/section-i.1-invariance-exact",
    kind=Kind.INVARIANCE,
    source="Appendix I.1, last sentence, with its equality sign",
    forall=(d, U, x, z),
    given=(is_rotation,),
    corrects="ccs/section-i.1-invariance#a",
    uses=("ccs/section-i.1-invariance",),
    witnesses=("words", "entries", "sampled", "proof"),
)
def section_i_1_invariance_exact() -> Prop:
    r"""$[\mathbb K(UX)]_{ij}=\mathbb
    E_{\theta_1}[\operatorname{relu}(\theta_1Ux^{(i)})^\top\operatorname{relu}(\theta_1U x^{(j)})]=\mathbb
    E_{\theta_1}[\operatorname{relu}(\theta_1x^{(i)})^\top\operatorname{relu}(\theta_1x^{(j)})] =[\mathbb K(X)]_{ij}$,
    hidden unit by hidden unit.
    """
    return invariant


@claim(
    "ccs/example-8",
    kind=Kind.INVARIANCE,
    source="Example 8 and (15), Section 4.1; Appendix I.1",
    forall=(d, U, Sigma, x, z),
    given=(is_rotation,),
    uses=("ccs/assumption-4.2", "ccs/section-i.1-covariance", "ccs/section-i.1-invariance"),
    witnesses=("words", "entries", "balls", "sampled", "proof"),
    expected=Expected(
        Verdict.REFUTED,
        "theta_1 x is a product for m = d alone as printed, and Assumption 4.2 holds for Sigma = I, not "
        "for every Sigma of Assumption 4.1: Sigma^(1/2) U Sigma^(-1/2) keeps no lengths", ("sizes", "b"),
    ),
    misprints=(Misprint(r"$\theta_1\in\mathbb R^{d\times m}$", r"$\theta_1\in\mathbb R^{m\times d}$", "sizes"),),
    note=r"""(sizes) $\theta_1x^{(i)}$ is a product: $\theta_1$ is read as $m\times d$; as printed it is one for m
    = d alone. (a) $\mathbb K(X)_{ii}=\frac m2\|x^{(i)}\|^2$. (b) Assumption 4.2: first reading with any $\Sigma$
    of Assumption 4.1, on the diagonal (a), where it fails: $\Sigma^{1/2}U\Sigma^{-1/2}$ keeps no lengths; second with
    $\Sigma=I$, as Appendix I.1 verifies it.
    """,
)
def example_8() -> Parts:
    r""""we provide an example where Assumption 4.2 holds for a random kernel":
    $y^{(i)}=\langle\theta_2,\operatorname{relu} (\theta_1x^{(i)})\rangle$ (15), "where $\theta_1\in\mathbb R^{d\times
    m}$, $\theta_2\in\mathbb R^m$; assume $\theta_1,\theta_2$ are sampled coordinate-wise, independently, from $\mathcal
    N(0,1)$. Thus m is the dimension of the hidden layer. We verify that this satisfies Assumption 4.2 in Appendix I.1."
    """
    of_printed = matrix("theta_printed", "d", "m_hidden", tex=r"\theta_1")
    return {
        "sizes": [
            Reading("d x m, as printed", eq(columns(of_printed), d), literal=True),
            Reading("m x d", eq(columns(theta_1), d)),
        ],
        "a": eq(covariance(x, x), of_length(x)),
        "b": [
            Reading("any Sigma", eq(of_length(U_Sigma * x), of_length(x)), "the Sigma of Assumption 4.1", literal=True),
            Reading("Sigma = I", invariant),
        ],
    }


@claim(
    "ccs/example-8-any-covariance",
    kind=Kind.INVARIANCE,
    source="Example 8, for any Sigma",
    forall=(d, U, Sigma, x, z),
    given=(is_rotation,),
    corrects="ccs/example-8",
    uses=("ccs/example-8",),
    witnesses=("words", "entries", "sampled", "proof"),
)
def example_8_any_covariance() -> Prop:
    r"""$y^{(i)}=\langle\theta_2,\operatorname{relu}(\theta_1\Sigma^{-1/2}x^{(i)})\rangle$ satisfies Assumption 4.2 for
    every $\Sigma$, as Example 7 does: $\mathbb K(\Sigma^{1/2}U\Sigma^{-1/2}X)=\mathbb K(X)$.
    """
    return invariant_after_root


section_i_1_invariance = with_proof(section_i_1_invariance, b=Proof((Step("row", same_row, Rotated(U.T, w)),)))
INVARIANT = Proof((Step("invariant", invariant, Rotated(U.T, w)),))
section_i_1_invariance_exact = with_proof(section_i_1_invariance_exact, whole=INVARIANT)
example_8 = with_proof(example_8, b=INVARIANT)
example_8_any_covariance = with_proof(
    example_8_any_covariance, whole=Proof((Step("invariant", invariant_after_root, Rotated(U.T, w)),))
)
