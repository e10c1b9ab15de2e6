r"""Letters and prints of the paper's pages that their transcriptions write out, by the labels of the statements.

Each is read as one letter, which stands for the term beside it; what stands for itself occurs on the page alone.
"""

from __future__ import annotations

from ...statement.laws import relu
from ...statement.terms import MadeSym, Term, exp, expect, inner, matrix, scalar, vector
from . import notation_descent as descent
from .appendix_a import squared
from .examples_1_2_3 import U, W
from .notation import X_0, A_of, A_star, B_of, B_star, C_of, C_star, h_exp, h_kernel, h_linear, h_relu, h_softmax, l
from .notation_rotations import loss, no_A
from .page_gradients import LAYER_BY_LAYER
from .section_3_3_definitions import U as U_3
from .section_3_3_definitions import W as W_3
from .theorem_e_1 import G as G_E
from .theorem_e_1_remark import B_turned, C_turned
from .theorem_f_1 import G as G_F


def page_only(tex: str, rows: str | int, columns: str | int, *traits: str) -> tuple[str, MadeSym]:
    """A letter of the page alone."""
    return tex, MadeSym(f"({tex})", (rows, columns), frozenset(traits), tex)


def kernels(*names: str) -> tuple[tuple[str, Term], ...]:
    """The kernels (11) of two vectors that are called so."""
    u, w = (vector(name) for name in names)
    pair = ",".join(names)
    return (
        *zip(names, (u, w), strict=True),
        (rf"\mathcal K^{{linear}}({pair})", inner(u, w)),
        (rf"\mathcal K^{{relu}}({pair})", relu(inner(u, w))),
        (rf"\mathcal K^{{exp}}({pair})", exp(inner(u, w))),
    )  # fmt: skip


SIGMA = scalar("sigma", "positive", tex=r"\sigma")
AT_TIME = "(r(t),B(t),C(t))"
OF_C_AND_R = (
    (r"\nabla_{C_\ell}f", matrix("G_C", tex=r"\mathfrak{G}_C")),
    (r"\partial_{r_\ell}f", scalar("G_r", tex=r"\mathfrak{G}_r")),
)  # fmt: skip
"""Gradients that a statement about one layer leaves out: C moves by the formula of B."""
IN_S = ((r"B_\ell", B_star(l)), (r"C_\ell", C_star(l)))
"""The matrices of a point of S, which transcriptions write out."""
MOVED = r"X_j(U_\Sigma X_0,tR)"
WRITTEN: dict[str, tuple[tuple[str, Term], ...]] = {
    **LAYER_BY_LAYER,
    **dict.fromkeys(("theorem-[4e].*", "eq-3[89]"), IN_S),
    **dict.fromkeys(("theorem-f.*", "eq-5[67]"), (*IN_S, (r"A_\ell", A_star(l)))),
    "example-1": ((r"\tilde h(U,W)", h_linear(U, W)),), "example-2": ((r"\tilde h(U,W)", h_relu(U, W)),),
    "eq-12": (
        (r"\tilde h^{linear}(U,W)", h_linear(U_3, W_3)), (r"\tilde h^{relu}(U,W)", h_relu(U_3, W_3)),
        (r"\tilde h^{exp}(U,W)", h_exp(U_3, W_3)), (r"\tilde h^{softmax}(U,W)", h_softmax(U_3, W_3)),
    ),
    "eq-14": kernels("u", "w"),
    "section-3.1.1-linear-kernel": kernels("u", "w"), "section-h.1-setup": kernels("u", "v"),
    "eq-65-substitution": (page_only(MOVED, "d", "n+1"),),
    "section-3.3-softmax-few-layers": (page_only("L", 1, 1, "integer"),),
    "lemma-g.3-constant": (page_only(r"\alpha^*", "n", 1), page_only(r"\alpha", "n", 1)),
    "figure-4-kernel-c": (page_only(r"\alpha", 1, 1), page_only("G_1", 5, 5), page_only("G_2", 5, 5)),
    "eq-10": (page_only(r"Q_\ell", "d+1", "d+1"), page_only(r"K_\ell", "d+1", "d+1")),
    "remark-e.2": (
        ("f(r,B,C)", loss(no_A, B_of, C_of)), (r"f(r,\Lambda^\top B,\Lambda^{-1}C)", loss(no_A, B_turned, C_turned)),
    ),
    "remark-f.2": (
        ("f(r,A,B,C)", loss(A_of, B_of, C_of)),
        (r"f(r,A,\Lambda^\top B,\Lambda^{-1}C)", loss(A_of, B_turned, C_turned)),
    ),
    "lemma-a.1*": tuple((f"f({of})", expect(squared)) for of in ("V,Q,K", "A,B,C", "W")),
    "eq-30": tuple((tex + AT_TIME, term) for tex, term in (*OF_C_AND_R, (r"\nabla_{B_\ell}f", G_E))),
    "eq-47": (*OF_C_AND_R, (r"\nabla_{P_\ell}f", G_F), (r"\nabla_{B_\ell}f", G_F)),
    "proposition-3.4": (("X", X_0),), "eq-23": ((r"\tilde h(X_0,X_0)", h_kernel(descent.X_0, descent.X_0)),),
    "definition-3.3": (page_only("X", "d", "n+1"), page_only("Y", 1, "n+1")),
    "assumption-2.1": (page_only("K", "d+1", "d+1"), page_only("Q", "d+1", "d+1")),
}  # fmt: skip
