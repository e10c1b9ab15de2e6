"""Sentences that are not understood: whether one can say no more than a condition of what stands below it.

A statement that is proved without a condition holds with it: such a sentence may take a refutation away, and nothing
else.  A sentence with other words may say what a sign means, that something supposed before is lifted, how something is
drawn, or that what it displays is denied: then nothing is read of which it may speak.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...statement.binders import BINDERS, Over, names_of
from ...statement.props import Prop, subprops, subterms, symbols_in
from ...statement.terms import Op, Sym, Term, symbols
from . import vocabulary as v
from .facts import names_in, relation_signs
from .harmless import says_of_a_sign
from .pieces import Piece
from .sources import Place, Unreadable
from .spelled_letters import base_of
from .supposed import Doubt

# ruff: noqa: SIM905, words are read more easily in a row


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
extend\w* enlarg\w* vary varies varying differ differs different differently depend\w* gone lose loses lost breaks?
broken destroy\w* violat\w* afresh anew started? over forgone give up gives sign signs
""")  # fmt: skip
"""With one of them a sentence may drop a hypothesis."""
_DENIES = _stems(
    r"""
no not nor neither never cannot \w*n't instead unlike otherwise conversely contradict\w* contrary counter\w* false\w*
wrong\w* incorrect\w* fail\w* fallac\w* conjectur\w* would should naive\w* tempting hope\w* mistake\w* untrue refut\w*
modulo neglect\w* ignor\w* roughly approximately asymptotically formally heuristic\w* negation myths? disprov\w*
opposite violat\w* destroy\w* impossible preclud\w* hardly doubt\w* chosen lose lost unstable negation\w* scarcely
barely seldom rarely guess\w* referee except unless
""")  # fmt: skip
"""With one of them it may deny what it shows."""
_SHARPENS = _stems(
    r"""
iff precisely equivalen\w* amounts? rules rather beyond had nontrivial negative\w* characteri\w* same those exactly
few claims? expected? almost nearly up
"""
)  # fmt: skip
"""With one of them it may say more than what it shows, or less."""
_WISHES = _stems(
    r"""
assum\w* suppos\w* hypothes\w* condition\w* definitions? desire\w* wish\w* needs? excluded called true
"""
)  # fmt: skip
_SIGNS = _stems(
    r"""
notation\w* convention\w* symbols? understood interpret\w* read overload\w* abus\w* superscript\w* subscript\w*
primes? primed bars? barred hats? tildes? stars? starred daggers? brackets? decorat\w* overlin\w* underlin\w*
transposes? transposition entrywise elementwise componentwise pointwise hadamard redefin\w* reus\w* renam\w*
identif\w* equip\w* metric normali[sz]\w* rescal\w* weighted juxtaposition multiplied agree\w* freez\w* frozen
untrained complex\w* modulo quaternion\w* infinite\w* tensors? discret\w* continuum parametri[sz]ed tropical
characteristic riemannian revers\w* swap\w* surrogate plus arithmetic
""")  # fmt: skip
"""With one of them it may say what a sign means, or that a letter is another one."""
_BRIEFLY = _stems(
    r"""
stands? divided divid\w* rows? columns? counts? counted twice half factors? suppress\w* summed indices index base
kronecker commutator squared repeated carr(?:y|ies) multiplication logarithms truncated shifts? shifted too acts?
"""
)  # fmt: skip
"""With one of them a sentence of few words may agree on what is meant: ``Vectors are rows``."""
_DRAWN = _stems(
    r"""
random\w* draw\w* drawn sampl\w* distribut\w* laws? independen\w* dependen\w* correlat\w* uncorrelat\w* condition\w*
given expect\w* averag\w* means? moments? variances? covariances? probabilit\w* stochastic\w* martingale\w*
determinist\w* gaussian\w* normal\w* noises? noisy isotropic\w* whiten\w* cent(?:er|re)d priors? posterior\w*
realis\w* realiz\w* fresh bootstrap\w* permut\w* rademacher uniform\w* spherical\w* heavy\w* light\w* tail\w*
subgaussian\w* iid marginal\w* joint\w* integrat\w* train\w* tests? data datasets? batch\w* minibatch\w* resampl\w*
shared same observ\w* measur\w* quenched annealed held fixed inputs? examples? coordinates? outliers? labels?
covariates? features? prompts? tokens? designs? mask\w* queries query measures? truncat\w* outcomes? thrown clipp\w*
discard\w*
""")  # fmt: skip
"""With one of them it may speak of what is drawn, or over what is averaged."""
_SUPPOSES = _stems(
    r"""
assum\w* suppos\w* requir\w* impos\w* restrict\w* constraint\w* constrain\w* subject such hypothes\w* ask\w* demand\w*
want must let consider\w* defines? defined defining definitions? set put introduc\w* problems? minimi[sz]\w*
maximi[sz]\w* solv\w* seek choose chosen pick\w* recall\w* true satisf\w* obey\w* meets? unless
""")  # fmt: skip
"""A sentence with one of them may suppose what it displays, or define it."""
LIFTS, DRAWS, ALL, MOVES = "lifts", "draws", "all", "moves"
_MOVES = _stems(
    r"""
train\w* learn\w* decay\w* mov\w* layers? rates? optimi[sz]er\w* momentum adam stop\w* speed\w* penalt\w*
regulari[sz]\w* readout updat\w* flows? descent dynamics gradients? switched off active weights? clip\w*
"""
)  # fmt: skip
"""With one of them it may say how letters move, or of what the gradient is."""
_MEANS = frozenset("expectation expectations averages averaging".split())
_AGREES = frozenset("here for in throughout we by with the our below henceforth".split())
"""Before a formula that is none of a letter, ``Here $AB$ is``, they open what it means."""


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
    named = any(
        items[k].kind == "math" and not relation_signs(items[k].body.chars) and names_in(items[k].body.chars) is None
        for k in range(len(items) - 1) if items[k + 1].text.lower() in ("is", "are", "denotes", "means", "stands")
    )  # fmt: skip
    if (named and words[:1] and words[0] in _AGREES) or (len(words) < 10 and _met(words, _BRIEFLY)):
        return None
    of_means = bool(_MEANS.intersection(words))
    if signs or _met(words, _SIGNS) or (not of_norms(items) and not of_means and says_of_a_sign(words)):
        return None
    found = {LIFTS: _met(words, _LIFTS), DRAWS: _met(words, _DRAWN), ALL: bool(v.EVERYTHING.intersection(words))}
    found[DRAWS] = found[DRAWS] or of_means
    found[MOVES] = _met(words, _MOVES)
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


def denies(items: Sequence[Piece]) -> bool:
    """Whether it may deny, or lift, what stands in it."""
    words = _words(items)
    return any(_met(words, stems) for stems in (_DENIES, _SHARPENS, _LIFTS))


def shows(items: Sequence[Piece], behind: int = -1, *, whole: bool = True) -> bool:
    """Whether a sentence states what it displays: it denies nothing, and supposes nothing ``behind`` a place.

    Before the display stands what asserts it, or the end of a clause; of a ``whole`` statement nothing is said behind
    it but what it holds for, or why.
    """
    shown = [k for k, piece in enumerate(items) if piece.display]
    first, last = (shown[0], shown[-1]) if shown else (len(items), len(items))
    lead, after = _words(items[behind + 1 : first]), items[last + 1 :]
    if says(items) is None or _met(_words(items), _DENIES) or _met(lead, _SUPPOSES) or _met(lead, _SHARPENS):
        return False
    if _EXTREME.search(" ".join(_words(items[:first]))) or not _is_led(items[:first]):
        return False
    after = after[1:] if after and after[0].kind == "comma" else after
    return not after or after[0].text.lower() in (_LIMITS if whole else _LIMITS | _GOES_ON)


def _is_led(lead: Sequence[Piece]) -> bool:
    """By a word that asserts, or by a clause that has ended, with the formula that it supposes in it."""
    if not lead:
        return True
    conditions = [k for k, piece in enumerate(lead) if piece.text.lower() in ("if", "when", "whenever", "where")]
    closed = not conditions or any(piece.kind == "math" for piece in lead[conditions[-1] :])
    ended = lead[-1].kind in ("comma", "ref")
    if conditions and not any(piece.text.lower() in ("then", "have", "has") for piece in lead[conditions[-1] :]):
        return ended and closed
    return ended or lead[-1].text.lower() in v.ASSERTS | _LEADS


_EXTREME = re.compile(
    r"\b(?:optimal|best|sharp\w*|tight\w*|largest|smallest) (?:\w+ )?"
    r"(?:bound|constant|rate|estimate|inequality|exponent|factor)|\brules? out\b"
)
_LEADS = frozenset(
    """
then to becomes become namely reveals as identity identities equality inequality formula equation relation bound
estimate expansion recursion decomposition representation expression
""".split()
)
_LIMITS = frozenset("for if when whenever provided where by since because as see due from using under".split())
_GOES_ON = frozenset("and so which in whereas while similarly hence thus therefore but i.e. e.g. with".split())


def may_deny(items: Sequence[Piece]) -> bool:
    """Whether it may deny, suppose or define what is displayed next to it."""
    words = _words(items)
    return _met(words, _DENIES) or _met(words, _WISHES)


def denying(words: Iterable[str]) -> bool:
    """Whether one of the words denies."""
    return _met([*words], _DENIES)


def check(doubt: Doubt, letters: frozenset[str], props: Sequence[Prop], at: Place) -> None:
    """That a sentence which can only be a condition of these letters is none of what is drawn, or gone through.

    Raises:
        Unreadable: it may be; with a condition the statement is then another one, and not one of fewer cases.
    """
    if doubt.sure:
        return
    says, named = doubt.says or frozenset(), doubt.letters is not None
    syms = {node for prop in props for _, node in subterms(prop) if isinstance(node, Sym)}
    bound = _letters({sym for prop in props for sym in _gone_through(prop)})
    drawn = _letters({sym for sym in syms if sym.has("random")})
    told = _letters({sym for sym in syms if sym.traits - _PLAIN}) | _letters(_supposed(props[1:]))
    moves = MOVES in says and any(node.head in ("grad", "ddt") for node in _ops(props))
    what = ""
    if drawn and ((drawn & letters and (named or says & {ALL, LIFTS})) or (letters and DRAWS in says)):
        what = "of what is drawn"
    elif bound and (bound & letters if named else letters and says & {ALL, LIFTS, MOVES}):
        what = "of what a minimum, a limit or a flow goes through"
    elif moves and letters:
        what = "of how the letters move"
    elif LIFTS in says and told & letters:
        what = "against what was supposed before"
    if what:
        raise Unreadable(at, f"'{doubt.words}' (LINE {doubt.place[0]}:{doubt.place[1]}) may say something {what}: "
                         "say it in a formula, or '%! idle WORD' for words that say nothing")  # fmt: skip


_PLAIN = frozenset({"parameter", "random", "index"})


def _letters(syms: Iterable[Sym]) -> frozenset[str]:
    return frozenset(base_of(sym.tex or sym.name) for sym in syms)


def _ops(props: Sequence[Prop]) -> Iterator[Op]:
    return (node for prop in props for _, node in subterms(prop) if isinstance(node, Op))


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
