"""Certificates written formula by formula, as a forger writes them who has no use for the constructors of this project.

A symbol is ``("sym", name, rows, columns, trait, ...)``, a number an integer or a text, anything else ``(head, argument, ...)``.
A step is a mapping of its rule, what it ``shows``, the numbers of the steps ``on`` which it rests, and its details.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from proofs_check.certificates import verify

from .forged import sealed


class Formulas:
    """The rows of formulas, each once."""

    def __init__(self) -> None:
        self.rows: list[list[Any]] = []
        self.known: dict[str, int] = {}

    def add(self, x: Any) -> int:
        if not isinstance(x, tuple):
            row: list[Any] = ["num", str(x)]
        elif x[0] == "sym":
            row = ["sym", x[1], list(x[2:4]), sorted(x[4:])]
        else:
            row = ["op", x[0], [self.add(a) for a in x[1:]]]
        key = json.dumps(row)
        if key not in self.known:
            self.rows.append(row)
        return self.known.setdefault(key, len(self.rows) - 1)


def sym(name: str, *traits: str, rows: Any = 1, columns: Any = 1) -> tuple[Any, ...]:
    return ("sym", name, rows, columns, *traits)


def written(
    shows: Any, steps: Sequence[Mapping[str, Any]], *, given: Sequence[Any] = (), id: str = "own/it",
    flow: tuple[Any, Sequence[Any]] | None = None, times: Sequence[str] = ("t",), cites: Sequence[tuple[Any, str]] = (), row: int | None = None,
) -> dict[str, Any]:  # fmt: skip
    """A sealed certificate; the hypotheses are the first steps."""
    made, log = Formulas(), list[dict[str, Any]]()
    for step in [*({"rule": "assume", "shows": p} for p in given), *steps]:
        data = {"rule": step["rule"], "shows": made.add(step["shows"]), "from": list(step.get("on", ()))}
        for name in step.keys() & {"value", "assumed"}:
            data[name] = made.add(step[name])
        for name in step.keys() & {"path", "link", "scheme", "trust"}:
            data[name] = step[name]
        if "bind" in step:
            data["bind"] = [[m, [[made.add(x) for x in v[0]], made.add(v[1])] if isinstance(v, list) else made.add(v)] for m, v in step["bind"].items()]
        log.append(data)
    theorem = {"part": "", "reading": "", "prop": made.add(shows), "row": len(log) - 1 if row is None else row, "where": [],
               "cites": [[made.add(p), other, ""] for p, other in cites], "trust": "nothing"}
    return sealed({
        "format": verify.FORMAT, "id": id, "model": ["", "none"], "times": list(times),
        "flow": [made.add(flow[0]), [made.add(x) for x in flow[1]]] if flow else None,
        "hypotheses": [{"name": f"h{k}", "prop": made.add(p)} for k, p in enumerate(given)],
        "log": log, "theorems": [theorem], "nodes": made.rows}, all_conditions=True)  # fmt: skip


def _step(rule: str, shows: Any, *on: int, **details: Any) -> dict[str, Any]:
    return {"rule": rule, "shows": shows, "on": on, **details}


def _normal(a: Any, b: Any) -> dict[str, Any]:
    return _step("normal form", ("eq", a, b))


def _masked() -> list[dict[str, Any]]:
    """A number of which one trait says that it is positive, another that it is the last entry of a mask."""
    M = sym("M", "mask", "positive")
    return [written(("lt", 0, 0), [_step("sign", ("lt", 0, M)), _normal(M, 0), _step("rewrite", ("lt", 0, 0), 1, 0, path=[1])])]


def _size_of_any_value() -> list[dict[str, Any]]:
    """A symbol that is any number, and that sizes name."""
    shown = ("eq", ("tr", sym("I", "identity", rows="k", columns="k")), sym("k"))
    return [written(shown, [_step("normal form", shown)])]


def _zero_that_is_positive() -> list[dict[str, Any]]:
    """A symbol that promises to be positive, and to be 0."""
    p, zero = sym("p", "positive"), sym("pz", "positive", "zero")
    return [written(("lt", 0, 0), [
        _step("sign", ("lt", 0, p)), _step("generalise", ("for_all", p, ("lt", 0, p)), 0), _step("specialise", ("lt", 0, zero), 1, value=zero),
        _normal(zero, 0), _step("rewrite", ("lt", 0, 0), 3, 2, path=[1])])]


def _not_square() -> list[dict[str, Any]]:
    R, Q = sym("R", "invertible", rows=3, columns=2), sym("Q", "invertible", rows=2, columns=3)
    det = [("ne", ("det", x), 0) for x in (R, Q, ("*", R, Q))]
    return [written(det[2], [_step("instance", det[0], scheme="invertible", bind={"R": R}), _step("instance", det[1], scheme="invertible", bind={"R": Q}),
                             _step("instance", det[2], 0, 1, scheme="determinant of a product", bind={"A": R, "B": Q})])]


def _zero_power() -> list[dict[str, Any]]:
    """0 is the zero matrix in an equation: its power 0 is 1, or the identity of two rows."""
    Z = sym("Z", "zero", rows=2, columns=2)
    return [written(("eq", 1, 2), [
        _normal(0, Z), _normal(("tr", ("^", 0, 0)), 1), _step("rewrite", ("eq", ("tr", ("^", Z, 0)), 1), 0, 1, path=[0, 0, 0]),
        _normal(("tr", ("^", Z, 0)), 2), _step("rewrite", ("eq", 1, 2), 2, 3, path=[0])])]


def _square_stack() -> list[dict[str, Any]]:
    """As many Gaussian rows as columns: the square of the matrix is a power of one letter."""
    d, S, i = sym("d", "integer", "positive"), sym("S", "psd", rows="d", columns="d"), sym("i", "index", "range:d")
    Y = ("stack_over", i, d, ("T", ("at", sym("x", "random", "iid", "cov:S", rows="d"), i)))
    shown = ("eq", ("expect", ("tr", ("*", Y, Y))), ("*", 0, ("tr", S)))
    return [written(shown, [_step("normal form", shown)])]


f = sym("f", "parameter")


def _trains_elsewhere() -> list[dict[str, Any]]:
    """That a loss trains, taken from a certificate whose flow follows it, where the flow follows another that runs off."""
    L, below = ("^", f, 2), ("le", 0, ("^", f, 2))
    return [written(("trains", L), [_step("degree", ("trains", L))], id="own/other", flow=(L, [f])),
            written(("flow_exists", L), [
                _step("assume", ("trains", L)), _step("sign", below), _step("at every time", ("always", below), 1),
                _step("instance", ("flow_exists", L), 0, 2, scheme="continuation of bounded solutions", bind={"f": L, "c": 0})],
                cites=[(("trains", L), "own/other")], flow=(("neg", ("^", f, 4)), [f]))]


def _time(s: Any, more: Sequence[str]) -> list[dict[str, Any]]:
    """A time that is at least 1, also at the start."""
    one, start = ("at0", 1), ("at0", s)
    return [written(("le", 1, 0), [
        _step("sign", ("le", 1, s)), _step("at every time", ("always", ("le", 1, s)), 0),
        _step("instance", ("le", one, start), 1, scheme="start", bind={"g": 1, "k": s}), _normal(one, 1), _normal(start, 0),
        _step("rewrite", ("le", 1, start), 3, 2, path=[0]), _step("rewrite", ("le", 1, 0), 4, 5, path=[1])], times=more)]


def _constant_that_flows() -> list[dict[str, Any]]:
    """A flow of what is no parameter: its start is itself, its velocity is not 0."""
    a = sym("a")
    loss = ("/", ("^", a, 2), 2)
    slower = ("le", ("neg", ("grad", loss, a)), ("neg", ("*", 1, a)))
    shown = ("always", ("le", a, ("*", ("exp", ("neg", ("*", 1, sym("t", "nonnegative")))), ("at0", a))))
    return [written(shown, [
        _step("degree", ("smooth_along", a)), _step("sign", slower), _step("at every time", ("always", slower), 1),
        _step("instance", shown, 0, 2, scheme="Gronwall's inequality", bind={"g": a, "c": 1})], flow=(loss, [a]))]


def _dyad() -> list[dict[str, Any]]:
    """V'V taken for a number, as a quadratic form at a matrix: V V' would have rank 1."""
    E, V = sym("I", "identity", rows="n", columns="n"), sym("V", rows="n", columns=2)
    form, A = ("*", ("*", ("T", V), E), V), ("*", V, ("T", V))
    square, shown = ("le", 0, ("*", ("T", V), V)), ("le", ("rank", A), 1)
    return [written(shown, [
        _step("sign", ("psd", E)), _step("instance", ("for_all", V, ("le", 0, form)), 0, scheme="quadratic form", bind={"A": E, "v": V}),
        _step("specialise", ("le", 0, form), 1, value=V), _normal(form, square[2]), _step("rewrite", square, 3, 2, path=[1]),
        _normal(A, A), _step("instance", shown, 5, 4, scheme="rank of a dyad", bind={"A": A, "X": V, "Y": V})])]


def _two_of_one_name() -> list[dict[str, Any]]:
    """0 <= a a a for all a, on paper; the factor in the middle is another symbol."""
    a, other = sym("a"), sym("a", "nonnegative")
    shown = ("for_all", a, ("le", 0, ("*", ("*", ("T", a), other), a)))
    return [written(shown, [_step("sign", ("psd", other)), _step("instance", shown, 0, scheme="quadratic form", bind={"A": other, "v": a})])]


def _some_that_moves() -> list[dict[str, Any]]:
    """A loss of two parameters, of which the flow moves one: what the other does is not told."""
    loss, below = ("^", ("*", f, sym("g", "parameter")), 2), ("le", 0, ("^", ("*", f, sym("g", "parameter")), 2))
    return [written(("flow_exists", loss), [
        _step("degree", ("trains", loss)), _step("sign", below), _step("at every time", ("always", below), 1),
        _step("instance", ("flow_exists", loss), 0, 2, scheme="continuation of bounded solutions", bind={"f": loss, "c": 0})], flow=(loss, [f]))]


def _alike(name: str, *traits: str) -> list[dict[str, Any]]:
    """A symbol that is printed as a number, or as another letter."""
    shown = ("eq", sym(name, *traits), ("*", 1, sym(name, *traits)))
    return [written(shown, [_step("normal form", shown)])]


def _noise_that_is_fixed() -> list[dict[str, Any]]:
    """Noise by its law, and of which no trait says that it is drawn: one outcome would be all."""
    bounded = ("le", sym("y", "std:p", "noise"), 1)
    return [written(("almost_surely", bounded), [_step("surely", ("almost_surely", bounded), 0)], given=[bounded])]


a, K = sym("a"), sym("K", "context")


def _size_of_what_is_bound() -> list[dict[str, Any]]:
    """d <= a for all d, from a hypothesis of which the bound matrix alone has the size d."""
    d, W, E = sym("d", "integer", "positive"), sym("W", rows="d", columns="d"), sym("I", "identity", rows="d", columns="d")
    trace, shown = ("tr", ("^", E, 0)), ("for_all", d, ("le", d, a))
    return [written(shown, [
        _step("specialise", ("le", trace, a), 0, value=E), _normal(trace, d), _step("rewrite", ("le", d, a), 2, 1, path=[0]),
        _step("generalise", shown, 3)], given=[("for_all", W, ("le", ("tr", ("^", W, 0)), a))])]


def _flow_of_one_outcome() -> list[dict[str, Any]]:
    """The loss is of what is drawn, and so is the flow, of which a hypothesis speaks."""
    bounded = ("always", ("le", f, a))
    return [written(("almost_surely", bounded), [_step("surely", ("almost_surely", bounded), 0)], given=[bounded],
                    flow=(("^", ("-", f, sym("y", "random")), 2), [f]))]


def _context_at_one_moment() -> list[dict[str, Any]]:
    """A context may depend on parameters: what it is now it need not be at every time."""
    shown = ("always", ("eq", K, a))
    return [written(shown, [_step("at every time", shown, 0)], given=[("eq", K, a)], flow=(("^", f, 2), [f]))]


def _context_at_one_value() -> list[dict[str, Any]]:
    """... nor at every value of these."""
    slope, shown = ("grad", ("*", K, f), f), ("eq", ("grad", ("*", K, f), f), a)
    return [written(shown, [
        _normal(slope, slope), _step("rewrite", ("eq", slope, ("grad", ("*", a, f), f)), 0, 1, path=[1, 0, 0]),
        _normal(("grad", ("*", a, f), f), a), _step("rewrite", shown, 3, 2, path=[1])], given=[("eq", K, a)])]


def _family_of_matrices() -> list[dict[str, Any]]:
    """The sum of tr(X_i A) tr(X_i B) taken for that of tr(A X_i X_i' B'), as if each X_i were a column."""
    n, i, A, B = sym("n", "integer", "positive"), sym("i", "index", "range:n"), sym("A", rows=2, columns="d"), sym("B", rows=2, columns="d")
    X = ("at", sym("X", "random", "iid", rows="d", columns=2), i)
    traces = ("*", ("tr", ("*", X, A)), ("tr", ("*", X, B)))
    shown = ("eq", ("sum", i, n, traces), ("sum", i, n, ("tr", ("*", ("*", ("*", A, X), ("T", X)), ("T", B)))))
    return [written(shown, [_step("normal form", shown)])]


def _square_of_a_kernel() -> list[dict[str, Any]]:
    """A kernel that is a number >= 0 as a formula, and no semi-definite function."""
    number, U = sym("c", "psd"), sym("U", rows="d", columns="d")
    square = ("*", sym("k", "kernel"), sym("k", "kernel"))
    gram, shown = (("psd", ("gram", x, U, U)) for x in (number, square))
    return [written(shown, [
        _step("sign", gram), _step("generalise", ("for_all", number, gram), 0), _step("sign", ("psd", square)),
        _step("specialise", shown, 1, 2, value=square)])]


def _kernels_as_numbers() -> list[dict[str, Any]]:
    """Functions that are put in for each other as if they were numbers."""
    b, U = sym("b"), sym("U", rows="d", columns="d")
    shown = ("eq", ("gram", a, U, U), ("gram", b, U, U))
    return [written(shown, [_step("normal form", shown, 0)], given=[("eq", a, b)])]


FORGED = {
    "the square of a kernel": _square_of_a_kernel, "kernels as numbers": _kernels_as_numbers,
    "a family of matrices": _family_of_matrices,
    "a size of what a hypothesis binds": _size_of_what_is_bound, "the flow of one outcome": _flow_of_one_outcome,
    "a context at one moment": _context_at_one_moment, "a context at one value": _context_at_one_value,
    "noise that is not drawn": _noise_that_is_fixed, "a size of any value": _size_of_any_value, "0 that is positive": _zero_that_is_positive,
    "a loss of which a part moves": _some_that_moves, "a symbol called 1": lambda: _alike("1"), "a symbol called 0_2": lambda: _alike("0_2"),
    "a Cyrillic letter": lambda: _alike("\u0430"), "a name of two lines": lambda: _alike("a\nchecked"),
    "a mask that is positive": _masked, "invertible, and not square": _not_square, "0 for a matrix": _zero_power,
    "the square of a square stack": _square_stack, "what trains elsewhere": _trains_elsewhere,
    "a time from 1 on": lambda: _time(sym("t", "integer", "positive"), ["t"]), "a time that is 1": lambda: _time(sym("t", "identity"), ["t"]),
    "another time from 1 on": lambda: _time(sym("s", "integer", "positive"), ["t", "s"]),
    "a constant that flows": _constant_that_flows, "a dyad of two columns": _dyad, "two symbols of one name": _two_of_one_name,
}  # fmt: skip
"""What has a last statement that must not be checked."""


def folded(kind: str, depth: int = 60) -> dict[str, Any]:
    """A certificate of few formulas, each of which stands twice in the next."""
    rows: list[list[Any]] = []

    def add(*row: Any) -> int:
        rows.append(list(row))
        return len(rows) - 1

    a, b = add("sym", "a", [1, 1], []), add("sym", "b", [1, 1], [])
    n, i = add("sym", "n", [1, 1], ["integer", "positive"]), add("sym", "i", [1, 1], ["index", "range:n"])
    k = {"for_all": add("op", "eq", [add("op", "/", [a, b]), a]), "at0": add("sym", "f", [1, 1], ["parameter"]), "psd": add("sym", "P", [2, 2], ["psd"])}.get(kind, a)
    for _ in range(depth):
        match kind:
            case "for_all":
                k = add("op", "and", [add("op", "for_all", [a, k]), add("op", "for_all", [b, k])])
            case "where":
                k = add("op", "+", [add("op", "where", [k, a, b]), add("op", "where", [k, b, a])])
            case "sum":
                k = add("op", "*", [add("op", "sum", [i, n, k]), add("op", "+", [k, i])])
            case _:
                k = add("op", "+", [k, k])
    one = add("num", "1")
    shows = k if kind == "for_all" else add("op", "psd", [k]) if kind == "psd" else add("op", "eq", [add("op", "at0", [k]) if kind == "at0" else k, one])
    log = [{"rule": {"for_all": "assume", "psd": "sign"}.get(kind, "normal form"), "shows": shows, "from": []}]
    theorem = {"part": "", "reading": "", "prop": shows, "row": 0, "where": [], "cites": [], "trust": "nothing"}
    data = {"format": verify.FORMAT, "id": "own/it", "model": ["", "none"], "times": ["t"], "flow": None, "hypotheses": [], "log": log, "theorems": [theorem], "nodes": rows}
    return {**data, "seal": verify.seal(data)}
