r"""What a formula says when it declares: letters, a sign, and what they are.

>>> declaration(r"A, B\in\mathbb R^{d\times d}").names
('A', 'B')
>>> declaration(r"x_1,\dots,x_n\sim\mathcal N(0,\Lambda)").family, declaration("A = B"), declaration("a > b > 0")
(True, None, None)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from ..letters import spelled
from ..lexer import lexed
from ..outcomes import Refusal
from ..spellings import ACCENTS, CONNECTIVES, FONTS, GREEK, OTHER_RELATIONS, RELATIONS, SAME_ACCENT
from ..tokens import Tok, grouped, tokens
from .sources import Place, Text

_SIGNS = {
    "\\in": "in", "\\sim": "~", ">": ">", "\\gt": ">", "\\ge": ">=", "\\geq": ">=", "\\geqslant": ">=", "\\ne": "!=",
    "\\neq": "!=", "\\succ": "\\succ", "\\succeq": "\\succeq", "\\succcurlyeq": "\\succeq", ":=": ":=",
    "\\coloneqq": ":=", "\\triangleq": ":=",
}  # fmt: skip
DOTS = frozenset({"\\dots", "\\ldots", "\\cdots", "\\dotsc"})
_OVER = re.compile(r"\\(?:overset|stackrel)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*\{?\s*(\\sim|=)\s*\}?")
_UNSAID = re.compile(
    r"\\(?:times|sim|in|mathbb\s*\{?\s*[RN]|mathcal|dots|ldots|cdots|geq?|neq?|succ|succeq)(?![A-Za-z])|;"
)
"""What the language of declarations writes in another way: in a definition it would be another formula."""


@dataclass(frozen=True)
class Declaration:
    names: tuple[str, ...]
    sign: str
    rest: str
    family: bool = False
    iid: bool = False
    last: str = ""
    """Of a family, how many members it has: N of x_1, ..., x_N."""
    beside: int = 0
    """How many of the names stand behind a family: 1 of x_1, ..., x_N, x_q."""


@dataclass(frozen=True)
class Fact:
    """Something said of one letter, in the language of declarations."""

    letter: str
    text: str
    place: Place
    fresh: bool = False
    """Whether the letter is introduced by it: a shape, a law, or a formula."""
    relation: Text | None = None
    """The formula itself, where it is one about a letter that may be known already."""
    independent: bool = False
    """Whether it is independent of everything."""
    apart_from: frozenset[str] = frozenset()
    """Where it is not said of everything, the letters, and the nouns, of which it is independent."""
    together: bool = False
    """Whether it is independent of what else its formula draws: x_q of x_1, ..., x_N."""
    certain: bool = False
    """Whether a comment to the reader says it."""
    family: bool = False
    """Whether it is about the members of a family, x_1, ..., x_N."""

    @property
    def key(self) -> str:
        return base_of(self.letter)


@dataclass(frozen=True)
class Condition:
    """A relation that is supposed."""

    body: Text
    defines: bool = False
    """Whether it may be a definition: ``let B = A + I``."""


@dataclass(frozen=True)
class Held:
    """Letters that are said to stand for any value, ``for every fixed $w$``: no mean is over them."""

    letters: frozenset[str]


@dataclass(frozen=True)
class Called:
    """What letters are called: ``the inputs``."""

    letters: frozenset[str]
    nouns: frozenset[str]


@dataclass(frozen=True)
class Doubt:
    """A sentence that says something of letters, and was not understood."""

    letters: frozenset[str] | None
    """Their bases; None for all."""
    place: Place
    words: str
    for_good: bool
    why: str = ""
    """The word at which it is left."""
    signs: frozenset[str] = frozenset()
    """The norm, or the inner product, that it speaks of."""


@dataclass(frozen=True)
class Notation:
    """The letters of a shipped paper are in force, by ``%! notation zfb``."""

    paper: str
    place: Place


@dataclass(frozen=True)
class Habit:
    """What a letter before a bracket is, by ``%! reading``: a ``product``, or an ``application``."""

    brackets: str


@dataclass(frozen=True)
class Along:
    """``Under gradient flow,`` of a flow whose equation was said before."""


@dataclass(frozen=True)
class Extent:
    r"""What each member of a family is was said ``for $i=1,\dots,n$``."""

    base: str
    last: str


Entry = Fact | Condition | Held | Called | Doubt | Notation | Habit | Extent | Along


@dataclass
class Said:
    """What a sentence supposes and states."""

    entries: list[Entry] = field(default_factory=list)
    passing: list[Entry] = field(default_factory=list)
    """What it supposes for itself alone."""
    tentative: bool = False
    """Whether it supposes something for now: in running text that ends with the paragraph."""
    stated: list[int] = field(default_factory=list)
    """Its formulas that are statements, by their places among its pieces."""


def bare(source: str) -> str:
    r"""A formula on one line, ``\overset{iid}{\sim}`` as ``\sim``."""
    plain = _OVER.sub(lambda m: "\\sim " if m[2] == "\\sim" else ":=" if "def" in m[1] else m[0], source)
    return re.sub(r"\s+", " ", plain).strip()


def declaration(source: str) -> Declaration | None:
    over = _OVER.search(source)
    iid = over is not None and bool(re.search(r"i\.?\s*i\.?\s*d", over[1]))
    if over is not None and over[2] == "\\sim" and not iid:
        return None
    text = bare(source)
    try:
        found = list(tokens(text))
    except Refusal:
        return None
    depth, at = 0, -1
    for k, tok in enumerate(found):
        depth += {"{": 1, "}": -1, "(": 1, ")": -1, "[": 1, "]": -1}.get(tok.text, 0)
        sign = ":=" if tok.text == ":" and k + 1 < len(found) and found[k + 1].text == "=" else tok.text
        if depth == 0 and sign in _SIGNS:
            at = k
            break
        if depth == 0 and sign in RELATIONS:
            return None
    if at < 0:
        return None
    width = 2 if found[at].text == ":" else 1
    sign = _SIGNS[":=" if width == 2 else found[at].text]
    rest = text[found[at + width - 1].end :].strip()
    if sign != ":=" and any(text in {*RELATIONS, *CONNECTIVES, *_SIGNS} for text in _outside(found[at + width :])):
        return None
    names = names_in(text[: found[at].start])
    if sign == ":=" and names is None:
        names = function_named(text[: found[at].start])
    power = sign not in ("in", "~", ":=") and re.search(r"\^\s*\{?\s*\d", text[: found[at].start])
    if names is None or not rest or power:
        return None
    family, beside = len(names) > 1 and any(name in DOTS for name in names), 0
    if family and sign == "~":
        alone = names[0] if names[0] == names[1].partition("_")[0] else ""  # x, x_1, ..., x_N
        names = (*names[1:], alone) if alone else names
        beside = sum(1 for _ in takewhile(lambda name: name == alone or _is_apart(name), reversed(names)))
        names, apart = names[: len(names) - beside], names[len(names) - beside :]
    if family and len({name.partition("_")[:2] for name in names if name not in DOTS}) > 1:
        return None
    if family and names[-2:-1] not in [(dots,) for dots in DOTS]:
        return None
    found_last = re.search(r"_\{?\s*([A-Za-z])\s*\}?$", names[-1]) if family else None
    last = found_last[1] if found_last else ""
    names = (*names[:1], *(apart if beside else ())) if family else names
    return Declaration(names, sign, rest, family, iid, last, beside)


def _is_apart(name: str) -> bool:
    r"""``x_q`` and ``x_{\mathrm{query}}``: no member of a family that is counted."""
    found = spelled(name)
    return found is not None and bool(re.fullmatch("q|query|test|new|star|\\*|\\\\star", found[1]))


def function_named(left: str) -> tuple[str, ...] | None:
    """``f(x)``, the left side of the definition of a function."""
    found = re.fullmatch(r"\s*([^()]+?)\s*\(([^()]*)\)\s*", left)
    arguments = names_in(found[2]) if found is not None else None
    return (left.strip(),) if found is not None and arguments and spelled(found[1]) is not None else None


def with_sign(name: str, right: str) -> Declaration:
    """``name := right``."""
    return Declaration((name,), ":=", " ".join(right.replace("&", " ").split()))


def relation_signs(source: str) -> list[str]:
    """The relations of a formula outside of braces."""
    try:
        return [text for text in _outside(list(tokens(bare(source)))) if text in {*RELATIONS, *CONNECTIVES, *_SIGNS}]
    except Refusal:
        return []


def _outside(found: Sequence[Tok]) -> Iterator[str]:
    """The tokens outside of braces."""
    depth = 0
    for tok in found:
        depth += {"{": 1, "}": -1}.get(tok.text, 0)
        if depth == 0:
            yield tok.text


def is_law(source: str) -> bool:
    """Whether a formula is a law alone, as in ``be i.i.d. $N(0, S)$``."""
    return bool(re.fullmatch(r"(?:\\mathcal\s*\{?\s*N\s*\}?|N)\s*(?:\\left\s*)?\(.*\)", bare(source)))


_ENDS = re.compile(r"(?:\\left\s*)?([\[(])([^,]+),([^,]+?)(?:\\right\s*)?([\])])")


def in_interval(found: Declaration, body: Text) -> tuple[Declaration, list[Condition]]:
    r"""``t\in[0,1)`` as a number with ``0 \le t < 1``; anything else as it is."""
    ends = _ENDS.fullmatch(found.rest.strip(" .")) if found.sign == "in" and not found.family else None
    if ends is None:
        return found, []
    low, high = ends[2].strip(), ends[3].strip()
    out = []
    for name in found.names:
        left = "" if low == "-\\infty" else low + (" < " if ends[1] == "(" else " \\le ")
        right = "" if high.lstrip("+") == "\\infty" else (" < " if ends[4] == ")" else " \\le ") + high
        chars = f"{left}{name}{right}"
        if left or right:
            out.append(Condition(Text(chars, (body.place(0),) * len(chars))))
    return replace(found, rest="\\mathbb R"), out


_FUNCTION = re.compile(r"\s*(.+?)\s*(?:\\colon|:)\s*(.+?)\\to\s*(?:\\mathbb\s*\{?R\}?|\\R)\s*")


def function_in(source: str) -> str:
    r"""The letter of ``f:\mathbb R^d\to\mathbb R``: a function whose values are numbers; nothing for anything else."""
    found = _FUNCTION.fullmatch(bare(source))
    space = r"(?:\\mathbb\s*\{?R\}?|\\R)(?:\s*\^\s*(?:\w|\{[^{}]*\}))?"
    spaces = found is not None and re.fullmatch(rf"\s*{space}(?:\s*\\times\s*{space})*\s*", found[2])
    return found[1] if found is not None and spaces and spelled(found[1]) is not None else ""


def names_in(source: str) -> tuple[str, ...] | None:
    """The letters, where there is nothing but letters with commas between."""
    pieces, depth, last = [], 0, 0
    for k, char in enumerate(source):
        depth += (char in "{([") - (char in "})]")
        if char == "," and depth == 0:
            pieces.append(source[last:k])
            last = k + 1
    names = tuple(re.sub(r"\s+", " ", piece).strip() for piece in (*pieces, source[last:]))
    return names if all(name in DOTS or (name and spelled(name) is not None) for name in names) else None


def facts_of(found: Declaration, body: Text, *, certain: bool = False) -> list[Fact]:
    """One fact for each letter."""
    place = body.place(0)
    if found.sign == ":=" and relation_signs(found.rest):
        raise ValueError("a definition and a relation in one: write them apart")
    if found.sign == ":=" and _UNSAID.search(found.rest):
        raise ValueError("A definition with these signs is not read.")
    out = []
    for k, letter in enumerate(found.names):
        family = found.family and k == 0
        name = f"{letter}, \\dots" if family else letter
        text = f"{name} {found.sign} {found.rest}" + (" iid" if found.iid and (family or not found.family) else "")
        sign = found.sign not in ("in", "~", ":=")
        one = declaration(body.chars)
        relation = body if sign and one is not None and len(one.names) == 1 else None
        made = Fact(letter, text, place, fresh=not sign, relation=relation, certain=certain, family=family)
        out.append(as_iid(made, found) if found.iid and found.beside else made)
    if found.last:
        out.append(Fact(found.last, f"{found.last}: integer", place))
    return out


def as_iid(fact: Fact, found: Declaration) -> Fact:
    """Of what a formula draws, said to be independent: the members of a family, and what stands beside it."""
    if not found.family or "~" not in fact.text:
        return fact
    return replace(with_word(fact, "iid") if fact.family else fact, together=bool(found.beside))


def base_of(tex: str) -> str:
    """The letter itself with its accent, without scripts."""
    return next(iter(_letters(re.split(r"[_^']", tex)[0])), tex)


def letters_in(source: str, *, scripts: bool = True) -> frozenset[str]:
    """The letters that occur in a formula, with their accents and without their scripts."""
    return frozenset(_letters(bare(source), scripts=scripts))


def _letters(source: str, *, scripts: bool = True) -> Iterator[str]:
    try:
        found = list(tokens(source))
    except Refusal:
        yield from re.findall(r"\\[A-Za-z]+|[A-Za-z]", source)
        return
    accent, depth, below, expected = "", 0, 0, False
    for tok in found:
        depth += {"{": 1, "}": -1}.get(tok.text, 0)
        below = depth if tok.text == "{" and expected and not below else 0 if depth < below else below
        if tok.text in ACCENTS | FONTS:
            accent += SAME_ACCENT.get(tok.text, tok.text)
        elif tok.text in GREEK or (len(tok.text) == 1 and tok.text.isalpha()):
            if scripts or not (below or expected):
                yield accent + tok.text
            accent = ""
        elif tok.text != "{":
            accent = ""
        expected = tok.text in ("_", "^")


def states(source: str) -> bool:
    """Whether a formula has a relation outside of its scripts."""
    try:
        return any(isinstance(item, Tok) and item.text in {*RELATIONS, *CONNECTIVES} for item in grouped(source))
    except Refusal:
        return True


def connects(source: str) -> bool:
    """Whether a formula is an implication or an equivalence."""
    try:
        return any(isinstance(item, Tok) and item.text in CONNECTIVES for item in grouped(source))
    except Refusal:
        return True


def several(source: str) -> list[str]:
    """The formulas between commas and wide spaces."""
    try:
        found = lexed(grouped(source), frozenset())
    except Refusal:
        return [source]
    depth, last, out = 0, 0, []
    opened, closed = (
        {"OPEN", "LBRACE", "BEGIN", "LANGLE", "NORML", "BARL"},
        {"CLOSE", "RBRACE", "END", "RANGLE", "NORMR", "BARR"},
    )
    for lex in found:
        depth += (lex.kind in opened) - (lex.kind in closed)
        if depth == 0 and lex.kind in ("SEP", "GAP"):
            out.append(source[last : lex.span[0]])
            last = lex.span[1]
    return [piece for piece in (*out, source[last:]) if piece.strip(" ,&\\\n\t")]


def may_be_a_condition(source: str) -> bool:
    """Whether a formula behind a comma may be supposed of the one before: only an equation between terms is not."""
    text = bare(source)
    try:
        found = [tok.text for tok in tokens(text) if tok.text in RELATIONS or tok.text in OTHER_RELATIONS | {"\\in"}]
    except Refusal:
        return True
    equation = found[:1] == ["="] and len(set(found)) == 1 and "\\not" not in text
    return not equation or names_in(text.partition("=")[0].replace("&", "")) is not None


_ALIGNED = re.compile(r"(.*?)&\s*(?:=|<|>|\\(?:leq?|geq?|leqslant|geqslant|preceq|succeq)(?![A-Za-z]))(.*)", re.DOTALL)


def is_row(source: str) -> bool:
    """Whether a formula is a row of its own, aligned at its relation, between sides that are no letters or numbers."""
    found = _ALIGNED.fullmatch(source)
    sides = [side.strip(" &\n\t") for side in found.groups()] if found is not None else []
    return bool(sides) and not any(names_in(side) or re.fullmatch(r"[-+]?[\d.]+|", side) for side in sides)


def with_word(fact: Fact, word: str) -> Fact:
    return fact if word in fact.text.split() else replace(fact, text=f"{fact.text} {word}")
