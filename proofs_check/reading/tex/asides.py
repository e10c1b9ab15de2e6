"""Words of a sentence that suppose nothing of its letters: what it is about, how it follows, where it is shown."""

from __future__ import annotations

import re

from . import vocabulary as v
from .cursor import Cursor
from .facts import declaration, names_in, states
from .harmless import asserts, averages, lead_word, names_a_matter, names_a_side

_STEPS = frozenset({("one", "step"), ("a", "step"), ("gradient", "descent")})


def aside(at: Cursor) -> bool:
    """Whether such words follow; the cursor is behind them then."""
    forms = (_subject, _conditionally, _said_before, _named_fact, _unbiased, _cited, _name, _lead, _comment)
    return at.past(v.IDLE) is not None or any(form(at) for form in forms)


def of_a_definition(at: Cursor) -> bool:
    """``The matrix $P$ satisfies``, of a letter that has a formula: what follows is stated of it."""
    k, behind = 0, at.items[at.k - 1] if at.k else None
    while at.word(k) in v.SUBJECTS | v.SUBJECT_ADJECTIVES | {"the"}:
        k += 1
    names: tuple[str, ...] | None = ()
    if k == 0 and behind is not None and behind.kind == "math" and at.phrase(v.SATISFY_VERBS) is not None:
        found = declaration(behind.body.chars)
        names = found.names if found is not None and found.sign == ":=" else ()
    elif at.kind(k) == "math":
        names, k = names_in(at.formula(k)), k + 1
    verb = at.phrase(v.SATISFY_VERBS, k)
    if not names or not at.with_formulas().issuperset(names) or verb is None:
        return False
    k += len(verb)
    return at.kind(k) == "math" and states(at.formula(k)) and at.step(k)


def _conditionally(at: Cursor) -> bool:
    """``Conditionally on $x$,`` before a mean that says that it is conditional on x, and on nothing else."""
    k, names = 2, set[str]()
    while at.word(k) == "and" or at.kind(k) == "math":
        names |= set(names_in(at.formula(k)) or ()) if at.kind(k) == "math" else set()
        k += 1
    means = [piece.body.chars for piece in at.items[at.k + k :] if piece.kind == "math"]
    given = [set(names_in(found[1]) or ()) for mean in means for found in _GIVEN.finditer(mean)]
    named = at.word() in ("conditionally", "conditional") and at.word(1) == "on" and bool(names)
    same = len(given) == len(means) == 1 and given[0] == names
    return named and at.kind(k) == "comma" and same and at.step(k + 1)


_GIVEN = re.compile(r"\\(?:mid|middle\s*\|)([^|\]]*?)(?:\\(?:right|[bB]igg?r?))?\s*\]")


def of_layer(at: Cursor) -> bool:
    """``for the second layer,`` and ``for every factorization,``: the formula says so, too."""
    words = [at.word(k) for k in range(4)]
    if words[0] == "for" and words[1] in ("every", "any", "each") and words[2] in ("factorization", "factorisation"):
        return at.kind(3) == "comma" and at.step(3)
    named = words[:2] == ["for", "the"] and words[2] in v.ORDINALS and words[3] in v.OF_NETWORKS
    return named and at.kind(4) == "comma" and at.step(4)


def _said_before(at: Cursor) -> bool:
    """``the error contracts linearly,`` and ``does not depend on the length, that is,``: the formula says it again."""
    k = 1
    while names_a_side(at.word(k), at.word(k - 1), at.word(k - 2)) and at.word(k) not in v.MOVES:
        k += 1
    if at.word() not in ("the", "its") or k < 2:
        return False
    none_ = ("does", "not", "depend", "on", "the")
    if at.phrase([none_], k) is not None:
        k += len(none_)
        while at.word(k) in v.LENGTHS | v.COLLECTIONS | {"of", "the"}:
            k += 1
        k += 3 if at.kind(k) == "comma" and at.phrase([("that", "is")], k + 1) else 0
    elif at.word(k) in v.MOVES:
        k += 1 + (at.word(k + 1) in v.RATES)
    return at.kind(k) == "comma" and at.word(k - 1) in v.MOVES | v.RATES | {"is"} and at.kind(k + 1) == "math" and (
        at.step(k + 1))  # fmt: skip


def _named_fact(at: Cursor) -> bool:
    """``We have the Cauchy--Schwarz inequality for the trace,``"""
    k = 1
    while at.word(k) and (lead_word(at.word(k)) or at.word(k) in ("for", "of", "the")):
        k += 1
    ends = k + (at.kind(k) == "comma")
    have = at.word(-1) in ("have", "obtain", "get") and at.word() == "the" and k > 1
    return have and at.kind(ends) == "math" and at.step(ends)


def _unbiased(at: Cursor) -> bool:
    """``The estimator is unbiased, that is,`` before a mean, which says it again."""
    k = 1
    while names_a_matter(at.word(k)):
        k += 1
    if at.word() not in ("the", "our") or k < 2 or at.word(k) not in ("is", "are") or at.word(k + 1) != "unbiased":
        return False
    k += 2
    while at.kind(k) == "comma" or at.word(k) in ("that", "is", "i.e.", "namely"):
        k += 1
    return re.match(r"\s*(\\mathbb\s*\{?\s*E|\\E(?![A-Za-z])|E\s*\[)", at.formula(k)) is not None and at.step(k)


def _comment(at: Cursor) -> bool:
    """``(by linearity)``, beside a row of a display."""
    k = 1
    while at.word(k) not in ("", ")") and lead_word(at.word(k), at.idle):
        k += 1
    return at.word() == "(" and at.word(k) == ")" and k > 1 and at.step(k + 1)


def _name(at: Cursor) -> bool:
    """``The population loss of the predictor in (1) is``, before a definition: what that is called."""
    k = 1
    while names_a_matter(at.word(k)):
        k += 1
    k += 2 * (at.word(k) == "in" and at.kind(k + 1) == "ref")
    k += len(at.phrase(v.VERBS, k) or ())
    first = at.word() in ("the", "our") or (at.word(), at.word(1)) in _STEPS
    return first and k > 1 and _defines(at, k) and at.step(k)


def _lead(at: Cursor) -> bool:
    """``By linearity of the expectation,``: words before a comma or a relation that carry no condition."""
    k = 0
    if averages([*map(at.word, range(3))]):
        return False
    while at.word(k) and lead_word(at.word(k), at.idle):
        k += 1
    if at.word(k) in ("is", "be") and k and _defines(at, k + 1):
        k += 1
    if k and (_defines(at, k) or (at.kind(k) == "" and at.word() in ("by", "from", "using"))):
        return at.step(k)
    ends = at.kind(k) == "comma" or (at.kind(k) == "math" and asserts([*map(at.word, range(k))]))
    ends = ends and (at.k != at.declared or at.word() in ("by", "from", "using", "via"))
    return (ends or all(at.word(j) in at.idle for j in range(k))) and at.step(k)


def _defines(at: Cursor, k: int) -> bool:
    """Whether a definition follows, as in ``The estimator is``, the verb being passed over, too."""
    found = declaration(at.formula(k)) if at.kind(k) == "math" else None
    return found is not None and found.sign == ":="


def _cited(at: Cursor) -> bool:
    """``By Lemma 3``: no condition; an equation, or a bare number, may be one that is assumed."""
    results = ("lemma", "theorem", "proposition", "corollary")
    k = 0
    while at.word(k) in ("by", "from", "see", "using", "equation", "and", *results):
        k += 1
    return at.kind(k) == "ref" and any(at.word(j) in results for j in range(k)) and at.step(k + 1)


def _subject(at: Cursor) -> bool:
    """``The gradient of the loss is``, before a formula that is a relation."""
    if at.word() not in ("the", "its"):
        return False
    k, noun = 1, False
    while (word := at.word(k)) and at.phrase(v.VERBS, k) is None:
        if not names_a_side(word, at.word(k - 1), at.word(k - 2)):
            return False
        noun = noun or bool({word, word.removesuffix("s")} & v.SUBJECTS)
        k += 1
        if noun and word == "of" and (at.kind(k) == "ref" or names_in(at.formula(k) or "1")):
            k += 1
            break
    verb = at.phrase(v.VERBS, k)
    k += len(verb or ())
    if at.phrase(v.SATISFY_VERBS, k - 1) is not None and at.word(k) == "the":
        k += 1 + (at.word(k + 1) == "normal")
        k += at.word(k) in ("equation", "equations", "identity", "identities")
    return verb is not None and noun and at.kind(k) == "math" and at.step(k)
