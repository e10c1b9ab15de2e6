"""The papers: the contents of each, a module for each headline statement, chains of proof."""

NAMES = ("zfb", "ccs", "zwb")
"""The prefixes of their ids, which no other claim may have."""
