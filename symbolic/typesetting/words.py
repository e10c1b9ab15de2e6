r"""LaTeX of values on words, in the paper's symbols and grouping.

A scalar is printed as a sum of groups, one for each way in which the parameters occur; common factors stand in
front, terms that are one trace each share one :math:`\mathrm{tr}[\cdots]`, as in (28).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from flint import fmpq_poly, fmpz

from ..regroup import gamma_power, regroup
from ..words import Letter, Matrix, Ratio, Scalar, Value
from ..words.calls import CALLS
from ..words.letters import Exponent, Word, transposed
from ..words.scalars import ATOMS, Atom, Mono
from .boxes import join as joined
from .calls import call
from .lines import WIDTH
from .lines import broken as broken_lines

NAMES = {
    "Lam": r"\Lambda", "Theta": r"\Theta", "U11": "U_{11}", "u12": "u_{12}", "u21": "u_{21}", "u_-1": "u_{-1}",
    "sigma": r"\sigma", "Psi": r"\Psi", "mu_w": r"\mu", "beta_star": r"\beta^*", "beta_tilde": r"\tilde\beta",
}
PARAMETERS = ("U11", "u12", "u21", "u_-1")
_GREEK = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "kappa", "lambda", "mu", "nu", "xi", "pi",
    "rho", "sigma", "tau", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma",
    "Phi", "Psi", "Omega",
})  # fmt: skip

Term = tuple[Mono, Ratio, Word]
"""Atoms with exponents, a coefficient, and for a matrix the word (empty for a scalar and for the identity)."""


def named(name: str) -> str:
    r"""A name in LaTeX: the paper's, a mean of the label's, or the name itself with its subscript in braces.

    >>> named("u_-1"), named("Lam_test"), named("E[y^2 xx.T]"), named("x_q")
    ('u_{-1}', '\\Lambda_{test}', '\\mathbb E[y^2xx^\\top]', 'x_q')
    >>> named("Phi"), named("alpha_1")
    ('\\Phi', '\\alpha_1')
    """
    if name in NAMES:
        return NAMES[name]
    if name.startswith("E["):
        return r"\mathbb E" + name[1:].replace(".T", r"^\top").replace(" ", "")
    base, _, sub = name.partition("_")
    base = "\\" + base if base in _GREEK else NAMES.get(base, base)
    return base + (f"_{{{sub}}}" if len(sub) > 1 else f"_{sub}" if sub else "")


def latex(value: Value) -> str:
    """``value`` in LaTeX for math mode, regrouped first (:mod:`symbolic.regroup` checks that nothing changed)."""
    return _flat(_groups(regroup(value).value))


def expanded(value: Value) -> str:
    """``value`` in LaTeX as it stands, without regrouping."""
    return _flat(_groups(value))


def broken(value: Value, width: float = WIDTH, left: str = "") -> str:
    """The same, after ``left =`` where that is given; an ``aligned`` environment where one line would not hold it."""
    return broken_lines((f"{left}=" if left else "") + latex(value), width)


# Groups of a sum -----------------------------------------------------------------------------------------

def _groups(value: Value) -> list[list[str]]:
    """The groups of a grouped value, each a list of pieces between which a line may be broken."""
    terms: list[Term] = (
        [(m, c, ()) for m, c in value.terms.items()]
        if isinstance(value, Scalar)
        else [(m, c, w) for w, factor in value.terms.items() for m, c in factor.terms.items()]
    )
    identity = isinstance(value, Matrix)
    terms.sort(key=lambda t: _order(t, identity))
    traced = [t for t in terms if not identity and _degree(t) and _lone_trace(t[0])]
    rest = [t for t in terms if t not in traced] if len(traced) > 1 else terms
    groups = [_inside_one_trace(traced)] if len(traced) > 1 else []
    for _, group in groupby(rest, key=lambda t: tuple(_counts(t).values())):
        groups.append(_group(list(group), identity))
    return groups or [["0"]]


def _inside_one_trace(terms: Sequence[Term]) -> list[str]:
    """Terms that are a factor times one trace each, under a common trace."""
    inner = []
    for mono, c, _ in terms:
        number = _traces(mono)[0]
        rest = tuple(x for x in mono if x[0] != number)
        inner.append(_product(rest, c, word(_oriented(ATOMS[number].args, transpose_last=True))))
    return _bracketed(r"\operatorname{tr}", inner)


def _group(terms: Sequence[Term], identity: bool) -> list[str]:
    """Terms with the same parameters, the common factor in front of a bracket."""
    if len(terms) == 1:
        return [_term(terms[0], identity)]
    ratio, mono = _common(terms)
    inner = [_term((_divided(m, mono), c / ratio, w), identity) for m, c, w in terms]
    front = _product(mono, ratio)
    return inner if front == "1" else _bracketed("" if front == "-1" else front, inner, front == "-1")


def _term(term: Term, identity: bool) -> str:
    mono, c, w = term
    return _product(mono, c, word(w) or ("I" if identity else ""))


def _bracketed(front: str, inner: list[str], minus: bool = False) -> list[str]:
    """The pieces of ``front[inner]``; a minus sign of the first piece is put before it all."""
    if inner[0].startswith("-"):
        inner, minus = [x[1:] if x.startswith("-") else "-" + x for x in inner], not minus
    if minus:
        front = front[1:] if front.startswith("-") else "-" + front
    head, *middle = inner
    pieces = [rf"{front}\Bigl[{head}", *middle]
    pieces[-1] += r"\Bigr]"
    return pieces


def _common(terms: Sequence[Term]) -> tuple[Ratio, Mono]:
    """The common factor: a rational function of N that leaves integer polynomials, and the least power of each atom."""
    numbers = sorted({k for m, _, _ in terms for k, _ in m})
    least = [(k, min((dict(m).get(k, 0) for m, _, _ in terms), key=Fraction)) for k in numbers]
    below = fmpq_poly([1])
    for _, c, _ in terms:
        below = below * c.den / below.gcd(c.den)
    above = [c.num * (below / c.den) for _, c, _ in terms]
    content = fmpq_poly([0])
    for p in above:
        content = content.gcd(p)
    scaled = [p / content for p in above]
    denominator, numerator = fmpz(1), fmpz(0)
    for p in scaled:
        denominator = denominator.lcm(fmpz(p.denom()))
    for p in scaled:
        numerator = numerator.gcd((p * denominator).numer().content())
    factor = Ratio(content * numerator / denominator, below)
    return factor, tuple((k, e) for k, e in least if e)


def _divided(mono: Mono, by: Mono) -> Mono:
    out = dict(mono)
    for k, e in by:
        left = Fraction(out.get(k, 0)) - Fraction(e)
        out[k] = int(left) if left.denominator == 1 else left
    return tuple((k, e) for k, e in sorted(out.items()) if e)


# Products ------------------------------------------------------------------------------------------------

def _product(mono: Mono, c: Ratio, last: str = "") -> str:
    """A coefficient times atoms (times ``last``), negative exponents below a fraction line."""
    sign, top, bottom = _coefficient(c)
    factors = sorted(((ATOMS[k], e) for k, e in mono), key=lambda t: _factor_order(t[0]))
    crowded = bool(last) or sum(a.kind == "cycle" for a, _ in factors) > 1
    above = [_power(a, e, crowded) for a, e in factors if Fraction(e) > 0]
    below = [_power(a, -e, crowded) for a, e in factors if Fraction(e) < 0]
    if below:
        return sign + rf"\frac{{{_alone(*top, *above) or '1'}}}{{{_alone(*bottom, *below)}}}" + last
    front = rf"\frac{{{_alone(*top) or '1'}}}{{{_alone(*bottom)}}}" if bottom else join(*top)
    return sign + (join(front, *above, last) or "1")


def _alone(*pieces: str) -> str:
    """Above or below a fraction line, where a single sum needs no parentheses."""
    text = join(*pieces)
    return text[1:-1] if len(pieces) == 1 and re.fullmatch(r"\([^()]*\)", text) else text


def _coefficient(c: Ratio) -> tuple[str, list[str], list[str]]:
    """Sign, numerator and denominator of a coefficient, factored."""
    lead = c.num.leading_coefficient()
    top: list[str] = []
    bottom: list[str] = []
    for poly, e in sorted(c.factors(), key=lambda t: (len(t[0].coeffs()), str(t[0]))):
        text = str(poly.str(var="N") if poly.degree() > 0 else poly[0]).replace("*", "").replace(" ", "")
        text = re.sub(r"\+\((-[^()]*)\)", r"\1", text)
        wrapped = f"({text})" if "+" in text or "-" in text else text
        (top if e > 0 else bottom).append(wrapped if abs(e) == 1 else f"{wrapped}^{{{abs(e)}}}")
    for side in (top, bottom):
        number = 1
        while side and side[0].split("^")[0].isdigit():
            base, _, exponent = side.pop(0).partition("^")
            number *= int(base) ** int(exponent.strip("{}") or 1)
        if number != 1:
            side.insert(0, str(number))
    return ("-" if lead < 0 else ""), top, bottom


def _power(a: Atom, e: Exponent, crowded: bool = False) -> str:
    """An atom's power; among other forms and traces (``crowded``) a bilinear form is put in parentheses."""
    body = atom(a)
    if a.kind == "cycle" and a.args[0].rows == 1 and (crowded or e != 1):
        body = f"({body})"
    if e == 1:
        return body
    return rf"\sqrt{{{body}}}" if Fraction(e) == Fraction(1, 2) else body + _exponent(e)


def atom(a: Atom) -> str:
    """One atom: a symbol, a trace, a bilinear form, a root's radicand, a norm."""
    if a.kind == "symbol":
        return named(a.name)
    if a.kind == "cycle":
        if a.args[0].rows == 1:
            return word(_oriented_form(a.args))
        return rf"\operatorname{{tr}}({word(_oriented(a.args))})"
    if a.kind == "root":
        return rf"\bigl({_flat(_groups(a.args[0]))}\bigr)"
    if a.name in CALLS:
        return call(a.name, a.args, str(a.number))
    inner = ", ".join(map(_argument, a.args))
    return rf"\|{inner}\|_{{op}}" if a.name == "norm_op" else rf"\operatorname{{{a.name.replace('_', ' ')}}}({inner})"


def _argument(x: object) -> str:
    """An argument of a function: a value on words or with indices, or a coefficient."""
    if isinstance(x, (Scalar, Matrix)):
        return _flat(_groups(x))
    if isinstance(x, Ratio):
        return _flat(_groups(Scalar({(): x})))
    from ..indexed import Indexed, IndexedMatrix
    from .indexed import typeset

    return typeset(x) if isinstance(x, (Indexed, IndexedMatrix)) else str(x)


def word(letters: Word) -> str:
    """The letters of a word, side by side."""
    return join(*(_letter(x) for x in letters))


def join(*texts: str) -> str:
    r"""Texts side by side, with a space where a command such as ``\Lambda`` would swallow the next letter.

    >>> print(join(r"\Lambda", "U_{11}", r"\Lambda", ""))
    \Lambda U_{11}\Lambda
    """
    return joined(texts)


def _letter(x: Letter) -> str:
    q = gamma_power(x)
    if q is not None:
        return r"\Gamma" + _exponent(q)
    if x.inside:
        assert x.shift is not None
        shift = _flat(_groups(x.shift))
        return rf"\bigl({word(x.inside)}+{f'({shift})' if len(x.shift.terms) > 1 else shift}I\bigr)" + _exponent(x.q)
    if x.base is not None and x.p == x.q == 0:
        return rf"P_{{{_base(x.base)}}}"
    if x.base is not None:
        name = _base(x.base)
        middle = "" if x.middle is None else rf"^2+({_flat(_groups(x.middle))}){name}"
        constant = "" if x.shift is None else rf"+{_flat(_groups(x.shift))}I"
        shifted = rf"\bigl({name}{middle}{constant}\bigr)" + _exponent(x.q) if constant else ""
        return (name + _exponent(x.p) if x.p else "") + shifted
    name = x.original.name
    shown = named(name) if x.call is None else call(*x.call, name.rpartition("#")[2])
    if not x.flipped:
        return shown
    return rf"({shown})^\top" if "^" in shown else rf"{shown}^\top"


def _base(x: Letter) -> str:
    return rf"\bigl({word(x.stands_for)}\bigr)" if x.stands_for else named(x.name)


def _exponent(e: Exponent) -> str:
    return "" if e == 1 else f"^{e}" if len(str(e)) == 1 else f"^{{{e}}}"


# Order and orientation -----------------------------------------------------------------------------------

def _oriented(args: Word, transpose_last: bool = False) -> Word:
    """The rotation or transposition of a closed word that the paper would print: Gamma first, few transposes, a
    transpose last; inside a common trace (28) the last comes before the fewest."""

    def rank(w: Word) -> tuple[object, ...]:
        first = gamma_power(w[0])
        count, last = sum(x.flipped for x in w), not w[-1].flipped
        return (
            (last, count) if transpose_last else (count, last),
            first is None or Fraction(first) < 0,
            w[0].base is None or Fraction(w[0].p) < 0,
            [x.name for x in w],
        )

    return min((w[i:] + w[:i] for w in (args, transposed(args)) for i in range(len(w))), key=rank)


def _oriented_form(args: Word) -> Word:
    """A bilinear form read from the end that the paper would start with: u12, then u21."""
    return min((args, transposed(args)), key=lambda w: (w[0].original.name, sum(x.flipped for x in w)))


def _flat(groups: list[list[str]]) -> str:
    """All pieces on one line."""
    pieces = [piece for group in groups for piece in group]
    return "".join(_signed(p, first=k == 0) for k, p in enumerate(pieces))


def _signed(piece: str, first: bool = False) -> str:
    return piece if first or piece.startswith("-") else "+" + piece


def _traces(mono: Mono) -> list[int]:
    return [k for k, _ in mono if ATOMS[k].kind == "cycle" and ATOMS[k].args[0].rows != 1]


def _lone_trace(mono: Mono) -> bool:
    """One trace to the power one, all else named scalars."""
    cycles = [(k, e) for k, e in mono if ATOMS[k].kind != "symbol"]
    return len(cycles) == 1 and cycles[0][1] == 1 and len(_traces(mono)) == 1


def _counts(term: Term) -> dict[str, Fraction]:
    """How often each parameter occurs."""
    counts = dict.fromkeys(PARAMETERS, Fraction(0))
    for k, e in term[0]:
        a = ATOMS[k]
        names = [a.name] if a.kind == "symbol" else [x.original.name for x in a.args] if a.kind == "cycle" else []
        for name in names:
            if name in counts:
                counts[name] += Fraction(e)
    for x in term[2]:
        if x.original.name in counts:
            counts[x.original.name] += 1
    return counts


def _degree(term: Term) -> Fraction:
    return sum(_counts(term).values(), Fraction(0))


def _order(term: Term, identity: bool) -> tuple[object, ...]:
    """The block u12 = u21 = 0 first, higher degree first, constants last; within a group by the printed text."""
    counts = _counts(term)
    outside = counts["u12"] + counts["u21"]
    text = _term(term, identity)
    return not any(counts.values()), outside, -_degree(term), [-v for v in counts.values()], len(text), text


def _factor_order(a: Atom) -> tuple[object, ...]:
    """Named scalars, then forms, then traces."""
    kind = {"symbol": 0, "opaque": 1, "root": 2}.get(a.kind)
    return (3 if a.args[0].rows == 1 else 4) if kind is None else kind, atom(a)
