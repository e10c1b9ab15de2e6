"""Asks one rule of the checker alone: its premises are taken as shown before, whatever they say."""

from __future__ import annotations

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Proof, Rule, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.desk import Gap, Given, Ledger
from proofs_check.proof.logic import lines
from proofs_check.proof.rules import RULES
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, eq
from proofs_check.witnesses.proof.witness import WordsEquality

NO_THEOREM = "the kernel makes no theorem of this"
"""How the sentence of a rule begins that asks the kernel alone, where it refuses."""


def desk(assumed: Prop | None = None, above: tuple[Step, ...] = ()) -> Checker:
    """The checker of a claim that has one hypothesis or none, after some steps."""
    given = () if assumed is None else (Hypothesis("assumed", assumed),)
    claim = Claim("ccs/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(0, 0)),)),), given=given)

    def resolve(id: str) -> Claim:
        raise AssertionError(id)

    return Checker(claim, Proof(above), resolve, ProofAlgebra(WordsEquality(claim)))


def refused(
    rule: Rule, shown: Prop, *premises: Prop, assumed: Prop | None = None, above: tuple[Step, ...] = ()
) -> str:
    """Why the rule does not show this; empty where it does.  The premises rest on what is assumed."""
    checker = desk(assumed, above)
    assert checker.gap is None, checker.gap
    rests = frozenset({"assumed"} if assumed is not None else ())
    given = [Given(str(k), lines(p), rests, rests | {str(k)}) for k, p in enumerate(premises)]
    try:
        RULES[type(rule)].check(Step("shown", shown, rule), lines(shown), given, checker, Ledger())
    except (Gap, Lacks) as why:
        return str(why)
    return ""
