"""Random models: the flow that words derive for every size has, at exact points, the values that entries find."""

from __future__ import annotations

import random
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import pytest

from proofs_check import (
    UserError,
    at,
    expect,
    flow,
    gaussian,
    gradient_flow,
    index,
    matrix,
    noise,
    parameter,
    scalar,
    total,
    tr,
)
from proofs_check.algebras.entries import Setting, exact_values
from proofs_check.algebras.entries.needs import own_sizes
from proofs_check.model import Model
from proofs_check.statement.terms import Sym, Term, ddt, symbols
from symbolic.words import evaluate

HALF = Fraction(1, 2)
C, S = (matrix(name, "d", "d", "symmetric", "posdef") for name in ("C", "S"))
A, B, u, a = parameter("A", "d", "d"), parameter("B", "d", "k"), parameter("u", "d"), parameter("a")
T, s = matrix("T", "k", "d"), scalar("s", "positive")
N, i, j = scalar("N", "integer", "positive"), index("i", "N"), index("j", "N")
q, p, e_q = gaussian("q", "d", C), gaussian("p", "k"), noise("e_q", s)


def prompt_functions(draw: random.Random) -> list[Term]:
    """Random numbers made of a prompt, a query and parameters; what is drawn has one of several laws."""
    x = gaussian("x", "d", draw.choice([C, None]), iid=True)
    w = gaussian("w", "d", draw.choice([S, None]))
    e = noise("e", s, iid=True)
    teacher = draw.choice([u, w])
    b = total(i, N, (teacher.T * at(x, i) + at(e, i)) * at(x, i))
    G = total(j, N, at(x, j) * at(x, j).T)
    return [
        q.T * A * b, u.T * b, a * w.T * b, q.T * B * T * b, w.T * G * A * w, q.T * A * G * w, tr(A * G), u.T * G * u,
        a * e_q, w.T * q, u.T * q, p.T * B.T * u, p.T * T * A * q, a * p.T * p,
    ]


def point(needed: Iterable[Sym], sizes: dict[str, int], draw: random.Random) -> dict[str, Any]:
    """Small exact values for what is not drawn."""

    def rows(sym: Sym) -> list[list[Fraction]]:
        height, width = (dim if isinstance(dim, int) else sizes[dim] for dim in sym.shape)
        return [[Fraction(draw.randint(-3, 3)) for _ in range(width)] for _ in range(height)]

    values: dict[str, Any] = {}
    for sym in sorted(needed, key=lambda sym: sym.name):
        if sym.shape == (1, 1):
            values[sym.name] = Fraction(draw.randint(1, 5), 2)
        elif sym.has("posdef"):
            g = rows(sym)
            values[sym.name] = [[sum(x * y for x, y in zip(r, c, strict=True)) + (r is c) for c in g] for r in g]
        else:
            values[sym.name] = rows(sym)
    return values


def random_model(draw: random.Random) -> Model:
    """A loss whose moments of the noise are at most second ones, with its parameters."""
    while True:
        one, two = draw.sample(prompt_functions(draw), 2)
        loss = draw.choice([HALF * expect((one - two) ** 2), expect(one * two)])
        parameters = [x for x in (A, B, u, a) if x in symbols(loss)]
        if parameters and one is not two:
            return gradient_flow(loss, parameters)


@pytest.mark.parametrize("seed", range(40))
def test_words_and_entries_find_the_same_velocities(seed: int) -> None:
    draw = random.Random(seed)
    model = random_model(draw)
    d = draw.choice([1, 2])
    own = own_sizes([model.loss], model, d)
    sizes = {"k": d, **own, "d": d, "N": draw.choice([1, 2, 3])}
    fixed = {x for x in symbols(model.loss) if not x.traits & {"random", "integer", "index"}}
    values = point(fixed | {C, S, s}, sizes, draw)
    try:
        motion = flow(model)
    except UserError as error:
        if "of the noise is not known" not in str(error):
            raise
        pytest.skip("a fourth moment of the noise, which no hypothesis names")
    for x in model.parameters:
        found: Any = evaluate(motion[x], sizes, values)
        rows = found if isinstance(found, list) else [[found]]
        for written in (False, True):
            setting = Setting(d, {**own, "N": sizes["N"]}, values=values, model=model, written=written)
            assert [[Fraction(v) for v in row] for row in rows] == exact_values(ddt(x), setting)
