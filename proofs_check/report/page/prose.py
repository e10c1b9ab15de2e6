r"""The printed statements, LaTeX prose with formulas, as HTML.

>>> prose(r"Let $x=y$ -- \emph{always}.")
'<p>Let <math><mi>x</mi><mo form="infix">=</mo></math><wbr><math><mi>y</mi></math> – <em>always</em>.</p>'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape

from .mathml import inline, math

_FORMULA = re.compile(
    r"\$\$(?P<double>.+?)\$\$|\\\[(?P<bracket>.+?)\\\]"
    r"|\\begin\{(?P<env>equation|align|gather|multline|displaymath)(?P<star>\*?)\}(?P<body>.+?)\\end\{(?P=env)(?P=star)\}"
    r"|\\\((?P<paren>.+?)\\\)|(?<!\\)\$(?P<single>(?:\\.|[^$\\])+)\$",
    re.DOTALL,
)
_STYLES = {"emph": "em", "textit": "em", "textbf": "strong", "texttt": "code", "textsc": "span", "textrm": "span"}
_SIGNS = (
    ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("~", "\u00a0"), (r"\%", "%"), (r"\$", "$"), (r"\_", "_"),
    (r"\#", "#"), (r"\{", "{"), (r"\}", "}"), (r"\,", "\u2009"), (r"\ ", " "), (r"\dots", "…"), (r"\ldots", "…"),
)  # fmt: skip
_MARK = "\x00{}\x00"

Link = Callable[[str], str]
"""An id as HTML: a link where there is something to link to."""


def prose(text: str, parts: Sequence[str] = (), link: Link = escape) -> str:
    """Paragraphs; a new one starts at the letter of each of the claim's ``parts``, and ids become links."""
    kept: list[str] = []

    def keep(html: str) -> str:
        kept.append(html)
        return _MARK.format(len(kept) - 1)

    def formula(match: re.Match[str]) -> str:
        found = match.groupdict()
        if found["single"] or found["paren"]:
            return keep(inline(found["single"] or found["paren"]))
        body = found["double"] or found["bracket"] or found["body"]
        if found["env"] in ("align", "gather", "multline"):
            body = rf"\begin{{align*}}{body}\end{{align*}}"
        return keep(f'<span class="display" tabindex="0">{math(body, block=True)}</span>')

    paragraphs = re.split(r"\n\s*\n", _lettered(_FORMULA.sub(formula, text), parts))
    shown = "".join(f"<p>{_words(paragraph, link)}</p>" for paragraph in paragraphs if paragraph.strip())
    return re.sub(_MARK.format(r"(\d+)"), lambda m: kept[int(m.group(1))], shown)


def line(text: str, link: Link = escape) -> str:
    """The same for a sentence within a line."""
    return prose(text, (), link).removeprefix("<p>").removesuffix("</p>")


def _lettered(text: str, parts: Sequence[str]) -> str:
    """A paragraph for each lettered part, where the letters stand in their order."""
    letters = dict.fromkeys(name[:1] for name in parts if re.match(r"[a-z](?![a-z])", name))
    place = 0
    for letter in letters:
        found = re.compile(rf"(?:^|\s)(?=\({letter}\)\s)").search(text, place)
        if found is None:
            continue
        text = f"{text[: found.start()]}\n\n{text[found.end() :]}"
        place = found.start() + 2
    return text


def _words(text: str, link: Link) -> str:
    html = escape(re.sub(r"\s+", " ", text.strip()), quote=False)
    for pattern in (r"\\(emph|text[a-z]{2,3})\{([^{}]*)\}",):
        html = re.sub(pattern, lambda m: _styled(_STYLES.get(m.group(1), "span"), m.group(2)), html)
    for sign, shown in _SIGNS:
        html = html.replace(sign, shown)
    return re.sub(r"\b[a-z][\w-]*/\w(?:[\w.-]*\w)?", lambda m: link(m.group(0)), html)


def _styled(tag: str, text: str) -> str:
    return f"<{tag}>{text}</{tag}>"
