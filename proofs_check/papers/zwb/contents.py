"""Zhang, Wu, Bartlett (arXiv 2402.14951): the statements, in the order of the page."""

from __future__ import annotations

ON_THE_PAGE = (
    # Section 2 and 3
    "assumption-3.1", "eq-3.1", "eq-3.3", "eq-3.4", "section-3-lsa-in-ltb", "eq-3.5", "section-2-gd-beta",
    # Section 4
    "theorem-4.1", "section-4-strict-gap", "section-4-constant-gap", "section-4-gd-consistency",
    "section-4-not-improvable", "section-4-rank-deficient", "section-4-learnability", "table-1",
    # Section 5
    "eq-5.1", "lemma-5.1", "theorem-5.2", "eq-5.3", "theorem-5.2-function", "section-5-limit",
    "section-5-regularized-newton", "theorem-5.3", "theorem-5.3-conditions", "theorem-5.3-function",
    "section-5-function-uniqueness", "section-5-redundancy", "section-5-gd-zero", "section-5-gd-zero-optimal",
    "section-5-proportional",
    # Section 6 and 7
    "lemma-6.1", "lemma-6.1-rate", "corollary-6.2", "section-6-nearly-bayes", "eq-6.1", "theorem-6.3",
    "section-6-nonconvex", "section-6-strong-convexity", "section-6-approximate-convexity",
    "section-7-unique-minimizer", "section-7-gd-zero-convexity",
    # Appendices A and B
    "definition-a.1", "eq-a.3", "eq-b.1", "eq-b.2", "eq-b.3", "eq-b.4", "eq-b.8", "eq-b.10", "eq-b.12", "eq-b.14",
    "eq-b.15", "eq-b.17", "eq-b.18", "eq-b.19", "section-b-step-5",
    # Appendix C
    "eq-c.2", "eq-c.4", "eq-c.7", "section-c-step-3",
    # Appendix D
    "eq-d.1", "eq-d.3", "section-d-step-3", "eq-d.6",
    # Appendix G
    "corollary-g.1", "lemma-g.2", "lemma-g.3", "lemma-g.4", "lemma-g.5", "lemma-g.6",
    # Appendix H
    "lemma-h.1", "lemma-h.2", "lemma-h.3", "lemma-h.4", "lemma-h.5", "lemma-h.6",
)
BEYOND = (
    "beyond-sharp-gap", "beyond-gap-large-mean", "beyond-gap-large-context", "beyond-corollary-6.2-constants",
    "beyond-lemma-5.1-widths", "beyond-ltb-landscape", "beyond-gd-beta-landscape", "beyond-convexity-in-gamma",
    "beyond-conditioning", "beyond-monotone-distance", "beyond-arbitrary-initialisation", "beyond-lemma-h.4-general",
)
"""What goes beyond the paper, listed behind it."""
