"""What each head means entry by entry at fixed dimensions: every value is a matrix of exact rational functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from symbolic.entries import Matrix, Ratio
from symbolic.entries import loss as entrywise_loss
from symbolic.entries.lsa import attention_at_query, embedding, weights
from symbolic.errors import InputError

from ...statement.fold import Fold, Lacks, Meaning, strict
from ...statement.terms import Abbrev, Num, Op, Sym, Term, substitute, symbols
from .minimum import quadratic_minimum
from .space import LAM, X_Q, Setting, Space, W, X

MOST_TERMS = 400_000
"""Products that would write out more terms than this are refused: a witness answers UNDECIDED, it never hangs."""
Read = Callable[[Term], Matrix]


class EntriesAlgebra:
    """The algebra for ``fold``; made for given terms, because these say which generators are needed."""

    name = "entries"

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        self.setting = setting
        self.space = Space(terms, setting)
        self.heads: dict[str, Meaning] = {
            "+": strict(lambda a, b: a + b), "-": strict(lambda a, b: a - b), "neg": strict(lambda a: -a),
            "*": strict(self._times), "/": strict(self._over), "^": self._power, "sqrt": strict(self._sqrt),
            "T": strict(lambda a: a.T), "tr": strict(lambda a: Matrix(((a.trace(),),))),
            "det": strict(lambda a: Matrix(((a.det(),),))), "inner": strict(lambda a, b: self._inner(a, b)),
            "norm_F": strict(self._norm), "norm_2": strict(self._norm), "abs": strict(self._abs),
            "norm_op": strict(self._norm_op), "least": strict(self._least),
            "vec": strict(lambda a: a.vec()), "kron": strict(self._kron), "unvec": self._unvec,
            "block": strict(lambda a, b, c, d: Matrix.blocks([[a, b], [c, d]])),
            "stack": strict(lambda a, b: Matrix.blocks([[a], [b]])),
            "beside": strict(lambda a, b: Matrix.blocks([[a, b]])),
            "entry": self._entry, "row": self._row, "col": self._col, "at": self._at,
            "columns": strict(lambda a: self.space.scalar(a.shape[1])), "unknowns": self._unknowns,
            "sum": self._sum, "stack_over": self._stack_over, "beside_over": self._beside_over,
            "per_prompt": self._per_prompt, "expect": strict(self._expect), "prediction": self._prediction,
            "grad": self._grad, "ddt": strict(self._ddt), "at0": self._at0, "where": self._where,
            "minimum": self._minimum,
        }

    def number(self, value: Fraction) -> Matrix:
        return self.space.scalar(value)

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
            return Fold(self)(node)
        except (InputError, ZeroDivisionError) as error:
            raise Lacks(f"entries lacks a value here: {error}") from error

    def finish(self, value: Matrix) -> Matrix:
        """In exact mode: the values of deferred symbols put in."""
        bindings: dict[str, Ratio] = {}
        for sym in self.space.needed:
            if sym.name in self.space.deferred and sym.name in self.setting.values:
                bindings |= self._bindings(self.space.generic(sym), self.space.given(sym), sym)
        return value.map(lambda e: self.space.roots.substitute(e, bindings)) if bindings else value

    # Arithmetic -------------------------------------------------------------------------------------------

    def _times(self, a: Matrix, b: Matrix) -> Matrix:
        if a.shape == (1, 1) and b.shape[0] != 1:
            self._room(sum(len(e) for e in b.entries()) * len(a[0, 0]))
            return b.scale(a[0, 0])
        if b.shape == (1, 1) and a.shape[1] != 1:
            return self._times(b, a)
        if a.shape[1] == b.shape[0]:
            heights = [sum(len(row[k]) for row in a.rows) for k in range(a.shape[1])]
            self._room(sum(h * sum(len(e) for e in b.rows[k]) for k, h in enumerate(heights)))
        return a @ b

    def _room(self, terms: int) -> None:
        if terms > MOST_TERMS:
            raise Lacks(f"entries lacks room for a product of {terms} terms at d = {self.setting.d}")

    def _over(self, a: Matrix, b: Matrix) -> Matrix:
        return a.scale(1 / self._scalar(b, "a divisor"))

    def _power(self, node: Op, read: Read) -> Matrix:
        exponent = self._constant(node.args[1], read)
        if exponent.denominator == 1:
            return self._integer_power(read(node.args[0]), int(exponent))
        base = node.args[0]
        halves = exponent.denominator.bit_length() - 1
        if exponent.denominator != 2**halves:
            raise Lacks(f"entries lacks the power {exponent}")
        if isinstance(base, Sym) and base.name in self.space.rooted and halves == 1:
            return self._integer_power(self._half_of(base), exponent.numerator)
        value = read(base)
        for _ in range(halves):
            value = self._half(value)
        return self._integer_power(value, exponent.numerator)

    def _half_of(self, sym: Sym) -> Matrix:
        is_given = sym.name in self.setting.values and sym.name not in self.space.deferred
        return self._half(self.space.given(sym)) if is_given else self.space.root_of(sym)

    def _half(self, value: Matrix) -> Matrix:
        """The principal square root of a diagonal matrix or a scalar."""
        n = len(value.rows)
        if any(value[i, j] for i in range(n) for j in range(n) if i != j):
            raise Lacks("entries lacks square roots of matrices that are not diagonal")
        root = self.space.roots.root
        return Matrix.build(n, n, lambda i, j: root(value[i, i]) if i == j else value[i, j])

    def _integer_power(self, value: Matrix, exponent: int) -> Matrix:
        if value.shape == (1, 1):
            return value.map(lambda e: e**exponent)
        if exponent < 0:
            value, exponent = value.inverse(), -exponent
        if exponent == 0:
            return value.map(lambda e: e.lift(0)) + self.space.symbol(_identity(len(value.rows)))
        result = value
        for _ in range(exponent - 1):
            result = self._times(result, value)
        return result

    def _sqrt(self, a: Matrix) -> Matrix:
        return Matrix(((self.space.roots.root(self._scalar(a, "a square root")),),))

    def _inner(self, a: Matrix, b: Matrix) -> Matrix:
        a.require_same_shape(b)
        row = Matrix((tuple(a.entries()),))
        return self._times(row, Matrix((tuple(b.entries()),)).T)

    def _norm(self, a: Matrix) -> Matrix:
        return self._sqrt(self._inner(a, a))

    def _abs(self, a: Matrix) -> Matrix:
        self._scalar(a, "an absolute value")
        return self._norm(a)

    def _norm_op(self, a: Matrix) -> Matrix:
        if 1 in a.shape:
            return self._norm(a)
        n = len(a.rows)
        if a.shape != (n, n) or any(a[i, j] for i in range(n) for j in range(n) if i != j):
            raise Lacks("entries lacks the operator norm of a matrix that is not diagonal")
        try:
            return self.space.scalar(max(abs(a[i, i].constant()) for i in range(n)))
        except InputError as error:
            raise Lacks("entries lacks the operator norm of a symbolic matrix for d > 1") from error

    def _least(self, a: Matrix, b: Matrix) -> Matrix:
        return self.space.scalar(min(self._scalar(x, "a minimum").constant() for x in (a, b)))

    def _kron(self, a: Matrix, b: Matrix) -> Matrix:
        self._room(sum(len(e) for e in a.entries()) * sum(len(e) for e in b.entries()))
        return a.kron(b)

    # Entries and families -----------------------------------------------------------------------------------

    def _constant(self, node: Term, read: Read) -> Fraction:
        if isinstance(node, Num):
            return node.value
        return self._scalar(read(node), "an index or exponent").constant()

    def _index(self, node: Term, read: Read) -> int:
        return int(self._constant(node, read))

    def _scalar(self, a: Matrix, what: str) -> Ratio:
        if a.shape != (1, 1):
            raise Lacks(f"entries lacks {what} of shape {a.shape}")
        entry: Ratio = a[0, 0]
        return entry

    def _entry(self, node: Op, read: Read) -> Matrix:
        i, j = (self._index(k, read) for k in node.args[1:])
        return Matrix(((read(node.args[0])[i - 1, j - 1],),))

    def _row(self, node: Op, read: Read) -> Matrix:
        return read(node.args[0]).row(self._index(node.args[1], read) - 1)

    def _col(self, node: Op, read: Read) -> Matrix:
        return read(node.args[0]).column(self._index(node.args[1], read) - 1)

    def _at(self, node: Op, read: Read) -> Matrix:
        family = node.args[0]
        assert isinstance(family, Sym)
        return self.space.member(family, self._index(node.args[1], read))

    def _unvec(self, node: Op, read: Read) -> Matrix:
        x, shape = read(node.args[0]), read(node.args[1]).shape
        rows = shape[0]
        return Matrix.build(rows, x.shape[0] // rows, lambda i, j: x[i + rows * j, 0])

    def _unknowns(self, node: Op, read: Read) -> Matrix:
        return self.space.scalar(sum(len(read(arg).entries()) for arg in node.args))

    def _each(self, node: Op, read: Read) -> list[Matrix]:
        """The body for i = 1, ..., upper."""
        i, upper, body = node.args
        assert isinstance(i, Sym)
        return [read(substitute(body, {i: Num(Fraction(k))})) for k in range(1, self._index(upper, read) + 1)]

    def _sum(self, node: Op, read: Read) -> Matrix:
        return _added(self._each(node, read))

    def _stack_over(self, node: Op, read: Read) -> Matrix:
        return Matrix.blocks([[part] for part in self._each(node, read)])

    def _beside_over(self, node: Op, read: Read) -> Matrix:
        return Matrix.blocks([self._each(node, read)])

    def _per_prompt(self, node: Op, read: Read) -> Matrix:
        k = self._index(node.args[0], read)
        body = node.args[1]
        renamed: dict[Sym, Term] = {
            sym: Sym(f"{sym.name}@{k}", sym.shape, sym.traits, sym.tex) for sym in symbols(body) if sym.has("random")
        }
        return read(substitute(_opened(body), renamed))

    # The model, from its definition -------------------------------------------------------------------------

    def _length(self, name: str) -> int:
        if name not in self.setting.lengths:
            raise Lacks(f"entries lacks a value of {name}: prompts are written out column by column")
        return self.setting.lengths[name]

    def _embedding(self, length: int, prompt: str = "") -> Matrix:
        suffix = f"@{prompt}" if prompt else ""
        x, x_q, w = (Sym(s.name + suffix, s.shape, s.traits) for s in (X, X_Q, W))
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

    def _generator(self, x: Ratio) -> str:
        name = str(x.num)
        if x.den is not None or name not in self.space.generator:
            raise Lacks(f"entries lacks derivatives by {x!r}, which is no symbol")
        return name

    def _minimum(self, node: Op, read: Read) -> Matrix:
        f = self._scalar(read(node.args[0]), "the minimum of a function")
        names: list[str] = []
        scales: list[str] = []
        for arg in node.args[1:]:
            found = [self._generator(x) for x in read(arg).entries()]
            (scales if isinstance(arg, Sym) and arg.shape == (1, 1) else names).extend(found)
        if len(scales) > 1 or not names:
            raise Lacks("entries lacks minima over other variables than matrices and one scalar")
        return Matrix(((quadratic_minimum(f, names, scales[0] if scales else None, self.space.roots.sign),),))

    def _ddt(self, a: Matrix) -> Matrix:
        """Along the flow: each parameter moves by minus the gradient of the loss derived here."""
        L = self._loss()[0, 0]
        names = [self._generator(x) for sym in self.setting.model.parameters for x in self.space.symbol(sym).entries()]
        velocity = {name: -L.derivative(name) for name in names}

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


def _identity(n: int) -> Sym:
    return Sym(f"I_{n}", (n, n), frozenset({"identity"}))


def _flat(grid: object) -> list[str]:
    return [name for part in grid for name in _flat(part)] if isinstance(grid, list) else [str(grid)]


def _added(parts: Sequence[Matrix]) -> Matrix:
    if not parts:
        raise Lacks("entries lacks the shape of an empty sum")
    result = parts[0]
    for part in parts[1:]:
        result = result + part
    return result


def _opened(node: Term) -> Term:
    """``node`` with all abbreviations opened."""
    if isinstance(node, Abbrev):
        return _opened(node.body)
    if isinstance(node, Op):
        return Op(node.head, tuple(_opened(arg) for arg in node.args))
    return node
