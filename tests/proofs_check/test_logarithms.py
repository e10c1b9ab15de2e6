"""The logarithm of a positive number: its laws, its derivative, its values, and where it has none."""

from __future__ import annotations

from fractions import Fraction as F
from math import log as logarithm_of

import mpmath
import pytest
import torch

from numeric.training.tensors.dual import Dual
from numeric.training.tensors.enclosure import Enclosure
from proofs_check import Kind, Verdict, absolute, claim, det, eq, exp, ge, grad, le, log, matrix, scalar
from proofs_check.reading.declarations import declared
from proofs_check.reading.outcomes import Read
from proofs_check.reading.reader import read
from proofs_check.recheck import numbers
from proofs_check.report.render import plain
from proofs_check.runner import examine
from proofs_check.witnesses import Context

a, b, u, v = scalar("a", "positive"), scalar("b", "positive"), scalar("u"), scalar("v")
A = matrix("A", "d", "d", "symmetric", "posdef")


ALL = ("words", "entries", "grid", "balls", "sampled", "proof")


def _verdict(prop, kind=Kind.IDENTITY, witnesses=ALL):
    return examine(claim("test/log", kind=kind, source="none")(lambda: prop), witnesses, Context())


@pytest.mark.parametrize("prop", [
    eq(log(a * b), log(a) + log(b)), eq(log(a / b), log(a) - log(b)), eq(log(a**3), 3 * log(a)), eq(log(exp(u)), u),
    eq(exp(log(a)), a), eq(exp(2 * log(a) + u), a**2 * exp(u)), eq(log(12 * a), 2 * log(2) + log(3) + log(a)),
    eq(log(2 * a + 2 * b), log(2) + log(a + b)), eq(log(1 / (1 + a)), -log(1 + a)), eq(log(u**2), 2 * log(absolute(u))),
    eq(grad(log(1 + u**2), u), 2 * u / (1 + u**2)), eq(grad(log(1 + exp(-u)), u), -exp(-u) / (1 + exp(-u))),
])  # fmt: skip
def test_laws_of_the_logarithm_are_proved_by_words(prop):
    assert _verdict(prop, witnesses=("words",)).verdict is Verdict.PROVED


@pytest.mark.parametrize("prop", [
    eq(log(a + b), log(a) + log(b)), eq(log(a * b), log(a) * log(b)), eq(log(a**2), log(a) ** 2),
    eq(log(2 * a), 2 * log(a)), eq(exp(2 * log(a)), 2 * a), ge(log(a), a - 1), le(log(a), 0), ge(log(1 + a), a),
])  # fmt: skip
def test_false_laws_are_refuted_at_a_point_that_is_read_again(prop):
    found = _verdict(prop, Kind.INEQUALITY)
    assert found.verdict is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    eq(log(u**2), 2 * log(u)), eq(log(u * v), log(u) + log(v)), eq(exp(log(u)), u), eq(log(u) - log(u), 0),
    eq(log(-u), log(u)), eq(log(u), log(absolute(u))),
])  # fmt: skip
def test_where_a_logarithm_may_lack_a_value_nothing_is_proved_without_that_condition(prop):
    found = _verdict(prop, witnesses=("words", "entries", "balls"))
    assert found.verdict is not Verdict.PROVED or "> 0" in found.parts[0].scope


def test_inequalities_of_the_logarithm_are_supported():
    assert _verdict(le(log(a), a - 1), Kind.INEQUALITY).verdict is Verdict.SUPPORTED
    assert _verdict(le(log(det(A)), det(A) - 1), Kind.INEQUALITY).verdict is Verdict.SUPPORTED


@pytest.mark.parametrize("x", [F(2), F(1, 3), F(10**20), F(1, 10**9), F(10**9 + 1, 10**9)])
def test_the_second_evaluator_encloses_it(x):
    found = numbers.logarithm(x)
    with mpmath.workdps(120):
        true = mpmath.log(mpmath.mpf(x.numerator) / x.denominator)
        assert mpmath.mpf(found.low.numerator) / found.low.denominator < true
        assert true < mpmath.mpf(found.high.numerator) / found.high.denominator
    assert found.high - found.low < F(1, 10**60)


def test_the_second_evaluator_says_where_it_has_no_value():
    assert numbers.logarithm(F(1)) == 0
    with pytest.raises(numbers.NoValueError):
        numbers.logarithm(F(0))
    with pytest.raises(numbers.Unread):
        numbers.logarithm(numbers.Interval(F(-1), F(1)))


def test_enclosures_hold_the_logarithm_and_are_exact_at_one():
    points = torch.tensor([1e-9, 0.5, 1.0, 1 + 2.0**-40, 3.0, 1e9], dtype=torch.float64).reshape(-1, 1, 1)
    found = Enclosure(points, torch.zeros_like(points)).log()
    for x, mid, rad in zip(*(part.flatten().tolist() for part in (points, found.mid, found.rad)), strict=True):
        assert abs(mpmath.log(mpmath.mpf(x)) - mid) <= rad
        assert rad <= 1e-13 * (1 + abs(logarithm_of(x)))
    assert found.rad[2] == 0
    wide = Enclosure(points, points * 1.5).log()
    assert bool(wide.rad.isinf().all())
    near = Enclosure(points, points / 2).log()
    assert bool((near.mid - near.rad <= (points / 2).log()).all())
    assert bool((near.mid + near.rad >= (points * 1.5).log()).all())


def test_its_derivative_along_a_line():
    point = torch.full((1, 1, 1), 4.0, dtype=torch.float64)
    moving = Dual(point, torch.ones_like(point), 0)
    assert float(moving.log().slope) == 0.25


def test_it_is_read_from_latex_and_printed():
    assert _read(r"\log(ab) = \ln a + \log b") == "log(a b) = log(a) + log(b)"
    assert _read(r"\log\det A \le \log a") == "log(det(A)) ≤ log(a)"


@pytest.mark.parametrize("source", [
    r"\log_2 a = a", r"\log A = A", r"\operatorname{tr}\log A = a", r"\log a b = a", r"\log^2 a = a",
])  # fmt: skip
def test_what_may_be_another_logarithm_is_not_read(source):
    assert _read(source) == ""


def _read(source):
    found = read(source, declared("a, b > 0; A: d x d posdef"))
    return plain(found.tree) if isinstance(found, Read) else ""
