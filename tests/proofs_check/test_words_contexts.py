"""What the words algebra calls equal is equal at exact places, where other code reads the same terms."""

from __future__ import annotations

from random import Random

import pytest

from proofs_check.algebras.contexts.decide import refuted_at
from proofs_check.algebras.words import WordsAlgebra
from proofs_check.algebras.words.induction import holds_by_induction
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    A_star,
    B_of,
    B_star,
    C_of,
    C_star,
    I_n,
    M,
    R,
    S,
    Sigma,
    U,
    U_Sigma,
    X_at,
    h,
    h_free,
    h_relu,
    inv_root,
    l,
    r_of,
    root,
    t,
)
from proofs_check.papers.ccs.notation_rotations import KK
from proofs_check.statement.attention import product_down, product_up, slope
from proofs_check.statement.fold import Lacks
from proofs_check.statement.laws import delta
from proofs_check.statement.props import eq
from proofs_check.statement.terms import Op, Term, expect, replace, term, tr, walk

LAYERS = (l, l + 1, term(0), term(1))
INVERSES: dict[Term, Term] = {U: U.T, Sigma: Sigma**-1, root: inv_root, U_Sigma: root * U.T * inv_root}


REWRITTEN: dict[Term, tuple[Term, ...]] = {
    X_0: (U * X_0, 1 * X_0), Sigma: (root * root, Sigma.T, S), U: (U.T, (U.T).T), S: (R, S.T),
}


def a_square(draw: Random) -> Term:
    return draw.choice((U, Sigma, inv_root, root, S, R, U * S, (S * R).T, U_Sigma))


def covariates(draw: Random, deep: bool = True) -> Term:
    kind = draw.randrange(5)
    if kind == 0:
        return a_square(draw) * X_0
    if kind == 1:
        return a_square(draw) * X_0 + draw.choice((1, 2)) * (a_square(draw) * X_0)
    if kind == 2 and deep:
        return X_at(draw.choice(LAYERS), start=covariates(draw, False), B=draw.choice((B_star, B_of)),
                    C=draw.choice((C_star, C_of)))
    return X_0


def scores(draw: Random) -> Term:
    first, second = covariates(draw), covariates(draw)
    if draw.random() < 0.3:
        return slope(t, h(first + t * (a_square(draw) * X_0), second + t * (a_square(draw) * X_0)))
    return draw.choice((h, h, h, h_free, h_relu))(first, second)


def layered(draw: Random) -> Term:
    factor = I_n + r_of(l) * (M * h(B_star(l) * X_0, C_star(l) * X_0))
    product = draw.choice((product_up, product_down))
    return product(l, draw.choice(LAYERS), factor) * draw.choice((M, I_n, scores(draw)))


def moved(draw: Random) -> Term:
    direction, place = a_square(draw), draw.choice((l, term(0)))
    return slope(t, X_at(draw.choice(LAYERS[:2]), start=draw.choice((X_0, U_Sigma * X_0)), A=A_star, C=C_star,
                         B=lambda layer: B_star(layer) + t * delta(layer, place) * direction))


def changed(node: Term, draw: Random) -> Term:
    """``node`` written otherwise at one place: sometimes with the same value."""
    places = list(walk(node))
    draw.shuffle(places)
    for path, part in places:
        others: tuple[Term, ...] = ()
        match part:
            case Op(head="activated", args=(f, first, second)):
                g = draw.choice(list(INVERSES))
                others = (Op("activated", (f, g.T * first, INVERSES[g] * second)),
                          Op("activated", (f, g * first, INVERSES[g].T * second)),
                          Op("activated", (f, g * first, g * second)), Op("activated", (f, second, first)))
            case Op(head="*" | "+" as head, args=(first, second)):
                others = (Op(head, (second, first)),)
        others = REWRITTEN.get(part, others)
        if others:
            return replace(node, path, draw.choice(others))
    return node


def called_equal(a: Term, b: Term) -> bool:
    algebra = WordsAlgebra()
    try:
        return algebra.equal(algebra.read(a), algebra.read(b)) or holds_by_induction(algebra, a, b) is not None
    except Lacks:
        return False


@pytest.mark.parametrize("seed", range(2))
def test_what_is_called_equal_is_equal_at_exact_places(seed: int) -> None:
    draw, found = Random(seed), 0
    for _ in range(32):
        kind = draw.choice((scores, lambda d: Y_0 * M * scores(d), layered, moved))
        a = kind(draw)
        b = changed(a, draw)
        if a == b or not called_equal(a, b):
            continue
        found += 1
        assert refuted_at(eq(a, b), (), (1, 2), 3) is None, (a, b)
    assert found >= 5


G = product_up(l, 0, I_n + r_of(l) * (M * h(B_star(l) * X_0, C_star(l) * X_0)))


@pytest.mark.parametrize(("a", "b", "same"), [
    (expect(tr(G.T * KK(X_0) * G)), expect(tr(G * G.T * KK(X_0))), True),
    (expect(tr(S * X_0 * X_0.T)), tr(S * expect(X_0 * X_0.T)), True),
    (expect(X_0 * X_0.T), expect(X_0) * expect(X_0).T, False),
    (expect((S * X_0) * (X_0.T * R)), S * expect(X_0 * X_0.T) * R, True),
    (expect(tr(X_0 * X_0.T) ** 2), tr(expect(X_0 * X_0.T)) ** 2, False),
])  # fmt: skip
def test_means_over_contexts_are_those_over_every_law(a: Term, b: Term, same: bool) -> None:
    assert called_equal(a, b) is same
    if same:
        assert refuted_at(eq(a, b), (), (1,), 3) is None
