"""False statements about attention that an engine or a rule of proof could take for true; none does."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from proofs_check import runner
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.ccs.notation import X_0, l, n, r
from proofs_check.papers.ccs.notation_rotations import j
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Combination, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.deciding.small_gradients import moved
from proofs_check.proof.steps.layers import Contracting
from proofs_check.proof.steps.small_gradients import SmallGradients
from proofs_check.statement.attention import differentiable, gram, kernel, orthogonal, sequence, slope
from proofs_check.statement.props import Prop, eq, for_all, ge, implies, le, tends
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import (
    Sym,
    Term,
    TermLike,
    at,
    det,
    exp,
    eye,
    grad,
    index,
    inner,
    matrix,
    norm_F,
    scalar,
    term,
    total,
    tr,
    where,
    zeros,
)
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.proof.witness import WordsEquality

i = index("i", "k+1")
S, G, R = matrix("S"), matrix("G"), matrix("R")
s, t = scalar("s"), scalar("t")
HALF = Fraction(1, 2)


def follows(target: Prop, *chain: Step, given: tuple[Hypothesis, ...] = ()) -> bool:
    stated = Claim("ccs/test", Kind.LIMIT, "", "", (Part("", (Reading("", target),)),), given=given)
    return Checker(stated, Proof(chain), lambda id: stated, ProofAlgebra(WordsEquality(stated))).report(target).follows


def verdict(prop: Prop, name: str) -> Verdict:
    claim = Claim("mine/x", Kind.IDENTITY, "", "x", (Part("", (Reading("", prop),)),))
    return runner.examine(claim, (name,), Context(dims=(1, 2))).verdict


# Limits in the number of layers ---------------------------------------------------------------------------------

def halved(layer: Sym, size: Term) -> bool:
    """Whether ``size`` is found to vanish after many halvings, being the same in each layer."""
    letter = Sym("F", (1, 1))

    def f(upto: TermLike) -> Term:
        return size * sequence(letter, l, term(1), letter * HALF, upto)

    limit = tends(f(layer), 0, layer)
    shrinks = Step("shrinks", le(f(layer + 1) ** 2, HALF * f(layer) ** 2),
                   Combination(plus=(f(layer) ** 2 * Fraction(1, 4),)))
    return follows(limit, shrinks, Step("limit", limit, Contracting(layer, f(layer) ** 2, HALF), ("shrinks",)))


def test_a_dimension_is_no_number_of_layers() -> None:
    assert halved(l, det(2 * eye("d")))
    assert not halved(n, det(2 * eye("n")))  # 2^n 2^-n


# Small gradients ------------------------------------------------------------------------------------------------

def small_slopes(family: Sym, f: Term) -> bool:
    """Whether the partial derivatives of f are found to be as small as one likes."""
    partial = where(grad(moved(f, family, i - 1, s), s), (s, 0))
    target = eq(infimum(total(i, scalar("k", "integer", "nonnegative") + 1, partial**2), family), 0)
    given = (Hypothesis("bounded", for_all(family, ge(f, 0))),
             Hypothesis("differentiable", for_all(family, differentiable(f, family))))
    names = tuple(h.name for h in given)
    return follows(target, Step("small", target, SmallGradients(f, j, family), names), given=given)


def small_gradients(size: Callable[[Term, Term], Term], f: Term) -> bool:
    r"""Whether gradients :math:`r_\ell I` are small, of which ``size`` is known of the gradient and a slope of f."""

    def g(layer: Term, at_S: Term) -> Term:
        return at(r, layer) * tr(at_S)

    known = for_all(R, eq(inner(G, R), slope(t, g(j, t * R))))
    sized = implies(known, eq(norm_F(G) ** 2, size(G, slope(t, moved(f, r, j, t)))))
    squares = norm_F(where(grad(g(i - 1, S), S), (S, zeros("d", "d")))) ** 2
    target = eq(infimum(total(i, scalar("k", "integer", "nonnegative") + 1, squares), r), 0)
    given = (
        Hypothesis("bounded", for_all(r, ge(f, 0))),
        Hypothesis("differentiable", for_all(r, differentiable(f, r))),
        Hypothesis("of the gradient", for_all(r, for_all(j, differentiable(g(j, S), S)))),
        Hypothesis("sized", for_all(r, for_all(j, for_all(G, sized)))),
    )
    names = tuple(h.name for h in given)
    return follows(target, Step("small", target, SmallGradients(f, j, r), names), given=given)


def test_a_function_that_is_bounded_below_for_positive_numbers_alone_has_no_small_gradients() -> None:
    positive = Sym("r", (1, 1), frozenset({"layers", "positive"}))
    assert small_slopes(r, at(r, 0) ** 2)
    assert not small_slopes(positive, at(positive, 0))


def test_what_moves_a_member_moves_nothing_else() -> None:
    assert not small_slopes(r, exp(s))
    assert small_gradients(lambda gradient, p: 2 * p**2, at(r, 0) ** 2)
    assert not small_gradients(lambda gradient, p: 2 * p**2, exp(t))


def test_a_gradient_is_no_multiple_of_a_slope_with_a_factor_that_depends_on_it() -> None:
    assert not small_gradients(lambda gradient, p: inner(gradient, gradient) * p**2, exp(at(r, 0)))


# Exact places ---------------------------------------------------------------------------------------------------

def test_two_orthogonal_matrices_need_not_be_equal() -> None:
    U, V = orthogonal("U"), orthogonal("V")
    K = kernel("K", "rotation_invariant")
    W, X = matrix("W", "d", "n+1"), matrix("X", "d", "n+1")
    assert verdict(eq(gram(K, U * W, V * X), gram(K, W, X)), "entries") is Verdict.REFUTED
    assert verdict(eq(gram(K, U * W, U * X), gram(K, W, X)), "entries") is Verdict.SUPPORTED


@pytest.mark.parametrize("sign", [1, -1])
def test_two_reflections_of_a_line_may_differ_or_not(sign: int) -> None:
    U, V = orthogonal("U"), orthogonal("V")
    assert verdict(eq(det(U) * det(V), sign), "entries") is Verdict.REFUTED


@pytest.mark.parametrize("name", ["entries", "balls", "sampled"])
def test_a_bound_on_every_value_is_not_met_because_one_value_has_it(name: str) -> None:
    bounded = for_all(R, le(tr(R * X_0 * X_0.T), 1000000))
    assert verdict(implies(bounded, eq(X_0, zeros("d", "n+1"))), name) is not Verdict.REFUTED
    none = eq(gram(kernel("K"), X_0, X_0), zeros("n+1", "n+1"))
    stated = Claim("mine/y", Kind.IDENTITY, "", "y", (Part("", (Reading("", none),)),),
                   given=(Hypothesis("bounded", bounded),))
    assert runner.examine(stated, (name,), Context(dims=(1, 2))).verdict is not Verdict.REFUTED
