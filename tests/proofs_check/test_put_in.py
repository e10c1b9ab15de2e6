"""What is put in for a symbol is not captured: where a statement binds a letter, a value that speaks of it is another.

``c does not depend on x`` holds for every number c, and x depends on x all the same.
"""

from __future__ import annotations

import pytest

from proofs_check import (
    absolute,
    conserved,
    eq,
    eye,
    global_minimum,
    gradient_flow,
    implies,
    independent_of,
    infimum,
    le,
    limit,
    lt,
    matrix,
    minimisers_satisfy,
    ne,
    parameter,
    saddle,
    scalar,
    tr,
    vector,
)
from proofs_check.claims import Claim, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Combination,
    Diagonal,
    Discharge,
    Eigenvectors,
    Exhibit,
    FromClaim,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.letters import letters_bound
from proofs_check.proof.logic import instantiate
from proofs_check.statement.attention import differentiable, slope
from proofs_check.statement.props import (
    Prop,
    conj,
    depends_on,
    differs,
    exists,
    for_all,
    local_minimum,
    nonconvex,
    same_flow,
    tends,
)
from proofs_check.statement.psd import convex, curvature, minimum_where
from proofs_check.statement.terms import Sym, Term, argmin, term
from proofs_check.witnesses.proof.witness import WordsEquality
from tests.proofs_check.test_refusals import assume, said

c, x, t = scalar("c"), scalar("x"), scalar("t")
n, m = scalar("n", "integer", "positive"), scalar("m", "integer", "positive")
u, w = parameter("u"), parameter("w")
MODEL = gradient_flow((u * w - 1) ** 2, (u, w))


def cited(prop: Prop, sym: Sym, value: Term | int) -> str:
    """What the checker says of the instance of a claim for all c and m."""
    theirs = Claim("own/cited", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), forall=(c, m), model=MODEL)
    shows = instantiate(prop, {sym: term(value)})
    ours = Claim("own/test", Kind.IDENTITY, "", "", (Part("", (Reading("", shows),)),), model=MODEL)
    step = Step("instance", shows, FromClaim("own/cited", bind=((sym, value),)))
    return Checker(ours, Proof((step,)), lambda id: theirs, ProofAlgebra(WordsEquality(ours))).sentences["instance"]


@pytest.mark.parametrize(("prop", "sym", "value"), [
    (independent_of(c, x), c, x), (independent_of(c, u), c, u), (independent_of(c, x), c, x**2 + 1),
    (tends(c / n, 0, n), c, n), (tends(m / n, 0, n), m, n), (tends(c / n, 0, n), c, tr(eye("n"))),
    (convex(-(c**2), x), c, x), (nonconvex(c**2 - x**2, x), c, 2 * x),
    (global_minimum(x**2 - c**2, (x, 0)), c, 2 * x), (local_minimum(x**2 - c**2, (x, 0)), c, 2 * x),
    (saddle(c**2 - x**2, (x, 0)), c, 2 * x), (minimisers_satisfy(x**2 - c**2, eq(x, 0), x), c, 2 * x),
    (minimum_where(x**2 - c**2, eq(x, 0), x), c, 2 * x), (eq(infimum(x**2 - c**2, x), -(c**2)), c, x),
    (eq(argmin((x - 1) ** 2 - c**2, x), 1), c, x), (exists(x, lt(c, x)), c, x), (for_all(x, eq(c - c, 0 * x)), c, x),
    (implies(le(0, c), exists(x, lt(c, x))), c, x), (same_flow(u * w * c, u * w * c, u), c, u),
    (eq(slope(t, c + 0 * t), 0), c, t), (eq(curvature(c**2, (x, 1)), 0), c, x),
    (Prop("order", (c / n, 1 / n, n)), c, n), (conserved(c), c, u), (limit(c, c), c, u), (differs(c, x), c, x),
    (differs(c * x, x), c, 1), (depends_on(c * x, x), c, 0),
], ids=repr)  # fmt: skip
def test_no_letter_of_a_claim_that_is_cited_captures_what_is_put_in(prop: Prop, sym: Sym, value: Term | int) -> None:
    assert cited(prop, sym, value) != "follows"


@pytest.mark.parametrize(("prop", "value"), [
    (independent_of(c, x), 3), (independent_of(c, x), t), (tends(c / n, 0, n), x), (convex(c * 0 + x**2, x), t),
    (exists(x, lt(c, x)), t), (le(0, c**2), x), (eq(infimum(x**2 - c**2, x), -(c**2)), t + 1),
], ids=repr)  # fmt: skip
def test_what_speaks_of_no_letter_of_the_claim_is_put_in(prop: Prop, value: Term | int) -> None:
    assert cited(prop, c, value) == "follows"


@pytest.mark.parametrize(("body", "value"), [
    (independent_of(x - c, x), x), (tends(n / c, 1, n), n), (conserved(u - c), u), (limit(u - c, 0), u),
    (global_minimum((x - 1) ** 2 - c**2, (x, 0)), x - 1), (convex(c**2 - x**2, x), x), (same_flow(u * c, u**2, u), u),
    (Prop("order", (n - c, 0 * n, n)), n), (differs(c, x), x + 1), (eq(infimum((x - 1) ** 2 - c**2, x), 0), x - 1),
], ids=repr)  # fmt: skip
def test_a_value_that_varies_with_what_the_body_binds_is_no_value(body: Prop, value: Term) -> None:
    shown = Step("some", exists(c, body), Exhibit((c, value)), ("h0",))
    assert said(shown, given=(instantiate(body, {c: value}),)) != "follows"


@pytest.mark.parametrize(("into", "value"), [
    (differs(x, c), x), (depends_on(c * x, x), 0), (local_minimum(x**2 - c**2, (x, 0)), 2 * x),
    (local_minimum(u**2 - c**2, (u, 0)), 2 * u), (differentiable(c, x), absolute(x)), (differs(u, c), u),
    (eq(curvature(c**2, (x, 1)), 0), x), (eq(curvature(c**2, (u, 1)), 0), u), (tends(c / n, 0, n), n),
    (independent_of(c, x), x), (convex(-(c**2), x), x), (exists(x, lt(c, x)), x), (for_all(x, le(c, c)), x),
    (minimum_where(x**2 - c**2, eq(x, 0), x), 2 * x), (same_flow(u * w, u * w + c, u), u), (conserved(c), u),
], ids=repr)  # fmt: skip
def test_an_equation_at_one_place_enters_no_statement_about_others(into: Prop, value: Term | int) -> None:
    for given, premise in (((into,), "h0"), ((), "known")):
        steps = [assume("equal", eq(c, value))] + ([] if given else [assume("known", into)])
        shown = Step("hence", instantiate(into, {c: term(value)}), Substitution(premise), ("equal", premise))
        assert said(*steps, shown, given=given) != "follows"


def sentences(target: Prop, *steps: Step) -> dict[str, str]:
    stated = Claim("own/test", Kind.IDENTITY, "", "", (Part("", (Reading("", target),)),), model=MODEL)
    return Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated))).sentences


def test_what_holds_for_some_integers_bounds_no_limit_in_them() -> None:
    """n <= 1/n holds for n = 1: where it does, n need not tend to 0."""
    def squeezed(f: Term, above: Step) -> str:
        steps = (
            assume("limit", tends(1 / n, 0, n)), Step("low", le(0, f), Positivity()), above,
            Step("hence", tends(f, 0, n), FromFact("squeeze as an integer grows", f=f, g=1 / n, n=n),
                 ("limit", "low", above.label)),
        )  # fmt: skip
        return sentences(tends(f, 0, n), *steps)["hence"]

    assert squeezed(1 / n, Step("same", le(1 / n, 1 / n), Combination(plus=((c - c) ** 2,)))) == "follows"
    assert "the integer that grows" in squeezed(1 * n, assume("above", le(1 * n, 1 / n)))


def test_a_trace_is_no_sum_over_what_was_made_for_one_eigenvector() -> None:
    """q q^T = Q D Q^T for one q: the form of 2 Q D Q^T - tr(Q D Q^T) I at q is |q|^4, its trace (2 - d)|q|^2."""
    S, q = matrix("S", "d", "d", "symmetric", "posdef"), vector("q", "d")
    Q, D = matrix("Q", "d", "d"), Sym("D", ("d", "d"), frozenset({"diagonal"}))
    made, one = Q * D * Q.T, q * q.T
    A = 2 * made - tr(made) * eye("d")
    of_q = q.T * (2 * one - tr(one) * eye("d")) * q
    found = sentences(
        le(0, tr(S)),
        Step("diagonal", conj(eq(one, made), eq(Q.T * Q, eye("d"))), Diagonal()),
        assume("pair", eq(S * q, c * q)),
        Step("form", eq(q.T * A * q, of_q), Substitution(), ("diagonal#1",)),
        Step("square", eq(of_q, (q.T * q) ** 2), Identity()),
        Step("sign", le(0, (q.T * q) ** 2), Positivity()),
        Step("low", le(0, q.T * A * q), Combination(1, -1, -1), ("sign", "form", "square")),
        Step("every", implies(eq(S * q, c * q), le(0, q.T * A * q)), Discharge("pair"), ("pair", "low")),
        Step("trace", le(0, tr(A)), Eigenvectors(), ("every",)),
    )
    assert found.pop("trace") == "the premise speaks of what was introduced for one eigenvector"
    assert set(found.values()) == {"follows"}


def test_the_letters_that_a_statement_binds() -> None:
    for prop, letters in (
        (eq(c, x), set()), (independent_of(c, x), {x}), (tends(c, x, n), {n}),
        (exists(x, for_all(c, le(x, c))), {x, c}), (saddle(c * x * t, (x, c), (t, 1)), {x, t}),
        (implies(ne(c, 0), convex(c, x, t)), {x, t}),
        (minimisers_satisfy(c * x, eq(argmin(t, t), x), x), {x, t}),
    ):  # fmt: skip
        assert letters_bound(prop) == letters, prop
