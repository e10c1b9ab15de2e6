"""One exact place: values for every symbol and every unspecified function, drawn where they are first met."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from flint import fmpq

from symbolic.contexts import Activation, Generators, Kernel, formulas, gram_key, orthogonal_matrices
from symbolic.contexts.rotations import cayley, identity, signed_permutations
from symbolic.entries import Matrix

from ...statement.fold import Lacks
from ...statement.props import Prop
from ...statement.terms import Sym
from .laws import Law, law_of
from .sizes import size_of

if TYPE_CHECKING:
    from symbolic.contexts.quotients import Quotient

    from .reader import Reader


@dataclass(frozen=True, slots=True)
class Style:
    """How values are chosen."""

    name: str
    spread: tuple[int, ...] = (1, -1, 2, 0, 1, 3)
    """The integers that entries are taken from; one alone: all entries are that."""
    halves: bool = False
    eighths: bool = False
    """Entries are eighths: bounds on scales lie between them."""
    signs: bool = False
    """The bits of the seed are the signs of the numbers, in the order in which they are drawn."""
    covariates: str = ""
    """``zero``, ``equal`` (all columns) or "" for contexts."""
    scalars: int | None = None
    """The value of every scalar that may have it."""
    features: int = 2
    """The rank of positive semi-definite kernels and matrices."""
    letters: bool = False
    """Entries are letters: what is found equal is equal for all values."""
    turn: int = 0
    """Which orthogonal matrix is taken; for letters, the bits say which of them are reflected."""
    exchangeable: bool = False
    """Kernels of one value at equal points and one at different points: rational eigenvalues."""


STYLES = (
    Style("ones", spread=(1,), turn=0),
    Style("small", turn=1, features=3),
    Style("no covariates", covariates="zero", turn=1),
    Style("equal columns", covariates="equal", features=1, turn=2),
    Style("zero scalars", scalars=0, turn=1, exchangeable=True),
    Style("equal scalars", scalars=2, turn=2, exchangeable=True),
    Style("general", spread=(2, -1, 3, 1, -2, 5, -3), halves=True, turn=1, features=3),
    Style("further", spread=(3, -2, 1, 4, -1, 7, 2), halves=True, turn=2, features=2),
)
LETTERS = Style("letters", letters=True)
SCALES = Style("scales", spread=(1, 2, 3, 4, 5, 6, 7, 9, 12, -3, -5), eighths=True)
RANK_ONE = Style("rank one", spread=(1, 2, 3, -1, 5), eighths=True, features=1)
CORNERS = Style("corners", spread=(0, 1, -1), turn=1)
FACTORS = Style("factors", spread=(0, 2), turn=1)
"""A factor that vanishes hides what it multiplies, and a function may vanish anywhere."""
SIGNS = Style("signs", spread=(1, 2, 3), signs=True)
"""A kink tells a number from its absolute value where it is negative: every sign of the first numbers, by design."""
SIGNED = 3
"""So many numbers take their signs independently of each other."""
NAMED = frozenset({"identity", "zero", "mask"})


@dataclass
class Place:
    """Sizes and style, and what has been drawn."""

    sizes: Mapping[str, int]
    style: Style
    seed: int = 0
    rooted: frozenset[str] = frozenset()
    """Names of matrices of which fractional powers are taken: they are squares of rational matrices here."""
    scale: int = 1
    group: bool = False
    """Orthogonal matrices are taken from the signed permutations."""
    checked: bool = False
    """Means over signed permutations are asked whether they are those over all orthogonal matrices (d = 2)."""
    chosen: Mapping[tuple[Sym, int | None], Matrix] = field(default_factory=dict)
    """Values of symbols, and of members of families, that are not drawn."""
    formula: int | None = None
    """Which of the formulas that its traits admit the first kernel has; the others have those that follow."""
    generators: Generators = field(init=False)
    values: dict[str, Matrix] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    in_points: dict[str, str] = field(default_factory=dict)
    """What values are called in a :class:`~proofs_check.verdict.Point`: the first member of r is ``r[1]``."""
    """The symbol, or the family, to which a name in ``values`` belongs."""
    roots: dict[object, Matrix] = field(default_factory=dict)
    activations: dict[str, Activation] = field(default_factory=dict)
    kernels: dict[str, Kernel] = field(default_factory=dict)
    functions: dict[object, tuple[str, Matrix]] = field(default_factory=dict)
    averaged: set[int] = field(default_factory=set)
    """Positions of letters that stand for entries of something random."""
    constants: set[int] = field(default_factory=set)
    """Positions of letters that are entries of symbols which are not random."""
    whole: bool = True
    """Whether all that is assumed of laws holds there: where it does not, a failure is no counterexample."""
    met: set[Prop] = field(default_factory=set)
    """Conditions of implications that hold there."""
    doubtful: bool = False
    """Whether a conclusion does not hold there, under a condition of which it is not known whether it does."""
    work: int = 0
    """Terms written out so far in products of polynomials."""
    side: int = 0
    """From which side derivatives are taken at a kink; 0: there they do not exist."""
    laws: dict[object, Law] = field(default_factory=dict)
    counted: int = 0
    """How many numbers have been drawn one after another, as eighths or with signs."""
    turned: int = 0
    """How many orthogonal matrices have been drawn: they differ."""

    def __post_init__(self) -> None:
        self.generators = Generators(self.scale, roomy=self.style.letters)
        self._random = random.Random(f"{self.seed} {self.style.name} {sorted(self.sizes.items())}")

    def anew(self, *, scale: int | None = None, checked: bool | None = None) -> Place:
        """The same place, nothing of it read yet."""
        return Place(
            self.sizes, self.style, self.seed, self.rooted, scale or self.scale, self.group,
            self.checked if checked is None else checked, self.chosen, self.formula,
        )  # fmt: skip

    def shape(self, sym: Sym) -> tuple[int, int]:
        rows, columns = (size_of(dim, self.sizes) for dim in sym.shape)
        if rows < 1 or columns < 1:
            raise Lacks(f"entries lacks an empty {sym.name}")
        return rows, columns

    def value(self, sym: Sym) -> Matrix:
        """The value of a symbol; of a size, its number."""
        if sym.name in self.sizes:
            return Matrix(((fmpq(self.sizes[sym.name]),),))
        if sym.traits & NAMED:
            return self._named(sym)
        return self._value(sym, sym.name)

    def member(self, family: Sym, index: int) -> Matrix:
        """Member ``index`` of a family."""
        return self._value(family, f"{family.name}_{index}", index)

    def _value(self, sym: Sym, name: str, index: int | None = None) -> Matrix:
        while self.owners.setdefault(name, sym.name) != sym.name:
            name += "_"  # a symbol that is called like a member of a family is another
        if name not in self.values:
            self._keep(sym, name, index)
            self.in_points[name] = sym.name if index is None else f"{sym.name}[{index}]"
        return self.values[name]

    def activation(self, sym: Sym) -> Activation:
        if sym.name not in self.activations:
            self.activations[sym.name] = Activation(
                sym.name,
                self._drawn_of_a_function,
                invariant=sym.has("invariant"),
                smooth=sym.has("smooth"),
                symmetric=sym.has("symmetric"),
            )
        return self.activations[sym.name]

    def kernel(self, sym: Sym) -> Kernel:
        if sym.name not in self.kernels:
            exchangeable = self.style.exchangeable and not sym.traits & {"positive", "rotation_invariant"}
            known = () if self.formula is None else formulas(sym.traits)
            self.kernels[sym.name] = Kernel(
                sym.name,
                self._drawn_of_a_function,
                sym.traits,
                features=self.style.features,
                symbolic=self.style.letters,
                exchangeable=exchangeable,
                formula=known[((self.formula or 0) + len(self.kernels)) % len(known)].of if known else None,
            )
        return self.kernels[sym.name]

    def law(self, contexts: Sequence[Sym], reader: Reader) -> Law:
        """The law of these contexts under the invariances that the reader's hypotheses assume."""
        key = (tuple(contexts), reader.invariances)
        if key not in self.laws:
            self.laws[key] = law_of(reader, contexts)
        return self.laws[key]

    def unspecified(self, sym: Sym, arguments: list[Matrix]) -> Matrix:
        """The value of an unspecified function."""
        key = (sym.name, *map(gram_key, arguments))
        if key not in self.functions:
            name = f"{sym.name}{len(self.functions) + 1}"
            self.functions[key] = name, self._drawn(name, *self.shape(sym))
        return self.functions[key][1]

    def direction(self, sym: Sym) -> Matrix:
        """A direction in which a symbol moves."""
        return self._drawn(f"direction of {sym.name}", *self.shape(sym))

    def preset(self, sym: Sym, arguments: list[Matrix], value: Matrix) -> None:
        """Gives an unspecified function its value there."""
        name = f"{sym.name}{len(self.functions) + 1}"
        self.functions.setdefault((sym.name, *map(gram_key, arguments)), (name, value))

    # Drawing ------------------------------------------------------------------------------------------------

    def _keep(self, sym: Sym, name: str, index: int | None) -> None:
        before = len(self.generators.names)
        known = self.chosen.get((sym, index))
        self.values[name] = self._new(sym, name) if known is None else known
        if not sym.has("random"):
            self.constants |= set(range(before, len(self.generators.names)))

    def _named(self, sym: Sym) -> Matrix:
        rows, columns = self.shape(sym)
        if sym.has("zero"):
            return Matrix.build(rows, columns, lambda i, j: fmpq(0))
        last = rows - 1 if sym.has("mask") else rows
        return Matrix.build(rows, columns, lambda i, j: fmpq(int(i == j and i < last)))

    def _new(self, sym: Sym, name: str) -> Matrix:
        rows, columns = self.shape(sym)
        if sym.has("orthogonal"):
            return self._orthogonal(rows, name)
        if sym.has("context"):
            if self.style.covariates == "zero" and sym.shape[0] == "d":
                return Matrix.build(rows, columns, lambda i, j: fmpq(0))
            if self.style.covariates == "equal" and sym.shape[0] == "d":
                one = self._drawn(name, rows, 1)
                return Matrix.build(rows, columns, lambda i, j: one[i, 0])
        if sym.has("posdef") or sym.has("psd"):
            return self._definite(sym, name, rows)
        if (rows, columns) == (1, 1) and sym.shape == (1, 1):
            return Matrix(((self._scalar(sym, name),),))
        A = self._drawn(name, rows, columns)
        if sym.has("symmetric") and self.style.exchangeable:
            # One value on the diagonal and one beside it: rational eigenvalues.
            return Matrix.build(rows, columns, lambda i, j: A[0, 0] if i == j else A[0, columns - 1])
        if sym.has("symmetric"):
            return Matrix.build(rows, columns, lambda i, j: A[min(i, j), max(i, j)])
        if sym.has("positive"):
            return A.map(lambda e: e if self.style.letters else abs(e) or fmpq(1))
        return A

    def _drawn_of_a_function(self, name: str, rows: int, columns: int) -> Matrix:
        return self._drawn(name, rows, columns, of_a_function=True)

    def _drawn(self, name: str, rows: int, columns: int, *, of_a_function: bool = False) -> Matrix:
        if self.style.letters:
            names = [
                f"{name}_{i + 1}{j + 1}" if rows * columns > 1 else name for i in range(rows) for j in range(columns)
            ]
            entries = self._new_letters(names)
            return Matrix.build(rows, columns, lambda i, j: entries[i * columns + j])
        is_symbol = name in self.values or len(self.style.spread) > 1
        return Matrix.build(rows, columns, lambda i, j: self._number() if is_symbol else self._few(of_a_function))

    def _new_letters(self, names: list[str]) -> list[Quotient]:
        """Letters of one symbol, which are those of no other."""
        while set(names) & set(self.generators.names):
            names = [f"{name}_" for name in names]
        return self.generators.letters(names)

    def _number(self) -> fmpq:
        if self.style.eighths:
            # Each in its turn, so that none is left out.
            return fmpq(self.style.spread[(self.seed + 3 * self._count()) % len(self.style.spread)], 8)
        if self.style.signs:
            k = self._count()
            return fmpq(self.style.spread[k % len(self.style.spread)] * (-1) ** (self.seed >> k % SIGNED & 1))
        number = fmpq(self._random.choice(self.style.spread))
        return number / self._random.choice((1, 1, 2)) if self.style.halves else number

    def _count(self) -> int:
        self.counted += 1
        return self.counted - 1

    def _few(self, of_a_function: bool) -> fmpq:
        """At the simplest place symbols are 1; what functions take differs."""
        return fmpq(self._random.choice((1, 2, -1, 3))) if of_a_function else fmpq(self.style.spread[0])

    def _scalar(self, sym: Sym, name: str) -> object:
        if self.style.letters:
            return self._new_letters([name])[0]
        if sym.has("integer"):
            return fmpq(self._random.choice((1, 2, 3)))
        number = self._number() if self.style.scalars is None else fmpq(self.style.scalars)
        if sym.has("positive") or sym.has("nonnegative"):
            number = abs(number)
        if not number and (sym.has("positive") or sym.has("nonzero")):
            return fmpq(1)
        return number

    def _definite(self, sym: Sym, name: str, rows: int) -> Matrix:
        if self.style.letters:
            A = self._drawn(name, rows, rows)
            root = Matrix.build(rows, rows, lambda i, j: A[min(i, j), max(i, j)])
        else:
            if sym.has("posdef") and not self.style.halves:
                return self._kept(sym, band(rows, 1 if rows == 1 and self.style.turn == 0 else 2))
            rank = rows if sym.has("posdef") else min(rows, self.style.features)
            F = self._drawn(name, rank, rows)
            root = F.T @ F + (identity(rows) if sym.has("posdef") else identity(rows).scale(fmpq(0)))
        return self._kept(sym, root)

    def _kept(self, sym: Sym, root: Matrix) -> Matrix:
        """The matrix, or its square where roots are taken of it."""
        if sym.name not in self.rooted:
            return root
        square = root @ root
        self.roots[gram_key(square)] = root
        return square

    def _orthogonal(self, d: int, name: str) -> Matrix:
        order, turn = self.turned, self.style.turn
        self.turned += 1
        if self.style.letters:
            reflected = bool(turn >> order & 1)
            if d == 1:
                return Matrix(((fmpq(-1 if reflected else 1),),))
            letters = self.generators.letters([f"{name}_{i + 1}" for i in range(d * (d - 1) // 2)])
            return cayley(list(letters), d, reflected)
        if self.group:
            group = signed_permutations(d)
            return group[(7 * turn + 1 + 3 * order * turn) % len(group)]
        known = orthogonal_matrices(d)
        for _ in range(turn * (1 + order) % (2 if d == 1 else 3)):
            next(known)
        return next(known)


def band(d: int, corner: int) -> Matrix:
    """2 on the diagonal but 1 in its last place, 1 beside it: positive definite, of determinant 1 (``corner`` for
    d = 1)."""
    if d == 1:
        return Matrix(((fmpq(corner),),))
    return Matrix.build(d, d, lambda i, j: fmpq((2 - (i == d - 1)) if i == j else int(abs(i - j) == 1)))
