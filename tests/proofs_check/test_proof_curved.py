"""The rules about convexity, least values, extreme eigenvalues and equivalences: what they show, what not."""

from __future__ import annotations

from fractions import Fraction

from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.papers.zwb.notation import Gamma, H, I, M, Omega, Psi, R, X, beta, beta_star, d, sigma, t, x_q
from proofs_check.papers.zwb.notation_gd import G, V, j, phi_j
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    AlmostSurely,
    Assume,
    Attained,
    BothWays,
    Combination,
    Discharge,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.reports import ProofReport
from proofs_check.proof.steps.bounds import BelowEach
from proofs_check.proof.steps.curvature import AtSolutions, BentSomewhere, NowhereBent, Rayleigh, SomeVector
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    eq,
    ge,
    gt,
    iff,
    implies,
    le,
    limit,
    lt,
    ne,
    nonconvex,
    posdef,
    psd,
)
from proofs_check.statement.psd import (
    convex,
    curvature,
    least_eigenvalue,
    least_positive_eigenvalue,
    minimum_where,
    projection,
)
from proofs_check.statement.terms import (
    Sym,
    Term,
    ddt,
    expect,
    eye,
    half,
    inv,
    least,
    matrix,
    minimum,
    norm_F,
    norm_op,
    scalar,
    total,
    tr,
    vector,
    where,
    zeros,
)
from proofs_check.witnesses.proof.witness import WordsEquality

a, b, c = scalar("a"), scalar("b"), scalar("c")
z, w = vector("z", "d"), vector("w", "d")
S = matrix("S", "d", "d", "symmetric")
along = curvature(R, (Gamma, V))
bent = Step("bent", ge(along, 0), Assume())


def report(target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = ()) -> ProofReport:
    parts = (Part("", (Reading("", target),)),)
    stated = Claim("zwb/test", Kind.INEQUALITY, "", "", parts, forall=(H, Psi), given=given)
    return Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated))).report(target)


def follows(target: Prop, *steps: Step, given: tuple[Hypothesis, ...] = ()) -> bool:
    return report(target, *steps, given=given).follows


def test_convexity_needs_a_free_direction_and_no_assumption_on_the_point() -> None:
    assert not follows(convex(R, Gamma), bent, Step("convex", convex(R, Gamma), NowhereBent(), ("bent",)))
    f = tr(G.T * G)
    fixed = Step("fixed", ge(curvature(f, (G, I)), 0), Combination(plus=(2 * d,)))
    assert not follows(convex(f, G), fixed, Step("convex", convex(f, G), NowhereBent(), ("fixed",)))


def test_a_square_is_convex() -> None:
    f, direction = tr(G.T * G), curvature(tr(G.T * G), (G, V))
    steps = (
        Step("along", eq(direction, 2 * tr(V.T * V)), Identity()),
        Step("bent", ge(direction, 0), Combination(-1, plus=(2 * norm_F(V) ** 2,)), ("along",)),
        Step("convex", convex(f, G), NowhereBent(), ("bent",)),
    )
    assert follows(convex(f, G), *steps)
    assert not follows(nonconvex(f, G), *steps[:2], Step("no", nonconvex(f, G), BentSomewhere(), ("bent",)))


def test_a_negative_second_derivative_at_one_point_shows_that_a_function_is_not_convex() -> None:
    f = -tr(G.T * G)
    there = where(curvature(f, (G, I)), (G, zeros("d", "d")))
    negative = Step("bent", lt(there, 0), Combination(plus=(2 * d,)))
    assert follows(nonconvex(f, G), negative, Step("no", nonconvex(f, G), BentSomewhere(), ("bent",)))
    moved = lt(where(curvature(f, (G, G)), (G, I)), 0)
    assert not follows(
        nonconvex(f, G), Step("bent", moved, Combination(plus=(2 * d,))),
        Step("no", nonconvex(f, G), BentSomewhere(), ("bent",)),
    )


def unless_zero(A: Term, vector: Sym) -> bool:
    some, conclusion = gt(z.T * A * z, 0), le(0, norm_F(Psi) ** 2)
    shown = implies(ne(A, zeros("d", "d")), conclusion)
    return follows(
        shown,
        Step("some", some, Assume()),
        Step("then", conclusion, Positivity()),
        Step("if", implies(some, conclusion), Discharge("some"), ("some", "then")),
        Step("unless 0", shown, SomeVector(vector), ("if",)),
    )


def test_a_matrix_that_is_not_zero_has_a_positive_value_only_if_it_is_semi_definite() -> None:
    assert unless_zero(H, z)
    assert not unless_zero(S, z)
    assert not unless_zero(H, w)


def test_what_follows_from_a_vector_may_not_speak_of_it() -> None:
    some = gt(z.T * H * z, 0)
    steps = (
        Step("some", some, Assume()),
        Step("then", ne(z.T * H * z, 0), Positivity(), ("some",)),
        Step("if", implies(some, ne(z.T * H * z, 0)), Discharge("some"), ("some", "then")),
        Step("unless 0", implies(ne(H, zeros("d", "d")), ne(z.T * H * z, 0)), SomeVector(z), ("if",)),
    )
    assert not follows(implies(ne(H, zeros("d", "d")), ne(z.T * H * z, 0)), *steps)


def test_rayleigh_bounds_need_symmetry_definiteness_and_the_right_side() -> None:
    def shown(prop: Prop, *given: Hypothesis) -> bool:
        return follows(prop, Step("s", prop, Rayleigh(), tuple(h.name for h in given)), given=given)

    not_zero = Hypothesis("H != 0", ne(H, zeros("d", "d")))
    definite = Hypothesis("H > 0", posdef(H))
    assert shown(psd(S - least_eigenvalue(S) * I))
    assert not shown(psd(G - least_eigenvalue(G) * I))
    assert not shown(psd(least_eigenvalue(S) * I - S))
    assert not shown(psd(S - least_eigenvalue(H) * I))
    assert shown(psd(norm_op(H) * I - H))
    assert not shown(psd(norm_op(G) * I - G))
    assert shown(psd(H - least_positive_eigenvalue(H) * projection(H)), not_zero)
    assert not shown(psd(H - least_positive_eigenvalue(H) * projection(H)))
    assert not shown(psd(H - least_positive_eigenvalue(H) * I), not_zero)
    assert shown(eq(projection(H), I), definite)
    assert not shown(eq(projection(H), I))


def test_an_equivalence_needs_both_implications() -> None:
    p, q = eq(a, 0), eq(2 * a, 0)
    forth = (Step("p", p, Assume()), Step("q", q, Identity(2), ("p",)), Step("pq", implies(p, q), Discharge("p"),
                                                                           ("p", "q")))
    back = (Step("q'", q, Assume()), Step("p'", p, Combination(Fraction(1, 2)), ("q'",)),
            Step("qp", implies(q, p), Discharge("q'"), ("q'", "p'")))
    assert follows(iff(p, q), *forth, *back, Step("iff", iff(p, q), BothWays(), ("pq", "qp")))
    assert not follows(iff(p, q), *forth, Step("iff", iff(p, q), BothWays(), ("pq",)))


def test_the_smaller_of_two_numbers_needs_both_bounds() -> None:
    given = (Hypothesis("a", le(c, a)), Hypothesis("b", le(c, b)))
    shown = le(c, least(a, b))
    assert follows(shown, Step("s", shown, BelowEach(), ("a", "b")), given=given)
    assert not follows(shown, Step("s", shown, BelowEach(), ("a",)), given=given)


def test_a_sum_of_smaller_ones_is_no_multiple_of_one_of_them() -> None:
    each = least(phi_j, a)
    wrong = eq(total(j, d, each), d * each)
    assert not follows(wrong, Step("s", wrong, Identity()))
    right = eq(total(j, d, 2 * each), 2 * total(j, d, each))
    assert follows(right, Step("s", right, Identity()))


def test_where_a_function_is_least_the_minimum_must_be_its_own() -> None:
    f, body = norm_F(G) ** 2, eq(G, zeros("d", "d"))
    minima = (
        Step("bound", ge(f, 0), Positivity()), Step("value", eq(where(f, (G, zeros("d", "d"))), 0), Identity()),
        Step("least", eq(minimum(f, G), 0), Attained((G, zeros("d", "d"))), ("bound", "value")),
        Step("bound 2", ge(2 * f + 1, 1), Combination(plus=(2 * f,))),
        Step("value 2", eq(where(2 * f + 1, (G, zeros("d", "d"))), 1), Identity()),
        Step("least 2", eq(minimum(2 * f + 1, G), 1), Attained((G, zeros("d", "d"))), ("bound 2", "value 2")),
        Step("suppose", body, Assume()), Step("zero", eq(f, 0), Substitution(), ("suppose",)),
        Step("there", eq(f, minimum(f, G)), Combination(1, -1), ("zero", "least")),
        Step("implied", implies(body, eq(f, minimum(f, G))), Discharge("suppose"), ("suppose", "there")),
        Step("other", eq(f + 1, minimum(2 * f + 1, G)), Combination(1, -1), ("zero", "least 2")),
        Step("implied 2", implies(body, eq(f + 1, minimum(2 * f + 1, G))), Discharge("suppose"), ("suppose", "other")),
    )
    shown = minimum_where(f, body, G)
    assert follows(shown, *minima, Step("s", shown, AtSolutions(), ("implied",)))
    assert not follows(shown, *minima, Step("s", shown, AtSolutions(), ("implied 2",)))
    at_one_point = (Hypothesis("there", implies(body, eq(f, minimum(f, G)))),)
    assert not follows(shown, Step("s", shown, AtSolutions(), ("there",)), given=at_one_point)


def test_the_inverse_of_a_mean_needs_a_definite_random_matrix_and_a_fixed_weight() -> None:
    gram = half(Psi) * X.T * X * half(Psi) + sigma**2 * eye("d")
    jensen = le(tr(H * inv(expect(gram))), expect(tr(H * inv(gram))))
    positive = Hypothesis("sigma > 0", gt(sigma, 0))
    steps = (
        Step("H", psd(H), Positivity()),
        Step("gram", posdef(gram), Positivity(), ("sigma > 0",)),
        Step("mean", posdef(M * (half(Psi) * H * half(Psi)) + sigma**2 * eye("d")), Positivity(), ("sigma > 0",)),
        Step("Jensen", jensen, FromFact("inverse of a mean", A=gram, B=H), ("H", "mean", "sigma > 0")),
    )
    assert not follows(jensen, *steps, given=(positive,))
    surely = Step("surely", almost_surely(posdef(gram)), AlmostSurely(), ("gram",))
    whole = Step("Jensen", jensen, FromFact("inverse of a mean", A=gram, B=H), ("H", "surely", "mean", "sigma > 0"))
    assert follows(jensen, *steps[:3], surely, whole, given=(positive,))
    random_weight = FromFact("inverse of a mean", A=gram, B=x_q * x_q.T)
    changed = Step("Jensen", jensen, random_weight, ("H", "surely", "mean", "sigma > 0"))
    assert not follows(jensen, *steps[:3], surely, changed, given=(positive,))


def test_equal_in_mean_square_is_almost_surely_equal_and_nothing_less() -> None:
    f, g = beta.T * x_q, beta_star.T * x_q
    same = almost_surely(eq(f, g))
    fact = FromFact("vanishing mean square", f=f, g=g)
    near = (Hypothesis("mean", eq(expect(f - g), 0)),)
    assert not follows(same, Step("s", same, fact, ("mean",)), given=near)
    square = (Hypothesis("mean square", eq(expect((f - g) ** 2), 0)),)
    assert follows(same, Step("s", same, fact, ("mean square",)), given=square)


def test_a_forced_decay_needs_a_force_that_vanishes() -> None:
    f = (beta - beta_star).T * (beta - beta_star)
    decays = Hypothesis("decays", always(le(ddt(f), -(a * f) + b)))
    fact = FromFact("forced decay", f=f, c=1, V=b, g=R)
    assert not follows(limit(f, 0), Step("s", limit(f, 0), fact, ("decays",)), given=(decays,))


def test_the_least_eigenvalue_of_omega_is_positive_where_t_is() -> None:
    shown = gt(least_eigenvalue(Omega), 0)
    assert follows(shown, Step("s", shown, Positivity(), ("t > 0",)), given=(Hypothesis("t > 0", gt(t, 0)),))
    assert not follows(shown, Step("s", shown, Positivity()))

