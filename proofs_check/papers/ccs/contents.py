"""Cheng, Chen, Sra (arXiv 2312.06528): the statements, in the order of the page."""

from __future__ import annotations

ON_THE_PAGE = (
    # Sections 1 and 2
    "eq-1", "eq-2", "eq-3", "eq-4", "eq-5", "section-1-linear-attention-one-step", "section-1.1-contribution-1",
    "section-1.1-contribution-2", "section-1.1-contribution-3", "section-1.1-contribution-4",
    "section-1.1-contribution-5", "section-1.1-contribution-6", "section-1.2-generalises-ahn", "table-1",
    "assumption-2.1", "section-2.1-sparsity-at-linear-optimum", "example-1", "example-2", "example-3",
    "example-3-mask",
    # Section 3
    "eq-7", "proposition-3.1", "eq-9", "section-3.1.1-linear-kernel", "section-3.1.2-exponential-construction",
    "eq-10", "section-3.1.2-comparison", "remark-3.2", "definition-3.3", "section-3.2-psd-case", "proposition-3.4",
    "section-3.2-caveat-1", "section-3.2-caveat-2", "eq-11", "eq-12", "section-3.3-not-kernels", "eq-13",
    "section-3.3-bayes-comparison", "figure-1", "figure-2", "section-3.3-matching-activation",
    "section-3.3-softmax-few-layers", "section-3.3-softmax-conjecture", "section-3.3-learned-parameters",
    "section-3.3-relu-gap", "section-3.4-composition",
    # Section 4
    "section-4-relu-softmax-apply", "assumption-4.1", "example-4", "example-5", "assumption-4.2", "example-6",
    "example-7", "eq-14", "example-7-experiments", "example-6-special-case", "example-8", "assumption-4.3",
    "section-4.2-examples-satisfy-4.3", "assumption-4.4", "theorem-4.5", "section-4.3-exact-implementation",
    "section-4.3-identity-covariance", "section-4.3-rescaled-kernel", "eq-17", "theorem-4.6",
    "section-4.4-interleaving", "section-4.4-linear-case", "section-4.4-condition-number", "section-4.5-learned",
    "figure-3", "section-4.5-reparameterisation",
    # Appendix A
    "lemma-a.1", "eq-20", "lemma-a.1-shift", "lemma-a.1-shift-choice", "lemma-a.1-final-display",
    # Appendix B
    "appendix-b-gradient", "eq-21", "eq-22", "eq-23", "eq-24", "appendix-b-induction-step",
    # Appendix C
    "eq-25", "appendix-c-step-size", "appendix-c-demonstration-recursion", "appendix-c-query-recursion",
    "appendix-c-neumann-series", "appendix-c-limit",
    # Appendix D
    "eq-26", "eq-27", "proposition-d.1-a", "proposition-d.1-b", "appendix-d-no-prior-knowledge", "appendix-d.1-heads",
    "appendix-d.1-induction-step", "figure-4", "figure-4-kernel-c",
    # Appendix E
    "theorem-e.1", "appendix-e-local-optimality", "remark-e.2", "eq-30", "eq-31", "eq-32", "eq-34-bound",
    "eq-35-bound", "appendix-e.1-conclusion", "eq-38", "eq-39", "eq-40", "appendix-e.2-loss", "appendix-e.2-u-sigma",
    "eq-41", "eq-42", "eq-43", "eq-44", "eq-45", "eq-43-proof-display", "appendix-e.2-linearity",
    "appendix-e.2-averaging", "appendix-e.2-mean-rotation",
    # Appendix F
    "theorem-f.1", "appendix-f-local-optimum", "remark-f.2", "eq-47", "eq-48", "eq-49", "eq-51-bound", "eq-52-bound",
    "eq-53-bound", "appendix-f.1-conclusion", "eq-56", "eq-57", "eq-58", "eq-59", "appendix-f.3-loss", "eq-60",
    "eq-61", "eq-62", "eq-63", "eq-64", "eq-65", "eq-65-substitution", "eq-63-case-j-plus-1",
    "eq-63-case-later-layers", "eq-66", "eq-67", "eq-68", "eq-68-first-term", "eq-68-substitution", "eq-68-terms",
    "appendix-f.3-averaging", "eq-71", "eq-72", "eq-73", "appendix-f.4-loss", "eq-74", "eq-75", "eq-76",
    "eq-76-induction", "eq-77", "eq-78", "eq-79", "eq-79-simplification", "eq-77-case-later-layers", "eq-80", "eq-81",
    "eq-82", "eq-82-first-term", "eq-82-substitution", "eq-82-terms", "appendix-f.4-averaging", "lemma-f.5",
    "lemma-f.5-proof-display",
    # Appendix G
    "theorem-g.1", "theorem-g.2", "lemma-g.3", "lemma-g.3-lagrangian", "lemma-g.3-norm", "lemma-g.3-quadratic",
    "lemma-g.3-constant", "lemma-g.3-non-uniqueness", "appendix-g-linear-flow", "appendix-g-linear-prediction",
    # Appendix H
    "section-h.1-setup", "section-h.2-distance", "figure-5", "figure-5-text", "figure-6", "figure-6-text",
    # Appendix I
    "section-i.1-covariance", "section-i.1-invariance", "section-i.2-gradient", "section-i.2-trajectory",
)
BEYOND: tuple[str, ...] = ()
"""What goes beyond the paper, listed behind it."""
