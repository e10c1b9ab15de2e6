r"""The statement language at one place, in fractions, balls or floats.

A value is an array (..., rows, columns), scalars 1 x 1, or a jet of such arrays where a derivative is taken; inside an
expectation the axis before the matrix runs over outcomes.  Concrete activations stand for unspecified ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import flint
import numpy as np

from numeric.attention import jets
from numeric.attention.jets import Jet, Number
from numeric.attention.orbits import inverse

from ...statement.binding import free_symbols
from ...statement.fold import Lacks, Meaning
from ...statement.terms import Abbrev, Dim, Num, Op, Sym, Term
from ..arrays import Array
from .derivatives import curvature, grad, jacobian, seen_by_slopes, slope
from .laws import covariance
from .linear import (
    PLAIN,
    Read,
    from_matrix,
    identity_like,
    inner,
    is_scalar,
    joined,
    product_of_all,
    squared_length,
    times,
)
from .means import averages, expect, expect_given
from .places import Place

_ROUNDED = 1e-9
"""What rounding may leave of the difference of a matrix from its transpose."""


@dataclass(eq=False)
class AttentionAlgebra:
    """Reads terms at ``place``; ``bound`` are symbols with other values than there, ``above`` where they have not."""

    place: Place
    bound: Mapping[Sym, Number] = field(default_factory=dict)
    above: AttentionAlgebra | None = None
    averaging: bool = False
    """Inside an expectation."""
    defined: Mapping[str, tuple[Sym, Term]] = field(default_factory=dict)
    """Families that hypotheses define, by name: the letter of the layer and the member's value."""
    memory: dict[int, tuple[Term, Number]] = field(default_factory=dict)
    others: dict[int, AttentionAlgebra] = field(default_factory=dict)
    indexed: dict[tuple[Sym, int], AttentionAlgebra] = field(default_factory=dict)
    """The readers inside of sums and products, by index and its value: what these have in common is read once."""
    name: str = field(default="attention", init=False)

    def read(self, node: Term) -> Number:
        found = self.memory.get(id(node))
        if found is None:
            if self.above is not None and not free_symbols(node) & self.bound.keys():
                return self.above.read(node)
            found = self.memory[id(node)] = (node, self._read(node))
        return found[1]

    def _read(self, node: Term) -> Number:
        if isinstance(node, Op):
            meaning = self.heads.get(node.head)
            if meaning is None:
                raise Lacks(f"attention lacks {node.head}")
            value: Number = meaning(node, self.read)
            return value
        if isinstance(node, Num):
            return self.place.number(node.value)
        if isinstance(node, Abbrev):
            return self.read(node.body)
        assert isinstance(node, Sym)
        return self.symbol(node)

    def symbol(self, sym: Sym) -> Number:
        if sym in self.bound:
            return self.bound[sym]
        if self.above is not None:
            return self.above.symbol(sym)
        if sym.name in self.defined:
            return seen_by_slopes(self, sym)
        if sym.name in self.place.sizes and sym.shape == (1, 1):
            return self.place.number(self.place.sizes[sym.name])
        if sym.has("haar"):
            raise Lacks("attention lacks a random rotation outside of an expectation")
        if sym.has("random") and not sym.has("context"):
            raise Lacks(f"attention lacks the law of {sym.name}")
        if sym.traits & {"layers", "activation", "kernel"}:
            raise Lacks(f"attention lacks {sym.name} without arguments")
        return self.place.value(Sym(sym.name, sym.shape, sym.traits - {"random"}) if sym.has("context") else sym)

    def with_bound(self, changes: Mapping[Sym, Number], averaging: bool = False) -> AttentionAlgebra:
        return AttentionAlgebra(self.place, dict(changes), self, self.averaging or averaging)

    def size(self, dim: Dim) -> int:
        return self.place.size(dim)

    def integer(self, node: Term) -> int:
        """The integer that a term denotes."""
        value = self.read(node)
        if isinstance(value, Jet):
            raise Lacks("attention lacks a whole number there")
        single = value.ravel()[0]
        if isinstance(single, flint.arb):
            whole = single.unique_fmpz()
            if whole is None or not single.is_integer():
                raise Lacks("attention lacks a whole number there")
            return int(whole)
        if single != int(single):
            raise Lacks("attention lacks a whole number there")
        return int(single)

    @cached_property
    def heads(self) -> Mapping[str, Meaning]:
        return {
            **PLAIN,
            "*": self._independent, "inner": self._independent,
            "^": self._power, "sqrt": self._root, "norm_F": self._length, "norm_2": self._length,
            "at": self._at, "entry": self._entry, "row": self._row, "col": self._col, "sum": self._sum,
            "sequence": self._sequence, "product_up": self._product, "product_down": self._product,
            "stack_over": self._over, "beside_over": self._over, "delta": self._delta,
            "activated": self._activated, "gram": self._activated, "kernel_value": self._activated,
            "jacobian": partial(jacobian, self), "slope": partial(slope, self), "curvature": partial(curvature, self),
            "grad": partial(grad, self),
            "where": self._where,
            "expect": partial(expect, self), "expect_given": partial(expect_given, self), "modulus": self._modulus,
        }  # fmt: skip

    # Powers and roots ----------------------------------------------------------------------------------------

    def _power(self, node: Op, read: Read) -> Number:
        base, exponent = node.args
        k = exponent.value if isinstance(exponent, Num) else Fraction(self.integer(exponent))
        if isinstance(base, Op) and base.head in {"norm_F", "norm_2"} and k == 2:
            (inside,) = base.args
            if averages(inside):
                return inner(read(inside), self.other_draws(1).read(inside))
            return squared_length(read(inside))
        if isinstance(base, Sym) and base.has("posdef") and base.shape != (1, 1) and base not in self.bound:
            return self.power_of_covariance(base, k)
        value = read(base)
        if k.denominator != 1:
            if k == Fraction(1, 2) and is_scalar(value):
                return self._scalar_root(value)
            if not isinstance(value, Jet) and value.ndim == 2 and (value == identity_like(value)).all():
                return value
            raise Lacks("attention lacks roots of matrices that are no symbols")
        if k < 0:
            value, k = self._inverse(value), -k
        result: Number | None = None
        for number in range(int(k)):
            factor = self.other_draws(number).read(base) if number and averages(base) else value
            result = factor if result is None else times(result, factor)
        return value * 0 + identity_like(value) if result is None else result

    def power_of_covariance(self, sym: Sym, k: Fraction) -> Array:
        """An exact power of a positive definite symbol, k a multiple of 1/2."""
        S = self.place.root(sym.name, self.size(sym.shape[0]))
        if (2 * k).denominator != 1:
            raise Lacks(f"attention lacks the power {k} of {sym.name}")
        factor = S if k > 0 else inverse(S)
        result = factor
        for _ in range(abs(int(2 * k)) - 1):
            result = result @ factor
        return self.place.converted(result)

    def _inverse(self, value: Number) -> Number:
        if is_scalar(value):
            return jets.reciprocal(value)
        if isinstance(value, Jet) or value.ndim > 2:
            raise Lacks("attention lacks the inverse of a matrix that moves")
        if self.place.arithmetic == "exact":
            return inverse(value)
        if self.place.arithmetic == "floats":
            return np.asarray(np.linalg.inv(value))
        size = len(value)
        try:
            found = flint.arb_mat(size, size, list(value.ravel())).inv()
        except ZeroDivisionError as error:
            raise Lacks("attention lacks the inverse of a matrix that may be singular") from error
        return from_matrix(found, size)

    def _root(self, node: Op, read: Read) -> Number:
        return self._scalar_root(read(node.args[0]))

    def _length(self, node: Op, read: Read) -> Number:
        return self._scalar_root(squared_length(read(node.args[0])))

    def _scalar_root(self, value: Number) -> Number:
        if isinstance(value, Jet) or self.place.arithmetic == "exact":
            raise Lacks("attention lacks roots of fractions and derivatives of roots")
        return np.asarray(np.sqrt(value))

    def _modulus(self, node: Op, read: Read) -> Number:
        from numeric.attention.kernels import modulus
        from numeric.psd import enclosed_root

        value = read(node.args[0])
        if isinstance(value, Jet):
            raise Lacks("attention lacks derivatives of the modulus")
        if self.place.arithmetic == "floats":
            if np.abs(value - np.swapaxes(value, -1, -2)).max() > _ROUNDED * (1 + np.abs(value).max()):
                raise Lacks("attention lacks the modulus of a matrix that is not symmetric, which has none")
            return modulus(value)
        if self.place.arithmetic == "exact" or value.ndim > 2:
            raise Lacks("attention lacks the modulus in fractions")
        if any(x != 0 for x in (value - value.T).ravel()):  # of balls: where they are certainly apart
            raise Lacks("attention lacks the modulus of a matrix that is not symmetric, which has none")
        square, size = value @ value, len(value)
        if size > 2:
            raise Lacks("attention lacks the modulus of balls with more than two rows")
        return from_matrix(enclosed_root(flint.arb_mat(size, size, list(square.ravel()))), size)

    # Entries, families, sums ---------------------------------------------------------------------------------

    def _at(self, node: Op, read: Read) -> Number:
        family, index = node.args
        assert isinstance(family, Sym)
        return self.member(family, self.integer(index))

    def member(self, family: Sym, member: int) -> Number:
        """The value of a member of a family."""
        moved = self.moved(family)
        if moved is not None and member in moved:
            return moved[member]
        top = self._top()
        if family.name in top.defined:
            letter, value = top.defined[family.name]
            key = (family.name, member)
            if key not in self.place.values:
                found = top.other_draws(100).with_bound({letter: self.place.number(member)}).read(value)
                if isinstance(found, Jet):
                    raise Lacks("attention lacks families that move by definition")
                self.place.values[key] = found
        return self.place.value(family, member)

    def _top(self) -> AttentionAlgebra:
        here = self
        while here.above is not None:
            here = here.above
        return here

    def other_draws(self, number: int) -> AttentionAlgebra:
        """The same with draws of its own, independent of those here; itself where nothing is drawn."""
        law = self.place.law
        if law.draws is None:
            return self
        if number not in self.others:
            draws = replace(law.draws, stream=f"{law.draws.stream}, {number}")
            place = replace(self.place, law=replace(law, draws=draws), values=dict(self._undefined()))
            above = None if self.above is None else self.above.other_draws(number)
            self.others[number] = AttentionAlgebra(place, self.bound, above, self.averaging, self.defined)
        return self.others[number]

    def _undefined(self) -> dict[tuple[str, int | None], Array]:
        """The values that are not drawn."""
        defined = self._top().defined
        return {key: value for key, value in self.place.values.items() if key[0] not in defined}

    def _independent(self, node: Op, read: Read) -> Number:
        """A product: every factor that is a mean has draws of its own, so that the mean of the product is theirs."""
        values = [read(node.args[0])]
        for number, arg in enumerate(node.args[1:], start=1):
            values.append(self.other_draws(number).read(arg) if averages(arg) else read(arg))
        return inner(values[0], values[1]) if node.head == "inner" else product_of_all(*values)

    def moved(self, family: Sym) -> Mapping[int, Number] | None:
        """The members of a family that have other values than the place gives."""
        here: AttentionAlgebra | None = self
        while here is not None:
            if family in here.bound:
                return here.bound[family]  # type: ignore[return-value]
            here = here.above
        return None

    def _entry(self, node: Op, read: Read) -> Number:
        A, i, j = node.args
        row, col = self.integer(i) - 1, self.integer(j) - 1
        value = read(A)
        self._has_place(value, row, -2)
        self._has_place(value, col, -1)
        return value[..., row : row + 1, col : col + 1]

    def _row(self, node: Op, read: Read) -> Number:
        k = self.integer(node.args[1]) - 1
        value = read(node.args[0])
        self._has_place(value, k, -2)
        return value[..., k : k + 1, :]

    def _col(self, node: Op, read: Read) -> Number:
        k = self.integer(node.args[1]) - 1
        value = read(node.args[0])
        self._has_place(value, k, -1)
        return value[..., :, k : k + 1]

    def _has_place(self, value: Number, k: int, axis: int) -> None:
        size = (value.terms[0] if isinstance(value, Jet) else value).shape[axis]
        if not 0 <= k < size:
            raise Lacks(f"attention lacks row or column {k + 1} of a matrix with {size}")

    def _each(self, index: Term, numbers: Iterable[int], body: Term) -> list[Number]:
        assert isinstance(index, Sym)
        found = []
        for k in numbers:
            if (index, k) not in self.indexed:
                self.indexed[index, k] = self.with_bound({index: self.place.number(k)})
            found.append(self.indexed[index, k].read(body))
        return found

    def _sum(self, node: Op, read: Read) -> Number:
        index, upper, body = node.args
        found = self._each(index, range(1, self.integer(upper) + 1), body)
        return sum(found[1:], found[0])

    def _over(self, node: Op, read: Read) -> Number:
        index, upper, body = node.args
        found = self._each(index, range(1, self.integer(upper) + 1), body)
        return joined(found, -2 if node.head == "stack_over" else -1)

    def _delta(self, node: Op, read: Read) -> Number:
        first, second = map(self.integer, node.args)
        return self.place.number(int(first == second))

    def _sequence(self, node: Op, read: Read) -> Number:
        F, ell, start, step, upto = node.args
        assert isinstance(F, Sym)
        assert isinstance(ell, Sym)
        value = read(start)
        for layer in range(self.integer(upto)):
            value = self.with_bound({F: value, ell: self.place.number(layer)}).read(step)
        return value

    def _product(self, node: Op, read: Read) -> Number:
        ell, last, body = node.args
        factors = self._each(ell, range(self.integer(last) + 1), body)
        if not factors:
            raise Lacks("attention lacks the size of an empty product")
        if node.head == "product_down":
            factors.reverse()
        result = factors[0]
        for factor in factors[1:]:
            result = times(result, factor)
        return result

    # Activations and derivatives -----------------------------------------------------------------------------

    def value_of(self, h: Term, U: Number, W: Number) -> Number:
        """The value of the concrete activation (or of the labels' covariance) that stands for ``h``."""
        assert isinstance(h, Sym)
        if h.has("symmetric") and not h.has("kernel"):
            white_root = self.power_of_covariance(self.place.roles.covariance, Fraction(-1))
            return covariance(times(jets.transposed(U), times(white_root, W)))
        if h.name not in self.place.activations:
            raise Lacks(f"attention lacks a concrete activation for {h.name}")
        value = self.place.activations[h.name](U, W)
        self.place.note(h.name, U, W, value)
        return value

    def _activated(self, node: Op, read: Read) -> Number:
        h, U, W = node.args
        return self.value_of(h, read(U), read(W))

    def _where(self, node: Op, read: Read) -> Number:
        body, *flat = node.args
        changes: dict[Sym, Any] = {}
        for what, value in zip(flat[::2], flat[1::2], strict=True):
            if isinstance(what, Sym) and not what.has("layers"):
                changes[what] = read(value)
            elif isinstance(what, Sym):
                raise Lacks("attention lacks families replaced as a whole")
        return self.with_bound(changes).read(body)
