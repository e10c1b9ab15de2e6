"""What a chain introduces: symbols that stand for something that was found to exist, and what they depend on."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from ..statement.terms import Sym
from .chain import Diagonal, OfModulus, Step
from .steps.families import LeastWhereEqual
from .traits import symbols_of


def introduced(syms: Collection[Sym], steps: Iterable[Step], stated: Collection[Sym]) -> bool:
    """Whether one of the symbols was introduced in one of the steps, for something that depends on others."""
    return any(s.name in made for made, _ in _introductions(steps, stated) for s in syms)


def depends(syms: Collection[Sym], on: Sym, steps: Iterable[Step], stated: Collection[Sym]) -> bool:
    """Whether one of the symbols was introduced for something that speaks of ``on``, through others perhaps."""
    names = {on.name}
    for made, of in _introductions(steps, stated):
        if names & of:
            names |= made
    return any(s.name in names - {on.name} for s in syms)


def _introductions(
    steps: Iterable[Step], stated: Collection[Sym]
) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The names of symbols that a step introduces, and of those in what it shows."""
    known = {s.name for s in stated}
    for step in steps:
        if isinstance(step.by, (Diagonal, OfModulus, LeastWhereEqual)):
            of = frozenset(s.name for s in symbols_of(step.shows))
            yield frozenset({step.by.rho.name}) if isinstance(step.by, LeastWhereEqual) else of - known, of
