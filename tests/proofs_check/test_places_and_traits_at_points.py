"""What a place or a symbol cannot be at a point decides nothing there: row 0, halves as indices, singular inverses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    check,
    claim,
    conj,
    eq,
    ge,
    grad,
    gt,
    implies,
    index,
    le,
    matrix,
    norm_2,
    scalar,
    total,
    tr,
    vector,
)
from proofs_check.errors import UserError
from proofs_check.recheck.truths import has_traits
from proofs_check.results import Result
from proofs_check.statement.laws import delta, least_over, order
from proofs_check.statement.props import Prop, for_all
from proofs_check.statement.psd import convex, rank
from proofs_check.statement.terms import col, det, entry, eye, inv, norm_F, term, zeros

a, b, p = scalar("a"), scalar("b"), scalar("p", "positive")
n, d = scalar("n", "integer", "positive"), scalar("d", "integer", "positive")
i, Z, H = index("i", "n"), matrix("Z", "d", "n"), matrix("H", "d", "d", "invertible")
ZERO, HALF = zeros("d", "d"), term(1) / 2
LAST_TWO = le(norm_2(col(Z, n - 1)) ** 2 + norm_2(col(Z, n)) ** 2, norm_F(Z) ** 2)
OF_THE_GRAM = le(entry(Z.T * Z, n - 1, n - 1) + entry(Z.T * Z, n, n), tr(Z.T * Z))


def verdict(prop: Prop, witness: str, *given: Prop) -> str:
    assumed = [Hypothesis(f"assumption {k}", one) for k, one in enumerate(given)]
    found = check(claim("own/points", kind=Kind.IDENTITY, given=assumed)(lambda: prop), only=(witness,))
    assert isinstance(found, Result)
    assert not found.defects
    return found.verdict.name


@pytest.mark.parametrize("witness", ["entries", "grid", "sampled"])
def test_halves_are_no_indices(witness: str) -> None:
    assert verdict(eq(delta(term(5) / 2, 2), 0), witness) in {"UNDECIDED", "SUPPORTED"}
    assert verdict(eq(total(i, n, delta(i - HALF, 1)), 0), witness) in {"UNDECIDED", "SUPPORTED"}
    assert verdict(eq(total(i, n, delta(i, (n + 1) / 2)), 1), witness) in {"UNDECIDED", "REFUTED"}


def test_whole_numbers_are_compared() -> None:
    assert verdict(eq(delta(term(3), 2), 0), "entries") in {"PROVED", "SUPPORTED"}
    assert verdict(eq(delta(term(2), 2), 0), "entries") == "REFUTED"


@pytest.mark.parametrize("witness", ["entries", "grid", "sampled"])
@pytest.mark.parametrize("prop", [LAST_TWO, OF_THE_GRAM], ids=str)
def test_column_0_is_not_the_last_one(prop: Prop, witness: str) -> None:
    assert verdict(prop, witness) in {"UNDECIDED", "SUPPORTED"}
    assert verdict(implies(ge(n, 2), prop), witness) in {"UNDECIDED", "SUPPORTED"}


def test_a_last_column_that_is_there_refutes() -> None:
    assert verdict(le(2 * norm_2(col(Z, n)) ** 2, norm_F(Z) ** 2), "entries") == "REFUTED"


def test_the_least_of_no_numbers_is_none() -> None:
    assert verdict(ge(least_over(i, n - 1, a**2), 0), "entries") in {"UNDECIDED", "SUPPORTED"}


IMPOSSIBLE = {
    "a singular inverse": (eq(H, ZERO), eq(tr(H), 1)),
    "half an integer": (eq(n, HALF), eq(a, 1)),
    "a negative positive number": (eq(p, -1), eq(a, 1)),
    "no dimension": (eq(d, 0), eq(a, 1)),
    "a singular inverse at d = 2": (conj(eq(d, 2), eq(H, ZERO)), eq(tr(H), 1)),
    "no samples": (conj(eq(d, 2), eq(n, 0)), eq(n, 3)),
}


@pytest.mark.parametrize("witness", ["words", "entries", "grid", "balls"])
@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_a_value_that_a_symbol_cannot_have_refutes_nothing(what: str, witness: str) -> None:
    assert verdict(implies(*IMPOSSIBLE[what]), witness) != "REFUTED"


@pytest.mark.parametrize("witness", ["words", "entries", "grid", "balls"])
def test_nor_does_one_that_the_hypotheses_give(witness: str) -> None:
    assert verdict(eq(tr(H), 1), witness, eq(H, ZERO)) != "REFUTED"
    assert verdict(eq(a, 1), witness, eq(n, HALF)) != "REFUTED"
    assert verdict(implies(conj(eq(d, 1), eq(a, -1)), eq(a, 1)), witness, ge(a, 0)) != "REFUTED"


@pytest.mark.parametrize("witness", ["entries", "balls"])
def test_values_that_they_may_have_refute(witness: str) -> None:
    assert verdict(implies(eq(H, eye("d")), eq(tr(H), 2)), witness) == "REFUTED"
    assert verdict(implies(eq(n, 2), eq(a, 1)), witness) == "REFUTED"
    assert verdict(implies(conj(eq(d, 1), eq(a, -1)), eq(a, 1)), witness, le(a, 0)) == "REFUTED"
    assert verdict(eq(H * matrix("A"), matrix("A") * H), witness) == "REFUTED"


def test_a_problem_with_letters_in_it_is_no_one_problem() -> None:
    S, A = matrix("S", "d", "d", "symmetric"), matrix("A")
    assert verdict(implies(conj(eq(d, 2), eq(S, A)), eq(S, S.T)), "entries") != "REFUTED"


@pytest.mark.parametrize("witness", ["words", "entries", "grid", "balls", "sampled"])
def test_a_vector_that_is_not_0_has_a_length(witness: str) -> None:
    u, free = vector("u", "d", "nonzero"), vector("v")
    assert verdict(gt(norm_2(u) ** 2, 0), witness) in {"UNDECIDED", "SUPPORTED"}
    assert verdict(gt(norm_2(free) ** 2, 0), witness) in {"UNDECIDED", "REFUTED"}


@pytest.mark.parametrize("witness", ["balls", "sampled"])
def test_a_vector_that_is_not_0_may_have_an_entry_that_is(witness: str) -> None:
    assert verdict(gt(entry(vector("u", "d", "nonzero"), 1, 1) ** 2, 0), witness) == "REFUTED"


def test_what_a_symbol_is_said_to_be_is_asked_of_every_entry() -> None:
    for trait, kept, lost in (("positive", 1, 0), ("nonnegative", 0, -1), ("nonzero", 0, None)):
        u = vector("u", "d", trait)
        assert has_traits(u, ((Fraction(1),), (Fraction(kept),))) is True
        assert has_traits(u, ((Fraction(0 if lost is None else 1),), (Fraction(lost or 0),))) is False


def test_the_grid_refutes_no_implication_where_its_condition_fails() -> None:
    assert verdict(implies(eq(b, a), eq(grad(a * b, a), 2 * a)), "grid") in {"UNDECIDED", "REFUTED"}


COUNT = scalar("k", "integer", "nonnegative")


@pytest.mark.parametrize("witness", ["words", "entries", "balls"])
def test_a_count_may_be_0(witness: str) -> None:
    for prop in (ge(COUNT, 1), gt(COUNT, 0), gt(COUNT**2 + COUNT, 0), le(1 / (COUNT + 1), HALF)):
        assert verdict(prop, witness) in {"UNDECIDED", "REFUTED"}, prop
    for prop in (ge(n, 1), gt(n, 0), le(1 / (n + 1), HALF)):
        assert verdict(prop, witness) in {"UNDECIDED", "SUPPORTED", "PROVED"}, prop
    assert verdict(ge(n, 1), "entries") == "SUPPORTED"


@pytest.mark.parametrize("witness", ["words", "entries"])
def test_an_order_is_claimed_for_0_and_small_numbers_too(witness: str) -> None:
    assert verdict(order(term(1), COUNT, COUNT), witness) == "UNDECIDED"
    for grows in (a, p):  # small numbers are no integers that grow
        with pytest.raises(UserError, match="integers that grow"):
            verdict(order(1 / grows**2, 1 / grows, grows), witness)
    assert verdict(order(1 / n**2, 1 / n, n), witness) in {"PROVED", "SUPPORTED"}


def test_no_derivative_is_taken_of_what_is_read_as_a_square() -> None:
    P = matrix("P", "d", "d", "symmetric", "posdef")
    assert verdict(convex(tr(inv(P)), P), "entries") == "UNDECIDED"


@pytest.mark.parametrize("prop", [eq(rank(H), d), gt(det(H) ** 2, 0)], ids=str)
def test_invertible_matrices_are_not_drawn_singular(prop: Prop) -> None:
    for witness in ("entries", "balls"):
        assert verdict(prop, witness) in {"UNDECIDED", "SUPPORTED", "PROVED"}


@pytest.mark.parametrize("witness", ["words", "entries", "grid"])
def test_what_is_assumed_for_every_index_is_asked_of_points(witness: str) -> None:
    j, total_length = index("j", "n"), total(i, n, norm_2(col(Z, i)) ** 2)
    assert verdict(eq(total_length, 0), witness, for_all(j, eq(col(Z, j), zeros("d", 1)))) != "REFUTED"
    assert verdict(eq(total_length, 0), witness, for_all(j, eq(Z, zeros("d", "n")))) != "REFUTED"
    assert verdict(eq(total_length, 0), "entries") == "REFUTED"
