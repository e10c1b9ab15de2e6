r"""Gaussian expectation of polynomials in random entries, exactly.

A Gaussian vector with mean m and covariance :math:`\Lambda` satisfies (Isserlis, as a recursion on the exponent)

.. math:: E[x_k\,x^\beta] = m_k\,E[x^\beta] + \sum_l \Lambda_{kl}\,\beta_l\,E[x^{\beta-e_l}],

and independent vectors multiply.  For m = 0 and diagonal :math:`\Lambda` the components are independent, and a monomial
survives only where every exponent is even; in general only where every vector's total degree is even.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import add

from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from .matrix import Matrix
from .ring import Exponent, product, total


@dataclass
class Gaussian:
    """A Gaussian vector: ``places`` are its generators' positions, ``covariance`` (n, n) and ``mean`` are over ``ctx``.

    Without ``mean`` it is centred.
    """

    places: tuple[int, ...]
    covariance: Matrix
    ctx: fmpq_mpoly_ctx
    mean: tuple[fmpq_mpoly, ...] = ()
    _memory: dict[Exponent, fmpq_mpoly] = field(default_factory=dict, repr=False)

    @property
    def diagonal(self) -> bool:
        n = len(self.places)
        return all(self.covariance[i, j] == 0 for i in range(n) for j in range(n) if i != j)

    def moment(self, alpha: Exponent) -> fmpq_mpoly:
        r""":math:`E[x^\alpha]` over ``ctx``.

        >>> from .ring import ring
        >>> ctx = ring(["a", "b", "c"])
        >>> a, b, c = ctx.gens()
        >>> x = Gaussian((0, 1), Matrix.of([[a, b], [b, c]]), ctx)
        >>> str(x.moment((2, 2)))
        '2*b^2 + a*c'
        """
        if alpha not in self._memory:
            self._memory[alpha] = self._moment(alpha)
        return self._memory[alpha]

    def _moment(self, alpha: Exponent) -> fmpq_mpoly:
        degree = sum(alpha)
        if degree == 0:
            return self.ctx.constant(1)
        if degree % 2 and not self.mean:
            return self.ctx.constant(0)
        k = next(i for i, a in enumerate(alpha) if a)
        beta = _less(alpha, k)
        centred = [self.covariance[k, j] * b * self.moment(_less(beta, j)) for j, b in enumerate(beta) if b]
        shift = [self.mean[k] * self.moment(beta)] if self.mean else []
        return total(shift + centred, self.ctx)


def _less(alpha: Exponent, k: int) -> Exponent:
    return (*alpha[:k], alpha[k] - 1, *alpha[k + 1 :])


@dataclass
class Law:
    """Independent Gaussian vectors among the generators of ``source``; expectations land in ``target``.

    Generators of ``source`` that are not random keep their names in ``target``, which may be ``source`` itself.
    """

    source: fmpq_mpoly_ctx
    target: fmpq_mpoly_ctx
    vectors: Sequence[Gaussian]

    def __post_init__(self) -> None:
        self._random = tuple(i for v in self.vectors for i in v.places)
        places = {name: i for i, name in enumerate(self.source.names())}
        nowhere = self.source.nvars()  # one place past the end, where split() puts a zero
        random = set(self._random)
        landing = [places.get(name, nowhere) for name in self.target.names()]
        self._landing = tuple(nowhere if i in random else i for i in landing)
        self._memory: dict[Exponent, fmpq_mpoly] = {}
        self._classes: list[tuple[int, int]] = []
        """Slices of a random exponent whose sums must be even: single entries where a covariance is diagonal."""
        start = 0
        for v in self.vectors:
            stop = start + len(v.places)
            if not v.mean:
                self._classes += [(i, i + 1) for i in range(start, stop)] if v.diagonal else [(start, stop)]
            start = stop

    def split(self, poly: fmpq_mpoly, *, even: bool = False) -> dict[Exponent, fmpq_mpoly]:
        """``poly`` as a polynomial in the random generators with coefficients in ``target``.

        With ``even``, monomials whose expectation vanishes by parity are left out at once.
        """
        grouped: defaultdict[Exponent, dict[Exponent, fmpq]] = defaultdict(dict)
        random, landing = self._random, self._landing
        for exponent, coefficient in poly.to_dict().items():
            alpha = tuple([int(exponent[i]) for i in random])
            if even and any(self.parity(alpha)):
                continue
            padded = (*exponent, 0)
            grouped[alpha][tuple([padded[i] for i in landing])] = coefficient
        return {alpha: self.target.from_dict(rest) for alpha, rest in grouped.items()}

    def moment(self, alpha: Exponent) -> fmpq_mpoly:
        """The expectation of the random monomial ``alpha`` (vectors are independent)."""
        if alpha not in self._memory:
            factors, start = [], 0
            for v in self.vectors:
                stop = start + len(v.places)
                factors.append(v.moment(alpha[start:stop]))
                start = stop
            self._memory[alpha] = product(factors, self.target)
        return self._memory[alpha]

    def parity(self, alpha: Exponent) -> Exponent:
        """What must agree for the product of two monomials to have a non-zero expectation."""
        return tuple([sum(alpha[start:stop]) & 1 for start, stop in self._classes])

    def expectation(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """E[poly]."""
        terms = (c * self.moment(alpha) for alpha, c in self.split(poly, even=True).items())
        return total(terms, self.target)

    def second_moment(self, poly: fmpq_mpoly) -> fmpq_mpoly:
        """E[poly^2], squaring only inside the parity classes: all other products have expectation zero."""
        classes: defaultdict[Exponent, list[tuple[Exponent, fmpq_mpoly]]] = defaultdict(list)
        for alpha, c in self.split(poly).items():
            classes[self.parity(alpha)].append((alpha, c))
        return total((self._square(members) for members in classes.values()), self.target)

    def _square(self, members: list[tuple[Exponent, fmpq_mpoly]]) -> fmpq_mpoly:
        by_monomial: defaultdict[Exponent, list[fmpq_mpoly]] = defaultdict(list)
        for i, (alpha, a) in enumerate(members):
            by_monomial[tuple(2 * k for k in alpha)].append(a * a)
            for beta, b in members[:i]:
                by_monomial[tuple(map(add, alpha, beta))].append(2 * (a * b))
        return total((self.moment(m) * total(cs, self.target) for m, cs in by_monomial.items()), self.target)
