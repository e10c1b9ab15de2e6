"""Points at which every gradient is 0: the rules behind Theorems 4.5 and 4.6 at their words, and false variants."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading, with_proof
from proofs_check.papers.ccs.chains import attained as chain
from proofs_check.papers.ccs.notation import X_0, I, R, S, h, h_any, h_free, inv_root, k, l, r, r_of, t
from proofs_check.papers.ccs.notation_flow import E, F
from proofs_check.papers.ccs.notation_rotations import j, loss, moved, no_A
from proofs_check.papers.ccs.section_4_3 import theorem_4_5
from proofs_check.papers.ccs.section_4_4 import theorem_4_6
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import Assume, Discharge, Identity, Positivity, Proof, Step
from proofs_check.proof.checker import Checker
from proofs_check.proof.deciding import members as families
from proofs_check.proof.deciding.members import equal
from proofs_check.proof.steps.families import (
    AllEqual,
    ChainRule,
    Exchangeable,
    LeastWhereEqual,
    Members,
    OfGradient,
    OverLayers,
    Partial,
    StandsStill,
)
from proofs_check.proof.steps.recursions import Induction, Instance
from proofs_check.statement.attention import layers, product_up, slope
from proofs_check.statement.laws import delta
from proofs_check.statement.props import Prop, eq, exists, for_all, ge, implies, le, lt
from proofs_check.statement.psd import infimum
from proofs_check.statement.terms import (
    Op,
    Term,
    TermLike,
    at,
    exp,
    grad,
    index,
    inner,
    matrix,
    norm_F,
    scalar,
    substitute,
    total,
    tr,
    where,
    zeros,
)
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness
from proofs_check.witnesses.proof.witness import WordsEquality

rho, s = scalar("rho_0"), scalar("s")
N, K, L = (matrix(name, "d", "d") for name in ("N_1", "K_1", "L_1"))
w = layers("w")
i = index("i", "k+1")
NOTHING = zeros("d", "n+1")


def gap(*steps: Step, given: tuple[Hypothesis, ...] = ()) -> str:
    """The first step that does not follow, and why; empty where all do."""
    claim = Claim("ccs/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(0, 0)),)),), given=given)

    def resolve(id: str) -> Claim:
        raise AssertionError(id)

    found = Checker(claim, Proof(steps), resolve, ProofAlgebra(WordsEquality(claim))).gap
    return "" if found is None else f"{found[0]}: {found[1]}"


@pytest.mark.parametrize(("claim", "g"), [(theorem_4_5, E), (theorem_4_6, F)])
def test_a_point_where_all_gradients_vanish_is_exhibited(claim, g) -> None:
    (part,) = claim.parts
    reading = part.readings[1]
    assert reading.prop == chain.exist(g, eq(total(i, k + 1, g.squares(i - 1)), 0))
    alone = with_proof(claim, whole=chain.attained(g))
    outcome = witness("proof").examine(alone, part, reading, Context())
    assert outcome.verdict is Verdict.PROVED
    assert "least value of a polynomial" in outcome.figures["rests_on"]


def test_the_loss_does_not_move_with_one_weight_alone_only_where_the_others_are_zero() -> None:
    zero = chain.no_weights
    assert not gap(Step("B", eq(loss(no_A, moved(zero, S), zero), loss(no_A, zero, zero)), Identity()))
    for B, C in ((moved(zero, S), lambda layer: inv_root), (moved(zero, S), moved(zero, S))):
        assert gap(Step("B", eq(loss(no_A, B, C), loss(no_A, zero, C)), Identity()))


def test_what_an_activation_is_where_one_argument_is_zero() -> None:
    assert not gap(Step("h", eq(h(S * X_0, NOTHING), h(NOTHING, R * X_0)), Identity()))
    assert gap(Step("h", eq(h_free(S * X_0, NOTHING), h_free(NOTHING, NOTHING)), Identity()))
    assert gap(Step("h", eq(h(S * X_0, X_0), h(NOTHING, NOTHING)), Identity()))
    assert not h_any.has("smooth")


def loss_of(body: Term, last: TermLike = k) -> Term:
    """A function of all members of r that is nowhere negative."""
    G = product_up(l, last, body)
    return tr(G.T * (K * K.T) * G)


def least(f: Term) -> tuple[Step, ...]:
    return (
        Step("f", eq(f, f), Identity()),
        Step("f >= 0", ge(f, 0), Positivity()),
        Step("least", eq(slope(t, equal(f, {r: rho + t})), 0), LeastWhereEqual(r, rho), ("f", "f >= 0")),
    )


def partial(f: Term, at_rho: Term = rho, layer: Term = j) -> Term:
    return where(grad(equal(families.moved(f, r, layer, s), {r: at_rho}), s), (s, 0))


def exchanged(f: Term, layer: Term = j) -> str:
    """Why the partial derivative is not shown to vanish; empty where it is."""
    return gap(*least(f), Step("partial", eq(partial(f, rho, layer), 0), Exchangeable(r, rho, layer), ("f", "least")))


def test_partial_derivatives_of_a_symmetric_polynomial_vanish_where_its_members_are_equal_and_best() -> None:
    assert not exchanged(loss_of(I + r_of(l) * N))
    assert not exchanged(loss_of(I + r_of(l) ** 2 * N + r_of(l) * (N * N)), i - 1)


@pytest.mark.parametrize(
    "body",
    [
        I + r_of(l) * N + r_of(l) ** 2 * L,  # factors that do not commute
        I + at(w, l) * r_of(l) * N,  # weights of their own
        I + (1 + delta(l, 0)) * r_of(l) * N,  # the first is another one
        I + r_of(l) * N * at(layers("B", "d", "d"), l),
    ],
)
def test_members_that_do_not_stand_in_one_anothers_place_are_refused(body) -> None:
    assert exchanged(loss_of(body)).startswith("partial: the function is not a polynomial that is symmetric")


def test_products_over_different_layers_are_not_symmetric() -> None:
    both = tr(product_up(l, k, I + r_of(l) * N).T * (K * K.T) * product_up(l, k, I + r_of(l) * N)) + tr(
        product_up(l, k + 1, I + r_of(l) * N).T * (K * K.T) * product_up(l, k + 1, I + r_of(l) * N)
    )
    assert "symmetric" in exchanged(both)


def test_only_a_polynomial_bounded_below_has_a_best_point() -> None:
    assert "not a polynomial" in gap(*least(exp(tr(product_up(l, k, I + r_of(l) * N)))))
    assert "not a polynomial" in gap(*least(loss_of(I + exp(r_of(l)) * N)))
    f, _, last = least(loss_of(I + r_of(l) * N))
    assert "bounded below" in gap(f, Step(last.label, last.shows, last.by, ("f",)))
    odd = tr(product_up(l, k, I + r_of(l) * N))
    known, _, last = least(odd)
    assert "bounded below" in gap(known, Step(last.label, last.shows, last.by, ("f",)))


def test_the_best_point_is_a_new_number_that_no_layer_enters() -> None:
    f = loss_of(I + r_of(l) * N)
    shown = eq(slope(t, equal(f, {r: s + t})), 0)
    known = Step("s", eq(s, s), Identity())
    assert "new number" in gap(known, *least(f)[:2], Step("least", shown, LeastWhereEqual(r, s), ("f", "f >= 0")))
    of_a_layer = loss_of(I + at(w, j) * r_of(l) * N)
    assert "depends on a layer" in gap(*least(of_a_layer))


def test_what_moves_is_not_what_all_members_equal() -> None:
    f = loss_of(I + r_of(l) * N)
    known = least(f)[:2]
    twice = Step("least", eq(slope(t, equal(f, {r: t + t})), 0), LeastWhereEqual(r, t), ("f", "f >= 0"))
    assert "new number" in gap(*known, twice)
    back = rho - t  # r_l = rho - t + t stands still
    still = Step("still", eq(slope(t, equal(f, {r: back + t})), 0), Identity())
    shown = eq(partial(f, back), 0)
    assert "moves with them" in gap(known[0], still, Step("p", shown, Exchangeable(r, back, j), ("f", "still")))


def test_what_was_found_for_one_number_of_layers_is_not_carried_to_the_next() -> None:
    f = loss_of(I + r_of(l) * N)
    steps = least(f)
    p = eq(rho, rho + k * 0)
    induced = (
        Step("at 0", eq(rho, rho + 0 * k), Identity()),
        Step("here", p, Assume()),
        Step("next", eq(rho, rho + (k + 1) * 0), Identity()),
        Step("on", implies(p, eq(rho, rho + (k + 1) * 0)), Discharge("here"), ("here", "next")),
        Step("all", p, Induction(k), ("at 0", "on")),
    )
    assert gap(*steps, *induced).startswith("all: what is assumed of one layer does not hold for all")


def test_another_point_or_another_motion_is_refused() -> None:
    f = loss_of(I + r_of(l) * N)
    by = Exchangeable(r, rho, j)
    assert gap(*least(f), Step("p", eq(partial(f, rho + 1), 0), by, ("f", "least")))
    assert gap(*least(f), Step("p", eq(partial(f), 1), by, ("f", "least")))
    assert gap(*least(f), Step("p", eq(partial(f), 0), by, ("f",)))
    two = where(grad(equal(families.moved(families.moved(f, r, j, s), r, k, 2 * s), {r: rho}), s), (s, 0))
    assert "one member" in gap(*least(f), Step("p", eq(two, 0), by, ("f", "least")))


def test_a_gradient_vanishes_only_where_the_function_stands_still() -> None:
    f, c = tr(S * (N - N)) + tr(K), tr(K)
    nabla = where(grad(f, S), (S, zeros("d", "d")))
    same = Step("same", eq(f, c), Identity())
    assert not gap(same, Step("0", eq(nabla, zeros("d", "d")), StandsStill(), ("same",)))
    itself = Step("itself", eq(f, f), Identity())
    assert gap(itself, Step("0", eq(nabla, zeros("d", "d")), StandsStill(), ("itself",)))
    one_value = Step("once", eq(tr(S), c), Assume())
    at_once = where(grad(tr(S), S), (S, zeros("d", "d")))
    assert "assumption" in gap(one_value, Step("0", eq(at_once, zeros("d", "d")), StandsStill(), ("once",)))
    elsewhere = where(grad(f, S), (S, K))
    assert gap(same, Step("0", eq(elsewhere, zeros("d", "d")), StandsStill(), ("same",)))


def test_an_instance_with_equal_members_is_one_of_all_families() -> None:
    p = eq(r_of(l) + r_of(j), r_of(j) + r_of(l))
    known = Step("p", p, Identity())
    good = eq(rho + rho, 2 * rho)
    assert not gap(known, Step("q", good, AllEqual((r, rho)), ("p",)))
    assert gap(known, Step("q", eq(rho, 0), AllEqual((r, rho)), ("p",)))
    assumed = Step("a", eq(r_of(j), 0), Assume())
    assert gap(assumed, Step("q", eq(rho, 0), AllEqual((r, rho)), ("a",)))
    captured = Step("c", eq(product_up(l, k, r_of(l)), product_up(l, k, r_of(l))), Identity())
    shown = eq(product_up(l, k, l), product_up(l, k, l))
    assert "bound" in gap(captured, Step("q", shown, AllEqual((r, l)), ("c",)))


def test_families_exist_where_the_body_holds_at_them() -> None:
    known = Step("p", eq(2 * rho - rho - rho, 0), Identity())
    body = eq(2 * r_of(l) - r_of(j) - rho, 0)
    assert not gap(known, Step("e", exists(r, body), Members((r, rho)), ("p",)))
    assert gap(known, Step("e", exists(r, eq(r_of(l), 1)), Members((r, rho)), ("p",)))
    assert gap(known, Step("e", exists(w, body), Members((r, rho)), ("p",)))
    of_itself = exists(r, exists(w, eq(r_of(l) - at(w, l), 0)))
    assert gap(Step("0", eq(r_of(l) - r_of(l), 0), Identity()),
               Step("e", of_itself, Members((r, rho), (w, r_of(l))), ("0",)))


def summed(body: Term, upper: TermLike = k + 1) -> Term:
    return total(i, upper, body)


def test_sums_over_layers_are_compared_by_what_holds_at_every_layer() -> None:
    every = Step("every", eq(r_of(j) * 2, r_of(j) + r_of(j)), Identity())
    good = eq(summed(r_of(i - 1) * 2), summed(r_of(i - 1) + r_of(i - 1)))
    assert not gap(every, Step("sum", good, OverLayers(j), ("every",)))
    other = eq(summed(r_of(i) * 2), summed(r_of(i - 1) + r_of(i - 1)))
    assert gap(every, Step("sum", other, OverLayers(j), ("every",)))
    longer = eq(summed(r_of(i - 1) * 2), summed(r_of(i - 1) + r_of(i - 1), k + 2))
    assert gap(every, Step("sum", longer, OverLayers(j), ("every",)))
    reversed_ = le(summed(r_of(i - 1) * 2), summed(r_of(i - 1) + r_of(i - 1)))
    assert gap(every, Step("sum", reversed_, OverLayers(j), ("every",)))


def smooth_in(f: Term, *variables: Term) -> Hypothesis:
    return Hypothesis("smooth", Prop("differentiable", (f, *variables)))


G, g_of_S = matrix("G_1", "d", "d"), tr(K * S * L)
NABLA = where(grad(g_of_S, S), (S, zeros("d", "d")))
IS_GRADIENT = for_all(R, eq(inner(G, R), slope(t, tr(K * (t * R) * L))))


def of_gradient(known: Prop, p: Prop, shown: Prop, given: tuple[Hypothesis, ...]) -> str:
    return gap(
        Step("G", known, Assume()), Step("p", p, Instance((R, K)), ("G",)),
        Step("every G", implies(known, p), Discharge("G"), ("G", "p")),
        Step("nabla", shown, OfGradient(G, NABLA), ("every G", *(h.name for h in given))), given=given,
    )  # fmt: skip


def test_what_is_said_of_every_gradient_is_said_of_the_gradient() -> None:
    p, shown = (eq(inner(x, K), slope(t, tr(K * (t * K) * L))) for x in (G, NABLA))
    given = (smooth_in(g_of_S, S),)
    assert not of_gradient(IS_GRADIENT, p, shown, given)
    assert "differentiable" in of_gradient(IS_GRADIENT, p, shown, ())
    assert "differentiable" in of_gradient(IS_GRADIENT, p, shown, (smooth_in(tr(S), S),))
    assert of_gradient(IS_GRADIENT, p, eq(inner(NABLA, L), slope(t, tr(K * (t * K) * L))), given)
    of_another = for_all(R, eq(inner(G, R), slope(t, tr(L * (t * R) * L))))
    q, shown_q = (eq(inner(x, K), slope(t, tr(L * (t * K) * L))) for x in (G, NABLA))
    assert "gradient" in of_gradient(of_another, q, shown_q, given)


def test_the_gradient_is_put_under_what_binds_its_symbols_without_being_caught() -> None:
    f = loss(no_A, moved(lambda layer: r_of(layer) * inv_root, S), lambda layer: inv_root)
    nabla = where(grad(f, S), (S, zeros("d", "d")))
    there = loss(no_A, moved(lambda layer: r_of(layer) * inv_root, t * R), lambda layer: inv_root)
    known = for_all(R, eq(inner(G, R), slope(t, there)))
    free, bound = infimum(norm_F(G) ** 2, w), infimum(norm_F(G) ** 2, r)
    caught = Op("infimum", (norm_F(nabla) ** 2, r))
    for p, shown, follows in (
        (eq(free, free), eq(*(substitute(free, {G: nabla}),) * 2), True),
        (eq(bound, bound), eq(*(substitute(bound, {G: nabla}),) * 2), True),
        (eq(bound, bound), eq(caught, caught), False),
    ):
        steps = (
            Step("G", known, Assume()), Step("p", p, Identity()),
            Step("every G", implies(known, p), Discharge("G"), ("G", "p")),
            Step("nabla", shown, OfGradient(G, nabla), ("every G", "smooth")),
        )  # fmt: skip
        assert bool(gap(*steps, given=(smooth_in(f, S),))) is not follows


def test_of_one_matrix_nothing_is_said_of_the_gradient() -> None:
    given = (smooth_in(g_of_S, S),)
    once = Step("once", implies(IS_GRADIENT, eq(inner(G, K), 0)), Assume())
    step = Step("nabla", eq(inner(NABLA, K), 0), OfGradient(G, NABLA), ("once", "smooth"))
    assert "not any matrix" in gap(once, step, given=given)


def chain_rule_of(f: Term, upper: TermLike = k + 1, given: bool = True, layer: Term = i - 1) -> str:
    line = slope(t, families.along(f, {r: w}, t))
    shown = eq(line, total(i, upper, slope(s, families.moved(f, r, layer, s)) * at(w, layer)))
    smooth = (smooth_in(f, r),) if given else ()
    return gap(Step("chain", shown, ChainRule(f, (r, w)), tuple(h.name for h in smooth)), given=smooth)


def test_the_chain_rule_sums_over_all_layers_that_the_function_looks_at() -> None:
    f = loss_of(I + r_of(l) * N)
    assert not chain_rule_of(f)
    assert "layers of the sum alone" in chain_rule_of(f, k)
    assert "layers of the sum alone" in chain_rule_of(f, k + 2)
    assert "layers of the sum alone" in chain_rule_of(f + r_of(j) ** 2)
    assert chain_rule_of(f, layer=i)
    assert "differentiable" in chain_rule_of(f, given=False)


def test_a_partial_derivative_is_one_of_a_differentiable_function_and_of_one_member() -> None:
    f = loss_of(I + r_of(l) * N)
    there = where(grad(families.moved(f, r, j, s), s), (s, 0))
    given = (smooth_in(f, r),)
    by = Partial(f, r, j)
    assert not gap(Step("p", eq(there, slope(t, families.moved(f, r, j, t))), by, ("smooth",)), given=given)
    assert gap(Step("p", eq(there, slope(t, families.moved(f, r, k, t))), by, ("smooth",)), given=given)
    assert gap(Step("p", eq(there, slope(t, families.moved(f, r, j, 2 * t))), by, ("smooth",)), given=given)
    assert gap(Step("p", eq(there, slope(t, families.moved(f, r, j, t))), by))


def test_sums_over_layers_are_linear_and_otherwise_opaque() -> None:
    x, y = (lambda layer: at(w, layer) ** 2), (lambda layer: r_of(layer) * at(w, layer))
    both = summed(x(i - 1) - 3 * y(i - 1))
    assert not gap(Step("sum", eq(both, summed(x(i - 1)) - 3 * summed(y(i - 1))), Identity()))
    for wrong in (summed(x(i - 1)) + 3 * summed(y(i - 1)), summed(x(i - 1)), x(i - 1) - 3 * summed(y(i - 1))):
        assert gap(Step("sum", eq(both, wrong), Identity()))
    assert gap(Step("square", eq(summed(x(i - 1)), summed(at(w, i - 1)) ** 2), Identity()))
    assert gap(Step("longer", eq(summed(x(i - 1)), total(i, j + 1, x(i - 1))), Identity()))


def test_a_gradient_that_a_slope_or_a_sum_moves_is_not_opaque() -> None:
    moving = E.B(j)
    assert not gap(Step("same", eq(inner(moving, -moving), -(norm_F(moving) ** 2)), Identity()))
    other = E.C(j)
    assert gap(Step("other", eq(norm_F(moving), norm_F(other)), Identity()))
    with_t = where(grad(loss(no_A, moved(lambda layer: t * inv_root, S), lambda layer: inv_root), S),
                   (S, zeros("d", "d")))
    assert gap(Step("slope", eq(slope(t, tr(with_t)), 0), Identity()))


def test_what_is_assumed_of_one_layer_does_not_hold_in_a_sum() -> None:
    once = Step("once", eq(r_of(j), 0), Assume())
    assert "every layer" in gap(once, Step("sum", eq(summed(r_of(i - 1)), 0), OverLayers(j), ("once",)))


@pytest.mark.parametrize(("bound", "follows"), [(le(j, k), True), (le(j, k - 1), False), (lt(j, k), False)])
def test_a_premise_about_some_layers_covers_the_sum_or_does_not(bound, follows) -> None:
    some = (
        Step("some", bound, Assume()),
        Step("there", eq(r_of(j) * 2, r_of(j) + r_of(j)), Identity()),
        Step("so", implies(bound, eq(r_of(j) * 2, r_of(j) + r_of(j))), Discharge("some"), ("some", "there")),
    )
    shown = eq(summed(r_of(i - 1) * 2), summed(r_of(i - 1) + r_of(i - 1)))
    assert bool(gap(*some, Step("sum", shown, OverLayers(j), ("so",)))) is not follows
