"""Prompts in matrix form, for every number of samples: X, y, the token matrix and its mask, products along samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from re import fullmatch
from typing import Any

from symbolic.entries import Matrix, Ratio
from symbolic.entries import segmented as seg
from symbolic.entries.segmented import Axis, Samples, Segmented

from ...statement.fold import Fold, Lacks, Meaning
from ...statement.terms import Dim, MadeSym, Op, Sym, Term, nodes, substitute, symbols
from .algebra import EntriesAlgebra
from .law_algebra import LawAlgebra, squared
from .laws import speaks_of_laws
from .linear import Read
from .needs import EACH, FAMILIES, LENGTHS, is_length, letters_of, with_loss
from .space import Setting

TALL = ("+", "-", "neg", "*", "/", "T", "tr", "inner", "norm_F", "norm_2", "block", "stack", "beside", "entry", "row",
        "col", "expect", "expect_given")  # fmt: skip
"""Heads that meet matrices with an axis of samples."""


def is_along_samples(terms: Sequence[Term]) -> bool:
    """Whether a matrix with an axis of samples occurs."""
    return any(
        (isinstance(n, Op) and n.head in FAMILIES and isinstance(n.args[1], Sym) and is_length(n.args[1]))
        or (isinstance(n, Sym) and any(letters_of(dim) & LENGTHS for dim in n.shape))
        for root in terms
        for n in nodes(root)
    )


class HasSamples(Lacks):
    """What is read has an axis of samples: with these written out it has a value."""


class PromptAlgebra(LawAlgebra):
    """:class:`.LawAlgebra` that reads an axis of samples for every number of samples at once."""

    def __init__(self, terms: Sequence[Term], setting: Setting) -> None:
        super().__init__(terms, setting)
        self._inside = False
        found = {s for t in with_loss(terms, setting.model) for s in symbols(t) if is_length(s) and s.name in LENGTHS}
        self._length_symbol = min(found, key=lambda s: s.name, default=None)
        self._plain = dict(self.heads)
        self.heads |= {head: self._wrapped(head) for head in TALL}
        more: dict[str, Meaning] = {"stack_over": self._rows_over, "beside_over": self._columns_over}
        self.heads |= more
        self.heads["^"] = self._tall_power

    def finish(self, value: Any) -> Matrix:
        if isinstance(value, Segmented):
            raise HasSamples("entries lacks values of a matrix with an axis of samples, unless they are written out")
        return super().finish(value)

    # Axes -----------------------------------------------------------------------------------------------------

    def symbol(self, sym: Sym) -> Any:
        axes = [self._axis(dim) for dim in sym.shape]
        if None not in (*axes[0], *axes[1]):
            return super().symbol(sym)
        one = self.space.constant(1)
        if sym.has("identity"):
            return seg.identity(axes[0], self._samples, one)
        if sym.has("zero"):
            return seg.zero(axes[0], axes[1], self._samples, one)
        raise Lacks(f"entries lacks {sym.name}: of what has rows or columns for samples it knows families")

    def _axis(self, dim: Dim) -> Axis:
        match = fullmatch(r"([A-Za-z]\w*)(?:\+(\d+))?", str(dim))
        if match is None or match[1] not in LENGTHS or self.setting.written:
            return (self.setting.size(dim),)
        if self._length_symbol is None or match[1] != self._length_symbol.name:
            raise Lacks(f"entries lacks an axis of {dim} samples here")
        return (None, int(match[2])) if match[2] else (None,)

    @property
    def _samples(self) -> Samples:
        length = self._length_symbol
        if length is None:
            raise Lacks("entries lacks the number of samples")

        def fold(value: Matrix) -> Matrix:
            return self._folded(value, EACH, length.name)

        return Samples(super().symbol(length)[0, 0], fold)

    def _rows_over(self, node: Op, read: Read) -> Any:
        i, upper, body = node.args
        assert isinstance(i, Sym)
        if not (self._is_folded(upper) and upper == self._length_symbol):
            return self._plain[node.head](node, read)
        if self._inside:
            raise Lacks("entries lacks families of families of samples")
        each = MadeSym(EACH, (1, 1), i.traits)
        self._inside = True
        try:
            row = Fold(self)(substitute(body, {i: each}))
        finally:
            self._inside = False
        if not isinstance(row, Matrix) or row.shape[0] != 1:
            raise Lacks("entries lacks families of samples whose members are not rows")
        return Segmented((None,), (row.shape[1],), ((row,),), self._samples)

    def _columns_over(self, node: Op, read: Read) -> Any:
        i, upper, body = node.args
        stacked = self._rows_over(Op("stack_over", (i, upper, Op("T", (body,)))), read)
        return stacked.T

    # Heads ----------------------------------------------------------------------------------------------------

    def _wrapped(self, head: str) -> Meaning:
        plain = self._plain[head]
        tall: Callable[..., Any] = getattr(self, f"_tall_{_NAMES.get(head, head)}")

        def meaning(node: Op, read: Read) -> Any:
            if head in _BINDERS and squared(node.args[0]) is not None:
                return plain(node, read)  # a number: the square is never written out
            values = [read(arg) for arg in node.args] if head not in _BINDERS else [read(node.args[0])]
            if not any(isinstance(v, Segmented) for v in values):
                return plain(node, read)
            return tall(node, *values)

        return meaning

    def _pair(self, a: Any, b: Any) -> tuple[Segmented, Segmented]:
        return seg.segmented(a, self._samples), seg.segmented(b, self._samples)

    def _tall_add(self, node: Op, a: Any, b: Any) -> Any:
        p, q = self._pair(a, b)
        return p + q

    def _tall_sub(self, node: Op, a: Any, b: Any) -> Any:
        p, q = self._pair(a, b)
        return p - q

    def _tall_neg(self, node: Op, a: Any) -> Any:
        return -a

    def _tall_times(self, node: Op, a: Any, b: Any) -> Any:
        if isinstance(a, Matrix) and a.shape == (1, 1) and b.rows != (1,):
            return b.scale(a[0, 0])
        if isinstance(b, Matrix) and b.shape == (1, 1) and a.columns != (1,):
            return a.scale(b[0, 0])
        self._room(_size(a) * _size(b))
        return seg.times(a, b, self._samples)

    def _tall_over(self, node: Op, a: Any, b: Any) -> Any:
        return a.scale(1 / self._scalar(b, "a divisor"))

    def _tall_T(self, node: Op, a: Any) -> Any:
        return a.T

    def _tall_tr(self, node: Op, a: Any) -> Any:
        return Matrix(((a.trace(),),))

    def _tall_inner(self, node: Op, a: Any, b: Any) -> Any:
        p, q = self._pair(a, b)
        product = seg.times(p.T, q, self._samples)
        return Matrix(((product.trace(),),))

    def _tall_norm(self, node: Op, a: Any) -> Any:
        return self._sqrt(self._tall_inner(node, a, a))

    def _tall_block(self, node: Op, *values: Any) -> Any:
        a, b, c, e = values
        return seg.joined([[a, b], [c, e]], self._samples)

    def _tall_stack(self, node: Op, a: Any, b: Any) -> Any:
        return seg.joined([[a], [b]], self._samples)

    def _tall_beside(self, node: Op, a: Any, b: Any) -> Any:
        return seg.joined([[a, b]], self._samples)

    def _tall_mean(self, node: Op, a: Any) -> Any:
        fixed = frozenset(s.name for s in node.args[1:] if isinstance(s, Sym))
        return a.map(lambda e: self.space.mean(self.space.roots.reduce(e), fixed))

    def _tall_power(self, node: Op, read: Read) -> Any:
        squared = node.args[0]
        if isinstance(squared, Op) and squared.head in {"norm_F", "norm_2"} and self._is_two(node.args[1], read):
            inside = read(squared.args[0])
            if isinstance(inside, Segmented):
                return self._tall_inner(node, inside, inside)
        value = read(node.args[0])
        if not isinstance(value, Segmented):
            return self._plain["^"](node, read)
        exponent = self._constant(node.args[1], read)
        if exponent.denominator > 1 or exponent == 0:
            raise Lacks(f"entries lacks the power {exponent} of a matrix of samples")
        base = value if exponent > 0 else seg.inverse(value, self.space.constant(1))
        result: Any = base
        for _ in range(abs(int(exponent)) - 1):
            result = seg.times(result, base, self._samples)
        return result

    def _is_two(self, node: Term, read: Read) -> bool:
        return self._constant(node, read) == 2

    # Places ---------------------------------------------------------------------------------------------------

    def _tall_entry(self, node: Op, a: Any, i: Matrix, j: Matrix) -> Any:
        row = self._band(a, i[0, 0])
        return self._band(row.T, j[0, 0]).T if isinstance(row, Segmented) else row.column(self._number_of(j[0, 0]))

    def _tall_row(self, node: Op, a: Any, k: Matrix) -> Any:
        return self._band(a, k[0, 0])

    def _tall_col(self, node: Op, a: Any, k: Matrix) -> Any:
        return self._band(a.T, k[0, 0]).T

    def _number_of(self, place: Ratio) -> int:
        return int(place.constant()) - 1

    def _band(self, a: Segmented, place: Ratio) -> Any:
        """The row at ``place``, which lies outside the samples for every number of samples."""
        offset: Ratio = place - 1
        for n, band in zip(a.rows, a.blocks, strict=True):
            if n is None:
                offset = offset - self._samples.length
                continue
            if offset.den is None and offset.num.is_constant() and 0 <= offset.constant() < n:
                chosen = tuple(b.row(int(offset.constant())) for b in band if isinstance(b, Matrix))
                return seg.settled(Segmented((1,), a.columns, (chosen,), a.samples))
            offset = offset - Fraction(n)
        raise Lacks("entries lacks the member of a family of samples with this number")


_NAMES = {"+": "add", "-": "sub", "*": "times", "/": "over", "norm_F": "norm", "norm_2": "norm", "expect": "mean",
          "expect_given": "mean"}  # fmt: skip
_BINDERS = frozenset({"expect", "expect_given"})


def _size(value: Any) -> int:
    if isinstance(value, Matrix):
        return sum(len(e) for e in value.entries())
    return sum(len(e) for band in value.blocks for b in band if isinstance(b, Matrix) for e in b.entries())



def is_better_written(lacks: Lacks, terms: Sequence[Term], setting: Setting) -> bool:
    """Whether to write the samples out where ``terms`` could not be read: with an axis of samples only for its sake."""
    if setting.written:
        return False
    return isinstance(lacks, HasSamples) or not is_along_samples(with_loss(terms, setting.model))


def algebra_for(terms: Sequence[Term], setting: Setting) -> EntriesAlgebra:
    """The algebra that reads ``terms``."""
    return law_algebra(terms, setting) if speaks_of_laws(terms, setting.model) else EntriesAlgebra(terms, setting)


def law_algebra(terms: Sequence[Term], setting: Setting) -> LawAlgebra:
    """The algebra that reads ``terms`` as statements about laws."""
    tall = not setting.written and is_along_samples(with_loss(terms, setting.model))
    return (PromptAlgebra if tall else LawAlgebra)(terms, setting)


def wide_algebra(terms: Sequence[Term], setting: Setting) -> EntriesAlgebra:
    """The same, but sums over samples are read for every number of samples wherever no prompt is written out."""
    written = any(
        (isinstance(n, Sym) and (n.has("prompt") or (n.has("derived") and n.name == "y_hat")))
        or (isinstance(n, Op) and n.head in {"prediction", "per_prompt", "columns", "stack_over", "beside_over"})
        for root in terms for n in nodes(root)
    )
    return algebra_for(terms, setting) if written else LawAlgebra(terms, setting)
