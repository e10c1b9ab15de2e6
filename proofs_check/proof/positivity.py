r"""The sign algebra: signs of scalars and definiteness of matrices, read off the structure of a term.

Closed under: even powers, products, sums, quotients, roots, norms; :math:`AA^\top\succeq0`, congruence
:math:`AXA^\top`, sums, inverses, powers of positive definite matrices, products that commute; the trace of a
positive semi-definite matrix, or of a product of two.  Premises (and traits of symbols) supply what is assumed.
Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from fractions import Fraction
from functools import cached_property

from ..statement.binders import Over, heads
from ..statement.binding import free_symbols as free_in
from ..statement.props import Prop, lt, posdef, terms_in
from ..statement.shape import shape_of
from ..statement.terms import Abbrev, Num, Op, Sym, Term
from .logic import GROWING, sides

Same = Callable[[Term, Term], bool]


class Sign(IntEnum):
    """What is known; each level includes the ones below.  For matrices: psd and posdef."""

    UNKNOWN = 0
    NONNEGATIVE = 1
    POSITIVE = 2


U, NN, POS = Sign.UNKNOWN, Sign.NONNEGATIVE, Sign.POSITIVE


class SignAlgebra:
    """``sign(term)`` for scalars, ``definite(term)`` for matrices, ``nonzero(term)`` for both.

    ``same`` decides equality of terms (the words algebra); ``assumed`` collects the traits that were used.
    """

    def __init__(self, premises: Iterable[Prop], same: Same) -> None:
        self.premises = tuple(premises)
        self.same = same
        self.assumed: set[Prop] = set()

    # Scalars ---------------------------------------------------------------------------------------------

    def sign(self, node: Term) -> Sign:
        found = self._structural(node)
        if found is not POS:
            found = self._from_premises(node, found)
        return POS if found is NN and self._is_not(node) else found

    def _from_premises(self, node: Term, known: Sign) -> Sign:
        """What is known and what premises say beyond that: each asks for a normal form."""
        best = known
        if shape_of(node) not in {None, (1, 1)}:
            return best
        for sign, slack in self._slacks:
            if sign > best and (node == slack or self.same(node, slack)):
                best = sign
        return best

    @cached_property
    def _slacks(self) -> list[tuple[Sign, Term]]:
        """By how much the larger side of each premise exceeds the smaller."""
        found = []
        for prop in self.premises:
            if prop.head in {"le", "lt"}:
                low, high = sides(prop)
                found.append((POS if prop.head == "lt" else NN, high if low == Num(Fraction(0)) else high - low))
        return found

    def _structural(self, node: Term) -> Sign:
        if isinstance(node, Num):
            return POS if node.value > 0 else NN if node.value == 0 else U
        if isinstance(node, Sym):
            return self._trait(node)
        if isinstance(node, Abbrev):
            return self.sign(node.body)
        if not isinstance(node, Op):
            return U
        method = getattr(self, f"_{_NAMES.get(node.head, node.head)}", None)
        found: Sign = method(node) if method else U
        return found

    def _trait(self, node: Sym) -> Sign:
        if node.has("positive"):
            self.assumed.add(lt(0, node))
            return POS
        return NN if node.has("nonnegative") else U

    def _plus(self, node: Op) -> Sign:
        signs = [self.sign(a) for a in node.args]
        return U if min(signs) is U else max(signs)

    def _minus(self, node: Op) -> Sign:
        """A positive integer is at least 1."""
        n, number = node.args
        if isinstance(n, Sym) and isinstance(number, Num) and n.has("integer") and self._trait(n) is POS:
            return POS if number.value < 1 else NN if number.value == 1 else U
        return U

    def _times(self, node: Op) -> Sign:
        if len(node.args) == 2 and node.args[0] == node.args[1] and is_scalar(node.args[0]):
            return POS if self.nonzero(node.args[0]) else NN
        # A product of vectors such as x^T x is a matrix with one entry.
        return max(min(self.sign(a) for a in node.args), self.definite(node))

    def _over(self, node: Op) -> Sign:
        top, bottom = self.sign(node.args[0]), self.sign(node.args[1])
        return top if bottom is POS else U

    def _power(self, node: Op) -> Sign:
        base, exponent = node.args
        if not isinstance(exponent, Num):
            return POS if self.sign(base) is POS else U
        if exponent.value.denominator == 1 and exponent.value % 2 == 0 and is_scalar(base):
            return POS if self.nonzero(base) else NN
        sign = self.sign(base)
        return sign if sign is POS or exponent.value > 0 else U

    def _sqrt(self, node: Op) -> Sign:
        return self.sign(node.args[0])

    def _abs(self, node: Op) -> Sign:
        return POS if self.nonzero(node.args[0]) else NN

    _norm_F = _norm_op = _norm_2 = _abs

    def _exp(self, node: Op) -> Sign:
        return POS

    def _expect(self, node: Op) -> Sign:
        """The sign at every outcome (at time 0: wherever the flow starts); premises about this one do not count."""
        return self._knowing(()).sign(node.args[0])

    _expect_given = _at0 = _expect

    def _knowing(self, premises: Iterable[Prop]) -> SignAlgebra:
        """The same with other premises."""
        other = SignAlgebra(premises, self.same)
        other.assumed = self.assumed
        return other

    def _over_indices(self, node: Op) -> Sign:
        """The sign of the body whatever the indices are; a sum without terms is 0."""
        *indices, upper, body = node.args
        sign = self._knowing(p for p in self.premises if free_of(p, indices)).sign(body)
        empty = node.head == "sum_unequal" or not (isinstance(upper, Sym) and upper.has("positive"))
        return min(sign, NN) if empty and node.head in {"sum", "sum_unequal"} else sign

    _sum = _sum_unequal = _least_over = _least_unequal = _over_indices

    def _least(self, node: Op) -> Sign:
        return min(self.sign(a) for a in node.args)

    def _entry(self, node: Op) -> Sign:
        """An entry of a vector with positive entries, of exponentials, on the diagonal of a definite matrix."""
        A, i, j = node.args
        while isinstance(A, Abbrev):
            A = A.body
        if isinstance(A, Op) and A.head == "exp_each":
            return POS
        if isinstance(A, Sym) and A.shape[1] == 1:
            return self._trait(A)
        return self.definite(A) if i == j else U

    def _delta(self, node: Op) -> Sign:
        return NN

    def _tr(self, node: Op) -> Sign:
        """The trace of a definite matrix, and of a product of two: ``tr(A B) = tr(A^(1/2) B A^(1/2))``."""
        found = self.definite(node.args[0])
        return self._trace_of_product(node.args[0]) if found is U else found

    def _trace_of_product(self, node: Term) -> Sign:
        factors = _factors(node)
        scale = min((self.sign(a) for a in factors if is_scalar(a)), default=POS)
        matrices = [a for a in factors if not is_scalar(a)]
        if scale is U or len(matrices) < 2:
            return U
        for start in range(len(matrices)):
            turned = matrices[start:] + matrices[:start]
            for cut in range(1, len(turned)):
                first = self._group(turned[:cut])
                found = min(first, self._group(turned[cut:])) if first is not U else U
                if found is not U:
                    return min(scale, found)
        return U

    def _group(self, factors: list[Term]) -> Sign:
        return max(self._commuting(factors), self._congruence(factors))

    def _eigenvalue(self, node: Op) -> Sign:
        """Every eigenvalue of a definite matrix has its sign."""
        return self.definite(node.args[0])

    _least_eigenvalue = _eigenvalue

    def _least_positive_eigenvalue(self, node: Op) -> Sign:
        """Positive where there is one, that is for a matrix that is not 0."""
        (A,) = node.args
        return POS if self.nonzero(A) else U

    def _inner(self, node: Op) -> Sign:
        if node.args[0] == node.args[1]:
            return POS if self.nonzero(node.args[0]) else NN
        return U

    # Matrices --------------------------------------------------------------------------------------------

    def definite(self, node: Term) -> Sign:
        """UNKNOWN, positive semi-definite or positive definite (both include symmetry)."""
        for prop in self.premises:
            if prop.head in {"psd", "posdef"}:
                (given,) = terms_in(prop)
                if node == given or (_may_have_one_shape(node, given) and self.same(node, given)):
                    return POS if prop.head == "posdef" else NN
        if isinstance(node, Sym):
            return self._matrix_trait(node)
        if isinstance(node, Abbrev):
            return self.definite(node.body)
        if not isinstance(node, Op):
            return U
        if node.head == "+":
            return self._sum_definite(node)
        if node.head == "*":
            return self._product_definite(node)
        if node.head == "/":
            return self.definite(node.args[0]) if self.sign(node.args[1]) is POS else U
        if node.head == "T":
            return self.definite(node.args[0])
        if node.head in {"expect", "expect_given"}:
            return self._knowing(()).definite(node.args[0])
        if node.head == "diag":
            return self._diagonal(node)
        if node.head == "^":
            return self._power_definite(node)
        if node.head in {"projection", "modulus"}:
            return NN
        if node.head == "gram":
            kernel, left, right = node.args
            return NN if isinstance(kernel, Sym) and kernel.has("psd") and left == right else U
        if node.head == "pinv":
            return self.definite(node.args[0])
        return U

    def _matrix_trait(self, node: Sym) -> Sign:
        if node.has("identity"):
            return POS
        if node.has("posdef"):
            self.assumed.add(posdef(node))
            return POS
        return NN if node.has("psd") or node.has("zero") else U

    def _diagonal(self, node: Op) -> Sign:
        """A diagonal matrix is as definite as its entries are positive."""
        v = node.args[0]
        return self._trait(v) if isinstance(v, Sym) else U

    def _sum_definite(self, node: Op) -> Sign:
        signs = [self.definite(a) for a in node.args]
        return U if min(signs) is U else max(signs)

    def _product_definite(self, node: Op) -> Sign:
        left, right = node.args[0], node.args[-1]
        if len(node.args) == 2 and (right == Op("T", (left,)) or left == Op("T", (right,))) and not is_scalar(left):
            return NN
        factors = _factors(node)
        scalars = [a for a in factors if is_scalar(a)]
        matrices = [a for a in factors if not is_scalar(a)]
        scale = min((self.sign(a) for a in scalars), default=POS)
        if scale is U or not matrices:
            return U
        return min(scale, self._group(matrices))

    def _congruence(self, factors: list[Term]) -> Sign:
        """``A X A^T`` with X definite: psd; ``A A^T`` with X = I."""
        left = right = 0
        while left + right + 1 < len(factors):
            first, last = factors[left], factors[len(factors) - 1 - right]
            if not (last == Op("T", (first,)) or first == Op("T", (last,)) or self.same(last, first.T)):
                break
            left, right = left + 1, right + 1
        core = factors[left : len(factors) - right]
        if left == 0:
            return U
        inside = NN if not core else min(NN, self._core(core))
        return inside

    def _core(self, factors: list[Term]) -> Sign:
        return self.definite(factors[0]) if len(factors) == 1 else self._commuting(factors)

    def _commuting(self, factors: list[Term]) -> Sign:
        """A product of definite matrices that commute pairwise (spectral theorem)."""
        if len(factors) == 1:
            return self.definite(factors[0])
        signs = [self.definite(a) for a in factors]
        if min(signs) is U:
            return U
        pairs = ((a, b) for i, a in enumerate(factors) for b in factors[:i])
        return min(signs) if all(self.same(a * b, b * a) for a, b in pairs) else U

    def _power_definite(self, node: Op) -> Sign:
        base, exponent = node.args
        sign = self.definite(base)
        if sign is POS:
            return POS
        return sign if isinstance(exponent, Num) and exponent.value > 0 else U

    def nonzero(self, node: Term) -> bool:
        """Whether the scalar or matrix is known not to vanish."""
        if self._is_not(node):
            return True
        if isinstance(node, Sym) and node.has("nonzero"):
            return True
        if isinstance(node, Num):
            return node.value != 0
        if is_scalar(node):
            return self.sign(node) is POS
        return self.definite(node) is POS

    def _is_not(self, node: Term) -> bool:
        """Whether a premise says that the node is not 0."""
        unequal = [sides(prop) for prop in self.premises if prop.head == "ne"]
        return any(self.same(node, lhs - rhs) or self.same(node, rhs - lhs) for lhs, rhs in unequal)


_NAMES = {"+": "plus", "-": "minus", "*": "times", "/": "over", "^": "power"}
def _factors(node: Term) -> list[Term]:
    """The factors of a product, brackets opened, also those under a transpose, in order."""
    if isinstance(node, Op) and node.head == "*":
        return [f for a in node.args for f in _factors(a)]
    match node:
        case Op(head="T", args=(Op(head="*", args=args),)):
            return [f for a in reversed(args) for f in _factors(a.T)]
        case Op(head="T", args=(Op(head="T", args=(inside,)),)):
            return _factors(inside)
    return [node]


def free_of(prop: Prop, syms: Iterable[Term]) -> bool:
    """Whether the proposition speaks of none of the symbols: they do not occur, or it binds them."""
    return not (free_symbols(prop) & frozenset(syms))


def speaks_of_an_index(prop: Prop) -> bool:
    return any(sym.has("index") for sym in free_symbols(prop))


def free_symbols(node: Prop | Term) -> frozenset[Sym]:
    """The symbols that occur; not where a sum, a least value or a quantifier binds them.

    The letters of recursions, slopes and prompts count: where a premise may not speak of a symbol, that asks for more.
    """
    return free_in(node, _BINDING)


_BINDING = heads(Over.INDICES) | {"minimum", "infimum", "argmin", "for_all"} | GROWING


def is_scalar(node: Term) -> bool:
    """Whether the shape is 1x1, as far as the tree shows."""
    return shape_of(node) == (1, 1)


def _may_have_one_shape(a: Term, b: Term) -> bool:
    shapes = shape_of(a), shape_of(b)
    return None in shapes or shapes[0] == shapes[1]
