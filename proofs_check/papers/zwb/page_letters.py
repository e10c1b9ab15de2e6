r"""Letters and prints of the paper's pages that their transcriptions write out, by the labels of the statements.

Each is read as one letter, which stands for the term beside it; what stands for itself occurs on the page alone.
"""

from __future__ import annotations

from ...statement.psd import infimum
from ...statement.terms import MadeSym, Sym, Term, expect, inv, minimum, norm_2, norm_op, substitute, zeros
from .assumptions import time
from .notation import (
    R_LSA,
    R_LTB,
    Gamma_tilde,
    H,
    M,
    Omega,
    P,
    P_perp,
    Phi,
    R,
    X,
    a,
    beta,
    beta_star,
    f_GD,
    f_LSA_weights,
    reduced,
    sigma,
    y,
)
from .notation import Gamma as G
from .notation_bayes import bayes, excess, risk
from .notation_bayes import y as given
from .notation_gd import A_of, S, by_level, lam
from .notation_risk import S_0, S_2, S_4, a_LSA, l, second, without_MLP, z_1, z_2, z_3

INF_LTB, INF_LSA, INF_GD = infimum(R_LTB, *reduced), infimum(R_LSA, *without_MLP), infimum(R, beta, G)


def number(tex: str, *traits: str) -> tuple[str, Sym]:
    """A number of the page alone."""
    return tex, MadeSym(f"({tex})", (1, 1), frozenset(traits), tex)


PROJECTIONS: tuple[tuple[str, Term], ...] = (("P", P), (r"P_\perp", P_perp))
LEAST: tuple[tuple[str, Term], ...] = (
    (r"\inf_{\mathcal F_{\rm LTB}}R", INF_LTB), (r"\inf_{f\in\mathcal F_{\rm LTB}}R(f)", INF_LTB),
    (r"\inf_{\mathcal F_{\rm LSA}}R", INF_LSA),
    (r"\inf_{\mathcal F_{\text{GD-}\beta}}R", INF_GD), (r"\inf_{f\in\mathcal F_{\text{GD-}\beta}}R(f)", INF_GD),
    (r"\min_{\mathcal F_{\text{GD-}\beta}}R", INF_GD),
)  # fmt: skip
SMALL = number("c"), number("C"), number("r", "positive")
WIDTHS = tuple(number(f"{d}_{k}", "integer") for d in "dr" for k in "kvf")
FEATURES: tuple[tuple[str, Term], ...] = (
    ("z_1", z_1(a_LSA)), ("z_2", z_2), ("z_3", z_3), ("S_0", S_0(a_LSA)), ("S_2", S_2(a_LSA)), ("S_4", S_4),
    ("a", a_LSA),
)  # fmt: skip
SHAPE_OF_BETA: tuple[tuple[str, Term], ...] = ((r"A(\tilde\Gamma)", A_of(Gamma_tilde)),)
GAP = INF_LSA - INF_LTB
POSTERIOR: tuple[tuple[str, Term], ...] = (
    (r"\hat\beta", bayes), (r"\mathcal L-\sigma^2", risk(bayes) - sigma**2), (r"\mathbf y", given),
)  # fmt: skip
LEVELS: tuple[tuple[str, Term], ...] = (
    (r"\sum_i\min\{\varphi_i,\frac{\sigma^2}M\}", by_level), (r"\sum_i\min\{\varphi_i, \frac{\sigma^2}M\}", by_level),
    (r"\mathbb E\mathcal L-\sigma^2", expect(excess(X))), (r"\mathcal L-\sigma^2", excess(X)),
    (r"\frac1{20}\sum_i\min", by_level / 20),
)  # fmt: skip
WRITTEN: dict[str, tuple[tuple[str, Term], ...]] = {
    "section-b-step-5": (number("c"), (r"R(f)", R_LSA), ("l", l(-beta_star)), ("a", -beta_star)),
    "section-d-step-3": (number("c"), (r"R(f)", R_LTB), ("l", l(a))),
    "theorem-4.1": SMALL, "section-4-*": (*PROJECTIONS, *SMALL),
    "section-5-proportional": (*SMALL, (r"\mathrm{gap}", GAP)),
    "lemma-5.1": WIDTHS, "section-5-gd-zero": WIDTHS, "eq-d.1": WIDTHS,
    "section-4-learnability": ((r"\mathbf y", zeros("M", 1)),),
    "eq-3.4": ((r"f_{\rm LSA}(E)", f_LSA_weights),),
    "eq-5.1": ((r"\ell(\beta)", 1 / (2 * M) * norm_2(X * beta - y) ** 2), (r"f_{\text{GD-}\beta}(E)", f_GD)),
    "lemma-6.1": POSTERIOR, "lemma-6.1-rate": LEVELS,
    "section-6-nearly-bayes": (
        (r"\inf_{\mathcal F_{\text{GD-}\beta}}R", minimum(R, beta, G)),
        (r"C(S)", 1 + 2 * S), (r"R_{\rm Bayes}-\sigma^2", expect(excess(X))),
    ),
    "corollary-6.2": (number(r"\bar\varphi"),),
    "theorem-6.3": PROJECTIONS,
    "lemma-g.2": ((r"\tilde\Gamma^*", Phi * inv(Omega)),),
    "lemma-[gh].*": (*PROJECTIONS, (r"\lambda", lam), (r"\Lambda", norm_op(H)), (r"\tau", time), *SHAPE_OF_BETA),
    "eq-c.[47]": (
        *SHAPE_OF_BETA, (r"R(\beta^*,\Gamma)", substitute(R.body, {beta: beta_star})), (r"R(\beta,\Gamma)", R),
    ),
    "section-c-step-3": SHAPE_OF_BETA, "eq-b.18": ((r"\mathrm{II}", second),), "eq-d.6": (("l", l(a)),),
    "eq-b.2": (*FEATURES, ("R", R_LSA)), "eq-b.*": FEATURES,
    "*": LEAST,
}  # fmt: skip
