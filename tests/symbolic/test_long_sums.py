"""Sums of thousands of terms that SymPy and Python's compiler read."""

from __future__ import annotations

import sympy

from symbolic.derive import derive, read_back
from symbolic.long_sums import in_brackets


def test_a_sum_of_ten_thousand_terms_is_read_by_sympy() -> None:
    text = in_brackets(" + ".join(f"{k}*x" for k in range(1, 10_001)))
    assert sympy.sympify(text) == 50_005_000 * sympy.Symbol("x")


def test_brackets_change_no_sign_and_no_argument_of_a_function() -> None:
    text = "-a + b - (c - d + e)*f - g + h - f(a, b + c, d)"
    names = {"f": sympy.Function("f")} | {x: sympy.Symbol(x) for x in "abcdegh"}
    written = text.replace("*f", "*g")
    assert sympy.sympify(in_brackets(written, most=2), names) == sympy.sympify(written, names)


def test_the_loss_at_dimension_three_is_read_back() -> None:
    data = derive("lsa", "loss", 3)
    assert sympy.sympify(data["expression"], {name: sympy.Symbol(name) for name in ("N",)}) is not None
    assert read_back(data).free_symbols
