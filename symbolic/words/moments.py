r"""Gaussian expectation on words, by Wick pairing, for every dimension.

A Gaussian letter X is a matrix with independent columns from :math:`N(0,C)`, so
:math:`\mathbb E X_{ai}X_{bj}=C_{ab}\,\delta_{ij}`; a Gaussian vector is one such column, and a sample
:math:`x_1,\dots,x_N` is the letter X = (x_1 ... x_N) of shape d x N.  Pairing two occurrences joins the row ends of
the words around them by C and the column ends by I: closed words split, merge or twist, and every closed loop of the
sample index gives a factor :math:`\mathrm{tr}\,I_N=N`.  That is how coinciding samples give the powers of N.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import InputError
from .coefficients import Ratio
from .letters import Dim, Letter, Word, letter, transposed
from .matrices import Matrix, Value
from .normal import closed, dimension, opened
from .scalars import ATOMS, ONE, ZERO, Mono, Scalar, accumulate, merge
from .structure import hidden_names, names_in

Cycles = tuple[int, ...]
"""A product of closed words: the numbers of their atoms, ascending, repeated as often as they occur."""


def gaussian(name: str, rows: Dim, cols: Dim = 1, covariance: Letter | None = None) -> Matrix:
    """A Gaussian letter with independent columns N(0, covariance); no covariance means the identity."""
    return Matrix.of(letter(name, rows, cols, covariance=() if covariance is None else (covariance,)))


def expect(value: Value) -> Value:
    r""":math:`\mathbb E` of ``value`` over all its Gaussian letters; odd moments vanish."""
    return _Pairing(lambda x: x.covariance is not None, lambda x: x.covariance or ()).of(value)


def contract_index(value: Value, index: str, dim: Dim) -> Value:
    r""":math:`\sum_{i\in[dim]}` of ``value``, whose terms contain :math:`e_i` twice or not at all.

    By :math:`\sum_i e_ie_i^\top=I` this pairs the two occurrences; a term without :math:`e_i` gets a factor dim.
    Raises :class:`InputError` where the index occurs otherwise.
    """
    return _Contraction(lambda x: x.index == index, lambda x: (), dimension(dim)).of(value)


def expect_over(value: Value, chosen: Callable[[Letter], bool]) -> Value:
    """The same over the ``chosen`` Gaussian letters (asked of the letter, not of its transpose), the others fixed."""
    return _Pairing(lambda x: x.covariance is not None and chosen(x.original), lambda x: x.covariance or ()).of(value)


def pair_letter(value: Value, x: Letter, covariance: Word = ()) -> Value:
    """The sum over all pairings of the occurrences of ``x``, as if its columns were independent N(0, covariance); no
    covariance means the identity."""
    return _Pairing(lambda y: y.original is x.original, lambda y: covariance).of(value)


class _Pairing:
    """Wick's theorem by recursion: one occurrence is paired with every other occurrence of its letter."""

    def __init__(self, chosen: Callable[[Letter], bool], covariance: Callable[[Letter], Word]) -> None:
        self.chosen = chosen
        self.covariance = covariance
        self.memo: dict[Cycles, Scalar] = {(): ONE}
        self.touched: dict[int, bool] = {}

    def of(self, value: Value) -> Value:
        if isinstance(value, Scalar):
            return self.scalar(value)
        total = Matrix(value.rows, value.cols, {})
        for word, c in value.terms.items():
            self.refuse_hidden(word)
            for mono, ratio in c.terms.items():
                kept, cycles = self.split(mono)
                total = total + self.matrix(word, cycles, value).scaled(Scalar({kept: ratio}))
        return total

    def scalar(self, value: Scalar) -> Scalar:
        out: dict[Mono, Ratio] = {}
        for mono, ratio in value.terms.items():
            kept, cycles = self.split(mono)
            for m, c in self.closed_words(cycles).terms.items():
                accumulate(out, merge(kept, m), ratio * c)
        return Scalar(out)

    def split(self, mono: Mono) -> tuple[Mono, Cycles]:
        """The factors without chosen letters, and the closed words with them."""
        kept = []
        cycles: list[int] = []
        for k, e in mono:
            a = ATOMS[k]
            if not self.touches(k):
                kept.append((k, e))
            elif a.kind == "cycle" and isinstance(e, int) and e > 0:
                cycles += [k] * e
            else:
                raise InputError(
                    f"{a!r}**({e}) is no polynomial in the letters to be paired: its expectation or sum is not known."
                )
        return tuple(kept), tuple(cycles)

    def touches(self, number: int) -> bool:
        found = self.touched.get(number)
        if found is None:
            a = ATOMS[number]
            if a.kind == "cycle":
                self.refuse_hidden(a.args)
            within = a.args if a.kind == "cycle" else names_in(a)
            found = self.touched[number] = any(isinstance(x, Letter) and self.chosen(x) for x in within)
        return found

    def refuse_hidden(self, word: Word) -> None:
        """What is to be paired must not stand inside an inverse, the argument of a function or a weight."""
        for x in word:
            if any(isinstance(y, Letter) and self.chosen(y) for y in hidden_names(x)):
                raise InputError(f"{x} is no polynomial in the letters to be paired: its expectation is not known.")

    def closed_words(self, cycles: Cycles) -> Scalar:
        """The sum over all pairings of a product of closed words."""
        found = self.memo.get(cycles)
        if found is None:
            found = self.memo[cycles] = self.pair_in_closed([ATOMS[k].args for k in cycles])
        return found

    def pair_in_closed(self, words: list[Word]) -> Scalar:
        where, place = self.rarest(words)
        word = words[where]
        x, tail = word[place], word[place + 1 :] + word[:place]
        others = words[:where] + words[where + 1 :]
        out: dict[Mono, Ratio] = {}
        for j, y in enumerate(tail):
            if y is x or y is x.t:
                piece, loop = self.within(x, tail[:j], y)
                self.add(out, loop * closed(piece + tail[j + 1 :], x.rows), others)
        for k, other in enumerate(others):
            rest = others[:k] + others[k + 1 :]
            for j, y in enumerate(other):
                if y is x or y is x.t:
                    piece = self.across(x, y, other[j + 1 :] + other[:j])
                    self.add(out, closed(piece + tail, x.rows), rest)
        return Scalar(out)

    def add(self, out: dict[Mono, Ratio], value: Scalar, words: list[Word]) -> None:
        """Add ``value`` times the closed ``words``, what is left to pair in them being paired."""
        left = [_number(w) for w in words]
        for mono, c in value.terms.items():
            kept, cycles = self.split(mono)
            for m, v in self.closed_words(tuple(sorted([*cycles, *left]))).terms.items():
                accumulate(out, merge(kept, m), c * v)

    def matrix(self, word: Word, cycles: Cycles, shape: Matrix) -> Matrix:
        """The sum over all pairings of an open word times closed words."""
        place = next((i for i, x in enumerate(word) if self.chosen(x)), None)
        if place is None:
            c = self.closed_words(cycles)
            return Matrix(shape.rows, shape.cols, {word: c} if c else {})
        total = Matrix(shape.rows, shape.cols, {})
        x, head, tail = word[place], word[:place], word[place + 1 :]
        for j, y in enumerate(tail):
            if y is x or y is x.t:
                piece, loop = self.within(x, tail[:j], y)
                total = total + self.matrices(head + piece + tail[j + 1 :], loop, cycles, shape)
        for k, number in enumerate(cycles):
            other = ATOMS[number].args
            for j, y in enumerate(other):
                if y is x or y is x.t:
                    piece = self.across(x, y, other[j + 1 :] + other[:j])
                    total = total + self.matrices(head + piece + tail, ONE, cycles[:k] + cycles[k + 1 :], shape)
        return total

    def matrices(self, raw: Word, factor: Scalar, cycles: Cycles, shape: Matrix) -> Matrix:
        total = Matrix(shape.rows, shape.cols, {})
        for word, c in opened(raw, shape.rows, shape.cols):
            for mono, ratio in (c * factor).terms.items():
                kept, more = self.split(mono)
                new = self.matrix(word, tuple(sorted(cycles + more)), shape)
                total = total + new.scaled(Scalar({kept: ratio}))
        return total

    def within(self, x: Letter, between: Word, y: Letter) -> tuple[Word, Scalar]:
        """What replaces ``x between y`` in one word, and the loop that closes."""
        c = self.covariance(x)
        rows, cols = x.original.rows, x.original.cols
        if x is y:
            twisted = transposed(between)
            return (twisted + c if x.flipped else c + twisted), ONE
        if x.flipped:
            return (), closed(between + c, rows)
        return c, closed(between, cols)

    def across(self, x: Letter, y: Letter, rest: Word) -> Word:
        """What replaces x when it is paired with y in the closed word ``y rest``."""
        c = self.covariance(x)
        if x is y:
            rest = transposed(rest)
        return rest + c if x.flipped else c + rest

    def rarest(self, words: list[Word]) -> tuple[int, int]:
        """Where the letter that occurs least often occurs first: the fewest branches."""
        counts: dict[Letter, int] = {}
        first: dict[Letter, tuple[int, int]] = {}
        for i, word in enumerate(words):
            for j, x in enumerate(word):
                if self.chosen(x):
                    name = x.t if x.flipped else x
                    if name in counts:
                        counts[name] += 1
                    else:
                        counts[name], first[name] = 1, (i, j)
        return first[min(counts, key=counts.__getitem__)]


class _Contraction(_Pairing):
    """A summed index: two occurrences are paired, none gives the dimension, anything else is refused."""

    def __init__(
        self, chosen: Callable[[Letter], bool], covariance: Callable[[Letter], Word], absent: Scalar
    ) -> None:
        super().__init__(chosen, covariance)
        self.absent = absent

    def of(self, value: Value) -> Value:
        if isinstance(value, Scalar):
            total = ZERO
            for mono, c in value.terms.items():
                term = Scalar({mono: c})
                total = total + (self.scalar(term) if self.occurs(mono, ()) else term * self.absent)
            return total
        result = Matrix(value.rows, value.cols, {})
        for word, factor in value.terms.items():
            self.refuse_hidden(word)
            for mono, c in factor.terms.items():
                kept, cycles = self.split(mono)
                if self.occurs(mono, word):
                    new = self.matrix(word, cycles, value)
                else:
                    new = Matrix(value.rows, value.cols, {word: self.absent})
                result = result + new.scaled(Scalar({kept: c}))
        return result

    def occurs(self, mono: Mono, word: Word) -> bool:
        _, cycles = self.split(mono)
        words = [word, *(ATOMS[k].args for k in cycles)]
        count = sum(1 for w in words for x in w if self.chosen(x))
        if count not in (0, 2):
            raise InputError(
                f"a summed index occurs {count} times in one term: only sums with two occurrences are contracted."
            )
        return count == 2


def _number(word: Word) -> int:
    """The atom number of a closed word that is already in normal form."""
    ((mono, _),) = closed(word, word[0].rows).terms.items()
    return mono[0][0]
