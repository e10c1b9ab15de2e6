r"""All polynomial conserved quantities of a polynomial flow, up to a given degree, with a certificate of completeness.

A polynomial :math:`q` is conserved by :math:`\dot x=F(x)` iff its Lie derivative :math:`\mathcal L_Fq=\nabla q\cdot F`
is the zero polynomial.  On polynomials of degree at most k without constant term, :math:`\mathcal L_F` is a linear map
of a space whose dimension n is the number of monomials; the conserved ones are its kernel.  Two exact bounds meet:

* *at most*: evaluate the map at points of phase space (and of parameter space) modulo a prime p.  A minor that is
  nonzero mod p is nonzero over the integers, and evaluation cannot raise a rank, so
  rank (evaluated, mod p) <= rank (for generic parameters), hence dimension <= n - rank;
* *at least*: every quantity returned has been differentiated again, parameters symbolic, and gave exactly zero.

When the two numbers agree the list is complete for generic parameters, and each of its members is conserved for all.
The map is split by the sign symmetries of the field first (:mod:`symbolic.lie_map`); :func:`verify` does without that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb, gcd, isqrt, lcm

from flint import fmpq, fmpq_mat, fmpq_mpoly, fmpz, nmod_mat

from .errors import InputError
from .lie_map import PRIME, SPARE, Exponents, Sample, lie_matrix, monomials_up_to
from .vector_field import Field

MOST_UNKNOWNS = 5_000
"""Beyond this many monomials the dense elimination would not fit: the finder refuses instead of thrashing."""


@dataclass(frozen=True)
class Completeness:
    """``unknowns - rank`` bounds the dimension from above; ``found`` verified quantities bound it from below."""

    unknowns: int
    rank: int
    found: int
    prime: int
    seed: int
    generic_in: tuple[str, ...]

    @property
    def complete(self) -> bool:
        return self.found == self.unknowns - self.rank

    def sentence(self) -> str:
        where = f" for generic {', '.join(self.generic_in)}" if self.generic_in else ""
        if self.complete:
            return (
                f"{self.unknowns} monomials, Lie derivative of rank {self.rank}: exactly {self.found} "
                f"conserved{where}, each differentiated again."
            )
        return (
            f"{self.found} conserved quantities verified{where}, at most {self.unknowns - self.rank} possible: "
            "not known to be complete."
        )


@dataclass(frozen=True)
class Conserved:
    """A basis of the conserved polynomials of degree <= ``degree`` (constants left out), with its certificate."""

    field: Field
    degree: int
    basis: tuple[fmpq_mpoly, ...]
    certificate: Completeness


def conserved_quantities(field: Field, degree: int, *, seed: int = 0) -> Conserved:
    """All conserved polynomials of ``field`` of degree at most ``degree`` in its variables.

    Coefficients may depend on the parameters; denominators are cleared.  Source: the idea behind Lemma 17 of `zfb`
    (balancedness), which for linear self-attention this finder discovers without being told.
    """
    if not isinstance(degree, int) or isinstance(degree, bool) or degree < 1:
        raise InputError(f"degree must be a positive integer, not {degree!r}: pass 1, 2, ...")
    count = comb(len(field.variables) + degree, degree) - 1
    if count > MOST_UNKNOWNS:
        raise InputError(f"degree {degree} gives {count} monomials, more than {MOST_UNKNOWNS}: lower the degree.")
    sample = Sample(field, seed)
    blocks = sample.blocks(monomials_up_to(len(field.variables), degree))
    points = sample.points(max(map(len, blocks)) + SPARE)
    basis: list[fmpq_mpoly] = []
    rank = 0
    for block in blocks:
        reduced, block_rank = lie_matrix(points, block).rref()
        null = _kernel_from_rref(reduced, block_rank, len(block))
        found = _verified(field, (_rational(v, block, field) for v in null))
        if len(found) < len(null):
            support = sorted({j for v in null for j in v})
            found = _verified(field, _kernel_over_parameters(field, [block[j] for j in support]))
        basis += found
        rank += block_rank
    basis.sort(key=lambda q: -q.total_degree())
    return Conserved(field, degree, tuple(basis), Completeness(count, rank, len(basis), PRIME, seed, field.parameters))


def verify(result: Conserved) -> bool:
    """Check a result again: members conserved and independent, and the rank bound at *other* points."""
    field = result.field
    if any(field.lie_derivative(q) != 0 for q in result.basis) or not _independent(field, result.basis):
        return False
    monomials = monomials_up_to(len(field.variables), result.degree)
    # All monomials at once: the splitting by symmetries is not relied on here.
    points = Sample(field, result.certificate.seed + 1).points(len(monomials) + SPARE)
    rank = lie_matrix(points, monomials).rank()
    return result.certificate.complete and len(monomials) - rank == len(result.basis)


# The linear algebra --------------------------------------------------------------------------------------

def _kernel_from_rref(reduced: nmod_mat, rank: int, columns: int) -> list[dict[int, int]]:
    """The kernel mod p, one vector per free column, as sparse rows."""
    pivots: list[int] = []
    for i in range(rank):
        j = pivots[-1] + 1 if pivots else 0
        while int(reduced[i, j]) == 0:
            j += 1
        pivots.append(j)
    free = sorted(set(range(columns)) - set(pivots))
    kernel = []
    for f in free:
        entries = {p: -int(reduced[i, f]) % PRIME for i, p in enumerate(pivots) if int(reduced[i, f])}
        kernel.append({**entries, f: 1})
    return kernel


def _rational(vector: dict[int, int], monomials: Sequence[Exponents], field: Field) -> fmpq_mpoly | None:
    """The polynomial with small rational coefficients that reduces to ``vector`` mod p, or None; unverified."""
    terms = {}
    for j, residue in vector.items():
        c = _reconstruct(residue)
        if c is None:
            return None
        terms[_embed(monomials[j], field)] = c
    return _primitive(field.context.from_dict(terms))


def _reconstruct(residue: int) -> fmpq | None:
    """The fraction a/b with |a|, b <= sqrt(p/2) congruent to ``residue``, by the extended Euclidean algorithm."""
    bound = isqrt(PRIME // 2)
    r0, r1, s0, s1 = PRIME, residue, 0, 1
    while r1 > bound:
        q = r0 // r1
        r0, r1, s0, s1 = r1, r0 - q * r1, s1, s0 - q * s1
    return fmpq(r1, s1) if s1 and abs(s1) <= bound else None


def _embed(exponents: Exponents, field: Field) -> Exponents:
    where = dict(zip(field.variables, exponents, strict=True))
    return tuple(where.get(name, 0) for name in field.context.names())


def _primitive(q: fmpq_mpoly) -> fmpq_mpoly:
    """``q`` with coprime integer coefficients, the leading one positive."""
    coefficients = q.coeffs()
    scale = fmpq(lcm(*(int(c.q) for c in coefficients)), gcd(*(int(c.p) for c in coefficients)))
    return q * (scale if coefficients[0] > 0 else -scale)


def _verified(field: Field, candidates: Iterator[fmpq_mpoly | None]) -> list[fmpq_mpoly]:
    return [q for q in candidates if q is not None and field.lie_derivative(q) == 0]


def _independent(field: Field, basis: Sequence[fmpq_mpoly]) -> bool:
    """Linear independence over the rationals of polynomials in variables and parameters, and over the parameters
    at one rational point."""
    if not basis:
        return True
    values = [fmpq(3 * k + 7, k + 2) for k in range(len(field.parameters))]
    point: dict[str | int, int | fmpz | fmpq] = dict(zip(field.parameters, values, strict=True))
    dicts = [q.subs(point).to_dict() for q in basis]
    columns = sorted({m for d in dicts for m in d})
    return bool(fmpq_mat([[d.get(m, fmpq(0)) for m in columns] for d in dicts]).rank() == len(basis))


def _kernel_over_parameters(field: Field, monomials: Sequence[Exponents]) -> Iterator[fmpq_mpoly]:
    """The kernel over the field of rational functions of the parameters, on the span of the given monomials.

    Only for the rare invariants whose coefficients depend on the parameters, or are too large to guess from one prime.
    """
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix

    names = field.context.names()
    phase_slots = [names.index(v) for v in field.variables]
    parameter_slots = [names.index(p) for p in field.parameters]
    domain = QQ.frac_field(*(field.parameters or ("unused",)))
    equations: dict[Exponents, dict[int, dict[Exponents, object]]] = {}
    for j, m in enumerate(monomials):
        monomial = field.context.from_dict({_embed(m, field): 1})
        for exponents, c in field.lie_derivative(monomial).to_dict().items():
            phase = tuple(exponents[i] for i in phase_slots)
            parameter = tuple(exponents[i] for i in parameter_slots) or (0,)
            equations.setdefault(phase, {}).setdefault(j, {})[parameter] = QQ(int(c.p), int(c.q))
    polynomial = domain.field.ring.from_dict
    rows = [[domain.field(polynomial(row.get(j, {}))) for j in range(len(monomials))] for row in equations.values()]
    kernel = DomainMatrix(rows, (len(rows), len(monomials)), domain).nullspace()
    for vector in kernel.clear_denoms_rowwise(convert=True)[1].to_list():
        terms = {}
        for m, polynomial_entry in zip(monomials, vector, strict=True):
            for exponents, c in polynomial_entry.terms():
                key = list(_embed(m, field))
                for slot, e in zip(parameter_slots, exponents, strict=False):
                    key[slot] = e
                terms[tuple(key)] = fmpq(int(c.numerator), int(c.denominator))
        yield _primitive(field.context.from_dict(terms))
