"""A made-up registry and made-up witnesses, for tests of what surrounds them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from proofs_check.catalogue import Registry
from proofs_check.claims import Claim, Expected, Kind, Part, Reading
from proofs_check.statement.props import Prop, eq
from proofs_check.statement.terms import scalar
from proofs_check.verdict import Outcome, Scope, Verdict
from proofs_check.witnesses import Context

WHOLE = Scope("every d", whole=True)
PROVED = Outcome(Verdict.PROVED, "both sides are equal", WHOLE)
REFUTED = Outcome(Verdict.REFUTED, "differs at a = 1", Scope("a = 1"), counterexample="a = 1")
UNDECIDED = Outcome(Verdict.UNDECIDED, "lacks a head")


def make_claim(
    id: str, parts: tuple[str, ...] = ("",), *, expected: Expected | None = None, corrects: str | None = None
) -> Claim:
    a = scalar("a_" + re.sub(r"\W", "_", id))
    return Claim(
        id, Kind.IDENTITY, "made up", "a = a", tuple(Part(name, (Reading("", eq(a, a)),)) for name in parts),
        witnesses=("words", "entries"), expected=expected, corrects=corrects,
    )


def make_registry(*claims: Claim) -> Registry:
    return Registry({}, {claim.id: claim for claim in claims})


@dataclass
class Stub:
    """A witness that answers what it is told, keyed by claim id or by (claim id, part)."""

    name: str
    answers: dict[object, Outcome | Exception] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def examine(self, claim: Claim, part: Part, reading: Reading, context: Context) -> Outcome:
        self.asked.append(claim.id)
        answer = self.answers.get((claim.id, part.name), self.answers.get(claim.id, PROVED))
        if isinstance(answer, Exception):
            raise answer
        return answer

    def refutes(self, claim: Claim, part: Part, reading: Reading, twin: Prop, context: Context) -> bool:
        return True
