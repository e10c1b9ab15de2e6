r"""Sums over samples of any function of the sample.

Where the index of the sample occurs twice, as in :math:`\sum_i x_ix_i^\top=XX^\top` or :math:`\sum_iy_ix_i=XY`, the
sum is a plain word; otherwise it has a weight: :math:`\sum_iy_i^2x_ix_i^\top=XD_{y^2}X^\top`, see
:mod:`symbolic.words.weights`.
"""

from __future__ import annotations

from ..errors import InputError
from .letters import Dim, Letter, Word, basis
from .matrices import Matrix, Value, plus, times
from .moments import contract_index
from .scalars import ATOMS, ONE, Mono, Scalar
from .structure import hidden_names, mentions
from .substitution import substitute
from .terms_of import term_list
from .weights import ones, sample_basis, weighted


def sum_over_samples(value: Value, index: str, dim: Dim) -> Value:
    r""":math:`\sum_{i\in[dim]}` of ``value``, a function of the sample i through :math:`e_i` in any way.

    Raises :class:`InputError` for a matrix term from which the index cannot be split off.
    """
    e = basis(index, dim)
    total = value * 0
    for term, word, mono in term_list(value):
        total = plus(total, _sum_of(term, word, mono, e))
    return total


def _sum_of(term: Value, word: Word, mono: Mono, e: Letter) -> Value:
    """The sum of one term."""
    letters = [*word, *(x for k, _ in mono if ATOMS[k].kind == "cycle" for x in ATOMS[k].args)]
    if any(name is e for x in letters for name in hidden_names(x)):
        raise InputError(f"a sum over {e} of sums with weights, or of functions, that depend on it is not a word.")
    own = tuple((k, x) for k, x in mono if mentions(ATOMS[k], (e,)))
    if all(ATOMS[k].kind == "cycle" and isinstance(x, int) and x > 0 for k, x in own):
        count = sum(x.original is e for x in word)
        count += sum(int(x) * sum(y.original is e for y in ATOMS[k].args) for k, x in own)
        if count in (0, 2):
            return contract_index(term, str(e.index), e.rows)
        if count == 1:
            return substitute(term, {e: Matrix.of(ones(e.rows))})
    return _weighted(term, word, own, e)


def _weighted(term: Value, word: Word, own: Mono, e: Letter) -> Value:
    r"""The sum of a term with the weight ``own``: :math:`D_g` where the word has :math:`e_ie_i^\top` or :math:`e_i`."""
    weight = substitute(Scalar({own: ONE.terms[()]}), {e: Matrix.of(sample_basis(e.rows))})
    assert isinstance(weight, Scalar)
    D, one = Matrix.of(weighted(weight, e.rows)), Matrix.of(ones(e.rows))
    factor = times(Scalar({tuple((k, -x) for k, x in own): ONE.terms[()]}), term)
    places = [i for i, x in enumerate(word) if x.original is e]
    if not places:
        return times(one.T * D * one, factor)
    if len(places) == 2 and places[1] == places[0] + 1 and not word[places[0]].flipped:
        middle: Value = D
    elif len(places) == 1:
        middle = one.T * D if word[places[0]].flipped else D * one
    else:
        raise InputError(f"the sample {e} occurs in {word} in a way that has no sum as a word.")
    assert isinstance(factor, Matrix)
    ((_, c),) = factor.terms.items()
    return times(c, _placed(word[: places[0]], middle, word[places[-1] + 1 :]))


def _placed(left: Word, middle: Value, right: Word) -> Value:
    out = middle
    if left:
        out = times(Matrix(left[0].rows, left[-1].cols, {left: ONE}), out)
    return times(out, Matrix(right[0].rows, right[-1].cols, {right: ONE})) if right else out
