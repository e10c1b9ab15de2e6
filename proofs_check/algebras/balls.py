"""The statement language in Arb balls, at one point (or box) of the parameters.

A value is a matrix of balls; scalars are 1 x 1.  The covariance is given by its spectrum in a rational orthogonal
basis, so that its functions (roots, inverses, Gamma) are rigorous and commute as they should.  Derivatives are exact:
a term that is polynomial in what moves, of a degree read off the tree, is differentiated by a central difference
formula that is exact for that degree.  Losses and their flows come from the numeric wing's own derivation, see
:mod:`proofs_check.algebras.ball_losses`; random covariances have laws of finitely many values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Any, TypeVar

import flint

from numeric.arithmetic import ball, integer_power
from numeric.matrices import definiteness, identity

from ..model import Model
from ..statement.fold import Fold, Heads, Lacks, Meaning
from ..statement.moments import apart_from_time
from ..statement.terms import Dim, Num, Op, Sym, Term, children, symbols
from . import ball_least, ball_losses, ball_own, ball_psd, ball_random
from .ball_values import HEADS, Value, number, whole
from .degrees_along import CONSTANT_HEADS, degree_along, is_constant, refuse_starts

Read = Callable[[Term], Value]
T = TypeVar("T")


_REMEMBERED = 2000


@dataclass(frozen=True)
class Kept:
    """Values of subterms that do not depend on the symbols ``moving``; shared by all readings that move only those.

    Keyed by identity, with the term kept alive: hashing deep trees over and over would cost more than the arithmetic.
    """

    moving: frozenset[str]
    values: dict[int, tuple[Term, Value]] = field(default_factory=dict)
    fixed: dict[int, tuple[Term, bool]] = field(default_factory=dict)

    def is_fixed(self, node: Term) -> bool:
        found = self.fixed.get(id(node))
        if found is None:
            found = self.fixed[id(node)] = (node, self._look(node))
        return found[1]

    def _look(self, node: Term) -> bool:
        if isinstance(node, Sym):
            return node.name not in self.moving and not node.has("derived")
        if isinstance(node, Op) and node.head in CONSTANT_HEADS:
            return is_constant(node, self.moving)
        return all(self.is_fixed(child) for child in children(node))


class Reader(Fold[Value]):
    """A fold whose memory goes by identity."""

    def __init__(self, algebra: BallsAlgebra) -> None:
        super().__init__(algebra)
        self._kept = algebra.kept
        self._seen: dict[int, tuple[Term, Value]] = {}

    def __call__(self, node: Term) -> Value:
        memory = self._seen if self._kept is None or not self._kept.is_fixed(node) else self._kept.values
        found = memory.get(id(node))
        if found is None:
            found = memory[id(node)] = (node, self._read(node))
        return found[1]


@dataclass(eq=False)
class BallsAlgebra:
    """Reads terms at ``values`` (by symbol name), with ``sizes`` of the dimensions (``d``, ``N``, ...).

    ``basis`` is the orthogonal matrix whose columns are the eigenvectors of the covariance.
    """

    values: Mapping[str, Value]
    sizes: Mapping[str, int]
    basis: flint.fmpq_mat
    model: Model | None = None
    kept: Kept | None = None
    laws: Mapping[str, ball_random.Law] = field(default_factory=dict)
    exact: Mapping[str, flint.fmpq_mat] = field(default_factory=dict)
    """The values that are exact rationals, by name."""
    memory: dict[Any, tuple[Any, Any]] = field(default_factory=dict, repr=False)
    """Means and gradients already taken, by the term and the very values of the symbols in it."""
    name: str = field(default="balls", init=False)

    @cached_property
    def heads(self) -> Mapping[str, Meaning]:
        return Heads(self, HEADS, ball_random.heads, ball_psd.heads, BallsAlgebra._binders)

    def _binders(self) -> Mapping[str, Meaning]:
        binders = {head: getattr(self, f"_{head}") for head in ("grad", "where", "minimum", "curvature")}
        moved = {"ddt": apart_from_time(self._ddt), "at0": apart_from_time(self._at0)}
        return {**binders, **moved, "infimum": self._minimum, "^": self._power_head}

    @property
    def is_own(self) -> bool:
        """Whether the model's loss is a term that is read here, and not one of those known by their names."""
        return self.model is not None and not self.model.derived_loss

    def number(self, value: Fraction) -> Value:
        return number(value)

    def symbol(self, sym: Sym) -> Value:
        if sym.has("identity"):
            n = self.size(sym.shape[0])
            return self.spectral([flint.arb(1)] * n) if n == self.sizes.get("d") else Value(identity(n))
        if sym.has("zero"):
            rows, cols = (self.size(dim) for dim in sym.shape)
            return Value(flint.arb_mat(rows, cols))
        if sym.name in self.values:
            return self.values[sym.name]
        if sym.name in self.sizes and sym.shape == (1, 1):
            return number(self.sizes[sym.name])
        if sym.has("derived") and not sym.has("random"):
            return number(ball_losses.loss(sym.name, self))
        raise Lacks(f"balls lacks a value for {sym.name}" + (" (random)" if sym.has("random") else ""))

    def size(self, dim: Dim) -> int:
        """The integer that a dimension such as ``"d+1"`` or ``"(d+1)^2"`` denotes here."""
        if isinstance(dim, int):
            return dim
        if dim.endswith("^2"):
            return self.size(dim[1:-3]) ** 2
        head, _, tail = dim.partition("+")
        if head not in self.sizes:
            raise Lacks(f"balls lacks a size for {dim}")
        return self.sizes[head] + (int(tail) if tail else 0)

    def read(self, term: Term) -> Value:
        return Reader(self)(term)

    def moved(self, changes: Mapping[str, Value]) -> BallsAlgebra:
        kept = self.kept if self.kept is not None and self.kept.moving >= changes.keys() else None
        exact = {name: A for name, A in self.exact.items() if name not in changes} if self.exact else self.exact
        return replace(self, values={**self.values, **changes}, kept=kept, exact=exact)

    def keeping(self, moving: frozenset[str]) -> BallsAlgebra:
        """The same, prepared for many readings in which only the symbols ``moving`` change."""
        return replace(self, kept=Kept(moving))

    def spectral(self, eigenvalues: list[flint.arb]) -> Value:
        """The function of the covariance with these eigenvalues."""
        Q = flint.arb_mat(self.basis)
        n = len(eigenvalues)
        D = flint.arb_mat(n, n, [eigenvalues[i] if i == j else 0 for i in range(n) for j in range(n)])
        return Value(Q * D * Q.transpose(), tuple(eigenvalues))

    # Powers --------------------------------------------------------------------------------------------------

    def _power_head(self, node: Op, read: Read) -> Value:
        base, exponent = read(node.args[0]), node.args[1]
        if not isinstance(exponent, Num):
            return self.power(base, Fraction(whole(read(exponent))))
        if exponent.value == Fraction(1, 2) and base.spectrum is None and not base.is_scalar and self.is_own:
            return self.remembered(node, lambda: ball_psd.root(node.args[0], base, self))
        return self.power(base, exponent.value)

    def power(self, base: Value, exponent: Fraction) -> Value:
        if base.is_scalar:
            return number(_scalar_power(base.scalar, exponent))
        if base.spectrum is not None:
            return self.spectral([_scalar_power(x, exponent) for x in base.spectrum])
        if exponent.denominator != 1:
            raise Lacks("balls lacks fractional powers of a matrix that is no function of the covariance")
        A = base.matrix if exponent > 0 else _inverse(base.matrix)
        result = identity(A.nrows())
        for _ in range(abs(int(exponent))):
            result = result * A
        return Value(result)

    # Binders -------------------------------------------------------------------------------------------------

    def _where(self, node: Op, read: Read) -> Value:
        body, *flat = node.args
        changes = {s.name: read(v) for s, v in zip(flat[::2], flat[1::2], strict=True) if isinstance(s, Sym)}
        return self.moved(changes).read(body)

    def _at0(self, node: Op, read: Read) -> Value:
        if self.model is None:
            raise Lacks("balls lacks an initialisation for at0")
        return self.moved({s.name: read(v) for s, v in self.model.initial}).read(node.args[0])

    def _grad(self, node: Op, read: Read) -> Value:
        f, X = node.args
        if not isinstance(X, Sym) or X.name not in self.values:
            raise Lacks("balls lacks gradients with respect to a compound term")
        refuse_starts(f, [X])
        name = X.name
        return self.remembered(node, lambda: self._slopes(f, name))

    def _slopes(self, f: Term, name: str) -> Value:
        A = self.values[name].matrix
        rows, cols = A.nrows(), A.ncols()
        slopes = []
        for k in range(rows * cols):
            E = flint.arb_mat(rows, cols, [int(k == m) for m in range(rows * cols)])
            slopes.append(self._derivative(f, {name: E}).scalar)
        return Value(flint.arb_mat(rows, cols, slopes))

    def _ddt(self, node: Op, read: Read) -> Value:
        if self.model is None:
            raise Lacks("balls lacks a flow for ddt")
        own = self.is_own
        velocities = ball_own.slopes(self) if own else ball_losses.slopes(self.model.derived_loss, self)
        moving = {sym.name for sym in symbols(node.args[0])} if own else velocities.keys()
        return self._derivative(node.args[0], {k: v.matrix for k, v in velocities.items() if k in moving})

    def _curvature(self, node: Op, read: Read) -> Value:
        f, *flat = node.args
        refuse_starts(f, flat[::2])
        pairs = zip(flat[::2], flat[1::2], strict=True)
        direction = {s.name: read(v).matrix for s, v in pairs if isinstance(s, Sym)}
        return ball_own.curvature(f, direction, self)

    def _derivative(self, body: Term, direction: Mapping[str, flint.arb_mat]) -> Value:
        """Derivative of ``body`` at 0 along ``direction``: a central difference, exact for its degree."""
        degree = degree_along(body, frozenset(direction))
        if degree == 0:
            return Value(0 * self.read(body).matrix)
        total: flint.arb_mat | None = None
        for s, weight in _central_weights((degree + 1) // 2):
            here = {k: Value(self.values[k].matrix + s * E) for k, E in direction.items()}
            part = weight * self.moved(here).read(body).matrix
            total = part if total is None else total + part
        assert total is not None
        return Value(total)

    def _minimum(self, node: Op, read: Read) -> Value:
        r"""The minimum over U11 and u_-1 of a function of :math:`u_{-1}U_{11}` alone, convex and quadratic in it.

        That the term given is such a function of degree 2 is read off the tree and checked where it is asked: at three
        points the two must overlap.
        """
        f, *variables = node.args
        if self.is_own:
            return number(ball_least.least_of(f, [v for v in variables if isinstance(v, Sym)], self).estimate)
        if {v.name for v in variables if isinstance(v, Sym)} != {"U11", "u_-1"}:
            raise Lacks("balls lacks minima other than those over the key-query block and the last value")
        if degree_along(f, frozenset({"U11"})) > 2:
            raise Lacks("balls lacks minima of functions that are not quadratic in the key-query block")
        d = self.sizes["d"]

        def at(U: flint.arb_mat, u: int) -> flint.arb:
            return self.moved({"U11": Value(U), "u_-1": number(u)}).read(f).scalar

        for k in (2, 3, -1):
            U = flint.arb_mat(d, d, [(i * k) % 5 - 2 for i in range(1, d * d + 1)])
            if not at(U, k).overlaps(at(U * k, 1)):
                raise Lacks("balls lacks minima of functions of more than the product of the two")
        return number(_least_quadratic(lambda U: at(U, 1), d))

    def remembered(self, node: Term, compute: Callable[[], T], moving: tuple[str, ...] = (), what: str = "") -> T:
        """``compute()``, once for the same term at the same values: under sums, and along a flow, it is asked often.
        What is computed (``what``, if several things are) does not depend on the symbols called ``moving``."""
        names = sorted({s.name for s in symbols(node)} - set(moving))
        values = tuple(self.values.get(name) for name in names)
        key = (id(node), what, moving, *map(id, values))
        if key not in self.memory:
            if len(self.memory) >= _REMEMBERED:
                self.memory.clear()
            self.memory[key] = ((node, values), compute())
        found: T = self.memory[key][1]
        return found

    def value(self, name: str) -> flint.arb_mat:
        if name not in self.values:
            raise Lacks(f"balls lacks a value for {name}")
        return self.values[name].matrix


def _least_quadratic(f: Callable[[flint.arb_mat], flint.arb], d: int) -> flint.arb:
    """The minimum of a strictly convex quadratic function of a d x d matrix, from its values."""
    n = d * d
    units = [flint.arb_mat(d, d, [int(i == k) for i in range(n)]) for k in range(n)]
    zero = f(flint.arb_mat(d, d))
    plus, minus = [f(E) for E in units], [f(-1 * E) for E in units]
    slope = flint.arb_mat(n, 1, [(p - m) / 2 for p, m in zip(plus, minus, strict=True)])
    second = flint.arb_mat(n, n)
    for i in range(n):
        second[i, i] = plus[i] + minus[i] - 2 * zero
        for j in range(i):
            second[i, j] = second[j, i] = f(units[i] + units[j]) - plus[i] - plus[j] + zero
    if definiteness(second) != "positive":
        raise Lacks("balls lacks minima of functions that are not certainly strictly convex")
    return zero - (slope.transpose() * second.solve(slope))[0, 0] / 2


def _scalar_power(x: flint.arb, exponent: Fraction) -> flint.arb:
    if exponent.denominator == 1:
        return integer_power(x, int(exponent))
    return integer_power(x.root(exponent.denominator), exponent.numerator)


def _inverse(A: flint.arb_mat) -> flint.arb_mat:
    try:
        return A.inv()
    except ZeroDivisionError as error:
        raise Lacks("balls lacks the inverse of a matrix that may be singular") from error


def _central_weights(m: int) -> list[tuple[int, flint.arb]]:
    """Nodes and weights of p'(0), exact for degree 2m: :math:`(-1)^{s+1}\\binom{2m}{m+s}/(s\\binom{2m}{m})`."""
    nodes = [s for s in range(-m, m + 1) if s]
    return [(s, ball(Fraction((-1) ** abs(s + 1) * comb(2 * m, m + s), s * comb(2 * m, m)))) for s in nodes]
