"""Whether what a proof cites is there, and says what it is cited for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...catalogue import Registry
from ...claims import Claim, Kind, Part, Reading
from ...errors import UserError
from ...naming import in_engine_letters
from ...proof.chain import FromClaim, Identity, Positivity, Proof, Step
from ...proof.checker import Checker
from ...statement.props import Prop, conjuncts, subprops, substitute_in
from ...statement.terms import Sym, Term
from ...verdict import Outcome, Scope, Verdict

Check = Callable[[Claim, Proof], Checker]
"""Walks a chain of a claim."""

_AROUND = frozenset({"and", "almost_surely", "always"})
_SAME = {"ge": "le", "gt": "lt"}


@dataclass(frozen=True)
class _Found:
    verdict: Verdict
    sentence: str


def examine(prop: Prop, known: Registry, check: Check) -> Outcome:
    """Every citation in ``prop``: PROVED where a step of a chain follows by it, REFUTED where it cannot be meant.

    A citation cannot be meant where the paper has no such item, or where the item states propositions of other kinds
    only (an equation where a sign is cited).  It is NOT_APPLICABLE where the checked proof does without it.
    """
    found = [_one(link, known, check) for link in conjuncts(prop)]
    for verdict in (Verdict.REFUTED, Verdict.UNDECIDED):
        failing = "; ".join(f.sentence for f in found if f.verdict is verdict)
        if failing:
            return Outcome(verdict, f"{failing}.", Scope("this citation"), {},
                           failing if verdict is Verdict.REFUTED else None)
    sentence = "; ".join(f.sentence for f in found) + "."
    if any(f.verdict is Verdict.PROVED for f in found):
        return Outcome(Verdict.PROVED, sentence, Scope("every citation named", whole=True))
    return Outcome(Verdict.NOT_APPLICABLE, sentence)


def _one(prop: Prop, known: Registry, check: Check) -> _Found:
    whom = prop.args[1 if prop.head == "cites" else 0]
    assert isinstance(whom, Sym)
    id, _, part = whom.name.partition("#")
    try:
        cited = known.find(id).claim
    except UserError:
        return _Found(Verdict.REFUTED, f"the paper has no {id.split('/', 1)[1]}")
    if cited is None:
        return _Found(Verdict.UNDECIDED, f"{id} is not transcribed")
    cited, _ = in_engine_letters(cited, known.claims.get, cited=True)
    if prop.head == "cites":
        who = prop.args[0]
        assert isinstance(who, Sym)
        return _defined(who.name, cited, known) if cited.kind is Kind.DEFINITION else _cites(who.name, id, known, check)
    return _supplies(prop, cited, part, check)


def _defined(who: str, cited: Claim, known: Registry) -> _Found:
    """A definition or an assumption is cited rightly where the statement is stated under it."""
    if any(cited.id in claim.uses for claim in _displays(who, known)):
        return _Found(Verdict.PROVED, f"{who} is stated under {cited.id}")
    return _Found(Verdict.UNDECIDED, f"{who} is not stated under {cited.id}")


def _cites(who: str, whom: str, known: Registry, check: Check) -> _Found:
    proofs = [(claim, proof) for claim in _displays(who, known) for proof in claim.proofs.values()]
    for claim, proof in proofs:
        steps = [s for s in proof.steps if isinstance(s.by, FromClaim) and _belongs(s.by.id, whom)]
        checker = check(claim, proof) if steps else None
        for step in steps:
            if checker is not None and checker.sentences[step.label] == "follows":
                return _Found(Verdict.PROVED, f"step {step.label!r} of {claim.id} follows by {whom}")
    if proofs and all(check(claim, proof).gap is None for claim, proof in proofs):
        return _Found(Verdict.NOT_APPLICABLE, f"the checked proof of {who} does without {whom}")
    return _Found(Verdict.UNDECIDED, f"no step of {who} cites {whom}")


def _displays(who: str, known: Registry) -> list[Claim]:
    """The statement and the displays of its proof."""
    found = (statement.claim for statement in known)
    shown = [claim for claim in found if claim is not None and _belongs(claim.id, who)]
    return [in_engine_letters(claim, known.claims.get, cited=True)[0] for claim in shown]


def _belongs(id: str, to: str) -> bool:
    """Whether a statement is the named one or one of the displays of its proof."""
    return id == to or id.startswith(f"{to}-")


def _supplies(prop: Prop, cited: Claim, name: str, check: Check) -> _Found:
    fact, flat = prop.args[1], prop.args[2:]
    assert isinstance(fact, Prop)
    parts = [p for p in cited.parts if not name or p.name == name]
    stated = {_kind(inner) for p in parts for r in p.readings for _, inner in subprops(r.prop)} - _AROUND
    wanted = {_kind(inner) for _, inner in subprops(fact)} - _AROUND
    if not wanted <= stated:
        what = ", ".join(sorted(wanted - stated))
        return _Found(Verdict.REFUTED, f"{cited.id} states {', '.join(sorted(stated))} only, it is cited for {what}")
    bind = tuple(
        (s, v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym) and isinstance(v, Term)
    )
    premises = [p for h in cited.given for p in (substitute_in(h.prop, dict(bind)),)]
    for part in parts:
        steps = [_evident(f"premise {k}", p) for k, p in enumerate(premises)]
        labels = tuple(step.label for step in steps)
        last = Step("fact", fact, FromClaim(cited.id, part.name, bind=bind), labels)
        proof = Proof((*steps, last))
        here = Claim(
            cited.id, Kind.CONSTRUCTION, "", "", (Part("", (Reading("", fact),)),), model=cited.model,
            in_engine_letters=True,
        )
        if check(here, proof).sentences["fact"] == "follows":
            return _Found(Verdict.PROVED, f"{cited.id} {f'({part.name}) ' if part.name else ''}supplies it")
    return _Found(Verdict.UNDECIDED, f"no instance of {cited.id} was found to be what it is cited for")


def _kind(prop: Prop) -> str:
    return _SAME.get(prop.head, prop.head)


def _evident(label: str, prop: Prop) -> Step:
    return Step(label, prop, Identity() if prop.head in {"eq", "commute"} else Positivity())
