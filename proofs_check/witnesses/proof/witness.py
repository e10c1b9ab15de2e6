"""The proof witness: walks the chain of a claim, and those of the claims that it cites."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ... import registry, standings
from ...catalogue import Registry
from ...claims import Claim, Part, Reading
from ...errors import UserError
from ...model import Model, initial_values
from ...naming import Resolve, in_engine_letters
from ...proof.algebra import ProofAlgebra
from ...proof.chain import Proof
from ...proof.checker import Checker, proof_of
from ...proof.desk import Cited, Gap
from ...proof.facts import FACTS
from ...proof.logic import lines
from ...proof.reports import ProofReport
from ...proof.values.conditions import Condition
from ...standings import Standing
from ...statement.citations import any_citation
from ...statement.props import Prop
from ...statement.terms import Sym, Term
from ...theorems.tactics.replay import Replay
from ...verdict import Outcome, Scope, Verdict
from .. import OF_FACTS, Context, witness
from ..conditions.written import ByWords, left_open, qualified, taken_beyond
from ..deciding.quantified import covered
from ..words.equality import WordsEquality
from . import citations


def _stated(claim: Claim, prop: Prop) -> tuple[Condition, ...]:
    return left_open(claim, prop).said


class ProofWitness:
    name = "proof"

    def __init__(self) -> None:
        self._checkers: dict[tuple[str, int], Checker] = {}
        self._replays: dict[tuple[str, int], Replay] = {}
        self._standings: dict[Cited, Standing] = {}
        self._open: list[Cited] = []
        self._algebras: dict[tuple[str, str | Model, frozenset[tuple[Sym, Term]]], ProofAlgebra] = {}
        self._reports: dict[tuple[int, Prop], ProofReport] = {}
        self._known: Registry | None = None

    # The protocol ----------------------------------------------------------------------------------------

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        outcome = self._followed(claim, part, reading, context)
        if outcome.verdict is not Verdict.PROVED or any_citation([reading.prop]):
            return outcome
        told: dict[str, Any] = {
            "unused_hypotheses": self._unused(claim, context),
            "premises_needed": self._checker(claim, part).needs_premises,
            "theorem": self._replay(claim, part).told(reading.prop),
        }
        return replace(outcome, figures={**outcome.figures, **told})

    def _followed(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        """Whether the chain shows the reading, and on what it rests: of what is cited nothing more is asked."""
        known = self._use(context)
        if any_citation([reading.prop]):
            return citations.examine(reading.prop, known, self._walked)
        if proof_of(claim, part) is None:
            return Outcome(Verdict.UNDECIDED, "no proof chain is attached to this part")
        report = self._report(claim, part, reading, context)
        if not report.follows:
            status = {} if self._another_reading_follows(claim, part, context) else {"printed_proof": report.status}
            return Outcome(Verdict.UNDECIDED, report.sentence, figures=dict(status))
        rests = [self._standing(cited, context) for cited in report.claims]
        for (id, name, _), standing in zip(report.claims, rests, strict=True):
            if not standing.by:
                place = f"{id} ({name})" if name else id
                return Outcome(
                    Verdict.UNDECIDED, f"the chain follows but rests on {place}, {standing.reason}",
                    figures={"printed_proof": report.status, "claims": [list(c) for c in report.claims]},
                )
        facts = frozenset(report.facts).union(*(s.facts for s in rests))
        cited = [f"{id} ({s.by})" for (id, _, _), s in zip(report.claims, rests, strict=True)]
        figures: dict[str, Any] = {
            "printed_proof": report.status,
            "rests_on": sorted(facts),
            "citations": {name: FACTS[name].citation for name in sorted(facts) if name in FACTS},
            "claims": list(dict.fromkeys(cited)),
            "left_out_on_the_page": list(report.ours),
            "means": sorted(frozenset(report.means).union(*(s.means for s in rests))),
        }
        return Outcome(Verdict.PROVED, report.sentence, Scope(covered(claim, reading.prop), whole=True), figures)

    def _use(self, context: Context) -> Registry:
        """The claims that may be cited; what was found with others is forgotten."""
        known = registry.load() if context.known is None else context.known
        before = self._known and (self._known.whole or self._known)
        if (known.whole or known) is not before:
            for memory in (self._checkers, self._replays, self._standings, self._reports):
                memory.clear()
        self._known = known
        return known

    def _resolve(self, id: str) -> Claim:
        known = registry.load() if self._known is None else self._known
        try:
            claim = known.find(id).claim
        except UserError as error:
            raise Gap(str(error)) from error
        if claim is None:
            raise Gap(f"{id}, which is cited, is not transcribed")
        return in_engine_letters(claim, self.claims, cited=True)[0]

    @property
    def claims(self) -> Resolve:
        """The claims that may be cited, by their ids."""
        return (registry.load() if self._known is None else self._known).claims.get

    def _walked(self, claim: Claim, proof: Proof) -> Checker:
        """The checker of one chain, each walked once; a chain made up on the spot is no claim's own."""
        if proof in claim.proofs.values():
            name = next(name for name, own in claim.proofs.items() if own is proof)
            part = next(p for p in claim.parts if not name or p.name == name)
            return self._checker(claim, part)
        return Checker(claim, proof, self._resolve, ProofAlgebra(WordsEquality(claim)), _stated)

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        """A twin is rejected when neither the chain shows it, nor its rules would if the steps said so."""
        self._use(context)
        if proof_of(claim, part) is None:
            return self.examine(claim, part, Reading("", twin), context).verdict is Verdict.REFUTED
        follows = self._checker(claim, part).report(twin).follows
        return not follows and not self.would_show(claim, part, reading, twin)

    def would_show(self, claim: Claim, part: Part, reading: Reading, twin: Prop) -> bool:
        """Whether a step that shows a link of the reading would show the twin's as well: then its rule takes too much.

        The rule and its premises stay, what the step shows is changed.
        """
        if proof_of(claim, part) is None:
            return False
        checker = self._checker(claim, part)
        right, wrong = lines(reading.prop), lines(twin)
        if len(right) != len(wrong):
            return False
        return any(
            not checker.refusal(replace(step, label=f"{step.label}, changed", shows=new.stated))
            for old, new in zip(right, wrong, strict=True) if old != new for step in checker.steps_showing(old)
        )

    def lax_steps(self, claim: Claim, part: Part) -> tuple[str, ...]:
        """The steps of the chain that would show the contrary of what they show as well."""
        return self._checker(claim, part).lax if proof_of(claim, part) is not None else ()

    # Chains and what they cite ---------------------------------------------------------------------------

    def _checker(self, claim: Claim, part: Part) -> Checker:
        proof = proof_of(claim, part)
        assert proof is not None
        key = (claim.id, id(proof))
        old = self._checkers.get(key)
        if old is not None and old.claim is not claim:  # made anew under its id, as in a notebook
            self._reports = {k: report for k, report in self._reports.items() if k[0] != id(old)}
        if old is None or old.claim is not claim:
            start = claim.paper, claim.model, frozenset(initial_values(claim).items())
            if start not in self._algebras:
                self._algebras[start] = ProofAlgebra(WordsEquality(claim))
            self._checkers[key] = Checker(
                claim, proof, self._resolve, self._algebras[start], _stated, ByWords(claim)
            )
        return self._checkers[key]

    def _replay(self, claim: Claim, part: Part) -> Replay:
        """The chain as steps of the kernel."""
        proof = proof_of(claim, part)
        assert proof is not None
        old = self._replays.get((claim.id, id(proof)))
        if old is None or old.claim is not claim:
            old = self._replays[claim.id, id(proof)] = Replay(claim, proof, self._resolve)
        return old

    def _report(self, claim: Claim, part: Part, reading: Reading, context: Context) -> ProofReport:
        def used_by(cited: Cited) -> frozenset[str] | None:
            return self._standing(cited, context).used

        checker = self._checker(claim, part)
        key = (id(checker), reading.prop)
        if key not in self._reports:
            self._reports[key] = checker.report(reading.prop, used_by)
        return self._reports[key]

    def _standing(self, key: Cited, context: Context) -> Standing:
        """Whether what is cited is proved: by its own chain, by words, or as a lemma that the paper itself cites."""
        id, name, wanted = key
        claim = self._resolve(id)
        part = claim.part(name)
        reading = next((r for r in part.readings if r.name == wanted), part.meant)
        if key in self._open:
            return Standing("", "which is cited in a circle")
        if key not in self._standings:
            kept = standings.known(self._known, key, context)
            if kept is not None:
                self._standings[key] = kept
                return kept
            self._open.append(key)
            try:
                self._standings[key] = self._stands(claim, part, reading, context)
            finally:
                self._open.pop()
            if not self._open:
                standings.add(self._known, self._standings, context)
        return self._standings[key]

    def _stands(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Standing:
        if claim.fact:
            against = _against(claim, part, reading, context)
            if against:
                return Standing("", f"which is cited from the literature, but {against} refutes it")
            return Standing("fact", facts=frozenset({f"{claim.id}: {claim.fact}"}))
        if proof_of(claim, part) is not None:
            outcome = qualified(self._followed(claim, part, reading, context), claim, reading.prop)
            if outcome.verdict is Verdict.PROVED:
                report = self._report(claim, part, reading, context)
                return Standing(
                    "proof", facts=frozenset(outcome.figures["rests_on"]), used=frozenset(report.hypotheses_used),
                    means=taken_beyond(outcome, claim, reading.prop),
                )
        words = qualified(witness("words").examine(claim, part, reading, context), claim, reading.prop)
        if words.verdict is Verdict.PROVED and words.scope.whole:
            return Standing("words")
        return Standing("", "which is not proved for every d")

    def _another_reading_follows(self, claim: Claim, part: Part, context: Context) -> bool:
        return any(self._report(claim, part, reading, context).follows for reading in part.readings)

    def _unused(self, claim: Claim, context: Context) -> list[str]:
        """The hypotheses that no part uses, over all parts whose chain follows."""
        used: set[str] = set()
        for part in claim.parts:
            if proof_of(claim, part) is None:
                return []
            reports = [self._report(claim, part, reading, context) for reading in part.readings]
            used |= {name for report in reports if report.follows for name in report.hypotheses_used}
        return [h.name for h in claim.given if h.name not in used]


def _against(claim: Claim, part: Part, reading: Reading, context: Context) -> str:
    """The first witness that finds a cited lemma false; empty where none does.

    All are asked that can be, not those alone that the user asked for: what cites would be as wrong without them.
    """
    for name in OF_FACTS:
        try:
            outcome = witness(name).examine(claim, part, reading, context)
        except ModuleNotFoundError:  # its arithmetic is not installed
            continue
        if outcome.against or outcome.verdict is Verdict.REFUTED:
            return name
    return ""
