#!/usr/bin/env python3
r"""Re-checks certificates: `python verify.py BUNDLE`.  One file, the standard library alone, nothing of its authors'.

WHAT "checked" MEANS.  A point gives a value to every symbol, as its shape and traits say.  Every function is made
total: where a quotient, root, inverse, power, mean, derivative ... has no value, 0 stands for one.  A theorem that is
*checked* is true, in two-valued logic, at every point that meets the hypotheses; where all its terms have values it
says what the page says.  Where a term of the statement may lack its value, the line says so ("where b != 0", "where
expect has a value").  Heads that are not computed with (see `POINTWISE`) are letters of which nothing is known but
that equal arguments give equal values; heads that bind symbols or look elsewhere are letters for the very formula.

HOW.  A certificate is a log: each row names a rule, what it shows, and the rows above on which it rests.  A row says: at
every point at which its hypotheses hold, so does what it shows; rules may add hypotheses or free their premises of some.
`always(p)` says of a point that p holds at each time of the flow.  What a rule needs is stated where it is checked (class
`Log`); what depends on what, and how values are put in, stands in the first part.  An axiom is a statement with letters
for terms and functions, in axioms.json, known here by its digest; each theorem names those on which it rests.  Rows that
the writer marks are on trust: no theorem that rests on one is "checked", and the line names it.  Any other row that does
not follow, and a statement that no row shows, fail.

`Algebra` brings both sides of an equation to one form: polynomials in commuting atoms and words of matrices, traces up
to rotation and transposition, powers and inverses merged only where it is known that they exist.
"""

import hashlib
import json
import math
import re
import sys
from fractions import Fraction
from functools import cache, reduce
from pathlib import Path
from typing import NamedTuple

FORMAT = "lemmata certificate 2"
AXIOMS = "801edf694e355d84c5846252c13d9e834c4bf685191d8efb8e6106692f87d112"
"""The digest of the axioms that are taken for granted, which stand in axioms.json."""
MOST_BYTES, MOST_NODES, MOST_DEPTH, MOST_DIGITS, MOST_WORK, MOST_NAMES, MOST_STEPS = 4_000_000, 10_000, 250, 400, 40_000, 300, 2_000_000


class Refused(Exception):
    """The certificate is no certificate: it is broken, edited, or made for something else."""


class Unknown(Exception):
    """Not re-checked here; the text says why, in a word or two."""


def need(found, why):
    if not found:
        raise Unknown(why)


# Formulas ------------------------------------------------------------------------------------------------------------

TABLE, SPENT = {}, [0]
RELATIONS = {"eq", "ne", "le", "lt"}
PROPS = RELATIONS | set("ge gt and implies iff exists for_all always commute psd posdef psd_form almost_surely finite infinite here "
                        "integer has_value trains smooth smooth_along differentiable attained convex nonconvex global_minimum "
                        "local_minimum saddle minimisers_satisfy minimum_where order tends tends_jointly limit flow_exists "
                        "conserved always_along same_flow probably same_law independent_of in_mean_square as_named holds".split())
"""Propositions."""
SCALARS = set("norm_F norm_op eigenvalue least_eigenvalue cond nuclear least_positive_eigenvalue singular_product_sum rank entry columns unknowns minimum infimum curvature "
              "prediction prediction_on kernel_value least_over least_unequal".split())
LIKE = {"ddt": 0, "at0": 0, "expect": 0, "expect_given": 0, "per_prompt": 1, "slope": 1, "slope_left": 1, "grad": 1,
        "slope_right": 1, "sum": 2, "sum_unequal": 3, "at": 0, "modulus": 0, "relu_each": 0, "exp_each": 0, "softmax": 0,
        "masked_softmax": 0, "sequence": 0, "product_up": 2, "product_down": 2, "neg": 0, "where": 0}
"""The argument whose shape a head has."""
EVERYWHERE = {"expect": 0, "expect_given": 0, "at0": 0, "minimum": 0, "infimum": 0, "sum": 2, "sum_unequal": 3,
              "least_over": 2, "least_unequal": 3}
"""Means, sums and least values: not negative where the argument of this number never is."""
POINTWISE = set("+ - * / ^ neg T tr det norm_F norm_op norm_2 inner abs sqrt exp relu least delta eigenvalue cond nuclear "
                "least_eigenvalue least_positive_eigenvalue singular_product_sum rank pinv projection modulus diag block "
                "stack beside entry row col kron vec relu_each exp_each softmax masked_softmax activated kernel_value "
                "gram at".split())
"""Heads whose value depends on the values of their arguments alone, at the same point."""
PLACES, OVER = {"block", "stack", "beside", "entry", "row", "col"}, {"sum", "stack_over", "beside_over"}
AT_A_POINT = RELATIONS | {"ge", "gt", "and", "implies", "iff", "commute", "psd", "posdef", "psd_form"}
PARTIAL = set("expect expect_given minimum infimum argmin ddt at0 grad slope slope_left slope_right curvature eigenvalue "
              "least_eigenvalue least_positive_eigenvalue cond modulus entry row col limit always always_along prediction "
              "least_unequal conserved same_flow jacobian "
              "prediction_on exponential gamma two_point positive_eigenvalue inertia negative_eigenvalues_equal negative_eigenvalues_at_least".split())
"""Heads that may lack a value where nothing that is written divides by 0: the line says so."""


ARITY = {head: n for n, heads in {
    1: "neg T tr det norm_F norm_op norm_2 abs sqrt exp relu pinv projection modulus psd posdef psd_form at0 ddt expect always "
       "nuclear rank least_eigenvalue least_positive_eigenvalue cond diag relu_each exp_each softmax masked_softmax vec columns",
    2: "at delta stack beside row col + - * / ^ inner least eq ne le lt ge gt implies iff commute exists for_all grad "
       "eigenvalue singular_product_sum kron slope slope_left slope_right",
    3: "entry sum stack_over beside_over product_up product_down gram activated kernel_value least_over",
    4: "block sum_unequal least_unequal", 5: "sequence jacobian"}.items() for head in heads.split()}
"""How many arguments heads have: none is read that has others, so that no argument goes unseen."""


class Node:
    """A formula, made once: equal formulas are one object.  `digest` says what it is, on every machine."""

    __slots__ = ("args", "depth", "digest", "dims", "head", "heads", "name", "shape", "syms", "traits", "value")

    def is_prop(self):
        return self.head in AT_A_POINT or self.head in PROPS


def spend(n=10):
    SPENT[0] += n
    if SPENT[0] > MOST_STEPS:
        raise Refused("it asks for too much work")


def node(head, args=(), name="", shape=None, traits=frozenset(), value=None):
    key = (head, args, name, shape, traits, value)
    found = TABLE.get(key)
    spend()
    if found is None:
        found = Node()
        found.head, found.args, found.name, found.shape, found.traits, found.value = key
        found.depth = 1 + max((a.depth for a in args), default=0)
        found.syms = frozenset({found}) if head == "sym" else frozenset().union(*(a.syms for a in args))
        names = re.findall(r"[^\W\d]\w*", " ".join(map(str, shape))) if shape else ()
        found.dims = frozenset(names).union(*(a.dims for a in args))
        found.heads = frozenset({head}).union(*(a.heads for a in args))
        if found.depth > MOST_DEPTH or len(TABLE) > 400_000 or len(found.syms) + len(found.dims) + len(found.heads) > MOST_NAMES:
            raise Refused("a formula is nested too deeply, speaks of too much, or there are too many")
        text = json.dumps([head, name, shape, sorted(traits), str(value), [a.digest for a in args]])
        found.digest = hashlib.sha256(text.encode()).hexdigest()[:40]
        TABLE[key] = found
    return found


def num(value):
    return node("num", value=Fraction(value))


def op(head, *args):
    return node(head, args)


ZERO, ONE = num(0), num(1)


def rational(text):
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,%d}(/\d{1,%d})?" % (MOST_DIGITS, MOST_DIGITS), text):
        raise Refused(f"no number: {text!r:.60}")
    top, _, bottom = text.partition("/")
    if bottom and int(bottom) == 0:
        raise Refused("a number divides by 0")
    return Fraction(int(top), int(bottom or 1))


def dim(value):
    """A dimension: an integer >= 1, or the sum of names and an integer, in one order."""
    if type(value) is int and 0 < value < 10**9:
        return value
    if not isinstance(value, str) or not 0 < len(value) < 200:
        raise Refused(f"no dimension: {value!r:.60}")
    parts = value.split("+")
    if not all(re.fullmatch(r"[A-Za-z_]\w*|[1-9][0-9]{0,8}", p) for p in parts):
        if re.fullmatch(r"[\w+]*", value):  # 0, d+0, d+: no name of its own
            raise Refused(f"no dimension: {value!r:.60}")
        return value
    number = sum(int(p) for p in parts if p.isdigit())
    names = sorted(p for p in parts if not p.isdigit())
    return "+".join([*names, str(number)] if number else names) if names else number


def added(a, b):
    return dim(f"{a}+{b}")


@cache
def counted(size):
    """A size as {name: how often}, the number under ""; what is no sum is a name of its own."""
    found = {}
    for part in str(size).split("+") if re.fullmatch(r"[\w+]+", str(size)) else [str(size)]:
        key = "" if part.isdigit() else part
        found[key] = found.get(key, 0) + (int(part) if part.isdigit() else 1)
    return found


def minus(a, b):
    """a - b for places in a row, which may also be 0."""
    return {k: n for k in a | b if (n := a.get(k, 0) - b.get(k, 0))}


def both(a, b):
    return minus(a, minus({}, b))


def fits(a, b):
    """Whether a <= b, all names being at least 1."""
    gap = minus(b, a)
    return all(n >= 0 for k, n in gap.items() if k) and sum(gap.values()) >= 0


def size_of(x, positive=True):
    """The size that a positive integer is written as: N, 3, d + 1."""
    if x.head == "num" and x.value.denominator == 1 and x.value > 0:
        return int(x.value)
    if x.head == "sym" and not x.name.isidentifier():
        raise Unknown("a size")  # what is called 3, or n + 1, need not be that number
    if x.head == "sym" and shape(x) == (1, 1) and (x.traits == {"integer", "positive"} or (not positive and "integer" in x.traits)):
        return dim(x.name)
    if x.head == "+":
        return added(*(size_of(a, positive) for a in x.args))
    raise Unknown("a size")


LAWS = {}
"""The symbols of a certificate by their names, of which laws and sizes speak."""


def read_nodes(rows, law=True):
    """The formulas of a certificate: each line speaks of lines above it."""
    if not isinstance(rows, list) or len(rows) > MOST_NODES:
        raise Refused("too many formulas, or none")
    made = []
    for row in rows:
        match row:
            case ["num", value]:
                made.append(num(rational(value)))
            case ["sym", str(name), [rows_, columns], list(traits)] if all(isinstance(t, str) for t in traits):
                shape = dim(rows_), dim(columns)
                made.append(node("sym", name=name, shape=shape, traits=frozenset(traits)))
                if not re.fullmatch(r"[^\W\d]\S*|0_\S+", name) or (name[0] == "0") > ("zero" in traits) \
                        or (law and not can_be(made[-1])):
                    raise Refused(f"{name} is no symbol")
                if law:
                    LAWS.setdefault(name, set()).add(made[-1])
            case ["op", str(head), list(args)] if head not in ("num", "sym"):
                if not all(type(k) is int and 0 <= k < len(made) for k in args):
                    raise Refused("a formula speaks of what is not above it")
                if len(args) != ARITY.get(head, len(args)):
                    raise Refused(f"{head} of {len(args)} arguments")
                if head == "at" and made[args[0]].head != "sym":
                    raise Refused("a member of what is no family")
                made.append(op(head, *(made[k] for k in args)))
            case _:
                raise Refused(f"no formula: {str(row)[:60]}")
    sizes = frozenset().union(*(x.dims for x in made if x.head == "sym"))
    if law and any(s.shape != (1, 1) or not {"integer", "positive"} <= s.traits <= {"integer", "positive", "nonnegative", "layer"} for n in sizes for s in LAWS.get(n, ())):
        raise Refused("a size that is no number")
    return made


SQUARE = {"symmetric", "psd", "posdef", "diagonal", "orthogonal", "invertible"}
FIXED = {"identity": SQUARE, "zero": {"symmetric", "psd", "diagonal"}, "mask": {"symmetric", "psd", "diagonal"}}
"""Traits that tell the value of a symbol, and what else it is."""


def can_be(s):
    """Whether there is a value for a symbol: from one that has none anything would follow.  The flow may leave what a
    trait says of a parameter, a law what one says of what is drawn."""
    signed = s.traits & ({"positive", "nonnegative", "nonzero", "integer"} | SQUARE)
    told = any(t.startswith(("cov:", "std:")) for t in s.traits) or s.traits & {"noise", "derived", "prompt"}
    if s.name in TIMES and (s.shape != (1, 1) or not s.traits <= {"nonnegative"}):  # it begins with 0
        return False
    if (s.traits & SQUARE and s.shape[0] != s.shape[1]) or any(t in s.traits and s.traits - more - {t} for t, more in FIXED.items()):
        return False
    return not ("parameter" in s.traits and signed) and not (
        told and signed) and not ("index" in s.traits and signed - {"integer", "positive"}) and not (
        "random" in s.traits and signed & {"positive", "nonnegative", "nonzero", "invertible"} and "law" not in s.traits
        and not any(t.startswith("copy:") for t in s.traits))


@cache
def shape(x):
    """Rows and columns; `Unknown` where they are not told, or do not fit."""
    head, args = x.head, x.args
    if head == "sym":
        return x.shape
    if head == "num" or head in SCALARS:
        return (1, 1)
    need(head != "where" or all(s.head == "sym" and "integer" not in s.traits for s in args[1::2]), "reading of where")
    if head in LIKE and len(args) > LIKE[head]:
        return shape(args[LIKE[head]])
    if head in ("stack_over", "beside_over") and len(args) == 3:
        rows, columns = shape(args[2])
        if (rows if head == "stack_over" else columns) == 1:
            return (size_of(args[1]), columns) if head == "stack_over" else (rows, size_of(args[1]))
        raise Unknown(f"reading of {head}")
    if head in ("activated", "gram", "jacobian") and len(args) >= 3:
        a, b = args[1:3] if head != "jacobian" else args[2:4]
        return (shape(a)[1], shape(b)[1])
    if head in ("+", "-") and ZERO in args:
        return shape(args[0] if args[1] is ZERO else args[1])
    need(head in FORMS and len(args) == ARITY.get(head, len(args)), f"reading of {head}")
    found = FORMS[head](*map(shape, args))
    need(found is not None, MISFIT)
    return found


MISFIT = "shapes that do not fit"


def misfit(x):
    """Whether a formula has no value anywhere, as the shapes in it tell."""
    try:
        shape(x)
    except Unknown as why:
        return str(why) == MISFIT
    return False


def stacked(a, b):
    return (added(a[0], b[0]), a[1]) if a[1] == b[1] else None


def beside(a, b):
    return (a[0], added(a[1], b[1])) if a[0] == b[0] else None


FORMS = {
    "+": lambda a, b: a if a == b else None, "-": lambda a, b: a if a == b else None,
    "*": lambda a, b: b if a == (1, 1) else a if b == (1, 1) else (a[0], b[1]) if a[1] == b[0] else None,
    "/": lambda a, b: a if b == (1, 1) else None, "T": lambda a: a[::-1], "pinv": lambda a: a[::-1],
    "^": lambda a, b: a if a[0] == a[1] and b == (1, 1) else None, "inner": lambda a, b: (1, 1) if a == b else None,
    "norm_2": lambda a: (1, 1) if 1 in a else None, "projection": lambda a: (a[0], a[0]),
    "diag": lambda a: (a[0], a[0]) if a[1] == 1 else None, "row": lambda a, k: (1, a[1]),
    "col": lambda a, k: (a[0], 1), "stack": stacked, "beside": beside,
    "block": lambda a, b, c, d: stacked(beside(a, b), beside(c, d)) if beside(a, b) and beside(c, d) else None,
} | dict.fromkeys(("tr", "det"), lambda a: (1, 1) if a[0] == a[1] else None) | dict.fromkeys(
    ("sqrt", "exp", "relu", "abs", "least", "delta"), lambda *shapes: (1, 1) if {*shapes} == {(1, 1)} else None)
"""The shape of a head's value, from those of its arguments; None where these do not fit."""


HIDDEN = {"derived", "prompt", "measured", "setting", "context", "kernel", "activation"}
"""Traits of symbols whose value may depend on what is put in for another, though nothing shows it."""


INERT = {"kernel", "activation", "context"}
"""Of these, symbols that cannot depend on a letter which a head binds, nor on the number of a layer."""


def drawn(s):
    """Whether a symbol has a law: `random` or not, whatever trait tells it."""
    return bool(s.traits & {"random", "iid", "law", "noise", "label", "haar"}) or any(
        t.startswith(("cov:", "std:", "copy:", "label:")) for t in s.traits)


DEFAULTS = {"Lam", "s"}
"""The covariance, and the deviation, of what is drawn by a law that no trait names."""


def told(x):
    """The names that laws and ranges of the symbols of `x` speak of, named or not."""
    texts = [t.partition(":")[2] for y in x.syms for t in y.traits if ":" in t]
    unnamed = any(drawn(y) and not any(t.startswith(("cov:", "std:")) for t in y.traits) for y in x.syms)
    return {name for text_ in texts for name in (text_, *re.findall(r"[A-Za-z_]\w*", text_))} | (DEFAULTS if unnamed else set())


# What depends on what ---------------------------------------------------------------------------------------------------

FLOW, RANDOM, ALL = "the flow", "what is drawn", "everything"
BINDERS = {head: (group, slice(*names), slice(*scope)) for group, names, scope, heads in (
    (RANDOM, (0, 0), (0, None), "almost_surely expect expect_given finite iid_entries infinite probably same_law"),
    (RANDOM, (2, None), (0, 2), "in_mean_square"), (FLOW, (2, None), (0, 2), "always_along same_flow"),
    (FLOW, (0, 0), (0, None), "always at0 limit conserved flow_exists smooth_along ddt"),
    ("", (1, None), (0, 1), "argmin attained convex differentiable infimum minimum nonconvex independent_of smooth grad"),
    ("", (1, None, 2), (0, 1), "where global_minimum local_minimum saddle curvature"),
    ("", (2, None), (0, 2), "minimisers_satisfy minimum_where order tends tends_jointly"),
    ("", (0, 1), (1, 2), "exists for_all slope slope_left slope_right"),
    ("", (0, 1), (2, None), "sum stack_over beside_over least_over product_up product_down"),
    ("", (0, 2), (3, None), "sum_unequal least_unequal"), ("", (0, 2), (3, 4), "sequence")) for head in heads.split()}
"""Heads below which symbols have other values: all of a kind, or those named; where these stand, and what is below."""
AT_POINT = {"ddt", "grad", "curvature"}
"""Of these, the value depends on the values outside, too."""
PLAIN = POINTWISE | AT_A_POINT | {"here", "integer", "has_value", "trains", "apply", "holds"}
HIDES = {"derived", "prompt", "measured", "setting"}
"""Traits of symbols whose value may depend on any other, though nothing shows it."""
LAW, MEAN, DRAWN, UNSEEN = "(law)", "(mean)", "(drawn)", "(unseen)"
"""Names of symbols that stand for those that a formula depends on and does not show."""
LETTERS = set("""A B B_1 C E E_tau Gam Gam_tau Gamma Gamma_star H L L_diag L_noise L_prior L_rdm Lam Lam_new Lam_tau M N Psi
Sigma Theta U11 W_11 W_21 W_K1 W_KQ W_KQ11 W_P1 W_PV W_PV11 W_Q1 W_V1 X a b beta beta_star c d eps eps_q f_LSA k l lam_new
lam_tau m_3 m_4 mu_w n p r s sigma t tau u12 u21 u_-1 u_1 w w_1 w_12 w_22 w_K2 w_KQ12 w_KQ21 w_KQ22 w_P2 w_PV12 w_PV21 w_PV22
w_Q2 w_V2 x x_lam x_lam_q x_q x_tau x_tau_q y y_hat y_hat_rdm y_q""".split())
"""Names of which the laws of a model may speak, though no trait tells it."""


def stand_in(name, *traits):
    return node("sym", name=name, shape=(1, 1), traits=frozenset(traits))


@cache
def scopes(x):
    """For each argument: whether it only names what is bound, and what has other values in it than outside."""
    if x.head not in BINDERS:
        return tuple((False, frozenset() if x.head in PLAIN else frozenset({ALL})) for _ in x.args)
    group, named, scope = BINDERS[x.head]
    places, below = range(len(x.args))[named], range(len(x.args))[scope]
    names = [x.args[k] for k in places]
    away = {s for s in names if s.head == "sym"} | ({group} - {""})
    if any(s.head != "sym" for s in names):
        away.add(ALL)
    slots = places if ALL not in away and x.head not in AT_POINT else ()
    return tuple((k in slots, frozenset(away) if k in below else frozenset()) for k in range(len(x.args)))


@cache
def names_of(s):
    """The names in a symbol's shape, its range and its law."""
    return s.dims.union(*((name, *re.findall(r"[^\W\d]\w*", name)) for t in s.traits for name in [t.partition(":")[2]]))


def hides(s, x):
    """Whether what `s` stands for may depend on another symbol `x`."""
    if s.name == UNSEEN or s.traits & HIDES:
        return True
    if s.name in (LAW, MEAN):
        return not x.traits & {"parameter", "random", "index"} and (s.name == LAW or x.name in LETTERS)
    return (s.name == DRAWN and "random" in x.traits) or x.name in names_of(s)


def touches(bound, s):
    """Whether `s`, or what it hides, may have another value below what is bound."""
    if not bound:
        return False
    if ALL in bound or (FLOW in bound and (s.traits & ({"parameter"} | HIDES) or s.name in TIMES)) or (
            RANDOM in bound and (drawn(s) or s.traits & HIDES)):
        return True
    return any(s is x or hides(s, x) for x in bound if isinstance(x, Node))


@cache
def free(x):
    """The symbols on which the value depends, and stand-ins for those that are not seen."""
    if x.head == "sym":
        return frozenset({x})
    found = unseen_in(x.head) if x.head != "num" else set()
    for a, (slot, bound) in zip(x.args, scopes(x)):
        if not slot:
            inside = free(a)
            found |= inside if x.head in AT_POINT or x.head == "expect_given" else frozenset().union(
                *(outside(s, bound) | law_of(s, bound) for s in inside))
    return frozenset(found)


def unseen_in(head):
    """What a head depends on unseen."""
    if head in ("ddt", "here") or not (head in BINDERS or head in PLAIN):
        return {stand_in(UNSEEN, "parameter", "random", "derived")}
    group = BINDERS[head][0] if head in BINDERS else ""
    return {stand_in(MEAN if group == RANDOM else LAW)} if group else set()


def law_of(s, bound):
    """What the law of what is averaged depends on: what its traits name, or everything."""
    if RANDOM not in bound or "random" not in s.traits:
        return frozenset()
    if any(t.startswith(("copy:", "label")) for t in s.traits):
        return frozenset({stand_in(LAW)})
    return frozenset({node("sym", name=f"(law of {s.name})", shape=s.shape, traits=frozenset(t for t in s.traits if ":" in t))})


def outside(s, bound):
    """What a symbol below a head tells of the dependence of the whole."""
    if s in bound or (RANDOM in bound and "random" in s.traits and "derived" not in s.traits):
        return frozenset()
    if FLOW in bound:
        if s.name == UNSEEN or s.traits & HIDES:
            return frozenset({stand_in(LAW), stand_in(DRAWN, "random")})
        if "parameter" in s.traits or s.name in TIMES:
            return frozenset()
    return frozenset({s})


def speaks(x, s):
    """Whether the value of `x` may depend on the symbol `s`."""
    return any(y is s or hides(y, s) for y in free(x))


def moves(x):
    """Whether the value of `x` may change along the flow."""
    return any(touches({FLOW}, s) for s in free(x))


def depends_on_draws(x):
    return any(touches({RANDOM}, s) for s in free(x))


def variable(s, *formulas):
    """That one may speak of all values of a symbol, in these formulas: it is no constant, and no size in them."""
    need(s.head == "sym" and not s.traits & NEVER_BOUND and s.name not in TIMES and s.name[0] not in "(", f"no variable: {shown(s)}")
    for x in formulas:
        need(not any(y is not s and y.name == s.name for y in free(x)), f"two symbols are called {s.name}")
        need(not any(y is not s and s.name in names_of(y) and "derived" not in y.traits for y in x.syms), f"{s.name} is a size")


NEVER_BOUND = {"derived", "prompt", "identity", "zero", "iid", "layers", "claim", "measured", "setting"}


def literal(x, s):
    """Whether something below a head depends on a symbol that it binds unseen, so that its name counts."""
    return any(hides(y, s) for a, (slot, bound) in zip(x.args, scopes(x)) if not slot and s in bound for y in free(a) if y is not s)


def form(x):
    """One formula for all that differ in the names of what they bind, or in >= for <=."""
    return formed(x, ())


@cache
def formed(x, env):
    if env and not any(s in x.syms for s, _ in env):
        return form(x)
    if x.head == "sym":
        return next((told for s, told in reversed(env) if s is x), x)
    if not x.args:
        return x
    rows = scopes(x)
    names = [a for a, (slot, _) in zip(x.args, rows) if slot]
    keep = any(literal(x, s) or any(s.name in names_of(y) for y in x.syms) for s in names)
    inner = env + tuple((s, s if keep else node("sym", name=f"\u2022{len(env) + k}", shape=s.shape, traits=s.traits))
                        for k, s in enumerate(names))
    told, args = dict(inner), []
    for a, (slot, bound) in zip(x.args, rows):
        if slot:
            args.append(told[a])
        else:
            here = inner if bound and names else env
            args.append(formed(a, here + tuple((s, s) for s, _ in env if is_bound(s, bound - set(names)))))
    return op({"ge": "le", "gt": "lt"}[x.head], *args[::-1]) if x.head in ("ge", "gt") else node(x.head, tuple(args))


def is_bound(s, bound):
    return not outside(s, bound) or ALL in bound


def put(x, table):
    """`x` with values for free symbols.  Bound symbols are renamed where they would catch one; a head that looks at other
    values of a parameter stays as it is, below `where`."""
    return put_in(x, tuple(table.items()))


@cache
def put_in(x, pairs):
    table = {s: v for s, v in pairs if v is not s and speaks(x, s)}
    if not table:
        return x
    if x.head == "sym":
        return table[x] if x in table else stated_at(x, table)
    rows = scopes(x)
    if any(hides(s, y) for s in unseen_in(x.head) for y in table) or ((x.head in AT_POINT or x.head == "expect_given" or any(ALL in b for _, b in rows)) and any(touches(b, s) for _, b in rows for s in table)):
        return stated_at(x, table)
    arriving, new = frozenset().union(*map(free, table.values())), {}
    for a, (slot, _) in zip(x.args, rows):
        if slot and any(s is a or hides(s, a) for s in arriving):
            need(not literal(x, a) and not any(hides(s, a) for s in arriving), "a captured letter")
            new[a] = fresh(a, arriving | free(x) | {b for b in x.args if b.head == "sym"})
    return node(x.head, tuple(new.get(a, a) if slot else below(a, bound, table, new) for a, (slot, bound) in zip(x.args, rows)))


def below(a, bound, table, new):
    inner = {s: v for s, v in table.items() if not is_bound(s, bound)}
    need(not any(touches(bound - new.keys(), s) for known, v in inner.items() if speaks(a, known) for s in free(v)), "a captured letter")
    return put(a, inner | {s: v for s, v in new.items() if s in bound})


def stated_at(x, table):
    need(not x.is_prop() and all("parameter" in s.traits or not any(f is not s and hides(f, s) for f in free(x)) for s in table),
         "something put in where a symbol may depend on it unseen")
    return op("where", x, *(y for pair in table.items() for y in pair))


def fresh(s, taken):
    name = s.name + "'"
    while name in {y.name for y in taken}:
        name += "'"
    return node("sym", name=name, shape=s.shape, traits=s.traits)


def promises(s, v):
    """What must be shown of a value that is put in for a symbol: the promises of its traits."""
    need(shape(v) == s.shape, f"{s.name} has another shape than what is put in")
    if v.head == "sym" and s.traits <= v.traits:
        return []
    need(s.traits <= PROMISES.keys() | {"parameter", "random", "layer"}, f"nothing can be put in for {s.name}")
    need(s.shape == (1, 1) or not s.traits & {"positive", "nonnegative", "nonzero", "integer"}, f"nothing can be put in for {s.name}")
    return [PROMISES[t](v) for t in sorted(s.traits) if t in PROMISES]


PROMISES = {"positive": lambda v: op("lt", ZERO, v), "nonnegative": lambda v: op("le", ZERO, v), "nonzero": lambda v: op("ne", v, ZERO),
            "psd": lambda v: op("psd", v), "posdef": lambda v: op("posdef", v), "symmetric": lambda v: op("eq", op("T", v), v),
            "integer": lambda v: op("integer", v)}


def in_range(x, s):
    """Whether a symbol that a head binds has below it only values that its traits allow."""
    if x.head not in BINDERS or s not in x.args:
        return x.head in BINDERS
    if x.head in ("sum", "least_over", "stack_over", "beside_over"):
        return runs_to(s, x.args[1])
    if x.head in ("product_up", "product_down"):
        return s.traits <= {"layer", "integer", "nonnegative"}
    return x.head not in ("sum_unequal", "least_unequal", "sequence", "where", "slope", "slope_left", "slope_right")


def runs_to(i, last):
    """Whether an index runs from 1 to just this number."""
    ranges = [t[6:] for t in i.traits if t.startswith("range:")] if "index" in i.traits else []
    return len(ranges) == 1 and dim(ranges[0]) == size_of(last)


SCOPES = {"sum": ((0,), 2), "stack_over": ((0,), 2), "beside_over": ((0,), 2), "product_up": ((0,), 2), "product_down": ((0,), 2),
          "sequence": ((0, 1), 3), "slope": ((0,), 1)}
"""Heads that bind letters: which arguments these are, and where they stand for something else than outside."""


def unseen(x, hidden=HIDDEN):
    """Whether the value may depend on symbols that are not seen in it."""
    return not transparent(x) or any(s.traits & hidden for s in x.syms)


def stated(x):
    """{symbol: value} of `where`, each symbol once and with a value of its shape."""
    table = dict(zip(x.args[1::2], x.args[2::2]))
    need(len(x.args) == 1 + 2 * len(table) and all(
        s.head == "sym" and s.name not in TIMES and shape(s) == shape(v) for s, v in table.items()), "reading of where")
    return table


@cache
def transparent(x):
    """Whether the value depends on nothing but the values of the symbols that are seen in it, and on laws."""
    if x.head in SCOPES:
        names, scope = SCOPES[x.head]
        known = len(x.args) == max(*names, scope) + 1 + (x.head == "sequence") and all(x.args[k].head == "sym" for k in names)
    else:
        known = plain_head(x) or (x.head == "expect" and len(x.args) == 1) or (x.head == "grad" and x.args[1].head == "sym")
    return known and all(transparent(a) for a in x.args)


def rewritten(x, table, done=None):
    """Equals for equals, where the heads above look at the same point; elsewhere nothing is changed."""
    done = {} if done is None else done
    if x in table or x in done:
        return table[x] if x in table else done[x]
    if x.head == "at0" and (more := started(x.args[0])) is not x:
        return rewritten(more, table, done)
    if x.head in ("sequence", "product_up", "product_down") and (more := unrolled(x)) is not None:
        return rewritten(more, table, done)
    if not x.args or not plain_head(x):
        return x
    done[x] = node(x.head, tuple(rewritten(a, table, done) for a in x.args))
    return done[x]


TIMES = {"t"}
"""Names of the time of the flow."""
MOVING = {}
"""The velocities of the parameters, by the loss that the flow follows."""


def started(x):
    """at0(x), its value told by those of the parameters at time 0."""
    if not moves(x):
        return x
    if x.head == "sym" and x.name in TIMES:
        return ZERO
    return node(x.head, tuple(map(started, x.args))) if x.head in POINTWISE - {"at"} else op("at0", x)


# Algebra -------------------------------------------------------------------------------------------------------------
# A value is a dictionary {(mono, word): coefficient}.  A mono is a sorted tuple of (atom, exponent) of numbers; a word
# is a tuple of (letter, transposed, exponent) of matrices.  A 1x1 value has empty words only: x'Ax is an atom.

NONZERO, NONNEGATIVE, POSITIVE = 1, 2, 3
SIGN = {"positive": POSITIVE, "nonnegative": NONNEGATIVE, "nonzero": NONZERO}
BY_NATURE = {"exp": POSITIVE} | dict.fromkeys(
    ("norm_op", "nuclear", "rank", "least_positive_eigenvalue", "relu", "delta"), NONNEGATIVE)
"""What is known of numbers that these heads make, whatever they are made of."""


def promised(x):
    """The sign that the traits of a symbol tell."""
    return sum(bit for bit in (NONZERO, NONNEGATIVE) if any(SIGN[trait] & bit for trait in x.traits & SIGN.keys()))


def number(c):
    """A number as a value."""
    return {((), ()): Fraction(c)}


def of_word(word):
    """A word as a value."""
    return {((), word): Fraction(1)}


class Letter(NamedTuple):
    """A matrix of which a name says what it is; `base` is (X, p, q) for p X + q I."""

    name: tuple
    rows: object
    cols: object
    definite: int
    diagonal: bool
    symmetric: bool
    orthogonal: bool
    invertible: bool
    base: tuple | None


class Algebra:
    """Values of terms at one point, given what `facts` (relations that hold there) say of signs."""

    def __init__(self, facts=()):
        self.work = 0
        self.atoms, self.atom_keys, self.known = [], {}, []  # what an atom is; its number; NONZERO | NONNEGATIVE
        self.letters, self.letter_keys, self.opaque_syms = [], {}, {}
        self.values, self.signs = {}, {}
        self.facts, self.definite_facts = [], {}
        self.given = [f for f in facts if f.head in ("le", "lt", "ne", "psd", "posdef")]
        found, matrices = [], {}
        for fact in self.given:
            try:
                if fact.head in ("psd", "posdef"):
                    matrices[self.key(self.value(fact.args[0]))] = POSITIVE if fact.head == "posdef" else NONNEGATIVE
                elif (sides := {shape(a) for a in fact.args if a is not ZERO}) == {(1, 1)} or (fact.head == "ne" and len(sides) == 1):
                    gap = self.plus(self.value(fact.args[1]), self.value(fact.args[0]), -1)
                    found.append((gap, {"le": NONNEGATIVE, "lt": POSITIVE, "ne": NONZERO}[fact.head]))
            except Unknown:
                continue
        self.facts, self.definite_facts = found, matrices
        self.values.clear()
        self.signs.clear()

    def spend(self, n=1):
        self.work += n
        spend(n)
        need(self.work <= MOST_WORK, "too long a computation")

    # Atoms and letters ----------------------------------------------------------------------------------------------

    def atom(self, *key, known=0):
        if key not in self.atom_keys:
            self.atom_keys[key] = len(self.atoms)
            self.atoms.append(key)
            self.known.append(0)
        a = self.atom_keys[key]
        self.known[a] |= known
        return a

    def letter(self, key, rows, cols, traits=frozenset(), base=None):
        if key not in self.letter_keys:
            square = rows == cols
            definite = square * (POSITIVE if "posdef" in traits or {"psd", "invertible"} <= traits else NONNEGATIVE * ("psd" in traits))
            diagonal, orthogonal = square and "diagonal" in traits, square and "orthogonal" in traits
            symmetric = square and (diagonal or definite > 0 or "symmetric" in traits)
            invertible = definite == POSITIVE or orthogonal or (square and "invertible" in traits)
            name = key if isinstance(key, tuple) else ("sym", key)
            self.letter_keys[key] = len(self.letters)
            self.letters.append(Letter(name, rows, cols, definite, diagonal, symmetric, orthogonal, invertible, base))
        return self.letter_keys[key]

    def of_atom(self, *key, known=0, power=1):
        return {(((self.atom(*key, known=known), power),), ()): ONE.value}

    def place(self, key, rows, cols, traits=frozenset()):
        """A word of one letter."""
        return ((self.letter(key, rows, cols, traits), False, 1),)

    def depends(self, mono, word):
        """All symbols that atoms and letters were made of."""
        def made_of(part):
            if isinstance(part, Node):
                return part.syms
            if part in self.opaque_syms:
                return self.opaque_syms[part]
            if not isinstance(part, tuple) or part[0] in ("seg", "prime", "close"):
                return frozenset()
            match part:
                case ("tr", inside):
                    return self.depends((), inside)
                case ("linear", inside, p, q):
                    return frozenset().union(self.depends((), inside), *(self.depends(m, ()) for (m, _), _ in p + q))
                case ("poly" | "power", inside, *_):
                    return frozenset().union(*(self.depends(m, w) for (m, w), _ in inside))
            return frozenset().union(*map(made_of, part[1:]))

        kinds = [self.atoms[a] for a, _ in mono] + [self.letters[a].name for a, _, _ in word]
        return frozenset().union(*map(made_of, kinds))

    def segment(self, n, start, size):
        """The columns of I_n from start + 1 to start + size, as a word."""
        start = minus(start, {})
        if not start and size == n:
            return ()
        return self.place(("seg", n, tuple(sorted(start.items())), size), n, size)

    def unit(self, n, k):
        """The column of I_n of this number, as a value; 0 where there is none."""
        try:
            end = counted(size_of(k))
        except Unknown:
            end = None
        if end is not None and fits(end, counted(n)):
            return of_word(self.segment(n, minus(end, {"": 1}), 1))
        need(k.head == "sym", "a place in a matrix")
        upto = next((dim(t[6:]) for t in k.traits if t.startswith("range:")), None)
        if "index" in k.traits and upto is not None and upto != n and fits(counted(upto), counted(n)):
            return of_word(self.segment(n, {}, upto) + self.place(("unit", upto, k), upto, 1))
        return of_word(self.place(("unit", n, k), n, 1))

    def meet(self, left, right):
        """What P'Q makes, for columns P and Q of the identity: 1 where they are the same, 0 where they lie apart, else None."""
        (a, s, _), (b, t, _) = left, right
        x, y = self.letters[a].name, self.letters[b].name
        if not s or t or x[0] != "seg" or y[0] != "seg":
            return None
        (_, _, i, p), (_, _, j, q) = x, y
        i, j = dict(i), dict(j)
        if a == b:
            return 1
        return 0 if fits(both(i, counted(p)), j) or fits(both(j, counted(q)), i) else None

    def opaque(self, x, key):
        """A letter, or an atom, for what is not computed with."""
        rows, cols = shape(x)
        self.opaque_syms.setdefault(("opaque", key), x.syms)
        if (rows, cols) == (1, 1):
            return self.of_atom("opaque", key, known=BY_NATURE.get(x.head, 0))
        traits = {"psd"} if x.head in ("projection", "modulus") else {"diagonal"} if x.head == "diag" else set()
        return of_word(self.place(("opaque", key), rows, cols, traits))

    # Sums and products ----------------------------------------------------------------------------------------------

    def plus(self, a, b, factor=1):
        out = dict(a)
        for key, c in b.items():
            c = out.get(key, 0) + factor * c
            if c:
                out[key] = c
            else:
                out.pop(key, None)
        self.spend(len(b))
        return out

    def times(self, a, b):
        out = {}
        for (m, v), c in a.items():
            for (n, w), e in b.items():
                self.collect(self.merged(m + n), v + w, c * e, out)
        return out

    def merged(self, mono):
        exps = {}
        for a, e in mono:
            exps[a] = exps.get(a, 0) + e
        return tuple(sorted((a, e) for a, e in exps.items() if e))

    def collect(self, mono, word, c, out):
        """Adds c * mono * word, brought to normal form, to `out`."""
        todo = [(mono, word, c)]
        while todo:
            mono, word, c = todo.pop()
            self.spend(1 + len(word) // 8)
            need(len(word) <= 300 and c.numerator.bit_length() + c.denominator.bit_length() <= 20_000, "too long a computation")
            for a, e in mono:
                kind = self.atoms[a]
                whole = math.floor(e)
                if kind[0] == "poly" and whole >= 1:  # P^(3/2) = P P^(1/2)
                    need(whole <= 12, "too high a power")
                    rest = self.merged((*mono, (a, Fraction(-1))))
                    todo += [(self.merged((*rest, *m)), word, c * k) for (m, _), k in kind[1]]
                    break
                if kind[0] == "prime" and whole:
                    todo.append((self.merged((*mono, (a, Fraction(-whole)))), word, c * Fraction(kind[1]) ** whole))
                    break
            else:
                changed = self.word_step(word)
                if changed is None:
                    key = (mono, word)
                    k = out.get(key, 0) + c
                    if k:
                        out[key] = k
                    else:
                        out.pop(key, None)
                else:
                    for m, w, k in changed:
                        todo.append((self.merged((*mono, *m)), w, c * k))

    def word_step(self, word):
        """One step towards the normal form of a word: a list of (mono, word, coefficient), or None."""
        for k in range(len(word) - 1):
            (a, s, e), (b, t, f) = word[k], word[k + 1]
            x, y = self.letters[a], self.letters[b]
            before, after = word[:k], word[k + 2:]
            if (met := self.meet(word[k], word[k + 1])) is not None:
                return [((), (*before, *after), met)] if met else []
            if a == b and s == t and self.may_merge(x, e, f):
                e += f
                return [((), (*before, *(((a, s, e),) if e or x.definite == 2 else ()), *after), 1)]
            if a == b and x.orthogonal and s != t and e == f:
                return [((), (*before, *after), 1)]
            if a != b and self.commute(a, b):
                if a > b:
                    return [((), (*before, (b, t, f), (a, s, e), *after), 1)]
                if y.base and y.base[0] == ((a, False, 1),) and e < 0 and f < 0 and self.is_known(y.base[2]):
                    _, p, q = y.base  # y = p X + q I: X^-1 y^-1 = (X^-1 - p y^-1) / q
                    return [*self.scaled(before, self.places((a, e), (b, f + 1)), after, self.inverse_of(q)),
                            *self.scaled(before, self.places((a, e + 1), (b, f)), after, self.inverse_of(q), p, -1)]
        for k, (a, _, f) in enumerate(word):
            if self.letters[a].base is None:
                continue
            X, p, q = self.letters[a].base
            if f >= 1:
                rest = self.places((a, f - 1))
                return [*self.scaled(word[:k], X + rest, word[k + 1:], p), *self.scaled(word[:k], rest, word[k + 1:], q)]
            for before, after in self.around(word, k, X) if f < 0 else ():  # X y^f = (y^(f+1) - q y^f) / p
                return [*self.scaled(before, self.places((a, f + 1)), after, self.inverse_of(p)),
                        *self.scaled(before, self.places((a, f)), after, self.inverse_of(p), q, -1)]
        cuts = [k for k in range(1, len(word)) if self.rows(word[k]) == 1]
        if word and self.rows(word[0]) == 1:
            cuts.insert(0, 0)
        if word and self.rows((word[-1][0], not word[-1][1], 1)) == 1:
            cuts.append(len(word))
        if len(cuts) > 1:  # what stands between two places of size 1 is a number
            inner = number(1)
            for k, j in zip(cuts, cuts[1:]):
                inner = self.times(inner, self.trace_of(word[k:j]))
            return [(m, (*word[:cuts[0]], *word[cuts[-1]:]), c) for (m, _), c in inner.items()]
        return None

    def places(self, *powers):
        """The word of these powers of letters; X^0 is I but for semi-definite X."""
        return tuple((a, False, e) for a, e in powers if e or self.letters[a].definite == NONNEGATIVE)

    def scaled(self, before, word, after, *numbers):
        """before * word * after times numbers, as [(mono, word, coefficient)]."""
        found = [((), Fraction(1))]
        for factor in numbers:
            items = [((), factor)] if isinstance(factor, int) else [(m, k) for (m, _), k in factor]
            found = [(self.merged((*m, *n)), c * k) for m, c in found for n, k in items]
        return [(m, (*before, *word, *after), c) for m, c in found]

    def around(self, word, k, X):
        """What stands before and after where X is next to the place k; of H^e a part H^f may be taken where H >= 0."""
        def left(place, wanted):
            (a, t, e), (b, u, f) = place, wanted
            split = e > f > 0 and (self.letters[a].definite > 1 or e.denominator == f.denominator == 1)
            if (a, t) != (b, u) or not (e == f or split):
                return None
            return ((a, t, e - f),) if e != f else ()

        n = len(X)
        if k >= n and word[k - n + 1:k] == X[1:] and (rest := left(word[k - n], X[0])) is not None:
            yield (*word[:k - n], *rest), word[k + 1:]
        if k + n < len(word) and word[k + 1:k + n] == X[:-1] and (rest := left(word[k + n], X[-1])) is not None:
            yield word[:k], (*rest, *word[k + n + 1:])

    def rows(self, place):
        x = self.letters[place[0]]
        return x.cols if place[1] else x.rows

    def together(self, left, right):
        (a, s, e), (b, t, f) = left, right
        x = self.letters[a]
        if self.meet(left, right) is not None:
            return True
        return self.commute(a, b) if a != b else (x.orthogonal and s != t) or (s == t and self.may_merge(x, e, f))

    def may_merge(self, x, e, f):
        integers = e.denominator == f.denominator == 1
        return (x.definite > 1 or (integers and e > 0 and f > 0)
                or (integers and x.invertible))

    def commute(self, a, b):
        x, y = self.letters[a], self.letters[b]
        bases = {x.base[0][0][0] if x.base and len(x.base[0]) == 1 else a, y.base[0][0][0] if y.base and len(y.base[0]) == 1 else b}
        return (len(bases) == 1) or (x.diagonal and y.diagonal and x.rows == y.rows)

    def is_known(self, value):
        """Whether a value, as a tuple of items, is known not to be 0: one monomial of which that is known, or a POSITIVE
        sum of such."""
        return bool(value) and all(
            c > 0 and not w and all(self.atom_sign(a) == POSITIVE for a, _ in m) for (m, w), c in value)

    def inverse_of(self, value):
        """1 / value as [(mono, coefficient)], for what `is_known`."""
        found = self.power(dict(value), Fraction(-1), POSITIVE)
        return list(found.items())

    def trace_of(self, word):
        """The trace of one word: {(mono, ()): c}."""
        need(word, "a trace of nothing")
        seams = [k for k in range(len(word)) if not self.together(word[k - 1], word[k])]
        k = seams[0] if seams else len(word) > 1 and self.meet(word[-1], word[0]) is not None
        if k:  # turn until what can be merged or sorted stands together
            turned = word[k:] + word[:k]
            out = {}
            self.collect((), turned, Fraction(1), out)
            if list(out) != [((), turned)]:
                return self.trace(out, self.rows(turned[0]))
            word = turned
        forms = [w[k:] + w[:k] for w in (word, self.in_order(self.reversed(word))) for k in range(len(w))]
        least = min(forms)
        return self.of_atom("tr", least)

    def trace(self, value, rows):
        out = {}
        for (m, w), c in value.items():
            inside = self.trace_of(w) if w else self.of_dim(rows)
            out = self.plus(out, self.times({(m, ()): c}, inside))
        return out

    def of_dim(self, n):
        """A dimension as a number: the same as the positive integer of that name."""
        out = {}
        for part in str(n).split("+"):
            if part.isdigit():
                one = number(part)
            elif re.fullmatch(r"[A-Za-z_]\w*", part):
                one = self.value(node("sym", name=part, shape=(1, 1), traits=frozenset({"integer", "positive"})))
            else:
                raise Unknown("the size of a matrix")
            out = self.plus(out, one)
        return out

    def reversed(self, word):
        return tuple((a, t if self.letters[a].symmetric else not t, e) for a, t, e in reversed(word))

    def in_order(self, word):
        """Letters that commute are sorted."""
        word = list(word)
        for k in range(len(word)):
            for j in range(k, 0, -1):
                if word[j][0] < word[j - 1][0] and self.commute(word[j][0], word[j - 1][0]):
                    word[j], word[j - 1] = word[j - 1], word[j]
        return tuple(word)

    def transposed(self, value):
        out = {}
        for (m, w), c in value.items():
            self.collect(m, self.reversed(w), c, out)
        return out

    def scalar(self, value, rows, cols):
        """A product that is 1x1 has words of one row and column: they are atoms."""
        return self.trace(value, 1) if (rows, cols) == (1, 1) else value

    def key(self, value):
        return tuple(sorted(value.items()))

    # Powers ---------------------------------------------------------------------------------------------------------

    def power(self, base, e, sign):
        """A number to the power e; `sign` says what is known of the number (NONZERO | NONNEGATIVE)."""
        need(abs(e) <= 24, "too high a power")
        if e.denominator == 1 and e >= 0:
            return reduce(self.times, [base] * int(e), number(1))
        if not base:
            need(e > 0, "a division by 0")
            return {}
        if len(base) == 1:
            ((mono, _), c), = base.items()
            if sign & NONZERO:
                for a, _ in mono:
                    self.known[a] |= NONZERO  # no factor of what is not 0 is 0
            if sign & NONNEGATIVE and len(mono) == 1 and c > 0 and mono[0][1] % 2 == 1:
                self.known[mono[0][0]] |= NONNEGATIVE
            whole = e.denominator == 1
            good = [(a, k) for a, k in mono if (self.known[a] & NONZERO if whole else self.atom_sign(a) == POSITIVE)]
            if not whole and e > 0 and all(self.atom_sign(a) & NONNEGATIVE and k > 0 for a, k in mono):
                good = list(mono)
            rest = tuple(p for p in mono if p not in good)
            if c > 0 or whole:
                out = reduce(self.times, [{(((a, k * e),), ()): ONE.value} for a, k in good], self.number_power(c, e))
                sign &= NONZERO if whole else POSITIVE  # the factors set apart may be negative where e is an integer
                return self.times(out, self.atom_power({(rest, ()): Fraction(1)}, e, sign)) if rest else out
            return self.atom_power(base, e, sign)
        numbers = list(base.values())
        content = Fraction(math.gcd(*(x.numerator for x in numbers)), math.lcm(*(x.denominator for x in numbers)))
        if e.denominator == 1 and base[min(base)] < 0:
            content, sign = -content, sign & NONZERO
        primitive = {k: c / content for k, c in base.items()}
        return self.times(self.number_power(content, e), self.atom_power(primitive, e, sign))

    def number_power(self, c, e):
        if e.denominator == 1:
            return number(c ** int(e))
        out = {}
        for n, k in ((c.numerator, e), (c.denominator, -e)):
            for p in range(2, 1000):
                while n % p == 0:
                    n //= p
                    out[p] = out.get(p, 0) + k
            if n > 1:  # what is left has no small factor: it stands for itself
                out[n] = out.get(n, 0) + k
        return reduce(self.times, [self.of_atom("prime", p, known=POSITIVE, power=k) for p, k in out.items()], number(1))

    def atom_power(self, base, e, sign):
        """P^e for a polynomial P, as an atom whose powers are merged only where that is right."""
        merges = sign & NONZERO if e.denominator == 1 else sign == POSITIVE or (sign & NONNEGATIVE and e > 0)
        if not merges:
            return self.of_atom("power", self.key(base), e)
        return self.of_atom("poly", self.key(base), known=sign, power=e)

    def matrix_power(self, x, base, e, rows):
        if e.denominator == 1 and 0 <= e <= 12:
            return reduce(self.times, [base] * int(e), number(1))
        definite = self.definite(x)
        if len(base) == 1:
            ((mono, word), c), = base.items()
            scale = {(mono, ()): c}
            if not word:  # a multiple of the identity
                return self.power(scale, e, definite or self.sign_of(scale))
            if len(word) == 1:
                (a, t, f), = word
                letter = self.letters[a]
                known = all(self.known[b] == POSITIVE for b, _ in mono) and c > 0
                if (letter.definite == 3 or (letter.definite == 2 and e > 0)) and known:
                    return self.times(self.power(scale, e, POSITIVE), {((), ((a, t, f * e),)): Fraction(1)})
            if e == -1 and all(self.letters[a].invertible and (f.denominator == 1 or self.letters[a].definite == 3)
                               for a, _, f in word) and self.sign_of(scale) & NONZERO:
                back = tuple((a, t, -f) for a, t, f in reversed(word))
                return self.times(self.power(scale, e, self.sign_of(scale)), {((), back): Fraction(1)})
        words = {w for _, w in base}
        long = words - {()}
        if definite == POSITIVE and len(words) == 2 and len(long) == 1:
            (word,) = long
            if word == self.reversed(word) and (len(word) > 1 or word[0][2] == 1):
                p = tuple(sorted(((m, ()), c) for (m, w), c in base.items() if w))
                q = tuple(sorted(((m, ()), c) for (m, w), c in base.items() if not w))
                if self.is_known(p):
                    y = self.letter(("linear", word, p, q), rows, rows, {"posdef"}, (word, p, q))
                    return of_word(((y, False, e),))
        if definite == POSITIVE:
            return of_word(((self.letter(("power", self.key(base), rows), rows, rows, {"posdef"}), False, e),))
        return of_word(self.place(("power", self.key(base), rows, e), rows, rows, {"psd"} if definite and e > 0 else set()))

    # Terms ----------------------------------------------------------------------------------------------------------

    def value(self, x):
        if x not in self.values:
            self.spend()
            self.values[x] = self._value(x)
        return self.values[x]

    def _value(self, x):
        head, args = x.head, x.args
        rows, cols = shape(x)
        if head == "num":
            return number(x.value) if x.value else {}
        if head == "sym":
            if "zero" in x.traits:
                return {}
            if "identity" in x.traits and rows == cols:
                return number(1)
            if "mask" in x.traits and rows == cols:  # I but for the last 1
                last = self.segment(rows, minus(counted(rows), {"": 1}), 1)
                return self.plus(number(1), of_word(last + self.reversed(last)), -1)
            if "derived" in x.traits or "iid" in x.traits:
                return self.opaque(x, x.digest)
            if (rows, cols) == (1, 1):
                return self.of_atom("sym", x, known=promised(x))
            return of_word(self.place(x, rows, cols, x.traits))
        if head in ("+", "-"):
            return self.plus(self.value(args[0]), self.value(args[1]), 1 if head == "+" else -1)
        if head == "neg":
            return {k: -c for k, c in self.value(args[0]).items()}
        if head == "*":
            return self.scalar(self.times(self.value(args[0]), self.value(args[1])), rows, cols)
        if head == "/":
            return self.times(self.value(args[0]), self.power(self.value(args[1]), Fraction(-1), self.sign(args[1])))
        if head == "T":
            return self.transposed(self.value(args[0]))
        if head == "tr":
            return self.trace(self.value(args[0]), shape(args[0])[0])
        if head == "inner":
            product = self.times(self.value(args[0]), self.transposed(self.value(args[1])))
            return product if shape(args[0]) == (1, 1) else self.trace(product, shape(args[0])[0])
        if head in ("norm_F", "norm_2", "abs"):
            square = self.value(op("inner", args[0], args[0]))
            return self.power(square, Fraction(1, 2), POSITIVE if self.nonzero(args[0]) else NONNEGATIVE)
        if head == "sqrt" or (head == "^" and args[1].head == "num"):
            e = Fraction(1, 2) if head == "sqrt" else args[1].value
            if rows != 1:
                return self.matrix_power(args[0], self.value(args[0]), e, rows)
            return self.power(self.value(args[0]), e, self.sign(args[0]) if e < 0 or e.denominator > 1 else 0)
        try:
            found = self.reading(x, head, args, rows, cols)
        except Unknown:
            found = None
        return self.letter_for(x) if found is None else found

    def reading(self, x, head, args, rows, cols):
        """The value of what is read beyond arithmetic; None where it stays a letter."""
        if head == "where":
            try:
                need((found := put(args[0], stated(x))).head != "where", "a value put in where it is not seen")
                return self.value(found)
            except Unknown:
                table = stated(x)
                need(all(s.traits <= {"parameter"} and not any(s in p.syms or unseen(p) for p in self.given) for s in table), "a letter that is known")
                need(not any(s.traits & HIDES for s in args[0].syms) and args[0].heads <= PLAIN | BINDERS.keys() | {"num", "sym"}, "a letter that is not seen")
                return self.moved(self.value(args[0]), {s: (self.value(v), {}) for s, v in table.items()})[0]
        if head == "slope":
            return self.slope(*args)
        if head == "at0" and (found := started(args[0])) is not x:
            return self.value(found)
        if head == "ddt":
            moving = frozenset(s for s in args[0].syms if touches({FLOW}, s))
            need(moving and moving <= MOVING.keys() and polynomial(args[0], moving), "a velocity that is not known")
            return self.moved(self.value(args[0]), {s: (self.value(s), self.value(MOVING[s])) for s in moving})[1]
        if head == "exp" and not self.value(args[0]):
            return number(1)
        if head == "expect" and len(args) == 1 and (laws := gaussians(args[0], noise=True)) is not None:
            return self.mean(args[0], laws)
        if head == "delta" and (self.nonzero(op("-", *args)) or self.nonzero(op("-", *args[::-1]))):
            return {}
        if head == "grad" and len(args) == 2:
            return self.gradient(*args)
        if head in ("sequence", "product_up", "product_down") and (more := unrolled(x)) is not None:
            return self.value(more)
        if head in ("pinv", "projection"):
            ((mono, word), c), = value.items() if len(value := self.value(args[0])) == 1 else [((1, ()), 0)]
            if mono == () and len(word) == 1 and self.letters[word[0][0]].definite == NONNEGATIVE and c > 0:
                (a, _, e), = word  # of a power of a semi-definite matrix: the power 0 is the projection
                return {((), ((a, False, -e if head == "pinv" else Fraction(0)),)): 1 / c if head == "pinv" else Fraction(1)}
        if head in PLACES:
            return self.scalar(self.placed(head, args), rows, cols)
        if head in OVER:
            return self.summed(head, *args)
        if head == "at" and args[0].head == "sym" and "iid" in args[0].traits and args[1].head in ("num", "sym") and counts(args[1]):
            return self.of_atom("at", *args) if (rows, cols) == (1, 1) else of_word(self.place(("at", *args), rows, cols))
        if head == "gram" and len(args) == 3 and "rotation_invariant" in args[0].traits:
            pair = [self.value(a) for a in args[1:]]
            while True:
                first = {w[:1] for value in pair for _, w in value}
                if len(first) != 1 or first == {()} or not self.letters[(turn := first.pop()[0])[0]].orthogonal or turn[2] != 1:
                    break
                pair = [{(m, w[1:]): c for (m, w), c in value.items()} for value in pair]
            return self.opaque(x, (head, args[0].digest, *map(shape, args[1:]), *map(self.key, pair)))
        return None

    def letter_for(self, x):
        """What is not computed with: the same where the arguments are equal, below a head that binds whatever the letters are,
        or the outcome, so that nothing is used that is known of these at this point alone."""
        letters = {x.args[k] for k in SCOPES[x.head][0]} if x.head in SCOPES else {a for a in x.args if a.head == "sym"}
        if x.head not in POINTWISE:
            free = x.head in SCOPES and transparent(x) and free_letters(x)
            if not (free or (x.head == "expect" and len(x.args) == 1)) or any(
                    unseen(p) or any(s in letters or drawn(s) for s in p.syms) for p in self.given):
                return self.opaque(x, x.digest)
        try:
            inside = tuple(a.digest if a in letters else (shape(a), self.key(self.value(a))) for a in x.args)  # I is 1 in any size
        except Unknown:
            return self.opaque(x, x.digest)
        return {} if x.head == "expect" and not self.value(x.args[0]) else self.opaque(x, (x.head, shape(x), inside))

    def slope(self, t, body):
        """The derivative at 0 of a polynomial in t of which nothing is known: of each term, what stands beside t."""
        need(not (unseen(body, HIDDEN - INERT) or t.traits or t.name in body.dims | told(body)) and shape(t) == (1, 1)
             and not any(unseen(p) or t in p.syms for p in self.given), "a letter that is known")
        out = {}
        for (mono, word), c in self.value(body).items():
            powers = [e for a, e in mono if self.atoms[a] == ("sym", t)]
            rest = tuple((a, e) for a, e in mono if self.atoms[a] != ("sym", t))
            need(t not in self.depends(rest, word) and all(e.denominator == 1 and e > 0 for e in powers), "a letter within")
            out = self.plus(out, {(rest, word): c}, powers == [1])
        return out

    def moved(self, value, table):
        """A polynomial in the symbols of the table, at these values of them, and its derivative for these of theirs."""
        letters = {self.letter_keys[s]: pair for s, pair in table.items() if s in self.letter_keys}
        one, zero = number(1), {}

        def times(x, y):
            return self.times(x[0], y[0]), self.plus(self.times(x[0], y[1]) if y[1] else {}, self.times(x[1], y[0]) if x[1] else {})

        def power(x, e):
            need(e.denominator == 1 and 0 < e <= 12, "a power of what is put in")
            return reduce(times, [x] * int(e))

        def of(word):
            if all(a not in letters for a, _, _ in word):
                need(not table.keys() & self.depends((), word), "a letter within")
                return of_word(word), zero
            parts = []
            for a, t, e in word:
                pair = letters.get(a, (of_word(((a, t, e),)), zero))
                parts += [pair] if a not in letters else [tuple(map(self.transposed, pair)) if t else pair] * int(power((one, zero), e) and e)
            return reduce(times, parts)

        out = zero, zero
        for (mono, word), c in value.items():
            made = times((number(c), zero), of(word))
            for a, e in mono:
                kind = self.atoms[a]
                if kind[0] == "sym" and kind[1] in table:
                    made = times(made, power(table[kind[1]], e))
                elif kind[0] == "tr" and any(b in letters for b, _, _ in kind[1]):
                    n = self.rows(kind[1][0])
                    made = times(made, power(tuple(self.trace(v, n) for v in of(kind[1])), e))
                else:
                    need(not table.keys() & self.depends(((a, e),), ()), "a letter within")
                    made = times(made, ({(((a, e),), ()): ONE.value}, zero))
            out = self.plus(out[0], made[0]), self.plus(out[1], made[1])
        return out

    def gradient(self, f, X):
        """Of a polynomial in X: d tr(W X) gives W', d tr(W X') gives W."""
        if X.head != "sym" or X.traits - {"parameter"} or shape(f) != (1, 1) or not polynomial(f, frozenset({X})) or any(s.traits & HIDDEN for s in f.syms):
            return None
        value, out = self.value(f), {}
        letter = self.letter_keys.get(X)
        for (mono, _), c in value.items():
            words = sum((self.atoms[a][1] for a, _ in mono if self.atoms[a][0] == "tr"), ())
            plain = [(a, e) for a, e in mono if self.atoms[a][0] != "tr" and self.atoms[a] != ("sym", X)]
            if X in self.depends(plain, [place for place in words if place[0] != letter]):  # what is not computed with
                return None
            for k, (a, e) in enumerate(mono):
                kind, less_ = self.atoms[a], self.merged((*mono[:k], (a, e - 1), *mono[k + 1:]))
                if kind[0] == "sym" and kind[1] is X:
                    out = self.plus(out, {(less_, ()): c * e})
                for j, (b, t, n) in enumerate(kind[1] if kind[0] == "tr" else ()):
                    for i in range(int(n) if b == letter else 0):  # the i-th factor of X^n
                        after = ((b, t, n - 1 - i),) if n - 1 - i else ()
                        before = ((b, t, Fraction(i)),) if i else ()
                        around = {((), (*after, *kind[1][j + 1:], *kind[1][:j], *before)): Fraction(1)}
                        around = around if t else self.transposed(around)
                        out = self.plus(out, self.times({(less_, ()): c * e}, around))
        return out

    # Places, sums and means: all by traces -----------------------------------------------------------------------------

    def placed(self, head, args):
        """Blocks and entries: A in the upper left corner is P A Q' with columns P and Q of the identity."""
        if head in ("entry", "row", "col"):
            (n, m), out = shape(args[0]), self.value(args[0])
            if head != "col":
                out = self.times(self.transposed(self.unit(n, args[1])), out)
            return self.times(out, self.unit(m, args[-1])) if head != "row" else out
        grid = {"block": [args[:2], args[2:]], "stack": [args[:1], args[1:]], "beside": [args]}[head]
        n, m, out, down = *shape(op(head, *args)), {}, {}
        for row in grid:
            high, across = shape(row[0])[0], {}
            for x in row:
                wide = shape(x)[1]
                left, right = self.segment(n, down, high), self.reversed(self.segment(m, across, wide))
                out = self.plus(out, self.times(self.times(of_word(left), self.value(x)), of_word(right)))
                across = both(across, counted(wide))
            down = both(down, counted(high))
        return out

    def closed(self, value, rows, cols):
        """[(coefficient, other atoms, traced words)]: what is no number is closed by a letter of its own."""
        if (rows, cols) != (1, 1):
            value = self.trace(self.times(value, of_word(self.place(("close", rows, cols), cols, rows))), rows)
        for (mono, _), c in value.items():
            traced = [(a, int(e)) for a, e in mono if self.atoms[a][0] == "tr" and e.denominator == 1 and 0 < e <= 12]
            yield c, tuple((a, e) for a, e in mono if (a, e) not in traced), [self.atoms[a][1] for a, e in traced for _ in range(e)]

    def opened(self, value, rows, cols):
        """Without that letter again."""
        if (rows, cols) == (1, 1):
            return value
        close, out = self.letter(("close", rows, cols), cols, rows), {}
        for (mono, _), c in value.items():
            (a, word, k), = ((a, self.atoms[a][1], k) for a, _ in mono if self.atoms[a][0] == "tr"
                             for k, place in enumerate(self.atoms[a][1]) if place[0] == close)
            around = word[k + 1:] + word[:k]
            rest = tuple(pair for pair in mono if pair[0] != a)
            self.collect(rest, self.reversed(around) if word[k][1] else around, c, out)
        return out

    def product(self, traces):
        """The product of traces of words, each with the size of its matrix."""
        out = number(1)
        for word, n in traces:
            inner = {}
            self.collect((), word, ONE.value, inner)
            out = self.times(out, self.trace(inner, self.rows(word[0]) if word else n))
        return out

    def turned(self, word, k):
        """The rest of a traced word of which the place k, not transposed, stands first."""
        word = word[k:] + word[:k]
        return self.reversed(word[1:]) if word[0][1] else word[1:]

    def summed(self, head, i, upper, body):
        """sum_i u' y_i z_i' v = u' Y' Z v where the rows of Y and Z are y_i and z_i; stacks are sums of e_i y_i'."""
        n, (rows, cols), value = size_of(upper), shape(body), self.value(body)
        if i.head != "sym" or i.traits != {"index", f"range:{n}"} or i.name in body.dims | told(body) or i in upper.syms or any(
                s.traits & (HIDDEN - INERT) for s in body.syms) or any(
                i in p.syms for p in self.given):  # what is known of one index is not known of all
            raise Unknown("a sum of this kind")
        if head == "stack_over":
            rows, value = n, self.times(self.unit(n, i), value)
        if head == "beside_over":
            cols, value = n, self.times(value, self.transposed(self.unit(n, i)))
        (spot,), out = self.place(("unit", n, i), n, 1), {}
        for c, kept, traces in self.closed(value, rows, cols):
            each = [(a, int(e)) for a, e in kept if self.atoms[a][0] == "at" and self.atoms[a][2] is i and e in (1, 2)]
            kept = tuple((a, e) for a, e in kept if (a, int(e)) not in each)
            words = [(*self.reversed(self.family(n, self.atoms[a][1])), spot) for a, e in each for _ in range(e)]
            words += [self.spotted(n, i, word) for word in traces]
            meets = [(word, k) for word in words for k, place in enumerate(word) if place[0] == spot[0]]
            rest = [(word, 0) for word in words if all(place[0] != spot[0] for place in word)]
            if i in self.depends(kept, tuple(place for word in words for place in word if place[0] != spot[0])) or len(meets) > 2:
                raise Unknown("a sum of this kind")
            factor = self.of_dim(n) if not meets else number(1)
            turned = [self.turned(word, k) for word, k in meets]
            if meets and meets[0][0] is meets[-1][0]:  # tr(e_i e_i' K)
                need(len(meets) == 2 and turned[0][0] == (spot[0], True, spot[2]), "a sum of this kind")
                rest.append((turned[0][1:], n))
            elif meets:  # (K e_i)(L e_i)
                rest.append((turned[0] + self.reversed(turned[1]), 1))
            out = self.plus(out, self.times(self.times({(kept, ()): c}, factor), self.product(rest)))
        return self.opened(out, rows, cols)

    def family(self, n, x):
        """The matrix with the rows x_1, ..., x_n."""
        return self.place(("rows", n, x), n, shape(x)[0])

    def spotted(self, n, i, word):
        """With Y' e_i for y_i."""
        out = ()
        for a, t, e in word:
            name = self.letters[a].name
            if name[0] == "at" and name[2] is i:
                place = self.reversed(self.family(n, name[1])) + self.place(("unit", n, i), n, 1)
                out += self.reversed(place) if t else place
            else:
                out += ((a, t, e),)
        return out

    def mean(self, inside, laws):
        """Isserlis, for matrices G of which E[G_ia G_jb] = R_ij C_ab: the sum over all pairings."""
        rows, cols = shape(inside)
        spread = {x: next(iter(self.value(law))) if law else ((), ()) for x, law in laws.items()}
        out = {}
        for c, kept, traces in self.closed(self.value(inside), rows, cols):
            rest, drawn, names = [], {}, set()
            for a, e in kept:
                kind = self.atoms[a]
                if kind[0] in ("sym", "at") and kind[1] in laws and e.denominator == 1 and 0 < e <= 12:
                    c *= math.prod(range(1, int(e), 2)) if e % 2 == 0 else 0
                    rest += [(b, f * e) for b, f in spread[kind[1]][0]]
                    names.add(kind)
                else:
                    rest.append((a, e))
            for a, _, e in sum(traces, ()):
                name = self.letters[a].name
                x = name[2] if name[0] == "rows" else name[1]
                if name[0] in ("sym", "rows", "at") and x in laws:
                    need(e == 1, "a power of what is drawn")
                    mono, word = spread[x]
                    twice = tuple((b, 2 * f) for b, f in mono)
                    drawn[a] = ((), word, twice) if name[0] == "rows" else (word, (), twice)
                    names.add(name)
            others = sum((tuple(p for p in word if p[0] not in drawn) for word in traces), ())
            need(not laws.keys() & self.depends(rest, others), "the mean of what is no polynomial")
            for x in laws:  # of noise that may not be Gaussian the variance is all that is known
                told = {("rows", one[1], one[2]) if one[0] == "rows" else one for one in names if x in one}
                often = sum(e for a, e in kept if self.atoms[a] in told) + sum(self.letters[a].name in told for a, _, _ in sum(traces, ()))
                need("noise" not in x.traits or "normal" in x.traits or often <= 2, "a higher moment of noise")
            for one in names:  # members of a family: one of them, all of them, or some by number
                x = one[2] if one[0] == "rows" else one[1]
                same = [name for name in names if (name[2] if name[0] == "rows" else name[1]) is x]
                need(len(same) <= 1 or all(name[0] == "at" and name[2].head == "num" for name in same), "the mean of members of a family")
            if c:
                out = self.plus(out, self.times({(self.merged(rest), ()): c}, self.paired([(w, 0) for w in traces], drawn)))
        return self.opened(out, rows, cols)

    def paired(self, traces, drawn):
        self.spend()
        for h, (word, _) in enumerate(traces):
            k = next((k for k, place in enumerate(word) if place[0] in drawn), None)
            if k is None:
                continue
            g, out = word[k][0], {}
            R, C, scale = drawn[g]
            K, rest, n, m = self.turned(word, k), traces[:h] + traces[h + 1:], self.letters[g].rows, self.letters[g].cols
            for j, place in enumerate(K):  # tr(G B G D) gives tr(D R B' C), tr(G B G' D) gives tr(B C) tr(D R)
                if place[0] == g:
                    B, D = K[:j], K[j + 1:]
                    new = [(B + C, m), (D + R, n)] if place[1] else [(D + R + self.reversed(B) + C, m)]
                    out = self.plus(out, self.paired(rest + new, drawn))
            for i, (other, _) in enumerate(rest):  # tr(G K) tr(G D) gives tr(K R D' C)
                for j, place in enumerate(other):
                    if place[0] == g:
                        new = (K + R + self.reversed(self.turned(other, j)) + C, m)
                        out = self.plus(out, self.paired([*rest[:i], new, *rest[i + 1:]], drawn))
            return self.times(out, {(scale, ()): ONE.value})
        return self.product(traces)

    # Equality -------------------------------------------------------------------------------------------------------

    def same(self, a, b):
        if a is b:
            return True
        need(ZERO in (a, b) or shape(a) == shape(b), MISFIT)
        return self.is_zero(self.plus(self.value(a), self.value(b), -1))

    def is_zero(self, value):
        """Whether a value is 0 whatever the atoms are; denominators, which are not 0, are cleared."""
        for _ in range(60):
            polys = {a for (m, _) in value for a, e in m if self.atoms[a][0] == "poly" and e < 0}
            if not polys:
                return not value
            a = max(polys)
            least = min(math.floor(dict(m).get(a, 0)) for m, _ in value)
            out = {}
            for (m, w), c in value.items():
                self.collect(self.merged((*m, (a, Fraction(-least)))), w, c, out)
            value = out
        return False

    # Signs ----------------------------------------------------------------------------------------------------------

    def sign(self, x):
        """What is known of a number: NONZERO | NONNEGATIVE.  Never more than is known; often less."""
        if x not in self.signs:
            found = 0
            for more in (self.structure, self.by_facts, lambda x: self.sign_of(self.value(x))):
                try:
                    found |= 0 if found == POSITIVE else more(x)
                except Unknown:
                    continue
            self.signs[x] = found
        return self.signs[x]

    def by_facts(self, x):
        found = 0
        value = self.value(x)
        for gap, sign in self.facts:
            if self.is_zero(self.plus(value, gap, -1)) or (sign == NONZERO and self.is_zero(self.plus(value, gap))):
                found |= sign
        return found

    def sign_of(self, value):
        """The sign of a value: of each monomial, and of a sum of such."""
        signs = [self.sign_of_mono(m, c) if not w else 0 for (m, w), c in value.items()]
        if len(signs) == 1:
            return signs[0]
        if not all(s & NONNEGATIVE for s in signs):
            return 0
        return POSITIVE if POSITIVE in signs else NONNEGATIVE

    def sign_of_mono(self, mono, c):
        found = POSITIVE if c > 0 else NONZERO
        for a, e in mono:
            known = self.atom_sign(a)
            if e.denominator == 1 and e % 2 == 0 and e > 0:
                known |= NONNEGATIVE
            elif e.denominator > 1 and known & NONNEGATIVE == 0:
                return 0
            found &= known
        return found

    def atom_sign(self, a):
        """What is known of an atom; of the trace of V V', V S V' with S definite, of commuting definite matrices."""
        kind = self.atoms[a]
        if kind[0] != "tr" or len(kind[1]) > 20:
            return self.known[a]
        turned = [kind[1][k:] + kind[1][:k] for k in range(len(kind[1]))]
        if POSITIVE in map(self.word_sign, turned):
            return POSITIVE
        if any(self.word_sign(w[:k]) and self.word_sign(w[k:]) for w in turned for k in range(len(w))):
            return self.known[a] | NONNEGATIVE
        return self.known[a]

    def word_sign(self, word):
        """POSITIVE or NONNEGATIVE for a definite or semi-definite word: of such letters that commute, or V V', or V S V'."""
        self.spend()
        if not word or self.rows(word[0]) != self.rows((word[-1][0], not word[-1][1], 1)):
            return 0 if word else POSITIVE
        signs = [self.letters[a].definite for a, _, _ in word]
        if all(signs) and all(self.commute(a, b) for a, _, _ in word for b, _, _ in word):
            return min(signs)
        (a, _, e), half = word[len(word) // 2], len(word) % 2 == 0
        return NONNEGATIVE if word == self.reversed(word) and (half or self.letters[a].definite or e % 2 == 0) else 0

    def structure(self, x):
        head, args = x.head, x.args
        if head == "num":
            return POSITIVE if x.value > 0 else NONZERO if x.value else NONNEGATIVE
        if head == "sym":
            return promised(x)
        if shape(x) != (1, 1):
            return 0
        if head == "+":
            a, b = map(self.sign, args)
            return (POSITIVE if POSITIVE in (a, b) else NONNEGATIVE) if a & b & NONNEGATIVE else 0
        if head == "-":
            n, k = args  # a positive integer is at least 1
            if n.head == "sym" and k.head == "num" and {"integer", "positive"} <= n.traits:
                return POSITIVE if k.value < 1 else NONNEGATIVE if k.value == 1 else 0
            return 0
        if head == "*":
            if not all(shape(a) == (1, 1) for a in args):
                return self.product_sign(factors(x))
            return (self.sign(args[0]) & self.sign(args[1])) | (NONNEGATIVE if args[0] is args[1] else 0)
        if head == "/":
            a, b = map(self.sign, args)
            return (a & NONNEGATIVE if b & NONNEGATIVE else 0) | (a & b & NONZERO)
        if head == "^" and args[1].head == "num":
            e, base = args[1].value, self.sign(args[0])
            if e.denominator == 1:
                return (NONNEGATIVE if e % 2 == 0 else base & NONNEGATIVE) | (base & NONZERO)
            return NONNEGATIVE | (NONZERO if base == POSITIVE else 0)
        if head in ("abs", "norm_F", "norm_2", "norm_op") or (head == "inner" and args[0] is args[1]):
            return POSITIVE if self.nonzero(args[0]) else NONNEGATIVE
        if head == "entry":
            return NONNEGATIVE if args[0].traits & {"positive", "nonnegative"} else 0
        if head == "tr":
            parts = factors(args[0])  # of two semi-definite matrices, or such products
            return self.definite(args[0]) or NONNEGATIVE * any(
                self.product_sign(parts[:k]) and self.product_sign(parts[k:]) for k in range(1, len(parts)))
        k = EVERYWHERE.get(head, 0)
        if k and not all(keeps_its_word(a, args[k - 1]) for a in args[:k - 1]):
            return 0
        if head in EVERYWHERE:  # whatever values its symbols have there: no fact about this point counts
            return Algebra().sign(args[EVERYWHERE[head]]) & NONNEGATIVE
        return 0

    def nonzero(self, x):
        if shape(x) == (1, 1):
            return bool(self.sign(x) & NONZERO)
        if "nonzero" in x.traits:
            return True
        value = self.value(x)
        return self.definite(x) == POSITIVE or any(
            s == NONZERO and (self.is_zero(self.plus(value, gap, -1)) or self.is_zero(self.plus(value, gap)))
            for gap, s in self.facts)

    def definite(self, x):
        """POSITIVE for a symmetric positive definite matrix, NONNEGATIVE for a semi-definite one, else 0."""
        head, args = x.head, x.args
        self.spend()
        rows, cols = shape(x)
        if rows != cols:
            return 0
        if rows == 1:
            return self.sign(x) if self.sign(x) & NONNEGATIVE else 0
        if self.definite_facts:
            known = self.definite_facts.get(self.key(self.value(x)))
            if known:
                return known
        if head == "sym":
            return POSITIVE if x.traits & {"identity", "posdef"} else NONNEGATIVE if x.traits & {"psd", "zero"} else 0
        if head == "+":
            a, b = map(self.definite, args)
            return max(a, b) if a and b else 0
        if head == "T" or (head == "/" and self.sign(args[1]) == POSITIVE):
            return self.definite(args[0])
        if head == "^" and args[1].head == "num":
            found = self.definite(args[0])
            return found if found == POSITIVE or args[1].value > 0 else 0
        if head in ("projection", "modulus"):
            return NONNEGATIVE
        if head == "gram" and args[1] is args[2]:
            return NONNEGATIVE if "psd" in args[0].traits else 0
        if head == "diag" and args[0].head == "sym" and shape(args[0])[1] == 1:
            # Of every entry: a column that is nonnegative and not 0 may have entries that are.
            return POSITIVE if "positive" in args[0].traits else NONNEGATIVE if "nonnegative" in args[0].traits else 0
        return self.product_sign(factors(x)) if head == "*" else 0

    def product_sign(self, parts):
        """Of numbers that are not negative, and of definite matrices that commute, or A X A' with X semi-definite."""
        numbers, parts = ([p for p in parts if (shape(p) == (1, 1)) == one] for one in (True, False))
        scale = reduce(lambda known, p: known & self.sign(p), numbers, POSITIVE)
        if not scale & NONNEGATIVE or not parts or shape(parts[0])[0] != shape(parts[-1])[1]:
            return 0
        signs = [self.definite(p) for p in parts]
        if all(signs) and all(self.same(op("*", a, b), op("*", b, a)) for k, a in enumerate(parts) for b in parts[:k]):
            return min(scale, *signs)
        mirrored = len(parts) > 1 and shape(parts[0]) == shape(parts[-1])[::-1] and self.same(op("T", parts[0]), parts[-1])
        return NONNEGATIVE * bool(mirrored and (len(parts) == 2 or self.product_sign(parts[1:-1])))


def gaussians(x, noise=False):
    """{what is drawn: its covariance or deviation} where `x` is a polynomial in centred Gaussian vectors and numbers, each
    independent of the others, as the traits cov:NAME and std:NAME say; None where it is something else.  `noise`: also
    centred noise of any law."""
    laws = {}
    if any(s.traits & (HIDDEN | {"law"}) for s in x.syms):
        return None
    for s in filter(drawn, x.syms):
        told = [t for t in s.traits if t.startswith(("cov:", "std:"))]
        kind, name = (told[0][:3], told[0][4:]) if len(told) == 1 else ("", "")
        needed, free = {"random", *told}, {"degenerate", "iid"}
        if kind == "std":
            needed, free = needed | ({"noise"} if noise and "normal" not in s.traits else {"normal"}), free | {"noise"}
        if not kind or not needed <= s.traits <= needed | free or s.shape[1] != 1 or (s.shape[0] == 1) != (kind == "std"):
            return None
        found = [*LAWS.get(name, ())]
        if (kind, name) == ("cov", "I") and not found:
            laws[s] = None
            continue
        size, wanted = ((1, 1), {"nonnegative", "positive"}) if kind == "std" else ((s.shape[0],) * 2, {"psd", "posdef"})
        if len(found) != 1 or found[0].shape != size or not found[0].traits & wanted or found[0].traits - wanted - {
                "symmetric", "diagonal", "invertible", "nonzero"}:  # nothing that moves, or is drawn itself
            return None
        laws[s] = found[0]
    return laws if polynomial(x, frozenset(laws)) else None


@cache
def polynomial(x, syms):
    """Whether `x` is a polynomial in these symbols, whatever the others and all signs are."""
    if x.head == "sym":
        return not ("iid" in x.traits and x in syms)
    if x.head == "num" or (pointwise(x) and not x.syms & syms):
        return True
    if x.head == "^" and x.args[1].head == "num":
        e = x.args[1].value
        norm = e % 2 == 0 and x.args[0].head in ("norm_F", "norm_2", "abs")
        return e.denominator == 1 and 0 <= e <= 8 and polynomial(x.args[0].args[0] if norm else x.args[0], syms)
    if x.head == "/":
        return polynomial(x.args[0], syms) and pointwise(x.args[1]) and not x.args[1].syms & syms
    if x.head == "expect" and len(x.args) == 1:
        return gaussians(x.args[0]) is not None and polynomial(x.args[0], syms)
    if x.head in OVER or x.head in ("entry", "row", "col", "at"):
        k = 2 if x.head in OVER else 0
        whole = x.head == "at" and x.args[0].head == "sym"
        return (whole or polynomial(x.args[k], syms)) and all(
            pointwise(a) and not a.syms & syms for j, a in enumerate(x.args) if j != k)
    return x.head in ("+", "-", "*", "neg", "T", "tr", "inner", "block", "stack", "beside") and all(
        polynomial(a, syms) for a in x.args)


def less(k):
    """k - 1 for k = 0, 1 or what is written as a layer and one more; else None."""
    if k in (ZERO, ONE):
        return num(k.value - 1)
    layer = k.head == "+" and k.args[1] is ONE and k.args[0].head == "sym" and {"integer", "nonnegative"} <= k.args[0].traits
    return k.args[0] if layer else None


def unrolled(x):
    """F_0 = start, F_(k+1) = step(F_k, k), and products: what the last step makes; None where that is not to be seen."""
    if not transparent(x) or shape(x) != shape(x.args[2]) or (x.head == "sequence" and shape(x) != shape(x.args[3])):
        return None
    try:
        if x.head == "sequence":
            *letters, k = x.args
            value, layer, start, step = letters
            if k is ZERO or (before := less(k)) is None:
                return start if k is ZERO else None
            return put(step, {value: op("sequence", *letters, before), layer: before})
        layer, k, body = x.args
        if k.head == "-" and k.args[1] is ONE and less(k.args[0]):  # l + 1 - 1
            k = less(k.args[0])
        if k is num(-1):
            return op("^", body, ZERO)
        before = op("-", k, ONE) if k.head == "sym" and {"integer", "nonnegative"} <= k.traits else less(k)
        pair = before and (op(x.head, layer, before, body), put(body, {layer: k}))
        return pair and op("*", *(pair if x.head == "product_up" else pair[::-1]))
    except Unknown:
        return None


@cache
def pointwise(x):
    return x.head in ("num", "sym") or (x.head in POINTWISE and all(pointwise(a) for a in x.args))


def factors(x):
    """The factors of a product, brackets opened."""
    if x.head == "*":
        found = [f for a in x.args for f in factors(a)]
    elif x.head == "T" and x.args[0].head == "*":
        found = [op("T", f) for f in factors(x.args[0])[::-1]]
    else:
        found = [x]
    need(len(found) <= 60, "too long a product")
    return found


# Theorems ---------------------------------------------------------------------------------------------------------------

class Bad(Exception):
    """A step that does not hang together."""


class Theorem(NamedTuple):
    """At every point at which the hypotheses hold, so does what is shown; on which axioms and on what trust this rests."""

    hypotheses: frozenset
    shows: object
    axioms: frozenset = frozenset()
    trust: frozenset = frozenset()
    rests: frozenset = frozenset()
    """The steps behind it."""


def same(p, q):
    return form(p) is form(q)


def negation(p):
    need(p.head in RELATIONS | {"ge", "gt"}, "the negation of what is no relation")
    a, b = p.args
    need(p.head in ("eq", "ne") or shape(a) == shape(b) == (1, 1), "the negation of an inequality of matrices")
    return {"eq": op("ne", a, b), "ne": op("eq", a, b), "le": op("lt", b, a), "lt": op("le", b, a),
            "ge": op("lt", a, b), "gt": op("le", a, b)}[p.head]


class Log:
    """The steps of a certificate.  Each rule returns what its step shows, and the hypotheses of which it frees its premises."""

    def __init__(self, nodes, axioms, flow):
        self.nodes, self.axioms, self.flow = nodes, axioms, flow
        self.made, self.counts, self.algebras, self.schemes = [], {}, {}, {}

    def follow(self, row):
        rule, k = text(row, "rule"), len(self.made)
        below = row.get("from", [])
        if not all(type(j) is int and 0 <= j < k for j in below):
            raise Bad("it rests on itself, or on what is not above it")
        given, shows = [self.made[j] for j in below], at(self.nodes, row.get("shows"))
        count = self.counts.setdefault(rule, [0, 0])
        count[1] += 1
        try:
            if row.get("trust"):
                raise Unknown("not re-checked")
            if rule not in RULES:
                raise Unknown(f"there is no rule {rule!r}")
            used, dropped, added, axioms = RULES[rule](self, row, shows, given)
            trust = frozenset()
            count[0] += 1
        except (Unknown, RecursionError) as why:
            if not row.get("trust"):
                raise Bad(f"step {k} ({rule}) does not follow: {why or 'too deep a computation'}") from why
            used = telling(given) if rule in ORACLES else given
            dropped, added, axioms = frozenset(), frozenset(), frozenset()
            trust = frozenset({f"{rule} of {shown(shows)}" if rule in ORACLES else f"rule {rule}"})
        hypotheses = frozenset().union(*(t.hypotheses for t in used)) - dropped | added
        self.made.append(Theorem(hypotheses, shows, axioms.union(*(t.axioms for t in used)), trust.union(*(t.trust for t in used)),
                                 frozenset({(k, bool(trust))}).union(*(t.rests for t in used))))

    # Logic ----------------------------------------------------------------------------------------------------------

    def rule_assume(self, row, shows, given):
        return [], frozenset(), frozenset({form(shows)}), frozenset()

    def rule_discharge(self, row, shows, given):
        """p => q from q; p is no longer assumed."""
        p = at(self.nodes, row["assumed"])
        need(same(shows, op("implies", p, given[0].shows)), "not this implication")
        return given[:1], {form(p)}, frozenset(), frozenset()

    def rule_modus_ponens(self, row, shows, given):
        imp, premise = given
        need(imp.shows.head == "implies" and same(imp.shows.args[0], premise.shows) and same(imp.shows.args[1], shows), "not the implication of this")
        return kept(given)

    def rule_contradiction(self, row, shows, given):
        """not p from q and not q under p."""
        p, (one, other) = at(self.nodes, row["assumed"]), given
        need(same(negation(one.shows), other.shows) and same(negation(p), shows), "no contradiction")
        return given, {form(p)}, frozenset(), frozenset()

    def rule_conjoin(self, row, shows, given):
        need(shows.head == "and" and len(shows.args) == len(given) and all(same(p, t.shows) for p, t in zip(shows.args, given)), "not these links")
        return kept(given)

    def rule_link(self, row, shows, given):
        (whole,), k = given, row["link"]
        need(whole.shows.head == "and" and type(k) is int and 0 <= k < len(whole.shows.args) and same(whole.shows.args[k], shows), "no such link")
        return kept(given)

    # Quantifiers ----------------------------------------------------------------------------------------------------

    def rule_generalise(self, row, shows, given):
        """for all x, p from p: nothing that is assumed speaks of x."""
        x = quantified(shows, "for_all")[0]
        variable(x, given[0].shows)
        need(same(op("for_all", x, given[0].shows), shows), "not what is generalised")
        need(not any(speaks(h, x) for h in given[0].hypotheses), f"a hypothesis speaks of {x.name}")
        return kept(given)

    def rule_specialise(self, row, shows, given):
        x, body = quantified(given[0].shows, "for_all")
        value = at(self.nodes, row["value"])
        no_size(x, body)
        need(not any(p.head == "exists" and speaks(p, x) for p in below_all(body)) or not depends_on_draws(value), "what exists would depend on what is drawn")
        need(same(put(body, {x: value}), shows), "not this instance")
        return kept([given[0], *self.settled(promises(x, value), given[1:])])

    def rule_exhibit(self, row, shows, given):
        x, body = quantified(shows, "exists")
        value = at(self.nodes, row["value"])
        variable(x)
        no_size(x, body)
        need(not depends_on_draws(value), "what exists would depend on what is drawn")
        need(same(put(body, {x: value}), given[0].shows), "not the body at this value")
        return kept([given[0], *self.settled(promises(x, value), given[1:])])

    def rule_choose(self, row, shows, given):
        """q from exists(x, p) and from q under p, where x occurs in nothing else."""
        x, body = quantified(given[0].shows, "exists")
        variable(x)
        no_size(x, body)
        rest = given[1].hypotheses - {form(body)}
        need(same(given[1].shows, shows) and not any(speaks(p, x) for p in [*rest, shows]), "what is chosen occurs elsewhere")
        return kept([given[0], given[1]._replace(hypotheses=rest)])

    def rule_induction(self, row, shows, given):
        """for all k, p(k) from p at the first integer and p(k + 1) under p(k)."""
        (k, goal), (base, step) = quantified(shows, "for_all"), given
        first = {frozenset({"integer", "positive"}): ONE, frozenset({"integer", "nonnegative"}): ZERO}.get(k.traits - {"layer"})
        need(first and k.shape == (1, 1), "an induction is over integers from 0 or 1 on")
        variable(k, goal)
        rest = step.hypotheses - {form(goal)}
        need(same(put(goal, {k: first}), base.shows) and same(put(goal, {k: op("+", k, ONE)}), step.shows), "not these steps")
        need(not any(speaks(h, k) for h in rest | base.hypotheses), f"a hypothesis speaks of {k.name}")
        return kept([base, step._replace(hypotheses=rest)])

    # Equations, and the flow ----------------------------------------------------------------------------------------

    def rule_rewrite(self, row, shows, given):
        """Equals for equals at one place."""
        equation, whole = given
        need(equation.shows.head == "eq", "no equation")
        left, right = equation.shows.args
        need(not (left.head == "sym" and left.traits & {"iid", "layers"}), "a family is no value")
        need(ZERO not in (left, right) or shape(left) == shape(right), "0 is no matrix there")
        symbols = free(left) | free(right)

        def walk(x, path):
            if not path:
                need(not x.is_prop() and same(x, left), "another term stands there")
                return right
            k = path[0]
            need(type(k) is int and 0 <= k < len(x.args) and (x.head in BINDERS or x.head in PLAIN - OPAQUE), "nothing is rewritten there")
            bound = scopes(x)[k][1]
            named = x.head in BINDERS and k in range(len(x.args))[BINDERS[x.head][1]]
            need(not named and not (k == 0 and x.head in FUNCTIONS), "nothing is rewritten there")
            need(x.head != "exists" or not depends_on_draws(right), "what exists would depend on what is drawn")
            for s in symbols:
                if touches(bound, s):
                    fixed = s.traits & NEVER_BOUND or s.name[0] == "("
                    need(not any(speaks(h, s) or (fixed and s.name not in TIMES) for h in equation.hypotheses) and (
                        fixed or s.name in TIMES or in_range(x, s)), f"{s.name} has other values there")
            return node(x.head, (*x.args[:k], walk(x.args[k], path[1:]), *x.args[k + 1:]))

        need(same(walk(whole.shows, tuple(row["path"])), shows), "not what is rewritten")
        return kept(given)

    def rule_at_every_time(self, row, shows, given):
        rest = given[0].hypotheses - {op("here")}
        need(same(shows, op("always", given[0].shows)) and not any(map(moves, rest)), "a hypothesis speaks of one moment")
        return kept([given[0]._replace(hypotheses=rest)])

    def rule_at_one_time(self, row, shows, given):
        need(same(given[0].shows, op("always", shows)), "not about the flow")
        return given, frozenset(), frozenset({op("here")}), frozenset()

    def rule_surely(self, row, shows, given):
        need(same(shows, op("almost_surely", given[0].shows)) and not any(map(depends_on_draws, given[0].hypotheses)), "a hypothesis speaks of one outcome")
        return kept(given)

    # Axioms ---------------------------------------------------------------------------------------------------------

    def settled(self, wanted, having):
        """The premises that show what is wanted."""
        known = {form(t.shows): t for t in having}
        need(all(form(p) in known for p in wanted), f"not known: {', '.join(shown(p) for p in wanted if form(p) not in known)}")
        return [known[form(p)] for p in wanted]

    def rule_instance(self, row, shows, given):
        name = row["scheme"]
        need(isinstance(name, str) and name in self.axioms, f"there is no axiom {name!r}")
        if name not in self.schemes:
            self.schemes[name] = Scheme(self.axioms[name])
        scheme = self.schemes[name]
        bind = {str(m): self.bound(v) for m, v in row["bind"]}
        asked, wanted, said = scheme.filled(bind)
        need(any(same(p, shows) for p in said), "not what the axiom says")
        for p in said:
            need(all(shape(a) == (1, 1) for q in below_all(p) if q.head in ("le", "lt", "ge", "gt") for a in q.args), "an inequality of matrices")
            need(p.head != "exists" or not any(q.head == "exists" and depends_on_draws(q) for q in below_all(p)), "what exists would depend on what is drawn")
        used = self.settled([*asked, *wanted], given)
        return used, frozenset(), frozenset(), frozenset({name})

    def bound(self, v):
        return ([at(self.nodes, x) for x in v[0]], at(self.nodes, v[1])) if isinstance(v, list) else at(self.nodes, v)

    # Computations -----------------------------------------------------------------------------------------------------

    def algebra(self, facts=()):
        """First without facts, which is quicker; then with what premises say of signs."""
        facts = tuple(dict.fromkeys(facts))
        if facts not in self.algebras or len(self.algebras[facts].atoms) > 3000:
            self.algebras = {k: a for k, a in self.algebras.items() if len(self.algebras) < 6 or not k}
            self.algebras[facts] = Algebra(facts)
        self.algebras[facts].work = 0
        return self.algebras[facts]

    def computed(self, check, given):
        """What is computed without the premises if it can be, else with them."""
        given = telling(given)
        known = [oriented(t.shows) for t in given]
        signs = [p for p in known if p.head in ("le", "lt", "ne", "psd", "posdef")]
        why = "not computed"
        for facts, used in (((), []), (signs, given)) if given else (((), []),):
            for table in ({}, *([dict(p.args[::turn] for p in known if p.head == "eq") for turn in (1, -1)] if used else [])):
                try:
                    if check(self.algebra(facts), table):
                        return kept(used)
                except Unknown as unknown:
                    why = str(unknown)
        raise Unknown(why)

    def rule_normal_form(self, row, shows, given):
        """Both sides have one normal form, also with equals put in for equals where no head looks elsewhere."""
        need(shows.head == "eq", "no equation")
        one_name_each(shows, *(t.shows for t in given))
        lhs, rhs = shows.args
        if same(lhs, rhs):
            return kept([])

        def check(algebra, table):
            need(all(shape(s) == shape(v) and not (s.head == "sym" and s.traits & {"iid", "layers"}) for s, v in table.items()), "a family")
            return algebra.same(rewritten(lhs, table), rewritten(rhs, table)) if table else algebra.same(lhs, rhs)

        return self.computed(check, given)

    def rule_sign(self, row, shows, given):
        one_name_each(shows, *(t.shows for t in given))
        return self.computed(lambda algebra, table: not table and has_sign(oriented(shows), algebra), given)

    def rule_degree(self, row, shows, given):
        """Polynomials are smooth, and have means of what is Gaussian; the loss that the flow follows is that of the model."""
        body, known = shows.args[0], False
        if shows.head == "finite":
            known = body.head == "expect" and gaussians(body.args[0]) is not None
        elif shows.head in ("smooth", "differentiable"):
            xs = frozenset(shows.args[1:])
            known = all(x.head == "sym" and not x.traits & ({"integer", "index", "layer"} | HIDDEN) for x in xs) and polynomial(body, xs)
            known = known and not any(s.traits & HIDDEN for s in body.syms)
        elif self.flow:
            moving = frozenset(self.flow[1])
            smooth = polynomial(self.flow[0], moving) and not any(s.traits & HIDDEN for s in self.flow[0].syms)
            others = any(moves(s) and s not in moving for s in body.syms | self.flow[0].syms)
            known = smooth and not others and ((shows.head == "trains" and body is self.flow[0]) or (
                shows.head == "smooth_along" and polynomial(body, moving)))
        need(known, "not seen to be a polynomial")
        return kept([])


def telling(theorems):
    """Those that tell more than that a term has a value."""
    return [t for t in theorems if t.shows.head in RELATIONS | {"ge", "gt", "psd", "posdef", "commute"}]


def kept(theorems):
    """What is shown by theorems, under all their hypotheses."""
    return theorems, frozenset(), frozenset(), frozenset()


RULES = {name[5:].replace("_", " "): rule for name, rule in vars(Log).items() if name.startswith("rule_")}
ORACLES = {"normal form", "sign", "degree", "density", "slope"}
OPAQUE = {"unknowns", "columns", "at", "jacobian"}
FUNCTIONS = {"apply", "activated", "gram", "kernel_value"}
"""Below `OPAQUE` nothing is rewritten; the first argument of these is a function."""


def quantified(p, head):
    need(p.head == head and p.args[0].head == "sym", f"no {head}")
    return p.args


def no_size(x, p):
    need(not any(s is not x and x.name in names_of(s) and "derived" not in s.traits for s in p.syms), f"{x.name} is a size")


@cache
def below_all(p):
    """A proposition and those in it."""
    return frozenset({p}).union(*(below_all(a) for a in p.args if a.is_prop() or a.head in BINDERS))


def one_name_each(*formulas):
    known = {}
    for s in frozenset().union(*(x.syms for x in formulas)):
        need(known.setdefault(s.name, s) is s, f"two symbols are called {s.name}")


def has_sign(p, algebra):
    if p.head in ("psd", "posdef", "psd_form"):
        return algebra.definite(p.args[0]) >= (POSITIVE if p.head == "posdef" else NONNEGATIVE)
    if p.head == "ne":
        if shape(p.args[0]) == (1, 1) and p.args[0].head == "det":
            return algebra.definite(p.args[0].args[0]) == POSITIVE and algebra.same(p.args[1], ZERO)
        return algebra.nonzero(p.args[0] if algebra.same(p.args[1], ZERO) else op("-", *p.args))
    if p.head not in ("le", "lt") or not shape(p.args[0]) == shape(p.args[1]) == (1, 1):
        return False
    gap = p.args[1] if equal(algebra, p.args[0], ZERO) else op("-", *p.args[::-1])
    wanted = POSITIVE if p.head == "lt" else NONNEGATIVE
    return algebra.sign(gap) & wanted == wanted


class Scheme:
    """An axiom: where instances of its hypotheses hold, so do those of its conclusions."""

    def __init__(self, data):
        nodes = read_nodes(data["nodes"], law=False)
        self.name = data["name"]
        self.metas = {nodes[k].name: nodes[k] for k in data["metas"]}
        self.hypotheses, self.conclusions = ([nodes[k] for k in data[part]] for part in ("hypotheses", "conclusions"))

    def filled(self, bind):
        """What an instance asks, what is asked of the values put in, and what it shows."""
        need(bind.keys() == self.metas.keys(), f"{self.name} asks for values of {', '.join(self.metas)}")
        own = frozenset().union(*(p.syms for p in (*self.hypotheses, *self.conclusions))) - {*self.metas.values()}
        taken = [bind[name] for name, m in self.metas.items() if "variable" in m.traits and isinstance(bind[name], Node)]
        need(len({s.name for s in (*own, *taken)}) == len(own) + len(taken), "one symbol is put in for two")
        self.bind, self.wanted = {m: bind[name] for name, m in self.metas.items()}, []
        for m, v in self.bind.items():
            self.suits(m, v)
            self.fits(m, v, bind)
        asked, said = ([self.fill(p, frozenset()) for p in part] for part in (self.hypotheses, self.conclusions))
        return asked, self.wanted, said

    def suits(self, m, v):
        need(isinstance(v, tuple) == ("function" in m.traits), f"no value for {m.name}")
        if isinstance(v, tuple):
            for x in v[0]:
                variable(x, v[1])
        elif "variable" in m.traits:
            variable(v)
            need("any" in m.traits or v.traits == {t for t in m.traits if ":" not in t} - {"meta", "variable"}, f"another kind of symbol for {m.name}")
            need(m.shape == ("?", "?") or v.shape == m.shape, f"another shape of symbol for {m.name}")
        elif m.shape == (1, 1):
            self.wanted += promises(stand_in(m.name, *m.traits - {"meta", "moving", "drawn"}), v)
        else:
            shape(v)
            marks = m.traits & {"invertible", "orthogonal"}
            need(not marks or (v.head == "sym" and marks <= v.traits), f"no such symbol for {m.name}")

    def fits(self, m, v, bind):
        """`like:A`: a value of the shape of another, of a variable also as its traits say; `after:A`: as many rows as A has
        columns; `over:n`: an index that runs so far."""
        for kind, _, name in (t.partition(":") for t in m.traits if ":" in t):
            other = bind[name]
            if kind == "like":
                need(shape(v) == shape(other), f"{m.name} has the shape of {name}")
                if "variable" in self.metas[name].traits:
                    need("variable" not in m.traits or v.traits == other.traits, f"{m.name} is of the kind of {name}")
                    self.wanted += promises(other, v)
            need(kind != "after" or shape(other)[1] == shape(v)[0], f"{m.name} has as many rows as {name} has columns")
            need(kind != "over" or runs_to(v, other), f"{m.name} runs to {name}")

    def fill(self, x, bound):
        """What is put in speaks of nothing that is bound here, but by the function's variables."""
        if x.head == "sym":
            v = self.bind.get(x, x)
            if x in self.bind and "variable" not in x.traits:
                let = {FLOW} if "moving" in x.traits else {RANDOM} if "drawn" in x.traits else set()
                need(not any(touches(bound - let, s) for s in free(v)), f"what is put in for {x.name} would be captured")
            return v
        if not x.args:
            return x
        if x.head in ("apply", "holds") and isinstance(v := self.bind.get(x.args[0]), tuple):
            values = [self.fill(a, bound) for a in x.args[1:]]
            need(len(values) == len(v[0]), f"{x.args[0].name} is a function of {len(values)} variables")
            table = dict(zip(v[0], values))
            need(not any(touches(bound - table.keys(), s) for s in free(v[1]) - {*v[0]}), f"what is put in for {x.args[0].name} would be captured")
            for s, value in table.items():
                asked = promises(s, value)
                need(not any(touches(bound, y) for p in asked for y in free(p)), f"a bound symbol may leave the traits of {s.name}")
                self.wanted += asked
            return put(v[1], table)
        inner = []
        for a, (_, away) in zip(x.args, scopes(x)):
            inner.append(self.fill(a, bound | {self.bind.get(s, s) if isinstance(s, Node) else s for s in away}))
        return MOVING[inner[0]] if x.head == "ddt" and inner[0] in MOVING else node(x.head, tuple(inner))


@cache
def oriented(p):
    """With <= and < for >= and >."""
    if not p.is_prop() or p.head in RELATIONS:
        return p
    args = tuple(oriented(a) for a in p.args)
    return op({"ge": "le", "gt": "lt"}[p.head], *args[::-1]) if p.head in ("ge", "gt") else node(p.head, args)


def equal(algebra, a, b):
    try:
        return algebra.same(a, b)
    except Unknown:
        return False


def unkept(s, v):
    """The promises of a symbol that another term has to keep."""
    return () if s is v or (v.traits >= s.traits and v.head == "sym") else s.traits - {"parameter"}


def keeps(trait, v, algebra):
    """Whether a term is seen to have a trait."""
    if trait in SIGN:
        return shape(v) == (1, 1) and algebra.sign(v) & SIGN[trait] == SIGN[trait]
    if trait in ("psd", "posdef"):
        return algebra.definite(v) >= (POSITIVE if trait == "posdef" else NONNEGATIVE)
    return algebra.same(v, op("T", v)) if trait == "symmetric" else trait in ("integer", "layer") and whole(v)


def whole(x):
    """Whether a term is plainly an integer."""
    if x.head in ("+", "-", "*"):
        return all(map(whole, x.args))
    return x.value.denominator == 1 if x.head == "num" else x.head == "sym" and "integer" in x.traits


def counts(k, least=POSITIVE):
    """Whether a term is plainly one of 1, 2, ...; with `least` NONNEGATIVE also 0."""
    return (k.head == "sym" and "index" in k.traits) or (whole(k) and Algebra().sign(k) & least == least)


def keeps_its_word(letter, upper):
    """Whether a letter promises nothing but what 1, ..., upper keep."""
    more = letter.traits - {"integer", "nonnegative", "layer", "index", "positive"}
    return letter.head == "sym" and (not more or more == {f"range:{size_of(upper, positive=False)}"})


def free_letters(x):
    """Whether the letters that a head binds promise no more than it keeps of them."""
    for k in SCOPES[x.head][0]:
        counts = x.head != "slope" and (x.head != "sequence" or k == 1)
        more = x.args[k].traits - ({"integer", "nonnegative", "layer"} if counts else set())
        try:
            if more and not (x.head in OVER and keeps_its_word(x.args[k], x.args[1])):
                return False
        except Unknown:
            return False
    return True


def plain_head(x):
    """Whether a head looks at one point and binds nothing."""
    return x.head in ("num", "sym") or x.head in POINTWISE or x.head in AT_A_POINT


FLOWS = {head for head, (group, _, _) in BINDERS.items() if group == FLOW} | {"trains", "here", "prediction", "prediction_on"}


@cache
def links(p):
    """What a proposition says, link by link."""
    return frozenset().union(*map(links, p.args)) if p.head == "and" else frozenset({p})


def at(nodes, k):
    if type(k) is not int or not 0 <= k < len(nodes):
        raise Bad("it speaks of a formula that is not there")
    return nodes[k]


def text(data, name):
    value = data.get(name, "") if isinstance(data, dict) else ""
    if not isinstance(value, str):
        raise Bad(f"its {name} is no text")
    return value


def has_value(x):
    """Means of polynomials in centred Gaussians exist, and so do gradients of polynomials, where what they are made of does."""
    if x.head == "expect":
        return len(x.args) == 1 and gaussians(x.args[0]) is not None
    return (x.head == "grad" and len(x.args) == 2 and x.args[1].head == "sym" and not x.args[1].traits - {"parameter"}
            and not any(s.traits & HIDDEN for s in x.syms) and polynomial(x.args[0], frozenset({x.args[1]})))


UP_TO = {"sum": 1, "sum_unequal": 2, "stack_over": 1, "beside_over": 1, "product_up": 1, "product_down": 1, "sequence": 4}
"""The argument up to which it is counted."""


def numbered(x):
    """Whether a member of a family, or the least of some numbers, is there: layers are counted from 0."""
    if x.head in UP_TO:
        return counts(x.args[UP_TO[x.head]], NONNEGATIVE)
    least = NONNEGATIVE if x.args and "layers" in x.args[0].traits else POSITIVE
    return x.head not in ("at", "least_over") or counts(x.args[1], least)


def promises_kept(x):
    """Whether what a head puts in for its letters keeps their promises, on which what is below may rest."""
    try:
        if x.head == "where":
            return all(keeps(trait, v, Algebra()) for s, v in stated(x).items() for trait in unkept(s, v))
        return x.head not in SCOPES or free_letters(x)
    except (Unknown, RecursionError):
        return False


def conditions(prop, hypotheses):
    """Where a term of a statement may lack its value, in words; what traits give is left out, and what hypotheses give of
    this very point: not below heads that bind or look elsewhere, nor in a conclusion."""
    here, anywhere, found, done = Algebra([oriented(p) for h in hypotheses for p in links(h)]), Algebra(), {}, set()

    def walk(x, algebra):
        if (x, algebra) in done:
            return
        done.add((x, algebra))
        inside = algebra if plain_head(x) else anywhere
        if (x.head in PARTIAL and not has_value(x)) or misfit(x) or not (numbered(x) and promises_kept(x)):
            found[f"{x.head} has a value"] = None
        elif x.head in ("/", "^", "sqrt") and not known(x, algebra):
            found[f"{shown(x)} has a value"] = None
        for k, a in enumerate(x.args):
            walk(a, anywhere if x.head == "implies" and k == 1 else inside)

    def known(x, algebra):
        base, e = x.args[0], Fraction(1, 2) if x.head == "sqrt" else x.args[1].value
        if x.head == "/":
            base, e = x.args[1], Fraction(-1)
        if e is not None and e.denominator == 1 and e >= 0:
            return True
        try:
            scalar = shape(base) == (1, 1)
            level = algebra.sign(base) if scalar else algebra.definite(base)
        except (Unknown, RecursionError):
            return False
        if scalar and e is not None and e.denominator == 1:
            return level & NONZERO
        return level == POSITIVE or (e is not None and e > 0 and level & NONNEGATIVE)

    walk(prop, here)
    return list(found)


def shown(x, room=60):
    """A formula in one line, for people."""
    if x.head in ("num", "sym"):
        return str(x.value) if x.head == "num" else x.name
    if room < 3:
        return "..."
    inside = [shown(a, room // 2) for a in x.args]
    line = f"({f' {x.head} '.join(inside)})" if x.head in "+-*/^" and len(inside) == 2 else f"{x.head}({', '.join(inside)})"
    return line if len(line) <= room * 2 else f"{x.head}(...)"


# Bundles -------------------------------------------------------------------------------------------------------------

def canonical(data):
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def seal(data):
    return hashlib.sha256(canonical({k: v for k, v in data.items() if k != "seal"}).encode()).hexdigest()


def once(pairs):
    """A JSON object; none says two things under one key, of which another reader may see the other."""
    if len(made := dict(pairs)) != len(pairs):
        raise Refused("it says two things under one name")
    return made


def opened(raw, name=""):
    """The certificate in a file; `Refused` where it is none."""
    if len(raw) > MOST_BYTES:
        raise Refused("it is too large")
    try:
        data = json.loads(raw.decode(), parse_constant=lambda c: None, parse_int=lambda t: int(t[:MOST_DIGITS]), object_pairs_hook=once)
    except (ValueError, RecursionError) as error:
        raise Refused("it is no JSON, or was cut off") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused("it is no certificate of this format")
    try:
        sealed = data.get("seal") == seal(data)
    except ValueError as error:  # half of a character
        raise Refused("it has a text that nobody can write") from error
    if not sealed:
        raise Refused("it was edited after it was sealed")
    if not isinstance(data.get("id"), str) or (name and data["id"].replace("/", "_") != name):
        raise Refused("it was made for another statement than its name says")
    return data


def statement(model, flow, prop, hypotheses):
    """The digest of what is stated: the model and its flow, the proposition, its hypotheses, what the laws in them name."""
    names = {t[4:] for p in [prop, *hypotheses] for s in p.syms for t in s.traits if t.startswith(("cov:", "std:"))}
    laws = sorted(y.digest for name in names for y in LAWS.get(name, ()))
    moving = [flow[0].digest, *sorted(x.digest for x in flow[1])] if flow else []
    whole = "\n".join([json.dumps([model, sorted(TIMES), laws, moving]), prop.digest, *sorted(h.digest for h in hypotheses)])
    return hashlib.sha256(whole.encode()).hexdigest()[:40]


def printable(line):
    """One line, whatever stands in the names that it shows."""
    return "".join(c if " " <= c <= "~" else "?" for c in line)


class Verdict(NamedTuple):
    """What became of one theorem: `checked`, `on trust` or `failed`; on what trust, which axioms, and where it holds."""

    name: str
    status: str
    trust: frozenset = frozenset()
    where: tuple = ()
    steps: tuple = (0, 0)
    axioms: frozenset = frozenset()
    says: object = None

    def __str__(self):
        if self.status == "failed":
            return printable(f"FAILED    {self.name}: {'; '.join(sorted(self.trust))}")
        trust = f": {'; '.join(sorted(self.trust))}" if self.trust else ""
        where = f", where {'; '.join(self.where)}" if self.where else ""
        axioms = f", by {', '.join(sorted(self.axioms))}" if self.axioms else ""
        return printable(f"{self.status:<9} {self.name} ({self.steps[0]} of {self.steps[1]} steps re-checked){trust}{where}{axioms}")


class Says(NamedTuple):
    """What a theorem says, for those that cite it: digests of it and of its hypotheses, and its model."""

    prop: str
    hypotheses: frozenset
    elsewhere: frozenset  # the symbols in hypotheses that are claims
    model: object
    at_home: bool  # it speaks of flows, or of laws


def start(data):
    """One certificate at a time: its formulas, and its names of the time."""
    global TIMES, ZERO, ONE
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20 * MOST_DEPTH))  # the same answers from wherever it is called
    for known in (shape, pointwise, oriented, counted, polynomial, transparent, scopes, names_of, free, formed, put_in, below_all, links):
        known.cache_clear()
    TABLE.clear()
    SPENT[0] = 0
    LAWS.clear()
    ZERO, ONE = num(0), num(1)
    TIMES = frozenset({"t", *map(str, data["times"])})


def follow(data, nodes, axioms, log=None):
    """The steps of a certificate, and what is wrong with the first that does not follow, if any is."""
    if log is None:
        MOVING.clear()
        log = Log(nodes, axioms, data["flow"] and (at(nodes, data["flow"][0]), [at(nodes, k) for k in data["flow"][1]]))
        if log.flow and not all(x.head == "sym" and x.traits == {"parameter"} for x in log.flow[1]):
            raise Bad("what moves by a flow is a parameter")
        MOVING.update({x: op("neg", op("grad", log.flow[0], x)) for x in log.flow[1]} if log.flow else {})
    for k in range(len(log.made), len(data["log"])):
        try:
            log.follow(data["log"][k])
        except (Bad, Unknown, KeyError, TypeError, ValueError, AttributeError, IndexError) as why:
            return log, f"{why}" if isinstance(why, Bad) else f"step {k} is broken ({why})"
    return log, ""


def verify(data, axioms):
    """The verdicts on the theorems of one certificate, citations still open; and how many steps of each rule were re-checked."""
    try:
        name = str(data["id"])
        start(data)
        nodes = read_nodes(data["nodes"])
        hypotheses = [at(nodes, h["prop"]) for h in data["hypotheses"]]
        log, wrong = follow(data, nodes, axioms)
        verdicts = {}
        for theorem in data["theorems"]:
            prop, key = at(nodes, theorem["prop"]), (name, str(theorem["part"]), str(theorem["reading"]))
            label = name + (f" ({key[1]})" if key[1] else "") + (f" [{key[2]}]" if key[2] else "")
            if key in verdicts:
                raise Refused("a theorem is stated twice")
            if theorem.get("digest") != statement(data["model"], log.flow, prop, hypotheses):
                raise Refused("the digest of a statement is not that of the statement")
            flow = [log.flow[0].digest, *(x.digest for x in log.flow[1])] if log.flow else []
            model = json.dumps([data["model"], data["times"], flow])
            verdicts[key] = found = of_theorem(label, prop, log, wrong, hypotheses, theorem, model)
            if not all(condition in theorem["where"] for condition in found.where):
                verdicts[key] = Verdict(label, "failed", frozenset({"a condition of the statement is dropped"}))
        return verdicts, log.counts
    except (Bad, Unknown, KeyError, TypeError, ValueError, AttributeError, IndexError) as why:
        raise Refused(f"it is broken ({why})") from why


def of_theorem(label, prop, log, wrong, hypotheses, theorem, model):
    failed = Verdict(label, "failed")
    if theorem["row"] is None:
        return failed._replace(status="on trust", trust=frozenset({f"engines: {theorem['trust']}"}))
    if type(theorem["row"]) is not int or not 0 <= theorem["row"] < len(log.made):
        return failed._replace(trust={wrong or "there is no such step"})
    found, given = log.made[theorem["row"]], {form(h) for h in hypotheses}
    if not same(found.shows, prop):
        return failed._replace(trust={"no step shows the statement"})
    cited = {form(p): (p, json.dumps([str(part) for part in names])) for k, *names in theorem["cites"] for p in [at(log.nodes, k)]}
    allowed, where, trust, wanted, own = asked_by([prop, *hypotheses]), conditions(prop, hypotheses), set(found.trust), {}, set()
    for p in found.hypotheses - given:
        if p in cited:
            trust.add(f"claim {cited[p][1]}")
            wanted.setdefault(f"claim {cited[p][1]}", []).append(opened_up(cited[p][0]))
        elif p in allowed:
            where.append(shown(p))
            own.add(p)
        else:
            trust.add(f"assumed: {shown(p)}")
    spoken = [prop, *hypotheses]
    named = frozenset().union(*(p.syms for p in spoken))
    if len({s.name for s in named}) < len(named) or not all(s.name.isascii() for s in named):
        trust.add("symbols that look alike")
    at_home = any(p.heads & FLOWS or any(s.traits & HIDDEN or drawn(s) for s in p.syms) for p in spoken)
    elsewhere = frozenset(s for p in found.hypotheses if p in cited for s in free(p))
    says = Says(signature(prop), frozenset(signature(p) for p in found.hypotheses if p in given or p in own),
                frozenset(s.name for s in elsewhere), model, at_home), wanted
    steps = (sum(not trusted for _, trusted in found.rests), len(found.rests))
    return Verdict(label, "on trust" if trust else "checked", frozenset(trust), tuple(dict.fromkeys(where)), steps, found.axioms, says)


def opened_up(p):
    """A closed statement: the symbols of which it speaks for all values, and what it says, as (premises, conclusion)."""
    variables, forms, premises = [], [], []
    while p.head == "for_all":
        variables.append(p.args[0])
        p = p.args[1]
    for x in variables:
        try:
            variable(x, p)
            no_size(x, p)
        except Unknown:
            return variables, []
    while True:
        forms.append((frozenset(premises), signature(p)))
        if p.head != "implies":
            return [x.name for x in variables], forms
        premises.append(signature(p.args[0]))
        p = p.args[1]


def signature(p):
    """A digest of a formula, whatever its bound letters are called, and of what the laws in it name."""
    names = {t[4:] for s in p.syms for t in s.traits if t.startswith(("cov:", "std:"))}
    return hashlib.sha256("\n".join([form(p).digest, *sorted(y.digest for name in names for y in LAWS.get(name, ()))]).encode()).hexdigest()


def shows_it(says, wanted, model):
    """Whether a theorem shows all closed statements that cite it."""
    return says is not None and (says.model == model or not says.at_home) and all(
        not says.elsewhere & set(variables) and any(says.prop == q and says.hypotheses <= ps for ps, q in forms)
        for variables, forms in wanted)


def asked_by(formulas):
    """What the terms in formulas ask for, as propositions, also for all values of what is bound above them."""
    found, done = set(), set()

    def walk(x, path):
        if (x, path) in done:
            return
        done.add((x, path))
        spend()
        for c in asks(x):
            found.add(form(c))
            for s in reversed(path):
                c = op("for_all", s, c) if speaks(c, s) else c
            found.add(form(c))
        for a, (slot, bound) in zip(x.args, scopes(x) if x.args else ()):
            if not slot:
                walk(a, (*path, *(s for s in x.args if s.head == "sym" and s in bound)))

    for x in formulas:
        walk(x, ())
    return found


def asks(x):
    base, e = x.args[0] if x.args else None, x.args[1].value if x.head == "^" else None
    try:
        if x.head == "expect":
            return [op("finite", x)]
        if x.head == "/":
            return [op("ne", x.args[1], ZERO)]
        if x.head == "sqrt" or (e is not None and e.denominator > 1 and e > 0):
            return [op("le", ZERO, base) if shape(base) == (1, 1) else op("psd", base)]
        if e is not None and e < 0 and e.denominator == 1:
            return [op("ne", base if shape(base) == (1, 1) else op("det", base), ZERO)]
        if e is not None and e < 0:
            return [op("lt", ZERO, base) if shape(base) == (1, 1) else op("posdef", base)]
    except Unknown:
        pass
    return []


def settle(verdicts):
    """Citations: what rests on a claim of the bundle is as good as that claim; what rests on itself fails."""
    final, rests = {}, {}
    for key, v in verdicts.items():
        rests[key] = {}
        for reason, wanted in v.says[1].items() if v.says and v.status != "failed" else ():
            for other, below in verdicts.items():
                if reason == f"claim {json.dumps(other[:2])}" and below.says and shows_it(below.says[0], wanted, v.says[0].model):
                    rests[key][reason] = other
    while ready := [key for key in verdicts.keys() - final.keys() if all(other in final for other in rests[key].values())]:
        for key in ready:
            v, below = verdicts[key], {reason: final[other] for reason, other in rests[key].items()}
            trust = frozenset(v.trust - below.keys()).union(*(b.trust for b in below.values()))
            fails = {f"{reason} fails" for reason, b in below.items() if b.status == "failed"}
            status = "failed" if fails or v.status == "failed" else "on trust" if trust else "checked"
            final[key] = v._replace(status=status, trust=fails or trust, axioms=v.axioms.union(*(b.axioms for b in below.values())))
    return [final.get(key, v._replace(status="failed", trust={"it rests on itself"})) for key, v in verdicts.items()]


def check(files, axioms):
    """The verdicts on [(name, bytes)], and the counts of steps; a file that is no certificate is one that failed."""
    verdicts, refused, counts = {}, [], {}
    for name, raw in files:
        try:
            mine, steps = verify(opened(raw, name), axioms)
            if verdicts.keys() & mine.keys():
                raise Refused("its theorems are stated twice")
            verdicts.update(mine)
            for rule, (done, of) in steps.items():
                before = counts.get(rule, (0, 0))
                counts[rule] = before[0] + done, before[1] + of
        except (Refused, RecursionError) as why:
            refused.append(Verdict(name, "failed", {str(why)}))
    return refused + settle(verdicts), counts


def read_axioms(raw):
    """{name: axiom}; `Refused` where they are not those that this program knows by their digest."""
    try:
        data = json.loads(raw, object_pairs_hook=once)
        digest = hashlib.sha256(canonical(data).encode()).hexdigest()
        found = {axiom["name"]: axiom for axiom in data}
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Refused("the axioms cannot be read") from error
    if digest != AXIOMS:
        raise Refused("the axioms are not those that verify.py knows")
    return found


def main(arguments):
    if len(arguments) != 1 or not Path(arguments[0]).exists():
        print("usage: python verify.py BUNDLE   (a folder of certificates, or one certificate)")
        return 2
    place = Path(arguments[0])
    folder = place / "certificates" if (place / "certificates").is_dir() else place
    paths = sorted(p for p in folder.glob("*.json") if p.is_file()) if folder.is_dir() else [place]
    stated = next((p for p in (place / "axioms.json", folder.parent.parent / "axioms.json", folder.parent / "axioms.json") if p.is_file()), None)
    try:
        axioms = read_axioms(stated.read_bytes()) if stated else {}
    except Refused as why:
        print(Verdict("axioms.json", "failed", {str(why)}))
        print("checked 0, on trust 0, failed 1")
        return 1
    found, counts = check([(p.stem, p.read_bytes()) for p in paths], axioms)
    listed = place / "index.json"
    if listed.is_file():  # what the bundle says it holds: nothing is left out, added or exchanged
        there = {p.stem: hashlib.sha256(p.read_bytes()).hexdigest() for p in paths}
        try:
            files = dict(json.loads(listed.read_text())["files"])
        except (ValueError, TypeError, KeyError, RecursionError):
            files = {}
        for name in sorted(n for n in there.keys() | files.keys() if there.get(n) != files.get(n)):
            found.append(Verdict(name, "failed", {"it is missing, or not the one that the bundle lists"}))
    for verdict in found:
        print(verdict)
    print(printable("steps by rule: " + ", ".join(f"{rule} {done} of {of}" for rule, (done, of) in sorted(counts.items()))))
    counts = {status: sum(v.status == status for v in found) for status in ("checked", "on trust", "failed")}
    print(f"checked {counts['checked']}, on trust {counts['on trust']}, failed {counts['failed']}")
    return 0 if not counts["failed"] and found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
