"""What is put in where it does not stand written: normal forms use it wherever they meet it, under every head.

An equation of one outcome says nothing under a mean, one of a moment nothing at another, one of an index nothing in a
sum over it.  The letters of recursions, products and derivatives along a line are kept apart by the normal forms, and a
time derivative is taken before the values at its moment are put in.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...statement.binders import BINDERS, Over, names_of
from ...statement.binding import OWN_LETTERS
from ...statement.props import Prop, subprops, subterms
from ...statement.terms import Op, Sym, Term
from ..desk import Desk, Gap, Given
from ..logic import is_closed
from ..positivity import free_symbols


def look_out_everywhere(prop: Prop, equations: list[Given], desk: Desk, *, put_in: bool = False) -> None:
    """Raises :class:`Gap` where a head in ``prop`` looks at values of which the equations do not speak.

    ``put_in``: values are put in for parameters, which leaves those alone that a head binds.
    """
    one = any(line.along and not is_closed(line.prop) for g in equations for line in g.lines)
    one = one or not all(desk.rest_on_closed(g.assumptions) for g in equations)
    spoken = frozenset[Sym]().union(*(free_symbols(line.prop) for g in equations for line in g.lines))
    for node in _binders(prop):
        over, names = BINDERS[node.head].over, names_of(node)
        moments = over in _OF_MOMENTS and not BINDERS[node.head].at_a_point
        moves = not put_in and any(s.has("parameter") for s in names) and not BINDERS[node.head].at_a_point
        if (one and (moments or moves)) or (over is Over.OUTCOMES and desk.speaks_of_outcomes(equations)):
            raise Gap(f"what holds at one moment, or for one outcome, is not used under {node.head}")
        if any(over in _STRICT or desk.speaks_of(equations, {s}) for s in names & spoken if not s.has("parameter")):
            raise Gap(f"what speaks of a letter is not used where {node.head} looks at other values of it")


_OF_MOMENTS = frozenset({Over.MOMENTS, Over.FLOWS, Over.GROWTH})
_STRICT = frozenset({Over.INDICES, Over.SOME})


def _binders(prop: Prop) -> Iterator[Prop | Op]:
    """The propositions and terms with a head that looks at other values, but for those whose letters are their own."""
    met: tuple[Prop | Term, ...] = (*(p for _, p in subprops(prop)), *(node for _, node in subterms(prop)))
    for node in met:
        if isinstance(node, (Prop, Op)) and node.head in BINDERS and node.head not in OWN_LETTERS:
            yield node
