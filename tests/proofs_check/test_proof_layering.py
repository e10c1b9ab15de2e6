"""The rules about sequences that contract and laws that rotations keep: what follows is accepted, the rest is not."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.ccs.notation import Sigma, U, U_Sigma, l, n, root
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Combination, Identity, Positivity, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.steps.layers import Contracting, Diminishing, Rotated
from proofs_check.proof.steps.recursions import Instance
from proofs_check.statement.attention import haar, layers, same_law, sequence
from proofs_check.statement.laws import gaussian, relu
from proofs_check.statement.props import Prop, eq, for_all, implies, le, lt, tends
from proofs_check.statement.terms import (
    Sym,
    Term,
    TermLike,
    at,
    beside_over,
    expect,
    index,
    inner,
    scalar,
    total,
    vector,
)
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c = scalar("a"), scalar("b"), scalar("c")
F = Sym("F", (1, 1))
steps = layers("steps")
half = Fraction(1, 2)


def halved(upto: TermLike) -> Term:
    return sequence(F, l, a, F * half, upto)


def follows(target: Prop, *chain: Step, given: tuple[Hypothesis, ...] = ()) -> bool:
    stated = Claim(
        "ccs/test", Kind.LIMIT, "", "", (Part("", (Reading("", target),)),), forall=(a, b, c, l), given=given
    )
    return Checker(stated, Proof(chain), lambda id: stated, ProofAlgebra(WordsEquality(stated))).report(target).follows


def shrinks(factor: TermLike, f: Term, following: Term) -> Step:
    return Step("shrinks", le(following, factor * f), Combination(plus=(halved(l) ** 2 * (factor - Fraction(1, 4)),)))


square, following = halved(l) ** 2, halved(l + 1) ** 2
to_zero = tends(halved(l), 0, l)


def test_what_is_halved_in_each_layer_tends_to_zero() -> None:
    assert follows(to_zero, shrinks(half, square, following),
                   Step("limit", to_zero, Contracting(l, square, half), ("shrinks",)))


def test_it_tends_to_nothing_else() -> None:
    wrong = tends(halved(l), 1, l)
    assert not follows(wrong, shrinks(half, square, following),
                       Step("limit", wrong, Contracting(l, square, half), ("shrinks",)))


@pytest.mark.parametrize("factor", [Fraction(1), Fraction(2)])
def test_a_factor_that_is_not_below_one_shows_no_limit(factor: Fraction) -> None:
    assert not follows(to_zero, shrinks(factor, square, following),
                       Step("limit", to_zero, Contracting(l, square, factor), ("shrinks",)))


def test_one_layer_that_shrinks_is_not_enough() -> None:
    here = Hypothesis("here", le(following, half * square))
    limit = Step("limit", to_zero, Contracting(l, square, half), ("here",))
    assert not follows(to_zero, limit, given=(here,))
    assumed = Step("here", le(following, half * square), Assume())
    assert not follows(to_zero, assumed, limit)


def test_a_factor_that_changes_from_layer_to_layer_is_none() -> None:
    small = Hypothesis("small", lt(at(steps, l), 1))
    steep = Hypothesis("steep", le(following, at(steps, l) * square))
    assert not follows(to_zero, Step("limit", to_zero, Contracting(l, square, at(steps, l)), ("steep", "small")),
                       given=(small, steep))


def test_the_bound_must_be_one_of_the_distance() -> None:
    other = Step("shrinks", le(0 * following, half * (0 * square)), Identity())
    positive = Step("other", le(0, square), Positivity())
    assert not follows(to_zero, other, positive,
                       Step("limit", to_zero, Contracting(l, 0 * square, half), ("shrinks", "other")))




def slowly(by: Term, factor: Term, target: Prop = to_zero) -> bool:
    """With the premise that f shrinks by ``factor`` from the layer b on, that of the rule being 1 - by/(l + 1)."""
    shrunk = Hypothesis("shrunk", for_all(l, implies(le(b, l), le(following, factor * square))))
    positive = Hypothesis("positive", lt(0, c))
    some = Step("some", implies(le(b, l), le(following, factor * square)), Instance((l, l)), ("shrunk",))
    limit = Step("limit", target, Diminishing(l, square, by, b), ("some", "positive"))
    return follows(target, some, limit, given=(shrunk, positive))


def test_factors_whose_product_vanishes_show_a_limit() -> None:
    assert slowly(c, 1 - c / (l + 1))
    assert not slowly(c, 1 - c / (l + 1), tends(halved(l), 1, l))


def test_factors_whose_product_need_not_vanish_show_none() -> None:
    assert not slowly(c, 1 - c / (l + 1) ** 2)
    assert not slowly(-c, 1 + c / (l + 1))
    assert not slowly(a, 1 - a / (l + 1))  # a may be 0


# Laws ----------------------------------------------------------------------------------------------------------

i = index("i", "n+1")
xi, z = gaussian("xi", "d", iid=True), gaussian("z", "d")
Q = haar("Q")
u = vector("u", "d")


def kept(A: Term, B: Term, rotation: Term, *drawn: Sym) -> bool:
    shown = same_law(A, B)
    return follows(shown, Step("law", shown, Rotated(rotation, *drawn)))


def columns(x: Term) -> Term:
    return beside_over(i, n + 1, x)


def test_gaussian_columns_have_the_law_of_their_rotations() -> None:
    x = columns(root * at(xi, i))
    assert kept(U_Sigma * x, x, U, xi)
    assert not kept(U * x, x, U, xi)  # a rotation does not keep the covariance Sigma


def test_a_matrix_that_is_no_rotation_keeps_no_law() -> None:
    x = columns(at(xi, i))
    assert kept(U * x, x, U, xi)
    assert not kept(Sigma * x, x, Sigma, xi)


def test_all_that_is_drawn_must_be_rotated() -> None:
    x = columns(z + at(xi, i))
    assert kept(U * x, x, U, z, xi)
    assert not kept(U * x, x, U, xi)
    assert not kept(U * x, x, U, z)


def test_what_is_not_drawn_is_not_rotated() -> None:
    assert not kept(U * u, u, U, u)
    assert not kept(U * (u + z), u + z, U, z)


def test_under_a_sum_or_a_mean_of_its_own_what_is_drawn_is_not_rotated() -> None:
    k = index("k", "n")
    assert not kept(U * total(k, n, at(xi, k)), n * at(xi, k), U, xi)
    assert not kept(inner(z, expect(z)) * u, inner(z, z) * u, U, z)


def test_a_random_rotation_of_a_fixed_vector_is_kept() -> None:
    assert kept(U * (Q * u), Q * u, U, Q)
    assert not kept(Q * u, u, Q, Q)


def test_means_of_rotated_gaussians_are_equal() -> None:
    def unit(x: Term) -> Term:
        return expect(relu(inner(z, x)) * relu(inner(z, u)))

    w = vector("w", "d")
    turned = expect(relu(inner(z, U * w)) * relu(inner(z, U * u)))
    assert follows(eq(turned, unit(w)), Step("means", eq(turned, unit(w)), Rotated(U.T, z)))
    half_turned = expect(relu(inner(z, U * w)) * relu(inner(z, u)))
    assert not follows(eq(half_turned, unit(w)), Step("means", eq(half_turned, unit(w)), Rotated(U.T, z)))
