"""From LaTeX tokens to the tokens of the grammar: layout left out, scripts as they are, bars in pairs.

Names are not resolved here: what a subscript means depends on what is declared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .bars import paired
from .indicators import with_indicators
from .lexemes import CLOSING, OPENING, OPERANDS, Lex
from .outcomes import Refusal, Span
from .source_kept import is_kept
from .spellings import (
    ACCENTS,
    BARS,
    CLOSE,
    COMMANDS,
    CONNECTIVES,
    DISPLAYS,
    DOTS,
    FONTS,
    FUNCTIONS,
    GAPS,
    GREEK,
    HEADS,
    LACKING,
    LAYOUT,
    LONGEST,
    MATRICES,
    MOMENTS,
    NEGATED,
    OPEN,
    OTHER_RELATIONS,
    RELATIONS,
    REMEDIES,
    SAME_ACCENT,
    UPRIGHT,
    WORDS,
)
from .tokens import Group, Item, Tok, key, word

_SIGNS = {"+": "PLUS", "-": "MINUS", "/": "SLASH", "\\cdot": "DOT", "\\otimes": "OTIMES", ",": "COMMA", "\\mid": "MID",
          "&": "AMP", "\\langle": "LANGLE", "\\rangle": "RANGLE", ";": "SEP"}  # fmt: skip


def lexed(items: Sequence[Item], declared: frozenset[str]) -> list[Lex]:
    """The tokens of the grammar; ``declared`` are the letters that have been declared."""
    found = list(_with_powers_of_e(_apart(_tidied(paired(_Lexer(declared).run(list(items))))), declared))
    found = with_indicators(found, declared)
    if not is_kept(items, found, declared):
        whole = (items[0].span[0], items[-1].span[1])
        raise Refusal(whole, "The signs here would be read as others: write it in another way.")
    return found


def _with_powers_of_e(found: Sequence[Lex], declared: frozenset[str]) -> Iterator[Lex]:
    r"""``e^{-at}`` as ``\exp(-at)``, where no letter e is declared; an index, a star or a number above is no power."""
    place = 0
    while place < len(found):
        lex, above = found[place], found[place + 1] if place + 1 < len(found) else None
        if above is None or (lex.kind, lex.text) != ("NAME", "e") or "e" in declared or not _is_power(above):
            yield lex
            place += 1
            continue
        yield replace(lex, kind="HEAD", text="exp")
        yield Lex("OPEN", above.span, "(")
        yield from lexed(above.items, declared)
        yield Lex("CLOSE", above.span, "(")
        place += 2


def _is_power(lex: Lex) -> bool:
    if lex.kind != "SUP" or lex.text[:1] in ("(", "*", "["):
        return False
    return len(lex.items) > 1 or lex.text in GREEK or lex.text in set("abcrstuvwxyz")


def _apart(found: list[Lex]) -> list[Lex]:
    r"""``\sum_{i,j=1}^n`` as two sums with these limits."""
    out: list[Lex] = []
    for k, lex in enumerate(found):
        names, others = _indices(found[k + 1 : k + 3]) if (lex.kind, lex.text) == ("HEAD", "sum") else ((), ())
        for name in names[:-1]:
            below = (name, *others)
            out += [lex, Lex("SUB", found[k + 1].span, key(below), below), found[k + 2]]
        if names and others:
            below = (names[-1], *others)
            found[k + 1] = Lex("SUB", found[k + 1].span, key(below), below)
        out.append(lex) if not (names and lex.kind == "SUB") else None
    return out


def _indices(scripts: Sequence[Lex]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    r"""The indices of ``i,j=1``, and ``=1``; nothing where it says something else."""
    if [lex.kind for lex in scripts] != ["SUB", "SUP"]:
        return (), ()
    items = scripts[0].items
    at = next((k for k, item in enumerate(items) if isinstance(item, Tok) and item.text == "="), 0)
    if any(isinstance(item, Tok) and item.text in ("\\ne", "\\neq") for item in items):
        return (), ()
    names, commas = items[:at:2], items[1:at:2]
    good = len(names) == len(commas) + 1 > 1 and all(isinstance(c, Tok) and c.text == "," for c in commas)
    return (names, items[at:]) if good else ((), ())


class _Lexer:
    def __init__(self, declared: frozenset[str]) -> None:
        self.declared = declared
        self.out: list[Lex] = []

    def run(self, items: list[Item]) -> list[Lex]:
        rest = items[::-1]
        while rest:
            item = rest.pop()
            if isinstance(item, Group):
                self._braces(item, rest)
            else:
                self._token(item, rest)
        return self.out

    def put(self, kind: str, span: Span, text: str = "", items: Sequence[Item] = ()) -> None:
        self.out.append(Lex(kind, span, text, tuple(items)))

    # One token -----------------------------------------------------------------------------------------------

    def _token(self, tok: Tok, rest: list[Item]) -> None:
        text = tok.text
        following = rest[-1] if rest else None
        if text in ("\\left", "\\right") and isinstance(following, Tok) and following.text == ".":
            rest.pop()
        elif text in LAYOUT:
            return
        elif text in GAPS:
            self.put("GAP", tok.span)
        elif text in ("_", "^"):
            self._script(tok, rest)
        elif text == "'" and self.out and self.out[-1].kind == "PRIME":
            last = self.out.pop()
            self.put("PRIME", (last.span[0], tok.end), f"{last.text}'")
        elif text == "'":
            self.put("PRIME", tok.span, "'")
        elif text in _SIGNS:
            self.put(_SIGNS[text], tok.span)
        elif text in "<>" and isinstance(following, Tok) and following.text == "=" and following.start == tok.end:
            self.put("REL", (tok.start, rest.pop().end), "le" if text == "<" else "ge")
        elif text in RELATIONS:
            self.put("REL", tok.span, RELATIONS[text])
        elif text == "\\not" and rest and isinstance(rest[-1], Tok) and rest[-1].text in NEGATED:
            after = rest.pop()
            assert isinstance(after, Tok)
            self.put("REL", (tok.start, after.end), NEGATED[after.text])
        elif text in CONNECTIVES:
            self.put("IMPL", tok.span, CONNECTIVES[text])
        elif text in OPEN or text in CLOSE:
            self.put("OPEN" if text in OPEN else "CLOSE", tok.span, OPEN.get(text) or CLOSE[text])
        elif BARS.get(text) == "BAR" and (values := _values(rest)):
            rest[-2:] = []
            self.put("AT", (tok.start, values.end), key(values.items), values.items)
        elif text in BARS:
            self.put(BARS[text], tok.span)
        elif text in ("\\overset", "\\stackrel"):
            self._sign_above(tok, rest)
        elif text == "\\\\":
            self.put("ROW", tok.span)
        elif text[0].isdigit():
            self._number(tok)
        elif text in ("\\frac", "\\tfrac", "\\dfrac"):
            self._fraction(tok, rest)
        elif text == "\\sqrt":
            self._root(tok, rest)
        elif text in ("\\begin", "\\end"):
            self._environment(tok, rest)
        else:
            self._letter(tok, rest)

    def _number(self, tok: Tok) -> None:
        last = self.out[-1] if self.out else None
        if last and last.kind == "NUM":
            raise Refusal((last.span[0], tok.end), "Two numbers in a row: write \\cdot between them.")
        if last and last.kind == "NAME" and last.span[1] == tok.start:
            raise Refusal(tok.span, "A number behind a letter: write a subscript, a power or \\cdot.")
        self.put("NUM", tok.span, tok.text)

    def _letter(self, tok: Tok, rest: list[Item]) -> None:
        text = tok.text
        if text in ACCENTS or text in FONTS or text in UPRIGHT:
            self._dressed(tok, rest)
        elif text == "\\arg":
            self._arg(tok, rest)
        elif text[1:] in ("Var", "Cov") and text not in self.declared:
            self.put("MOMENT", tok.span, text[1:])
        elif text[1:] in COMMANDS and text not in self.declared:
            self.put("HEAD", tok.span, HEADS[text[1:]])
        elif len(text) == 1 and text.isalpha():
            self._plain_letter(tok, rest)
        elif text in GREEK or text in self.declared:
            self.put("NAME", tok.span, text)
        elif text == "\\partial" and rest and isinstance(rest[-1], Tok) and rest[-1].text == "_":
            self.put("HEAD", tok.span, "partial")
        elif text in DOTS:
            following = rest[-1] if rest else None
            wide = isinstance(following, Tok) and following.text in GAPS and self.out and self.out[-1].kind == "GAP"
            self.put("DOTS", tok.span, "" if wide else text)
        elif text[1:] in LACKING:
            raise Refusal(tok.span, _lacking(text, text[1:]))
        elif text in OTHER_RELATIONS:
            raise Refusal(tok.span, f"{text} is no relation that can be examined: write =, \\le, \\ge or \\succeq.")
        elif text == "!":
            raise Refusal(tok.span, "! is not read: the language has no head for it (factorial).")
        elif text == ".":
            raise Refusal(tok.span, "A full stop inside a formula: a decimal number starts with a digit, as in 0.5.")
        else:
            raise Refusal(tok.span, f"{text} is not read: write what the manual shows, or declare a letter.")

    def _plain_letter(self, tok: Tok, rest: list[Item]) -> None:
        run, place = tok.text, tok.end
        for item in reversed(rest):
            if not (isinstance(item, Tok) and len(item.text) == 1 and item.text.isalpha() and item.start == place):
                break
            if len(run) > LONGEST:
                break
            run, place = run + item.text, item.end
        last = self.out[-1] if self.out else None
        inside = last is not None and last.kind == "NAME" and last.span[1] == tok.start and last.text.isalpha()
        applied = rest[len(rest) - len(run)] if len(rest) >= len(run) else None
        if HEADS.get(run) in FUNCTIONS and not inside and _is_open(applied) and not self.declared & set(run):
            del rest[len(rest) - len(run) + 1 :]
            self.put("HEAD", (tok.start, place), HEADS[run])
            return
        if run in WORDS and not inside:
            known = run in COMMANDS or run in LACKING or f"\\{run}" in GREEK or run in ("sqrt", "frac")
            spoken = run in HEADS or run in MOMENTS
            how = f"write \\{run}" if known else f"write \\operatorname{{{run}}}" if spoken else "leave words out"
            raise Refusal((tok.start, place), f"{run!r} is typed as a product of letters: {how}.")
        following = rest[-1] if rest else None
        if tok.text == "E" and "E" not in self.declared and isinstance(following, Tok) and following.text == "[":
            self.put("HEAD", tok.span, "expect")
        else:
            self.put("NAME", tok.span, tok.text)

    def _dressed(self, tok: Tok, rest: list[Item]) -> None:
        items, end = self._argument(tok, rest)
        bare = [item for item in items if not (isinstance(item, Tok) and item.text in LAYOUT)]
        named, span = word(bare) or key(bare), (tok.start, end)
        text = named if tok.text in UPRIGHT else f"{SAME_ACCENT.get(tok.text, tok.text)}{{{key(bare)}}}"
        if text in self.declared:
            self.put("NAME", span, text)
        elif named == "E" and tok.text not in ACCENTS:
            self.put("HEAD", span, "expect")
        elif tok.text in UPRIGHT and named in MOMENTS:
            self.put("MOMENT", span, MOMENTS[named])
        elif tok.text in UPRIGHT and named in HEADS:
            self.put("HEAD", span, HEADS[named])
        elif tok.text in UPRIGHT and named in LACKING:
            raise Refusal(span, _lacking(named, named))
        else:
            self.put("NAME", span, text)

    def _arg(self, tok: Tok, rest: list[Item]) -> None:
        while rest and isinstance(rest[-1], Tok) and rest[-1].text in LAYOUT:
            rest.pop()
        following = rest.pop() if rest else None
        if not (isinstance(following, Tok) and following.text == "\\min"):
            raise Refusal(tok.span, "\\arg is read before \\min alone: the language has no head for the others.")
        self.put("HEAD", (tok.start, following.end), "argmin")

    # Arguments -----------------------------------------------------------------------------------------------

    def _argument(self, tok: Tok, rest: list[Item]) -> tuple[tuple[Item, ...], int]:
        r"""What a command takes: a group, or one token; of ``\frac12`` one digit."""
        if not rest:
            raise Refusal(tok.span, f"{tok.text} lacks what it applies to.")
        item = rest.pop()
        if isinstance(item, Group):
            return item.items, item.end
        if item.text[0].isdigit() and len(item.text) > 1:
            if "." in item.text:
                raise Refusal(item.span, f"{tok.text} takes one digit: write braces around the number.")
            rest.append(Tok(item.text[1:], item.start + 1, item.end))
            item = Tok(item.text[0], item.start, item.start + 1)
        if item.text in ACCENTS | FONTS | UPRIGHT:
            inner, end = self._argument(item, rest)
            return (item, Group(inner, item.end, end)), end
        if item.text[0] != "\\" and not item.text.isalnum() and item.text not in "+*":
            raise Refusal(item.span, f"{tok.text} lacks what it applies to: write braces.")
        return (item,), item.end

    def _sign_above(self, tok: Tok, rest: list[Item]) -> None:
        r"""``\\overset{d}{=}``: both sides have one law."""
        behind = [rest.pop() for _ in range(min(2, len(rest)))]
        bare = [key(one.items if isinstance(one, Group) else (one,)) for one in behind]
        if bare not in (["d", "="], ["\\mathrm{d}", "="], ["(d)", "="]):
            raise Refusal(tok.span, f"{tok.text} is read as \\overset{{d}}{{=}} alone, of random letters with one law.")
        self.put("REL", (tok.start, behind[1].end), "same_law")

    def _script(self, tok: Tok, rest: list[Item]) -> None:
        following = rest[-1] if rest else None
        if isinstance(following, Tok) and following.text[0].isdigit() and len(following.text) > 1:
            raise Refusal(
                (tok.start, following.end),
                f"TeX takes one digit alone into {tok.text}{following.text}: write {tok.text}{{{following.text}}}.",
            )
        if not self.out or self.out[-1].kind not in OPERANDS | {"HEAD", "MOMENT", "NORM", "BAR"}:
            raise Refusal(tok.span, "A script that stands on nothing: write it behind what it belongs to.")
        items, end = self._argument(tok, rest)
        self.put("SUB" if tok.text == "_" else "SUP", (tok.start, end), key(items), items)

    def _inner(self, items: Sequence[Item], span: Span) -> None:
        self.put("LBRACE", span)
        self.run(list(items))
        self.put("RBRACE", span)

    def _fraction(self, tok: Tok, rest: list[Item]) -> None:
        above, _ = self._argument(tok, rest)
        below, end = self._argument(tok, rest)
        span = tok.start, end
        if key(above) == "d" and key(below) == "dt":
            self.put("HEAD", span, "slope" if "t" in self.declared else "ddt")
            return
        if key(above).startswith("\\partial") and key(below).startswith("\\partial"):
            self._partial(above[1:], below[1:], span)
            return
        if self.out and self.out[-1].kind == "NUM" and key(above).isdigit() and key(below).isdigit():
            raise Refusal(span, "A mixed number, or a product? Write + or \\cdot in front of the fraction.")
        self.put("FRAC", tok.span)
        for items in (above, below):
            self._inner(items, span)

    def _partial(self, of: Sequence[Item], by: Sequence[Item], span: Span) -> None:
        r"""``\frac{\partial}{\partial X}`` before what is derived, and ``\frac{\partial f(X)}{\partial X}``."""
        if "^" in [item.text for item in (*of[:1], *by) if isinstance(item, Tok)]:
            raise Refusal(span, "Derivatives of higher order are read of functions of a vector, \\nabla^2 f(x).")
        if any(isinstance(item, Tok) and item.text in ("+", "-") for item in of):
            raise Refusal(span, "A derivative of all of it? Write \\frac{\\partial}{\\partial x} before brackets.")
        self.put("OPEN", span, "(") if of else None
        self.put("HEAD", span, "partial")
        self.put("SUB", span, key(by), by)
        self.run(list(of))
        self.put("CLOSE", span, "(") if of else None

    def _root(self, tok: Tok, rest: list[Item]) -> None:
        if rest and isinstance(rest[-1], Tok) and rest[-1].text == "[":
            raise Refusal(rest[-1].span, "Only square roots are read: write a power, as in a^{1/3}.")
        items, end = self._argument(tok, rest)
        self.put("SQRT", tok.span)
        self._inner(items, (tok.start, end))

    def _environment(self, tok: Tok, rest: list[Item]) -> None:
        items, end = self._argument(tok, rest)
        name = key(items).removesuffix("*")
        if name in MATRICES:
            self.put(tok.text[1:].upper(), (tok.start, end), name)
        elif name in ("cases", "dcases", "rcases"):
            how = "State each case as an implication, a > 0 \\implies b = c."
            raise Refusal((tok.start, end), f"{name} is not read: the language has no head for it. {how}")
        elif name not in DISPLAYS:
            raise Refusal((tok.start, end), f"The environment {name} is not read: write pmatrix for a block matrix.")

    def _braces(self, group: Group, rest: list[Item]) -> None:
        """Braces are not seen in print: what carries a script must be one symbol."""
        following = rest[-1] if rest else None
        if isinstance(following, Tok) and following.text in ("_", "^", "'"):
            before = len(self.out)
            self.run(list(group.items))
            inner = self.out[before:]
            single = [lex for lex in inner if lex.kind not in ("SUB", "SUP", "PRIME")]
            if len(single) != 1 or any(lex.kind == "SUP" and following.text != "_" for lex in inner[1:]):
                raise Refusal(
                    group.span, "Braces are not seen in print, so that it stays open what this script belongs to: "
                    "write round brackets."
                )
            return
        rest.extend(reversed(group.items))


def _is_open(item: Item | None) -> bool:
    return isinstance(item, Tok) and item.text in ("(", "[")


def _values(rest: Sequence[Item]) -> Group | None:
    """What stands below a bar, ``|_{x = 0}``: values for letters."""
    below = rest[-2] if len(rest) > 1 and isinstance(rest[-1], Tok) and rest[-1].text == "_" else None
    told = isinstance(below, Group) and any(isinstance(item, Tok) and item.text == "=" for item in below.items)
    return below if told and isinstance(below, Group) else None


def _lacking(shown: str, name: str) -> str:
    how = f": {REMEDIES[name]}" if name in REMEDIES else ""
    return f"{shown} is not read: the language has no head for it ({LACKING[name]}){how}."


# Displays ------------------------------------------------------------------------------------------------------

def _tidied(found: list[Lex]) -> list[Lex]:
    """Outside of brackets commas and new rows part statements; wide spaces beside them and & are layout."""
    out: list[Lex] = []
    depth = 0
    for place, lex in enumerate(found):
        depth += (lex.kind in OPENING) - (lex.kind in CLOSING)
        following = found[place + 1] if place + 1 < len(found) else None
        before = out[-1] if out else None
        if depth == 0 and lex.kind == "COMMA":
            if before and following and before.kind == following.kind == "NUM" and before.span[1] == lex.span[0]:
                raise Refusal((before.span[0], following.span[1]), "A comma inside a number: write 1000, or 0.5.")
            out.append(Lex("SEP", lex.span))
        elif depth == 0 and lex.kind == "ROW":
            if before and following and following.kind not in ("REL", "PLUS", "MINUS", "AMP") and before.kind != "REL":
                out.append(Lex("SEP", lex.span, "\\\\"))
        elif (depth == 0 and lex.kind == "AMP") or (lex.kind == "GAP" and _idle(before, following)):
            continue
        else:
            out.append(lex)
    return out


def _idle(before: Lex | None, following: Lex | None) -> bool:
    """Whether a wide space stands where it cannot part two factors."""
    around = {before.kind if before else "", following.kind if following else ""}
    return bool(around & {"", "REL", "SEP", "COMMA", "GAP", "IMPL", "DOTS"})
