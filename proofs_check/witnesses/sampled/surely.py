"""What fails with positive probability: on a draw, and on all draws close to it.

Draws lie in the support of their law.  Where a closed relation between continuous functions fails at one of them, it
fails in a neighbourhood of it; that a strict one is an equality there says nothing of probabilities.
"""

from __future__ import annotations

from collections.abc import Mapping

from ... import logic
from ...algebras.sampling.settings import Setting
from ...logic import Answer, Truth, known, unknown
from ...statement.fold import Lacks
from ...statement.props import Prop, subterms, terms_in
from ...statement.terms import Op, Term, det, inner, symbols
from ..points.draws import Draw, is_of_draws, signature, truth, value_on

_CLOSED: Mapping[str, str] = {
    "eq": "eq", "le": "le", "ge": "ge", "psd": "psd", "psd_form": "psd_form", "commute": "commute",
    "spectrum_products": "spectrum_products", "defined": "defined", "lt": "le", "gt": "ge", "posdef": "psd",
}  # fmt: skip
"""The weakest closed relation that each of these implies."""
_OPEN: Mapping[str, str] = {"lt": "lt", "gt": "gt", "le": "lt", "ge": "gt", "posdef": "posdef",
                            "psd": "posdef", "ne": "ne"}  # fmt: skip
"""An open relation that implies each of these."""
_APART = frozenset({"eq", "ne", "lt", "gt", "posdef"})
"""What is true, or false, where two sides agree: of the last the determinant and 0."""
_JUMPS = frozenset({"rank", "projection", "pinv", "least_positive_eigenvalue"})


_COUNTS = frozenset({"positive_eigenvalue", "negative_eigenvalues_at_least", "negative_eigenvalues_equal"})


def fails_around(prop: Prop, setting: Setting, draw: int) -> bool:
    """Whether ``prop`` is false on this draw and on all that are close to it."""
    return logic.truth(prop, Around(setting, draw)).truth is Truth.FALSE


class Around(Draw):
    """A draw and all that are close to it: true and false mean at all of these."""

    def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._around(Prop("eq", prop.args))

    def compare(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
        return self._around(prop)

    def definite(self, prop: Prop, A: Term) -> Answer:
        return self._around(prop)

    def said(self, prop: Prop) -> Answer:
        if prop.head in _COUNTS and _count_fails_around(prop, self.setting, self.draw):
            return known(False)
        return self._around(prop)

    def _around(self, prop: Prop) -> Answer:
        """Of what is not drawn the draw tells; else an open relation that implies it holds, or a closed one fails."""
        if not is_of_draws(prop):
            return known(self._at_draw(prop, prop.head))
        if _is_continuous(prop):
            if prop.head in _CLOSED and not self._at_draw(prop, _CLOSED[prop.head]):
                return known(False)
            if prop.head in _APART and self._agree_surely(prop):
                return known(prop.head == "eq")
            if prop.head in _OPEN and self._at_draw(prop, _OPEN[prop.head]):
                return known(True)
        return unknown()

    def _agree_surely(self, prop: Prop) -> bool:
        """Whether the mean of the squared difference is 0, in fractions; not where it is not known."""
        sides = terms_in(prop)
        gap = sides[0] - sides[1] if len(sides) == 2 else det(sides[0])
        try:
            return not self.setting.algebra.exact_mean(inner(gap, gap)).any()
        except (Lacks, ZeroDivisionError):
            return False

    def _at_draw(self, prop: Prop, head: str) -> bool:
        return truth(Prop(head, prop.args), self.setting, self.draw)


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


def _is_continuous(prop: Prop) -> bool:
    """In what is drawn: what jumps is taken of nothing random."""
    jumps = (node for _, node in subterms(prop) if isinstance(node, Op) and node.head in _JUMPS)
    return not any(s.traits & {"random", "derived"} for node in jumps for s in symbols(node))

