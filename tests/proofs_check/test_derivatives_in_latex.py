r"""Gradients at a point, Hessians, ``\partial``, covariances of numbers: read where one meaning fits, else refused."""

from __future__ import annotations

import pytest

from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Ambiguous, NotRead, Read
from proofs_check.reading.reader import read
from proofs_check.report.render import plain

LETTERS = declared(
    r"A: d x d; S: d x d posdef; b: d; x: d; v: d; f(x) := \tfrac12 x^\top S x - b^\top x; X: d x d; W: m x d; "
    r"Y: d x m; x_0: d; x^\star := S^{-1}b; g: number; h: number; z ~ N(0,1); y ~ N(0,S)"
)


@pytest.mark.parametrize(("source", "meant"), [
    (r"\nabla f(v) = Sv - b", "(∇_x f(x))|[x = v] = S v - b"),
    (r"\nabla f(0) = -b", "(∇_x f(x))|[x = 0_d] = -b"),
    (r"\left.\nabla f(x)\right|_{x=0} = -b", "(∇_x f(x))|[x = 0_d] = -b"),
    (r"\nabla f(v) + \nabla f(0) = Sv - 2b", "(∇_x f(x))|[x = v] + (∇_x f(x))|[x = 0_d] = S v - 2 b"),
    (r"\nabla f(Av)^\top v = 0", "((∇_x f(x))|[x = A v])ᵀ v = 0"),
    (r"\nabla f(x_0) = Sx_0 - b", "(∇_x f(x))|[x = x₀] = S x₀ - b"),
    (r"\nabla f(x^\star) = 0", "(∇_x f(x))|[x = x^star] = 0"),
    (r"f(0) = 0", "f(0) = 0"),
    (r"\nabla^2 f(x) = S", "∇_x (uᵀ ∇_x f(x)) = S u"),
    (r"\nabla_x^2 f(x) \succeq 0", "uᵀ ∇_x (uᵀ ∇_x f(x)) ≥ uᵀ · 0 u"),
    (r"\nabla^2 f(x) \preceq A", "uᵀ ∇_x (uᵀ ∇_x f(x)) ≤ uᵀ A u,  A = Aᵀ"),
    (r"\frac{\partial}{\partial g}(g^2 h) = 2gh", "∇_g (g² h) = 2 g h"),
    (r"\frac{\partial f(x)}{\partial x} = Sx - b", "∇_x f(x) = S x - b"),
    (r"\frac{\partial}{\partial W}\tr(WY) = Y^\top", "∇_W tr(W Y) = Yᵀ"),
    (r"\operatorname{Cov}(z^2, z) = 0", "E[(z² - E[z²]) (z - E[z])] = 0"),
    (r"\operatorname{Cov}(\|y\|^2, y^\top A y) = 0", "E[(‖y‖₂² - E[‖y‖₂²]) (yᵀ A y - E[yᵀ A y])] = 0"),
    (r"\operatorname{Cov}(y) = S", "E[(y - E[y]) (y - E[y])ᵀ] = S"),
])  # fmt: skip
def test_derivatives_and_covariances_are_read_as_meant(source, meant):
    found = read(source, LETTERS)
    assert isinstance(found, Read), found
    assert plain(found.tree) == meant


@pytest.mark.parametrize("source", [
    r"\nabla f(Sx) = Sx", r"\nabla f(x^\top) = Sx", r"\nabla f(x + x_0) = Sx",
    r"\nabla f(x+v) = 0", r"\nabla_x f(v) = 0", r"\nabla^2 f(x) + S = 2S", r"\nabla^2 f(v) = S",
    r"0 \preceq \nabla^2 f(x) \preceq S", r"\nabla^2 f(x) v = Sv", r"\nabla^2 f(x) \succ 0", r"\nabla^2 f(x)^{-1} = S",
    r"\frac{\partial g + h}{\partial g} = 1", r"\frac{\partial^2 f(x)}{\partial x^2} = S",
    r"\frac{\partial}{\partial W}\tr(WY) = Y", r"\frac{\partial f(x)}{\partial x} v = 1",
    r"\frac{\partial}{\partial y} y^\top v = v",
])  # fmt: skip
def test_what_people_take_in_two_ways_is_not_read(source):
    assert isinstance(read(source, LETTERS), NotRead)


def test_the_derivative_by_a_square_matrix_may_be_the_gradient_or_its_transpose():
    found = read(r"\frac{\partial}{\partial X}\tr(AX) = A^\top", LETTERS)
    assert isinstance(found, Ambiguous)
    assert r"\nabla_{X}" in found.decide
