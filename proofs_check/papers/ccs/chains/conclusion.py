r"""The last paragraphs of Appendices E.1 and F.1: a gradient that stays away from 0 contradicts :math:`f\ge0`.

The page follows the flow for all times, which it does not show to exist; that f cannot decrease at one rate wherever
one is in S follows from its points of arbitrarily small gradient, without any flow.
"""

from __future__ import annotations

from dataclasses import replace

from ....claims import Claim
from ....proof.chain import Assume, Combination, Discharge, FromClaim, Positivity, Proof, Step
from ....proof.steps.extrema import FromBelow, ValueAt
from ....proof.steps.recursions import Instance
from ....statement.props import Prop, conj, eq, for_all, ge, implies, le, lt, ne
from ....statement.terms import Op, Sym, Term, scalar
from ..notation_flow import Gradients, derivative_along
from .flow_in_s import Matrix, bound

gamma = scalar("gamma_0", tex=r"\gamma")
"""A rate of decrease."""
BY_FLOW = "f decreases at this rate along a flow that exists for all times, down to below 0"


def away_from_zero(least: Term, squares: Term) -> Prop:
    """(a): where the infimum is not 0 it is positive, and below all values."""
    return implies(ne(least, 0), conj(lt(0, least), ge(squares, least)))


def contradicted(families: tuple[Sym, ...], moved: Term) -> Prop:
    """(d): a rate at which f decreases everywhere in S is not positive."""
    return implies(_everywhere(families, le(moved, -gamma)), le(gamma, 0))


def _everywhere(families: tuple[Sym, ...], prop: Prop) -> Prop:
    for family in reversed(families):
        prop = for_all(family, prop)
    return prop


def first_parts(g: Gradients, least: Op, squares: Term, value: Term, decrease: Claim) -> Proof:
    """(a), (b), (c)."""
    (of_decrease,) = decrease.parts
    families = tuple(x for x in least.args[1:] if isinstance(x, Sym))
    return Proof((
        Step("squares", ge(squares, 0), Positivity(), ours=True),
        Step("least >= 0", le(0, least), FromBelow(), ("squares",), ours=True),
        Step("below", ge(squares, least), ValueAt(*((x, x) for x in families)), ours=True),
        Step("not (29)", ne(least, 0), Assume(), printed="Suppose (29) does not hold"),
        Step("both", conj(lt(0, least), ge(squares, least)), Positivity(), ("least >= 0", "not (29)", "below")),
        Step("a", away_from_zero(least, squares), Discharge("not (29)"), ("not (29)", "both")),
        Step("31", of_decrease.meant.prop, FromClaim(decrease.id), printed="by (31)"),
        Step("b", le(derivative_along(g), -least), Combination(1, 1), ("31", "below")),
        Step("c", ge(value, 0), Positivity(), printed="bounded below by 0 (see (5))"),
    ))  # fmt: skip


def contradiction(
    least: Op, squares: Term, moved: tuple[Term, tuple[tuple[Matrix, Term, Term], ...]], split: Claim, theorem: str
) -> Proof:
    """(d); ``moved``: what r contributes, then each matrix, what it contributes, and the middle of its bound."""
    families = tuple(x for x in least.args[1:] if isinstance(x, Sym))
    of_r, parts = moved
    total, labels = of_r, ["33: all squares"]
    # (33) itself assumes velocities at one place; its last lines hold at every one.
    proof = split.proofs.get("b") or split.proofs[""]
    assert isinstance(proof, Proof)
    steps = list(_prefixed(tuple(step for step in proof.steps if step.label.endswith(("square", "squares"))), "33"))
    for matrix, contributed, middle in parts:
        total = total + contributed
        steps += _prefixed(bound(matrix, contributed, middle, families).steps, matrix.name)
        labels += [f"{matrix.name}: all layers", f"{matrix.name}: all squares"]
    everywhere = _everywhere(families, le(total, -gamma))
    return Proof((
        *steps,
        Step("everywhere", everywhere, Assume(), printed="df/dt <= -c for all t"),
        Step("here", le(total, -gamma), Instance(*((x, x) for x in families)), ("everywhere",), ours=True),
        Step("at least", le(gamma, squares), Combination(1, *(-1 for _ in labels)), ("here", *labels), ours=True),
        Step("infimum", le(gamma, least), FromBelow(), ("at least",), ours=True),
        Step("theorem", eq(least, 0), FromClaim(theorem), ours=True),
        Step("no rate", le(gamma, 0), Combination(1, 1), ("infimum", "theorem"), instead_of=BY_FLOW),
        Step("d", contradicted(families, total), Discharge("everywhere"), ("everywhere", "no rate")),
    ))


def _prefixed(steps: tuple[Step, ...], prefix: str) -> tuple[Step, ...]:
    """Steps under names of their own, as several such proofs stand in one."""
    own = {step.label for step in steps}

    def named(label: str) -> str:
        return f"{prefix}: {label}" if label in own else label

    def by(step: Step) -> Step:
        return replace(step, by=Discharge(named(step.by.assumption))) if isinstance(step.by, Discharge) else step

    # What the page cites for the bounds, it cites where it prints them, and not here.
    return tuple(
        replace(by(step), label=named(step.label), premises=tuple(map(named, step.premises)), instead_of="", page=None)
        for step in steps
    )
