"""Examples 6 and 7, (14), Section 4.1: laws of the labels under which Assumption 4.2 holds."""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, Reading, claim
from ...statement.attention import gram, kernel, modulus
from ...statement.laws import gaussian
from ...statement.props import Prop, conj, eq, psd
from ...statement.terms import Term, exp, expect, inner, inv, matrix, scalar, vector, where
from ...verdict import Verdict
from .notation import I, K_linear, K_relu, Sigma, U, U_Sigma, d, h_linear, inv_root, is_rotation, n, root

X = matrix("X", "d", "n+1")
"""The covariates, given."""
theta = gaussian("theta", "d", tex=r"\theta")
K_round = kernel("K", "rotation_invariant", tex=r"\mathcal K")
"""Symmetric, with the same values at rotated arguments; not necessarily positive semi-definite."""
u, w = vector("u"), vector("w")
sigma = scalar("sigma", "positive", tex=r"\sigma")
labels: Term = theta.T * (inv_root * X)
r""":math:`y^{(i)}=\langle\theta,\xi^{(i)}\rangle`."""


def covariance(X: Term) -> Term:
    r"""Example 6: :math:`X^\top\Sigma^{-1}X`."""
    return X.T * inv(Sigma) * X


def of_kernel(X: Term) -> Term:
    r"""Example 7: :math:`\mathbb K(X)`, the Gram matrix at :math:`\Sigma^{-1/2}x^{(i)}`."""
    return gram(K_round, inv_root * X, inv_root * X)


def of_definition(X: Term) -> Term:
    r"""Definition 3.3: :math:`\mathbb K_{ij}(X):=\mathcal K(x^{(i)},x^{(j)})`."""
    return gram(K_round, X, X)


@claim(
    "ccs/example-6",
    kind=Kind.INVARIANCE,
    source="Example 6, Section 4.1",
    forall=(d, n, Sigma, U, X),
    given=(is_rotation,),
    uses=("ccs/assumption-4.2",),
    witnesses=("words", "entries", "sampled"),
)
def example_6() -> Parts:
    r"""Example 6: "One example of Assumption 4.2 is when $\theta\sim\mathcal N(0,I)$,
    $y^{(i)}=\langle\theta,\xi^{(i)}\rangle$, and $x^{(i)}=\Sigma^{1/2}\xi^{(i)}$. We can verify that the covariance
    matrix $\mathbb K(X_0):=\mathbb E[Y^\top Y]=$ (a) $X^\top\Sigma^{-1/2}\mathbb E[\theta\theta^T] \Sigma^{-1/2}X=$ (b)
    $X^\top\Sigma^{-1}X=$ (c) $\mathbb K(\Sigma^{1/2}U\Sigma^{-1/2}X)$."
    """
    return {
        "a": eq(expect(labels.T * labels), X.T * inv_root * expect(theta * theta.T) * inv_root * X),
        "b": eq(X.T * inv_root * expect(theta * theta.T) * inv_root * X, covariance(X)),
        "c": eq(covariance(X), covariance(U_Sigma * X)),
    }


@claim(
    "ccs/example-6-special-case",
    kind=Kind.IDENTITY,
    source="Section 4.1, before Example 6",
    forall=(d, n, Sigma, X),
    uses=("ccs/example-6", "ccs/example-7"),
    witnesses=("words", "entries"),
    note=r"""Its labels are Gaussian, their covariance is the Gram matrix of $\mathcal K^{linear}$ at
    $\Sigma^{-1/2}x^{(i)}$, which is positive semi-definite: its modulus is itself (ccs/section-3.2-psd-case).
    """,
)
def example_6_special_case() -> Prop:
    r""""Note that Example 6 is a special case of Example 7."
    """
    of_linear = h_linear(inv_root * X, inv_root * X)
    return conj(eq(expect(labels.T * labels), of_linear), psd(of_linear))


@claim(
    "ccs/example-7",
    kind=Kind.INVARIANCE,
    source="Example 7, Section 4.1",
    forall=(d, n, Sigma, U, X),
    uses=("ccs/definition-3.3", "ccs/assumption-4.2"),
    witnesses=("words", "entries", "balls", "sampled"),
    expected=Expected(
        Verdict.REFUTED, "Definition 3.3 has the kernel at the covariates themselves, without Sigma^(-1/2)", ("recall",)
    ),
    note=r"""(a) $\mathbb K$, (b) $\mathbb K_+$, the covariance of the labels, at $U_\Sigma X$ and at $X$. (recall)
    Definition 3.3 has $\mathbb K_{ij}(X):=\mathcal K(x^{(i)},x^{(j)})$: first reading for any $\Sigma$, second for
    $\Sigma=I$. That (5) is finite does not follow: with Gaussian covariates and $\mathcal K^{exp}_\sigma$ it is
    so for $\sigma^2>2$ at best (ccs/beyond-infinite-labels).
    """,
)
def example_7() -> Parts:
    r""""Recall the $\mathcal K$ Gaussian Process from Definition 3.3. Under this definition, recall that $Y^\top|X\sim
    \mathcal N(0,\mathbb K_+(X))$, where $[\mathbb K(X)]_{ij}:=\mathcal K(\Sigma^{-1/2}x^{(i)},\Sigma^{-1/2}x^{(j)})$,
    and $\mathbb K_+(X)$ takes an absolute value on the eigenvalues of $\mathbb K(X)$. We verify that Assumption 4.2
    holds if, for all orthogonal matrix U, $\mathcal K(v,w)=\mathcal K(Uv,Uw)$."
    """
    return {
        "recall": [
            Reading("any Sigma", eq(of_kernel(X), of_definition(X)), "Definition 3.3 does not speak of Sigma", True),
            Reading("Sigma = I", eq(where(of_kernel(X), (Sigma, I)), of_definition(X))),
        ],
        "a": eq(of_kernel(U_Sigma * X), of_kernel(X)),
        "b": eq(modulus(of_kernel(U_Sigma * X)), modulus(of_kernel(X))),
    }


@claim(
    "ccs/eq-14",
    kind=Kind.INVARIANCE,
    source="(14), Example 7",
    forall=(d, U, u, w, sigma),
    given=(is_rotation,),
    uses=("ccs/example-7",),
    witnesses=("words", "entries"),
    misprints=(Misprint(r"$\exp(\langle x,y\rangle/\sigma^2)$", r"$\exp(\langle u,w\rangle/\sigma^2)$"),),
)
def eq_14() -> Parts:
    r""""for all orthogonal matrix U, $\mathcal K(v,w)=\mathcal K(Uv,Uw)$. This is satisfied by the following common
    choices of $\mathcal K$:" (a) $\mathcal K^{linear}(u,w):=\langle u,w\rangle$, (b) $\mathcal
    K^{relu}(u,w):=\operatorname{relu} (\langle u,w\rangle)$, (c) $\mathcal K^{exp}_\sigma(u,w):=\exp(\langle
    x,y\rangle/\sigma^2)$. (14)
    """
    return {
        "a": eq(K_linear(U * u, U * w), K_linear(u, w)),
        "b": eq(K_relu(U * u, U * w), K_relu(u, w)),
        "c": eq(exp(inner(U * u, U * w) / sigma**2), exp(inner(u, w) / sigma**2)),
    }


@claim(
    "ccs/example-7-experiments",
    kind=Kind.DEFINITION,
    source="Section 4.1, before Example 6",
    forall=(d, n, Sigma, U, X),
    given=(is_rotation,),
    uses=("ccs/example-7", "ccs/eq-14", "ccs/definition-3.3", "ccs/section-h.1-setup"),
    witnesses=("words", "entries", "balls", "sampled"),
    note=r"""The kernels are those of (14). Figures 1 and 2: Section 3.3 has covariates on the unit sphere, that is
    $\Sigma=I$, where (a) the covariance of Definition 3.3 does not change under rotations. Figures 3, 5, 6:
    Appendix H.1 has $x^{(i)}=\Sigma^{1/2}\xi^{(i)}$ and labels of "the $\mathcal K$ Gaussian Process (see
    Definition 3.3)": (b) Assumption 4.2, if the labels are those of Example 7, and if they are those of Definition
    3.3, where it fails. (c) In the first case the labels depend on the $\xi^{(i)}$ alone, as if $\Sigma$ were I.
    """,
)
def example_7_experiments() -> Parts:
    r"""Example 7 "is the setting for all the experiments presented in Figures 1, 2, 3, 5, 6."
    """
    Xi = X
    turned = U_Sigma * (root * Xi)
    return {
        "a": eq(of_definition(U * X), of_definition(X)),
        "b": [
            Reading("as Example 7 recalls it", eq(of_kernel(turned), of_kernel(root * Xi))),
            Reading("as Definition 3.3 has it", eq(of_definition(turned), of_definition(root * Xi)),
                    "the process that Appendix H.1 cites"),
        ],
        "c": eq(of_kernel(root * Xi), of_definition(Xi)),
    }  # fmt: skip

