"""Rules that bind symbols: premises hold for all values of these, and what stays outside does not contain them."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zfb.notation import U11, L, u12, u21, u_1
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Assume,
    AtMinimisers,
    Attained,
    Combination,
    Discharge,
    Exhibit,
    Identity,
    Positivity,
    Proof,
    Step,
    TheMinimiser,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.reports import ProofReport
from proofs_check.proof.steps.curvature import AtSolutions
from proofs_check.proof.steps.extrema import FromBelow, ValueAt, Within
from proofs_check.statement.props import (
    Prop,
    eq,
    exists,
    ge,
    global_minimum,
    implies,
    le,
    minimisers_satisfy,
)
from proofs_check.statement.psd import infimum, minimum_where
from proofs_check.statement.terms import Term, argmin, minimum, parameter, scalar, where
from proofs_check.witnesses.proof.witness import WordsEquality
from tests.proofs_check.asking_rules import NO_THEOREM

a, b, c = scalar("a"), scalar("b"), scalar("c")
u = parameter("u")
apart = (a - b) ** 2
trained = (U11, u12, u21, u_1)


def report(target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = ()) -> ProofReport:
    stated = Claim("zfb/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", target),)),), given=given)
    return Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated))).report(target)


def last(*steps: Step, given: tuple[Hypothesis, ...] = ()) -> str:
    """What is said of the last step; the steps above it follow."""
    found = report(steps[-1].shows, *steps, given=given).sentences
    assert all(found[step.label] == "follows" for step in steps[:-1]), found
    return found[steps[-1].label]


def stays(*steps: Step) -> bool:
    return last(*steps) == "follows"


def test_a_least_value_may_not_contain_what_the_minimum_is_taken_over() -> None:
    below = Step("below", ge(apart, apart), Combination())
    there = Step("there", eq(where(apart, (a, a)), apart), Identity())
    false = Step("least", eq(minimum(apart, a), apart), Attained((a, a)), ("below", "there"))
    assert "may not depend on" in last(below, there, false)
    bound = Step("below", ge(apart, 0), Positivity())
    reached = Step("there", eq(where(apart, (a, b)), 0), Identity())
    assert stays(bound, reached, Step("least", eq(minimum(apart, a), 0), Attained((a, b)), ("below", "there")))


@pytest.mark.parametrize("v", [a, u], ids=["a scalar", "a parameter"])
def test_no_point_names_itself_as_the_place_of_the_minimum(v: Term) -> None:
    f = (v - b) ** 2
    below = Step("below", ge(f, where(f, (v, v))), Combination())
    assert "may not depend on" in last(below, Step("least", global_minimum(f, (v, v)), Attained((v, v)), ("below",)))
    below = Step("below", ge(f, where(f, (v, b))), Positivity())
    assert stays(below, Step("least", global_minimum(f, (v, b)), Attained((v, b)), ("below",)))


def test_a_bound_under_an_assumption_on_the_symbol_is_none_for_all_its_values() -> None:
    suppose = Step("suppose", le(1, a), Assume())
    below = Step("below", ge(a**2, 1), Combination(2, plus=((a - 1) ** 2,)), ("suppose",))
    there = Step("there", eq(where(a**2, (a, 1)), 1), Identity())
    false = Step("least", eq(minimum(a**2, a), 1), Attained((a, 1)), ("below", "there"))
    assert "rest on an assumption" in last(suppose, below, there, false)
    everywhere = Step("everywhere", global_minimum(a**2, (a, 1)), Attained((a, 1)), ("floor",))
    floor = Step("floor", ge(a**2, where(a**2, (a, 1))), Combination(2, plus=((a - 1) ** 2,)), ("suppose",))
    assert "rest on an assumption" in last(suppose, floor, everywhere)


def test_a_hypothesis_of_the_claim_on_the_symbol_counts_as_such_an_assumption() -> None:
    given = (Hypothesis("large", le(1, a)),)
    below = Step("below", ge(a**2, 1), Combination(2, plus=((a - 1) ** 2,)), ("large",))
    there = Step("there", eq(where(a**2, (a, 1)), 1), Identity())
    false = Step("least", eq(minimum(a**2, a), 1), Attained((a, 1)), ("below", "there"))
    assert "rest on an assumption" in last(below, there, false, given=given)


def _under(assumed: Prop, hypothesis: Prop, conclusion: Prop, *, also: tuple[Step, ...] = ()) -> tuple[Step, ...]:
    """``hypothesis`` implies ``conclusion``, which is ``assumed`` or follows from it and the hypothesis."""
    return (
        Step("suppose", assumed, Assume()), Step("where", hypothesis, Assume()), *also,
        Step("implied", implies(hypothesis, conclusion), Discharge("where"),
             ("where", also[-1].label if also else "suppose")),
    )  # fmt: skip


def test_what_holds_of_one_number_is_not_said_of_all_minimisers() -> None:
    five, least = eq(a, 5), eq(a**2, minimum(a**2, a))
    steps = _under(five, least, five)
    assert "rest on an assumption" in last(*steps, Step("all", minimisers_satisfy(a**2, five, a), AtMinimisers(),
                                                        ("implied",)))  # fmt: skip


def test_what_holds_of_one_number_is_not_said_of_all_solutions() -> None:
    least = eq(a**2, minimum(a**2, a))
    steps = _under(least, eq(a, 5), least)
    assert "rest on an assumption" in last(*steps, Step("all", minimum_where(a**2, eq(a, 5), a), AtSolutions(),
                                                        ("implied",)))  # fmt: skip
    assert stays(
        Step("same", eq(b, minimum(b, a)), Assume()), Step("where", eq(a, 5), Assume()),
        Step("implied", implies(eq(a, 5), eq(b, minimum(b, a))), Discharge("where"), ("where", "same")),
        Step("all", minimum_where(b, eq(a, 5), a), AtSolutions(), ("implied",)),
    )


def test_the_minimiser_is_a_point_free_of_what_the_minimum_is_taken_over() -> None:
    given = (Hypothesis("least", global_minimum(apart, (a, a))),
             Hypothesis("only", minimisers_satisfy(apart, eq(a, a), a)))  # fmt: skip
    shown = Step("it", eq(argmin(apart, a), a), TheMinimiser(), ("least", "only"))
    assert "free of that symbol" in last(shown, given=given)
    given = (Hypothesis("least", global_minimum(apart, (a, b))),
             Hypothesis("only", minimisers_satisfy(apart, eq(a, b), a)))  # fmt: skip
    assert last(Step("it", eq(argmin(apart, a), b), TheMinimiser(), ("least", "only")), given=given) == "follows"


def test_a_derived_loss_depends_on_all_parameters_and_bounds_no_infimum_over_them() -> None:
    itself = Step("itself", le(L, L), Combination())
    below = Step("below", le(L, infimum(L, *trained)), FromBelow(), ("itself",))
    assert "may not depend on" in last(itself, below)
    there = Step("there", eq(where(L, *((v, v) for v in trained)), L), Identity())
    least = Step("least", eq(minimum(L, *trained), L), Attained(*((v, v) for v in trained)), ("itself", "there"))
    assert "may not depend on" in last(itself, there, least)


def test_infima_take_no_assumption_on_what_they_are_taken_over() -> None:
    suppose = Step("suppose", le(1, a), Assume())
    below = Step("below", ge(a**2, 1), Combination(2, plus=((a - 1) ** 2,)), ("suppose",))
    assert "rest on an assumption" in last(
        suppose, below, Step("from below", le(1, infimum(a**2, a)), FromBelow(), ("below",))
    )
    assert "may not depend on" in last(
        Step("same", le(a**2, a**2), Combination()), Step("low", le(a**2, infimum(a**2, a)), FromBelow(), ("same",))
    )
    smaller = Step("smaller", le(a, a**2), Combination(1, plus=((a - 1) ** 2,)), ("suppose",))
    assert NO_THEOREM in last(
        suppose, smaller, Step("within", le(infimum(b, b), infimum(a**2, a)), Within((b, a)), ("smaller",))
    )
    assert stays(Step("value", le(infimum(apart, a), 0), ValueAt((a, b))))


def test_a_symbol_gets_one_value_at_a_point() -> None:
    below = Step("below", ge(apart, 0), Positivity())
    there = Step("there", eq(where(apart, (a, b), (a, c)), 0), Assume())
    twice = Step("least", eq(minimum(apart, a), 0), Attained((a, b), (a, c)), ("below", "there"))
    assert "two values" in last(below, there, twice)


def test_what_is_exhibited_may_be_named_by_an_outer_symbol() -> None:
    """One value is enough for existence, so assumptions on the symbol do no harm: a itself is such a number."""
    suppose = Step("suppose", eq(a, 5), Assume())
    assert stays(suppose, Step("one", exists(a, eq(a, 5)), Exhibit((a, a)), ("suppose",)))
    assert last(Step("one", exists(a, eq(a, 5)), Exhibit((a, b)))) != "follows"
