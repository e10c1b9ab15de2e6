"""Statements of existence and about minimisers, refuted at exact points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from proofs_check.algebras.entries.existence import exists_at
from proofs_check.algebras.entries.minimisers import fails_at
from proofs_check.algebras.entries.space import Setting
from proofs_check.model import model_of
from proofs_check.papers.zwb.notation import R_LSA, Gamma, beta, f_GD, f_LSA, f_LTB, reduced
from proofs_check.papers.zwb.notation_risk import without_MLP
from proofs_check.papers.zwb.section_2 import AT_ONE_PROBLEM, gd_beta
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, almost_surely, eq, exists, minimisers_satisfy
from proofs_check.statement.terms import Sym
from proofs_check.witnesses import Context, witness

LSA = model_of("zwb", "lsa")
ONE = [[Fraction(1)]]
AT = {"H": ONE, "Psi": ONE, "beta_star": ONE, "sigma": Fraction(1)}


def for_some(variables: tuple[Sym, ...], body: Prop) -> Prop:
    for sym in reversed(variables):
        body = exists(sym, body)
    return body


def point(**values: object) -> Setting:
    return Setting(1, {"M": 1}, model=LSA, values={**AT, **values})


def test_no_lsa_is_a_step_from_elsewhere_and_an_ltb_may_be() -> None:
    step = {"beta": ONE, "Gamma": ONE}
    assert exists_at(for_some(without_MLP, eq(f_LSA, f_GD)), point(**step)) is False
    assert exists_at(for_some(reduced, eq(f_LTB, f_GD)), point(**step)) is None
    from_zero = {"beta": [[Fraction(0)]], "Gamma": ONE}
    assert exists_at(for_some(without_MLP, eq(f_LSA, f_GD)), point(**from_zero)) is None


def test_almost_surely_counts_only_what_is_drawn() -> None:
    """Where the task is known and labels are exact, y = x: reading the features is reading the labels."""
    features = {"u_1": ONE, "s": Fraction(0), "B_1": ONE, "b": [[Fraction(0)]]}
    is_a_step = for_some((beta, Gamma), almost_surely(eq(f_LSA, f_GD)))
    exact = point(**features, Psi=[[Fraction(0)]], sigma=Fraction(0))
    noisy = point(**features, Psi=[[Fraction(0)]])
    assert exists_at(is_a_step, exact) is None
    assert exists_at(is_a_step, noisy) is False


def test_the_reading_of_section_2_is_refuted_at_the_smallest_problem() -> None:
    for part in gd_beta.parts:
        outcome = witness("entries").examine(gd_beta, part, part.readings[0], Context())
        assert outcome.verdict.name == "REFUTED"
        assert "d = 1, M = 1" in str(outcome.counterexample)


def body_of_b() -> Prop:
    return gd_beta.part("b").readings[0].prop


def test_a_named_minimiser_is_believed_only_with_its_certificate() -> None:
    found = fails_at(body_of_b(), AT_ONE_PROBLEM, LSA)
    assert found is not None
    assert "5/3" in found[""]
    first, second = AT_ONE_PROBLEM.squares
    elsewhere = {sym: (ONE if sym.shape != (1, 1) or sym.name != "s" else Fraction(0)) for sym in AT_ONE_PROBLEM.at}
    for wrong in (
        replace(AT_ONE_PROBLEM, squares=(first,)),
        replace(AT_ONE_PROBLEM, squares=(first, (2, second[1]))),
        replace(AT_ONE_PROBLEM, squares=(first, (-3, second[1]))),
        replace(AT_ONE_PROBLEM, at=elsewhere),
        replace(AT_ONE_PROBLEM, problem={**AT_ONE_PROBLEM.problem, "sigma": Fraction(2)}),
    ):
        with pytest.raises(Lacks):
            fails_at(body_of_b(), wrong, LSA)


def test_a_property_that_the_minimiser_has_is_not_refuted() -> None:
    has = minimisers_satisfy(R_LSA, eq(f_LSA, f_LSA), *without_MLP)
    assert fails_at(has, AT_ONE_PROBLEM, LSA) is None
