"""Reading terms at one place: linear algebra, indices, attention, recursions over layers, derivatives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any

from flint import fmpq

from symbolic.contexts import Dual, Kink, Quotient, constant_of, gram_key, half, inverse
from symbolic.contexts.averages import involves
from symbolic.contexts.oracle import NotSmooth
from symbolic.entries import Matrix

from ...statement.binding import free_symbols
from ...statement.fold import Lacks
from ...statement.terms import Abbrev, Num, Op, Sym, Term
from .assumptions import Members
from .environment import NOTHING, Env
from .place import Place

Invariance = tuple[Term, Sym, Sym]
MOVING = "moving"
NO_TOKENS: frozenset[object] = frozenset()
GCD = 3
MOST_WORK = 4_000_000
"""Products of polynomials that would write out more terms, all together at one place, are refused."""


class Undefined(Exception):
    """A term has no value at this place: an inverse, a quotient or a derivative does not exist there."""


class Irrational(Lacks):
    """A value exists, but not among the numbers that are read here: the place tells nothing, others may."""


class Reader:
    """The values of terms at a place; equal subterms with equal bound symbols are read once."""

    def __init__(
        self, place: Place, bindings: Mapping[Sym, Term] | None = None,
        families: Mapping[Sym, Members] | None = None, invariances: Sequence[Invariance] = (),
        statement: Sequence[Term] = (),
    ) -> None:
        self.place = place
        self.invariances = tuple(invariances)
        """Of each hypothesis f(U) X = X in law: the left side, X and U."""
        self.statement = tuple(statement)
        """The terms of the statement and of its hypotheses: which contexts there are."""
        self.bindings = dict(bindings or {})
        self.families = dict(families or {})
        """Families that are given, member by member: the layer that stands for any, and the member."""
        self.sequences: dict[object, list[Matrix]] = {}
        self._memo: dict[object, Matrix] = {}
        self._spoken: dict[Term, frozenset[Sym]] = {}

    def __call__(self, node: Term, env: Env | None = None) -> Matrix:
        env = NOTHING if env is None else env
        key = (node, self.token(node, env))
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._read(node, env)
        return found

    def token(self, node: Term, env: Env) -> frozenset[object]:
        """What the value of ``node`` depends on, of what is bound."""
        if not env:
            return NO_TOKENS
        there = self.spoken(node)
        found = env.tokens.get(there)
        if found is None:
            families = _families(there)
            found = env.tokens[there] = frozenset([
                (sym.name, token) for sym, (token, _) in env.items()
                if sym in there or (families and sym.name.split("@")[0] in families)
            ])
        return found

    def under(self, bindings: Mapping[Sym, Term], families: Mapping[Sym, Members],
              invariances: Sequence[Invariance]) -> Reader:
        """The same place under further hypotheses."""
        if (bindings, families, tuple(invariances)) == (self.bindings, self.families, self.invariances):
            return self
        return Reader(self.place, bindings, families, invariances, self.statement)

    def spoken(self, node: Term) -> frozenset[Sym]:
        """The free symbols of ``node`` and of what hypotheses put in for them."""
        if not self.bindings and not self.families:
            return free_symbols(node)
        found = self._spoken.get(node)
        if found is None:
            found = self._spoken[node] = self._all_spoken(node)
        return found

    def _all_spoken(self, node: Term) -> frozenset[Sym]:
        found: set[Sym] = set()
        pending = list(free_symbols(node))
        while pending:
            sym = pending.pop()
            if sym in found:
                continue
            found.add(sym)
            value = self.bindings.get(sym)
            if value is None and sym in self.families:
                value = self.families[sym].value
                pending += [] if self.families[sym].every else [self.families[sym].layer]
            pending += [] if value is None else list(free_symbols(value))
        return frozenset(found)

    def specified(self, *arguments: Matrix) -> None:
        """Raise Lacks where an unspecified function would be taken of what is to be averaged letter by letter."""
        drawn = self.place.averaged
        if drawn and any(involves(part, drawn) for A in arguments for e in A.entries() for part in parts(e)):
            raise Lacks("entries lacks the mean of an unspecified function of something random")

    def integer(self, node: Term, env: Env) -> int:
        number = constant_of(self.number(node, env))
        if number is None or number.q != 1:
            raise Lacks(f"entries lacks an integer here: {number}")
        return int(number.p)

    def number(self, node: Term, env: Env) -> Any:
        value = self(node, env)
        if value.shape != (1, 1):
            raise Lacks(f"entries lacks a number here: the value is {value.shape[0]} x {value.shape[1]}")
        return value[0, 0]

    def difference(self, A: Matrix, B: Matrix) -> Matrix:
        """``A - B``; a number 0 stands for a zero of any shape."""
        if A.shape != B.shape:
            if B.shape == (1, 1) and not B[0, 0]:
                return A
            if A.shape == (1, 1) and not A[0, 0]:
                return -B
            raise Lacks(f"entries lacks a comparison of shapes {A.shape} and {B.shape}")
        return A - B

    def _read(self, node: Term, env: Env) -> Matrix:
        if isinstance(node, Num):
            return scalar(fmpq(node.value.numerator, node.value.denominator))
        if isinstance(node, Sym):
            if node in env:
                return env[node][1]
            if node in self.bindings:
                return self(self.bindings[node], env)
            return self.place.value(node)
        if isinstance(node, Abbrev):
            return self(node.body, env)
        assert isinstance(node, Op)
        meaning = _meanings().get(node.head)
        if meaning is None:
            raise Lacks(f"entries lacks {node.head}")
        try:
            return meaning(self, node, env)
        except ZeroDivisionError as error:
            raise Undefined(f"{node.head}: {error}") from error
        except (Kink, NotSmooth) as error:
            raise Undefined(str(error)) from error


Meaning = Callable[[Reader, Op, Env], Matrix]


@cache
def _meanings() -> Mapping[str, Meaning]:
    from .heads import HEADS

    return HEADS


@lru_cache(maxsize=1 << 12)
def _families(there: frozenset[Sym]) -> frozenset[str]:
    """The names of the families among these symbols."""
    return frozenset(sym.name for sym in there if sym.has("layers") or sym.has("iid"))


def scalar(value: Any) -> Matrix:
    return Matrix(((value,),))


def times(A: Matrix, B: Matrix, place: Place) -> Matrix:
    """The product; a number times a matrix is entry by entry."""
    if place.style.letters:
        _count(A, B, place)
    if A.shape == (1, 1) and B.shape[0] != 1:
        return B.scale(A[0, 0])
    if B.shape == (1, 1) and A.shape[1] != 1:
        return A.scale(B[0, 0])
    return A @ B


def _count(A: Matrix, B: Matrix, place: Place) -> None:
    """Counts the terms that the product writes out; raises Lacks where they are too many."""
    a, b = (sum(map(terms_of, M.entries())) for M in (A, B))
    rows, columns = A.shape[0], B.shape[1]
    terms = a * b // (B.shape[0] if columns * rows > 1 else 1)
    # Products of quotients are brought to lowest terms, which costs more than the product.
    longest = max(max(map(terms_of, M.entries())) for M in (A, B))
    place.work += terms * (GCD + longest // 4) if any(map(is_quotient, (*A.entries(), *B.entries()))) else terms
    if place.work > MOST_WORK:
        raise Lacks("entries lacks room for these polynomials")


def parts(value: Any) -> tuple[Any, ...]:
    """A value, with its derivative where it has one."""
    return (value.a, value.b) if isinstance(value, Dual) else (value,)


def is_quotient(value: Any) -> bool:
    return any(isinstance(part, Quotient) and not part.is_polynomial for part in parts(value))


def terms_of(value: Any) -> int:
    """The number of terms written out."""
    if isinstance(value, Dual):
        return max(terms_of(value.a), terms_of(value.b))
    if not isinstance(value, Quotient):
        return 1
    return value.size


def power(reader: Reader, node: Op, env: Env) -> Matrix:
    base, exponent = reader(node.args[0], env), constant_of(reader.number(node.args[1], env))
    if exponent is None:
        raise Lacks("entries lacks powers with this exponent")
    if base.shape == (1, 1) and exponent.q == 1:
        e = int(exponent.p)
        return scalar(base[0, 0] ** e if e >= 0 else 1 / base[0, 0] ** -e)
    root = base
    if exponent.q == 2:
        root = root_of(reader, base)
    elif exponent.q != 1:
        raise Lacks(f"entries lacks the power {exponent}")
    return integer_power(root, int(exponent.p))


def integer_power(A: Matrix, exponent: int) -> Matrix:
    if exponent < 0:
        A = inverse(A)
    value = Matrix.build(*A.shape, lambda i, j: fmpq(int(i == j)))
    for _ in range(abs(exponent)):
        value = value @ A
    return value


def root_of(reader: Reader, A: Matrix) -> Matrix:
    """The principal square root: remembered from where the matrix was made, or by rational eigenvalues."""
    known = reader.place.roots.get(gram_key(A))
    if known is not None:
        return known
    found = half(A)
    if found is not None:
        return found
    if A.shape == (1, 1):
        return scalar(square_root(reader, A[0, 0]))
    raise Lacks("entries lacks the square root of a matrix whose eigenvalues are no squares")


def square_root(reader: Reader, value: Any) -> Any:
    """The root of a number, as a generator where it is irrational."""
    if isinstance(value, Dual):
        root = square_root(reader, value.a)
        if not root:
            raise Kink("a square root has no derivative at 0")
        return Dual(root, value.b / (2 * root))
    if not value:
        return fmpq(0)
    number = constant_of(value)
    if number is not None:
        found = half(scalar(number))
        if found is not None:
            return found[0, 0]
        if number < 0:
            raise Undefined(f"the square root of {number}")
    return reader.place.generators.root(value)
