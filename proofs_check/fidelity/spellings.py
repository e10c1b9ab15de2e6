r"""A page in the letters of its paper: what is silent is left out, and what has two spellings gets one.

A paper says in ``papers/<paper>/page.py`` how it writes: ``SPELLINGS`` are pairs of LaTeX, the second one read in the
place of the first; ``SILENT`` are indices that the transcription leaves out, as all prompts have one law; ``TIMES`` are
arguments of what moves.  In all papers the square of ``\|z\|_A`` is z^T A z for a matrix A, ``\sum_{i,j=1}^n`` are two
sums, a wide space in a round bracket parts two blocks, and a partial derivative is a gradient.

>>> respelled(r"H_\tau u_{12}(t)", Spelling(silent=(r"\tau",), times=("t",)))
'H u_{12}'
>>> respelled(r"\|w\|_\Lambda^2+(a\ b)", Spelling())
'((w)^\\top(\\Lambda)(w))+\\begin{pmatrix}a&b\\end{pmatrix}'
>>> respelled(r"\frac{\partial f}{\partial a}+\sum_{i,j=1}^n\min_{w\in\mathbb R^d}", Spelling())
'\\nabla_{a}(f)+\\sum_{i=1}^{n}\\sum_{j=1}^{n}\\min_{w}'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from ..reading.tokens import tokens


@dataclass(frozen=True)
class Spelling:
    """How a paper writes."""

    pairs: tuple[tuple[str, str], ...] = ()
    silent: tuple[str, ...] = ()
    times: tuple[str, ...] = ()


@cache
def spelling_of(paper: str) -> Spelling:
    """What the paper says of its way of writing; nothing for papers that say nothing."""
    name = f"proofs_check.papers.{paper}.page"
    if not re.fullmatch(r"\w+", paper) or find_spec(f"proofs_check.papers.{paper}") is None or find_spec(name) is None:
        return Spelling()
    said = vars(import_module(name))
    return Spelling(said.get("SPELLINGS", ()), said.get("SILENT", ()), said.get("TIMES", ()))


@cache
def _explanations(paper: str) -> dict[tuple[str, str], str]:
    said = vars(import_module(f"proofs_check.papers.{paper}.page")).get("EXPLAINED", {})
    return {(label, "".join(tex.split())): why for why, places in said.items() for label, tex in places}


def explained(id: str, tex: str) -> str:
    """Why a relation of the page does not stand in its transcription, where somebody looked and wrote it down."""
    paper, _, label = id.partition("/")
    if spelling_of(paper) == Spelling():
        return ""
    return _explanations(paper).get((label, "".join(tex.split())), "")


def respelled(tex: str, how: Spelling, kept: frozenset[str] = frozenset()) -> str:
    """The formula in the letters that are declared; silent indices stay with the letters ``kept``."""
    tex = tex.replace("\\coloneqq", "=").replace(":=", "=")
    for a, b in how.pairs:
        tex = _put(tex, a, b)
    for index in how.silent:
        tex = _silenced(tex, index, kept)
    for time in how.times:
        tex = re.sub(rf"(?<![A-Za-z])\(\s*{re.escape(time)}\s*\)", "", tex)
    for pattern, put in _EVERYWHERE:
        tex = re.sub(pattern, put, tex)
    return " ".join(_rows(_weighted(tex)).split())


_BRACES = r"((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)"
_ONE = rf"(?:\{{{_BRACES}\}}|([A-Za-z0-9]))"
_EVERYWHERE = (
    (rf"\\frac\s*\{{\s*\\partial\s*{_BRACES}\}}\s*\{{\s*\\partial\s*{_BRACES}\}}", r"\\nabla_{\2}(\1)"),
    (rf"\\sum_\{{([a-z]),([a-z])=1\}}\^{_ONE}", r"\\sum_{\1=1}^{\3\4}\\sum_{\2=1}^{\3\4}"),
    (r"\\in\s*\\mathbb\s*R(?:\s*\^\s*(?:\{[^{}]*\}|\w))?", ""),
    (r"\[\s*\\mathbb\s*E\s*([^\[\]{}]*)\]", r"\\mathbb E[\1]"),
    (rf"\\frac\s*\{{\s*d\s*(?=[\\A-Za-z]){_BRACES}\}}\s*\{{\s*dt\s*\}}", r"\\operatorname{ddt}(\1)"),
    (r"\\,\|\\,", r"\\mid "), (r"\\mathrm\{argmin\}|\\arg\\min", r"\\operatorname{argmin}"), (r"\\rm\s", ""),
)  # fmt: skip


def _put(tex: str, a: str, b: str) -> str:
    """One spelling for another, token by token."""
    wanted = [tok.text for tok in tokens(a)]
    found = [*tokens(tex)]
    out, last, k = "", 0, 0
    while k + len(wanted) <= len(found):
        if [tok.text for tok in found[k : k + len(wanted)]] == wanted:
            out += tex[last : found[k].start] + f" {b} "
            k += len(wanted)
            last = found[k - 1].end
        else:
            k += 1
    return out + tex[last:]


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
    r"""``\|z\|_A^2`` as ``z^\top A z``."""
    known = r"F|2|\{?(?:F|2|1|op|\*|\\infty|\\mathrm|\\mathbb|\\text|\\ast)\b"
    below = rf"_\s*(?!{known})(?:\{{{_BRACES}\}}|([A-Z]|\\[A-Z][a-z]+))"
    inside = r"\\(?:big|Big)?l?\|((?:(?!\\\|).)*?)\\(?:big|Big)?r?\|"
    for pattern in (rf"{inside}{below}\s*\^\s*2", rf"{inside}\^\s*2\s*{below}"):
        tex = re.sub(pattern, lambda m: rf"(({m[1]})^\top({m[2] or m[3]})({m[1]}))", tex)
    return tex


_INSIDE = r"((?:[^()]|\([^()]*\))*?)"
_ROW = rf"(?:\\big|\\Big|\\left)?\({_INSIDE}\\ (?:\\ )*{_INSIDE}(?:\\big|\\Big|\\right)?\)"


def _rows(tex: str) -> str:
    r"""``(a\ b)`` is a row of two blocks."""
    return re.sub(_ROW, lambda m: rf"\begin{{pmatrix}}{m[1]}&{m[2]}\end{{pmatrix}}", tex)
