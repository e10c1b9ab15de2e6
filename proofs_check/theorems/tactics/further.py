"""Which tactic a step takes that asks for its premises alone.  Not trusted."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import UserError
from ...proof import chain as C
from ...proof.chain import AlmostSurely, BothWays, Bounded, ConditionNumber, Continuity, Rule, TheMinimiser
from ...proof.desk import Gap
from ...proof.steps.bounds import (
    AtMostEach,
    BelowEach,
    Distinct,
    Entrywise,
    Generalise,
    MeanOf,
    Specialise,
    SumOf,
    TermOfSum,
)
from ...proof.steps.curvature import AtSolutions, BentSomewhere, NowhereBent, Rayleigh, SomeVector
from ...proof.steps.extrema import FromBelow, ValueAt, Within
from ...proof.steps.families import OfGradient, OverLayers
from ...proof.steps.layers import Contracting, Diminishing, Rotated
from ...proof.steps.recursions import Apart, Induction, Instance, MeanOfLinear, Rewriting, SameLaw, Tower
from ...statement.fold import Lacks
from ...statement.props import Prop
from .. import kernel as K
from ..binding import Refused
from ..kernel import Theorem
from . import algebra, citing, derivatives, layers, least, limits, means, optima, spectra
from .desk import Desk, Held, split

FAILURES = (Refused, Lacks, Gap, UserError, KeyError, ValueError, IndexError, StopIteration, AttributeError, TypeError,
            AssertionError, ArithmeticError, RecursionError, NotImplementedError)
"""A tactic may be wrong in any way; then there is no theorem."""


def further(desk: Desk, by: Rule, goals: Sequence[Prop], given: Sequence[Held], flat: Held) -> list[Theorem]:
    """A theorem for each goal, from the premises."""
    match by:
        case C.Identity(multipliers):
            return [algebra.identity(desk, goal, [some[0] for some in given], multipliers) for goal in goals]
        case C.Combination(multipliers, plus):
            return [algebra.combination(desk, goal, flat, multipliers, plus) for goal in goals]
        case C.Positivity():
            return [desk.sign(goal, flat) for goal in goals]
        case C.Substitution(""):
            return [algebra.substitution(desk, goal, flat) for goal in goals]
        case C.Antisymmetry():
            return [algebra.antisymmetry(desk, goal, flat) for goal in goals]
        case C.Attained(at):
            return [optima.attained(desk, goal, dict(at), flat) for goal in goals]
        case C.AtMinimisers():
            return [optima.minimisers(desk, goal, flat) for goal in goals]
        case C.Exhibit(at):
            return [optima.exhibit(desk, goal, dict(at), flat) for goal in goals]
        case C.FromFact(name, bind):
            return citing.fact(desk, name, dict(bind), list(goals), flat)
        case Within(at):
            return [least.within(desk, goal, dict(at), flat) for goal in goals]
        case ValueAt(at):
            return [least.value_at(desk, goal, dict(at), flat) for goal in goals]
        case FromBelow():
            return [least.from_below(desk, goal, flat) for goal in goals]
        case AtMostEach():
            return [least.at_most_each(desk, goal, flat) for goal in goals]
        case BelowEach():
            return [least.below_each(desk, goal, flat) for goal in goals]
        case TermOfSum():
            return [least.term_of_sum(desk, goal, flat) for goal in goals]
        case SumOf():
            return [least.sum_of(desk, goal, flat) for goal in goals]
        case MeanOf():
            return [least.mean_of(desk, goal, flat) for goal in goals]
        case AlmostSurely():
            return [_surely(desk, goal, flat) for goal in goals]
        case Apart() | Distinct():
            return [layers.apart(desk, goal, flat) for goal in goals]
        case OverLayers(j):
            return [layers.over_layers(desk, goal, j, flat) for goal in goals]
        case C.Summands(multiplier):
            return [layers.summands(desk, goal, multiplier, flat) for goal in goals]
        case Induction():
            return split(layers.induction(desk, goals[0], by, flat))
        case Rewriting():
            return [layers.rewriting(desk, goal, flat) for goal in goals]
        case Instance(at):
            return [layers.instance(desk, goal, dict(at), given[0], flat) for goal in goals]
        case Specialise():
            return [layers.instance(desk, goal, None, flat, flat) for goal in goals]
        case Generalise():
            return [desk.build(goal, flat) for goal in goals]
        case Continuity():
            return [limits.continuity(desk, goal, flat) for goal in goals]
        case Entrywise():
            return [limits.entrywise(desk, goal, flat) for goal in goals]
        case BothWays():
            return [_both_ways(desk, goal, flat) for goal in goals]
        case OfGradient(G, gradient):
            return [derivatives.of_gradient(desk, goal, G, gradient, flat) for goal in goals]
        case Rayleigh():
            return [spectra.rayleigh(desk, goal, flat) for goal in goals]
        case AtSolutions():
            return [optima.solutions(desk, goal, flat) for goal in goals]
        case TheMinimiser():
            return [optima.the_minimiser(desk, goal, flat) for goal in goals]
        case Bounded(bound):
            return [optima.order(desk, goal, bound, flat) for goal in goals]
        case NowhereBent():
            return [optima.convex(desk, goal, flat) for goal in goals]
        case BentSomewhere():
            return [optima.not_convex(desk, goal, flat) for goal in goals]
        case SomeVector(vector):
            return [spectra.some_vector(desk, goal, vector, flat) for goal in goals]
        case Contracting() | Diminishing():
            return [layers.tending(desk, goal, by, flat) for goal in goals]
        case Tower():
            return [means.tower(desk, goal, flat) for goal in goals]
        case SameLaw(at):
            return [means.same_law(desk, goal, dict(at), flat) for goal in goals]
        case MeanOfLinear():
            return [means.of_linear(desk, goal, by, flat) for goal in goals]
        case Rotated(rotation, drawn):
            return [means.rotated(desk, goal, rotation, drawn, flat) for goal in goals]
        case ConditionNumber():
            return [spectra.condition_number(desk, goal, flat) for goal in goals]
    raise Refused("no tactic for ", type(by).__name__)


def _both_ways(desk: Desk, goal: Prop, held: Held) -> Theorem:
    p, q = goal.args
    assert isinstance(p, Prop)
    assert isinstance(q, Prop)
    both = [desk.build(Prop("implies", pair), held) for pair in ((p, q), (q, p))]
    return desk.use("both ways", {"P": K.Lam((), p), "R": K.Lam((), q)}, both, held)[0]


def _surely(desk: Desk, goal: Prop, held: Held) -> Theorem:
    """What holds at every outcome, also as each premise of an implication does."""
    (p,) = goal.args
    assert isinstance(p, Prop)
    return K.surely(desk.build(p, held))
