# ruff: noqa: E501, a formula stands beside its sentence
"""A function that is given by a formula, ``f(x) := ...``: its values, its gradient, and what is refused of it."""

from __future__ import annotations

import pytest

from proofs_check import UserError
from proofs_check.reading.ask import ask
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read

LET = (
    r"A: d x d symmetric; b, x, y: vector d; u: vector m; \eta: number; f(x) := \frac12 x^\top A x - b^\top x; "
    r"h(x, y) := x^\top A y; q(\eta) := \eta^2"
)


@pytest.mark.parametrize(("formula", "let"), [
    (r"\nabla f(x) = Ax-b", LET), (r"\nabla_x f(x) = Ax-b", LET), (r"h(x, y) = h(y, x)", LET), (r"q(2) = 4", LET),
    (r"f(x-\eta(Ax-b)) = f(x) - \eta\|Ax-b\|^2 + \frac{\eta^2}{2}(Ax-b)^\top A(Ax-b)", LET),
    (r"f(x)-f(y) = (Ay-b)^\top(x-y)+\frac12 h(x-y, x-y)", LET),
])  # fmt: skip
def test_values_of_a_function_are_its_formula_at_what_the_bracket_holds(formula, let):
    answer = ask(formula, let)
    assert answer.verdict is not None
    assert answer.verdict.name == "PROVED"


@pytest.mark.parametrize("formula", ["f(x+y) = f(x)+f(y)", "h(x, x+y) = h(x, y)", r"q(2\eta) = 2q(\eta)"])
def test_what_is_false_of_a_function_is_refuted(formula):
    answer = ask(formula, LET)
    assert answer.verdict is not None
    assert answer.verdict.name == "REFUTED"


@pytest.mark.parametrize(("formula", "sentence"), [
    ("f(u)", "has not the shape"), ("f(f(x))", "has not the shape"), ("f", "write a value, such as f(x)"), ("f(x,y)", "a function of 1"),
    (r"\nabla f(x+y)", "at this point"), (r"\nabla h(x,y)", "alone"), ("f^2(x)", "behind the bracket"), ("f_1(x)", "or a product?"),
    (r"f(x)^\top", "transpose on a number"),
])  # fmt: skip
def test_what_stays_open_of_a_function_is_refused(formula, sentence):
    found = read(formula, declared(LET))
    assert isinstance(found, NotRead)
    assert sentence in found.sentence


def test_two_values_of_one_function_are_two_terms():
    found = read(r"f(x+y) - f(x-y)", declared(LET))
    assert isinstance(found, Read)
    assert repr(found.tree) == "f(x + y) - f(x - y)"
    first, second = found.tree.args  # type: ignore[union-attr]
    assert first.sym.name != second.sym.name  # type: ignore[union-attr]


@pytest.mark.parametrize("let", [r"x ~ N(0,S); f(x) := x^\top x", r"f(x) := x^\top x", r"x: vector; f(x): number"])
def test_a_function_of_letters_that_are_not_declared_or_random_is_refused(let):
    with pytest.raises(UserError):
        declared(let)
