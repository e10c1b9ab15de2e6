r"""What signs mean, where they mean it here anyway: ``$\|\cdot\|_F$ denotes the Frobenius norm``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .pieces import Piece

_MEANS = (
    (r"\\?\|cdot\\?\||\\?\|cdot\\?\|_2|\\?\|cdot\\?\|_\{2\}", {"euclidean norm", "standard euclidean norm"}),
    (r"\\?\|cdot\\?\|_(\{?F\}?)", {"frobenius norm"}),
    (r"\\?\|cdot\\?\|_\{?op\}?", {"operator norm", "spectral norm"}),
    (r"\\?\|cdot\\?\|_\{?(?:\*|\\ast)\}?", {"nuclear norm", "trace norm"}),
    (r"\\langle(\w),(\w)\\rangle=(?:\\operatorname\{[tT]r\}|\\mathrm\{[tT]r\})\(\1\^\{?(?:\\top|T|\\mathsf\{?T\}?|\\intercal)\}?\2\)",
     {"inner product", "trace inner product", "frobenius inner product", "standard inner product"}),
    (r"\\langle(\w),(\w)\\rangle=\1\^\{?(?:\\top|T|\\mathsf\{?T\}?|\\intercal)\}?\2",
     {"inner product", "euclidean inner product", "standard inner product"}),
    (r"\\langlecdot,cdot\\rangle", {"euclidean inner product", "standard inner product", "inner product"}),
    (r"I(_\{?\w\}?)?|I_\{\w\\timesw\}", {"identity", "identity matrix"}),
    (r"\\mathbb\{?E\}?|\\E|\\mathbb\{?E\}?\[cdot\]", {"expectation", "expected value", "mathematical expectation"}),
    (r"\\lambda_\{?\\min\}?(?:\((\w)\))?",
     {"least eigenvalue", "smallest eigenvalue", "minimal eigenvalue", "minimum eigenvalue"}),
    (r"\\lambda_\{?\\max\}?(?:\((\w)\))?",
     {"greatest eigenvalue", "largest eigenvalue", "maximal eigenvalue", "maximum eigenvalue", "top eigenvalue"}),
    (r"\\operatorname\{[tT]r\}|\\mathrm\{[tT]r\}|\\tr|\\Tr|\\operatorname\{[tT]r\}\(cdot\)", {"trace"}),
)
_LEADS = (
    ("throughout", ","), ("here", ","), ("we", "write"), ("write",), ("we", "denote", "by"), ("denote", "by"), ("let",),
    ("we", "let"), ("here",), ("where",), ("and",), (",",), ("here", "and", "below", ","), ("throughout",),
    ("we", "use"), ("we", "denote"), ("denote",),
)
_DENOTES = frozenset({"denotes", "denote", "is", "for", "stands for", "be", "", "to denote", "being", "are"})


def conventions(items: Sequence[Piece], k: int) -> tuple[int, str]:
    r"""How many pieces from the k-th on say nothing but what the signs mean here anyway; and which norm ``\|A\|`` of a
    matrix is, ``op`` or ``F``, where they say it."""
    last, norm = k, ""
    while True:
        end, which = _one(items, last)
        if end == last:
            return last - k, norm
        last, norm = end, which or norm


def _one(items: Sequence[Piece], k: int) -> tuple[int, str]:
    at = k
    while (step := _lead(items, at)) and items[at].kind != "math":
        at += step
    start = at
    while at > k and at < len(items) and items[at].kind == "word" and items[at].text.lower() != "by":
        at += 1
    named = at < len(items) and items[at].text.lower() == "by"  # the spectral norm by $\|\cdot\|$
    said = _said(items[start:at]) if named else ""
    at = at + 1 if named else start
    if at >= len(items) or items[at].kind != "math":
        return k, ""
    sign, letter = _sign(items[at].body.chars)
    end = at + 1
    while not named and end < len(items) and _goes_on(items[end], letter):
        end += 1
    said = said or _said(items[at + 1 : end])
    found = _THE.fullmatch(_OF_WHAT.sub("", said))
    if found is None or (found[1] or "") not in _DENOTES:
        return k, ""
    what = found[2]
    if sign in _PLAIN_NORMS and what in _NORMS:
        return end, _NORMS[what]
    if not any(re.fullmatch(pattern, sign) and what in words for pattern, words in _MEANS):
        return k, ""
    return _of_matrices(items, end) if sign in _PLAIN_NORMS else (end, "")


def _of_matrices(items: Sequence[Piece], k: int) -> tuple[int, str]:
    """Behind ``the Euclidean norm for vectors``, ``and the spectral norm for matrices``."""
    end = k
    while end < len(items) and items[end].kind in ("word", "comma") and end < k + 8:
        end += 1
        said = _said(items[k:end])
        found = _AND_OF_MATRICES.fullmatch(said)
        if found is not None and found[1] in _NORMS:
            return end, _NORMS[found[1]]
    return k, ""


_AND_OF_MATRICES = re.compile(
    r"and (?:its |the )?(?:induced |corresponding )?(.* norm) (?:of|on|for) (?:a matrix|matrices)"
)


def _said(items: Sequence[Piece]) -> str:
    told = (piece for piece in items if piece.kind != "comma" and "\\times" not in piece.text)
    return " ".join(piece.text.lower() if piece.kind == "word" else "$" for piece in told)


def _sign(chars: str) -> tuple[str, str]:
    r"""The sign as it is compared; and the letter of ``\|A\|``, which stands for any."""
    sign = re.sub(r"\\(?:lVert|rVert|Vert)(?![A-Za-z])", r"\\|", chars)
    sign = re.sub(r"\\(?=cdot|cdots)|\\(?:left|right|,)(?![A-Za-z])|\s", "", sign.replace("\\cdot", "cdot"))
    letter = re.fullmatch(r"\\\|([A-Za-z])\\\|(.*)|\\lambda_\{?\\(?:min|max)\}?\((\w)\)", sign)
    name = (letter[1] or letter[3]) if letter is not None else ""
    return (sign.replace(f"|{name}\\", "|cdot\\") if name else sign), name


_NORMS = {"spectral norm": "op", "operator norm": "op", "operator (spectral) norm": "op", "frobenius norm": "F",
          "spectral (operator) norm": "op"}  # fmt: skip
_PLAIN_NORMS = frozenset({"\\|cdot\\|"})
_THE = re.compile(r"(?:(.*) )?(?:the|its|the corresponding|the associated|the usual) (.*)")
_OF_WHAT = re.compile(
    r" (?:of|on|for|between) (?:(?:a |an |the )?(?:symmetric |square |real )?(?:vectors?|matrix|matrices)(?: \$)?|\$)$|"
)


def _goes_on(piece: Piece, letter: str) -> bool:
    """A word, the size of an identity matrix, or the letter of which it is said."""
    chars = piece.body.chars.strip()
    size = piece.kind == "math" and (re.fullmatch(r"(\w)\s*\\times\s*\1", chars) or chars == letter)
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
