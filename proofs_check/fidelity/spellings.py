r"""A page in the letters of its paper: what is silent is left out, and what has two spellings gets one.

A paper says in ``papers/<paper>/page.py`` how it writes: ``SPELLINGS`` are pairs of LaTeX, the second one read in the
place of the first; ``SILENT`` are indices that the transcription leaves out, as all prompts have one law; ``TIMES`` are
arguments of what moves; ``VALUES`` are letters that a transcription writes out; ``TENDS`` are signs of limits, of which
the words say what grows; ``EQUATIONS`` are the formulas that it goes on with by their numbers; ``BRACKETS`` and
``MEAN_OF_PRODUCT`` say what brackets are.
In all papers the square of ``\|z\|_A`` is z^T A z for a matrix A, ``\sum_{i,j=1}^n`` are two
sums, a wide space in a round bracket parts two blocks, and a partial derivative is a gradient.

>>> respelled(r"H_\tau u_{12}(t)", Spelling(silent=(r"\tau",), times=("t",)))
'H u_{12}'
>>> respelled(r"\|w\|_\Lambda^2+(a\ b)", Spelling())
'((w)^\\top(\\Lambda)(w))+\\begin{pmatrix}a&b\\end{pmatrix}'
>>> respelled(r"\frac{\partial f}{\partial a}+\sum_{i,j=1}^n\min_{w\in\mathbb R^d}", Spelling())
'(\\nabla_{a}f)+\\sum_{i=1}^{n}\\sum_{j=1}^{n}\\min_{w}'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..reading.letters import Key, spelled
from ..reading.tokens import tokens
from ..statement.terms import Term

_SIDE = re.compile(r"^\s*\(\d+\)(?=\s*(?:[=<>]|\\[lg]e))|(?<==)\s*\(\d+\)\s*$")


@dataclass(frozen=True)
class Spelling:
    """How a paper writes."""

    def numbered(self, tex: str) -> str:
        r"""The relation with the formulas that its sides are numbers of.

        >>> Spelling(equations={"(3)": "a"}).numbered(r"(3) \le b+(3)c"), Spelling().numbered("(3)=b")
        ('a \\le b+(3)c', '(3)=b')
        """
        return _SIDE.sub(lambda found: self.equations.get(found[0].strip(), found[0]), tex)

    def still(self, tex: str) -> str:
        """Without the times of what moves."""
        for time in self.times:
            tex = re.sub(rf"(?:(?<![A-Za-z])|(?<=_\\ell))\(\s*{re.escape(time)}\s*\)", "", tex)
        return tex

    def at(self, label: str) -> Spelling:
        """How it writes in the statement with this label."""
        pairs = [pair for pattern, rows in self.of.items() if fnmatchcase(label, pattern) for pair in rows]
        return replace(self, pairs=(*pairs, *self.pairs))

    pairs: tuple[tuple[str, str], ...] = ()
    of: Mapping[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    """Those of some statements, by the patterns of their labels; they come first."""
    silent: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    values: tuple[tuple[str, str, str], ...] = ()
    """What letters stand for in the pages whose transcriptions lack them, and have the third one; several stand with &
    between, and where & comes first, a relation that has the letter on its left does not say what it is."""
    tends: tuple[str, ...] = ()
    """Signs that say what a side tends to; what grows is said in words."""
    equations: Mapping[str, str] = field(default_factory=dict)
    brackets: str = ""
    """What a bracket behind a letter is: a product, where no letter is a function but those that are respelled."""
    mean_of_product: bool = False
    """Whether a mean before a round bracket is that of the whole product, as in E(a)^2 for E[a^2]."""


@cache
def spelling_of(paper: str) -> Spelling:
    """What the paper says of its way of writing; nothing for papers that say nothing."""
    name = f"proofs_check.papers.{paper}.page"
    if not re.fullmatch(r"\w+", paper) or find_spec(f"proofs_check.papers.{paper}") is None or find_spec(name) is None:
        return Spelling()
    said = vars(import_module(name))
    return Spelling(
        said.get("SPELLINGS", ()), said.get("SPELLINGS_OF", {}), said.get("SILENT", ()), said.get("TIMES", ()),
        said.get("VALUES", ()), said.get("TENDS", ()), said.get("EQUATIONS", {}),
        said.get("BRACKETS", ""), said.get("MEAN_OF_PRODUCT", False),
    )  # fmt: skip


@cache
def _explanations(paper: str) -> dict[tuple[str, str], str]:
    said = vars(import_module(f"proofs_check.papers.{paper}.page")).get("EXPLAINED", {})
    return {(label, "".join(tex.split())): why for why, places in said.items() for label, tex in places}


def written_out(id: str) -> tuple[tuple[str, Term], ...]:
    """The letters and prints of the page that its transcription writes out, as ``page_letters.py`` says, the first one
    of each print."""
    paper, _, label = id.partition("/")
    name = f"proofs_check.papers.{paper}.page_letters"
    if spelling_of(paper) == Spelling() or find_spec(name) is None:
        return ()
    table: dict[str, tuple[tuple[str, Term], ...]] = import_module(name).WRITTEN
    found = [one for pattern, rows in table.items() if fnmatchcase(label, pattern) for one in rows]
    return tuple({tex: (tex, term) for tex, term in reversed(found)}.values())


def is_case(id: str, tex: str) -> bool:
    """Whether somebody looked and found that the page says for which case its words hold."""
    paper, _, label = id.partition("/")
    return spelling_of(paper) != Spelling() and (label, "".join(tex.split())) in _cases(paper)


@cache
def _cases(paper: str) -> frozenset[tuple[str, str]]:
    said = vars(import_module(f"proofs_check.papers.{paper}.page")).get("CASES", ())
    return frozenset((label, "".join(tex.split())) for label, tex in said)


def explained(id: str, tex: str) -> str:
    """Why a relation of the page does not stand in its transcription, where somebody looked and wrote it down."""
    paper, _, label = id.partition("/")
    if spelling_of(paper) == Spelling():
        return ""
    return _explanations(paper).get((label, "".join(tex.split())), "")


def respelled(
    tex: str, how: Spelling, kept: frozenset[str] = frozenset(), known: frozenset[Key | None] = frozenset()
) -> str:
    """The formula in the letters that are declared; silent indices stay with the letters ``kept``.

    The letters of ``how.values`` are read as what they stand for where they are not ``known``, and the letter that
    this needs is.
    """
    tex = tex.replace("\\coloneqq", "=").replace(":=", "=")
    for a, b in how.pairs:
        tex = put(tex, a, b)
    for index in how.silent:
        tex = _silenced(tex, index, kept)
    tex = how.still(tex)
    for pattern, made in _EVERYWHERE:
        tex = re.sub(pattern, made, tex)
    for print_, value, needed in how.values:
        lacks = not {spelled(print_), spelled(print_.partition("_")[0])} & known
        said = spelled(print_) is not None and needed[:1] != "&"
        defined = said and re.search(rf"{re.escape(print_)}\s*(?:=|\((?!\\frac))", tex)
        if lacks and not defined and {spelled(letter) for letter in needed.split("&") if letter} <= known:
            tex = put(tex, print_, value)
    tex = _means(tex) if how.mean_of_product else tex
    return " ".join(_rows(_weighted(tex)).split())


_BRACES = r"((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)"
_ONE = rf"(?:\{{{_BRACES}\}}|([A-Za-z0-9]))"
_EVERYWHERE = (
    (rf"\\frac\s*\{{\s*\\partial\s*{_BRACES}\}}\s*\{{\s*\\partial\s*{_BRACES}\}}", r"(\\nabla_{\2}\1)"),
    (rf"\\frac\s*\\partial\s*\{{\s*\\partial\s*{_BRACES}\}}", r"\\nabla_{\1}"),
    (r"\\partial_(\{|[A-Z])", r"\\nabla_\1"),
    (rf"\\sum_\{{([a-z]),([a-z])=1\}}\^{_ONE}", r"\\sum_{\1=1}^{\3\4}\\sum_{\2=1}^{\3\4}"),
    (r"\\in\s*\\mathbb\s*R(?:\s*\^\s*(?:\{[^{}]*\}|\w))?", ""),
    (rf"\[\s*\\mathbb\s*E\s*((?:[^\[\]{{}}]|\{{{_BRACES}\}})*)\]", r"\\mathbb E[\1]"),
    (rf"\\frac\s*\{{\s*d\s*(?=[\\A-Za-z]){_BRACES}\}}\s*\{{\s*dt\s*\}}", r"\\operatorname{ddt}\1 "),
    (r"\\,\|\\,", r"\\mid "), (r"\\mathrm\{argmin\}|\\arg\\min", r"\\operatorname{argmin}"), (r"\\rm\s", ""),
)  # fmt: skip


def put(tex: str, a: str, b: str) -> str:
    """One spelling for another, token by token."""
    wanted = [tok.text for tok in tokens(a) if tok.text != "\\,"]
    found = [tok for tok in tokens(tex) if tok.text != "\\,"]
    out, last, k = "", 0, 0
    while k + len(wanted) <= len(found):
        if [tok.text for tok in found[k : k + len(wanted)]] == wanted:
            out += tex[last : found[k].start] + f" {b} "
            k += len(wanted)
            last = found[k - 1].end
        else:
            k += 1
    return out + tex[last:]


def unbraced(tex: str) -> str:
    r"""The formula without braces around one sign: ``X_{i}`` is ``X_i``."""
    return re.sub(r"(?<=[_^])\{\s*(\w|\\[A-Za-z]+)\s*\}", r"\1 ", tex)


_ENDS = {"+", "-", "=", "<", ">", ",", ";", "&", "\\\\", "\\le", "\\ge", "\\otimes", "\\mathbb", "\\in"}


def _means(tex: str) -> str:
    r"""``\mathbb E(a)^2b`` as ``\mathbb E[(a)^2b]``: of all factors, where a power or a bracket follows the first."""
    for k in range(len([*tokens(tex)]) - 2, 0, -1):
        found = [*tokens(tex)]
        if [tok.text for tok in found[k - 1 : k + 1]] != ["\\mathbb", "E"]:
            continue
        first = k + 1
        while first < len(found) and found[first].text in _LAYOUT:
            first += 1
        if first == len(found) or found[first].text != "(" or re.match(r"[^()]*(?:\\mid|\|)", tex[found[first].end :]):
            continue
        depth, end, closed = 0, first, 0
        while end < len(found) and (depth > 0 or found[end].text not in _ENDS):
            depth += (found[end].text in _OPENS) - (found[end].text in _CLOSES)
            if depth < 0:
                break
            end += 1
            closed = closed or (end if depth == 0 else 0)
        behind = [tok.text for tok in found[closed:] if tok.text not in _LAYOUT]
        if not closed or behind[:1] not in (["^"], ["("]):
            continue
        stop = found[end - 1].end
        if end > first and found[end - 1].text in _LAYOUT:
            stop = found[end - 2].end
        tex = tex[: found[k].end] + "[" + tex[found[k].end : stop] + "]" + tex[stop:]
    return tex


_OPENS, _CLOSES = {"(", "[", "{", "\\{", "\\begin"}, {")", "]", "}", "\\}", "\\end"}
_LAYOUT = {"\\big", "\\Big", "\\left", "\\right", "\\,", "\\bigl", "\\bigr", "\\Bigl", "\\Bigr"}


def _silenced(tex: str, index: str, kept: frozenset[str]) -> str:
    found = [*tokens(tex)]
    out, last = "", 0
    for k, tok in enumerate(found[:-1]):
        behind = found[k + 1 :]
        if tok.text != "_" or (k and found[k - 1].text in kept):
            continue
        if behind[0].text == index:
            out, last = out + tex[last : tok.start], behind[0].end
        elif [t.text for t in behind[:3]] == ["{", index, "}"]:
            out, last = out + tex[last : tok.start], behind[2].end
        elif [t.text for t in behind[:3]] == ["{", index, ","]:
            out, last = out + tex[last : behind[0].end], behind[2].end
    return out + tex[last:]


def _weighted(tex: str) -> str:
    r"""``\|z\|_A^2`` as ``z^\top A z``, and ``\langle a,b\rangle_A`` as ``a^\top A b``."""
    known = r"F|2|\{?(?:F|2|1|op|\*|\\infty|\\mathrm|\\mathbb|\\text|\\ast)\b"
    below = rf"_\s*(?!{known})(?:\{{{_BRACES}\}}|([A-Z]|\\[A-Z][a-z]+))"
    inside = r"\\(?:big|Big)?l?\|((?:(?!\\\|).)*?)\\(?:big|Big)?r?\|"
    for pattern in (rf"{inside}{below}\s*\^\s*2", rf"{inside}\^\s*2\s*{below}"):
        tex = re.sub(pattern, lambda m: _form(m, m[1], m[2] or m[3], m[1]), tex)
    pair = rf"\\langle((?:(?!\\langle|\\rangle).)*?),((?:(?!\\langle|\\rangle).)*?)\\rangle{below}"
    return re.sub(pair, lambda m: _form(m, m[1], m[3] or m[4], m[2]), tex)


def _form(found: re.Match[str], left: str, weight: str, right: str) -> str:
    """The bilinear form, with a dot before it where a bracket might be taken for that of a function."""
    dot = "\\cdot " if _LETTER.search(found.string[: found.start()]) else ""
    return rf"{dot}(({left})^\top({weight})({right}))"


_LETTER = re.compile(
    r"(?:(?<!\\mathbb)(?<!\\mathbb )(?:(?<![\\A-Za-z_^{])|(?<=\s))[A-Za-z]|\\(?:alpha|gamma|delta|sigma|mu|nu|eta))"
    r"(?:\s*[_^]\s*(?:\w|\{[^{}]*\}))?\s*(?:\\,)?\s*$"
)
_INSIDE = r"((?:[^()]|\([^()]*\))*?)"
_ROW = rf"(?:\\big|\\Big|\\left)?\({_INSIDE}\\ (?:\\ )*{_INSIDE}(?:\\big|\\Big|\\right)?\)"


def _rows(tex: str) -> str:
    r"""``(a\ b)`` is a row of two blocks."""
    return re.sub(_ROW, lambda m: rf"\begin{{pmatrix}}{m[1]}&{m[2]}\end{{pmatrix}}", tex)
