"""Letters with their scripts: declared names first, then members of families, entries, powers and transposes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import takewhile
from zlib import crc32

from lark import Tree

from ..errors import UserError
from ..report.render import latex, plain
from ..report.symbols import symbol_tex
from ..statement.dimensions import size
from ..statement.heads.shaping import SCALAR, fits
from ..statement.laws import STANDARD, expect_given
from ..statement.terms import (
    Abbrev,
    Num,
    Op,
    Sym,
    Term,
    entry,
    expect,
    eye,
    free_symbols,
    scalar,
    substitute,
    symbols,
    zeros,
)
from .grammar import Node
from .letters import Letters, arguments_of, letter_of, script, spelled
from .lexer import Lex, lexed
from .outcomes import Refusal, Span
from .spellings import IDENTITY, PSEUDO_INVERSE, TRANSPOSED
from .tokens import Group, Item, Tok, key
from .typing import Rows, Typed

_ONE = Num(Fraction(1))
APPLIED = {"function": "apply", "activation": "activated", "kernel": "kernel_value"}
"""What letters with these traits are before a bracket."""
_INVERSE_TRANSPOSED = frozenset({"-T", "-\\top", "-\\intercal"})


class Scripts(Rows):
    letters: Letters

    def within(self, items: Sequence[Item], span: Span, letters: Letters | None = None) -> tuple[Term, ...]:
        raise NotImplementedError

    def variables(self, below: Lex) -> tuple[Sym, ...]:
        raise NotImplementedError

    def equations(self, below: Lex) -> list[tuple[Term, Term]]:
        raise NotImplementedError

    # Letters ---------------------------------------------------------------------------------------------------

    def named(self, lex: Lex, scripts: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        """A letter: the declared name with as many of the scripts as it has; the rest is said of it."""
        if scripts and scripts[-1].kind == "AT":
            return self.scripted(self.named(lex, scripts[:-1], span), scripts[-1:], span)
        subs = [s for s in scripts if s.kind == "SUB"]
        sups = [s for s in scripts if s.kind != "SUB"]
        if len(subs) > 1 or len(sups) > 1:
            raise Refusal(span, "Two scripts at one place: write brackets.")
        sub, sup = (subs[0] if subs else None), (sups[0] if sups else None)
        for a, b in ((sub, sup), (sub, None), (None, sup), (None, None)):
            key = lex.text, script(a) if a else "", script(b) if b else ""
            family = self.letters.family(*key)
            found = self.letters.find(*key) if family is None or (sub is None or a is sub) else family
            if found is None:
                found = family
            if found is not None:
                left = [s for s in scripts if s not in (a, b)]
                return self._with(found, left, scripts, span)
        return self._undeclared(lex, sub, scripts, span)

    def _with(self, named: Sym | Abbrev, left: Sequence[Lex], all_: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        sym = named.sym if isinstance(named, Abbrev) else named
        sub = next((s for s in left if s.kind == "SUB"), None)
        if arguments_of(sym):
            raise Refusal(span, f"{letter_of(sym)} is a function: write a value, such as {sym.tex}.")
        if sub is None:
            if sym.has("iid") or sym.has("layers"):
                raise Refusal(span, f"{sym.name} is a family: write a member, such as {sym.name}_i.")
            if any(s.kind == "PRIME" for s in left) and all_ and all_[-1].kind == "SUB":
                raise Refusal(span, "A prime before a subscript is part of a name: declare it, or write ^\\top behind.")
            return self.scripted((named,), left, span)
        rest = [s for s in left if s is not sub]
        if all_[0].kind == "PRIME" and rest:
            raise Refusal(span, "A prime before a subscript is part of a name: declare it, or write ^\\top behind.")
        if sym.has("iid") or sym.has("layers"):
            members = [Op("at", (sym, i)) for i in self._places(sub, 1, first=1 - sym.has("layers"))[0]]
            return self.scripted(self.fitting(members, span), rest, span)
        return self._entry_with_power(named, sub, rest, span)

    def _entry_with_power(self, A: Term, sub: Lex, rest: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        r"""In print ``A_{ij}^2`` and ``A^2_{ij}`` are one: the square of an entry, and the entry of the square."""
        outer = inner = refusal = None
        try:
            outer = self.scripted(self.entries(A, sub, span, bare=True), rest, span)
            inner = [t for p in self.scripted((A,), rest, span) for t in self.entries(p, sub, span)] if rest else None
        except Refusal as error:
            refusal = error
        if outer is None:
            assert refusal is not None
            raise refusal
        return self.fitting((*outer, *(inner or ())), span)

    def entries(self, A: Term, sub: Lex, span: Span, bare: bool = False) -> tuple[Term, ...]:
        """An entry, a row or a column; a coordinate of a letter alone only where the index counts coordinates."""
        rows, columns = self.shape(A)
        if self.shape(A) == SCALAR:
            raise Refusal(span, "This letter with this subscript is not declared, and a number has no entries.")
        items = [item for item in sub.items if not (isinstance(item, Tok) and item.text == "\\,")]
        texts = [item.text if isinstance(item, Tok) else "" for item in items]
        if texts.count(":") == 1 and len(texts) > 1 and ":" in (texts[0], texts[-1]):
            head, place = ("row", items[:-1]) if texts[-1] == ":" else ("col", items[1:])
            return self.fitting([Op(head, (A, i)) for i in self._place(place, sub)], span)
        slim = columns is not None and columns == size(1)
        if slim:
            (places,) = self._places(sub, 1)
            if bare and not all(_ranges_over(i, rows) for i in places):
                raise Refusal(
                    span, "A coordinate, or a sample? Write [x]_i for coordinate i, or declare the letter as i.i.d."
                )
            return self.fitting([entry(A, i, 1) for i in places], span)
        first, second = self._places(sub, 2)
        return self.fitting([entry(A, i, j) for i in first for j in second], span)

    def _places(self, sub: Lex, count: int, first: int = 1) -> list[tuple[Term, ...]]:
        """The places in a subscript: apart by commas, or single letters and digits side by side."""
        cells: list[list[Item]] = [[]]
        for item in sub.items:
            if isinstance(item, Tok) and item.text == ",":
                cells.append([])
            else:
                cells[-1].append(item)
        if len(cells) == 1 and count == 2:
            only = cells[0]
            if len(only) == 1 and isinstance(only[0], Tok) and only[0].text.isdigit() and len(only[0].text) == 2:
                tok = only[0]
                only = [Tok(tok.text[0], tok.start, tok.start + 1), Tok(tok.text[1], tok.start + 1, tok.end)]
            cells = [[item] for item in only]
        if len(cells) != count or not all(cells):
            raise Refusal(sub.span, f"This subscript is not declared, and names no {count} place{'s' * (count > 1)}.")
        return [self._place(cell, sub, first) for cell in cells]

    def _place(self, cell: Sequence[Item], sub: Lex, first: int = 1) -> tuple[Term, ...]:
        try:
            found = self.within(cell, sub.span)
        except UserError as error:
            raise Refusal(sub.span, str(error)) from error
        for i in found:
            good = isinstance(i, Num) and i.value >= first and i.value.denominator == 1
            letters = symbols(i)
            counts = letters and all(s.has("index") or s.has("integer") for s in letters)
            if not good and not (counts and not (first and any(s.has("layer") for s in letters))):
                raise Refusal(sub.span, "This subscript is no place and not declared: sum over it, or declare it.")
        return found

    def _undeclared(self, lex: Lex, sub: Lex | None, scripts: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        if lex.text in IDENTITY:
            rest = [s for s in scripts if s is not sub]
            sizes = [self._size_of_identity(sub)] if sub else [*self.letters.dims] or ["d"]
            made = [eye(int(n) if n.isdigit() else n) for n in sizes]
            return self.scripted(self.fitting(made, span), rest, span)
        if lex.text in self.letters.dims and sub is None:
            return self.scripted((scalar(lex.text, "integer", "positive"),), scripts, span)
        if lex.text == "\\mathcal{P}" and sub is not None and (image := _image(sub.items)) is not None:
            images = [Op("projection", (of,)) for of in self.within(image, sub.span)]
            return self.scripted(self.fitting(images, span), [s for s in scripts if s is not sub], span)
        near = [where for where in self.letters.like(lex.text)]
        name = lex.text + (f"_{sub.text}" if sub else "")
        if len(lex.text) > 1 and lex.text.isalpha():
            raise Refusal(span, f"{lex.text} is a word that is not read: leave it out, or declare "
                          f"'{lex.text}: function'.")  # fmt: skip
        capital = re.sub(r"\\(bar|hat|tilde|vec|dot|mathbf|boldsymbol|mathbb|mathcal)|\W", "", lex.text)[:1].isupper()
        kind = "d x d" if capital else f"number' or '{name}: vector"
        hint = f" Declared is {near[0][0]} with {near[0][1] or '-'} below, {near[0][2] or '-'} above." if near else ""
        if re.fullmatch("[ijkl]", name):
            how = f"\\sum_{{{name}=1}}^{{n}}, or brackets"
            raise Refusal(span, f"{name} is neither declared nor bound by a sum here: write {how}.")
        raise Refusal(span, f"{name} is not declared: say what it is, as in --let '{name}: {kind}'.{hint}")

    def _size_of_identity(self, sub: Lex) -> str:
        r"""``I_n`` and ``I_{n\times n}``: what stands below is a dimension."""
        rows, times, columns = sub.text.partition("\\times")
        words = re.findall(r"[A-Za-z]+|\\\\.*", rows)
        if (times and rows != columns) or any(len(w) > 1 and w not in self.letters.dims for w in words):
            raise Refusal(sub.span, "Below I stands its dimension: I_n, I_{n\\times n}; an entry is [I]_{ij}.")
        return re.sub(r"(?<=\d)(?=[A-Za-z])", "*", rows)

    # Scripts ---------------------------------------------------------------------------------------------------

    def scripted(self, found: tuple[Term, ...], scripts: Sequence[Lex], span: Span) -> tuple[Term, ...]:
        if scripts and scripts[-1].kind == "AT":
            return self._put_in(self.scripted(found, scripts[:-1], span), scripts[-1], span)
        if len(scripts) > 1:
            raise Refusal(scripts[1].span, "Two scripts at one place: write brackets.")
        if not scripts:
            return found
        (lex,) = scripts
        if lex.kind == "SUB":
            raise Refusal(lex.span, "A subscript is read on letters: for an entry write [A B]_{ij}.")
        makers = [make for a in found for make in self._above(a, lex, span)]
        return self.fitting(makers, span)

    def _put_in(self, found: tuple[Term, ...], lex: Lex, span: Span) -> tuple[Term, ...]:
        r"""``f\big|_{x = 0}``: values put in for letters, derivatives being taken first."""
        put: list[Term] = []
        for letter, told in self.equations(lex):
            value = _zero_like(told, letter)
            if not isinstance(letter, Sym) or letter.has("random") or not fits(self.shape(letter), self.shape(value)):
                raise Refusal(lex.span, "Below a bar stand declared letters that are not random, each with a value of "
                              "its shape.")  # fmt: skip
            put += [letter, value]
        return self.fitting([Op("where", (a, *put)) for a in found], span)

    def _above(self, a: Term, lex: Lex, span: Span) -> list[Term]:
        text = lex.text
        if lex.kind == "PRIME" or text == "\\prime" or text in TRANSPOSED:
            if self.shape(a) == SCALAR:
                what = "prime" if lex.kind == "PRIME" else "transpose"
                raise Refusal(lex.span, f"A {what} on a number: declare the name, or take it away.")
            out: list[Term] = [a.T]
            if text == "T" and self.letters.find("T", "", "") is not None:
                out += [Op("^", (a, e)) for e in self.within(lex.items, lex.span)]
            return out
        if text == "+" and (self.is_number(a) or 1 in [n.value({}) for n in self.shape(a) if n is not None]):
            raise Refusal(lex.span, "A positive part, or a pseudo-inverse? Write ^\\dagger for a pseudo-inverse.")
        if text in PSEUDO_INVERSE:
            return [Op("pinv", (a,))]
        if text in _INVERSE_TRANSPOSED and not (text == "-T" and self.letters.find("T", "", "") is not None):
            if self.shape(a) == SCALAR:
                raise Refusal(lex.span, "A transpose on a number: declare the name, or take it away.")
            return [Op("^", (a, Num(Fraction(-1)))).T]
        if "\\top" in text or text in ("*", "\\ast", "-T") or text.startswith(("(", "[", "\\{")):
            turned = "T" in text or "top" in text
            how = "one script at a time, as in (A^{-1})^\\top" if turned else "a power without brackets, as in A^2"
            raise Refusal(lex.span, f"^{{{text}}} is not read: declare the name, or write {how}.")
        return [Op("^", (a, e)) for e in self._exponents(lex, span)]

    def _exponents(self, lex: Lex, span: Span) -> list[Term]:
        names = [item.text for item in lex.items if isinstance(item, Tok)]
        letters = [name for name in names if name.isalpha() or name[0] == "\\"]
        if len(letters) == len(lex.items) > 1:
            raise Refusal(lex.span, f"^{{{lex.text}}} is a name or a power: declare it, or write \\cdot in the power.")
        out: list[Term] = []
        for e in self.within(lex.items, lex.span):
            if isinstance(e, Sym) and e.has("index"):
                raise Refusal(lex.span, "An index as an upper script is a name or a power: declare it.")
            if not self.is_number(e):
                raise Refusal(lex.span, "This upper script is no number, no transpose and no declared name.")
            if isinstance(e, Op) and e.head == "neg" and isinstance(e.args[0], Num):
                e = Num(-e.args[0].value)
            out.append(e)
        return out

    # What letters are applied to ---------------------------------------------------------------------------------

    def application(self, node: Node, scripts: Sequence[Lex], bracket: Node) -> str:
        """What a letter before a bracket is: a function, a start, an eigenvalue; nothing for a product that needs the
        bracket.  Nothing in the bracket is read yet."""
        lex, inside = self.lex(node.children[0]), bracket.children[0]
        arguments = [child for child in inside.children if isinstance(child, Tree)]
        behind = tuple(map(self.lex, bracket.children[1:]))
        span = self.span(node)[0], self.span(bracket)[1]
        if self.lex(inside.children[0]).text == "[" and behind and behind[0].kind == "SUB":
            return ""
        if lex.text == "\\lambda" and len(scripts) == 1 and self._of_a_matrix(scripts[0]):
            return "eigenvalue"
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
        if how == "eigenvalue":
            return self.scripted(self._eigenvalue(scripts[0], arguments, span), behind, span)
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
        put = {sym: _zero_like(value, sym) for sym, value in told}
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
        if powered:
            return len(factors) == 1 and isinstance(factors[0], Tree) and len(factors[0].children) == 1
        matrix = isinstance(named, Sym) and named.shape[0] != 1 and named.shape[1] != 1
        return len(factors) == 1 or not matrix

    def _eigenvalue(self, sub: Lex, arguments: Sequence[Node], span: Span) -> tuple[Term, ...]:
        if len(arguments) != 1 or sub.kind != "SUB":
            raise Refusal(span, "An eigenvalue is \\lambda_{\\min}(A) or \\lambda_k(A) of one matrix.")
        body = self.sum(arguments[0])
        if sub.text.lstrip("\\") == "min":
            return self.fitting([Op("least_eigenvalue", (b,)) for b in body], span)
        if sub.text.lstrip("\\") == "max":
            return self.fitting([Op("eigenvalue", (b, _ONE)) for b in body], span)
        places = self._places(sub, 1)[0]
        return self.fitting([Op("eigenvalue", (b, k)) for b in body for k in places], span)

    def mean(self, body: Term, scripts: Sequence[Lex], given: Sequence[Node], span: Span) -> Term:
        """An expectation over all that is random, what is below it being told to be just that."""
        drawn = {s for s in free_symbols(body) if s.has("random")}
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
            if over != meant:
                raise Refusal(
                    lex.span, f"An expectation over {', '.join(sorted(over))} where {', '.join(sorted(meant))} "
                    "are random: write \\mathbb E[... \\mid ...] for what is held fixed."
                )
        made = expect_given(body, *fixed) if fixed else expect(body)
        return self.typed(made, span)

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


def _image(items: Sequence[Item]) -> Sequence[Item] | None:
    r"""The matrix of ``\mathrm{Im}(H)``."""
    upright, name, opened, *inside = items if len(items) > 4 else (None,) * 3
    texts = [item.text if isinstance(item, Tok) else "" for item in (upright, opened, *inside[-1:])]
    named = isinstance(name, Group) and key(name.items) == "Im"
    return inside[:-1] if named and texts == ["\\mathrm", "(", ")"] else None


def _ranges_over(i: Term, rows: object) -> bool:
    """Whether this is an index that runs over so many rows."""
    if not isinstance(i, Sym):
        return False
    ranges = [trait.removeprefix("range:") for trait in i.traits if trait.startswith("range:")]
    return any(size(int(r) if r.isdigit() else r) == rows for r in ranges)


def _zero_like(value: Term, letter: Term) -> Term:
    """The 0 of the letter's shape, where 0 is put in for it."""
    plain_zero = isinstance(value, Num) and not value.value and isinstance(letter, Sym) and letter.shape != (1, 1)
    return zeros(*letter.shape) if plain_zero and isinstance(letter, Sym) else value


def _moves(named: Sym | Abbrev | None) -> bool:
    """Whether this is trained, or stands for what is, and is no function of its own."""
    if isinstance(named, Abbrev):
        return not arguments_of(named.sym) and any(sym.has("parameter") for sym in free_symbols(named.body))
    return named is not None and named.has("parameter")


def is_zero_at(inside: Node, reader: Typed) -> bool:
    """Whether a bracket holds 0, and nothing else."""
    tokens = list(inside.scan_values(lambda t: True))
    return [reader.lex(t).text for t in tokens if t.type == "NUM"] == ["0"] and len(tokens) == 3
