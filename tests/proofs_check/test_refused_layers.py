"""What the rules about recursions, laws and contexts ask for; each is met by what it alone stops."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check.proof.binding import is_invertible, is_layer
from proofs_check.proof.chain import Rule
from proofs_check.proof.steps.layers import Contracting, Diminishing, Rotated
from proofs_check.proof.steps.recursions import Apart, Induction, Instance, MeanOfLinear, Rewriting, SameLaw, Tower
from proofs_check.statement.attention import layer, layers, same_law
from proofs_check.statement.laws import delta, expect_given
from proofs_check.statement.props import Prop, always, conj, eq, exists, for_all, implies, le, lt, ne, tends
from proofs_check.statement.terms import (
    Num,
    Op,
    Sym,
    Term,
    at,
    ddt,
    expect,
    eye,
    index,
    matrix,
    parameter,
    scalar,
    term,
    total,
    tr,
    vector,
)
from tests.proofs_check.asking_rules import NO_THEOREM, refused

i, j, m = layer("i_1"), layer("j_1"), layer("m_1")
w, v = layers("w"), layers("v")
a, c, s, x = (scalar(name) for name in ("a_1", "c_1", "s_1", "x_1"))
p, q = scalar("p_1", "positive"), scalar("q_1")
late = scalar("k_1", "integer", "positive")
even, real = scalar("e_1", "integer", "nonnegative", "even"), scalar("y_1", "nonnegative")
signed = scalar("n_1", "integer")
P = parameter("P_1")
N, S, B, K = (matrix(name, "d", "d") for name in ("N_1", "S_1", "B_1", "K_1"))
U, O = (matrix(name, "d", "d", "orthogonal") for name in ("U_1", "O_1"))  # noqa: E741
H = Sym("H_1", ("d", "d"), frozenset({"random", "orthogonal", "haar"}))
H_n = Sym("H_2", ("n", "n"), frozenset({"random", "orthogonal", "haar"}))
X, Z = vector("X_1", "d", "random", "context"), vector("Z_1", "d", "random", "context")
g, y = vector("g_1", "d", "random", "cov:I"), vector("y_2", "d", "random", "label")
labelled = vector("y_3", "d", "random", "label:g_1")
r = index("r_1", "k_1")
family = vector("z_1", "d", "random", "iid", "cov:I")
member, heavy = at(family, 1), vector("z_2", "d", "random", "iid", "cov:S_1")
upright = matrix("U_2", "d", "d", "orthogonal", "posdef")
flat = Sym("g_2", ("d", "n"), frozenset({"random", "cov:I"}))


def beside(f: Term, last: Term = late) -> Term:
    return Op("beside_over", (r, last, f))


Asked = tuple[Rule, Prop, tuple[Prop, ...], str]


def check(rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str) -> None:
    found = refused(rule, shown, *premises)
    assert why in found if why else not found, found


# Structure --------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("node", "yes"), [
    (Num(2), True), (i, True), (late, True), (i + 2, True), (late + i, True),
    (Num(Fraction(1, 2)), False), (Num(-1), False), (real, False), (signed, False), (i - 1, False), (i + signed, False),
    (signed + i, False), (i * 2, False),
])  # fmt: skip
def test_what_is_the_number_of_a_layer(node: Term, yes: bool) -> None:
    assert is_layer(node) is yes


@pytest.mark.parametrize(("node", "yes"), [
    (U, True), (U * O, True), (U.T, True), (U**-1, True), (matrix("I", "d", "d", "invertible"), True),
    (N, False), (U * N, False), (N * U, False), (N.T, False), (U + O, False),
])  # fmt: skip
def test_what_is_invertible_by_its_structure(node: Term, yes: bool) -> None:
    assert is_invertible(node) is yes


# Induction --------------------------------------------------------------------------------------------------

def at_(ell: Term) -> Prop:
    return eq(at(w, ell), at(v, ell))


def both(of: Sym = i) -> tuple[Prop, Prop]:
    return at_(term(0)), implies(at_(of), at_(of + 1))


UPTO = (at_(term(0)), implies(conj(at_(i), lt(i, j)), at_(i + 1)))
sized = tr(eye("i_1"))
INDUCTION: tuple[Asked, ...] = (
    (Induction(i), at_(i), both(), ""),
    (Induction(i, j), implies(le(i, j), at_(i)), UPTO, ""),
    (Induction(i, late), implies(le(i, late), at_(i)), (at_(term(0)), implies(conj(at_(i), lt(i, late)), at_(i + 1))),
     ""),
    (Induction(real), at_(real), both(real), "runs over a layer"),
    (Induction(i, real), implies(le(i, real), at_(i)), (at_(term(0)), implies(conj(at_(i), lt(i, real)), at_(i + 1))),
     "runs over a layer"),
    (Induction(i, i), implies(le(i, i), at_(i)), (at_(term(0)), implies(conj(at_(i), lt(i, i)), at_(i + 1))),
     "runs over a layer"),
    (Induction(late), at_(late), both(late), "has other values"),
    (Induction(even), at_(even), both(even), "has other values"),
    (Induction(i), le(i, sized), (le(0, term(0) * sized), implies(le(i, sized), le(i + 1, sized))), "is a dimension"),
    (Induction(i), always(at_(i)), both(), "for all parameters"),
    (Induction(i), le(ddt(P), i), (le(ddt(P), 0), implies(le(ddt(P), i), le(ddt(P), i + 1))), "on the layer unseen"),
    (Induction(i), exists(x, eq(at(w, i), x)), (exists(x, eq(at(w, 0), x)), implies(exists(x, eq(at(w, i), x)),
     exists(x, eq(at(w, i + 1), x)))), "induction shows equations"),
    (Induction(i), implies(exists(x, le(x, i)), at_(i)), (), "induction shows equations"),
    (Induction(i), at_(i), both()[:1], "that it passes"),
    (Induction(i), at_(i), both()[1:], "that it holds at 0"),
    (Induction(i), at_(i), (at_(term(0)), implies(at_(i), at_(i + 2))), "that it passes"),
    (Induction(i, j), at_(i), UPTO, "up to a layer j"),
    (Induction(i, j), implies(le(i, m), at_(i)), UPTO, "up to a layer j"),
    (Induction(i), at_(i), UPTO, "that it passes"),
)  # fmt: skip

# Instances --------------------------------------------------------------------------------------------------

square = le(0, a**2)
under = for_all(a, eq(expect(a * g.T * g), a * expect(g.T * g)))
mean = eq(expect(tr(U * S)), expect(tr(S * U)))
INSTANCES: tuple[Asked, ...] = (
    (Instance((a, c)), le(0, c**2), (square,), ""),
    (Instance((a, c)), le(0, c**2), (for_all(a, square),), ""),
    (Instance((a, a)), exists(x, le(x, a)), (for_all(a, exists(x, le(x, a))),), ""),
    (Instance((i, j - m)), at_(j - m), (at_(i), le(m, j)), ""),
    (Instance((a, c)), le(0, c**2), (), "is one of a premise"),
    (Instance((a, c)), le(0, c**2), (square, lt(0, a)), "of a single premise"),
    (Instance((i, j - m)), at_(j - m), (at_(i),), "is integer"),
    (Instance((i, j - m)), at_(j - m), (at_(i), le(j, m)), "is integer"),
    (Instance((i, real - m)), at_(real - m), (at_(i), le(m, real)), "is integer"),
    (Instance((i, m - real)), at_(m - real), (at_(i), le(real, m)), "is integer"),
    (Instance((late, j - m)), at_(j - m), (at_(late), le(m, j)), "what is put in is not known to"),
    (Instance((p, c)), lt(0, c), (lt(0, p),), "is positive"),
    (Instance((a, N)), le(0, N**2), (square,), "has another shape"),
    (Instance((a, r)), eq(total(r, late, r), late * r), (eq(total(r, late, a), late * a),), "an index may not"),
    (Instance((signed, 0)), eq(signed, 0), (eq(signed, signed),), "may be a dimension"),
    (Instance((i, 0)), eq(sized, 0), (eq(sized, i),), "may be a dimension"),
    (Instance((even, 2)), le(0, term(2)), (le(0, even),), "is even"),
    (Instance((g, X)), le(0, tr(X * X.T)), (le(0, tr(g * g.T)),), "is cov:I"),
    (Instance((a, c)), le(ddt(P), c), (le(ddt(P), a),), "speaks of the model"),
    (Instance((a, 2)), le(2, tr(member * member.T)), (le(a, tr(member * member.T)),), "or of a family"),
    (Instance((a, c)), always(le(0, c**2)), (always(square),), "does not hold for all values"),
    (Instance((a, c)), exists(x, le(x, c)), (exists(x, le(x, a)),), "does not hold for all values"),
    (Instance((P, c)), le(0, c**2), (le(0, P**2),), "does not hold for all values"),
    (Instance((a, c)), le(0, c), (square,), "not this instance"),
    (Instance((a, 2)), le(2, tr(expect(y * y.T))), (le(a, tr(expect(y * y.T))),),
     "does not hold for all values"),
    (Instance((a, tr(g * g.T))), eq(expect(tr(g * g.T) * g.T * g), tr(g * g.T) * expect(g.T * g)), (under,),
     "does not hold for all values"),
    (Instance((S, 2 * S)), eq(expect(S * g), 2 * S * expect(g)), (eq(expect(S * g), S * expect(g)),),
     "does not hold for all values"),
)  # fmt: skip

# Rewriting, and layers apart --------------------------------------------------------------------------------

APART: tuple[Asked, ...] = (
    (Rewriting(), eq(at(w, i) + 1, at(v, i) + 1), (le(at(w, i), at(v, i)),), "is an equation"),
    (Rewriting(), le(at(w, i) + 1, at(v, i) + 1), (at_(i),), "shows equations"),
    (Rewriting(), eq(at(w, i) + 1, at(v, i)), (eq(delta(i, j), 0),), "differ also"),
    (Apart(), eq(delta(i, j), 0), (lt(i, j),), ""),
    (Apart(), eq(delta(i, j), 0), (le(j + 1, i),), ""),
    (Apart(), eq(delta(i, j), 0), (ne(i, j),), ""),
    (Apart(), eq(delta(i, j), 1), (ne(i, j),), NO_THEOREM),
    (Apart(), le(delta(i, j), 0), (ne(i, j),), NO_THEOREM),
    (Apart(), eq(i * j, 0), (ne(i, j),), NO_THEOREM),
    (Apart(), eq(delta(i, real), 0), (lt(i, real),), ""),
    (Apart(), eq(delta(real, i), 0), (lt(real, i),), ""),
    (Apart(), eq(delta(i, j), 0), (le(i, j),), NO_THEOREM),
)  # fmt: skip

# Laws -------------------------------------------------------------------------------------------------------

turned = for_all(U, same_law(U * X, X))


def form(of: Term, by: Term = S) -> Term:
    return expect(tr(of.T * by * of))


LAWS: tuple[Asked, ...] = (
    (SameLaw((U, H)), eq(form(X), form(H * X)), (turned,), ""),
    (SameLaw((U, H)), eq(form(H * X), form(X)), (turned,), ""),
    (SameLaw(), eq(form(X), form(N * X)), (same_law(N * X, X),), ""),
    (SameLaw(), eq(form(X), form(N * X)), (same_law(X, N * X),), ""),
    (SameLaw((U, H)), eq(form(X), form(H * X)), (eq(U * X, X),), "no premise says"),
    (SameLaw((U, O)), eq(form(X), form(O * X)), (turned,), "no premise says"),
    (SameLaw((U, H)), eq(form(X), form(H * X)), (same_law(U * X, X),), "no premise says"),
    (SameLaw((S, H)), eq(form(X), form(H * X)), (for_all(S, same_law(S * X, X)),), ""),
    (SameLaw((H, H)), eq(form(X), form(H * X)), (for_all(H, same_law(H * X, X)),), "no premise says"),
    (SameLaw(), eq(form(X), form(H * X)), (for_all(H, same_law(H * X, X)),), "no premise says"),
    (SameLaw(), eq(form(X), form(N * X)), (ne(N * X, X),), "no premise says"),
    (SameLaw(), eq(form(X), form(N * X)), (same_law(N * X, K * X),), "no premise says"),
    (SameLaw((U, H_n)), eq(form(X), form(H_n * X)), (turned,), "no premise says"),
    (SameLaw((upright, H)), eq(form(X), form(H * X)), (for_all(upright, same_law(upright * X, X)),), "no premise says"),
    (SameLaw(), le(form(X), form(N * X)), (same_law(N * X, X),), "two means are equal"),
    (SameLaw(), eq(form(X), 2 * form(N * X)), (same_law(N * X, X),), "two means are equal"),
    (SameLaw(), eq(form(X), form(K * X)), (same_law(N * X, X),), "neither mean is the other"),
    (SameLaw(), eq(expect(tr(X * Z.T)), expect(tr(N * X * Z.T))), (same_law(N * X, X),), "neither mean is the other"),
    (SameLaw(), eq(form(X), form(Z)), (same_law(Z, X),), "neither mean is the other"),
    (SameLaw(), eq(expect(tr(X * expect(X).T)), expect(tr(N * X * expect(N * X).T))), (same_law(N * X, X),),
     "neither mean is the other"),
    (SameLaw(), eq(expect(tr(H * X * X.T)), expect(tr(H * H * X * X.T * H.T))), (same_law(H * X, X),),
     "neither mean is the other"),
    (Tower(), eq(form(X), expect(expect_given(tr(X.T * S * X), X))), (), ""),
    (Tower(), eq(form(X), expect(expect_given(2 * tr(X.T * S * X), X))), (), "that of the conditional mean"),
    (Tower(), eq(form(X), expect(tr(X.T * S * X))), (), "that of the conditional mean"),
)  # fmt: skip

# Means of what is linear ------------------------------------------------------------------------------------

F = tr(K * S)
LINEAR = eq(tr(K * (s * S + B)), s * F + tr(K * B))
V = H * N * H.T
SHOWN = eq(expect(tr(K * V)), expect(tr(K * expect(V))))
rule = MeanOfLinear(S, B, s, V)
D = matrix("D_1", "d", "d", "diagonal")
MEANS: tuple[Asked, ...] = (
    (rule, SHOWN, (LINEAR,), ""),
    (rule, SHOWN, (Prop("le", LINEAR.args),), "no premise says that the map is linear"),
    (rule, SHOWN, (eq(F, F),), "no premise says that the map is linear"),
    (rule, SHOWN, (eq(tr(K * (s * S + N)), s * F + tr(K * B)),), "no premise says that the map is linear"),
    (rule, SHOWN, (eq(tr(K * (s * S + B)), s * F + tr(N * B)),), "no premise says that the map is linear"),
    (rule, eq(expect(s * tr(K * V)), expect(s * tr(K * expect(V)))),
     (eq(s * tr(K * (s * S + B)), s * (s * F) + s * tr(K * B)),), "no premise says that the map is linear"),
    (rule, eq(expect(tr(K * V)), expect(tr(K * N))), (LINEAR,), "not those of this linear map"),
    (rule, eq(expect(tr(N * V)), expect(tr(K * expect(V)))), (LINEAR,), "not those of this linear map"),
    (MeanOfLinear(D, B, s, V), SHOWN, (LINEAR,), "any two matrices of one shape"),
    (MeanOfLinear(S, D, s, V), SHOWN, (LINEAR,), "any two matrices of one shape"),
    (MeanOfLinear(S, B, p, V), SHOWN, (LINEAR,), "any two matrices of one shape"),
    (MeanOfLinear(S, matrix("B_1", "n", "d"), s, V), SHOWN, (LINEAR,), "any two matrices of one shape"),
    (MeanOfLinear(S, B, matrix("s_1", "d", "d"), V), SHOWN, (LINEAR,), "any two matrices of one shape"),
    (MeanOfLinear(S, B, s, H_n), SHOWN, (LINEAR,), "any two matrices of one shape"),
    (MeanOfLinear(S, S, s, V), SHOWN, (LINEAR,), "stand for nothing else"),
    (MeanOfLinear(S, B, s, V * B), SHOWN, (LINEAR,), "stand for nothing else"),
    (MeanOfLinear(S, B, s, N), eq(expect(tr(K * N)), expect(tr(K * expect(N)))), (LINEAR,),
     "what is put in"),
    (MeanOfLinear(S, B, s, X * X.T), eq(form(X, K), expect(tr(K * expect(X * X.T)))), (LINEAR,), "what is put in"),
    (rule, eq(expect(tr(H * V)), expect(tr(H * expect(V)))), (eq(tr(H * (s * S + B)), s * tr(H * S) + tr(H * B)),),
     "what is put in depends on other things"),
    (rule, eq(expect(expect(tr(K * V))), expect(expect(tr(K * expect(V))))),
     (eq(expect(tr(K * (s * S + B))), s * expect(F) + expect(tr(K * B))),), "under another mean"),
)  # fmt: skip

# Limits in the number of layers, and rotations ---------------------------------------------------------------

f = at(w, i) ** 2
to_0 = tends(at(w, i), 0, i)
shrinks = le(at(w, i + 1) ** 2, q * f)
slowly = implies(le(m, i), le(at(w, i + 1) ** 2, (1 - p / (i + 1)) * f))
wide = matrix("W_1", "i_1", "i_1")
LIMITS: tuple[Asked, ...] = (
    (Contracting(i, f, Num(0)), to_0, (le(at(w, i + 1) ** 2, 0 * f),), ""),
    (Contracting(i, f, q), to_0, (le(at(w, i + 1) ** 2, q * f), lt(q, 1)), ""),
    (Contracting(i, f, q), to_0, (le(at(w, i + 1) ** 2, q * f),), "not known to be below 1"),
    (Contracting(i, f, Num(1)), to_0, (le(at(w, i + 1) ** 2, 1 * f),), "not known to be below 1"),
    (Contracting(i, f, q), to_0, (lt(q, 1),), "that the bound shrinks"),
    (Contracting(i, f, q), tends(at(w, i), 1, i), (le(at(w, i + 1) ** 2, q * f), lt(q, 1)), "the squared distance"),
    (Contracting(j, f, q), to_0, (le(at(w, i + 1) ** 2, q * f), lt(q, 1)), "a limit in the number of layers"),
    (Contracting(i, f, q), le(at(w, i), 0), (le(at(w, i + 1) ** 2, q * f), lt(q, 1)), "a limit in the number"),
    (Contracting(real, at(w, real) ** 2, q), tends(at(w, real), 0, real),
     (le(at(w, real + 1) ** 2, q * at(w, real) ** 2), lt(q, 1)), "a limit in the number of layers"),
    (Contracting(i, f, q * i), to_0, (le(at(w, i + 1) ** 2, q * i * f), lt(q * i, 1)), "depends on the layer"),
    (Contracting(i, tr(wide) ** 2, q), tends(tr(wide), 0, i), (le(tr(wide) ** 2, q * tr(wide) ** 2), lt(q, 1)),
     "is a dimension as well"),
    (Contracting(i, ddt(P) ** 2, q), tends(ddt(P), 0, i), (le(ddt(P) ** 2, q * ddt(P) ** 2), lt(q, 1)), "layer unseen"),
    (Diminishing(i, f, p, m), to_0, (slowly,), ""),
    (Diminishing(i, f, q, m), to_0, (implies(le(m, i), le(at(w, i + 1) ** 2, (1 - q / (i + 1)) * f)),), "positive"),
    (Diminishing(i, f, p, m), to_0, (le(f, f),), "from some layer on"),
    (Diminishing(i, f, p, i + m), to_0, (implies(le(i + m, i), le(at(w, i + 1) ** 2, (1 - p / (i + 1)) * f)),),
     "depends on the layer"),
    (Rotated(U, g), eq(form(U * g), form(g)), (), ""),
    (Rotated(U, H), eq(expect(tr(S * U * H)), expect(tr(S * H))), (), ""),
    (Rotated(U, g), same_law(U * g, g), (), ""),
    (Rotated(U, g), eq(g, U * g), (), "have one law"),
    (Rotated(U, g), le(form(U * g), form(g)), (), "have one law"),
    (Rotated(N, g), eq(form(N * g), form(g)), (), "an orthogonal matrix"),
    (Rotated(H, g), eq(form(H * g), form(g)), (), "an orthogonal matrix"),
    (Rotated(U, X), eq(form(U * X), form(X)), (), "that of its rotations"),
    (Rotated(U, H_n), eq(expect(tr(H_n)), expect(tr(H_n))), (), "that of its rotations"),
    (Rotated(U, flat), same_law(U * flat, flat), (), "that of its rotations"),
    (Rotated(U, family), same_law(U * beside(at(family, r)), beside(at(family, r))), (), ""),
    (Rotated(U, family), same_law(U * beside(at(family, r)), beside(at(family, r), m)), (), "a sum or a mean"),
    (Rotated(U, family), same_law((r * U) * beside(at(family, r)), beside(r * at(family, r))), (), "a sum or a mean"),
    (Rotated(U, g), same_law(U * at(heavy, 1), at(heavy, 1)), (), "drawn rotated"),
    (Rotated(U, g), eq(form(g), form(K * g)), (), "with what is drawn rotated"),
    (Rotated(U, g), eq(expect(tr(U * g * expect(U * g).T)), expect(tr(g * expect(g).T))), (), "a mean of its own"),
    (Rotated(U, g), eq(expect(tr(U * g * labelled.T)), expect(tr(g * labelled.T))), (), "drawn jointly"),
)  # fmt: skip


@pytest.mark.parametrize(("rule", "shown", "premises", "why"), [
    *INDUCTION, *INSTANCES, *APART, *LAWS, *MEANS, *LIMITS,
])  # fmt: skip
def test_a_rule_asks_for_what_it_needs(rule: Rule, shown: Prop, premises: tuple[Prop, ...], why: str) -> None:
    check(rule, shown, premises, why)


def test_what_is_assumed_of_one_layer_matrix_or_outcome_does_not_hold_for_all() -> None:
    assert "of one layer" in refused(Induction(i), at_(i), *both(), assumed=at_(i))
    assert "of one layer" in refused(Contracting(i, f, q), to_0, shrinks, lt(q, 1), assumed=shrinks)
    assert "does not hold for all" in refused(Instance((a, c)), le(0, c), le(0, a), assumed=le(0, a))
    assert "one direction" in refused(rule, SHOWN, LINEAR, assumed=eq(S, N))
    assert "one direction" in refused(rule, SHOWN, LINEAR, assumed=eq(g, 0 * g))
    assert "one outcome" in refused(SameLaw(), eq(form(X), form(N * X)), same_law(N * X, X), assumed=eq(X, 0 * X))
    assert "one outcome" in refused(Rotated(U, g), same_law(U * g, g), le(0, 0), assumed=eq(g, 0 * g))


def test_what_was_made_for_one_value_has_no_instance_at_another() -> None:
    """rho is the one place where (r_0 - c)^2 is least, and not any number."""
    from tests.proofs_check.test_proof_captures import best, rho
    from tests.proofs_check.test_proof_captures import c as best_at

    above = best(best_at)
    assert "depend on others" in refused(Instance((rho, 5)), eq(best_at, 5), eq(best_at, rho), above=above)
    assert "depend on others" in refused(Instance((best_at, 5)), eq(5, rho), eq(best_at, rho), above=above)
