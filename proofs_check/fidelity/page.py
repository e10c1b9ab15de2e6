r"""The formulas of a page, cut into relations: one each, with the part of the claim under which it stands.

>>> [u.tex for u in units(r"(a) for $d,N\ge1$: $a=b$, $c=$ (b) $d\le e$ and $x\in\mathbb R^d$")]
['d\\ge1', 'N\\ge1', 'a=b', 'c=d\\le e']
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from ..reading.outcomes import Refusal
from ..reading.spellings import CONNECTIVES, OTHER_RELATIONS, RELATIONS
from ..reading.tokens import Tok, tokens

_PIECE = re.compile(r"\$([^$]+)\$|(?<![\w\\$])\(([a-z]|[ivx]+)\)")
_REASON = re.compile(r"\\(?:overset|stackrel)\s*\{\(\w+\)\}\s*([=<>]|\\[a-z]+)")
r"""A sign with the number of its reason above it, ``\overset{(i)}=``; with a word above it says something else."""
_GOES_ON = re.compile(r"\$\s*\(\d+\)\s*\$(?=\s*[-+=])")
"""The number of an equation within it: ``$a$ (32) $=b$ (33) $+c$ (34)`` is one formula."""
_NUMBERED = re.compile(r"(\(\d+\))[\s\"]*$")
_OPEN = {"{", "(", "[", "\\{", "\\begin", "\\langle", "\\lbrace"}
_CLOSE = {"}", ")", "]", "\\}", "\\end", "\\rangle", "\\rbrace"}
_APART = {",", ";", "\\qquad", "\\quad"}
_SAYS = {"\\in", "\\sim", ":", "\\subset", "\\subseteq", "\\mapsto", "\\ni", "\\notin", "\\supset", "\\cup"}
"""Signs of what is said of letters: no relation of numbers or matrices."""
_ORDERS = {sign for sign, head in RELATIONS.items() if head != "eq"}
_SIGNS = {*RELATIONS, *CONNECTIVES, *OTHER_RELATIONS, *_SAYS, "\\not", "\\asymp", "\\eqsim", "\\leftarrow"}


@dataclass(frozen=True, slots=True)
class Unit:
    """One relation of the page, or one chain of them."""

    part: str
    tex: str


@dataclass(frozen=True, slots=True)
class _Cut:
    tex: str
    signs: tuple[str, ...]
    first: bool
    """Whether it starts with a sign, so that it goes on what stands before."""
    last: bool
    left: str
    right: str
    """What stands before its first sign, and behind its last."""


def units(printed: str) -> Iterator[Unit]:
    """The relations of a page, in their order; what is said of letters, and formulas that state nothing, left out.

    >>> [u.tex for u in units(r"$a$ (32) $=b$ (33) $+c$ (34), and (33) $\\le d$")]
    ['a =b +c', '(33) \\\\le d']
    """
    printed = _GOES_ON.sub(" ", _REASON.sub(r"\1 ", printed))
    part, before, open_, base = "", "", "", ""
    said: tuple[str, ...] = ()
    """``base``: what a line of cases goes on with, ``a = b for l = d, = c for l = d+1``."""
    for piece in _PIECE.finditer(printed):
        if piece[2]:
            part = piece[2]
            continue
        names: list[str] = []
        if (number := _NUMBERED.search(printed[: piece.start()])) is not None:
            before = number[1]
        for cut in _cuts(" ".join(piece[1].split())):
            before = base if cut.first and turned(said, cut.signs) else before
            if open_ and cut.tex and not cut.first:
                cut = replace(cut, tex=open_ + cut.tex, signs=("=", *cut.signs), right=cut.right or cut.tex)
            elif open_ or (cut.first and before):
                cut = replace(cut, tex=(open_ or before) + " " + cut.tex)
            open_ = cut.tex if cut.last else ""
            if not cut.signs:
                names.append(cut.tex)
                continue
            if cut.last:
                continue
            said = cut.signs
            if _states(cut):
                before = base if _is_a_case(cut) else cut.right
                base = base if _is_a_case(cut) or cut.first else cut.left
                shared = names if set(cut.signs) <= _ORDERS and len(cut.signs) == 1 else []
                yield from (Unit(part, name + cut.tex[len(cut.left):]) for name in shared)
                yield Unit(part, cut.tex)
            names = []


def turned(before: tuple[str, ...], signs: tuple[str, ...]) -> bool:
    r"""Whether an order goes the other way than the one before.

    >>> turned(("\\ge",), ("\\le",)), turned(("\\le",), ("<",)), turned(("=",), ("\\le",))
    (True, False, False)
    """
    up, down = {">", "\\ge", "\\geq"}, {"<", "\\le", "\\leq"}
    first = set(signs[:1])
    return any(bool(first & one) and bool(set(before) & other) for one, other in ((up, down), (down, up)))


def links(tex: str) -> tuple[str, ...]:
    """The single relations of a chain.

    >>> links(r"a=b+c\\le d")
    ('a=b+c', 'b+c\\\\le d')
    """
    found = [*tokens(tex)]
    depth, places = 0, [0]
    for k, tok in enumerate(found):
        depth += (tok.text in _OPEN) - (tok.text in _CLOSE)
        if depth == 0 and tok.text in _SIGNS and tok.start and found[k - 1].text not in (":", "\\not", *_SIGNS):
            places.append(tok.start)
    if set(tok.text for tok in found) & {*CONNECTIVES} or len(places) < 3:
        return (tex,)
    ends = [*places[2:], len(tex)]
    return tuple(_without_sign(tex[a:b]) for a, b in zip(places[:-1], ends, strict=True))


def with_equals(tex: str, signs: tuple[str, ...]) -> tuple[str, str]:
    r"""The relation with an equals sign in the place of one of these, and the sign that stood there.

    >>> with_equals(r"A^\top\to B", (r"\to",))
    ('A^\\top= B', '\\to')
    """
    depth = 0
    with suppress(Refusal):
        for tok in tokens(tex):
            depth += (tok.text in _OPEN) - (tok.text in _CLOSE)
            if depth == 0 and tok.text in signs:
                return tex[: tok.start] + "=" + tex[tok.end :], tok.text
    return tex, ""


def _without_sign(tex: str) -> str:
    found = [*tokens(tex)]
    k = next(k for k, tok in enumerate(found) if tok.text not in {*_SIGNS, ":"})
    return tex[found[k].start :].strip()


def _is_a_case(cut: _Cut) -> bool:
    """``l = d+1``: for which index it is said, and nothing that a formula behind goes on with."""
    return re.fullmatch(r"\s*[i-l]\s*", cut.left) is not None


_RANGE = re.compile(r"\\?[a-z]+\s*=\s*[01]\s*,?\s*\\[lc]?dots.*")
r"""``\ell=0\dots k``, which says what ``\ell\in\{0,\dots,k\}`` says of a letter."""


def _states(cut: _Cut) -> bool:
    grows = re.search(r"\\to\s*(?:[+-]\s*)?(?:\\infty|0)\s*$", cut.tex)
    return not (grows or _RANGE.fullmatch(cut.tex) or set(cut.signs) & _SAYS)


def _cuts(tex: str) -> Iterator[_Cut]:
    try:
        found = [*tokens(tex)]
    except Refusal:
        yield _Cut(tex, ("=",) if "=" in tex else (), False, False, "", "")
        return
    start = depth = 0
    for tok in found:
        depth += (tok.text in _OPEN) - (tok.text in _CLOSE)
        if depth == 0 and tok.text in _APART:
            yield from _cut(tex, found, start, tok.start)
            start = tok.end
    yield from _cut(tex, found, start, len(tex))


def _cut(tex: str, found: list[Tok], start: int, end: int) -> Iterator[_Cut]:
    inside = [tok for tok in found if start <= tok.start < end]
    if not inside:
        return
    start, end = inside[0].start, inside[-1].end
    depth, signs = 0, []
    for place, tok in enumerate(inside):
        depth += (tok.text in _OPEN) - (tok.text in _CLOSE)
        behind = inside[place + 1].text if place + 1 < len(inside) else ""
        if depth == 0 and tok.text in _SIGNS and not (tok.text == ":" and behind == "="):
            signs.append(tok)
    left = tex[start : signs[0].start] if signs else tex[start:end]
    right = tex[signs[-1].end : end] if signs else ""
    yield _Cut(
        tex[start:end], tuple(tok.text for tok in signs), bool(signs) and signs[0].start == start,
        bool(signs) and signs[-1].end == end, left, right,
    )
