r"""Sums of polynomials times exponentials of bilinear forms in Gaussian vectors, for every dimension and length.

A scalar term is written as a sum of pieces :math:`P\,e^q`: q a sum of forms :math:`\langle a,Wb\rangle` of vectors with
scalar coefficients, P a polynomial in such forms.  A sum over demonstrations stands in a piece as an index; in a
product two indices are equal or different, and both cases are pieces of their own.  By the theorem that opens
:mod:`symbolic.contexts.integrals` (of which no code is used here) the mean is finite if and only if every exponential
has a finite mean: those whose coefficients cancel do not occur.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

import sympy as sp

from ...statement.fold import Lacks
from ...statement.terms import Sym

Chain = tuple[tuple[str, int, Fraction], ...]
"""A product of matrices: name, -1 where transposed (0: symmetric, else 1), power."""
Atom = tuple[str, str, bool]
"""A vector: its name, its index as text ("" for none; ``#1`` where summed over) and whether it is random."""
Form = tuple[Atom, Chain, Atom]
Exponent = frozenset[tuple[Form, sp.Expr]]
_INDEX = re.compile(r"[@#]\d+'*")


@dataclass(frozen=True, slots=True)
class Piece:
    """``coefficient`` times the exponential, summed over different values of the indices."""

    coefficient: sp.Expr
    """A polynomial in scalars and in the letters of forms."""
    exponent: Exponent
    indices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pieces:
    """A sum of pieces, with what its letters stand for."""

    pieces: tuple[Piece, ...]
    letters: dict[sp.Symbol, Form]
    scalars: dict[sp.Symbol, Sym]

    def at(self, values: Mapping[sp.Symbol, sp.Expr]) -> Pieces:
        """The same with numbers for scalars; equal numbers are written alike."""
        met: list[sp.Expr] = [sp.Integer(0)]
        put = []
        for p in self.pieces:
            exponent = ((f, _written_as(c.subs(values), met)) for f, c in p.exponent)
            put.append(Piece(p.coefficient.subs(values), frozenset((f, c) for f, c in exponent if c != 0), p.indices))
        return Pieces(tuple(put), self.letters, self.scalars)

    def with_members(self, length: int) -> Pieces:
        """What there is of ``length`` demonstrations: no more of them are different."""
        kept = tuple(piece for piece in self.pieces if len(piece.indices) <= length)
        return Pieces(kept, self.letters, self.scalars)

    @property
    def most_members(self) -> int:
        """The number of indices that are summed over different values at once."""
        return max((len(piece.indices) for piece in self.pieces), default=0)

    def grouped(self) -> dict[Exponent, list[Piece]]:
        """By exponent, what is fixed in it left out; of indices every order is there."""
        found: dict[Exponent, list[Piece]] = {}
        for piece in self.pieces:
            for order in permutations(piece.indices):
                names = {old: f"#{k + 1}" for k, old in enumerate(order)}
                turned = renamed(piece, names, self.letters)
                exponent, rest = _without_constants(turned.exponent)
                coefficient = turned.coefficient * rest
                found.setdefault(exponent, []).append(Piece(coefficient, exponent, turned.indices))
        return found

    def occurs(self, exponent: Exponent, groups: Mapping[Exponent, Sequence[Piece]]) -> bool | None:
        """Whether the exponential has a coefficient other than 0; None where that is not certain."""
        group = groups[exponent]
        totals: dict[int, sp.Expr] = {}  # how many terms there are depends on the number of indices
        for piece in group:
            totals[len(piece.indices)] = sp.expand(totals.get(len(piece.indices), 0) + piece.coefficient)
        if not any(totals.values()):
            return False
        if any(other != exponent and _may_coincide(exponent, other) for other in groups):
            return None
        met = {atom[1] for (a, _, b), _ in exponent for atom in (a, b)}
        if any(set(piece.indices) - met for piece in group):
            return None
        return True if any(map(self._never_zero, self.on_the_line(sum(totals.values())))) else None

    def on_the_line(self, total: sp.Expr) -> list[sp.Expr]:
        """The coefficients where all random vectors lie on one line: what is not 0 there is not 0 in any dimension."""
        line: dict[sp.Symbol, sp.Expr] = {}
        vectors: set[sp.Symbol] = set()
        for letter, (a, chain, b) in self.letters.items():
            numbers = [sp.Symbol(f"{name}_{index}") for name, index, random in (a, b) if random]
            if numbers:
                between = [] if len(numbers) == 2 and not chain else [_across(a, chain, b)]
                line[letter] = sp.Mul(*numbers, *between)
                vectors |= set(numbers)
        total = sp.expand(total.subs(line))
        ordered = sorted(vectors, key=str)
        return list(sp.Poly(total, *ordered).coeffs()) if ordered else [total]

    @staticmethod
    def _never_zero(coefficient: sp.Expr) -> bool:
        factors = sp.Mul.make_args(sp.factor_terms(sp.expand(coefficient)))
        bases = [f.base if isinstance(f, sp.Pow) else f for f in factors]
        return all(b.is_zero is False for b in bases)


def quadratic(exponent: Exponent) -> dict[Form, sp.Expr]:
    """The forms of second order."""
    return {form: c for form, c in exponent if form[0][2] and form[2][2]}


def _written_as(number: sp.Expr, met: list[sp.Expr]) -> sp.Expr:
    """The number as it was written when it was first met."""
    number = sp.expand(number)
    for other in met:
        if number == other or (not (number.is_Rational and other.is_Rational) and (number - other).equals(0)):
            return other
    met.append(number)
    return number


def _across(a: Atom, chain: Chain, b: Atom) -> sp.Symbol:
    """The number that stands for the matrix, and for a fixed vector, on a line; the same for the transposed matrix."""
    fixed = [atom for atom in (a, b) if not atom[2]]
    return sp.Symbol(f"({min(chain, transposed(chain), key=str)}, {fixed})", real=True)


def _may_coincide(one: Exponent, other: Exponent) -> bool:
    """Whether fixed vectors or matrices may be such that different exponents are the same."""
    if any(chain for exponent in (one, other) for (_, chain, _), _ in exponent):
        return True
    return quadratic(one) == quadratic(other)


def minors(exponent: Exponent) -> list[sp.Expr]:
    """The leading principal minors of I - 2Q, Q the symmetric matrix of the exponent; they are the same for every d.

    Raises ``Lacks`` where matrices stand between the vectors.
    """
    forms = quadratic(exponent)
    if any(chain for _, chain, _ in forms):
        raise Lacks("words lacks exponentials of several forms with matrices of their own")
    atoms = sorted({atom for a, _, b in forms for atom in (a, b)})
    Q = sp.zeros(len(atoms), len(atoms))
    for (a, _, b), c in forms.items():
        i, j = atoms.index(a), atoms.index(b)
        Q[i, j] += c / 2
        Q[j, i] += c / 2
    left = sp.eye(len(atoms)) - 2 * Q
    return [sp.factor(left[:k, :k].det()) for k in range(1, len(atoms) + 1)]


def described(exponent: Exponent) -> str:
    """The exponent as text: ``2*beta*<xi_1, xi_n+1>``."""
    parts = []
    for (a, chain, b), c in sorted(exponent, key=str):
        between = "".join(f" {name}{'^T' if turned < 0 else ''}{'' if power == 1 else f'^({power})'}"
                          for name, turned, power in chain)
        parts.append(f"{c}*<{_name(a)},{between} {_name(b)}>" if c != 1 else f"<{_name(a)},{between} {_name(b)}>")
    return " + ".join(parts) or "0"


def _name(atom: Atom) -> str:
    return atom[0] + (f"_{atom[1].replace('#', 'i')}" if atom[1] else "")


# Arithmetic --------------------------------------------------------------------------------------------------------

def plain(value: sp.Expr) -> Piece:
    """A number."""
    return Piece(value, frozenset())


def constant(term: sp.Expr) -> sp.Expr:
    """The exponential of a fixed number, which is positive and otherwise a letter."""
    return sp.Symbol(f"exp({term})", positive=True)


def transposed(chain: Chain) -> Chain:
    """The chain of the transposed matrix."""
    return tuple((name, -turned, power) for name, turned, power in reversed(chain))


def joined(chain: Chain) -> Chain:
    """Neighbouring powers of one matrix together; those of exponent 0 left out."""
    found: list[tuple[str, int, Fraction]] = []
    for name, turned, power in chain:
        if found and found[-1][:2] == (name, turned):
            total = found.pop()[2] + power
            if total:
                found.append((name, turned, total))
        else:
            found.append((name, turned, power))
    return tuple(found)


def oriented(form: Form) -> Form:
    """One of the two ways to write the number."""
    a, chain, b = form
    return min(form, (b, transposed(chain), a), key=str)


def times(left: list[Piece], right: list[Piece], letters: dict[sp.Symbol, Form]) -> list[Piece]:
    """The product: indices of the two factors are equal or different."""
    found = []
    for p, q in product(left, right):
        for names in _identified(p.indices, q.indices):
            turned = renamed(q, names, letters)
            exponent = dict(p.exponent)
            for form, c in turned.exponent:
                exponent[form] = sp.expand(exponent.get(form, 0) + c)
            kept = frozenset((f, c) for f, c in exponent.items() if c != 0)
            indices = (*p.indices, *(i for i in turned.indices if i not in p.indices))
            found.append(Piece(sp.expand(p.coefficient * turned.coefficient), kept, indices))
    return found


def _identified(left: Sequence[str], right: Sequence[str]) -> Iterator[dict[str, str]]:
    """All ways in which some of the right indices are left ones; the rest get names that are new."""
    new: dict[str, str] = {}
    for i in right:
        name = i
        while name in left or name in new.values() or (name != i and name in right):
            name += "'"
        new[i] = name
    for size in range(min(len(left), len(right)) + 1):
        for chosen in combinations(right, size):
            for targets in permutations(left, size):
                yield {**new, **dict(zip(chosen, targets, strict=True))}


def renamed(piece: Piece, names: Mapping[str, str], letters: dict[sp.Symbol, Form]) -> Piece:
    """The piece with its indices renamed, at once."""
    if all(old == new for old, new in names.items()):
        return piece

    def form(f: Form) -> Form:
        a, chain, b = f
        return oriented(((a[0], names.get(a[1], a[1]), a[2]), chain, (b[0], names.get(b[1], b[1]), b[2])))

    put: dict[sp.Symbol, sp.Symbol] = {}
    for letter in piece.coefficient.free_symbols.union(*(c.free_symbols for _, c in piece.exponent)):
        if letter in letters:
            other = form(letters[letter])
            put[letter] = sp.Symbol(f"<{other}>", real=True)
            letters.setdefault(put[letter], other)
        elif (name := _INDEX.sub(lambda met: names.get(met[0], met[0]), str(letter))) != str(letter):
            put[letter] = sp.Symbol(name, real=True)
    coefficient = piece.coefficient.subs(put, simultaneous=True)
    exponent: dict[Form, sp.Expr] = {}
    for f, c in piece.exponent:
        exponent[form(f)] = exponent.get(form(f), sp.Integer(0)) + c.subs(put, simultaneous=True)
    kept = frozenset((f, c) for f, c in exponent.items() if c != 0)
    return Piece(coefficient, kept, tuple(names.get(i, i) for i in piece.indices))


def _without_constants(exponent: Exponent) -> tuple[Exponent, sp.Expr]:
    """What is random in the exponent, and the exponential of the rest."""
    fixed = [(form, c) for form, c in exponent if not (form[0][2] or form[2][2])]
    rest = constant(sp.Symbol(str(sorted(fixed, key=str)))) if fixed else sp.Integer(1)
    return exponent - frozenset(fixed), rest
