r"""Means over random letters of an unspecified law: opaque, and linear.

:math:`\mathbb E[A\,w\,B]=A\,\mathbb E[w]\,B` for fixed A and B, and :math:`\mathbb E\,\mathrm{tr}(Aw)=\mathrm{tr}(A\,
\mathbb E[w])`; what is drawn is bound in the mean.  Nothing else is known of such a mean, so nothing else is applied.
A mean over some letters, others being given, is a function of these.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from .calls import CALLS, Calling, called
from .layers import opaque_slope
from .letters import Exponent, Letter, Word
from .matrices import Matrix, Value, times, trace
from .scalars import ATOMS, ONE, UNIT, Atom, Mono, Scalar
from .structure import BOUND, Name, names, names_in

Drawn = frozenset[Name]
"""The letters and names of scalars that are drawn together."""


@dataclass(frozen=True)
class Law:
    """What is drawn, and what is given."""

    drawn: Drawn
    given: tuple[Value, ...] = ()

    def of(self, core: Value, symmetric: bool = False) -> Value:
        """The opaque mean; what does not occur need not be drawn."""
        drawn = self.drawn & frozenset(names(core))
        rows, cols = (1, 1) if isinstance(core, Scalar) else (core.rows, core.cols)
        return called("mean", (core, drawn, *self.given), rows, cols, symmetric=symmetric)


def mean(value: Value, drawn: Collection[Name], *given: Value) -> Value:
    r""":math:`\mathbb E` of a value over letters and scalars of an unspecified law, what is ``given`` held fixed."""
    law = Law(frozenset(drawn), given)
    if isinstance(value, Scalar):
        return _scalar_mean(value, law)
    total = Matrix(value.rows, value.cols, {})
    for word, c in value.terms.items():
        for mono, ratio in c.terms.items():
            fixed, random = _split(mono, law.drawn)
            total = total + _word_mean(word, random, value, law).scaled(Scalar({fixed: ratio}))
    return total


def _scalar_mean(value: Scalar, law: Law) -> Scalar:
    total = Scalar({})
    for mono, ratio in value.terms.items():
        fixed, random = _split(mono, law.drawn)
        total = total + Scalar({fixed: ratio}) * _product_mean(random, law)
    return total


def _split(mono: Mono, drawn: Drawn) -> tuple[Mono, Mono]:
    """The fixed factors of a product, and the drawn ones."""
    random = tuple((k, e) for k, e in mono if any(x in drawn for x in names_in(ATOMS[k])))
    return tuple(x for x in mono if x not in random), random


def _product_mean(random: Mono, law: Law) -> Scalar:
    """The mean of a product of drawn scalars; a single closed word is opened at its fixed letters."""
    if not random:
        return ONE
    cycles = [(ATOMS[k], e) for k, e in random if ATOMS[k].kind == "cycle"]
    if len(cycles) == 1 and cycles[0][1] == 1:
        a, _ = cycles[0]
        rest = tuple((k, e) for k, e in random if ATOMS[k] is not a)
        fixed, core = _opened(a, law.drawn)
        if fixed:
            dims = core[0].rows, core[-1].cols
            inner = _opaque(Matrix(*dims, {core: Scalar({rest: UNIT})}), law)
            outer = Matrix(fixed[0].rows, fixed[-1].cols, {fixed: ONE})
            return trace(times(outer, inner))
    two = _two_forms(random, law)
    if two is not None:
        return two
    value = law.of(Scalar({random: UNIT}))
    assert isinstance(value, Scalar)
    return value


def _two_forms(random: Mono, law: Law) -> Scalar | None:
    """The mean of a product of two forms :math:`f_k^\\top v_k`, with fixed :math:`f_k`: :math:`f_1^\\top\\mathbb
    E[v_1v_2^\\top]f_2`; None where the product is no such one."""
    forms: list[tuple[Matrix, Matrix]] = []
    rest: list[tuple[int, Exponent]] = []
    for k, e in random:
        fixed, core = _opened(ATOMS[k], law.drawn) if ATOMS[k].kind == "cycle" else ((), ())
        if fixed and isinstance(e, int) and e > 0 and 1 in (core[0].rows, core[-1].cols):
            vector = Matrix(core[0].rows, core[-1].cols, {core: ONE})
            factor = Matrix(fixed[0].rows, fixed[-1].cols, {fixed: ONE})
            forms += [(factor if factor.cols == 1 else factor.T, vector if vector.cols == 1 else vector.T)] * e
        else:
            rest.append((k, e))
    if len(forms) != 2:
        return None
    (f, v), (g, w) = forms
    product = v * w.T
    assert isinstance(product, Matrix)
    inner = _opaque(product.scaled(Scalar({tuple(rest): UNIT})), law)
    value = times(times(f.T, inner), g)
    assert isinstance(value, Scalar)
    return value


def _opened(a: Atom, drawn: Drawn) -> tuple[Word, Word]:
    """A closed word as its longest run of fixed letters and the rest."""
    word = a.args
    moving = [_is_drawn(x, drawn) for x in word]
    best: tuple[Word, Word] = ((), word)
    for start in range(len(word)):
        turned, random = word[start:] + word[:start], moving[start:] + moving[:start]
        length = random.index(True)
        if length > len(best[0]):
            best = turned[:length], turned[length:]
    return best


def _is_drawn(x: Letter, drawn: Drawn) -> bool:
    return any(name in drawn for name in names(Matrix.of(x)))


def _word_mean(word: Word, random: Mono, shape: Matrix, law: Law) -> Matrix:
    moving = [i for i, x in enumerate(word) if _is_drawn(x, law.drawn)]
    if not moving:
        return Matrix(shape.rows, shape.cols, {word: _product_mean(random, law)})
    head, core, tail = word[: moving[0]], word[moving[0] : moving[-1] + 1], word[moving[-1] + 1 :]
    value = _opaque(Matrix(core[0].rows, core[-1].cols, {core: Scalar({random: UNIT})}), law)
    if head:
        value = times(Matrix(head[0].rows, head[-1].cols, {head: ONE}), value)
    if tail:
        value = times(value, Matrix(tail[0].rows, tail[-1].cols, {tail: ONE}))
    assert isinstance(value, Matrix)
    return value


def _opaque(core: Matrix, law: Law) -> Value:
    """The mean of a word and its transpose are transposes of one another."""
    if core == core.T:
        return law.of(core, symmetric=True)
    return law.of(core) if _order(core) <= _order(core.T) else law.of(core.T).T


def _order(core: Matrix) -> list[tuple[str, ...]]:
    (word,) = core.terms
    return [x.key for x in word]


CALLS["mean"] = Calling(mean, opaque_slope("mean"))
BOUND["mean"] = lambda args: args[1]
