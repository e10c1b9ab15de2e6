r"""Plain text as LaTeX text, in ASCII: what TeX would read as a command is escaped, Unicode spelled out."""

from __future__ import annotations

import re
import unicodedata

from ..symbols import to_unicode

_ESCAPES = {
    "\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<=": r"$\le$", ">=": r"$\ge$",
    "<": "$<$", ">": "$>$", "||": r"$\|$", "|": "$|$", '"': "''", "&": r"\&", "%": r"\%", "#": r"\#", "_": r"\_",
    "{": r"\{", "}": r"\}", "$": r"\$",
}  # fmt: skip
_PATTERN = re.compile("|".join(re.escape(c) for c in sorted(_ESCAPES, key=len, reverse=True)))
_ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c", "\u0328": "k",
}  # fmt: skip
_SPECIAL = {
    "–": "--", "—": "---", "’": "'", "‘": "`", "“": "``", "”": "''", "ß": r"\ss{}", "ø": r"\o{}", "ł": r"\l{}",
    "…": r"\dots{}", "×": r"$\times$", "≤": r"$\le$", "≥": r"$\ge$", "∞": r"$\infty$",
}  # fmt: skip
_GREEK = {
    to_unicode(rf"\{name}"): rf"$\{name}$"
    for name in (
        "alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "rho",
        "sigma", "tau", "phi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Sigma", "Phi", "Psi", "Omega",
    )
}  # fmt: skip


def escaped(text: str) -> str:
    r"""``text`` for text mode; what has no spelling becomes a question mark rather than an error of TeX.

    >>> print(escaped("50% of d_1 <= 3, Poincar\u00e9"))
    50\% of d\_1 $\le$ 3, Poincar\'{e}
    """
    shown = _PATTERN.sub(lambda m: _ESCAPES[m.group()], text)
    return "".join(c if c.isascii() else _spelled(c) for c in shown)


def _spelled(c: str) -> str:
    known = _SPECIAL.get(c) or _GREEK.get(c)
    if known:
        return known
    letters = unicodedata.normalize("NFD", c)
    if len(letters) == 2 and letters[0].isascii() and letters[1] in _ACCENTS:
        return rf"\{_ACCENTS[letters[1]]}{{{letters[0]}}}"
    return "?"
