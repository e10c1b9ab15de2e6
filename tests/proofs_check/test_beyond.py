"""The claims beyond the paper: their chains follow, and the new rule and fact refuse what they must."""

from __future__ import annotations

import pytest

from proofs_check.algebras.words import WordsAlgebra
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.naming import in_engine_letters
from proofs_check.papers.zfb.assumptions import assumption_3
from proofs_check.papers.zfb.beyond_all_invariants import beyond_all_invariants
from proofs_check.papers.zfb.beyond_closed_form import C, D, S, U_t, lam, u_t
from proofs_check.papers.zfb.beyond_full_landscape import beyond_full_landscape
from proofs_check.papers.zfb.beyond_global_optimality import beyond_global_optimality
from proofs_check.papers.zfb.beyond_label_noise import beyond_label_noise
from proofs_check.papers.zfb.beyond_sharp_bounds import beyond_sharp_bounds
from proofs_check.papers.zfb.beyond_sigma_condition import beyond_sigma_condition
from proofs_check.papers.zfb.beyond_task_prior import beyond_task_prior
from proofs_check.papers.zfb.beyond_test_length import beyond_test_length
from proofs_check.papers.zfb.notation import Lam, N, Theta, d, sigma, t, u_1
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Combination, Discharge, Eigenvectors, FromFact, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.statement.fold import Fold
from proofs_check.statement.props import Prop, always, eq, ge, implies, le
from proofs_check.statement.terms import ddt, grad, matrix, norm_F, scalar, sqrt, term, tr, vector
from proofs_check.witnesses.conditions.written import ByWords
from proofs_check.witnesses.proof.witness import ProofWitness, WordsEquality

PROVED = [
    beyond_sigma_condition, beyond_label_noise, beyond_test_length, beyond_global_optimality, beyond_full_landscape,
    beyond_all_invariants, beyond_sharp_bounds, beyond_task_prior,
]


def checker(claim: Claim, proof: Proof) -> Checker:
    return Checker(claim, proof, ProofWitness()._resolve, ProofAlgebra(WordsEquality(claim)), reading=ByWords(claim))


@pytest.mark.parametrize("claim", PROVED, ids=lambda claim: claim.label)
def test_the_chains_follow(claim):
    claim, _ = in_engine_letters(claim, ProofWitness().claims)
    checkers: dict[int, Checker] = {}
    for name, proof in claim.proofs.items():
        found = checkers.setdefault(id(proof), checker(claim, proof))
        assert set(found.sentences.values()) == {"follows"}, found.sentences
        parts = claim.parts if not name else [claim.part(name)]
        assert all(found.report(reading.prop).follows for part in parts for reading in part.readings)


def test_no_condition_on_sigma_is_used():
    claim = beyond_sigma_condition
    report = checker(claim, claim.proofs[""]).report(claim.part("d").readings[0].prop)
    assert report.unused_hypotheses == ("Theta Lam != 0",)
    assert "barrier" in report.facts


def test_the_closed_form_solves_no_other_flow():
    algebra = WordsAlgebra(relations=[(norm_F(Theta * Theta.T), term(1))])
    read = Fold(algebra)
    rate = lam**2 * tr(U_t)
    gamma = (1 + (d + 1) / N) * lam
    assert algebra.equal(read(grad(u_t, t)), read(rate - gamma * lam**2 * u_t**3))
    assert not algebra.equal(read(grad(u_t, t)), read(rate - gamma * lam * u_t**3))
    assert algebra.equal(read(grad(D, t)), read(2 * gamma * lam**2 * C**2))
    assert algebra.equal(read(grad(C, t)), read(sqrt(d) * lam**2 * S))


def test_the_averaged_error_is_least_where_the_lengths_agree():
    """By numbers, from the formula in eigenvalues."""
    lam, M_ = [1.0, 0.3, 0.1], 7
    total = sum(lam)

    def averaged(n: int) -> float:
        return sum(x * (x + total) * (x + total + n * n / M_ * x) / ((n + 1) * x + total) ** 2 for x in lam)

    values = [averaged(n) for n in range(1, 30)]
    assert values.index(min(values)) + 1 == M_
    assert values[:M_] == sorted(values[:M_], reverse=True)
    assert values[M_ - 1 :] == sorted(values[M_ - 1 :])


# The rule and the fact -------------------------------------------------------------------------------------

q, c = vector("q"), scalar("delta", "positive")
A = matrix("A")


def mine(shown: Prop, *steps: Step, free: tuple = (Lam, A)) -> Checker:
    claim = Claim("zfb/mine", Kind.INEQUALITY, "", "", (Part("", (Reading("", shown),)),), free, assumption_3)
    return checker(claim, Proof(steps))


def _form(S) -> tuple[Step, ...]:
    return (
        Step("pair", eq(S * q, c * q), Assume()),
        Step("form", le(0, q.T * A * q), Assume()),
        Step("implied", implies(eq(S * q, c * q), le(0, q.T * A * q)), Discharge("pair"), ("pair", "form")),
        Step("any", implies(le(0, q.T * A * q), implies(eq(S * q, c * q), le(0, q.T * A * q))), Discharge("form"),
             ("form", "implied")),
    )


def test_a_trace_needs_every_eigenvector_not_one():
    shown = le(0, tr(A))
    found = mine(shown, *_form(Lam), Step("trace", shown, Eigenvectors(), ("implied",)))
    assert "every eigenvector" in found.sentences["trace"]


def test_the_vector_must_be_free():
    square = implies(eq(Lam * q, c * q), le(0, q.T * Lam * q))
    steps = (
        Step("pair", eq(Lam * q, c * q), Assume()),
        Step("form", le(0, q.T * Lam * q), Combination(plus=(q.T * Lam * q,)), ("pair",)),
        Step("implied", square, Discharge("pair"), ("pair", "form")),
        Step("trace", le(0, tr(Lam)), Eigenvectors(), ("implied",)),
    )
    assert mine(le(0, tr(Lam)), *steps).sentences["trace"] == "follows"
    assert "every eigenvector" in mine(le(0, tr(Lam)), *steps, free=(Lam, q)).sentences["trace"]


def test_a_barrier_needs_a_start_below_it():
    f = sigma - u_1
    steps = (
        Step("above", always(ge(f, 0)), Assume()),
        Step("falls", always(le(ddt(f), 0)), Assume()),
        Step("turns", always(implies(ge(f, 0), le(ddt(f), 0))), Discharge("above"), ("above", "falls")),
        Step("stays", always(le(f, 0)), FromFact("barrier", f=f), ("turns",)),
    )
    assert mine(always(le(f, 0)), *steps, free=(Lam, Theta, sigma)).sentences["stays"] != "follows"
