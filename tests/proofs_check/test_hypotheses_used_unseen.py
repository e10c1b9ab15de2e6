"""What a step takes from a hypothesis that no premise names holds for the values that this speaks of, and no others."""

from __future__ import annotations

from proofs_check import Kind, Verdict, check, claim, conj, eq, expect, gaussian, inner, le, minimum, ne, scalar, where
from proofs_check.claims import Claim, Hypothesis
from proofs_check.proof.chain import (
    AlmostSurely,
    Assume,
    AtMinimisers,
    Attained,
    Bounded,
    Combination,
    Contradiction,
    Discharge,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Step,
)
from proofs_check.proof.steps.bounds import MeanOf
from proofs_check.statement.props import Prop, almost_surely, implies, minimisers_satisfy
from proofs_check.statement.terms import term

a, b = scalar("a"), scalar("b")
n = scalar("n", "integer", "positive")
x = gaussian("x", "d")


def stated(id: str, prop: Prop, given: tuple[Prop, ...], *steps: Step) -> Claim:
    def body() -> Prop:
        """Words."""
        return prop

    return claim(id, kind=Kind.INEQUALITY, witnesses=("proof",) if steps else ("words",),
                 given=tuple(Hypothesis(repr(p), p) for p in given),
                 proof=Proof(steps) if steps else None, fact="" if steps else "as everybody knows")(body)  # fmt: skip


def verdict(prop: Prop, given: tuple[Prop, ...], *steps: Step, cited: Claim | None = None) -> Verdict:
    ours = stated("mine/citing", prop, given, *steps)
    results = check(ours, *((cited,) if cited else ()))
    return (results if cited is None else results["mine/citing"]).verdict  # type: ignore[index, union-attr, no-any-return]


LEAST = eq(a**2, minimum(a**2, a))
NOT_ZERO = (
    Step("a = 0", eq(a, 0), Assume()),
    Step("1 = 0", eq(term(1), 0), Identity(1 / a), ("a = 0",)),
    Step("1 != 0", ne(term(1), 0), Positivity()),
    Step("a != 0", ne(a, 0), Contradiction("a = 0"), ("a = 0", "1 = 0", "1 != 0")),
)
"""That a is not 0, from a division by it, wherever this has a value."""
EVERYWHERE = (
    *NOT_ZERO,
    Step("least", LEAST, Assume()),
    Step("if least", implies(LEAST, ne(a, 0)), Discharge("least"), ("least", "a != 0")),
    Step("minimisers", minimisers_satisfy(a**2, ne(a, 0), a), AtMinimisers(), ("if least",)),
)


def test_that_a_division_has_a_value_by_a_hypothesis_says_nothing_of_other_values() -> None:
    assert verdict(ne(a, 0), (ne(a, 0),), *NOT_ZERO) is Verdict.PROVED
    assert verdict(minimisers_satisfy(a**2, ne(a, 0), a), (ne(a, 0),), *EVERYWHERE) is Verdict.UNDECIDED


def test_nor_does_that_it_has_one_where_the_statement_itself_divides() -> None:
    divides = Step("divides", eq(b / a * a, b), Identity())
    assert verdict(eq(b / a * a, b), (), divides) is Verdict.PROVED
    both = conj(eq(b / a * a, b), minimisers_satisfy(a**2, ne(a, 0), a))
    assert verdict(both, (), *EVERYWHERE, divides) is Verdict.UNDECIDED


def test_a_hypothesis_with_which_a_claim_is_cited_bounds_no_other_values() -> None:
    square = stated("mine/square", le(1, a**2), (le(1, a),))
    cites = Step("cited", le(1, a**2), FromClaim("mine/square"))
    assert verdict(le(1, a**2), (le(1, a),), cites, cited=square) is Verdict.PROVED
    there = Step("there", eq(where(a**2, (a, 1)), 1), Identity())
    least = Step("least", eq(minimum(a**2, a), 1), Attained((a, 1)), ("cited", "there"))
    assert verdict(eq(minimum(a**2, a), 1), (le(1, a),), cites, there, least, cited=square) is Verdict.UNDECIDED


def test_nor_an_integer_that_grows() -> None:
    next_one = stated("mine/next", le(n, a + 1), (le(n, a),))
    cites = Step("cited", le(n, a + 1), FromClaim("mine/next"))
    above, below = Step("above", le(n, (a + 1) * 1), Combination(1), ("cited",)), Step("below", le(0, n), Positivity())
    order = Prop("order", (n, term(1), n))
    bounded = Step("order", order, Bounded(a + 1), ("above", "below"))
    assert verdict(order, (le(n, a),), cites, above, below, bounded, cited=next_one) is Verdict.UNDECIDED


def test_nor_other_outcomes() -> None:
    short = le(inner(x, x), 1)
    twice = stated("mine/twice", le(2 * inner(x, x), 2), (short,))
    cites = Step("cited", le(2 * inner(x, x), 2), FromClaim("mine/twice"))
    mean = Step("mean", le(expect(2 * inner(x, x)), expect(term(2))), MeanOf(), ("cited",))
    surely = Step("surely", almost_surely(cites.shows), AlmostSurely(), ("cited",))
    for last in (mean, surely):
        assert verdict(last.shows, (short,), cites, last, cited=twice) is Verdict.UNDECIDED
