"""Section 3.3: relu and softmax are not kernels."""

from __future__ import annotations

from ...claims import Difference, Differs, Kind, Parts, claim, with_proof
from ...statement.laws import relu
from ...statement.props import Prop, differs, eq
from ...statement.terms import entry, matrix, scalar
from .chains import relu as chains
from .chains.relu import not_psd, u, w
from .notation import d, h_softmax, n

X_any = matrix("X_any", "d", "n+1", tex="X")
a, b = scalar("a"), scalar("b")


@claim(
    "ccs/section-3.3-not-kernels",
    kind=Kind.INEQUALITY,
    source="Section 3.3, note after (12)",
    forall=(d, n, u, w, X_any),
    uses=("ccs/eq-12", "ccs/proposition-3.1"),
    witnesses=("words", "entries", "balls", "proof"),
    note=r"""Read for $d\ge2$ (for $d=1$, $\tilde h^{relu}$ is one: ccs/section-3.3-relu-on-the-line). (a) In any
    $\mathbb R^d$ with two orthonormal vectors $u,w$: at the points $u,u+w,w,w-u$ the matrix $\tilde h^{relu}$ has a
    negative quadratic form; its determinant there is $-1$. (b) $\tilde h^{\text{softmax}}$ is not symmetric.
    """,
    fidelity=(Difference(Differs.STRONGER_HYPOTHESES, r"$d\ge2$ in (a), in which d = 1 is not left out on the page"),),
)
def section_3_3_not_kernels() -> Parts:
    r""""Proposition 3.1 does not apply to $\tilde h^{relu}$ and $\tilde h^{\text{softmax}}$ as they are not kernels."
    """
    return {
        "a": not_psd,
        "b": differs(entry(h_softmax(X_any, X_any), 1, 2), entry(h_softmax(X_any, X_any), 2, 1)),
    }


@claim(
    "ccs/section-3.3-relu-on-the-line",
    kind=Kind.IDENTITY,
    source="Section 3.3, note after (12), for d = 1",
    forall=(a, b),
    corrects="ccs/section-3.3-not-kernels#a",
    uses=("ccs/section-3.3-not-kernels",),
    witnesses=("words", "entries", "balls", "sampled"),
)
def section_3_3_relu_on_the_line() -> Prop:
    r"""For $d=1$ relu is a kernel, with the two features $\operatorname{relu}(x)$, $\operatorname{relu}(-x)$:
    $\operatorname{relu}(xy)=\operatorname{relu}(x)\operatorname{relu}(y)+\operatorname{relu}(-x)\operatorname{relu}(-y)$.
    So the sentence speaks of $d\ge2$.
    """
    return eq(relu(a * b), relu(a) * relu(b) + relu(-a) * relu(-b))


section_3_3_not_kernels = with_proof(section_3_3_not_kernels, a=chains.NOT_PSD)
