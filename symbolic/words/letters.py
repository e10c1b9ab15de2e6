"""Letters: the symbols of which words are made, interned so that words compare by identity.

A letter is a matrix or a vector (a matrix with one column) with dimensions that are integers or names.  A positive
definite letter carries a commuting family: :math:`A^p (A+sI)^q` is a letter of its own, see
:mod:`symbolic.words.functions`; so does a positive semi-definite one, where :math:`A^0` projects on the image.  A
Gaussian letter has independent columns with covariance ``covariance`` (a word; empty for the identity); a vector ``x``
is one column, a ``d x N`` letter is a whole sample.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Union

from ..errors import InputError

if TYPE_CHECKING:
    from .scalars import Scalar

Dim = Union[str, int]
Word = tuple["Letter", ...]
Exponent = Union[int, Fraction]


class Letter:
    """One interned letter; ``t`` is its transpose (itself when symmetric)."""

    __slots__ = (
        "active", "base", "call", "cols", "covariance", "definite", "flipped", "index", "inside", "inverse", "key",
        "middle", "name", "orthogonal", "p", "q", "rows", "semidefinite", "shift", "singular", "stands_for", "t",
        "weight",
    )

    name: str
    rows: Dim
    cols: Dim
    flipped: bool
    t: Letter
    orthogonal: bool
    covariance: Word | None
    base: Letter | None
    """The positive definite letter of whose family this is the member ``base^p (base + shift I)^q``."""
    p: Exponent
    q: Exponent
    shift: Scalar | None
    middle: Scalar | None
    """Where the sum in the family is ``base^2 + middle base + shift I``: the coefficient of ``base``."""
    index: str | None
    """For a standard basis vector: which one (a name or a number)."""
    weight: Scalar | None
    """For a diagonal letter of samples: its diagonal entry as a function of the sample, see
    :mod:`symbolic.words.weights`."""
    active: bool
    """Whether the letter may merge with a neighbour."""
    definite: bool
    """Whether the letter is known to be positive definite: not where the shift may be negative."""
    semidefinite: bool
    """Whether the letter is known to be positive semi-definite."""
    singular: bool
    """Whether the base of the letter's family may be singular: its powers with exponents <= 0 are pseudo-inverses."""
    inside: Word
    r"""Of the letter :math:`(w+sI)^q` with a longer word w, see :mod:`symbolic.words.resolvents`: the word w."""
    stands_for: Word
    """Of the base of the pseudo-inverse of a longer word, see :mod:`symbolic.words.images`: the word."""
    inverse: Letter | None
    """The letter of the inverse, where the letter is an invertible one and nothing else."""
    call: tuple[str, tuple[Any, ...]] | None
    """Of the value of a function of which words know few laws, see :mod:`symbolic.words.calls`: name, arguments."""
    key: tuple[str, ...]

    def __init__(self, name: str, rows: Dim, cols: Dim) -> None:
        self.name, self.rows, self.cols = name, rows, cols
        self.flipped = self.orthogonal = self.active = self.definite = self.semidefinite = self.singular = False
        self.covariance = self.base = self.shift = self.middle = self.index = self.weight = None
        self.inverse = self.call = None
        self.inside = self.stands_for = ()
        self.p, self.q = 1, 0
        self.t = self
        self.key = (name, str(rows), str(cols))

    def __repr__(self) -> str:
        return self.name

    @property
    def original(self) -> Letter:
        """The letter itself if this is a transpose."""
        return self.t if self.flipped else self


_LETTERS: dict[tuple[object, ...], Letter] = {}


def letter(
    name: str,
    rows: Dim,
    cols: Dim,
    *,
    symmetric: bool = False,
    posdef: bool = False,
    psd: bool = False,
    orthogonal: bool = False,
    covariance: Word | None = None,
    index: str | None = None,
) -> Letter:
    """The letter with these properties; asking twice gives the same object.  ``psd``: of any rank."""
    symmetric, psd = symmetric or posdef or psd, psd and not posdef
    key = (name, rows, cols, symmetric, posdef, psd, orthogonal, covariance, index)
    found = _LETTERS.get(key)
    if found is not None:
        return found
    if (symmetric or orthogonal) and rows != cols:
        raise InputError(f"letter {name} is {rows} x {cols}: a symmetric or orthogonal letter must be square.")
    if rows == 1 and cols == 1:
        raise InputError(f"letter {name} is 1 x 1: make it a Scalar.")
    made = Letter(name, rows, cols)
    made.orthogonal, made.covariance, made.index = orthogonal, covariance, index
    made.active = posdef or psd or orthogonal
    if posdef or psd:
        made.base, made.semidefinite, made.definite, made.singular = made, True, posdef, psd
    if not symmetric:
        with_transpose(made)
    _LETTERS[key] = made
    return made


def invertible(name: str, dim: Dim) -> Letter:
    r"""An invertible square letter, of which nothing else is known; ``inverse`` is the letter of its inverse."""
    found = _INVERTIBLE.get((name, dim))
    if found is None:
        found, other = (with_transpose(Letter(text, dim, dim)) for text in (name, f"{name}**(-1)"))
        for x, y in ((found, other), (other, found), (found.t, other.t), (other.t, found.t)):
            x.inverse, x.active = y, True
        _INVERTIBLE[name, dim] = found
    return found


_INVERTIBLE: dict[tuple[str, Dim], Letter] = {}


def with_transpose(made: Letter) -> Letter:
    """The letter with a transpose of its own."""
    flip = Letter(f"{made.name}.T", made.cols, made.rows)
    flip.flipped, flip.orthogonal, flip.covariance, flip.index = True, made.orthogonal, made.covariance, made.index
    flip.active, flip.call = made.active, made.call
    made.t, flip.t = flip, made
    return flip.t


def basis(index: str, dim: Dim) -> Letter:
    r"""The standard basis vector :math:`e_{index}` of :math:`\mathbb R^{dim}`."""
    return letter(f"e_{index}", dim, 1, index=index)


def transposed(word: Word) -> Word:
    return tuple([x.t for x in reversed(word)])


def is_random(word: Word) -> bool:
    return any(x.covariance is not None for x in word)
