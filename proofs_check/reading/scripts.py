"""Letters with their scripts: declared names first, then members of families, entries, powers and transposes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from ..errors import UserError
from ..statement.dimensions import size
from ..statement.heads.shaping import SCALAR, fits
from ..statement.terms import (
    Abbrev,
    Num,
    Op,
    Sym,
    Term,
    entry,
    eye,
    scalar,
    symbols,
    zeros,
)
from .family_definitions import member
from .letters import Letters, arguments_of, letter_of, script
from .lexer import Lex
from .outcomes import Refusal, Span
from .spellings import IDENTITY, PSEUDO_INVERSE, TRANSPOSED
from .tokens import Group, Item, Tok, key
from .typing import Rows

ONE = Num(Fraction(1))
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
        formula = self.letters.formulas.get((lex.text, ""))
        if sub is not None and formula is not None:
            members = [member(formula, place) for place in self._places(sub, 1)[0]]
            return self.scripted(self.fitting(members, span), [s for s in scripts if s is not sub], span)
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
        if (columns := self._column_of_context(lex, sub, scripts, span)) is not None:
            return columns
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

    def _column_of_context(
        self, lex: Lex, sub: Lex | None, scripts: Sequence[Lex], span: Span
    ) -> tuple[Term, ...] | None:
        r"""``x^{(i)}``, column i of the context ``X_0``; nothing where no context, or several, can be meant."""
        sup = next((s for s in scripts if s.kind == "SUP"), None)
        contexts = [named for (base, _, above), named in self.letters.table.items()
                    if isinstance(named, Sym) and named.has("context") and base.lower() == lex.text and not above]
        if sub is not None or sup is None or sup.text[:1] + sup.text[-1:] != "()" or len(contexts) != 1:
            return None
        places = self._place(sup.items[1:-1], sup)
        made = [entry(contexts[0], 1, k) if contexts[0].shape[0] == 1 else Op("col", (contexts[0], k)) for k in places]
        return self.scripted(self.fitting(made, span), [s for s in scripts if s is not sup], span)

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
            value = zero_like(told, letter)
            if not isinstance(letter, Sym) or letter.has("random") or not fits(self.shape(letter), self.shape(value)):
                raise Refusal(lex.span, "Below a bar stand declared letters that are not random, each with a value of "
                              "its shape.")  # fmt: skip
            put += [letter, value]
        return self.fitting([Op("where", (a, *put)) for a in found], span)

    def _above(self, a: Term, lex: Lex, span: Span) -> list[Term]:
        text = lex.text
        if lex.kind == "PRIME" and len(text) > 1:
            raise Refusal(lex.span, "Several primes are part of a name: declare it.")
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


def zero_like(value: Term, letter: Term) -> Term:
    """The 0 of the letter's shape, where 0 is put in for it."""
    plain_zero = isinstance(value, Num) and not value.value and isinstance(letter, Sym) and letter.shape != (1, 1)
    return zeros(*letter.shape) if plain_zero and isinstance(letter, Sym) else value

