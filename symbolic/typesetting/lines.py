r"""Long formulas over several lines: before relations, before + and -, after commas, at brackets last.

Lines are chosen together so that none is wider than the page where that can be, few are needed, and breaks are high up
in the formula.  A bracket that is broken gets a fixed size.

>>> print(broken(r"a = b + c", 345))
a = b + c
>>> print(broken(r"a = b + c", 25))
\begin{aligned}
a& = b\\
&\quad{}+ c
\end{aligned}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from .boxes import Fence, Leaf, Piece, environment, join, pieces, row_width, space_between

WIDTH = 345
"""The width of the text of LaTeX's article class, in points."""
QUAD = 10.0
_ALIGNED = frozenset({"=", r"\le", r"\ge", "<", ">", ":=", r"\ne", r"\not\equiv"})
_LOGIC = frozenset({r"\Longrightarrow", r"\Longleftrightarrow", r":\Longleftrightarrow"})
_QUANTIFIERS = frozenset({r"\forall", r"\exists"})
_GROWN = ("big", "bigg", "Bigg")
_TEXT = r"\\text\{([^{}]*)\}"
_MARGIN = 0.97
"""Widths are estimates."""
_LINE, _OVERFULL = 20.0, 1000.0


@dataclass(slots=True)
class _Item:
    """A leaf, or a bracket of a fence; ``depth`` counts the brackets around it."""

    tex: str
    kind: str
    width: float
    depth: int
    spaced: bool
    fence: Fence | None = None
    """The fence whose bracket this is."""


def broken(tex: str, width: float) -> str:
    """``tex`` as it stands where it fits into ``width`` (in points), else in an ``aligned`` environment."""
    row = pieces(tex)
    width = _MARGIN * width
    if row_width(row) <= width:
        return tex
    chunks = list(_conjuncts(list(_items(row, 0, width))))
    heads = [_head(chunk) for chunk in chunks]
    best = None
    for aligned in (True, False):
        if aligned and not all(heads):
            continue
        offset = max(row_width_of(chunk[:h]) for chunk, h in zip(chunks, heads, strict=True)) if aligned else 0.0
        if aligned and offset > (0.45 if len(chunks) == 1 else 0.35) * width:
            continue
        found = [_lines(chunk, h if aligned else 0, width - offset) for chunk, h in zip(chunks, heads, strict=True)]
        cost = sum(c for c, _ in found)
        if best is None or cost < best[0] - 60:
            best = (cost, aligned, [breaks for _, breaks in found])
    assert best is not None
    rows = [
        line
        for chunk, head, breaks in zip(chunks, heads, best[2], strict=True)
        for line in _typeset(chunk, head if best[1] else 0, breaks)
    ]
    if len(rows) == 1:
        return _joined(chunks[0], [x.tex for x in chunks[0]])
    return "\\begin{aligned}\n" + "\\\\\n".join(rows) + "\n\\end{aligned}"


def _items(row: Sequence[Piece], depth: int, width: float) -> Iterator[_Item]:
    for x in row:
        if isinstance(x, Leaf):
            yield from _of_leaf(x, depth, width)
            continue
        yield _Item(x.left, "open", x.bracket(), depth, x.spaced, x)
        yield from _items(x.body, depth + 1, width)
        yield _Item(x.right + x.scripts, "close", x.bracket() + x.after, depth, False, x)


def _of_leaf(x: Leaf, depth: int, width: float) -> Iterator[_Item]:
    """A leaf as it is; of a text each word, of too long a fraction the numerator in lines of its own."""
    if x.tex.startswith(r"\text{") and x.width > 0.3 * width and x.tex.count("{") == 1:
        words = re.findall(r"\s*\S+\s*", x.tex[len(r"\text{") : -1])
        for k, word in enumerate(words):
            yield _Item(rf"\text{{{word}}}", "ord", 4.6 * len(word), depth, x.spaced and k == 0)
    elif x.fraction and x.width > 0.8 * width:
        top, bottom = (broken(text, 0.7 * width) for text in x.fraction)
        yield _Item(rf"\frac{{{top}}}{{{bottom}}}", x.kind, 0.75 * width, depth, x.spaced)
    elif x.cells and x.width > width:
        name, rows = x.cells
        small = environment(name, [[broken(cell, 0.8 * width / len(row)) for cell in row] for row in rows])
        scripts = x.tex.removeprefix(environment(name, rows))
        yield _Item(small + scripts, x.kind, 0.9 * width, depth, x.spaced)
    else:
        yield _Item(x.tex, x.kind, x.width, depth, x.spaced)


def _conjuncts(items: list[_Item]) -> Iterator[list[_Item]]:
    r"""What stands between ``,\quad``, each with its comma."""
    start = 0
    for k in range(1, len(items)):
        comma, gap = items[k - 1], items[k]
        if comma.depth == 0 and comma.tex == "," and gap.tex == r"\quad":
            yield items[start:k]
            start = k + 1
    yield items[start:]


def _head(chunk: Sequence[_Item]) -> int:
    """How many items stand before the relation at which the chunk is aligned; 0 where it is not to be aligned."""
    level = [x for x in chunk if x.depth == 0]
    if any(x.tex in _LOGIC or x.tex in _QUANTIFIERS for x in level):
        return 0
    return next((k for k, x in enumerate(chunk) if k and x.depth == 0 and x.tex in _ALIGNED), 0)


def row_width_of(items: Sequence[_Item]) -> float:
    width, before = 0.0, "open"
    for x in items:
        width += x.width + space_between(before, x.kind)
        before = x.kind
    return width


# Choosing the lines --------------------------------------------------------------------------------------

def _lines(chunk: Sequence[_Item], head: int, width: float) -> tuple[float, list[int]]:
    """The cost of the best lines, and where they start; the first at ``head`` (what stands before is to the left)."""
    places = [k for k in range(head + 1, len(chunk)) if _penalty(chunk, k, head) is not None]
    starts = [head, *places]
    ends = [*places, len(chunk)]
    gaps = [space_between(a.kind, b.kind) for a, b in pairwise(chunk)]
    reach = [0.0, *accumulate(x.width + g for x, g in zip(chunk, [*gaps, 0.0], strict=True))]
    best: dict[int, tuple[float, list[int]]] = {head: (0.0, [])}
    for end in ends:
        options = []
        for start in starts:
            if start >= end or start not in best:
                continue
            cost, before = best[start]
            penalty = 0.0 if start == head else _penalty(chunk, start, head) or 0.0
            wide = reach[end] - reach[start] + (0.0 if start == head else QUAD * _indent(chunk, start, head))
            slack = (width - wide) / width
            fit = 15.0 * slack**2 if slack >= 0 else _OVERFULL - 3000.0 * slack
            options.append((cost + penalty + _LINE + fit, [*before, start]))
        best[end] = min(options, key=lambda option: option[0])
    return best[len(chunk)]


def _penalty(chunk: Sequence[_Item], k: int, head: int) -> float | None:
    """How bad a break before item ``k`` is; None where there is none."""
    x, before = chunk[k], chunk[k - 1]
    depth = 60.0 * x.depth**2
    if x.kind == "rel" and (x.tex == r"\mid" or chunk[k - 2].tex.startswith(r"\text{for all")):
        return None
    if x.kind == "rel":
        if x.depth:
            return 90.0 + depth
        listed = not head and any(y.depth == 0 and y.kind == "punct" for y in chunk[:-1])
        return -12.0 if x.tex in _LOGIC else -8.0 if head else 60.0 if listed else 0.0
    if x.kind == "bin":
        return None if x.tex in (r"\cdot", r"\otimes", r"\times") and x.depth else 12.0 + depth
    if x.kind == "space" or before.kind == "open" or x.kind == "close":
        return 25.0 if x.tex == r"\quad" and x.depth == 0 and before.kind != "punct" else None
    if before.kind == "punct" or (before.kind == "space" and k > 1 and chunk[k - 2].kind == "punct"):
        return (10.0 if x.depth == 0 else 50.0) + depth
    if before.tex == r"\ ":
        return 60.0 + depth
    if before.tex.startswith(r"\text{"):
        return None if before.tex.rstrip(" }").endswith("for all") else 20.0 + depth
    if x.spaced and before.kind in ("ord", "close") and x.kind in ("ord", "open", "op"):
        return 250.0 + depth
    tight = before.kind == "close" and (x.kind == "op" or x.kind == "open")
    return 300.0 + depth if tight and before.depth == x.depth else None


def _indent(chunk: Sequence[_Item], k: int, head: int) -> int:
    """How many quads the line that starts with item ``k`` is set in."""
    x = chunk[k]
    if x.depth == 0 and x.kind == "rel":
        return 0 if head else 1
    return 1 + min(x.depth, 2) + (0 if head else 1)


# Setting them --------------------------------------------------------------------------------------------

def _typeset(chunk: Sequence[_Item], head: int, starts: Sequence[int]) -> Iterator[str]:
    fixed = _broken_fences(chunk, starts)
    texts = [_resized(x, fixed) for x in chunk]
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(chunk)], strict=True)):
        line = _joined(chunk[start:end], texts[start:end])
        if number == 0:
            yield _joined(chunk[:head], texts[:head]) + "&" + (" " if head else "") + line
            continue
        quads = _indent(chunk, start, head)
        indent = r"\qquad" * (quads // 2) + r"\quad" * (quads % 2)
        lead = _lead(chunk, start, bool(head and quads == 0))
        yield "&" + join([indent, lead + line] if lead or not line[:1].isalpha() else [indent + " " + line])


def _lead(chunk: Sequence[_Item], start: int, aligned: bool) -> str:
    """What a new line starts with: nothing to the left of a sign, a dot between the factors of a product."""
    x, before = chunk[start], chunk[start - 1]
    if x.kind in ("bin", "rel"):
        return "" if aligned else "{}"
    sides = {before.kind, x.kind} <= {"ord", "open", "close", "op"}
    text = before.tex.startswith(r"\text{") or x.tex.startswith(r"\text{")
    return r"{}\cdot " if sides and not text and not before.tex.startswith(r"\forall") else ""


def _joined(items: Sequence[_Item], texts: Sequence[str]) -> str:
    shown = [(" " if x.spaced and k else "") + text for k, (x, text) in enumerate(zip(items, texts, strict=True))]
    while shown and items[len(shown) - 1].kind == "space":
        shown.pop()
    while shown and items[len(items) - len(shown)].kind == "space" and len(shown) == len(items):
        items, shown = items[1:], shown[1:]
    return _whole(join(shown).strip())


def _whole(line: str) -> str:
    """Words of one text that came to stand on the same line, as one text again."""
    return re.sub(r"(?:\\text\{[^{}]*\})+", lambda m: r"\text{" + re.sub(_TEXT, r"\1", m.group()) + "}", line)


def _broken_fences(chunk: Sequence[_Item], starts: Sequence[int]) -> set[int]:
    """The fences (by identity) of which the two brackets stand on different lines."""
    line_of: dict[int, int] = {}
    torn: set[int] = set()
    line = 0
    for k, x in enumerate(chunk):
        line += k in starts[1:]
        if x.fence is not None and x.kind == "open":
            line_of[id(x.fence)] = line
        elif x.fence is not None and line_of.get(id(x.fence)) != line:
            torn.add(id(x.fence))
    return torn


def _resized(x: _Item, torn: set[int]) -> str:
    r"""A bracket that is torn apart in a fixed size: ``\left(`` cannot be closed on another line."""
    if x.fence is None or x.fence.sized or id(x.fence) not in torn:
        return x.tex
    size = _GROWN[x.fence.tall]
    if x.fence.tall == 0 and not x.tex.startswith((r"\left", r"\right")):
        return x.tex
    bare = re.sub(r"^\\(left|right)", "", x.tex)
    return rf"\{size}{'l' if x.kind == 'open' else 'r'}{bare}"
