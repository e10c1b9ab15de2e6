"""Theorems E.1 and F.1: f has a small gradient where its restriction to S has one, which is somewhere (ours).

The page follows the flow (30), which needs that it exists for all times; here the restriction of f to S, a function of
finitely many numbers that is bounded below, has points of arbitrarily small gradient.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....proof.chain import Assume, Discharge, FromClaim, Positivity, Proof, Step
from ....proof.steps.recursions import Instance
from ....proof.steps.small_gradients import SmallGradients
from ....statement.props import eq, ge, implies
from ....statement.terms import Sym, Term
from ..gradients_at_s import G
from ..notation_flow import DIFFERENTIABLE, passes
from ..notation_moved import Moved
from ..notation_rotations import j, j_in_depth, under_the_mean
from . import gradients

PRINTED = "the flow that stays in S exists for all times, and (38) with its printed sign bounds the decrease of f"

def somewhere_small(
    least: Term, value: Term, families: tuple[Sym, ...], moving: Mapping[str, tuple[Moved, str]]
) -> Proof:
    """``least`` is the infimum, of gradients with respect to what moves; beside it, the claim about the gradient."""
    steps = [
        Step("f", ge(value, 0), Positivity(), printed="f is bounded below by 0 (see (5))"),
        Step("layer", j_in_depth.prop, Assume(), ours=True),
    ]
    for name, (motion, cited) in moving.items():
        known = gradients.is_gradient(motion, G)
        size = (gradients.size_in_S_of_A if name == "A" else gradients.size_in_S)(motion, G)
        same = ((sym, sym) for sym in (*families, j))
        steps += [
            Step(f"{name}: passes", under_the_mean(motion.G).prop, Instance(*same), (passes(name),), ours=True),
            Step(f"{name}: G", known, Assume(), ours=True),
            Step(f"{name}: size", size, FromClaim(cited), ("layer", f"{name}: G", f"{name}: passes"), ours=True),
            Step(f"{name}: sized", implies(known, size), Discharge(f"{name}: G"), (f"{name}: G", f"{name}: size"),
                 ours=True),
            Step(f"{name}: in depth", implies(j_in_depth.prop, implies(known, size)), Discharge("layer"),
                 ("layer", f"{name}: sized"), ours=True),
        ]
    known_of = ((f"{name}: in depth", f"{DIFFERENTIABLE} in {name}") for name in moving)
    premises = ("f", DIFFERENTIABLE, *(label for pair in known_of for label in pair))
    by = SmallGradients(value, j, *families)
    return Proof((*steps, Step("small", eq(least, 0), by, premises, ours=True, instead_of=PRINTED)))


def as_stated(least: Term, cited: str) -> Proof:
    """The same statement elsewhere on the page."""
    return Proof((Step("theorem", eq(least, 0), FromClaim(cited)),))
