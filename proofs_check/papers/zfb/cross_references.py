"""The citations inside the proofs, step by step: does the cited item supply the cited fact?"""

from __future__ import annotations

from ...claims import Expected, Kind, Misprint, Parts, claim
from ...statement.citations import cites, supplies
from ...statement.props import Prop, almost_surely, ge, psd
from ...statement.terms import tr
from ...verdict import Verdict
from .notation import U11, u_1
from .notation_random import Gam_tau, Lam_tau

quadratic = tr(u_1**2 / 2 * Gam_tau * Lam_tau * U11 * Lam_tau * U11.T)
"""What the proof of Lemma 27 calls non-negative."""
MISPRINTS = Expected(
    Verdict.REFUTED,
    'Lemma 25 cites "the second equation in Lemma 49": there is no Lemma 49, the equation is (49) of Lemma 21; '
    "Lemma 27 cites Lemma 29, rules for derivatives and for Vec, for two signs that Lemma 32 supplies",
    parts=("lemma-25, second equation", "lemma-27, product", "lemma-27, trace"),
)


def _cites(who: str, *whom: str) -> Prop:
    return cites(f"zfb/{who}", *(f"zfb/{label}" for label in whom))


@claim(
    "zfb/cross-references",
    kind=Kind.CONSTRUCTION,
    source="whole paper, the citations inside proofs",
    uses=("zfb/theorem-4", "zfb/theorem-5", "zfb/theorem-8"),
    witnesses=("proof",),
    expected=MISPRINTS,
    misprints=(
        Misprint(r"“From Lemma 10”, of the first equation in (49)", r"from Lemma 21", "lemma-25"),
        Misprint(r"“the second equation in Lemma 49”", r"(49) of Lemma 21", "lemma-25, second equation"),
        Misprint(r"Lemma 29", r"Lemma 32", "lemma-27, product"),
        Misprint(r"Lemma 29", r"Lemma 32", "lemma-27, trace"),
    ),
)
def cross_references() -> Parts:
    r"""the dependency list, to be checked step by step (does the cited item supply the cited fact?). Theorem 4: Lemmas
    9, 10, 11, 12. Theorem 5 proof: Appendix B. Corollary 6: "Putting the above together with Theorem 5, Definition 1
    and Definition 2". Covariate shifts: (13), (18). "as we know from Theorem 5" (Section 4.3, deterministic case).
    Section 5.2 dynamics of $\tilde\ell$: Lemma 15. Lemma 10: Lemma 29, (24), (33), (35), (32), Lemma 30, (31). Lemma
    15: Lemma 29, Lemma 10. Corollary 16: Lemma 32. Lemma 11: Corollary 16. Lemma 17: Lemma 10, (27), Assumption 3.
    Lemma 18: Lemma 15, Assumption 3, Lemma 31, (37). Lemma 19: Lemmas 17, 18, 32 (twice), von Neumann. Lemma 20: Lemma
    19, Corollary 16, (45), (46). Lemma 21: Lemma 10. Lemma 25: Lemma 17 (similar); "From Lemma 10, we multiply the
    first equation in (49) by $(U_{11})^\top$"; "we multiply the second equation in Lemma 49 by $u_{-1}$"; Assumption
    3. Lemma 26: von Neumann. Lemma 27: proof of Lemma 26; "$\Gamma_\tau\Lambda_\tau\succeq0$ almost surely from Lemma
    29"; "from Lemma 29 we have $\mathrm{tr}[\frac12u_{-1}^2\Gamma_\tau\Lambda_\tau U_{11}\Lambda_\tau(U_{11})^\top]
    \ge0$"; Lemmas 31, 26, 25. Lemma 28: Lemma 24, (51), Lemma 27, (62), Lemma 25, (64), (65).
    """
    return {
        "theorem-4": _cites("theorem-4", "lemma-9", "lemma-10", "lemma-11", "lemma-12"),
        "theorem-5": _cites("theorem-5", "appendix-b-decomposition", "appendix-b-term-ii", "appendix-b-term-iii"),
        "corollary-6": _cites("corollary-6", "theorem-5", "definition-1", "definition-2"),
        "covariate shifts": _cites("section-4.2-covariate-shift", "eq-13", "eq-18"),
        "section-4.3": _cites("section-4.3-identity-condition", "theorem-5"),
        "section-5.2": _cites("section-5.2-loss-up-to-constant", "lemma-15"),
        "lemma-10": _cites("lemma-10", "lemma-29", "lemma-9", "eq-33", "eq-35", "eq-32", "lemma-30", "eq-31"),
        "lemma-15": _cites("lemma-15", "lemma-29", "lemma-10"),
        "corollary-16": _cites("corollary-16", "lemma-32-trace"),
        "lemma-11": _cites("lemma-11", "corollary-16"),
        "lemma-17": _cites("lemma-17", "lemma-10", "assumption-3"),
        "lemma-18": _cites("lemma-18", "lemma-15", "assumption-3", "lemma-31", "eq-37"),
        "lemma-19": _cites("lemma-19", "lemma-17", "lemma-18", "lemma-32-commute", "lemma-32-trace", "lemma-31"),
        "lemma-20": _cites("lemma-12", "lemma-19", "corollary-16", "eq-45", "eq-46"),
        "lemma-21": _cites("lemma-21", "lemma-10"),
        "lemma-25": _cites("lemma-25", "lemma-17", "lemma-10", "lemma-21", "assumption-3"),
        "lemma-25, second equation": _cites("lemma-25", "lemma-49"),
        "lemma-26": _cites("lemma-26", "lemma-31"),
        "lemma-27": _cites("lemma-27", "lemma-26", "lemma-31", "lemma-25"),
        "lemma-27, product": supplies("zfb/lemma-29", almost_surely(psd(Gam_tau * Lam_tau))),
        "lemma-27, trace": supplies("zfb/lemma-29", almost_surely(ge(quadratic, 0))),
        "lemma-28": _cites("lemma-28", "lemma-24", "corollary-22", "lemma-27", "lemma-25", "eq-64"),
    }


@claim(
    "zfb/cross-references-corrected",
    kind=Kind.CONSTRUCTION,
    source="corrects the proofs of Lemmas 25 and 27, Appendix C.3",
    uses=("zfb/lemma-21", "zfb/lemma-32-trace"),
    witnesses=("proof",),
    corrects="zfb/cross-references",
)
def cross_references_corrected() -> Parts:
    r"""Lemma 25: both equations of (49) are those of Lemma 21. Lemma 27: that the trace is not negative is from Lemma
    32; that $\Gamma_\tau\Lambda_\tau\succeq0$ needs no citation for diagonal $\Lambda_\tau$.
    """
    return {"lemma-25": _cites("lemma-25", "lemma-21"), "lemma-27": _cites("lemma-27", "lemma-32-trace")}
