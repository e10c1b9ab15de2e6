"""Repairs of translated formulas: browsers implement MathML Core, which is stricter than what latex2mathml writes.

Letters of other alphabets are characters of their own, alignment is style, and an operator's name such as ``tr`` is no
relation that wants wide space around it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from xml.etree.ElementTree import Element

OPENING, CLOSING = frozenset("([{⟨⌊⌈"), frozenset(")]}⟩⌋⌉")
RELATIONS = frozenset("=≔<>≤≥≠≡≢∼~≈≺≻⪯⪰∈∉⊂⊆→↦⟹⟺⇒⇔∝:")
SIGNS = frozenset("+−-±")
_BARS = frozenset("|‖")
_UPRIGHT = frozenset("ΓΔΘΛΞΠΣΦΨΩ∞#")
_SIZED = {
    r"\|": "‖", r"\langle": "⟨", r"\rangle": "⟩", r"\{": "{", r"\}": "}", r"\lfloor": "⌊", r"\rfloor": "⌋",
    r"\vert": "|", r"\lvert": "|", r"\rvert": "|",
}  # fmt: skip
"""Brackets of a given size, which latex2mathml leaves as they are."""
_ROWS = frozenset({"mrow", "math", "mtd"})
_SCRIPTS = frozenset({"msub", "msup", "msubsup", "munder", "mover", "munderover"})
_UNDER = {"msub": "munder", "msup": "mover", "msubsup": "munderover"}
_LIMITS = frozenset({"lim", "min", "max", "sup", "inf", "argmin", "argmax", "⋃", "⋂"})
_ALPHABETS = {
    "double-struck": "DOUBLE-STRUCK", "script": "SCRIPT", "fraktur": "FRAKTUR", "bold": "BOLD",
    "sans-serif": "SANS-SERIF", "monospace": "MONOSPACE", "bold-italic": "BOLD ITALIC",
}  # fmt: skip


def mend(node: Element, block: bool) -> None:
    """Repair ``node`` and all below it, in place; ``block`` says that the formula is displayed."""
    for child in node:
        mend(child, block)
    if node.tag in ("mi", "mo", "mn"):
        _letter(node)
    elif node.tag == "mtable":
        _align(node)
    elif node.tag in _UNDER and block and node[0].text in _LIMITS:
        node.tag = _UNDER[node.tag]
    elif node.tag == "mover" and node[1].tag == "mo":
        node.set("accent", "true")
    if node.tag in _ROWS:
        node[:] = [inner for child in node for inner in _opened(child, alone=len(node) == 1)]
        _fence(node)
        _define(node)
        node[:] = _spaced(list(node))


def _letter(node: Element) -> None:
    text, variant = node.text or "", node.attrib.get("mathvariant", "")
    if text.startswith("\\") and text in _SIZED:
        node.text = text = _SIZED[text]
    if variant in _ALPHABETS and len(text) == 1:
        node.text = _of_alphabet(text, _ALPHABETS[variant])
        del node.attrib["mathvariant"]
    if node.tag == "mi" and text in RELATIONS:
        node.tag = "mo"
    elif node.tag == "mi" and len(text) == 1 and text in _UPRIGHT:
        node.set("mathvariant", "normal")
    elif node.tag == "mo" and (text == "∞" or (len(text) > 1 and text.isalpha())):
        node.tag, node.attrib = "mi", {}
    if node.tag == "mo":
        for name in ("fence", "form"):
            node.attrib.pop(name, None)


@lru_cache(maxsize=512)
def _of_alphabet(letter: str, alphabet: str) -> str:
    """The letter in another alphabet; some stand among the older letter-like symbols."""
    case, which = "CAPITAL" if letter.isupper() else "SMALL", unicodedata.name(letter, letter).split()[-1]
    older = "BLACK-LETTER" if alphabet == "FRAKTUR" else alphabet
    for name in (f"MATHEMATICAL {alphabet} {case} {which}", f"{older} {case} {which}"):
        try:
            return unicodedata.lookup(name)
        except KeyError:
            continue
    return letter


def _align(table: Element) -> None:
    """Alignment as classes that the style sheet knows."""
    aligned = "displaystyle" in table.attrib
    table.attrib = {"class": "aligned", "displaystyle": "true"} if aligned else {}
    for cell in table.iter("mtd"):
        if cell.attrib.pop("columnalign", "") == "left" and not aligned:
            cell.set("class", "left")


def _opened(child: Element, alone: bool) -> list[Element]:
    """What a row shows of ``child``: nothing of an empty letter, the content of a group that groups nothing."""
    if child.tag == "mi" and not child.text:
        return []
    if child.tag == "mrow" and (alone or len(child) == 1):
        return list(child)
    return [child]


def _core(node: Element) -> Element:
    """The base of scripts."""
    return node[0] if node.tag in _SCRIPTS else node


def _fence(row: Element) -> None:
    """Say of each bracket and bar on which side it stands, and of a sign after one or after a relation that it is
    the sign of what follows."""
    open_bars: set[str] = set()
    for k, child in enumerate(row):
        core = _core(child)
        sign = core.text or ""
        if core.tag == "mo" and sign and sign in OPENING | CLOSING | _BARS:
            core.set("form", "postfix" if sign in CLOSING or sign in open_bars else "prefix")
            if sign in _BARS:
                open_bars ^= {sign}
                core.attrib.setdefault("stretchy", "false")
        elif core.tag == "mo" and sign in SIGNS and k and not _is_ordinary(row[k - 1], closing=True):
            core.set("form", "prefix")


def _define(row: Element) -> None:
    """``:=`` is one sign."""
    for colon, equals in zip(list(row), list(row)[1:], strict=False):
        if (colon.tag, colon.text, equals.tag, equals.text) == ("mo", ":", "mo", "="):
            equals.text = "≔"
            row.remove(colon)


def _spaced(row: list[Element]) -> list[Element]:
    """A function's name keeps a thin space from what stands before it, and from an argument without brackets."""
    found: list[Element] = []
    for k, child in enumerate(row):
        if _is_name(child) and k and _is_ordinary(row[k - 1], closing=True):
            found.append(Element("mspace", {"width": "0.17em"}))
        found.append(child)
        if _is_name(child) and k + 1 < len(row) and _is_ordinary(row[k + 1], closing=False):
            found.append(Element("mspace", {"width": "0.17em"}))
    return found


def _is_name(node: Element) -> bool:
    core = _core(node)
    return core.tag == "mi" and len(core.text or "") > 1 and (core.text or "").isalpha()


def _is_ordinary(node: Element, closing: bool) -> bool:
    """Whether the node is neither a sign with its own space nor a bracket; a closing one counts before a name."""
    core = _core(node)
    if core.tag == "mo":
        return closing and core.attrib.get("form") == "postfix"
    return core.tag not in ("mspace", "mtext") and (closing or core.tag != "mrow")
