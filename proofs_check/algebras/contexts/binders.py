"""Heads that bind symbols: sums, products and recursions over layers, derivatives, replacement."""

from __future__ import annotations

from functools import reduce

from flint import fmpq

from symbolic.contexts import Dual, derivative_part
from symbolic.entries import Matrix

from ...statement.fold import Lacks
from ...statement.terms import MadeSym, Op, Sym, Term, symbols, term
from .environment import NOTHING, Env, bound
from .reader import MOVING, Meaning, Reader, Undefined, scalar, times


def _counted(env: Env, i: Sym, value: int) -> Env:
    return bound(env, i, value, scalar(fmpq(value)))


def _symbol(node: Term) -> Sym:
    if not isinstance(node, Sym):
        raise Lacks(f"entries lacks a symbol where {node!r} stands")
    return node


def _at(reader: Reader, node: Op, env: Env) -> Matrix:
    family, index = _symbol(node.args[0]), reader.integer(node.args[1], env)
    if index < 0:
        raise Undefined(f"{family.name} has no member {index}")
    for sym, (_, value) in env.items():
        if sym.name == f"{family.name}@{index}":
            return value
    if family in reader.families:
        layer, body, every = reader.families[family]
        if every or index == reader.integer(layer, NOTHING):
            return reader(body, _counted(env, layer, index))
    return reader.place.member(family, index)


def _total(reader: Reader, node: Op, env: Env) -> Matrix:
    i, upper, body = _symbol(node.args[0]), reader.integer(node.args[1], env), node.args[2]
    return _added([reader(body, _counted(env, i, value)) for value in range(1, upper + 1)], reader, body, env, i)


def _total_unequal(reader: Reader, node: Op, env: Env) -> Matrix:
    i, j, upper, body = _symbol(node.args[0]), _symbol(node.args[1]), reader.integer(node.args[2], env), node.args[3]
    pairs = [(p, q) for p in range(1, upper + 1) for q in range(1, upper + 1) if p != q]
    terms = [reader(body, _counted(_counted(env, i, p), j, q)) for p, q in pairs]
    return _added(terms, reader, body, _counted(env, j, 1), i)


def _added(terms: list[Matrix], reader: Reader, body: Term, env: Env, i: Sym) -> Matrix:
    if terms:
        return reduce(lambda a, b: a + b, terms)
    return reader(body, _counted(env, i, 1)).map(lambda e: fmpq(0))


def _joined(across: bool) -> Meaning:
    def meaning(reader: Reader, node: Op, env: Env) -> Matrix:
        i, upper, body = _symbol(node.args[0]), reader.integer(node.args[1], env), node.args[2]
        parts = [reader(body, _counted(env, i, value)) for value in range(1, upper + 1)]
        return Matrix.blocks([parts] if across else [[part] for part in parts])

    return meaning


def _product(up: bool) -> Meaning:
    def meaning(reader: Reader, node: Op, env: Env) -> Matrix:
        ell, last, body = _symbol(node.args[0]), reader.integer(node.args[1], env), node.args[2]
        if last < -1:
            raise Undefined(f"a product up to {last}")
        factors = [reader(body, _counted(env, ell, value)) for value in range(last + 1)]
        if not factors:
            size = reader(body, _counted(env, ell, 0)).shape[0]
            return Matrix.build(size, size, lambda i, j: fmpq(int(i == j)))
        return reduce(lambda A, B: times(A, B, reader.place), factors if up else factors[::-1])

    return meaning


def _sequence(reader: Reader, node: Op, env: Env) -> Matrix:
    F, ell, start, step, upto = node.args
    last = reader.integer(upto, env)
    if last < 0:
        raise Undefined(f"a sequence at {last}")
    rule = Op("sequence", (F, ell, start, step, term(0)))
    key = (rule, reader.token(rule, env))
    values = reader.sequences.setdefault(key, [])
    if not values:
        values.append(reader(start, env))
    while len(values) <= last:
        done = len(values) - 1
        here = bound(_counted(env, _symbol(ell), done), _symbol(F), (key, done), values[-1])
        values.append(reader(step, here))
    return values[last]


def _slope(reader: Reader, node: Op, env: Env) -> Matrix:
    t, body = _symbol(node.args[0]), node.args[1]
    _not_moving(env, body)
    value = reader(body, bound(env, t, MOVING, scalar(Dual(fmpq(0), fmpq(1)))))
    return derivative_part(value)


def _one_sided(side: int) -> Meaning:
    def meaning(reader: Reader, node: Op, env: Env) -> Matrix:
        t, body = _symbol(node.args[0]), node.args[1]
        _not_moving(env, body)
        before, reader.place.side = reader.place.side, side
        try:
            value = reader(body, bound(env, t, (MOVING, side), scalar(Dual(fmpq(0), fmpq(1)))))
        finally:
            reader.place.side = before
        return derivative_part(value)

    return meaning


def _not_moving(env: Env, body: Term) -> None:
    if any(token == MOVING and sym in symbols(body) for sym, (token, _) in env.items()):
        raise Lacks("entries lacks derivatives of derivatives")


def _where(reader: Reader, node: Op, env: Env) -> Matrix:
    inside = Env(env)
    for sym, value in zip(node.args[1::2], node.args[2::2], strict=True):
        inside[_symbol(sym)] = ((value, reader.token(value, env)), reader(value, env))
    return reader(node.args[0], inside)


def _grad(reader: Reader, node: Op, env: Env) -> Matrix:
    """Entry by entry, by dual numbers."""
    f, X = node.args
    _not_moving(env, f)
    value = reader(X, env)
    if isinstance(X, Op) and X.head == "at":
        family = _symbol(X.args[0])
        index = reader.integer(X.args[1], env)
        X = MadeSym(f"{family.name}@{index}", family.shape, family.traits)

    def partial(i: int, j: int) -> object:
        moved = Matrix.build(*value.shape, lambda p, q: Dual(value[p, q], fmpq(int((p, q) == (i, j)))))
        slope = derivative_part(reader(f, bound(env, _symbol(X), (MOVING, i, j), moved)))
        return slope[0, 0]

    return Matrix.build(*value.shape, partial)


HEADS: dict[str, Meaning] = {
    "at": _at, "sum": _total, "sum_unequal": _total_unequal, "stack_over": _joined(False),
    "beside_over": _joined(True), "product_up": _product(True), "product_down": _product(False),
    "sequence": _sequence, "slope": _slope, "slope_right": _one_sided(1),
    "slope_left": _one_sided(-1), "where": _where, "grad": _grad,
}
