"""Values as text, in a deterministic order."""

from __future__ import annotations

from collections.abc import Iterable

from .coefficients import Ratio
from .letters import Exponent, Word
from .matrices import Matrix
from .scalars import ATOMS, Atom, Mono, Scalar


def text(value: object) -> str:
    """A canonical text, the same in every session."""
    if isinstance(value, Scalar):
        return _sum((_mono(m, c), c) for m, c in value.terms.items())
    if isinstance(value, Matrix):
        return _sum((_matrix_term(w, c), None) for w, c in value.terms.items())
    return repr(value)


def _sum(terms: Iterable[tuple[str, Ratio | None]]) -> str:
    texts = sorted(t for t, _ in terms)
    return " + ".join(texts).replace("+ -", "- ") if texts else "0"


def _matrix_term(word: Word, c: Scalar) -> str:
    body = "*".join(_factor(x.name) for x in word) or "I"
    if c == 1:
        return body
    factor = text(c)
    return f"({factor})*{body}" if len(c.terms) > 1 else f"{factor}*{body}"


def _factor(name: str) -> str:
    return name if name.isidentifier() or name.endswith(".T") else f"({name})" if "*" in name else name


def _mono(mono: Mono, c: Ratio) -> str:
    atoms = sorted(_power(atom_text(ATOMS[k]), e) for k, e in mono)
    if not atoms:
        return repr(c)
    if c.is_one:
        return "*".join(atoms)
    if c == -1:
        return "-" + "*".join(atoms)
    front = repr(c)
    plain = "+" not in front and " " not in front
    return "*".join([front if plain else f"({front})", *atoms])


def _power(name: str, e: Exponent) -> str:
    if e == 1:
        return name
    return f"{name}**{e}" if isinstance(e, int) and e > 0 else f"{name}**({e})"


def atom_text(a: Atom) -> str:
    """An atom as text: ``tr(...)`` for a closed word, the plain product for a bilinear form."""
    if a.kind == "symbol":
        return a.name
    if a.kind == "cycle":
        body = "*".join(_factor(x.name) for x in a.args)
        return f"({body})" if a.args[0].rows == 1 else f"tr({body})"
    if a.kind == "root":
        return f"({text(a.args[0])})"
    return f"{a.name}({', '.join(text(x) for x in a.args)})"



