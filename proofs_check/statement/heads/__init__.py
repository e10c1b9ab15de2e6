"""The table of heads: one row a head, and no head without one.

A row says what a head takes and means, its shape, what it binds, where it has values and derivatives, how it is
printed, and which slips make wrong twins of it.  Shapes, binders, domains, print and twins read it here; a new head is
a row, and a meaning in each engine that has one.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Mapping

from . import (
    arithmetic,
    flows,
    functions,
    layers,
    matrices,
    means,
    of_flows,
    of_functions,
    of_laws,
    of_matrices,
    relations,
    spectra,
)
from .row import Head, PropHead, TermHead

_OF_TERMS = (arithmetic, matrices, spectra, functions, means, flows, layers)
_OF_PROPS = (relations, of_matrices, of_functions, of_laws, of_flows)
THEMES = (*_OF_TERMS, *_OF_PROPS)

TERMS: Mapping[str, TermHead] = {row.name: row for theme in _OF_TERMS for row in theme.HEADS}
PROPS: Mapping[str, PropHead] = {row.name: row for theme in _OF_PROPS for row in theme.HEADS}
HEADS: Mapping[str, Head] = {**TERMS, **PROPS}
