"""Functional gradient descent in the attention paper: what is proved, what is refuted, and that nothing else passes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from proofs_check import registry, runner
from proofs_check.algebras.entries import decide_equal
from proofs_check.claims import Claim, Part, Reading
from proofs_check.papers.ccs import appendix_g, proposition_3_1, section_3_1
from proofs_check.papers.ccs.chains import appendix_g as chains
from proofs_check.papers.ccs.chains.proposition_3_1 import follows_9
from proofs_check.papers.ccs.notation import l, n
from proofs_check.papers.ccs.notation_descent import TF, f_at, h_products, value
from proofs_check.papers.ccs.notation_rkhs import (
    change,
    f,
    g,
    i,
    lam,
    on_sphere,
    only_least,
    penalised,
    phi,
    residual,
    steepest,
    y,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.logic import free_parameters
from proofs_check.results import Result
from proofs_check.statement.props import Prop, conj, eq, implies, ne
from proofs_check.statement.terms import argmin, inner, norm_2, total
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

BY_PROOF = (
    "lemma-g.3-stationary", "lemma-g.3-lagrangian-corrected", "lemma-g.3-non-uniqueness", "eq-7-sign", "eq-9", "eq-21",
    "appendix-b-gradient-corrected", "proposition-3.1", "eq-22", "proposition-d.1-a", "remark-3.2",
)  # fmt: skip
BY_WORDS = (
    "eq-23", "eq-24", "lemma-g.3-norm", "section-i.2-gradient", "section-i.2-trajectory", "section-3.1.1-linear-kernel",
    "section-1-linear-attention-one-step", "section-3.1.2-comparison", "appendix-g-linear-flow-corrected",
    "section-3.1.2-exponential-construction-corrected", "eq-9-decrease", "eq-10",
    "appendix-d.1-induction-step-corrected", "eq-26", "eq-27",
)  # fmt: skip
REFUTED = (
    "lemma-g.3-lagrangian", "lemma-g.3-constant",
    "appendix-g-linear-flow", "appendix-g-linear-prediction", "appendix-b-induction-step", "appendix-b-gradient",
    "appendix-d.1-induction-step", "section-3.1.2-exponential-construction",
)  # fmt: skip


@cache
def examined(label: str, *names: str) -> Result:
    claim = registry.load().find(f"ccs/{label}").claim
    assert claim is not None
    return runner.examine(claim, names, Context(known=registry.load()))


def stated(claim: Claim, prop: Prop) -> Claim:
    """The claim with another statement."""
    return replace(claim, parts=(Part("", (Reading("", prop),)),), proofs={})


@pytest.mark.parametrize("label", BY_PROOF)
def test_the_chain_proves_it_for_all_dimensions_and_layers(label: str) -> None:
    result = examined(label, "proof")
    assert result.verdict is Verdict.PROVED
    assert not result.defects


@pytest.mark.parametrize("label", BY_WORDS)
def test_words_proves_it_for_all_dimensions_and_layers(label: str) -> None:
    result = examined(label, "words", "definition")
    assert result.verdict is Verdict.PROVED
    assert not result.defects


@pytest.mark.parametrize("label", REFUTED)
def test_what_is_printed_fails_at_an_exact_point(label: str) -> None:
    result = examined(label, "entries")
    assert result.verdict is Verdict.REFUTED
    assert result.counterexample


def test_theorem_g_1_stays_a_cited_fact() -> None:
    claim = registry.load().find("ccs/theorem-g.1").claim
    assert claim is not None
    assert examined("theorem-g.1", "words").verdict is Verdict.FACT


def test_gradient_descent_climbs_with_positive_step_sizes() -> None:
    positive = section_3_1.eq_7.parts[0].readings[0].prop
    result = runner.examine(stated(section_3_1.eq_7, positive), ("entries",), Context())
    assert result.verdict is Verdict.REFUTED


@pytest.mark.parametrize("wrong", [-steepest, residual, 2 * steepest])
def test_no_other_direction_is_steepest(wrong) -> None:  # type: ignore[no-untyped-def]
    statement = implies(ne(residual, 0 * f), conj(*only_least(change(g), on_sphere, g, wrong)))
    result = runner.examine(stated(appendix_g.lemma_g_3, statement), ("entries",), Context())
    assert result.verdict is Verdict.REFUTED


def test_the_chain_of_steepest_descent_does_not_show_the_printed_constant() -> None:
    """1 / q in place of 1 / sqrt(q): the step that says that the norm is 1 has a gap."""
    from proofs_check.papers.ccs.notation_rkhs import quadratic
    from proofs_check.proof.algebra import ProofAlgebra
    from proofs_check.proof.chain import Assume, Step
    from proofs_check.statement.props import lt
    from proofs_check.witnesses.words.engine import engine_for

    claim = appendix_g.lemma_g_3_constant_corrected
    opening = Step("not stationary", lt(0, quadratic), Assume())
    wrong = chains.steepest_descent(opening, residual / quadratic, quadratic)
    checker = Checker(claim, wrong, lambda id: claim, ProofAlgebra(engine_for(claim)))
    assert checker.gap is not None
    assert checker.gap[0] == "unit"


def test_the_prediction_is_minus_the_function_and_not_the_function() -> None:
    for wrong in (
        eq(TF(l, h_products), value(f_at(l), n + 1)),
        eq(TF(l, h_products), -value(f_at(l + 1), n + 1)),
        eq(TF(l + 1, h_products), -value(f_at(l), n + 1)),
    ):
        result = runner.examine(stated(proposition_3_1.proposition_3_1, wrong), ("entries",), Context())
        assert result.verdict is Verdict.REFUTED
    assert proposition_3_1.proposition_3_1.part("a").readings[0].prop == follows_9


def test_the_residual_has_the_norm_of_the_quadratic_form() -> None:
    statement = eq(norm_2(residual), 1)
    assert runner.examine(stated(appendix_g.lemma_g_3, statement), ("entries",), Context()).verdict is Verdict.REFUTED


def test_the_variable_of_a_slope_is_bound() -> None:
    """Also where it is called t: it is not the time of a flow."""
    assert free_parameters(change(g)) == {g}


def test_entries_reads_slopes_and_minimisers_for_every_direction() -> None:
    """The minimiser of the slope in the direction g plus lam |g|^2."""
    best = argmin(penalised(lam), g)
    assert decide_equal(best, residual / lam, 1).equal
    assert not decide_equal(best, residual / (2 * lam), 1).equal
    assert decide_equal(change(f), 2 * total(i, n, (inner(f, phi(i)) - y(i)) * inner(f, phi(i))), 1).equal
