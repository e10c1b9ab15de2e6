"""What a statement about attention is called by changes no verdict: every symbol renamed, and every size."""

from __future__ import annotations

from dataclasses import replace
from re import sub
from typing import Any

import pytest

from proofs_check import runner
from proofs_check.algebras.attention.choices import places
from proofs_check.algebras.attention.roles import roles_of
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.ccs.notation import X_0, Y_0, Sigma, k
from proofs_check.papers.ccs.notation_rotations import law_invariant
from proofs_check.statement.attention import layer, layers
from proofs_check.statement.laws import expect_given
from proofs_check.statement.props import Prop, conj, eq, for_all, implies
from proofs_check.statement.terms import Op, Sym, at, entry, expect, eye, matrix, scalar, tr, zeros
from proofs_check.witnesses import Context
from tests.adversary.renaming import names_for, renamed, symbols_in
from tests.proofs_check.test_attention_soundness import FALSE, TRUE

SIZES = {"d": "p_1", "n": "a_1", "k": "z_1"}
SQUARE = expect(X_0 * X_0.T)
ODD = eq(expect(entry(X_0, 1, 1) ** 3), 0)
STATED: dict[str, tuple[Prop, ...]] = {
    **{what: (prop,) for what, prop in (TRUE | FALSE).items()},
    "odd means": (ODD,),
    "odd means, of a law that rotations keep": (ODD, law_invariant.prop),
    "second moments, of a law that rotations keep": (eq(SQUARE * Sigma, Sigma * SQUARE), law_invariant.prop),
    "means of covariates": (eq(expect(X_0), 0 * X_0), law_invariant.prop),
}


def with_other_names(props: tuple[Prop, ...], salt: str) -> tuple[Prop, ...]:
    """Every symbol and every size renamed."""
    return tuple(_resized(prop) for prop in renamed(props, names_for(symbols_in(props), salt)))


def _resized(node: Any) -> Any:
    if isinstance(node, Sym) and node.traits & {"identity", "zero"}:
        rows, columns = map(_named, node.shape)
        return eye(rows) if node.has("identity") else zeros(rows, columns)
    if isinstance(node, Sym):
        traits = frozenset(_named(t) if t.startswith("range:") else t for t in node.traits)
        name = SIZES.get(node.name, node.name) if node.has("integer") else node.name
        return replace(node, name=name, shape=tuple(map(_named, node.shape)), traits=traits)
    return replace(node, args=tuple(map(_resized, node.args))) if isinstance(node, (Op, Prop)) else _inside(node)


def _inside(node: Any) -> Any:
    if hasattr(node, "body"):
        return replace(node, sym=_resized(node.sym), body=_resized(node.body))
    return node


def _named(dim: Any) -> Any:
    return sub(r"\b[dnk]\b", lambda found: SIZES[found[0]], dim) if isinstance(dim, str) else dim


def verdict(props: tuple[Prop, ...], name: str) -> str:
    given = tuple(Hypothesis(f"h{m}", prop) for m, prop in enumerate(props[1:]))
    claim = Claim("mine/x", Kind.IDENTITY, "", "x", (Part("", (Reading("", props[0]),)),), given=given)
    return runner.examine(claim, (name,), Context(dims=(1, 2))).verdict.name


@pytest.mark.parametrize("what", STATED)
@pytest.mark.parametrize("name", ["entries", "balls", "sampled"])
def test_other_names_give_the_same_verdict(what: str, name: str) -> None:
    props = STATED[what]
    assert verdict(with_other_names(props, "y"), name) == verdict(props, name)


def test_roles_are_read_off_shapes_traits_and_hypotheses() -> None:
    props = with_other_names((ODD, eq(k, k), law_invariant.prop), "y")
    roles = roles_of(props)
    assert (roles.dimension, roles.columns) == ("p_1", "a_1")
    assert roles.layers in {sym.name for sym in symbols_in(props[1])} - {"k"}
    assert roles.covariance.name in {sym.name for sym in symbols_in(props[2]) if sym.has("posdef")}


def test_sizes_that_no_trait_and_no_context_tells_are_taken_as_they_are_met() -> None:
    A, B = matrix("A", "q", "s"), matrix("B", "s", "t")
    roles = roles_of([eq(tr(A * B), 0)])
    assert (roles.dimension, roles.columns, roles.others) == ("q", "s", ("t",))
    assert roles.layers == "k"


def test_a_size_in_a_shape_is_never_0_and_a_made_name_is_nobody_else_s() -> None:
    rows, d = scalar("m", "integer", "nonnegative"), layer("d")
    roles = roles_of([eq(rows * tr(matrix("k", "m", "m")), d)])
    assert roles.dimension == "m"
    assert roles.layers == "k_"
    for prop, least in ((eq(rows, d), 0), (eq(rows * tr(matrix("k", "m", "m")), d), 1)):
        assert min(place.sizes["m"] for place in places("x", [prop], (1, 2), "fast", None)) == least


def test_the_covariance_is_what_is_said_together_with_laws() -> None:
    S = Sym("S", ("d", "d"), frozenset({"symmetric", "posdef"}))
    assert roles_of([eq(expect(X_0), X_0 * tr(S))]).covariance != S
    assert roles_of([eq(expect_given(Y_0, X_0), Y_0 * tr(S))]).covariance == S
    assert roles_of([eq(tr(Sigma), 0), law_invariant.prop]).covariance == Sigma


def test_matrices_without_a_query_have_as_many_columns_as_those_with_one() -> None:
    for columns, least in (("s", 2), ("s+1", 1)):
        prop = eq(tr(matrix("A", "q", columns) * matrix("B", columns, "q")), 0)
        assert min(place.sizes["s"] for place in places("x", [prop], (1, 2), "fast", None)) == least


def test_all_families_of_a_condition_but_one_vanish_in_turn() -> None:
    f, g, l = layers("f"), layers("g"), layer("l")  # noqa: E741
    prop = for_all(l, implies(eq(at(f, l) * at(g, l), 0), eq(at(layers("e"), l), 0)))
    free = conj(eq(at(f, l), 0), eq(at(g, l), 0))
    for said, vanishing in ((prop, {"", "f", "g"}), (free, {""})):
        met = {"".join(place.vanishing) for place in places("x", [said], (1, 2), "fast", None)}
        assert met == vanishing


def test_roles_of_counts_of_square_contexts_and_of_matrices_beside_laws() -> None:
    m, A = scalar("m", "integer", "positive"), matrix("A", "q", "q")
    roles = roles_of([eq(m, tr(A))])
    assert (roles.dimension, roles.columns, roles.layers) == ("q", "m", "k")
    assert roles_of([eq(tr(A), 0)]).query
    X = matrix("X", "q", "q", "context", "random")
    assert roles_of([eq(tr(X), 0)]).columns != "q"
    other = Sym("S", ("r", "r"), frozenset({"symmetric", "posdef"}))
    for B in (matrix("B", "d", "d"), other):
        assert roles_of([eq(expect_given(Y_0, X_0), Y_0 * tr(B))]).covariance != B
