r"""The statement tree as LaTeX and as plain Unicode text, in the printed order.  Standard library only.

Nothing is simplified or reordered, so that a slip of the transcription is visible beside the printed page.

>>> from ..statement.terms import matrix, scalar, tr, inv
>>> from ..statement.props import eq
>>> Lam, U11 = matrix("Lam", tex=r"\Lambda"), matrix("U11", tex="U_{11}")
>>> u_1 = scalar("u_-1", tex="u_{-1}")
>>> latex(eq(u_1**2, tr(U11 * (U11 + Lam).T)))
'u_{-1}^2 = \\operatorname{tr}(U_{11} (U_{11} + \\Lambda)^\\top)'
>>> plain(eq(u_1**2, tr(U11 * inv(Lam))))
'u₋₁² = tr(U₁₁ Λ⁻¹)'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Union

from ..statement.heads import PROPS, TERMS
from ..statement.heads.forms import ANY, ATOM, KRON, POWER, PRODUCT, SUM, Form, Level
from ..statement.props import Prop
from ..statement.terms import Abbrev, Num, Op, Sym, Term, substitute
from .recursions import displayed, letters, recursion
from .symbols import plain_symbol, subscript, superscript, symbol_tex

Node = Union[Term, Prop]
Printed = tuple[str, Level]
_TALL = re.compile(r"\\frac|\\sum|\\begin|\\left|\\big|\\prod")
_OPEN_ENDED = frozenset({"implies", "iff", "exists", "for_all", "always", "almost_surely", "minimisers_satisfy",
                          "minimum_where"})
"""Propositions of which it would stay open where they end, or begin, among others."""
_RELATIONS = frozenset({"eq", "le", "lt", "ge", "gt"})


def latex(node: Node) -> str:
    """``node`` in LaTeX, for math mode."""
    return _Printer(True).show(displayed(node))[0]


def plain(node: Node) -> str:
    """``node`` as one line of Unicode text."""
    return _Printer(False).show(displayed(node))[0]


def abbreviations(node: Node) -> tuple[Abbrev, ...]:
    """The printed abbreviations in ``node``, in the order of their appearance, those inside their bodies included; for
    each recursion what it starts from and its step."""
    names = letters(node)
    found: dict[str, Abbrev] = {}

    def visit(part: Node) -> None:
        if isinstance(part, Abbrev):
            if part.sym.name not in found:
                body = displayed(part.body, names)
                assert isinstance(body, Term)
                found[part.sym.name] = Abbrev(part.sym, body)
                visit(part.body)
        elif isinstance(part, (Op, Prop)):
            if part.head == "sequence":
                assert isinstance(part, Op)
                found.update((equation.sym.name, equation) for equation in recursion(part, names))
            for arg in part.args:
                visit(arg)

    visit(node)
    return tuple(named for named in found.values() if plain(named.sym) != plain(named.body))


@dataclass(frozen=True)
class _Printer:
    tex: bool

    def show(self, node: Node) -> Printed:
        if isinstance(node, Num):
            return self._number(node.value)
        if isinstance(node, Sym):
            return self._symbol(node)
        if isinstance(node, Abbrev):
            return self._symbol(node.sym)
        if isinstance(node, Prop):
            form = PROPS[node.head].form
            return self._conjunction(node.args) if form is None else self._template(form, node.args)
        if isinstance(node, Op):
            form = TERMS[node.head].form
            return SPECIAL[node.head](self, node.args) if form is None else self._template(form, node.args)
        raise TypeError(f"not a term or proposition: {node!r}")

    def bound(self, node: Node, level: Level) -> str:
        """``node``, in parentheses unless it binds at least as tightly as ``level``."""
        text, own = self.show(node)
        open_ = SUM <= level <= PRODUCT and self.is_open(node)
        return text if own >= level and not open_ else self.grown("(", text, ")")

    def is_open(self, node: Node) -> bool:
        """Whether among others it would stay open how far it reaches: a bar with values, in LaTeX."""
        return self.tex and isinstance(node, Op) and node.head == "where"

    def grown(self, left: str, text: str, right: str) -> str:
        if self.tex and _TALL.search(text):
            return rf"\left{left}{text}\right{right}"
        return f"{left}{text}{right}"

    def _number(self, value: Fraction) -> Printed:
        if value < 0:
            return "-" + self._number(-value)[0], SUM
        if value.denominator == 1:
            return str(value.numerator), ATOM
        if self.tex:
            return rf"\frac{{{value.numerator}}}{{{value.denominator}}}", PRODUCT
        return f"{value.numerator}/{value.denominator}", PRODUCT

    def _symbol(self, sym: Sym) -> Printed:
        text = symbol_tex(sym)
        return (text if self.tex else plain_symbol(sym)), POWER if "^" in text or "'" in text else ATOM

    def _template(self, form: Form, args: Sequence[Node]) -> Printed:
        pattern = form.latex if self.tex else form.plain
        needs = (*form.needs, *[ANY] * len(args))

        def fill(match: re.Match[str]) -> str:
            mark = match.group(1)
            if mark == "=":
                pairs = zip(args[1::2], args[2::2], strict=True)
                return ", ".join(f"{self.show(symbol)[0]} = {self.show(value)[0]}" for symbol, value in pairs)
            if mark == "s":
                return "" if args[-1] == Num(Fraction(1)) else "s"
            if mark == "b":
                variable = args[0]
                positive = isinstance(variable, Sym) and variable.has("positive")
                return self.show(variable)[0] + (" > 0" if positive else "")
            if mark in ("*", "+", "++"):
                return ", ".join(self.show(arg)[0] for arg in args[("*", "+", "++").index(mark):])
            return self.bound(args[int(mark)], needs[int(mark)])

        text = re.sub(r"@(\+\+|[0-9*+=sb])", fill, pattern)
        if self.tex:
            left, right, bar = (r"\left", r"\right", r"\Big") if _TALL.search(text) else ("", "", r"\big")
            text = text.replace("@<", left).replace("@>", right).replace("@!", bar)
        return _grow(text, self.tex), form.level

    def _conjunction(self, links: Sequence[Node]) -> Printed:
        """A printed chain ``a = b <= c`` where each link starts with what the one before ends with."""
        pieces: list[str] = []
        last: Node | None = None
        for link in links:
            if isinstance(link, Prop) and link.head in _RELATIONS:
                lhs, rhs = link.args
                whole = self.show(link)[0]
                left = self.show(lhs)[0]
                if last == lhs:
                    pieces[-1] += whole[len(left):]
                else:
                    pieces.append(whole)
                last = rhs
            else:
                joined = isinstance(link, Prop) and link.head in _OPEN_ENDED and len(links) > 1
                pieces.append(self.bound(link, ATOM if joined else SUM))
                last = None
        comma = r",\quad " if self.tex else ",  "
        return comma.join(pieces), ATOM if len(pieces) == 1 else SUM


def _grow(text: str, tex: bool) -> str:
    """The growing brackets ``@(``, ``@)``, ``@[``, ``@]`` of templates, innermost first."""
    inner = re.compile(r"@([(\[])((?:(?!@[(\[)\]]).)*)@([)\]])")
    while match := inner.search(text):
        left, body, right = match.groups()
        tall = tex and _TALL.search(body)
        shown = rf"\left{left}{body}\right{right}" if tall else f"{left}{body}{right}"
        text = text[: match.start()] + shown + text[match.end():]
    return text


_ZERO = Num(Fraction(0))


def _product(printer: _Printer, args: Sequence[Term]) -> Printed:
    if args[0] == _ZERO and isinstance(args[1], (Sym, Abbrev)):
        return "0", ATOM  # nobody prints the zero of a shape as zero times a letter
    left, level = _left_factor(printer, args[0])
    signed = level is SUM and left.startswith("-") and not _is_sum(args[0])
    if level < PRODUCT and not signed:
        left = printer.grown("(", left, ")")
    right = printer.bound(args[1], PRODUCT)
    if _swallows(args[1]):
        right = printer.show(args[1])[0]
    elif _is_long_quotient(printer, args[1]):
        right = f"({right})"
    if right[:1].isdigit() or right.startswith(r"\frac{d}"):
        left += r" \cdot" if printer.tex else " ·"
    return f"{left} {right}", SUM if signed else PRODUCT


def _left_factor(printer: _Printer, node: Term) -> Printed:
    """What a product starts with; of ``A (1/N Σ x) B`` only the inner product is bracketed, as it was written."""
    text, level = printer.show(node)
    if _is_long_quotient(printer, node) or printer.is_open(node):
        return printer.grown("(", text, ")"), ATOM
    if isinstance(node, Op) and node.head == "neg" and _trailing(node.args[0]):
        return f"-{_left_factor(printer, node.args[0])[0]}", SUM
    if not _trailing(node):
        return text, level
    if isinstance(node, Op) and _head(node) == "*" and _head(node.args[1]) == "*":
        first, level = _left_factor(printer, node.args[0])
        return f"{first} {printer.grown('(', printer.show(node.args[1])[0], ')')}", min(level, PRODUCT)
    return printer.grown("(", text, ")"), ATOM


def _swallows(node: Term) -> bool:
    """Whether its print would swallow a factor that follows."""
    return isinstance(node, Op) and TERMS[node.head].swallows


def _head(node: Term) -> str:
    return node.head if isinstance(node, Op) else ""


def _is_long_quotient(printer: _Printer, node: Term) -> bool:
    """Whether ``A B/N`` on one line would leave open what is divided."""
    return not printer.tex and isinstance(node, Op) and node.head == "/" and _head(node.args[0]) == "*"


def _is_sum(node: Term) -> bool:
    return _head(node) in ("+", "-")


def _trailing(node: Term) -> bool:
    """Whether a product ends in a sum or a derivative."""
    while isinstance(node, Op) and node.head == "*":
        node = node.args[1]
    return _swallows(node)


def _root(printer: _Printer, args: Sequence[Term]) -> Printed:
    if printer.tex:
        return rf"\sqrt{{{printer.show(args[0])[0]}}}", ATOM
    return f"√{printer.bound(args[0], ATOM)}", ATOM


def _quotient(printer: _Printer, args: Sequence[Term]) -> Printed:
    if printer.tex:
        return rf"\frac{{{printer.show(args[0])[0]}}}{{{printer.show(args[1])[0]}}}", PRODUCT
    return f"{printer.bound(args[0], PRODUCT)}/{printer.bound(args[1], POWER)}", PRODUCT


def _sum(printer: _Printer, args: Sequence[Term]) -> Printed:
    """``a - b`` for ``a + (-b)``, whatever the minus sign belongs to."""
    left, right = (printer.bound(arg, SUM) for arg in args)
    return (f"{left} - {right[1:]}" if right.startswith("-") else f"{left} + {right}"), SUM


def _gradient(printer: _Printer, args: Sequence[Term]) -> Printed:
    of, variable = printer.bound(args[0], POWER), printer.show(args[1])[0]
    if printer.tex:
        return rf"\nabla_{{{variable}}} {of}", KRON
    return (f"∇_{variable} {of}" if len(variable) == 1 else f"∇_{{{variable}}} {of}"), KRON


def _power(printer: _Printer, args: Sequence[Term]) -> Printed:
    base, exponent = args
    text = printer.bound(base, ATOM)
    if isinstance(exponent, Num):
        value = exponent.value
        shown = str(value.numerator) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    else:
        shown = printer.show(exponent)[0]
    return text + (superscript(shown, printer.tex)), POWER


def _entry(printer: _Printer, args: Sequence[Term]) -> Printed:
    matrix, i, j = args
    if isinstance(matrix, Sym) and matrix.has("context") and matrix.shape[0] == 1:
        return _column(printer, (matrix, j))
    column = _is_column(matrix) and j == Num(Fraction(1))
    shown = [printer.show(place)[0].replace(" ", "") for place in ([i] if column else [i, j])]
    index = ("" if all(len(place) == 1 for place in shown) else ",").join(shown)
    text = printer.show(matrix)[0]
    # ``x_i`` is a sample and ``[x]_i`` a coordinate, as is ``X_i``.
    if not isinstance(matrix, (Sym, Abbrev)) or "_" in _tex_of(matrix) or "^" in _tex_of(matrix) or text[0].islower():
        text = printer.grown("[", text, "]")
    return text + subscript(index, printer.tex), POWER


def _column(printer: _Printer, args: Sequence[Term]) -> Printed:
    """``x^(i)`` of a context; of any other matrix ``A_{:i}``."""
    matrix, place = args
    index = printer.show(place)[0].replace(" ", "")
    if isinstance(matrix, Sym) and matrix.has("context"):
        letter = symbol_tex(matrix)[0].lower()
        return (f"{letter}^{{({index})}}" if printer.tex else f"{letter}^({index})"), POWER
    text = _subscripted(printer, matrix)
    return (f"{text}_{{:{index}}}" if printer.tex else f"{text}[:,{index}]"), POWER


def _row(printer: _Printer, args: Sequence[Term]) -> Printed:
    matrix, place = args
    index, text = printer.show(place)[0].replace(" ", ""), _subscripted(printer, matrix)
    return (f"{text}_{{{index}:}}" if printer.tex else f"{text}[{index},:]"), POWER


def _subscripted(printer: _Printer, matrix: Term) -> str:
    """The matrix so that a subscript may follow: a name that has one stands in brackets."""
    text = printer.show(matrix)[0]
    if isinstance(matrix, (Sym, Abbrev)):
        return f"[{text}]" if "_" in text or "^" in text or "'" in text else text
    return printer.grown("[", text, "]")


def _tex_of(node: Sym | Abbrev) -> str:
    return symbol_tex(node.sym if isinstance(node, Abbrev) else node)


def _is_column(node: Term) -> bool:
    match node:
        case Sym(shape=(_, columns)) | Abbrev(sym=Sym(shape=(_, columns))):
            return columns == 1
        case Op(head="*", args=(_, last)) | Op(head="grad", args=(_, last)):
            return _is_column(last)
        case Op(head="+" | "-" | "neg" | "expect" | "where", args=(first, *_)):
            return _is_column(first)
    return _head(node) == "vec"


def _member(printer: _Printer, args: Sequence[Term]) -> Printed:
    return printer.show(args[0])[0] + subscript(printer.show(args[1])[0], printer.tex), ATOM


def _family(printer: _Printer, args: Sequence[Term], *, stacked: bool) -> Printed:
    """``x_1 ... x_N`` for a body over an index, side by side or stacked."""
    index, upper, body = args
    assert isinstance(index, Sym)
    first, last = (printer.show(substitute(body, {index: value}))[0] for value in (Num(Fraction(1)), upper))
    if stacked:
        if printer.tex:
            return rf"\begin{{matrix}}{first}\\ \vdots\\ {last}\end{{matrix}}", SUM
        return f"{first}; …; {last}", SUM
    return rf"{first}\ \cdots\ {last}" if printer.tex else f"{first} … {last}", SUM


def _at_start(printer: _Printer, args: Sequence[Term]) -> Printed:
    named = isinstance(args[0], (Sym, Abbrev))
    return (printer.show(args[0])[0] if named else printer.bound(args[0], ATOM)) + "(0)", POWER


SPECIAL: dict[str, Callable[[_Printer, Sequence[Term]], Printed]] = {
    "*": _product,
    "+": _sum,
    "grad": _gradient,
    "/": _quotient,
    "sqrt": _root,
    "^": _power,
    "entry": _entry,
    "col": _column,
    "row": _row,
    "at": _member,
    "at0": _at_start,
    "beside_over": partial(_family, stacked=False),
    "stack_over": partial(_family, stacked=True),
}
"""Heads whose print depends on what their arguments are."""
