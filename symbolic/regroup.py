r"""Values on words in the paper's grouping: :math:`\Gamma` collected again, partial fractions undone.

The algebra knows :math:`\Gamma=(1+\frac1N)\Lambda+\frac{\mathrm{tr}\Lambda}NI` only expanded.  For printing, plain
letters that stand for powers of Gamma are introduced wherever that shortens:

* :math:`c(1+\frac1N)\,[\Lambda^{k+1}]+\frac cN\mathrm{tr}(\Lambda)\,[\Lambda^k]=c\,[\Gamma\Lambda^k]` inside any word;
* a shifted power :math:`(\Lambda+\frac{\mathrm{tr}\Lambda}{N+1}I)^q` is :math:`(\frac N{N+1})^q\Gamma^q`;
* partial fractions of :math:`\mathrm{tr}(\Lambda^p\Gamma^{-q})` are put together.

Every result is expanded again and compared with the original before it is returned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from .lsa import Lam
from .words import ONE, ZERO, Letter, Matrix, N, Ratio, Scalar, Value, letter, power, substitute, trace
from .words.functions import member
from .words.letters import Exponent, Word
from .words.normal import closed, opened
from .words.opaque import opaque
from .words.scalars import ATOMS, Atom, Mono

GAM = cast(Matrix, Lam * (1 + 1 / N)) + cast(Matrix, Matrix.identity("d") * (trace(Lam) / N))
"""Gamma of Theorem 4, written out."""
_SHIFT = trace(Lam) / (N + 1)
_SCALE = (N + 1) / N
_LAM = next(iter(Lam.terms))[0]
_STANDS_FOR: dict[Letter, Exponent] = {}


@dataclass(frozen=True)
class Grouped:
    """``value`` with letters that stand for powers of Gamma; :meth:`expanded` puts them back."""

    value: Value

    def expanded(self) -> Value:
        bindings: dict[Letter | str, Value] = {x: power(GAM, Fraction(q)) for x, q in _STANDS_FOR.items()}
        return substitute(self.value, bindings)


def gamma(q: Exponent = 1) -> Letter:
    """The plain letter that stands for the power ``Gam**q``."""
    x = letter(f"Gam**{q}", "d", "d", symmetric=True)
    _STANDS_FOR[x] = q
    return x


def gamma_power(x: Letter) -> Exponent | None:
    """The exponent q if ``x`` stands for ``Gam**q``."""
    return _STANDS_FOR.get(x)


def regroup(value: Value) -> Grouped:
    """``value`` in the shortest grouping found; equal to it, which is checked by expanding."""
    if isinstance(value, Scalar):
        candidates = [Grouped(_scalar(value, partial)) for partial in (False, True)]
        best = min(candidates, key=lambda g: len(cast(Scalar, g.value).terms))
    else:
        candidates = [Grouped(_matrix(value, partial)) for partial in (False, True)]
        best = min(candidates, key=lambda g: sum(len(c.terms) for c in cast(Matrix, g.value).terms.values()))
    difference = best.expanded() - value  # type: ignore[operator]
    if not difference.is_zero():
        raise RuntimeError(f"regrouping changed a value by {difference}: the rules of symbolic.regroup are wrong.")
    return best


def _scalar(value: Scalar, partial: bool) -> Scalar:
    return _collected(_renamed(_together(value)), partial)


# Gamma from two terms ------------------------------------------------------------------------------------

Key = tuple[Mono, Word]
"""A term: its scalar atoms, and its word (empty for scalars)."""


def _collected(value: Scalar, partial: bool) -> Scalar:
    terms: dict[Key, Ratio] = {(mono, ()): c for mono, c in value.terms.items()}
    return Scalar({mono: c for (mono, _), c in _shortened(terms, _closed_places, partial).items()})


def _matrix(value: Matrix, partial: bool) -> Matrix:
    terms: dict[Key, Ratio] = {}
    for word, c in value.terms.items():
        renamed, factor = _renamed_word(word)
        for mono, ratio in _renamed(c * factor).terms.items():
            terms[mono, renamed] = ratio
    out: dict[Word, Scalar] = {}
    for (mono, word), ratio in _shortened(terms, _open_places, partial).items():
        out[word] = out.get(word, ZERO) + Scalar({mono: ratio})
    return Matrix(value.rows, value.cols, out)


Places = Callable[[Key], list[tuple[Key, Key]]]
"""For a term that holds a power of Lam somewhere: the same with one power less, and with a Gamma for it."""


def _shortened(terms: dict[Key, Ratio], places: Places, partial: bool) -> dict[Key, Ratio]:
    """Pairs of terms joined as long as there are any; with ``partial``, leftovers of the second term may stay."""
    merged = True
    while merged:
        merged = False
        for first, c in list(terms.items()):
            for lower, joined in places(first):
                key = (_with(lower[0], _atom_of(trace(Lam))), lower[1])
                share = c / _ratio(_SCALE)
                rest = terms.get(key)
                if key == first or rest is None or not (partial or rest == share / _ratio(N)):
                    continue
                del terms[first], terms[key]
                left = rest - share / _ratio(N)
                if left:
                    terms[key] = left
                terms[joined] = terms[joined] + share if joined in terms else share
                merged = True
                break
            if merged:
                break
    return terms


def _closed_places(key: Key) -> list[tuple[Key, Key]]:
    out: list[tuple[Key, Key]] = []
    for number, e in key[0]:
        a = ATOMS[number]
        if a.kind != "cycle" or not isinstance(e, int) or e < 1:
            continue
        rest = _with(key[0], number, -1)
        for lower, joined in _lowered(a.args):
            pair = [_closed_mono(word, a.args) for word in (lower, joined)]
            if pair[0] is not None and pair[1] is not None:
                out.append(((_times(rest, pair[0]), key[1]), (_times(rest, pair[1]), key[1])))
    return out


def _open_places(key: Key) -> list[tuple[Key, Key]]:
    inside = [((key[0], lower), (key[0], joined)) for lower, joined in _lowered(key[1])]
    return inside + _closed_places(key)


def _lowered(word: Word) -> list[tuple[Word, Word]]:
    """All (word with one Lam less, word with Gam for that Lam); places with the highest power of Lam first."""
    out = []
    places = [i for i, x in enumerate(word) if x.base is _LAM and x.q == 0 and isinstance(x.p, int) and x.p >= 1]
    for i in sorted(places, key=lambda i: -Fraction(word[i].p)):
        less = member(_LAM, word[i].p - 1, None, 0)
        front, middle = word[:i], () if less is None else (less,)
        # Gam**q on the left of the new Gam becomes Gam**(q + 1).
        q = gamma_power(front[-1]) if front else None
        joined = (*front, gamma()) if q is None else (*front[:-1], gamma(q + 1))
        out.append((front + middle + word[i + 1 :], joined + middle + word[i + 1 :]))
    return out


def _closed_mono(word: Word, like: Word) -> Mono | None:
    """The closed word as a monomial with coefficient 1, if it is one."""
    if like[0].rows == 1:
        ((_, value),) = opened(word, 1, 1)
    else:
        value = closed(word, like[0].rows)
    if len(value.terms) != 1:
        return None
    ((mono, ratio),) = value.terms.items()
    return mono if ratio == 1 else None


# Shifted powers and partial fractions --------------------------------------------------------------------

def _renamed(value: Scalar) -> Scalar:
    """``value`` with the letters ``(Lam + sI)^q`` renamed to powers of Gamma, in traces, roots and norms."""

    def new(a: Atom) -> Scalar | None:
        if a.kind == "cycle" and any(x.shift == _SHIFT for x in a.args):
            word, factor = _renamed_word(a.args)
            return closed(word, a.args[0].rows) * factor if a.args[0].rows != 1 else opened(word, 1, 1)[0][1] * factor
        if a.kind == "root":
            return _scalar(a.args[0], False)
        if a.kind == "opaque" and len(a.args) == 1 and isinstance(a.args[0], Matrix):
            return _multiple_of_gamma(a)
        return None

    return value.map_atoms(new)


def _renamed_word(word: Word) -> tuple[Word, Scalar]:
    out: list[Letter] = []
    factor = ONE
    for x in word:
        if x.shift is None or x.shift != _SHIFT or x.base is not _LAM:
            out.append(x)
            continue
        front = member(_LAM, x.p, None, 0)
        out += ([front] if front is not None else []) + [gamma(x.q)]
        factor = factor * _SCALE ** -Fraction(x.q)
    return tuple(out), factor


def _multiple_of_gamma(a: Atom) -> Scalar | None:
    r"""A norm of :math:`\Gamma/c` as the norm of Gamma over c; the norms kept here are homogeneous."""
    identity = a.args[0].terms.get(())
    if a.name not in ("norm_op", "nuclear") or identity is None:
        return None
    c = trace(Lam) / N / identity
    if a.args[0] * c != GAM:
        return None
    return opaque(a.name, Matrix.of(gamma()), sign=a.sign_hint) / c


def _together(value: Scalar) -> Scalar:
    r"""Partial fractions put together: the :math:`\mathrm{tr}(\Lambda^p\Gamma^{-q})` that leaves the shortest text."""
    best = value
    for mono, c in value.terms.items():
        for number, e in mono:
            # tr((Lam + sI)^q) is what partial fractions of tr(Lam^p (Lam + sI)^q) leave.
            x = ATOMS[number].args[0] if ATOMS[number].kind == "cycle" and len(ATOMS[number].args) == 1 else None
            if e != 1 or x is None or x.shift != _SHIFT or x.p != 0 or not Fraction(x.q) < 0:
                continue
            for p in (-2, -1, 1, 2, 3, 4):
                whole = trace(power(Lam, Fraction(p)) * power(GAM, Fraction(x.q)))
                found = [(m, r) for m, r in whole.terms.items() if (number, 1) in m]
                if len(found) != 1:
                    continue
                factor = Scalar({mono: c}) / Scalar({found[0][0]: found[0][1]})
                front = member(_LAM, p, None, 0)
                short = closed((cast(Letter, front), gamma(x.q)), "d") * factor
                candidate = value - whole * factor + short
                best = min(best, candidate, key=lambda v: (len(v.terms), len(repr(v))))
    return best


# Monomials -----------------------------------------------------------------------------------------------

def _atom_of(value: Scalar) -> int:
    ((mono, _),) = value.terms.items()
    return mono[0][0]


def _ratio(value: Scalar) -> Ratio:
    return cast(Ratio, value.as_ratio())


def _with(mono: Mono, number: int, e: int = 1) -> Mono:
    return _times(mono, ((number, e),))


def _times(a: Mono, b: Mono) -> Mono:
    ((mono, _),) = (Scalar({a: Ratio.of(1)}) * Scalar({b: Ratio.of(1)})).terms.items()
    return mono
