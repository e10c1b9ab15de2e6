r"""Pseudo-inverses, projections, ranks and eigenvalues entry by entry.

A pseudo-inverse is no continuous function.  It is read where the rank is certain: at exact points, and of a symbol
whose rank the setting says (:func:`cases` gives them all), or of its square root.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from flint import fmpq

from symbolic.entries import Matrix, Ratio, psd
from symbolic.entries.ring import Exponent
from symbolic.errors import InputError

from ...statement.fold import Lacks, Meaning
from ...statement.terms import Abbrev, MadeSym, Num, Op, Sym, Term, walk
from .enclosure import certified_sign, vanishes
from .needs import EIGENVALUE, is_fraction
from .space import Setting, Space

if TYPE_CHECKING:
    from .linear import LinearAlgebra

Read = Callable[[Term], Matrix]
OF_RANK = frozenset({"pinv", "projection", "rank"})
"""Heads that see a rank."""
LEAST = frozenset({"minimum", "infimum", "argmin"})
"""Heads whose certificate needs to know what vanishes."""
RATIONAL = frozenset({"+", "-", "neg", "*", "/", "^", "inv"})
"""Heads of a rational function, with integer powers."""


def cases(
    terms: Sequence[Term], needed: Iterable[Sym], setting: Setting, *, all_of_them: bool = False
) -> list[Setting]:
    """``setting`` for every rank of the positive semi-definite symbols on which a head in ``terms`` depends.

    At d = 1, where a minimum is asked (or ``all_of_them``), also for scalars that are zero and that are not.
    """
    heads = {n.head for t in terms for _, n in walk(t) if isinstance(n, Op)}
    signed = setting.d == 1 and (all_of_them or bool(heads & LEAST))
    sizes = {s.name: setting.size(s.shape[0]) for s in needed
             if s.has("psd") and s.shape[0] == s.shape[1] and s.shape[0] != 1}
    spoken = set(sizes) if signed else sizes.keys() & {s.name for t in terms for s in _of_rank(t)}
    scalars = sorted(s.name for s in needed if signed and s.has("nonnegative") and s.shape == (1, 1))
    if not spoken and not scalars:
        return [setting]
    choices = [[sizes[n]] if n in setting.definite else range(sizes[n], -1, -1) for n in sorted(spoken)]
    found = []
    for ranks in product(*choices):
        for zeros in product((False, True), repeat=len(scalars)):
            values = {n: Fraction(0) for n, is_zero in zip(scalars, zeros, strict=True) if is_zero}
            found.append(replace(
                setting, ranks=dict(zip(sorted(spoken), ranks, strict=True)), values={**setting.values, **values},
                squared=setting.squared or signed, definite=setting.definite | (set(scalars) - values.keys()),
            ))
    return found


def _of_rank(node: Term) -> Iterator[Sym]:
    """The symbols on whose rank a head in ``node`` depends."""
    for _, sub in walk(node):
        if isinstance(sub, Op) and sub.head in OF_RANK:
            sym = _ranked(sub.args[0])
            if sym is not None:
                yield sym


def _ranked(node: Term) -> Sym | None:
    """The symbol whose rank ``node`` has: itself, or the one of which it is a power or a root."""
    if isinstance(node, Abbrev):
        return _ranked(node.body)
    if isinstance(node, Op) and node.head == "^" and isinstance(node.args[1], Num) and node.args[1].value > 0:
        return _ranked(node.args[0])
    if isinstance(node, Op) and node.head in OF_RANK - {"rank"}:
        return _ranked(node.args[0])
    return node if isinstance(node, Sym) else None


class PsdHeads:
    """The meanings of the heads of :mod:`proofs_check.statement.psd` that are functions of one matrix."""

    def __init__(self, algebra: LinearAlgebra) -> None:
        self._algebra = algebra
        self._space: Space = algebra.space
        self.heads: dict[str, Meaning] = {
            "pinv": self._pinv, "projection": self._projection, "rank": self._rank, "eigenvalue": self._eigenvalue,
            "least_eigenvalue": self._least, "least_positive_eigenvalue": self._least_positive,
        }

    def _vanishes(self, entry: Ratio) -> bool:
        found = vanishes(entry, self._space.roots)
        if found is None:
            raise Lacks("entries lacks a decision whether a number with roots of roots is zero")
        return found

    # Functions of the rank --------------------------------------------------------------------------------------

    def _certain(self, node: Term, read: Read) -> tuple[Matrix, bool]:
        """The matrix, of which the rank is certain; and whether that is full."""
        A = read(node)
        sym = _ranked(node)
        ranks = self._space.setting.ranks
        if sym is not None and sym.name in ranks and sym.name not in self._space.setting.values:
            return A, ranks[sym.name] == len(A.rows)
        if not all(self._is_number(e) for e in A.entries()):
            raise Lacks("entries lacks the rank of a matrix with symbols in its entries")
        return A, False

    def _is_number(self, entry: Ratio) -> bool:
        roots = self._space.roots
        used = set(entry.ctx.names()) - (set(entry.num.unused_gens()) & set(entry.denominator.unused_gens()))
        return used <= roots.values.keys() and all(self._is_number(roots.values[name]) for name in used)

    def _pinv(self, node: Op, read: Read) -> Matrix:
        A, full = self._certain(node.args[0], read)
        return A.inverse() if full else psd.pinv(A, self._vanishes)

    def _projection(self, node: Op, read: Read) -> Matrix:
        A, full = self._certain(node.args[0], read)
        if full:
            n = len(A.rows)
            return Matrix.build(n, n, lambda i, j: self._space.constant(int(i == j)))
        return psd.projection(A, self._vanishes)

    def _rank(self, node: Op, read: Read) -> Matrix:
        A, _ = self._certain(node.args[0], read)
        return self._space.scalar(psd.rank(A, self._vanishes))

    # Eigenvalues ------------------------------------------------------------------------------------------------

    def eigenvalues(self, A: Matrix) -> list[Ratio]:
        """In decreasing order, at an exact point."""
        roots = self._space.roots
        A = A.map(roots.reduce)
        try:
            exact = psd.eigenvalues(A.map(lambda e: e.constant()))
            return [self._space.constant(value) for value in exact]
        except InputError:
            found = self._algebra.spectrum(A)
        ordered: list[Ratio] = []
        for value in found:
            place = sum(self._sign(other - value) > 0 for other in ordered)
            ordered.insert(place, value)
        return ordered

    def _sign(self, value: Ratio) -> int:
        value = self._space.roots.reduce(value)
        sign = certified_sign(value, self._space.roots) if value else 0
        if value and not sign:
            raise Lacks("entries lacks the order of these eigenvalues")
        return sign

    def _eigenvalue(self, node: Op, read: Read) -> Matrix:
        number = self._algebra.number_of(node.args[1], read)
        found = self.eigenvalues(read(node.args[0]))
        if not 1 <= number <= len(found):
            raise Lacks(f"entries lacks eigenvalue {number} of a matrix with {len(found)} rows, which has none")
        return Matrix(((found[number - 1],),))

    def _least(self, node: Op, read: Read) -> Matrix:
        A = read(node.args[0])
        return A if A.shape == (1, 1) else Matrix(((self.eigenvalues(A)[-1],),))

    def _least_positive(self, node: Op, read: Read) -> Matrix:
        A = read(node.args[0])
        sym = _ranked(node.args[0])
        if A.shape == (1, 1) and sym is not None and self._space.setting.ranks.get(sym.name) == 1:
            return A
        found = self.eigenvalues(A)
        positive = [e for e in found if self._sign(e) > 0]
        if not positive or self._sign(found[-1]) < 0:
            raise Lacks("entries lacks a positive eigenvalue: the matrix is zero, or not positive semi-definite")
        return Matrix(((positive[-1],),))

    # Sums over all eigenvalues ------------------------------------------------------------------------------------

    def over_spectrum(self, node: Op, read: Read) -> Matrix | None:
        r""":math:`\sum_ig(\lambda_i(A))=\mathrm{tr}\,g(A)` for a rational g; None where the sum is no such sum.

        Under any other head (a root, a mean, a derivative, another sum) a generator is no eigenvalue.
        """
        i, upper, body = node.args
        meant = {n for _, n in walk(body) if isinstance(n, Op) and n.head == "eigenvalue" and n.args[1] == i}
        if len(meant) != 1 or not (isinstance(upper, Sym) and upper.name == "d"):
            return None
        (one,) = meant
        if not _is_rational(body, one):
            return None
        g = read(_replaced(body, one))[0, 0]
        A = read(one.args[0])
        if len(A.rows) != self._space.setting.d:
            return None
        above, below = (self._at(poly_part, A) for poly_part in (Ratio(g.num), Ratio(g.denominator)))
        return Matrix((((above @ below.inverse()).trace(),),))

    def _at(self, poly: Ratio, A: Matrix) -> Matrix:
        """A polynomial in the generator of an eigenvalue, at the matrix."""
        ctx, n = poly.ctx, len(A.rows)
        place = ctx.variable_to_index(EIGENVALUE)
        parts: dict[int, dict[Exponent, fmpq]] = {}
        for exponent, coefficient in poly.num.to_dict().items():
            rest = (*exponent[:place], 0, *exponent[place + 1 :])
            parts.setdefault(int(exponent[place]), {})[rest] = coefficient
        one = Matrix.build(n, n, lambda i, j: self._space.constant(int(i == j)))
        result = one.scale(self._space.constant(0))
        for power in range(max(parts, default=0), -1, -1):
            result = result @ A + one.scale(Ratio(ctx.from_dict(parts.get(power, {}))))
        return result


def _is_rational(node: Term, one: Op) -> bool:
    """Whether ``node`` is a rational function of ``one``."""
    if node == one or not any(sub == one for _, sub in walk(node)):
        return True
    if isinstance(node, Abbrev):
        return _is_rational(node.body, one)
    if not isinstance(node, Op) or node.head not in RATIONAL:
        return False
    if node.head == "^" and is_fraction(node.args[1]):
        return False
    return all(_is_rational(arg, one) for arg in node.args)


def _replaced(node: Term, one: Op) -> Term:
    """``node`` with the generator of an eigenvalue in the place of ``one``."""
    if node == one:
        return MadeSym(EIGENVALUE)
    if isinstance(node, Abbrev):
        return _replaced(node.body, one)
    return Op(node.head, tuple(_replaced(a, one) for a in node.args)) if isinstance(node, Op) else node

