"""Zhang, Wu, Bartlett (arXiv 2402.14951): the claim modules, listed explicitly."""

MODULES: tuple[str, ...] = (
    "assumption_3_1",
    "section_3",
    "appendix_a",
    "appendix_b",
    "appendix_b_risk",
    "appendix_d",
    "appendix_h",
    "beyond_lemma_h_4",
    "theorem_5_2",
    "section_5",
    "lemma_5_1",
    "section_5_gd_zero",
    "appendix_c",
)
