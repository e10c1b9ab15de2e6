r"""What may be an integer part, the trace of a number, an integer of either sign is not read."""

from __future__ import annotations

import pytest

from proofs_check.errors import UserError
from proofs_check.reading.ask import ask
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import plain

LETTERS = declared("x, a, b: number; z ~ N(0,1); S, T, U: d x d; v: d")


@pytest.mark.parametrize("formula", [
    r"[x] \le x", r"\{x\} = x", r"[x]^2 = x^2", "2[x] = 2x", r"\Big[x\Big] = x", "[1/2] = 0", "[x/2] = 1", "[-x] = -x",
    r"[\tfrac x2] = x", r"[(x)] = x", r"\{\sqrt{x^2}\} = x", "[S] = S", r"\exp[a][b] = 1",
])  # fmt: skip
def test_square_or_curly_brackets_around_one_factor_are_not_read(formula):
    found = read(formula, LETTERS)
    assert isinstance(found, NotRead)
    assert "around one factor" in found.sentence


@pytest.mark.parametrize(("formula", "meant"), [
    ("[2x] = 2x", "2 x = 2 x"), (r"\{x+1\}^2 = 1", "(x + 1)² = 1"), ("[ab]x = abx", "a b x = a b x"),
    (r"\mathbb E[z] = 0", "E[z] = 0"), (r"\exp\{a\} = \exp(a)", "exp(a) = exp(a)"),
    (r"\operatorname{tr}[S] = 1", "tr(S) = 1"), (r"[\operatorname{tr}(S)]^2 = 1", "tr(S)² = 1"),
    (r"\left[\frac ab\right]^2 = 1", "(a/b)² = 1"), ("[-a]^2 = 1", "(-a)² = 1"), (r"[S]_{11} = 1", "S₁₁ = 1"),
    ("(x) = x", "x = x"),
])  # fmt: skip
def test_brackets_around_a_sum_a_product_an_argument_are_read(formula, meant):
    found = read(formula, LETTERS)
    assert isinstance(found, Read)
    assert plain(found.tree) == meant


@pytest.mark.parametrize("formula", [
    r"\operatorname{tr} 2S - S = 0", r"\operatorname{tr} aS - S = 0", r"\det 2S + S = S", r"\operatorname{tr} 2 = 2",
    r"\operatorname{tr} a = a",
])  # fmt: skip
def test_without_brackets_a_trace_is_of_no_number(formula):
    assert isinstance(read(formula, LETTERS), NotRead)


def test_a_trace_without_brackets_reaches_as_far_as_its_shapes_say():
    assert plain(read(r"\operatorname{tr} 2S - 1 = 0", LETTERS).tree) == "tr(2 S) - 1 = 0"
    assert plain(read(r"\operatorname{tr} v^\top v = 1", LETTERS).tree) == "tr(vᵀ v) = 1"
    assert isinstance(read(r"\operatorname{tr} S T = 0", LETTERS), Ambiguous)


@pytest.mark.parametrize("let", ["n: integer", "n is an integer", "n, k integers", "n: nonnegative integer"])
def test_an_integer_of_open_sign_is_refused_with_what_to_write(let):
    with pytest.raises(UserError, match="n: positive integer"):
        declared(let)


@pytest.mark.parametrize("let", [
    "n: positive integer", "n is a positive integer", "n: integer, n > 0", "n: integer; A: n x n",
])  # fmt: skip
def test_a_positive_integer_is_declared(let):
    assert {"integer", "positive"} <= declared(let)[0].traits


@pytest.mark.parametrize("formula", ["a := b + 1", "S := T + U", "a := a + 1"])
def test_the_definition_of_a_plain_letter_is_read_and_is_no_statement(formula):
    assert isinstance(read(formula, LETTERS), Read)
    with pytest.raises(UserError, match="states nothing"):
        ask(formula, "a, b: number; S, T, U: d x d")


@pytest.mark.parametrize(("formula", "meant"), [
    (r"(\operatorname{tr} AS)^2=a", "tr(A S)² = a"),
    (r"(\operatorname{tr}A)(\operatorname{tr} S)=a", "tr(A) tr(S) = a"),
    (r"2\operatorname{tr}(AS)+(\operatorname{tr} AS)^2=a", "2 tr(A S) + tr(A S)² = a"),
    (r"(\det A)^2=a", "det(A)² = a"),
])  # fmt: skip
def test_an_operator_and_its_product_in_brackets_are_one(formula, meant):
    found = read(formula, declared("A: d x d; S: d x d; a: number"), "")
    assert plain(found.tree) == meant
