"""How the rules of :mod:`..steps.recursions` about layers are decided."""

from __future__ import annotations

from collections.abc import Iterable
from re import findall

from ...statement.binders import Over, heads
from ...statement.props import Prop, conj, implies, le, lt, substitute_in
from ...statement.terms import Op, Sym, Term, children, free_symbols, symbols, term
from ..binding import is_layer, unfit
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, premise_props, signs_of
from ..logic import Line, lines, sides
from ..matching import shown_in
from ..steps.recursions import Induction, Instance
from ..traits import hides_symbols
from .unseen import look_out_everywhere


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


def rewriting(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    equations = []
    for prop in premise_props(given):
        if prop.head != "eq":
            raise Gap("what is used for rewriting is an equation")
        equations.append(sides(prop))
    for line in shown:
        if line.prop.head != "eq":
            raise Gap("this rule shows equations")
        look_out_everywhere(line.prop, given, desk)
        if not desk.algebra.same_where(*sides(line.prop), equations):
            raise Gap("the two sides differ also where the equations are used")


def instance(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Instance)
    bindings = dict(rule.at)
    if not given:
        raise Gap("an instance is one of a premise")
    source, *bounds = given
    if any(line.prop.head != "le" for bound in bounds for line in bound.lines):
        raise Gap("an instance is one of a single premise; others may say that differences are layers")
    if desk.introduced(symbols_in(premise_props(given))):
        raise Gap("the premise speaks of symbols that depend on others")
    if any(s.traits & {"derived", "prompt", "iid"} for s in symbols_in(premise_props(given))):
        raise Gap("the premise speaks of what is derived, or of a family, whose law the symbols may enter")
    if any(value != sym for sym, value in rule.at) and any(map(hides_symbols, premise_props(given))):
        raise Gap("the premise speaks of the model, in whose definition or start the symbols may stand")
    signs = signs_of([], desk)
    for sym, value in bindings.items():
        promise = unfit(sym, value, signs, desk.algebra, {})
        if promise and not (is_any_layer(sym) and _is_difference(value, bounds)):
            raise Gap(f"{sym.name} {promise}, what is put in is not known to")
        if any(s.has("index") for s in free_symbols(value)):
            raise Gap("an index may not be put in, where sums may bind it")
        if sym.has("integer") and (not sym.has("nonnegative") or is_size(sym, symbols_in(premise_props(given)))):
            raise Gap(f"{sym.name} may be a dimension")
    found = [line for held in source.lines for line in _instances(held, bindings, [source], desk)]
    if not found:
        raise Gap("the premise does not hold for all values of the symbols")
    for line in shown:
        if not shown_in(line, found, desk.algebra):
            raise Gap("what is shown is not this instance of the premise")


_LAYER = frozenset({"integer", "nonnegative", "layer"})
"""Of which nothing is known but that it is a layer."""


def is_any_layer(sym: Sym) -> bool:
    """Whether the letter stands for each of the layers 0, 1, 2, ..., and for nothing else."""
    return sym.traits == _LAYER


def _is_difference(value: Term, bounds: list[Given]) -> bool:
    """Whether the term is a - b of two layers, b <= a being among the premises."""
    match value:
        case Op(head="-", args=(a, b)):
            return is_layer(a) and is_layer(b) and le(b, a) in premise_props(bounds)
    return False


def symbols_in(props: Iterable[Prop]) -> frozenset[Sym]:
    """All symbols in the propositions, bound ones included."""
    return frozenset(s for prop in props for arg in prop.args
                     for s in (symbols_in([arg]) if isinstance(arg, Prop) else symbols(arg)))


def _instances(line: Line, bindings: dict[Sym, Term], given: list[Given], desk: Desk) -> list[Line]:
    """What a line says at these values of symbols that it is about for every value."""
    prop, quantified = line.prop, set[Term]()
    while prop.head == "for_all" and isinstance(prop.args[1], Prop):
        bound = prop.args[0]
        if not isinstance(bound, Sym) or bound not in bindings:
            break
        quantified.add(bound)
        prop = prop.args[1]
    free = bindings.keys() - quantified
    moved = {sym: value for sym, value in bindings.items() if value != sym}
    # What is said of all values of x is said of x itself, whatever else it binds.
    if line.along or (moved and not _is_plain(prop)) or any(s.has("parameter") for s in bindings):
        return []
    if desk.speaks_of(given, free):
        return []
    if moved and any(_under_a_mean(arg, moved) for arg in _terms(prop)):
        return []
    return [Line(link.prop, False) for link in lines(substitute_in(prop, bindings))]


def _terms(prop: Prop) -> list[Term]:
    return [t for arg in prop.args for t in (_terms(arg) if isinstance(arg, Prop) else [arg])]


_LOOK_ELSEWHERE = heads(Over.OUTCOMES, Over.VALUES, Over.MOMENTS)
_MEANS = frozenset({"expect", "expect_given"})
_DRAWN = frozenset({"random", "iid", "prompt", "derived"})


def _of_no_known_law(sym: Sym) -> bool:
    """Whether no symbol can enter the law of this one: it is not drawn, or from a law of which nothing is said here."""
    return not sym.traits & _DRAWN or bool(sym.traits & {"context", "haar"})


def _under_a_mean(node: Term, bindings: dict[Sym, Term]) -> bool:
    """Whether one of the symbols stands where what is put in would be drawn, or moved; nothing fixed is, by a mean."""
    if isinstance(node, Op) and node.head in _LOOK_ELSEWHERE:
        put_in = [value for sym, value in bindings.items() if sym in free_symbols(node)]
        drawn = any(sym.traits & _DRAWN for value in put_in for sym in free_symbols(value))
        if not all(map(_of_no_known_law, free_symbols(node))) or (put_in and (drawn or node.head not in _MEANS)):
            return True
    return any(_under_a_mean(child, bindings) for child in children(node))
