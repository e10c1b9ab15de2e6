"""The table of rules: how each is decided, and whether it speaks of the whole flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .chain import (
    AlmostSurely,
    Antisymmetry,
    AtMinimisers,
    Attained,
    BothWays,
    Bounded,
    Combination,
    ConditionNumber,
    Congruence,
    Continuity,
    Contradiction,
    Diagonal,
    Discharge,
    Dominated,
    Eigenvectors,
    Exhibit,
    FromClaim,
    FromFact,
    Identity,
    MeanSquare,
    ModusPonens,
    OfModulus,
    Positivity,
    Reduction,
    Roots,
    Signs,
    Step,
    Substitution,
    Summands,
    TheMinimiser,
)
from .deciding import (
    algebraic,
    asymptotics,
    citing,
    contexts,
    derivatives,
    eigenvectors,
    limits,
    logical,
    moduli,
    optima,
    spectra,
)
from .deciding import (
    bounds as bounding,
)
from .deciding import (
    curvature as curving,
)
from .deciding import (
    extrema as infima,
)
from .deciding import (
    families as stationarity,
)
from .deciding import (
    layers as layered,
)
from .deciding import (
    recursions as recursion,
)
from .deciding import (
    small_gradients as gradients,
)
from .deciding.by_kernel import by_kernel
from .desk import Check, Gap
from .facts import FACTS
from .steps.bounds import AtMostEach, BelowEach, Distinct, Entrywise, Generalise, MeanOf, Specialise, SumOf, TermOfSum
from .steps.curvature import AtSolutions, BentSomewhere, NowhereBent, Rayleigh, SomeVector
from .steps.extrema import FromBelow, ValueAt, Within
from .steps.families import (
    AllEqual,
    ChainRule,
    Exchangeable,
    LeastWhereEqual,
    Members,
    OfGradient,
    OverLayers,
    Partial,
    SlopeOfInvariance,
    StandsStill,
)
from .steps.layers import Contracting, Diminishing, Rotated
from .steps.recursions import Apart, Induction, Instance, MeanOfLinear, Rewriting, SameLaw, Tower
from .steps.small_gradients import SmallGradients


def _never(step: Step) -> bool:
    return False


def _always(step: Step) -> bool:
    return True


def _limit_in_time(step: Step) -> bool:
    return step.shows.head == "limit"


def _fact(step: Step) -> bool:
    assert isinstance(step.by, FromFact)
    if step.by.name not in FACTS:
        raise Gap(f"there is no fact {step.by.name!r}")
    return FACTS[step.by.name].trajectory


@dataclass(frozen=True)
class Entry:
    check: Check
    whole_flow: Callable[[Step], bool] = _never


RULES: Mapping[type, Entry] = {
    Identity: Entry(algebraic.identity),
    Substitution: Entry(algebraic.substitution),
    Combination: Entry(algebraic.combination),
    Positivity: Entry(algebraic.positivity),
    Discharge: Entry(logical.discharge),
    AlmostSurely: Entry(logical.almost_surely, _always),
    BothWays: Entry(logical.both_ways),
    Antisymmetry: Entry(logical.antisymmetry),
    Exhibit: Entry(optima.exhibit),
    Reduction: Entry(optima.reduction, _always),
    ModusPonens: Entry(logical.modus_ponens),
    Contradiction: Entry(logical.contradiction),
    Attained: Entry(optima.attained, _always),
    AtMinimisers: Entry(optima.at_minimisers, _always),
    TheMinimiser: Entry(optima.the_minimiser, _always),
    Continuity: Entry(limits.continuity, _limit_in_time),
    MeanSquare: Entry(asymptotics.mean_square, _always),
    Bounded: Entry(asymptotics.bounded, _always),
    Dominated: Entry(asymptotics.dominated, _always),
    Summands: Entry(by_kernel()),
    TermOfSum: Entry(bounding.term_of_sum),
    AtMostEach: Entry(bounding.at_most_each),
    BelowEach: Entry(bounding.below_each),
    SumOf: Entry(bounding.sum_of),
    MeanOf: Entry(bounding.mean_of),
    Specialise: Entry(by_kernel()),
    Generalise: Entry(bounding.generalise),
    Distinct: Entry(by_kernel()),
    Entrywise: Entry(bounding.entrywise, _limit_in_time),
    Diagonal: Entry(spectra.diagonal),
    OfModulus: Entry(moduli.of_modulus),
    Roots: Entry(spectra.roots),
    Signs: Entry(spectra.signs),
    Congruence: Entry(spectra.congruence),
    ConditionNumber: Entry(by_kernel(spectra.SPECTRAL)),
    Eigenvectors: Entry(eigenvectors.eigenvectors),
    Within: Entry(by_kernel(), _always),
    FromBelow: Entry(infima.from_below, _always),
    ValueAt: Entry(infima.value_at, _always),
    AtSolutions: Entry(curving.at_solutions, _always),
    NowhereBent: Entry(curving.nowhere_bent, _always),
    BentSomewhere: Entry(curving.bent_somewhere, _always),
    SomeVector: Entry(curving.some_vector),
    Rayleigh: Entry(by_kernel(spectra.SPECTRAL)),
    FromFact: Entry(citing.from_fact, _fact),
    FromClaim: Entry(citing.from_claim),
    Contracting: Entry(layered.contracting, _always),
    Diminishing: Entry(layered.diminishing, _always),
    Rotated: Entry(layered.rotated, _always),
    Induction: Entry(recursion.induction, _always),
    Rewriting: Entry(recursion.rewriting),
    Apart: Entry(by_kernel()),
    Instance: Entry(recursion.instance),
    SameLaw: Entry(contexts.same_law),
    Tower: Entry(contexts.tower),
    MeanOfLinear: Entry(contexts.mean_of_linear),
    SmallGradients: Entry(gradients.small_gradients, _always),
    LeastWhereEqual: Entry(stationarity.least_where_equal, _always),
    Exchangeable: Entry(stationarity.exchangeable, _always),
    StandsStill: Entry(stationarity.stands_still, _always),
    AllEqual: Entry(stationarity.all_equal),
    Members: Entry(stationarity.members),
    OverLayers: Entry(stationarity.over_layers),
    OfGradient: Entry(derivatives.of_gradient),
    Partial: Entry(derivatives.partial),
    ChainRule: Entry(derivatives.chain_rule),
    SlopeOfInvariance: Entry(derivatives.slope_of_invariance),
}
