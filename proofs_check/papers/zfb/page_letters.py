r"""Letters and prints of the paper's pages that their transcriptions write out, by the labels of the statements.

Each is read as one letter, which stands for the term beside it; what stands for itself occurs on the page alone.
"""

from __future__ import annotations

from ...statement.terms import (
    MadeSym,
    Term,
    absolute,
    block,
    col,
    entry,
    expect,
    grad,
    inner,
    inv,
    prediction,
    stack,
    total,
    zeros,
)
from .notation import U11, W_KQ, W_PV, Gam, M, N, c, d, grad_l_squared, i_d, j, u21, u_1, w
from .notation_new_prompt import query, trained_on_random
from .notation_prompts import eps_i, squared_error, trained_prediction, x_i
from .notation_random import l_rdm
from .section_4_2_covariates import on_scaled


def page_only(tex: str, rows: str | int, columns: str | int) -> tuple[str, Term]:
    """A letter of the page alone."""
    return tex, MadeSym(f"({tex})", (rows, columns), frozenset(), tex)


SLOPES = entry(grad(l_rdm, U11), i_d, j)
SIZE = total(i_d, d, total(j, d, absolute(SLOPES) ** 2)) + absolute(grad(l_rdm, u_1)) ** 2
NOISY: tuple[tuple[str, Term], ...] = (
    (r"\hat y_q", trained_prediction(inner(w, x_i) + eps_i)), ("y_i", inner(w, x_i) + eps_i),
)  # fmt: skip
NOUGHT = zeros("d", 1)
AT_MINIMUM = prediction(
    block(zeros("d", "d"), NOUGHT, NOUGHT.T, c), block(inv(c * Gam), NOUGHT, NOUGHT.T, zeros(1, 1)), M
)
LAWS = tuple(page_only(rf"\mathcal D_x{of}", 1, 1) for of in ("", "^{train}", "^{test}"))
GAUSSIAN = page_only(r"N(0,\Lambda)", 1, 1)
WRITTEN: dict[str, tuple[tuple[str, Term], ...]] = {
    "eq-4": (page_only("d_N", 1, 1),), "section-2-single-gd-step": (page_only("x", "d", 1), page_only("y", 1, 1)),
    "section-5.2-limit-prediction": ((r"\hat y_q(E;\theta)", AT_MINIMUM),),
    "eq-3": ((r"\hat y_q(E;\theta)", prediction(W_PV, W_KQ, N)),),
    "section-4.2-noisy-linear": NOISY, "section-4.2-covariate-scaling": ((r"\hat y_q", on_scaled),),
    "section-4.3-conditional-mean": ((r"\mathbb E[\hat y_q\,|\,x_q,w]", expect(trained_on_random(query))),),
    "section-4.3-one-third": ((r"\mathbb E\hat y_q", expect(trained_on_random(query))),),
    "appendix-b-hessian": ((r"R(w)", squared_error),),
    **dict.fromkeys(("theorem-5", "corollary-6*", "eq-18", "section-4.2-[cs]*"), (*LAWS, GAUSSIAN)),
    "definition-[17]": (page_only(r"f_{\theta^*}", 1, 1),),
    "lemma-9-proof": (("u_i", col(stack(U11, u21.T), i_d)),),
    "*": (
        *((rf"\|\nabla{of}\|_2^2", grad_l_squared) for of in (
            r"\tilde\ell(U_{11}(t),u_{-1}(t))", r"\tilde\ell(U_{11},u_{-1})", r"\tilde\ell",
        )),
        *((rf"\|\nabla{of}\|_2^2", SIZE) for of in (
            r"\ell_{rdm}(U_{11},u_{-1})", r"\ell_{rdm}(t)", r"\ell_{rdm}",
        )),
    ),
}  # fmt: skip
