#!/usr/bin/env python3
r"""Re-checks certificates: `python verify.py BUNDLE`.  One file, the standard library alone, nothing of its authors'.

WHAT "checked" MEANS.  A point gives a value to every symbol, as its shape and traits say.  Every function is made
total: where a quotient, root, inverse, power, mean, derivative ... has no value, 0 stands for one.  A theorem that is
*checked* is true, in two-valued logic, at every point that meets the hypotheses; where all its terms have values it
says what the page says.  Where a term of the statement may lack its value, the line says so ("where b != 0", "where
expect has a value").

HOW.  A certificate is a log: each row names a rule, what it shows, and the rows above on which it rests.  A row says: at
every point at which its hypotheses hold, so does what it shows; rules may add hypotheses or free their premises of some.
`always(p)` says of a point that p holds at each time of the flow.  What a rule needs is stated where it is checked (class
`Log`).  An axiom is a statement with letters for terms and functions, in axioms.json, known here by its digest; each
theorem names those on which it rests.  Rows that the writer marks are on trust: no theorem that rests on one is
"checked", and the line names it.  Any other row that does not follow, and a statement that no row shows, fail.

IN WHAT ORDER.  Formulas, and what may be read; what depends on what, and how values are put in; `Algebra`, which brings
both sides of an equation to one form and tells signs; the rules; where terms have values; bundles, and who cites whom.
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

FORMAT = "lemmata certificate 4"
AXIOMS = "cb04ca938f0667ce05c3e2d5a83ad9383e7a31681b67334719b3d37515c503bc"
"""The digest of the axioms that are taken for granted, which stand in axioms.json."""
MOST_BYTES, MOST_NODES, MOST_DEPTH, MOST_DIGITS, MOST_WORK, MOST_NAMES = 4_000_000, 10_000, 250, 400, 40_000, 300
MOST_STEPS = 2_000_000


class Refused(Exception):
    """The certificate is no certificate: it is broken, edited, or made for something else."""


class Unknown(Exception):
    """Not re-checked here; the text says why, in a word or two."""


def need(found, why):
    if not found:
        raise Unknown(why)


# Formulas ------------------------------------------------------------------------------------------------------------
# A formula is a number, a symbol, or a head with arguments.  What stands in no table below is not read: a step that speaks
# of another head, or of a symbol with another trait, is not re-checked.

def table(*rows):
    """{head: what is said of it}, from rows of what is said and of heads."""
    return {head: said[0] if len(said) == 1 else said for *said, heads in rows for head in heads.split()}


ANY_NUMBER = None
"""Of a head with any number of arguments."""
ARITY = table(
    (0, "here"), (2, "+ - * / ^ inner kron delta least at stack beside row col eq ne le lt implies iff commute exists for_all "
                     "grad slope eigenvalue"),
    (1, "neg T tr det norm_F norm_op norm_2 abs sqrt exp relu pinv projection modulus psd posdef psd_form at0 ddt expect always "
        "rank least_eigenvalue least_positive_eigenvalue cond diag relu_each exp_each softmax masked_softmax vec finite "
        "almost_surely has_value integer trains"),
    (3, "entry sum stack_over beside_over product_up product_down gram activated"), (4, "block"), (5, "sequence"),
    (ANY_NUMBER, "and where infimum minimum argmin attained convex nonconvex independent_of smooth differentiable tends limit "
                 "order global_minimum local_minimum saddle minimisers_satisfy minimum_where conserved flow_exists smooth_along "
                 "in_mean_square always_along same_flow same_law apply holds"))
"""How many arguments heads have, so that no argument goes unseen."""
RELATIONS = {"eq", "ne", "le", "lt"}
AT_A_POINT = RELATIONS | set("and implies iff commute psd posdef psd_form".split())
PROPS = AT_A_POINT | set(
    "exists for_all always finite almost_surely has_value integer trains here attained convex nonconvex independent_of smooth "
    "differentiable tends limit order global_minimum local_minimum saddle minimisers_satisfy minimum_where conserved "
    "flow_exists smooth_along in_mean_square always_along same_flow same_law holds".split())
"""Propositions; `AT_A_POINT`, like `POINTWISE`, are heads whose value depends on those of their arguments at the same point."""
FLOW, RANDOM = "the flow", "what is drawn"
BINDERS = table(
    (RANDOM, slice(0), slice(None), "almost_surely expect finite same_law"),
    (RANDOM, slice(2, None), slice(2), "in_mean_square"), (FLOW, slice(2, None), slice(2), "always_along same_flow"),
    (FLOW, slice(0), slice(None), "always at0 limit conserved flow_exists smooth_along ddt"),
    ("", slice(1, None), slice(1), "argmin attained convex differentiable infimum minimum nonconvex independent_of smooth grad"),
    ("", slice(1, None, 2), slice(1), "where global_minimum local_minimum saddle"),
    ("", slice(2, None), slice(2), "minimisers_satisfy minimum_where order tends"),
    ("", slice(1), slice(1, 2), "exists for_all slope"),
    ("", slice(1), slice(2, None), "sum stack_over beside_over product_up product_down"),
    ("", slice(2), slice(3, 4), "sequence"))
"""Heads below which symbols have other values: all of a kind, or those named; where these stand, and what is below."""
OVER = {"sum", "stack_over", "beside_over"}
PLACES = {"block", "stack", "beside", "entry", "row", "col"}
POINTWISE = ARITY.keys() - BINDERS.keys() - PROPS - {"apply"}
PLAIN = POINTWISE | AT_A_POINT | {"here", "integer", "has_value", "trains", "apply", "holds"}
PARTIAL = set("expect minimum infimum argmin ddt at0 grad slope eigenvalue least_eigenvalue least_positive_eigenvalue cond modulus "
              "entry row col limit always always_along conserved same_flow".split())
"""Heads that may lack a value where nothing that is written divides by 0: the line says so."""
TRAITS = set("positive nonnegative nonzero integer symmetric psd posdef diagonal orthogonal invertible identity zero mask parameter "
             "random iid noise normal degenerate law label index layer layers invariant smooth rotation_invariant independent "
             "context kernel activation claim".split())
"""What may be said of symbols, and also range:n, cov:L, std:s of indices and of what is drawn by a law."""
COUNTED = {"integer", "nonnegative", "layer"}
INERT = {"context", "kernel", "activation", "layers"}
"""Symbols of which only this is told: they may depend on parameters and on what is drawn."""


class Node:
    """A formula, made once: equal formulas are one object.  `digest` says what it is, on every machine; `mentions` are the
    names in the sizes, ranges and laws of its symbols; a `strange` one is not read."""

    __slots__ = ("args", "depth", "digest", "head", "heads", "mentions", "name", "shape", "strange", "syms", "traits", "value")

    def is_prop(self):
        return self.head in PROPS


TABLE, SPENT, SYMBOLS = {}, [0], {}
"""All formulas, the work that they took, and the symbols of a certificate by their names."""


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
        told = [*map(str, shape or ()), *(t.partition(":")[2] for t in traits)]
        names = (word for text in told for word in (text, *re.findall(r"[^\W\d]\w*", text)))
        found.mentions = frozenset(names).union(*(a.mentions for a in args))
        found.heads = frozenset({head}).union(*(a.heads for a in args))
        known = head in ARITY or head == "num" or (head == "sym" and all(
            t in TRAITS or t.startswith(("range:", "cov:", "std:")) for t in traits))
        found.strange = not known or any(a.strange for a in args) or any(s.head != "sym" for s in letters(found))
        if found.depth > MOST_DEPTH or len(TABLE) > 400_000 or len(found.syms | found.mentions | found.heads) > MOST_NAMES:
            raise Refused("a formula is nested too deeply, speaks of too much, or there are too many")
        text = json.dumps([head, name, shape, sorted(traits), str(value), [a.digest for a in args]])
        found.digest = hashlib.sha256(text.encode()).hexdigest()[:40]
        TABLE[key] = found
    return found


def letters(x):
    """The symbols that a head binds by name."""
    return x.args[BINDERS[x.head][1]] if x.head in BINDERS else ()


def num(value):
    return node("num", value=Fraction(value))


def op(head, *args):
    return node(head, args)


def stand_in(name, *traits):
    return node("sym", name=name, shape=(1, 1), traits=frozenset(traits))


ZERO, ONE = num(0), num(1)


def rational(text):
    if not isinstance(text, str) or not re.fullmatch(r"-?\d{1,%d}(/\d{1,%d})?" % (MOST_DIGITS, MOST_DIGITS), text):
        raise Refused(f"no number: {text!r:.60}")
    top, _, bottom = text.partition("/")
    if bottom and int(bottom) == 0:
        raise Refused("a number divides by 0")
    return Fraction(int(top), int(bottom or 1))


# Sizes: a positive integer, or a sum of names of such and perhaps an integer, in one order.

@cache
def counted(size):
    """A size as {name: how often}, the number under ""."""
    size, found = str(size), {}
    for part in size.split("+") if re.fullmatch(r"[\w+]+", size) else [size]:  # (d+1)^2 is a name of its own
        if not re.fullmatch(r"[A-Za-z_]\w*|[1-9][0-9]{0,8}|.*[^\w+].*", part) or len(size) > 200:
            raise Refused(f"no dimension: {size!r:.60}")
        key, n = ("", int(part)) if part.isdigit() else (part, 1)
        found[key] = found.get(key, 0) + n
    return found


def written(counts):
    """A size from {name: how often}."""
    names = [name for name in sorted(counts) if name for _ in range(counts[name])]
    return "+".join([*names, *(str(n) for name, n in counts.items() if not name)]) if names else counts[""]


def dim(value):
    if type(value) not in (int, str) or value == "" or (type(value) is int and not 0 < value < 10**9):
        raise Refused(f"no dimension: {value!r:.60}")
    return written(counted(value))


def added(a, b):
    return written(moved_by(counted(a), counted(b)))


def moved_by(a, b, times=1):
    """a + b, or a - b, for places in a row, which may also be 0."""
    return {k: n for k in a | b if (n := a.get(k, 0) + times * b.get(k, 0))}


def fits(a, b):
    """Whether a <= b, all names being at least 1."""
    gap = moved_by(b, a, -1)
    return all(n >= 0 for k, n in gap.items() if k) and sum(gap.values()) >= 0


def size_of(x):
    """The size that a positive integer is written as: N, 3, d + 1."""
    if x.head == "num" and x.value.denominator == 1 and x.value > 0:
        return int(x.value)
    if x.head == "+":
        return added(*map(size_of, x.args))
    need(x.name.isidentifier() and x.shape == (1, 1) and x.traits == {"integer", "positive"}, "a size")
    return dim(x.name)  # what is called 3, or n + 1, need not be that number


# Reading.

SQUARE = {"symmetric", "psd", "posdef", "diagonal", "orthogonal", "invertible"}
FIXED = {"identity": SQUARE, "zero": {"symmetric", "psd", "diagonal"}, "mask": {"symmetric", "psd", "diagonal"}}
"""Traits that tell the value of a symbol, and what else it is."""


def can_be(s):
    """Whether there is a value for a symbol: from one that has none anything would follow.  The flow may leave what a
    trait says of a parameter, a law what one says of what is drawn."""
    signed = s.traits & ({"positive", "nonnegative", "nonzero", "integer"} | SQUARE)
    if s.name in TIMES and (s.shape != (1, 1) or not s.traits <= {"nonnegative"}):  # it begins with 0
        return False
    if s.traits & SQUARE and s.shape[0] != s.shape[1]:
        return False
    if any(t in s.traits and s.traits - more - {t} for t, more in FIXED.items()):
        return False
    if "index" in s.traits and signed - {"integer", "positive"}:
        return False
    kinds = {t.partition(":")[0] for t in s.traits}
    if kinds & {"cov", "std", "noise", "parameter"}:
        return not signed
    return kinds & {"law", "copy"} or "random" not in kinds or not signed & {"positive", "nonnegative", "nonzero", "invertible"}


def read_nodes(rows, axiom=False):
    """The formulas of a certificate: each line speaks of lines above it."""
    if not isinstance(rows, list) or len(rows) > MOST_NODES:
        raise Refused("too many formulas, or none")
    made = []
    for row in rows:
        match row:
            case ["num", value]:
                made.append(num(rational(value)))
            case ["sym", str(name), [rows_, columns], list(traits)] if all(isinstance(t, str) for t in traits):
                made.append(node("sym", name=name, shape=(dim(rows_), dim(columns)), traits=frozenset(traits)))
                if not axiom:
                    declare(made[-1])
            case ["op", str(head), list(args)] if head not in ("num", "sym"):
                if not all(type(k) is int and 0 <= k < len(made) for k in args):
                    raise Refused("a formula speaks of what is not above it")
                if ARITY.get(head) not in (ANY_NUMBER, len(args)):
                    raise Refused(f"{head} of {len(args)} arguments")
                if head == "at" and made[args[0]].head != "sym":
                    raise Refused("a member of what is no family")
                made.append(op(head, *(made[k] for k in args)))
            case _:
                raise Refused(f"no formula: {str(row)[:60]}")
    for s in SYMBOLS.values() if not axiom else ():
        if "cov:I" in s.traits and "I" in SYMBOLS and "identity" not in SYMBOLS["I"].traits:
            raise Refused("a covariance I that is not the identity")
        for size in (*s.shape, *(dim(t[6:]) for t in s.traits if t.startswith("range:"))):
            least = {"integer"} if size not in s.shape and "" in counted(size) else {"integer", "positive"}
            for n in map(SYMBOLS.get, counted(size)):
                if n and (n.shape != (1, 1) or not least <= n.traits <= {"positive", *COUNTED}):
                    raise Refused("a size that is no number")
    return made


def declare(s):
    """A name is that of one symbol, which can be."""
    if not re.fullmatch(r"[^\W\d]\S*|0_\S+", s.name) or (s.name[0] == "0") > ("zero" in s.traits) or not can_be(s):
        raise Refused(f"{s.name} is no symbol")
    if SYMBOLS.setdefault(s.name, s) is not s:
        raise Refused(f"two symbols are called {s.name}")


MISFIT = "shapes that do not fit"


def joined(a, b, along):
    """The shape of two matrices, one below the other, or (along 1) beside it."""
    fit = a and b and a[1 - along] == b[1 - along]
    return fit and ((added(a[0], b[0]), a[1]) if along == 0 else (a[0], added(a[1], b[1])))


SHAPE_OF = table(
    (0, "neg modulus relu_each exp_each softmax masked_softmax where at ddt at0 expect"), (1, "grad slope"),
    (2, "sum product_up product_down sequence"))
"""The argument whose shape a head has."""
SHAPES = {
    "*": lambda a, b: b if a == (1, 1) else a if b == (1, 1) else (a[0], b[1]) if a[1] == b[0] else None,
    "^": lambda a, b: a if a[0] == a[1] and b == (1, 1) else None, "/": lambda a, b: a if b == (1, 1) else None,
    "inner": lambda a, b: (1, 1) if a == b else None, "norm_2": lambda a: (1, 1) if 1 in a else None,
    "projection": lambda a: (a[0], a[0]), "diag": lambda a: (a[0], a[0]) if a[1] == 1 else None,
    "row": lambda a, k: (1, a[1]), "col": lambda a, k: (a[0], 1), "stack": lambda a, b: joined(a, b, 0),
    "beside": lambda a, b: joined(a, b, 1), "block": lambda a, b, c, d: joined(joined(a, b, 1), joined(c, d, 1), 0),
} | table(
    (lambda a, b: a if a == b else None, "+ -"), (lambda a: a[::-1], "T pinv"),
    (lambda a: (1, 1) if a[0] == a[1] else None, "tr det"), (lambda f, a, b: (a[1], b[1]), "activated gram"),
    (lambda *shapes: (1, 1) if {*shapes} == {(1, 1)} else None, "sqrt exp relu abs least delta"),
    (lambda *shapes: (1, 1), "norm_F norm_op eigenvalue least_eigenvalue cond least_positive_eigenvalue rank entry"))
"""The shape of a head's value, from those of its arguments; None where these do not fit."""


@cache
def shape(x):
    """Rows and columns; `Unknown` where they are not told, or do not fit."""
    head, args = x.head, x.args
    if head == "sym":
        return x.shape
    if head in ("num", "infimum", "minimum"):
        return (1, 1)
    if head == "where":
        need(all(s.head == "sym" and "integer" not in s.traits for s in args[1::2]), "reading of where")
    if head in SHAPE_OF:
        return shape(args[SHAPE_OF[head]])
    if head in ("stack_over", "beside_over"):
        rows, columns = shape(args[2])
        need((rows if head == "stack_over" else columns) == 1, f"reading of {head}")
        return (size_of(args[1]), columns) if head == "stack_over" else (rows, size_of(args[1]))
    if head in ("+", "-") and ZERO in args:
        return shape(args[0] if args[1] is ZERO else args[1])
    need(head in SHAPES, f"reading of {head}")
    found = SHAPES[head](*map(shape, args))
    need(found, MISFIT)
    return found


def misfit(x):
    """Whether a formula has no value anywhere, as the shapes in it tell."""
    try:
        shape(x)
    except Unknown as why:
        return str(why) == MISFIT
    return False


def drawn(s):
    """Whether a symbol may have a law: `random` or not, whatever trait tells it."""
    return any(t.partition(":")[0] in {"random", "iid", "law", "noise", "label", "cov", "std", *INERT} for t in s.traits)


# What depends on what, and how values are put in ------------------------------------------------------------------------
# `free(x)` are the symbols on whose values that of x depends; two more stand for what is not seen.  Below a head that
# binds, symbols have other values: those that it names, all parameters (the flow), or all that is drawn (a mean).  No
# value may be put in, and nothing rewritten, where one of its symbols would have another value than outside.

LAW, ANYTHING = "(law)", "(anything)"
"""Names of what stands for all constants of which a law or a flow may speak, and for all symbols whatever."""
AT_POINT = {"ddt", "grad"}
"""Heads that bind, of which the value depends on the values outside, too."""
TIMES = {"t"}
"""Names of the time of the flow."""
MOVING = {}
"""The velocities of the parameters, by the loss that the flow follows."""
NEVER_BOUND = {"identity", "zero", "iid", "layers", "claim"}


@cache
def scopes(x):
    """For each argument: whether it only names what is bound, and what has other values in it than outside."""
    if x.head not in BINDERS:
        return ((False, frozenset()),) * len(x.args)
    group, named, scope = BINDERS[x.head]
    places, below = range(len(x.args))[named], range(len(x.args))[scope]
    away = frozenset({x.args[k] for k in places} | ({group} - {""}))
    return tuple((k in places and x.head not in AT_POINT, away if k in below else frozenset()) for k in range(len(x.args)))


def hides(s, x):
    """Whether what `s` stands for may depend on another symbol `x`."""
    unseen = "context" in s.traits and ("parameter" in x.traits or drawn(x))
    return x.name in s.mentions or s.name == ANYTHING or unseen or (s.name == LAW and not x.traits & {"parameter", "random", "index"})


def touches(bound, s):
    """Whether `s`, or what it hides, may have another value below what is bound."""
    return (FLOW in bound and (s.traits & {"parameter", *INERT} or s.name in TIMES)) or (RANDOM in bound and drawn(s)) or any(
        s is x or hides(s, x) for x in bound if isinstance(x, Node))


@cache
def free(x):
    """The symbols on which the value depends, and stand-ins for those that are not seen."""
    if x.head == "sym":
        return frozenset({x})
    found = {stand_in(ANYTHING, "parameter", "random")} if x.head in ("ddt", "here") else set()
    if FLOW in BINDERS.get(x.head, ()):  # where the loss depends on what is drawn, so does the flow, but not its start
        of_draws = x.head != "at0" and any(drawn(s) for v in MOVING.values() for s in free(v.args[0].args[0]))
        found.add(stand_in(LAW, *["random"] * of_draws))
    for a, (slot, bound) in zip(x.args, scopes(x)):
        if not slot:
            found |= free(a) if x.head in AT_POINT else frozenset().union(*(outside(s, bound) for s in free(a)))
    return frozenset(found)


def outside(s, bound):
    """What a symbol below a head tells of the dependence of the whole: of what is drawn, what its law speaks of."""
    if s.name == ANYTHING or not bound:
        return frozenset({s})
    if s in bound or (FLOW in bound and ("parameter" in s.traits or s.name in TIMES)):
        return frozenset()
    if RANDOM in bound and drawn(s):
        law = frozenset(t for t in s.traits if t.startswith(("cov:", "std:")))
        told = node("sym", name=f"(law of {s.name})", shape=s.shape, traits=law) if law else stand_in(LAW)
        return frozenset({told, s} if s.traits & INERT else {told})
    return frozenset({s})


def is_bound(s, bound):
    return s not in outside(s, bound)


def seen(x):
    """Whether the value depends on nothing but the values of the symbols that are seen in it, and on laws that are told."""
    return not any(s.name in (LAW, ANYTHING) for s in free(x))


def speaks(x, s):
    """Whether the value of `x` may depend on the symbol `s`, also as a size of what is bound in it."""
    return s.name in x.mentions or any(y is s or hides(y, s) for y in free(x))


def moves(x):
    """Whether the value of `x` may change along the flow."""
    return any(touches({FLOW}, s) for s in free(x))


def depends_on_draws(x):
    return any(touches({RANDOM}, s) for s in free(x))


def variable(s, *formulas):
    """That one may speak of all values of a symbol, in these formulas: it is no constant, and no size or law in them."""
    need(s.head == "sym" and not s.traits & NEVER_BOUND and s.name not in TIMES, f"no variable: {shown(s)}")
    need(not any(s.name in x.mentions for x in formulas), f"{s.name} is a size")


def form(x):
    """One formula for all that differ in the names of what they bind."""
    return formed(x, ())


@cache
def formed(x, env):
    """`x` with the names that `env` gives to symbols that are bound around it."""
    if env and not any(s in x.syms for s, _ in env):
        return form(x)
    if x.head == "sym":
        return next((told for s, told in reversed(env) if s is x), x)
    if not x.args:
        return x
    rows = scopes(x)
    names = [a for a, (slot, _) in zip(x.args, rows) if slot]
    below = [a for a, (slot, _) in zip(x.args, rows) if not slot]
    keep = any(s.name in a.mentions or any(hides(y, s) for y in free(a) if y is not s) for s in names for a in below)
    inner = env + tuple((s, s if keep else node("sym", name=f"\u2022{len(env) + k}", shape=s.shape, traits=s.traits))
                        for k, s in enumerate(names))
    args = []
    for a, (slot, bound) in zip(x.args, rows):
        around = inner if slot or (bound and names) else env
        args.append(formed(a, around + tuple((s, s) for s, _ in env if not slot and is_bound(s, bound - {*names}))))
    return node(x.head, tuple(args))


def same(p, q):
    return form(p) is form(q)


def put(x, table):
    """`x` with values for free symbols.  Bound symbols are renamed where they would catch one; nothing is put in where a
    head looks at other values of a parameter."""
    return put_in(x, tuple(table.items()))


@cache
def put_in(x, pairs):
    table = {s: v for s, v in pairs if v is not s and speaks(x, s)}
    if not table:
        return x
    if x in table:
        return table[x]
    rows = scopes(x)
    hidden = [s for s in free(x) if s.name[0] == "("] if x.head == "here" or BINDERS.get(x.head, ("",))[0] else []
    need(x.head != "sym" and not any(hides(s, y) for s in hidden for y in table) and not (
        x.head in AT_POINT and any(touches(b, s) for _, b in rows for s in table)), "something put in where it is not seen")
    arriving, new = frozenset().union(*map(free, table.values())), {}
    for a in (a for a, (slot, _) in zip(x.args, rows) if slot and any(s is a or hides(s, a) for s in arriving)):
        need(a.name not in x.mentions and not any(hides(s, a) for s in (arriving | free(x)) - {a}), "a captured letter")
        new[a] = fresh(a)
    args = []
    for a, (slot, bound) in zip(x.args, rows):
        inner = {s: v for s, v in table.items() if not is_bound(s, bound)}
        need(slot or not any(touches(bound - new.keys(), s) for known, v in inner.items() if speaks(a, known) for s in free(v)),
             "a captured letter")
        args.append(new.get(a, a) if slot else put(a, inner | {s: v for s, v in new.items() if s in bound}))
    return node(x.head, tuple(args))


def fresh(s):
    name = s.name + "'"
    while name in SYMBOLS:
        name += "'"
    return SYMBOLS.setdefault(name, node("sym", name=name, shape=s.shape, traits=s.traits))


PROMISES = {
    "positive": lambda v: op("lt", ZERO, v), "nonnegative": lambda v: op("le", ZERO, v), "nonzero": lambda v: op("ne", v, ZERO),
    "psd": lambda v: op("psd", v), "posdef": lambda v: op("posdef", v), "symmetric": lambda v: op("eq", op("T", v), v),
    "integer": lambda v: op("integer", v)}
"""What traits say of a value, as propositions."""


def promises(s, v):
    """What must be shown of a value that is put in for a symbol: the promises of its traits."""
    need(shape(v) == s.shape, f"{s.name} has another shape than what is put in")
    if v.head == "sym" and s.traits <= v.traits:
        return []
    need(s.traits <= PROMISES.keys() | {"parameter", "random", "layer"}, f"nothing can be put in for {s.name}")
    need(s.shape == (1, 1) or not s.traits & {"positive", "nonnegative", "nonzero", "integer"}, f"no number: {s.name}")
    return [PROMISES[t](v) for t in sorted(s.traits) if t in PROMISES]


def runs_to(i, last):
    """Whether an index runs from 1 to just this number."""
    return i.traits <= {"index", "integer", "positive", f"range:{size_of(last)}"} and f"range:{size_of(last)}" in i.traits


def stated(x):
    """{symbol: value} of `where`, each symbol once and with a value of its shape."""
    table = dict(zip(x.args[1::2], x.args[2::2]))
    need(len(x.args) == 1 + 2 * len(table) and all(s.name not in TIMES and shape(s) == shape(v) for s, v in table.items()),
         "reading of where")
    return table


def unrolled(x):
    """What a value at time 0, the last step of a sequence, or the last factor of a product, says in other words."""
    if x.head == "at0":
        return started(x.args[0])
    if x.head not in ("sequence", "product_up", "product_down") or not seen(x):
        return x
    try:
        if x.head == "sequence":  # F_0 = start, F_(k+1) = step(F_k, k)
            value, layer, start, step, k = x.args
            before = None if shape(x) != shape(step) else less(k)
            if k is ZERO or before is None:
                return start if k is ZERO else x
            return put(step, {value: op("sequence", *x.args[:4], before), layer: before})
        layer, k, body = x.args
        if k.head == "-" and k.args[1] is ONE and less(k.args[0]):  # l + 1 - 1
            k = less(k.args[0])
        if k is num(-1):
            return op("^", body, ZERO)
        before = op("-", k, ONE) if k.head == "sym" and {"integer", "nonnegative"} <= k.traits else less(k)
        pair = before and (op(x.head, layer, before, body), put(body, {layer: k}))
        return op("*", *(pair if x.head == "product_up" else pair[::-1])) if pair else x
    except Unknown:
        return x


def less(k):
    """k - 1 for k = 0, 1 or what is written as a layer and one more; else None."""
    if k in (ZERO, ONE):
        return num(k.value - 1)
    layer = k.head == "+" and k.args[1] is ONE and k.args[0].head == "sym" and {"integer", "nonnegative"} <= k.args[0].traits
    return k.args[0] if layer else None


def started(x):
    """at0(x), told by the values of parameters at time 0."""
    if not moves(x):
        return x
    if x.head == "sym" and x.name in TIMES:
        return ZERO
    return node(x.head, tuple(map(started, x.args))) if x.head in POINTWISE - {"at"} else op("at0", x)


# Algebra -------------------------------------------------------------------------------------------------------------
# A value is a dictionary {(mono, word): coefficient}.  A mono is a sorted tuple of (atom, exponent) of numbers; a word is a
# tuple of (letter, transposed, exponent) of matrices.  A 1x1 value has empty words only: x'Ax is an atom, a trace up to
# rotation and transposition.  Powers and inverses are merged only where it is known that they exist.

NONZERO, NONNEGATIVE, POSITIVE = 1, 2, 3
SIGN = {"positive": POSITIVE, "nonnegative": NONNEGATIVE, "nonzero": NONZERO}
SAYS = {"le": NONNEGATIVE, "lt": POSITIVE, "ne": NONZERO, "psd": NONNEGATIVE, "posdef": POSITIVE}
BY_NATURE = {"exp": POSITIVE} | dict.fromkeys(("norm_op", "rank", "least_positive_eigenvalue", "relu", "delta"), NONNEGATIVE)
"""What is known of numbers that these heads make, whatever they are made of."""


def promised(x):
    """The sign that the traits of a symbol tell."""
    return reduce(lambda known, trait: known | SIGN[trait], x.traits & SIGN.keys(), 0)


def number(c):
    """A number as a value."""
    return {((), ()): Fraction(c)}


def of_word(word):
    """A word as a value."""
    return {((), word): Fraction(1)}


def merged(*mono):
    exps = {}
    for a, e in mono:
        exps[a] = exps.get(a, 0) + e
    return tuple(sorted((a, e) for a, e in exps.items() if e))


class Letter(NamedTuple):
    """A matrix: what it is, its size, its traits, the symbols on which it depends; `base` is (X, p, q) for p X + q I."""

    name: tuple
    rows: object
    cols: object
    traits: set
    free: frozenset
    base: tuple | None

    def definite(self):
        return POSITIVE if "posdef" in self.traits else NONNEGATIVE if "psd" in self.traits else 0


def with_what_follows(traits):
    """The traits of a square matrix, and what follows from these."""
    found = set(traits)
    found |= {"posdef"} if {"psd", "invertible"} <= found else set()
    found |= {"psd", "invertible"} if "posdef" in found else set()
    found |= {"symmetric"} if found & {"psd", "diagonal"} else set()
    return found | ({"invertible"} if "orthogonal" in found else set())


class Algebra:
    """Values of terms at one point, given what `facts` (relations that hold there) say of signs."""

    def __init__(self, facts=()):
        self.work, self.atoms, self.known, self.speak_of, self.atom_numbers = 0, [], [], [], {}
        self.letters, self.letter_numbers, self.values, self.signs = [], {}, {}, {}
        self.facts, self.given, found = [], [f for f in facts if f.head in SAYS], []
        for fact in self.given:
            try:
                sides = {shape(a) for a in fact.args if a is not ZERO}
                if sides == {(1, 1)} or (fact.head in ("ne", "psd", "posdef") and len(sides) == 1):
                    gap = [self.value(a) for a in fact.args[::-1]]
                    found.append((self.plus(*gap, -1) if len(gap) == 2 else gap[0], SAYS[fact.head]))
            except Unknown:
                continue
        self.facts = found
        self.values.clear()
        self.signs.clear()

    def spend(self, n=1):
        self.work += n
        spend(n)
        need(self.work <= MOST_WORK, "too long a computation")

    # Atoms and letters: both are what their key says; `free` are the symbols on which they depend.

    def atom(self, *key, known=0, power=1, free=frozenset()):
        if key not in self.atom_numbers:
            self.atom_numbers[key] = len(self.atoms)
            self.atoms.append(key)
            self.known.append(0)
            self.speak_of.append(free)
        a = self.atom_numbers[key]
        self.known[a] |= known
        return {(((a, power),), ()): Fraction(1)}

    def letter(self, key, rows, cols, traits=(), free=frozenset(), base=None):
        """A word of one letter."""
        if key not in self.letter_numbers:
            self.letter_numbers[key] = len(self.letters)
            self.letters.append(Letter(key, rows, cols, with_what_follows(traits) if rows == cols else set(), free, base))
        return ((self.letter_numbers[key], False, 1),)

    def made_of(self, mono, word=()):
        """The symbols on which atoms and letters depend."""
        return frozenset().union(*(self.speak_of[a] for a, _ in mono), *(self.letters[a].free for a, _, _ in word))

    def made_of_value(self, value):
        return frozenset().union(*(self.made_of(*key) for key in value))

    def opaque(self, x, key):
        """A letter, or an atom, for what is not computed with."""
        rows, cols = shape(x)
        if (rows, cols) == (1, 1):
            return self.atom("opaque", key, known=BY_NATURE.get(x.head, 0), free=free(x))
        kernel = x.head == "gram" and x.args[1] is x.args[2] and {"kernel", "psd"} <= x.args[0].traits
        traits = {"psd"} if kernel or x.head in ("projection", "modulus") else {"diagonal"} if x.head == "diag" else ()
        return of_word(self.letter(("opaque", key), rows, cols, traits, free(x)))

    def segment(self, n, start, size):
        """The columns of I_n from start + 1 to start + size, as a word."""
        start = moved_by(start, {})
        return self.letter(("seg", n, tuple(sorted(start.items())), size), n, size) if start or size != n else ()

    def unit(self, n, k):
        """The column of I_n of this number, as a value."""
        try:
            end = counted(size_of(k))
        except Unknown:
            end = None
        if end is not None and fits(end, counted(n)):
            return of_word(self.segment(n, moved_by(end, {"": 1}, -1), 1))
        need(k.head == "sym", "a place in a matrix")
        upto = next((dim(t[6:]) for t in k.traits if t.startswith("range:")), None)
        if "index" in k.traits and upto is not None and upto != n and fits(counted(upto), counted(n)):
            return of_word(self.segment(n, {}, upto) + self.letter(("unit", upto, k), upto, 1, free={k}))
        return of_word(self.letter(("unit", n, k), n, 1, free={k}))

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
        return 0 if fits(moved_by(i, counted(p)), j) or fits(moved_by(j, counted(q)), i) else None

    # Sums and products ----------------------------------------------------------------------------------------------

    def plus(self, a, b, factor=1):
        out = dict(a)
        for key, c in b.items():
            self.add(out, key, factor * c)
        self.spend(len(b))
        return out

    def add(self, out, key, c):
        c += out.get(key, 0)
        if c:
            out[key] = c
        else:
            out.pop(key, None)

    def times(self, a, b):
        out = {}
        for (m, v), c in a.items():
            for (n, w), e in b.items():
                self.collect(merged(*m, *n), v + w, c * e, out)
        return out

    def collect(self, mono, word, c, out):
        """Adds c * mono * word, brought to normal form, to `out`."""
        todo = [(mono, word, c)]
        while todo:
            mono, word, c = todo.pop()
            self.spend(1 + len(word) // 8)
            need(len(word) <= 300 and c.numerator.bit_length() + c.denominator.bit_length() <= 20_000, "too long a computation")
            high = [a for a, e in mono if self.atoms[a][0] == "poly" and e >= 1]
            changed = None if high else self.word_step(word)
            if high:  # P^(3/2) = P P^(1/2)
                need(dict(mono)[high[0]] <= 12, "too high a power")
                todo += [(merged(*mono, (high[0], -1), *m), word, c * k) for (m, _), k in self.atoms[high[0]][1]]
            elif changed is None:
                self.add(out, (mono, word), c)
            else:
                todo += [(merged(*mono, *m), w, c * k) for factor, w in changed for (m, _), k in factor.items()]

    def word_step(self, word):
        """One step towards the normal form of a word: a list of (number, word), or None."""
        for k in range(len(word) - 1):
            (a, s, e), (b, t, f) = word[k], word[k + 1]
            x, y = self.letters[a], self.letters[b]
            before, after = word[:k], word[k + 2:]
            if (met := self.meet(word[k], word[k + 1])) is not None:
                return [(number(met), before + after)] if met else []
            if a == b and s == t and self.may_merge(x, e, f):  # the power 0 of a semi-definite matrix is a projection
                return [(number(1), (*before, *(((a, s, e + f),) if e + f or x.definite() == NONNEGATIVE else ()), *after))]
            if a == b and "orthogonal" in x.traits and s != t and e == f:
                return [(number(1), before + after)]
            if a != b and self.commute(a, b):
                if a > b:
                    return [(number(1), (*before, word[k + 1], word[k], *after))]
                if y.base and y.base[0] == a and f < 0 and (e == 1 or (e > 1 and self.may_merge(x, e - 1, 1))):
                    _, p, q = y.base  # y = p X + q I: X y^f = (y^(f+1) - q y^f) / p
                    rest, inverse = ((a, s, e - 1),) if e != 1 else (), self.power(p, Fraction(-1), POSITIVE)
                    return [(inverse, (*before, *rest, *(((b, t, f + 1),) if f != -1 else ()), *after)),
                            (self.times(number(-1), self.times(inverse, q)), (*before, *rest, word[k + 1], *after))]
        for k, (a, t, f) in enumerate(word):
            if self.letters[a].base and f >= 1:
                X, p, q = self.letters[a].base
                rest = ((a, t, f - 1),) if f != 1 else ()
                return [(p, (*word[:k], (X, False, 1), *rest, *word[k + 1:])), (q, (*word[:k], *rest, *word[k + 1:]))]
        cuts = [k for k, place in enumerate(word) if self.rows(place) == 1]
        cuts += [len(word)] if word and self.cols(word[-1]) == 1 else []
        if len(cuts) > 1:  # what stands between two places of size 1 is a number
            inner = reduce(self.times, (self.trace_of(word[k:j]) for k, j in zip(cuts, cuts[1:])))
            return [(inner, word[:cuts[0]] + word[cuts[-1]:])]
        return None

    def rows(self, place):
        return self.letters[place[0]].cols if place[1] else self.letters[place[0]].rows

    def cols(self, place):
        return self.rows((place[0], not place[1], 1))

    def may_merge(self, x, e, f):
        integers = e.denominator == f.denominator == 1
        return x.definite() > 1 or (integers and ((e > 0 and f > 0) or "invertible" in x.traits))

    def invertible(self, x, e):
        return x.definite() == POSITIVE or (e.denominator == 1 and "invertible" in x.traits)

    def commute(self, a, b):
        x, y = self.letters[a], self.letters[b]
        return (x.base[0] if x.base else a) == (y.base[0] if y.base else b) or (
            x.rows == y.rows and "diagonal" in x.traits and "diagonal" in y.traits)

    def trace_of(self, word):
        """The trace of one word: the least of its forms, turned or transposed."""
        need(word, "a trace of nothing")
        seams = [k for k in range(len(word)) if not self.together(word[k - 1], word[k])]
        k = seams[0] if seams else len(word) > 1 and self.meet(word[-1], word[0]) is not None
        if k:  # turn until what can be merged or sorted stands together
            word = word[k:] + word[:k]
            out = {}
            self.collect((), word, Fraction(1), out)
            if list(out) != [((), word)]:
                return self.trace(out, self.rows(word[0]))
        both = word, self.reversed(word)
        return self.atom("tr", min(w[k:] + w[:k] for w in both for k in range(len(w))), free=self.made_of((), word))

    def together(self, left, right):
        (a, s, e), (b, t, f) = left, right
        x = self.letters[a]
        if a != b or self.meet(left, right) is not None:
            return a == b or self.commute(a, b) or self.meet(left, right) is not None
        return ("orthogonal" in x.traits and s != t) or (s == t and self.may_merge(x, e, f))

    def trace(self, value, rows):
        out = {}
        for (m, w), c in value.items():
            out = self.plus(out, self.times({(m, ()): c}, self.trace_of(w) if w else self.of_dim(rows)))
        return out

    def of_dim(self, n):
        """A dimension as a number: the same as the positive integer of that name."""
        out = {}
        for name, times in counted(n).items():
            need(re.fullmatch(r"\w*", name), "the size of a matrix")
            one = self.value(SYMBOLS.get(name) or stand_in(name, "integer", "positive")) if name else number(1)
            out = self.plus(out, one, times)
        return out

    def reversed(self, word):
        return tuple((a, t if "symmetric" in self.letters[a].traits else not t, e) for a, t, e in reversed(word))

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
        whole = e.denominator == 1
        if whole and e >= 0:
            return reduce(self.times, [base] * int(e), number(1))
        if not base:
            need(e > 0, "a division by 0")
            return {}
        if len(base) > 1:  # numbers that all coefficients share are set apart
            tops, bottoms = zip(*((c.numerator, c.denominator) for c in base.values()))
            shared = Fraction(math.gcd(*tops), math.lcm(*bottoms))
            if whole and base[min(base)] < 0:
                shared, sign = -shared, sign & NONZERO
            rest = {k: c / shared for k, c in base.items()}
            return self.times(self.number_power(shared, e), self.atom_power(rest, e, sign))
        ((mono, _), c), = base.items()
        for a, k in mono:
            self.known[a] |= sign & NONZERO  # no factor of what is not 0 is 0
            self.known[a] |= sign & NONNEGATIVE if len(mono) == 1 and c > 0 and k % 2 == 1 else 0
        if c < 0 and not whole:
            return self.atom_power(base, e, sign)
        apart = [(a, k) for a, k in mono if (self.known[a] & NONZERO if whole else self.atom_sign(a) == POSITIVE)]
        rest = tuple(p for p in mono if p not in apart)
        out = self.times(self.number_power(c, e), {(tuple((a, k * e) for a, k in apart), ()): Fraction(1)})
        sign &= NONZERO if whole else POSITIVE  # the factors set apart may be negative where e is an integer
        return self.times(out, self.atom_power({(rest, ()): Fraction(1)}, e, sign)) if rest else out

    def number_power(self, c, e):
        if e.denominator == 1:
            return number(c ** int(e))
        root = Fraction(math.isqrt(c.numerator), math.isqrt(c.denominator))
        if c == 1 or (root**2 == c and e.denominator == 2):
            return number(root ** int(2 * e))
        return self.atom_power(number(c), e, POSITIVE)

    def atom_power(self, base, e, sign):
        """P^e for a polynomial P, as an atom whose powers are merged only where that is right."""
        merges = sign & NONZERO if e.denominator == 1 else sign == POSITIVE or (sign & NONNEGATIVE and e > 0)
        free = self.made_of_value(base)
        if not merges:
            return self.atom("power", self.key(base), e, free=free)
        return self.atom("poly", self.key(base), known=sign, power=e, free=free)

    def matrix_power(self, x, base, e, rows):
        if e.denominator == 1 and 0 <= e <= 12:
            return reduce(self.times, [base] * int(e), number(1))
        definite, free = self.sign(x), self.made_of_value(base)
        if len(base) == 1:
            ((mono, word), c), = base.items()
            scale = {(mono, ()): c}
            sign = self.sign_of(scale)
            if len(word) == 1 and sign == POSITIVE:
                (a, t, f), = word
                if self.letters[a].definite() > (0 if e > 0 else NONNEGATIVE):
                    return self.times(self.power(scale, e, POSITIVE), of_word(((a, t, f * e),)))
            if e == -1 and sign & NONZERO and all(self.invertible(self.letters[a], f) for a, _, f in word):
                return self.times(self.power(scale, e, sign), of_word(tuple((a, t, -f) for a, t, f in reversed(word))))
        long = {w for _, w in base} - {()}
        if definite == POSITIVE and len(long) == 1:
            (word,) = long
            p = {(m, ()): c for (m, w), c in base.items() if w}
            q = {(m, ()): c for (m, w), c in base.items() if not w}
            if len(word) == 1 and word == self.reversed(word) and word[0][2] == 1 and q and self.sign_of(p) == POSITIVE:
                key = ("linear", word, self.key(p), self.key(q))
                return of_word(((self.letter(key, rows, rows, {"posdef"}, free, (word[0][0], p, q))[0][0], False, e),))
        return of_word(self.letter(("power", self.key(base), rows, e), rows, rows, free=free))

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
            return self.of_symbol(x, rows, cols)
        if head in ("+", "-"):
            return self.plus(self.value(args[0]), self.value(args[1]), 1 if head == "+" else -1)
        if head == "neg":
            return self.plus({}, self.value(args[0]), -1)
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

    def of_symbol(self, x, rows, cols):
        if "zero" in x.traits:
            return {}
        if "identity" in x.traits and rows == cols:
            return number(1)
        if "mask" in x.traits and rows == cols:  # I but for the last 1
            last = self.segment(rows, moved_by(counted(rows), {"": 1}, -1), 1)
            return self.plus(number(1), of_word(last + self.reversed(last)), -1)
        if "iid" in x.traits:
            return self.opaque(x, x.digest)
        if (rows, cols) == (1, 1):
            return self.atom("sym", x, known=promised(x), free=free(x))
        return of_word(self.letter(("sym", x), rows, cols, x.traits, free(x)))

    def reading(self, x, head, args, rows, cols):
        """The value of what is read beyond arithmetic; None where it stays a letter."""
        if (more := unrolled(x)) is not x:
            return self.value(more)
        if head == "where":
            try:
                return self.value(put(args[0], stated(x)))
            except Unknown:
                need(all(s.traits <= {"parameter"} for s in stated(x)), "a letter that is known")
                return self.moved(args[0], {s: (self.value(v), {}) for s, v in stated(x).items()})[0]
        if head == "slope":  # at 0, of a polynomial: what stands beside t
            need(not args[0].traits and args[0].shape == (1, 1), "a letter that is known")
            return self.moved(args[1], {args[0]: ({}, number(1))})[1]
        if head == "ddt":
            moving = frozenset(s for s in args[0].syms if touches({FLOW}, s))
            need(moving and moving <= MOVING.keys() and polynomial(args[0], moving), "a velocity that is not known")
            return self.moved(args[0], {s: (self.value(s), self.value(MOVING[s])) for s in moving})[1]
        if head == "grad":
            f, X = args
            need(X.traits <= {"parameter"} and shape(f) == (1, 1) and polynomial(f, frozenset({X})), "a gradient")
            along = of_word(self.closer(rows, cols)) if (rows, cols) != (1, 1) else number(1)
            return self.opened(self.moved(f, {X: (self.value(X), self.transposed(along))})[1], rows, cols)
        if head == "exp" and not self.value(args[0]):
            return number(1)
        if head == "expect" and (laws := gaussians(args[0])) is not None:
            return self.mean(args[0], laws)
        if head in ("pinv", "projection") and len(value := self.value(args[0])) == 1:
            ((mono, word), c), = value.items()
            if mono == () and len(word) == 1 and self.letters[word[0][0]].definite() and c > 0:
                (a, _, e), = word  # of a power of a semi-definite matrix: the power 0 is the projection
                return self.times(number(1 / c if head == "pinv" else 1), of_word(((a, False, -e if head == "pinv" else 0),)))
        if head in PLACES:
            return self.scalar(self.placed(head, args), rows, cols)
        if head in OVER:
            return self.summed(head, *args)
        if head == "at" and "iid" in args[0].traits and args[1].head in ("num", "sym") and counts(args[1]):
            made_of = {args[0], *free(args[1])}
            return self.atom("at", *args, free=made_of) if (rows, cols) == (1, 1) else of_word(
                self.letter(("at", *args), rows, cols, free=made_of))
        return None

    def letter_for(self, x):
        """What is not computed with: the same where the arguments are equal, below a head that binds whatever the letters are,
        or the outcome, so that nothing is used that is known of these at this point alone."""
        bound = letters(x)
        if x.head not in POINTWISE:
            computed = x.head in OVER | {"slope", "sequence", "product_up", "product_down"} and seen(x) and promises_kept(x)
            if not (computed or x.head == "expect") or any(
                    not seen(p) or any(s in bound or drawn(s) for s in p.syms) for p in self.given):
                return self.opaque(x, x.digest)
        try:
            # with the shapes, for I is 1 in any size
            inside = tuple(a.digest if a.head == "sym" else (shape(a), self.key(self.value(a))) for a in x.args)
        except Unknown:
            return self.opaque(x, x.digest)
        return {} if x.head == "expect" and not self.value(x.args[0]) else self.opaque(x, (x.head, shape(x), inside))

    def moved(self, x, table):
        """A polynomial in the symbols of the table, at these values of them, and its derivative for these of theirs."""
        need(not any(not seen(p) or any(speaks(p, s) for s in table) for p in self.given), "a letter that is known")
        value, one, zero = self.value(x), number(1), {}
        pairs = {self.letter_numbers.get(("sym", s)): pair for s, pair in table.items()}

        def fixed(mono, word, value):
            """What does not depend on the symbols stays as it is."""
            need(not any(y is s or hides(y, s) for y in self.made_of(mono, word) for s in table), "a letter within")
            return value, zero

        def times(x, y):
            return self.times(x[0], y[0]), self.plus(self.times(x[0], y[1]), self.times(x[1], y[0]))

        def power(x, e):
            need(e.denominator == 1 and 0 < e <= 12, "a power of what is put in")
            return reduce(times, [x] * int(e))

        def of(word):
            parts = []
            for a, t, e in word:
                if a in pairs:
                    need(e.denominator == 1 and 0 < e <= 12, "a power of what is put in")
                    parts += [tuple(map(self.transposed, pairs[a])) if t else pairs[a]] * int(e)
                else:
                    parts.append(fixed((), ((a, t, e),), of_word(((a, t, e),))))
            return reduce(times, parts, (one, zero))

        out = zero, zero
        for (mono, word), c in value.items():
            made = times((number(c), zero), of(word))
            for a, e in mono:
                kind = self.atoms[a]
                if kind[0] == "sym" and kind[1] in table:
                    made = times(made, power(table[kind[1]], e))
                elif kind[0] == "tr" and any(b in pairs for b, _, _ in kind[1]):
                    n = self.rows(kind[1][0])
                    made = times(made, power(tuple(self.trace(v, n) for v in of(kind[1])), e))
                else:
                    made = times(made, fixed(((a, e),), (), {(((a, e),), ()): Fraction(1)}))
            out = self.plus(out[0], made[0]), self.plus(out[1], made[1])
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
                across = moved_by(across, counted(wide))
            down = moved_by(down, counted(high))
        return out

    def closer(self, rows, cols):
        """A letter that makes a number of a matrix of this size: tr(A C) tells A."""
        return self.letter(("close", rows, cols), cols, rows)

    def closed(self, value, rows, cols):
        """[(coefficient, other atoms, traced words)]: what is no number is closed by a letter of its own."""
        if (rows, cols) != (1, 1):
            value = self.trace(self.times(value, of_word(self.closer(rows, cols))), rows)
        for (mono, _), c in value.items():
            traced = [(a, int(e)) for a, e in mono if self.atoms[a][0] == "tr" and e.denominator == 1 and 0 < e <= 12]
            others = tuple(pair for pair in mono if pair not in traced)
            yield c, others, [self.atoms[a][1] for a, e in traced for _ in range(e)]

    def opened(self, value, rows, cols):
        """Without that letter again."""
        if (rows, cols) == (1, 1):
            return value
        close, out = self.closer(rows, cols)[0][0], {}
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
            self.collect((), word, Fraction(1), inner)
            out = self.times(out, self.trace(inner, self.rows(word[0]) if word else n))
        return out

    def turned(self, word, k):
        """The rest of a traced word of which the place k, not transposed, stands first."""
        word = word[k:] + word[:k]
        return self.reversed(word[1:]) if word[0][1] else word[1:]

    def summed(self, head, i, upper, body):
        """With y_i = Y' e_i, where the rows of Y are the y_i, e_i stands twice, and sum_i e_i e_i' = I; stacks are sums of
        e_i y_i'."""
        n, (rows, cols), value = size_of(upper), shape(body), self.value(body)
        need(runs_to(i, upper) and i.name not in body.mentions and seen(body)
             and not any(speaks(p, i) for p in self.given), "a sum of this kind")  # what is known of one index is not of all
        if head == "stack_over":
            rows, value = n, self.times(self.unit(n, i), value)
        if head == "beside_over":
            cols, value = n, self.times(value, self.transposed(self.unit(n, i)))
        (spot,), out = self.letter(("unit", n, i), n, 1, free={i}), {}
        for c, kept, traces in self.closed(value, rows, cols):
            each = [(a, int(e)) for a, e in kept if self.atoms[a][0] == "at" and self.atoms[a][2] is i and e in (1, 2)]
            kept = tuple((a, e) for a, e in kept if (a, int(e)) not in each)
            words = [(*self.reversed(self.family(n, self.atoms[a][1])), spot) for a, e in each for _ in range(e)]
            words += [self.spotted(n, i, word) for word in traces]
            others = tuple(place for place in sum(words, ()) if place[0] != spot[0])
            meets = len(sum(words, ())) - len(others)
            need(i not in self.made_of(kept, others) and meets in (0, 2), "a sum of this kind")
            each = self.times({(kept, ()): c}, number(1) if meets else self.of_dim(n))
            out = self.plus(out, self.times(each, self.paired([(w, 0) for w in words], {spot[0]: ((), (), ())})))
        return self.opened(out, rows, cols)

    def family(self, n, x):
        """The matrix with the rows x_1, ..., x_n, which are columns each."""
        need(shape(x)[1] == 1, "a family of matrices")
        return self.letter(("rows", n, x), n, shape(x)[0], free={x})

    def spotted(self, n, i, word):
        """With Y' e_i for y_i."""
        out = ()
        for a, t, e in word:
            name = self.letters[a].name
            place = ((a, t, e),)
            if name[0] == "at" and name[2] is i:
                place = self.reversed(self.family(n, name[1])) + self.letter(("unit", n, i), n, 1, free={i})
                place = self.reversed(place) if t else place
            out += place
        return out

    def mean(self, inside, laws):
        """Isserlis, for matrices G of which E[G_ia G_jb] = R_ij C_ab: the sum over all pairings."""
        rows, cols = shape(inside)
        spread = {x: next(iter(self.value(law))) if law else ((), ()) for x, law in laws.items()}

        def who(kind):
            """What is drawn that an atom or a letter stands for."""
            x = kind[2] if kind[0] == "rows" else kind[1]
            return x if kind[0] in ("sym", "rows", "at") and x in laws else None

        out = {}
        for c, kept, traces in self.closed(self.value(inside), rows, cols):
            rest, drawn_, kinds = [], {}, []
            for a, e in kept:
                if (x := who(self.atoms[a])) is None or e.denominator != 1 or not 0 < e <= 12:
                    rest.append((a, e))
                else:
                    c *= math.prod(range(1, int(e), 2)) if e % 2 == 0 else 0
                    rest += [(b, f * e) for b, f in spread[x][0]]
                    kinds += [self.atoms[a]] * int(e)
            for a, _, e in sum(traces, ()):
                if (x := who(name := self.letters[a].name)) is not None:
                    need(e == 1, "a power of what is drawn")
                    mono, word = spread[x]
                    twice = tuple((b, 2 * f) for b, f in mono)
                    drawn_[a] = ((), word, twice) if name[0] == "rows" else (word, (), twice)
                    kinds.append(name)
            others = sum((tuple(p for p in word if p[0] not in drawn_) for word in traces), ())
            need(not laws.keys() & self.made_of(rest, others), "the mean of what is no polynomial")
            for x in set(map(who, kinds)):  # members of a family: one of them, all of them, or some by number
                own = [kind for kind in kinds if who(kind) is x]
                need(len(set(own)) == 1 or all(kind[0] == "at" and kind[2].head == "num" for kind in own),
                     "the mean of members of a family")
            if c:
                out = self.plus(out, self.times({(merged(*rest), ()): c}, self.paired([(w, 0) for w in traces], drawn_)))
        return self.opened(out, rows, cols)

    def paired(self, traces, drawn_):
        self.spend()
        for h, (word, _) in enumerate(traces):
            k = next((k for k, place in enumerate(word) if place[0] in drawn_), None)
            if k is None:
                continue
            g, out = word[k][0], {}
            R, C, scale = drawn_[g]
            K, rest, n, m = self.turned(word, k), traces[:h] + traces[h + 1:], self.letters[g].rows, self.letters[g].cols
            for j, place in enumerate(K):  # tr(G B G D) gives tr(D R B' C), tr(G B G' D) gives tr(B C) tr(D R)
                if place[0] == g:
                    B, D = K[:j], K[j + 1:]
                    new = [(B + C, m), (D + R, n)] if place[1] else [(D + R + self.reversed(B) + C, m)]
                    out = self.plus(out, self.paired(rest + new, drawn_))
            for i, (other, _) in enumerate(rest):  # tr(G K) tr(G D) gives tr(K R D' C)
                for j, place in enumerate(other):
                    if place[0] == g:
                        new = (K + R + self.reversed(self.turned(other, j)) + C, m)
                        out = self.plus(out, self.paired([*rest[:i], new, *rest[i + 1:]], drawn_))
            return self.times(out, {(scale, ()): Fraction(1)})
        return self.product(traces)

    # Equality -------------------------------------------------------------------------------------------------------

    def same(self, a, b):
        need(ZERO in (a, b) or shape(a) == shape(b), MISFIT)
        return a is b or self.is_zero(self.plus(self.value(a), self.value(b), -1))

    def is_zero(self, value):
        """Whether a value is 0 whatever the atoms are; denominators, which are not 0, are cleared."""
        for _ in range(60):
            a = max((a for m, _ in value for a, e in m if self.atoms[a][0] == "poly" and e < 0), default=None)
            if a is None:
                return not value
            least = min(math.floor(dict(m).get(a, 0)) for m, _ in value)
            value = self.times(value, {(((a, -least),), ()): Fraction(1)})
        return False

    # Signs ----------------------------------------------------------------------------------------------------------

    def sign(self, x):
        """What is known of a number: NONZERO | NONNEGATIVE.  Of a matrix: POSITIVE where it is symmetric and positive definite,
        NONNEGATIVE where semi-definite.  Never more than is known; often less."""
        if x not in self.signs:
            (rows, cols), found = shape(x), 0
            for more in (self.structure, self.by_facts, lambda x: self.sign_of(self.value(x))) if rows == cols else ():
                try:
                    told = 0 if found == POSITIVE else more(x)
                except Unknown:
                    continue
                found = found | told if rows == 1 else max(found, told * (told >= NONNEGATIVE))
            self.signs[x] = found
        return self.signs[x]

    def by_facts(self, x):
        value, number = self.value(x), shape(x) == (1, 1)
        told = [sign for gap, sign in self.facts if self.is_zero(self.plus(value, gap, -1)) or (
            sign == NONZERO and self.is_zero(self.plus(value, gap)))]
        return reduce(lambda a, b: a | b if number else max(a, b), told, 0)  # what is psd and not 0 need not be definite

    def nonzero(self, x):
        number = shape(x) == (1, 1)
        return bool(self.sign(x) & NONZERO) or (not number and ("nonzero" in x.traits or self.by_facts(x) & NONZERO > 0))

    def sign_of(self, value):
        """The sign of a value: of each term, and of a sum of such."""
        signs = [self.sign_of_mono(m, c) & self.word_sign(w) for (m, w), c in value.items()]
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
            found &= known if e.denominator == 1 or known & NONNEGATIVE else 0
        return found

    def atom_sign(self, a):
        """What is known of an atom; of the trace of a definite matrix."""
        kind, word = self.atoms[a][0], self.atoms[a][1]
        return self.known[a] | (self.word_sign(word) if kind == "tr" else 0)

    def word_sign(self, word):
        """POSITIVE or NONNEGATIVE for a definite or semi-definite letter, and for I."""
        return POSITIVE if not word else self.letters[word[0][0]].definite() if len(word) == 1 else 0

    def structure(self, x):
        """The sign as it is written, which is lost where brackets are opened."""
        head, args = x.head, x.args
        if head == "+":
            a, b = map(self.sign, args)
            return max(a, b) if a & b & NONNEGATIVE else 0
        if head == "*":
            if not all(shape(a) == (1, 1) for a in args):
                return self.product_sign(factors(x))
            return (self.sign(args[0]) & self.sign(args[1])) | (NONNEGATIVE if args[0] is args[1] else 0)
        if head == "/":
            a, b = map(self.sign, args)
            return (a & NONNEGATIVE if b & NONNEGATIVE else 0) | (a & b & NONZERO)
        if head == "^" and args[1].head == "num" and shape(x) == (1, 1):
            e, base = args[1].value, self.sign(args[0])
            if e.denominator == 1:
                return (NONNEGATIVE if e % 2 == 0 else base & NONNEGATIVE) | (base & NONZERO)
            return NONNEGATIVE | (NONZERO if base == POSITIVE else 0)
        if head in ("abs", "norm_F", "norm_2", "norm_op") or (head == "inner" and args[0] is args[1]):
            return POSITIVE if self.nonzero(args[0]) else NONNEGATIVE
        if head == "tr":
            parts = factors(args[0])  # of two semi-definite matrices, or such products
            return self.sign(args[0]) or NONNEGATIVE * any(
                self.product_sign(parts[:k]) & self.product_sign(parts[k:]) & NONNEGATIVE for k in range(1, len(parts)))
        if head in ("expect", "at0", "minimum", "infimum"):  # at whatever values: no fact counts there
            return Algebra().sign(args[0]) & NONNEGATIVE
        return 0

    def product_sign(self, parts):
        """Of numbers, and of definite matrices that commute, or A X A' with X semi-definite."""
        numbers, parts = ([p for p in parts if (shape(p) == (1, 1)) == one] for one in (True, False))
        scale = reduce(lambda known, p: known & self.sign(p), numbers, POSITIVE)
        if not parts:
            return scale
        if not scale & NONNEGATIVE or shape(parts[0])[0] != shape(parts[-1])[1]:
            return 0
        signs = [self.sign(p) for p in parts]
        if all(signs) and all(self.same(op("*", a, b), op("*", b, a)) for k, a in enumerate(parts) for b in parts[:k]):
            return min(scale, *signs)
        mirrored = len(parts) > 1 and shape(parts[0]) == shape(parts[-1])[::-1] and self.same(op("T", parts[0]), parts[-1])
        return NONNEGATIVE * bool(mirrored and (len(parts) == 2 or self.product_sign(parts[1:-1]) & NONNEGATIVE))


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


def gaussians(x):
    """{what is drawn: its covariance or deviation} where `x` is a polynomial in centred Gaussian vectors and numbers, each
    independent of the others, as the traits cov:NAME and std:NAME say; None where it is something else."""
    laws = {}
    for s in filter(drawn, x.syms):
        told = [t for t in s.traits if t.startswith(("cov:", "std:"))]
        kind, name = (told[0][:3], told[0][4:]) if len(told) == 1 else ("", "")
        needed = {"random", *told} | ({"normal"} if kind == "std" else set())
        if not needed <= s.traits <= needed | {"degenerate", "iid"} | ({"noise"} if kind == "std" else set()):
            return None
        if not kind or s.shape[1] != 1 or (s.shape[0] == 1) != (kind == "std"):
            return None
        law = laws[s] = SYMBOLS.get(name)
        if law is None and (kind, name) == ("cov", "I"):
            continue
        size, wanted = ((1, 1), {"nonnegative", "positive"}) if kind == "std" else ((s.shape[0],) * 2, {"psd", "posdef"})
        told = wanted | {"symmetric", "diagonal", "invertible", "nonzero"}  # nothing that moves, or is drawn itself
        if law is None or law.shape != size or not law.traits & wanted or law.traits - told:
            return None
    return laws if polynomial(x, frozenset(laws)) else None


@cache
def polynomial(x, syms):
    """Whether `x` is a polynomial in these symbols, whatever the others and all signs are."""
    if any(s.traits & INERT for s in x.syms):
        return False
    if x.head == "sym":
        return not ("iid" in x.traits and x in syms)
    if x.head == "num" or constant(x, syms):
        return True
    if x.head == "^" and x.args[1].head == "num":
        e = x.args[1].value
        norm = e % 2 == 0 and x.args[0].head in ("norm_F", "norm_2", "abs")
        return e.denominator == 1 and 0 <= e <= 8 and polynomial(x.args[0].args[0] if norm else x.args[0], syms)
    if x.head == "/":
        return polynomial(x.args[0], syms) and constant(x.args[1], syms)
    if x.head == "expect":
        return gaussians(x.args[0]) is not None and polynomial(x.args[0], syms)
    if x.head in OVER or x.head in ("entry", "row", "col", "at"):
        k = 2 if x.head in OVER else 0
        others = (a for j, a in enumerate(x.args) if j != k)
        return (x.head == "at" or polynomial(x.args[k], syms)) and all(constant(a, syms) for a in others)
    return x.head in ("+", "-", "*", "neg", "T", "tr", "inner", "block", "stack", "beside") and all(
        polynomial(a, syms) for a in x.args)


def constant(x, syms):
    """Whether a term depends on none of these symbols, and that plainly."""
    return not x.syms & syms and x.heads <= POINTWISE | {"num", "sym"}


# Theorems -----------------------------------------------------------------------------------------------------------------

class Bad(Exception):
    """A step that does not hang together."""


class Theorem(NamedTuple):
    """At every point at which the hypotheses hold, so does what is shown; on which axioms, on what trust, on which steps
    (and whether these are trusted) this rests."""

    hypotheses: frozenset
    shows: object
    axioms: frozenset = frozenset()
    trust: frozenset = frozenset()
    rests: frozenset = frozenset()


def negation(p):
    need(p.head in RELATIONS, "the negation of what is no relation")
    a, b = p.args
    need(p.head in ("eq", "ne") or shape(a) == shape(b) == (1, 1), "the negation of an inequality of matrices")
    return {"eq": op("ne", a, b), "ne": op("eq", a, b), "le": op("lt", b, a), "lt": op("le", b, a)}[p.head]


class Log:
    """The steps of a certificate.  Each rule returns the theorems on which its step rests, without the hypotheses of which
    it frees them, and what else is assumed."""

    def __init__(self, nodes, axioms, flow):
        self.nodes, self.axioms, self.flow = nodes, axioms, flow
        self.made, self.algebras, self.schemes = [], {}, {}

    def follow(self, row):
        rule, k = text(row, "rule"), len(self.made)
        below = row.get("from", [])
        if not all(type(j) is int and 0 <= j < k for j in below):
            raise Bad("it rests on itself, or on what is not above it")
        given, shows = [self.made[j] for j in below], at(self.nodes, row.get("shows"))
        try:
            need(not row.get("trust"), "not re-checked")
            need(rule in RULES, f"there is no rule {rule!r}")
            need(not any(p.strange for p in (shows, *(t.shows for t in given))), "it speaks of what is not read")
            used, *more = RULES[rule](self, row, shows, given)
            trust, added, axioms = frozenset(), frozenset(more[:1]), frozenset(more[1:])
        except (Unknown, RecursionError) as why:
            if not row.get("trust"):
                raise Bad(f"step {k} ({rule}) does not follow: {why or 'too deep a computation'}") from why
            used, added, axioms = given, frozenset(), frozenset()
            trust = frozenset({f"{rule} of {shown(shows)}" if rule in ORACLES else f"rule {rule}"})
        hypotheses, rests = frozenset().union(*(t.hypotheses for t in used)) | (added - {None}), frozenset({(k, bool(trust))})
        axioms, trust = axioms.union(*(t.axioms for t in used)), trust.union(*(t.trust for t in used))
        self.made.append(Theorem(hypotheses, shows, axioms, trust, rests.union(*(t.rests for t in used))))

    def at(self, k):
        x = at(self.nodes, k)
        need(not x.strange, "it speaks of what is not read")
        return x

    # Logic ----------------------------------------------------------------------------------------------------------

    def rule_assume(self, row, shows, given):
        return [], form(shows)

    def rule_discharge(self, row, shows, given):
        """p => q from q; p is no longer assumed."""
        p = self.at(row["assumed"])
        need(same(shows, op("implies", p, given[0].shows)), "not this implication")
        return [without(given[0], p)],

    def rule_modus_ponens(self, row, shows, given):
        imp, premise = given
        need(imp.shows.head == "implies" and same(imp.shows.args[0], premise.shows) and same(imp.shows.args[1], shows),
             "not the implication of this")
        return given,

    def rule_contradiction(self, row, shows, given):
        """not p from q and not q under p."""
        p, (one, other) = self.at(row["assumed"]), given
        need(same(negation(one.shows), other.shows) and same(negation(p), shows), "no contradiction")
        return [without(t, p) for t in given],

    def rule_conjoin(self, row, shows, given):
        need(shows.head == "and" and len(shows.args) == len(given) and all(same(p, t.shows) for p, t in zip(shows.args, given)),
             "not these links")
        return given,

    def rule_link(self, row, shows, given):
        (whole,), k = given, row["link"]
        need(whole.shows.head == "and" and type(k) is int and 0 <= k < len(whole.shows.args) and same(whole.shows.args[k], shows),
             "no such link")
        return given,

    # Quantifiers ----------------------------------------------------------------------------------------------------

    def rule_generalise(self, row, shows, given):
        """for all x, p from p: nothing that is assumed speaks of x."""
        x = quantified(shows, "for_all")[0]
        variable(x, given[0].shows)
        need(same(op("for_all", x, given[0].shows), shows), "not what is generalised")
        need(not any(speaks(h, x) for h in given[0].hypotheses), f"a hypothesis speaks of {x.name}")
        return given,

    def rule_specialise(self, row, shows, given):
        x, body = quantified(given[0].shows, "for_all")
        value = self.at(row["value"])
        need(not any(p.head == "exists" and speaks(p, x) for p in below_all(body)) or not depends_on_draws(value),
             "what exists would depend on what is drawn")
        need(same(put(body, {x: value}), shows), "not this instance")
        return [given[0], *self.settled(promises(x, value), given[1:])],

    def rule_exhibit(self, row, shows, given):
        x, body = quantified(shows, "exists")
        value = self.at(row["value"])
        need(not depends_on_draws(value), "what exists would depend on what is drawn")
        need(same(put(body, {x: value}), given[0].shows), "not the body at this value")
        need(not (depends_on_draws(body) and any(map(depends_on_draws, given[0].hypotheses))), "a hypothesis speaks of one outcome")
        return [given[0], *self.settled(promises(x, value), given[1:])],

    def rule_induction(self, row, shows, given):
        """for all k, p(k) from p at the first integer and p(k + 1) under p(k)."""
        (k, goal), (base, step) = quantified(shows, "for_all"), given
        first = {frozenset({"integer", "positive"}): ONE, frozenset({"integer", "nonnegative"}): ZERO}.get(k.traits - {"layer"})
        need(first and k.shape == (1, 1), "an induction is over integers from 0 or 1 on")
        step = without(step, goal)
        need(same(put(goal, {k: first}), base.shows) and same(put(goal, {k: op("+", k, ONE)}), step.shows), "not these steps")
        need(not any(speaks(h, k) for h in step.hypotheses | base.hypotheses), f"a hypothesis speaks of {k.name}")
        return [base, step],

    # Equations, and the flow ----------------------------------------------------------------------------------------

    def rule_rewrite(self, row, shows, given):
        """Equals for equals at one place."""
        equation, whole = given
        need(equation.shows.head == "eq", "no equation")
        left, right = equation.shows.args
        need(ZERO not in (left, right) or shape(left) == shape(right), "0 is no matrix there")

        def walk(x, path):
            if not path:
                need(same(x, left), "another term stands there")
                return right
            k = path[0]
            need(type(k) is int and 0 <= k < len(x.args), "nothing stands there")
            bound, a = scopes(x)[k][1], x.args[k]
            named = x.head in BINDERS and k in range(len(x.args))[BINDERS[x.head][1]]
            need(not named and not (k == 0 and x.head in FUNCTIONS), "nothing is rewritten there")
            need(x.head != "exists" or not depends_on_draws(right), "what exists would depend on what is drawn")
            other = any(touches(bound, s) for s in free(left) | free(right))
            need(not other or (not equation.hypotheses and promises_kept(x)), "a symbol has other values there")
            return node(x.head, (*x.args[:k], walk(a, path[1:]), *x.args[k + 1:]))

        need(same(walk(whole.shows, tuple(row["path"])), shows), "not what is rewritten")
        return given,

    def rule_at_every_time(self, row, shows, given):
        (now,) = given
        now = now._replace(hypotheses=now.hypotheses - {op("here")})
        need(same(shows, op("always", now.shows)) and not any(map(moves, now.hypotheses)), "a hypothesis speaks of one moment")
        return [now],

    def rule_at_one_time(self, row, shows, given):
        need(same(given[0].shows, op("always", shows)), "not about the flow")
        return given, op("here")

    def rule_surely(self, row, shows, given):
        need(same(shows, op("almost_surely", given[0].shows)) and not any(map(depends_on_draws, given[0].hypotheses)),
             "a hypothesis speaks of one outcome")
        return given,

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
        bind = {str(m): ([self.at(x) for x in v[0]], self.at(v[1])) if isinstance(v, list) else self.at(v) for m, v in row["bind"]}
        wanted, said = self.schemes[name].filled(bind)
        need(any(same(p, shows) for p in said), "not what the axiom says")
        for p in said:
            inside = below_all(p)
            need(all(shape(a) == (1, 1) for q in inside if q.head in ("le", "lt") for a in q.args), "an inequality of matrices")
            need(not any(q.head == "exists" and depends_on_draws(q) for q in inside), "what exists would depend on what is drawn")
        return self.settled(wanted, given), None, name

    # Computations -----------------------------------------------------------------------------------------------------

    def algebra(self, given):
        """Values at one point, where what the premises say of signs holds."""
        facts = tuple(dict.fromkeys(t.shows for t in given))
        if facts not in self.algebras or len(self.algebras[facts].atoms) > 3000:
            self.algebras = {k: a for k, a in self.algebras.items() if len(self.algebras) < 6 or not k}
            self.algebras[facts] = Algebra(facts)
        self.algebras[facts].work = 0
        return self.algebras[facts]

    def rule_normal_form(self, row, shows, given):
        """Both sides have one normal form."""
        need(shows.head == "eq", "no equation")
        need(same(*shows.args) or self.algebra(given).same(*shows.args), "not computed")
        return given,

    def rule_sign(self, row, shows, given):
        need(has_sign(shows, self.algebra(given)), "not computed")
        return given,

    def rule_degree(self, row, shows, given):
        """Polynomials are smooth, and have means of what is Gaussian; the loss that the flow follows is that of the model."""
        body, known = shows.args[0], False
        if shows.head == "finite":
            known = body.head == "expect" and gaussians(body.args[0]) is not None
        elif shows.head in ("smooth", "differentiable"):
            xs = frozenset(shows.args[1:])
            known = not any(s.traits & ({"integer", "index", "layer"} | INERT) for s in xs) and polynomial(body, xs)
        elif self.flow and shows.head in ("trains", "smooth_along"):
            loss, moving = self.flow[0], frozenset(self.flow[1])
            others = any(moves(s) and s not in moving for s in body.syms | loss.syms)
            known = polynomial(loss, moving) and not others and (
                body is loss if shows.head == "trains" else polynomial(body, moving))
        need(known, "not seen to be a polynomial")
        return [],


def without(theorem, p):
    return theorem._replace(hypotheses=theorem.hypotheses - {form(p)})


RULES = {name[5:].replace("_", " "): rule for name, rule in vars(Log).items() if name.startswith("rule_")}
ORACLES = {"normal form", "sign", "degree", "density", "slope"}
FUNCTIONS = {"apply", "holds", "activated", "gram", "at"}
"""Heads of which the first argument is a function, or a family."""


def quantified(p, head):
    need(p.head == head, f"no {head}")
    variable(*p.args)
    return p.args


@cache
def below_all(p):
    """A proposition and those in it."""
    return frozenset({p}).union(*(below_all(a) for a in p.args if a.is_prop() or a.head in BINDERS))


def has_sign(p, algebra):
    need(p.head in SAYS, "no sign")
    if p.head in ("psd", "posdef"):
        return algebra.sign(p.args[0]) & SAYS[p.head] == SAYS[p.head]
    a, b = p.args
    if p.head == "ne" and a.head == "det" and b is ZERO:
        return algebra.sign(a.args[0]) == POSITIVE
    if p.head == "ne":
        return algebra.nonzero(a if algebra.same(b, ZERO) else op("-", a, b))
    need(shape(a) == shape(b) == (1, 1), "an inequality of matrices")
    return algebra.sign(b if a is ZERO else op("-", b, a)) & SAYS[p.head] == SAYS[p.head]


RELATED = ("like:", "after:", "over:")


class Scheme:
    """An axiom: where instances of its hypotheses hold, so do those of its conclusions."""

    def __init__(self, data):
        nodes = read_nodes(data["nodes"], axiom=True)
        self.name = data["name"]
        self.metas = {nodes[k].name: nodes[k] for k in data["metas"]}
        self.hypotheses, self.conclusions = ([nodes[k] for k in data[part]] for part in ("hypotheses", "conclusions"))

    def filled(self, bind):
        """What an instance asks, also of the values put in, and what it shows."""
        need(bind.keys() == self.metas.keys(), f"{self.name} asks for values of {', '.join(self.metas)}")
        own = frozenset().union(*(p.syms for p in (*self.hypotheses, *self.conclusions))) - {*self.metas.values()}
        taken = [bind[name] for name, m in self.metas.items() if "variable" in m.traits and isinstance(bind[name], Node)]
        need(len({s.name for s in (*own, *taken)}) == len(own) + len(taken), "one symbol is put in for two")
        need(all(SYMBOLS.setdefault(s.name, s) is s for s in own), "two symbols of one name")
        self.bind, self.wanted = {m: bind[name] for name, m in self.metas.items()}, []
        for m, v in self.bind.items():
            self.suits(m, v)
            self.fits(m, v, bind)
        asked, said = ([self.fill(p, frozenset()) for p in part] for part in (self.hypotheses, self.conclusions))
        return [*asked, *self.wanted], said

    def suits(self, m, v):
        need(isinstance(v, tuple) == ("function" in m.traits), f"no value for {m.name}")
        if isinstance(v, tuple):
            for x in v[0]:
                variable(x, v[1])
        elif "variable" in m.traits:
            variable(v)
            told = {t for t in m.traits if not t.startswith(RELATED)} - {"meta", "variable"}
            need("any" in told or v.traits == told, f"another kind of symbol for {m.name}")
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
        for kind, _, name in (t.partition(":") for t in m.traits if t.startswith(RELATED)):
            other = bind[name]
            if kind == "like":
                need(shape(v) == shape(other), f"{m.name} has the shape of {name}")
                if "variable" in self.metas[name].traits:
                    need("variable" not in m.traits or v.traits == other.traits, f"{m.name} is of the kind of {name}")
                    self.wanted += promises(other, v)
            need(kind != "after" or shape(other)[1] == shape(v)[0], f"{m.name} has as many rows as {name} has columns")
            need(kind != "over" or runs_to(v, other), f"{m.name} runs to {name}")

    def free_of(self, m, spoken, bound):
        let = {FLOW} if "moving" in m.traits else {RANDOM} if "drawn" in m.traits else set()
        need(not any(touches(bound - let, s) for s in spoken), f"what is put in for {m.name} would be captured")

    def fill(self, x, bound):
        """What is put in speaks of nothing that is bound here, but by the function's variables."""
        if x.head == "sym":
            v = self.bind.get(x, x)
            if x in self.bind and "variable" not in x.traits:
                self.free_of(x, free(v), bound)
            return v
        if x.head in ("apply", "holds") and isinstance(v := self.bind.get(x.args[0]), tuple):
            values = [self.fill(a, bound) for a in x.args[1:]]
            need(len(values) == len(v[0]), f"{x.args[0].name} is a function of {len(values)} variables")
            table = dict(zip(v[0], values))
            self.free_of(x.args[0], free(v[1]) - {*v[0]}, bound - table.keys())
            for s, value in table.items():
                asked = promises(s, value)
                need(not any(touches(bound, y) for p in asked for y in free(p)), f"a bound symbol may leave the traits of {s.name}")
                self.wanted += asked
            return put(v[1], table)
        inner = [self.fill(a, bound | {self.bind.get(s, s) for s in away}) for a, (_, away) in zip(x.args, scopes(x))]
        return MOVING[inner[0]] if x.head == "ddt" and inner[0] in MOVING else node(x.head, tuple(inner)) if inner else x


def at(nodes, k):
    if type(k) is not int or not 0 <= k < len(nodes):
        raise Bad("it speaks of a formula that is not there")
    return nodes[k]


def text(data, name):
    value = data.get(name, "") if isinstance(data, dict) else ""
    if not isinstance(value, str):
        raise Bad(f"its {name} is no text")
    return value


# Where terms have values ----------------------------------------------------------------------------------------------

def whole(x):
    """Whether a term is plainly an integer."""
    if x.head in ("+", "-", "*"):
        return all(map(whole, x.args))
    return x.value.denominator == 1 if x.head == "num" else x.head == "sym" and "integer" in x.traits


def counts(k, least=POSITIVE):
    """Whether a term is plainly one of 1, 2, ...; with `least` NONNEGATIVE also 0."""
    return (k.head == "sym" and "index" in k.traits) or (whole(k) and Algebra().sign(k) & least == least)


UP_TO = {"sum": 1, "stack_over": 1, "beside_over": 1, "product_up": 1, "product_down": 1, "sequence": 4}
"""The argument up to which it is counted."""


def promises_kept(x):
    """Whether what a head puts in for its letters keeps their promises, on which what is below may rest."""
    try:
        if x.head == "where":
            return all(s.traits <= {"parameter"} or (v.head == "sym" and s.traits <= v.traits) for s, v in stated(x).items())
        if x.head in ("slope", "sequence"):
            return not x.args[0].traits and (x.head == "slope" or x.args[1].traits <= COUNTED)
        if x.head in OVER:
            return x.args[0].traits <= COUNTED or runs_to(*x.args[:2])
        return x.head not in ("product_up", "product_down") or x.args[0].traits <= COUNTED
    except (Unknown, RecursionError):
        return False


def numbered(x):
    """Whether a member of a family is there, and what is counted up to: layers are counted from 0."""
    if x.head in UP_TO:
        return counts(x.args[UP_TO[x.head]], NONNEGATIVE)
    least = NONNEGATIVE if x.args and "layers" in x.args[0].traits else POSITIVE
    return x.head != "at" or counts(x.args[1], least)


def has_value(x):
    """Means of polynomials in centred Gaussians exist, and so do gradients of polynomials, where what they are made of does."""
    if x.head == "expect":
        return gaussians(x.args[0]) is not None
    return x.head == "grad" and x.args[1].traits <= {"parameter"} and polynomial(x.args[0], frozenset({x.args[1]}))


def asks(x):
    """What a head asks of its arguments, as a proposition, so that there is a value; None where it asks nothing."""
    if x.head not in ("/", "^", "sqrt"):
        return None
    base, e = x.args[0], Fraction(1, 2) if x.head == "sqrt" else x.args[1].value
    if x.head == "/":
        base, e = x.args[1], Fraction(-1)
    number = shape(base) == (1, 1)
    need(e is not None, "a power")
    if e.denominator == 1:
        return None if e >= 0 else op("ne", base if number else op("det", base), ZERO)
    if e > 0:
        return op("le", ZERO, base) if number else op("psd", base)
    return op("lt", ZERO, base) if number else op("posdef", base)


def conditions(prop, hypotheses):
    """The terms of a statement that may lack their values; what traits give is left out, and what hypotheses
    give of this very point."""
    here, anywhere = Algebra([p for h in hypotheses if not h.strange for p in links(h)]), Algebra()
    found = (x for x, at_this_point in terms(prop) if may_lack(x, here if at_this_point else anywhere))
    return list(dict.fromkeys(found))


def may_lack(x, algebra):
    """Whether a term is not seen to have a value where its arguments have theirs."""
    if (x.head in PARTIAL and not has_value(x)) or misfit(x) or not (numbered(x) and promises_kept(x)):
        return True
    try:
        asked = asks(x)
        return asked is not None and not has_sign(asked, algebra)
    except (Unknown, RecursionError):
        return True


def condition(x):
    """That a term has a value, in words."""
    return f"{shown(x) if x.head in ('/', '^', 'sqrt') else x.head} has a value"


def terms(formula):
    """All terms in a formula, each with whether it is looked at just at this point: not below heads that bind or look
    elsewhere, nor in a conclusion."""
    todo = [(formula, True)]
    done = set(todo)
    for x, here in todo:
        yield x, here
        for k, a in enumerate(x.args):
            found = a, here and x.head in POINTWISE | AT_A_POINT and (x.head, k) != ("implies", 1)
            if found not in done:
                done.add(found)
                todo.append(found)


@cache
def links(p):
    """What a proposition says, link by link."""
    return frozenset().union(*map(links, p.args)) if p.head == "and" else frozenset({p})


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
        data = json.loads(raw.decode(), parse_constant=lambda c: None, parse_int=lambda t: int(t[:MOST_DIGITS]),
                          object_pairs_hook=once)
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


def statement(model, flow, prop, hypotheses, where):
    """The digest of what is stated: the model and its flow, the proposition, its hypotheses, the terms that have
    to have values, what the laws in them name."""
    laws = {SYMBOLS[name].digest for p in (prop, *hypotheses) for name in p.mentions if name in SYMBOLS}
    moving = [flow[0].digest, *sorted(x.digest for x in flow[1])] if flow else []
    stated = [sorted(x.digest for x in group) for group in (hypotheses, where)]
    whole = [model, sorted(TIMES), sorted(laws), moving, prop.digest, *stated]
    return hashlib.sha256(json.dumps(whole).encode()).hexdigest()[:40]


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

    def __str__(self):
        if self.status == "failed":
            return printable(f"FAILED    {self.name}: {'; '.join(sorted(self.trust))}")
        trust = f": {'; '.join(sorted(self.trust))}" if self.trust else ""
        where = f", where {'; '.join(self.where)}" if self.where else ""
        axioms = f", by {', '.join(sorted(self.axioms))}" if self.axioms else ""
        steps = f"({self.steps[0]} of {self.steps[1]} steps re-checked)"
        return printable(f"{self.status:<9} {self.name} {steps}{trust}{where}{axioms}")


def start(data):
    """One certificate at a time: its formulas, and its names of the time."""
    global TIMES, ZERO, ONE
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 20 * MOST_DEPTH))  # the same answers from wherever it is called
    for known in (shape, counted, polynomial, scopes, free, formed, put_in, below_all, links):
        known.cache_clear()
    TABLE.clear()
    SYMBOLS.clear()
    SPENT[0] = 0
    ZERO, ONE = num(0), num(1)
    TIMES = frozenset({"t", *map(str, data["times"])})


BROKEN = (Bad, Unknown, KeyError, TypeError, ValueError, AttributeError, IndexError)


def follow(data, nodes, axioms, log=None):
    """The steps of a certificate, and what is wrong with the first that does not follow, if any is."""
    if log is None:
        MOVING.clear()
        log = Log(nodes, axioms, data["flow"] and (at(nodes, data["flow"][0]), [at(nodes, k) for k in data["flow"][1]]))
        if log.flow and not all(x.head == "sym" and x.traits == {"parameter"} for x in log.flow[1]):
            raise Bad("what moves by a flow is a parameter")
        MOVING.update({x: op("neg", op("grad", log.flow[0], x)) for x in log.flow[1]} if log.flow else {})
        free.cache_clear()
    for k in range(len(log.made), len(data["log"])):
        try:
            log.follow(data["log"][k])
        except BROKEN as why:
            return log, f"{why}" if isinstance(why, Bad) else f"step {k} is broken ({why})"
    return log, ""


def verify(data, axioms):
    """The verdicts on the theorems of one certificate, by their names."""
    try:
        start(data)
        nodes, verdicts = read_nodes(data["nodes"]), {}
        hypotheses = [at(nodes, h["prop"]) for h in data["hypotheses"]]
        log, wrong = follow(data, nodes, axioms)
        for theorem in data["theorems"]:
            prop, part, reading = at(nodes, theorem["prop"]), text(theorem, "part"), text(theorem, "reading")
            name = data["id"] + (f" ({part})" if part else "") + (f" [{reading}]" if reading else "")
            if name in verdicts:
                raise Refused("a theorem is stated twice")
            where = [at(nodes, k) for k in theorem["where"]]
            if theorem.get("digest") != statement(data["model"], log.flow, prop, hypotheses, where):
                raise Refused("the digest of a statement is not that of the statement")
            verdicts[name] = of_theorem(name, prop, log, wrong, hypotheses, theorem)
            if theorem["row"] is not None and not {*where} >= {*conditions(prop, hypotheses)}:
                verdicts[name] = Verdict(name, "failed", frozenset({"a condition of the statement is dropped"}))
        return verdicts
    except BROKEN as why:
        raise Refused(f"it is broken ({why})") from why


def of_theorem(name, prop, log, wrong, hypotheses, theorem):
    """What became of a theorem: the last of its steps shows it, from no more than its hypotheses and conditions."""
    failed = Verdict(name, "failed")
    if theorem["row"] is None:
        return failed._replace(status="on trust", trust=frozenset({f"engines: {theorem['trust']}"}))
    if type(theorem["row"]) is not int or not 0 <= theorem["row"] < len(log.made):
        return failed._replace(trust={wrong or "there is no such step"})
    hypotheses = [h for h in hypotheses if not h.strange]  # no step that is checked rests on another
    found = log.made[theorem["row"]]
    if not same(found.shows, prop):
        return failed._replace(trust={"no step shows the statement"})
    cited = {form(at(log.nodes, k)): f"claim {' '.join(map(str, names)).strip()}" for k, *names in theorem["cites"]}
    trust = found.trust | {cited.get(p, f"assumed: {shown(p)}") for p in found.hypotheses - {form(h) for h in hypotheses}}
    if not all(s.name.isascii() for p in (prop, *hypotheses) for s in p.syms):
        trust |= {"symbols that look alike"}
    steps = (sum(not trusted for _, trusted in found.rests), len(found.rests))
    status = "on trust" if trust else "checked"
    where = dict.fromkeys(condition(at(log.nodes, k)) for k in theorem["where"])
    return Verdict(name, status, trust, tuple(where), steps, found.axioms)


def check(files, axioms):
    """The verdicts on [(name, bytes)]; a file that is no certificate is one that failed."""
    verdicts, refused = {}, []
    for name, raw in files:
        try:
            mine = verify(opened(raw, name), axioms)
            if verdicts.keys() & mine.keys():
                raise Refused("its theorems are stated twice")
            verdicts.update(mine)
        except (Refused, RecursionError) as why:
            refused.append(Verdict(name, "failed", {str(why)}))
    return [*refused, *verdicts.values()]


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
    homes = place, folder.parent.parent, folder.parent
    stated = next((home / "axioms.json" for home in homes if (home / "axioms.json").is_file()), None)
    try:
        axioms = read_axioms(stated.read_bytes()) if stated else {}
        found = check([(p.stem, p.read_bytes()) for p in paths], axioms)
    except Refused as why:
        found = [Verdict("axioms.json", "failed", {str(why)})]
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
    print('that terms have values where a line says "where ..." is not shown here')
    counts = {status: sum(v.status == status for v in found) for status in ("checked", "on trust", "failed")}
    print(f"checked {counts['checked']}, on trust {counts['on trust']}, failed {counts['failed']}")
    return 0 if not counts["failed"] and found else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
