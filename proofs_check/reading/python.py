"""What was read as a claim file: the statement in Python, to go on with, in steps of a proof for instance."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from fractions import Fraction

from ..statement.props import Prop
from ..statement.terms import Abbrev, Num, Op, Sym, Term
from .letters import Named
from .outcomes import Tree

_CALLS = {
    "tr": "tr", "det": "det", "exp": "exp", "log": "log", "vec": "vec", "diag": "diag", "rank": "rank",
    "expect": "expect",
    "norm_F": "norm_F", "norm_op": "norm_op", "norm_2": "norm_2", "inner": "inner", "abs": "absolute", "sqrt": "sqrt",
    "kron": "kron", "block": "block", "entry": "entry", "at": "at", "sum": "total", "grad": "grad",
    "minimum": "minimum", "infimum": "infimum", "argmin": "argmin", "ddt": "ddt", "at0": "at0", "pinv": "pinv",
    "eigenvalue": "eigenvalue", "modulus": "modulus", "expect_given": "expect_given",
}  # fmt: skip
"""Heads whose constructors are public; any other is written as ``Op``."""
_BINARY = {"+": (1, "+"), "-": (1, "-"), "*": (3, "*"), "/": (3, "/")}
_PLACES = frozenset({"entry", "at", "sum", "eigenvalue"})
"""Constructors that take numbers as they are."""


class _Writer:
    """Python for trees, with the names that have to be imported and the letters that have to be made."""

    def __init__(self, letters: Iterable[Named]) -> None:
        self.known = {letter.name: letter for letter in letters if isinstance(letter, Sym)}
        self.imports: set[str] = set()
        self.letters: dict[Term, tuple[str, str]] = {}

    def prop(self, prop: Prop) -> str:
        if prop.head == "and":
            self.imports.add("conj")
            return f"conj({', '.join(self.prop(p) for p in prop.args if isinstance(p, Prop))})"
        self.imports.add(prop.head)
        if any(isinstance(arg, Prop) for arg in prop.args):
            return f"{prop.head}({', '.join(self.prop(p) for p in prop.args if isinstance(p, Prop))})"
        sides = [self.term(arg)[0] if not isinstance(arg, Num) or k else self.number(arg, alone=True)
                 for k, arg in enumerate(prop.args) if isinstance(arg, Term)]  # fmt: skip
        return f"{prop.head}({', '.join(sides)})"

    def number(self, node: Num, *, alone: bool = False) -> str:
        if node.value.denominator == 1:
            text = str(node.value)
        else:
            self.imports.add("Fraction")
            text = f"Fraction({node.value.numerator}, {node.value.denominator})"
        if not alone:
            return text
        self.imports.add("term")
        return f"term({text})"

    def term(self, node: Term, *, alone: bool = False) -> tuple[str, int]:
        """The expression, and how tightly it binds; a number ``alone`` is made a term."""
        match node:
            case Num():
                return self.number(node, alone=alone), 2 if node.value < 0 and not alone else 6
            case Sym() | Abbrev():
                return self.letter(node), 6
            case Op(head="neg", args=(a,)):
                return f"-{self.bound(a, 5, alone=True)}", 4
            case Op(head="T", args=(a,)):
                return f"{self.bound(a, 6, alone=True)}.T", 6
            case Op(head="^", args=(a, e)):
                return self.power(a, e)
            case Op(head=head, args=(a, b)) if head in _BINARY:
                level, sign = _BINARY[head]
                left = self.bound(a, level, alone=isinstance(a, Num) and isinstance(b, Num))
                return f"{left} {sign} {self.bound(b, level + 1)}", level
        assert isinstance(node, Op)
        if node.head not in _CALLS and node.head not in ("stack", "beside", "least"):
            self.imports.add("Op")
            inner = "".join(f"{self.term(arg, alone=True)[0]}, " for arg in node.args)
            return f"Op({node.head!r}, ({inner.rstrip()}))", 6
        name = _CALLS.get(node.head, node.head)
        self.imports.add(name)
        arguments = [self.term(arg, alone=not (k and node.head in _PLACES))[0] for k, arg in enumerate(node.args)]
        return f"{name}({', '.join(arguments)})", 6

    def power(self, a: Term, e: Term) -> tuple[str, int]:
        for value, name in ((Fraction(-1), "inv"), (Fraction(1, 2), "half")):
            if e == Num(value):
                self.imports.add(name)
                return f"{name}({self.term(a, alone=True)[0]})", 6
        return f"{self.bound(a, 6, alone=True)}**{self.bound(e, 6)}", 5

    def bound(self, node: Term, level: int, *, alone: bool = False) -> str:
        text, own = self.term(node, alone=alone)
        return text if own >= level else f"({text})"

    def letter(self, node: Sym | Abbrev) -> str:
        if node not in self.letters:
            made = self.made(node) if isinstance(node, Sym) else self.abbreviation(node)
            if isinstance(node, Sym) and (node.has("identity") or node.has("zero")):
                self.letters[node] = (made, "")
            else:
                name = node.name if isinstance(node, Sym) else node.sym.name
                taken = {name for name, _ in self.letters.values()} | {*_CALLS.values(), "eq", "claim", "term"}
                while name in taken or keyword.iskeyword(name):
                    name += "_"
                self.letters[node] = (name, made)
        return self.letters[node][0]

    def abbreviation(self, node: Abbrev) -> str:
        self.imports.add("Abbrev")
        return f"Abbrev({self.made(node.sym)}, {self.term(node.body)[0]})"

    def made(self, sym: Sym) -> str:
        """The constructor of a letter."""
        rows, columns = sym.shape
        tex = [f"tex=r{_quoted(sym.tex)}"] if sym.tex and sym.tex != sym.name else []
        cov, std, reach = (_named(sym, kind) for kind in ("cov", "std", "range"))
        iid = ["iid=True"] if sym.has("iid") else []
        if sym.has("identity"):
            return self.call("eye", [repr(rows)])
        if sym.has("zero"):
            return self.call("zeros", [repr(rows), repr(columns)])
        if reach:
            return self.call("index", [repr(sym.name), reach if reach.isdigit() else repr(reach), *tex])
        if cov and (cov == "I" or cov in self.known):
            law = [] if cov == "I" else [f"cov={self.letter(self.known[cov])}"]
            return self.call("gaussian", [repr(sym.name), repr(rows), *law, *iid, *tex])
        if std in self.known:
            normal = ["normal=True"] if sym.has("normal") else []
            return self.call("noise", [repr(sym.name), self.letter(self.known[std]), *iid, *normal, *tex])
        traits = list(map(repr, sorted(sym.traits)))
        if sym.shape == (1, 1):
            return self.call("scalar", [repr(sym.name), *traits, *tex])
        if columns == 1:
            return self.call("vector", [repr(sym.name), repr(rows), *traits, *tex])
        return self.call("matrix", [repr(sym.name), repr(rows), repr(columns), *traits, *tex])

    def call(self, name: str, arguments: list[str]) -> str:
        self.imports.add(name)
        return f"{name}({', '.join(arguments)})"


def _named(sym: Sym, kind: str) -> str:
    """What a trait of the form ``cov:S`` names."""
    return next((trait.partition(":")[2] for trait in sym.traits if trait.startswith(f"{kind}:")), "")


def _quoted(tex: str) -> str:
    return f'"{tex}"' if "'" in tex else f"'{tex}'"


_HOMES = {"Fraction": "fractions", **dict.fromkeys(("Op", "stack", "beside", "least"), "proofs_check.statement.terms")}


def claim_file(tree: Tree, source: str, letters: Iterable[Named] = ()) -> str:
    """A claim file that states ``tree``; of a term it states that the term is itself, to be filled in."""
    writer = _Writer(letters)
    if isinstance(tree, Prop):
        body = writer.prop(tree)
    else:
        writer.imports.add("eq")
        text = writer.term(tree, alone=True)[0]
        body = f"eq({text}, {text})  # put the closed form here"
    made_letters = [f"{name} = {made}" for name, made in writer.letters.values() if made]
    equation = not isinstance(tree, Prop) or tree.head == "eq"
    homes: dict[str, set[str]] = {}
    for name in {"Kind", "claim", *writer.imports}:
        homes.setdefault(_HOMES.get(name, "proofs_check"), set()).add(name)
    imports = [f"from {home} import {', '.join(sorted(names, key=str.lower))}" for home, names in sorted(homes.items())]
    kind = "IDENTITY" if equation else "INEQUALITY"
    return "\n".join([
        '"""Written by `lemmata ask`."""', "", *imports, "", *made_letters, "", "",
        f'@claim("mine/formula", kind=Kind.{kind}, source="asked")', "def formula():", f'    r"""${source}$"""',
        f"    return {body}", "",
    ])  # fmt: skip

