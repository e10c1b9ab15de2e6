r"""LaTeX of the loss, the flow, the minimum and the invariants at a fixed dimension, entry by entry.

The covariance is diagonal there, :math:`\Lambda=\mathrm{diag}(\lambda_1,\dots,\lambda_d)`, which loses no generality:
the loss and its flow are equivariant under rotations (:mod:`symbolic.equivariance`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import lcm
from typing import cast

from flint import fmpq, fmpq_mpoly, fmpz

from .. import entries
from ..entries import Ratio
from ..entries.names import Names
from ..errors import InputError
from ..fixed_dimension import Entrywise
from ..invariants import conserved_quantities
from ..landscape import landscape, verify
from ..vector_field import Field
from .boxes import join

Formula = tuple[str, str, str]
MOST = 3
"""Up to this dimension formulas are typeset: nobody reads longer ones."""
MOST_WITH_ALL = 2
"""Up to this dimension also loss and flow over all parameters, not on the block u12 = u21 = 0 alone."""
MOST_APART = 5
"""Sums of more terms than this have their common denominator in front."""

Polynomial = fmpq_mpoly
Exponents = tuple[int, ...]


def formulas_at(d: int) -> Iterator[Formula]:
    """What is derived at dimension ``d``; raises :class:`InputError` for another dimension than 1 to 3."""
    if isinstance(d, bool) or not isinstance(d, int) or not 1 <= d <= MOST:
        raise InputError(f"dim is {d!r}: formulas are typeset for 1 to {MOST}; `lemmata derive --dim` goes further.")
    names = Names(d, general=False)
    tex = _names(names)
    yield f"symbols-dim-{d}", r",\quad ".join(_symbols(names, tex)), f"the entries at $d={d}$"
    yield from _losses(names, tex)
    yield from _minima(names, tex)
    yield from _invariants(names, tex)


def _names(names: Names) -> dict[str, str]:
    """Generators in LaTeX: ``[U_{11}]_{12}``, ``\\lambda_1``; without indices at d = 1."""
    d = names.d
    out = {names.u_1: "u_{-1}", names.N: "N"}
    for i in range(d):
        place = f"_{i + 1}" if d > 1 else ""
        out[names.Lam[i][i]] = rf"\lambda{place}"
        for key, column in (("u_{12}", names.u12), ("u_{21}", names.u21)):
            out[column[i]] = f"[{key}]{place}" if d > 1 else key
        for j in range(d):
            out[names.U11[i][j]] = f"[U_{{11}}]_{{{i + 1}{j + 1}}}" if d > 1 else "U_{11}"
    return out


def _symbols(names: Names, tex: Mapping[str, str]) -> Iterator[str]:
    if names.d == 1:
        yield r"\Lambda=\lambda"
        return
    yield rf"\Lambda={_matrix([[tex.get(x, '0') for x in row] for row in names.Lam])}"
    yield rf"U_{{11}}={_matrix([[tex[x] for x in row] for row in names.U11])}"
    for key, column in (("u_{12}", names.u12), ("u_{21}", names.u21)):
        yield f"{key}={_matrix([[tex[x]] for x in column])}"


def _matrix(rows: Sequence[Sequence[str]]) -> str:
    return r"\begin{pmatrix}" + r"\\ ".join(" & ".join(row) for row in rows) + r"\end{pmatrix}"


# Loss and flow -------------------------------------------------------------------------------------------

def _losses(names: Names, tex: Mapping[str, str]) -> Iterator[Formula]:
    d = names.d
    loss = entries.loss(d, False).numerator
    flow = entries.flow(d, False)
    zero: dict[str | int, int | fmpz | fmpq] = dict.fromkeys((*names.u12, *names.u21), 0)
    if d <= MOST_WITH_ALL:
        yield f"loss-dim-{d}", f"L(U)={_over_N2(loss, names, tex)}", f"population loss over all parameters at $d={d}$"
    block = _over_N2(loss.subs(zero), names, tex)
    yield f"block-loss-dim-{d}", rf"L(U_{{11}},u_{{-1}})={block}", f"loss on the block $u_{{12}}=u_{{21}}=0$ at $d={d}$"
    for name, symbol, grid in (
        ("u11", "U_{11}", flow.U11), ("u12", "u_{12}", [[q] for q in flow.u12]),
        ("u21", "u_{21}", [[q] for q in flow.u21]), ("u-minus-1", "u_{-1}", [[flow.u_1]]),
    ):
        left = rf"\frac{{d}}{{dt}}{symbol}"
        if d <= MOST_WITH_ALL:
            title = f"flow over all parameters at $d={d}$: ${symbol}$"
            yield from _velocities(f"flow-{name}-dim-{d}", left, grid, names, tex, title)
        if name in ("u11", "u-minus-1"):
            on_block = [[_over_N2(q.numerator.subs(zero), names, tex) for q in row] for row in grid]
            body = on_block[0][0] if len(on_block) == 1 else _listed(left, on_block)
            body = f"{left}={body}" if len(on_block) == 1 else body
            yield f"block-flow-{name}-dim-{d}", body, f"flow on the block $u_{{12}}=u_{{21}}=0$ at $d={d}$: ${symbol}$"


def _velocities(
    slug: str, left: str, grid: Sequence[Sequence[entries.Quotient]], names: Names, tex: Mapping[str, str], title: str
) -> Iterator[Formula]:
    texts = [[_over_N2(q.numerator, names, tex) for q in row] for row in grid]
    body = f"{left}={texts[0][0]}" if len(texts) == 1 else _listed(left, texts)
    yield slug, body, title


def _listed(left: str, texts: Sequence[Sequence[str]]) -> str:
    r"""The entries of a matrix one after the other, each an equation."""
    symbol = left.split("}{dt}", 1)[1]
    rows = []
    for i, row in enumerate(texts, 1):
        for j, text in enumerate(row, 1):
            rows.append(rf"\frac{{d}}{{dt}}[{symbol}]_{{{i}{j if len(row) > 1 else ''}}}={text}")
    return ",\\quad ".join(rows)


def _over_N2(p: Polynomial, names: Names, tex: Mapping[str, str]) -> str:
    """``p/N^2`` as a sum over the monomials in the parameters, with factored coefficients."""
    generators = [str(x) for x in p.context().names()]
    parameters = [k for k, x in enumerate(generators) if x in names.parameters]
    groups: dict[Exponents, dict[Exponents, int | fmpz | fmpq]] = {}
    for exponents, c in p.terms():
        inside = tuple(e if k in parameters else 0 for k, e in enumerate(exponents))
        outside = tuple(0 if k in parameters else e for k, e in enumerate(exponents))
        groups.setdefault(inside, {})[outside] = c
    N = generators.index(names.N)
    below, front = {N: 2}, ""
    if len(groups) > MOST_APART:
        scale = lcm(*(int(fmpq(c).q) for c in p.coeffs()))
        shared = min(e[N] for e in p.to_dict())
        below, front = {N: shared}, _front(scale, 2 - shared)
        groups = {inside: {e: c * scale for e, c in group.items()} for inside, group in groups.items()}
    pieces = []
    for inside in sorted(groups, key=lambda e: (-sum(e), tuple(-x for x in e))):
        coefficient = p.context().from_dict(groups[inside])
        pieces.append(_quotient(coefficient, below, generators, tex, _monomial(inside, generators, tex)))
    if not front:
        return _sum(pieces)
    if pieces[0].startswith("-"):
        front, pieces = "-" + front, [x[1:] if x.startswith("-") else "-" + x for x in pieces]
    return rf"{front}\Bigl[{_sum(pieces)}\Bigr]"


def _front(scale: int, power: int) -> str:
    r""":math:`\frac1{2N^2}` for the scale 2 and the power 2."""
    below = (str(scale) if scale > 1 else "") + ("" if power == 0 else "N" if power == 1 else f"N^{power}")
    return rf"\frac{{1}}{{{below}}}" if below else ""


def _sum(pieces: Sequence[str]) -> str:
    return "".join(x if k == 0 or x.startswith("-") else "+" + x for k, x in enumerate(pieces)) or "0"


def _monomial(exponents: Exponents, generators: Sequence[str], tex: Mapping[str, str]) -> str:
    """The generators with their powers: N, the eigenvalues, u_-1, then the entries of the other parameters."""
    first = ("N", "L", "u_m1")
    rank = {name: next((k for k, x in enumerate(first) if name.startswith(x)), len(first)) for name in generators}
    pairs = sorted(zip(generators, exponents, strict=True), key=lambda pair: rank[pair[0]])
    return join([tex[name] + (f"^{e}" if e > 1 else "") for name, e in pairs if e])


def _quotient(
    p: Polynomial, below: Mapping[int, int], generators: Sequence[str], tex: Mapping[str, str], tail: str = ""
) -> str:
    """A factored polynomial over powers of single generators, times ``tail``."""
    content, factors = p.factor()
    exponents = {k: -e for k, e in below.items()}
    sums: list[str] = []
    for factor, e in factors:
        terms = factor.to_dict()
        single = next(iter(terms)) if len(terms) == 1 else None
        if single is None:
            sums.append(f"({_polynomial(factor, generators, tex)})" + (f"^{e}" if e > 1 else ""))
            continue
        content *= next(iter(terms.values())) ** e
        for k, x in enumerate(single):
            exponents[k] = exponents.get(k, 0) + x * e
    above = _monomial(tuple(max(exponents.get(k, 0), 0) for k in range(len(generators))), generators, tex)
    under = _monomial(tuple(max(-exponents.get(k, 0), 0) for k in range(len(generators))), generators, tex)
    sign = "-" if content < 0 else ""
    top, bottom = abs(int(content.p)), int(content.q)
    in_N = [x for x in sums if "lambda" not in x]
    rest = "".join(x for x in sums if "lambda" in x)
    if bottom == 1 and not under:
        front = (str(top) if top != 1 else "") + "".join(in_N)
    else:
        number = "".join(in_N) or "1"
        number = (str(top) if top != 1 else "") + ("" if number == "1" and top != 1 else number)
        number = number[1:-1] if len(in_N) == 1 and top == 1 and number.endswith(")") else number
        front = rf"\frac{{{number}}}{{{bottom if bottom != 1 else ''}{under}}}"
    return sign + (join([front, above, rest, tail]) or "1")


def _polynomial(p: Polynomial, generators: Sequence[str], tex: Mapping[str, str]) -> str:
    r"""A sum collected by the entries of the covariance: ``(N+2)\lambda_1+\lambda_2``."""
    N = generators.index("N")
    groups: dict[Exponents, list[tuple[int, object]]] = {}
    for exponents, c in p.terms():
        others = tuple(0 if k == N else e for k, e in enumerate(exponents))
        groups.setdefault(others, []).append((exponents[N], c))
    pieces = []
    for others in sorted(groups, reverse=True):
        name = _monomial(others, generators, tex)
        inside = _sum([_in_N(e, c) for e, c in sorted(groups[others], key=lambda t: -t[0])])
        several = len(groups[others]) > 1
        if name and several:
            inside = f"({inside})"
        pieces.append(inside if not name else ("" if inside == "1" else "-" if inside == "-1" else inside) + name)
    return _sum(pieces)


def _in_N(e: int, c: object) -> str:
    power = "" if e == 0 else "N" if e == 1 else f"N^{e}"
    text = str(c)
    return (text if text not in ("1", "-1") or not power else text[:-1]) + power


# Minimum and invariants ----------------------------------------------------------------------------------

def _minima(names: Names, tex: Mapping[str, str]) -> Iterator[Formula]:
    certificate = landscape()
    if not verify(certificate):
        raise RuntimeError("the decomposition of the loss does not verify: symbolic.landscape is wrong.")
    at, d = Entrywise(names), names.d
    least = _ratio(at.scalar(certificate.minimum), tex)
    yield f"minimum-dim-{d}", rf"\min_UL(U)={least}", f"minimum over all parameters at $d={d}$"
    K = [[_ratio(cast(Ratio, x), tex) for x in row] for row in at.matrix(certificate.square.K).rows]
    body = _matrix(K) if d > 1 else K[0][0]
    title = f"all minimisers on the block $u_{{12}}=u_{{21}}=0$ at $d={d}$"
    yield f"minimiser-dim-{d}", f"u_{{-1}}U_{{11}}={body}", title


def _ratio(value: Ratio, tex: Mapping[str, str]) -> str:
    """A rational function of N and the eigenvalues, numerator and denominator factored."""
    top, bottom = value.num, value.denominator
    generators = [str(x) for x in top.context().names()]
    if top.is_zero():
        return "0"
    content, _ = top.factor()
    above = _quotient(top * content.q, {}, generators, tex)
    below = _quotient(bottom * content.q, {}, generators, tex)
    minus, above = ("-", above[1:]) if above.startswith("-") else ("", above)
    return above if below == "1" else rf"{minus}\frac{{{_bare(above)}}}{{{_bare(below)}}}"


def _bare(text: str) -> str:
    """A single sum needs no parentheses above or below a fraction line."""
    return text[1:-1] if text.startswith("(") and text.endswith(")") and text.find(")(") < 0 else text


def _invariants(names: Names, tex: Mapping[str, str]) -> Iterator[Formula]:
    d = names.d
    flow = entries.flow(d, False)
    velocities = [*(q for row in flow.U11 for q in row), *flow.u12, *flow.u21, flow.u_1]
    found = conserved_quantities(Field(tuple(names.parameters), tuple(q.numerator for q in velocities)), 2)
    for k, q in enumerate(found.basis, 1):
        generators = [str(x) for x in q.context().names()]
        pieces = [
            _in_N(0, c).removesuffix("1") + _monomial(exponents, generators, tex) if abs(c) == 1
            else f"{c}{_monomial(exponents, generators, tex)}"
            for exponents, c in q.terms()
        ]
        title = f"conserved along the flow over all parameters at $d={d}$; all such polynomials of degree 2"
        yield f"invariant-dim-{d}" + (f"-{k}" if k > 1 else ""), rf"\frac{{d}}{{dt}}\Bigl({_sum(pieces)}\Bigr)=0", title
