"""Cheng, Chen, Sra (arXiv 2312.06528): the claim modules, listed explicitly."""

MODULES: tuple[str, ...] = (
    "eq_13",
    "section_h_2",
)
