r"""Sentences that agree on what the language means anyway: they say nothing of a letter.

>>> is_agreed("all vectors are column vectors"), is_agreed("all vectors are row vectors")
(True, False)
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from .pieces import Piece

# ruff: noqa: SIM905, words are read more easily in a row
_TOP = r"\$\^?\{?(?:\\top|\\intercal|T)\}?\$ (?:denotes|stands for|indicates|is) (?:the )?(?:transposition|transpose)"
_TWO = r"(?:\$\w\$ and \$\w\$|\$\w,\w\$)"
_SENTENCES = (
    r"(?:all |our |the )?vectors are (?:always )?(?:(?:understood|regarded|treated|viewed|written) )?"
    r"(?:as |to be )?(?:columns|column vectors)(?: by default| throughout| unless stated otherwise)?",
    r"we use standard (?:matrix |mathematical |linear-algebra )?notation(?: throughout)?",
    rf"(?:for (?:two )?(?:real )?symmetric (?:matrices )?{_TWO} )?we write \$(?P<a>\w)\\succeq(?P<b>\w)\$ "
    r"(?:if|when|whenever|iff|to mean that|if and only if) \$(?P=a)-(?P=b)\$ is (?:positive semi-?definite|psd)",
    r"(?:the |all )?expectations?(?: \$\\mathbb\{?E\}?(?:\[\\cdot\])?\$)? (?:is|are)(?: taken)? "
    r"(?:over|with respect to) (?:everything that is random|all (?:the )?"
    r"(?:random variables|random quantities|randomness|sources of randomness))",
    rf"(?:the )?superscripts? {_TOP}",
    _TOP,
    r"this (?:section|subsection|appendix|paragraph) (?:collects|fixes|introduces|recalls|summari[sz]es|gathers) "
    r"(?:(?:some|our|the|all) )?(?:(?:basic|relevant|standard) )?(?:notations?|conventions|definitions)",
    r"(?:the |our )?(?:numerical )?constants are not optimi[sz]ed",
    r"we identify (?:column )?vectors with \$\w\\times1\$ matrices",
    r"(?:all|most|some|full|the) (?:\w+ )?(?:proofs|derivations|computations|details) (?:are|appear|can be found)"
    r"(?: (?:given|deferred|collected|relegated|postponed))? (?:to|in) (?:the |an |our )?"
    r"(?:appendix|supplement\w*|section)(?: \w)?",
    r"all random (?:variables|quantities) (?:are|live) (?:defined )?on (?:a|one) (?:common|single) probability space",
)
_AGREED = re.compile(rf"(?:throughout |here |below |in this paper |as usual )?(?:{'|'.join(_SENTENCES)})")
_FONTS = frozenset("bold boldface bold-face case lower-case upper-case lowercase uppercase capital capitals".split())
_OF_FONTS = _FONTS | frozenset(
    """
letters letter lower upper denote denotes denoted we use for vectors matrices scalars vector matrix and in are is
written by with italic plain roman while set as the our
""".split()
)


def agrees(items: Sequence[Piece]) -> bool:
    """Whether the sentence says what holds of signs here anyway."""
    told = (piece for piece in items if piece.kind != "comma")
    said = (re.sub(r"\s|\\,", "", f"${p.body.chars}$") if p.kind == "math" else p.text.lower() for p in told)
    return is_agreed(" ".join(said))


def is_agreed(said: str) -> bool:
    words = said.split()
    return bool(_AGREED.fullmatch(said)) or (_OF_FONTS.issuperset(words) and bool(_FONTS.intersection(words)))
