"""What is printed is what the tree says, in the printed order, with no parentheses too few or too many."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from proofs_check.catalogue import Registry
from proofs_check.papers.zfb.notation import (
    U11,
    Gam,
    Lam,
    N,
    coordinate,
    d,
    i,
    j,
    k,
    l,
    residual,
    sigma,
    u_1,
    w,
    x,
    x_q,
)
from proofs_check.registry import load
from proofs_check.report.page.mathml import inline
from proofs_check.report.render import abbreviations, latex, plain
from proofs_check.report.show import print_statement
from proofs_check.report.symbols import to_unicode
from proofs_check.statement import props, terms
from proofs_check.statement.props import always, chain, conj, eq, ge, implies
from proofs_check.statement.terms import Op, at, entry, half, inv, kron, matrix, sqrt, total, tr, zeros

A, B, C = (matrix(name) for name in "ABC")


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load()


@pytest.mark.parametrize(
    ("node", "tex", "text"),
    [
        (A + B * C, "A + B C", "A + B C"),
        ((A + B) * C, "(A + B) C", "(A + B) C"),
        (A - (B - C), "A - (B - C)", "A - (B - C)"),
        (A - B - C, "A - B - C", "A - B - C"),
        (-(u_1**2) * A, "-u_{-1}^2 A", "-u₋₁² A"),
        (A * (-B), "A (-B)", "A (-B)"),
        ((A * B).T, r"(A B)^\top", "(A B)ᵀ"),
        (A.T * B, r"A^\top B", "Aᵀ B"),
        (inv(A * B), "(A B)^{-1}", "(A B)⁻¹"),
        (half(Lam), r"\Lambda^{1/2}", "Λ^(1/2)"),
        (kron(A, B) * C, r"(A \otimes B) C", "(A ⊗ B) C"),
        (2 * sqrt(d), r"2 \sqrt{d}", "2 √d"),
        (A * terms.term(2), r"A \cdot 2", "A · 2"),
        (1 / N, r"\frac{1}{N}", "1/N"),
        (1 / (N * d), r"\frac{1}{N d}", "1/(N d)"),
        (tr(A), r"\operatorname{tr}(A)", "tr(A)"),
        (tr(A / N), r"\operatorname{tr}\left(\frac{A}{N}\right)", "tr(A/N)"),
        (x_q, "x_q", "x_q"),
        (A * (B / N) * C, r"A \frac{B}{N} C", "A B/N C"),
        (A * (B * B.T / N) * C, r"A \frac{B B^\top}{N} C", "A (B Bᵀ/N) C"),
        (A * (1 / N * total(i, N, at(x, i))) * C, r"A \left(\frac{1}{N} \sum_{i=1}^{N} x_i\right) C",
         "A (1/N Σ_{i=1..N} x_i) C"),
        (entry(A, j, k), "A_{jk}", "A_jk"),
        (entry(U11, j, d + 1), "[U_{11}]_{j,d+1}", "[U₁₁]_{j,d+1}"),
        (coordinate(w, j), "[w]_j", "[w]_j"),
        (zeros(1, 1), "0", "0"),
        (zeros("d+1", "d+1"), r"0_{(d+1)\times (d+1)}", "0_{(d+1)×(d+1)}"),
        (zeros("d(d+1)", "d"), r"0_{d(d+1)\times d}", "0_{d(d+1)×d}"),
        (props.negative_eigenvalues_equal(A, 1), r"A \text{ has exactly } 1 \text{ negative eigenvalue}",
         "A has exactly 1 negative eigenvalue"),
        (chain(u_1, "=", sigma, ">=", 0), r"u_{-1} = \sigma \ge 0", "u₋₁ = σ ≥ 0"),
        (implies(ge(u_1, 0), eq(A, B)), r"u_{-1} \ge 0 \;\Longrightarrow\; A = B", "u₋₁ ≥ 0  ⟹  A = B"),
        (always(eq(A, B)), r"A = B \quad \text{for all } t \ge 0", "A = B   for all t ≥ 0"),
        (conj(eq(A, B), eq(C, A)), r"A = B,\quad C = A", "A = B,  C = A"),
    ],
)
def test_the_tree_is_printed_with_minimal_parentheses(node: props.Arg, tex: str, text: str) -> None:
    assert (latex(node), plain(node)) == (tex, text)


def test_abbreviations_are_shown_by_their_symbol_and_listed_with_those_inside_them() -> None:
    assert plain(l) == "ℓ̃"
    assert [a.sym.name for a in abbreviations(eq(residual, A))] == ["Gam"]
    assert [a.sym.name for a in abbreviations(eq(l, u_1))] == ["l", "Gam"]
    assert plain(Gam.body) == "(1 + 1/N) Λ + 1/N tr(Λ) I"


def test_every_statement_and_hypothesis_can_be_printed(registry: Registry) -> None:
    for claim in registry.claims.values():
        for prop in (*(r.prop for p in claim.parts for r in p.readings), *(h.prop for h in claim.given)):
            assert latex(prop)
            assert plain(prop)


def test_a_changed_sign_changes_what_is_printed() -> None:
    right = u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2
    wrong = Op("+", right.args)
    assert latex(right) != latex(wrong)


def test_what_is_assumed_at_one_moment_is_not_shown_for_all_times(registry: Registry) -> None:
    console = Console(record=True, width=200, file=StringIO())
    print_statement(console, registry.find("zfb/lemma-18"), registry, {})
    shown = console.export_text()
    assert "suppose zero: u₋₁ = 0   at one moment t" in shown
    assert "nowhere zero: u₋₁ ≠ 0   for all t ≥ 0" in shown


def test_a_sum_with_a_term_that_starts_with_a_minus_sign_is_printed_as_a_difference() -> None:
    difference = Lam + (-u_1) * Gam
    assert plain(difference) == "Λ - u₋₁ Γ"
    assert latex(difference) == r"\Lambda - u_{-1} \Gamma"


def test_a_gradient_by_one_letter_has_no_braces_in_text() -> None:
    assert plain(terms.grad(u_1**2, w)).startswith("∇_w ")


def test_bold_letters_are_told_from_those_that_are_not() -> None:
    assert to_unicode(r"\boldsymbol{\varepsilon}") != to_unicode(r"\varepsilon")
    assert to_unicode(r"\hat{\boldsymbol\beta}") == "𝛃\u0302"
    assert inline(r"\boldsymbol\varepsilon") == "<math><mi>𝜺</mi></math>"


def test_zero_times_a_letter_is_printed_as_zero_and_a_zero_factor_of_anything_else_stays() -> None:
    v = terms.vector("v")
    assert (plain(eq(v, 0 * v)), latex(eq(v, 0 * v))) == ("v = 0", "v = 0")
    assert plain(v + 0 * v) == "v + 0"
    assert plain(0 * (A * v)) == "0 A v"


def test_a_statement_of_ours_is_not_said_to_be_as_printed() -> None:
    known = load()
    shown = {}
    for id in ("zfb/appendix-b-hessian-corrected", "zfb/lemma-10"):
        out = StringIO()
        print_statement(Console(file=out, width=100), known.find(id), known, {})
        shown[id] = out.getvalue()
    assert "fidelity" not in shown["zfb/appendix-b-hessian-corrected"]
    assert "fidelity   as printed" in shown["zfb/lemma-10"]
