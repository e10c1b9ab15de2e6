"""The catalogue of Zhang, Frei, Bartlett (arXiv 2306.09927): every checkable statement, in the order of the paper."""

from __future__ import annotations

from . import catalogue_dynamics, catalogue_random, catalogue_setting

ENTRIES = catalogue_setting.ENTRIES + catalogue_dynamics.ENTRIES + catalogue_random.ENTRIES
