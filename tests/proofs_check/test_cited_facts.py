"""What is only cited: examined like any claim, no proof of the claim that holds it, and no way around a refutation."""

from __future__ import annotations

from dataclasses import replace

import pytest

from proofs_check import Kind, Verdict, check, claim, gaussian, ge, index, matrix, psd, scalar
from proofs_check.catalogue import Statement
from proofs_check.claims import Claim, Part, Reading
from proofs_check.errors import UserError
from proofs_check.papers.zwb.appendix_h import lemma_h_2
from proofs_check.proof.chain import FromClaim, FromFact, Proof, Step
from proofs_check.results import Result
from proofs_check.runner import applicable
from proofs_check.statement.props import Prop, almost_surely, eq, inertia
from proofs_check.statement.terms import Sym, at, expect, least, total
from proofs_check.witnesses import OF_FACTS

a, b = scalar("a"), scalar("b")
d, N = scalar("d", "integer", "positive"), scalar("N", "integer", "positive")


def cited(prop: Prop) -> Claim:
    def body() -> Prop:
        """Words."""
        return prop

    return claim("mine/cited", kind=Kind.INEQUALITY, fact="as everybody knows", witnesses=("words",))(body)


def citing(prop: Prop, bound: Sym = b) -> Claim:
    proof = Proof((Step("r", prop, FromClaim("mine/cited", bind=((a, bound),))),))

    def body() -> Prop:
        """Words."""
        return prop

    return claim("mine/citing", kind=Kind.INEQUALITY, witnesses=("proof",), proof=proof)(body)


def together(first: Claim, second: Claim) -> tuple[Result, Result]:
    results = check(first, second)
    assert isinstance(results, dict)
    one, other = results.values()
    return one, other


def test_what_cites_a_refuted_fact_is_not_proved() -> None:
    fact, resting = together(cited(ge(a, 0)), citing(ge(b, 0)))
    assert fact.verdict is Verdict.REFUTED
    assert resting.verdict is Verdict.UNDECIDED
    assert "refutes it" in resting.witnesses[0].sentence


def test_a_fact_that_no_witness_refutes_may_be_cited() -> None:
    fact, resting = together(cited(ge(a**2, 0)), citing(ge(b**2, 0)))
    assert fact.verdict is Verdict.PROVED
    assert resting.verdict is Verdict.PROVED


def test_a_fact_is_examined_by_all_that_can_whoever_is_named() -> None:
    names = applicable(Statement("mine/cited", cited(ge(a, 0))))
    assert set(names) == set(OF_FACTS)


def with_second_part(prop: Prop) -> Result:
    first = lemma_h_2.parts[0]
    result = check(replace(lemma_h_2, id="mine/h", parts=(first, Part("b", (Reading("", prop),)))))
    assert isinstance(result, Result)
    return result


def test_a_claim_with_a_part_that_is_only_cited_is_a_fact() -> None:
    result = with_second_part(lemma_h_2.part("b").readings[0].prop)
    assert result.part_verdicts() == {"a": Verdict.PROVED, "b": Verdict.FACT}
    assert result.verdict is Verdict.FACT
    assert result.scope.startswith("(a)")


def test_a_false_part_that_is_only_cited_is_refuted() -> None:
    P, Q = (matrix(name, "d", "d", "symmetric", "psd") for name in ("A_psd", "B_psd"))
    assert with_second_part(psd(P * Q)).verdict is Verdict.REFUTED


S, P = matrix("S", "d", "d", "symmetric", "posdef"), matrix("P", "d", "d", "symmetric", "psd")


@pytest.mark.parametrize(("family", "follows"), [
    (gaussian("xs", "d", cov=S, iid=True), True),
    (gaussian("xs", "d", cov=P, iid=True), False),
    (gaussian("x", "d", cov=P, iid=True), False),
    (Sym("xs", ("d", 1), frozenset({"random", "iid", "law", "independent"})), False),
], ids=["definite", "singular", "singular by the name of the library's", "of any law"])  # fmt: skip
def test_vectors_in_general_position_have_a_density(family: Sym, follows: bool) -> None:
    i = index("i", "N")
    prop = almost_surely(inertia(total(i, N, at(family, i) * at(family, i).T), least(N, d), 0))
    proof = Proof((Step("s", prop, FromFact("vectors in general position", X=family, i=i, n=N, k=d)),))

    def body() -> Prop:
        """Words."""
        return prop

    result = check(claim("mine/position", kind=Kind.CONSTRUCTION, witnesses=("proof",), proof=proof)(body))
    assert isinstance(result, Result)
    assert (result.verdict is Verdict.PROVED) == follows


def test_a_covariance_that_may_be_singular_is_said_with_the_vector() -> None:
    hidden = Sym("z", ("d", 1), frozenset({"random", "cov:P"}))

    def body() -> Prop:
        """Words."""
        return eq(expect(hidden * hidden.T), P)

    with pytest.raises(UserError, match="may be singular"):
        check(claim("mine/hidden", kind=Kind.IDENTITY)(body))
