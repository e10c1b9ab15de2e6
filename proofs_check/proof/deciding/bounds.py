"""How the rules of :mod:`..steps.bounds` are decided."""

from __future__ import annotations

from ...statement.props import Prop
from ...statement.shape import shape_of
from ...statement.terms import Op, Sym, Term, free_symbols
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line, sides
from ..matching import shown_in


def entrywise(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    if prop.head not in {"limit", "eq"}:
        raise Gap("this rule shows the limit of a matrix, or an equation between matrices")
    A, B = sides(prop)
    for premise in given:
        for line in premise.lines:
            indices = _indices_of_entry(line.prop, A)
            wanted = Line(Prop(prop.head, (Op("entry", (A, *indices)), Op("entry", (B, *indices)))), shown[0].along)
            # Where a matrix depends on the indices, its entries there are those of many matrices.
            free = free_symbols(A) | free_symbols(B)
            if any(i in free or desk.depends(free, i) for i in indices):
                raise Gap("a matrix depends on the place of the entry")
            if indices and shown_in(wanted, (line,), desk.algebra) and not desk.speaks_of([premise], indices):
                return
    raise Gap("no premise says this of every entry")


def _indices_of_entry(prop: Prop, A: Term) -> tuple[Sym, ...]:
    """Two different free indices i, j over the rows and columns of A, where the proposition is about A_ij."""
    match prop:
        case Prop(args=(Op(head="entry", args=(found, Sym() as i, Sym() as j)), _)):
            dims = shape_of(A)
            runs = dims and i.has(f"range:{dims[0]}") and j.has(f"range:{dims[1]}")
            return (i, j) if found == A and runs and i != j else ()
    return ()
