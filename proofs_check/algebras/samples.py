"""The statement language on draws: every term has a value per draw of the random symbols.

A value is an array (batch, rows, columns); what does not depend on the draws has batch 1.  In float64 the draws are
many and means are tested; in fractions (dtype object) they are few and everything is exact.  The prompt, the
prediction and the loss are those of :mod:`numeric.prompts`, written from the definition.

Every *occurrence* of an expectation draws prompts of its own, so that a product of expectations has the product of
the per-draw values as an unbiased estimate.  Only what is multilinear in expectations can be read this way.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np

from numeric import prompts

from ..statement.fold import Fold, Lacks, Meaning, strict
from ..statement.terms import Dim, Num, Op, Sym, Term, children, substitute, symbols, zeros
from .arrays import (
    Array,
    assemble,
    block,
    central,
    fractional,
    inner,
    inverse,
    joined,
    kron,
    position,
    times,
    trace,
    transposed,
    unvec,
    vec,
)
from .degrees_along import degree_along

Read = Callable[[Term], Array]
Prompt = Mapping[str, Array]
_AVERAGED = frozenset({"expect", "ddt"})


def averaged(node: Term) -> bool:
    """Whether an expectation, explicit or in the loss and its flow, occurs in ``node``."""
    if isinstance(node, Sym):
        return node.name == "L" and node.has("derived")
    if isinstance(node, Op) and node.head in _AVERAGED:
        return True
    return any(averaged(child) for child in children(node))


class Draws:
    """Fresh prompts on demand: number k is always the same."""

    def __init__(self, make: Callable[[int], Prompt]) -> None:
        self.make = make
        self.next = 0

    def fresh(self) -> Prompt:
        self.next += 1
        return self.make(self.next - 1)


class _Reader(Fold[Array]):
    """A fold whose memory leaves out what is averaged: another occurrence has other draws."""

    def __call__(self, node: Term) -> Array:
        return self._read(node) if averaged(node) else super().__call__(node)


@dataclass
class SamplesAlgebra:
    """Terms at ``sizes`` (d, N, ...), with constants made on demand by ``constant`` and prompts by ``draws``."""

    sizes: Mapping[str, int]
    constant: Callable[[Sym, tuple[int, int]], Array]
    draws: Draws
    dtype: type
    zero_at_start: frozenset[str] = frozenset()
    """Parameters that the assumed initialisation sets to zero."""
    values: Mapping[str, Array] = field(default_factory=dict)
    prompt: Prompt | None = None
    weights: Array | None = None
    """For cubature: the weights of the nodes that stand for draws; an expectation is then their weighted sum."""
    name: str = "sampled"

    @property
    def heads(self) -> Mapping[str, Meaning]:
        binders = (
            "expect", "grad", "ddt", "at0", "where", "sum", "stack_over", "beside_over", "at", "prediction", "columns",
        )  # fmt: skip
        own: dict[str, Meaning] = {head: getattr(self, f"_{head}") for head in binders}
        return {**_HEADS, **own, "^": self._power, "sqrt": self._root, "norm_F": self._root_head}

    def read(self, term: Term) -> Array:
        return _Reader(self)(term)

    def moved(self, changes: Mapping[str, Array]) -> SamplesAlgebra:
        return replace(self, values={**self.values, **changes})

    # Leaves --------------------------------------------------------------------------------------------------

    def number(self, value: Fraction) -> Array:
        return self.array([[value]])

    def array(self, rows: Any) -> Array:
        made = np.array(rows, dtype=object)
        return made[None] if self.dtype is object else made[None].astype(np.float64)

    def size(self, dim: Dim) -> int:
        return dim if isinstance(dim, int) else _evaluate(dim, self.sizes)

    def symbol(self, sym: Sym) -> Array:
        shape = self.size(sym.shape[0]), self.size(sym.shape[1])
        if sym.name in self.values:
            return self.values[sym.name]
        if sym.has("identity"):
            return self.array([[Fraction(int(i == j)) for j in range(shape[1])] for i in range(shape[0])])
        if sym.has("zero"):
            return self.array([[Fraction(0)] * shape[1]] * shape[0])
        if sym.name in self.sizes:
            return self.number(Fraction(self.sizes[sym.name]))
        if sym.has("random") or sym.has("derived"):
            return self._random(sym)
        return self.constant(sym, shape)

    def _random(self, sym: Sym) -> Array:
        if sym.name == "L":
            residual = self._inside()._residual()
            return self._averaged(residual * residual / 2)
        if self.prompt is None:
            raise Lacks(f"sampled lacks a meaning for {sym.name} outside of an expectation")
        if sym.name in ("x_q", "w"):
            return self.prompt[sym.name][:, :, None]
        if sym.name == "E":
            return prompts.embedding(self.prompt["x"], self.prompt["x_q"], self.prompt["w"])
        if sym.name == "y_hat":
            return self._prediction_at(self._parameters(), self.sizes["N"])
        raise Lacks(f"sampled lacks a law for {sym.name}")

    def _averaged(self, value: Array) -> Array:
        if self.weights is None or len(value) == 1:
            return value
        return np.einsum("n,nrc->rc", self.weights, value)[None]

    def _inside(self) -> SamplesAlgebra:
        """The same inside an expectation, on fresh draws."""
        return replace(self, prompt=self.draws.fresh())

    # The model -----------------------------------------------------------------------------------------------

    def _parameters(self) -> dict[str, Array]:
        """Lemma 9's parameters, one value each."""
        d = self.sizes["d"]
        shapes = {"U11": (d, d), "u12": (d, 1), "u21": (d, 1), "u_-1": (1, 1)}
        found = {}
        for name, shape in shapes.items():
            value = self._named(name, shape)
            if len(value) != 1:
                raise Lacks("sampled lacks a prediction whose weights depend on the draw")
            found[name] = value[0]
        return found

    def _prediction_at(self, at: Mapping[str, Array], rho: int) -> Array:
        d = self.sizes["d"]
        zero = self.dtype(0) if self.dtype is not object else Fraction(0)
        W_PV: Array = np.full((d + 1, d + 1), zero, dtype=self.dtype)
        W_KQ = W_PV.copy()
        W_PV[d, :d], W_PV[d, d] = at["u12"][:, 0], at["u_-1"][0, 0]
        W_KQ[:d, :d], W_KQ[d, :d] = at["U11"], at["u21"][:, 0]
        return self._layer(W_PV, W_KQ, rho)

    def _layer(self, W_PV: Array, W_KQ: Array, rho: int) -> Array:
        if self.prompt is None:
            raise Lacks("sampled lacks a prediction outside of an expectation")
        E = prompts.embedding(self.prompt["x"], self.prompt["x_q"], self.prompt["w"])
        return prompts.prediction(E, W_PV, W_KQ, rho)[:, None, None]

    def _prediction(self, node: Op, read: Read) -> Array:
        W_PV, W_KQ, length = (read(arg) for arg in node.args)
        if len(W_PV) != 1 or len(W_KQ) != 1:
            raise Lacks("sampled lacks a prediction whose weights depend on the draw")
        rho = int(length[0, 0, 0])
        if rho != self.sizes["N"]:
            raise Lacks("sampled lacks prompts of another length than N")
        return self._layer(W_PV[0], W_KQ[0], rho)

    def _residual(self) -> Array:
        assert self.prompt is not None
        target = (self.prompt["w"] * self.prompt["x_q"]).sum(axis=1)[:, None, None]
        return self._prediction_at(self._parameters(), self.sizes["N"]) - target

    def _velocity(self, names: frozenset[str]) -> dict[str, Array]:
        """Per draw minus the gradient of the squared error over two, in the named parameters.

        The prediction is affine in every single weight, so that a unit difference is its derivative.
        """
        inside = self._inside()
        at, residual = inside._parameters(), inside._residual()
        base = inside._prediction_at(at, self.sizes["N"])
        found = {}
        for name in sorted(names & at.keys()):
            slope = np.zeros((len(residual), *at[name].shape), dtype=self.dtype)
            for index in np.ndindex(at[name].shape):
                stepped = at[name].copy()
                stepped[index] += 1
                moved = inside._prediction_at({**at, name: stepped}, self.sizes["N"]) - base
                slope[:, index[0], index[1]] = (moved * residual)[:, 0, 0]
            found[name] = self._averaged(-slope)
        return found

    # Binders -------------------------------------------------------------------------------------------------

    def _expect(self, node: Op, read: Read) -> Array:
        return self._averaged(self._inside().read(node.args[0]))

    def _ddt(self, node: Op, read: Read) -> Array:
        body = node.args[0]
        names = _names(body)
        velocity = self._velocity(names)
        if degree_along(body, frozenset(velocity)) > 4:
            raise Lacks("sampled lacks time derivatives of degree above 4")
        at = {name: self._named(name, value.shape[1:]) for name, value in velocity.items()}
        return central(lambda s: self.moved({k: at[k] + s * velocity[k] for k in at}).read(body), self.dtype)

    def _named(self, name: str, shape: tuple[int, ...]) -> Array:
        """The value of the parameter called ``name``."""
        rows, columns = shape
        return self.values[name] if name in self.values else self.constant(Sym(name, (rows, columns)), (rows, columns))

    def _grad(self, node: Op, read: Read) -> Array:
        f, X = node.args
        if not isinstance(X, Sym):
            raise Lacks("sampled lacks gradients with respect to anything but a symbol")
        if isinstance(f, Sym) and f.name == "L" and X.name in self._parameters():
            return -self._velocity(frozenset({X.name}))[X.name]
        if degree_along(f, frozenset({X.name})) > 4:
            raise Lacks("sampled lacks gradients of degree above 4")
        at, begin = self.symbol(X), self.draws.next
        entries = []
        for index in np.ndindex(at.shape[1:]):

            def shifted(s: int, index: tuple[int, ...] = index) -> Array:
                self.draws.next = begin  # the same draws on both sides of a difference
                changed = at.copy()
                changed[:, index[0], index[1]] += s
                return self.moved({X.name: changed}).read(f)

            entries.append(central(shifted, self.dtype))
        return assemble(entries, at.shape[1], at.shape[2])

    def _at0(self, node: Op, read: Read) -> Array:
        """At time 0, for terms in parameters that start at zero."""
        (body,) = node.args
        if not _names(body) <= self.zero_at_start | {name for name in _names(body) if name.startswith("0_")}:
            raise Lacks("sampled lacks initial values other than zero")
        return self.read(_zeroed(body, self.zero_at_start))

    def _where(self, node: Op, read: Read) -> Array:
        body, *flat = node.args
        changes = {s.name: read(v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
        return self.moved(changes).read(body)

    def _over(self, node: Op, read: Read) -> list[Array]:
        index, upper, body = node.args
        assert isinstance(index, Sym)
        count = int(read(upper)[0, 0, 0])
        return [self.moved({index.name: self.number(Fraction(k))}).read(body) for k in range(1, count + 1)]

    def _sum(self, node: Op, read: Read) -> Array:
        terms = self._over(node, read)
        total = terms[0]
        for value in terms[1:]:
            total = total + value
        return total

    def _stack_over(self, node: Op, read: Read) -> Array:
        return joined(self._over(node, read), 1)

    def _beside_over(self, node: Op, read: Read) -> Array:
        return joined(self._over(node, read), 2)

    def _at(self, node: Op, read: Read) -> Array:
        family, index = node.args
        if self.prompt is None:
            raise Lacks("sampled lacks a meaning for the prompt outside of an expectation")
        if not (isinstance(family, Sym) and family.name == "x"):
            raise Lacks("sampled lacks families other than x_1, ..., x_N")
        return self.prompt["x"][:, int(read(index)[0, 0, 0]) - 1, :, None]

    def _columns(self, node: Op, read: Read) -> Array:
        return self.number(Fraction(read(node.args[0]).shape[2]))

    # Powers and roots ----------------------------------------------------------------------------------------

    def _power(self, node: Op, read: Read) -> Array:
        base, exponent = node.args
        k = exponent.value if isinstance(exponent, Num) else Fraction(int(read(exponent)[0, 0, 0]))
        if k.denominator != 1:
            _refuse_averaged(base, "roots")
            return fractional(read(base), k, self.dtype)
        first = read(base)
        if k < 0:
            _refuse_averaged(base, "the inverse")
            first = inverse(first)
        result = self.array([[Fraction(int(i == j)) for j in range(first.shape[2])] for i in range(first.shape[1])])
        for step in range(abs(int(k))):
            # Every factor reads anew: an expectation then has draws of its own in each.
            factor = first if step == 0 or k < 0 or not averaged(base) else read(base)
            result = times(result, factor)
        return result

    def _root(self, node: Op, read: Read) -> Array:
        _refuse_averaged(node.args[0], "roots")
        return fractional(read(node.args[0]), Fraction(1, 2), self.dtype)

    def _root_head(self, node: Op, read: Read) -> Array:
        _refuse_averaged(node.args[0], "the norm")
        A = read(node.args[0])
        return fractional((A * A).sum(axis=(1, 2), keepdims=True), Fraction(1, 2), self.dtype)


def _refuse_averaged(node: Term, what: str) -> None:
    """The mean of a function that is not linear is not the function of the mean."""
    if averaged(node):
        raise Lacks(f"sampled lacks {what} of an expectation")


# Dimensions --------------------------------------------------------------------------------------------------

_OPERATIONS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Pow: operator.pow}


def _evaluate(dim: str, sizes: Mapping[str, int]) -> int:
    """The integer of a dimension such as ``"(d+1)^2"`` or ``"d(d+1)"``."""

    def value(node: ast.expr) -> int:
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return node.value
        if isinstance(node, ast.Name) and node.id in sizes:
            return sizes[node.id]
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            return int(_OPERATIONS[type(node.op)](value(node.left), value(node.right)))
        raise Lacks(f"sampled lacks a size for {dim}")

    text = re.sub(r"([\w)])\(", r"\1*(", dim.replace("^", "**"))
    return value(ast.parse(text, mode="eval").body)


def _zeroed(node: Term, names: frozenset[str]) -> Term:
    found: dict[Sym, Term] = {sym: zeros(*sym.shape) for sym in symbols(node) if sym.name in names}
    return substitute(node, found)


def _names(node: Term) -> frozenset[str]:
    if isinstance(node, Sym):
        return frozenset({node.name})
    return frozenset().union(*(_names(child) for child in children(node)))


# Heads -----------------------------------------------------------------------------------------------------

def _quotient(node: Op, read: Read) -> Array:
    _refuse_averaged(node.args[1], "the inverse")
    a, b = read(node.args[0]), read(node.args[1])
    if b.shape[1:] != (1, 1) or len(b) != 1:
        raise Lacks("sampled lacks division by anything but a constant number")
    return a / b


def _least(node: Op, read: Read) -> Array:
    for arg in node.args:
        _refuse_averaged(arg, "the smaller")
    return np.minimum(read(node.args[0]), read(node.args[1]))


_HEADS: dict[str, Meaning] = {
    "+": strict(operator.add), "-": strict(operator.sub), "neg": strict(operator.neg), "*": strict(times),
    "/": _quotient, "T": strict(transposed), "tr": strict(trace), "inner": strict(inner),
    "vec": strict(vec), "unvec": strict(unvec), "kron": strict(kron), "block": strict(block),
    "stack": strict(lambda a, b: joined([a, b], 1)), "beside": strict(lambda a, b: joined([a, b], 2)),
    "entry": strict(lambda a, i, j: a[:, position(i), position(j), None, None]),
    "row": strict(lambda a, k: a[:, None, position(k), :]), "col": strict(lambda a, k: a[:, :, position(k), None]),
    "least": _least,
}  # fmt: skip
