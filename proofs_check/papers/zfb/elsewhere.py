"""Conditions that the paper states, though not beside each formula that needs them: which, and where."""

from __future__ import annotations

from ...statement.laws import finite
from ...statement.terms import expect, norm_2, norm_op
from .notation import x, x_q
from .notation_prompts import y, y_q
from .notation_random import Lam_tau, lam_new, lam_tau

_OF_THE_ENTRIES = "Section 4.3, where each lambda_tau,i has finite third moments"
_OF_THE_LABELS = "Theorem 5, where E[xy] and E[y^2 x x^T] are finite"

SAID = {
    finite(expect(norm_2(lam_tau) ** 3)): _OF_THE_ENTRIES,
    finite(expect(norm_2(lam_new) ** 3)): f"{_OF_THE_ENTRIES}; Lambda_new has the same law",
    finite(expect(norm_op(Lam_tau) ** 3)): "Lemma 21, where Lambda_tau has a finite third moment",
    finite(expect(y_q * norm_2(x_q))): _OF_THE_LABELS,
    finite(expect(y_q**2 * norm_2(x_q) ** 2)): _OF_THE_LABELS,
    finite(expect(y**2 * norm_2(x) ** 2)): _OF_THE_LABELS,
}
"""Moments of Section 4.3 and Appendix C, and of Theorem 5 and its proof in Appendix B."""
