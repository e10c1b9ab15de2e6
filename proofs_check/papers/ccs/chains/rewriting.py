"""Displays of Appendices E.2 and F.2 that follow from identities shown before, put in where they stand."""

from __future__ import annotations

from ....claims import Claim, with_proof
from ....proof.chain import Assume, Discharge, FromClaim, Proof, Step
from ....proof.steps.recursions import Apart, Rewriting
from ....statement.laws import delta
from ....statement.props import Prop, eq, ge
from ....statement.terms import Sym, TermLike
from ..notation_rotations import i, j

Bindings = tuple[tuple[Sym, TermLike], ...]


def known(id: str, shows: Prop, bind: Bindings = ()) -> Step:
    """An identity shown before, at other values of its symbols where ``bind`` says so."""
    return Step(id.removeprefix("ccs/"), shows, FromClaim(id, bind=bind))


def rewritten(claim: Claim, *parts: str, by: tuple[Step, ...], used: tuple[str, ...] = ()) -> Claim:
    """The claim with proofs of these parts ('' for the whole): the steps ``by``, then equals for equals.

    ``used``: the labels of what is put in; by default all steps.
    """
    premises = used or tuple(step.label for step in by)
    proofs = {}
    for part in parts:
        prop = claim.part(part).meant.prop
        behind_j = prop.head == "implies"
        steps = _later(prop, premises) if behind_j else (Step("display", prop, Rewriting(), premises),)
        proofs[part or "whole"] = Proof((*by, *steps))
    return with_proof(claim, **proofs)


def _later(prop: Prop, premises: tuple[str, ...]) -> tuple[Step, ...]:
    """Of a layer behind j, whose weights do not move."""
    display = prop.args[1]
    assert isinstance(display, Prop)
    return (
        Step("later", ge(i, j + 1), Assume(), printed="the case i > j + 1"),
        Step("apart", eq(delta(i, j), 0), Apart(), ("later",)),
        Step("display", display, Rewriting(), ("apart", *premises)),
        Step("for later layers", prop, Discharge("later"), ("later", "display")),
    )
