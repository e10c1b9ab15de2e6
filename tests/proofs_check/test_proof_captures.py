"""What rules about families, sums over layers and gradients refuse: other bound letters, unseen motion."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.ccs.notation import I, S, k, l, r, r_of, t
from proofs_check.papers.ccs.notation_rotations import j
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Combination, Identity, OfModulus, Positivity, Proof, Step, Substitution
from proofs_check.proof.checker import Checker
from proofs_check.proof.deciding import members as families
from proofs_check.proof.deciding.members import equal
from proofs_check.proof.steps.families import AllEqual, ChainRule, Exchangeable, LeastWhereEqual, Members
from proofs_check.statement.attention import layer, layers, product_up, sequence, slope
from proofs_check.statement.props import Prop, conj, eq, exists, ge
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import (
    Op,
    Sym,
    Term,
    at,
    at0,
    ddt,
    eye,
    grad,
    index,
    matrix,
    scalar,
    term,
    total,
    tr,
    where,
    zeros,
)
from proofs_check.witnesses.proof.witness import WordsEquality

rho, s, c, x, y = (scalar(name) for name in ("rho_0", "s", "c_0", "x_0", "y_0"))
N, K = (matrix(name, "d", "d") for name in ("N_1", "K_1"))
w, i, m = layers("w"), index("i", "k+1"), layer("m_1")
P = Sym("P_1", (1, 1), frozenset({"parameter"}))


def gap(*steps: Step, given: tuple[Hypothesis, ...] = ()) -> str:
    """The first step that does not follow, and why; empty where all do."""
    claim = Claim("ccs/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(0, 0)),)),), given=given)

    def resolve(id: str) -> Claim:
        raise AssertionError(id)

    found = Checker(claim, Proof(steps), resolve, ProofAlgebra(WordsEquality(claim))).gap
    return "" if found is None else f"{found[0]}: {found[1]}"


@pytest.mark.parametrize(("moving", "follows"), [(j, True), (l, False), (m, False)])
def test_the_member_that_moves_is_that_of_no_layer_bound_in_the_function(moving: Sym, follows: bool) -> None:
    def product(ell: Sym) -> Term:
        return product_up(ell, k, I + r_of(ell) * N)

    Q = tr(product(l).T * (K * K.T) * product(l))
    f = tr(product(l)) - tr(product(m)) + Q  # the same number; at a bound l, all members of one product would move
    partial = where(grad(equal(families.moved(f, r, moving, s), {r: rho}), s), (s, 0))
    found = gap(
        Step("f", eq(f, Q), Identity()),
        Step("Q >= 0", ge(Q, 0), Positivity()),
        Step("f >= 0", ge(f, 0), Combination(1, 1), ("f", "Q >= 0")),
        Step("least", eq(slope(t, equal(f, {r: rho + t})), 0), LeastWhereEqual(r, rho), ("f", "f >= 0")),
        Step("p", eq(partial, 0), Exchangeable(r, rho, moving), ("f", "least")),
    )  # fmt: skip
    assert (not found) is follows
    assert follows or "is bound in the function" in found


@pytest.mark.parametrize(
    "f",
    [
        product_up(k, j, product_up(l, k, r_of(l))),  # another k
        where(product_up(l, k, r_of(l)), (k, k + 5)),  # five more layers
        infimum(product_up(l, k, r_of(l)) ** 2, k),  # any number of layers
    ],
)
def test_the_chain_rule_wants_the_layers_of_the_function_to_be_those_of_the_sum(f: Term) -> None:
    line = slope(t, families.along(f, {r: w}, t))
    shown = eq(line, total(i, k + 1, slope(s, families.moved(f, r, i - 1, s)) * at(w, i - 1)))
    smooth = Hypothesis("smooth", Prop("differentiable", (f, r)))
    assert "it binds, or replaces" in gap(Step("chain", shown, ChainRule(f, (r, w)), ("smooth",)), given=(smooth,))


def best(value: Term) -> tuple[Step, ...]:
    """Steps that let rho be where (r_0 - value)^2 is least: at the value."""
    f, Q = (r_of(0) - value) ** 2, (product_up(l, 0, r_of(l)) - value) ** 2
    return (
        Step("f", eq(f, Q), Identity()),
        Step("f >= 0", ge(f, 0), Positivity()),
        Step("least", eq(slope(t, equal(f, {r: rho + t})), 0), LeastWhereEqual(r, rho), ("f", "f >= 0")),
        Step("rho", eq(value, rho), Identity(-term(1) / 2), ("least",)),
    )


def test_what_was_introduced_for_one_value_is_not_put_in_where_others_are_looked_at() -> None:
    F = scalar("F_1")
    deep = sequence(F, m, c, F + at(w, m) * F * F, k)
    for value in (c, deep):
        assert not gap(*best(value))
        fixed = Step("fixed", eq(slope(c, rho), 0), Identity())
        wrong = Step("wrong", eq(slope(c, value), 0), Substitution("fixed"), ("rho", "fixed"))
        assert gap(*best(value), fixed, wrong).startswith("wrong: an equation cannot be substituted")
        alike = Step("alike", eq(slope(c, value), slope(c, rho)), Substitution(), ("rho",))
        assert gap(*best(value), alike).startswith("alike: an equation cannot be substituted")


def test_sums_over_layers_vary_with_what_a_gradient_looks_at() -> None:
    of_matrix, of_number = (total(i, k + 1, at(w, i - 1) * node) for node in (tr(S * K), x))
    assert gap(Step("S", eq(grad(of_matrix, S), zeros("d", "d")), Identity()))
    assert gap(Step("x", eq(grad(of_number, x), 0), Identity()))
    assert gap(Step("elsewhere", eq(where(grad(of_number, x), (y, 0)), 0), Identity()))


@pytest.mark.parametrize(("look", "still"), [(ddt, lambda member: 0), (at0, lambda member: member)])
def test_families_stand_still_along_the_flow_and_parameters_do_not(look, still) -> None:
    known = Step("known", eq(look(at(r, j)), still(at(r, j))), Identity())
    assert not gap(known)
    assert gap(known, Step("wrong", eq(look(P), still(P)), AllEqual((r, P)), ("known",)))
    itself = Step("itself", eq(look(P), look(P)), Identity())
    assert gap(itself, Step("wrong", exists(r, eq(look(at(r, j)), look(P))), Members((r, P)), ("itself",)))


@pytest.mark.parametrize(("traits", "follows"), [((), True), (("parameter",), False), (("law",), False)])
def test_of_the_modulus_of_a_diagonal_matrix_no_law_and_no_motion_is_known(traits, follows: bool) -> None:
    A, Q = matrix("A_1", "d", "d", "symmetric"), matrix("Q_1", "d", "d")
    D, E = (Sym(name, ("d", "d"), frozenset({"diagonal", *traits})) for name in ("D_1", "E_1"))
    given = (Hypothesis("form", eq(A, Q * D * Q.T)), Hypothesis("orthogonal", eq(Q.T * Q, eye("d"))))
    shown = conj(eq(Op("modulus", (A,)), Q * E * Q.T), eq(E * E, D * D), eq(E * D, D * E))
    found = gap(Step("E", shown, OfModulus(), ("form", "orthogonal")), given=given)
    assert (not found) is follows
