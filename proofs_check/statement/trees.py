"""The trees themselves: numbers, symbols, heads with arguments, abbreviations; and how one walks through them.

The constructors of heads are in :mod:`.terms`, from where all of this is imported.  Standard library only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Self, Union

from .. import shown
from ..errors import UserError
from .mistakes import check_dim, compared, no_quotient, no_term, refused
from .names import check_made, check_name

Dim = Union[str, int]
"""A dimension: a positive integer, or a name such as ``"d"``, ``"N"``, ``"d+1"``, ``"n"``."""

Number = Union[int, Fraction]


class Tree:
    """What has levels: every step down a tree takes a few calls of Python, of which there are so many."""

    __slots__ = ("_hash", "_kind", "_levels")
    _levels: int
    _hash: int
    """The hash of a tree, computed once: trees are looked up far more often than they are built."""
    _kind: object
    """The same object in trees that were found equal: they are compared from top to bottom only once."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


LEVELS = 150
"""So deep may a tree be."""


class TooDeepError(UserError):
    """What is written is nested too deeply."""


def measure(tree: Tree, below: tuple[Tree, ...]) -> None:
    """Note how deep the tree is whose next level is ``below``; raise :class:`TooDeepError` where that is too deep."""
    levels = 0
    for one in below:
        inside = getattr(one, "_levels", 0)  # neither numbers nor symbols have any, nor what was pickled
        if inside > levels:
            levels = inside
    if levels >= LEVELS:
        raise TooDeepError(
            f"what is written here is nested more than {LEVELS} levels deep: write a long sum as total(...) over an "
            "index, or add the sums of its halves."
        )
    object.__setattr__(tree, "_levels", levels + 1)


class Applied(Tree):
    """A head with arguments."""

    __slots__ = ()
    head: str
    args: tuple[Any, ...]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        assert isinstance(other, Applied)
        try:
            if self._kind is other._kind:
                return True
        except AttributeError:  # one of them was never found equal to another
            pass
        if hash(self) != hash(other) or self.head != other.head or self.args != other.args:
            return False
        kind = getattr(self, "_kind", None) or getattr(other, "_kind", None) or object()
        for tree in (self, other):
            object.__setattr__(tree, "_kind", kind)
        return True

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash((self.head, self.args)))
            return self._hash


class Term(Tree):
    """Base of all terms; the operators build trees and nothing else."""

    __slots__ = ()

    def __add__(self, other: TermLike) -> Op:
        return Op("+", (self, term(other)))

    def __radd__(self, other: TermLike) -> Op:
        return Op("+", (term(other), self))

    def __sub__(self, other: TermLike) -> Op:
        return Op("-", (self, term(other)))

    def __rsub__(self, other: TermLike) -> Op:
        return Op("-", (term(other), self))

    def __neg__(self) -> Op:
        return Op("neg", (self,))

    def __mul__(self, other: TermLike) -> Op:
        return Op("*", (self, term(other)))

    def __rmul__(self, other: TermLike) -> Op:
        return Op("*", (term(other), self))

    def __truediv__(self, other: TermLike) -> Op:
        if is_zero(other):
            raise no_quotient(self)
        return Op("/", (self, term(other)))

    def __rtruediv__(self, other: TermLike) -> Op:
        return term(other) / self

    def __pow__(self, exponent: TermLike) -> Op:
        if is_zero(self) and isinstance(exponent, (int, Fraction)) and exponent < 0:
            raise no_quotient(1)
        return Op("^", (self, term(exponent)))

    @property
    def T(self) -> Op:
        return Op("T", (self,))

    __matmul__ = __rmatmul__ = refused("the product of matrices is written A * B, not A @ B.")
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = refused("numbers are exact: divide by /, as in 1 / N.")
    __xor__ = __rxor__ = refused("a power is written a**2, not a^2.")
    __lt__, __le__ = compared("<", "lt"), compared("<=", "le")
    __gt__, __ge__ = compared(">", "gt"), compared(">=", "ge")
    __getitem__ = refused("an entry is entry(A, i, j), a member of a family at(x, i).")
    __contains__ = refused("a formula is no collection: state something of it, eq(a, b) for instance.")
    __iter__ = None  # else Python would ask for one item after the other
    __abs__ = refused("the absolute value of a number is absolute(a), a norm norm_2(v) or norm_F(A).")
    __bool__ = refused("a formula is neither true nor false: state something of it, eq(a, b) or le(a, b) for instance.")

    __repr__ = shown.by("plain")
    _repr_latex_ = shown.by("formula")


TermLike = Union[Term, int, Fraction]


@dataclass(frozen=True, slots=True, repr=False)
class Num(Term):
    """An exact rational constant."""

    value: Fraction

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash(self.value))
            return self._hash


@dataclass(frozen=True, slots=True, repr=False)
class Sym(Term):
    """A named symbol with its shape (scalars: ``(1, 1)``) and traits.

    Traits in use: ``integer``, ``positive``, ``nonzero``, ``symmetric``, ``psd``, ``posdef`` (mathematical);
    ``parameter`` (trained), ``random`` (drawn with the prompt), ``iid`` (a family ``x_1, x_2, ...``),
    ``prompt`` (the embedding matrix), ``derived`` (an algebra derives it from the model's definition),
    ``identity``, ``zero``, ``index`` (an integer index ranging over ``1..dim``; its shape is ``(1, 1)``).
    """

    name: str
    shape: tuple[Dim, Dim] = (1, 1)
    traits: frozenset[str] = frozenset()
    tex: str = ""

    def __post_init__(self) -> None:
        self._check_name()
        for dim in self.shape:
            check_dim(self.name, dim)

    def _check_name(self) -> None:
        check_name(self.name, self.shape, self.traits)

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            object.__setattr__(self, "_hash", hash((self.name, self.shape, self.traits)))
            return self._hash

    def __eq__(self, other: object) -> bool:
        """How a symbol is printed is no part of what it is."""
        if self is other:
            return True
        if other.__class__ is not self.__class__:
            return NotImplemented
        assert isinstance(other, Sym)
        return (self.name, self.shape, self.traits) == (other.name, other.shape, other.traits)

    def has(self, trait: str) -> bool:
        return trait in self.traits


@dataclass(frozen=True, slots=True, repr=False)
class MadeSym(Sym):
    """A symbol that an engine makes for itself: unequal to every :class:`Sym` that one can write, by class and name."""

    __hash__ = Sym.__hash__
    __eq__ = Sym.__eq__

    def _check_name(self) -> None:
        check_made(self.name)


@dataclass(frozen=True, slots=True, repr=False)
class Op(Applied, Term):
    """A head applied to arguments, in the printed order."""

    head: str
    args: tuple[Term, ...]

    __eq__ = Applied.__eq__
    __hash__ = Applied.__hash__

    def __post_init__(self) -> None:
        measure(self, self.args)


@dataclass(frozen=True, slots=True, repr=False)
class Abbrev(Term):
    """A printed abbreviation: shown as ``sym``, meaning ``body`` (for example Gamma, or the reduced loss)."""

    sym: Sym
    body: Term

    def __post_init__(self) -> None:
        measure(self, (self.body,))


def is_zero(value: object) -> bool:
    """Whether this is the number 0, as Python writes it or as a term."""
    number = value.value if isinstance(value, Num) else value
    return isinstance(number, (int, Fraction)) and number == 0


def term(value: TermLike) -> Term:
    """``value`` as a term; integers and fractions become :class:`Num`.

    Raises:
        UserError: a float, a truth value or anything else that is not exact.
    """
    if isinstance(value, Term):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return _integer(value)
    if isinstance(value, Fraction):
        return Num(value)
    raise no_term(value)


@lru_cache(maxsize=1 << 10)
def _integer(value: int) -> Num:
    return Num(Fraction(value))


# Walking -------------------------------------------------------------------------------------------------

Path = tuple[int, ...]


def children(node: Term) -> tuple[Term, ...]:
    if isinstance(node, Op):
        return node.args
    if isinstance(node, Abbrev):
        return (node.body,)
    return ()


def walk(node: Term, path: Path = ()) -> Iterator[tuple[Path, Term]]:
    """All subterms with their paths, in printed order, bodies of abbreviations included."""
    pending = [(path, node)]
    while pending:
        place, here = pending.pop()
        yield place, here
        below = children(here)
        pending += [((*place, i), below[i]) for i in range(len(below) - 1, -1, -1)]


@lru_cache(maxsize=1 << 14)
def nodes(node: Term) -> tuple[Term, ...]:
    """The different subterms of ``node``, bodies of abbreviations included."""
    found = {node: None}
    for child in children(node):
        found |= dict.fromkeys(nodes(child))
    return tuple(found)


def replace(node: Term, path: Path, new: Term) -> Term:
    """``node`` with the subterm at ``path`` replaced."""
    if not path:
        return new
    i, rest = path[0], path[1:]
    if isinstance(node, Abbrev):
        body = replace(node.body, rest, new)
        changed = MadeSym(node.sym.name + "'", node.sym.shape, node.sym.traits, node.sym.tex + "'")
        return Abbrev(changed, body)
    assert isinstance(node, Op)
    args = list(node.args)
    args[i] = replace(args[i], rest, new)
    return Op(node.head, tuple(args))


@lru_cache(maxsize=1 << 16)
def symbols(node: Term) -> frozenset[Sym]:
    """The symbols that occur in ``node`` (abbreviations opened)."""
    if isinstance(node, Sym):
        return frozenset({node})
    return frozenset().union(*map(symbols, children(node)))
