r"""What signs mean, where they mean it here anyway: ``$\|\cdot\|_F$ denotes the Frobenius norm``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .pieces import Piece

_MEANS = (
    (r"\\?\|cdot\\?\||\\?\|cdot\\?\|_2|\\?\|cdot\\?\|_\{2\}", {"euclidean norm", "standard euclidean norm"}),
    (r"\\?\|cdot\\?\|_(\{?F\}?)", {"frobenius norm"}),
    (r"\\?\|cdot\\?\|_\{?op\}?", {"operator norm", "spectral norm"}),
    (r"\\langle(\w),(\w)\\rangle=(?:\\operatorname\{[tT]r\}|\\mathrm\{[tT]r\})\(\1\^\{?(?:\\top|T|\\mathsf\{?T\}?|\\intercal)\}?\2\)",
     {"inner product", "trace inner product", "frobenius inner product", "standard inner product"}),
    (r"\\langle(\w),(\w)\\rangle=\1\^\{?(?:\\top|T|\\mathsf\{?T\}?|\\intercal)\}?\2",
     {"inner product", "euclidean inner product", "standard inner product"}),
    (r"\\langlecdot,cdot\\rangle", {"euclidean inner product", "standard inner product", "inner product"}),
    (r"I(_\{?\w\}?)?|I_\{\w\\timesw\}", {"identity", "identity matrix"}),
    (r"\\mathbb\{?E\}?|\\E|\\mathbb\{?E\}?\[cdot\]", {"expectation", "expected value", "mathematical expectation"}),
    (r"\\operatorname\{[tT]r\}|\\mathrm\{[tT]r\}|\\tr|\\Tr|\\operatorname\{[tT]r\}\(cdot\)", {"trace"}),
)
_LEADS = (
    ("throughout", ","), ("here", ","), ("we", "write"), ("write",), ("we", "denote", "by"), ("denote", "by"), ("let",),
    ("we", "let"), ("here",), ("where",), ("and",), (",",), ("here", "and", "below", ","), ("throughout",),
    ("we", "use"),
)
_DENOTES = frozenset({"denotes", "denote", "is", "for", "stands for", "be", "", "to denote", "being", "are"})


def conventions(items: Sequence[Piece], k: int) -> int:
    """How many pieces from the k-th on say nothing but what the signs mean here anyway."""
    last = k
    while (end := _one(items, last)) > last:
        last = end
    return last - k


def _one(items: Sequence[Piece], k: int) -> int:
    at = k
    while (step := _lead(items, at)) and items[at].kind != "math":
        at += step
    if at >= len(items) or items[at].kind != "math":
        return k
    sign = re.sub(r"\\(?:lVert|rVert|Vert)(?![A-Za-z])", r"\\|", items[at].body.chars)
    sign = re.sub(r"\\(?=cdot|cdots)|\\(?:left|right|,)(?![A-Za-z])|\s", "", sign.replace("\\cdot", "cdot"))
    end = at + 1
    while end < len(items) and _goes_on(items[end]):
        end += 1
    said = " ".join(piece.text.lower() for piece in items[at + 1 : end] if piece.kind == "word")
    verb, the, what = _OF_WHAT.sub("", said).rpartition("the ")
    meant = any(re.fullmatch(pattern, sign) and what in words for pattern, words in _MEANS)
    return end if meant and the and verb.strip() in _DENOTES else k


_OF_WHAT = re.compile(r" (?:of|on|for|between) (?:a )?(?:vectors?|matrix|matrices)$|")


def _goes_on(piece: Piece) -> bool:
    """A word, or the size of an identity matrix."""
    size = piece.kind == "math" and re.fullmatch(r"\s*(\w)\s*\\times\s*\1\s*", piece.body.chars)
    return bool(size) or (piece.kind == "word" and piece.text.lower() != "and")


def _lead(items: Sequence[Piece], k: int) -> int:
    for words in _LEADS:
        found = [piece.text.lower() for piece in items[k : k + len(words)]]
        if tuple(found) == words:
            return len(words)
    return 0


_BAR = r"\\(?:\||[lr]?Vert(?![A-Za-z]))"
_NORM = re.compile(rf"{_BAR}(?:(?!{_BAR}).)*{_BAR}(?!\s*_)", re.DOTALL)
_INNER = re.compile(r"\\langle(?![A-Za-z]).*?\\rangle(?!\s*_)", re.DOTALL)
_DEFINED = re.compile(r"[^=<>]*?(?=:\s*=|\\coloneqq|\\triangleq|\\stackrel|\\overset|\\equiv)")
_OF_ANYTHING = re.compile(r"[\s,]*(?:\\c?dots?(?![A-Za-z])[\s,]*)+")
_SIZE = re.compile(r"\\(?:left|right|[bB]igg?[lr]?)(?![A-Za-z])|\\[,;!]")


def redefined(source: str) -> frozenset[str]:
    r"""The sign that a formula defines, or is about: a norm, by ``\|\cdot\|`` or ``\|x\| := ...``.

    >>> sorted(redefined(r"\|x\| := \sqrt{x^\top Mx}")), sorted(redefined(r"\|\cdot\|_F"))
    (['a norm'], [])
    """
    text = _SIZE.sub("", source).strip()
    defined = _DEFINED.match(text)
    return frozenset(
        name for name, sign in _SIGNS
        if (found := sign.match(text)) is not None
        and (defined is not None or _OF_ANYTHING.fullmatch(re.sub(rf"{_BAR}|\\[lr]angle", "", found[0]))
             or (name == "an expectation" and re.fullmatch(r"[\s{}]*", text[found.end() :])))
    )  # fmt: skip


def signs_in(source: str) -> frozenset[str]:
    """The signs in a formula that a paper may give another meaning."""
    return frozenset(name for name, sign in _SIGNS if sign.search(_SIZE.sub("", source)))


_EXPECTATION = re.compile(r"\\mathbb\s*\{?\s*E(?![A-Za-z])|\\E(?![A-Za-z])")
_SIGNS = (("a norm", _NORM), ("an inner product", _INNER), ("an expectation", _EXPECTATION))
