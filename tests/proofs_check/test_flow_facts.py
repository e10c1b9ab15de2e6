"""Facts about the whole flow: they are theorems about losses with two continuous derivatives, and ask for these."""

from __future__ import annotations

import pytest

from proofs_check import Kind, absolute, always, at0, ddt, exp, gradient_flow, norm_F, parameter, relu, scalar, sqrt
from proofs_check.claims import Claim, Hypothesis, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import FromFact, Positivity, Proof, Rule, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.facts import flow_exists
from proofs_check.statement.attention import relu_each
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, eq, ge, le
from proofs_check.statement.terms import Op, Sym, Term, matrix
from proofs_check.verdict import Verdict
from proofs_check.witnesses.deciding.decide import decide
from proofs_check.witnesses.proof.witness import WordsEquality
from proofs_check.witnesses.words.engine import WordsEngine

u, w = parameter("u"), parameter("w")
p = scalar("p", "positive")
U, V, A = parameter("U", "m", "k"), parameter("V", "k", "d"), matrix("A", "m", "d")

SMOOTH = {
    "a parabola": u**2, "a quartic": (u - 1) ** 2 + u**4, "no pole": 1 / (1 + u**2),
    "a root of 1 and more": sqrt(1 + u**2), "an exponential": exp(u),
}
KINKED = {
    "a modulus": absolute(u), "the root of a square": sqrt(u**2), "a modulus beside a parabola": u**2 + absolute(u - p),
    "a power 3/2 of a modulus": sqrt(absolute(u)) ** 2 + u**2,
}


def said(
    target: Prop, loss: Term, parameters: tuple[Sym, ...], *steps: Step, given: tuple[Hypothesis, ...] = ()
) -> str:
    model = gradient_flow(loss, parameters)
    stated = Claim("own/test", Kind.INVARIANCE, "", "", (Part("", (Reading("", target),)),), model=model, given=given)
    found = Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated))).report(target)
    assert found.follows is (found.sentences[steps[-1].label] == "follows")
    return found.sentences[steps[-1].label]


def existence(loss: Term, *parameters: Sym) -> str:
    shown = flow_exists(loss)
    return said(
        shown, loss, parameters, Step("bounded", ge(loss, 0), Positivity()),
        Step("exists", shown, FromFact("continuation of bounded solutions", f=loss, c=0), ("bounded",)),
    )


@pytest.mark.parametrize("loss", SMOOTH.values(), ids=SMOOTH.keys())
def test_the_flow_of_a_smooth_loss_that_is_bounded_below_exists(loss: Term) -> None:
    assert existence(loss, u) == "follows"


@pytest.mark.parametrize("loss", KINKED.values(), ids=KINKED.keys())
def test_the_flow_of_a_loss_with_a_kink_is_not_known_to_exist(loss: Term) -> None:
    assert "needs a loss with two continuous derivatives" in existence(loss, u)


def test_norms_count_where_they_are_squared_alone() -> None:
    assert existence(norm_F(U * V - A) ** 2, U, V) == "follows"
    assert "needs a loss" in existence(norm_F(U * V - A), U, V)
    assert "needs a loss" in existence(norm_F(relu_each(U) * V - A) ** 2, U, V)


def decreasing(loss: Term) -> str:
    given = (Hypothesis("falls", always(le(ddt(u), 0))),)
    rule: Rule = FromFact("Gronwall's inequality", f=u, c=0)
    shown = always(le(u, at0(u)))
    return said(shown, loss, (u,), Step("falls on", shown, rule, ("falls",)), given=given)


def test_other_facts_about_the_flow_ask_for_it_too() -> None:
    assert decreasing(u**2) == "follows"
    for loss in (absolute(u), relu(u) ** 2, u * absolute(u)):
        assert "needs a loss with two continuous derivatives" in decreasing(loss), loss


def test_a_flow_rests_where_it_starts_only_if_its_solutions_are_unique() -> None:
    """Of -|u|^(3/2) the flow from 0 may leave: u = (3 t / 4)^2 is a solution as well."""
    def holds(loss: Term) -> bool:
        model = gradient_flow(loss, (u,), start={u: 0})
        stated = Claim("own/test", Kind.INVARIANCE, "", "", (Part("", (Reading("", always(eq(u, 0))),)),), model=model)
        try:
            return decide(always(eq(u, 0)), WordsEngine(stated)).holds
        except Lacks:
            return False

    assert holds(-(u**4))
    assert not holds(-absolute(u) ** 3)
    assert not holds(Op("neg", (sqrt(sqrt(u**2)) ** 3,)))


def test_no_engine_calls_a_flow_at_rest_a_flow_that_moves() -> None:
    from proofs_check import check, claim

    @claim("own/rests", kind=Kind.INVARIANCE, model=gradient_flow(-(u**4), (u,), start={u: 0}))
    def rests() -> Prop:
        """From 0 nothing moves."""
        return always(eq(u, 0))

    found = check(rests)
    assert found.verdict is Verdict.PROVED  # type: ignore[union-attr]
    assert not found.defects  # type: ignore[union-attr]


def test_a_claim_that_is_made_anew_under_its_id_is_examined_anew() -> None:
    """In a notebook a claim is changed and run again: nothing of the first one may be left over."""
    from proofs_check import check, claim

    def rests(loss: Term, start: int) -> Verdict:
        @claim("own/changed", kind=Kind.INVARIANCE, model=gradient_flow(loss, (u,), start={u: start}))
        def changed() -> Prop:
            """From 0 nothing moves."""
            return always(eq(u, start))

        return check(changed).verdict  # type: ignore[union-attr]

    from proofs_check.claims import Claim
    from proofs_check.witnesses import Context
    from proofs_check.witnesses.sampled.witness import SampledWitness

    first, second = (Claim("own/same", Kind.INVARIANCE, "", "", (Part("", (Reading("", eq(w, w)),)),), model=m)
                     for m in (gradient_flow(u**2, (u,)), gradient_flow(u**4, (u,))))  # fmt: skip
    sampled = SampledWitness()
    for stated in (first, second):
        sampled.examine(stated, stated.parts[0], stated.parts[0].readings[0], Context())
        assert {engine.claim for engine in sampled._engines.values()} <= {stated}
    assert [rests(-absolute(u) ** 3, 0), rests(-(u**4), 0), rests(u**2, 1), rests(u**2, 0)] == [
        Verdict.UNDECIDED, Verdict.PROVED, Verdict.REFUTED, Verdict.PROVED
    ]
