"""Linear algebra entry by entry: every value is a matrix of exact rational functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, prod

from symbolic.entries import Matrix, Ratio, psd
from symbolic.errors import InputError

from ...statement.fold import Lacks, Meaning, strict
from ...statement.terms import Num, Op, Sym, Term, substitute
from .enclosure import certified_sign
from .semidefinite import PsdHeads
from .space import Setting, Space

MOST_TERMS = 1_000_000
"""Readings that would write out more terms than this are refused: a witness answers UNDECIDED, it never hangs."""
MOST_OF_A_POWER = 5_000_000
"""Powers of longer expressions would not fit into memory."""
Read = Callable[[Term], Matrix]
_PLAIN: dict[str, Meaning] = {
    "+": strict(lambda a, b: a + b), "-": strict(lambda a, b: a - b), "neg": strict(lambda a: -a),
    "T": strict(lambda a: a.T), "tr": strict(lambda a: Matrix(((a.trace(),),))), "vec": strict(lambda a: a.vec()),
    "block": strict(lambda a, b, c, d: Matrix.blocks([[a, b], [c, d]])),
    "stack": strict(lambda a, b: Matrix.blocks([[a], [b]])), "beside": strict(lambda a, b: Matrix.blocks([[a, b]])),
}  # fmt: skip
"""What is the same in every algebra: of these there are thousands, one for each point."""


class LinearAlgebra:
    """Arithmetic, norms, blocks, entries and finite families."""

    def __init__(self, space: Space, setting: Setting) -> None:
        self.space = space
        self.setting = setting
        self._spent = 0
        self.heads: dict[str, Meaning] = {
            **_PLAIN,
            "*": strict(self._times), "/": strict(self._over), "^": self._power, "sqrt": strict(self._sqrt),
            "det": strict(self._det), "inner": strict(self._inner),
            "norm_F": strict(self._norm), "norm_2": strict(self._norm), "abs": strict(self._abs),
            "norm_op": strict(self._norm_op), "least": self._least_of,
            "kron": strict(self._kron), "unvec": self._unvec,
            "entry": self._entry, "row": self._row, "col": self._col, "at": self._at,
            "columns": strict(lambda a: self.space.scalar(a.shape[1])), "unknowns": self._unknowns,
            "diag": strict(self._diag), "delta": self._delta, "cond": strict(self._cond),
            "sum_unequal": self._sum_unequal, "least_over": self._least_over, "least_unequal": self._least_unequal,
            "sum": self._sum, "stack_over": self._stack_over, "beside_over": self._beside_over,
        }
        self._psd = PsdHeads(self)
        self.heads |= self._psd.heads

    def number(self, value: Fraction) -> Matrix:
        return self.space.scalar(value)

    # Arithmetic -------------------------------------------------------------------------------------------

    def _times(self, a: Matrix, b: Matrix) -> Matrix:
        if a.shape == (1, 1) and b.shape[0] != 1:
            self._room(sum(len(e) for e in b.entries()) * len(a[0, 0]))
            return b.scale(a[0, 0])
        if b.shape == (1, 1) and a.shape[1] != 1:
            return self._times(b, a)
        if a.shape[1] == b.shape[0]:
            heights = [sum(len(row[k]) for row in a.rows) for k in range(a.shape[1])]
            self._room(sum(h * sum(len(e) for e in b.rows[k]) for k, h in enumerate(heights)))
        return a @ b

    def _room(self, terms: int) -> None:
        self._spent += terms
        if self._spent > MOST_TERMS:
            raise Lacks(f"entries lacks room for more than {MOST_TERMS} terms")

    def _det(self, a: Matrix) -> Matrix:
        self._room_of_det(a)
        return Matrix(((a.det(),),))

    def _room_of_det(self, a: Matrix) -> None:
        """A determinant has a product of one term of each row."""
        self._room(prod(sum(len(entry) for entry in row) for row in a.rows))

    def _over(self, a: Matrix, b: Matrix) -> Matrix:
        return a.scale(1 / self._scalar(b, "a divisor"))

    def _power(self, node: Op, read: Read) -> Matrix:
        exponent = self._constant(node.args[1], read)
        if exponent.denominator == 1:
            square = self._square(node.args[0], read) if exponent % 2 == 0 else None
            if square is not None:
                return self._integer_power(square, int(exponent) // 2)
            return self._integer_power(read(node.args[0]), int(exponent))
        base = node.args[0]
        halves = exponent.denominator.bit_length() - 1
        if exponent.denominator != 2**halves:
            raise Lacks(f"entries lacks the power {exponent}")
        if isinstance(base, Sym) and base.name in self.space.rooted and halves == 1:
            return self._integer_power(self._half_of(base), exponent.numerator)
        value = read(base)
        for _ in range(halves):
            value = self._half(value)
        return self._integer_power(value, exponent.numerator)

    def _square(self, base: Term, read: Read) -> Matrix | None:
        """The square of a norm, absolute value or square root, without the root."""
        if not isinstance(base, Op) or base.head not in {"norm_F", "norm_2", "abs", "sqrt"}:
            return None
        value = read(base.args[0])
        return value if base.head == "sqrt" else self._inner(value, value)

    def _half_of(self, sym: Sym) -> Matrix:
        is_given = sym.name in self.setting.values and sym.name not in self.space.deferred
        return self._half(self.space.given(sym)) if is_given else self.space.root_of(sym)

    def _half(self, value: Matrix) -> Matrix:
        """The principal square root of a diagonal matrix or a scalar, or of numbers where it is rational."""
        n = len(value.rows)
        if any(value[i, j] for i in range(n) for j in range(n) if i != j):
            try:
                return psd.root(value.map(lambda e: e.constant())).map(self.space.constant)
            except InputError as error:
                raise Lacks("entries lacks square roots of matrices that are not diagonal") from error
        root = self.space.roots.root
        return Matrix.build(n, n, lambda i, j: root(value[i, i]) if i == j else value[i, j])

    def _integer_power(self, value: Matrix, exponent: int) -> Matrix:
        if value.shape == (1, 1):
            if comb(len(value[0, 0]) + abs(exponent), abs(exponent)) > MOST_OF_A_POWER:
                raise Lacks(f"entries lacks room for the power {exponent}")
            return value.map(lambda e: e**exponent)
        if exponent < 0:
            self._room_of_det(value)
            value, exponent = value.inverse(), -exponent
        if exponent == 0:
            return value.map(lambda e: e.lift(0)) + self.space.symbol(_identity(len(value.rows)))
        result = value
        for _ in range(exponent - 1):
            result = self._times(result, value)
        return result

    def _sqrt(self, a: Matrix) -> Matrix:
        return Matrix(((self.space.roots.root(self._scalar(a, "a square root")),),))

    def _inner(self, a: Matrix, b: Matrix) -> Matrix:
        a.require_same_shape(b)
        row = Matrix((tuple(a.entries()),))
        return self._times(row, Matrix((tuple(b.entries()),)).T)

    def _norm(self, a: Matrix) -> Matrix:
        return self._sqrt(self._inner(a, a))

    def _abs(self, a: Matrix) -> Matrix:
        self._scalar(a, "an absolute value")
        return self._norm(a)

    def _norm_op(self, a: Matrix) -> Matrix:
        if 1 in a.shape:
            return self._norm(a)
        return Matrix(((self._extreme(self.spectrum(a), largest=True, size=True),),))

    def _cond(self, a: Matrix) -> Matrix:
        """The largest eigenvalue over the smallest, of a definite matrix."""
        found = self.spectrum(a)
        if any(self._is_at_most_0(x) for x in found):
            raise Lacks("entries lacks a value here: a condition number is one of a positive definite matrix")
        return Matrix(((self._extreme(found, largest=True) / self._extreme(found, largest=False),),))

    def _is_at_most_0(self, x: Ratio) -> bool:
        """Whether this number is certainly not positive; of a formula that is not said."""
        try:
            return certified_sign(x, self.space.roots) <= 0
        except Lacks:
            return False

    def spectrum(self, a: Matrix) -> list[Ratio]:
        """Of a diagonal matrix, or of a symmetric 2 x 2 matrix of numbers."""
        n = len(a.rows)
        if a.shape == (n, n) and not any(a[i, j] for i in range(n) for j in range(n) if i != j):
            return [a[i, i] for i in range(n)]
        if a.shape != (2, 2) or a[0, 1] != a[1, 0]:
            raise Lacks("entries lacks the spectrum of a matrix that is not diagonal")
        half, root = a.trace() / 2, self.space.roots.root((a.trace() ** 2 - 4 * a.det()) / 4)
        return [half + root, half - root]

    def _extreme(self, numbers: Sequence[Ratio], *, largest: bool, size: bool = False) -> Ratio:
        """The largest (smallest) of ``numbers``, or of their absolute values."""
        found = [self._of_sign(x, certified_sign(x, self.space.roots)) if size else x for x in numbers]
        best = found[0]
        for x in found[1:]:
            if certified_sign(x - best, self.space.roots) == (1 if largest else -1):
                best = x
        return best

    def _of_sign(self, x: Ratio, sign: int) -> Ratio:
        return -x if sign < 0 else x

    def _least_of(self, node: Op, read: Read) -> Matrix:
        """The least of those arguments that are numbers: the least of no numbers is plus infinity."""
        def is_empty(arg: Term) -> bool:
            return isinstance(arg, Op) and arg.head == "least_unequal" and self._index(arg.args[2], read) < 2

        return self._smallest([read(arg) for arg in node.args if not is_empty(arg)])

    def _least(self, a: Matrix, b: Matrix) -> Matrix:
        pair = [self._scalar(x, "a minimum") for x in (a, b)]
        return Matrix(((self._extreme(pair, largest=False),),))

    def _kron(self, a: Matrix, b: Matrix) -> Matrix:
        self._room(sum(len(e) for e in a.entries()) * sum(len(e) for e in b.entries()))
        return a.kron(b)

    # Entries and families -----------------------------------------------------------------------------------

    def _constant(self, node: Term, read: Read) -> Fraction:
        if isinstance(node, Num):
            return node.value
        return self._scalar(read(node), "an index or exponent").constant()

    def number_of(self, node: Term, read: Read) -> int:
        """The number that an index denotes."""
        return self._index(node, read)

    def _index(self, node: Term, read: Read) -> int:
        found = self._constant(node, read)
        if found.denominator != 1:
            raise Lacks(f"entries lacks a whole number here: {found}")
        return int(found)

    def _place(self, node: Term, read: Read, size: int, what: str) -> int:
        """The place, from 0, of row, column or entry number 1, ..., ``size``."""
        number = self._index(node, read)
        if not 1 <= number <= size:
            raise Lacks(f"entries lacks {what} {number} of a matrix that has {size}")
        return number - 1

    def _scalar(self, a: Matrix, what: str) -> Ratio:
        if a.shape != (1, 1):
            raise Lacks(f"entries lacks {what} of shape {a.shape}")
        entry: Ratio = a[0, 0]
        return entry

    def _entry(self, node: Op, read: Read) -> Matrix:
        A = read(node.args[0])
        i, j = (self._place(k, read, n, "row or column") for k, n in zip(node.args[1:], A.shape, strict=True))
        return Matrix(((A[i, j],),))

    def _row(self, node: Op, read: Read) -> Matrix:
        A = read(node.args[0])
        return A.row(self._place(node.args[1], read, A.shape[0], "row"))

    def _col(self, node: Op, read: Read) -> Matrix:
        A = read(node.args[0])
        return A.column(self._place(node.args[1], read, A.shape[1], "column"))

    def _at(self, node: Op, read: Read) -> Matrix:
        family = node.args[0]
        assert isinstance(family, Sym)
        return self.space.member(family, self._index(node.args[1], read))

    def _unvec(self, node: Op, read: Read) -> Matrix:
        x, shape = read(node.args[0]), read(node.args[1]).shape
        rows = shape[0]
        return Matrix.build(rows, x.shape[0] // rows, lambda i, j: x[i + rows * j, 0])

    def _unknowns(self, node: Op, read: Read) -> Matrix:
        return self.space.scalar(sum(len(read(arg).entries()) for arg in {*node.args}))

    def _each(self, node: Op, read: Read) -> list[Matrix]:
        """The body for i = 1, ..., upper."""
        i, upper, body = node.args
        assert isinstance(i, Sym)
        return [read(substitute(body, {i: Num(Fraction(k))})) for k in range(1, self._index(upper, read) + 1)]

    def _sum(self, node: Op, read: Read) -> Matrix:
        return self._psd.over_spectrum(node, read) or added(self._each(node, read))

    def _unequal(self, node: Op, read: Read) -> list[Matrix]:
        """The body for i, j = 1, ..., upper with i and j different."""
        i, j, upper, body = node.args
        assert isinstance(i, Sym)
        assert isinstance(j, Sym)
        numbers = range(1, self._index(upper, read) + 1)
        return [
            read(substitute(body, {i: Num(Fraction(a)), j: Num(Fraction(b))}))
            for a in numbers for b in numbers if a != b
        ]

    def _sum_unequal(self, node: Op, read: Read) -> Matrix:
        parts = self._unequal(node, read)
        return added(parts) if parts else self.space.scalar(0)

    def _least_over(self, node: Op, read: Read) -> Matrix:
        return self._smallest(self._each(node, read))

    def _least_unequal(self, node: Op, read: Read) -> Matrix:
        return self._smallest(self._unequal(node, read))

    def _smallest(self, parts: Sequence[Matrix]) -> Matrix:
        if not parts:
            raise Lacks("entries lacks the least of no numbers")
        result = parts[0]
        for part in parts[1:]:
            result = self._least(result, part)
        return result

    def _delta(self, node: Op, read: Read) -> Matrix:
        i, j = (self._index(k, read) for k in node.args)
        return self.space.scalar(int(i == j))

    def _diag(self, v: Matrix) -> Matrix:
        zero = self.space.constant(0)
        return Matrix.build(len(v.rows), len(v.rows), lambda i, j: v[i, 0] if i == j else zero)

    def _stack_over(self, node: Op, read: Read) -> Matrix:
        return Matrix.blocks([[part] for part in self._each(node, read)])

    def _beside_over(self, node: Op, read: Read) -> Matrix:
        return Matrix.blocks([self._each(node, read)])


def _identity(n: int) -> Sym:
    return Sym(f"I_{n}", (n, n), frozenset({"identity"}))


def added(parts: Sequence[Matrix]) -> Matrix:
    if not parts:
        raise Lacks("entries lacks the shape of an empty sum")
    result = parts[0]
    for part in parts[1:]:
        result = result + part
    return result
