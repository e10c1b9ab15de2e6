r"""How the heads that the reader knows are spelt in LaTeX: one table, by the names of heads.

A spelling is a command (``\tr``) or a word in upright letters (``\operatorname{tr}``, ``\mathrm{tr}``).
"""

from __future__ import annotations

PREFIXES: dict[str, tuple[str, ...]] = {
    "tr": ("tr", "Tr", "trace", "Trace"),
    "det": ("det",),
    "exp": ("exp",),
    "log": ("log", "ln"),
    "vec": ("Vec", "vec"),
    "diag": ("diag",),
    "rank": ("rank", "rk"),
    "relu": ("relu", "ReLU"),
    "columns": ("columns",),
    "masked_softmax": ("softmax",),
    "expect": ("E",),
    "grad": ("nabla",),
    "sum": ("sum",),
    "minimum": ("min",),
    "infimum": ("inf",),
    "argmin": ("argmin",),
    "ddt": ("ddt",),
    "tends": ("lim",),
    "product": ("prod",),
}
"""Heads that stand before what they are applied to."""
FUNCTIONS = frozenset({"tr", "det", "exp", "log", "vec", "diag", "rank", "relu", "columns", "masked_softmax"})
"""Those of one argument, with or without brackets."""
EACH = {"relu": "relu_each"}
"""Heads of numbers that are taken of each entry of a matrix; the exponential of a matrix is another one."""
OF_MATRICES = frozenset({"tr", "det", "vec", "diag", "rank"})
"""Those that nobody takes of a number."""
LINEAR = frozenset({"tr", "vec", "diag"})
"""A number may be taken out of them: what is divided is then no matter of doubt."""
HEADS = {word: head for head, words in PREFIXES.items() for word in words}
COMMANDS = frozenset({"tr", "Tr", "det", "exp", "log", "ln", "diag", "rank", "E", "nabla", "sum", "min", "inf",
                      "argmin", "lim", "prod"})  # fmt: skip
"""Words that are read as commands of their own, too: ``\tr``, not ``\vec``, which is an accent."""

MOMENTS = {"Var": "Var", "var": "Var", "Cov": "Cov", "cov": "Cov"}
"""What is read as the mean that it is."""
REMEDIES = {
    "odot": "write its entries",
    "forall": "a letter stands for all that it is declared as",
    "max": "write \\min\\{a, b\\}, or two relations",
    "sup": "write a relation that holds for all letters",
}  # fmt: skip
"""What to write instead of what the language lacks."""
LACKING = {
    "sin": "sine", "cos": "cosine", "tanh": "tanh", "max": "maximum",
    "sup": "supremum", "int": "integral", "odot": "entrywise product",
    "circ": "entrywise product or composition", "partial": "partial derivative", "pm": "plus or minus",
    "Pr": "probability", "times": "product sign",
    "infty": "infinity", "mp": "plus or minus",
    "binom": "binomial coefficient", "tbinom": "binomial coefficient", "dbinom": "binomial coefficient",
    "liminf": "limit", "limsup": "limit", "arctan": "arcus tangent", "sinh": "hyperbolic sine",
    "cosh": "hyperbolic cosine",
    "sign": "sign", "sgn": "sign", "erf": "error function", "KL": "divergence", "supp": "support", "span": "span",
    "forall": "quantifier", "exists": "quantifier", "in": "membership", "ker": "kernel", "dim": "dimension",
}  # fmt: skip
"""What people write and the language has no head for, or the reader no reading."""

DOTS = frozenset({"\\cdots", "\\ldots", "\\dots"})
"""What stands between the first and the last of a row."""
RELATIONS = {
    "=": "eq", "\\ne": "ne", "\\neq": "ne", "<": "lt", ">": "gt", "\\lt": "lt", "\\gt": "gt", "\\le": "le",
    "\\leq": "le", "\\leqslant": "le", "\\ge": "ge", "\\geq": "ge", "\\geqslant": "ge", "\\succeq": "psd",
    "\\succcurlyeq": "psd", "\\preceq": "nsd", "\\preccurlyeq": "nsd", "\\succ": "posdef", "\\prec": "negdef",
}  # fmt: skip
NEGATED = {"=": "ne", "\\equiv": "differs"}
"""Relations behind \\not."""
CONNECTIVES = {
    **dict.fromkeys(("\\implies", "\\Rightarrow", "\\Longrightarrow"), "implies"),
    **dict.fromkeys(("\\iff", "\\Leftrightarrow", "\\Longleftrightarrow"), "iff"),
}
OTHER_RELATIONS = frozenset({
    "\\approx", "\\sim", "\\simeq", "\\propto", "\\to", "\\rightarrow", "\\equiv", "\\coloneqq", "\\ll", "\\gg",
    "\\lesssim", "\\gtrsim", ":",
})  # fmt: skip
"""Signs between two sides that are no relation of the language."""

LAYOUT = frozenset({
    "\\,", "\\:", "\\;", "\\!", "\\>", "\\displaystyle", "\\textstyle", "\\limits", "\\nolimits", "\\left", "\\right",
    "\\nonumber", "\\notag",
    *(f"\\{size}{side}" for size in ("big", "Big", "bigg", "Bigg") for side in ("", "l", "r", "m")),
})  # fmt: skip
GAPS = frozenset({"\\ ", "~", "\\quad", "\\qquad"})
"""Wide spaces, which may separate cells of a row."""
ACCENTS = frozenset({
    "\\hat", "\\widehat", "\\tilde", "\\widetilde", "\\bar", "\\overline", "\\dot", "\\vec", "\\check", "\\breve",
})  # fmt: skip
FONTS = frozenset({"\\mathbf", "\\boldsymbol", "\\bm", "\\mathcal", "\\mathbb", "\\mathsf", "\\mathfrak", "\\mathscr"})
UPRIGHT = frozenset({"\\mathrm", "\\operatorname", "\\operatorname*", "\\text", "\\textrm", "\\rm"})
IDENTITY = frozenset({"I", "\\mathbf{I}", "\\boldsymbol{I}"})
"""The unit matrix, where nothing else is said of the letter."""
SAME_ACCENT = {"\\widehat": "\\hat", "\\widetilde": "\\tilde", "\\overline": "\\bar", "\\bm": "\\boldsymbol"}
_GREEK = """
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma tau upsilon
phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega ell
"""
GREEK = frozenset(f"\\{name}" for name in _GREEK.split())
MATRICES = frozenset({"pmatrix", "bmatrix"})
DISPLAYS = frozenset({"equation", "align", "aligned", "gather", "gathered", "split", "multline", "displaymath"})
OPEN = {"(": "(", "[": "[", "\\{": "{", "\\lbrace": "{"}
CLOSE = {")": "(", "]": "[", "\\}": "{", "\\rbrace": "{"}
BARS = {
    "|": "BAR", "\\vert": "BAR", "\\lvert": "BAR", "\\rvert": "BAR",
    "\\|": "NORM", "\\Vert": "NORM", "\\lVert": "NORM", "\\rVert": "NORM",
}  # fmt: skip
TRANSPOSED = frozenset({"\\top", "\\intercal", "\\mathsf{T}", "T"})
PSEUDO_INVERSE = frozenset({"\\dagger", "+"})
_SPOKEN = {"sqrt", "frac", "abs", "norm", "and", "for", "all", "where", "then", "with", "when"}
WORDS = frozenset(
    {*HEADS, *LACKING, *MOMENTS, *_SPOKEN, *(name[1:] for name in GREEK if len(name) > 3), "Vec", "arg", "op", "lim"}
    - {"E", "in", "ddt", "rk"}
)
"""Typed without a backslash they would be products of letters; those of two letters may be just that."""
LONGEST = max(map(len, (*HEADS, *WORDS)))
"""No letters in a row that are more than so many are a word."""
