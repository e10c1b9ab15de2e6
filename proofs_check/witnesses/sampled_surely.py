"""What fails with positive probability: on a draw, and on all draws close to it.

Draws lie in the support of their law.  Where a closed relation between continuous functions fails at one of them, it
fails in a neighbourhood of it; that a strict one is an equality there says nothing of probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..algebras.sampling.settings import Setting
from ..statement.fold import Lacks
from ..statement.props import Prop, subprops, subterms
from ..statement.terms import Op, symbols
from .exact_draws import signature, truth, value_on

_CLOSED: Mapping[str, str] = {
    "eq": "eq", "le": "le", "ge": "ge", "psd": "psd", "psd_form": "psd_form", "commute": "commute",
    "spectrum_products": "spectrum_products", "defined": "defined", "lt": "le", "gt": "ge", "posdef": "psd",
}  # fmt: skip
"""The weakest closed relation that each of these implies."""
_OPEN: Mapping[str, str] = {"lt": "lt", "gt": "gt", "le": "lt", "ge": "gt", "ne": "ne", "posdef": "posdef",
                            "psd": "posdef"}  # fmt: skip
"""An open relation that implies each of these."""
_JUMPS = frozenset({"rank", "projection", "pinv", "least_positive_eigenvalue"})


_COUNTS = frozenset({"positive_eigenvalue", "negative_eigenvalues_at_least", "negative_eigenvalues_equal"})


def is_of_draws(prop: Prop) -> bool:
    """Whether something in it is said of all that is drawn, or of almost all."""
    drawn = any(s.traits & {"random", "derived"} for _, node in subterms(prop) for s in symbols(node))
    return drawn or any(sub.head == "almost_surely" for _, sub in subprops(prop))


def fails_around(prop: Prop, setting: Setting, draw: int) -> bool:
    """Whether ``prop`` is false on this draw and on all that are close to it."""
    inner = [arg for arg in prop.args if isinstance(arg, Prop)]
    if prop.head == "almost_surely":
        return fails_around(inner[0], setting, draw)
    if prop.head == "and":
        return any(fails_around(arg, setting, draw) for arg in inner)
    if prop.head == "implies":
        return _holds_around(inner[0], setting, draw) and fails_around(inner[1], setting, draw)
    if prop.head in _COUNTS:
        return _count_fails_around(prop, setting, draw)
    closed = _CLOSED.get(prop.head)
    return closed is not None and _is_continuous(prop) and not _truth(Prop(closed, prop.args), setting, draw, True)


def _count_fails_around(prop: Prop, setting: Setting, draw: int) -> bool:
    """Eigenvalues that are not 0 keep their signs close by."""
    try:
        A, *count = (value_on(arg, setting, draw) for arg in prop.args)
        positive, negative = signature(A)
    except Lacks:
        return False
    if not _is_continuous(prop):
        return False
    if prop.head == "positive_eigenvalue":
        return negative == len(A)
    (k,) = (int(c[0, 0]) for c in count)
    return k > len(A) - positive or (prop.head == "negative_eigenvalues_equal" and k < negative)


def _holds_around(prop: Prop, setting: Setting, draw: int) -> bool:
    """Whether ``prop`` is true on this draw and on all that are close to it."""
    inner = [arg for arg in prop.args if isinstance(arg, Prop)]
    if prop.head == "almost_surely":
        return _holds_around(inner[0], setting, draw)
    if prop.head == "and":
        return all(_holds_around(arg, setting, draw) for arg in inner)
    if not any(s.traits & {"random", "derived"} for _, node in subterms(prop) for s in symbols(node)):
        return _truth(prop, setting, draw, False)
    opened = _OPEN.get(prop.head)
    return opened is not None and _is_continuous(prop) and _truth(Prop(opened, prop.args), setting, draw, False)


def _is_continuous(prop: Prop) -> bool:
    return not any(isinstance(node, Op) and node.head in _JUMPS for _, node in subterms(prop))


def _truth(prop: Prop, setting: Setting, draw: int, unknown: bool) -> bool:
    try:
        return truth(prop, setting, draw)
    except Lacks:
        return unknown
