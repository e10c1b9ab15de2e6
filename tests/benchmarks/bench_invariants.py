"""Conserved quantities of degree 2 at d = 4: against SymPy's exact null space of the same map (the named baseline)."""

import time

import sympy as sp
from sympy.polys.matrices import DomainMatrix

from symbolic import entries
from symbolic.invariants import conserved_quantities
from symbolic.vector_field import Field, field_from_sympy


def reduced_flow(d: int) -> dict[sp.Symbol, sp.Expr]:
    """The flow on the invariant block for Lam = diag(1..d), N = 3: a test load, written out by hand."""
    U = sp.Matrix(d, d, lambda i, j: sp.Symbol(f"U{i}_{j}"))
    u = sp.Symbol("u")
    Lam = sp.diag(*range(1, d + 1))
    Gam = Lam * sp.Rational(4, 3) + Lam.trace() / 3 * sp.eye(d)
    loss = sp.expand((u**2 * Gam * Lam * U * Lam * U.T / 2 - u * Lam**2 * U.T).trace())
    return {x: -sp.diff(loss, x) for x in [*U, u]}


def sympy_null_space(velocities: dict[sp.Symbol, sp.Expr]) -> int:
    """The dimension of the kernel, by expanding every Lie derivative and eliminating over the rationals."""
    x = list(velocities)
    monomials = [a * b for i, a in enumerate(x) for b in x[i:]] + x
    derivatives = [
        dict(sp.Poly(sum(sp.diff(m, v) * velocities[v] for v in m.free_symbols), *x).terms()) for m in monomials
    ]
    columns = sorted({e for row in derivatives for e in row})
    matrix = sp.Matrix([[row.get(e, 0) for e in columns] for row in derivatives])
    return len(monomials) - DomainMatrix.from_Matrix(matrix).to_field().to_sparse().rank()


def test_degree_2_at_d_4(benchmark):
    velocities = reduced_flow(4)
    field = field_from_sympy(velocities)
    result = benchmark(conserved_quantities, field, 2)
    start = time.perf_counter()
    assert sympy_null_space(velocities) == len(result.basis) == 1
    baseline = time.perf_counter() - start
    benchmark.extra_info["baseline"] = "SymPy Poly + DomainMatrix rank"
    benchmark.extra_info["times_faster_than_baseline"] = baseline / benchmark.stats["median"]
    assert benchmark.stats["median"] <= 0.5


def test_degree_2_at_d_4_over_all_25_parameters(benchmark):
    """The full flow with symbolic diagonal Lam and N; the named baseline is the reduced flow of the test above."""
    flow = entries.flow(4)
    entrywise = [*(q for row in flow.U11 for q in row), *flow.u12, *flow.u21, flow.u_1]
    velocities = [q.numerator for q in entrywise]
    result = benchmark(conserved_quantities, Field(tuple(flow.names.parameters), tuple(velocities)), 2)
    start = time.perf_counter()
    conserved_quantities(field_from_sympy(reduced_flow(4)), 2)
    benchmark.extra_info["baseline"] = "the reduced flow in 17 variables"
    benchmark.extra_info["times_slower_than_baseline"] = benchmark.stats["median"] / (time.perf_counter() - start)
    assert result.certificate.complete
    assert len(result.basis) == 1
    assert benchmark.stats["median"] <= 0.5
