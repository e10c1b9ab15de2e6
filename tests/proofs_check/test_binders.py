"""What each head binds stands in one table, whole; what is put in, cited or substituted is caught by none of it."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import FromClaim, Proof, Step, Substitution
from proofs_check.proof.checker import Checker
from proofs_check.proof.logic import free_parameters
from proofs_check.proof.steps.recursions import Instance
from proofs_check.statement.attention import differentiable, slope
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import (
    Prop,
    depends_on,
    eq,
    exists,
    for_all,
    global_minimum,
    gt,
    implies,
    independent_of,
    local_minimum,
    minimisers_satisfy,
    ne,
    saddle,
    tends,
)
from proofs_check.statement.psd import convex, curvature, infimum
from proofs_check.statement.terms import (
    absolute,
    grad,
    index,
    minimum,
    parameter,
    scalar,
    substitute,
    term,
    total,
    where,
)
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c = scalar("a"), scalar("b"), scalar("c")
n = scalar("n", "integer", "positive")
u, v = parameter("u"), parameter("v")


def walked(claim: Claim, step: Step, cited: Claim) -> bool:
    return Checker(claim, Proof((step,)), lambda id: cited, ProofAlgebra(WordsEquality(claim))).gap is None


def stated(prop: Prop, *given: Hypothesis) -> Claim:
    return Claim("x/cited", Kind.IDENTITY, "", "", (Part("", (Reading("", prop),)),), (b,), given)


# True for every b; where b is called a, what binds a would catch it, and most of these are false.
CATCHING = [
    exists(a, gt(a, b)),
    exists(a, ne(a, b)),
    for_all(a, implies(eq(a, 0), eq(a * b, 0))),
    differentiable(absolute(b), a),
    depends_on(a - b, a),
    independent_of(b, a),
    convex(-b * b, a),
    global_minimum((a - 2 * b) ** 2, (a, 2 * b)),
    local_minimum((a - b) ** 2, (a, b)),
    saddle((a - b) ** 2 - c**2, (a, b), (c, 0)),
    minimisers_satisfy((a - b) ** 2 + 1, eq(a, b), a),
    eq(curvature(a * b, (a, 1)), 0),
    eq(slope(a, a * b), b),
    eq(grad(a * b, a), b),
    eq(infimum(a**2 - 2 * a * b, a), -(b**2)),
    eq(minimum((a - b) ** 2 + b, a), b),
    eq(where(a * b, (a, 1)), b),
]


def blindly(prop: Prop) -> Prop:
    """With a written for b, whatever binds it."""
    def put(node: object) -> object:
        if node == b:
            return a
        if isinstance(node, (Prop, type(a * b))):
            return type(node)(node.head, tuple(put(arg) for arg in node.args))  # type: ignore[arg-type]
        return node

    found = put(prop)
    assert isinstance(found, Prop)
    return found


@pytest.mark.parametrize("prop", CATCHING, ids=repr)
def test_a_claim_is_cited_with_nothing_caught(prop: Prop) -> None:
    cited = stated(prop)
    assert not walked(stated(blindly(prop)), Step("s", blindly(prop), FromClaim("x/cited", "", "", ((b, a),))), cited)
    assert walked(stated(prop), Step("s", prop, FromClaim("x/cited")), cited)


@pytest.mark.parametrize("prop", CATCHING, ids=repr)
@pytest.mark.parametrize("equation", [eq(b, a), eq(b, a + 0 * b)], ids=repr)
def test_an_equation_does_not_enter_where_its_symbols_are_bound(prop: Prop, equation: Prop) -> None:
    given = Hypothesis("known", prop), Hypothesis("equal", equation)
    claim = stated(blindly(prop), *given)
    step = Step("s", blindly(prop), Substitution("known"), ("known", "equal"))
    assert not walked(claim, step, claim)


@pytest.mark.parametrize("prop", CATCHING, ids=repr)
def test_an_instance_catches_nothing(prop: Prop) -> None:
    premise = for_all(b, prop)
    claim = stated(blindly(prop), Hypothesis("known", premise))
    assert not walked(claim, Step("s", blindly(prop), Instance((b, a)), ("known",)), claim)


def test_what_is_not_caught_is_put_in() -> None:
    cited = stated(exists(a, gt(a, b)))
    shown = exists(a, gt(a, 2 * c))
    assert walked(stated(shown), Step("s", shown, FromClaim("x/cited", "", "", ((b, 2 * c),))), cited)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (minimum((a - b) ** 2, a), minimum((a - c) ** 2, a)),
        (where(a * b, (a, b)), where(a * c, (a, c))),
        (grad(a * b, a), grad(a * c, a)),
        (total(index("i", "d"), 3, index("i", "d") * b), total(index("i", "d"), 3, index("i", "d") * c)),
    ],
    ids=repr,
)
def test_free_symbols_alone_are_replaced(given: object, expected: object) -> None:
    assert substitute(given, {b: c}) == expected  # type: ignore[arg-type]


def test_a_bound_symbol_is_renamed_where_it_would_catch() -> None:
    found = substitute(minimum((a - b) ** 2 + b, a), {b: a})
    assert found != minimum((a - a) ** 2 + a, a)
    assert repr(found) == "min_{a'} ((a' - a)² + a)"


def test_a_gradient_is_taken_in_a_symbol_and_not_in_a_value() -> None:
    assert substitute(grad(a * b, a), {a: c}) == grad(c * b, c)
    with pytest.raises(Lacks):
        substitute(grad(a * b, a), {a: term(2)})
    with pytest.raises(Lacks):
        substitute(grad(a * b, a), {b: a})


def test_the_value_of_a_least_point_stays_free() -> None:
    assert free_parameters(global_minimum((u - v) ** 2, (u, v))) == {v}
    assert free_parameters(minimisers_satisfy((u - v) ** 2, eq(u, v), u)) == {v}
    assert free_parameters(tends(u / n, 0, n)) == {u}
    assert free_parameters(grad(u**2, u)) == {u}
