"""The words witness: identities in normal form, for every d, N and Lam."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ...algebras.words.canonical import is_canonical
from ...algebras.words.induction import averages_contexts, is_opaque
from ...algebras.words.randomness import trait
from ...claims import Claim, Part, Reading
from ...model import is_own, model_for
from ...proof.chain import Proof
from ...proof.desk import Gap
from ...proof.logic import lines
from ...proof.traits import symbols_of
from ...statement.citations import any_citation
from ...statement.fold import Lacks
from ...statement.indices import free_indices, last_member
from ...statement.props import Prop, subterms
from ...statement.terms import Op, Sym, Term, symbols, walk
from ...theorems.tactics.replay import Replay
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..deciding.decide import decide
from ..deciding.engine import Finding
from ..deciding.quantified import covered, is_about_sizes, may_pin
from ..entries.witness import counterexample, refuted
from . import hypotheses
from .engine import engine_for, length_of_members, relations


def _of_an_image(value: Term) -> bool:
    """Whether matrices that may be singular are inverted, or their images spoken of: then equal values may have
    different normal forms, as where an assumed inverse makes the image all of space."""
    partial = (node for _, node in walk(value) if isinstance(node, Op) and node.head in {"^", "pinv", "projection"})
    return any(sym.has("psd") for node in partial for sym in symbols(node))


OPEN = frozenset({"lt", "gt", "le", "ge", "ne", "posdef", "psd", "finite", "iid_entries"})
"""Hypotheses that hold around a point, so that a polynomial which vanishes under them is zero; and used ones."""


def restricted(claim: Claim, *sides: Term) -> bool:
    """Whether equations among the hypotheses that words does not use restrict the symbols of ``sides``: then these may
    be equal although their normal forms differ.  So may they where a size is a number: words knows no identity that
    holds at one size alone."""
    about = frozenset().union(*map(symbols, sides), symbols(model_for(claim).loss) if is_own(claim) else ())
    if any(isinstance(dim, int) and dim > 1 for s in about for dim in s.shape):
        return True
    props = [hypothesis.prop for hypothesis in claim.given]
    if any(map(is_about_sizes, props)):
        return True
    met = {s.name for s in about} | {name for s in about for key in ("cov", "std") if (name := trait(s, key))}
    used = {lhs for lhs, _ in relations(claim)}
    for prop in (link.prop for hypothesis in props for link in lines(hypothesis)):
        of = prop.args[0] if prop.args else None
        if prop.head in {"psd", "posdef"} and not (isinstance(of, Sym) and of.has("symmetric")):
            return True  # it says that a matrix is symmetric as well
        if prop.head in OPEN or of in used or (isinstance(of, Op) and of.head == "at0"):
            continue
        if met & {s.name for s in symbols_of([prop])}:
            return True
    return False


def _are_telling(claim: Claim, *failed: Term) -> bool:
    """Whether normal forms that differ say that the two sides do, unless they are means of which few laws are known:
    then they say so much that nothing else supports it."""
    if restricted(claim, *failed) or any(map(_of_an_image, failed)) or is_opaque(*failed):
        return False
    try:
        return all(is_canonical(engine_for(claim).read(side)) for side in failed)
    except Lacks:
        return False


@lru_cache(maxsize=8)
def _kernel(claim: Claim) -> Replay:
    """The claim without any chain: what is a theorem of the kernel as it stands, by its oracles."""
    return Replay(claim, Proof(()), _nothing_is_cited)


def _nothing_is_cited(id: str) -> Claim:
    raise Gap(f"{id} is cited")


class WordsWitness:
    name = "words"

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        engine = engine_for(claim)
        engine.inductions.clear()
        engine.borrows = False
        try:
            finding = decide(reading.prop, engine)
        except Lacks as lacks:
            return Outcome(Verdict.UNDECIDED, str(lacks))
        if finding.holds:
            beyond = hypotheses.degenerate(reading.prop, engine.given, engine)
            scope = ", ".join([covered(claim, reading.prop), *beyond])
            last = last_member(node for _, node in subterms(reading.prop))
            scope += f", {length_of_members(claim)} >= {last}" if last > 1 else ""
            how = f"{finding.how}, by induction over {', '.join(sorted(engine.inductions))}"
            figures: dict[str, Any] = {"borrows": "entries"} if engine.borrows else {}
            whole = not beyond and last <= 1
            if whole and not any_citation([reading.prop]):
                figures["theorem"] = _kernel(claim).told(reading.prop)
            how = how if engine.inductions else finding.how
            return Outcome(Verdict.PROVED, how, Scope(scope, whole=whole), figures)
        return self._refuted(claim, reading.prop, finding)

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        """Whether words does not see it to hold: that it is false is for :meth:`examine` to say."""
        try:
            return not decide(twin, engine_for(claim)).holds
        except Lacks:
            return False

    def _refuted(self, claim: Claim, prop: Prop, finding: Finding) -> Outcome:
        """Normal forms that differ propose; an exact point, found by the entrywise engine, disposes."""
        if finding.point is not None:
            return Outcome(Verdict.REFUTED, finding.how, Scope("the law given"), counterexample=finding.point)
        if finding.failed is None:
            return Outcome(Verdict.UNDECIDED, finding.how, against=True)
        point = counterexample(claim, *finding.failed, assumed=finding.assumed)
        if point is None:
            sentence = f"{finding.how}; no exact point was found that shows it"
            telling = _are_telling(claim, *finding.failed)
            given = [hypothesis.prop for hypothesis in claim.given]
            pinned = may_pin(given) or any(map(free_indices, given))
            against = telling and not pinned and not averages_contexts(*finding.failed)
            return Outcome(Verdict.UNDECIDED, sentence, against=against, doubts=telling)
        return refuted(claim, prop, finding.how, Scope("the point given"), point)
