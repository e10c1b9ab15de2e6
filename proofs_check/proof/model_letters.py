"""The letters that stand in the loss of a model, and at its start: a time derivative speaks of them unseen.

``ddt(u)`` is ``c - u`` where the loss is ``(u - c) ** 2 / 2``: so what is shown of it for one c is not shown for all,
and a letter of the loss is no new one.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Model
from ..statement.props import Prop
from ..statement.terms import Sym, free_symbols
from .chain import Step
from .letters import letters_bound
from .steps.curvature import SomeVector
from .steps.families import OfGradient, OverLayers
from .steps.layers import Contracting, Diminishing
from .steps.recursions import Induction, Instance, MeanOfLinear
from .traits import hides_symbols, symbols_of
from .values.meaning import terms_in

_OF_EVERY_VALUE = (
    SomeVector, Induction, Instance, MeanOfLinear, OfGradient, OverLayers, Contracting, Diminishing,
)
"""Rules that ask their premises for every value of symbols that they name."""


def letters_of(model: Model) -> frozenset[Sym]:
    """The letters of a loss that is a term, and of the values at time 0, but the parameters."""
    if not model.is_a_term:
        return frozenset()
    start = frozenset[Sym]().union(*(free_symbols(value) for _, value in model.initial))
    return (free_symbols(model.loss) | start) - frozenset(model.parameters)


def moves_unseen(step: Step, props: Iterable[Prop], letters: frozenset[Sym]) -> str:
    """A letter of the model of which the step takes every value, where the model's definition enters; or nothing."""
    met = (*props, *(Prop("defined", (node, node)) for node in terms_in(step.by)))
    if not letters or not any(map(hides_symbols, met)):
        return ""
    named = frozenset(symbols_of(step.by)) if isinstance(step.by, _OF_EVERY_VALUE) else frozenset[Sym]()
    taken = named.union(*map(letters_bound, props)) & letters
    return min((sym.name for sym in taken), default="")
