"""Letters before brackets, functions and starts and eigenvalues; and means, with what they are over."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile
from zlib import crc32

from lark import Token, Tree

from ..report.render import latex, plain
from ..report.symbols import symbol_tex
from ..statement.heads.shaping import fits
from ..statement.laws import STANDARD, expect_given
from ..statement.terms import (
    Abbrev,
    Op,
    Sym,
    Term,
    expect,
    free_symbols,
    substitute,
)
from .grammar import Node
from .letters import PREDICTOR, arguments_of, letter_of, script, spelled
from .lexer import Lex, lexed
from .outcomes import Refusal, Span
from .scripts import APPLIED, ONE, Scripts, zero_like
from .spellings import IDENTITY
from .tokens import Item, Tok, key
from .typing import Typed


class Applications(Scripts):
    """What a letter before a bracket is, read after nothing else can be meant."""

    def application(self, node: Node, scripts: Sequence[Lex], bracket: Node) -> str:
        """What a letter before a bracket is: a function, a start, an eigenvalue; nothing for a product that needs the
        bracket.  Nothing in the bracket is read yet."""
        lex, inside = self.lex(node.children[0]), bracket.children[0]
        arguments = [child for child in inside.children if isinstance(child, Tree)]
        behind = tuple(map(self.lex, bracket.children[1:]))
        span = self.span(node)[0], self.span(bracket)[1]
        if arguments[:1] and arguments[0].data == "dots":
            return ""
        if arguments[0].data == "weighed":
            if self.letters.find(lex.text, script(scripts[0]) if scripts else "", PREDICTOR) is None:
                raise Refusal(span, "This cannot stand here.")
            return "predicted"
        if self.lex(inside.children[0]).text == "[" and behind and behind[0].kind == "SUB":
            return ""
        if lex.text == "\\lambda" and len(scripts) == 1 and self._of_a_matrix(scripts[0]):
            return "eigenvalue"
        if lex.text == "\\lambda" and {s.text for s in scripts} == {"\\min", "+"} and self._of_a_matrix(scripts[0]):
            return "least_positive_eigenvalue"
        named, sup = self._function_of(lex, scripts)
        if isinstance(named, Sym) and any(map(named.has, APPLIED)):
            if sup:
                raise Refusal(span, "A script on a function is open: write it behind the bracket.")
            return "apply"
        if _moves(named) and is_zero_at(inside, self):
            return "at0"
        if isinstance(named, Abbrev) and arguments_of(named.sym):
            if sup:
                raise Refusal(span, "A script on a function is open: write it behind the bracket.")
            return "defined"
        if behind and behind[0].kind == "SUB":
            raise Refusal(span, "An entry of the bracket, or of the product with it? Write [A B]_{ij}.")
        if len(arguments) > 1:
            raise Refusal(span, f"{lex.text} is no declared function: say so, as in --let '{lex.text}: function'.")
        applied = self.letters.brackets == "application" and lex.text not in IDENTITY
        product = self.letters.brackets == "product" or (named is None and lex.text in IDENTITY)
        idle = not product and self._is_idle(arguments[0], named, powered=bool(behind))
        if arguments and (applied or idle):
            name = lex.text + "".join(f"_{{{s.text}}}" for s in scripts if s.kind == "SUB")
            raise Refusal(
                span, f"A value of {name}, or a product? Leave the bracket out for a product, or declare "
                f"'{name}: function'."
            )
        return ""

    def predicted(self, told: Node, span: Span) -> Term:
        """What a model predicts with weights, on a prompt."""
        raise NotImplementedError

    def _of_a_matrix(self, below: Lex) -> bool:
        r"""Whether ``\lambda`` with this subscript is an eigenvalue: no letter of the formula is called so."""
        named = below.text.lstrip("\\") in ("min", "max") and self.letters.find("\\lambda", below.text, "") is None
        return self.letters.find("\\lambda", "", "") is None or named

    def _function_of(self, lex: Lex, scripts: Sequence[Lex]) -> tuple[Sym | Abbrev | None, str]:
        """The declared letter with these scripts, and the upper one where it is none of its name."""
        sub = next((script(s) for s in scripts if s.kind == "SUB"), "")
        sup = next((script(s) for s in scripts if s.kind != "SUB"), "")
        whole = self.letters.find(lex.text, sub, sup)
        return (self.letters.find(lex.text, sub, ""), sup) if whole is None else (whole, "")

    def applied(self, how: str, lex: Lex, scripts: Sequence[Lex], bracket: Node, span: Span) -> tuple[Term, ...]:
        """The letter applied to what the bracket holds."""
        arguments = [child for child in bracket.children[0].children if isinstance(child, Tree)]
        behind = tuple(map(self.lex, bracket.children[1:]))
        if how == "predicted":
            return self.scripted((self.predicted(arguments[0], span),), behind, span)
        if how == "eigenvalue":
            return self.scripted(self._eigenvalue(scripts[0], arguments, span), behind, span)
        if how == "least_positive_eigenvalue" and len(arguments) == 1:
            return self.scripted(self.fitting([Op(how, (b,)) for b in self.sum(arguments[0])], span), behind, span)
        named, _ = self._function_of(lex, scripts)
        if how == "at0" and named is not None:
            return self.scripted((Op("at0", (named,)),), behind, span)
        if isinstance(named, Abbrev):
            return self.scripted((self._defined(named, lex, scripts, arguments, span),), behind, span)
        assert isinstance(named, Sym)
        values = [self.sum(argument) for argument in arguments]
        if any(len(value) != 1 for value in values):
            raise Refusal(span, "An argument can be read in several ways: write brackets in it.")
        head = next(head for trait, head in APPLIED.items() if named.has(trait))
        if head != "apply" and len(values) != 2:
            raise Refusal(span, f"{letter_of(named)} is a function of two: write both, with a comma between.")
        made = self.typed(Op(head, (named, *(value[0] for value in values))), span)
        return self.scripted((made,), behind, span)

    def _defined(
        self, named: Abbrev, lex: Lex, scripts: Sequence[Lex], arguments: Sequence[Node], span: Span
    ) -> Term:
        """A function that is given by a formula, at what stands in the bracket."""
        names = arguments_of(named.sym)
        values = [self.sum(argument) for argument in arguments]
        if len(values) != len(names) or any(len(value) != 1 for value in values):
            raise Refusal(span, f"{named.sym.tex} is a function of {len(names)}: write as many, each with brackets.")
        letters = {sym.name: sym for sym in free_symbols(named.body) if sym.name in names}
        told = [(letters[name], value[0]) for name, value in zip(names, values, strict=True) if name in letters]
        put = {sym: zero_like(value, sym) for sym, value in told}
        if all(sym == value for sym, value in put.items()):
            return named
        for sym, value in put.items():
            if not fits(self.shape(sym), self.shape(value)):
                raise Refusal(span, f"{plain(value)} has not the shape of {plain(sym)}, of which this is a function.")
        at = ", ".join(latex(value[0]) for value in values)
        tex = f"{named.sym.tex.partition('(')[0]}({at})"
        sym = Sym(f"{named.sym.name}_{crc32(at.encode()):x}", named.sym.shape, frozenset(), tex)
        return Abbrev(sym, substitute(named.body, put))

    def _is_idle(self, inside: Node, named: object, *, powered: bool) -> bool:
        """Whether a bracket behind a letter would not be needed in a product."""
        rows = [child for child in inside.children if isinstance(child, Tree)]
        if len(rows) > 1 or len(inside.children) > len(rows):
            return False
        factors = rows[0].children
        behind = (t for factor in factors if isinstance(factor, Tree) for t in factor.children[1:])
        if any(isinstance(t, Token) and t.type == "AT" for t in behind):
            return False
        if powered:
            return len(factors) == 1 and isinstance(factors[0], Tree) and len(factors[0].children) == 1
        sym = named.sym if isinstance(named, Abbrev) else named
        matrix = isinstance(sym, Sym) and sym.shape[0] != 1 and sym.shape[1] != 1
        return len(factors) == 1 or not matrix

    def _eigenvalue(self, sub: Lex, arguments: Sequence[Node], span: Span) -> tuple[Term, ...]:
        if len(arguments) != 1 or sub.kind != "SUB":
            raise Refusal(span, "An eigenvalue is \\lambda_{\\min}(A) or \\lambda_k(A) of one matrix.")
        body = self.sum(arguments[0])
        if sub.text.lstrip("\\") == "min":
            return self.fitting([Op("least_eigenvalue", (b,)) for b in body], span)
        if sub.text.lstrip("\\") == "max":
            return self.fitting([Op("eigenvalue", (b, ONE)) for b in body], span)
        places = self._places(sub, 1)[0]
        return self.fitting([Op("eigenvalue", (b, k)) for b in body for k in places], span)

    def mean(self, body: Term, scripts: Sequence[Lex], given: Sequence[Node], span: Span) -> Term:
        """An expectation over all that is random, what is below it being told to be just that."""
        drawn = _drawn(body)
        if not drawn:
            raise Refusal(span, "Nothing random stands in this expectation: declare a law, as in --let 'x ~ N(0,S)'.")
        fixed: list[Sym] = []
        for node in given:
            (sym, *others) = self.sum(node)
            if others or not isinstance(sym, Sym) or not sym.has("random"):
                raise Refusal(span, "Behind \\mid stand random letters that are held fixed.")
            if spelled(symbol_tex(sym)) in self.letters.families:
                raise Refusal(span, f"{sym.name} is one letter and a family, so that it stays open what is held fixed.")
            fixed.append(sym)
        for lex in scripts:
            if lex.kind != "SUB":
                raise Refusal(lex.span, "A power of an expectation is written behind its bracket.")
            over = set(self._names_below(lex))
            meant = {s.name for s in drawn - set(fixed)}
            over = self._by_prints(over, drawn - set(fixed))
            if any(sym.has("derived") for sym in drawn):  # what is derived from letters is drawn as they are
                meant -= {sym.name for sym in drawn if sym.has("derived")}
                over -= {sym.name for sym in self.letters.families.values()} - meant
            if over != meant:
                raise Refusal(
                    lex.span, f"An expectation over {', '.join(sorted(over))} where {', '.join(sorted(meant))} "
                    "are random: write \\mathbb E[... \\mid ...] for what is held fixed."
                )
        made = expect_given(body, *fixed) if fixed else expect(body)
        return self.typed(made, span)

    def _by_prints(self, over: set[str], drawn: Collection[Sym]) -> set[str]:
        """The names below a mean; of a letter that is not random the one that is drawn and printed as it is."""
        fixed = {sym.name: symbol_tex(sym) for sym in self.letters.table.values()
                 if isinstance(sym, Sym) and not sym.has("random")}  # fmt: skip
        alike = {name: [s.name for s in drawn if symbol_tex(s) == fixed.get(name)] for name in over}
        return {alike[name][0] if len(alike[name]) == 1 else name for name in over}

    def _without_law(self, lex: Lex) -> Sequence[Item]:
        r"""``x\sim\mathcal N(0,\Sigma)`` below a mean, where this is the law that was declared, as ``x``."""
        at = next((k for k, item in enumerate(lex.items) if isinstance(item, Tok) and item.text == "\\sim"), None)
        if at is None:
            return lex.items
        name, law = lex.items[:at], key(lex.items[at + 1 :])
        one = lexed(name, self.letters.bases)
        below = script(one[1]) if [lex.kind for lex in one] == ["NAME", "SUB"] else ""
        found = self.letters.find(one[0].text, below, "") if len(one) == 1 + bool(below) else None
        cov = next((t.removeprefix("cov:") for t in found.traits if t.startswith("cov:")), "") if (
            isinstance(found, Sym)) else ""  # fmt: skip
        known = {re.sub(r"\s", "", f"N(0,{symbol_tex(s)})") for s in self.letters.table.values()
                 if isinstance(s, Sym) and s.name == cov}  # fmt: skip
        if isinstance(found, Sym) and cov == STANDARD:
            known |= {"N(0,I)", f"N(0,I_{found.shape[0]})", f"N(0,I_{{{found.shape[0]}}})"}
        plain_law = re.sub(r"\\mathcal\{?N\}?", "N", law).replace(" ", "")
        if plain_law not in known:
            raise Refusal(lex.span, "Below a mean stands a law that is not the declared one: declare it, as in "
                          "--let 'x ~ N(0,S)'.")  # fmt: skip
        return name

    def _names_below(self, lex: Lex) -> Iterator[str]:
        """The names of the letters that a mean is said to be over, with their scripts."""
        found = lexed(self._without_law(lex), self.letters.bases)
        for place, one in enumerate(found):
            if one.kind in ("SUB", "SUP", "PRIME", "SEP", "COMMA"):
                continue
            if one.kind != "NAME":
                raise Refusal(one.span, "Below an expectation stand the letters that it is over, with commas between.")
            behind = list(takewhile(lambda s: s.kind in ("SUB", "SUP", "PRIME"), found[place + 1 :]))
            below = next((script(s) for s in behind if s.kind == "SUB"), "")
            above = next((script(s) for s in behind if s.kind != "SUB"), "")
            named = self.letters.find(one.text, below, above)
            named = self.letters.family(one.text, below, above) if named is None else named
            if named is None and self.letters.family(one.text, "", above) is not None:
                raise Refusal(lex.span, "A mean over single members of a family: leave the subscript out, or write "
                              "\\mathbb E[... \\mid ...] with a letter of its own for what is held fixed.")  # fmt: skip
            if isinstance(named, Abbrev):
                yield from (s.name for s in free_symbols(named) if s.has("random"))
                continue
            yield named.name if isinstance(named, Sym) else one.text.lstrip("\\") + (f"_{below}" if below else "")


def _drawn(node: Term) -> set[Sym]:
    """The random letters, but for those of which a mean inside is taken."""
    if isinstance(node, Sym):
        return {node} if node.has("random") else set()
    if isinstance(node, Abbrev):
        return _drawn(node.body)
    if not isinstance(node, Op) or node.head == "expect":
        return set()
    parts = node.args[1:] if node.head == "expect_given" else node.args
    found = set().union(*(_drawn(arg) for arg in parts if isinstance(arg, Term)))
    return found & free_symbols(node)


def _moves(named: Sym | Abbrev | None) -> bool:
    """Whether this is trained, or stands for what is, and is no function of its own."""
    if isinstance(named, Abbrev):
        return not arguments_of(named.sym) and any(sym.has("parameter") for sym in free_symbols(named.body))
    return named is not None and named.has("parameter")

def is_zero_at(inside: Node, reader: Typed) -> bool:
    """Whether a bracket holds 0, and nothing else."""
    tokens = list(inside.scan_values(lambda t: True))
    return [reader.lex(t).text for t in tokens if t.type == "NUM"] == ["0"] and len(tokens) == 3

