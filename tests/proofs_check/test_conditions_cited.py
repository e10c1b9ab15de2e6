"""Whoever cites a claim shows its conditions, or has them as conditions of its own terms: else nothing follows."""

from __future__ import annotations

import pytest

from proofs_check import Hypothesis, Kind, Verdict, absolute, check, claim, eq, expect, ge, le, ne, noise, scalar, sqrt
from proofs_check.claims import Claim
from proofs_check.proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Step,
)
from proofs_check.proof.steps.bounds import Generalise
from proofs_check.results import Result
from proofs_check.statement.props import Prop, conj, for_all, implies, lt
from proofs_check.statement.terms import Sym, Term, grad, term

a, b = scalar("a"), scalar("b")
p = scalar("p", "positive")
n = scalar("n", "integer", "positive")
x, y = noise("x1", p, normal=True), noise("y1", p, normal=True)


def made(id: str, prop: Prop, *steps: Step, given: tuple[Prop, ...] = ()) -> Claim:
    """A claim with this chain, if any."""
    named = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    @claim(id, kind=Kind.IDENTITY, given=named, proof=Proof(steps) if steps else None)
    def one() -> Prop:
        """What is stated."""
        return prop

    return one


ROOT = made("own/root", eq(sqrt(a) * sqrt(a), a))
INVERSE = made("own/inverse", eq(a * (1 / a), 1))
SQUARE = made("own/square", ge(sqrt(a) * sqrt(a), 0))


def examined(one: Claim, *cited: Claim) -> Result:
    """What becomes of the claim beside those that it cites, by proof alone."""
    found = check(one, *cited, only=("proof", "words"))
    result = found[one.id] if isinstance(found, dict) else found
    assert isinstance(result, Result)
    return result


def of_root(value: Term) -> Step:
    return Step("r", eq(sqrt(value) * sqrt(value), value), FromClaim("own/root", bind=((a, value),)))


def at_least_0(value: Term) -> tuple[Step, Step]:
    """A square is not negative, and it is the value by the first step."""
    return of_root(value), Step("q", ge(sqrt(value) * sqrt(value), 0), Positivity())


@pytest.mark.parametrize("one", [
    made("own/sign", ge(a, 0), *at_least_0(a), Step("s", ge(a, 0), Combination(1), ("q",))),
    made("own/any-sign", ge(b, 0), *at_least_0(b), Step("s", ge(b, 0), Combination(1), ("q",))),
    made("own/least", le(n, 1000000), *at_least_0(1000000 - n), Step("s", le(n, 1000000), Combination(1), ("q",))),
], ids=lambda one: one.id)  # fmt: skip
def test_a_root_that_is_cited_gives_no_sign(one: Claim) -> None:
    result = examined(one, ROOT)
    assert result.verdict is not Verdict.PROVED
    proof = next(w for w in result.witnesses if w.name == "proof")
    assert "own/root holds where" in proof.sentence


def test_an_inverse_that_is_cited_makes_nothing_nonzero() -> None:
    one = made(
        "own/nonzero", ne(a, 0), Step("r", eq(a * (1 / a), 1), FromClaim("own/inverse")),
        Step("zero", eq(a, 0), Assume()), Step("z", eq(term(1), 0), Identity(-1, 1 / a), ("r", "zero")),
        Step("o", lt(0, term(1)), Positivity()), Step("s", ne(a, 0), Contradiction("zero"), ("z", "o", "zero")),
    )
    assert examined(one, INVERSE).verdict is not Verdict.PROVED


def test_what_is_cited_is_not_shown_in_another_form_where_it_has_no_value() -> None:
    one = made("own/other-form", ge(a, 0), Step("r", ge(a, 0), FromClaim("own/square")))
    assert examined(one, SQUARE).verdict is not Verdict.PROVED
    other = made("own/no-value", eq(b / b, term(1)), Step("r", eq(b / b, term(1)), FromClaim("own/one")))
    assert examined(other, made("own/one", eq(term(1), 1))).scope.endswith(" where b != 0")


def test_a_condition_that_traits_give_is_closed() -> None:
    result = examined(made("own/positive", eq(sqrt(p) * sqrt(p), p), of_root(p)), ROOT)
    assert (result.verdict, result.scope) == (Verdict.PROVED, "every p")


def test_a_condition_that_a_hypothesis_gives_is_closed() -> None:
    steps = (Step("r", eq(a * (1 / a), 1), FromClaim("own/inverse")),
             Step("s", eq(a * (1 / a) + 1, 2), Identity(1), ("r",)))  # fmt: skip
    result = examined(made("own/given", eq(a * (1 / a) + 1, 2), *steps, given=(ne(a, 0),)), INVERSE)
    assert (result.verdict, result.scope) == (Verdict.PROVED, "every a")


def test_a_condition_of_its_own_terms_is_inherited() -> None:
    steps = (Step("r", eq(b * (1 / b), 1), FromClaim("own/inverse", bind=((a, b),))),
             Step("s", eq(b * (1 / b) + 1, 2), Identity(1), ("r",)))  # fmt: skip
    result = examined(made("own/own-terms", eq(b * (1 / b) + 1, 2), *steps), INVERSE)
    assert (result.verdict, result.scope) == (Verdict.PROVED, "every b where b != 0")


def test_an_assumption_closes_a_condition_until_it_is_discharged() -> None:
    steps = (
        Step("more", lt(0, b), Assume()),
        Step("r", eq(b * (1 / b), 1), FromClaim("own/inverse", bind=((a, b),)), ("more",)),
        Step("s", implies(lt(0, b), eq(b * (1 / b), 1)), Discharge("more"), ("more", "r")),
    )
    result = examined(made("own/assumed", implies(lt(0, b), eq(b * (1 / b), 1)), *steps), INVERSE)
    assert (result.verdict, result.scope) == (Verdict.PROVED, "every b")


def test_a_conclusion_with_other_terms_does_not_take_their_conditions_along() -> None:
    """That a part of the statement is about sqrt(b) says nothing of b where the statement is about b alone."""
    both = conj(eq(sqrt(b) * sqrt(b), b), ge(b, 0))
    one = made("own/both", both, *at_least_0(b), Step("s", ge(b, 0), Combination(1), ("q",)))
    assert examined(one, ROOT).scope in ("", "every b where b >= 0")


def test_a_hypothesis_about_a_symbol_says_nothing_of_all_its_values() -> None:
    every = for_all(a, ge(sqrt(a) * sqrt(a), 0))
    steps = (Step("q", ge(sqrt(a) * sqrt(a), 0), Positivity()), Step("s", every, Generalise(), ("q",)))
    result = examined(made("own/every", every, *steps, given=(ge(a, 0),)))
    assert result.verdict is not Verdict.PROVED


def test_a_derivative_at_a_kink_is_no_line_of_a_proof() -> None:
    bent = grad(absolute(a), a) * 0
    one = made("own/bent", eq(term(0), 0), Step("s", eq(bent, 0), Identity()), Step("z", eq(term(0), 0), Identity()))
    result = examined(one)
    proof = next(w for w in result.witnesses if w.name == "proof")
    assert proof.verdict is Verdict.PROVED
    chain = made("own/kink", eq(b, b), Step("s", eq(bent, 0), Identity()), Step("z", eq(b, b), Identity(0), ("s",)))
    proof = next(w for w in examined(chain).witnesses if w.name == "proof")
    assert proof.verdict is not Verdict.PROVED
    assert "a != 0" in proof.sentence


def test_a_mean_that_does_not_exist_is_no_line_of_a_proof() -> None:
    steps = (Step("s", eq(expect(x / y), 0), Identity()), Step("z", eq(b, b), Identity(0), ("s",)))
    proof = next(w for w in examined(made("own/mean", eq(b, b), *steps)).witnesses if w.name == "proof")
    assert proof.verdict is not Verdict.PROVED


def test_a_moment_of_an_unknown_law_that_a_proof_takes_is_named() -> None:
    label = scalar("y_q", "random", "label")
    second = expect(label**2)
    steps = (Step("s", eq(second, second), Identity()), Step("z", eq(b, b), Identity(0), ("s",)))
    proof = next(w for w in examined(made("own/moment", eq(b, b), *steps)).witnesses if w.name == "proof")
    assert (proof.verdict, proof.scope) == (Verdict.PROVED, "every b where E[y_q²] < oo")


def test_symbols_keep_their_conditions_under_every_name() -> None:
    other: Sym = scalar("zeta")
    result = examined(made("own/renamed", eq(other * (1 / other), 1)))
    assert result.scope == "every zeta where zeta != 0"
