"""One form for terms that are one by the rules of a ring: what a page and its transcription are compared in.

Numbers move past everything, sums are sorted, products are multiplied out, transposes and inverses stand at letters,
powers of one letter are joined, ``<a, b>`` is ``a^T b``.  No derivative is taken,
no mean, no minimum: two formulas with one form are one formula, not two that happen to be equal.

>>> from ..statement.terms import matrix, scalar, tr
>>> A, B, a = matrix("A"), matrix("B"), scalar("a")
>>> form((a * A) * B.T + A) == form(A + A * (a * B.T)), form(A * B) == form(B * A), form(tr(A * B)) == form(tr(B * A))
(True, False, True)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from ..errors import UserError
from ..reading.canonical import canonical
from ..report.render import plain
from ..statement.binders import BINDERS, Over, names_of
from ..statement.head_shapes import HeadShapes
from ..statement.heads.shaping import SCALAR, fits
from ..statement.terms import Abbrev, Num, Op, Sym, Term, free_symbols

Key = Any
Powers = tuple[tuple[Key, Fraction], ...]
Letter = tuple[Key, Fraction, bool, bool, bool]
"""What it is, its power, whether it is transposed; whether it has one row, and one column."""
Mono = tuple[Powers, tuple[Letter, ...]]
Form = Mapping[Mono, Fraction]
ONE: Mono = ((), ())
LONGEST = 150
"""So many terms are multiplied out."""


class Number(int):
    """The number of a key, which is no place, no power and no truth value."""


_SEEN: dict[Any, Number] = {}
_KEYS: list[Any] = []


def _id(key: Any) -> Number:
    """A number for what a letter or a term is, so that sorting is quick."""
    if key not in _SEEN:
        _SEEN[key] = Number(len(_KEYS))
        _KEYS.append(key)
    return _SEEN[key]


_SHAPE = HeadShapes(plain)


class _TooLong(Exception):
    pass


@cache
def form(node: Term) -> Key:
    """The form, to be compared; of what is too long to be multiplied out the tree itself."""
    try:
        return frozenset(_form(node, ()).items())
    except _TooLong:
        return canonical(node)


def _form(node: Term, bound: tuple[Sym, ...]) -> Form:
    match node:
        case Num(value=value):
            return {ONE: value} if value else {}
        case Abbrev(sym=sym):
            return _atom(sym, sym)
        case Sym():
            if node.has("zero") or node.has("identity"):
                return {} if node.has("zero") else {ONE: Fraction(1)}
            return _atom(("bound", bound.index(node)) if node in bound else node, node)
        case Op(head="+" | "-" as sign, args=(a, b)):
            return _sum(_form(a, bound), _form(b, bound), 1 if sign == "+" else -1)
        case Op(head="neg", args=(a,)):
            return _sum({}, _form(a, bound), -1)
        case Op(head="*", args=(a, b)):
            return _product(_form(a, bound), _form(b, bound))
        case Op(head="/", args=(a, b)):
            return _product(_form(a, bound), _power(_form(b, bound), Fraction(-1), b))
        case Op(head="T", args=(a,)):
            return _turned(_form(a, bound))
        case Op(head="^", args=(a, Num(value=power))):
            return _power(_form(a, bound), power, a)
        case Op(head="sqrt", args=(a,)):
            return _power(_form(a, bound), Fraction(1, 2), a)
        case Op(head="at0", args=(Op(head=inner, args=args),)) if inner in _ALGEBRAIC:
            return _form(Op(inner, tuple(_at_start(a) for a in args)), bound)
        case Op(head="tr", args=(a,)):
            return _trace(_form(a, bound), a)
        case Op(head="inner", args=(a, b)):
            x, y = _form(a, bound), _turned(_form(b, bound))
            return _product(_turned(_form(a, bound)), _form(b, bound)) if _is_column(a) else _trace(_product(x, y), a)
        case Op(head="norm_2" | "norm_F", args=(a,)):
            x = _form(a, bound)
            return _power(_product(_turned(x), x) if _is_column(a) else _trace(_product(x, _turned(x)), a),
                          Fraction(1, 2), Num(Fraction(0)))  # fmt: skip
    assert isinstance(node, Op)
    return _headed(node, bound)


_ALGEBRAIC = frozenset({"+", "-", "neg", "*", "/", "T", "^", "sqrt", "tr", "inner", "norm_2", "norm_F"})


def _at_start(node: Term) -> Term:
    """The value at time 0: of what does not move, itself."""
    moves = any(sym.has("parameter") for sym in free_symbols(node))
    return Op("at0", (node,)) if moves else node


def _headed(node: Op, bound: tuple[Sym, ...]) -> Form:
    over = BINDERS.get(node.head)
    inside = bound
    if over is not None and over.over is Over.INDICES:
        inside = (*bound, *sorted(names_of(node), key=repr))
    if node.head == "sum":
        body = _form(node.args[2], inside)
        limit = _key(node.args[1], bound)
        return _linear(body, lambda m: ("sum", limit, m), frozenset(range(len(bound), len(inside))), node)
    if node.head == "expect":
        return _mean(_form(node.args[0], bound), node)
    return _atom((node.head, tuple(_key(arg, inside) for arg in node.args)), node)


def _mean(body: Form, node: Op) -> Form:
    """A mean, term by term: what is not drawn stands outside of it."""
    total: Form = {}
    for (powers, word), value in body.items():
        fixed = tuple(p for p in powers if not _drawn(p[0]))
        first = next((k for k, letter in enumerate(word) if _drawn(letter[0]) or letter[3] or letter[4]), len(word))
        stops = [k for k, letter in enumerate(word) if k >= first and (_drawn(letter[0]) or letter[3] or letter[4])]
        last = stops[-1] + 1 if stops else first
        rest: Mono = tuple(p for p in powers if p not in fixed), word[first:last]
        thin, flat = (word[first][3], word[last - 1][4]) if first < last else (True, True)
        mean = _letter(("expect", rest), thin, flat) if rest != ONE else {ONE: Fraction(1)}
        outside = _product({(fixed, word[:first]): value}, mean)
        total = _sum(total, _product(outside, {((), word[last:]): Fraction(1)}), 1)
    return total


def _drawn(key: Key) -> bool:
    found = _KEYS[key] if isinstance(key, Number) else key
    if isinstance(found, Sym):
        return found.has("random") or found.has("derived")
    return not isinstance(found, tuple) or any(isinstance(k, tuple | frozenset | int | Sym) for k in found)


def _letter(key: Key, thin: bool, flat: bool) -> Form:
    number = _id(key)
    if thin and flat:
        return {(((number, Fraction(1)),), ()): Fraction(1)}
    return {((), ((number, Fraction(1), False, thin, flat),)): Fraction(1)}


def _linear(body: Form, wrap: Any, names: frozenset[int], node: Op) -> Form:
    """A sum or a mean, number by number: what does not change under it stands before it."""
    total: Form = {}
    for (powers, word), value in body.items():
        fixed = tuple(p for p in powers if names and not _mentions(p[0], names))
        rest = tuple(p for p in powers if p not in fixed), word
        total = _sum(total, _product({(fixed, ()): value}, _atom(wrap(rest), node)), 1)
    return total


def _mentions(key: Key, names: frozenset[int]) -> bool:
    if isinstance(key, Number):
        return _mentions(_KEYS[key], names)
    if isinstance(key, tuple):
        return (len(key) == 2 and key[0] == "bound" and key[1] in names) or any(_mentions(k, names) for k in key)
    return isinstance(key, frozenset) and any(_mentions(k, names) for k in key)


def _key(arg: Any, bound: tuple[Sym, ...]) -> Key:
    if isinstance(arg, Sym) and arg in bound:
        return ("bound", bound.index(arg))
    return frozenset(_form(arg, bound).items()) if isinstance(arg, Term) else repr(arg)


def _atom(key: Key, node: Term) -> Form:
    return _letter(key, _is_row(node), _is_column(node))


@cache
def _shape(node: Term) -> Any:
    try:
        return _SHAPE(node)
    except UserError:
        return (None, None)


def _is_row(node: Term) -> bool:
    return fits((_shape(node)[0], SCALAR[1]), SCALAR) if _shape(node)[0] is not None else False


def _is_column(node: Term) -> bool:
    return fits((SCALAR[0], _shape(node)[1]), SCALAR) if _shape(node)[1] is not None else False


def _sum(a: Form, b: Form, sign: int) -> Form:
    out = dict(a)
    for mono, value in b.items():
        out[mono] = out.get(mono, Fraction(0)) + sign * value
    return {mono: value for mono, value in out.items() if value}


def _product(a: Form, b: Form) -> Form:
    out: Form = {}
    for (p, v), x in a.items():
        for (q, w), y in b.items():
            out = _sum(out, _joined(_powers((*p, *q)), (*v, *w), x * y), 1)
            if len(out) > LONGEST:
                raise _TooLong
    return out


def _powers(found: Iterable[tuple[Key, Fraction]]) -> Powers:
    out: dict[Key, Fraction] = {}
    for key, power in found:
        out[key] = out.get(key, Fraction(0)) + power
    return tuple(sorted(((k, e) for k, e in out.items() if e)))


def _joined(powers: Powers, word: tuple[Letter, ...], value: Fraction) -> Form:
    """Equal letters side by side are a power; what stands between a row and a column is a number."""
    letters: list[Letter] = []
    for letter in word:
        last = letters[-1] if letters else None
        square = last is not None and not (last[3] or last[4])
        if last is not None and square and (last[0], last[2]) == (letter[0], letter[2]):
            letters.pop()
            if power := last[1] + letter[1]:
                letters.append((last[0], power, last[2], False, False))
            continue
        letters.append(letter)
    pieces: list[list[Letter]] = [[]]
    for letter in letters:
        if pieces[-1] and (pieces[-1][-1][4] or letter[3]):
            pieces.append([])
        pieces[-1].append(letter)
    numbers = [p for k, p in enumerate(pieces) if p and p[0][3] and p[-1][4]]
    rest = tuple(letter for p in pieces if p not in numbers for letter in p)
    made = tuple((_id(("number", _least(tuple(p), turn=False))), Fraction(1)) for p in numbers)
    return {(_powers((*powers, *made)), rest): value}


def _least(word: tuple[Letter, ...], *, turn: bool) -> tuple[Letter, ...]:
    """The first of a word and its transpose, and of their rotations under a trace."""
    words = [word, tuple(map(_flip, reversed(word)))]
    if turn:
        words = [w[k:] + w[:k] for w in words for k in range(len(w))]
    return min(words)


def _flip(letter: Letter) -> Letter:
    key, power, turned, thin, flat = letter
    sym = _KEYS[key]
    symmetric = isinstance(sym, Sym) and sym.has("symmetric")
    return key, power, turned if symmetric else not turned, flat, thin


def _turned(a: Form) -> Form:
    return {(powers, tuple(map(_flip, reversed(word)))): value for (powers, word), value in a.items()}


def _power(a: Form, power: Fraction, node: Term) -> Form:
    if power == 1:
        return a
    if len(a) == 1:
        ((powers, word), value), = a.items()
        whole_power = power.denominator == 1
        single = [e for _, e in powers] + [letter[1] for letter in word] == [1]
        plain_value = (value == 1 and single) or (whole_power and value)
        if plain_value and not word:
            return {(_powers((k, e * power) for k, e in powers), ()): value**int(power) if value != 1 else value}
        if plain_value and len(word) == 1 and not (word[0][3] or word[0][4]):
            key, e, *rest = word[0]
            made = (key, e * power, *rest)
            return {(_powers((k, f * power) for k, f in powers), (made,)): value**int(power) if value != 1 else value}
        if power == -1 and value and not any(letter[3] or letter[4] for letter in word):
            inverse = tuple((k, -e, *rest) for k, e, *rest in reversed(word))
            return {(_powers((k, -e) for k, e in powers), inverse): 1 / value}
    if power.denominator == 1 and 1 < power <= 4:
        return _product(a, _power(a, power - 1, node))
    whole = frozenset(a.items())
    if all(not word for _, word in a):
        return {(((_id(("of", whole)), power),), ()): Fraction(1)}
    return {((), ((_id(("of", whole)), power, False, False, False),)): Fraction(1)}


def _trace(a: Form, node: Term) -> Form:
    total: Form = {}
    for (powers, word), value in a.items():
        total = _sum(total, _product({(powers, ()): value}, _cycle(word, node)), 1)
    return total


def _cycle(word: tuple[Letter, ...], node: Term) -> Form:
    split = next((k for k, letter in enumerate(word) if letter[4]), None)
    if split is not None:
        turned = _joined((), (*word[split + 1 :], *word[: split + 1]), Fraction(1))
        if all(not left for _, left in turned):
            return turned
    key = _id(("tr", _least(word, turn=True)) if word else ("tr", repr(_shape(node))))
    return {(((key, Fraction(1)),), ()): Fraction(1)}
