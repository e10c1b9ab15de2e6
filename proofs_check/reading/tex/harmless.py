"""Words that carry no condition, whatever stands around them; one that is not among them may be one.

``%! idle WORD, WORD`` adds the author's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from . import talk
from . import vocabulary as v

if TYPE_CHECKING:
    from .pieces import Piece

# ruff: noqa: SIM905, words are read more easily in a row
_GLUE = frozenset("a an the of and its our this these we us it to first second third fourth next last".split())
MATTER = frozenset(
    """
equalities inequalities
identity identities equality inequality formula formulas formulae rule rules law lemma theorem proposition corollary
fact facts claim claims trick expansion decomposition bound bounds estimate estimates estimator estimators update
updates step recursion representation characterization form computation calculation derivation gradient gradients
derivative derivatives hessian trace traces norm norms frobenius euclidean product products sum sums difference square
squares squared moment moments mean means variance covariance expectation expectations risk risks loss losses error
errors objective excess bias matrix matrices vector vectors inverse inverses transpose transposes determinant
eigenvalues eigenvalue regression ridge least model models network networks layer layers attention transformer
quadratic quadratics gaussian gaussians polynomial prediction predictions estimation population empirical expected
linear gram kernel kernels projection projections weights weight inputs data sample samples noise descent ascent
polarization parallelogram push-through cyclic cycle completing averages average concentration contraction properties
property flow flows triangle block blocks score scores information principal components component analysis algebra
calculus equation gap rate convergence suboptimality unbiasedness dynamics optimization
learning in-context smoothness woodbury sherman morrison isserlis wick stein cauchy schwarz
jensen young hoelder hölder minkowski pythagoras cramer cramér rao gauss markov newton taylor neumann kronecker
bayes wishart fisher lyapunov sylvester schur parseval euler leibniz chernoff hoeffding bernstein eckart
mirsky weyl tikhonov courant rayleigh ritz marchenko pastur dual primal form forms rescaling leave-one-out softmax
factorization regularization minibatch mini-batch reparametrization balancedness conservation
push-through descent interpolation shrinkage invariance sandwich pl polyak łojasiewicz lojasiewicz predictor predictors
residual residuals end-to-end energy log-determinant entropy landscape tightness sharpness comparison relation relations
product marginal marginals prior recursive co-coercivity cocoercivity
convexity ntk degrees freedom
""".split()
)
"""What a title may name: matters and people.  No word that says how something is, or in which case."""
_HEADINGS = frozenset(
    """
introduction preliminaries notation notations setup background related work results result main proof proofs appendix
appendices discussion conclusion conclusions acknowledgements acknowledgments contributions overview definitions
definition statement setting settings problem problems statements facts auxiliary technical lemmas theorems
corollaries propositions remarks remark summary outline further omitted details sketch methods method experiments theory
bibliography references random deterministic two-layer three-layer deep bayesian view viewpoint perspective momentum
""".split()
)
_DOING = frozenset(
    """
expanding expand differentiating differentiate computing compute rearranging inserting substituting plugging
collecting combining multiplying adding subtracting summing writing applying apply using use by from via
taking direct straightforward short simple similar elementary routine same calculation argument computation algebra
chain linearity cyclicity independence distributivity associativity definition expression expressions term terms both
sides side left right hand again once twice more then hence thus therefore so consequently moreover furthermore
finally particular in note now observe altogether together completing squares result results
following display calculation out back into this that which identity yields indeed clearly also
""".split()
)
_WHERE = frozenset(
    """
model models network networks layer layers attention transformer quadratic quadratics gaussian gaussians polynomial
population linear ridge noise in-context data sample samples inputs concentration contraction descent ascent
convergence equation flow flows
""".split()
)
"""What a title may name, but ``in the linear model`` may be a case."""
_LEAD = _GLUE | (MATTER - _WHERE) | _DOING | v.ASSERTS
_TALK = frozenset(
    """
paper section article note throughout below above use uses used notation conventions convention prove proved proven
state collect discuss present work related literature well known due classical results for reader
recall few several elementary computations notes contain about
convenience completeness omit proofs easy immediate follows useful needed later tool
""".split()
)
_SAYS = frozenset("is are equals equal has have reads be being".split())
_SUBJECT = frozenset(
    """
throughout henceforth hereafter always assume assumed assuming suppose supposed supposing setting regime case cases
assumption assumptions restrict restricted only condition conditions hypothesis hypotheses everything everywhere
""".split()
)
"""Words by which a sentence may say something of all letters at once."""


def words_in(text: str) -> list[str]:
    text = re.sub(_NAMING, "", text.lower().replace("’", "'"))
    return [word.removesuffix("'s").strip("'") for word in re.findall(_WORD, text)]


_NAMING = r"\b(?:(?:one|single) (?=step\b)|normal (?=equations?\b)|strong (?=convexity\b)|two (?=forms\b))"
"""Words that make a name with the one behind them, and may say something of another."""
_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*'?"
_CITED = re.compile(r"\\(?:cite[a-z]*|(?:eq|c|C|auto|name|page|v)?ref)\*?(?:\s*\[[^\]]*\])*\s*\{[^{}]*\}")

_NAME = r"[A-ZÀ-Þ][^\W\d_]+(?:-[A-ZÀ-Þ][^\W\d_]+)*"
_YEAR = re.compile(rf"{_NAME}(?:(?:,| and| &|, and) {_NAME})*(?: et al\.?)?,? \(?\d{{4}}[a-z]?\)?")
"""Who showed it, and when: ``Smith and Jones, 2003``."""


def _known(word: str, allowed: frozenset[str]) -> bool:
    word = re.sub(r"\{?\\l\s*\}?", "ł", word.replace("isation", "ization").rstrip("'’")).replace("--", "-")
    return bool({word, word.removesuffix("s")} & allowed) or (
        "-" in word and all(_known(piece, allowed) for piece in word.replace("--", "-").split("-"))
    )


def _all_known(words: Iterable[str], allowed: frozenset[str]) -> bool:
    return all(_known(word, allowed) for word in words)


def title(text: str, idle: frozenset[str] = frozenset()) -> bool:
    """Whether the title of a statement or of a proof says what it is about, and nothing else.

    >>> title("Sherman-Morrison"), title("The symmetric case"), title("$d=1$")
    (True, False, False)
    """
    if _YEAR.fullmatch(text.strip()):
        return True
    bare = _CITED.sub(" ", re.sub(r"\\([lo])(?![a-z])\s*", r"\1", text, flags=re.IGNORECASE))
    rest = re.sub(_WORD, " ", bare)
    proof = frozenset({"proof", "sketch", "part"})
    return not rest.strip(" .,:;()~\n\t–-") and _all_known(words_in(bare), _GLUE | MATTER | proof | idle)


def heading(text: str, idle: frozenset[str] = frozenset()) -> bool:
    """Whether the title of a section names its matter, and no case."""
    rest = re.sub(_WORD, " ", _CITED.sub(" ", text))
    known = _GLUE | MATTER | _HEADINGS | _DOING | frozenset({"on", "for", "with", "by"}) | idle
    return not re.search(r"[$\\=<>]", rest) and _all_known(words_in(_CITED.sub(" ", text)), known)


def speaks_of_no_letters(heading: str) -> bool:
    """Whether below it stand names and titles alone."""
    return {*words_in(heading)} <= _APART


_APART = frozenset("references bibliography acknowledgements acknowledgments acknowledgement funding".split())


def leads(items: Sequence[Piece], idle: frozenset[str] = frozenset()) -> bool:
    """Whether words before a display in running text say that it holds, and nothing else of it."""
    words = [piece.text.lower() for piece in items if piece.kind == "word"]
    if any(piece.kind == "math" for piece in items):
        return False
    return asserts(words) and _all_known(words, _LEAD | idle) and not (averages(words) or _of_a_class(words))


def averages(words: Sequence[str]) -> bool:
    """Whether ``in expectation`` stands in them: what stands behind them is meant of a mean."""
    return re.search(r"\b(?:in|on|taking) (?:the )?(?:expectations?|mean|averages?)\b", " ".join(words)) is not None


def _of_a_class(words: Sequence[str]) -> bool:
    """``For projections``, ``In one dimension.``: a phrase that may be a case."""
    told = " ".join(words)
    alone = bool(words) and words[0] in _BEFORE and not _SENTENCE.intersection(words)
    return alone or re.search(rf"\b(?:for|of|with|to|study|consider) (?:\w+ )?(?:{_CLASSES})\b", told) is not None


_BEFORE = frozenset("in on at off to after once if for under near above below with without up behind".split())
_SENTENCE = (
    frozenset("we is are was has had it they i you see".split()) | v.ASSERTS | frozenset("follows prove proves".split())
) - {"that", "following"}
_CLASSES = "projections|projectors|kernels|covariances|gram|covariance|identity"


_CALLED = frozenset("query queries test token tokens point input".split())


def names_a_letter(items: Sequence[Piece]) -> bool:
    r"""Whether a sentence says what a letter is called, and nothing of it: ``The query is $x$``."""
    words = [piece.text.lower() for piece in items if piece.kind == "word"]
    rest = [piece for piece in items if piece.kind != "word"]
    if len(rest) != 1 or rest[0].kind != "math" or rest[0] is not items[-1] or words[:1] not in (["the"], ["our"]):
        return False
    bare = re.fullmatch(r"\\?[A-Za-z]+(?:_(?:\{[^{}]*\}|\w))?", rest[0].body.chars.strip())
    return bare is not None and words[-1:] == ["is"] and len(words) > 2 and {*words[1:-1]} <= _CALLED


def asserts(words: Sequence[str]) -> bool:
    """Whether the words end in a verb that states what follows; behind ``the rule that`` something may be used."""
    behind = words[:-1] if words[-1:] == ["that"] else words
    return bool(behind) and behind[-1] in v.ASSERTS - {"that"}


def comment(text: str) -> bool:
    """Whether what stands beside a row of a display says how it follows, and nothing else.

    >>> comment("(by linearity)"), comment("by Lemma 2"), comment("(for symmetric A)"), comment("and")
    (True, True, False, False)
    """
    bare = _CITED.sub(" ", text)
    words = [word for word in words_in(bare) if word]
    clean = not re.sub(_WORD, " ", bare).strip(" .,()~0123456789")
    said = text.strip()[:1] == "(" or words[:1] in (["by"], ["from"], ["using"])
    return clean and said and bool(words) and _all_known(words, _LEAD | {"by", "from", "using", "eq"})


def names_a_matter(word: str) -> bool:
    """Whether a word may stand in what a letter that has a formula is called."""
    return bool(word) and _known(word, _GLUE | MATTER | v.SUBJECT_ADJECTIVES | v.SUBJECTS | v.CALLED)


def names_a_side(word: str, before: str, earlier: str = "") -> bool:
    """Whether a word may stand in what the left side of a formula is called: ``The gradient in the first layer``."""
    sides = v.SUBJECTS | v.SUBJECT_ADJECTIVES | v.PREDICTED | (MATTER - _WHERE) | _BESIDE_SIDES | v.ORDINALS
    if ("in" in (before, earlier) and word in _AVERAGES) or (before == "with" and word != "the"):
        return False
    if word == "one" and before not in ("in", "of"):
        return False
    return _known(word, sides) or (word in v.OF_NETWORKS and before in v.ORDINALS)


def lead_word(word: str, idle: frozenset[str] = frozenset()) -> bool:
    return _known(word.lower(), (_LEAD | idle) - _SAYS)


def says_nothing(words: Sequence[str], idle: frozenset[str] = frozenset()) -> bool:
    """Whether a sentence with these words says nothing of the letters in it."""
    return _all_known(words, (_LEAD | idle) - _SAYS)


_REAL = frozenset(
    """
unless stated otherwise throughout all matrices vectors in this section paper note below are is assumed to be real
real-valued finite-dimensional and we work with only over the reals numbers scalars everything square of same size
dimension dimensions quantities random variables
""".split()
)
_AVERAGES = frozenset("expectation expectations mean average moment probability law".split())
"""``In expectation`` the formula says another thing."""
_BESIDE_SIDES = frozenset("of in with the a an one and labels target targets response responses".split())
_FIELDS = frozenset("concentration factorization completion sensing theory analysis calculus algebra".split())
"""Behind ``matrix`` they name a matter."""


_SIGNS = frozenset(
    """
norm norms trace traces expectation expectations mean means average averages gradient gradients derivative derivatives
power powers transpose transposes inverse inverses determinant determinants product products time logarithm logarithms
""".split()
)
_PLURALS = frozenset("numbers coefficients constants entries eigenvalues weights labels functions losses".split())
_ARE = frozenset("is are denote denotes mean means runs run refer refers stand stands".split())
_MOVED = frozenset("frozen trained untrained fixed updated".split())


_AGREED = frozenset(
    """
use measure measured equip mean means stand stands normalise normalised normalize normalized drop dropped
lift lifted ignore ignored multiply understood hold reversed rescale standardise standardize whiten clip resample
discarded rejected conditional train trained preconditioned differ follows modulo superscript relaxed restored needed
need
""".split()
)
_OF_SIGNS = frozenset(
    """
norm norms trace traces expectation averaging averages product products equality equalities inequality inequalities
identities superscript prime bars nabla derivatives characteristic terms draws outliers statements rates flow decay
ascent symmetry restriction generality juxtaposition lengths length input inputs entrywise signs
""".split()
)
"""With a word of either kind a sentence may agree on what signs mean, on what is drawn, or on what moves."""


_AGREES = frozenset(
    "we all throughout here in below henceforth every each our whenever when unless as note recall the matrix by"
    .split()
)


def says_of_a_sign(words: Sequence[str]) -> bool:
    """``Norms are $\\ell_1$ norms``, ``Matrix powers are taken entrywise``, ``The second layer is frozen``."""
    passed = ("throughout", "here", "the", "all", "matrix", "our", "henceforth", "below")
    rest = [word for word in words if word not in passed]
    sign = len(rest) > 1 and rest[0] in _SIGNS | _PLURALS and rest[1] in _ARE
    agreed = _AGREED.intersection(words) and _OF_SIGNS.intersection(words) and words[0] in _OF_SIGNS | _AGREES
    frozen = {"layer", "layers", "weights"}.intersection(words) and _MOVED.intersection(words)
    return sign or bool(agreed) or bool(frozen)


def talks(words: Sequence[str], idle: frozenset[str] = frozenset()) -> bool:
    """Whether a sentence without a letter says nothing of one: by ``is``, ``as`` and ``use`` a noun of ours may."""
    if _REAL.issuperset(words):
        return True
    if averages(words) or _of_a_class(words):
        return False
    plain = (_DOING | _GLUE | _TALK | talk.WORDS | v.ASSERTS | idle) - MATTER
    if _all_known(words, plain - _SAYS):
        return True
    told = _DEFINES.intersection(words)
    return _all_known(words, plain | (frozenset() if told else MATTER))


_DEFINES = frozenset("is are be been being was were as use uses used definition equals equal has have".split())


def names_matters(words: Sequence[str]) -> bool:
    """Whether a noun of ours stands in the sentence: ``the inverse``."""
    return any(_known(word, MATTER) for word in words)


def may_be_of_all(words: Sequence[str], letters: bool, idle: frozenset[str] = frozenset()) -> bool:
    """Whether a sentence may say something of letters that it does not name."""
    if "real" in words and _REAL.issuperset(words):
        return False
    about = v.EVERYTHING - {"inputs"} if letters else v.EVERYTHING | v.ONE_OF_ALL
    pairs = zip_longest(words, words[1:])
    words = [word for word, behind in pairs if word not in v.ONE_OF_ALL or behind not in _FIELDS]
    if says_of_a_sign(words):
        return letters or not _all_known(words, _LEAD | _TALK | idle)
    told = bool((about | _SUBJECT).intersection(words)) or ("from" in words and "now" in words)
    return told and not _all_known(words, _LEAD | _TALK | idle)
