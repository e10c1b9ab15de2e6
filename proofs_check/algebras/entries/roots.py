r"""Square roots as adjoined generators: a spare generator r stands for :math:`\sqrt v`, with :math:`r^2=v`.

Equality is decided after reducing :math:`r^{2k+e}` to :math:`v^kr^e`.  A difference that reduces to zero is zero.  The
converse holds where all roots are of different primes (their products are linearly independent over the rationals):
so are those of rational numbers.  With roots of roots, and with symbolic ones, a remainder that is not zero proves
nothing: see :func:`.enclosure.vanishes`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from flint import fmpq, fmpq_mpoly_ctx, fmpz
from flint.utils.flint_exceptions import DomainError

from symbolic.entries.ratio import Ratio
from symbolic.entries.ring import Exponent, generators

from ...statement.fold import Lacks


class Roots:
    """The square roots met so far; ``spare`` are names of generators kept free for them."""

    def __init__(self, ctx: fmpq_mpoly_ctx, spare: list[str], positive: frozenset[str]) -> None:
        self.ctx = ctx
        self._spare = spare
        self._positive = set(positive)
        self._may_vanish: set[str] = set()
        self.values: dict[str, Ratio] = {}
        """Generator name -> what it is the square root of, in order of creation."""

    @property
    def positive(self) -> frozenset[str]:
        """The generators that are positive (roots are, where they do not vanish)."""
        return frozenset(self._positive - self._may_vanish) - self.values.keys()

    @property
    def nonnegative(self) -> frozenset[str]:
        """The generators that are never negative and may vanish."""
        return frozenset(self._may_vanish)

    def assume_nonnegative(self, name: str, *, strict: bool) -> None:
        """The generator ``name`` is never negative; ``strict``: nor does it vanish."""
        self._positive.add(name)
        if not strict:
            self._may_vanish.add(name)

    def root(self, value: Ratio) -> Ratio:
        """The non-negative square root of a non-negative function."""
        if value.den is None and value.num.is_constant():
            return self._numeric(value)
        return self._squarefree(Ratio(value.num)) / self._squarefree(Ratio(value.denominator))

    def _squarefree(self, value: Ratio) -> Ratio:
        """The root of a polynomial: exact where it is the square of something of known sign."""
        if value.num.is_constant():
            return self._numeric(value)
        try:
            exact = Ratio(value.num.sqrt())
        except DomainError:
            return self._adjoin(value)
        sign = self._sign(exact)
        return exact * sign if sign else self._adjoin(value)

    def sign(self, value: Ratio) -> int:
        """1 or -1 where that is certain for positive generators, otherwise 0."""
        return self._sign(value) * self._sign(Ratio(value.denominator))

    def _sign(self, value: Ratio) -> int:
        """1 or -1 where all coefficients of the numerator have one sign and its generators are positive, else 0."""
        names = self.ctx.names()
        used = {names[i] for exponent in value.num.monoms() for i, e in enumerate(exponent) if e}
        coefficients = value.num.coeffs()
        if value and used <= self._positive:
            if all(c > 0 for c in coefficients):
                return 1
            if all(c < 0 for c in coefficients):
                return -1
        return 0

    def _numeric(self, value: Ratio) -> Ratio:
        number = value.constant()
        if number < 0:
            raise Lacks(f"entries lacks the square root of the negative number {number}")
        result = value.lift(1) / number.denominator
        for prime, exponent in fmpz(number.numerator * number.denominator).factor() if number else []:
            result = result * int(prime) ** (exponent // 2)
            if exponent % 2:
                result = result * self._adjoin(value.lift(int(prime)))
        return result if number else value.lift(0)

    def _adjoin(self, value: Ratio) -> Ratio:
        for name, known in self.values.items():
            if known == value:
                return Ratio(generators(self.ctx)[name])
        if not self._spare:
            raise Lacks("entries lacks room for so many square roots")
        name = self._spare.pop(0)
        self.values[name] = value
        self._positive.add(name)
        return Ratio(generators(self.ctx)[name])

    def used(self, value: Ratio) -> Iterator[str]:
        """The roots that occur in ``value``, directly."""
        if not self.values:
            return
        unused = set(value.num.unused_gens()) & set(value.denominator.unused_gens())
        yield from (name for name in self.values if name not in unused)

    def without_roots_of(self, value: Ratio, names: Collection[str]) -> Ratio:
        """``value``, of which no root depends on the generators ``names``; Lacks where one does."""
        if self._under_a_root(value, names):
            value = self.reduce(value)
            if self._under_a_root(value, names):
                raise Lacks("entries lacks this of a function with roots of what its variables are in")
        return value

    def _under_a_root(self, value: Ratio, names: Collection[str]) -> bool:
        inside = [self.values[root] for root in self.used(value)]
        return any(
            set(names) - (set(v.num.unused_gens()) & set(v.denominator.unused_gens())) or self._under_a_root(v, names)
            for v in inside
        )

    def reduce(self, value: Ratio) -> Ratio:
        """``value`` with every root to the power 0 or 1 in its numerator."""
        for name in reversed(self.values):
            if name in set(value.num.unused_gens()):
                continue
            place = self.ctx.variable_to_index(name)
            parts: dict[int, dict[Exponent, fmpq]] = {}
            for exponent, coefficient in value.num.to_dict().items():
                rest = (*exponent[:place], 0, *exponent[place + 1 :])
                parts.setdefault(int(exponent[place]), {})[rest] = coefficient
            root, total = Ratio(generators(self.ctx)[name]), value.lift(0)
            for power, part in parts.items():
                even = Ratio(self.ctx.from_dict(part)) * self.values[name] ** (power // 2)
                total = total + even * root ** (power % 2)
            value = total / Ratio(value.denominator)
        return value

    def derivative(self, value: Ratio, name: str) -> Ratio:
        r"""The partial derivative, :math:`\partial r=\partial v/(2r)` included."""
        result = value.derivative(name)
        for root in list(self.used(value)):
            inner = self.derivative(self.values[root], name)
            if inner:
                result = result + value.derivative(root) * inner / (2 * Ratio(generators(self.ctx)[root]))
        return result

    def substitute(self, value: Ratio, bindings: Mapping[str, Ratio]) -> Ratio:
        """``value`` with generators replaced, under the root signs too."""
        changed = dict(bindings)
        for root in list(self.used(value)):
            inner = self.substitute(self.values[root], bindings)
            if inner != self.values[root]:
                changed[root] = self.root(inner)
        return value.substitute(changed)
