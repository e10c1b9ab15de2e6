"""How the rule of :mod:`..steps.small_gradients` is decided."""

from __future__ import annotations

from collections.abc import Iterator

from ...statement.props import Prop, for_all, substitute_in
from ...statement.terms import Num, Op, Sym, Term, free_symbols, inner, substitute, symbols, term
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only
from ..logic import Line
from ..steps.small_gradients import SmallGradients
from .families import gradient_of
from .members import bound_in, is_family, moved
from .recursions import is_any_layer

EKELAND = "Ekeland's variational principle"


def small_gradients(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, SmallGradients)
    f, j, families = rule.f, rule.layer, rule.families
    layer, upper, body = _summed(only(shown), families)
    if not is_any_layer(j) or j in free_symbols(body):
        raise Gap("the letter of the layer may not stand in the sum")
    if symbols(layer) & bound_in(f):
        raise Gap("the layer of the member that moves is bound in the function")
    if desk.speaks_of(given, {j, *families}):
        raise Gap("the premises rest on an assumption about what the infimum is taken over")
    held = [_opened(line.prop, upper, rule, desk) for g in given for line in g.lines if not line.along]
    if not any(prop in held for prop in (Prop("ge", (f, term(0))), Prop("le", (term(0), f)))):
        raise Gap("that the function is bounded below by 0 is not among the premises")
    if Prop("differentiable", (f, *families)) not in held:
        raise Gap("that the function is differentiable in the families is not among the premises")
    for summand in _summands(body):
        _is_seen(summand, layer, rule, held, desk, given)
    ledger.facts.add(EKELAND)


def _opened(prop: Prop, upper: Term, rule: SmallGradients, desk: Desk) -> Prop:
    """What a premise says of all members, in the layers of the sum: those up to ``upper - 1``."""
    match prop:
        case Prop(head="for_all", args=(Sym() as s, Prop() as body)):
            if s in {rule.layer, *rule.families} or not s.traits:
                return _opened(body, upper, rule, desk)
        case Prop(head="implies", args=(Prop(head="le", args=(j, Term() as last)), Prop() as body)):
            if j == rule.layer and desk.algebra.same(last + 1, upper):
                return _opened(body, upper, rule, desk)
    return prop


def _summed(prop: Prop, families: tuple[Sym, ...]) -> tuple[Term, Term, Term]:
    """The layer i - 1 of the sum, its last index, and its summand."""
    match prop:
        case Prop(head="eq", args=(Op(head="infimum", args=(Op(head="sum", args=(i, upper, body)), *over)), zero)):
            if zero != term(0) or tuple(over) != families or len(set(families)) < len(families):
                raise Gap("this rule shows that an infimum over the stated families is 0")
            if free_symbols(upper) & set(families):
                raise Gap("the number of layers depends on the families")
            if not all(is_family(family) and family.shape == (1, 1) for family in families):
                raise Gap("this rule is about families of any numbers, one for each layer")
            return i - 1, upper, body
    raise Gap("this rule shows that the infimum of a sum over layers is 0")


def _summands(body: Term) -> Iterator[Term]:
    if isinstance(body, Op) and body.head == "+":
        for part in body.args:
            yield from _summands(part)
    else:
        yield body


def _is_seen(
    summand: Term, layer: Term, rule: SmallGradients, held: list[Prop], desk: Desk, given: list[Given]
) -> None:
    """Whether a summand is the square of a partial derivative, or a known multiple of one."""
    match summand:
        case Op(head="^", args=(Op(head="norm_F", args=(gradient,)), Num(value=2))):
            g, S = _gradient(gradient)
            if Prop("differentiable", (g, S)) not in [_at(p, rule.layer, layer) for p in held]:
                raise Gap("that what a gradient is taken of is differentiable is not among the premises")
            if not any(_bounds(prop, g, S, layer, rule, desk, given) for prop in held):
                raise Gap("no premise says how large a gradient is beside a partial derivative")
        case Op(head="^", args=(partial, Num(value=2))):
            g, s = _gradient(partial)
            if s in symbols(rule.f):
                raise Gap("what moves may not stand in the function")
            if not any(g == moved(rule.f, family, layer, s) for family in rule.families):
                raise Gap("a summand is not the square of a partial derivative with respect to one of the families")
        case _:
            raise Gap("the summands are squares")


def _gradient(node: Term | Prop) -> tuple[Term, Sym]:
    found = gradient_of(node)
    if found is None:
        raise Gap("a gradient is taken where what moves is 0")
    return found


def _at(prop: Prop, j: Sym, layer: Term) -> Prop:
    """The premise at the layer of the sum."""
    return substitute_in(prop, {j: layer})


def _bounds(
    prop: Prop, g: Term, S: Sym, layer: Term, rule: SmallGradients, desk: Desk, given: list[Given]
) -> bool:
    """Whether ``prop`` is the implication about this gradient, for every G."""
    match prop:
        case Prop(head="implies", args=(
            Prop(head="for_all", args=(Sym() as R, Prop(args=(_, Op(head="slope", args=(Sym() as t, _)))))) as known,
            Prop(head="eq", args=(Op(head="^", args=(Op(head="norm_F", args=(Sym() as G,)), Num(value=2))), size)),
        )):  # fmt: skip
            pass
        case _:
            return False
    if {G, R, t} & (symbols(g) | symbols(rule.f)) or {R, t} & {G, S} or R.shape != S.shape:
        return False
    if G.traits or desk.speaks_of(given, {G}):
        return False
    meant = for_all(R, Prop("eq", (inner(G, R), Op("slope", (t, substitute(g, {S: t * R}))))))
    if _at(known, rule.layer, layer) != meant:
        return False
    return isinstance(size, Term) and any(
        _is_multiple(size, family, t, {G, R, S}, rule, desk) for family in rule.families
    )


def _is_multiple(
    size: Term, family: Sym, t: Sym, others: set[Sym], rule: SmallGradients, desk: Desk
) -> bool:
    """Whether ``size`` is c p^2, p the partial derivative of f with respect to the family's member in the layer.

    c may depend neither on the families nor on what depends on them, as the gradient does.
    """
    match size:
        case Op(head="*", args=(*factors, Op(head="^", args=(p, Num(value=2))))):
            depends = frozenset().union(*map(free_symbols, factors)) & {rule.layer, *rule.families, t, *others}
            if depends:
                return False
            partial = Op("slope", (t, moved(rule.f, family, rule.layer, t)))
            return p == partial or desk.algebra.same(p, partial)
    return False
