"""Section 3.3: the kernels (11) of the label laws and the activations (12) that are compared on them."""

from __future__ import annotations

from ...claims import Kind, Misprint, Parts, claim
from ...statement.laws import relu
from ...statement.props import conj, defined, eq
from ...statement.terms import Sym, entry, exp, index, inner, matrix, total, vector
from .notation import K_exp, K_linear, K_relu, d, h_exp, h_linear, h_relu, h_softmax, n

u, w = vector("u", "d"), vector("w_", "d", tex="w")
U, W = matrix("U", "d", "n+1"), matrix("W", "d", "n+1")
i, j, m = index("i", "n"), index("j", "n+1"), index("m", "n", tex="k")


@claim(
    "ccs/eq-11",
    kind=Kind.DEFINITION,
    source="(11), Section 3.3",
    forall=(d, u, w),
    uses=("ccs/definition-3.3",),
    witnesses=("words", "entries"),
    options={"definition": {"object": "attention_kernels"}},
    misprints=(Misprint(r"$\exp(\langle x,y\rangle)$", r"$\exp(\langle u,w\rangle)$"),),
    note="(a), (b), (c) the definitions; (d) all three are symmetric, as Definition 3.3 asks.",
)
def eq_11() -> Parts:
    r"""(11): "three types of $\mathcal K$ Gaussian Processes": "$\mathcal K^{linear}(u,w):=\langle u,w\rangle$,
    $\mathcal K^{relu}(u,w):=\operatorname{relu}(\langle u,w\rangle)$, $\mathcal K^{exp}(u,w):=\exp(\langle
    x,y\rangle)$"
    """
    names = (Sym(f"K_{name}", tex=rf"\mathcal K^{{{name}}}(u,w)", traits=frozenset({"derived"}))
             for name in ("linear", "relu", "exp"))  # fmt: skip
    linear, rectified, exponential = names
    return {
        "a": defined(linear, inner(u, w)),
        "b": defined(rectified, relu(inner(u, w))),
        "c": defined(exponential, exp(inner(u, w))),
        "d": conj(*(eq(K(u, w), K(w, u)) for K in (K_linear, K_relu, K_exp))),
    }


@claim(
    "ccs/eq-12",
    kind=Kind.DEFINITION,
    source="(12), Section 3.3",
    forall=(d, n, U, W),
    witnesses=("words", "entries"),
    note=r"(a) to (d), in this order, for $i\le n$; (e) the last rows.",
)
def eq_12() -> Parts:
    r"""(12): "$[\tilde h^{linear}(U,W)]_{ij}:=[U^\top W]_{ij}$; $[\tilde
    h^{relu}(U,W)]_{ij}:=\operatorname{relu}([U^\top W]_{ij})$; $[\tilde h^{exp}(U,W)]_{ij}:=\exp([U^\top W]_{ij})$;
    $[\tilde h^{softmax}(U,W)]_{ij}:=\exp([U^\top W]_{ij})/\sum_{k=1}^n\exp([U^\top W]_{kj})$ for $i\ne n+1$, $0$ for
    $i=n+1$."
    """
    scores = U.T * W
    here = entry(scores, i, j)
    return {
        "a": eq(entry(h_linear(U, W), i, j), here),
        "b": eq(entry(h_relu(U, W), i, j), relu(here)),
        "c": eq(entry(h_exp(U, W), i, j), exp(here)),
        "d": eq(entry(h_softmax(U, W), i, j), exp(here) / total(m, n, exp(entry(scores, m, j)))),
        "e": conj(
            eq(entry(h_linear(U, W), n + 1, j), entry(scores, n + 1, j)),
            eq(entry(h_relu(U, W), n + 1, j), relu(entry(scores, n + 1, j))),
            eq(entry(h_exp(U, W), n + 1, j), exp(entry(scores, n + 1, j))),
            eq(entry(h_softmax(U, W), n + 1, j), 0),
        ),
    }
