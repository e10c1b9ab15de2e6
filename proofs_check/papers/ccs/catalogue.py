"""The catalogue of Cheng, Chen, Sra (arXiv 2312.06528): every checkable statement, in the order of the paper."""

from __future__ import annotations

from . import catalogue_appendix, catalogue_main, catalogue_optimality

ENTRIES = catalogue_main.ENTRIES + catalogue_appendix.ENTRIES + catalogue_optimality.ENTRIES
