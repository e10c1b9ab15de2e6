"""The steps of a proof chain as they are shown: what each shows, at one moment or throughout, and by what.

Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..statement.props import Prop


@dataclass(frozen=True)
class ShownStep:
    """One line of a proof."""

    label: str
    shows: Prop
    at_one_moment: bool
    """The proposition is meant at one arbitrary time of the flow."""
    by: str
    """The rule, the fact or claim it cites, and the premises."""
    ours: bool
    """The page leaves this step out."""
    instead_of: str
    """What the page prints in its place, if something else."""


def shown_steps(proof: object) -> Iterator[ShownStep]:
    """The lines of a chain.

    "For all t" is assumed at one arbitrary moment, and what rests on it holds there until the assumption is closed.
    """
    moments: dict[str, frozenset[str]] = {}
    for step in getattr(proof, "steps", ()):
        by = type(step.by).__name__
        along = step.shows.head == "always"
        rests = frozenset[str]().union(*(moments.get(premise.split("#")[0], frozenset()) for premise in step.premises))
        rests -= {getattr(step.by, "assumption", "")}
        if by == "Assume" and along and not step.by.whole:
            rests |= {step.label}
        moments[step.label] = rests
        cited = getattr(step.by, "name", "") or getattr(step.by, "id", "")
        source = " ".join(filter(None, (by, cited, "from " + ", ".join(step.premises) if step.premises else "")))
        moment = bool(rests and along)
        shows = step.shows.args[0] if moment else step.shows
        yield ShownStep(step.label, shows, moment, source, step.ours, step.instead_of)
