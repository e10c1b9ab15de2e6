"""Zhang, Frei, Bartlett (arXiv 2306.09927): the statements, in the order of the page."""

from __future__ import annotations

ON_THE_PAGE = (
    # Section 2
    "section-2-single-gd-step", "section-2-cited-results",
    # Section 3
    "definition-1", "definition-2", "section-3.2-softmax", "eq-3", "eq-4", "section-3.2-alternative-embeddings",
    "eq-6", "section-3.2-unused-entries", "section-3.3-data-model", "eq-7", "eq-8", "eq-9", "assumption-3",
    "section-3.3-random-initialization", "section-3.3-balanced-layers",
    # Section 4.1
    "theorem-4", "eq-11", "section-4.1-scaling-invariance", "section-4.1-von-oswald", "eq-12",
    "section-4.1-large-lengths", "eq-13", "eq-14", "eq-15", "theorem-5", "section-4.1-competitive-rate",
    "section-4.1-noiseless-sigma", "section-4.1-noiseless-risk", "section-4.1-noiseless-bound",
    "section-4.1-averaged-bound", "section-4.1-rate-remark", "section-4.1-variance-remark",
    "section-4.1-conditioning-remark", "corollary-6", "corollary-6-in-context-learning", "section-4.1-error-floor",
    # Section 4.2
    "section-4.2-shift-definitions", "eq-17", "section-4.2-task-shift", "section-4.2-noisy-linear", "eq-18",
    "section-4.2-query-orthogonal", "section-4.2-covariate-shift", "section-4.2-covariate-scaling",
    "section-4.2-ols-scaling", "section-4.2-garg-behaviors",
    # Section 4.3
    "definition-7", "section-4.3-data-model", "eq-20", "theorem-8", "eq-23", "section-4.3-identity-condition",
    "section-4.3-conditional-mean", "section-4.3-one-third", "section-4.3-no-in-context-learning", "appendix-e-setup",
    "figure-1", "figure-1-fixed-trained", "figure-1-random-trained", "figure-1-spike",
    "section-4.3-positional-encodings", "section-4.3-lsa-limit-line", "section-4.3-ols-optimal",
    # Section 5
    "lemma-9", "eq-25", "section-5.1-rank-one-factorization", "section-5.1-kronecker-spectrum",
    "section-5.1-characteristic-polynomial", "section-5.1-negative-eigenvalues", "section-5.1-nonconvex", "lemma-10",
    "section-5.2-equation-count", "lemma-15", "section-5.2-loss-up-to-constant", "lemma-11",
    "section-5.2-limit-prediction", "lemma-12", "lemma-12-limits", "section-5.3-pl-implies-convergence",
    "section-5.3-translation",
    # Appendix A
    "lemma-9-proof", "eq-31", "eq-32", "appendix-a.2-second-term", "eq-33", "appendix-a.2-d-formula", "eq-35", "eq-36",
    "appendix-a.2-blocks-stay-zero", "appendix-a.2-u11-terms", "eq-37", "eq-38", "eq-39", "eq-40", "corollary-16",
    "corollary-16-expansion", "lemma-17", "appendix-a.4-saddle-origin", "lemma-18", "lemma-18-initial-loss",
    "lemma-19", "lemma-19-proof", "eq-45", "eq-46", "lemma-20-decay",
    # Appendix B
    "appendix-b-risk-exists", "appendix-b-hessian", "eq-47", "appendix-b-decomposition", "appendix-b-term-ii",
    "appendix-b-term-iii",
    # Appendix C
    "appendix-c-lemma-9", "lemma-21", "lemma-21-proof", "corollary-22", "lemma-23", "lemma-24", "lemma-25", "lemma-26",
    "lemma-26-initial-loss", "lemma-27", "lemma-28", "lemma-28-gradient-bound", "lemma-28-limits",
    "lemma-28-translation", "eq-64",
    # Appendix D
    "lemma-29", "lemma-30", "lemma-31", "lemma-32-trace", "lemma-32-commute",
    # Structure
    "cross-references",
)
BEYOND = (
    "beyond-label-noise", "beyond-task-prior", "beyond-test-length", "beyond-full-landscape", "beyond-all-invariants",
    "beyond-sigma-condition", "beyond-sharp-bounds", "beyond-closed-form-isotropic", "beyond-global-optimality",
)
"""What goes beyond the paper, listed behind it."""
