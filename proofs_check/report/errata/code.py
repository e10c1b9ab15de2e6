"""Terms as Python expressions on exact fractions: numbers as they are, matrices as lists of rows."""

from __future__ import annotations

import keyword
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from fractions import Fraction

from ...statement.laws import STANDARD
from ...statement.terms import Abbrev, Dim, Num, Op, Sym, Term, symbols
from ..render import plain
from . import gaussian

HELPERS = {
    "add": "def add(A, B):\n    return [[a + b for a, b in zip(r, s)] for r, s in zip(A, B)]",
    "scaled": "def scaled(c, A):\n    return [[c * a for a in row] for row in A]",
    "mul": "def mul(A, B):\n    return [[sum(a * b for a, b in zip(row, col)) for col in zip(*B)] for row in A]",
    "transposed": "def transposed(A):\n    return [list(column) for column in zip(*A)]",
    "trace": "def trace(A):\n    return sum(A[i][i] for i in range(len(A)))",
    "eye": "def eye(n):\n    return [[F(i == j) for j in range(n)] for i in range(n)]",
    "total": (
        "def total(terms):\n    return [[sum(entries) for entries in zip(*rows)] for rows in zip(*terms)]"
    ),
    "inverse": (
        "def inverse(A):  # Gauss and Jordan\n"
        "    n = len(A)\n"
        "    R = [[*row, *(F(i == j) for j in range(n))] for i, row in enumerate(A)]\n"
        "    for k in range(n):\n"
        "        p = next(i for i in range(k, n) if R[i][k] != 0)\n"
        "        R[k], R[p] = R[p], R[k]\n"
        "        R[k] = [a / R[k][k] for a in R[k]]\n"
        "        R = [R[k] if i == k else [a - row[k] * b for a, b in zip(row, R[k])] for i, row in enumerate(R)]\n"
        "    return [row[n:] for row in R]"
    ),
    **gaussian.HELPERS,
}
"""Functions that a script defines where it uses them."""
_TAKEN = frozenset({
    *HELPERS, "COVARIANCE", "F", "Fraction", "left", "right", "int", "sum", "abs", "range", "len", "zip", "next",
    "dict", "enumerate", "isinstance", "list", "sorted", "str", "tuple", "print",
})  # fmt: skip


class NoCode(Exception):
    """A term without a closed expression in fractions; the message says what it has instead."""


@dataclass(frozen=True, slots=True)
class Code:
    """An expression; a shape other than (1, 1) is that of a list of rows."""

    text: str
    shape: tuple[Dim, Dim] = (1, 1)

    @property
    def number(self) -> bool:
        return self.shape == (1, 1)


@dataclass
class Writer:
    """Writes terms; remembers which helpers and which symbols it used."""

    helpers: set[str] = field(default_factory=set)
    symbols: dict[str, Sym] = field(default_factory=dict)
    drawn: dict[Sym, str] = field(default_factory=dict)
    """What is averaged over, each with the covariance that it is drawn from, in Python."""
    degree: int = 0
    """The largest degree of what is averaged."""
    averaging: bool = False

    def __call__(self, node: Term) -> Code:
        if isinstance(node, Abbrev):
            return self(node.body)
        if isinstance(node, Num):
            return Code(number(node.value))
        if isinstance(node, Sym):
            return self._symbol(node)
        assert isinstance(node, Op), "a term is one of these"
        if node.head == "expect":
            return self._mean(node.args[0])
        if node.head == "at" and isinstance(node.args[0], Sym):
            family = self._symbol(node.args[0])
            if node.args[0] in self.drawn and self.averaging:
                member = Code(f"{family.text}({self._place(node.args[1])})", family.shape)
                return _entry(member)
            return Code(f"{family.text}[{self._place(node.args[1])} - 1]", family.shape)
        if node.head == "sum":
            return self._sum(node)
        if node.head == "entry" and not (matrix := self(node.args[0])).number:
            return Code(f"{matrix.text}[{self._place(node.args[1])} - 1][{self._place(node.args[2])} - 1]")
        if node.head == "^":
            return self._power(node.args[0], node.args[1])
        args = [self(arg) for arg in node.args]
        match node.head, args:
            case "+", [a, b]:
                return self._plus(a, b)
            case "-", [a, b]:
                return self._plus(a, self._scaled("-1", b)) if not b.number else Code(f"({a.text} - {b.text})")
            case "neg", [a]:
                return self._scaled("-1", a) if not a.number else Code(f"(-{a.text})")
            case "*", [a, b]:
                return self._times(a, b)
            case ("/", [_, _]) | ("abs", [_]) if self._drawn(node.args[-1]):
                raise NoCode(f"{plain(node)}, of which a mean is taken, is no polynomial")
            case "/", [a, b] if b.number:
                below = self._exact(node.args[1], Code(f"({b.text})" if " " in b.text else b.text))
                return Code(f"({a.text} / {below})") if a.number else self._scaled(f"1 / {below}", a)
            case "T", [a]:
                return a if a.number else Code(self._call("transposed", a.text), (a.shape[1], a.shape[0]))
            case "tr", [a]:
                return a if a.number else Code(self._call("trace", a.text))
            case "inner", [a, b] if not a.number and not b.number:
                return Code(self._call("trace", self._call("mul", a.text, self._call("transposed", b.text))))
            case "abs", [a]:
                return Code(f"abs({a.text})")
        raise NoCode(f"{_said(node)} has no closed expression in fractions")

    def _call(self, helper: str, *args: str) -> str:
        self.helpers.add(helper)
        return f"{helper}({', '.join(args)})"

    def _symbol(self, sym: Sym) -> Code:
        if sym.has("identity"):
            return Code(self._call("eye", self._dim(sym.shape[0])), sym.shape)
        if sym.has("zero"):
            if sym.shape == (1, 1):
                return Code("0")
            rows, columns = map(self._dim, sym.shape)
            return Code(f"[[F(0)] * {columns} for _ in range({rows})]", sym.shape)
        if sym.has("derived"):
            raise NoCode(f"{sym.name} is derived from the model, not given by a formula of the statement")
        if sym.has("index"):
            return Code(f"F({identifier(sym.name)})")
        if sym.has("random") and self.averaging:
            return self._gaussian(sym)
        self.symbols[sym.name] = sym
        return Code(identifier(sym.name), sym.shape)

    def _mean(self, body: Term) -> Code:
        """Of a polynomial in Gaussian entries and in noise, of which the law may be told by its variance alone."""
        outer, self.averaging = self.averaging, True
        inside = self(body)
        self.averaging = outer
        for sym in self.drawn:
            if (most := gaussian.most(sym)) and degree(body, {sym}) > most:
                raise NoCode(f"a mean is taken of a power of {sym.name} that its variance does not tell")
        self.degree = max(self.degree, degree(body, self.drawn.keys()))
        return Code(self._call("mean", inside.text), inside.shape)

    def _gaussian(self, sym: Sym) -> Code:
        name = gaussian.covariance(sym)
        if name is None:
            raise NoCode(f"the law of {sym.name} is no Gaussian with a covariance of the statement")
        self.helpers |= gaussian.HELPERS.keys()
        if sym.has("noise"):
            spread = self._symbol(Sym(name)).text
            self.drawn[sym] = f"[[{spread}**2]]"
        elif name == STANDARD:
            self.drawn[sym] = self._call("eye", self._dim(sym.shape[0]))
        else:
            self.drawn[sym] = self._symbol(Sym(name, (sym.shape[0], sym.shape[0]))).text
        made = Code(f"{identifier(sym.name)}_drawn", sym.shape)
        return made if sym.has("iid") else _entry(made)

    def _drawn(self, node: Term) -> bool:
        return self.averaging and degree(node, self.drawn.keys()) > 0

    def _dim(self, dim: Dim) -> str:
        if isinstance(dim, int):
            return str(dim)
        for name in re.findall(r"[A-Za-z_]\w*", dim):
            self.symbols.setdefault(name, Sym(name))
        return f"int({dim})"

    def _place(self, node: Term) -> str:
        """An index as a whole number."""
        if isinstance(node, Num):
            return str(node.value)
        if isinstance(node, Sym):
            return identifier(node.name) if node.has("index") else f"int({self(node).text})"
        raise NoCode("an index is no plain number")

    @staticmethod
    def _exact(node: Term, code: Code) -> str:
        """The text, as a fraction where Python would divide whole numbers into a float."""
        return code.text if symbols(node) else f"F({code.text})"

    def _plus(self, a: Code, b: Code) -> Code:
        if a.number != b.number:
            raise NoCode("a number is added to a matrix")
        return Code(f"({a.text} + {b.text})") if a.number else Code(self._call("add", a.text, b.text), a.shape)

    def _scaled(self, factor: str, a: Code) -> Code:
        return Code(self._call("scaled", factor, a.text), a.shape)

    def _times(self, a: Code, b: Code) -> Code:
        if a.number and b.number:
            return Code(f"{a.text} * {b.text}")
        if a.number or b.number:
            return self._scaled(a.text, b) if a.number else self._scaled(b.text, a)
        shape = (a.shape[0], b.shape[1])
        product = self._call("mul", a.text, b.text)
        return Code(f"{product}[0][0]") if shape == (1, 1) else Code(product, shape)

    def _power(self, base: Term, exponent: Term) -> Code:
        if not isinstance(exponent, Num) or exponent.value.denominator != 1:
            raise NoCode("a power that is not a whole number is no fraction")
        power = exponent.value.numerator
        if isinstance(base, Op) and base.head in ("norm_F", "norm_2") and power > 0 and power % 2 == 0:
            inside = base.args[0]
            square = Op("tr", (Op("*", (inside, Op("T", (inside,)))),))
            return self(square if power == 2 else square ** (power // 2))
        value = self(base)
        if power < 0 and self._drawn(base):
            raise NoCode(f"{plain(Op('^', (base, exponent)))}, of which a mean is taken, is no polynomial")
        if value.number:
            return Code(f"({value.text})**{power}" if power >= 0 else f"(1 / {self._exact(base, value)})**{-power}")
        text = value.text if power > 0 else self._call("inverse", value.text)
        if power == 0:
            return Code(self._call("eye", f"len({value.text})"), value.shape)
        result = text
        for _ in range(abs(power) - 1):
            result = self._call("mul", result, text)
        return Code(result, value.shape)

    def _sum(self, node: Op) -> Code:
        index, upper, body = node.args
        assert isinstance(index, Sym), "a sum runs over a symbol"
        bound, inside = self(upper), self(body)
        over = f"{inside.text} for {identifier(index.name)} in range(1, int({bound.text}) + 1)"
        return Code(f"sum({over})") if inside.number else Code(self._call("total", f"[{over}]"), inside.shape)


def _entry(column: Code) -> Code:
    """A column of one entry is a number."""
    return Code(f"{column.text}[0][0]") if column.number else column


_NAMES = {"grad": "a gradient", "norm_2": "a length", "norm_F": "a length", "sqrt": "a root"}


def _said(node: Op) -> str:
    """What a reader calls it: a short formula itself, of others the kind."""
    formula = plain(node)
    return formula if len(formula) <= 40 else _NAMES.get(node.head, repr(node.head))


def degree(node: Term, letters: Collection[Sym]) -> int:
    """The degree in these letters of what has an expression in fractions; a mean has none of what is drawn in it."""
    match node:
        case Abbrev(body=body):
            return degree(body, letters)
        case Sym():
            return int(node in letters)
        case Op(head="expect"):
            return 0
        case Op(head="^", args=(base, Num(value=power))):
            return degree(base, letters) * max(int(power), 0)
        case Op(head="*" | "inner", args=args):
            return sum(degree(arg, letters) for arg in args)
        case Op(args=args):
            return max((degree(arg, letters) for arg in args), default=0)
    return 0


def number(value: Fraction) -> str:
    return str(value) if value.denominator == 1 else f"F({value.numerator}, {value.denominator})"


def identifier(name: str) -> str:
    """A name that Python takes, and that means nothing else in a script: ``u_-1`` becomes ``u_m1``."""
    made = re.sub(r"\W", "_", name.replace("-", "m").replace("'", "_prime"))
    return made + "_" if made in _TAKEN or keyword.iskeyword(made) else made
