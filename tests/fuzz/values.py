"""What is passed: by the annotation of the parameter what may be meant, and else nonsense."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import sympy

from proofs_check import (
    Claim,
    Expected,
    Head,
    Hypothesis,
    Kind,
    Paper,
    Proof,
    Reading,
    Step,
    Verdict,
    activation,
    claim,
    eq,
    expect,
    exponential,
    eye,
    gaussian,
    gradient_flow,
    haar,
    index,
    inv,
    kernel,
    layer,
    le,
    matrix,
    norm_2,
    parameter,
    psd,
    scalar,
    tr,
    vector,
    zeros,
)
from proofs_check.proof import Identity, Positivity
from proofs_check.statement.props import Prop
from proofs_check.statement.terms import Sym, Term

a, d, n = scalar("a"), scalar("d", "integer", "positive"), scalar("n", "integer", "nonnegative")
A, B, v, u = matrix("A"), matrix("B", "d", "m"), vector("v"), parameter("u")
S = matrix("S", "d", "d", "symmetric", "posdef")
x, W = gaussian("x", "d", cov=S), parameter("W", "d", "d")
i, h, U, K = index("i", "d"), activation("h"), haar("U"), kernel("K", "psd")

SYMBOLS: tuple[Sym, ...] = (a, d, n, A, B, v, u, S, x, W, i, h, U, K, layer(), gaussian("z", "d", cov=S, iid=True))
TERMS: tuple[Term, ...] = (
    *SYMBOLS, tr(A), A * v, x.T * x, inv(S), norm_2(v), expect(x * x.T), eye("d"), zeros("d", 2), a / n, u**2,
)  # fmt: skip
PROPS: tuple[Prop, ...] = (eq(a, 1), psd(S), eq(A, A.T), le(tr(S), 1), eq(expect(x), v))


@claim("mine/drawn", kind=Kind.IDENTITY)
def _claim() -> Prop:
    """Words."""
    return eq(tr(A), tr(A.T))


ONE = [[1, 0], [0, 1]]
PLAUSIBLE: tuple[tuple[str, tuple[Any, ...]], ...] = (
    ("Hypothesis", (Hypothesis("small", le(a, 1)), Hypothesis("", eq(a, a)))),
    ("Reading", (Reading("one", eq(a, 1)),)),
    ("Expected", (Expected(Verdict.REFUTED, "why"),)),
    ("Claim", (_claim,)),
    ("Model", (gradient_flow(u**2, (u,)), "", "zfb")),
    ("Head", (Head(ONE, ONE, ONE, "linear"), [Head(ONE, ONE, ONE, "softmax")])),
    ("Layer", ([Head([[0] * 3] * 3, ONE, ONE, "linear")], [Head(ONE, [[1]], [[1]], "relu")])),
    ("Step", (Step("one", eq(a, a), Identity()), Step("two", le(0, a * a), Positivity()))),
    ("Law", (exponential(1),)),
    ("Proof", (Proof((Step("one", eq(a, a), Identity()),)),)),
    ("Paper", (Paper("mine", "citation", "v1"),)),
    ("Kind", tuple(Kind)),
    ("Verdict", tuple(Verdict)),
    ("tuple[Sym", ((a, a), (u, 1), (W, A), (v, x))),
    ("Sym", SYMBOLS),
    ("Term", (*TERMS, 1, 0, -2, Fraction(1, 3))),
    ("Prop", PROPS),
    ("Dim", ("d", 2, 1, "d+1", "n", "N")),
    ("Sequence[Sequence", (ONE, [[2]], [[1, 2], [2, 1]], np.eye(2))),
    ("ArrayLike", (np.eye(2), [1.0, 2.0], 1.0, [[1, 2], [3, 4]])),
    ("Callable", (lambda: eq(a, a), lambda z: z, lambda p, q: 1, math.exp)),
    ("str", ("a", "B", "x_1", "symmetric", "posdef", "positive", "psd", "relu", "zfb/lemma-17", "lsa", "flow", "=")),
    ("Expr", (sympy.Symbol("p") ** 2, sympy.Symbol("p") ** 4 - sympy.Symbol("p"), sympy.exp(sympy.Symbol("q")))),
    ("bool", (True, False)),
    ("int", (1, 2, 3, 0, 5)),
    ("float", (0.5, 1.0)),
)


class OddError(Exception):
    pass


NONSENSE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 10**9, 10**400, 0.5, math.nan, math.inf, 1j, Fraction(1, 3), Decimal("0.1"), "", "d",
    "é", "a b", "\x00", "\\", "flow", "symmetric", "x" * 5000, b"bytes", (), (1,), [1], [[1]], {}, {"a": 1}, {1, 2},
    range(3), (a, 1), [a], (A, A), print, len, lambda: None, Kind.IDENTITY, Kind, Verdict, object(), int,
    Ellipsis, NotImplemented, np.array([1.0, 2.0]), np.eye(2), np.float64(0.5), np.int64(3), sympy.Symbol("s"), Claim,
    OddError, iter(()), math, "d" * 40, 2**70, -(10**30), *TERMS[:6], *PROPS[:2],
)  # fmt: skip


def drawn(draws: Random, annotation: str, made: Sequence[Any]) -> Any:
    """A value for a parameter of this annotation, often one that was made before."""
    if draws.random() < 0.15:
        return draws.choice(NONSENSE)
    fitting = [value for kind, values in PLAUSIBLE if kind in annotation for value in values]
    kinds = tuple(kind for name, kind in (("Term", Term), ("Prop", Prop), ("Sym", Sym)) if name in annotation)
    before = [value for value in made if isinstance(value, kinds)]
    if before and draws.random() < 0.5:
        return draws.choice(before)
    return draws.choice(fitting or NONSENSE)


def arguments(
    draws: Random, function: Callable[..., Any], made: Sequence[Any], *, fitting: bool = False
) -> tuple[list[Any], dict[str, Any]]:
    """Arguments for a call, of which, unless it is ``fitting``, one may be left out or one too many be there."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return [draws.choice(NONSENSE) for _ in range(draws.randint(0, 2))], {}
    args: list[Any] = []
    named: dict[str, Any] = {}
    for one in parameters:
        asked = str(one.annotation)
        if one.kind is one.VAR_POSITIONAL:
            args += [drawn(draws, asked, made) for _ in range(draws.choice((0, 1, 1, 2, 2, 3)))]
        elif one.kind is one.KEYWORD_ONLY:
            if one.default is one.empty or draws.random() < 0.3:
                named[one.name] = drawn(draws, asked, made)
        elif one.kind is not one.VAR_KEYWORD and (one.default is one.empty or draws.random() < 0.5):
            if len(args) == parameters.index(one):
                args.append(drawn(draws, asked, made))
            else:
                named[one.name] = drawn(draws, asked, made)
    if not fitting and draws.random() < 0.05:
        args = args[:-1] if draws.random() < 0.5 else [*args, draws.choice(NONSENSE)]
    return args, named
