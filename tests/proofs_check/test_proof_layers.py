"""Rules about layers, rotations and contexts in proofs: what follows is accepted, false variants are not."""

from __future__ import annotations

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.ccs.notation import (
    X_0,
    Y_0,
    R,
    S,
    U,
    U_Sigma,
    b,
    inv_root,
    k,
    l,
    root,
    t,
)
from proofs_check.papers.ccs.notation_rotations import (
    G_B,
    IM,
    KK,
    RU,
    S_2,
    UX,
    X_B,
    K_invariant,
    K_is_covariance,
    R_tilde,
    RU_random,
    U_random,
    UX_random,
    alpha,
    factor_E,
    i,
    j,
    law_invariant,
    spread,
)
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Assume,
    Discharge,
    Identity,
    Positivity,
    Proof,
    Rule,
    Step,
    Substitution,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.steps.recursions import Apart, Induction, Instance, MeanOfLinear, Rewriting, SameLaw, Tower
from proofs_check.statement.attention import product_up, same_law, slope
from proofs_check.statement.laws import delta, expect_given
from proofs_check.statement.props import Prop, conj, eq, for_all, implies, le, lt, ne
from proofs_check.statement.terms import Term, TermLike, at, expect, eye, matrix, scalar, tr, vector, zeros
from proofs_check.witnesses.proof.witness import WordsEquality


def _resolve(id: str) -> Claim:
    raise AssertionError(id)


def walk(*steps: Step, given: tuple[Hypothesis, ...] = (), target: Prop | None = None) -> Checker:
    shown = steps[-1].shows if target is None else target
    claim = Claim("ccs/test", Kind.IDENTITY, "", "", (Part("", (Reading("", shown),)),), given=given)
    return Checker(claim, Proof(steps), _resolve, ProofAlgebra(WordsEquality(claim)))


def follows(*steps: Step, given: tuple[Hypothesis, ...] = ()) -> bool:
    return walk(*steps, given=given).gap is None


def gap(*steps: Step, given: tuple[Hypothesis, ...] = ()) -> str:
    found = walk(*steps, given=given).gap
    return "" if found is None else f"{found[0]}: {found[1]}"


def inductive(p: Prop, p0: Prop, p1: Prop, name: str = "p", by: Rule | None = None, using: tuple[str, ...] = ()
              ) -> tuple[Step, ...]:
    """P at 0, P(i) -> P(i+1) by rewriting, P for every i."""
    return (
        Step(f"{name} at 0", p0, Identity()),
        Step(f"{name} at i", p, Assume()),
        Step(f"{name} above", p1, by or Rewriting(), (f"{name} at i", *using)),
        Step(f"{name} passes", implies(p, p1), Discharge(f"{name} at i"), (f"{name} at i", f"{name} above")),
        Step(name, p, Induction(i), (f"{name} at 0", f"{name} passes")),
    )


def rotated(layer: TermLike, turn: Term = U_Sigma) -> Prop:
    """(62)."""
    return eq(X_B(layer, UX, 0), turn * X_B(layer, X_0, 0))


def turned_slope(layer: TermLike, direction: Term = RU) -> Prop:
    """(63)."""
    return eq(slope(t, X_B(layer, UX, t * R)), U_Sigma * slope(t, X_B(layer, X_0, t * direction)))


def both(make: object, *args: Term) -> tuple[Prop, Prop, Prop]:
    assert callable(make)
    return make(i, *args), make(0, *args), make(i + 1, *args)


CHAIN_62 = inductive(*both(rotated), name="62")


def test_eq_62_by_induction() -> None:
    assert follows(*CHAIN_62)
    assert gap(*inductive(*both(rotated, U), name="62")).startswith("62 at 0")


def test_an_induction_needs_both_premises_and_the_right_ones() -> None:
    base, ih, above, passes, last = CHAIN_62
    assert gap(base, ih, above, passes, Step("62", last.shows, Induction(i), ("62 passes",)))
    assert gap(base, ih, above, passes, Step("62", last.shows, Induction(i), ("62 at 0",)))
    assert gap(base, ih, above, passes, Step("62", last.shows, Induction(j), ("62 at 0", "62 passes")))
    assert gap(base, ih, above, Step("62", last.shows, Induction(i), ("62 at 0", "62 above"))).startswith("62:")
    same = Step("62 passes", implies(ih.shows, ih.shows), Discharge("62 at i"), ("62 at i",))
    assert gap(base, ih, same, Step("62", last.shows, Induction(i), ("62 at 0", "62 passes")))


def test_an_induction_does_not_rest_on_an_assumption_about_its_layer() -> None:
    p, p0, p1 = both(rotated)
    asked = Hypothesis("asked", p)
    steps = (
        Step("at 0", p0, Identity()),
        Step("at i", p, Assume()),
        Step("above", p1, Rewriting(), ("asked",)),
        Step("passes", implies(p, p1), Discharge("at i"), ("at i", "above")),
        Step("all", p, Induction(i), ("at 0", "passes")),
    )
    assert gap(*steps, given=(asked,)).startswith("all")


def test_a_false_step_is_not_rewritten() -> None:
    p = eq(at(b, i), at(b, 0))
    p0, p1 = eq(at(b, 0), at(b, 0)), eq(at(b, i + 1), at(b, 0))
    assert gap(*inductive(p, p0, p1)).startswith("p above")


CHAIN_63 = (*CHAIN_62, *inductive(*both(turned_slope), name="63", using=("62",)))


def test_eq_63_by_induction_from_eq_62() -> None:
    assert follows(*CHAIN_63)
    assert gap(*CHAIN_62, *inductive(*both(turned_slope, R), name="63", using=("62",))).startswith("63 above")
    assert gap(*CHAIN_62, *inductive(*both(turned_slope, U_Sigma.T * R * U_Sigma), name="63", using=("62",)))
    assert gap(*inductive(*both(turned_slope), name="63")).startswith("63 above")


def test_eqs_66_and_67_by_induction() -> None:
    def plain(factors: TermLike) -> Prop:
        return eq(G_B(factors - 1, UX, 0), G_B(factors - 1, X_0, 0))

    def moved(factors: TermLike, direction: Term = RU) -> Prop:
        return eq(slope(t, G_B(factors - 1, UX, t * R)), slope(t, G_B(factors - 1, X_0, t * direction)))

    chain = (*CHAIN_63, *inductive(*both(plain), name="66", using=("62",)))
    assert follows(*chain)
    assert follows(*chain, *inductive(*both(moved), name="67", using=("62", "63", "66")))
    assert gap(*chain, *inductive(*both(moved, R), name="67", using=("62", "63", "66")))
    assert gap(*chain, *inductive(*both(moved), name="67", using=("62", "66")))


def test_eq_64_up_to_the_layer_that_moves() -> None:
    """For i <= j nothing has moved yet."""
    def still(layer: TermLike) -> Prop:
        return eq(slope(t, X_B(layer, X_0, t * R)), zeros("d", "n+1"))

    p, p0, p1 = both(still)
    steps = (
        Step("at 0", p0, Identity()),
        Step("below", conj(p, lt(i, j)), Assume()),
        Step("apart", eq(delta(i, j), 0), Apart(), ("below#2",)),
        Step("above", p1, Rewriting(), ("below#1", "apart")),
        Step("passes", implies(conj(p, lt(i, j)), p1), Discharge("below"), ("below", "above")),
        Step("64", implies(le(i, j), p), Induction(i, upto=j), ("at 0", "passes")),
    )
    assert follows(*steps)
    all_layers = Step("64", p, Induction(i, upto=j), ("at 0", "passes"))
    assert gap(*steps[:-1], all_layers).startswith("64")
    assert gap(*steps[:-1], Step("64", p, Induction(i), ("at 0", "passes"))).startswith("64")
    without = Step("above", p1, Rewriting(), ("below#1",))
    assert gap(*steps[:3], without, *steps[4:]).startswith("above")


def test_layers_are_apart_only_where_a_premise_says_so() -> None:
    less = Step("less", le(i, j), Assume())
    assert gap(less, Step("apart", eq(delta(i, j), 0), Apart(), ("less",)))
    more = Step("more", le(j + 1, i), Assume())
    assert follows(more, Step("apart", eq(delta(i, j), 0), Apart(), ("more",)))
    assert gap(more, Step("apart", eq(delta(i, j), 1), Apart(), ("more",)))


def test_what_holds_at_one_layer_is_not_used_under_a_recursion() -> None:
    ih = Step("at l", rotated(l), Assume())
    def side(X: Term) -> Term:
        return product_up(l, k, at(b, l) * X.T)

    products = eq(side(X_B(l, UX, 0)), side(U_Sigma * X_B(l, X_0, 0)))
    assert gap(ih, Step("product", products, Substitution(), ("at l",)))


def test_instances() -> None:
    assert follows(*CHAIN_62, Step("at k", rotated(k), Instance((i, k)), ("62",)))
    assert follows(*CHAIN_62, Step("at 3", rotated(3), Instance((i, 3)), ("62",)))
    assert gap(*CHAIN_62, Step("at -1", rotated(i - 1), Instance((i, i - 1)), ("62",)))
    assert gap(*CHAIN_62[:2], Step("at k", rotated(k), Instance((i, k)), ("62 at i",)))
    turned = eq(X_B(i, UX_random, 0), root * U_random * inv_root * X_B(i, X_0, 0))
    assert follows(*CHAIN_62, Step("drawn", turned, Instance((U, U_random)), ("62",)))
    assert gap(*CHAIN_62, Step("drawn", eq(X_B(i, S * X_0, 0), S * X_B(i, X_0, 0)), Instance((U, S)), ("62",)))


def test_an_instance_is_not_drawn_under_a_mean() -> None:
    mean = Step("mean", eq(expect(U * S * U.T * X_0 * X_0.T), U * S * U.T * expect(X_0 * X_0.T)), Identity())
    drawn = eq(expect(U_random * S * U_random.T * X_0 * X_0.T), U_random * S * U_random.T * expect(X_0 * X_0.T))
    assert gap(mean, Step("drawn", drawn, Instance((U, U_random)), ("mean",)))


G, G_U = product_up(l, k, factor_E(l, X_0, 0)), product_up(l, k, factor_E(l, UX_random, 0))


def test_a_mean_over_the_law_of_what_is_turned() -> None:
    """Assumptions 4.1 and 4.2 in (41): E f(X) K(X) = E f(U_Sigma X) K(X)."""
    given = (K_invariant, law_invariant)

    def f(X: Term) -> Term:
        return tr(IM * X.T * S * X * KK(X))

    turned = Step("turned", eq(expect(f(X_0)), expect(f(UX_random))), SameLaw((U, U_random)), ("Assumption 4.1",))
    assert follows(turned, given=given)
    K_turned = Step("K", eq(KK(UX_random), KK(X_0)), Instance((U, U_random), (X_0, X_0)), ("Assumption 4.2",))
    put_in = eq(expect(f(UX_random)), expect(tr(IM * UX_random.T * S * UX_random * KK(X_0))))
    assert follows(turned, K_turned, Step("both", put_in, Substitution(), ("K",)), given=given)
    half_turned = eq(expect(f(X_0)), expect(tr(IM * UX_random.T * S * X_0 * KK(X_0))))
    assert gap(Step("no", half_turned, SameLaw((U, U_random)), ("Assumption 4.1",)), given=given)
    assert gap(Step("no", turned.shows, SameLaw((U, U_random)), ("Assumption 4.2",)), given=given)
    assert gap(Step("no", turned.shows, SameLaw(), ("Assumption 4.1",)), given=given)


def test_the_law_of_covariates_says_nothing_of_labels() -> None:
    def f(X: Term) -> Term:
        return tr(X * Y_0.T * Y_0 * X.T)

    step = Step("no", eq(expect(f(X_0)), expect(f(UX_random))), SameLaw((U, U_random)), ("Assumption 4.1",))
    assert gap(step, given=(law_invariant,)).startswith("no")


def test_the_law_for_one_rotation_says_nothing_of_a_random_one() -> None:
    one = Hypothesis("one", same_law(UX, X_0))
    f = tr(UX_random.T * S * UX_random)
    assert gap(Step("no", eq(expect(tr(X_0.T * S * X_0)), expect(f)), SameLaw((U, U_random)), ("one",)), given=(one,))
    g = tr(UX.T * S * UX)
    assert follows(Step("yes", eq(expect(tr(X_0.T * S * X_0)), expect(g)), SameLaw(), ("one",)), given=(one,))


def test_the_covariance_of_the_labels_stands_for_them_in_the_loss() -> None:
    loss = tr(IM * G.T * Y_0.T * Y_0 * G * IM)
    inner = expect_given(Y_0.T * Y_0, X_0)
    chain = (
        Step("tower", eq(expect(loss), expect(expect_given(loss, X_0))), Tower()),
        Step("inside", eq(expect_given(loss, X_0), tr(IM * G.T * inner * G * IM)), Identity()),
        Step("K", eq(inner, KK(X_0)), Instance((X_0, X_0)), ("K(X) = E[Y'Y | X]",)),
        Step("loss", eq(expect(loss), expect(tr(IM * G.T * KK(X_0) * G * IM))), Substitution(),
             ("tower", "inside", "K")),
    )
    walked = walk(*chain, given=(K_is_covariance,))
    assert walked.sentences["inside"] == "follows"
    assert walked.sentences["K"] == "follows"
    assert walked.gap is None or walked.gap[0] == "loss"
    assert gap(Step("no", eq(expect(loss), expect(expect_given(loss * 2, X_0))), Tower()))
    assert gap(Step("no", eq(expect_given(loss, X_0), tr(IM * G.T * inner * IM)), Identity()))


def G_dot(last: TermLike, direction: Term) -> Term:
    return slope(t, product_up(l, last, factor_E(l, X_0, t * direction)))


def linear(last: TermLike) -> Prop:
    """The slope of the product is linear in the direction."""
    return eq(G_dot(last, alpha * S + S_2), alpha * G_dot(last, S) + G_dot(last, S_2))


CHAIN_LINEAR = (
    *inductive(linear(i - 1), linear(-1), linear(i), name="linear"),
    Step("at k", linear(k), Instance((i, k + 1)), ("linear",)),
)


def test_the_slope_of_a_product_is_linear_in_its_direction() -> None:
    assert follows(*CHAIN_LINEAR)

    def square(last: TermLike) -> Prop:
        return eq(G_dot(last, alpha * S), alpha**2 * G_dot(last, S))

    assert gap(*inductive(square(i - 1), square(-1), square(i), name="square"))


def test_a_mean_passes_into_what_is_linear() -> None:
    def F(direction: Term) -> Term:
        return spread(G, KK(X_0), G_dot(k, direction))

    steps = (
        *CHAIN_LINEAR,
        Step("F", eq(F(alpha * S + S_2), alpha * F(S) + F(S_2)), Substitution(), ("at k",)),
        Step("mean", eq(expect(F(RU_random)), expect(F(expect(RU_random)))),
             MeanOfLinear(S, S_2, alpha, RU_random), ("F",)),
        Step("R tilde", eq(expect(RU_random), R_tilde), Identity()),
        Step("last", eq(expect(F(RU_random)), expect(F(R_tilde))), Substitution(), ("mean", "R tilde")),
    )
    assert gap(*steps[:-1]) == ""
    wrong = Step("mean", eq(expect(F(RU_random)), expect(F(R))), MeanOfLinear(S, S_2, alpha, RU_random), ("F",))
    assert gap(*steps[:-3], wrong).startswith("mean")
    unshown = Step("mean", steps[-3].shows, MeanOfLinear(S, S_2, alpha, RU_random), ("at k",))
    assert gap(*steps[:-3], unshown).startswith("mean")


def test_a_mean_does_not_pass_into_what_is_not_linear_or_drawn_with_it() -> None:
    F = tr(X_0.T * S * X_0)
    said = Step("F", eq(tr(X_0.T * (alpha * S + S_2) * X_0), alpha * F + tr(X_0.T * S_2 * X_0)), Identity())
    value = X_0 * X_0.T
    step = Step("mean", eq(expect(tr(X_0.T * value * X_0)), expect(tr(X_0.T * expect(value) * X_0))),
                MeanOfLinear(S, S_2, alpha, value), ("F",))
    assert gap(said, step).startswith("mean")
    turned = tr(X_0.T * U_random * S * X_0)
    bent = Step("F", eq(tr(X_0.T * U_random * (alpha * S + S_2) * X_0),
                        alpha * turned + tr(X_0.T * U_random * S_2 * X_0)), Identity())
    both_random = Step("mean", eq(expect(tr(X_0.T * U_random * U_random.T * X_0)),
                                  expect(tr(X_0.T * U_random * expect(U_random.T) * X_0))),
                       MeanOfLinear(S, S_2, alpha, U_random.T), ("F",))
    assert gap(bent, both_random).startswith("mean")


def test_an_equation_about_one_outcome_is_not_used_under_a_mean() -> None:
    outcome = Hypothesis("outcome", eq(KK(X_0), zeros("n+1", "n+1")))
    shown = eq(expect(tr(KK(X_0))), 0)
    assert gap(Step("no", shown, Rewriting(), ("outcome",)), given=(outcome,))
    assert gap(Step("no", shown, Substitution(), ("outcome",)), given=(outcome,))
    everywhere = Hypothesis("everywhere", for_all(X_0, eq(KK(X_0), zeros("n+1", "n+1"))))
    said = Step("said", eq(KK(X_0), zeros("n+1", "n+1")), Instance((X_0, X_0)), ("everywhere",))
    assert follows(said, Step("yes", shown, Substitution(), ("said",)), given=(everywhere,))


def test_a_dimension_is_no_layer() -> None:
    """The trace of I_m is m: with another number for m it would not be, but the shape stays."""
    m = scalar("m", "integer", "nonnegative")
    p = ne(tr(eye("m")), m)
    ih = Step("p", p, Assume())
    above = Step("above", ne(tr(eye("m")), m + 1), Positivity())
    passes = Step("passes", implies(p, above.shows), Discharge("p"), ("p", "above"))
    assert gap(ih, above, passes, Step("all", p, Induction(m), ("above", "passes")))
    every = Step("all", eq(tr(eye("m")), m), Induction(m), ("p",))
    assert "dimension" in gap(Step("p", eq(tr(eye("m")), m), Identity()), every)
    said = Step("said", eq(tr(eye("m")), m), Identity())
    assert gap(said, Step("at 0", eq(tr(eye("m")), 0), Instance((m, 0)), ("said",))).startswith("said")


def test_an_instance_does_not_change_a_law() -> None:
    """E x x' = Lam where x has the covariance Lam, whatever is put in for the letter Lam elsewhere."""
    Lam = matrix("Lam", "d", "d", "symmetric", "posdef")
    x = vector("x_q", "d", "random", "cov:Lam")
    said = Step("said", eq(expect(x * x.T), Lam), Identity())
    assert follows(said)
    assert gap(said, Step("no", eq(expect(x * x.T), 2 * Lam), Instance((Lam, 2 * Lam)), ("said",))).startswith("no")


def test_a_law_with_its_own_rotation_says_nothing_of_what_meets_that_rotation() -> None:
    own = Hypothesis("own", same_law(UX_random, X_0))
    f, g = tr(U_random.T * X_0 * X_0.T), tr(U_random.T * UX_random * UX_random.T)
    assert gap(Step("no", eq(expect(f), expect(g)), SameLaw(), ("own",)), given=(own,)).startswith("no")
    plain = eq(expect(tr(X_0.T * S * X_0)), expect(tr(UX_random.T * S * UX_random)))
    assert follows(Step("yes", plain, SameLaw(), ("own",)), given=(own,))
