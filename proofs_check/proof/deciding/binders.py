"""What rules that bind symbols ask for: that their premises hold for all values of these, and their bounds for one.

A symbol that a minimum, an infimum or a set of minimisers is taken over has no value outside; so a bound, a least value
or the place of a minimum may not contain it, and no premise may rest on what is assumed of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...statement.terms import Sym, Term, symbols
from ..binding import unfit
from ..desk import Desk, Gap, Given, signs_of
from ..logic import ANY_PARAMETER, free_parameters
from ..positivity import free_symbols
from ..traits import is_derived, is_random
from .recursions import is_size

Bindings = Sequence[tuple[Sym, Term]]


def varies_with(node: Term, variables: Collection[Sym]) -> bool:
    """Whether the value of the term may depend on one of the symbols; what a model derives does on its parameters.

    A matrix does on its sizes.
    """
    depends = free_in(node)
    if (is_derived(node) or ANY_PARAMETER in depends) and any(v.has("parameter") for v in variables):
        return True
    return bool(depends & set(variables)) or any(is_size(v, symbols(node)) for v in variables if v.has("integer"))


def free_in(node: Term) -> frozenset[Sym]:
    """The symbols on whose values the term depends; of parameters those do not count for which something is put in."""
    others = frozenset(sym for sym in free_symbols(node) if not sym.has("parameter"))
    return others | free_parameters(node)


def holds_for_all(given: list[Given], variables: Collection[Sym], desk: Desk, what: str) -> None:
    """Raises :class:`Gap` where the premises rest on an assumption about one of the symbols."""
    if desk.speaks_of(given, variables):
        raise Gap(f"the premises rest on an assumption about what {what} is taken over")


def fits(at: Bindings, given: list[Given], desk: Desk) -> None:
    """Raises :class:`Gap` where a value is not known to be among those that the symbol takes, whatever the outcome."""
    signs = signs_of(given, desk)
    if len({sym for sym, _ in at}) < len(at):
        raise Gap("a symbol is given two values")
    for sym, value in at:
        lacking = unfit(sym, value, signs, desk.algebra, {})
        if lacking:
            raise Gap(f"{sym.name} {lacking}, the stated value is not known to")
        if is_random(value):
            raise Gap(f"the value of {sym.name} may not vary with the outcome")
