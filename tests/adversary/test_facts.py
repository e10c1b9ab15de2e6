"""The facts that chains cite hold at random instances, and fail where a hypothesis is left out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check.proof.facts import FACTS, A, B, Fact, I, O, P, V, X, Y, a, b, c, f, g, i, k, n, s, t
from proofs_check.statement.attention import slope
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    conj,
    eq,
    exists,
    implies,
    inertia,
    le,
    limit,
    lt,
    posdef,
    psd,
    tends,
)
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import (
    Op,
    at,
    at0,
    exp,
    expect,
    grad,
    inv,
    least,
    norm_F,
    per_prompt,
    total,
    tr,
    where,
)

from .facts import Shown, examined
from .facts_of_rules import EXAMINED, stated
from .instances import ALWAYS_MET, INSTANCES, WITHOUT

SEED, COUNT = 1, 200


def _examined(fact: Fact) -> Shown:
    if fact.name in INSTANCES:
        return examined(fact, INSTANCES[fact.name], SEED, COUNT)
    return examined(fact, EXAMINED[fact.name][0], SEED, COUNT, EXAMINED[fact.name][1])



def test_every_fact_that_is_stated_is_examined() -> None:
    assert set(INSTANCES) == {fact.name for fact in FACTS.values() if fact.conclusions}
    assert set(EXAMINED) == {fact.name for fact in FACTS.values() if not fact.conclusions}


@pytest.mark.parametrize("name", [*INSTANCES, *EXAMINED])
def test_a_fact_holds_wherever_its_hypotheses_do_and_needs_each_of_them(name: str) -> None:
    shown = _examined(FACTS[name] if name in INSTANCES else stated(name))
    assert shown.violations == ()
    assert shown.instances >= 10
    assert shown.confirmed >= 0.7 * shown.instances
    assert shown.not_needed <= ALWAYS_MET


@pytest.mark.parametrize(("name", "what"), WITHOUT)
def test_what_a_metavariable_must_be_is_needed(name: str, what: str) -> None:
    assert examined(FACTS[name], WITHOUT[name, what], SEED, 60).violations


WRONG: dict[str, Prop] = {
    "uniqueness of solutions": always(eq(X, O + 1)),
    "intermediate value theorem": always(lt(1, f)),
    "Gronwall's inequality": always(le(f, exp(-(c * t)) * exp(-(c * t)) * at0(f))),
    "forced decay": limit(f, 1),
    "Gronwall's inequality for a root": always(le(f, exp(-(c * t)) * at0(f))),
    "barrier": always(lt(f, 0)),
    "exponential decay": limit(k, 0),
    "exponential law": eq(exp(f + g), exp(f) * exp(f)),
    "squeeze": always(le(g, f)),
    "convergence in norm": limit(A + B, 0 * A),
    "operator norm and Frobenius norm": psd(norm_F(A) ** 2 * I - 2 * (A.T * A)),
    "inverse of a mean": le(expect(tr(B * inv(A))), tr(B * inv(expect(A)))),
    "vanishing mean square": almost_surely(eq(f, 2 * g)),
    "rank of a dyad": le(Op("rank", (A,)), 0),
    "rank of a Gram matrix": le(Op("rank", (A,)), 2),
    "Cauchy-Schwarz": le(tr(A * B), norm_F(A) * norm_F(A)),
    "submultiplicativity": le(norm_F(A * B), norm_F(B)),
    "strong law of large numbers": almost_surely(tends(k / n * total(i, n, per_prompt(i, f)), expect(f), n)),
    "zero set of a polynomial": eq(P, 0),
    "vectors in general position": almost_surely(inertia(total(i, n, at(X, i) * at(X, i).T), least(n, k), 1)),
    "spectral theorem": implies(posdef(A), posdef(A - inv(A))),
    "law of inertia": inertia(V * A * V.T, c, a),
    "continuity of limits": limit(f * g, a + c),
    "geometric sequences": tends(f, 1, n),
    "infinite products": tends(f, 1, n),
    "laws that rotations keep": eq(expect(where(f, (X, V * X))), -expect(f)),
    "Ekeland's variational principle": eq(infimum(grad(f, X) ** 2, X), 1),
    "least value of a polynomial": exists(k, conj(le(where(f, (X, k)), f), eq(where(grad(f, X), (X, k)), 1))),
    "chain rule": eq(slope(s, where(f, (X, X + s * a), (Y, Y + s * b))), grad(f, X) * a - grad(f, Y) * b),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_fact_with_a_wrong_conclusion_is_found_out(name: str) -> None:
    fact = FACTS[name] if name in INSTANCES else stated(name)
    assert _examined(replace(fact, conclusions=(WRONG[name],))).violations
