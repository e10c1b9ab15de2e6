#!/usr/bin/env python3
r"""Re-checks certificates: `python verify.py BUNDLE`.  One file, the standard library alone, nothing of its authors'.

WHAT "checked" MEANS.  A point gives a value to every symbol, as its shape and traits say.  Every function is made
total: where a quotient, root, inverse, power, mean, derivative ... has no value, 0 stands for one.  A theorem that is
*checked* is true, in two-valued logic, at every point that meets the hypotheses; where all its terms have values it
says what the page says.  Where a term of the statement may lack its value, the line says so ("where b != 0", "where
expect has a value").  Heads that are not computed with (see `POINTWISE`) are letters of which nothing is known but
that equal arguments give equal values; heads that bind symbols or look elsewhere are letters for the very formula.

HOW.  A proof is a list of lines.  Each line rests on lines above it, on hypotheses and on open assumptions, and holds at
every point at which these do.  `always(p)` says of a point that p holds at each time of the flow; what is right at each
point is right at each of these times.  What a rule needs is stated where it is checked (class `Chain`).  Lines that this
program does not re-check are on trust: it names the rule, the cited fact or the head; a theorem that rests on one is on
trust, never "checked".  A line that its writer says is re-checked and is not, a line that rests on what is not there, and
a statement that no line shows, fail.

`Algebra` brings both sides of an equation to one form: polynomials in commuting atoms and words of matrices, traces up
to rotation and transposition, powers and inverses merged only where it is known that they exist.  `Chain` is logic.
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

FORMAT = "lemmata certificate 1"
MOST_BYTES, MOST_NODES, MOST_DEPTH, MOST_DIGITS, MOST_WORK, MOST_NAMES = 4_000_000, 10_000, 250, 400, 40_000, 300


class Refused(Exception):
    """The certificate is no certificate: it is broken, edited, or made for something else."""


class Unknown(Exception):
    """Not re-checked here; the text says why, in a word or two."""


def need(found, why):
    if not found:
        raise Unknown(why)


# Formulas ------------------------------------------------------------------------------------------------------------

TABLE = {}
RELATIONS = {"eq", "ne", "le", "lt"}
PROPS = RELATIONS | {"ge", "gt", "and", "implies", "iff", "exists", "for_all", "always", "commute", "psd", "posdef",
                     "psd_form"}
"""Propositions that are read; others are compared word by word."""
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


def node(head, args=(), name="", shape=None, traits=frozenset(), value=None):
    key = (head, args, name, shape, traits, value)
    found = TABLE.get(key)
    if found is None:
        found = Node()
        found.head, found.args, found.name, found.shape, found.traits, found.value = key
        found.depth = 1 + max((a.depth for a in args), default=0)
        found.syms = frozenset({found}) if head == "sym" else frozenset().union(*(a.syms for a in args))
        names = re.findall(r"[A-Za-z_]\w*", " ".join(map(str, shape))) if shape else ()
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


def read_nodes(rows):
    """The formulas of a certificate: each line speaks of lines above it."""
    if not isinstance(rows, list) or len(rows) > MOST_NODES:
        raise Refused("too many formulas, or none")
    made, named = [], {}
    for row in rows:
        match row:
            case ["num", value]:
                made.append(num(rational(value)))
            case ["sym", str(name), [rows_, columns], list(traits)] if all(isinstance(t, str) for t in traits):
                shape = dim(rows_), dim(columns)
                made.append(node("sym", name=name, shape=shape, traits=frozenset(traits)))
                if named.setdefault(name, made[-1]) is not made[-1] or ("zero" in traits and VALUED & set(traits)):
                    raise Refused(f"{name} is two symbols, or none")
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
    sizes = named.keys() & frozenset().union(*(x.dims for x in named.values()))
    if any(not {"integer", "positive"} <= named[s].traits <= {"integer", "positive", "nonnegative"} for s in sizes):
        raise Refused("a size that is no number")
    return made


VALUED = {"positive", "nonzero", "posdef", "invertible", "orthogonal", "identity", "index"}
"""Traits of which none goes with `zero`: no symbol has them all, and from it anything would follow."""


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


def put(x, table, inert=False):
    """`x` with symbols replaced by terms; `Unknown` where that is not plainly what is meant.  `inert`: nothing but what
    shows a symbol depends on those replaced, since a head binds them, or they number layers."""
    fixed = not inert and any("parameter" not in s.traits for s in table)
    if any(s.traits & (HIDDEN - INERT if inert else HIDDEN) or (fixed and drawn(s)) for s in x.syms):
        raise Unknown("something put in where a symbol may depend on it unseen")
    need(not any(s.name in x.dims or s.name in TIMES for s in table), "something put in for a size, or for the time")
    named = told(x)
    need(not any(s.name in named for s in table), "something put in for what a law or a range names")
    return _put(x, table, {})


SCOPES = {"sum": ((0,), 2), "stack_over": ((0,), 2), "beside_over": ((0,), 2), "product_up": ((0,), 2), "product_down": ((0,), 2),
          "sequence": ((0, 1), 3), "slope": ((0,), 1)}
"""Heads that bind letters: which arguments these are, and where they stand for something else than outside."""


def _put(x, table, done):
    """A head that looks elsewhere is not entered; below one that binds, nothing is captured."""
    if x in table:
        return table[x]
    if x in done:
        return done[x]
    need(transparent(x), f"something put in under {x.head}")
    if not x.syms & table.keys():
        return x
    args = [None] * len(x.args)
    if x.head in SCOPES:
        places, scope = SCOPES[x.head]
        names = {x.args[k] for k in places}
        within = {s: v for s, v in table.items() if s not in names and s in x.args[scope].syms}
        need(not any(v.syms & names or unseen(v, HIDDEN - INERT) for v in within.values()), "a captured letter")
        args = [a if k in places else None for k, a in enumerate(x.args)]
        args[scope] = _put(x.args[scope], within, {})
    elif x.head in ("expect", "grad"):  # all that is drawn; what a derivative is taken in
        names = set(filter(drawn, x.syms)) if x.head == "expect" else {x.args[1]}
        free = frozenset().union(*(v.syms for v in table.values()))
        need(not names & (table.keys() | free) and not any(map(drawn, free)) and not any(map(unseen, table.values())), "a captured letter")
    done[x] = node(x.head, tuple(b or _put(a, table, done) for a, b in zip(x.args, args)))
    return done[x]


def unseen(x, hidden=HIDDEN):
    """Whether the value may depend on symbols that are not seen in it."""
    return not transparent(x) or any(s.traits & hidden for s in x.syms)


def stated(x):
    """{symbol: value} of `where`, each symbol once and with a value of its shape."""
    table = dict(zip(x.args[1::2], x.args[2::2]))
    need(len(x.args) == 1 + 2 * len(table) and all(s.head == "sym" and shape(s) == shape(v) for s, v in table.items()), "reading of where")
    return table


@cache
def unbound(x):
    """The symbols of `x` but for those that an infimum above them ranges over, or of which `where` states the value."""
    if x.head in ("infimum", "where"):
        letters = x.args[1:] if x.head == "infimum" else x.args[1::2]
        return (unbound(x.args[0]) - frozenset(letters)).union(*map(unbound, x.args[2::2] if x.head == "where" else ()))
    return x.syms if not x.args else frozenset().union(*map(unbound, x.args))


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
    if x.head in ("sequence", "product_up", "product_down") and (more := unrolled(x)) is not None:
        return rewritten(more, table, done)
    if not x.args or not plain_head(x):
        return x
    done[x] = node(x.head, tuple(rewritten(a, table, done) for a in x.args))
    return done[x]


TIMES = {"t"}
"""Names of the time of the flow."""


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

    def of_atom(self, *key, known=0, power=ONE.value):
        return {(((self.atom(*key, known=known), power),), ()): ONE.value}

    def place(self, key, rows, cols, traits=frozenset()):
        """A word of one letter."""
        return ((self.letter(key, rows, cols, traits), False, Fraction(1)),)

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
            return self.value(put(args[0], stated(x)))
        if head == "slope":
            return self.slope(*args)
        if head == "expect" and len(args) == 1 and (laws := gaussians(args[0])) is not None:
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
            for a, _, _ in sum(traces, ()):
                name = self.letters[a].name
                x = name[2] if name[0] == "rows" else name[1]
                if name[0] in ("sym", "rows", "at") and x in laws:
                    mono, word = spread[x]
                    twice = tuple((b, 2 * f) for b, f in mono)
                    drawn[a] = ((), word, twice) if name[0] == "rows" else (word, (), twice)
                    names.add(name)
            others = sum((tuple(p for p in word if p[0] not in drawn) for word in traces), ())
            need(not laws.keys() & self.depends(rest, others), "the mean of what is no polynomial")
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


def gaussians(x):
    """{what is drawn: its covariance or deviation} where `x` is a polynomial in centred Gaussian vectors and numbers, each
    independent of the others, as the traits cov:NAME and std:NAME say; None where it is something else."""
    laws = {}
    if any(s.traits & (HIDDEN | {"law"}) for s in x.syms):
        return None
    for s in filter(drawn, x.syms):
        told = [t for t in s.traits if t.startswith(("cov:", "std:"))]
        kind, name = (told[0][:3], told[0][4:]) if len(told) == 1 else ("", "")
        needed, free = {"random", *told}, {"degenerate", "iid"}
        if kind == "std":
            needed, free = needed | {"normal"}, free | {"noise"}
        if not kind or not needed <= s.traits <= needed | free or s.shape[1] != 1 or (s.shape[0] == 1) != (kind == "std"):
            return None
        found = [y for y in TABLE.values() if y.head == "sym" and y.name == name]
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
            return put(step, {value: op("sequence", *letters, before), layer: before}, inert=True)
        layer, k, body = x.args
        if k.head == "-" and k.args[1] is ONE and less(k.args[0]):  # l + 1 - 1
            k = less(k.args[0])
        if k is num(-1):
            return op("^", body, ZERO)
        before = op("-", k, ONE) if k.head == "sym" and {"integer", "nonnegative"} <= k.traits else less(k)
        pair = before and (op(x.head, layer, before, body), put(body, {layer: k}, inert=True))
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


# Logic ---------------------------------------------------------------------------------------------------------------

class Bad(Exception):
    """A step that does not hang together: that is refused whether or not its rule is known here."""


@cache
def oriented(p):
    """With <= and < for >= and >."""
    if not p.is_prop() or p.head in RELATIONS:
        return p
    args = tuple(oriented(a) for a in p.args)
    return op({"ge": "le", "gt": "lt"}[p.head], *args[::-1]) if p.head in ("ge", "gt") else node(p.head, args)


def links(p):
    """What a proposition says, link by link: all of these hold."""
    if p.head == "always" and len(p.args) == 1:
        return [op("always", q) if moves(q) else q for q in links(p.args[0])]
    if p.head != "and":
        return [oriented(p)]
    found = []
    for a in p.args:
        found += links(a)
        if len(found) > 500:
            raise Bad("it has too many links")
    return found


class Shown(NamedTuple):
    """What a step shows, the open assumptions it rests on (labels), and all trust below it."""

    links: list
    assumed: frozenset
    trust: frozenset


class Step(NamedTuple):
    """What a rule is to show, from which lines, with its data; the assumptions that stay open, and what is discharged."""

    shows: list
    given: list
    rule: dict
    nodes: list
    assumed: frozenset
    opened: list
    hypotheses: list

    def known(self):
        return [link for premise in self.given for link in premise.links]

    def facts(self):
        return [*self.known(), *self.hypotheses]

    def formulas(self, name):
        return [at(self.nodes, k) for k in self.rule.get(name, [])]

    def table(self, name="at"):
        """{symbol: value} of what is put in."""
        pairs = [(at(self.nodes, s), at(self.nodes, v)) for s, v in self.rule.get(name, [])]
        need(len(dict(pairs)) == len(pairs), "two values of one symbol")
        return dict(pairs)

    def only(self, *heads):
        """The only link that is shown."""
        need(len(self.shows) == 1 and self.shows[0].head in heads, f"not one {' or '.join(heads)}")
        return self.shows[0]


class Chain:
    """The steps of one proof.  What a line means: at every point at which the open assumptions hold, it holds."""

    def __init__(self, hypotheses, cited):
        self.shown = {name: Shown(links(p), frozenset({name}), frozenset()) for name, p in hypotheses.items()}
        self.hypotheses, self.assumptions, self.cited = set(hypotheses), set(), cited
        self.always = [p for name in sorted(hypotheses) for p in self.shown[name].links]
        self.checked, self.total, self.algebras_of, self.rules = [], 0, {}, {}

    def follow(self, step, nodes):
        label, rule = text(step, "label"), step.get("by", {})
        if not isinstance(rule, dict) or not label or label in self.shown or "#" in label:
            raise Bad("its label is taken, or it has no rule")
        shows, name, names = links(at(nodes, step.get("shows"))), text(rule, "rule"), step.get("premises", [])
        if name == "Assume":
            self.assumptions.add(label)
            self.shown[label] = Shown(shows, frozenset({label}), frozenset())
            return
        if not isinstance(names, list):
            raise Bad("its premises are no list")
        below = [(str(n), self.premise(str(n))) for n in names]
        assumed = frozenset().union(*(found.assumed for _, found in below))
        trust = frozenset().union(*(found.trust for _, found in below))
        opened = text(rule, "assumption")
        if name not in ("Discharge", "Contradiction"):
            opened = None
        elif opened not in self.assumptions or opened not in map(str, names):
            raise Bad("what it discharges is no assumption among its premises")
        count = self.rules.setdefault(name, [0, 0])
        self.total, count[1], assumed = self.total + 1, count[1] + 1, assumed - {opened}
        try:
            check = getattr(self, f"rule_{name}", None)
            need(check, f"fact {text(rule, 'name')}" if name == "FromFact" else f"rule {name}")
            now = Step(shows, [found for n, found in below if n != opened], rule, nodes, assumed,
                       self.shown[opened].links if opened else [], self.always)
            flow = name in AT_EACH_TIME and all(p.head == "always" for p in shows)
            trust |= check(self.at_each_time(now) if flow else now) or frozenset()
            self.checked.append(label)
            count[0] += 1
        except (Unknown, RecursionError) as why:
            reason = str(why) if isinstance(why, Unknown) else "too deep a computation"
            if step.get("checked"):
                raise Bad(f"it does not follow ({reason})") from why
            trust |= {reason if reason.startswith(("fact", "rule", "reading")) else f"rule {name} ({reason})"}
        self.shown[label] = Shown(shows, assumed, trust)

    def premise(self, name):
        """A line above, or one link of it."""
        base, _, k = name.partition("#")
        if base not in self.shown:
            raise Bad(f"there is no line {base!r} above it")
        found = self.shown[base]
        if k and not (k.isdigit() and 1 <= int(k) <= len(found.links)):
            raise Bad(f"{base!r} has no link {k!r}")
        return found._replace(links=[found.links[int(k) - 1]]) if k else found

    def at_each_time(self, step):
        """What always(q) asks for: q, whenever it is; from p where always(p) is given, or where p holds at each of these times:
        nothing in it moves, or in what is assumed below it."""
        def then(known, fixed=False):
            return [p.args[0] if p.head == "always" else p for p in known if fixed or not moves(p)]

        fixed = [not any(moves(p) for a in found.assumed | self.hypotheses for p in self.shown[a].links) for found in step.given]
        given = [found._replace(links=then(found.links, yes)) for found, yes in zip(step.given, fixed)]
        return step._replace(shows=then(step.shows), given=given, hypotheses=then(step.hypotheses))

    # What is known --------------------------------------------------------------------------------------------------

    def algebras(self, facts):
        """First without facts, which is quicker; then with what the premises and the hypotheses say of signs."""
        facts = tuple(dict.fromkeys(p for p in facts if p.head in ("le", "lt", "ne", "psd", "posdef")))
        for key in ((), facts) if facts else ((),):
            if key not in self.algebras_of or len(self.algebras_of[key].atoms) > 3000:
                self.algebras_of = {k: a for k, a in self.algebras_of.items() if len(self.algebras_of) < 4 or not k}
                self.algebras_of[key] = Algebra(key)
            self.algebras_of[key].work = 0
            self.algebras_of[key].signs.clear()
            yield self.algebras_of[key]

    def same_prop(self, p, q, algebra):
        """The same at each point: word by word, or with sides that are equal."""
        algebra.spend()
        if p is q:
            return True
        if p.head != q.head or len(p.args) != len(q.args) or p.head not in AT_A_POINT:
            return False
        pairs = [(p.args, q.args)] + ([(p.args, q.args[::-1])] if p.head in ("eq", "ne", "commute") else [])
        return any(all(self.same_prop(a, b, algebra) if a.is_prop() or b.is_prop() else equal(algebra, a, b)
                       for a, b in zip(*pair)) for pair in pairs)

    def among(self, p, known, algebra):
        return any(self.same_prop(p, q, algebra) for q in known)

    def follows(self, p, known, algebra):
        """Whether a link is known, or follows by what iff, implies and <= mean."""
        if self.among(p, known, algebra):
            return True
        if p.head == "iff":
            return all(self.follows(op("implies", *pair), known, algebra) for pair in (p.args, p.args[::-1]))
        if p.head == "implies":
            return all(self.among(q, [*known, *links(p.args[0])], algebra) for q in links(p.args[1]))
        return p.head == "eq" and all(self.among(op("le", *pair), known, algebra) for pair in (p.args, p.args[::-1]))

    def concluded(self, implications, known, algebra):
        """The conclusions of those implications of which the premises are known."""
        return [q for p in implications if p.head == "implies" and all(self.among(k, known, algebra) for k in links(p.args[0]))
                for q in links(p.args[1])]

    def equal(self, a, b, known):
        why = "the two sides are not seen to be equal"
        for algebra in self.algebras(known):
            try:
                if algebra.same(a, b):
                    return
            except Unknown as unknown:
                why = str(unknown)
        lacking = sorted((a.heads | b.heads) - POINTWISE - {"num", "sym"})
        raise Unknown(f"reading of {', '.join(lacking)}" if lacking and why.startswith("the two") else why)

    def at_most(self, a, b, step):
        """a <= b, by algebra or by a premise."""
        need(any(equal(algebra, a, b) or any(self.same_prop(op(q.head, a, b), q, algebra) for q in step.known() if q.head in ("le", "eq"))
                 for algebra in self.algebras(step.facts())), "a bound that is not known")

    def free(self, s, assumed, barred):
        """Whether nothing that is assumed speaks of a symbol, so that a line holds for all its values."""
        return s.head == "sym" and not s.traits & barred and not drawn(s) and s.name not in TIMES and not any(
            s in p.syms or s.name in p.dims | told(p) for a in assumed | self.hypotheses for p in self.shown[a].links)

    def keeps(self, table, known):
        """What is put in for symbols is of their shapes and keeps the promises of their traits."""
        for s, v in table.items():
            need(s.head == "sym" and shape(s) == shape(v), "what is put in has another shape")
            for trait in unkept(s, v):
                need(any(keeps(trait, v, algebra) for algebra in self.algebras(known)), f"what is put in is not seen to be {trait}")

    # Rules ----------------------------------------------------------------------------------------------------------

    def rule_Combination(self, step):
        """a = b, or a <= b, where b - a = sum of L (b_k - a_k) R for premises a_k = b_k or a_k <= b_k, and of terms n_j; of
        inequalities L alone stands, and is a number >= 0, as the n_j are.  Without all these: by one normal form."""
        factors = [[at(step.nodes, k) for k in (m if isinstance(m, list) else [m])] for m in step.rule.get("multipliers", [])]
        parts, facts = step.formulas("plus"), step.facts()
        if not factors and not parts and all(p.head in ("eq", "commute") for p in step.shows):
            for p in step.shows:
                self.equal(*(p.args if p.head == "eq" else (op("*", *p.args), op("*", *p.args[::-1]))), facts)
            return
        p, wanted, strict = step.only("eq", "le", "lt"), [*parts], [*parts]
        need(len(factors) <= len(step.given), "more multipliers than premises")
        for sides, premise in zip(factors, step.given):
            need(len(premise.links) == 1, "more than one link, or none")
            q = premise.links[0]
            need(q.head == "eq" or (q.head in ("le", "lt") and len(sides) == 1), "no relation, or one times a matrix")
            parts.append(op("*", sides[0], op("-", *q.args[::-1])))
            parts[-1] = op("*", parts[-1], sides[1]) if len(sides) > 1 else parts[-1]
            wanted += sides if q.head != "eq" else []
            strict += sides if q.head == "lt" else []
        need(p.head != "eq" or not wanted, "inequalities that are to show an equation")
        self.equal(op("-", *p.args[::-1]), reduce(lambda a, b: op("+", a, b), parts) if parts else ZERO, facts)
        signs = dict.fromkeys(wanted, 0)
        for algebra in self.algebras(facts):
            signs |= {m: sign | algebra.sign(m) for m, sign in signs.items() if shape(m) == (1, 1)}
        need(all(sign & NONNEGATIVE for sign in signs.values()), "a sign that is not seen")
        need(p.head != "lt" or any(signs[m] == POSITIVE for m in strict), "nothing makes it strict")

    rule_Identity = rule_Combination

    def rule_Positivity(self, step):
        for p in step.shows:
            need(any(self.has_sign(p, algebra) for algebra in self.algebras(step.facts())), "a sign that is not seen")

    @staticmethod
    def has_sign(p, algebra):
        if p.head in ("psd", "posdef", "psd_form"):
            return algebra.definite(p.args[0]) >= (POSITIVE if p.head == "posdef" else NONNEGATIVE)
        if p.head == "ne":
            return equal(algebra, p.args[1], ZERO) and algebra.nonzero(p.args[0])
        if p.head not in ("le", "lt") or not shape(p.args[0]) == shape(p.args[1]) == (1, 1):
            return False
        gap = p.args[1] if equal(algebra, p.args[0], ZERO) else op("-", *p.args[::-1])
        wanted = POSITIVE if p.head == "lt" else NONNEGATIVE
        return algebra.sign(gap) & wanted == wanted

    def rule_Substitution(self, step):
        """Equals for equals, left to right or right to left, on both sides of equations, where the heads above look at
        the same point."""
        need(not text(step.rule, "into") and all(p.head == "eq" for p in step.shows), "no equation")
        for turn in (1, -1):
            table = dict(p.args[::turn] for p in step.known() if p.head == "eq")
            try:  # A = 0 with a number 0: A^0 is no 0^0
                need(all(shape(s) == shape(v) and not (s.head == "sym" and s.traits & {"iid", "layers"}) for s, v in table.items()),
                     "a family, or a matrix of another shape")
                for p in step.shows:
                    self.equal(*(rewritten(side, table) for side in p.args), step.facts())
                return
            except Unknown:
                if turn == -1:
                    raise

    rule_Rewriting = rule_Substitution

    def rule_FromFact(self, step):
        """Of cited facts one alone is known here: the Frobenius norm of a product is at most that of the norms."""
        bound = {str(k): at(step.nodes, v) for k, v in step.rule.get("bind", [])}
        need(step.rule.get("name") == "submultiplicativity" and set(bound) == {"A", "B"}, f"fact {text(step.rule, 'name')}")
        A, B = bound["A"], bound["B"]
        need(shape(A)[1] == shape(B)[0] and (1, 1) not in (shape(A), shape(B)), "no product of matrices")
        wanted = op("le", op("norm_F", op("*", A, B)), op("*", op("norm_F", A), op("norm_F", B)))
        for p in step.shows:
            need(any(self.same_prop(p, wanted, algebra) for algebra in self.algebras(step.facts())), "fact submultiplicativity")

    def rule_ModusPonens(self, step):
        """By what and, implies, iff and <= mean; what was assumed becomes the premise of an implication."""
        algebra, known = Algebra(), step.known()
        if step.opened:
            left = links(step.only("implies").args[0])
            need(all(self.among(q, left, algebra) for q in step.opened), "the premise of the implication is not the assumption")
        elif not all(self.follows(p, known, algebra) for p in step.shows):
            known += self.concluded(known, known, algebra)
        need(all(self.follows(p, known, algebra) for p in step.shows), "it is not what the premises say")

    rule_Discharge = rule_BothWays = rule_Antisymmetry = rule_ModusPonens

    def rule_Contradiction(self, step):
        """What was assumed is wrong, since two premises under it contradict each other."""
        algebra, known = Algebra(), [p for p in step.known() if p.head in RELATIONS]
        need(len(step.opened) == 1 and step.opened[0].head in RELATIONS, "no relation is contradicted")
        need(self.same_prop(step.only(*RELATIONS), denials(step.opened[0])[0], algebra), "not the negation of the assumption")
        need(any(self.same_prop(p, no, algebra) for p in known for q in known for no in denials(q)),
             "the premises are not seen to contradict each other")

    def rule_Instance(self, step):
        """What is known for all values of a symbol, at one."""
        table, found = step.table(), []
        need(step.given, "an instance of what")
        self.keeps(table, step.facts())
        for p in step.given[0].links:
            bound = set()
            while p.head == "for_all" and p.args[0] in table:
                bound.add(p.args[0])
                p = p.args[1]
            need(all(s in bound or self.free(s, step.given[0].assumed, NOT_FREE) for s in table if s in p.syms), "a symbol that is not free")
            found.append(p)
        need(not any(s.traits & NOT_FREE or s.name in TIMES for s in table), "a symbol that is not free")
        inert = not any(s.traits & {"posdef", "psd"} for s in table)
        found = [q for p in found for q in links(put(p, table, inert))]
        need(all(self.among(p, found, Algebra()) for p in step.shows), "not this instance")

    def rule_Induction(self, step):
        """p for each layer l from p at 0 and p => p at l + 1; le(l, j) => p from p at 0 and (p and l < j) => p at l + 1."""
        layer, algebra, shows, more = at(step.nodes, step.rule.get("layer")), Algebra(), step.shows, []
        need({"integer", "nonnegative"} <= layer.traits <= {"integer", "nonnegative", "layer"}
             and self.free(layer, step.assumed, NOT_FREE), "an assumption about the layer")
        if "upto" in step.rule:
            upto, p = at(step.nodes, step.rule["upto"]), step.only("implies")
            need(p.args[0] is op("le", layer, upto) and layer not in upto.syms, "not up to this layer")
            more, shows = [op("lt", layer, upto)], links(p.args[1])
        first, after = ([q for p in shows for q in links(put(p, {layer: v}, inert=True))] for v in (ZERO, op("+", layer, ONE)))
        need(all(self.among(p, step.known(), algebra) for p in first), "the first layer is not known")
        reached = self.concluded(step.known(), [*shows, *more], algebra)
        need(all(self.among(p, reached, algebra) for p in after), "the next layer is not known")

    def rule_ValueAt(self, step):
        """inf f <= v, where f is v, or at most v by a premise, at stated values of what it ranges over; f >= 0, so that there
        is an infimum."""
        (low, value), table = step.only("le").args, step.table()
        need(low.head == "infimum" and table.keys() <= set(low.args[1:]) and all(s.head == "sym" for s in low.args[1:]), "no infimum over these")
        body = low.args[0]
        body = put(body.args[0], stated(body)) if body.head == "where" else body
        need(Algebra().sign(body) & NONNEGATIVE and not any(s.traits & HIDDEN for s in low.syms), "an infimum that may not exist")
        self.keeps(table, step.facts())
        self.at_most(put(body, table), value, step)

    def rule_FromBelow(self, step):
        """c <= inf f from c <= f for all values of what it ranges over: nothing that is assumed speaks of these."""
        bound, low = step.only("le").args
        letters = low.args[1:]
        need(low.head == "infimum" and not low.heads & FLOWS and not any(s.traits & HIDDEN for s in low.syms | bound.syms), "no infimum that is read")
        need(len(set(letters)) == len(letters) and all(
            self.free(s, step.assumed, NOT_FREE - {"parameter"}) and s.name not in low.dims | told(low) for s in letters),
             "what the infimum ranges over is not free")
        need(not any(s in unbound(bound) or s.name in bound.dims | told(bound) for s in letters),
             "a bound that may depend on what the infimum ranges over")
        self.at_most(bound, low.args[0], step)

    def rule_Exhibit(self, step):
        """exists(x, p) from p at a value that keeps the promises of x."""
        body, bound, table = step.only("exists"), set(), step.table()
        while body.head == "exists" and body.args[0] in table:
            bound.add(body.args[0])
            body = body.args[1]
        need(bound == table.keys(), "a value of what is not bound")  # a letter that stands free is not ours to choose
        need(not any(v.syms & table.keys() or unseen(v, HIDDEN | {"parameter"}) or any(map(drawn, v.syms)) for v in table.values()),
             "a value that may depend on what it must not")
        self.keeps(table, step.facts())
        need(all(self.among(p, step.known(), Algebra()) for p in links(put(body, table))), "the body at these values is not known")

    def rule_FromClaim(self, step):
        """An instance of a statement of the bundle, its hypotheses being known; nothing bound is put in."""
        cited = step.rule.get("cited", {})
        prop, hypotheses = at(step.nodes, cited.get("prop")), [at(step.nodes, k) for k in cited.get("given", [])]
        need(all(isinstance(step.rule.get(k), str) for k in ("id", "part", "reading")), "a citation without a name")
        name = json.dumps([text(step.rule, k) for k in ("id", "part", "reading")])
        need(self.cited(step.rule, prop, hypotheses), f"rule FromClaim ({name} on another model, or with other symbols)")
        table = {s: v for s, v in step.table("bind").items() if s is not v}
        need(not table or not any(unseen(p) or any(map(drawn, p.syms)) for p in [prop, *hypotheses]),
             "something put in where flows or laws are spoken of")
        need(not any(s.traits & {"integer", "index"} for s in table), "something put in for an integer")
        self.keeps(table, step.facts())
        algebra, known = Algebra(), step.facts()
        needed, found = ([q for p in props for q in links(put(p, table) if table else p)] for props in (hypotheses, [prop]))
        need(all(self.among(p, known, algebra) for p in needed), "a hypothesis of what is cited is not known")
        need(all(self.among(p, found, algebra) for p in step.shows), "not this instance of what is cited")
        return frozenset({f"claim {name}"})


NOT_FREE = HIDDEN | {"parameter", "layers", "identity", "zero", "index"}
"""Symbols that are not free, though no assumption speaks of them."""
FLOWS = {"always", "limit", "ddt", "at0", "flow_exists", "always_along", "same_flow", "conserved", "prediction", "prediction_on"}
AT_EACH_TIME = {"Identity", "Combination", "Positivity", "Substitution", "Rewriting"}
"""Rules that are right at each point, and so at each time of the flow."""


@cache
def moves(x):
    """Whether the value of `x` may change with the parameters or the time: when in doubt, yes."""
    if x.head == "sym":
        return bool(x.traits & {"parameter", "derived", "measured", "prompt", "layers", "setting", "context"}) or x.name in TIMES
    return x.head in ("ddt", "grad", "prediction", "prediction_on") or (x.head not in FLOWS and any(map(moves, x.args)))


def equal(algebra, a, b):
    try:
        return algebra.same(a, b)
    except Unknown:
        return False


def denials(p):
    """Its negation, then what it cannot be true with."""
    a, b = p.args
    need(p.head in ("eq", "ne") or shape(a) == shape(b) == (1, 1), "the negation of an inequality of matrices")  # not in one line
    return {"eq": [op("ne", a, b)], "ne": [op("eq", a, b)], "le": [op("lt", b, a)], "lt": [op("le", b, a), op("lt", b, a)]}[p.head]


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
    here, anywhere, found, done = Algebra([p for h in hypotheses for p in links(h)]), Algebra(), {}, set()

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


def statement(model, prop, hypotheses):
    """The digest of what is stated: the model, the proposition, its hypotheses, what the laws in them name."""
    names = {t[4:] for p in [prop, *hypotheses] for s in p.syms for t in s.traits if t.startswith(("cov:", "std:"))}
    laws = sorted(y.digest for y in TABLE.values() if y.head == "sym" and y.name in names)
    whole = "\n".join([json.dumps([model, sorted(TIMES), laws]), prop.digest, *sorted(h.digest for h in hypotheses)])
    return hashlib.sha256(whole.encode()).hexdigest()[:40]


def printable(line):
    """One line, whatever stands in the names that it shows."""
    return "".join(c if c.isprintable() else "?" for c in line)


class Verdict(NamedTuple):
    """What became of one theorem: `checked`, `on trust` or `failed`, and on what."""

    name: str
    status: str
    trust: frozenset = frozenset()
    where: tuple = ()
    steps: tuple = (0, 0)
    rules: dict | None = None  # how many steps of each rule were re-checked, of how many

    def __str__(self):
        if self.status == "failed":
            return printable(f"FAILED    {self.name}: {'; '.join(sorted(self.trust))}")
        trust = f": {'; '.join(sorted(self.trust))}" if self.trust else ""
        where = f", where {'; '.join(self.where)}" if self.where else ""
        return printable(f"{self.status:<9} {self.name} ({self.steps[0]} of {self.steps[1]} steps re-checked){trust}{where}")


def start(data):
    """One certificate at a time: its formulas, and its names of the time."""
    global TIMES, ZERO, ONE
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20 * MOST_DEPTH))  # the same answers from wherever it is called
    TABLE.clear()
    for known in (shape, moves, pointwise, oriented, transparent, counted, polynomial, unbound):
        known.cache_clear()
    ZERO, ONE = num(0), num(1)
    TIMES = frozenset({"t", *map(str, data["times"])})


def follow(steps, nodes, hypotheses, model):
    """The chain, and what is wrong with it, if anything is."""
    def is_of(rule, prop, given):
        cited = rule["cited"]
        seen = not any(p.heads & FLOWS or any(s.traits & HIDDEN or drawn(s) for s in p.syms) for p in [prop, *given])
        return cited["digest"] == statement(cited["model"], prop, given) and (cited["model"] == model or seen)

    chain = Chain(hypotheses, is_of)
    for k, step in enumerate(steps):
        try:
            chain.follow(step, nodes)
        except (Bad, Unknown, KeyError, TypeError, ValueError, AttributeError, IndexError) as why:
            return chain, f"step {step.get('label', k + 1)}: {why}" if isinstance(step, dict) else "a step is no step"
    return chain, ""


def verify(data):
    """The verdicts on the theorems of one certificate, citations still open; and the digests of its statements."""
    try:
        name = str(data["id"])
        start(data)
        nodes = read_nodes(data["nodes"])
        hypotheses = {str(h["name"]): at(nodes, h["prop"]) for h in data["hypotheses"]}
        if any("#" in n for n in hypotheses) or len(hypotheses) != len(data["hypotheses"]):
            raise Refused("two hypotheses have one name")
        model, theorems = data["model"], data["theorems"]
        followed = [follow(steps, nodes, hypotheses, model) for steps in data["chains"]]
        verdicts, digests = [], {}
        for theorem in theorems:
            prop = at(nodes, theorem["prop"])
            label = name + (f" ({theorem['part']})" if theorem["part"] else "") + (
                f" [{theorem['reading']}]" if theorem["reading"] else "")
            key = (name, str(theorem["part"]), str(theorem["reading"]))
            if key in digests:
                raise Refused("a theorem is stated twice")
            digests[key] = statement(model, prop, hypotheses.values())
            if theorem.get("digest") != digests[key]:
                raise Refused("the digest of a statement is not that of the statement")
            k = theorem["chain"]
            if k is None:
                verdicts.append((key, Verdict(label, "on trust", {f"engines: {theorem['trust']}"})))
                continue
            chain, wrong = followed[k]
            verdicts.append((key, of_theorem(label, prop, chain, wrong, hypotheses, theorem)))
        return verdicts, digests
    except (Bad, KeyError, TypeError, ValueError, AttributeError, IndexError) as why:
        raise Refused(f"it is broken ({why})") from why


def of_theorem(label, prop, chain, wrong, hypotheses, theorem):
    verdict, trust, algebra = Verdict(label, "failed", steps=(len(chain.checked), chain.total)), frozenset(), Algebra()
    if wrong:
        return verdict._replace(trust={wrong})
    closed = [s for s in chain.shown.values() if s.assumed <= chain.hypotheses]
    for p in links(prop):
        found = [s for s in closed if p in s.links]
        try:  # word for word first: normal forms take time
            found = found or [s for s in closed if chain.among(p, s.links, algebra)]
        except (Unknown, RecursionError):
            found = []
        if not found:
            return verdict._replace(trust={"no step shows the statement without open assumptions"})
        trust |= min((s.trust for s in found), key=len)
    where = conditions(prop, hypotheses.values())
    if not set(where) <= set(map(str, theorem["where"])):
        return verdict._replace(trust={"a condition of the statement is dropped"})
    return verdict._replace(status="on trust" if trust else "checked", trust=trust, where=where, rules=chain.rules)


def settle(verdicts, digests, wanted):
    """Citations: what rests on a claim of the bundle is as good as that claim; what rests on itself fails."""
    known, final = dict(verdicts), {}
    names = {"claim " + json.dumps(key): key for key in known}
    rests = {key: {reason for reason in v.trust if v.status != "failed" and reason in names
                   and wanted.get(key, {}).get(reason) == {digests.get(names[reason])}} for key, v in verdicts}
    while ready := [key for key in known.keys() - final.keys() if all(names[reason] in final for reason in rests[key])]:
        for key in ready:
            below = {reason: final[names[reason]] for reason in rests[key]}
            trust = frozenset(known[key].trust - rests[key]).union(*(v.trust for v in below.values()))
            fails = {f"{reason} fails" for reason, v in below.items() if v.status == "failed"}
            status = "failed" if fails or known[key].status == "failed" else "on trust" if trust else "checked"
            final[key] = known[key]._replace(status=status, trust=fails or trust)
    return [final.get(key, v._replace(status="failed", trust={"it rests on itself"})) for key, v in verdicts]


def citations(chains):
    """For each cited claim, the digests under which it is cited."""
    found = {}
    for step in (step for steps in chains for step in steps if isinstance(step, dict)):
        rule = step.get("by")
        if isinstance(rule, dict) and rule.get("rule") == "FromClaim" and isinstance(rule.get("cited"), dict):
            name = "claim " + json.dumps([rule.get("id"), rule.get("part"), rule.get("reading")])
            found.setdefault(name, set()).add(str(rule["cited"].get("digest")))
    return found


def check(files):
    """(line, status) for each theorem of [(name, bytes)]; a file that is no certificate is one that failed."""
    verdicts, digests, wanted, refused = [], {}, {}, []
    for name, raw in files:
        try:
            data = opened(raw, name)
            mine, more = verify(data)
            if digests.keys() & more.keys():
                raise Refused("its theorems are stated twice")
            cited = citations(data["chains"])
            verdicts += mine
            digests.update(more)
            wanted.update({key: cited for key in more})
        except (Refused, RecursionError) as why:
            refused.append(Verdict(name, "failed", {str(why)}))
    return refused + settle(verdicts, digests, wanted)


def main(arguments):
    if len(arguments) != 1 or not Path(arguments[0]).exists():
        print("usage: python verify.py BUNDLE   (a folder of certificates, or one certificate)")
        return 2
    place = Path(arguments[0])
    folder = place / "certificates" if (place / "certificates").is_dir() else place
    paths = sorted(p for p in folder.glob("*.json") if p.is_file()) if folder.is_dir() else [place]
    found = check([(p.stem, p.read_bytes()) for p in paths])
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
    by_rule = {}
    for rules in {id(v.rules): v.rules for v in found if v.rules}.values():
        for rule, (done, of) in rules.items():
            before = by_rule.get(rule, (0, 0))
            by_rule[rule] = before[0] + done, before[1] + of
    print(printable("steps by rule: " + ", ".join(f"{rule} {done} of {of}" for rule, (done, of) in sorted(by_rule.items()))))
    counts = {status: sum(v.status == status for v in found) for status in ("checked", "on trust", "failed")}
    print(f"checked {counts['checked']}, on trust {counts['on trust']}, failed {counts['failed']}")
    return 0 if not counts["failed"] and found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
