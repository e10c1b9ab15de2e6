"""Sentences that are not understood: whether one can say no more than a condition of what stands below it.

A statement that is proved without a condition holds with it: such a sentence may take a refutation away, and nothing
else.  A sentence with other words may say what a sign means, that something supposed before is lifted, how something is
drawn, or that what it displays is denied: then nothing is read of which it may speak.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ...statement.binders import BINDERS, Over, names_of
from ...statement.props import Prop, subprops, subterms, symbols_in
from ...statement.terms import Op, Sym, Term, symbols
from . import vocabulary as v
from .facts import relation_signs
from .harmless import says_of_a_sign
from .pieces import Piece
from .sources import Place, Unreadable
from .spelled_letters import base_of
from .supposed import Doubt


def _stems(text: str) -> re.Pattern[str]:
    return re.compile("|".join(text.split()))


_LIFTS = _stems(
    r"""
no not nor none neither never cannot without non[a-z-]* \w*n't beyond instead rather others? another else except
unless unlike relax\w* drop\w* remov\w* lift\w* replac\w* chang\w* switch\w* general generally arbitrar\w* generic\w*
may might could any anything unconstrained unrestricted superfluous unnecessary needless negative\w* complex\w*
rectangular skew\w* signed otherwise cases? conversely contradict\w* contrary contrast\w* counter\w* false\w* wrong\w*
incorrect\w* fail\w* fallac\w* conjectur\w* would should naive\w* tempting hope\w* mistake\w* untrue refut\w* now
again longer anymore ceas\w* suspend\w* forget ignor\w* neglect\w* discard\w* modulo exclud\w* omit\w* open wider more
extend\w* enlarg\w* vary varies varying differ differs different differently depend\w*
""")  # fmt: skip
"""With one of them a sentence may drop a hypothesis."""
_DENIES = _stems(
    r"""
no not nor neither never cannot \w*n't instead except unless unlike otherwise conversely contradict\w* contrary
counter\w* false\w* wrong\w* incorrect\w* fail\w* fallac\w* conjectur\w* would should naive\w* tempting hope\w*
mistake\w* untrue refut\w* modulo neglect\w* ignor\w* up roughly approximately asymptotically formally heuristic\w*
""")  # fmt: skip
"""With one of them it may deny what it shows."""
_SIGNS = _stems(
    r"""
notation\w* convention\w* symbols? understood interpret\w* read overload\w* abus\w* superscript\w* subscript\w*
primes? primed bars? barred hats? tildes? stars? starred daggers? brackets? decorat\w* overlin\w* underlin\w*
transposes? transposition entrywise elementwise componentwise pointwise hadamard redefin\w* reus\w* renam\w*
identif\w* equip\w* metric normali[sz]\w* rescal\w* weighted juxtaposition multiplied agree\w* freez\w* frozen
untrained complex\w* modulo quaternion\w* infinite\w* tensors? discret\w* continuum
""")  # fmt: skip
"""With one of them it may say what a sign means, or that a letter is another one."""
_DRAWN = _stems(
    r"""
random\w* draw\w* drawn sampl\w* distribut\w* laws? independen\w* dependen\w* correlat\w* uncorrelat\w* condition\w*
given expect\w* averag\w* means? moments? variances? covariances? probabilit\w* stochastic\w* martingale\w*
determinist\w* gaussian\w* normal\w* noises? noisy isotropic\w* whiten\w* cent(?:er|re)d priors? posterior\w*
realis\w* realiz\w* fresh bootstrap\w* permut\w* rademacher uniform\w* spherical\w* heavy\w* light\w* tail\w*
subgaussian\w* iid marginal\w* joint\w* integrat\w* train\w* tests? data datasets? batch\w* minibatch\w* resampl\w*
shared same observ\w* measur\w* quenched annealed held fixed
""")  # fmt: skip
"""With one of them it may speak of what is drawn, or over what is averaged."""
_SUPPOSES = _stems(
    r"""
assum\w* suppos\w* requir\w* impos\w* restrict\w* constraint\w* constrain\w* subject such hypothes\w* ask\w* demand\w*
want must let consider\w* defines? defined defining definitions? set put introduc\w* problems? minimi[sz]\w*
maximi[sz]\w* solv\w* seek choose chosen pick\w* recall\w* true satisf\w* obey\w* meets? if unless where
""")  # fmt: skip
"""A sentence with one of them may suppose what it displays, or define it."""
LIFTS, DRAWS, ALL = "lifts", "draws", "all"


def of_norms(items: Sequence[Piece]) -> bool:
    """Whether a sentence may say which norm is meant: ``norms are spectral norms``."""
    said = " ".join(_words(items))
    return re.search(r"\bnorms? (?:\w+ )?(?:is|are|denotes?|means?|refers?|stands?)\b", said) is not None


def _met(words: Sequence[str], stems: re.Pattern[str]) -> bool:
    parts = {part for word in words for part in (word, *word.split("-"))}
    return any(stems.fullmatch(part.replace("’", "'")) for part in parts)


def _words(items: Sequence[Piece]) -> list[str]:
    return [piece.text.lower() for piece in items if piece.kind == "word"]


def says(items: Sequence[Piece]) -> frozenset[str] | None:
    """What a sentence may say beside a condition of its letters; None where it may say what a sign means."""
    words = _words(items)
    signs = any(piece.kind == "math" and _is_a_sign(piece.body.chars) for piece in items)
    if signs or _met(words, _SIGNS) or (not of_norms(items) and says_of_a_sign(words)):
        return None
    found = {LIFTS: _met(words, _LIFTS), DRAWS: _met(words, _DRAWN), ALL: bool(v.EVERYTHING.intersection(words))}
    return frozenset(what for what, met in found.items() if met)


_LETTER = r"(?:\\[A-Za-z]+\s*\{?\s*)?(?:\\?[A-Za-z]+|\\c?dot)\}?(?:\s*_\s*(?:\w|\{[^{}]*\}))?"
_BAR = r"(?:\\(?:left|right|big[lr]?)\s*)?(?:\\\||\||\\[lr]?[vV]ert(?![A-Za-z]))"
_MARK = r"(?:'+|\^\s*\{?\s*(?:[+*\-]|\\(?:dagger|ast|prime|sharp|circ|perp)|\(.*?\))\s*\}?)"
_MARKED = re.compile(rf"\s*{_LETTER}\s*{_MARK}\s*|{_BAR}.*{_BAR}\s*_\s*(?!\{{?\s*(?:\\\w+\s*\{{\s*)?(?:F|2|op)\b).*")
_BETWEEN = re.compile(rf"\s*{_LETTER}?\s*(?:\\odot|\\circ|\\star|\\ast|\*|\\bullet|\\otimes|\\cdot)\s*{_LETTER}?\s*")


def _is_a_sign(source: str) -> bool:
    """A sign between letters, and no relation: ``$A\\odot B$``."""
    return not relation_signs(source) and _BETWEEN.fullmatch(source) is not None and source.strip() != "\\cdot"


def marks_of(items: Sequence[Piece]) -> frozenset[str]:
    """The letters with a mark, and the norms with an index, that it may explain: ``$A'$``, ``$\\|x\\|_A$``."""
    sources = (piece.body.chars for piece in items if piece.kind == "math")
    return frozenset(plain(one) for one in sources if not relation_signs(one) and _MARKED.fullmatch(one))


def plain(source: str) -> str:
    return re.sub(r"[\s{}]|\\(?:left|right|big[lr]?|[,;!])(?![A-Za-z])", "", source)


def shows(items: Sequence[Piece], behind: int = -1) -> bool:
    """Whether a sentence states what it displays: it denies nothing, and supposes nothing ``behind`` a place."""
    told, words = says(items), _words(items[behind + 1 :])
    return told is not None and not (_met(_words(items), _DENIES) or _met(words, _SUPPOSES))


def check(doubt: Doubt, props: Sequence[Prop], at: Place) -> None:
    """That a sentence which can only be a condition is none of what the statement draws, or goes through.

    Raises:
        Unreadable: it may be; with a condition the statement is then another one, and not one of fewer cases.
    """
    syms = {node for prop in props for _, node in subterms(prop) if isinstance(node, Sym)}
    bound = _letters({sym for prop in props for sym in _gone_through(prop)})
    drawn = _letters({sym for sym in syms if sym.has("random")})
    told = _letters({sym for sym in syms if sym.traits - _PLAIN}) | _letters(_supposed(props[1:]))
    says, what = doubt.says or frozenset(), ""
    of_all = doubt.letters is None and ALL in says
    if doubt.letters is None and DRAWS in says:
        drawn |= {""}
    if drawn and (of_all or drawn & (doubt.letters or frozenset()) or DRAWS in says):
        what = "of what is drawn"
    elif bound and (doubt.letters is None or bound & doubt.letters):
        what = "of what a minimum, a limit or a flow goes through"
    elif LIFTS in says and (told if doubt.letters is None else told & doubt.letters):
        what = "against what was supposed before"
    if what:
        raise Unreadable(at, f"{doubt.words!r} (LINE {doubt.place[0]}:{doubt.place[1]}) may say something {what}: "
                         "say it in a formula, or '%! idle WORD' for words that say nothing")  # fmt: skip


_PLAIN = frozenset({"parameter", "random", "index"})


def _letters(syms: Iterable[Sym]) -> frozenset[str]:
    return frozenset(base_of(sym.tex or sym.name) for sym in syms)


def _supposed(given: Sequence[Prop]) -> set[Sym]:
    return {node for prop in given for _, node in subterms(prop) if isinstance(node, Sym)}


_THROUGH = frozenset({Over.VALUES, Over.SOME, Over.GROWTH, Over.FLOWS, Over.MOMENTS})


def _gone_through(prop: Prop) -> set[Sym]:
    nodes = [sub for _, sub in subprops(prop)] + [node for _, node in subterms(prop) if isinstance(node, Op)]
    out: set[Sym] = set()
    for node in nodes:
        row = BINDERS.get(node.head)
        if row is not None and row.over in _THROUGH and not row.at_a_point and node.head != "where":
            out |= names_of(node)
            if row.over in (Over.FLOWS, Over.MOMENTS):
                out = out.union(*(symbols(arg) if isinstance(arg, Term) else symbols_in(arg) for arg in node.args))
    return out
