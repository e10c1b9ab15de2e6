r"""LaTeX formulas as MathML, by latex2mathml, repaired for browsers (:mod:`.mend`).

>>> math(r"\operatorname{tr}(\mathbb E)")
'<math><mi>tr</mi><mo stretchy="false" form="prefix">(</mo><mi>𝔼</mi><mo stretchy="false" form="postfix">)</mo></math>'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape
from xml.etree.ElementTree import Element

from .kept import remembered
from .mend import CLOSING, OPENING, RELATIONS, SIGNS, mend

_UNREAD = re.compile(r"\\[A-Za-z]")


class Untranslated(Exception):
    """latex2mathml could not read the formula."""


def math(tex: str, *, block: bool = False) -> str:
    """The formula as one ``<math>`` element; where it cannot be translated, its LaTeX source as ``<code>``."""
    return remembered("block" if block else "one piece", tex, lambda: _math(tex, block))


def _math(tex: str, block: bool) -> str:
    try:
        return _element(translated(tex, block), block)
    except Untranslated:
        return _source(tex)


def inline(tex: str) -> str:
    """The formula in running text: as TeX does, it may be broken after relations and signs outside brackets."""
    return remembered("pieces", tex, lambda: _inline(tex))


def _inline(tex: str) -> str:
    try:
        return "<wbr>".join(_element(piece, False) for piece in _pieces(translated(tex, False)))
    except Untranslated:
        return _source(tex)


def _source(tex: str) -> str:
    return f'<code class="tex">{escape(tex)}</code>'


def _element(children: tuple[Element, ...] | list[Element], block: bool) -> str:
    pieces = ['<math display="block">' if block else "<math>"]
    for child in children:
        _write(child, pieces)
    return "".join((*pieces, "</math>"))


def _write(node: Element, pieces: list[str]) -> None:
    """The element as text; ElementTree's own writer takes as long as the translation."""
    attributes = "".join(f' {name}="{escape(value)}"' for name, value in node.attrib.items())
    pieces.append(f"<{node.tag}{attributes}>{escape(node.text or '', quote=False)}")
    for child in node:
        _write(child, pieces)
    pieces.append(f"</{node.tag}>")


def translated(tex: str, block: bool) -> tuple[Element, ...]:
    """The formula's elements; raises :class:`Untranslated`."""
    from latex2mathml.converter import convert_to_element

    try:
        root = convert_to_element(prepared(tex), display="block" if block else "inline")
    except Exception as error:  # the library has a dozen classes for what it cannot read, without a common base
        raise Untranslated(tex) from error
    for node in root.iter():
        node.text = unescape(node.text or "")
    mend(root, block)
    if any(node.tag != "mtext" and _UNREAD.search(node.text or "") for node in root.iter()):
        raise Untranslated(tex)
    return tuple(root)


def prepared(tex: str) -> str:
    r"""LaTeX that latex2mathml reads: it lacks ``aligned`` and formulas in ``\text``, takes a bracket at the start of a
    matrix or of a row for an option, and sets the exponent of a matrix only where that is a group.

    >>> prepared(r"\begin{pmatrix}[a]\end{pmatrix}"), prepared(r"\text{at $x$}")
    ('{\\begin{pmatrix}{}[a]\\end{pmatrix}}', '\\text{at }x')
    """
    tex = re.sub(r"(\\[bB]ig{1,2}[lrm]?)\s+", r"\1", re.sub(r"\s+", " ", tex))
    tex = re.sub(r"\\(begin|end)\{(?:aligned|gathered|split)\}(?:\[[tbc]\])?", r"\\\1{align*}", tex)
    tex = re.sub(r"\\[lr]?Vert\b", r"\\|", tex)
    tex = re.sub(r"\\arg\s*\\(min|max)(?![A-Za-z])", r"\\operatorname{arg\1}", tex)
    tex = re.sub(r"(\\begin\{(?:[a-z]*matrix|align\*)\}|\\\\)\s*\[", r"\1{}[", tex)
    tex = re.sub(r"\\begin(?=\{[a-z]*matrix\})", r"{\\begin", tex)
    tex = re.sub(r"(\\end\{[a-z]*matrix\})", r"\1}", tex)
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
