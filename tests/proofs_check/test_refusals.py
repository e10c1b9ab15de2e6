"""Each reason for which a rule of the checker refuses, met by a chain that it alone stops.

True chains do not show that a rule asks for too little: where one of these conditions is taken away, its test fails.
"""

from __future__ import annotations

from proofs_check import (
    always,
    eq,
    gaussian,
    ge,
    gradient_flow,
    gt,
    iff,
    implies,
    inner,
    le,
    lt,
    ne,
    parameter,
    scalar,
    vector,
)  # fmt: skip
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    AlmostSurely,
    Antisymmetry,
    Assume,
    BothWays,
    Combination,
    Contradiction,
    Discharge,
    ModusPonens,
    Proof,
    Step,
)  # fmt: skip
from proofs_check.proof.checker import Checker
from proofs_check.statement.props import Prop, almost_surely, conj
from proofs_check.witnesses.proof.witness import WordsEquality
from tests.proofs_check.asking_rules import refused

a, b, c = scalar("a"), scalar("b"), scalar("c")
u, w = parameter("u"), parameter("w")
v = vector("v", "d")
y, z = gaussian("y", "d"), gaussian("z", "d")


def said(*steps: Step, given: tuple[Prop, ...] = ()) -> str:
    """What the checker says of the last step: ``follows``, or why it does not."""
    stated = Claim(
        "own/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", steps[-1].shows),)),),
        given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)), model=gradient_flow((u * w - 1) ** 2, (u, w)),
    )
    checker = Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated)))
    above = {step.label for step in steps[:-1]} - {steps[-1].label}
    assert all(checker.sentences[label] == "follows" for label in above), checker.sentences
    return checker.sentences[steps[-1].label]


def assume(label: str, prop: Prop, whole: bool = False) -> Step:
    return Step(label, prop, Assume(whole))


# Discharging ------------------------------------------------------------------------------------------------

def test_an_implication_has_the_assumption_as_its_hypothesis() -> None:
    low, more = assume("low", le(a, b)), Step("more", le(a, b + 1), Combination(1, plus=(c**0,)), ("low",))

    def hence(prop: Prop, *premises: str) -> str:
        return said(low, more, Step("hence", prop, Discharge("low"), premises))

    assert hence(implies(le(a, b), le(a, b + 1)), "low", "more") == "follows"
    assert hence(implies(conj(le(a, b), le(c, 0)), le(a, b + 1)), "low", "more") == "follows"
    for other in (le(c, 0), le(b, a), lt(a, b), ne(a, b)):
        assert hence(implies(other, le(a, b + 1)), "low", "more") == (
            "the hypothesis of the implication is not the assumption"
        )
    assert "discharging shows an implication" in hence(le(a, b + 1), "low", "more")
    assert "names its assumption" in hence(implies(le(a, b), le(a, b + 1)), "more")
    for other in (le(a, b - 1), le(a, c)):
        assert "is not among the premises" in hence(implies(le(a, b), other), "low", "more")
    assert "is not among the premises" in hence(implies(le(a, b), conj(le(a, b + 1), le(c, 0))), "low", "more")


def test_what_is_assumed_for_the_whole_flow_is_discharged_as_that() -> None:
    whole = assume("whole", always(le(0, u)), whole=True)
    more = Step("more", always(le(0, 2 * u)), Combination(2), ("whole",))

    def hence(prop: Prop) -> str:
        return said(whole, more, Step("hence", prop, Discharge("whole"), ("whole", "more")))

    assert hence(implies(always(le(0, u)), always(le(0, 2 * u)))) == "follows"
    assert hence(implies(le(0, u), le(0, 2 * u))) == "the hypothesis of the implication is not the assumption" or (
        "conclusion" in hence(implies(le(0, u), le(0, 2 * u)))
    )
    assert "outside 'always'" in hence(always(implies(le(0, u), le(0, 2 * u))))
    momentary, now = assume("now", always(le(0, u))), Step("more", always(le(0, 2 * u)), Combination(2), ("now",))
    step = Step("hence", implies(always(le(0, u)), always(le(0, 2 * u))), Discharge("now"), ("now", "more"))
    assert "only an assumption about the whole flow" in said(momentary, now, step)


# Modus ponens -----------------------------------------------------------------------------------------------

def test_modus_ponens_needs_the_implication_its_hypothesis_and_shows_its_conclusion() -> None:
    given = (implies(le(a, b), le(a, c)), le(a, b), lt(b, a), le(b, c))

    def hence(prop: Prop, *premises: str) -> str:
        return said(Step("hence", prop, ModusPonens(), premises), given=given)

    assert hence(le(a, c), "h0", "h1") == "follows"
    for premises in ((), ("h1",), ("h1", "h0"), ("h3", "h1")):
        assert hence(le(a, c), *premises) == "the first premise must be an implication"
    for premises in (("h0",), ("h0", "h2"), ("h0", "h3")):
        assert hence(le(a, c), *premises) == "a ≤ b, the hypothesis of the implication, is not among the premises"
    for other in (le(b, a), eq(a, c), lt(a, c), le(c, a)):
        assert hence(other, "h0", "h1") == "what is shown is not the conclusion of the implication"


# Contradiction ----------------------------------------------------------------------------------------------

def test_a_contradiction_negates_one_relation_that_was_assumed() -> None:
    given = (le(a, b), lt(c, 0), lt(0, c), lt(b, a))

    def hence(assumed: Prop, shown: Prop, *premises: str) -> str:
        step = Step("hence", shown, Contradiction("suppose"), premises)
        return said(assume("suppose", assumed), step, given=given)

    assert hence(le(c, a), lt(a, c), "suppose", "h1", "h2") == "follows"
    assert hence(le(c, a), lt(a, c), "suppose", "h0", "h3") == "follows"
    for premises in ((), ("h1", "h2")):
        assert "one relation, named among the premises" in hence(le(c, a), lt(a, c), *premises)
    assert "one relation" in hence(conj(le(c, a), le(c, b)), lt(a, c), "suppose", "h1", "h2")
    assert "one relation" in hence(almost_surely(le(c, a)), lt(a, c), "suppose", "h1", "h2")
    for other in (le(a, c), lt(c, a), lt(a, b), eq(a, c)):
        assert hence(le(c, a), other, "suppose", "h1", "h2") == "what is shown is not the negation of the assumption"
    for premises in (("suppose",), ("suppose", "h0"), ("suppose", "h0", "h1"), ("suppose", "h0", "h2")):
        assert hence(le(c, a), lt(a, c), *premises) == "the premises do not contradict one another"


def test_two_inequalities_that_are_not_strict_do_not_contradict_one_another() -> None:
    step = Step("hence", lt(a, c), Contradiction("suppose"), ("suppose", "h0", "h1"))
    for given in ((le(a, b), le(b, a)), (le(a, b), lt(a, b)), (le(a, b), eq(a, b)), (ne(a, b), lt(a, b))):
        assert said(assume("suppose", le(c, a)), step, given=given) == "the premises do not contradict one another"
    for given in ((lt(a, b), lt(b, a)), (le(a, b), lt(b, a)), (ne(a, b), eq(a, b))):
        assert said(assume("suppose", le(c, a)), step, given=given) == "follows"


# Both ways, and almost surely -------------------------------------------------------------------------------

def test_an_equivalence_needs_both_implications() -> None:
    given = (implies(le(a, b), le(c, 0)), implies(le(c, 0), le(a, b)))

    def hence(prop: Prop, *premises: str) -> str:
        return said(Step("hence", prop, BothWays(), premises), given=given)

    assert hence(iff(le(a, b), le(c, 0)), "h0", "h1") == "follows"
    for premises in (("h0",), ("h1",), ()):
        assert hence(iff(le(a, b), le(c, 0)), *premises) == "an equivalence needs both implications"
    for other in (implies(le(a, b), le(c, 0)), eq(a, b), conj(*given)):
        assert hence(other, "h0", "h1") != "follows"


def test_an_equation_needs_both_inequalities_and_nothing_else_follows_from_them() -> None:
    given = (le(a, b), le(b, a), le(a, c))

    def hence(prop: Prop, *premises: str) -> str:
        return said(Step("hence", prop, Antisymmetry(), premises), given=given)

    assert hence(eq(a, b), "h0", "h1") == "follows"
    for prop in (ne(a, b), lt(a, b), lt(b, a)):
        assert hence(prop, "h0", "h1") == "an equation needs both inequalities"
    for premises in (("h0",), ("h1",), ("h0", "h2"), ("h1", "h2")):
        assert hence(eq(a, b), *premises) == "an equation needs both inequalities"


def test_what_holds_almost_surely_follows_from_what_does_or_holds_everywhere() -> None:
    event, other, more = le(0, inner(y, z)), le(0, inner(z, z) - 1), le(0, inner(y, y) - 1)
    given = (
        almost_surely(event), implies(event, more), implies(le(0, a), le(0, b)), le(0, a), event,
        almost_surely(implies(other, more)), almost_surely(implies(event, more)),
    )

    def hence(prop: Prop, *premises: str) -> str:
        return said(Step("hence", prop, AlmostSurely(), premises), given=given)

    assert hence(almost_surely(more), "h0", "h6") == "follows"
    assert hence(almost_surely(le(0, a)), "h3") == "follows"
    refused = "no premise says that it follows from what is known almost surely"
    for prop, premises in (
        (event, ("h0",)), (almost_surely(more), ("h0",)), (almost_surely(more), ("h0", "h5")),
        (almost_surely(other), ("h0", "h5")), (almost_surely(le(0, b)), ("h2",)),
        (almost_surely(le(0, b)), ("h3",)), (almost_surely(other), ("h0",)),
    ):  # fmt: skip
        assert hence(prop, *premises) in (refused, "this rule shows what holds almost surely"), (prop, premises)
    for premises in (("h4",), ("h0", "h1")):  # at one outcome
        assert "assumption about a single moment" in hence(almost_surely(more), *premises)
    assert hence(almost_surely(ge(2, a)), "h2", "h3") == refused
    assert hence(gt(1, 0), "h0") == "this rule shows what holds almost surely"


def test_almost_surely_holds_what_the_implication_concludes_and_nothing_else() -> None:
    certain, follows = almost_surely(lt(0, b)), implies(lt(0, b), eq(a, 0))
    assert refused(AlmostSurely(), almost_surely(eq(a, 0)), follows, certain) == ""
    assert "no premise says" in refused(AlmostSurely(), almost_surely(eq(c, 0)), follows, certain)
