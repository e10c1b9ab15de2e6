"""Convexity, saddles and their likes: a second-order criterion is for functions with two continuous derivatives."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    absolute,
    check,
    claim,
    convex,
    eq,
    exp,
    expect,
    gaussian,
    ge,
    gradient_flow,
    gt,
    inv,
    local_minimum,
    lt,
    matrix,
    nonconvex,
    norm_2,
    norm_F,
    parameter,
    relu,
    saddle,
    scalar,
    sqrt,
    term,
    tr,
    vector,
    where,
)
from proofs_check.claims import Claim, Part, Reading
from proofs_check.model import Model
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Combination, Identity, Proof, Reduction, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.smooth import direction, rough_part
from proofs_check.proof.steps.curvature import BentSomewhere, NowhereBent
from proofs_check.results import Result
from proofs_check.statement.props import Prop
from proofs_check.statement.psd import curvature
from proofs_check.statement.terms import Term, entry
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, p, q, r = (scalar("a"), scalar("b"), scalar("p", "positive"), scalar("q", "nonnegative"),
                 scalar("r", "nonnegative"))  # fmt: skip
u, w = parameter("u"), parameter("w")
v, V = vector("v", "d"), matrix("V", "d", "d")
S, R = (matrix(name, "d", "d", "symmetric", "posdef") for name in "SR")
z = gaussian("z", "d")
n = scalar("n", "integer", "positive")


def found(prop: Prop, *given: Prop, model: str | Model = "") -> Result:
    @claim("own/shape", kind=Kind.INEQUALITY, model=model,
           given=tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given)))
    def made() -> Prop:
        """What is stated."""
        return prop

    result = check(made)
    assert isinstance(result, Result)
    assert not any("one of them is wrong" in defect for defect in result.defects), result.defects
    return result


# Convexity --------------------------------------------------------------------------------------------------

NOT_CONVEX = {
    "minus a modulus": -absolute(a), "minus a positive part": -relu(a), "a square less a modulus": a**2 - absolute(a),
    "two kinks": absolute(a - 1) - 2 * absolute(a), "two positive parts": relu(a) - 2 * relu(a - 1),
    "minus the root of a square": -sqrt(a**2), "a pole": 1 / a**2, "a pole beside a parabola": a**2 + 1 / a**2,
    "a mean of moduli turned over": -expect(absolute(a * z.T * z)),
}


@pytest.mark.parametrize("f", NOT_CONVEX.values(), ids=NOT_CONVEX.keys())
def test_kinks_and_poles_do_not_fall_through(f: Term) -> None:
    assert found(convex(f, a)).verdict in {Verdict.UNDECIDED, Verdict.REFUTED}
    for loss in ((u - 1) ** 2, u**4):
        moved = where_a_is(u, f)
        assert found(convex(moved, u), model=gradient_flow(loss, (u,))).verdict in {Verdict.UNDECIDED, Verdict.REFUTED}


def where_a_is(new: Term, f: Term) -> Term:
    from proofs_check.statement.terms import substitute

    return substitute(f, {a: new})


@pytest.mark.parametrize("f", [-absolute(a), absolute(a - 1) - 2 * absolute(a), -sqrt(a**2)])
def test_a_chord_below_the_graph_refutes_convexity(f: Term) -> None:
    result = found(convex(f, a))
    assert result.verdict is Verdict.REFUTED
    assert "the chord from -1 to 1" in (result.counterexample or "")


def test_no_chord_refutes_what_is_convex() -> None:
    for f in (absolute(a), relu(a), a**2 + absolute(a - 1), a**4, exp(a), a, absolute(2 * a - 3) + a**2 / 3):
        assert found(convex(f, a)).verdict is Verdict.PROVED, f
        assert found(nonconvex(f, a)).verdict in {Verdict.UNDECIDED, Verdict.REFUTED}, f


def test_what_has_two_continuous_derivatives_and_bends_upwards_is_convex() -> None:
    for f in (a**2 / p, sqrt(1 + a**2), sqrt(p) * a**2, norm_2(a * v) ** 2, expect((a * z.T * v - 1) ** 2)):
        assert found(convex(f, a)).verdict is Verdict.PROVED, f
    assert found(convex(norm_F(V) ** 2, V)).verdict is Verdict.PROVED
    assert found(convex(norm_2(V * v) + tr(V.T * V), V)).verdict is Verdict.PROVED
    assert found(convex(1 / p, p)).verdict is Verdict.PROVED


def test_moduli_count_with_nonnegative_factors_and_of_what_is_affine_alone() -> None:
    assert found(convex(p * absolute(a) + q * relu(a - b), a)).verdict is Verdict.PROVED
    for f in (b * absolute(a), absolute(a**2 - 1), relu(1 - a**2), absolute(a) * absolute(a - 1)):
        assert found(convex(f, a)).verdict in {Verdict.UNDECIDED, Verdict.REFUTED}, f


def test_directions_are_free_where_values_are_not() -> None:
    """Second derivatives of a product along two positive directions are positive: that is not enough."""
    for prop in (convex(p * q, p, q), convex(tr(S * R), S, R)):
        result = found(prop)
        assert result.verdict is Verdict.REFUTED
        assert not any(x.verdict is Verdict.PROVED for x in result.witnesses)
    assert direction(S).traits == {"symmetric"}
    assert not direction(p).traits


def test_integers_and_numbers_other_than_0_are_no_convex_sets() -> None:
    other = scalar("s", "nonzero")
    for prop in (convex(n**2, n), convex(1 / other**2, other), convex(other**2, other)):
        assert found(prop).verdict is Verdict.UNDECIDED


def test_a_hypothesis_on_one_value_of_the_variable_is_none_on_all() -> None:
    assert found(convex(a**3, a), gt(a, 0)).verdict is not Verdict.PROVED
    own = gradient_flow((u - 1) ** 2, (u,))
    assert found(convex(u**3, u), ge(u, 0), model=own).verdict is not Verdict.PROVED
    assert found(convex(1 / u, u), gt(u, 0), model=own).verdict is not Verdict.PROVED


# Saddles, and functions that are not convex -----------------------------------------------------------------

def test_a_saddle_is_no_kink() -> None:
    origin = ((u, 0), (w, 0))
    assert found(saddle(u * w, *origin)).verdict is Verdict.PROVED
    assert found(saddle(u * w / (1 + u**2), *origin)).verdict is Verdict.PROVED
    kinks = absolute(u) * absolute(w), u * w + absolute(u), u * w + 10 * relu(u) + 10 * relu(w) - 5 * u - 5 * w
    for f in (*kinks, u * w + sqrt(u**2) + sqrt(w**2)):
        assert found(saddle(f, *origin)).verdict is not Verdict.PROVED, f


def test_a_saddle_is_stationary() -> None:
    result = found(saddle(u * w + u, (u, 0), (w, 0)))
    assert result.verdict is Verdict.REFUTED
    assert "gradient in u does not vanish" in " ".join(x.sentence for x in result.witnesses)
    assert found(saddle(u * w + w**3 + 2 * w, (u, 0), (w, 0))).verdict is Verdict.REFUTED
    assert found(saddle(u * w + u, (u, 0), (w, -1))).verdict is Verdict.PROVED


def test_at_the_edge_of_its_domain_a_stationary_point_may_be_a_minimum() -> None:
    """The product of two nonnegative numbers is least at the origin, although its Hessian is indefinite there."""
    assert found(saddle(q * r, (q, 0), (r, 0))).verdict is Verdict.UNDECIDED


def test_a_reduction_in_a_chain_asks_for_derivatives_too() -> None:
    for f, holds in ((u * w, True), (u * w + absolute(u), False), (u * w + u, False)):
        assert follows(Step("s", saddle(f, (u, 0), (w, 0)), Reduction())) is holds, f


def test_where_no_direction_is_found_a_function_may_still_not_be_convex() -> None:
    two_layers = (u * w - 1) ** 2
    for f, variables in (((a**2 - 1) ** 2, (a,)), (u**4 - u**2, (u,)), (100 * u**2 - u**4, (u,)), (p * u**3, (u,)),
                         (u * absolute(u), (u,)), (two_layers, (u, w)), (u**3, (u,))):  # fmt: skip
        result = found(nonconvex(f, *variables))
        assert result.verdict is not Verdict.REFUTED, f
        assert not result.defects, f
    assert found(nonconvex(two_layers, u, w)).verdict is Verdict.PROVED
    assert found(nonconvex(u * w + absolute(u), u, w)).verdict is not Verdict.PROVED


@pytest.mark.parametrize("id", ["own/one", "own/two", "own/three", "own/four"])
def test_that_a_function_is_not_convex_does_not_depend_on_the_name_of_the_claim(id: str) -> None:
    @claim(id, kind=Kind.INEQUALITY)
    def made() -> Prop:
        """What is stated."""
        return nonconvex(u**3, u)

    result = check(made)
    assert isinstance(result, Result)
    assert result.verdict in {Verdict.SUPPORTED, Verdict.UNDECIDED}


def test_nothing_leads_out_of_the_domain_to_show_that_a_function_is_not_convex() -> None:
    """The cube and the inverse are convex on the positive numbers; they are not on all."""
    for f in (p**3, 1 / p, p**3 + 1 / p):
        assert found(nonconvex(f, p)).verdict is Verdict.UNDECIDED, f
    assert found(nonconvex(p * q, p, q)).verdict is not Verdict.REFUTED


# The rules of chains, and the term --------------------------------------------------------------------------

def follows(*steps: Step) -> bool:
    prop = steps[-1].shows
    stated = Claim("own/test", Kind.INEQUALITY, "", "", (Part("", (Reading("", prop),)),))
    return Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated))).report(prop).follows


def test_a_point_outside_the_domain_shows_nothing() -> None:
    for x, holds in ((a, True), (p, False)):
        there = where(curvature(x**3, (x, 1)), (x, -1))
        steps = (Step("bent", lt(there, 0), Combination(plus=(term(6),))),
                 Step("not convex", nonconvex(x**3, x), BentSomewhere(), ("bent",)))  # fmt: skip
        assert follows(*steps) is holds


def test_the_chain_of_a_convex_function_asks_for_a_polynomial_on_a_convex_set() -> None:
    for x, holds in ((a, True), (scalar("s", "nonzero"), False)):
        along = curvature(x**2, (x, b))
        steps = (Step("along", eq(along, 2 * b**2), Identity()),
                 Step("bent", ge(along, 0), Combination(-1, plus=(2 * b**2,)), ("along",)),
                 Step("convex", convex(x**2, x), NowhereBent(), ("bent",)))  # fmt: skip
        assert follows(*steps) is holds


def test_words_reads_no_curvature_at_kinks() -> None:
    for f in (absolute(a), relu(a), sqrt(a**2), a * absolute(a)):
        assert found(eq(curvature(f, (a, b)), 0)).verdict is not Verdict.PROVED, f
    assert found(eq(curvature(a**3, (a, b)), 6 * a * b**2)).verdict is Verdict.PROVED


def test_a_local_minimum_at_a_kink_is_left_open() -> None:
    one = scalar("d", "integer", "positive")
    assert found(local_minimum(absolute(u), (u, 0)), eq(one, 1)).verdict is not Verdict.REFUTED
    assert found(local_minimum(-absolute(u), (u, 0)), eq(one, 1)).verdict is not Verdict.PROVED


def test_what_is_twice_continuously_differentiable_is_read_off_the_term() -> None:
    smooth = (a**2 * b, norm_2(a * v) ** 2, exp(-(a**2)), 1 / (1 + a**2), sqrt(p + a**2), tr(V * V.T) * a,
              a / p, expect((a * z.T * v) ** 4), where(a * b, (b, a**2)), absolute(a) ** 2)  # fmt: skip
    rough = (absolute(a), relu(a), sqrt(a**2), 1 / a, norm_2(a * v), norm_2(a * v) ** 3, expect(exp(a * z.T * v)),
             expect(absolute(a * z.T * v)), where(absolute(b), (b, a)), a / b * (1 / a))  # fmt: skip
    for f in smooth:
        assert rough_part(f, {a}) is None, f
    for f in rough:
        assert rough_part(f, {a}) is not None, f
    assert rough_part(absolute(b) * a, {a}) is None
    assert rough_part(inv(S), {S}) is None
    assert rough_part(inv(V), {V}) is not None
    assert rough_part(entry(V, 1, 1) ** 2, {V}) is None
