"""Schemes at random instances, by numbers: hypotheses and conclusions on finite grids of values, times and outcomes.

The flow is u(t) = u(0) exp(-t), w(t) = w(0) exp(-t), that of (u^2 + w^2) / 2; what is drawn takes finitely many values.
An instance whose hypotheses hold and whose conclusion fails, or has no value, refutes a scheme.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator

import numpy as np

from proofs_check.statement.props import Prop, eq, le, symbols_in
from proofs_check.statement.terms import (
    Num,
    Op,
    Sym,
    Term,
    absolute,
    exp,
    eye,
    index,
    matrix,
    parameter,
    scalar,
    symbols,
    term,
    tr,
    vector,
)  # fmt: skip
from proofs_check.theorems import kernel as K
from proofs_check.theorems.binding import Refused
from proofs_check.theorems.schemes import Scheme
from proofs_check.theorems.values import check

a, b, z = scalar("a"), scalar("b"), scalar("z")
u, w, r, t = parameter("u"), parameter("w"), scalar("r", "random"), scalar("t", "nonnegative")
A, B, S = matrix("A"), matrix("B"), matrix("S", "d", "d", "symmetric")
n, m, N = (scalar(name, "integer", "positive") for name in ("n", "m", "N"))
i, j, eps, s = index("i", "n"), index("j", "n"), scalar("eps", "positive"), scalar("s")
Q, D = matrix("Q", "d", "d", "orthogonal"), matrix("D", "d", "d", "diagonal")
OF_A_KIND = {"invertible": matrix("R", "d", "d", "invertible"), "orthogonal": matrix("O", "d", "d", "orthogonal")}
KINDS = {"invertible": ([[1, 2], [0, 1]], [[0, -1], [3, 0]], [[1, 1], [2, -1]]),
         "orthogonal": ([[0, -1], [1, 0]], [[1, 0], [0, -1]], [[0.6, 0.8], [-0.8, 0.6]])}  # fmt: skip
v = vector("v", "d")
I = eye()  # noqa: E741 - the identity
SIZES = {"d": 2, "n": 3}
q, g = scalar("q", "random"), vector("g", "d", "random", "cov:I")
haar, U = matrix("R_0", "d", "d", "random", "orthogonal", "haar"), matrix("U_0", "d", "d", "orthogonal")
context, D_1, E_1 = vector("X_0", "d", "random", "context"), matrix("D_1"), matrix("E_1")
QUARTERS = ([[1, 0], [0, 1]], [[0, -1], [1, 0]], [[-1, 0], [0, -1]], [[0, 1], [-1, 0]])
TURNS = tuple(np.array(m) @ np.diag((1.0, k)) for m in QUARTERS for k in (1, -1))
"""A group of rotations, which stands for all."""
PLACES = tuple(m @ np.array([[1.0], [2.0]]) for m in TURNS)
OUTCOMES, TIMES = (-2.0, -0.5, 1.0, 3.0), (0.0, 0.1, 0.7, 1.5, 4.0)
JOINT = tuple((x, y) for x in OUTCOMES for y in (x, 1.0, x * x))
"""What r and q are, in as many cases that are equally likely."""
ROUND = ((-math.sqrt(6), 1 / 30), (-1.0, 0.3), (0.0, 1 / 3), (1.0, 0.3), (math.sqrt(6), 1 / 30))
"""A law of the moments of a Gaussian up to the seventh, with the probabilities."""
NUMBERS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
Env = dict[Sym, np.ndarray]

NUMERIC: tuple[Term, ...] = (a, b, -a, a * b, a - b, absolute(a), term(0), term(1), term(-2), b * b, a + b)
MATRICES: tuple[Term, ...] = (A, B, A.T * A + I, B.T * B, A + A.T, A * B, I, -I, A.T * A, S, S * S)
MOVING: tuple[Term, ...] = (u, -u, u**2, u - 1, 1 - u**2, exp(-t), term(0), u**2 - exp(-(3 * t)), u**2 + 1)
LOSSES: tuple[Term, ...] = (u**2 / 2 + w**2 / 2, -(u**4), u**4)
ROOTS: tuple[Term, ...] = (exp(-t), exp(-(2 * t)), exp(-t) + exp(-(2 * t)), exp(-t) * t, absolute(u), term(0), u)
DRAWN: tuple[Term, ...] = (r, r**2, absolute(r), r - 1, term(2), r**2 + 1, r + 0 * r)
BODIES: tuple[Term, ...] = (z**2, z, (z - a) ** 2, z * 0, z**2 + b, -z, absolute(z - 1), z**4 - z**2, 2 * z + 1)
TENDING: tuple[tuple[Term, Term], ...] = (
    (u, term(0)), (exp(-t), term(0)), (u**2 + 1, term(1)), (exp(-t) - 2, term(-2)), (term(2), term(2)), (A, A), (A, A),
    (u * A + B, B), (exp(-t) * I, 0 * I), (exp(-t) * A + 2 * I, 2 * I))  # fmt: skip
GROWING: tuple[tuple[Term, Term], ...] = (
    (1 / N, term(0)), (2 / N, term(0)), (a / N + b, b), (term(2), term(2)), (a * N, a), (1 / N - 2, term(-2)), (A, A),
    ((1 / N) ** 2, term(0)), (1 / N * A + I, I), (1 / N * I, 0 * I))  # fmt: skip
AFTER: tuple[Term, ...] = (1 / N, a / N, a + 1 / N, term(1), a * N, (1 / N) ** 2 + b)


def bindings(scheme: Scheme, chance: random.Random) -> dict[Sym, Term | K.Lam]:
    """A value for each metavariable."""
    if scheme.name == "limit of a sum of n":
        some = ((u * i, 0 * i), (exp(-t) + i, 1 * i), (u * i**2 + a, a + 0 * i), (a * i, a * i))
        moving, end = chance.choice(some), chance.choice(some)
        end = chance.choice((moving, moving, end))
        told = {"f": K.Lam((i,), moving[0]), "h": K.Lam((i,), end[1]), "i": i, "n": n}
        return {x: told[x.name] for x in scheme.metas}  # type: ignore[misc]
    if _is_about_limits(scheme):
        return _limits(scheme, chance)
    if scheme.name in ("tower", "what is known is taken out") or "rotat" in scheme.name:
        return _drawn(scheme, chance)
    bound: list[Sym] = [scalar(f"z{k}" if k > 1 else "z") for k in range(1, 8)]
    found: dict[Sym, Term | K.Lam] = {}
    variables = [x for x in scheme.metas if x.has("any") and x.name not in ("i", "j")]
    pairs = any(x.name == "j" for x in scheme.metas)
    for meta in scheme.metas:
        if meta.has("function"):
            continue
        kind = next((s for trait, s in OF_A_KIND.items() if meta.has(trait) and not meta.has("variable")), None)
        if kind is not None:
            found[meta] = kind
            continue
        fixed = {"i": i, "j": j, "n": n, "m": m, "N": N, "eps": eps, "v": v, "Q": Q, "D": D}.get(meta.name)
        if meta in variables:
            found[meta] = bound[variables.index(meta)]
        elif fixed is not None and (meta.has("variable") or meta.name == "n"):
            found[meta] = fixed
        elif scheme.name == "congruence":
            found[meta] = chance.choice((S * S + I, A.T * A + I, I, S) if meta.name == "A" else (A, 0 * A, S, I))
        elif scheme.name == "uniqueness of solutions":
            found[meta] = {"X": u, "Y": w}.get(meta.name, chance.choice((term(0), term(0), term(1), a)))
        elif scheme.name == "continuation of bounded solutions":
            found[meta] = chance.choice(LOSSES if meta.name == "f" else (term(0), term(-20)))
        elif scheme.name == "Gronwall's inequality for a root" and not meta.has("moving"):
            found[meta] = chance.choice((term(0), term(1), term(2), term(3)))
        elif scheme.name == "Gronwall's inequality for a root":
            found[meta] = chance.choice(ROOTS if meta.name == "f" else tuple(x**2 for x in ROOTS))
        elif meta.name in ("X", "Y") and not meta.has("drawn"):
            found[meta] = chance.choice((v, A * v, A.T * v, A, A.T, term(1), term(1)))
        elif meta.name == "I":
            found[meta] = chance.choice((I, I, 2 * I, -I, (term(1) / 4) * I))
        elif scheme.name == "rank of a dyad":
            found[meta] = chance.choice((v * v.T, A * v * v.T, v * (A.T * v).T, A * A.T, A))
        elif meta.has("moving") or meta.has("drawn"):
            found[meta] = chance.choice(MOVING if meta.has("moving") else DRAWN)
        elif meta.name.startswith("p_") or (meta.name == "A" and "tend" in scheme.name):
            found[meta] = chance.choice((term(0), a) if meta.name.startswith("p_") else (term(0), term(1), a, b))
        elif meta.name == "z":
            found[meta] = chance.choice((n, N, i))
        elif meta.name == "E":
            found[meta] = chance.choice((I, I, I, 2 * I, (term(1) / 4) * I, -I, A))
        elif meta.name == "A" and scheme.name in ("largest eigenvalue", "least eigenvalue"):
            found[meta] = chance.choice((A.T * A, S, A, S * S))
        elif meta.name == "A" and scheme.name in ("least positive eigenvalue", "image of posdef"):
            found[meta] = chance.choice((A.T * A, S, A.T * A + I, 0 * A))
        elif meta.name == "c" and ("minimum" in scheme.name or "infimum" in scheme.name):
            found[meta] = chance.choice((term(0), b, b + b))
        elif meta.name == "c" and "Gronwall" in scheme.name:
            found[meta] = chance.choice((term(0), term(1), term(2), term(-1), b * b))
        else:
            found[meta] = chance.choice(NUMERIC if meta.shape == (1, 1) else MATRICES)
    for meta in (x for x in scheme.metas if x.has("function")):
        found[meta] = _of_pairs(chance) if pairs else _function(meta, scheme, bound[: len(variables)], chance)
    return found


def _is_about_limits(scheme: Scheme) -> bool:
    return scheme.name.startswith(("limit of", "1/", "convergence", "forced", "exponential decay", "squeeze as"))


def _limits(scheme: Scheme, chance: random.Random) -> dict[Sym, Term | K.Lam]:
    """What moves, mostly with what it tends to."""
    found: dict[Sym, Term | K.Lam] = {}
    ends: list[Term] = []
    for meta in scheme.metas:
        pairs = GROWING if meta.has("function") else TENDING if meta.has("moving") and meta.name[0] in "XYyA" else ()
        if pairs:
            body, end = chance.choice(pairs)
            if "equal" in scheme.name and ends and chance.random() < 0.7:
                body, end = last, ends[-1]  # noqa: F821 - the one before
            last = body  # noqa: F841
            ends.append(end)
            found[meta] = K.Lam((N,), body) if meta.has("function") else body
    chosen = {"N": (N,), "g": LOSSES[:1], "f": (*ROOTS, term(1)) if scheme.name == "forced decay" else LOSSES[:1],
              "V": (term(0), exp(-t), exp(-(2 * t)), term(1)), "c": (term(-1), term(0), term(1), term(1), term(2)),
              "k": NUMERIC, **dict.fromkeys("pq", (term(1), term(1), term(2), term(3)))}  # fmt: skip
    for meta in (x for x in scheme.metas if x not in found):
        some = chosen.get(meta.name, (ends.pop(0),) if ends and chance.random() < 0.9 else (term(0), b, I, A))
        found[meta] = chance.choice(some)
    return found


def _drawn(scheme: Scheme, chance: random.Random) -> dict[Sym, Term | K.Lam]:
    """Functions of what is drawn, and what is drawn."""
    told: dict[str, tuple[Term, ...]] = {"x": (r,), "Y": (q * A, q * B + r * I, q**2 * I, r * A), "A": (A,), "E": (I,)}
    bodies, y = (r * q, q, q**2 + r, r**2, q * A, absolute(q) - a), vector("y", "d")
    of = r
    if scheme.name == "what is known is taken out":
        bodies = (r * A, A + r * B, r**2 * I, B)
    if "Gaussian" in scheme.name:
        O = OF_A_KIND["orthogonal"]  # noqa: E741 - orthogonal
        told |= {"x": (g,), "A": (O, O * O, -O, 2 * O, 0 * O, A), "E": (I, I, I, 4 * I, 0 * I)}
        of, bodies = y, (v.T * y, (v.T * y) ** 2, y * y.T, y)
        if scheme.name.startswith("mean"):
            bodies = (*bodies, (v.T * y) ** 4, (v.T * y) ** 2 * y.T * y)
    told = {"E": (E_1,), **told} if "Gaussian" in scheme.name else {**told, "E": (E_1,)}
    told |= {"U": (U,), "R": (haar,), "X": (context,), "D": (D_1,)}
    of_two = {"h": ((U, context), (U * context, U * context, A * context, 2 * U * context)),
              "v": ((haar,), (haar.T * A * haar, haar, A * haar * B, haar * S * haar.T))}  # fmt: skip
    if scheme.name == "law that all rotations keep":
        of, bodies = y, (v.T * y, (v.T * y) ** 2, y * y.T, (v.T * y) ** 4)
    if scheme.name == "mean of what is linear in a rotation":
        some = (v.T * D_1 * context, tr(D_1 * A), context.T * D_1 * context, tr(D_1) ** 2, D_1 * context, D_1 * D_1)
        of_two["f"] = ((D_1, context), some)
    found: dict[Sym, Term | K.Lam] = {}
    for x in scheme.metas:
        if x.has("function"):
            variables, some = of_two.get(x.name, ((of,), bodies))
            found[x] = K.Lam(variables, chance.choice(some))
        else:
            found[x] = chance.choice(told[x.name])
    return found


def _of_pairs(chance: random.Random) -> K.Lam:
    return K.Lam((i, j), chance.choice((i * j, i - j, a * i + b * j, (i - j) ** 2, i + 0 * j, i * j + 1)))


def _function(meta: Sym, scheme: Scheme, xs: list[Sym], chance: random.Random) -> K.Lam:
    if "tend" in scheme.name or scheme.name.startswith("order as"):
        return K.Lam((N,), chance.choice(AFTER))
    if any(x.name == "i" for x in scheme.metas):
        return K.Lam((i,), chance.choice((i, i * a, a + 0 * i, i * i, -i, i + b)))
    if scheme.name == "both ways":
        return K.Lam((), chance.choice((eq(a, 0), le(0, a), eq(a, b), le(a, b), le(b, a), eq(b, a))))
    if scheme.name == "convex":
        return K.Lam((xs[0],), chance.choice(BODIES))
    parts = [K.substitute(chance.choice(BODIES), {z: x}) for x in xs]
    body: Term = term(0)
    for part in parts:
        body = part if body == term(0) else body + part  # type: ignore[assignment,operator]
    if meta.name == "P":
        return K.Lam(tuple(xs), chance.choice((eq(xs[0], 0), le(0, xs[0]), eq(xs[0], a), le(xs[0], 1))))
    return K.Lam(tuple(xs), body)


# Numbers ---------------------------------------------------------------------------------------------------


def value(node: Term, env: Env) -> np.ndarray:
    match node:
        case Num(value=x):
            return np.array([[float(x)]])
        case Sym() if node.has("identity"):
            return np.eye(SIZES[str(node.shape[0])])
        case Sym():
            return np.array([[float(SIZES[node.name])]]) if node == n else env[node]
        case Op("where", (f, *pairs)):
            at = {x: value(y, env) for x, y in zip(pairs[::2], pairs[1::2], strict=True)}
            low = {x: 1e-12 if x.has("positive") else 0.0 for x in at if x.traits & {"positive", "nonnegative"}}
            if any(not at[x].item() >= least for x, least in low.items()) or not all(
                np.isfinite(y).all() for y in at.values()
            ):
                raise ZeroDivisionError  # what a trait promises is not so, or is put in has no value
            return value(f, {**env, **at})
        case Op("ddt", (f,)):
            h = 1e-6
            return (value(f, _moved(env, h)) - value(f, _moved(env, -h))) / (2 * h)
        case Op("at0", (f,)):
            return value(f, _moved(env, -env[t].item()))
        case Op("sum", (Sym() as j, last, f)):
            return sum(
                value(f, {**env, j: np.array([[float(k)]])}) for k in range(1, int(value(last, env).item()) + 1)
            )
        case Op("expect", (f,)):
            return _mean(f, env)
        case Op("expect_given", (f, x)):
            cases = [case for case in _cases() if case[x] == env[x]]
            if not cases:
                raise ZeroDivisionError  # no outcome at which this is so
            return sum(value(f, {**env, **case}) for case in cases) / len(cases)
        case Op("least_over" | "sum_unequal" | "least_unequal" as head, (*names, f)):
            xs = [x for x in names[:-1] if isinstance(x, Sym)]
            runs = itertools.product(range(1, SIZES["n"] + 1), repeat=len(xs))
            some = [value(f, {**env, **{x: np.array([[float(k)]]) for x, k in zip(xs, ks, strict=True)}})
                    for ks in runs if len(set(ks)) == len(ks)]  # fmt: skip
            return np.array(sum(some) if head == "sum_unequal" else min(some, key=lambda x: x.item()))
        case Op("minimum" | "infimum", (f, *xs)):
            return _least(node, f, xs, env)
        case Op("argmin", (f, Sym() as x)):
            places = {there[x].item(): value(f, there).item() for there in _grid(env, [x])}
            least = [place for place, y in places.items() if y <= min(places.values()) + 1e-12]
            if len(least) > 1:
                raise ZeroDivisionError  # it is not unique
            return np.array([[least[0]]])
        case Op(head, args):
            return _plain(head, [value(x, env) for x in args])
    raise KeyError(node)


_LEAST: dict[object, np.ndarray] = {}
"""By the term and the values on which it depends: a statement for all values of what it binds asks for it at each."""


def _least(node: Op, f: Term, xs: list[Sym], env: Env) -> np.ndarray:
    entering = sorted({s for s in (symbols(f) - {*xs}) | {a, b, t, u, w} if s in env}, key=lambda s: s.name)
    key = (node, *((s, env[s].shape, env[s].tobytes()) for s in entering))
    if key not in _LEAST:
        if len(_LEAST) >= 1 << 10:
            _LEAST.clear()
        _LEAST[key] = min((value(f, there) for there in _grid(env, xs)), key=lambda x: x.item())
    return _LEAST[key]


def _cases(*some: Sym) -> list[Env]:
    """Cases that are equally likely, of these symbols, or of r and q."""
    if some:
        laws = [TURNS if x == haar else PLACES for x in some]
        return [dict(zip(some, case, strict=True)) for case in itertools.product(*laws)]
    return [{r: np.array([[x]]), q: np.array([[y]])} for x, y in JOINT]


def _mean(f: Term, env: Env) -> np.ndarray:
    if g not in symbols(f):
        cases = _cases(*(x for x in (haar, context) if x in symbols(f)))
        return sum(value(f, {**env, **case}) for case in cases) / len(cases)
    places = itertools.product(ROUND, repeat=2)
    return sum(p1 * p2 * value(f, {**env, g: np.array([[x1], [x2]])}) for (x1, p1), (x2, p2) in places)


def _moments(f: Term, env: Env) -> list[np.ndarray]:
    """The means of what is drawn, and of its products by twos."""
    rows, columns = value(f, env).shape
    entries = [Op("entry", (f, term(k), term(m))) for k in range(1, rows + 1) for m in range(1, columns + 1)]
    return [_mean(x, env) for x in (*entries, *(x * y for x in entries for y in entries))]


def _plain(head: str, xs: list[np.ndarray]) -> np.ndarray:
    x, y = xs[0], xs[-1]
    match head:
        case "+" | "-" if len(xs) == 2:
            return x + y if head == "+" else x - y
        case "neg":
            return -x
        case "*":
            return x * y if (1, 1) in (x.shape, y.shape) else x @ y
        case "/":
            return x / y
        case "^":
            return x ** y.item() if x.shape == (1, 1) else np.linalg.matrix_power(x, int(y.item()))
        case "T":
            return x.T
        case "block":
            return np.block([xs[:2], xs[2:]])
        case "projection":
            return np.linalg.pinv(x) @ x
        case "delta":
            return np.array([[float(x.item() == y.item())]])
        case "least":
            return np.minimum(x, y)
        case "entry":
            if xs[1].item() > x.shape[0] or y.item() > x.shape[1]:
                raise ZeroDivisionError  # there is no such entry
            return x[int(xs[1].item()) - 1 : int(xs[1].item()), int(y.item()) - 1 : int(y.item())]
        case "inv":
            return np.linalg.inv(x)
        case "least_positive_eigenvalue":
            positive = [w for w in np.linalg.eigvalsh(x) if w > 1e-9]
            if not positive:
                raise ZeroDivisionError
            return np.array([[min(positive)]])
    told = {
        "rank": np.linalg.matrix_rank,
        "norm_op": lambda m: np.linalg.norm(m, 2),
        "least_eigenvalue": lambda m: np.linalg.eigvalsh(m).min(),
        "cond": lambda m: np.linalg.eigvalsh(m).max() / np.linalg.eigvalsh(m).min(),
        "tr": np.trace,
        "det": np.linalg.det,
        "norm_F": np.linalg.norm,
        "abs": np.abs,
        "exp": np.exp,
        "sqrt": np.sqrt,
    }
    return np.array(told[head](x), dtype=float).reshape(1, 1)


def _moved(env: Env, by: float) -> Env:
    return {**env, u: env[u] * math.exp(-by), w: env[w] * math.exp(-by), t: env[t] + by}


def _grid(env: Env, xs: list[Sym]) -> Iterator[Env]:
    known = [x.item() for x in (env[a], env[b])]
    for values in itertools.product((*NUMBERS, *known), repeat=len(xs)):
        yield {**env, **{x: np.array([[w]]) for x, w in zip(xs, values, strict=True)}}


def _values(x: Sym, env: Env, exists: bool) -> Iterator[np.ndarray]:
    if x in (i, j):
        yield from (np.array([[float(k)]]) for k in range(1, SIZES["n"] + 1))
    elif x in (m, N):
        yield from (np.array([[float(k)]]) for k in (range(1, 400) if exists else (1, 2, 3, 10, 100, 399, 1000)))
    elif x == eps:
        yield from (np.array([[w]]) for w in (2.0, 0.3, 0.02))
    elif x in (Q, D):
        eigenvalues, Q_of = np.linalg.eigh(env["S"])  # type: ignore[index]
        yield Q_of if x == Q else np.diag(eigenvalues)
    elif x in (U, D_1, E_1):
        yield from TURNS if x == U else (np.array(w, dtype=float) for w in ([[1, 2], [0, 1]], [[0, -1], [3, 0]]))
    elif x == r:
        yield from (np.array([[w]]) for w in OUTCOMES)
    elif x == v:
        yield from (np.array(w, dtype=float).reshape(2, 1) for w in itertools.product(NUMBERS, repeat=2))
    else:
        low = 1e-12 if x.has("positive") else 0.0 if x.has("nonnegative") else -math.inf
        yield from (np.array([[w]]) for w in (*NUMBERS, env[a].item(), env[b].item()) if w >= low)


def holds(p: Prop, env: Env, slack: float) -> bool:
    """Whether it holds on the grids; ``slack``: how much a comparison may be off."""
    args = p.args
    match p.head:
        case "and":
            return all(holds(q, env, slack) for q in args)
        case "implies":
            return not holds(args[0], env, 0.0) or holds(args[1], env, slack)
        case "for_all":
            return all(holds(args[1], {**env, args[0]: w}, slack) for w in _values(args[0], env, False))
        case "exists":
            return any(holds(args[1], {**env, args[0]: w}, slack) for w in _values(args[0], env, True))
        case "always" if args[0].head == "ne":  # a sign that changes between two times is a zero
            gaps = [value(args[0].args[0] - args[0].args[1], _moved(env, w - env[t].item())).item() for w in TIMES]
            return min(gaps) > 1e-9 or max(gaps) < -1e-9
        case "always":
            return all(holds(args[0], _moved(env, w - env[t].item()), slack) for w in TIMES)
        case "limit" | "tends":
            far = _moved(env, 30.0) if p.head == "limit" else {**env, N: np.array([[1e9]])}
            return bool(np.linalg.norm(value(args[0], far) - value(args[1], far)) < 1e-4)
        case "almost_surely" if context in symbols_in(p):
            return all(holds(args[0], {**env, **case}, slack) for case in _cases(context))
        case "almost_surely":
            return all(holds(args[0], {**env, r: np.array([[w]])}, slack) for w in OUTCOMES)
        case "iff":
            return holds(args[0], env, 0.0) is holds(args[1], env, 0.0)
        case "integer":
            return bool(value(args[0], env).item() == round(value(args[0], env).item()))
        case "trains":
            return args[0] == LOSSES[0]
        case "flow_exists":  # that of -u^4 does not, nor would any other loss that is not bounded below
            return args[0] != LOSSES[1] or bool(env[u].item() == 0)
        case "has_value":
            return bool(np.isfinite(value(args[0], env)).all())
        case "smooth_along" | "finite":
            return not any(head in repr(args[0]) for head in ("|u|",))
        case "attained":
            return all(np.isfinite(value(args[0], there)).all() for there in _grid(env, list(args[1:])))
        case "global_minimum":
            least = value(Op("minimum", (args[0], *args[1::2])), env)
            there = {**env, **{x: value(w, env) for x, w in zip(args[1::2], args[2::2], strict=True)}}
            return bool(value(args[0], there).item() <= least.item() + slack + 1e-9)
        case "minimisers_satisfy":
            least = value(Op("minimum", (args[0], *args[2:])), env).item()
            return all(
                holds(args[1], there, slack)
                for there in _grid(env, list(args[2:]))
                if value(args[0], there).item() <= least + 1e-12
            )
        case "minimum_where":
            least = value(Op("minimum", (args[0], *args[2:])), env).item()
            there = (place for place in _grid(env, list(args[2:])) if holds(args[1], place, 0.0))
            return all(value(args[0], place).item() <= least + slack + 1e-9 for place in there)
        case "order":
            f, g = ([abs(value(x, {**env, N: np.array([[k]])}).item()) for k in (1.0, 3.0, 1e3, 1e9)] for x in args[:2])
            return all(x <= 1e4 * y for x, y in zip(f, g, strict=True))
        case "convex":
            return all(_between(args[0], args[1], env, x, y) for x in NUMBERS for y in NUMBERS)
        case "psd" | "posdef":
            M = value(args[0], env)
            low = np.linalg.eigvalsh(M).min()
            return bool(np.allclose(M, M.T) and (low > 1e-9 if p.head == "posdef" else low >= -1e-9))
        case "same_law":
            return all(np.allclose(*pair) for pair in zip(*(_moments(x, env) for x in args), strict=True))
        case "commute":
            return bool(np.allclose(value(args[0] * args[1], env), value(args[1] * args[0], env)))
    x, y = value(args[0], env), value(args[1], env)
    gap = y - x
    if not np.isfinite(gap).all():
        raise ZeroDivisionError
    near = bool(np.abs(gap).max() <= 1e-9 + slack)
    if p.head in {"eq", "ne"}:
        return near if p.head == "eq" else not bool(np.abs(gap).max() <= 1e-12)
    strict = p.head == "lt"
    return bool(gap.item() > (0 if slack else 1e-9)) if strict else bool(gap.item() >= -slack)


def _between(f: Term, x: Sym, env: Env, low: float, high: float) -> bool:
    middle, first, last = (value(f, {**env, x: np.array([[w]])}).item() for w in ((low + high) / 2, low, high))
    return middle <= (first + last) / 2 + 1e-9


def point(chance: random.Random) -> Env:
    """A value for each symbol."""

    def number() -> np.ndarray:
        return np.array([[chance.choice((*NUMBERS, 1.5, -3.0))]])

    def square() -> np.ndarray:
        return np.array([[chance.choice(NUMBERS) for _ in range(2)] for _ in range(2)])

    half = square()
    env: Env = {
        a: number(),
        b: number(),
        u: number(),
        w: number(),
        r: np.array([[OUTCOMES[int(2 * number().item()) % 4]]]),
        q: np.ones((1, 1)),
        **dict.fromkeys((g, context), np.ones((2, 1))),
        **dict.fromkeys((haar, U, D_1, E_1), np.eye(2)),
        A: square(),
        B: square(),
        S: half + half.T,
        t: np.array([[0.0]]),
        s: number(),
        i: np.array([[2.0]]),
        j: np.array([[3.0]]),
        N: np.array([[5.0]]),
        v: np.ones((2, 1)),
        **{s: np.array(KINDS[trait][int(abs(half.sum())) % 3], dtype=float) for trait, s in OF_A_KIND.items()},
    }
    return env


def examine(scheme: Scheme, tries: int = 300, seed: int = 0) -> tuple[int, str]:
    """At how many instances the hypotheses hold, and the first at which a conclusion fails."""
    chance, met = random.Random(f"{scheme.name}{seed}"), 0
    for _ in range(tries):
        bind = bindings(scheme, chance)
        try:
            asked, _, shown = _filled(scheme, bind)
            for p in (*asked, *shown):
                check(p)
        except Refused:
            continue
        env = point(chance)
        if scheme.name == "spectral theorem":
            env["S"] = value(bind[next(x for x in scheme.metas if x.name == "S")], env)  # type: ignore[index,arg-type]
        if scheme.name == "uniqueness of solutions":
            env |= {x: np.array([[float(chance.choice((0, 0, 1)))]]) for x in (u, w)}
        try:
            if not all(holds(p, env, 0.0) for p in asked):
                continue
        except (ZeroDivisionError, np.linalg.LinAlgError):
            continue
        met += 1
        try:
            fails = [p for p in shown if not holds(p, env, 1e-5)]
        except (ZeroDivisionError, np.linalg.LinAlgError) as why:
            return met, f"no value: {why}: {shown}"
        if fails:
            return met, f"{fails[0]!r} where {asked!r}"
    return met, ""


def _filled(scheme: Scheme, bind: dict[Sym, Term | K.Lam]) -> tuple[list[Prop], list[Prop], list[Prop]]:
    """An instance, of a scheme of the list or of a wrong one."""
    wanted: list[Prop] = []
    for meta in scheme.metas:
        K._suits(meta, bind[meta])
    asked, shown = (
        [K._fill(p, scheme, bind, frozenset(), wanted) for p in props]
        for props in (scheme.hypotheses, scheme.conclusions)
    )
    return asked, wanted, shown  # type: ignore[return-value]
