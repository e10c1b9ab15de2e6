"""Whether a chain shows a proposition, and what that rests on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..statement.props import Prop
from .desk import Cited
from .logic import Line, is_closed, lines
from .matching import shown_in

if TYPE_CHECKING:
    from .checker import Checked, Checker

UsedBy = Callable[[Cited], frozenset[str] | None]
"""The hypotheses that a cited part really uses; None where that is not known (then all count as used)."""
SPECTRAL = "spectral theorem"


@dataclass(frozen=True)
class ProofReport:
    """What became of a chain, for one proposition (a reading of a part) of the claim."""

    follows: bool
    status: str
    """``follows`` (as printed), ``repaired`` or ``gap at step <label>``."""
    sentence: str
    facts: tuple[str, ...] = ()
    claims: tuple[Cited, ...] = ()
    hypotheses_used: tuple[str, ...] = ()
    unused_hypotheses: tuple[str, ...] = ()
    ours: tuple[str, ...] = ()
    """Steps that the paper leaves out."""
    means: tuple[str, ...] = ()
    """The means, over laws that are not known, that the chain takes to exist."""
    sentences: Mapping[str, str] = field(default_factory=dict)


def report(chain: Checker, target: Prop, used_by: UsedBy = lambda cited: None) -> ProofReport:
    """Whether the chain shows ``target``, and what that rests on."""
    needed: set[str] = set()
    for link in lines(target):
        found = _showing(chain, link)
        if found is None:
            return _not_shown(chain, link)
        needed |= found.below
    steps = [c for name, c in chain.checked.items() if name in needed]
    facts, claims, hypotheses = set(), set(), set()
    for checked in steps:
        facts |= checked.ledger.facts
        claims |= checked.ledger.claims
        for cited, met in checked.ledger.through.items():
            used = used_by(cited)
            hypotheses |= {ours for theirs, ours in met.items() if used is None or theirs in used}
        if checked.functions:
            facts.add(SPECTRAL)
        hypotheses |= checked.tacit
    hypotheses |= needed & set(chain.hypotheses)
    names = [h.name for h in chain.claim.given]
    ours = tuple(c.step.label for c in steps if c.step.ours)
    repaired = [c.step for c in steps if chain.is_repaired(c.step)]
    status = "repaired" if repaired else "follows"
    sentence = "1 step follows" if len(steps) == 1 else f"{len(steps)} steps follow"
    if chain.gap is not None:
        status = f"gap at step {chain.gap[0]}"
        sentence += f"; step {chain.gap[0]} does not, and this does not rest on it: {chain.gap[1]}"
    if repaired:
        sentence += f"; repaired at {', '.join(s.label for s in repaired)}: {repaired[0].instead_of}"
    return ProofReport(
        True, status, sentence, tuple(sorted(facts)), tuple(sorted(claims)),
        tuple(n for n in names if n in hypotheses), tuple(n for n in names if n not in hypotheses),
        ours, tuple(sorted(frozenset().union(*(c.ledger.means for c in steps)))), dict(chain.sentences),
    )


def _showing(chain: Checker, target: Line) -> Checked | None:
    """The step that shows the target: word for word if there is one, else up to normal forms."""
    moves = target.along and not is_closed(target.prop)
    closed = [
        c for c in chain.checked.values()
        if c.assumptions <= chain.hypotheses.keys() and not (moves and chain.single_value(c.assumptions))
    ]
    for checked in closed:
        if target in checked.lines:
            return checked
    return next((c for c in closed if shown_in(target, c.lines, chain.algebra)), None)


def _not_shown(chain: Checker, link: Line) -> ProofReport:
    if chain.gap is not None:
        label, why = chain.gap
        step = next(s for s in chain.proof.steps if s.label == label)
        place = f" ({step.printed})" if step.printed else ""
        return ProofReport(False, f"gap at step {label}", f"step {label}{place} does not follow: {why}",
                           sentences=dict(chain.sentences))
    return ProofReport(False, "gap at the end", f"no step shows the link {link.prop.head} of the statement",
                       sentences=dict(chain.sentences))
