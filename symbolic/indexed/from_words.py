r"""Words read with indices: a closed word is the sum over its junctions of a product of entries.

A letter that is known to be the diagonal matrix of a vector has the entries :math:`\delta_{ij}v_i`, and so have its
powers and shifted powers; the diagonal matrix of a function of the sample has :math:`\delta_{ij}g(e_i)`; a standard
basis vector has the entries :math:`\delta`, and the vector of ones has ones.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from ..errors import InputError
from ..words.letters import Dim, Letter, Word, letter
from ..words.matrices import Matrix
from ..words.opaque import opaque
from ..words.scalars import ATOMS, Atom, Scalar
from ..words.structure import Name, names
from ..words.weights import SAMPLE, ones
from .binders import rename, summed
from .factors import Index, entry, free_index, fresh_index, leaves_of
from .matrices import AnyIndexed, IndexedMatrix, call
from .powers import power
from .values import ONE, Indexed, delta, total

_DIAGONALS: dict[Letter, Letter] = {}
_VALUES: dict[Letter, IndexedMatrix] = {}
_WORDS: dict[IndexedMatrix, Letter] = {}


def positive_vector(name: str, dim: Dim = "d") -> Letter:
    """A vector letter whose entries are known to be positive."""
    x = letter(name, dim, 1)
    _POSITIVE.add(x)
    return x


_POSITIVE: set[Letter] = set()


def diagonal_letter(v: Letter) -> Letter:
    """The letter ``diag(v)``: positive definite where the entries of ``v`` are known to be positive."""
    definite = v in _POSITIVE
    found = letter(f"diag({v.name})", v.rows, v.rows, symmetric=True, posdef=definite)
    _DIAGONALS[found] = v
    return found


def has_indexed_meaning(x: Letter) -> bool:
    """Whether the letter is a diagonal matrix, or stands for a matrix with indices."""
    base = x.base if x.base is not None else x.original
    return base in _DIAGONALS or base in _VALUES


def hidden_in(value: Scalar | Matrix) -> frozenset[Name]:
    """What the diagonal matrices and the values with indices in ``value`` are made of, which words does not see."""
    found: set[Name] = set()
    for x in names(value):
        base = x if isinstance(x, Letter) and x.base is None else getattr(x, "base", None)
        if base in _DIAGONALS:
            found |= leaves_of(_DIAGONALS[base])
        elif base in _VALUES:
            found |= _leaves(value_of(_VALUES[base]))
    coefficients = [value] if isinstance(value, Scalar) else list(value.terms.values())
    for atom in (a for c in coefficients for a in c.atoms()):
        for arg in atom.args if isinstance(atom.args, tuple) else ():
            found |= _leaves(arg) if isinstance(arg, Indexed) else set()
    return frozenset(found)


def _leaves(value: Indexed) -> set[Name]:
    return {name for mono in value.terms for factor, _ in mono for name in factor.leaves}


def as_word(value: AnyIndexed) -> Scalar | Matrix:
    """A value with indices as a letter (an atom) of words, which knows nothing but its symmetry and sign.

    Reading it back gives the value.  Derivatives, substitutions and expectations on words do not look inside.
    """
    gaussian = next((x for x in value_of(value).leaves if isinstance(x, Letter) and x.covariance is not None), None)
    if gaussian is not None:
        raise InputError(f"{gaussian} is Gaussian and would be hidden: take the expectation on words first.")
    if isinstance(value, Indexed):
        return opaque("indexed", value, sign=min(value.sign, 1))
    made = _WORDS.get(value)
    if made is None:
        symmetric = value.rows == value.cols and value == value.T
        name = f"[{value.body.key}]"
        while any(x.name == name for x in _VALUES):
            # Letters of one name but different properties look the same in a text.
            name += "'"
        made = _WORDS[value] = letter(name, value.rows, value.cols, symmetric=symmetric)
        _VALUES[made] = value
    return Matrix.of(made)


def value_of(value: AnyIndexed) -> Indexed:
    """The value itself, or the generic entry of a matrix."""
    return value if isinstance(value, Indexed) else value.body


def from_words(value: Scalar | Matrix) -> AnyIndexed:
    """The value with indices that a value of words is."""
    return scalar(value) if isinstance(value, Scalar) else matrix(value)


@lru_cache(maxsize=1 << 12)
def scalar(value: Scalar) -> Indexed:
    out = []
    for mono, c in value.terms.items():
        new = Indexed({(): c})
        for number, e in mono:
            new = new * power_of_atom(number, e)
        out.append(new)
    return total(out)


@lru_cache(maxsize=1 << 14)
def power_of_atom(number: int, e: Any) -> Indexed:
    return _atom(ATOMS[number]) ** e


def matrix(value: Matrix) -> IndexedMatrix:
    def at(i: Index, j: Index) -> Indexed:
        return total(_word(word, i, j) * scalar(c) for word, c in value.terms.items())

    return IndexedMatrix.of(value.rows, value.cols, at)


def _atom(a: Atom) -> Indexed:
    if a.kind == "symbol":
        return Indexed.symbol(a.name, 2 if a.name in _DIMENSIONS and a.sign_hint else a.sign_hint)
    if a.kind == "cycle":
        i = fresh_index(a.args[0].rows)
        body = _word(a.args, i, i)
        return summed([i], body) if i[2] != 1 else body
    if a.kind == "root":
        return scalar(a.args[0])
    if a.name == "indexed":
        value: Indexed = a.args[0]
        return value
    if not all(isinstance(x, (Scalar, Matrix)) for x in a.args):
        raise InputError(f"the function {a.name} has no reading with indices: write the expression without it.")
    return call(a.name, *map(from_words, a.args))


_DIMENSIONS = frozenset({"d", "M", "B", "m", "n", "p", "q"})


def _word(word: Word, i: Index, j: Index) -> Indexed:
    """The entry at i, j of a word; the index of a side of length 1 does not occur."""
    if not word:
        return delta(i, j)
    ends = [i, *(fresh_index(x.cols) for x in word[:-1]), j]
    value = ONE
    for x, left, right in zip(word, ends[:-1], ends[1:], strict=True):
        value = value * _letter(x, left, right)
    return summed([e for e in ends[1:-1] if e[2] != 1], value)


def _letter(x: Letter, i: Index, j: Index) -> Indexed:
    if x.flipped:
        x, i, j = x.t, j, i
    if x.index is not None:
        return delta(free_index(x.index, x.rows), i)
    if x in _VALUES:
        return _VALUES[x].at(i, j)
    if x is ones(x.rows):
        return ONE
    if x.weight is not None:
        # What the weight says of one sample, other indices in it included, must be seen by the sums around it.
        return rename(scalar(x.weight), {free_index(SAMPLE, x.rows): i}) * delta(i, j)
    base = x.base if x.base is not None else x
    if base in _DIAGONALS:
        at_i = _entry(_DIAGONALS[base], i, None)
        value = power(at_i, Fraction(x.p))
        if x.shift is not None:
            linear = at_i if x.middle is None else at_i**2 + scalar(x.middle) * at_i
            value = value * power(linear + scalar(x.shift), Fraction(x.q))
        return value * delta(i, j)
    return _entry(x, i, j)


def _entry(x: Letter, i: Index, j: Index | None) -> Indexed:
    indices = tuple(k for k in (i, j) if k is not None and k[2] != 1)
    return Indexed.factor(entry(x, indices, 2 if x in _POSITIVE else 0))


def hides_indices(value: object) -> bool:
    """Whether a value of words contains what :func:`as_word` made."""
    if isinstance(value, Scalar):
        return any(_hides(a) for a in value.atoms())
    if isinstance(value, Matrix):
        return any(x.original in _VALUES for word in value.terms for x in word) or any(
            hides_indices(c) for c in value.terms.values()
        )
    return False


def _hides(a: Atom) -> bool:
    if a.kind == "cycle":
        return any(x.original in _VALUES for x in a.args)
    return a.name == "indexed" or any(hides_indices(x) for x in a.args)


def diagonal_of(x: Letter) -> Letter | None:
    """The vector whose diagonal matrix the letter is."""
    return _DIAGONALS.get(x)
