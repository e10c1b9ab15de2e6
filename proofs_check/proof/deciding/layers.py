"""How the rules of :mod:`..steps.layers` are decided."""

from __future__ import annotations

from ...statement.binders import BINDERS
from ...statement.props import Prop, implies, le, lt
from ...statement.shape import shape_of
from ...statement.terms import (
    Abbrev,
    MadeSym,
    Num,
    Op,
    Sym,
    Term,
    eye,
    free_symbols,
    nodes,
    norm_F,
    substitute,
    symbols,
    term,
)
from ..binding import is_layer
from ..chain import Step
from ..desk import Desk, Gap, Given, Ledger, only, premise_props, signs_of
from ..logic import Line
from ..matching import shown_in
from ..positivity import Sign
from ..steps.layers import Contracting, Diminishing, Rotated
from ..traits import hides_symbols, is_random
from .recursions import is_size, symbols_in

GEOMETRIC = "geometric sequences"
PRODUCTS = "infinite products"
ROUND = "laws that rotations keep"
_ELSEWHERE = frozenset(BINDERS)


def contracting(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Contracting)
    l, f, q = rule.layer, rule.f, rule.q  # noqa: E741 - the paper's letter
    held = _near(step, shown, l, f, (q,), given, desk)
    following = Prop("le", (substitute(f, {l: l + 1}), q * f))
    if not shown_in(Line(following, False), held, desk.algebra):
        raise Gap("no premise says that the bound shrinks by this factor from each layer to the next")
    signs = signs_of(given, desk)
    known = q.value < 1 if isinstance(q, Num) else signs.sign(1 - q) is Sign.POSITIVE
    if not known and not shown_in(Line(lt(q, 1), False), held, desk.algebra):
        raise Gap("the factor is not known to be below 1")
    ledger.assumed |= signs.assumed
    ledger.facts.add(GEOMETRIC)


def diminishing(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Diminishing)
    l, f, c, b = rule.layer, rule.f, rule.c, rule.b  # noqa: E741 - the paper's letter
    held = _near(step, shown, l, f, (c, b), given, desk)
    following = Prop("le", (substitute(f, {l: l + 1}), (1 - c / (l + 1)) * f))
    if not shown_in(Line(implies(le(b, l), following), False), held, desk.algebra):
        raise Gap("no premise says that the bound shrinks by these factors from some layer on")
    signs = signs_of(given, desk)
    if signs.sign(c) is not Sign.POSITIVE:
        raise Gap("the constant in the factors is not known to be positive")
    ledger.assumed |= signs.assumed
    ledger.facts.add(PRODUCTS)


def _near(
    step: Step, shown: tuple[Line, ...], l: Sym, f: Term, fixed: tuple[Term, ...], given: list[Given],  # noqa: E741
    desk: Desk,
) -> list[Line]:
    """What the premises say, once they bound the squared distance to the limit in the number of layers."""
    prop = only(shown)
    if prop.head != "tends" or prop.args[2] != l or not is_layer(l):
        raise Gap("this rule shows a limit in the number of layers")
    if is_size(l, symbols_in([prop, *premise_props(given)])):
        raise Gap(f"{l.name} is a dimension as well: the matrices would change with it")
    body, value = (arg for arg in prop.args[:2] if isinstance(arg, Term))
    if any(l in free_symbols(node) for node in (value, *fixed)):
        raise Gap("the factor or the limit depends on the layer")
    if hides_symbols(Prop("le", (term(0), f))):
        raise Gap("what the model derives may depend on the layer unseen")
    if desk.speaks_of(given, {l}):
        raise Gap("what is assumed of one layer does not hold for all")
    held = [line for g in given for line in g.lines]
    if not _bounds(body - value, f, held, desk):
        raise Gap("no premise bounds the squared distance to the limit")
    return held


def _bounds(difference: Term, f: Term, held: list[Line], desk: Desk) -> bool:
    squares = [norm_F(difference) ** 2]
    if shape_of(difference) == (1, 1):
        squares.append(difference**2)
    return any(
        desk.algebra.same(square, f) or shown_in(Line(Prop("le", (square, f)), False), held, desk.algebra)
        for square in squares
    )


def rotated(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Rotated)
    prop, U = only(shown), rule.rotation
    pairs = _compared(prop)
    if not pairs:
        raise Gap("this rule shows that two random matrices have one law, or that two means are equal")
    shape = shape_of(U)
    if shape is None or is_random(U) or not desk.algebra.same(U.T * U, eye(shape[0])):
        raise Gap("what rotates is not known to be an orthogonal matrix that is not random")
    for z in rule.drawn:
        if not _is_round(z) or z.shape[0] != shape[0]:
            raise Gap(f"the law of {z.name} is not known to be that of its rotations")
    if desk.speaks_of_outcomes(given):
        raise Gap("a premise rests on what is assumed of one outcome")
    if any(_is_bound(side, z) for pair in pairs for side in pair for z in rule.drawn):
        raise Gap("what is drawn stands under a sum or a mean of its own")
    if any(_is_joint(sym) for pair in pairs for side in pair for sym in symbols(side)):
        raise Gap("what is drawn jointly with something else need not keep its law beside it")
    for left, right in pairs:
        one = eye(shape[0])
        if not desk.algebra.same(_turned(left, one, rule.drawn), _turned(right, U, rule.drawn)):
            raise Gap("the one matrix is not the other with what is drawn rotated")
    ledger.facts.add(ROUND)


def _compared(prop: Prop) -> list[tuple[Term, Term]]:
    """What must be equal once what is drawn is rotated on the right."""
    A, B = (arg if isinstance(arg, Term) else term(0) for arg in prop.args[:2])
    if prop.head == "same_law":
        return _columns(A, B)
    match A, B:
        case Op(head="expect", args=(f,)), Op(head="expect", args=(g,)) if prop.head == "eq":
            return [(f, g)]
    return []


def _is_round(z: Sym) -> bool:
    """Whether it is drawn by itself, with a law that rotations keep."""
    gaussian = z.traits - {"iid"} == {"random", "cov:I"} and z.shape[1] == 1
    return gaussian or z.traits - {"iid"} == {"random", "orthogonal", "haar"}


def _is_bound(node: Term, z: Sym) -> bool:
    """Whether z stands under a head that looks at other outcomes, or at several members of a family at once."""
    return any(isinstance(sub, Op) and sub.head in _ELSEWHERE and z in symbols(sub) for sub in nodes(node))


def _is_joint(sym: Sym) -> bool:
    return any(trait.split(":")[0] in {"label", "copy", "prompt", "derived"} for trait in sym.traits)


def _columns(A: Term, B: Term) -> list[tuple[Term, Term]]:
    """The sides, or their columns where all are written alike; a factor on the left acts on each of them."""
    match A, B:
        case Op(head="*", args=(P, Op(head="beside_over", args=(i, upper, a)))), Op(head="beside_over", args=right):
            if (i, upper) == right[:2] and i not in symbols(P):
                return [(P * a, right[2])]
    return [(A, B)]


def _turned(node: Term, U: Term, drawn: tuple[Sym, ...]) -> Term:
    """The term with U z in the place of z, and of the members of families, which are letters like others here."""
    if isinstance(node, Abbrev):
        return _turned(node.body, U, drawn)
    if isinstance(node, Sym):
        return U * _letter(node, f"one {node.name}") if node in drawn and not node.has("iid") else node
    if not isinstance(node, Op):
        return node
    if node.head == "at" and node.args[0] in drawn:
        family, member = node.args
        assert isinstance(family, Sym)
        return U * _letter(family, f"{family.name} {member!r}")
    return Op(node.head, tuple(_turned(arg, U, drawn) for arg in node.args))


def _letter(z: Sym, name: str) -> Sym:
    """What is drawn as a letter of which nothing is known but that rotations are orthogonal."""
    return MadeSym(name, z.shape, z.traits & {"orthogonal"})
