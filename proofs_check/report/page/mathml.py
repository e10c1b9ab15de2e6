r"""LaTeX formulas as MathML, by latex2mathml, repaired for browsers (:mod:`.mend`).

>>> math(r"\operatorname{tr}(\mathbb E)")
'<math><mi>tr</mi><mo stretchy="false" form="prefix">(</mo><mi>𝔼</mi><mo stretchy="false" form="postfix">)</mo></math>'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from .mend import CLOSING, OPENING, RELATIONS, SIGNS, mend

_UNREAD = re.compile(r"\\[A-Za-z]")


class Untranslated(Exception):
    """latex2mathml could not read the formula."""


def math(tex: str, *, block: bool = False) -> str:
    """The formula as one ``<math>`` element; where it cannot be translated, its LaTeX source as ``<code>``."""
    try:
        return _element(translated(tex, block), block)
    except Untranslated:
        return _source(tex)


def inline(tex: str) -> str:
    """The formula in running text: as TeX does, it may be broken after relations and signs outside brackets."""
    try:
        return "<wbr>".join(_element(piece, False) for piece in _pieces(translated(tex, False)))
    except Untranslated:
        return _source(tex)


def _source(tex: str) -> str:
    return f'<code class="tex">{escape(tex)}</code>'


def _element(children: tuple[Element, ...] | list[Element], block: bool) -> str:
    whole = Element("math", {"display": "block"} if block else {})
    whole.extend(children)
    return ElementTree.tostring(whole, encoding="unicode", short_empty_elements=False)


@lru_cache(maxsize=8192)
def translated(tex: str, block: bool) -> tuple[Element, ...]:
    """The formula's elements; raises :class:`Untranslated`."""
    from latex2mathml.converter import convert

    try:
        text = convert(prepared(tex), display="block" if block else "inline")
        root = ElementTree.fromstring(re.sub(r"&(?!#|[a-z]+;)", "&amp;", text))
    except Exception as error:  # the library has a dozen classes for what it cannot read, without a common base
        raise Untranslated(tex) from error
    for node in root.iter():
        node.tag = node.tag.rpartition("}")[2]
        if node.tag != "mtext" and _UNREAD.search(node.text or ""):
            raise Untranslated(tex)
    mend(root, block)
    return tuple(root)


def prepared(tex: str) -> str:
    r"""LaTeX that latex2mathml reads: it lacks ``aligned``, bars of a given size, formulas in ``\text``, and takes a
    bracket at the start of a matrix or of a row for an option.

    >>> prepared(r"\big\|x\big\|"), prepared(r"\begin{pmatrix}[a]\end{pmatrix}")
    ('\\Vert x\\Vert ', '\\begin{pmatrix}{}[a]\\end{pmatrix}')
    """
    tex = re.sub(r"(\\[bB]ig{1,2}[lrm]?)\s+", r"\1", re.sub(r"\s+", " ", tex))
    tex = re.sub(r"\\(begin|end)\{(?:aligned|gathered|split)\}(?:\[[tbc]\])?", r"\\\1{align*}", tex)
    tex = re.sub(r"\\[bB]ig{1,2}[lr]?\s*\\(?:\||Vert\b|lVert\b|rVert\b)", r"\\Vert ", tex)
    tex = re.sub(r"(\\begin\{[a-z]*matrix\}|\\\\)\s*\[", r"\1{}[", tex)
    tex = re.sub(r"\\math(?:rm|it|sf)\s*\{([A-Za-z]{2,})\}", r"\\operatorname{\1}", tex)
    return re.sub(r"\\text\{([^{}]*)\}", lambda m: _text(m.group(1)), tex)


def _text(words: str) -> str:
    pieces = words.split("$")
    return "".join(piece if k % 2 else rf"\text{{{piece}}}" for k, piece in enumerate(pieces) if piece)


def _pieces(row: tuple[Element, ...]) -> Iterator[list[Element]]:
    """The row cut after each relation, sign and comma that stands outside brackets and bars."""
    depth, bars, piece = 0, 0, list[Element]()
    for k, node in enumerate(row):
        piece.append(node)
        core = node[0] if node.tag in ("msub", "msup", "msubsup") else node
        sign = (core.text or "") if core.tag == "mo" else ""
        depth += (sign in OPENING) - (sign in CLOSING)
        bars += sign in ("|", "‖")
        wide = sign in RELATIONS or sign in SIGNS or sign == ","
        if wide and node is core and depth <= 0 and bars % 2 == 0 and 0 < k < len(row) - 1:
            if sign != ",":
                node.set("form", "infix")
            yield piece
            piece = []
    if piece:
        yield piece
