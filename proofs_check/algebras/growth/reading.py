"""Terms read as sums of polynomials times exponentials: see :mod:`.pieces`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import count, product

import sympy as sp

from ...statement.fold import Lacks
from ...statement.shape import shape
from ...statement.terms import Abbrev, Num, Op, Sym, Term
from .pieces import (
    Atom,
    Chain,
    Form,
    Piece,
    Pieces,
    constant,
    joined,
    oriented,
    plain,
    quadratic,
    renamed,
    times,
    transposed,
)

DRAWN = "cov:I"
"""The trait of a standard Gaussian vector."""


def pieces_of(node: Term) -> Pieces:
    """The scalar term as a sum of pieces; raises ``Lacks`` where it is none."""
    reader = _Reader()
    found = reader.scalar(node)
    reader.check_members(found)
    return Pieces(tuple(found), dict(reader.letters), dict(reader.scalars))


Vector = list[tuple[sp.Expr, Chain, Atom]]


class _Reader:
    def __init__(self) -> None:
        self.letters: dict[sp.Symbol, Form] = {}
        self.scalars: dict[sp.Symbol, Sym] = {}
        self.bound: dict[Sym, str] = {}
        self._fresh = count(1)
        self._upper: str | None = None

    def scalar(self, node: Term) -> list[Piece]:
        match node:
            case Abbrev():
                return self.scalar(node.body)
            case Num():
                return [plain(sp.Rational(node.value.numerator, node.value.denominator))]
            case Sym() if node.shape == (1, 1) and not (node.traits & {"random", "index"} or node in self.bound):
                return [plain(self._scalar(node, node.name))]
            case Op(head="at", args=(Sym() as family, index)) if family.shape == (1, 1) and not family.has("random"):
                name = f"{family.name}[{self._index(index)}]"
                return [plain(sp.Symbol(name, real=True) if index in self.bound else self._scalar(family, name))]
            case Op(head="entry", args=(Sym() as A, i, j)) if not A.has("random"):
                return [plain(sp.Symbol(f"{A.name}[{self._index(i)},{self._index(j)}]", real=True))]
            case Op(head="neg", args=(a,)):
                return times([plain(sp.Integer(-1))], self.scalar(a), self.letters)
            case Op(head="+" | "-" as sign, args=(a, b)):
                minus = [plain(sp.Integer(1 if sign == "+" else -1))]
                return self.scalar(a) + times(minus, self.scalar(b), self.letters)
            case Op(head="^", args=(a, Num(value))) if value.denominator == 1 and value >= 0:
                total = [plain(sp.Integer(1))]
                for _ in range(int(value)):
                    total = times(total, self.scalar(a), self.letters)
                return total
            case Op(head="/", args=(a, b)):
                return times(self.scalar(a), [plain(1 / self._number(b))], self.letters)
            case Op(head="sum", args=(Sym() as i, upper, body)):
                return self._total(i, upper, body)
            case Op(head="exp", args=(a,)):
                return [self._exponential(self.scalar(a))]
            case Op(head="inner", args=(u, v)):
                return self._inner(u, v)
            case Op(head="*", args=(a, b)):
                return self._inner(a.T, b) if _columns(a) != 1 else times(self.scalar(a), self.scalar(b), self.letters)
        raise Lacks("words reads sums of polynomials times exponentials of bilinear forms, not this")

    def _scalar(self, sym: Sym, name: str) -> sp.Symbol:
        signs = {trait: True for trait in ("positive", "nonnegative", "nonzero") if sym.has(trait)}
        letter = sp.Symbol(name, real=True, **signs)
        self.scalars[letter] = sym
        return letter

    def _number(self, node: Term) -> sp.Expr:
        """A scalar without anything drawn."""
        found = self.scalar(node)
        if any(p.exponent or p.indices or p.coefficient.free_symbols & self.letters.keys() for p in found):
            raise Lacks("words lacks a fixed number here")
        return sp.Add(*(p.coefficient for p in found))

    def _index(self, node: Term) -> str:
        if isinstance(node, Sym) and node in self.bound:
            return self.bound[node]
        if isinstance(node, Num):
            return str(node.value)
        match node:
            case Op(head="+", args=(Sym() as n, Num(value))) if value >= 1 and n not in self.bound:
                return f"{n.name}+{value}"
        raise Lacks("words lacks whether two members of a family are the same")

    def _total(self, i: Sym, upper: Term, body: Term) -> list[Piece]:
        if not isinstance(upper, Sym) or self._upper not in {None, upper.name}:
            raise Lacks("words sums over all demonstrations")
        self._upper = upper.name
        name = f"@{next(self._fresh)}"
        before, self.bound = self.bound, {**self.bound, i: name}
        found = self.scalar(body)
        self.bound = before
        different = [Piece(p.coefficient, p.exponent, (*p.indices, name)) for p in found]
        return different + [renamed(p, {name: other}, self.letters) for p in found for other in p.indices]

    def check_members(self, found: list[Piece]) -> None:
        """Raises Lacks where members with different names may be the same: x_2 and x_{n+1}, x_1 and one of a sum."""
        forms = [form for piece in found for form, _ in piece.exponent] + list(self.letters.values())
        met = {atom[1] for a, _, b in forms for atom in (a, b) if atom[1]}
        numbers = {index for index in met if index.isdigit()}
        lengths = {index for index in met if "+" in index}
        sums = met - numbers - lengths
        last = None if self._upper is None else f"{self._upper}+1"
        if (sums and numbers) or len(lengths) > 1 or (lengths and numbers - {"1"}) or (sums and lengths - {last}):
            raise Lacks("words lacks whether two members of a family are the same")

    def _exponential(self, inside: list[Piece]) -> Piece:
        """The inside must be a combination of forms and numbers."""
        exponent: dict[Form, sp.Expr] = {}
        factor: sp.Expr = sp.Integer(1)
        for piece in inside:
            if piece.exponent or piece.indices:
                raise Lacks("words lacks exponentials of sums and of exponentials")
            terms = sp.expand(piece.coefficient)
            for term in sp.Add.make_args(terms):
                met = [s for s in term.free_symbols if s in self.letters]
                if not met:
                    factor = factor * constant(term)
                elif len(met) == 1 and sp.degree(term, met[0]) == 1:
                    form = self.letters[met[0]]
                    exponent[form] = sp.expand(exponent.get(form, 0) + term / met[0])
                else:
                    raise Lacks("words lacks exponentials of products of forms")
        return Piece(factor, frozenset((f, c) for f, c in exponent.items() if c != 0))

    def _inner(self, u: Term, v: Term) -> list[Piece]:
        total: sp.Expr = sp.Integer(0)
        for (c, left, a), (e, right, b) in product(self._vector(u), self._vector(v)):
            chain = joined((*transposed(left), *right))
            total = total + c * e * self._letter(oriented((a, chain, b)))
        return [plain(total)]

    def _letter(self, form: Form) -> sp.Symbol:
        letter = sp.Symbol(f"<{form}>", real=True)
        self.letters[letter] = form
        return letter

    def _vector(self, node: Term) -> Vector:
        match node:
            case Abbrev():
                return self._vector(node.body)
            case Sym() if node.shape[1] == 1:
                return [(sp.Integer(1), (), _atom(node, ""))]
            case Op(head="at", args=(Sym() as family, index)):
                return [(sp.Integer(1), (), _atom(family, self._index(index)))]
            case Op(head="+", args=(a, b)):
                return self._vector(a) + self._vector(b)
            case Op(head="-", args=(a, b)):
                return self._vector(a) + [(-c, chain, atom) for c, chain, atom in self._vector(b)]
            case Op(head="neg", args=(a,)):
                return [(-c, chain, atom) for c, chain, atom in self._vector(a)]
            case Op(head="T", args=(Op(head="T", args=(a,)),)):
                return self._vector(a)
            case Op(head="T", args=(Op(head="*", args=(a, b)),)):
                return self._vector(b.T * a.T)
            case Op(head="*", args=(a, b)) if _rows(a) == 1 == _columns(a):
                factor = self._number(a)
                return [(factor * c, chain, atom) for c, chain, atom in self._vector(b)]
            case Op(head="*", args=(a, b)):
                return [
                    (c * e, joined((*left, *right)), atom)
                    for (c, left), (e, right, atom) in product(self.matrix(a), self._vector(b))
                ]
        raise Lacks("words reads combinations of matrices times vectors, not this")

    def matrix(self, node: Term) -> list[tuple[sp.Expr, Chain]]:
        match node:
            case Abbrev():
                return self.matrix(node.body)
            case Sym() if node.has("identity"):
                return [(sp.Integer(1), ())]
            case Sym() if not node.traits & {"random", "zero"}:
                return [(sp.Integer(1), _power(node, Fraction(1)))]
            case Op(head="^", args=(Sym() as A, Num(power))) if not A.has("random"):
                return [(sp.Integer(1), _power(A, Fraction(power)))]
            case Op(head="T", args=(a,)):
                return [(c, transposed(chain)) for c, chain in self.matrix(a)]
            case Op(head="*", args=(a, b)) if _rows(a) == 1 == _columns(a):
                return [(self._number(a) * c, chain) for c, chain in self.matrix(b)]
            case Op(head="*", args=(a, b)):
                return [(c * e, joined((*p, *q))) for (c, p), (e, q) in product(self.matrix(a), self.matrix(b))]
        raise Lacks("words reads products of fixed matrices, not this")


def _atom(sym: Sym, index: str) -> Atom:
    if sym.has("random") and DRAWN not in sym.traits:
        raise Lacks(f"words lacks the tails of {sym.name}: it reads standard Gaussian vectors")
    return sym.name, index, sym.has("random")


def _shape(node: Term) -> tuple[object, object]:
    match node:
        case Op(head="inner" | "exp" | "entry"):
            return 1, 1
        case Op(head="^" | "+" | "-" | "neg", args=(a, *_)):
            return _shape(a)
        case Op(head="T", args=(a,)):
            return _shape(a)[::-1]
        case Op(head="sum", args=(*_, body)):
            return _shape(body)
        case Op(head="*", args=(a, b)):
            one, other = _shape(a), _shape(b)
            return other if one == (1, 1) else one if other == (1, 1) else (one[0], other[1])
        case Abbrev(body=body):
            return _shape(body)
    return shape(node)


def _rows(node: Term) -> object:
    return _shape(node)[0]


def _columns(node: Term) -> object:
    return _shape(node)[1]


def _power(A: Sym, power: Fraction) -> Chain:
    return ((A.name, 0 if A.has("symmetric") else 1, power),)


# One form with a matrix ---------------------------------------------------------------------------------------------

def single_form(node: Term) -> tuple[sp.Expr, Form] | None:
    """c and the form of a term :math:`\\exp(c\\langle a,Wb\\rangle)` times a number, W a product of matrices."""
    pieces = pieces_of(node).pieces
    if len(pieces) != 1 or pieces[0].coefficient.is_zero is not False:
        return None
    forms = quadratic(pieces[0].exponent)
    if len(forms) != 1:
        return None
    ((form, c),) = forms.items()
    return (c, form) if form[1] and c.is_number else None


def is_not_zero_with(pieces: Pieces, stated: Mapping[Chain, sp.Expr], invertible: Collection[str]) -> bool:
    r"""Whether a sum that is a number times one form :math:`\langle a,Wb\rangle` in random vectors is not 0 everywhere
    because the matrix ``stated`` is not 0: W, or :math:`W+W^\top` for a = b, up to powers of ``invertible`` positive
    definite matrices at its ends."""
    total = sp.expand(sum(piece.coefficient for piece in pieces.pieces))
    letters = [s for s in total.free_symbols if s in pieces.letters]
    if not letters or any(piece.indices for piece in pieces.pieces):
        return False
    factor = sp.cancel(total / letters[0])
    a, chain, b = pieces.letters[letters[0]]
    if not (factor.is_number and a[2] and b[2]):
        return False
    while a == b and len(chain) > 1 and chain[0] == chain[-1] and chain[0][0] in invertible:
        chain = chain[1:-1]
    if a == b:
        return stated.keys() == {chain, transposed(chain)} and len(set(stated.values())) == 1
    while chain and chain[0][0] in invertible:
        chain = chain[1:]
    while chain and chain[-1][0] in invertible:
        chain = chain[:-1]
    return len(stated) == 1 and bool(stated.keys() & {chain, transposed(chain)})


def combination(node: Term) -> dict[Chain, sp.Expr]:
    """A matrix as a combination of products of fixed matrices."""
    match node:
        case Op(head="+" | "-" as sign, args=(a, b)):
            total = dict(combination(a))
            for chain, c in combination(b).items():
                total[chain] = total.get(chain, sp.Integer(0)) + (c if sign == "+" else -c)
            return {chain: c for chain, c in total.items() if c != 0}
        case Op(head="neg", args=(a,)):
            return {chain: -c for chain, c in combination(a).items()}
    return {chain: c for c, chain in _Reader().matrix(node)}
