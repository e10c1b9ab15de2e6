"""Hypotheses that nothing meets make a statement true: no counterexample may forget about them."""

from __future__ import annotations

import re

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    always,
    at0,
    check,
    claim,
    conj,
    eq,
    expect,
    eye,
    for_all,
    gaussian,
    ge,
    gt,
    implies,
    inner,
    le,
    lt,
    matrix,
    ne,
    noise,
    norm_F,
    parameter,
    posdef,
    psd,
    relu,
    scalar,
    tr,
)
from proofs_check.algebras.entries.possible import example
from proofs_check.model import model_of
from proofs_check.results import Result
from proofs_check.statement.laws import infinite
from proofs_check.statement.props import Prop
from proofs_check.witnesses.conditions.met import confirmed

a, b, c = scalar("a"), scalar("b"), scalar("c")
p, q = scalar("p", "positive"), scalar("q", "nonnegative")
n, d = scalar("n", "integer", "positive"), scalar("d", "integer", "positive")
S = matrix("S", "d", "d", "symmetric", "posdef")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
u, z, e = parameter("u"), gaussian("z", "d"), noise("e", p)


def found(prop: Prop, *given: Prop) -> Result:
    @claim("own/vacuous", kind=Kind.IDENTITY, given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)))
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made)
    assert isinstance(result, Result)
    assert not result.defects, result.defects
    return result


SEEN = {
    "a positive number that is 0": (eq(p, 0),), "a square that is -1": (eq(a * a, -1),),
    "less and more than 0": (lt(a, 0), lt(0, a)), "minus a definite matrix": (psd(-S),),
    "of every number": (for_all(a, ge(a, 0)),), "an integer below 1": (lt(n, 1),),
    "a sum of squares below 0": (lt(a**2 + c**2, 0),), "a modulus below 0": (lt(absolute(a), 0),),
    "positive and not": (le(p, 0),), "in one hypothesis": (conj(lt(a, 0), lt(0, a)),),
}
def test_hypotheses_about_the_statement_itself_are_said_to_contradict_each_other_too() -> None:
    for prop, given in ((eq(p * b, b), (eq(p, 0),)), (eq(a, 0), (eq(a * a, -1),)), (eq(b, b), (lt(a**2, 0),)),
                        (eq(a * b, 0), (lt(a, 0), lt(0, a)))):  # fmt: skip
        result = found(prop, *given)
        assert result.verdict is not Verdict.REFUTED
        assert any("the hypotheses contradict each other" in x.sentence for x in result.witnesses), prop
    assert not any("contradict" in x.sentence for x in found(eq(a * b, 0), le(a, 0), le(0, a)).witnesses)


NOT_SEEN = {
    "at most and more": (le(a, c), lt(c, a)),
    "an orthogonal matrix of large trace": (eq(A.T * A, eye("d")), gt(tr(A), d)),
    "different and equal": (eq(a, c), ne(a, c)), "a mean that is infinite": (infinite(expect(e**2)),),
    "at one outcome": (eq(inner(z, z), 1),), "along a flow": (always(lt(u, u)),),
    "two values of one size": (eq(n, 2), eq(n, 3)), "no size at all": (eq(n, 0),),
    "at time 0": (lt(at0(u), 0), gt(at0(u), 0)),
}


@pytest.mark.parametrize("given", SEEN.values(), ids=SEEN.keys())
def test_hypotheses_that_contradict_each_other_refute_nothing_and_are_said_to(given: tuple[Prop, ...]) -> None:
    result = found(eq(b, 0), *given)
    assert result.verdict in {Verdict.UNDECIDED, Verdict.PROVED}
    assert any("the hypotheses contradict each other" in x.sentence for x in result.witnesses)


@pytest.mark.parametrize("given", NOT_SEEN.values(), ids=NOT_SEEN.keys())
def test_hypotheses_that_no_known_value_meets_refute_nothing(given: tuple[Prop, ...]) -> None:
    assert found(eq(b, 0), *given).verdict in {Verdict.UNDECIDED, Verdict.PROVED}


POSSIBLE = {
    "a sign": (gt(a, 0),), "an equation": (eq(a, 3),), "an interval": (lt(0, a), lt(a, 1)),
    "a small number": (lt(p, 1 / (c**2 + 1)), eq(c, 5)),
    "a chain": (le(a, c), le(c, 0)), "matrices": (psd(A), psd(A - B), le(tr(A), 1)),
    "an orthogonal matrix": (eq(A.T * A, eye("d")),), "a large integer": (ge(n, 3),),
    "a start": (eq(at0(u), a), gt(a, 0)),
    "a number that is 0": (eq(q, 0),), "a norm": (eq(norm_F(A), 1),), "definite": (posdef(S),),
}


@pytest.mark.parametrize("given", POSSIBLE.values(), ids=POSSIBLE.keys())
def test_a_counterexample_has_values_for_what_the_hypotheses_speak_of(given: tuple[Prop, ...]) -> None:
    result = found(eq(b, 0), *given)
    assert result.verdict is Verdict.REFUTED
    names = {s.name for h in given for s in _free(h)}
    for row in result.witnesses:
        if row.counterexample:
            text = row.counterexample
            assert all(re.search(rf"(?<!\w){re.escape(x)}'?(?: = |: |\(0\) = )", text) for x in names), row


def _free(prop: Prop) -> set:  # type: ignore[type-arg]
    from proofs_check.statement.props import subterms
    from proofs_check.statement.terms import Sym

    return {t for _, t in subterms(prop) if isinstance(t, Sym) and not t.traits & {"identity", "index"} and t != d}


def test_values_that_hypotheses_tie_to_the_statement_are_shown() -> None:
    for row in found(eq(a, 0), eq(a, b)).witnesses:
        if row.counterexample and row.name in {"words", "entries"}:
            assert "a = 1" in row.counterexample
            assert "b = 1" in row.counterexample
    chain = found(le(a, -1), eq(a, b), le(b, 0))
    assert chain.verdict is Verdict.REFUTED
    assert "b = " in (chain.counterexample or "")


def test_true_conclusions_of_chains_of_hypotheses_are_never_refuted() -> None:
    for prop, given in ((eq(relu(a), 0), (le(a, b), le(b, 0))),
                        (eq(absolute(a) + a, 0), (le(a, b), le(b, c), le(c, 0))),
                        (eq(a, 0), (eq(a, b), eq(b, 0))), (eq(A * B, B * A), (eq(d, 1),))):  # fmt: skip
        assert found(prop, *given).verdict is not Verdict.REFUTED


def test_the_hypotheses_hold_at_the_sizes_of_the_counterexample() -> None:
    """A traceless matrix of norm 1 exists for d = 2, not for d = 1; the statement fails at d = 1 already."""
    for row in found(eq(b, 0), eq(norm_F(A), 1), eq(tr(A), 0)).witnesses:
        if row.verdict is Verdict.REFUTED:
            assert "d = 1" not in (row.counterexample or "")
            assert "'d': 1" not in (row.counterexample or "")
    assert found(eq(A * B, B * A), ge(d, 2)).verdict is Verdict.REFUTED


def test_an_example_meets_every_hypothesis_exactly() -> None:
    zfb = model_of("zfb")
    assert example([lt(0, a), lt(a, 0)], {}, zfb) is None
    assert example([eq(a * a, 2)], {}, zfb) is None  # no rational number, and nothing else is looked at
    met = example([lt(0, a), lt(a, c), eq(b, a + c)], {}, zfb)
    assert met is not None
    assert 0 < met["a"] < met["c"]
    assert met["b"] == met["a"] + met["c"]
    assert example([eq(d, 2)], {"d": 1}, zfb) is None
    assert example([ge(d, 2), psd(A)], {"d": 3}, zfb) is not None


def test_a_refutation_without_hypotheses_stays_as_it_is() -> None:
    from proofs_check.claims import Claim, Part, Reading
    from proofs_check.verdict import Outcome

    stated = Claim("own/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(b, 0)),)),))
    outcome = Outcome(Verdict.REFUTED, "differs", counterexample="d = 1, b = 1: left 1, right 0")
    assert confirmed(outcome, stated, eq(b, 0)) is outcome


def test_places_of_attention_statements_meet_all_hypotheses() -> None:
    from proofs_check.papers.ccs.section_3_3_kernels import X_any, h_softmax
    from proofs_check.statement.terms import entry

    symmetric = eq(entry(h_softmax(X_any, X_any), 1, 2), entry(h_softmax(X_any, X_any), 2, 1))
    assert found(symmetric, gt(a, 0)).verdict is Verdict.REFUTED
    assert "a = " in (found(symmetric, gt(a, 0)).counterexample or "")
    for given in (*SEEN.values(), (le(a, c), lt(c, a))):
        assert found(symmetric, *given).verdict is not Verdict.REFUTED, given


@pytest.mark.parametrize("prop", [
    implies(eq(a - a, 6), eq((a - a) * c, 6 * c)), implies(eq((a - a) ** 2, 9), eq(a - a, 3)),
], ids=repr)  # fmt: skip
def test_no_twin_below_a_premise_that_nothing_meets_counts_as_wrong(prop: Prop) -> None:
    assert found(prop).verdict is not Verdict.REFUTED  # ``found`` asks that there is no defect
