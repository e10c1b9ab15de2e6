r"""The laws of declared letters: Gaussian vectors and numbers, moved and scaled, and matrices of independent entries.

A letter whose law is none of the language's own stands for a formula in one that is: ``x ~ N(mu, 4)`` is ``mu + 2 z``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import isqrt

from ..errors import UserError
from ..statement.laws import gaussian, noise
from ..statement.terms import Abbrev, Op, Sym, Term, at, index, scalar, term
from .letters import Named, spelled
from .outcomes import Read, ReadingError
from .specs import Spec, dim_of, tex_of
from .spellings import GREEK
from .tokens import name_of

Make = Callable[[Spec, dict[str, Spec], dict[str, Named]], Named]
"""Makes the letter of what is said of it."""
NORMAL = re.compile(r"N\s*\(\s*([^,]+),\s*(.+)\)\s*(iid)?\s*")
_ANY = re.compile(r"\(\s*0\s*,\s*((?:\\[A-Za-z]+|[A-Za-z])(?:_\w)?)\s*\^\s*\{?2\}?\s*\)\s*(iid)?\s*")
r"""Mean 0 and variance \sigma^2, and whatever law."""
_NUMBER = r"\d+(?:\.\d+)?"
_LETTER = r"(?:\\[A-Za-z]+|[A-Za-z])(?:_\w|_\{\w+\})?"
_ABOVE = rf"(?:({_NUMBER})|({_LETTER})\s*\^\s*\{{?\s*2\s*\}}?)"
_SPREADS = (
    re.compile(rf"{_ABOVE}()"),
    re.compile(rf"{_ABOVE}\s*/\s*({_NUMBER}|{_LETTER})"),
    re.compile(rf"\\[td]?frac\s*\{{?\s*{_ABOVE}\s*\}}?\s*\{{?\s*({_NUMBER}|{_LETTER})\s*\}}?"),
    re.compile(r"\\[td]?frac\s*(\d)()\s*(\d)"),
)
"""A number or the square of a letter, over a number or an integer."""


def _spread(cov: str, specs: dict[str, Spec]) -> str | None:
    r"""The LaTeX of the root of such a variance, ``2`` of ``4``; nothing for another one.

    >>> _spread("4", {}), _spread(r"\frac{1}{2}", {}), _spread("S", {}), _spread("1/m", {"x": Spec("x", ("m", 1))})
    ('2', '\\frac{1}{\\sqrt{2}}', None, '\\frac{1}{\\sqrt{m}}')
    """
    found = next(filter(None, (pattern.fullmatch(cov.strip()) for pattern in _SPREADS)), None)
    if found is None or cov.strip() == "1" or (found[2] and not found[3]):
        return None
    number, letter, below = found[1], found[2], found[3]
    if letter and _is_matrix(specs.get(tex_of(letter))):
        return None
    if letter:
        specs.setdefault(tex_of(letter), Spec(tex_of(letter), (1, 1), {"positive"}))
    if (number and not Fraction(number)) or (below and not _counts(below, specs)):
        return None
    above = tex_of(letter) if letter else _root(number)
    return rf"\frac{{{above}}}{{{_root(below)}}}" if below else above


def _counts(text: str, specs: dict[str, Spec]) -> bool:
    """Whether this is a positive number, or a letter that stands for a positive integer."""
    if re.fullmatch(_NUMBER, text):
        return bool(Fraction(text))
    dims = [str(dim) for spec in specs.values() for dim in spec.shape or ()]
    words = {word for dim in dims for word in re.findall(r"[A-Za-z]\w*", dim)}
    return text in words or (text in specs and "integer" in specs[text].traits)


def _root(text: str) -> str:
    whole = isqrt(int(text)) if text.isdigit() else 0
    return str(whole) if whole and whole**2 == int(text) else rf"\sqrt{{{text}}}"


def of_entries(spec: Spec, specs: dict[str, Spec], made: dict[str, Named], make: Make) -> Abbrev:
    """A matrix with independent Gaussian entries of mean 0: its columns side by side, each a Gaussian vector."""
    law = NORMAL.fullmatch(spec.entries)
    if spec.shape is None or 1 in spec.shape:
        raise UserError(f"{spec.tex} has entries: say its size, as in '{spec.tex}: m x d'.")
    if law is None or law[1].strip() != "0":
        raise UserError(f"The law {spec.entries!r} of entries is not read: write {spec.tex}_{{ij}} ~ N(0,1) iid.")
    rows, columns = spec.shape
    cov = law[2].strip()
    factor = "" if cov == "1" else _deviation(cov, specs)
    if factor is None:
        raise UserError(f"The variance {cov!r} of entries is not read: write a number, 1/m or \\sigma^2.")
    name = name_of(spec.tex)
    upper = term(columns) if isinstance(columns, int) else scalar(columns, "integer", "positive")
    j = index(f"{name}__place", columns)
    column = gaussian(f"{name}__column", rows, iid=True, tex=rf"\breve{{{spec.tex}}}")
    body: Term = at(column, j)
    if factor:
        for other in list(specs.values()):
            if not (other.body or other.law or other.entries):
                make(other, specs, made)
        counts = {str(dim): scalar(str(dim), "integer", "positive") for dim in spec.shape if isinstance(dim, str)}
        body = _term(factor, {**counts, **made}) * body
    return Abbrev(Sym(name, spec.shape, frozenset(), spec.tex), Op("beside_over", (j, upper, body)))


def _deviation(cov: str, specs: dict[str, Spec]) -> str | None:
    square = re.fullmatch(rf"({_LETTER})\s*\^\s*\{{?\s*2\s*\}}?", cov)
    if square is None:
        return _spread(cov, specs)
    specs.setdefault(tex_of(square[1]), Spec(tex_of(square[1]), (1, 1), {"positive"}))
    return tex_of(square[1])


def _term(source: str, made: dict[str, Named]) -> Term:
    from .reader import read

    found = read(source, tuple(made.values()))
    if not isinstance(found, Read):
        raise ReadingError(found)
    assert isinstance(found.tree, Term)
    return found.tree


def drawn(spec: Spec, specs: dict[str, Spec], made: dict[str, Named], make: Make) -> Named:
    """A Gaussian vector, or a Gaussian number."""
    match = NORMAL.fullmatch(spec.law)
    if (any_law := _ANY.fullmatch(spec.law)) is not None and spec.shape in (None, (1, 1)):
        std = make(specs.setdefault(tex_of(any_law[1]), Spec(tex_of(any_law[1]), (1, 1), {"positive"})), specs, made)
        assert isinstance(std, Sym)
        return noise(name_of(spec.tex), std, iid=bool(any_law[2]) or "iid" in spec.traits, tex=spec.tex)
    if match is None:
        raise UserError(
            f"The law {spec.law!r} is not read: write '{spec.tex} ~ N(0,S)', or '{spec.tex}_i ~ N(0,S) iid'."
        )
    mean, cov = match[1].strip(), match[2].strip()
    scaled = re.fullmatch(r"(.+?)\s*(I(?:_\{?\w+\}?)?)", cov)
    plain = cov != "1" and _spread(cov, specs) is None
    if (mean != "0" and plain) or scaled is not None:
        root = re.fullmatch(r"((?:\\[A-Za-z]+|[A-Za-z])(?:_\w)?)\^\{?2\}?", scaled[1]) if scaled is not None else None
        if root is not None:
            specs.setdefault(tex_of(root[1]), Spec(tex_of(root[1]), (1, 1), {"positive"}))
        factor = "" if scaled is None else f"{root[1]} " if root is not None else f"\\sqrt{{{scaled[1]}}} "
        members = " iid" if match[3] else ""
        return _moved(spec, mean, factor, f"N(0, {cov if scaled is None else scaled[2]}){members}", specs, made, make)
    if cov == "1":
        return _moved(spec, mean, "", r"N(0, \varsigma^2)" + (" iid" if match[3] else ""), specs, made, make)
    if (spread := _spread(cov, specs)) is not None:
        if spec.shape not in (None, (1, 1)):
            raise UserError(f"{spec.tex} is a vector: its covariance is a matrix; write N(0, {cov} I).")
        return _moved(spec, mean, f"{spread} ", r"N(0, \varsigma^2)" + (" iid" if match[3] else ""), specs, made, make)
    name, iid = name_of(spec.tex), bool(match[3]) or "iid" in spec.traits
    unit = re.fullmatch(r"I(?:_\{?(\w+)\}?)?", cov)
    own = spec.shape[0] if spec.shape else None
    if spec.shape and spec.shape[1] != 1:
        raise UserError(f"{spec.tex} is {own} x {spec.shape[1]}: laws are read of vectors and numbers alone.")
    if unit is not None:
        return gaussian(name, dim_of(unit[1]) if unit[1] else own or "d", iid=iid, tex=spec.tex)
    square = re.fullmatch(r"(.+?)\^\{?2\}?", cov)
    if square is not None and _is_matrix(specs.get(tex_of(square[1]))):
        raise UserError(f"The covariance {cov!r} is a power of a matrix: "
                        f"write '{spec.tex} := {square[1]} z' with 'z ~ N(0,I)'.")  # fmt: skip
    if square is not None and "I" not in cov:
        std = make(specs.setdefault(tex_of(square[1]), Spec(tex_of(square[1]), (1, 1), {"positive"})), specs, made)
        if own not in (None, 1):
            raise UserError(f"{spec.tex} is a vector: its covariance is a matrix; write {square[1]} z with z ~ N(0,I).")
        assert isinstance(std, Sym)
        return noise(name, std, normal=True, iid=iid, tex=spec.tex)
    try:
        tex = tex_of(cov)
    except UserError:
        raise UserError(
            f"The covariance {cov!r} is no letter: declare one, as in 'S: d x d posdef', or write "
            f"'{spec.tex} := \\sigma z' with 'z ~ N(0,I)'."
        ) from None
    if tex not in specs:
        specs[tex] = Spec(tex, (own or "d", own or "d"), {"symmetric", "posdef"})
    sigma = make(specs[tex], specs, made)
    if not isinstance(sigma, Sym):
        raise UserError(f"The covariance {cov} has a formula: write '{spec.tex} := R z' with 'z ~ N(0,I)'.")
    if sigma.shape == (1, 1):
        raise UserError(f"{cov} is no matrix: of a number the law is written N(0, sigma^2).")
    if not sigma.traits & {"posdef", "psd"}:
        sigma = replace(sigma, traits=sigma.traits | {"symmetric", "posdef"})
        made[tex] = sigma
    return gaussian(name, own or sigma.shape[0], cov=sigma, iid=iid, tex=spec.tex)


def _is_matrix(spec: Spec | None) -> bool:
    return spec is not None and (spec.shape not in (None, (1, 1)) or bool(spec.traits & {"posdef", "psd", "symmetric"}))


def _moved(
    spec: Spec, mean: str, factor: str, law: str, specs: dict[str, Spec], made: dict[str, Named], make: Make
) -> Abbrev:
    """``x ~ N(mu, sigma^2 I)`` as ``mu + sigma`` times a Gaussian letter of its own with mean 0."""
    if "iid" in spec.traits or re.search(r"(?<![A-Za-z])iid\s*$", spec.law):
        raise UserError(f"The law {spec.law!r} is read of one vector, and not of a family: declare z_i ~ N(0,I) iid, "
                        f"and write what {spec.tex}_i is of z_i.")  # fmt: skip
    base = re.match(r"([A-Za-z]|\\[A-Za-z]+|\\(?:bm|boldsymbol|mathbf)\s*\{[^{}]*\})(?=$|[_^'])", spec.tex)
    if base is None:
        raise UserError(f"The law {spec.law!r} is read of letters without an accent: rename {spec.tex}.")
    inner = Spec(f"\\breve{{{base[1]}}}{spec.tex[base.end() :]}", spec.shape, law=law)
    inside = drawn(inner, specs, made, make)
    assert isinstance(inside, Sym)
    inside = made[inner.tex] = replace(inside, name=f"{name_of(spec.tex)}__centred")
    letter = f"\\{mean}" if f"\\{mean}" in GREEK else mean
    if spelled(letter) is not None:
        mean = tex_of(letter)
        specs.setdefault(mean, Spec(mean, inside.shape))
    for other in list(specs.values()):
        if not other.body and not other.law:
            make(other, specs, made)
    unit = rf"\frac{{{inner.tex}}}{{\varsigma}}" if "varsigma" in law else inner.tex
    unit = f"{factor}{unit}"
    text = unit if mean == "0" else f"{mean} + {unit}"
    return Abbrev(Sym(name_of(spec.tex), inside.shape, frozenset(), spec.tex), _term(text, made))
