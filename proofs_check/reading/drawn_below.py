r"""What is drawn below an expectation alone: ``\mathbb E_{x\sim\mathcal N(0,I)}[...]`` says the law of x, and binds it.

>>> laws_below(r"\mathbb{E}_{x\sim\mathcal{N}(0,I_d)}[x x^\top]")
{'x': '\\mathcal{N}(0,I_d)'}
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..report.symbols import symbol_tex
from ..statement.props import Prop, subterms
from ..statement.terms import Abbrev, Op, Sym, Term
from .letters import spelled

_BELOW = re.compile(r"(?:\\mathbb\s*\{?\s*E\s*\}?|\\E(?![A-Za-z])|(?<![A-Za-z\\])E)\s*_\s*\{")
_DRAWN = re.compile(r"\s*(.+?)\s*\\sim(?![A-Za-z])\s*(.+?)\s*", re.DOTALL)


def laws_below(source: str) -> dict[str, str]:
    """The laws below expectations, of one letter each; nothing of a letter that has two."""
    found: dict[str, set[str]] = {}
    for below in _BELOW.finditer(source):
        drawn = _DRAWN.fullmatch(_braced(source, below.end()))
        if drawn is not None and "," not in drawn[1] and "\\sim" not in drawn[2] and spelled(drawn[1]) is not None:
            found.setdefault(drawn[1], set()).add(re.sub(r"\s+", " ", drawn[2]))
    return {name: min(laws) for name, laws in found.items() if len(laws) == 1}


def _braced(source: str, start: int) -> str:
    depth = 1
    for k in range(start, len(source)):
        depth += {"{": 1, "}": -1}.get(source[k], 0) if source[k - 1] != "\\" else 0
        if depth == 0:
            return source[start:k]
    return ""


def outside(tree: Term | Prop, drawn: Iterable[str]) -> str:
    """The first of these letters that stands outside of expectations, too; empty where none does."""
    met = frozenset(_outside(tree))
    return next((name for name in drawn if name in met), "")


def _outside(node: object) -> Iterator[str]:
    if isinstance(node, Sym):
        yield symbol_tex(node)
    elif isinstance(node, Abbrev):
        yield symbol_tex(node.sym)
        yield from _outside(node.body)
    elif isinstance(node, Op | Prop) and node.head not in ("expect", "expect_given"):
        for arg in node.args:
            yield from _outside(arg)


def open_limit(tree: Term | Prop) -> str:
    """Why it stays open in which sense what is made of a random sample tends; nothing where a mean tends."""
    if not isinstance(tree, Prop) or tree.head == "almost_surely":
        return ""
    if tree.head in ("limit", "tends", "tends_jointly"):
        drawn = {symbol_tex(node) for _, node in subterms(tree) if isinstance(node, Sym) and node.has("iid")}
        if name := outside(tree, drawn):
            return f"{name} is random, so that it stays open in which sense this tends: write the limit of a mean."
    return next(filter(None, (open_limit(arg) for arg in tree.args if isinstance(arg, Prop))), "")
