"""What the adversary found and what is still open, with its cause: a mend removes its entry, for a test asks that
it is open."""

from __future__ import annotations

KNOWN: dict[str, str] = {
    "chains/signs/9": "tr(SRT) >= 0 is supported: no point is looked at where three definite matrices are far from "
                      "commuting",
    "standard/of_degree_six_and_eight/14": "fails at A = S = I, d = 3: an inequality of means is looked at for d <= 2",
    "special/dimensions_three_and_four/12": "fails at A = I, d = 3: hostile points have d <= 2",
    "special/propositions/17": "fails at A = E_12, B = E_23, d = 3: hostile points have d <= 2",
    "special/two_integers/15": "fails along n = 2m: orders are looked at along equal integers alone",
}  # fmt: skip
"""Verdicts that can never be, and their causes: by the id of the statement."""
