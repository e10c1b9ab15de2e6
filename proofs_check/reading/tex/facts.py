r"""What a formula says when it declares: letters, a sign, and what they are.

>>> declaration(r"A, B\in\mathbb R^{d\times d}").names
('A', 'B')
>>> declaration(r"x_1,\dots,x_n\sim\mathcal N(0,\Lambda)").family, declaration("A = B"), declaration("a > b > 0")
(True, None, None)
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from ..joined_statements import in_words
from ..letters import spelled
from ..lexer import lexed
from ..outcomes import Refusal
from ..spellings import CONNECTIVES, OTHER_RELATIONS, RELATIONS
from ..tokens import Tok, grouped, tokens
from .sources import Text
from .spelled_letters import OVER, bare
from .supposed import Condition, Fact

_SIGNS = {
    "\\in": "in", "\\sim": "~", ">": ">", "\\gt": ">", "\\ge": ">=", "\\geq": ">=", "\\geqslant": ">=", "\\ne": "!=",
    "\\neq": "!=", "\\succ": "\\succ", "\\succeq": "\\succeq", "\\succcurlyeq": "\\succeq", ":=": ":=",
    "\\coloneqq": ":=", "\\triangleq": ":=",
}  # fmt: skip
DOTS = frozenset({"\\dots", "\\ldots", "\\cdots", "\\dotsc"})
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


def declaration(source: str) -> Declaration | None:
    over = OVER.search(source)
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
    if family and sign in ("~", "in"):
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


_STATING = frozenset({*RELATIONS, *CONNECTIVES, "\\overset", "\\stackrel"})


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
    if (numbers := _as_entries(found)) is not None:
        return [Fact(*numbers, place, fresh=True, of_entries=True), Fact(found.last, f"{found.last}: integer", place)]
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
        out.append(Fact(found.last, f"{found.last}: positive integer", place))
    return out


def _as_entries(found: Declaration) -> tuple[str, str] | None:
    r"""``a_1, \dots, a_n\in\mathbb R``: they are the entries of a vector."""
    if not (found.family and found.sign == "in" and found.last and not found.beside and _REALS.fullmatch(found.rest)):
        return None
    base = found.names[0].partition("_")[0].strip()
    return base, rf"{base} in \mathbb{{R}}^{{{found.last}}}"


_REALS = re.compile(r"\\mathbb\s*\{?\s*R\s*\}?|\\R")


def as_iid(fact: Fact, found: Declaration) -> Fact:
    """Of what a formula draws, said to be independent: the members of a family, and what stands beside it."""
    if not found.family or "~" not in fact.text:
        return fact
    return replace(with_word(fact, "iid") if fact.family else fact, together=bool(found.beside))


def states(source: str) -> bool:
    """Whether a formula has a relation outside of its scripts, or words that state something."""
    try:
        items = grouped(source)
        return in_words(items) or any(isinstance(item, Tok) and item.text in _STATING for item in items)
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


_ROW = re.compile(r"(.*?)&?\s*(?:=|<|>|\\(?:leq?|geq?|leqslant|geqslant|preceq|succeq)(?![A-Za-z]))(.*)", re.DOTALL)


def is_row(source: str) -> bool:
    """Whether a row of a display is a statement of its own: a relation between sides that are no letters or numbers."""
    found = _ROW.fullmatch(re.sub(r"^(?:\\q?quad(?![A-Za-z])|\\[,;: ]|[\s&,])+", "", source))
    sides = [side.strip(" &\n\t") for side in found.groups()] if found is not None else []
    return bool(sides) and not any(names_in(side) or re.fullmatch(r"[-+]?[\d.]+|", side) for side in sides)


def with_word(fact: Fact, word: str) -> Fact:
    return fact if word in fact.text.split() else replace(fact, text=f"{fact.text} {word}")
