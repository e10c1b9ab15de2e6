"""The edges of what is assumed: what is strict may hold wherever an inequality assumed is strict, and fail where it is
met with equality.  Where some point breaks the inequality, and none of those that count lies on its edge, the others
support nothing strict."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ...claims import Claim
from ...logic import Truth
from ...report.render import plain
from ...statement.premises import said
from ...statement.props import Prop, conjuncts, subterms, symbols_in
from ...statement.terms import Op, Sym, symbols
from ..deciding.quantified import is_about_sizes

_STRICT = {"le": "lt", "ge": "gt", "psd": "posdef"}
_CLOSED = frozenset({
    "eq", "le", "ge", "psd", "psd_form", "commute", "convex", "global_minimum", "conserved", "independent_of",
    "same_law",
})  # fmt: skip
"""What holds on an edge where it holds nearby, of terms that are continuous in some symbol of what is assumed."""
_JUMPING = frozenset({"rank", "pinv", "projection", "least_positive_eigenvalue", "delta"})
_WITHIN = frozenset({"for_all", "almost_surely", "always"})


@dataclass
class Edges:
    """Inequalities assumed by what is strict, those that some point breaks, and those whose edge was looked at."""

    bounds: tuple[Prop, ...]
    broken: set[tuple[Prop, int]] = field(default_factory=set)
    met: set[tuple[Prop, int]] = field(default_factory=set)

    @classmethod
    def of(cls, claim: Claim, prop: Prop) -> Edges:
        return cls(tuple(dict.fromkeys(_bounds(prop, tuple(h.prop for h in claim.given)))))

    def look(self, truth: Callable[[Prop], Truth], d: int, counts: bool) -> None:
        """What a point of dimension d tells of them; it ``counts`` where the statement is not left open there."""
        for bound in self.bounds:
            if (bound, d) in self.met & self.broken:
                continue
            here = truth(bound)
            if here is Truth.FALSE:
                self.broken.add((bound, d))
            elif counts and here.known and truth(Prop(_STRICT[bound.head], bound.args)) is Truth.FALSE:
                self.met.add((bound, d))

    @property
    def unseen(self) -> str:
        """That nothing was looked at on the edge of one of them, at the least dimension at which it is broken; empty
        where that is not so."""
        for bound in self.bounds:
            dims = [d for broken, d in self.broken if broken == bound]
            if dims and (bound, min(dims)) not in self.met:
                return f"no point looked at is on the edge of {plain(bound)}"
        return ""


def _bounds(prop: Prop, assumed: tuple[Prop, ...]) -> Iterator[Prop]:
    """Of what is assumed the inequalities on whose edge it may fail though it holds nearby."""
    for under, link in said(prop, _WITHIN, assumed):
        jumping = frozenset[Sym]().union(*(symbols(node) for _, node in subterms(link)
                                           if isinstance(node, Op) and node.head in _JUMPING))  # fmt: skip
        for bound in conjuncts(*under):
            may_fail = link.head not in _CLOSED or symbols_in(bound) <= jumping
            if may_fail and bound.head in _STRICT and not is_about_sizes(bound):
                yield bound
