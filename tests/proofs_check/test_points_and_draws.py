"""What the adversary found of points and draws: independence, stated laws, rates of lengths, traits of symbols."""

from __future__ import annotations

import pytest

from proofs_check import eq, expect, gaussian, haar, tends, term, tr
from proofs_check.claims import Claim, Hypothesis, Kind, claim
from proofs_check.notebook import check
from proofs_check.results import Result
from proofs_check.statement.laws import exponential, gamma, iid_entries, tends_jointly, two_point
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Sym, Term, eye, matrix, scalar, vector
from proofs_check.verdict import Verdict

x_3 = gaussian("x_3", "d")
U, V, A = haar("U"), haar("V"), matrix("A", "d", "d")
n, m = (scalar(name, "integer", "positive") for name in ("n_1", "m_1"))


def made(prop: Prop, *given: Hypothesis) -> Claim:
    @claim("own/examined", kind=Kind.IDENTITY, given=given)
    def stated() -> Prop:
        """What is stated."""
        return prop

    return stated


def sampled(prop: Prop) -> Verdict:
    result = check(made(prop), only=("sampled",))
    assert isinstance(result, Result)
    return result.verdict


def test_two_random_rotations_are_drawn_independently() -> None:
    assert sampled(eq(expect(U * A * V), 0 * A)) is Verdict.SUPPORTED
    assert sampled(eq(expect(tr((U - V).T * (U - V))), 0 * tr(A))) is not Verdict.SUPPORTED
    assert sampled(eq(expect(U.T * V), eye("d"))) is not Verdict.SUPPORTED


@pytest.mark.parametrize("body", [n / m, n**3 / m**3, (n + 1) / m], ids=repr)
def test_a_limit_in_two_lengths_is_looked_at_where_they_grow_at_different_rates(body: Term) -> None:
    assert sampled(tends_jointly(body, 1, n, m)) is not Verdict.SUPPORTED


def test_a_limit_in_two_lengths_that_exists_is_supported() -> None:
    assert sampled(tends_jointly(1 / n + 1 / m, 0, n, m)) is Verdict.SUPPORTED
    assert sampled(tends_jointly((n + m) / (n * m), 0, n, m)) is Verdict.SUPPORTED


def entries(name: str) -> Sym:
    return vector(name, "d", "random", "law", "independent")


def examined(prop: Prop, *given: Prop) -> Result:
    hypotheses = [Hypothesis(f"h{k}", one) for k, one in enumerate(given)]
    result = check(made(prop, *hypotheses), only=("words", "entries", "grid", "balls", "sampled"))
    assert isinstance(result, Result)
    return result


def test_no_other_law_stands_for_one_whose_parameter_is_a_fraction() -> None:
    x, d = entries("x_9"), scalar("d", "integer", "positive")
    found = examined(eq(expect(x.T * x), 5 * d), iid_entries(x, two_point(1, 3, term(1) / 2)))
    assert found.verdict in (Verdict.PROVED, Verdict.SUPPORTED)


def test_two_vectors_have_the_laws_that_are_stated_of_each() -> None:
    x, y, d = entries("x_9"), entries("y_9"), scalar("d", "integer", "positive")
    given = iid_entries(x, exponential(1)), iid_entries(y, gamma(2, 1))
    assert examined(eq(expect(y.T * y), 6 * d), *given).verdict is not Verdict.REFUTED
    assert examined(eq(expect(x.T * x), 6 * d), *given).verdict is Verdict.REFUTED


@pytest.mark.parametrize("prop", [eq(n, n + 1), eq(expect(x_3.T * x_3), 0), tends(1 / n, 1, n)], ids=repr)
def test_nothing_is_refuted_with_a_value_that_the_traits_of_a_symbol_forbid(prop: Prop) -> None:
    assert examined(prop, eq(scalar("q_1", "nonnegative"), -2)).verdict is not Verdict.REFUTED
