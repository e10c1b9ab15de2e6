"""Mutants of verify.py: each leniency lets something false pass, and the hostile certificates tell.

A mutant is one line changed so that something is no longer asked.
"""

import types
from pathlib import Path

import pytest

from proofs_check.certificates import verify
from proofs_check.certificates.axioms import known

from . import by_hand, elsewhere, infima, kernel, letters, more_forgeries, named, places, proofs, rewriting, statements
from . import forged as forging
from .disguises import DISGUISES
from .forged import forged

TEXT = Path(verify.__file__).read_text()


def asked(sentence):
    """What is refused in these words is no longer asked."""
    assert f'"{sentence}"' in TEXT, sentence
    return "def need(found, why):\n    if not found:", f"def need(found, why):\n    if not found and why != {sentence!r}:"


MUTANTS = {
    "gradients past what is not computed": ('need(not any(y is s or hides(y, s) for y in self.made_of(mono, word) for s in table), "a letter within")', 'pass'),
    "I is 1 in any size": ('else (shape(a), self.key(self.value(a))) for', 'else self.key(self.value(a)) for'),
    "symbols that cannot be": (' or not can_be(s):', ':'),
    "negations of inequalities of matrices": asked("the negation of an inequality of matrices"),
    "sizes that are bound": ('keep = any(s.name in a.mentions or any(', 'keep = any(any('),
    "a size of 0": ('|[1-9][0-9]{0,8}|', '|[0-9]{0,9}|'),
    "a size that is no number": ('raise Refused("a size that is no number")', "pass"),
    "letters of slopes keep promises": ('return not x.args[0].traits and (x.head == "slope" or', 'return x.head == "slope" or (not x.args[0].traits and'),
    "numbers and matrices differ": ("or (fact.head in (\"ne\", \"psd\", \"posdef\") and len(sides) == 1)", "or fact.head in (\"ne\", \"psd\", \"posdef\")"),
    "heads of numbers, of matrices": ("(1, 1) if {*shapes} == {(1, 1)} else None", "(1, 1)"),
    "the diagonal of anything": ("(a[0], a[0]) if a[1] == 1 else None", "(a[0], a[0])"),
    "any number of arguments": ('if ARITY.get(head) not in (ANY_NUMBER, len(args)):', 'if False:'),
    "shapes that do not fit are there": ("or misfit(x) or", "or"),
    "means of what looks elsewhere": ('not seen(p) or any(s in bound or drawn(s)', 'any(s in bound or drawn(s)'),
    "slopes in letters that are known": asked("a letter that is known"),
    "slopes of what is not computed": asked("a letter within"),
    "products the other way round": ('pair if x.head == "product_up" else pair[::-1]', "pair"),
    "products up to no layer": ('if k.head == "sym" and {"integer", "nonnegative"} <= k.traits else less(k)', 'if k.head == "sym" else less(k)'),
    "a mask is I": ("return self.plus(number(1), of_word(last + self.reversed(last)), -1)", "return number(1)"),
    "laws are not asked": ('if not needed <= s.traits <= needed | {"degenerate", "iid"} | (', 'if not {*told} <= s.traits <= needed | s.traits | ('),
    "gradients of any symbol": ('need(X.traits <= {"parameter"} and shape(f)', 'need(shape(f)'),
    "no pairing within": ("if place[0] == g:\n                    B, D", "if False:\n                    B, D"),
    "no pairing across": ("for i, (other, _) in enumerate(rest):", "for i, (other, _) in enumerate([]):"),
    "all letters commute": ('return (x.base[0] if x.base else a) == (y.base[0] if y.base else b) or (', 'return True or ('),
    "all diagonal": ('found |= {"symmetric"} if found & {"psd", "diagonal"} else set()', 'found |= {"symmetric", "diagonal"}'),
    "all symmetric": ('found |= {"symmetric"} if found & {"psd", "diagonal"} else set()', 'found |= {"symmetric"}'),
    "all invertible": ('return found | ({"invertible"} if "orthogonal" in found else set())', 'return found | {"invertible"}'),
    "psd is posdef": ('found |= {"posdef"} if {"psd", "invertible"} <= found else set()', 'found |= {"posdef"} if "psd" in found else set()'),
    "all orthogonal": ('return found | ({"invertible"} if "orthogonal" in found else set())', 'return found | {"invertible", "orthogonal"}'),
    "all powers merge": ("merges = sign & NONZERO if", "merges = True if"),
    "roots merge": ("else sign == POSITIVE or (sign & NONNEGATIVE and e > 0)", "else True"),
    "nothing is 0": ('x.traits & SIGN.keys(), 0)', 'x.traits & SIGN.keys(), NONZERO)'),
    "all is positive": ('x.traits & SIGN.keys(), 0)', 'x.traits & SIGN.keys(), POSITIVE)'),
    "traces are equal": ('min(w[k:] + w[:k] for w in both for k in range(len(w)))', 'tuple(sorted(word))'),
    "any two values are the same": ("return not value\n", "return True\n"),
    "a sum is as positive as one part": ("if a & b & NONNEGATIVE else 0\n", "if (a | b) & NONNEGATIVE else 0\n"),
    "a product too": ("found &= known", "found |= known"),
    "norms are positive": ("return POSITIVE if self.nonzero(args[0]) else NONNEGATIVE\n", "return POSITIVE\n"),
    "any product is definite": ("if all(signs) and all(self.same(", "if all(signs) or all(self.same("),
    "any congruence": ("NONNEGATIVE * bool(mirrored and (len(parts) == 2 or self.product_sign(parts[1:-1]) & NONNEGATIVE))", "NONNEGATIVE * bool(mirrored)"),
    "differences are definite": ('if head == "+":\n            a, b = map(self.sign', 'if head in "+-":\n            a, b = map(self.sign'),
    "means of equals at one outcome": ('any(s in bound or drawn(s) for s in p.syms) for p', 'any(s in bound for s in p.syms) for p'),
    "laws are random alone": ('in {"random", "iid", "law", "noise", "label", "cov", "std", *INERT} for t', 'in {"random", "iid"} for t'),
    "covariances that are drawn": ('or law.traits - told:', 'or False:'),
    "families begin anywhere": ('in ("num", "sym") and counts(args[1]):', 'in ("num", "sym"):'),
    "values stated twice": ("need(len(x.args) == 1 + 2 * len(table) and all(", "need(all("),
    "sums of what is hidden": ('and seen(body)', ''),
    "an index that a law names": ('runs_to(i, upper) and i.name not in body.mentions', 'runs_to(i, upper)'),
    "where keeps promises": ('return all(s.traits <= {"parameter"} or', 'return all(True or'),
    "sequences keep promises": ('return not x.args[0].traits and (x.head == "slope" or x.args[1].traits <= COUNTED)', 'return True'),
    "layers that stay": ('"activation", "layers"}', '"activation"}'),
    "conditions are not asked": ('not {*where} >= {*conditions(prop, hypotheses)}', 'False'),
    "any member is there": ('return x.head != "at" or counts(', 'return True or counts('),
    "what is conserved": ('limit always always_along conserved same_flow"', 'limit always always_along"'),
    "seals are not asked": ("if not sealed:", "if False:"),
    "a symbol called 3": ('x.name.isidentifier() and', 'True and'),
    "sums up to any number": ("if x.head in UP_TO:", "if False:"),
    "no two places are the same": ('return 0 if fits(moved_by(i, counted(p)), j)', 'return 0 if True'),
    "members of a family are independent": asked("the mean of members of a family"),
    "a sum of anything": ('need(i not in self.made_of(kept, others) and meets in (0, 2), "a sum of this kind")', 'need(meets in (0, 2), "a sum")'),
    "any number of members in a sum": (' and meets in (0, 2), "a sum', ', "a sum'),
    "a sum over another range": ('need(runs_to(i, upper) and i.name', 'need(i.name'),
    "what is known of one index holds for all": ('and not any(speaks(p, i) for p in self.given), "a sum', 'and True, "a sum'),
    "instances of something else": asked("not this instance"),
    "a pseudo-inverse is an inverse": ('(((a, s, e + f),) if e + f or x.definite() == NONNEGATIVE else ())', '(((a, s, e + f),) if e + f else ())'),
    "rewritten below bound letters": ('any(s in bound or drawn(s) for s in p.syms) for p', 'any(drawn(s) for s in p.syms) for p'),
    "steps on trust are checked": ('trust = frozenset({f"{rule} of', 'trust = frozenset() and frozenset({f"{rule} of'),
    "any implication": asked("not this implication"),
    "any premise of an implication": asked("not the implication of this"),
    "any contradiction": asked("no contradiction"),
    "any conjunction": asked("not these links"),
    "any link": asked("no such link"),
    "for all values of another letter": asked("not what is generalised"),
    "for all values of what is assumed": ("need(not any(speaks(h, x) for h in given[0].hypotheses)", "need(True"),
    "for all values of anything": ("need(s.head == \"sym\" and not s.traits & NEVER_BOUND", "need(True or not s.traits & NEVER_BOUND"),
    "for all values of a size": ('need(not any(s.name in x.mentions for x in formulas), f"{s.name} is a size")', 'pass'),
    "any instance": asked("not this instance"),
    "any value that exists": asked("not the body at this value"),
    "what exists is drawn": ('need(not depends_on_draws(value), "what exists', 'need(True, "what exists'),
    "an induction over anything": ('.get(k.traits - {"layer"})', '.get(k.traits - {"layer"}, ZERO)'),
    "an induction by any steps": asked("not these steps"),
    "an induction from what is assumed": ('need(not any(speaks(h, k) for h in step.hypotheses | base.hypotheses)', 'need(True'),
    "any term is rewritten": asked("another term stands there"),
    "anything is rewritten": asked("not what is rewritten"),
    "names are rewritten": ("need(not named and not (k == 0", "need(not (k == 0"),
    "equals below anything": ('need(not other or (not equation.hypotheses and promises_kept(x)), "a symbol has other values there")', 'pass'),
    "equals below what breaks promises": ('(not equation.hypotheses and promises_kept(x))', 'not equation.hypotheses'),
    "values put in unseen": asked("something put in where it is not seen"),
    "equations from inequalities": ('need(equation.shows.head == "eq", "no equation")', "need(True, 'no')"),
    "one moment for the flow": ('not any(map(moves, now.hypotheses)), "a hypothesis speaks of one moment', 'True, "a hypothesis speaks of one moment'),
    "the flow for everywhere": ('return given, op("here")', 'return given,'),
    "one outcome for all": ("not any(map(depends_on_draws, given[0].hypotheses)),", "True,"),
    "hypotheses of axioms": ("need(all(form(p) in known for p in wanted)", "wanted = [p for p in wanted if form(p) in known]\n        need(True"),
    "conclusions of axioms": asked("not what the axiom says"),
    "what is put in is captured": ("need(not any(touches(bound - let, s) for s in spoken)", "need(True"),
    "a symbol of an axiom that has the name of another": asked("two symbols of one name"),
    "an index up to what may be 0": ("for size in (*s.shape, *(dim(t[6:]) for t in s.traits if t.startswith(\"range:\"))):", "for size in s.shape:"),
    "a size that may be 0": ("if n and (n.shape != (1, 1) or not least <= n.traits <=", "if False and (not least <= n.traits <="),
    "another covariance called I": ('if "cov:I" in s.traits and "I" in SYMBOLS', 'if False and "I" in SYMBOLS'),
    "another law of a symbol in an axiom": ("need(\"any\" in told or v.traits == told", "need(True"),
    "an index of another range": ('need(kind != "over" or runs_to(v, other)', "need(True"),
    "matrices for numbers": ('self.wanted += promises(stand_in(m.name, *m.traits - {"meta", "moving", "drawn"}), v)', "pass"),
    "promises of what is put in": ("return [PROMISES[t](v) for t in sorted(s.traits) if t in PROMISES]", "return []"),
    "captured by what binds": ('need(slot or not any(touches(bound - new.keys(), s) for known', 'need(True or not any(touches(bound - new.keys(), s) for known'),
    "means of anything are finite": ('known = body.head == "expect" and gaussians(body.args[0]) is not None', "known = True"),
    "anything is smooth": ("and polynomial(body, xs)", ""),
    "assumptions are no trust": ('cited.get(p, f"assumed: {shown(p)}") for p in found.hypotheses', 'cited[p] for p in cited.keys() & found.hypotheses'),
    "any step shows the statement": ("if not same(found.shows, prop):", "if False:"),
    "what is put in within": asked("a letter within"),
    "what is not read": ('need(not any(p.strange for p in (shows, *(t.shows for t in given)))', "need(True"),
    "two symbols of one name": ("if SYMBOLS.setdefault(s.name, s) is not s:", "if False:"),
    "what is psd and not 0 is definite": ("a | b if number else max(a, b)", "a | b"),
    "no two values of one draw": ("if RANDOM in bound and drawn(s):", "if False:"),
    "laws that are not told": ('if law else stand_in(LAW)', 'if law else stand_in("(nothing)")'),
    "what the flow does elsewhere": ('if s.name == ANYTHING or not bound:', 'if not bound:'),
    "a flow that speaks of nothing": ('found.add(stand_in(LAW, *["random"] * of_draws))', "pass"),
    "a flow that is the same for each outcome": ('stand_in(LAW, *["random"] * of_draws)', "stand_in(LAW)"),
    "numbers that are kernels": ('{"kernel", "psd"} <= x.args[0].traits', '"psd" in x.args[0].traits'),
    "functions put in as numbers": ("need(not named and not (k == 0 and x.head in FUNCTIONS)", "need(not named"),
    "places from the end": ("need(type(k) is int and 0 <= k < len(x.args)", "need(True"),
    "families of matrices": asked("a family of matrices"),
    "sizes of what is bound": ("return s.name in x.mentions or any(y is s", "return any(y is s"),
    "a context that stays": ('{"parameter", *INERT} or s.name in TIMES', '{"parameter"} or s.name in TIMES'),
    "a context that depends on nothing": ("or s.name == ANYTHING or unseen or", "or s.name == ANYTHING or"),
    "a power of what is singular": ('return x.definite() == POSITIVE or (e.denominator == 1 and "invertible" in x.traits)', "return True"),
    "signs of what is not square": ("if rows == cols else ():", "if True else ():"),
    "a citation is shown": ('cited.get(p, f"assumed: {shown(p)}") for p in found.hypotheses', 'f"assumed: {shown(p)}" for p in found.hypotheses - cited.keys()'),
    "inverses in a sum p X + q I": ("if y.base and y.base[0] == a and f < 0 and (", "if y.base and (y.base[0] == a or True) and f < 0 and ("),
}  # fmt: skip


def _mutant(name):
    old, new = MUTANTS[name]
    assert old in TEXT, name
    made = types.ModuleType("mutant")
    exec(compile(TEXT.replace(old, new), "mutant", "exec"), made.__dict__)
    return made


def _all():
    for prop in (*statements.FALSE_EQUATIONS, *places.FALSE):
        yield forged(prop, [("1", prop, statements.IDENTITY, [])])
    for prop in statements.FALSE_SIGNS:
        yield forged(prop, [("1", prop, statements.POSITIVITY, [])])
    for make in (*proofs.FALSE.values(), *places.FALSE_PROOFS.values(), *infima.FALSE.values()):
        yield make()
    for make in kernel.FALSE.values():
        yield make()
        data = make()
        for row in data["log"][:-1]:
            row["trust"] = True
        data["seal"] = verify.seal(data)
        yield data
    for make in (*more_forgeries.FALSE.values(), *named.FALSE.values(), *elsewhere.FALSE.values(), *letters.FALSE.values(), *rewriting.FALSE.values()):
        yield make()
    edited = proofs.TRUE["an implication"]()
    edited["page"] = "something else"
    yield edited


@pytest.fixture(scope="module")
def hostile():
    bundles = [[data] for data in _all()] + [make() for make in (*proofs.BUNDLES.values(), *more_forgeries.BUNDLES.values(), *named.BUNDLES.values(), *elsewhere.BUNDLES.values(), *kernel.BUNDLES.values())]
    return [[(d["id"].replace("/", "_"), verify.canonical(d).encode()) for d in bundle] for bundle in bundles]


def _lets_pass(program, bundle):
    """Whether the last certificate of the bundle, which is wrong, is checked."""
    name = bundle[-1][0].replace("_", "/")
    return any(found.status == "checked" and found.name == name for found in program.check(bundle, known()))


def test_verify_py_itself_checks_none(hostile):
    assert not [bundle for bundle in hostile if _lets_pass(verify, bundle)]


@pytest.mark.parametrize("name", MUTANTS)
def test_a_leniency_is_caught(name, hostile, monkeypatch):
    made = _mutant(name)
    monkeypatch.setattr(forging, "verify", made)  # formulas that are refused have no digest but the mutant's
    bundles = [[make()] for make in (*DISGUISES.values(), *elsewhere.UNREADABLE.values(), *kernel.UNREADABLE.values())] + [make() for make in (*elsewhere.BUNDLES.values(), *by_hand.FORGED.values())]
    disguised = [[(d["id"].replace("/", "_"), verify.canonical(d).encode()) for d in bundle] for bundle in bundles]

    def passes(bundle):
        try:
            return _lets_pass(made, bundle)
        except Exception:  # a mutant that breaks is caught, too
            return True

    assert any(passes(bundle) for bundle in (*hostile, *disguised))
