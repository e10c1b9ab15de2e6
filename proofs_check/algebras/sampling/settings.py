"""Where the sampled witness reads terms: sizes, a general rational point of all symbols, concrete laws, and draws.

Symbols get their values from a stream named after the claim and the symbol, so that a twin or another reading of the
same claim is read at the same point.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from numeric.streams import generator

from ...claims import Claim
from ...model import is_own, model_for, model_of, named_by
from ...papers import NAMES as PAPERS
from ...spoken import spoken
from ...statement.fold import Lacks
from ...statement.joined import reached
from ...statement.laws import RANDOM_COVARIANCES
from ...statement.props import subprops, subterms
from ...statement.terms import Op, Sym, Term, children, symbols, walk
from ...verdict import Point
from ..arrays import Array
from ..degrees_along import degree_along
from .algebra import SamplesAlgebra
from .exact_means import Atoms, ExactDraws, ExactMeans, FarDraws, values_of
from .free_laws import has_own_law, hostile_law, is_tame
from .outcomes import Constant, Outcome
from .points import point_value, psd_value
from .sources import MonteCarlo, Quadrature, Source
from .variants import Variant

CHUNK = 20_000
Values = tuple[tuple[str, tuple[tuple[Fraction, ...], ...]], ...]
"""By the names of symbols: what stands for the value at the general point."""
SIDE = 1000
"""More than the expectations of one side of an equation."""


@dataclass(frozen=True)
class Setting:
    """One choice of sizes with its point and its draws."""

    claim: Claim
    algebra: SamplesAlgebra
    seed: int | None
    point: int = 0

    def read(self, node: Term, which: int) -> Array:
        """The value per draw of one side (0 or 1) of an equation; each side has draws of its own."""
        self.algebra.counter.next = SIDE * which
        return self.algebra.read(node)

    def project(self, value: Array, count: int) -> Array:
        """``count`` fixed random projections a^T V b of each draw's value."""
        rng = generator(self.claim.id, f"projections {value.shape[1:]}", self.seed)
        a, b = rng.standard_normal((count, value.shape[1])), rng.standard_normal((count, value.shape[2]))
        return np.einsum("pr,nrc,pc->np", a, value, b, optimize=True)

    def describe(self, lhs: Term, rhs: Term, *, draw: int = 0) -> str:
        """The point with both values on a draw."""
        values = [self.read(side, which) for which, side in enumerate((lhs, rhs))]
        left, right = (value[draw if len(value) > 1 else 0] for value in values)
        where = self.describe_point(lhs, rhs)
        return f"{where}{': ' if where else ''}left {_plain(left)}, right {_plain(right)}"

    def describe_draw(self, k: int, *sides: Term) -> str:
        """Sizes, fixed symbols in ``sides``, and what was drawn."""
        assert self.algebra.outcome is not None
        drawn = ", ".join(
            f"{name}_{member} = {_plain(value[k if len(value) > 1 else 0])}" if member else
            f"{name} = {_plain(value[k if len(value) > 1 else 0])}"
            for (name, member), value in sorted(self.algebra.outcome.values.items())
        )
        return ", ".join(filter(None, (self.describe_point(*sides), drawn)))

    def describe_point(self, *sides: Term) -> str:
        values = {**self.sizes, **{name: _plain(value) for name, value in self._shown(*sides).items()}}
        return ", ".join([*(f"{name} = {value}" for name, value in values.items()), *_told(self._hostile(*sides))])

    def point_of(self, *sides: Term, draw: int | None = None) -> Point:
        """The same as data, with what was drawn."""
        values = {name: _rows(value) for name, value in self._shown(*sides).items()}
        if draw is not None:
            assert self.algebra.outcome is not None
            for (name, member), drawn in self.algebra.outcome.values.items():
                values[f"{name}[{member}]" if member else name] = _rows(drawn[draw if len(drawn) > 1 else 0])
        return Point(self.sizes, values, laws=self._laws(*sides))

    def _laws(self, *sides: Term) -> dict[str, tuple[tuple[Any, Any], ...]]:
        """The values of what has finitely many, with their probabilities."""
        drawn = {s for side in sides for s in symbols(side) if s.has("noise") and not s.traits & {"normal", "iid"}}
        values = {s: values_of(self.algebra.variant.noise_of(s)) for s in drawn}
        found = {s.name: tuple((p, x * self.deviation(s)) for x, p in law) for s, law in values.items() if law}
        return {**found, **self._hostile(*sides)}

    def _hostile(self, *sides: Term) -> dict[str, tuple[tuple[Any, Any], ...]]:
        """The same of what has a law of its own, where that is hostile."""
        choice = self.algebra.variant.hostile
        if choice is None:
            return {}
        free = sorted({s for side in sides for s in symbols(side) if has_own_law(s) and not is_tame(s)}, key=str)
        size, place = self.algebra.size, self.algebra.variant.place
        laws = {s.name: hostile_law(s, size(s.shape[0]), size(s.shape[1]), choice, place(s)) for s in free}
        return {name: tuple((Fraction(p), _rows(_exact(value)))
                            for p, value in zip(law.probabilities, law.members, strict=True))
                for name, law in laws.items()}  # fmt: skip

    def deviation(self, sym: Sym) -> Fraction:
        """The standard deviation of noise."""
        named = next((t.partition(":")[2] for t in sym.traits if t.startswith("std:")), "s")
        sign = "nonnegative" if sym.has("degenerate") else "positive"
        return Fraction(self.algebra.constant(Sym(named, (1, 1), frozenset({sign})), (1, 1))[0, 0, 0])

    def describe_laws(self, *sides: Term) -> str:
        """What noise that has finitely many values is."""
        hostile = self._hostile(*sides)
        return ", ".join(_told({name: law for name, law in self._laws(*sides).items() if name not in hostile}))

    def _shown(self, *sides: Term) -> dict[str, Array]:
        """The values of the symbols in the sides and of their laws, and of those that hypotheses join to them."""
        met = frozenset().union(*(symbols(side) for side in sides))
        if any(isinstance(node, Op) and node.head == "at0" for side in sides for _, node in walk(side)):
            met = met.union(*(symbols(start) for _, start in model_of(self.claim.paper, self.claim.model).initial))
        names = {s.name for s in met} | RANDOM_COVARIANCES
        met = met.union(of for s in met for of in named_by(s) if of.name not in names)
        given = [hypothesis.prop for hypothesis in self.claim.given]
        joined = reached(given, {s.name for s in met}) - {s.name for s in met}
        assumed = {s for prop in given for _, t in subterms(prop) for s in symbols(t) if s.name in joined}
        named = sorted(met | {s for s in assumed if not s.has("parameter")}, key=lambda sym: sym.name)
        shown = [s for s in named if not s.traits & {"random", "derived", "identity", "zero", "index", "integer"}]
        return {s.name: self.algebra.symbol(s)[0] for s in shown}

    def degenerate(self) -> str:
        """Which matrices have less than full rank at this point, and what is zero."""
        short = [f"rank({name}) = d - 1" for name in _of_less_rank(self.claim, self.point)]
        zero = [f"{name} = 0" for name in sorted(_zero_where_degenerate(self.claim, self.point))]
        where = "zero but for the first place" if AXES.get(self.point) else "zero in the first place"
        along = [f"{name} diagonal, {where}" for name in _along_axes(self.claim, self.point)]
        return ", ".join(short + zero + along)

    @property
    def sizes(self) -> dict[str, int]:
        """The sizes that the claim speaks of."""
        return {name: size for name, size in self.algebra.sizes.items() if name in spoken(self.claim)}


def _told(laws: Mapping[str, tuple[tuple[Any, Any], ...]]) -> list[str]:
    return [f"{name} = {' or '.join(f'{_plain(x)} with probability {p}' for p, x in law)}"
            for name, law in sorted(laws.items())]  # fmt: skip


def _exact(value: Any) -> Any:
    return np.array([[Fraction(x) for x in row] for row in value], dtype=object)


def _rows(value: Any) -> Any:
    """A number or rows of numbers, exact where they are."""
    array = np.asarray(value)
    return array.item() if array.size == 1 else array.tolist()


def _plain(value: Any) -> str:
    array = np.asarray(value)
    return str(array.item()) if array.size == 1 else "[" + ", ".join(_plain(part) for part in array) + "]"


def _constants(
    claim: Claim, sizes: Mapping[str, int], dtype: type, seed: int | None, point: int, values: Values = ()
) -> Constant:
    zero = _zero_by_hypothesis(claim) | _zero_where_degenerate(claim, point)
    owner = claim.id if point <= 0 else f"{claim.id} point {point}"
    own, given = is_free(claim), dict(values)

    def constant(sym: Sym, shape: tuple[int, int]) -> Array:
        if sym.name in given:
            rows = given[sym.name]
        elif sym.name in zero:
            rows = ((Fraction(0),) * shape[1],) * shape[0]
        elif own and sym.has("psd") and not sym.has("posdef") and point in AXES:
            rows = _axis(shape[0], AXES[point], 2 + _along_axes(claim, point).index(sym.name))
        elif own and sym.has("psd") and not sym.has("posdef"):
            short = shape[0] > 1 and sym.name in _of_less_rank(claim, point)
            rows = psd_value(owner, sym, shape[0], seed, shape[0] - short)
        elif point == ROOTED and sym.has("posdef") and shape[0] == shape[1]:
            rows = psd_value(owner, sym, shape[0], seed, shape[0])
        elif sym.has("index"):
            rows = ((Fraction(_free_index(claim, sym, sizes, seed)),),)
        else:
            rows = point_value(owner, _traits_of(claim, sym), shape, seed)
        made = np.array(rows, dtype=object)
        if made.size != shape[0] * shape[1]:
            raise Lacks(f"sampled lacks a value of {sym.name} at this size")
        made = made.reshape(1, *shape)
        return made if dtype is object else made.astype(np.float64)

    return constant


ROOTED = -3
"""Number of a point at which positive definite matrices have rational square roots."""
ZERO = -4
AXES = {-5: True, -6: False}
"""Numbers of the points at which psd matrices live along the first axis alone, or along the others alone."""
DEGENERATE = (-1, -2, ZERO, *AXES)
"""Numbers of the points at which what may be degenerate is so, in turn: the first of the psd matrices (by name) has
less than full rank; the others have, and what may be zero is; all of these matrices are zero; all are diagonal, and
zero but for the first place, or but for the others."""


def _axis(size: int, first: bool, root: int) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(Fraction(root**2 * (i == j and (i == 0) is first)) for j in range(size)) for i in range(size))


def _of_less_rank(claim: Claim, point: int) -> tuple[str, ...]:
    names = _named(claim, "psd", "posdef")
    return {-1: names[:1], -2: names[1:]}.get(point, ())


def _zero_where_degenerate(claim: Claim, point: int) -> frozenset[str]:
    asked = {-2: ("nonnegative", "positive"), ZERO: ("psd", "posdef")}.get(point)
    return frozenset(_named(claim, *asked) if asked else ())


def _along_axes(claim: Claim, point: int) -> tuple[str, ...]:
    return _named(claim, "psd", "posdef") if point in AXES else ()


@lru_cache(maxsize=64)
def _named(claim: Claim, trait: str, without: str) -> tuple[str, ...]:
    """The names of the symbols with a trait and without another, in order."""
    found = set(symbols(model_of(claim.paper, claim.model).loss))
    for part in claim.parts:
        for reading in part.readings:
            found |= {s for _, t in subterms(reading.prop) for s in symbols(t)}
    found |= {covariance for s in found for covariance in named_by(s)}
    return tuple(sorted({s.name for s in found if s.has(trait) and not s.has(without) and not s.has("integer")}))


def is_free(claim: Claim) -> bool:
    """Whether its matrices and deviations have no values of a paper's own."""
    return claim.paper not in PAPERS or is_own(claim)


def degenerate_points(claim: Claim) -> tuple[int, ...]:
    """The numbers of the points at which something is: where some matrix or deviation that a claim speaks of may be
    singular or zero."""
    if not (is_free(claim) and (_named(claim, "psd", "posdef") or _named(claim, "degenerate", ""))):
        return ()
    found = (_of_less_rank, _zero_where_degenerate, _along_axes)
    return tuple(k for k in DEGENERATE if any(names(claim, k) for names in found))


def _traits_of(claim: Claim, sym: Sym) -> Sym:
    """The model asks for its parameters by name; the same symbol of the statement has the same value."""
    for parameter in model_of(claim.paper, claim.model).parameters:
        if parameter.name == sym.name:
            return parameter
    return sym


def _zero_by_hypothesis(claim: Claim) -> frozenset[str]:
    """Symbols that the claim is given to be zero."""
    found = set()
    for hypothesis in claim.given:
        for _, prop in subprops(hypothesis.prop):
            if prop.head == "eq" and isinstance(prop.args[0], Sym):
                value = prop.args[1]
                if isinstance(value, Sym) and value.has("zero"):
                    found.add(prop.args[0].name)
    return frozenset(found)


def _free_index(claim: Claim, sym: Sym, sizes: Mapping[str, int], seed: int | None) -> int:
    """A value of an index that the statement leaves free."""
    bound = next((t.split(":", 1)[1] for t in sym.traits if t.startswith("range:")), "d")
    limit = sizes["d"] + 1 if bound == "d+1" else sizes.get(bound)
    if limit is None:
        raise Lacks(f"sampled lacks the range {bound} of the index {sym.name}")
    return int(generator(claim.id, f"index {sym.name} {limit}", seed).integers(1, limit + 1))


def sampled_setting(
    claim: Claim, sizes: Mapping[str, int], variant: Variant, chunk: int, seed: int | None, n: int = CHUNK,
    point: int = 0, values: Values = (),
) -> Setting:  # fmt: skip
    """Float64, ``n`` draws for every occurrence of an expectation; ``point`` numbers the general points."""
    where = " ".join(f"{name}={size}" for name, size in sizes.items())

    def stream(key: str) -> np.random.Generator:
        return generator(claim.id, f"{key} at {where} {variant.name} {chunk}", seed)

    return _setting(claim, sizes, variant, MonteCarlo(stream, n), seed, point, values)


def exact_setting(
    claim: Claim, sizes: Mapping[str, int], variant: Variant, n: int, seed: int | None, point: int = 0,
    far: bool = False, values: Values = (), noise: Atoms | None = None,
) -> Setting:  # fmt: skip
    """Fractions, ``n`` joint outcomes drawn from the definition and rounded; all that is random refers to them.

    Where they are ``far``, some lie where their law hardly ever comes; noise of any law has the law ``noise``.
    """
    where = " ".join(f"{name}={size}" for name, size in sizes.items())

    def stream(key: str) -> np.random.Generator:
        return generator(claim.id, f"exact {key} at {where} {variant.name}", seed)

    source = FarDraws(stream, n) if far else ExactDraws(stream, n)
    if noise is not None:
        variant = replace(variant, noise=noise, places=())
    made = _setting(claim, sizes, variant, source, seed, point, values)
    algebra = made.algebra
    prior = algebra.loss == "L_prior"
    outcome = Outcome("", algebra.source, variant, sizes["d"], algebra.constant, prior=prior, sizes=sizes)
    return replace(made, algebra=replace(algebra, outcome=outcome))


def exact_mean_setting(
    claim: Claim, sizes: Mapping[str, int], variant: Variant, seed: int | None, point: int = 0, values: Values = ()
) -> Setting:
    """Fractions; expectations of polynomials, exactly."""
    return _setting(claim, sizes, variant, ExactMeans(), seed, point, values)


def exact_rule_setting(
    claim: Claim, sizes: Mapping[str, int], variant: Variant, side: Term, seed: int | None, point: int = 0,
    values: Values = (),
) -> Setting:  # fmt: skip
    """The same with the nodes that ``side`` needs: exact up to rounding for its degree in what each symbol draws.

    Raises :class:`Lacks` where ``side`` is no polynomial, by its tree, in what is drawn.
    """
    averaged = list(_averaged_bodies(side))
    if any(isinstance(node, Op) and node.head == "ddt" for _, node in walk(side)):
        averaged += _averaged_bodies(model_of(claim.paper, claim.model).loss)
    by_name: dict[str, int] = {}
    for body in averaged:
        for name in {sym.name for sym in symbols(body) if sym.has("random")}:
            nodes = degree_along(body, frozenset({name})) // 2 + 1
            by_name[name] = max(nodes, by_name.get(name, 1))
    return _setting(claim, sizes, variant, Quadrature(1, by_name), seed, point, values)


def _averaged_bodies(node: Term) -> Iterator[Term]:
    """What stands in expectations that stand in no other."""
    if isinstance(node, Op) and node.head in {"expect", "expect_given"}:
        yield node.args[0]
    else:
        for child in children(node):
            yield from _averaged_bodies(child)


def _setting(
    claim: Claim, sizes: Mapping[str, int], variant: Variant, source: Source, seed: int | None, point: int,
    values: Values = (),
) -> Setting:  # fmt: skip
    model = model_for(claim)
    constants = _constants(claim, sizes, source.dtype, seed, point, values)
    initial = {sym.name: value for sym, value in model.initial}
    own = None if model.derived_loss else model
    rationals = constants if source.dtype is object else _constants(claim, sizes, object, seed, point, values)
    algebra = SamplesAlgebra(sizes, constants, source, variant, model.derived_loss, initial, own, rationals)
    return Setting(claim, algebra, seed, point)
