"""What exists, told apart from what looks alike and does not: each pair is told apart by one line of the rules."""

from __future__ import annotations

import pytest

from proofs_check import (
    Claim,
    argmin,
    eq,
    exp,
    expect,
    global_minimum,
    infimum,
    inner,
    le,
    local_minimum,
    matrix,
    minimum,
    noise,
    norm_2,
    norm_F,
    parameter,
    psd,
    scalar,
    tr,
    vector,
)
from proofs_check.claims import Kind, Part, Reading
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.facts import flow_exists
from proofs_check.proof.values.closing import Closing
from proofs_check.proof.values.conditions import conditions
from proofs_check.statement.attention import activated, activation
from proofs_check.statement.domains import EXISTENCE
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, always, for_all
from proofs_check.statement.terms import Sym, Term, entry
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c, g = (scalar(name) for name in "abcg")
p = scalar("p", "positive")
u, w = parameter("u"), parameter("w")
v, x = vector("v", "d"), vector("x", "d")
A, H = matrix("A", "d", "d"), matrix("H", "d", "d", "symmetric", "psd")
pair = vector("v", 2)
first, second = entry(pair, 1, 1), entry(pair, 2, 1)
L = Sym("L", (1, 1), frozenset({"derived"}))
e = noise("e", p)
h = activation("h", "smooth")
stated = Claim("own/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(a, a)),)),))
algebra = ProofAlgebra(WordsEquality(stated))


def same(lhs: Term, rhs: Term) -> bool:
    try:
        return algebra.same(lhs, rhs)
    except Lacks:
        return False


def exists(node: Term, *given: Prop) -> bool:
    """Whether the least value, or its place, is known to exist."""
    return not any(c.kind in EXISTENCE for c in Closing(given, same).left(conditions(eq(node, node))))


def flows(loss: Term, *given: Prop, start: dict[Sym, Term] | None = None) -> bool:
    """Whether the gradient flow of the loss is known to exist for all times."""
    return not Closing(given, same).left(conditions(always(le(0, 1)), start, loss))


@pytest.mark.parametrize(("node", "given"), [
    (infimum(a**2 + b**4, a, b), ()),
    (infimum(p * a**2 + b * a, a), ()),
    (infimum(c * a, a), (for_all(a, le(b, c * a)),)),
    (infimum(b * a**2, a), (le(0, b),)),
    (minimum(a**3 * b, a), (global_minimum(a**3 * b, (a, 0)),)),
    (minimum((first * second - 1) ** 2, pair), (global_minimum((first * second - 1) ** 2, (pair, pair)),)),
    (minimum(norm_2(v) ** 2 + norm_F(A) ** 2 + tr(A), v, A), ()),
    (argmin(norm_2(v) ** 2 + inner(A * v, A * v) - inner(x, v), v), ()),
    (argmin(p * inner(v, v), v), ()),
    (argmin(p * a**2 - a, a), ()),
    (argmin(v.T * v + v.T * H * v, v), ()),
], ids=repr)  # fmt: skip
def test_what_exists(node: Term, given: tuple[Prop, ...]) -> None:
    assert exists(node, *given)


@pytest.mark.parametrize(("node", "given"), [
    # Bounded below
    (infimum(a, a), (le(0, a),)),
    (infimum(b * a**2, a), ()),
    (infimum(L, u), ()),
    (infimum(a**2 + a * b, a, b), ()),
    (infimum(a**2 + b**3, a, b), ()),
    (infimum(a - exp(a), a), ()),
    (infimum(a, a), (for_all(a, le(0, exp(a))),)),
    (infimum(a, a), (for_all(a, le(a - 1, a)),)),
    (infimum(c * a * b, a, b), (for_all(a, le(g, c * a * b)),)),
    # Attained
    (minimum(L, u), ()),
    (minimum(L + u**2, u), ()),
    (minimum(a**3 - 3 * a, a), (local_minimum(a**3 - 3 * a, (a, 1)),)),
    (minimum(a**3 - 3 * a, a), (global_minimum(a**2, (a, 0)),)),
    (minimum(b * a, a, b), (global_minimum(b * a, (a, 0)),)),
    (minimum((first * second - 1) ** 2 + first**2, pair), ()),
    (minimum(a**3 * b, a, b), ()),
    (minimum(exp(a), a), ()),
    # At one point alone
    (argmin((p + 1) ** 2, p), ()),
    (argmin((a - b) ** 2, a, b), ()),
    (argmin(a**2 + 100 * (a**2 - 1) ** 2, a), ()),
    (argmin(norm_2(v) ** 2 - 2 * inner(x, v) ** 2, v), ()),
    (argmin(norm_2(v) ** 2 + v.T * A * v, v), ()),
    (argmin(norm_2(A * v) ** 2, v), ()),
    (argmin(inner(A * v, A * v), v), ()),
    (argmin(inner(A * v, v), v), (psd(A),)),
    (argmin((A * v).T * (A * v), v), ()),
    (argmin(p * inner(A * v, A * v), v), ()),
    (argmin(b**2 * norm_2(v) ** 2, v), ()),
    (argmin((a * b) ** 2, a), ()),
    (argmin(b * a**2, a), ()),
    (argmin(p * a**4, a), ()),
], ids=repr)  # fmt: skip
def test_what_is_not_known_to_exist(node: Term, given: tuple[Prop, ...]) -> None:
    assert not exists(node, *given)


@pytest.mark.parametrize(("loss", "start"), [
    (u**4, None), ((u * w - 1) ** 2, None), (-(u**2) * 3, None), (u * w, None), (exp(-(u**2)), None),
    (-(u**4), {u: a - a}), (u**3 * w, {u: 0 * a, w: b}), (L, None),
], ids=repr)  # fmt: skip
def test_flows_that_exist_for_all_times(loss: Term, start: dict[Sym, Term] | None) -> None:
    assert flows(loss, start=start)


@pytest.mark.parametrize(("loss", "start", "given"), [
    (-(u**4), None, ()), (-(u**4), {u: a}, ()), (u**3 * w, {u: b, w: 0 * a}, ()),
    (-(u**4), None, (le(-(u**4), 0), eq(-(u**4), b))), (-(u**4), None, (flow_exists(u**4),)),
    (u**3, None, ()), (expect(exp(-((u * e) ** 2))), None, ()), (norm_F(activated(h, u * A, A)) ** 2, None, ()),
    (exp(u) - exp(2 * u), None, ()), (-(u**4) + norm_2(u * v) ** 2, None, ()),
], ids=repr)  # fmt: skip
def test_flows_that_may_end(loss: Term, start: dict[Sym, Term] | None, given: tuple[Prop, ...]) -> None:
    assert not flows(loss, *given, start=start)


def test_a_hypothesis_says_that_a_flow_exists() -> None:
    assert flows(-(u**4), flow_exists(-(u**4)))
