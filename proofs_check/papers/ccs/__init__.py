"""Cheng, Chen, Sra (arXiv 2312.06528): the claim modules, listed explicitly."""

MODULES: tuple[str, ...] = (
    "section_3_3_kernels",
    "eq_13",
    "section_h_2",
)
