"""Places that are chosen so that hypotheses hold: what is false there is refuted, what is true is not."""

from __future__ import annotations

from itertools import islice

import pytest
from flint import fmpq

from proofs_check.algebras.contexts import decide_statement
from proofs_check.algebras.contexts.solutions import solved_places, suppositions
from proofs_check.statement.attention import (
    exp_each,
    haar,
    kernel,
    layer,
    layers,
    orthogonal,
    product_down,
    product_up,
    relu_each,
    sequence,
)
from proofs_check.statement.attention import kernel_value as value
from proofs_check.statement.props import Prop, conj, eq, ge, gt, iff, implies, le, ne, psd
from proofs_check.statement.terms import Sym, at, exp, eye, matrix, norm_F, scalar, tr, vector
from symbolic.contexts import common_roots, formulas, hostile_matrices, is_psd
from symbolic.contexts.kernels import FORMULAS
from symbolic.contexts.matrices import DEGREE
from symbolic.contexts.rotations import signed_permutations
from symbolic.entries import Matrix
from tests.adversary.renaming import names_for, renamed, symbols_in

a, b, f = (scalar(name) for name in "abf")
p, q, r = scalar("p", "positive"), scalar("q", "nonnegative"), scalar("r", "nonzero")
v, w, x = (vector(name, "d") for name in "vwx")
A, B, T = matrix("A"), matrix("B"), matrix("T", "d", "d", "invertible")
F, K, S = (
    matrix(name, "d", "d", "symmetric", *more) for name, more in (("F", ()), ("K", ("psd",)), ("S", ("posdef",)))
)
Q, one, d = orthogonal("Q"), eye("d"), scalar("d", "integer", "positive")
free, definite, turned = kernel("k"), kernel("k_1", "psd"), kernel("k_2", "rotation_invariant")
strict = kernel("k_3", "psd", "positive")
layer_, j = layer("l"), layer("j")
c, C = layers("c"), layers("C", "d", "d")


def product(upto: object) -> object:
    return sequence(f, j, a, f * at(c, j), upto)


FALSE: dict[str, tuple[Prop, ...]] = {
    "a sign": (eq(exp_each(a * A), exp_each(A)), eq(a**2, 1)),
    "a sign, as a condition": (implies(eq(a**2, 1), eq(exp_each(a * A), exp_each(A))),),
    "a sign, in a kernel": (eq(value(turned, a * v, w), value(turned, v, w)), eq(a**2, 1)),
    "one of two roots": (eq(relu_each(a * A), 3 * relu_each(A)), eq((a - 3) * (a + 2), 0)),
    "a quotient": (eq(relu_each(a * b * A), relu_each(a * A)), eq(a * b, 1)),
    "a circle": (eq(relu_each(a * A), a * relu_each(A)), eq(a**2 + b**2, 1)),
    "two signs": (eq(relu_each(a * A), relu_each(b * A)), eq(a**2, 1), eq(b**2, 1)),
    "the sign of a member": (eq(at(c, 0), 1), eq(at(c, 0) ** 2, 1)),
    "members whose product is 1": (eq(at(c, 0), 1), eq(at(c, 0) * at(c, 1), 1)),
    "members that a recursion runs over": (eq(at(c, 0), 1), eq(product(2), 1), eq(a, 1)),
    "the length of the identity": (eq(value(turned, A * v, A * w), value(turned, v, w)), eq(norm_F(A) ** 2, d)),
    "an involution": (eq(value(turned, A * v, A * w), value(turned, v, w)), eq(A * A, one)),
    "a projection": (eq(relu_each(A), A), eq(A * A, A)),
    "a nilpotent matrix": (eq(relu_each(A), 0 * A), eq(A * A, 0 * A)),
    "a definite matrix": (eq(relu_each(F), F), psd(F)),
    "commuting layers": (
        eq(product_up(layer_, 2, at(C, layer_)), at(C, 0) * at(C, 2) * at(C, 1)),
        eq(at(C, 0) * at(C, 1), at(C, 1) * at(C, 0)),
    ),
    "the order of layers": (
        eq(product_up(layer_, 1, at(C, layer_)), product_down(layer_, 1, at(C, layer_))), eq(at(C, 0), at(C, 0).T),
    ),
    "a zero kernel": (ne(value(free, v, w), 0),),
    "a constant kernel": (eq(value(definite, v, w), 0), eq(value(definite, 2 * v, w), value(definite, v, w))),
    "a linear kernel": (ge(value(definite, v, w), 0), eq(value(definite, 2 * v, w), 2 * value(definite, v, w))),
    "a kernel that a rotation keeps at one pair": (
        eq(value(definite, Q * v, Q * w), value(definite, v, w)),
        eq(value(definite, Q * v, Q * v), value(definite, v, v)),
    ),
    "a kernel at another pair": (implies(eq(value(definite, v, w), 0), eq(value(definite, v, x), 0)),),
    "one side of an equivalence": (iff(eq(a**2, 1), eq(relu_each(a * A), relu_each(A))),),
    "fractions as exponents": (eq(relu_each(a * A), 7 * relu_each(A)), eq((a - 7) * (a + 5), 0), gt(exp(a / 3), 0)),
    "the second condition": (implies(eq(a, b), implies(eq(b**2, 1), eq(relu_each(a * A), relu_each(A)))),),
    "a link": (conj(eq(relu_each(A), relu_each(A)), implies(eq(a**2, 1), eq(relu_each(a * A), relu_each(A)))),),
}  # fmt: skip
TRUE: dict[str, tuple[Prop, ...]] = {
    "a positive sign": (eq(exp_each(p * A), exp_each(A)), eq(p**2, 1)),
    "a nonnegative sign": (eq(exp_each(q * A), exp_each(A)), eq(q**2, 1)),
    "a root that is not 0": (eq(relu_each(r * A), relu_each(A)), eq(r**2, r)),
    "a symmetric involution": (eq(value(turned, F * v, F * w), value(turned, v, w)), eq(F * F, one)),
    "a psd involution": (eq(relu_each(K * A), relu_each(A)), eq(K * K, one)),
    "a definite projection": (eq(relu_each(S * A), relu_each(A)), eq(S * S, S)),
    "an invertible projection": (eq(relu_each(T * A), relu_each(A)), eq(T * T, T)),
    "an orthogonal matrix without trace": (eq(value(turned, Q * v, Q * w), value(turned, v, w)), eq(tr(Q), 0)),
    "a psd kernel": (ge(value(definite, v, v), 0), eq(value(definite, 2 * v, w), value(definite, v, w))),
    "a kernel that rotations keep": (
        eq(value(turned, Q * v, Q * w), value(turned, v, w)), eq(value(turned, 2 * v, w), 2 * value(turned, v, w)),
    ),
    "a positive definite kernel": (gt(value(strict, v, v), 0), eq(value(strict, v, w), value(strict, w, x))),
    "the square of a member": (eq(relu_each(at(c, layer_) ** 2 * A), relu_each(A)), eq(at(c, layer_) ** 2, 1)),
}  # fmt: skip


def refuted(props: tuple[Prop, ...]) -> bool:
    return decide_statement(props[0], props[1:], dims=(1, 2)).refuted is not None


@pytest.mark.parametrize("what", FALSE)
def test_what_fails_where_its_hypotheses_hold_is_refuted(what: str) -> None:
    assert refuted(FALSE[what])


@pytest.mark.parametrize("what", TRUE)
def test_what_holds_wherever_its_hypotheses_do_is_not_refuted(what: str) -> None:
    assert not refuted(TRUE[what])


@pytest.mark.parametrize("what", FALSE)
@pytest.mark.parametrize("salt", ["z", "A_"])
def test_other_names_change_nothing(what: str, salt: str) -> None:
    props = FALSE[what]
    assert refuted(renamed(props, names_for(symbols_in(props), salt)))


def test_each_place_meets_what_is_supposed_of_one_number() -> None:
    equation = eq((a - 3) * (a + 2) * (2 * a - 1), 0)
    found = {
        place.chosen[a, None][0, 0] for place in solved_places(eq(a * A, A), [equation], [{"d": 1}], frozenset(), 0)
    }
    assert found == {fmpq(3), fmpq(-2), fmpq(1, 2)}


def test_what_is_chosen_has_the_traits_of_its_symbol() -> None:
    conditions = [eq(X * X, X * X.T) for X in (A, F, K, S, Q, T)]
    values = [place.chosen for place in solved_places(eq(A, A), conditions, [{"d": 2}], frozenset(), 0)]
    assert len(values) >= 8
    zero = Matrix.of([[fmpq(0)] * 2] * 2)
    for chosen in values:
        for X in (F, K, S):
            assert chosen[X, None] == chosen[X, None].T
        for X in (K, S):
            assert is_psd(chosen[X, None], lambda e: (e > 0) - (e < 0), strict=X is S)
        assert (chosen[Q, None] @ chosen[Q, None].T).rows == ((1, 0), (0, 1))
        assert chosen[T, None].det()
        assert chosen[S, None] != zero


def test_what_has_a_law_or_a_trait_of_which_nothing_is_known_here_is_not_chosen() -> None:
    U, other = haar("U"), matrix("N", "d", "d", "of another kind")
    named = Sym("n", (1, 1), frozenset({"layers", "of another kind"}))
    conditions = [le(tr(U), 9), le(tr(other), 99), le(at(c, 0) + at(named, 0), 99), eq(tr(F), 0)]
    found = list(solved_places(eq(A, A), conditions, [{"d": 1}], frozenset(), 0))
    assert found
    assert all(place.chosen.keys() == {(F, None), (c, 0)} for place in found)


def test_what_only_names_values_asks_for_no_place() -> None:
    assert not list(solved_places(eq(a * A, A), [eq(a, b)], [{"d": 1}], frozenset(), 0))


def test_what_is_to_hold_is_each_condition_and_the_equation_that_a_strict_relation_excludes() -> None:
    said = conj(implies(eq(a, 1), implies(eq(b, 1), gt(a, b))), iff(eq(a, 0), eq(b, 0)))
    assert list(suppositions(said)) == [
        (eq(a, 1),), (eq(a, 1), eq(b, 1)), (eq(a, 1), eq(b, 1), eq(a, b)), (eq(a, 0),), (eq(b, 0),),
    ]  # fmt: skip


# Kernels, matrices and roots -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(FORMULAS)))
@pytest.mark.parametrize("size", [1, 2])
def test_a_formula_has_the_traits_that_it_says_and_no_other(number: int, size: int) -> None:
    """Zero and repeated points are among those of the Gram matrix, but where it is to be definite; each trait that a
    formula lacks fails at some of them, in one dimension or two."""
    K = FORMULAS[number]
    points = list(dict.fromkeys(A.rows for A in hostile_matrices(size, 1)))
    columns = [Matrix(rows) for rows in points][:9]
    gram = Matrix.build(len(columns), len(columns), lambda i, j: K.of(columns[i], columns[j]))
    assert gram == gram.T
    semidefinite = is_psd(gram, lambda e: (e > 0) - (e < 0), strict=False)
    assert semidefinite or "psd" not in K.traits
    assert "positive" not in K.traits or is_psd(gram, lambda e: (e > 0) - (e < 0), strict=True)
    kept = all(K.of(U @ u, U @ w) == K.of(u, w) for U in signed_permutations(size) for u in columns for w in columns)
    assert kept or "rotation_invariant" not in K.traits
    if size == 2:
        assert semidefinite is ("psd" in K.traits)
        assert kept is ("rotation_invariant" in K.traits)


def test_formulas_are_those_with_all_traits_asked_for() -> None:
    assert all("psd" in K.traits for K in formulas({"kernel", "psd"}))
    assert len(formulas({"kernel", "positive", "psd", "rotation_invariant"})) == 1


def test_roots_are_those_of_all_polynomials_and_of_no_function_that_only_looks_like_one() -> None:
    assert common_roots(lambda t: [t * t - t, t * t - 1]) == [1]
    assert common_roots(lambda t: [t * t + 1]) == []
    assert common_roots(lambda t: [abs(t) - 1]) is None
    assert common_roots(lambda t: [(t - 1) ** DEGREE * 5]) == [1]


def test_hostile_matrices_are_of_every_kind() -> None:
    every = hostile_matrices(2, 2)
    one, zero = (Matrix.of([[fmpq(s), fmpq(0)], [fmpq(0), fmpq(s)]]) for s in (1, 0))
    assert any(A @ A == zero != A for A in every)
    assert any(A @ A == A and A not in (zero, one) and A != A.T for A in every)
    assert any(one == A @ A and A != A.T for A in every)
    assert any(one == A.T @ A and A != A.T for A in every)
    assert any(A @ B != B @ A for A, B in zip(every, islice(every, 1, None), strict=False))
