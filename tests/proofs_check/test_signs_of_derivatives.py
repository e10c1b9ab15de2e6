r"""``f'(x)``, ``\frac{df}{dx}``, ``\nabla L``, ``\operatorname{tr}\nabla^2 f``: derivatives of functions with a name."""

from __future__ import annotations

# ruff: noqa: E501, a formula and what it says stand side by side
import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import plain

LETTERS = declared(
    r"s: number; n: positive integer; f(s) := \frac14(s^2-1)^2; w: vector m; A: m x m; q(w) := w^\top A w; a, b: number; "
    r"\ell(a,b) := \frac12(ab-1)^2; c: number; g: function; d: positive integer"
)


@pytest.mark.parametrize(("source", "meant"), [
    (r"f'(s) = s(s^2-1)", "∇_s f(s) = s (s² - 1)"), (r"f'(c) = 0", "(∇_s f(s))|[s = c] = 0"),
    (r"f'(0) = 0", "(∇_s f(s))|[s = 0] = 0"), (r"f^{\prime}(s) = 0", "∇_s f(s) = 0"),
    (r"f''(s) = 3s^2-1", "∇_s (∇_s f(s)) = 3 s² - 1"), (r"f^{\prime\prime}(s) = 3s^2-1", "∇_s (∇_s f(s)) = 3 s² - 1"), (r"f'(s)^2 \ge 0", "(∇_s f(s))² ≥ 0"),
    (r"2f'(s)f(s) = 0", "(2 ∇_s f(s)) f(s) = 0"), (r"g'(c) = 0", "∇_c g(c) = 0"),
    (r"\frac{df}{ds} = s^3-s", "∇_s f(s) = s³ - s"), (r"\frac{df(s)}{ds} = 0", "∇_s f(s) = 0"),
    (r"\frac{\mathrm df}{\mathrm ds} = 0", "∇_s f(s) = 0"), (r"\frac{d}{ds} f(s) = 0", "∇_s f(s) = 0"),
    (r"\frac{d^2f}{ds^2} = 3s^2-1", "∇_s (∇_s f(s)) = 3 s² - 1"),
    (r"\nabla^2 f(s) = 3s^2-1", "∇_s (∇_s f(s)) = 3 s² - 1"), (r"\nabla^2 f \ge -1", "∇_s (∇_s f(s)) ≥ -1"),
    (r"\nabla^2 f(c) = 3c^2-1", "(∇_s (∇_s f(s)))|[s = c] = 3 c² - 1"),
    (r"\nabla q = (A+A^\top)w", "∇_w q(w) = (A + Aᵀ) w"), (r"\nabla^2 q = A+A^\top", "∇_w (uᵀ ∇_w q(w)) = (A + Aᵀ) u"),
    (r"\frac{\partial\ell}{\partial a} = (ab-1)b", "∇_a ℓ(a, b) = (a b - 1) b"),
    (r"\nabla_b\ell = (ab-1)a", "∇_b ℓ(a, b) = (a b - 1) a"),
    (r"\mathrm{tr}\,\nabla^2 q = 2\tr(A)", "Σ_{i=1..m} [∇_w [∇_w q(w)]_i]_i = 2 tr(A)"),
    (r"\tr(\nabla^2 q(w)) = 2\tr(A)", "Σ_{i=1..m} [∇_w [∇_w q(w)]_i]_i = 2 tr(A)"),
])  # fmt: skip
def test_derivatives_of_functions_with_a_name_are_read_as_meant(source, meant):
    found = read(source, LETTERS)
    assert isinstance(found, Read), found
    assert plain(found.tree) == meant


@pytest.mark.parametrize("source", [
    r"f'(2s) = 0", r"f'(s+1) = 0", r"f' = 0", r"f'''(s) = 0", r"q'(w) = 0", r"\frac{dq}{dw} = 0", r"g'(w) = 0",
    r"g'(2c) = 0", r"\frac{dc}{ds} = 0", r"\frac{df}{dc} = 0", r"\frac{d}{ds} c = 0", r"\frac{d}{ds} f(s)^2 = 0",
    r"\frac{d}{ds} f(s) s = 0", r"\frac{d}{ds} f(2s) = 0", r"\nabla^2 f(s)^2 = 0", r"\nabla f g(c) = 0", r"\nabla\ell = 0",
    r"\tr \nabla^2 q(w) A = 0", r"\tr \nabla^2 q(2w) = 0", r"\tr(\nabla^2 q(w) A) = 0", r"\nabla_a\ell + \nabla_b\ell = 0",
])  # fmt: skip
def test_what_people_take_in_two_ways_is_not_read(source):
    assert isinstance(read(source, LETTERS), NotRead)


def test_a_letter_with_a_prime_that_is_declared_is_that_letter():
    found = read("f' = s", declared("f': number; s: number"))
    assert isinstance(found, Read)
