"""Sizes of dimensions at which the hypotheses about sizes hold: at others every statement would hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from ...model import Model
from ...statement.fold import Lacks
from ...statement.props import Prop, conjuncts, terms_in
from ...statement.terms import Num, Term, nodes, symbols
from .space import Setting
from .truth import truth


class Excluded(Lacks):
    """No value meets the hypotheses at this size: that says nothing of the others."""


MOST_SIZES = 3
"""Dimensions that are looked for at once."""
RELATIONS = frozenset({"eq", "ne", "le", "lt", "ge", "gt"})


def sizes_met(own: Mapping[str, int], d: int, given: Sequence[Prop], model: Model) -> dict[str, int]:
    """``own``, where equations between these dimensions hold; else other sizes at which they do, if any."""
    links = [link for link in conjuncts(*given) if link.head == "eq" and _are_sizes(terms_in(link), own)]
    asked = sorted({sym.name for link in links for t in terms_in(link) for sym in symbols(t)} & own.keys())
    if not asked or len(asked) > MOST_SIZES:
        return dict(own)
    stated = {int(node.value) for link in links for t in terms_in(link) for node in nodes(t) if isinstance(node, Num)}
    usual = tuple(own[name] for name in asked)
    # What is left open is neither d nor 1, where more would hold than is stated.
    tried = sorted(range(1, max({d + 2, *own.values(), *stated}) + 1), key=lambda n: (n == 1, n == d, n))
    for sizes in (usual, *product(tried, repeat=len(asked))):
        here = dict(own) | dict(zip(asked, sizes, strict=True))
        if all(truth(link, Setting(d, here, model=model)) is True for link in links):
            return here
    return dict(own)


def are_met(sizes: Mapping[str, int], d: int, given: Sequence[Prop], model: Model) -> bool:
    """Whether no hypothesis about d and these sizes alone fails at them."""
    links = [link for link in conjuncts(*given) if link.head in RELATIONS and _are_sizes(terms_in(link), sizes)]
    return all(truth(link, Setting(d, sizes, model=model)) is not False for link in links)


def _are_sizes(sides: Sequence[Term], own: Mapping[str, int]) -> bool:
    """Whether the sides speak of d and of these dimensions alone."""
    met = frozenset().union(*map(symbols, sides))
    return all(sym.has("integer") and (sym.name == "d" or sym.name in own) for sym in met)
