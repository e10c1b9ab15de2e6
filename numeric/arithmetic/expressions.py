"""One SymPy expression in exact rationals, Arb balls, mpmath or float64."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import flint
import mpmath
import sympy

from ..errors import InputError
from .balls import ball, exact, integer_power
from .precision import ball_precision, bits_for, check_digits, mpmath_precision

ARITHMETICS = ("exact", "balls", "mpmath", "float64")


@dataclass(frozen=True)
class _Arithmetic:
    """What numbers, given values, powers and named functions mean in one arithmetic."""

    name: str
    number: Callable[[Fraction], Any]
    given: Callable[[Any], Any]
    power: Callable[[Any, Fraction], Any]
    functions: Mapping[str, Callable[..., Any]]
    constants: Mapping[str, Callable[[], Any]]
    defined: Callable[[Any], bool]


def _exact_power(base: flint.fmpq, exponent: Fraction) -> flint.fmpq:
    if exponent.denominator == 1:
        return base ** int(exponent)
    p, q = int(base.p), int(base.q)
    k = exponent.denominator
    if p >= 0:
        roots = [sympy.integer_nthroot(n, k) for n in (p, q)]
        if all(perfect for _, perfect in roots):
            return flint.fmpq(int(roots[0][0]), int(roots[1][0])) ** exponent.numerator
    raise InputError(f"exact arithmetic has no value for ({base})^({exponent}). Use balls or mpmath.")


def _ball_power(base: flint.arb, exponent: Fraction) -> flint.arb:
    if exponent.denominator == 1:
        return integer_power(base, int(exponent))
    if exponent.denominator == 2:
        return integer_power(base.sqrt(), exponent.numerator)
    return base ** ball(exponent)


def _mpmath_power(base: Any, exponent: Fraction) -> Any:
    if exponent.denominator == 1:
        return base ** int(exponent)
    return mpmath.power(base, mpmath.mpf(exponent.numerator) / exponent.denominator)


def _float_power(base: float, exponent: Fraction) -> float:
    return math.pow(base, int(exponent) if exponent.denominator == 1 else float(exponent))


def _mpf(value: Any) -> Any:
    if isinstance(value, (float, mpmath.mpf)):
        return mpmath.mpf(value)
    q = exact(value)
    return mpmath.mpf(int(q.p)) / int(q.q)


def _float(value: Any) -> float:
    if isinstance(value, (float, mpmath.mpf)):
        return float(value)
    q = exact(value)
    return int(q.p) / int(q.q)


def _arb_max(*args: flint.arb) -> flint.arb:
    best = args[0]
    for other in args[1:]:
        best = best.max(other)
    return best


def _arb_min(*args: flint.arb) -> flint.arb:
    best = args[0]
    for other in args[1:]:
        best = best.min(other)
    return best


_NAMES = ("exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "atan", "erf")

_TABLE: dict[str, _Arithmetic] = {
    "exact": _Arithmetic(
        "exact", exact, exact, _exact_power, {"Abs": abs, "Max": max, "Min": min}, {}, lambda v: True
    ),
    "balls": _Arithmetic(
        "balls", ball, ball, _ball_power,
        {**{n: getattr(flint.arb, n) for n in _NAMES}, "Abs": abs, "Max": _arb_max, "Min": _arb_min},
        {"Pi": flint.arb.pi, "Exp1": flint.arb.const_e}, lambda v: bool(v.is_finite()),
    ),
    "mpmath": _Arithmetic(
        "mpmath", _mpf, _mpf, _mpmath_power,
        {**{n: getattr(mpmath, n) for n in _NAMES}, "Abs": abs, "Max": max, "Min": min},
        {"Pi": lambda: +mpmath.pi, "Exp1": lambda: +mpmath.e},
        lambda v: isinstance(v, mpmath.mpf) and bool(mpmath.isfinite(v)),
    ),
    "float64": _Arithmetic(
        "float64", _float, _float, _float_power,
        {**{n: getattr(math, n) for n in _NAMES}, "Abs": abs, "Max": max, "Min": min},
        {"Pi": lambda: math.pi, "Exp1": lambda: math.e}, math.isfinite,
    ),
}


def evaluate(
    expr: Any, values: Mapping[Any, Any] | None = None, arithmetic: str = "exact", digits: int = 15
) -> Any:
    """The value of the SymPy expression ``expr`` with its symbols (or their names) bound by ``values``.

    ``exact`` gives an ``fmpq``; ``balls`` a ball that contains the value, with ``digits`` correct digits where the
    given values allow (the working precision is raised up to eightfold for it); ``mpmath`` an ``mpf`` computed
    with ten guard digits (no error bound: compare two precisions); ``float64`` a float.  A SymPy matrix gives a
    list of rows.  The precision is a scope: the callers' settings are unchanged afterwards.

    Raises :class:`InputError` for an unbound symbol, a value that is NaN or infinite, a value or function that
    the arithmetic does not have, and an undefined result such as 1/0.

    >>> x = sympy.Symbol("x")
    >>> evaluate(x**2 / 3, {x: Fraction(1, 2)})
    1/12
    >>> evaluate(sympy.sqrt(x), {"x": 2}, "balls", digits=20).rel_accuracy_bits() > 66
    True
    """
    check_digits(digits)
    if arithmetic not in _TABLE:
        raise InputError(f"arithmetic must be one of {', '.join(ARITHMETICS)}, not {arithmetic!r}.")
    bound = {str(key): value for key, value in (values or {}).items()}
    tree = sympy.sympify(expr)
    table = _TABLE[arithmetic]
    if arithmetic == "mpmath":
        with mpmath_precision(digits + 10):
            result = _value(tree, bound, table)
        with mpmath_precision(digits):
            return _map(lambda v: +v, result)
    if arithmetic == "balls":
        return _enclose(tree, bound, table, digits)
    return _value(tree, bound, table)


def _enclose(tree: Any, bound: Mapping[str, Any], table: _Arithmetic, digits: int) -> Any:
    start = bits_for(digits)
    for factor in (1, 2, 4, 8):
        with ball_precision(start * factor):
            result = _value(tree, bound, table)
        if all(_accurate(v, digits) for v in _flat(result)):
            break
    return result


def _accurate(value: flint.arb, digits: int) -> bool:
    return bool(value.is_exact()) or value.rel_accuracy_bits() >= bits_for(digits, guard=0)


def _flat(result: Any) -> list[Any]:
    return [v for row in result for v in row] if isinstance(result, list) else [result]


def _map(function: Callable[[Any], Any], result: Any) -> Any:
    return [[function(v) for v in row] for row in result] if isinstance(result, list) else function(result)


def _value(tree: Any, bound: Mapping[str, Any], table: _Arithmetic) -> Any:
    if isinstance(tree, sympy.MatrixBase):
        return [[_scalar(tree[i, j], bound, table) for j in range(tree.cols)] for i in range(tree.rows)]
    return _scalar(tree, bound, table)


def _scalar(tree: Any, bound: Mapping[str, Any], table: _Arithmetic) -> Any:
    memo: dict[Any, Any] = {}

    def read(node: Any) -> Any:
        if node not in memo:
            memo[node] = _node(node, read, bound, table)
        return memo[node]

    try:
        result = read(tree)
    except (ZeroDivisionError, OverflowError) as error:
        raise InputError(f"the expression {_short(tree)} is undefined at the given values ({error}).") from error
    if not table.defined(result):
        raise InputError(
            f"the expression {_short(tree)} has no finite real value at the given values: {table.name} gives {result}."
        )
    return result


def _node(node: Any, read: Callable[[Any], Any], bound: Mapping[str, Any], table: _Arithmetic) -> Any:
    if node.is_Symbol:
        return _given(node.name, bound, table)
    if node.is_Rational:
        return table.number(Fraction(int(node.p), int(node.q)))
    if node.is_Add:
        first, *rest = (read(arg) for arg in node.args)
        for term in rest:
            first = first + term
        return first
    if node.is_Mul:
        first, *rest = (read(arg) for arg in node.args)
        for factor in rest:
            first = first * factor
        return first
    if node.is_Pow and node.exp.is_Rational:
        return _power(node, read, table)
    name = type(node).__name__
    if node.is_Pow and "exp" in table.functions and "log" in table.functions:
        return table.functions["exp"](read(node.exp) * table.functions["log"](read(node.base)))
    if name in table.constants:
        return table.constants[name]()
    if name in table.functions:
        try:
            return table.functions[name](*(read(arg) for arg in node.args))
        except ValueError as error:
            if isinstance(error, InputError):
                raise
            raise InputError(f"{_short(node)} is undefined at the given values ({error}).") from error
    raise InputError(f"{table.name} arithmetic has no {name}: {_short(node)}. Use another arithmetic or rewrite it.")


def _power(node: Any, read: Callable[[Any], Any], table: _Arithmetic) -> Any:
    exponent = Fraction(int(node.exp.p), int(node.exp.q))
    try:
        return table.power(read(node.base), exponent)
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise InputError(f"{_short(node)} is undefined at the given values ({error}).") from error


def _given(name: str, bound: Mapping[str, Any], table: _Arithmetic) -> Any:
    if name not in bound:
        given = ", ".join(bound) or "none"
        raise InputError(f"the symbol {name} has no value. Add {name!r} to values (given: {given}).")
    value = bound[name]
    if isinstance(value, (float, mpmath.mpf)) and not mpmath.isfinite(value):
        raise InputError(f"the value of {name} is {value}; it must be finite. Pass a number.")
    if isinstance(value, flint.arb) and table.name == "balls":
        return value
    try:
        return table.given(value)
    except InputError as error:
        raise InputError(f"the value of {name} does not fit {table.name} arithmetic: {error}") from error


def _short(tree: Any) -> str:
    text = str(tree)
    return text if len(text) <= 60 else text[:57] + "..."
