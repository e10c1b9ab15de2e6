"""What samples say of attention statements: drawn contexts, and where nothing is averaged draws in fractions or balls.

Means are compared draw by draw on the same contexts, by calibrated tests of a few random projections of the difference;
what they find is no certificate.  Covariates are spheres, rotated configurations, Gaussians or clusters; labels have a
covariance that rotations keep.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from numeric.arithmetic import ball_precision
from numeric.attention.activations import EXP, RELU
from numeric.attention.covariates import CLUSTERS, GAUSSIAN, ROTATED, SPHERE, UNEVEN, CovariateLaw
from numeric.attention.labels import ContextLabels, gaussian_process, mixture, relu_network, skewed
from numeric.errors import InputError
from numeric.statistics import MeanTest, mean_test
from numeric.streams import generator

from ...algebras.arrays import Array
from ...algebras.attention.algebra import AttentionAlgebra
from ...algebras.attention.assumed import met_by
from ...algebras.attention.choices import (
    definitions,
    has_gradients,
    has_means,
    keeps_the_law,
    knows_covariance,
    places,
    symbols_of,
)
from ...algebras.attention.decide import Comparison, decide, may_fail, value_of
from ...algebras.attention.laws import Draws, Law
from ...algebras.attention.means import averages
from ...algebras.attention.places import Place
from ...claims import Claim
from ...logic import Truth
from ...spoken import told
from ...statement.fold import Lacks
from ...statement.props import Prop, conj, conjuncts, symbols_in, terms_in
from ...statement.terms import Num, Op, Sym, Term, children
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..balls.attention import BITS, said_of_layers
from .engine import ALPHA

DRAWS = {"fast": 20_000, "full": 60_000}
AT_A_TIME = 2_500
"""Contexts that are drawn together: what is computed on more leaves the processor's cache, and fills the memory."""
PROJECTIONS = 3
RESOLUTION = 1e-9
"""Of the size of both sides: what floats of the forward pass tell apart.  A difference of the means below it is not
seen, and the answer says so; one above it is tested."""
POLYNOMIAL = frozenset({
    "+", "-", "neg", "tr", "T", "entry", "row", "col", "slope", "grad", "where", "sum", "*", "/", "inner",
})  # fmt: skip
"""Where a mean may stand: the value per draw in its place has the same mean, factors having draws of their own."""
_DRAWN = frozenset({"context", "haar", "random", "derived"})
_LABELS: tuple[ContextLabels | None, ...] = (
    None, gaussian_process(EXP), relu_network(), mixture((gaussian_process(RELU), relu_network())),
)  # fmt: skip


@dataclass
class _Seen:
    places: list[str] = field(default_factory=list)
    dims: set[int] = field(default_factory=set)
    tests: list[MeanTest] = field(default_factory=list)
    equal: int = 0
    exact: int = 0
    lacks: str = ""
    against: str = ""
    names: frozenset[str] | None = None
    """What may be told of a place; None for all."""


def _is_of_fixed_size(sym: Sym) -> bool:
    return any(isinstance(dim, int) and dim > 1 for dim in sym.shape)


def examine_samples(claim: Claim, prop: Prop, context: Context) -> Outcome:
    """Supported, or against without a certificate; refuted where nothing is averaged and draws differ certainly."""
    given = [h.prop for h in claim.given]
    defined, _ = definitions(given)
    seen = _Seen(names=told(claim, prop))
    if not has_means([prop]):
        return _sure(claim, prop, given, context, seen)
    if fixed := [sym.name for sym in symbols_in(conj(prop, *given)) if sym.has("context") and _is_of_fixed_size(sym)]:
        return Outcome(Verdict.UNDECIDED, f"sampled draws contexts of sizes by letters, and not {min(fixed)}")
    for place in _drawn_places(claim, prop, given, context):
        try:
            _look(prop, place, defined, claim.id, seen)
        except (Lacks, InputError) as lacks:
            seen.lacks = seen.lacks or str(lacks)
        if seen.against:
            where = place.describe(seen.names)
            sentence = f"the samples speak against it at {where}: {seen.against}"
            return Outcome(Verdict.UNDECIDED, sentence, Scope(where, dims=place.dims), against=True)
    if not seen.places:
        return Outcome(Verdict.UNDECIDED, seen.lacks or "no place was found")
    how = []
    if seen.tests:
        how.append(f"no contradiction in {seen.tests[0].n} contexts; false-alarm rate {ALPHA:g} for each comparison")
    if seen.equal:
        how.append(f"in {seen.equal} comparisons no context shows a difference above {RESOLUTION:g} of the size")
    figures: dict[str, float] = {"tests": len(seen.tests)}
    if seen.equal:
        figures |= {"resolution": RESOLUTION}
    if seen.tests:
        figures |= {"detectable": max(t.detectable for t in seen.tests)}
    where = "; ".join(filter(None, dict.fromkeys((*seen.places, said_of_layers(prop, given)))))
    scope = Scope(where, dims=tuple(sorted(seen.dims)))
    return Outcome(Verdict.SUPPORTED, "; ".join(how), scope, figures)


def samples_refute(claim: Claim, twin: Prop, context: Context) -> bool:
    """Whether a test, or a draw where nothing is averaged, rejects the twin."""
    given = [h.prop for h in claim.given]
    defined, _ = definitions(given)
    if not has_means([twin]):
        return _sure(claim, twin, given, context, _Seen()).verdict is Verdict.REFUTED
    for place in _drawn_places(claim, twin, given, context):
        seen = _Seen()
        try:
            _look(twin, place, defined, claim.id, seen)
        except (Lacks, InputError):
            continue
        if seen.against:
            return True
    return False


# Nothing averaged ------------------------------------------------------------------------------------------


def _sure(claim: Claim, prop: Prop, given: list[Prop], context: Context, seen: _Seen) -> Outcome:
    seed = 1 if context.seed is None else context.seed + 1
    with ball_precision(BITS):
        for place in places(f"{claim.id} drawn", [prop, *given], context.dims, context.tier, seed):
            algebra, found = AttentionAlgebra(place), Comparison()
            try:
                met = met_by(given, algebra)
                if met is Truth.FALSE:
                    continue
                truth = decide(prop, algebra, found)
            except Lacks as lacks:
                if may_fail(prop, algebra):
                    sentence = f"false at {place.describe(seen.names)}, where its condition is not understood"
                    return Outcome(Verdict.UNDECIDED, sentence, doubts=True)
                seen.lacks = seen.lacks or str(lacks)
                continue
            if truth is Truth.FALSE and met is Truth.TRUE and (place.law.invariant or not place.law.used):
                where = place.describe(seen.names)
                return Outcome(
                    Verdict.REFUTED,
                    "certainly different on a draw",
                    Scope(where, dims=place.dims),
                    counterexample=f"{where}: {place.shown()}: {found.failed}",
                    point=place.plain(),
                )
            if truth in {Truth.TRUE, Truth.TOUCHES}:
                seen.places.append(place.describe(seen.names))
                seen.dims.update(place.dims)
                seen.exact += found.exact
    if not seen.places:
        return Outcome(Verdict.UNDECIDED, seen.lacks or "no draw meets the hypotheses")
    sentence = f"true on {len(seen.places)} draws, {seen.exact} comparisons in fractions, the others in balls"
    where = "; ".join(filter(None, dict.fromkeys((*seen.places[:4], said_of_layers(prop, given)))))
    scope = Scope(where, dims=tuple(sorted(seen.dims)))
    return Outcome(Verdict.SUPPORTED, sentence, scope)


# Means -----------------------------------------------------------------------------------------------------


def _drawn_places(claim: Claim, prop: Prop, given: list[Prop], context: Context) -> Iterator[Place]:
    """The places of balls with drawn contexts, those first where most can be seen: several layers and dimensions."""
    props = [prop, *given]
    known, any_law = knows_covariance(props), not keeps_the_law(props)
    told_of = [h for h in given if h.head not in {"finite", "infinite"}]
    labels_met = {s for s in symbols_of(props) if s.has("context") and s.shape[0] == 1}
    free = bool(labels_met) and not labels_met & symbols_of(told_of)
    found = [place for place in places(claim.id, props, context.dims, "fast", context.seed, drawn=True)
             if not _is_excluded(place, given)]  # fmt: skip
    if not found:
        return
    heavy, fast = has_gradients(props), context.tier == "fast"
    count = DRAWS[context.tier] // (4 if heavy else 1)
    for number, place in enumerate(_telling(found, context)[: 4 if heavy and fast else None]):
        law = UNEVEN if any_law and number % 2 else _covariates(place, number)
        usual = None if known else _LABELS[number % len(_LABELS)]
        for labels in (usual, skewed(), skewed(-1)) if free and not (known or number) else (usual,):
            draws = Draws(law, labels, count, f"{claim.id} {context.seed} {place.describe()}")
            name = f"{law.name}, {labels.name if labels else 'labels with covariance G + G o G'}"
            yield replace(place, arithmetic="floats", law=Law(name, "none", True, draws), values={})


def _is_excluded(place: Place, given: Sequence[Prop]) -> bool:
    """Whether something that is assumed of what is not drawn certainly fails there."""
    defined, others = definitions(given)
    fixed = [h for h in others if not has_means([h]) and not any(s.traits & _DRAWN for s in symbols_of([h]))]
    for hypothesis in fixed:
        with ball_precision(BITS), suppress(Lacks):
            if decide(hypothesis, AttentionAlgebra(place, defined=defined), Comparison()) is Truth.FALSE:
                return True
    return False


def _telling(found: list[Place], context: Context) -> list[Place]:
    """One place for each size and activation, more layers and dimensions first, at the lowest of the free layers; that
    of the greatest size at the others, too: what a layer does shows in later ones."""
    chosen: dict[tuple[int, ...], Place] = {}
    for place in found:
        chosen.setdefault(tuple(place.sizes[name] for name in place.roles.three), place)
    ordered = sorted(chosen.values(), key=lambda p: (min(p.number_of_layers, 1), p.dims), reverse=True)
    largest = {name: ordered[0].sizes[name] for name in ordered[0].roles.three}
    further = [p for p in found if largest.items() <= p.sizes.items() and p is not ordered[0]]
    return [*ordered[:1], *(further if context.tier == "full" else further[-1:]), *ordered[1:]]


def _covariates(place: Place, number: int) -> CovariateLaw:
    """Bounded covariates where an activation grows fast or layers are many: elsewhere means may be infinite."""
    functions = {h.name for h in place.activations.values()}
    tame = place.number_of_layers == 0 and functions <= {"linear", "relu", "softmax"}
    return ((SPHERE, GAUSSIAN, ROTATED, CLUSTERS) if tame else (SPHERE, ROTATED))[number % (4 if tame else 2)]


def _look(prop: Prop, place: Place, defined: Mapping[str, tuple[Sym, Term]], owner: str, seen: _Seen) -> None:
    """Compares draw by draw, some contexts at a time, all comparisons on the same ones."""
    wanted = list(conjuncts(prop))
    found: list[list[_Gap]] = [[] for _ in wanted]
    stopped: Lacks | InputError | None = None
    for part in _parts(place):
        algebra = AttentionAlgebra(part, defined=defined)
        for k, comparison in enumerate(wanted):
            try:
                found[k].append(_gap(comparison, algebra))
            except (Lacks, InputError) as lacks:
                # What stands before it is looked at all the same.
                wanted, stopped = wanted[:k], lacks
                break
        place.law.used = place.law.used or part.law.used
        # Readers know those inside of them, which know them: what they remember goes with the next look for cycles.
        del algebra
        gc.collect(1)
    shown = len(seen.places), seen.dims.copy()
    for comparison, parts in zip(wanted, found, strict=False):
        _judge(comparison, _together(parts), place, owner, seen)
        if seen.against:
            return
    if stopped is not None:  # what stands before it supports nothing without it
        del seen.places[shown[0] :]
        seen.dims = shown[1]
        raise stopped


def _parts(place: Place) -> list[Place]:
    """The same place with some of its draws each."""
    draws = place.law.draws
    assert draws is not None, "places of samples have draws"
    counts = [min(AT_A_TIME, draws.count - start) for start in range(0, draws.count, AT_A_TIME)]
    shares = [replace(draws, count=count, stream=f"{draws.stream}, part {k}") for k, count in enumerate(counts)]
    return [replace(place, law=replace(place.law, draws=share), values={}) for share in shares]


@dataclass(frozen=True)
class _Gap:
    """The difference of two sides, draw by draw."""

    values: Array
    largest: float
    """The largest entry of either side."""
    lengths: Array
    """Of both sides together, draw by draw: a random projection is about as long."""


def _together(parts: Sequence[_Gap]) -> _Gap:
    """Some draws after others; where nothing is drawn all parts are the same."""
    if parts[0].values.ndim < 3:
        return parts[0]
    values, lengths = (np.concatenate(arrays) for arrays in zip(*((p.values, p.lengths) for p in parts), strict=True))
    return _Gap(values, max(p.largest for p in parts), lengths)


def _gap(prop: Prop, algebra: AttentionAlgebra) -> _Gap:
    """The two sides of a comparison, read."""
    if prop.head not in {"eq", "le", "ge", "lt", "gt"}:
        raise Lacks(f"sampled lacks {prop.head} of means")
    sides = terms_in(prop)
    if not all(map(_is_polynomial, sides)):
        raise Lacks("sampled lacks functions of means that are no polynomials")
    with np.errstate(over="ignore", invalid="ignore"):
        lhs, rhs = (value_of(side, algebra) for side in sides)
        gap = lhs - rhs
    if not np.isfinite(gap).all():
        raise Lacks("sampled lacks room for numbers as large as some draws give")
    largest = max(float(np.abs(lhs).max()), float(np.abs(rhs).max()), 1e-300)
    with np.errstate(over="ignore"):
        lengths = np.linalg.norm(lhs, axis=(-2, -1)) + np.linalg.norm(rhs, axis=(-2, -1))
    return _Gap(gap, largest, np.broadcast_to(lengths, gap.shape[:-2]))


def _judge(prop: Prop, found: _Gap, place: Place, owner: str, seen: _Seen) -> None:
    gap = found.values
    if float(np.abs(gap).max()) <= RESOLUTION * found.largest:
        if prop.head in {"lt", "gt"}:
            raise Lacks("sampled sees no difference of two sides of which one is to be larger")
        seen.equal += 1
        seen.places.append(place.describe(seen.names))
        seen.dims.update(place.dims)
        return
    if gap.ndim < 3:
        # Nothing is drawn: sides that are not equal differ, and of numbers one is the larger.
        if prop.head == "eq" or _wrong(prop.head, float(gap.min()), float(gap.max())):
            seen.against = f"the sides differ by {float(np.abs(gap).max()):.3g}"
            return
        seen.places.append(place.describe(seen.names))
        seen.dims.update(place.dims)
        return
    # The rate is that of the comparison: several projections share it.
    alpha = ALPHA if gap.shape[1:] == (1, 1) else ALPHA / PROJECTIONS
    for k, values in enumerate(_projections(gap, owner)):
        test = mean_test(values, alpha=alpha)
        seen.tests.append(test)
        low, high = test.estimate - test.radius, test.estimate + test.radius
        wrong = _wrong(prop.head, low, high)
        if wrong and (prop.head == "eq" or k == 0):
            seen.against = f"the difference of the means lies in [{low:.4g}, {high:.4g}]"
            return
        if not test.detectable <= float(found.lengths.mean()):
            raise Lacks("sampled would not see a difference as large as the sides: it is lost in these draws")
        if prop.head != "eq":
            break
    seen.places.append(place.describe(seen.names))
    seen.dims.update(place.dims)


def _wrong(head: str, low: float, high: float) -> bool:
    """Whether a difference within these bounds speaks against the relation of the sides to each other."""
    return (head in {"eq", "le", "lt"} and low > 0) or (head in {"eq", "ge", "gt"} and high < 0)


def _projections(gap: Array, owner: str) -> Iterator[Array]:
    """Random projections a^T V b of each draw's value; of numbers the number itself."""
    if gap.shape[1:] == (1, 1):
        yield gap[:, 0, 0]
        return
    rng = generator(owner, f"projections {gap.shape[1:]}")
    for _ in range(PROJECTIONS):
        yield np.einsum("r,nrc,c->n", rng.standard_normal(gap.shape[1]), gap, rng.standard_normal(gap.shape[2]))


def _is_polynomial(node: Term) -> bool:
    """Whether every mean in ``node`` stands where a value per draw may stand for it: in sums and products."""
    if not averages(node):
        return True
    if not isinstance(node, Op):
        return all(map(_is_polynomial, children(node)))
    if node.head in {"expect", "expect_given"}:
        return True
    if node.head == "^":
        base, k = node.args
        length = isinstance(base, Op) and base.head == "norm_F"
        inside = base.args[0] if isinstance(base, Op) and length else base
        whole = isinstance(k, Num) and k.value.denominator == 1 and k.value > 0
        return whole and (not length or k == Num(Fraction(2))) and _is_polynomial(inside)
    if node.head not in POLYNOMIAL or (node.head == "/" and averages(node.args[1])):
        return False
    return all(map(_is_polynomial, node.args))
