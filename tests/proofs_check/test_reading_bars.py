r"""``f\\big|_{x = 0}``: what is put in for letters, and how far that reaches."""

from __future__ import annotations

import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read

LET = (
    r"A, B: d x d; x, y: vector d; a, b, c: number; X: d x n; n: positive integer; f(x) := x^\top A x; g: function; "
    "h := b + 1"
)


@pytest.mark.parametrize(("formula", "meant"), [
    (r"(a+b)\big|_{b=0} = a", "(a + b)|[b = 0] = a"), (r"c(a+b)\Big|_{b=0}", "c (a + b)|[b = 0]"),
    (r"(\nabla_x x^\top A y)\big|_{y=x}", "(∇_x (xᵀ A y))|[y = x]"), (r"f(x)|_{x=y}", "f(x)|[x = y]"),
    (r"\left.(a+b)\right|_{b=c, a=1}", "(a + b)|[b = c, a = 1]"), (r"a^2|_{a=b}", "a²|[a = b]"),
    (r"|(a+b)|_{b=0}|", "|(a + b)|[b = 0]|"), (r"g(a)|_{a=b}", "g(a)|[a = b]"),
    (r"[X]_{:n+1}", "X[:,n+1]"), (r"X_{n+1:}", "X[n+1,:]"),
])  # fmt: skip
def test_values_are_put_in_where_the_bar_reaches(formula, meant):
    found = read(formula, declared(LET))
    assert isinstance(found, Read), found
    assert repr(found.tree) == meant


@pytest.mark.parametrize("formula", [
    r"b(a+b)\Big|_{b=0}", r"h(a+b)|_{b=0}", r"b + (a+b)|_{b=1}", r"\nabla_x (x^\top A y)\big|_{y=x}",
    r"\sum_{i=1}^n (n i)|_{n=2}", r"\frac{d}{dt} (a b)|_{a=1}", r"|a|_{a=0}", r"a|_{a=x}", r"a|_{b}", r"|_{a=0}",
    r"f(x)|_{x=0,}", r"a|_{a<0}", r"a|_{a=b=c}",
])  # fmt: skip
def test_how_far_a_bar_reaches_is_not_guessed(formula):
    assert isinstance(read(formula, declared(LET)), NotRead)
