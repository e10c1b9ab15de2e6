"""The claims of Zhang, Frei, Bartlett, arXiv 2306.09927; :mod:`.notation` says what the letters mean."""

MODULES: tuple[str, ...] = (
    "section_3_1",
    "section_3_2",
    "section_3_3",
    "assumption_3",
    "theorem_4",
    "section_5_1",
    "lemma_9",
    "lemma_10",
    "lemma_10_proof",
    "lemma_10_dynamics",
    "lemma_11",
    "lemma_12",
    "lemma_15",
    "corollary_16",
    "lemma_17",
    "lemma_18",
    "lemma_19",
    "lemma_20",
    "lemma_29",
    "lemma_30",
    "lemma_31",
    "lemma_32",
)
"""The modules that hold claims, in the order of the paper."""
