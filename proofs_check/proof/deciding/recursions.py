"""How the rules of :mod:`..steps.recursions` about layers are decided."""

from __future__ import annotations

from collections.abc import Iterable
from re import findall

from ...statement.props import Prop, conj, implies, le, lt, substitute_in
from ...statement.terms import Sym, Term, symbols, term
from ..binding import is_layer
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line, lines
from ..matching import shown_in
from ..steps.recursions import Induction
from ..traits import hides_symbols


def induction(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Induction)
    l, j = rule.layer, rule.upto  # noqa: E741 - the paper's letter
    if not is_layer(l) or (j is not None and (not is_layer(j) or j == l)):
        raise Gap("induction runs over a layer 0, 1, 2, ..., up to another one")
    if l.traits - _LAYER:
        raise Gap(f"induction begins at 0 and goes through every layer; {l.name} has other values")
    if hides_symbols(only(shown)):
        raise Gap("what the model derives may depend on the layer unseen")
    if is_size(l, symbols_in([only(shown)])):
        raise Gap(f"{l.name} is a dimension as well: the matrices would change with it")
    if shown[0].along:
        raise Gap("what is shown by induction holds for all parameters")
    if desk.speaks_of(given, {l}):
        raise Gap("what is assumed of one layer does not hold for all")
    target = only(shown) if j is None else _within(only(shown), l, j)
    if not _is_plain(target):
        raise Gap("induction shows equations, inequalities, and what follows from such")
    base, above = at_layer(target, l, term(0)), at_layer(target, l, l + 1)
    hypothesis = target if j is None else conj(target, lt(l, j))
    held = [line for g in given for line in g.lines]
    for link in lines(base):
        if not shown_in(link, held, desk.algebra):
            raise Gap("that it holds at 0 is not among the premises")
    if not shown_in(Line(implies(hypothesis, above), False), held, desk.algebra):
        raise Gap("that it passes from each layer to the next is not among the premises")


def is_size(sym: Sym, others: Iterable[Sym]) -> bool:
    """Whether the integer is a dimension of one of the symbols, or the range of an index."""
    sizes = (str(dim) for s in others for dim in (*s.shape, *(t for t in s.traits if t.startswith("range:"))))
    return any(sym.name in findall(r"\w+", size) for size in sizes)


def _within(prop: Prop, l: Sym, j: Sym) -> Prop:  # noqa: E741 - the paper's letter
    """What ``implies(le(l, j), p)`` says up to j."""
    match prop:
        case Prop(head="implies", args=(Prop() as bound, Prop() as body)) if bound == le(l, j):
            return body
    raise Gap("up to a layer j, induction shows implies(le(l, j), p)")


def at_layer(prop: Prop, l: Sym, value: Term) -> Prop:  # noqa: E741 - the paper's letter
    """The proposition at another layer; nothing that its terms bind is touched."""
    return substitute_in(prop, {l: value})


_PLAIN = frozenset({"eq", "ne", "le", "lt", "ge", "gt", "and", "implies", "psd", "posdef"})


def _is_plain(prop: Prop) -> bool:
    """Whether the proposition speaks of the values of its free symbols, and binds none itself."""
    return prop.head in _PLAIN and all(_is_plain(a) for a in prop.args if isinstance(a, Prop))


_LAYER = frozenset({"integer", "nonnegative", "layer"})
"""Of which nothing is known but that it is a layer."""


def is_any_layer(sym: Sym) -> bool:
    """Whether the letter stands for each of the layers 0, 1, 2, ..., and for nothing else."""
    return sym.traits == _LAYER


def symbols_in(props: Iterable[Prop]) -> frozenset[Sym]:
    """All symbols in the propositions, bound ones included."""
    return frozenset(s for prop in props for arg in prop.args
                     for s in (symbols_in([arg]) if isinstance(arg, Prop) else symbols(arg)))
