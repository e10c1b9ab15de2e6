"""What is said of noise of any law, on laws of few values and at the ends of what its traits allow.

Each value of a discrete law has positive probability: what fails at one fails with it, or around it where more is
drawn.  Where a deviation or a covariance may vanish, it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from ...algebras.sampling.exact_means import Atoms
from ...algebras.sampling.settings import Setting, degenerate_points, exact_setting
from ...algebras.sampling.variants import Variant, variants
from ...claims import Claim
from ...spoken import at_sizes, spoken
from ...statement.binding import free_symbols
from ...statement.fold import Lacks
from ...statement.props import Prop, substitute_in, subterms
from ...statement.terms import Num, Sym, term
from ...verdict import Outcome, Scope, Verdict
from .. import Context
from ..points.draws import is_met_at, is_of_draws, truth, value_on
from .sizes import EXACT_SIZES, needed
from .surely import fails_around

DRAWS = 24
FAR = Fraction(10**6)
MOST = 12
"""So many values are looked at beside 1 and one far out."""


class NeverTrue(Exception):
    """It fails on every draw."""


def under_other_laws(claim: Claim, prop: Prop, context: Context) -> Outcome | None:
    """A refutation by such a law; hypotheses about what is drawn might exclude it."""
    if not is_of_draws(prop) or any(is_of_draws(h.prop) for h in claim.given):
        return None
    drawn = {t for _, t in subterms(prop) if isinstance(t, Sym) and t.has("random")}
    free = {s for s in drawn if s.has("noise") and not s.has("normal")}
    for whole in EXACT_SIZES[:2]:
        sizes = needed(claim, whole)
        variant = variants(claim, prop, sizes["d"], context.seed)[0]
        for look in (_vanishing, _at_zero, partial(_discrete, free=free, drawn=drawn)):
            try:
                found = look(claim, prop, sizes, variant, context)
            except NeverTrue as fails:
                return Outcome(Verdict.UNDECIDED, str(fails), against=True)
            except Lacks:
                continue
            if found is not None:
                return found
    return None


def _vanishing(
    claim: Claim, prop: Prop, sizes: dict[str, int], variant: Variant, context: Context
) -> Outcome | None:
    for point in degenerate_points(claim):
        setting = exact_setting(claim, sizes, variant, DRAWS, context.seed, point)
        k = _failing(claim, prop, setting)
        if k is not None:
            return _refuted(claim, prop, setting, k, "fails where what may vanish does")
    return None


def _at_zero(claim: Claim, prop: Prop, sizes: dict[str, int], variant: Variant, context: Context) -> Outcome | None:
    """Where one of the vectors, matrices and numbers that are fixed and may be anything is zero, or all of them."""
    free = sorted((sym for sym in free_symbols(prop) if not sym.traits), key=lambda sym: sym.name)
    plain = exact_setting(claim, sizes, variant, 1, context.seed)
    shapes = {sym.name: plain.algebra.symbol(sym)[0].shape for sym in free}
    zeros = [(name, ((Fraction(0),) * columns,) * rows) for name, (rows, columns) in shapes.items()]
    for values in dict.fromkeys((*((zero,) for zero in zeros), tuple(zeros))) if zeros else ():
        setting = exact_setting(claim, sizes, variant, DRAWS, context.seed, values=values)
        k = _failing(claim, prop, setting)
        if k is not None:
            return _refuted(claim, prop, setting, k, "fails where what is fixed is zero")
    return None


def _failing(claim: Claim, prop: Prop, setting: Setting) -> int | None:
    """A draw around which it fails, at a point that meets the hypotheses; raises :class:`NeverTrue` where it fails on
    all draws, and this may be of probability 0."""
    if not _meets(claim, setting):
        return None
    false = [k for k in range(DRAWS) if not truth(prop, setting, k)]
    found = next((k for k in false if fails_around(prop, setting, k)), None)
    if found is None and len(false) == DRAWS:
        where = setting.describe_point(*(t for _, t in subterms(prop)))
        raise NeverTrue(f"fails on each of {DRAWS} exact draws at {where}")
    return found


def _discrete(
    claim: Claim, prop: Prop, sizes: dict[str, int], variant: Variant, context: Context, free: set[Sym],
    drawn: set[Sym],
) -> Outcome | None:  # fmt: skip
    if not free:
        return None
    plain = exact_setting(claim, sizes, variant, 1, context.seed)
    if not _meets(claim, plain):
        return None
    for law in _laws(prop, plain, free):
        setting = exact_setting(claim, sizes, variant, DRAWS, context.seed, noise=law)
        for k in range(DRAWS):
            if truth(prop, setting, k):
                continue
            if drawn <= free or fails_around(_held(prop, setting, k, free), setting, k):
                how = f"fails where the noise, divided by its deviation, is {', '.join(str(x) for x, _ in law.values)}"
                return _refuted(claim, prop, setting, k, how)
    return None


def _held(prop: Prop, setting: Setting, draw: int, free: set[Sym]) -> Prop:
    """With the values of noise on this draw, which have positive probability; members of families are left drawn."""
    single = [sym for sym in free if not sym.has("iid")]
    return substitute_in(prop, {sym: term(Fraction(value_on(sym, setting, draw)[0, 0])) for sym in single})


def _laws(prop: Prop, setting: Setting, free: set[Sym]) -> Iterator[Atoms]:
    """Laws of mean 0 and variance 1: of the values c and -1/c for numbers c that the statement speaks of, and of 0."""
    yield _of_two(Fraction(1))
    yield Atoms(tuple((Fraction(x), Fraction(p, 8)) for x, p in ((0, 6), (2, 1), (-2, 1))))
    constants = [t for _, t in subterms(prop) if isinstance(t, Num) or (isinstance(t, Sym) and t.shape == (1, 1))]
    fixed = [t for t in constants if not isinstance(t, Sym) or not t.traits & {"random", "index", "derived"}]
    told = sorted({abs(Fraction(setting.read(t, 0)[0, 0, 0])) for t in fixed} | {FAR})
    deviations = sorted({setting.deviation(s) for s in free} - {Fraction(0)})
    found = dict.fromkeys(x / s for s in deviations for x in told if x)
    for c in list(found)[: MOST + 1]:
        yield _of_two(c)
        yield _of_two(-c)


def _of_two(c: Fraction) -> Atoms:
    return Atoms(((c, 1 / (1 + c * c)), (-1 / c, c * c / (1 + c * c))))


def _meets(claim: Claim, setting: Setting) -> bool:
    return all(is_met_at(h.prop, setting, 0) for h in claim.given)


def _refuted(claim: Claim, prop: Prop, setting: Setting, draw: int, how: str) -> Outcome:
    terms = [t for _, t in subterms(prop)]
    sizes = setting.algebra.sizes
    return Outcome(
        Verdict.REFUTED, how, Scope(at_sizes(sizes, spoken(claim)) or "one point", dims=(sizes["d"],)),
        counterexample=setting.describe_draw(draw, *terms), point=setting.point_of(*terms, draw=draw),
    )  # fmt: skip
