"""Derivatives along lines and gradients per draw: against closed forms, each other and differences; none at kinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("torch")

import torch

from numeric.training.tensors import Dual, Enclosure, Kink, along, plain_gradients
from numeric.training.tensors import functions as f
from numeric.training.tensors.dual import added, multiplied, next_level, product, slope_of


def general(rows: int, columns: int, seed: int, count: int = 5) -> Any:
    generator = torch.Generator().manual_seed(seed)
    return torch.randn(count, rows, columns, generator=generator, dtype=torch.float64)


A, V, B = general(3, 3, 1), general(3, 3, 2), general(3, 3, 3)
x, v = general(1, 1, 4), general(1, 1, 5)

CLOSED: list[tuple[str, Callable[[Any], Any], Callable[[Any, Any], Any], Any, Any]] = [
    ("inverse", f.inverse, lambda a, h: -f.inverse(a) @ h @ f.inverse(a), A, V),
    ("cube", lambda a: f.power(a, 3), lambda a, h: h @ a @ a + a @ h @ a + a @ a @ h, A, V),
    ("det", f.determinant, lambda a, h: torch.linalg.det(a)[:, None, None] * f.trace(f.inverse(a) @ h), A, V),
    ("trace of a product", lambda a: f.trace(product(a, B)), lambda a, h: f.trace(h @ B), A, V),
    ("length", f.length, lambda a, h: f.inner(a, h) / f.length(a), A, V),
    ("exp", lambda a: a.exp(), lambda a, h: h * a.exp(), A, V),
    ("tanh", lambda a: a.tanh(), lambda a, h: h / a.cosh() ** 2, A, V),
    ("sine", lambda a: a.sin(), lambda a, h: h * a.cos(), A, V),
    ("cosine", lambda a: a.cos(), lambda a, h: -h * a.sin(), A, V),
    ("reciprocal", f.inverse, lambda a, h: -h / a**2, x, v),
    ("relu", f.relu, lambda a, h: h * (a > 0), A, V),
    ("absolute value", f.absolute, lambda a, h: h * a.sign(), A, V),
    ("vec and unvec", lambda a: f.unvec(f.vec(a), a), lambda a, h: h, A, V),
    ("kron", lambda a: f.kron(a, B), lambda a, h: f.kron(h, B), A, V),
    ("block", lambda a: f.block(a, B, B, a), lambda a, h: f.block(h, 0 * B, 0 * B, h), A, V),
    ("softmax", lambda a: f.softmax(a, 3), lambda a, h: _softmax_slope(a, h), A, V),
    ("number added", lambda a: added(f.trace(a), B), lambda a, h: f.trace(h) + 0 * B, A, V),
]  # fmt: skip


def _softmax_slope(a: Any, h: Any) -> Any:
    s = a.softmax(1)
    return s * (h - (s * h).sum(1, keepdim=True))


@pytest.mark.parametrize(("name", "function", "slope", "at", "direction"), CLOSED)
def test_derivatives_have_their_closed_forms_plain_and_enclosed(
    name: str, function: Any, slope: Any, at: Any, direction: Any
) -> None:
    stated = slope(at, direction)
    assert torch.allclose(along(function, at, direction), stated, rtol=1e-10, atol=1e-12)
    enclosed = along(function, Enclosure.exact(at), Enclosure.exact(direction))
    assert enclosed.apart(Enclosure(stated, 1e-11 * (1 + stated.abs()))) == [False] * len(at)
    assert float(enclosed.rad.max()) < 1e-6


SCALARS: list[tuple[str, Callable[[Any, Any], Any]]] = [
    ("cubic", lambda a, b: f.trace(f.times(f.times(a, b), a))),
    ("of exponentials", lambda a, b: f.inner(product(a, b).exp(), a)),
    ("of inverses", lambda a, b: f.trace(f.inverse(added(product(a, f.transposed(a)), b @ b.mT + torch.eye(3))))),
    ("of kinks", lambda a, b: f.inner(f.relu(product(a, b)), f.absolute(a))),
    ("of roots", lambda a, b: f.length(added(product(a, b), a))),
    ("of a determinant", lambda a, b: f.determinant(a)),
]


@pytest.mark.parametrize(("name", "function"), SCALARS)
def test_gradients_by_autograd_are_those_by_duals(name: str, function: Any) -> None:
    (found,) = plain_gradients(lambda at: function(at[0], B), [A], len(A))
    assert torch.allclose(f.inner(found, V), along(lambda a: function(a, B), A, V), rtol=1e-9, atol=1e-11)


def test_each_draw_has_the_gradient_of_its_own_value() -> None:
    one = A[:1]
    (found,) = plain_gradients(lambda at: f.inner(product(at[0], B), B), [one], len(B))
    assert torch.allclose(found, B @ B.mT, rtol=1e-12)


def test_second_derivatives_nest_and_lines_do_not_mix() -> None:
    first, second = next_level(), next_level()
    moved = Dual(Dual(x, v, first), v, second)
    assert torch.allclose(slope_of(slope_of(f.power(moved, 3), second), first), 6 * x * v * v, rtol=1e-12)
    # d/dx (x d/dy (x + y)) = 1, and not 2: what moves along one line stands still along the other.
    found = along(lambda a: f.times(a, along(lambda b: added(a, b), x, torch.ones_like(x))), x, torch.ones_like(x))
    assert torch.allclose(found, torch.ones_like(x))


def test_the_gradient_of_a_gradient_is_the_second_derivative() -> None:
    def value(at: list[Any]) -> Any:
        (inside,) = plain_gradients(lambda a: f.power(a[0], 4), at, len(x))
        return inside

    (found,) = plain_gradients(value, [x], len(x))
    assert torch.allclose(found, 12 * x * x, rtol=1e-12)


@pytest.mark.parametrize("kinked", [f.relu, f.absolute])
def test_at_a_kink_there_is_no_derivative(kinked: Any) -> None:
    zero = torch.zeros(2, 1, 1, dtype=torch.float64)
    one = torch.ones_like(zero)
    with pytest.raises(Kink):
        along(kinked, zero, one)
    with pytest.raises(Kink):
        along(kinked, Enclosure(one * 0.1, one * 0.2), Enclosure.exact(one))
    (found,) = plain_gradients(lambda at: kinked(at[0]), [zero], 2)
    assert bool(found.isnan().all())
    assert bool((kinked(zero.clone().requires_grad_()) == 0).all())


def test_what_does_not_depend_on_the_point_has_slope_zero() -> None:
    assert bool((along(lambda a: B, A, V) == 0).all())
    (found,) = plain_gradients(lambda at: f.trace(B), [A], len(A))
    assert bool((found == 0).all())
    assert bool((multiplied(B, 0.0) == 0).all())
