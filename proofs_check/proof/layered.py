"""How the rule of :mod:`.layering` is decided."""

from __future__ import annotations

from ..statement.props import Prop, lt
from ..statement.terms import Term, free_symbols, norm_F, substitute
from .chain import Step
from .desk import Desk, Gap, Given, Ledger, only, signs_of
from .layering import Contracting
from .logic import Line
from .matching import shown_in
from .positivity import Sign
from .traits import shape_of

GEOMETRIC = "geometric sequences"


def contracting(step: Step, shown: tuple[Line, ...], given: list[Given], desk: Desk, ledger: Ledger) -> None:
    rule = step.by
    assert isinstance(rule, Contracting)
    prop = only(shown)
    l, f, q = rule.layer, rule.f, rule.q  # noqa: E741 - the paper's letter
    if prop.head != "tends" or prop.args[2] != l or not l.has("layer"):
        raise Gap("this rule shows a limit in the number of layers")
    body, value = (arg for arg in prop.args[:2] if isinstance(arg, Term))
    if l in free_symbols(q) or l in free_symbols(value):
        raise Gap("the factor or the limit depends on the layer")
    if desk.speaks_of(given, {l}):
        raise Gap("what is assumed of one layer does not hold for all")
    held = [line for g in given for line in g.lines]
    if not _bounds(body - value, f, held, desk):
        raise Gap("no premise bounds the squared distance to the limit")
    following = Prop("le", (substitute(f, {l: l + 1}), q * f))
    if not shown_in(Line(following, False), held, desk.algebra):
        raise Gap("no premise says that the bound shrinks by this factor from each layer to the next")
    signs = signs_of(given, desk)
    if not shown_in(Line(lt(q, 1), False), held, desk.algebra) and signs.sign(1 - q) is not Sign.POSITIVE:
        raise Gap("the factor is not known to be below 1")
    ledger.assumed |= signs.assumed
    ledger.facts.add(GEOMETRIC)


def _bounds(difference: Term, f: Term, held: list[Line], desk: Desk) -> bool:
    squares = [norm_F(difference) ** 2]
    if shape_of(difference) == (1, 1):
        squares.append(difference**2)
    return any(
        desk.algebra.same(square, f) or shown_in(Line(Prop("le", (square, f)), False), held, desk.algebra)
        for square in squares
    )
