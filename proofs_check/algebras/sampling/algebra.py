"""The statement language on draws: every term has a value per draw of the random symbols.

A value is an array (batch, rows, columns); what does not depend on the draws has batch 1.  In float64 the draws are
many and means are tested; in fractions (dtype object) they are few and everything is exact.  Prompts, predictions and
losses are those of :mod:`numeric.prompts`, written from the definition.

Every *occurrence* of an expectation has draws of its own, so that a product of expectations has the product of the
per-draw values as an unbiased estimate.  Only what is multilinear in expectations can be read this way.  Expectations
over the law of a covariance alone are integrated exactly, and are constants.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeGuard

import numpy as np

from ...model import Model
from ...statement.fold import Fold, Heads, Lacks, Meaning
from ...statement.moments import apart_from_time
from ...statement.terms import Dim, Num, Op, Sym, Term, symbols
from ..arrays import Array, fractional, inverse, joined, times, whole
from . import derivatives, model, psd
from .exact_means import MOST_NUMBERS, ExactDraws, ExactMeans, as_fractions
from .heads import HEADS, LOSSES, Read, averaged, evaluate_dimension, is_known, names_in, refuse_averaged
from .outcomes import Constant, Counter, Outcome
from .sources import FEW_NUMBERS, MonteCarlo, Source, finite_mean
from .variants import Variant

MOST_TERMS = 10_000
"""Of a sum that is added up."""
MOST_FACTORS = 200_000
"""Of a power in fractions."""


def _is_even(exponent: Term) -> TypeGuard[Num]:
    return isinstance(exponent, Num) and exponent.value > 0 and exponent.value % 2 == 0


def _no_draws(key: str) -> np.random.Generator:
    raise Lacks("sampled draws nothing for a constant")


class _Reader(Fold[Array]):
    """A fold whose memory leaves out what is averaged: another occurrence has other draws."""

    def __call__(self, node: Term) -> Array:
        return self._read(node) if averaged(node) else super().__call__(node)


@dataclass
class SamplesAlgebra:
    """Terms at ``sizes`` (d, N, ...), with constants made on demand and random symbols from ``source``."""

    sizes: Mapping[str, int]
    constant: Constant
    source: Source
    variant: Variant
    loss: str = "L"
    """The loss whose gradient flow ``ddt`` follows."""
    initial: Mapping[str, Term] = field(default_factory=dict)
    """The parameters' values at time 0."""
    own: Model | None = None
    """The model of one's own, whose flow ``ddt`` follows instead."""
    rationals: Constant | None = None
    """The same constants in fractions, where the others are rounded."""
    values: Mapping[str, Array] = field(default_factory=dict)
    outcome: Outcome | None = None
    counter: Counter = field(default_factory=Counter)
    name: str = "sampled"

    @property
    def dtype(self) -> type:
        return self.source.dtype

    @cached_property
    def heads(self) -> Mapping[str, Meaning]:
        return Heads(self, HEADS, psd.heads, derivatives.heads, SamplesAlgebra._binders)

    def _binders(self) -> Mapping[str, Meaning]:
        binders = (
            "expect", "expect_given", "where", "sum", "sum_unequal", "least_over", "least_unequal", "stack_over",
            "beside_over", "at", "prediction", "prediction_on", "columns",
        )  # fmt: skip
        own: dict[str, Meaning] = {head: getattr(self, f"_{head}") for head in binders}
        named = {"^": self._power, "sqrt": self._root, "norm_F": self._length, "norm_2": self._length}
        return {**own, **named, "at0": apart_from_time(self._at0)}

    def read(self, term: Term) -> Array:
        return _Reader(self)(term)

    def exactly(self, node: Term) -> Array:
        """The value of a constant in fractions."""
        if self.dtype is object:
            return self.read(node)
        moved = {name for name, value in self.values.items() if value.dtype != object} & names_in(node)
        if self.rationals is None or moved or any(sym.has("random") for sym in symbols(node)):
            raise Lacks("sampled lacks an exact value of what a function of a psd matrix is taken of")
        source = ExactDraws(self.source.stream, 1) if isinstance(self.source, MonteCarlo) else ExactDraws(_no_draws, 1)
        return replace(self, source=source, constant=self.rationals, outcome=None, values={}).read(node)

    def moved(self, changes: Mapping[str, Array]) -> SamplesAlgebra:
        return replace(self, values={**self.values, **changes})

    # Leaves --------------------------------------------------------------------------------------------------

    def number(self, value: Fraction) -> Array:
        return self.array([[value]])

    def array(self, rows: Any) -> Array:
        made = np.array(rows, dtype=object)
        return made[None] if self.dtype is object else made[None].astype(np.float64)

    def size(self, dim: Dim) -> int:
        return dim if isinstance(dim, int) else evaluate_dimension(dim, self.sizes)

    def symbol(self, sym: Sym) -> Array:
        shape = self.size(sym.shape[0]), self.size(sym.shape[1])
        if sym.name in self.values:
            return self.values[sym.name]
        if sym.has("identity"):
            return self.array([[Fraction(int(i == j)) for j in range(shape[1])] for i in range(shape[0])])
        if sym.has("zero"):
            return self.array([[Fraction(0)] * shape[1]] * shape[0])
        if sym.name in self.sizes and sym.shape == (1, 1):
            return self.number(Fraction(self.sizes[sym.name]))
        if sym.name == "m_4":
            # The fourth moment of the noise s z.
            s = self.value_of(Sym("s", (1, 1), frozenset({"positive"})), (1, 1))
            return s**4 * self.number(self.variant.noise.moment(4))
        if sym.name in LOSSES and sym.has("derived"):
            return self.mean(lambda inside: model.loss(inside, sym.name))
        if sym.has("random") or sym.has("derived"):
            return self._random(sym)
        return self.constant(sym, shape)

    def _random(self, sym: Sym) -> Array:
        if self.outcome is None and not sym.traits & {"derived", "label", "noise", "prompt"}:
            # Free in the statement: for every value, of which this is one, the same as an expectation holds fixed.
            if sym.has("degenerate"):
                return self._fresh("", self.source, frozenset({sym.name})).value(sym)
            return self.value_of(sym, (self.size(sym.shape[0]), self.size(sym.shape[1])))
        outcome = self.drawn(sym.name)
        if sym.name in {"E", "E_tau"}:
            return model.training_prompt(self, "L" if sym.name == "E" else self.loss).embedding
        if sym.name in {"y_hat", "y_hat_rdm"}:
            return model.trained_on(self, "L" if sym.name == "y_hat" else "L_rdm")
        return outcome.value(sym)

    def value_of(self, sym: Sym, shape: tuple[int, int]) -> Array:
        """The value of a symbol that is not random: what ``where`` gives it, or else its constant."""
        return self.values[sym.name] if sym.name in self.values else self.constant(sym, shape)

    def drawn(self, name: str) -> Outcome:
        if self.outcome is None:
            raise Lacks(f"sampled lacks a meaning for {name} outside of an expectation")
        return self.outcome

    # Expectations --------------------------------------------------------------------------------------------

    def mean(self, evaluate: Callable[[SamplesAlgebra], Array], fixed: frozenset[str] = frozenset()) -> Array:
        """The expectation of what ``evaluate`` reads on fresh draws, those called ``fixed`` held."""
        first = self.counter.next

        def on(source: Source) -> Array:
            self.counter.next = first  # a quadrature asks twice
            return evaluate(self._inside(source, fixed))

        if self.outcome is None:
            return self.source.mean(on)
        if isinstance(self.outcome.source, ExactDraws):
            raise Lacks("sampled lacks expectations over prompts in exact fractions")
        return on(self.outcome.source)

    def _inside(self, source: Source, fixed: frozenset[str]) -> SamplesAlgebra:
        key = str(self.counter.next)
        self.counter.next += 1
        made = self._fresh(key, source, fixed) if self.outcome is None else self.outcome.inner(key, fixed)
        return replace(self, outcome=made, source=source)

    def _fresh(self, key: str, source: Source, fixed: frozenset[str]) -> Outcome:
        prior, d = self.loss == "L_prior", self.sizes["d"]
        return Outcome(key, source, self.variant, d, self.value_of, fixed=fixed, prior=prior, sizes=self.sizes)

    def _expect(self, node: Op, read: Read) -> Array:
        (body,) = node.args
        if is_known(node):
            return self._known_mean(body)
        if self.outcome is not None and self.dtype is not object:
            # A constant inside of another expectation: its own draws are spared where few numbers give it exactly.
            with suppress(Lacks):
                return self.exact_mean(body, FEW_NUMBERS)
        return self.mean(lambda inside: inside.read(body))

    def _known_mean(self, body: Term) -> Array:
        """Over the law of a covariance: of a polynomial exactly, of others where the values are finitely many."""
        if self.dtype is object:
            return self.exact_mean(body)
        try:
            return self.exact_mean(body)
        except Lacks:
            apart = replace(self, outcome=None)
            return finite_mean(lambda source: replace(apart, counter=Counter())._inside(source, frozenset()).read(body))

    def exact_mean(self, body: Term, most: int = MOST_NUMBERS) -> Array:
        """An expectation apart from what is drawn here, computed in fractions."""
        here = replace(self, outcome=None, counter=Counter())
        if self.dtype is not object:
            drawn = any(len(self.values[name]) > 1 for name in self.values.keys() & names_in(body))
            if self.rationals is None or drawn:
                raise Lacks("sampled lacks the exact constants of a mean")
            # A value of float64 is a fraction.
            moved = {name: as_fractions(value) for name, value in self.values.items() if len(value) == 1}
            here = replace(here, constant=self.rationals, values=moved)

        def on(source: Source) -> Array:
            return replace(here, counter=Counter())._inside(source, frozenset()).read(body)

        found = ExactMeans(most).mean(on)
        return found if self.dtype is object else found.astype(np.float64)

    def _expect_given(self, node: Op, read: Read) -> Array:
        body, *fixed = node.args
        return self.mean(lambda inside: inside.read(body), frozenset(s.name for s in fixed if isinstance(s, Sym)))

    def _at(self, node: Op, read: Read) -> Array:
        family, index = node.args
        assert isinstance(family, Sym)
        member = whole(read(index))
        if self.outcome is None and family.has("random"):
            # Free in the statement, as the members of a family that an expectation holds fixed.
            held = frozenset({family.name})
            return self._fresh("", self.source, held).value(family, member)
        return self.drawn(family.name).value(family, member)

    def _prediction(self, node: Op, read: Read) -> Array:
        length = whole(read(node.args[2]))
        prompt = model.training_prompt(self, "L", length)
        return model.layer(self, node.args[0], node.args[1], prompt.embedding, read)

    def _prediction_on(self, node: Op, read: Read) -> Array:
        W_PV, W_KQ, index, length, covariate, label, query = node.args
        assert isinstance(index, Sym)
        places = [self.moved({index.name: self.number(Fraction(k))}) for k in range(1, whole(read(length)) + 1)]
        x, y = ([place.read(part) for place in places] for part in (covariate, label))
        return model.layer(self, W_PV, W_KQ, model.embedding(x, y, read(query)), read)

    # Values put in ------------------------------------------------------------------------------------------

    def _at0(self, node: Op, read: Read) -> Array:
        (body,) = node.args
        unknown = {sym.name for sym in symbols(body) if sym.has("parameter")} - self.initial.keys()
        if unknown:
            raise Lacks(f"sampled lacks the initial value of {', '.join(sorted(unknown))}")
        return self.moved({name: self.read(value) for name, value in self.initial.items()}).read(body)

    def _where(self, node: Op, read: Read) -> Array:
        body, *flat = node.args
        changes = {s.name: read(v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
        return self.moved(changes).read(body)

    # Sums ----------------------------------------------------------------------------------------------------

    def _placed(self, changes: Mapping[str, int], body: Term) -> Array:
        return self.moved({name: self.number(Fraction(k)) for name, k in changes.items()}).read(body)

    def _over(self, node: Op, read: Read) -> list[Array]:
        index, upper, body = node.args
        assert isinstance(index, Sym)
        count = whole(read(upper))
        if count > MOST_TERMS:
            raise Lacks(f"sampled adds up at most {MOST_TERMS} terms, and here are {count}")
        return [self._placed({index.name: k}, body) for k in range(1, count + 1)]

    def _over_unequal(self, node: Op, read: Read) -> list[Array]:
        i, j, upper, body = node.args
        assert isinstance(i, Sym)
        assert isinstance(j, Sym)
        numbers = range(1, whole(read(upper)) + 1)
        return [self._placed({i.name: a, j.name: b}, body) for a in numbers for b in numbers if a != b]

    def _sum(self, node: Op, read: Read) -> Array:
        found = self._over(node, read)
        if not found:
            raise Lacks("sampled lacks the shape of a sum of no terms")
        return sum(found[1:], found[0])

    def _sum_unequal(self, node: Op, read: Read) -> Array:
        return sum(self._over_unequal(node, read), self.number(Fraction(0)))

    def _least_over(self, node: Op, read: Read) -> Array:
        refuse_averaged(node.args[-1], "the smaller")
        return np.minimum.reduce(self._over(node, read))

    def _least_unequal(self, node: Op, read: Read) -> Array:
        refuse_averaged(node.args[-1], "the smaller")
        found = self._over_unequal(node, read)
        if not found:
            raise Lacks("sampled lacks the least of no numbers")
        return np.minimum.reduce(found)

    def _stack_over(self, node: Op, read: Read) -> Array:
        return joined(self._over(node, read), 1)

    def _beside_over(self, node: Op, read: Read) -> Array:
        return joined(self._over(node, read), 2)

    def _columns(self, node: Op, read: Read) -> Array:
        return self.number(Fraction(read(node.args[0]).shape[2]))

    # Powers and roots ----------------------------------------------------------------------------------------

    def _power(self, node: Op, read: Read) -> Array:
        base, exponent = node.args
        if isinstance(base, Op) and base.head in {"norm_F", "norm_2"} and _is_even(exponent):
            (A,) = base.args
            return read(Op("^", (Op("inner", (A, A)), Num(exponent.value / 2))))
        k = exponent.value if isinstance(exponent, Num) else Fraction(read(exponent)[0, 0, 0])
        if k.denominator != 1:
            refuse_averaged(base, "roots")
            return fractional(read(base), k, self.dtype)
        first = read(base)
        if k < 0:
            refuse_averaged(base, "the inverse")
            first = inverse(first)
        result = self.array([[Fraction(int(i == j)) for j in range(first.shape[2])] for i in range(first.shape[1])])
        if self.dtype is object and abs(k) > MOST_FACTORS:
            raise Lacks(f"sampled multiplies at most {MOST_FACTORS} fractions, and here are {abs(k)}")
        if k and (k < 0 or not averaged(base)):
            result = first
            for digit in f"{abs(int(k)):b}"[1:]:
                result = times(result, result)
                result = times(result, first) if digit == "1" else result
            return result
        for step in range(int(k)):
            # Every factor reads anew: an expectation then has draws of its own in each.
            result = times(result, read(base) if step else first)
        return result

    def _root(self, node: Op, read: Read) -> Array:
        refuse_averaged(node.args[0], "roots")
        return fractional(read(node.args[0]), Fraction(1, 2), self.dtype)

    def _length(self, node: Op, read: Read) -> Array:
        refuse_averaged(node.args[0], "the norm")
        A = read(node.args[0])
        return fractional((A * A).sum(axis=(1, 2), keepdims=True), Fraction(1, 2), self.dtype)
