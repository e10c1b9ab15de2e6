"""What the checker refuses of any rule: labels, premises, moments of the flow; each by a chain that it alone stops."""

from __future__ import annotations

import pytest

from proofs_check import absolute, always, eq, grad, le, limit, lt, parameter, scalar, vector
from proofs_check.proof.chain import (
    Combination,
    Contradiction,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Rule,
    Step,
)  # fmt: skip
from proofs_check.proof.logic import Line
from proofs_check.proof.matching import same_prop, shown_in
from proofs_check.proof.rules import RULES
from proofs_check.statement.props import Prop, conj, implies, tends
from proofs_check.statement.terms import Op, Term
from tests.proofs_check.test_refusals import assume, said

a, b, c = scalar("a"), scalar("b"), scalar("c")
u, w = parameter("u"), parameter("w")
n = scalar("n", "integer", "positive")
v = vector("v", "d")


# Labels and premises ----------------------------------------------------------------------------------------

def test_a_label_is_taken_once() -> None:
    again = Step("low", le(b, a), Combination(1), ("low",))
    assert "is taken" in said(assume("low", le(a, b)), again)
    assert "is taken" in said(Step("h0", le(a, b), Combination(1), ("h0",)), given=(le(a, b),))
    assert "is taken" in said(assume("h0", le(b, a)), given=(le(a, b),))


def test_a_premise_stands_above_and_follows_and_its_links_are_counted_from_1() -> None:
    both = (conj(le(a, b), le(b, c)),)

    def by(premise: str, *shown: Prop) -> str:
        return said(Step("more", *(shown or (le(a, b),)), Combination(1), (premise,)), given=both)

    assert by("h0#1") == "follows"
    assert by("h0#2", le(b, c)) == "follows"
    for link in ("0", "3", "-1", "x", "1.0"):
        assert "has 2 links" in by(f"h0#{link}"), link
    assert by("h0#2") != "follows"
    assert "there is no premise" in by("h1")
    assert "there is no premise" in by("more")


def test_a_step_that_fails_is_no_premise() -> None:
    from proofs_check.claims import Claim, Kind, Part, Reading
    from proofs_check.proof.algebra import ProofAlgebra
    from proofs_check.proof.chain import Proof
    from proofs_check.proof.checker import Checker
    from proofs_check.witnesses.proof.witness import WordsEquality

    stated = Claim("own/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", le(0, a)),)),))
    steps = (Step("wrong", le(0, a), Positivity()), Step("hence", le(0, a), Combination(1), ("wrong",)))
    checker = Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated)))
    assert checker.sentences["hence"] == "the premise 'wrong' does not follow"
    assert not checker.report(le(0, a)).follows


def test_only_an_assumption_is_discharged() -> None:
    shown = implies(le(a, b), le(a, b + 1))
    more = Step("more", le(a, b + 1), Combination(1, plus=(c**0,)), ("h0",))
    hence = Step("hence", shown, Discharge("more"), ("more",))
    assert "is not an assumption" in said(more, hence, given=(le(a, b),))
    for rule in (Discharge("h0"), Discharge("nothing"), Contradiction("h0"), Contradiction("nothing")):
        assert "there is no assumption" in said(more, Step("hence", shown, rule, ("more",)), given=(le(a, b),))


# Moments ----------------------------------------------------------------------------------------------------



@pytest.mark.parametrize("rule", [rule for rule, entry in RULES.items() if entry.whole_flow.__name__ != "_never"])
def test_a_rule_about_the_whole_flow_takes_no_assumption_about_one_moment(rule: type) -> None:
    made = _made(rule)
    shown = limit(u, 0) if rule.__name__ in {"Continuity", "Entrywise", "FromFact"} else le(0, a)
    now = assume("now", le(u, 1))
    assert said(now, Step("hence", shown, made, ("now",))) == (
        "a rule about the whole flow is used under an assumption about a single moment"
    )


def _made(rule: type) -> Rule:
    """The rule with any arguments: the moment is asked for first."""
    if rule is FromFact:
        return FromFact("squeeze", f=u, g=u)
    found = object.__new__(rule)
    for name in getattr(rule, "__dataclass_fields__", {}):
        object.__setattr__(found, name, ())
    return found  # type: ignore[no-any-return]


def test_which_rules_are_about_the_whole_flow() -> None:
    """Those that look at all values of the parameters, at all times, or at all outcomes."""
    local = {rule.__name__ for rule, entry in RULES.items() if entry.whole_flow.__name__ == "_never"}
    assert local == {
        "Identity", "Substitution", "Combination", "Positivity", "Discharge", "BothWays", "Antisymmetry", "Exhibit",
        "ModusPonens", "Contradiction", "Summands", "TermOfSum", "AtMostEach", "BelowEach", "SumOf", "MeanOf",
        "Specialise", "Generalise", "Distinct", "Diagonal", "OfModulus", "Roots", "Signs", "Congruence",
        "ConditionNumber", "Eigenvectors", "SomeVector", "Rayleigh", "FromClaim", "Rewriting", "Apart", "Instance",
        "SameLaw", "Tower", "MeanOfLinear", "AllEqual", "Members", "OverLayers", "OfGradient", "Partial", "ChainRule",
        "SlopeOfInvariance",
    }  # fmt: skip


def test_what_holds_for_some_parameters_is_not_shown_along_the_flow() -> None:
    given = (le(0, u), always(le(0, w)))
    assert said(Step("hence", always(le(0, u)), Combination(1), ("h0",)), given=given) == (
        "what holds for some parameters is not shown along the flow"
    )
    assert said(Step("hence", always(le(0, u + w)), Combination(1, 1), ("h0", "h1")), given=given) == (
        "what holds for some parameters is not shown along the flow"
    )
    assert said(Step("hence", always(le(0, 2 * w)), Combination(2), ("h1",)), given=given) == "follows"
    assert "meant for all parameters" in said(Step("hence", le(0, w), Combination(1), ("h1",)), given=given)


def test_only_what_holds_along_the_flow_is_assumed_for_the_whole_flow() -> None:
    assert said(assume("whole", always(le(0, u)), whole=True)) == "follows"
    assert said(assume("whole", le(0, a), whole=True)) == "follows"
    assert "can be assumed for the whole flow" in said(assume("whole", le(0, u), whole=True))
    assert "can be assumed for the whole flow" in said(assume("whole", conj(always(le(0, u)), le(u, 1)), whole=True))


def test_no_fact_goes_by_another_name() -> None:
    step = Step("hence", le(0, a), FromFact("wishful thinking"))
    assert "there is no fact" in said(step)


# The same proposition ---------------------------------------------------------------------------------------

class _Same:
    def same(self, lhs: object, rhs: object) -> bool:
        return repr(lhs) == repr(rhs)


def test_propositions_are_the_same_only_with_the_same_head_and_arguments() -> None:
    same = _Same()
    assert same_prop(le(a, b), le(a, b), same)
    assert same_prop(eq(a, b), eq(b, a), same)
    assert not same_prop(le(a, b), le(b, a), same)
    assert not same_prop(le(a, b), lt(a, b), same)
    assert not same_prop(eq(a, b), eq(a, c), same)
    assert not same_prop(tends(a, 0, n), Prop("tends", (a,)), same)
    assert not same_prop(Prop("p", (le(a, b),)), Prop("p", (a,)), same)
    assert not same_prop(Prop("p", (a,)), Prop("p", (le(a, b),)), same)
    assert not same_prop(Prop("always", (le(a, b),)), Prop("always", (le(b, a),)), same)


def test_a_symbol_that_is_bound_is_no_other_of_its_value() -> None:
    """Names of symbols are compared themselves, even where an algebra takes their values to be equal."""
    class Any:
        def same(self, lhs: object, rhs: object) -> bool:
            return True

    assert same_prop(le(a + 0 * b, b), le(a, b), Any())
    assert not same_prop(tends(a, 0, n), tends(a, 0, scalar("k", "integer", "positive")), Any())


def test_a_line_along_the_flow_shows_no_universal_one() -> None:
    same = _Same()
    for exact, holds in ((True, False), (False, True)):
        assert shown_in(Line(le(0, u), False), [Line(le(0, u), True)], same, exact_mode=exact) is holds
    assert shown_in(Line(le(0, u), True), [Line(le(0, u), False)], same)
    assert shown_in(Line(le(0, a), False), [Line(le(0, a), True)], same)
    assert not shown_in(Line(tends(u, 0, n), True), [Line(tends(u, 0, n), False)], same)


# Values -----------------------------------------------------------------------------------------------------

NO_VALUE = "divides by what may vanish"


def test_a_step_has_values_by_what_it_rests_on_and_by_nothing_else() -> None:
    def inverse(of: Term) -> Step:
        return Step("inverse", eq(of * (1 / of), 1), Identity())

    assert said(inverse(a), given=(lt(0, a),)) == "follows"
    assert NO_VALUE in said(assume("positive", lt(0, a)), inverse(a))
    assert NO_VALUE in said(inverse(u), given=(lt(0, u),))
    assert NO_VALUE in said(inverse(u), given=(always(lt(0, u)),))
    along = Step("inverse", always(eq(u * (1 / u), 1)), Identity())
    assert said(along, given=(always(lt(0, u)),)) == "follows"


def test_what_stands_behind_a_condition_grants_no_value() -> None:
    slope = grad(absolute(a), a)
    same = Step("same", eq(slope, slope), Identity())
    assert said(same, given=(eq(slope, 1),)) == "follows"
    assert "which is not known here" in said(same, given=(implies(lt(0, a), eq(slope, 1)),))


def test_shapes_fit_in_what_is_shown_and_in_what_the_rule_works_with() -> None:
    trace = Op("tr", (v,))
    means_nothing = "this means nothing"
    assert means_nothing in said(Step("s", eq(trace, trace), Identity()))
    assert means_nothing in said(Step("s", le(0, c - c), Combination(plus=(trace - trace,))))
