"""How the rules of :mod:`..steps.bounds` are decided."""

from __future__ import annotations

from ...statement.props import Prop, ne
from ...statement.shape import shape_of
from ...statement.terms import Abbrev, Op, Sym, Term, free_symbols
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line, sides
from ..matching import same_prop, shown_in
from ..positivity import Sign, SignAlgebra, free_of

_SUMS = frozenset({"sum", "sum_unequal"})


def term_of_sum(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    low, high = _comparison(only(shown))
    if not (isinstance(high, Op) and high.head in _SUMS):
        raise Gap("one term is compared with a sum on the larger side")
    *indices, _, body = high.args
    _in_range(high, given, desk)
    if not desk.algebra.same(low, body):
        raise Gap("the smaller side is not a term of the sum")
    held = [line.prop for g in given for line in g.lines if free_of(line.prop, indices)]
    signs = SignAlgebra(held, desk.algebra.same)
    if signs.sign(body) is Sign.UNKNOWN:
        raise Gap("the terms of the sum are not known to be >= 0")
    ledger.assumed |= signs.assumed


def at_most_each(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    low, high = _comparison(only(shown))
    if not (isinstance(low, Op) and low.head in {"least", "least_over", "least_unequal"}):
        raise Gap("the smaller side is not the least of something")
    if low.head == "least":
        if high not in low.args:
            raise Gap("the larger side is not one of those that the least is taken of")
        return
    _in_range(low, given, desk)
    if not desk.algebra.same(low.args[-1], high):
        raise Gap("the larger side is not one of those that the least is taken over")


def below_each(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    low, high = _comparison(only(shown))
    if not (isinstance(high, Op) and high.head == "least"):
        raise Gap("the larger side is not the smaller of two numbers")
    held = [line for g in given for line in g.lines]
    if not all(shown_in(Line(Prop("le", (low, part)), shown[0].along), held, desk.algebra) for part in high.args):
        raise Gap("the premises do not bound it by both numbers")


def _in_range(node: Op, given: list[Given], desk: Desk) -> None:
    """The free index symbols have values that the sum, or the least, runs over."""
    *indices, upper, _ = node.args
    for index in indices:
        if not (isinstance(index, Sym) and isinstance(upper, Sym) and index.has(f"range:{upper.name}")):
            raise Gap("the index on the other side runs over another range")
        if not upper.has("positive"):
            raise Gap("the index may have no value at all, and the sum no term")
    if len(indices) == 2:
        first, second = indices
        held = [line.prop for g in given for line in g.lines]
        if not any(same_prop(ne(first, second), prop, desk.algebra) for prop in held):
            raise Gap("that the two indices differ is not among the premises")


def sum_of(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    low, high = _comparison(only(shown))
    match low, high:
        case (Op(head=left, args=(*first, f)), Op(head=right, args=(*second, g))) if (
            left == right and left in _SUMS and first == second
        ):
            *indices, upper = first
        case _:
            raise Gap("two sums over the same indices are compared")
    if not all(isinstance(upper, Sym) and isinstance(i, Sym) and i.has(f"range:{upper.name}") for i in indices):
        raise Gap("the index of the premise runs over another range than that of the sum")
    wanted = [Prop("le", (f, g))]
    if left == "sum_unequal":
        wanted.append(Prop("implies", (ne(*indices), wanted[0])))
    along = shown[0].along
    for premise in given:
        found = any(shown_in(Line(prop, along), premise.lines, desk.algebra) for prop in wanted)
        if found and not desk.speaks_of([premise], indices):
            return
    raise Gap("no premise compares the terms for every index")


def mean_of(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    low, high = _comparison(only(shown))
    match low, high:
        case (Op(head="expect", args=(f,)), Op(head="expect", args=(g,))):
            pass
        case _:
            raise Gap("two expectations are compared")
    pointwise = Line(Prop("le", (f, g)), shown[0].along)
    surely = Line(Prop("almost_surely", (pointwise.prop,)), shown[0].along)
    for premise in given:
        if any(shown_in(line, premise.lines, desk.algebra) for line in (pointwise, surely)):
            if desk.speaks_of_outcomes([premise]):
                raise Gap("what is known under an assumption about one outcome says nothing of the mean")
            return
    raise Gap("no premise compares what the expectations are taken of")


def generalise(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    prop = only(shown)
    indices: list[Term] = []
    while prop.head == "for_all" and _is_index(prop.args[0]):
        index, body = prop.args
        assert isinstance(index, Sym)
        assert isinstance(body, Prop)
        indices.append(index)
        prop = body
    if not indices:
        raise Gap("this rule shows what holds for every index")
    for premise in given:
        if shown_in(Line(prop, shown[0].along), premise.lines, desk.algebra):
            if desk.speaks_of([premise], indices):
                raise Gap("the premise rests on an assumption about this index")
            return
    raise Gap("no premise says it of the index")


def _is_index(node: object) -> bool:
    return isinstance(node, Sym) and node.has("index")


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


def _comparison(prop: Prop) -> tuple[Term, Term]:
    if prop.head != "le":
        raise Gap(f"this rule shows an inequality, not {prop.head!r}")
    low, high = sides(prop)
    return _opened(low), _opened(high)


def _opened(node: Term) -> Term:
    return node.body if isinstance(node, Abbrev) else node
