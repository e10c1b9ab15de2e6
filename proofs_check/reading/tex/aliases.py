r"""``%! alias \bar S = S``: two spellings of one letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import UserError
from ..outcomes import Refusal
from ..tokens import tokens
from .sources import Text, joined


@dataclass(frozen=True)
class Alias:
    texts: tuple[str, ...]
    """The tokens of the spelling that is replaced."""
    by: str


def alias_in(rest: str, where: str) -> Alias:
    left, sign, right = rest.partition("=")
    if not sign or not left.strip() or not right.strip():
        raise UserError(f"{where}: '%! alias {rest}' names no two spellings: write '%! alias \\bar S = S'.")
    try:
        return Alias(tuple(token.text for token in tokens(left)), right.strip())
    except Refusal as refusal:
        raise UserError(f"{where}: {refusal.sentence}") from None


def renamed(body: Text, aliases: Sequence[Alias]) -> Text:
    for alias in aliases:
        try:
            found = list(tokens(body.chars))
        except Refusal:
            return body
        parts: list[Text] = []
        last = k = 0
        width = len(alias.texts)
        while k + width <= len(found):
            if tuple(token.text for token in found[k : k + width]) == alias.texts:
                at = body.place(found[k].start)
                by = f"{{{alias.by}}}" if found[k - 1 : k] and found[k - 1].text in ("_", "^") else f" {alias.by} "
                parts += [body.part(last, found[k].start), Text(by, (at,) * len(by))]
                last = found[k + width - 1].end
                k += width
            else:
                k += 1
        body = joined(*parts, body.part(last))
    return body
