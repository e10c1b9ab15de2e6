"""What is assumed of every rotation, of a law or of every value refutes nothing where it is not known to hold."""

from __future__ import annotations

import pytest

from proofs_check import runner
from proofs_check.algebras.attention.algebra import AttentionAlgebra
from proofs_check.algebras.attention.assumed import met_by
from proofs_check.algebras.attention.laws import Law
from proofs_check.algebras.attention.places import Place
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.logic import Truth
from proofs_check.papers.ccs.notation import X_0, Y_0, Sigma, U, U_Sigma
from proofs_check.papers.ccs.notation_rotations import KK, UX, K_invariant, law_invariant
from proofs_check.statement.attention import haar, kernel, kernel_value, layer, layers, same_law, slope
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop, eq, for_all, ge, le, lt
from proofs_check.statement.terms import at, entry, exp, expect, matrix, scalar, tr, vector
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context

A, W = matrix("A"), haar("W")
SQUARE = expect(X_0 * X_0.T)
v, w, x, y = (vector(name, "d") for name in "vwxy")
K = kernel("K", "psd")
LINEAR = for_all(v, for_all(w, eq(kernel_value(K, v, w), v.T * w)))
TRUE = {
    "second moments of a law that rotations keep": (eq(SQUARE * A, A * SQUARE), for_all(U, same_law(U * X_0, X_0))),
    "the same of a definite matrix": (eq(SQUARE * Sigma, Sigma * SQUARE), for_all(U, same_law(U * X_0, X_0))),
}
FALSE = {
    "odd powers may have a mean": (eq(expect(entry(X_0, 1, 1) ** 2), 0), law_invariant.prop),
    "second moments are no multiple of I": (eq(SQUARE * A, A * SQUARE), law_invariant.prop),
}


def verdict(props: tuple[Prop, ...], name: str = "balls") -> Verdict:
    given = tuple(Hypothesis(f"h{m}", prop) for m, prop in enumerate(props[1:]))
    claim = Claim("mine/x", Kind.IDENTITY, "", "x", (Part("", (Reading("", props[0]),)),), given=given)
    return runner.examine(claim, (name,), Context(dims=(1, 2))).verdict


def met(
    given: Prop, group: str = "circle", size: int = 2, n: int = 1, invariant: bool = True, arithmetic: str = "exact"
) -> Truth:
    """Of a place where X is S^(1/2) U xi, U uniform."""
    sizes = {"d": size, "n": n, "k": 0}
    place = Place("a test", sizes, arithmetic, {}, Law("", group, invariant), signed=True, small=True)
    return met_by([given], AttentionAlgebra(place))


@pytest.mark.parametrize("what", TRUE)
@pytest.mark.parametrize("name", ["balls", "sampled", "entries"])
def test_what_follows_from_a_law_is_not_refuted_at_another(what: str, name: str) -> None:
    assert verdict(TRUE[what], name) is not Verdict.REFUTED


@pytest.mark.parametrize("what", FALSE)
def test_what_is_false_for_a_law_that_is_known_is_refuted(what: str) -> None:
    assert verdict(FALSE[what]) is Verdict.REFUTED


def test_a_law_is_known_where_every_rotation_that_is_assumed_keeps_lengths() -> None:
    assert met(law_invariant.prop) is Truth.TRUE
    assert met(law_invariant.prop, "signed", 1) is Truth.TRUE
    assert met(for_all(U, same_law(U * X_0, X_0)), "signed", 1) is Truth.TRUE
    assert met(for_all(U, same_law(-X_0, X_0))) is Truth.TRUE
    assert met(for_all(U, same_law(U * X_0, X_0))) is not Truth.TRUE
    assert met(for_all(U, same_law(UX * tr(U) ** 2 / 4, X_0))) is not Truth.TRUE
    assert met(for_all(U, same_law(U_Sigma * UX, X_0))) is Truth.TOUCHES  # quadratic in U
    assert met(for_all(U, same_law(-v.T * X_0, v.T * X_0))) is Truth.TOUCHES
    assert met(law_invariant.prop, "signed", 3, 1) is Truth.TOUCHES  # two columns do not tell all of a 3 x 3 matrix


def test_a_law_is_not_known_where_finitely_many_rotations_keep_it_or_labels_are_in_it() -> None:
    assert met(law_invariant.prop, "signed", invariant=False) is Truth.TOUCHES
    assert met(same_law(W * A * W.T, W.T * A * W)) is not Truth.TRUE
    assert met(for_all(U, same_law(Y_0, Y_0))) is not Truth.TRUE
    assert met(for_all(U, same_law(X_0 * Y_0.T, X_0 * Y_0.T))) is Truth.TOUCHES


def test_what_is_assumed_of_every_rotation_is_asked_of_rotations_and_of_reflections() -> None:
    assert met(K_invariant.prop) is Truth.TRUE
    assert met(for_all(U, for_all(X_0, eq(KK(U * X_0), KK(X_0))))) is Truth.FALSE
    assert met(for_all(U, eq(entry(U, 1, 2) + entry(U, 2, 1), 0))) is Truth.FALSE
    assert met(for_all(U, eq(entry(U, 1, 2) - entry(U, 2, 1), 0))) is Truth.FALSE
    assert met(for_all(U, eq(entry(U, 1, 1), -1)), "signed", 1) is Truth.FALSE


def test_an_equation_that_is_assumed_of_every_value_is_not_known_by_one() -> None:
    assert met(for_all(v, eq(v.T * v, v.T * v))) is Truth.TOUCHES
    assert met(for_all(v, eq(v.T * v, 0))) is Truth.FALSE
    assert verdict((eq(kernel_value(K, x, y), x.T * y), LINEAR)) is not Verdict.REFUTED
    assert verdict((ge(kernel_value(K, x, y), 0), LINEAR), "entries") is not Verdict.PROVED


def test_what_is_assumed_of_every_layer_is_seen_alone_and_what_is_open_or_a_bound_is_not_seen() -> None:
    l, c = layer("l"), layers("c")  # noqa: E741
    assert met(for_all(l, eq(at(c, l), at(c, l)))) is Truth.TOUCHES
    with pytest.raises(Lacks):
        met(for_all(U, le(entry(U, 1, 1), 1)))
    with pytest.raises(Lacks):
        met(lt(exp(tr(A)), exp(tr(A))), arithmetic="balls")


def test_a_derivative_passes_into_a_mean_and_into_nothing_else() -> None:
    s = scalar("s")
    f = s * tr(A) * entry(X_0, 1, 1)
    assert met(for_all(A, eq(slope(s, expect(f)), expect(slope(s, f))))) is Truth.TRUE
    assert met(for_all(A, eq(slope(s, s * tr(A)), expect(tr(A) + 0 * entry(X_0, 1, 1))))) is Truth.TOUCHES
    assert met(for_all(A, eq(slope(s, -(0 * s * tr(A))), expect(slope(s, 0 * s * tr(A)))))) is Truth.TOUCHES
