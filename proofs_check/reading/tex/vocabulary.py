"""The words that the reader of sentences knows; whatever else stands in a statement leaves it unread."""

from __future__ import annotations

# ruff: noqa: SIM905, words are read more easily in a row
Phrase = tuple[str, ...]


def _phrases(text: str) -> tuple[Phrase, ...]:
    """Phrases apart by commas or lines, the longest first."""
    found = {tuple(piece.split()) for line in text.splitlines() for piece in line.split(",") if piece.split()}
    return tuple(sorted(found, key=lambda phrase: (-len(phrase), phrase)))


STANDING = _phrases("""
let, suppose, suppose that, assume, assume that, consider, fix, given, denote, denote by, write, set, define, put
draw, we draw, sample, we sample, we now consider, we now assume, we will assume, we further assume that
we assume, we assume that, we consider, we write, we set, we define, we let, we denote by, we fix, let us write
we denote, let us denote, we abbreviate, abbreviate, we also write, we also denote, we also denote by, let us denote by
here and below, throughout, here, assume moreover, suppose moreover, assume further, suppose further
assume furthermore, assume in addition, suppose in addition, consider the, we are given, now let, let now, we now let
suppose in addition that, assume in addition that, suppose further that, assume further that, suppose moreover that
we observe
assume moreover that, suppose furthermore that, assume furthermore that, suppose now that, assume now that
we study, we study the, we minimize, we minimise, now suppose, now suppose that, now assume, now assume that
from now on, from now on suppose, from now on we assume that
""")
"""What opens declarations that stay in force."""
DEFINING = frozenset(
    phrase
    for phrase in STANDING
    if {
        "let",
        "consider",
        "study",
        "minimize",
        "minimise",
        "set",
        "put",
        "define",
        "write",
        "denote",
        "fix",
    }.intersection(phrase)
)
"""What opens a definition, where nothing was said of its left side."""
NAMING = frozenset({"denote", "abbreviate"})
"""What stands before ``the residual by $R := ...$``."""
AT_FIRST = frozenset({("throughout",), ("here",), ("here", "and", "below")})
"""What may stand before another opener and a comma."""
FOR_NOW = frozenset(phrase for phrase in STANDING
                    if phrase[phrase[0] == "now":][0] in ("suppose", "assume", "given"))
"""What in running text may end with the paragraph."""
FOR_SECTION = _phrases("in this section, throughout this section, in this subsection, throughout this subsection")
"""What in running text ends with the section."""
STANDING = tuple(sorted((*STANDING, *FOR_SECTION), key=lambda phrase: (-len(phrase), phrase)))
LOCAL = _phrases("if, for, for all, for any, for every, for each, whenever, when, where, for arbitrary, provided, "
                 "provided that, where we write, where we set, given any, given")  # fmt: skip
"""What opens conditions of the sentence alone."""
FLOWS = _phrases("""
under the gradient flow, under gradient flow, under the flow, along the gradient flow, along gradient flow
along the flow, along the trajectories of the gradient flow, along trajectories of the gradient flow
under the gradient flow dynamics, along the solutions of
""")
"""What opens the equation of a flow."""
OF_ALL = frozenset(phrase for phrase in LOCAL if phrase[0] == "for" and phrase != ("for",))
ENTAILS = frozenset("implies imply implying yields yield yielding gives give giving entails entail".split())
HENCE = _phrases("""
hence, therefore, thus, so, consequently, it follows that, we get, we obtain, we find, we see that
""")
"""Between two formulas of a sentence: the second is shown from the first."""
ONLY_IF = frozenset({("if",), ("when",), ("whenever",), ("provided",), ("provided", "that")})
STATES = _phrases("""
then, then:, we can write, we may write
we have, we have that, one has, it holds, it holds that, we then have, then it holds that, then we have
the following holds, the following hold, the following statements hold, the following statements are true
the following are true, the following relations hold, the following inequalities hold, the following bounds hold
the following identity holds, the following identities hold
it follows that, we get, we obtain, we find, we see that, holds, hold
""")
"""What leads to a statement."""
IDLE = (
    *STATES,
    *_phrases("""
and, whereas, moreover, furthermore, in particular, hence, therefore, thus, also, so, consequently, in addition, besides
as well as, more precisely, that is, equivalently, similarly, likewise, finally, both, note that, observe that
clearly, with probability one, as above
"""),
)
IDLE = tuple(sorted((phrase for phrase in IDLE if phrase != ("with", "probability", "one")),
                    key=lambda phrase: (-len(phrase), phrase)))  # fmt: skip
BE = _phrases("be, is, are, being, denote, denotes")
SATISFY = _phrases("satisfy, satisfies, satisfying, such that, with, satisfy that, be such that, is such that")
ARE = _phrases("is, are, is given by, are given by")
MOVES = frozenset("contracts decreases decays grows shrinks".split())
RATES = frozenset("linearly exponentially geometrically monotonically".split())
LENGTHS = frozenset("length width depth number size dimension".split())
ORDINALS = frozenset("first second third fourth last".split())
SATISFY_VERBS = _phrases("satisfies, satisfy, obeys, evolves according to, evolves as, evolves by")
ARTICLES = frozenset("a an the any every all some each one two three these its".split()) - {"some"}
NOUNS = frozenset(
    """
matrix matrices vector vectors number numbers scalar scalars data weights weight inputs input query task tasks labels
label noise noises parameter parameters sample samples constant constants targets target response responses design
real fixed free trainable learnable arbitrary deterministic square dimension dimensions covariates covariate size
objective objectives function functions loss losses
regularization regularisation regularizer penalty ridge step step-size stepsize step-sizes learning rate test training
teacher student feature features initial initialization signal true ground-truth unknown observation observations
variable variables coefficient coefficients direction directions threshold temperature level regression tuning
hyperparameter
""".split()
)
LAWFUL = frozenset("gaussian normal".split())
"""What is said again of a letter whose law is a normal one."""
NUMBERS = frozenset("number numbers scalar scalars constant constants".split())
MATRICES = frozenset("matrix matrices".split())
VECTORS = frozenset("vector vectors".split())
UNIT = _phrases("unit vector, unit vectors, unit-norm vector, unit norm vector")
ORTHOGONAL = _phrases("orthogonal matrix, orthogonal, orthonormal matrix")
PROJECTION = _phrases("orthogonal projection matrix, orthogonal projection, orthogonal projector")
COMMUTING = _phrases("commuting, pairwise commuting")
HAAR = _phrases("""
haar distributed on the orthogonal group, haar-distributed on the orthogonal group, a haar orthogonal matrix of
uniformly distributed on the orthogonal group, drawn uniformly from the orthogonal group, haar on the orthogonal group
""")
"""What stands before ``$O(d)$``."""
MEAN_ZERO = _phrases("""
with mean zero and variance, of mean zero and variance, with zero mean and variance, of zero mean and variance
having mean zero and variance, centered with variance, centred with variance, have mean zero and variance
""")
RANKS: dict[Phrase, str] = {
    (verb, "full", side, "rank"): relation
    for verb in ("with", "of", "has", "have", "having")
    for side, relation in (("column", r"\det({0}^\top {0})\ne 0"), ("row", r"\det({0} {0}^\top)\ne 0"))
}
"""What is said of a rank, as the relation that it is."""
WHOLE = "whole"
"""An integer of either sign: the language has positive ones alone."""
COUNTING = "positive integer"
TRAITS: dict[Phrase, str] = {
    ("symmetric",): "symmetric", ("positive", "definite"): "posdef", ("positive", "semidefinite"): "psd",
    ("positive", "semi-definite"): "psd", ("positive-definite",): "posdef", ("positive-semidefinite",): "psd",
    ("psd",): "psd", ("invertible",): "invertible", ("nonsingular",): "invertible", ("non-singular",): "invertible",
    ("nonzero",): "nonzero", ("non-zero",): "nonzero", ("positive",): "positive", ("nonnegative",): "nonnegative",
    ("non-negative",): "nonnegative", ("integer",): WHOLE, ("integers",): WHOLE,
    ("positive", "integer"): COUNTING, ("positive", "integers"): COUNTING,
}  # fmt: skip
TRAITS = dict(sorted(TRAITS.items(), key=lambda found: -len(found[0])))
OF_NUMBERS = frozenset({"nonzero", "positive", "nonnegative", "integer", COUNTING, WHOLE})
"""Traits that are said of numbers, and mean something else of matrices and vectors."""
OF_NETWORKS = frozenset("layer layers".split())
NAMED_RELATIONS = frozenset("balanced whitened white isotropic normalized normalised orthonormal".split())
"""Words that the relation behind them says again."""
IID = _phrases("i.i.d., independent and identically distributed, iid")
INDEPENDENT = _phrases("independent, mutually independent, jointly independent")
ALL_ELSE = _phrases("everything else, each other, one another, all else, them, all of them, all other variables, "
                    "everything, it")  # fmt: skip
THE_OTHERS = _phrases("everything else, each other, one another, all else, all other variables, everything")
"""Of a member of a family, the other members, too."""
DRAWN = _phrases("drawn from, sampled from, from, distributed as, distributed according to, with distribution, "
                 "with law")  # fmt: skip
SUBJECTS = frozenset(
    """
gradient trace loss risk expectation mean variance moment covariance estimator matrix identity equality following
derivative inverse quantity error errors objective left-hand side equation relation formula update prediction
hessian determinant norm bias suboptimality term degrees freedom energy correlation decrease minimum maximum square
difference residual value values entropy rank spectrum
""".split()
)
FOR_EACH = _phrases("for, for all, for each, for every")
PREDICTS = frozenset("predicts predict outputs output returns return computes compute".split())
MADE = frozenset(
    """
predictor predictors prediction predictions estimator estimators estimate estimates output outputs residual residuals
""".split()
)
"""What is made of the data: behind ``the predictor is`` stands what it is."""
COLLECTIONS = frozenset("prompt prompts dataset sample context training data set sequence each every".split())
CONTAINS = _phrases("consists of, contains, comprises")
COUNTED = frozenset("examples samples pairs demonstrations inputs tokens observations".split())
"""In ``a prompt consists of $n$ examples``."""
OF_LOSSES = frozenset("population empirical expected squared in-context mean".split())
PREDICTED = frozenset("prediction output estimate label value".split())
OF_MODELS = frozenset("self-attention single-head one-layer single-layer single head".split())
"""What a model that predicts something may be, too."""
CALLED = frozenset("minimizer minimiser minimum optimum optimizer solution value".split())
"""What a letter with a formula may be called, too."""
SUBJECT_ADJECTIVES = frozenset(
    """
deflated ridge empirical population expected fourth second first sample of the linear model squared corresponding
unique optimal resulting least squares least-squares closed-form hat excess total wishart
partial off-diagonal diagonal cross effective minimal maximal smallest largest
""".split()
)
VERBS = _phrases("""
satisfies, is, equals, is given by, are, reads, satisfy, are given by, obeys, obey, decreases at the rate
""")
LABELS = frozenset(
    "for of the weights weight parameters covariance inputs data task query labels targets responses features".split()
)
ASSERTS = frozenset(
    """
have get obtain find compute calculate deduce conclude
gives give yields yield shows show implies holds hold that reads following is are equals
""".split()
)
"""Words before a display in running text that say that it holds."""
FOR_GOOD = frozenset("throughout henceforth hereafter always assume assumes assumed assuming suppose supposes".split())
CASES = frozenset("otherwise case cases conversely instead contradiction contrary general".split())
"""Words at which what was supposed in a proof, or a paragraph, may end."""
FOLLOWS = frozenset({("consequently",), ("hence",), ("therefore",), ("thus",), ("in", "particular")})
"""What opens a consequence of the sentence before."""
BESIDE = frozenset("moreover further furthermore additionally addition also".split())
"""Words that say that what was supposed before holds on."""
AFTERWARDS = frozenset("here where throughout denote recall".split())
"""Words by which a sentence may speak of the statement before it."""
EVERYTHING = frozenset("matrices vectors variables inputs letters scalars operators".split())
"""Plurals by which a sentence speaks of all letters."""
ONE_OF_ALL = frozenset("matrix operator vector variable".split())
LEFT_OUT = frozenset(
    "keywords thebibliography tikzpicture table tabular algorithm algorithmic lstlisting".split()
)
"""Environments of which nothing is read."""
