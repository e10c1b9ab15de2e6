"""Limits in the number of layers at exact places: affine recursions are decided, others are refused."""

from __future__ import annotations

import pytest

from proofs_check.algebras.contexts import decide_statement
from proofs_check.algebras.contexts.orbits import tends
from proofs_check.algebras.contexts.place import STYLES, Place
from proofs_check.algebras.contexts.reader import Reader
from proofs_check.papers.ccs.appendix_c_limits import nonzero, small_step
from proofs_check.papers.ccs.chains.layers import power_at, series_at
from proofs_check.papers.ccs.notation import l
from proofs_check.papers.ccs.notation_bayes import K_hat, P, answer_at, delta, estimate
from proofs_check.statement.attention import layers, sequence
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, conj, implies, lt, posdef
from proofs_check.statement.props import tends as tends_to
from proofs_check.statement.psd import pinv
from proofs_check.statement.terms import Sym, Term, TermLike, at, norm_op, scalar, term, zeros

F, a = Sym("F", (1, 1)), scalar("a")


def orbit(step: Term, upto: TermLike = l) -> Term:
    return sequence(F, l, term(1), step, upto)


def found(body: Term, value: Term | int) -> bool | None:
    return tends(tends_to(body, term(value), l), Reader(Place({}, STYLES[0])))


def test_affine_recursions_are_decided() -> None:
    assert found(orbit(F / 2), 0)
    assert found(orbit(F / 2 + 1), 2)
    assert found(orbit(F / 2 + 1), 0) is False
    assert found(orbit(-F), 0) is False
    assert found(orbit(F / 2 + 1) - orbit(F / 3 + 1), term(1) / 2)


def test_a_recursion_in_a_recursion_is_decided() -> None:
    G, m = Sym("G", (1, 1)), Sym("m", (1, 1), frozenset({"integer", "nonnegative", "layer"}))
    sums = sequence(G, m, term(0), G + orbit(F / 2, m), l)
    assert found(sums, 2)
    assert found(sums, 1) is False


@pytest.mark.parametrize("step", [F * F / 2, F / 2 + l, at(layers("b"), l) * F])
def test_what_is_not_affine_or_changes_from_layer_to_layer_is_refused(step: Term) -> None:
    with pytest.raises(Lacks):
        found(orbit(step), 0)


def test_a_recursion_that_starts_anew_in_each_layer_is_refused() -> None:
    G, m = Sym("G", (1, 1)), Sym("m", (1, 1), frozenset({"integer", "nonnegative", "layer"}))
    restarted = sequence(G, m, F, G / 2, l)
    with pytest.raises(Lacks):
        found(orbit(restarted), 0)


def refuted(prop: Prop) -> str | None:
    decided = decide_statement(prop, ())
    return None if decided.refuted is None else decided.refuted.text


def test_steps_below_the_norm_do_not_contract_those_below_two_over_it_do() -> None:
    limit = tends_to(power_at(l), zeros("n", "n"), l)
    assert refuted(implies(conj(posdef(K_hat), lt(delta, norm_op(K_hat))), limit))
    assert refuted(implies(conj(posdef(K_hat), lt(delta * norm_op(K_hat), 2)), limit)) is None


def test_the_answer_tends_to_minus_the_estimator() -> None:
    small = conj(posdef(K_hat), lt(delta * norm_op(K_hat), 2))
    assert refuted(implies(small, tends_to(answer_at(l), estimate, l)))
    assert refuted(implies(small, tends_to(answer_at(l), -estimate, l))) is None


@pytest.mark.parametrize(("body", "value"), [(power_at(l), zeros("n", "n")), (series_at(l), pinv(K_hat))])
def test_what_converges_on_the_image_alone_is_refuted_at_a_singular_matrix(body: Term, value: Term) -> None:
    given = (nonzero.prop, small_step.prop)
    wrong = decide_statement(tends_to(body, value, l), given).refuted
    assert wrong is not None
    assert "n = 2" in wrong.text
    right = decide_statement(tends_to(P * body, value, l), given)
    assert right.refuted is None
    # Where the step may be too long the conclusion fails: places at which it happens to hold are no support.
    assert not right.agreed
    assert right.lacks == "the condition of an implication is not understood where the conclusion fails"
