"""The statement language on tensors: every term has a value per draw, or per point.

Values are arrays (batch, rows, columns).  Outside of expectations a batch holds points; with enclosures every rounding
is bounded there.  Every *occurrence* of an expectation has draws of its own, so that a product of expectations has the
product of the values per draw as an unbiased estimate; what is not multilinear in expectations is refused.  Gradients
come by autograd through the definition, derivatives along a line by duals, flows by the gradient of the loss per draw.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from numeric.training.tensors import Dual
from numeric.training.tensors import functions as f
from numeric.training.tensors.dual import along, next_level, slope_of

from ...report.render import plain
from ...statement.fold import Fold, Meaning
from ...statement.moments import apart_from_time
from ...statement.terms import Abbrev, Dim, Num, Op, Sym, Term, children, symbols
from .functions import applied, jacobian
from .heads import HEADS, estimated, is_finite_mean, lacks, opened, refuse_estimates, size_of
from .heads import Reader as Read
from .outcomes import Outcome, finite_mean
from .place import Place

Key = tuple[str, tuple[Dim, Dim]]
Values = Mapping[Key, Any]


_WHOLE: Mapping[str, Callable[..., int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "neg": operator.neg, "^": operator.pow,
}  # fmt: skip
"""Operations on integers."""


_ARRANGING = frozenset({"block", "stack", "beside", "vec", "T"})


def is_arrangement(node: Term) -> bool:
    """Whether ``node`` writes the entries of different symbols into one array, each once."""
    places = _leaves(node)
    moving = [leaf for leaf in places if not (isinstance(leaf, Sym) and not _moves(leaf))]
    return all(isinstance(leaf, Sym) for leaf in places) and len(moving) == len(set(moving)) > 0


def _leaves(node: Term) -> list[Term]:
    node = opened(node)
    if isinstance(node, Op) and node.head in _ARRANGING:
        return [leaf for arg in node.args for leaf in _leaves(arg)]
    return [node]


def _moves(sym: Sym) -> bool:
    return not sym.traits & {"zero", "identity"}


def key(sym: Sym) -> Key:
    """By which a value is known: a symbol of the claim and the same of its model may carry other traits."""
    return sym.name, sym.shape


class _Reader(Fold[Any]):
    """A fold whose memory leaves out what is estimated: another occurrence has other draws."""

    def __call__(self, node: Term) -> Any:
        return self._read(node) if estimated(node) else super().__call__(node)

    def _read(self, node: Term) -> Any:
        if isinstance(node, Abbrev) and key(node.sym) in self.algebra.values:  # type: ignore[attr-defined]
            return self.algebra.values[key(node.sym)]  # type: ignore[attr-defined]
        return super()._read(node)

    def integer(self, node: Term) -> int:
        """The integer that a constant is: from sizes and indices, without asking the device."""
        algebra: TensorAlgebra = self.algebra  # type: ignore[assignment]
        if isinstance(node, Abbrev):
            return self.integer(node.body)
        if isinstance(node, Num) and node.value.denominator == 1:
            return int(node.value)
        if isinstance(node, Op) and node.head in _WHOLE:
            return _WHOLE[node.head](*map(self.integer, node.args))
        if isinstance(node, Op) and node.head == "columns":
            return int(self(node.args[0]).shape[2])
        if isinstance(node, Sym):
            found = algebra.integers.get(key(node))
            return algebra.place.integer(node) if found is None else found
        raise lacks(f"the integer that {plain(node)} is")


@dataclass
class TensorAlgebra:
    """Terms at a place: sizes, values of what is free, laws of what is drawn."""

    place: Place
    values: Values = field(default_factory=dict)
    """What ``where``, sums and flows put in."""
    integers: Mapping[Key, int] = field(default_factory=dict)
    """The values of indices and layers."""
    outcome: Outcome | None = None
    """What is drawn; None outside of expectations."""
    name: str = "gpu"

    def read(self, term: Term) -> Any:
        return _Reader(self)(term)

    def moved(self, changes: Values) -> TensorAlgebra:
        return replace(self, values={**self.values, **changes})

    def counted(self, numbers: Mapping[Sym, int]) -> TensorAlgebra:
        """With these values of indices or layers."""
        values = {key(sym): self.number(Fraction(k)) for sym, k in numbers.items()}
        integers = {key(sym): k for sym, k in numbers.items()}
        return replace(self, values={**self.values, **values}, integers={**self.integers, **integers})

    @cached_property
    def heads(self) -> Mapping[str, Meaning]:
        own = {head: getattr(self, name) for head, name in BINDERS.items()}
        return {**HEADS, **own, "ddt": apart_from_time(self._ddt), "at0": apart_from_time(self._at0)}

    # Leaves --------------------------------------------------------------------------------------------------

    def number(self, value: Fraction) -> Any:
        return self.place.number(value)

    def size(self, dim: Dim) -> int:
        return size_of(dim, self.place.sizes)

    def symbol(self, sym: Sym) -> Any:
        found = self.values.get(key(sym))
        if found is not None:
            return found
        given = self.place.given(sym)
        if given is not None:
            return self._given(sym, given)
        written = self.place.written.term(sym)
        if written is not None:
            if estimated(written) and not estimated(sym):
                raise lacks(f"{sym.name}, which is an expectation")
            return self.read(written)
        if sym.has("random") and self.outcome is not None:
            return self._drawn(sym, self.outcome)
        if sym.has("derived"):
            raise lacks(f"a definition of {sym.name}")
        return self.place.value(sym)

    def _given(self, sym: Sym, body: Term) -> Any:
        """What a hypothesis says that a symbol is: a value at the point, which no substitution moves."""
        if estimated(body):
            raise lacks(f"{sym.name}, which a hypothesis gives as an expectation")
        return self._at_the_point().read(body)

    def _at_the_point(self) -> TensorAlgebra:
        """Where nothing is put in but the numbers of indices and layers."""
        numbers = {k: value for k, value in self.values.items() if k in self.integers}
        return replace(self, values=numbers, outcome=None)

    def _drawn(self, sym: Sym, outcome: Outcome) -> Any:
        made_of = self.place.written.draws.get(sym)
        if made_of is None or (sym.name, 0) in outcome.values:
            return outcome.value(sym)
        held = sym.name in outcome.fixed
        made = replace(self, outcome=outcome.outer).symbol(sym) if held else self.read(made_of)
        outcome.values[sym.name, 0] = made
        return made

    # Expectations --------------------------------------------------------------------------------------------

    def _inside(self, fixed: frozenset[str] = frozenset()) -> TensorAlgebra:
        return replace(self, outcome=self.place.outcome(self.outcome, fixed, self.symbol))

    def _expect(self, node: Op, read: Read) -> Any:
        (body,) = node.args
        if is_finite_mean(node):
            return finite_mean(self.place, self.values, lambda outcome: replace(self, outcome=outcome).read(body))
        if self.place.enclosed:
            raise lacks("expectations at points")
        return self._watched(self._inside().read(body))

    def _watched(self, value: Any) -> Any:
        """What is averaged, of whose tails something must be known."""
        self.place.watch(value)
        return value

    def _expect_given(self, node: Op, read: Read) -> Any:
        body, *fixed = node.args
        if self.place.enclosed:
            raise lacks("expectations at points")
        return self._watched(self._inside(frozenset(s.name for s in fixed if isinstance(s, Sym))).read(body))

    # Derivatives ---------------------------------------------------------------------------------------------

    def _grad(self, node: Op, read: Read) -> Any:
        """By autograd through the definition, per draw; at points entry by entry, with bounds."""
        body, variable = node.args
        if isinstance(variable, Abbrev) and is_arrangement(variable.body):
            # Of symbols written into one array: each has its gradient in its place.
            parts = {key(s): self._grad(Op("grad", (body, s)), read) for s in symbols(variable.body) if _moves(s)}
            return self.moved(parts).read(variable.body)
        if isinstance(variable, Abbrev) and _made_otherwise(body, variable):
            raise lacks(f"a gradient with respect to {variable.sym.name} of what its parts are in")
        sym = variable.sym if isinstance(variable, Abbrev) else variable
        if not isinstance(sym, Sym):
            raise lacks("a gradient with respect to anything but a symbol")
        base = self.symbol(sym)
        if sym.has("random") and key(sym) not in self.values:
            raise lacks("a gradient with respect to what is drawn")
        if self.place.enclosed or isinstance(base, Dual):
            return self._gradient_by_entries(body, sym, base)
        (found,) = self.place.gradients(lambda at: self.moved({key(sym): at[0]}).read(body), [base])
        return self._watched(found)

    def _gradient_by_entries(self, body: Term, sym: Sym, base: Any) -> Any:
        rows, columns = base.shape[1:]
        found = []
        for i in range(rows):
            line = [along(lambda at: self.moved({key(sym): at}).read(body), base, self.place.unit(i, j, rows, columns))
                    for j in range(columns)]  # fmt: skip
            found.append(f.joined(line, 2))
        return f.joined(found, 1)

    def velocity(self) -> dict[Key, Any]:
        """Minus the gradient of the loss, on draws of its own; along a flow what it moves by."""
        if self.place.rates is not None:
            return dict(self.place.rates)
        loss = self.place.model.loss
        if not self.place.model.parameters:
            raise lacks("a flow")
        keys = [key(p) for p in self.place.model.parameters]
        at = [self._parameter(k) for k in keys]
        if self.place.enclosed:
            raise lacks("flows at points")
        if any(isinstance(value, Dual) for value in at):
            raise lacks("the rate of a rate")

        def value(moved: list[Any]) -> Any:
            return self.moved(dict(zip(keys, moved, strict=True))).read(loss)

        found = self.place.gradients(value, at)
        return {k: -self._watched(slope) for k, slope in zip(keys, found, strict=True)}

    def _ddt(self, node: Op, read: Read) -> Any:
        (body,) = node.args
        level = next_level()
        moving = {k: Dual(self._parameter(k), v, level) for k, v in self.velocity().items()}
        return slope_of(self.moved(moving).read(body), level)

    def _parameter(self, k: Key) -> Any:
        return self.symbol(next(p for p in self.place.model.parameters if key(p) == k))

    def _slope(self, node: Op, read: Read) -> Any:
        t, body = node.args
        assert isinstance(t, Sym)
        zero, one = self.number(Fraction(0)), self.number(Fraction(1))
        return along(lambda at: self.moved({key(t): at}).read(body), zero, one)

    def _curvature(self, node: Op, read: Read) -> Any:
        body, *flat = node.args
        first, second = next_level(), next_level()
        changes = {}
        for X, direction in zip(flat[::2], flat[1::2], strict=True):
            assert isinstance(X, Sym)
            refuse_estimates(direction, "a second derivative along the value")
            D = read(direction)
            changes[key(X)] = Dual(Dual(self.symbol(X), D, first), D, second)
        return slope_of(slope_of(self.moved(changes).read(body), second), first)

    # Values put in -------------------------------------------------------------------------------------------

    def _at0(self, node: Op, read: Read) -> Any:
        (body,) = node.args
        start = {key(p): value for p, value in self.place.model.initial}
        moving = {p for p in symbols(body) if p.has("parameter")}
        missing = [p.name for p in moving if key(p) not in start]
        if missing:
            raise lacks(f"the initial value of {', '.join(sorted(missing))}")
        for value in start.values():
            refuse_estimates(value, "a start that is the value")
        return self.moved({k: self.read(value) for k, value in start.items()}).read(body)

    def _where(self, node: Op, read: Read) -> Any:
        body, *flat = node.args
        changes = {}
        for sym, value in zip(flat[::2], flat[1::2], strict=True):
            assert isinstance(sym, Sym)
            # One draw of it would stand in all places of the symbol.
            refuse_estimates(value, "a substitution of the value")
            changes[key(sym)] = read(value)
        return self.moved(changes).read(body)

    def _at(self, node: Op, read: Read) -> Any:
        family, index = node.args
        assert isinstance(family, Sym)
        member = read.integer(index)
        defined = self.place.member_defined(family, member)
        if defined is not None:
            index_sym, body = defined
            if estimated(body):
                raise lacks(f"{family.name}, which a hypothesis gives as an expectation")
            return self._at_the_point().counted({index_sym: member}).read(body)
        if family.has("random") and self.outcome is not None:
            return self.outcome.value(family, member)
        return self.place.value(family, member)

    # Sums and sequences --------------------------------------------------------------------------------------

    def _at_each(self, index: Term, numbers: range, body: Term) -> list[Any]:
        assert isinstance(index, Sym)
        return [self.counted({index: k}).read(body) for k in numbers]

    def _over(self, node: Op, read: Read) -> list[Any]:
        index, upper, body = node.args
        return self._at_each(index, range(1, read.integer(upper) + 1), body)

    def _sum(self, node: Op, read: Read) -> Any:
        first, *others = self._over(node, read) or [self.number(Fraction(0))]
        for other in others:
            first = f.added(first, other)
        return first

    def _unequal(self, node: Op, read: Read) -> list[Any]:
        i, j, upper, body = node.args
        assert isinstance(i, Sym)
        assert isinstance(j, Sym)
        numbers = range(1, read.integer(upper) + 1)
        pairs = [{i: a, j: b} for a in numbers for b in numbers if a != b]
        return [self.counted(pair).read(body) for pair in pairs]

    def _sum_unequal(self, node: Op, read: Read) -> Any:
        total = self.number(Fraction(0))
        for part in self._unequal(node, read):
            total = f.added(total, part)
        return total

    def _smallest(self, node: Op, parts: list[Any]) -> Any:
        if estimated(node.args[-1]):
            raise lacks("the smaller of expectations")
        if not parts:
            raise lacks("the least of no numbers")
        first, *others = parts
        for other in others:
            first = f.smaller(first, other)
        return first

    def _least_over(self, node: Op, read: Read) -> Any:
        return self._smallest(node, self._over(node, read))

    def _least_unequal(self, node: Op, read: Read) -> Any:
        return self._smallest(node, self._unequal(node, read))

    def _stacked(self, node: Op, read: Read) -> Any:
        return f.joined(self._over(node, read), 1)

    def _beside(self, node: Op, read: Read) -> Any:
        return f.joined(self._over(node, read), 2)

    def _sequence(self, node: Op, read: Read) -> Any:
        F, ell, start, step, upto = node.args
        assert isinstance(F, Sym)
        assert isinstance(ell, Sym)
        if estimated(start) or estimated(step):
            raise lacks("layers that are expectations")
        value = read(start)
        for layer in range(read.integer(upto)):
            value = self.counted({ell: layer}).moved({key(F): value}).read(step)
        return value

    def _product(self, node: Op, read: Read) -> Any:
        ell, last, body = node.args
        count = read.integer(last) + 1
        factors = self._at_each(ell, range(max(count, 1)), body)
        if count <= 0:
            return self.place.identity(factors[0].shape[1])
        if node.head == "product_down":
            factors.reverse()
        value = factors[0]
        for factor in factors[1:]:
            value = f.times(value, factor)
        return value

    def _least(self, node: Op, read: Read) -> Any:
        """The least value that descents reach, where they are made (:mod:`proofs_check.witnesses.gpu.descents`)."""
        if self.place.least is None:
            raise lacks(f"a {node.head} at points")
        return self.place.least(self, node)

    # Functions and layers ------------------------------------------------------------------------------------

    def _applied(self, node: Op, read: Read) -> Any:
        h, *arguments = node.args
        assert isinstance(h, Sym)
        if h.has("measured"):
            raise lacks(f"{h.name}, which an experiment measures")
        for argument in arguments:
            if estimated(argument):
                raise lacks("a function of an expectation")
        written = self.place.instance(h, arguments)
        if written is not None:
            return self.read(written)
        return applied(node.head, self.place.function(h), *(read(argument) for argument in arguments))

    def _jacobian(self, node: Op, read: Read) -> Any:
        h, which, U, W, T = node.args
        assert isinstance(h, Sym)
        for argument in (U, W):
            refuse_estimates(argument, "the derivative of an activation at the value")
        if self.place.instance(h, (U, W)) is not None:
            raise lacks("the jacobian of an activation that is written out")
        return jacobian(self.place.function(h), read.integer(which), read(U), read(W), read(T))

    def _prediction(self, node: Op, read: Read) -> Any:
        written = self.place.prediction(*node.args)
        if written is None:
            raise lacks("a definition of the prediction")
        return self.read(written)

    def _prediction_on(self, node: Op, read: Read) -> Any:
        r"""(3) on the embedding (4): the last entry of :math:`E+W^{PV}E\,(E^\top W^{KQ}E)/\rho`."""
        W_PV, W_KQ, index, length, covariate, label, query = node.args
        for part in (W_PV, W_KQ, covariate, label, query):
            refuse_estimates(part, "a prediction from the value")
        count = read.integer(length)
        x, y = (self._at_each(index, range(1, count + 1), part) for part in (covariate, label))
        zero = self.number(Fraction(0))
        E = f.joined([f.joined([*x, read(query)], 2), f.joined([*y, zero], 2)], 1)
        last = E.shape[1]
        attended = f.times(f.product(f.product(E.mT, read(W_KQ)), E[:, :, -1:]), self.number(Fraction(1, count)))
        value = f.product(f.product(read(W_PV)[:, last - 1 : last], E), attended)
        return f.added(E[:, last - 1 : last, -1:], value)



def _made_otherwise(body: Term, variable: Abbrev) -> bool:
    """Whether ``body`` speaks of what a printed abbreviation is made of, and not by the abbreviation alone."""
    made_of = symbols(variable.body)

    def elsewhere(term: Term) -> bool:
        if isinstance(term, Abbrev) and term.sym == variable.sym:
            return False
        if isinstance(term, Sym):
            return term in made_of or term.has("derived")
        return any(elsewhere(child) for child in children(term))

    return elsewhere(body)


BINDERS: Mapping[str, str] = {
    "expect": "_expect", "expect_given": "_expect_given", "grad": "_grad", "ddt": "_ddt", "slope": "_slope",
    "curvature": "_curvature", "at0": "_at0", "where": "_where", "at": "_at", "sum": "_sum",
    "sum_unequal": "_sum_unequal", "least_over": "_least_over", "least_unequal": "_least_unequal",
    "stack_over": "_stacked", "beside_over": "_beside", "sequence": "_sequence", "product_up": "_product",
    "product_down": "_product", "prediction": "_prediction", "prediction_on": "_prediction_on",
    "activated": "_applied", "gram": "_applied", "kernel_value": "_applied", "apply": "_applied",
    "jacobian": "_jacobian", "minimum": "_least", "infimum": "_least", "argmin": "_least",
}  # fmt: skip
"""Heads that look before they evaluate, and their methods."""
