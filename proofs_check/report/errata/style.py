"""How the pieces of a document about errata look: in Markdown, and on a terminal."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from .. import render
from ..render import Node
from .model import Erratum

HOME = Path(__file__).resolve().parents[3]
"""What lies beside the library's packages is named from here."""


@dataclass(frozen=True)
class Style:
    """How the pieces of a document look."""

    heading: Callable[[int, str], str]
    label: Callable[[str], str]
    prose: Callable[[str], str]
    """Words that are no markup."""
    inline: Callable[[Node], str]
    display: Callable[[Node], str]
    quote: Callable[[str], str]
    code: Callable[[str, str], str]
    """By language."""
    script: Callable[[Erratum], Iterator[str]]
    """Where the script is; the Markdown has them all at its end."""


def wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(text, 100, initial_indent=indent, subsequent_indent=indent, break_long_words=False,
                         break_on_hyphens=False)


def _escape(text: str) -> str:
    """Words in which Markdown would see markup; formulas between dollars and code between backquotes stay."""
    pieces = re.split(r"(\$[^$]*\$|`[^`]*`)", text)
    return "".join(p if p[:1] in ("$", "`") else re.sub(r"([*_<>\[\]\\|])", r"\\\1", p) for p in pieces)


def script_name(item: Erratum) -> str:
    return item.script.name if item.script else item.id.replace("/", "_") + ".py"


def _script_at_the_end(item: Erratum) -> Iterator[str]:
    if item.script or item.generated:
        yield f"**Script.** `{script_name(item)}`, at the end."
    else:
        yield f"**Script.** None: {_escape(item.no_script)}."


def _script_here(item: Erratum) -> Iterator[str]:
    if item.script:
        yield f"Script: {item.script.relative_to(HOME).as_posix()} in the library's folder; it needs Python alone."
    elif item.generated:
        yield "Script:"
        yield textwrap.indent(item.generated.rstrip(), "    ")
    else:
        yield f"Script: none, {item.no_script}."


MARKDOWN = Style(
    heading=lambda level, text: "#" * level + " " + text,
    label=lambda text: f"**{text}.** ",
    prose=_escape,
    inline=lambda node: f"${render.latex(node)}$",
    display=lambda node: f"$$\n{render.latex(node)}\n$$",
    quote=lambda text: f"> {text}",
    code=lambda language, text: f"```{language}\n{text.rstrip()}\n```",
    script=_script_at_the_end,
)
PLAIN = Style(
    heading=lambda level, text: text + "\n" + ("=" if level == 1 else "-" if level == 2 else "·") * len(text),
    label=lambda text: f"{text}: ",
    prose=str,
    inline=render.plain,
    display=lambda node: "    " + render.plain(node),
    quote=partial(wrap, indent="  | "),
    code=lambda language, text: textwrap.indent(text.rstrip(), "    "),
    script=_script_here,
)
