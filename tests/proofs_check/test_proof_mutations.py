"""Every step of every chain with one thing changed: the checker refuses it, unless the changed step is still true.

That it is still true is decided without the proof checker and without the words algebra: either the changed term equals
the printed one entry by entry; or it states a sign that the entries prove for all numbers in place of its norms and
eigenvalues; or it speaks of attention and holds at every exact place where the premises do; or the step stands in
``STILL_TRUE`` with a reason, and another engine supports it.  None may refute it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from proofs_check.algebras.contexts.decide import decide_statement
from proofs_check.algebras.contexts.speaks import speaks_of_contexts
from proofs_check.claims import Claim, Part, Reading
from proofs_check.model import Model, initial_values
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Combination, Diagonal, Dominated, Positivity, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.positivity import Sign, SignAlgebra
from proofs_check.proof.rules import RULES
from proofs_check.registry import load
from proofs_check.statement.fold import Lacks
from proofs_check.statement.mutate import Twin, twins
from proofs_check.statement.props import Prop, replace_in, subprops
from proofs_check.statement.terms import Abbrev, Op, Sym, Term
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.entries.witness import EntriesEngine
from proofs_check.witnesses.proof.witness import WordsEquality
from tests.proofs_check.still_true import STILL_TRUE, of_numbers

REGISTRY = load()
CHAINS = [statement.claim for statement in REGISTRY if statement.claim is not None and statement.claim.proofs]
SMALL = Context(dims=(1, 2))
PROOF = frozenset({Verdict.PROVED})
SUPPORT = frozenset({Verdict.PROVED, Verdict.SUPPORTED})
STRICTER = {"le": "lt", "ge": "gt", "eq": "ne", "ne": "eq", "convex": "nonconvex", "nonconvex": "convex"}
MIRRORED = {"eq": "eq", "ne": "ne", "le": "ge", "ge": "le", "lt": "gt", "gt": "lt"}

@dataclass(frozen=True)
class Change:
    """A step of a chain, changed in one place."""

    claim: Claim
    step: Step
    twin: Twin
    given: tuple[Prop, ...]
    """What the premises of the step show."""

    def __str__(self) -> str:
        return f"{self.claim.id}, step {self.step.label}: {self.twin.rule} at {self.twin.path}"


def find(id: str) -> Claim:
    found = REGISTRY.find(id).claim
    assert found is not None
    return found


Start = tuple[str, str | Model, frozenset[tuple[Sym, Term]]]


def start_of(claim: Claim) -> Start:
    """The paper, the training data and the values at time 0."""
    return claim.paper, claim.model, frozenset(initial_values(claim).items())


@cache
def algebra(start: Start) -> ProofAlgebra:
    """One memory for all claims on the same data that start from the same values."""
    return ProofAlgebra(WordsEquality(next(c for c in CHAINS if start_of(c) == start)))


def changes(prop: Prop) -> Iterator[Twin]:
    """The wrong twins of both sides, and relations made stricter or turned into their opposites."""
    yield from twins(prop)
    for path, sub in subprops(prop):
        if sub.head in MIRRORED:
            mirrored = replace_in(prop, path, Prop(MIRRORED[sub.head], sub.args[::-1]))
            yield from (twin for twin in twins(mirrored) if twin.rule != "reversed" and twin.path[: len(path)] == path)
        if sub.head in STRICTER:
            yield Twin("stricter", path, replace_in(prop, path, Prop(STRICTER[sub.head], sub.args)))


def sample(claim: Claim, step: Step, most: int | None) -> list[Twin]:
    """At most ``most`` changes of a step, the same ones on every run."""
    found = list(changes(step.shows))
    if most is None or len(found) <= most:
        return found
    return Random(f"{claim.id} {step.label}").sample(found, most)


class Walked:
    """A chain that has been walked once, with the names that stood above each of its steps."""

    def __init__(self, claim: Claim, proof: Proof) -> None:
        self.checker = Checker(claim, Proof(()), find, algebra(start_of(claim)))
        self.above: list[tuple[Step, dict[str, Sym]]] = []
        for step in proof.steps:
            self.above.append((step, dict(self.checker.names)))
            self.checker.follow(step)

    def accepts(self, step: Step, above: dict[str, Sym], shows: Prop) -> bool:
        """Whether the step would follow where it stands if it showed something else."""
        self.checker.names = dict(above)
        return not self.checker.refusal(replace(step, label=f"{step.label}, changed", shows=shows))


@cache
def walked(id: str) -> tuple[Walked, ...]:
    """The chains of a claim."""
    claim = find(id)
    proofs = list(claim.proofs.values())
    return tuple(Walked(claim, proof) for n, proof in enumerate(proofs) if not any(proof is p for p in proofs[:n]))


def accepted(
    most: int | None, by: type | None = None, paper: str = "", chains: Callable[[str], tuple[Walked, ...]] = walked
) -> Iterator[Change]:
    """The changed steps (of one rule, of one paper, if they are given) that the checker takes for proved."""
    for claim in CHAINS:
        if paper not in ("", claim.paper) or (by is not None and not any(_uses(p, by) for p in claim.proofs.values())):
            continue
        for chain in chains(claim.id):
            for step, above in chain.above:
                if not isinstance(step.by, Assume) and (by is None or isinstance(step.by, by)):
                    for twin in sample(claim, step, most):
                        if chain.accepts(step, above, twin.prop):
                            yield Change(claim, step, twin, tuple(premises(chain.checker, step)))


def _uses(proof: Proof, by: type) -> bool:
    return any(isinstance(step.by, by) for step in proof.steps)


def premises(checker: Checker, step: Step) -> Iterator[Prop]:
    for name in step.premises:
        base, _, link = name.partition("#")
        held = checker.checked[base].lines if base in checker.checked else checker.hypotheses[base]
        yield from (line.prop for line in (held[int(link) - 1 : int(link)] if link else held))


# Whether a changed step is still true -----------------------------------------------------------------------

def is_still_true(change: Change) -> bool:
    id, printed, changed = change.claim.id, change.step.shows, change.twin.prop
    if _is_rewritten(id, printed, changed):
        return True
    if isinstance(change.step.by, Positivity) and _is_supported(id, of_numbers(changed, change.given), PROOF):
        return True
    if speaks_of_contexts(changed) and _holds_at_places(change):
        return True
    _, asked = STILL_TRUE.get((id, change.step.label), ("", None))
    return asked is not None and _is_supported(id, asked(changed))


def _holds_at_places(change: Change) -> bool:
    """Whether exact contexts, activations and weights at which the premises hold show nothing else: of the first layer,
    for one, the rule by which the next one comes says nothing."""
    given = (*(hypothesis.prop for hypothesis in change.claim.given), *change.given)
    found = decide_statement(change.twin.prop, given, dims=SMALL.dims)
    return found.refuted is None and bool(found.agreed)


def _is_rewritten(id: str, a: Prop, b: Prop) -> bool:
    """Whether each changed term equals the printed one, entry by entry for d = 1, 2; relations may be turned round."""
    if a.head == b.head and len(a.args) == len(b.args) and _are_rewritten(id, a.args, b.args):
        return True
    return MIRRORED.get(a.head) == b.head and _are_rewritten(id, a.args, b.args[::-1])


def _are_rewritten(id: str, a: tuple[Term | Prop, ...], b: tuple[Term | Prop, ...]) -> bool:
    for x, y in zip(a, b, strict=True):
        if isinstance(x, Prop) and isinstance(y, Prop):
            same = x == y or _is_rewritten(id, x, y)
        else:
            same = x == y or (isinstance(x, Term) and isinstance(y, Term) and _equal_entries(id, x, y))
        if not same:
            return False
    return True


@cache
def _equal_entries(id: str, a: Term, b: Term) -> bool:
    """Equal themselves, or the same function of equal arguments."""
    try:
        if all(EntriesEngine(find(id), d).equal(a, b) for d in SMALL.dims):
            return True
    except Lacks:
        pass
    old, new = (node.body if isinstance(node, Abbrev) else node for node in (a, b))
    if not (isinstance(old, Op) and isinstance(new, Op) and old.head == new.head and len(old.args) == len(new.args)):
        return False
    return all(x == y or _equal_entries(id, x, y) for x, y in zip(old.args, new.args, strict=True))


@cache
def _is_supported(id: str, prop: Prop, by: frozenset[Verdict] = SUPPORT) -> bool:
    """Whether the entries or rigorous balls at exact points support the proposition by itself, and none refutes it."""
    reading = Reading("", prop)
    found = {
        witness(name).examine(find(id), Part("", (reading,)), reading, SMALL).verdict for name in ("entries", "balls")
    }
    return bool(found & by) and Verdict.REFUTED not in found


# The tests --------------------------------------------------------------------------------------------------

@pytest.mark.slow
@pytest.mark.parametrize("paper", sorted({claim.paper for claim in CHAINS}))
def test_no_changed_step_is_accepted_unless_it_is_still_true(paper: str) -> None:
    assert [str(change) for change in accepted(most=2, paper=paper) if not is_still_true(change)] == []


@pytest.mark.exhaustive
def test_none_of_all_changed_steps_is_accepted_unless_it_is_still_true() -> None:
    found = list(accepted(most=None))
    assert [str(change) for change in found if not is_still_true(change)] == []
    listed = {(change.claim.id, change.step.label) for change in found}
    assert STILL_TRUE.keys() <= listed, "a step is listed that no change leaves true"


UNTOUCHED = {Diagonal, Dominated}
"""New symbols have no wrong value, and no small change makes a finite mean infinite: see the tests of these rules."""


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule not in UNTOUCHED], ids=lambda rule: rule.__name__)
def test_a_rule_that_accepts_everything_is_caught(rule: type, monkeypatch: pytest.MonkeyPatch) -> None:
    careless = replace(RULES[rule], check=lambda step, shown, given, desk, ledger: None)
    monkeypatch.setitem(RULES, rule, careless)
    assert any(not is_still_true(change) for change in accepted(most=8, by=rule))


def test_signs_that_are_guessed_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SignAlgebra, "sign", lambda self, node: Sign.POSITIVE)
    assert any(not is_still_true(change) for change in accepted(None, Positivity, chains=walked.__wrapped__))


def test_an_equality_that_is_too_lenient_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProofAlgebra, "same", lambda self, lhs, rhs: True)
    assert any(not is_still_true(change) for change in accepted(2, Combination, chains=walked.__wrapped__))
