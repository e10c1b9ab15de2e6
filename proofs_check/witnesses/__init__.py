"""Witnesses: independent ways to examine a proposition.

A witness reads the statement tree in its own algebra.  It may answer UNDECIDED, and says then what it lacks.
Every witness that supports a proposition is also shown its wrong twins (:mod:`proofs_check.twins`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from ..claims import Claim, Part, Reading
from ..naming import Resolve
from ..statement.props import Prop
from ..verdict import Outcome

if TYPE_CHECKING:
    from ..registry import Registry


@dataclass(frozen=True, slots=True)
class Context:
    """What the user asked for; the same for all claims of a run."""

    seed: int | None = None
    dims: tuple[int, ...] = (1, 2, 3)
    tier: str = "fast"
    device: str = "cpu"
    known: Registry | None = field(default=None, compare=False, repr=False)
    """The claims that a proof may cite; by default those of the library and of installed packages."""


class Witness(Protocol):
    name: str

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome: ...

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        """Whether this witness rejects ``twin``; derived sides, samples and trained weights are reused."""
        ...


_CLASSES = {
    "words": ("words", "WordsWitness"),
    "entries": ("entries", "EntriesWitness"),
    "grid": ("grid", "GridWitness"),
    "proof": ("proof", "ProofWitness"),
    "balls": ("balls", "BallsWitness"),
    "sampled": ("sampled", "SampledWitness"),
    "trained": ("trained", "TrainedWitness"),
    "gpu": ("gpu", "GpuWitness"),
    "definition": ("definition", "DefinitionWitness"),
}
NAMES = tuple(_CLASSES)
OF_FACTS = ("words", "entries", "grid", "balls", "sampled")
"""Who examines what is only cited: everybody who needs no experiment.  Nothing else could tell a wrong citation."""


@cache
def witness(name: str) -> Witness:
    """The witness called ``name``; its module, and what it needs, is imported now."""
    module, cls = _CLASSES[name]
    found = getattr(import_module(f"{__name__}.{module}"), cls)()
    from .in_letters import InLetters, ReasoningInLetters

    return ReasoningInLetters(found) if name == "proof" else InLetters(found)


def resolving(context: Context) -> Resolve:
    """The claims that a proof may cite, by their ids."""
    if context.known is None:
        from ..registry import load

        return load().claims.get
    return context.known.claims.get
