"""Axioms about convexity, layers, semidefinite forms and time at random instances, by numbers.

Second derivatives are those of polynomials of degree at most 5, by differences that are exact for these.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from proofs_check.statement.props import Prop, conj, eq, for_all, le, lt
from proofs_check.statement.terms import Op, Sym, Term, absolute, exp, matrix, parameter, scalar, term, vector
from proofs_check.theorems import kernel as K
from proofs_check.theorems.schemes import ALL, Scheme
from tests.theorems import examined
from tests.theorems.examined import NUMBERS, Env, _filled

a, v, A = scalar("a"), vector("v"), matrix("A")
x, y = parameter("x_"), parameter("y_")
dx, dy, z, line = scalar("h_"), scalar("k_"), scalar("z_"), scalar("t_")
l, m = (Sym(name, (1, 1), frozenset({"layer", "integer", "nonnegative"})) for name in ("l", "m_"))  # noqa: E741
OF_ONE: tuple[Term, ...] = (x**2, x**4, x**2 + x, -x, x**4 - x**2, x**3, a * x**2, -(x**2), (x - a) ** 2)
OF_TWO: tuple[Term, ...] = (x**2 + y**2, x * y, (x + y) ** 2, x**2 - y**2, (x - a * y) ** 2, x**4 + y**2 - x * y)
SHRINKING: tuple[Term, ...] = (exp(-l), 1 / (l + 1), term(2), 3 * exp(-(2 * l)), 1 / (l + 1) ** 2, term(0))
NAMES = [name for name in ALL if "by curvature" in name or "layer by layer" in name
         or name in ("some vector", "what moves at no time", "derivative along a line")]  # fmt: skip
MATRICES = ([[1, 0], [0, 0]], [[0, 0], [0, 0]], [[2, 1], [1, 2]], [[0, 1], [-1, 0]], [[-1, 0], [0, 0]])
LATE = 10**7


def bindings(scheme: Scheme, chance: random.Random) -> dict[Sym, Term | K.Lam]:
    two = scheme.name.endswith("over 2")
    xs, ds = ((x, y), (dx, dy)) if two else ((x,), (dx,))
    told: dict[str, tuple[Term | K.Lam, ...]] = {
        "x_1": (x,), "x_2": (y,), "v_1": (dx,), "v_2": (dy,), "l": (l,), "m": (m,), "v": (v,), "A": (A,),
        **dict.fromkeys(("p_1", "p_2", "d_1", "d_2"), (term(0), term(1), term(-2), a)),
        "f": tuple(K.Lam(xs, body) for body in (OF_TWO if two else OF_ONE)),
        "B": (term(0), term(0), term(1)), "b": (exp(term(-1)), exp(term(-2)), term(1), term(0)),
        "c": (term(1), term(2), term(0)), "a": (term(0), term(3)),
        "P": tuple(K.Lam((), p) for p in (le(0, a), eq(A, 0 * A), lt(a, 1), eq(a, a))),
    }  # fmt: skip
    if scheme.name == "derivative along a line":
        bodies = (z**2, a * z, a * z**2 - z + 1, absolute(z), absolute(z - 1) * z)
        told["f"] = tuple(K.Lam((z,), body) for body in bodies)
        told |= {"x": (z,), "O": (term(0), term(0), term(1), a), "D": (a, term(1), term(-2)), "t_1": (line,)}
    if "layer" in scheme.name:
        told["f"] = tuple(K.Lam((l,), body) for body in SHRINKING)
        told["h"] = tuple(K.Lam((l,), body) for body in (exp(-l), exp(-l) + 1, 1 / (l + 1), term(1), term(0), -exp(-l)))
    assert len(ds) == len(xs)
    return {meta: chance.choice(told[meta.name]) for meta in scheme.metas}


def value(node: Term, env: Env) -> np.ndarray:
    match node:
        case Op("where", (Term() as f, *pairs)):
            return value(f, {**env, **{z: value(w, env) for z, w in zip(pairs[::2], pairs[1::2], strict=True)}})  # type: ignore[arg-type,misc]
        case Op("curvature", (Term() as f, *pairs)):
            along = {z: value(w, env) for z, w in zip(pairs[::2], pairs[1::2], strict=True)}  # type: ignore[arg-type]

            def at(step: int) -> np.ndarray:
                return value(f, {**env, **{z: env[z] + step * d for z, d in along.items()}})  # type: ignore[index,misc]

            return (-at(2) + 16 * at(1) - 30 * at(0) + 16 * at(-1) - at(-2)) / 12
        case Op("slope", (Sym() as s, Term() as f)):
            return _slope(f, s, {**env, s: np.zeros((1, 1))}, 1)
        case Op("grad", (Term() as f, Sym() as s)):
            return _slope(f, s, env, 1)
        case Op("inner", (Term() as f, Term() as g)):
            return value(f, env) * value(g, env)
    return examined.value(node, env)


def _slope(f: Term, s: Sym, env: Env, side: int) -> np.ndarray:
    """That of a polynomial of degree at most 2 on this side."""
    h = side / 1024
    low, middle, high = (value(f, {**env, s: env[s] + k * h}) for k in (0, 1, 2))
    return (4 * middle - 3 * low - high) / (2 * h)


def _is_differentiable(f: Term, s: Sym, env: Env) -> bool:
    return bool(abs(_slope(f, s, env, 1) - _slope(f, s, env, -1)).max() < 1e-3)


def _values(s: Sym) -> Iterator[np.ndarray]:
    if s == v:
        yield from (np.array([[float(p)], [float(q)]]) for p in (-1, 0, 1) for q in (-1, 0, 1))
    elif s in (l, m):
        yield from (np.array([[float(k)]]) for k in range(6))
    else:
        yield from (np.array([[w]]) for w in ((-1.0, 0.0, 0.5, 1.0) if s in (dx, dy) else (-2.0, -0.5, 0.0, 1.0)))


def holds(p: Prop, env: Env) -> bool:
    args = p.args
    match p.head:
        case "and":
            return all(holds(q, env) for q in args)  # type: ignore[arg-type]
        case "implies":
            return not holds(args[0], env) or holds(args[1], env)  # type: ignore[arg-type]
        case "for_all":
            return all(holds(args[1], {**env, args[0]: w}) for w in _values(args[0]))  # type: ignore[arg-type,dict-item]
        case "always":
            return holds(args[0], env)  # type: ignore[arg-type]
        case "convex" | "nonconvex":
            return _is_convex(args[0], list(args[1:]), env) is (p.head == "convex")  # type: ignore[arg-type]
        case "tends":
            late = {**env, l: np.array([[float(LATE)]])}
            return bool(abs(value(args[0], late) - value(args[1], late)).max() < 1e-5)  # type: ignore[arg-type]
        case "differentiable":
            f, s = args
            return all(_is_differentiable(f, s, {**env, s: np.array([[w]])}) for w in NUMBERS)  # type: ignore[arg-type,dict-item]
        case "has_value":
            s, f = args[0].args  # type: ignore[union-attr]
            return _is_differentiable(f, s, {**env, s: np.zeros((1, 1))})  # type: ignore[arg-type,dict-item]
        case "psd":
            M = value(args[0], env)  # type: ignore[arg-type]
            return bool(np.allclose(M, M.T) and np.linalg.eigvalsh(M).min() >= -1e-9)
    gap = value(args[1], env) - value(args[0], env)  # type: ignore[arg-type]
    if p.head in ("eq", "ne"):
        return bool((abs(gap) < 1e-9).all()) is (p.head == "eq")
    return bool(gap.item() > 1e-9) if p.head == "lt" else bool(gap.item() >= -1e-9)


def _is_convex(f: Term, xs: list[Sym], env: Env) -> bool:
    chance, at = random.Random(1), np.array([[0.5]])
    for _ in range(80):
        low, high = ({z: np.array([[chance.choice((*NUMBERS, 0.1, -0.1, 0.3))]]) for z in xs} for _ in range(2))
        middle = {z: at * (low[z] + high[z]) for z in xs}
        ends = value(f, {**env, **low}) + value(f, {**env, **high})
        if value(f, {**env, **middle}).item() > ends.item() / 2 + 1e-9:
            return False
    return True


def examine(scheme: Scheme, seed: int = 0) -> tuple[int, str]:
    """At how many instances the hypotheses hold, and the first at which a conclusion fails."""
    chance, met = random.Random(f"{scheme.name}{seed}"), 0
    for _ in range(200 if "layer" in scheme.name else 60):
        try:
            asked, _, shown = _filled(scheme, bindings(scheme, chance))
        except K.Refused:
            continue
        env: Env = {s: np.array([[chance.choice(NUMBERS)]]) for s in (a, x, y)}
        env |= {A: np.array(chance.choice(MATRICES), dtype=float)}
        if not all(holds(p, env) for p in asked):
            continue
        met += 1
        fails = [p for p in shown if not holds(p, env)]
        if fails:
            return met, f"{fails[0]!r} where {asked!r} at {env}"
    return met, ""


def wrong() -> dict[str, Scheme]:
    """Axioms with a hypothesis lost, or a sign turned."""
    found = {}
    for name in (name for name in NAMES if name[-1] not in "3456"):
        asked = ALL[name].hypotheses
        for k in range(len(asked)):
            rest = asked[:k] + asked[k + 1 :]
            found[f"{name} without hypothesis {k + 1}"] = replace(ALL[name], hypotheses=rest)
    one_way = ALL["convex by curvature over 2"]
    (whole,), diagonal = one_way.hypotheses, [z for z in one_way.metas if z.name.startswith("v_")]
    body: Prop = whole
    while body.head == "for_all":
        body = body.args[1]  # type: ignore[assignment]
    apart = [K.substitute(body.args[1], {z: term(0)}) for z in diagonal]  # type: ignore[type-var]
    each = conj(*(le(0, bent) for bent in apart))  # type: ignore[arg-type]
    for z in one_way.metas[1:]:
        each = for_all(z, each)
    found["convex by curvature over 2, in each symbol alone"] = replace(one_way, hypotheses=(each,))
    return found
