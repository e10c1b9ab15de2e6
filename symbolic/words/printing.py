"""Values as text, in a deterministic order."""

from __future__ import annotations

from collections.abc import Iterable

from .calls import CALLS, call_text
from .coefficients import Ratio
from .letters import Exponent, Word
from .matrices import Matrix
from .scalars import ATOMS, Atom, Mono, Scalar


def text(value: object) -> str:
    """A canonical text, the same in every session."""
    if isinstance(value, Scalar):
        return _sum(_mono(m, c) for m, c in value.terms.items())
    if isinstance(value, Matrix):
        return _sum(_matrix_term(w, c) for w, c in value.terms.items())
    return repr(value)


def _sum(terms: Iterable[str]) -> str:
    texts = sorted(terms, key=lambda t: (t.startswith("-"), t))
    return " + ".join(texts).replace("+ -", "- ") if texts else "0"


def _matrix_term(word: Word, c: Scalar) -> str:
    body = "*".join(x.name for x in word) or "I"
    if len(c.terms) > 1:
        return f"({text(c)})*{body}"
    ((mono, ratio),) = c.terms.items()
    return _product([*_powers(mono), body], ratio)


def _mono(mono: Mono, c: Ratio) -> str:
    return _product(_powers(mono), c) if mono else repr(c)


def _powers(mono: Mono) -> list[str]:
    return sorted(_power(atom_text(ATOMS[k]), e) for k, e in mono)


def _product(factors: list[str], c: Ratio) -> str:
    body = "*".join(factors)
    return body if c.is_one else f"-{body}" if c == -1 else f"{c.as_factor()}*{body}"


def _power(name: str, e: Exponent) -> str:
    if e == 1:
        return name
    return f"{name}**{e}" if isinstance(e, int) and e > 0 else f"{name}**({e})"


def atom_text(a: Atom) -> str:
    """An atom as text: ``tr(...)`` for a closed word, the plain product for a bilinear form."""
    if a.kind == "symbol":
        return a.name
    if a.kind == "cycle":
        body = "*".join(x.name for x in a.args)
        return f"({body})" if a.args[0].rows == 1 else f"tr({body})"
    if a.kind == "root":
        return f"({text(a.args[0])})"
    if a.name in CALLS:
        # The arguments may be long beyond reading: layers within layers.
        return call_text(a.name, a.args) or f"{a.name}@{a.number}"
    return f"{a.name}({', '.join(text(x) for x in a.args)})"



