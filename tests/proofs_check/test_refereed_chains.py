"""A claim about a flow from one start is cited for that start alone: two starts together would show anything."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    at0,
    check,
    claim,
    conj,
    eq,
    exists,
    exp,
    expect,
    eye,
    finite,
    for_all,
    grad,
    gt,
    implies,
    infimum,
    le,
    lt,
    matrix,
    ne,
    noise,
    parameter,
    psd,
    scalar,
    sqrt,
    tends,
    term,
    tr,
)
from proofs_check.claims import Claim
from proofs_check.model import Model, gradient_flow
from proofs_check.proof.chain import (
    Assume,
    Combination,
    Contradiction,
    Exhibit,
    FromClaim,
    Identity,
    Positivity,
    Proof,
    Step,
)
from proofs_check.proof.steps.bounds import Generalise, MeanOf
from proofs_check.proof.steps.curvature import Rayleigh
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import conditions
from proofs_check.results import Result
from proofs_check.statement.attention import differentiable, layer
from proofs_check.statement.props import Prop
from proofs_check.statement.psd import least_eigenvalue

u, a, n = parameter("u"), scalar("a"), scalar("n_1", "integer", "positive")
ONE, TWO, ANY = (gradient_flow(u**2, (u,), start) for start in ({u: term(1)}, {u: term(2)}, None))


def made(id: str, prop: Prop, model: Model | str, *steps: Step) -> Claim:
    @claim(id, kind=Kind.IDENTITY, model=model, proof=Proof(steps) if steps else None)
    def one() -> Prop:
        """What is stated."""
        return prop

    return one


AT_ONE, AT_TWO = made("own/one", eq(at0(u), 1), ONE), made("own/two", eq(at0(u), 2), TWO)
SQUARE = made("own/square", le(0, at0(u) ** 2), ANY)


def by_proof(one: Claim, *cited: Claim) -> Verdict:
    found = check(one, *cited, only=("proof",))
    result = found[one.id] if isinstance(found, dict) else found
    assert isinstance(result, Result)
    return next(w.verdict for w in result.witnesses if w.name == "proof")


def test_two_starts_show_nothing_together() -> None:
    least = infimum(exp(a), a)
    steps = (
        Step("1", eq(at0(u), 1), FromClaim("own/one")), Step("2", eq(at0(u), 2), FromClaim("own/two")),
        Step("no", le(least, 0), Assume()), Step("c", le(term(1), 0), Combination(1, -1), ("1", "2")),
        Step("d", lt(term(0), 1), Combination(plus=(term(1),))),
        Step("x", lt(0, least), Contradiction("no"), ("no", "c", "d")),
    )  # fmt: skip
    assert by_proof(made("own/examined", lt(0, least), ANY, *steps), AT_ONE, AT_TWO) is not Verdict.PROVED


@pytest.mark.parametrize(("model", "follows"), [(ONE, True), (TWO, False), (ANY, False)])
def test_a_start_is_cited_by_what_starts_there(model: Model, follows: bool) -> None:
    one = made("own/examined", eq(at0(u), 1), model, Step("1", eq(at0(u), 1), FromClaim("own/one")))
    assert (by_proof(one, AT_ONE) is Verdict.PROVED) == follows


def test_what_holds_from_every_start_is_cited_from_each() -> None:
    one = made("own/examined", le(0, at0(u) ** 2), ONE, Step("1", le(0, at0(u) ** 2), FromClaim("own/square")))
    assert by_proof(one, SQUARE) is Verdict.PROVED


def test_a_step_on_which_nothing_rests_is_still_a_gap_in_the_proof() -> None:
    steps = (
        Step("nonsense", eq(a, 1), Identity(), printed="clearly"),
        Step("x", le(0, a**2), Positivity(), printed="a square"),
    )  # fmt: skip
    result = check(made("own/examined", le(0, a**2), "", *steps), only=("proof",))
    assert isinstance(result, Result)
    assert result.verdict is Verdict.PROVED
    assert result.printed_proof == "gap at step nonsense"


b = scalar("b")
SOME, EVERY = exists(b, eq(b / b, 1)), for_all(b, ne(b, 0))


@pytest.mark.parametrize("step", [
    Step("s", exists(b, conj(eq(b / b, 1), EVERY)), Exhibit((b, term(1)))),
    Step("s", implies(SOME, EVERY), Generalise()), Step("s", conj(SOME, EVERY), Generalise()),
    Step("s", exists(b, conj(eq(sqrt(b), 1), for_all(b, le(0, b)))), Exhibit((b, term(1)))),
    Step("s", implies(tends(1 / (n - 3), 0, n), for_all(n, ne(n - 3, 0))), Generalise()),
], ids=lambda step: str(step.shows))  # fmt: skip
def test_what_has_values_somewhere_is_not_taken_to_have_them_everywhere(step: Step) -> None:
    """The kernel asks it everywhere of what exists and of what holds from some integer on, the checker does not."""
    named = (Hypothesis("b", ne(b, 0)), Hypothesis("positive", le(0, b)), Hypothesis("n", ne(n - 3, 0)))

    @claim("own/examined", kind=Kind.IDENTITY, given=named, proof=Proof((step,)))
    def one() -> Prop:
        """What is stated."""
        return step.shows

    assert by_proof(one) is not Verdict.PROVED


A, p = matrix("A", "d", "d"), scalar("p_1", "positive")
LEAST = psd(A - least_eigenvalue(A) * eye("d"))
x_1 = noise("x_1", p, normal=True)
MEAN, LARGER = expect(exp(a * x_1**2)), expect(exp(a * x_1**2) + 1)
SLOPE = eq(grad(absolute(a), a) * absolute(a), grad(absolute(a), a) * absolute(a) + 0)
BOUND = (
    Step("w", le(exp(a * x_1**2), exp(a * x_1**2) + 1), Combination(plus=(term(1),))),
    Step("p", le(MEAN, LARGER), MeanOf(), ("w",)),
)  # fmt: skip


@pytest.mark.parametrize(("given", "steps", "goal"), [
    ((), (Step("p", LEAST, Rayleigh()),), LEAST),
    ((), (Step("p", LEAST, Rayleigh()),), conj(LEAST, for_all(A, eq(A.T, A)))),
    ((ne(a, 0),), (Step("p", SLOPE, Identity()),), differentiable(absolute(a), a)),
    ((finite(LARGER), finite(MEAN)), BOUND, for_all(a, finite(MEAN))),
    ((finite(LARGER), finite(MEAN)), BOUND, for_all(a, le(MEAN, LARGER))),
], ids=lambda value: str(value)[:60])  # fmt: skip
def test_a_condition_at_one_value_is_not_one_at_every_value(
    given: tuple[Prop, ...], steps: tuple[Step, ...], goal: Prop
) -> None:
    last = () if goal == steps[-1].shows else (Step("q", goal, Generalise(), ("p",)),)

    @claim("own/examined", kind=Kind.IDENTITY, given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)),
           proof=Proof((*steps, *last)))  # fmt: skip
    def one() -> Prop:
        """What is stated."""
        return goal

    assert by_proof(one) is not Verdict.PROVED


def test_a_mean_that_is_finite_at_one_value_is_not_finite_at_all() -> None:
    bound = for_all(a, le(MEAN, LARGER))
    left = Closing([finite(MEAN), finite(LARGER)]).left(conditions(bound))
    assert {c.node for c in left} == {MEAN, LARGER}


k_0, one_of = layer("k"), scalar("b_0")
TRACE = tr(eye("k"))
SAME = exists(one_of, eq(one_of, x_1))


@pytest.mark.parametrize(("given", "steps", "goal"), [
    ((), (Step("s", gt(TRACE, 0), Positivity()), Step("p", gt(k_0, 0), Combination(1), ("s",))), gt(k_0, 0)),
    ((eq(a, x_1),), (Step("p", SAME, Exhibit((one_of, a)), ("h0",)),), SAME),
    ((gt(x_1, 0),), (Step("p", exists(one_of, gt(one_of * x_1, 0)), Exhibit((one_of, term(1))), ("h0",)),),
     exists(one_of, gt(one_of * x_1, 0))),
], ids=["a size that may be 0", "what is drawn", "its sign"])  # fmt: skip
def test_a_number_that_is_a_size_and_what_exists_for_every_outcome(
    given: tuple[Prop, ...], steps: tuple[Step, ...], goal: Prop
) -> None:
    test_a_condition_at_one_value_is_not_one_at_every_value(given, steps, goal)
