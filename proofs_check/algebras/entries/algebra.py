"""The entrywise algebra: linear algebra, the model from its definition, expectation, derivatives, replacement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from symbolic.entries import Matrix, Ratio
from symbolic.entries import loss as entrywise_loss
from symbolic.entries.lsa import attention_at_query, embedding, weights
from symbolic.errors import InputError

from ...statement.fold import Fold, Lacks, strict
from ...statement.moments import apart_from_time
from ...statement.ranges import over_a_space
from ...statement.terms import Abbrev, MadeSym, Op, Sym, Term, substitute, symbols
from .linear import LinearAlgebra, Read
from .minimum import quadratic_minimiser, quadratic_minimum, quadratic_of
from .needs import LAM, X_Q, W, X, with_loss
from .remembered import remembered
from .signs import Signs
from .space import Setting, Space
from .squares import least_mean_square, second_order, under_the_square

MOST_EXPANDED = 3_000_000
"""Replacements that could write out more products than this are refused."""


class EntriesAlgebra(LinearAlgebra):
    """The algebra for ``fold``; made for given terms, because these say which generators are needed."""

    name = "entries"

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        super().__init__(self._make_space(with_loss(terms, setting.model), setting), setting)
        self._fold = Fold(self)
        self.heads |= {
            "per_prompt": self._per_prompt, "expect": strict(self._expect), "prediction": self._prediction,
            "grad": self._grad, "ddt": apart_from_time(strict(self._ddt)), "at0": apart_from_time(self._at0),
            "where": self._where,
            "minimum": self._minimum, "infimum": self._minimum, "curvature": self._curvature,
            "argmin": self._argmin, "slope": self._slope,
        }

    def _make_space(self, terms: Sequence[Term], setting: Setting) -> Space:
        return Space(terms, setting)

    def symbol(self, sym: Sym) -> Matrix:
        name, _, prompt = sym.name.partition("@")
        if sym.has("prompt"):
            return self._embedding(self._length("N"), prompt)
        if sym.has("derived") and name == "y_hat":
            return self._predicted(prompt)
        if sym.has("derived") and name == "L":
            return self._loss()
        return self.space.symbol(sym)

    def read(self, node: Term) -> Matrix:
        """The value of ``node``; deferred symbols are still generators."""
        try:
            return self._fold(node)
        except (InputError, ZeroDivisionError) as error:
            raise Lacks(f"entries lacks a value here: {error}") from error

    def finish(self, value: Matrix) -> Matrix:
        """In exact mode: the values of deferred symbols put in."""
        bindings: dict[str, Ratio] = {}
        for sym in self.space.needed:
            if sym.name in self.space.deferred and sym.name in self.setting.values and not sym.has("iid"):
                bindings |= self._bindings(self.space.generic(sym), self.space.given(sym), sym)
        try:
            return value.map(lambda e: self.space.roots.substitute(e, bindings)) if bindings else value
        except ZeroDivisionError as error:
            raise Lacks(f"entries lacks a value here: {error}") from error

    # The model, from its definition -------------------------------------------------------------------------

    def _per_prompt(self, node: Op, read: Read) -> Matrix:
        k = self._index(node.args[0], read)
        body = node.args[1]
        renamed: dict[Sym, Term] = {
            sym: _of_prompt(sym, str(k)) for sym in symbols(body) if sym.has("random")
        }
        return read(substitute(_opened(body), renamed))

    def _length(self, name: str) -> int:
        if name not in self.setting.lengths:
            raise Lacks(f"entries lacks a value of {name}: prompts are written out column by column")
        return self.setting.lengths[name]

    def _embedding(self, length: int, prompt: str = "") -> Matrix:
        x, x_q, w = (_of_prompt(s, prompt) for s in (X, X_Q, W))
        members = [self.space.member(x, k) for k in range(1, length + 1)]
        return embedding(members, self.space.symbol(x_q), self.space.symbol(w), self.space.constant(0))

    def _predicted(self, prompt: str) -> Matrix:
        """The prediction with the parameters of Lemma 9: the layer (3) with rho = N, bottom right entry."""
        N = self._length("N")
        U11, u12, u21, u_1 = (self.space.symbol(sym) for sym in self.setting.model.parameters)
        W_PV, W_KQ = weights(U11, u12, u21, u_1[0, 0], self.space.constant(0))
        return Matrix(((attention_at_query(self._embedding(N, prompt), W_PV, W_KQ) / N,),))

    def _prediction(self, node: Op, read: Read) -> Matrix:
        W_PV, W_KQ, length = read(node.args[0]), read(node.args[1]), self._index(node.args[2], read)
        return Matrix(((attention_at_query(self._embedding(length), W_PV, W_KQ) / length,),))

    def _loss(self) -> Matrix:
        """The population loss (8) of the entrywise wing, in this space's generators."""
        L = entrywise_loss(self.setting.d, general=not self.setting.diagonal)
        shapes = {"Lam": self.space.symbol(LAM), "N": self.space.symbol(_N)}
        shapes |= {sym.name: self.space.symbol(sym) for sym in self.setting.model.parameters}
        values: dict[str, Any] = {}
        for key, grid in L.names.symbols().items():
            values |= dict(zip(_flat(grid), (e.num for e in shapes[key].entries()), strict=True))
        images = [values[name] for name in L.numerator.context().names()]
        return Matrix(((Ratio(L.numerator.compose(*images, ctx=self.space.ctx)) / Ratio(values["N"]) ** 2,),))

    def _training_loss(self) -> Matrix:
        """The loss that the flow follows."""
        model = self.setting.model
        return self._loss() if model.derived_loss else self.read(model.loss)

    # Expectation, derivatives, substitution -------------------------------------------------------------------

    def _expect(self, a: Matrix) -> Matrix:
        law, random = self.space.law(), self.space.random
        self._room(4 * sum(len(entry) for entry in a.entries()))  # moments cost more than products

        def mean(entry: Ratio) -> Ratio:
            hidden = [entry.denominator]
            for root in self.space.roots.used(entry):
                hidden += [self.space.roots.values[root].num, self.space.roots.values[root].denominator]
            if any(random - set(poly.unused_gens()) for poly in hidden):
                raise Lacks("entries lacks expectations of quotients and roots of random symbols")
            return Ratio(law.expectation(entry.num)) / Ratio(entry.denominator)

        return a.map(mean)

    def _grad(self, node: Op, read: Read) -> Matrix:
        f = self._scalar(read(node.args[0]), "the gradient of a function")
        if isinstance(node.args[1], Sym) and node.args[1].has("symmetric"):
            raise Lacks(f"entries lacks a convention for derivatives by the symmetric {node.args[1].name}")
        return read(node.args[1]).map(lambda x: self.space.roots.derivative(f, self._generator(x)))

    def _slope(self, node: Op, read: Read) -> Matrix:
        t, body = node.args
        name = self._generator(self._scalar(read(t), "a derivative"))
        zero = {name: self.space.constant(0)}
        roots = self.space.roots
        return read(body).map(lambda e: roots.substitute(roots.derivative(e, name), zero))

    def _generator(self, x: Ratio) -> str:
        name = str(x.num)
        if x.den is not None or name not in self.space.generator:
            raise Lacks(f"entries lacks derivatives by {x!r}, which is no symbol")
        return name

    def _curvature(self, node: Op, read: Read) -> Matrix:
        f = self._scalar(read(node.args[0]), "the curvature of a function")
        pairs: list[tuple[str, Ratio]] = []
        for sym, direction in zip(node.args[1::2], node.args[2::2], strict=True):
            names = [self._generator(x) for x in read(sym).entries()]
            pairs += list(zip(names, read(direction).entries(), strict=True))
        f = self.space.roots.without_roots_of(f, [name for name, _ in pairs])
        return Matrix(((second_order(f, pairs),),))

    def _minimum(self, node: Op, read: Read) -> Matrix:
        over_a_space(node.args[1:], self.name)
        return remembered(node, self, lambda: self._least_value(node, read))

    def _least_value(self, node: Op, read: Read) -> Matrix:
        f = self._scalar(read(node.args[0]), "the minimum of a function")
        inside = under_the_square(node.args[0]) if not self.setting.model.derived_loss else None
        if inside is not None:
            blocks = [[self._generator(x) for x in read(arg).entries()] for arg in node.args[1:]]
            g = self._scalar(read(inside), "a function")
            f, g = (self.space.roots.without_roots_of(h, [n for block in blocks for n in block]) for h in (f, g))
            return Matrix(((least_mean_square(f, g, blocks, Signs(self.space).strict),),))
        names: list[str] = []
        scales: list[str] = []
        for arg in node.args[1:]:
            found = [self._generator(x) for x in read(arg).entries()]
            (scales if isinstance(arg, Sym) and arg.shape == (1, 1) else names).extend(found)
        if len(scales) > 1 or not names:
            raise Lacks("entries lacks minima over other variables than matrices and one scalar")
        sign = Signs(self.space).strict
        f = self.space.roots.without_roots_of(f, [*names, *scales])
        return Matrix(((quadratic_minimum(f, names, scales[0] if scales else None, sign),),))

    def minimiser(self, f: Term, variables: Sequence[Sym], scale: Sym | None) -> tuple[dict[str, Ratio], list[str]]:
        """The minimiser of the quadratic q with ``f = q(scale * variables)``, by generator, and these generators."""
        value = self._scalar(self.read(f), "a function")
        entries = [self._generator(x) for v in variables for x in self.read(v).entries()]
        name = None if scale is None else self._generator(self.read(scale)[0, 0])
        value = self.space.roots.without_roots_of(value, entries if name is None else [*entries, name])
        return quadratic_minimiser(quadratic_of(value, entries, name), entries, Signs(self.space).strict), entries

    def _argmin(self, node: Op, read: Read) -> Matrix:
        over_a_space(node.args[1:], self.name)
        match node.args:
            case (f, Sym() as x):
                found, names = self.minimiser(f, [x], None)
            case _:
                raise Lacks("entries lacks minimisers over several variables")
        rows, columns = read(x).shape
        return Matrix.build(rows, columns, lambda i, j: found[names[i * columns + j]])

    def _ddt(self, a: Matrix) -> Matrix:
        """Along the flow: each parameter moves by minus the gradient of the loss derived here."""
        L = self._training_loss()[0, 0]
        names = [self._generator(x) for sym in self.setting.model.parameters for x in self.space.symbol(sym).entries()]
        velocity = {name: -self.space.roots.derivative(L, name) for name in names}

        def rate(entry: Ratio) -> Ratio:
            total = entry.lift(0)
            for name, speed in velocity.items():
                slope = self.space.roots.derivative(entry, name)
                if slope:
                    self._room(len(slope) * len(speed))
                    total = total + slope * speed
            return total

        return a.map(rate)

    def _at0(self, node: Op, read: Read) -> Matrix:
        return self._replaced(read(node.args[0]), list(self.setting.model.initial), read)

    def _where(self, node: Op, read: Read) -> Matrix:
        pairs = list(zip(node.args[1::2], node.args[2::2], strict=True))
        return self._replaced(read(node.args[0]), [(s, v) for s, v in pairs if isinstance(s, Sym)], read)

    def _replaced(self, body: Matrix, pairs: Sequence[tuple[Sym, Term]], read: Read) -> Matrix:
        bindings: dict[str, Ratio] = {}
        for sym, value in pairs:
            if sym.name in self.setting.lengths or sym.name == "d":
                raise Lacks(f"entries lacks a replacement of the length {sym.name}")
            if self.space.needs(sym):
                bindings |= self._bindings(self.space.generic(sym), read(value), sym)
        if any(value.den is not None for value in bindings.values()):
            # Quotients are put in over one common denominator, whose powers multiply the work.
            self._room(4 * sum(len(e) for e in body.entries()) * sum(len(v) for v in bindings.values()))
        if any(_expanded(e, bindings) > MOST_EXPANDED for e in body.entries()):
            raise Lacks("entries lacks room for these values")
        return body.map(lambda e: self.space.roots.substitute(e, bindings))

    def _bindings(self, old: Matrix, new: Matrix, sym: Sym) -> dict[str, Ratio]:
        if sym.name in self.space.rooted:
            old, new = self.space.root_of(sym), self._half(new)
        if old.shape != new.shape:
            raise Lacks(f"entries lacks a value of shape {new.shape} for {sym.name}")
        if any(bool(v) and not bool(e) for e, v in zip(old.entries(), new.entries(), strict=True)):
            raise Lacks(f"entries lacks a value of {sym.name} that is not diagonal here")
        return {self._generator(e): v for e, v in zip(old.entries(), new.entries(), strict=True) if e}


_N = Sym("N", (1, 1), frozenset({"integer", "positive"}))


def _expanded(entry: Ratio, bindings: Mapping[str, Ratio]) -> int:
    """A bound on the products that are written out when values are put in."""
    lengths = [len(bindings[name]) if name in bindings else 1 for name in entry.ctx.names()]
    if all(length <= 2 for length in lengths):
        return 0
    exponents = ([int(e) for e in exponent] for exponent in entry.num.monoms())
    return sum(prod(n**e for n, e in zip(lengths, exponent, strict=True) if e) for exponent in exponents)


def _flat(grid: object) -> list[str]:
    return [name for part in grid for name in _flat(part)] if isinstance(grid, list) else [str(grid)]


def _of_prompt(sym: Sym, prompt: str) -> Sym:
    """The symbol as the prompt of this number draws it, independently of the others; the symbol itself without one."""
    return MadeSym(f"{sym.name}@{prompt}", sym.shape, sym.traits, sym.tex) if prompt else sym


def _opened(node: Term) -> Term:
    """``node`` with all abbreviations opened."""
    if isinstance(node, Abbrev):
        return _opened(node.body)
    if isinstance(node, Op):
        return Op(node.head, tuple(_opened(arg) for arg in node.args))
    return node
