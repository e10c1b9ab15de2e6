"""The truth tables of the interpreter, at one point and everywhere; each line of it, changed, is seen here."""

from __future__ import annotations

from itertools import product

import pytest

from proofs_check.logic import (
    Answer,
    AtPoint,
    Engine,
    Everywhere,
    Open,
    Truth,
    Values,
    all_of,
    any_of,
    known,
    opposite,
    truth,
    unknown,
)
from proofs_check.logic.interpreter import MEANINGS
from proofs_check.statement.heads import PROPS
from proofs_check.statement.mistakes import Lacks
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    always,
    commute,
    conj,
    defined,
    eq,
    exists,
    for_all,
    iff,
    implies,
    le,
    ne,
    posdef,
    same_shape,
)
from proofs_check.statement.terms import Dim, Sym, Term, index, matrix, scalar

FALSE, UNKNOWN, TOUCHES, VACUOUS, TRUE = Truth
a, b, c = scalar("a"), scalar("b"), scalar("c")
A, B = matrix("A"), matrix("B")
i = index("i", "d")
P, Q, R = le(a, 0), le(b, 0), le(c, 0)


class Told:
    """An engine that is told the truth of each proposition, and keeps what it was asked."""

    name = "told"

    def __init__(self, **truths: Truth | Exception) -> None:
        self.truths, self.asked, self.seen = truths, [], []

    def said(self, prop: Prop) -> Answer:
        (name,) = {s.name for s in prop.args if isinstance(s, Sym)} or {"a"}
        self.asked.append(name)
        found = self.truths[name]
        if isinstance(found, Exception):
            raise found
        return Answer(found, (Lacks(f"open: {name}"),) if found.known is None else (), (name,))

    def met(self, prop: Prop, first: Answer, second: Answer) -> None:
        self.seen.append((prop.head, first.truth, second.truth))


class Point(Told, AtPoint):
    """One point."""


class Many(Told, Everywhere):
    """A set of points, at all of which the condition of an implication holds."""

    def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
        return known(True), self


def at_point(prop: Prop, **truths: Truth | Exception) -> Truth:
    return truth(prop, Point(**truths)).truth


KLEENE = [FALSE, UNKNOWN, TRUE]


@pytest.mark.parametrize(("p", "q"), list(product(KLEENE, repeat=2)))
def test_connectives_are_those_of_kleene_at_one_point(p: Truth, q: Truth) -> None:
    def value(x: bool | None, y: bool | None) -> bool | None:
        if x is False:
            return True
        return True if y else None if x is None or y is None else False

    assert at_point(conj(P, Q), a=p, b=q) == min(p, q)
    assert at_point(implies(P, Q), a=p, b=q).known is value(p.known, q.known)
    both = [value(p.known, q.known), value(q.known, p.known)]
    assert at_point(iff(P, Q), a=p, b=q).known is (False if False in both else None if None in both else True)


@pytest.mark.parametrize(
    ("p", "q", "found"),
    [
        (FALSE, TRUE, VACUOUS), (FALSE, FALSE, VACUOUS), (UNKNOWN, TRUE, VACUOUS), (UNKNOWN, FALSE, UNKNOWN),
        (TOUCHES, FALSE, UNKNOWN), (TOUCHES, UNKNOWN, UNKNOWN), (TOUCHES, TOUCHES, TOUCHES), (TOUCHES, TRUE, TRUE),
        (UNKNOWN, TOUCHES, UNKNOWN), (TRUE, TOUCHES, TOUCHES), (VACUOUS, FALSE, FALSE), (TRUE, TRUE, TRUE),
    ],
)
def test_an_implication_whose_condition_is_not_known_to_hold_is_true_in_vain_at_most(
    p: Truth, q: Truth, found: Truth
) -> None:
    assert at_point(implies(P, Q), a=p, b=q) is found


@pytest.mark.parametrize(
    ("p", "q", "found"),
    [
        (FALSE, FALSE, TRUE), (FALSE, VACUOUS, FALSE), (TOUCHES, TRUE, TOUCHES), (TOUCHES, FALSE, UNKNOWN),
        (TOUCHES, TOUCHES, TOUCHES), (VACUOUS, TRUE, TRUE), (VACUOUS, VACUOUS, TRUE), (UNKNOWN, FALSE, UNKNOWN),
    ],
)  # fmt: skip
def test_an_equivalence_that_only_touches_is_not_told(p: Truth, q: Truth, found: Truth) -> None:
    assert at_point(iff(P, Q), a=p, b=q) is found


def test_what_stands_behind_a_condition_that_fails_is_not_asked() -> None:
    at = Point(a=FALSE, b=ZeroDivisionError("b has no value here"))
    assert truth(implies(P, Q), at).truth is VACUOUS
    assert truth(conj(P, Q), at).truth is FALSE
    assert at.asked == ["a", "a"]


def test_what_has_no_value_under_a_condition_that_may_hold_is_an_error() -> None:
    for p in (TRUE, UNKNOWN):
        with pytest.raises(ZeroDivisionError):
            at_point(implies(P, Q), a=p, b=ZeroDivisionError("b has no value here"))


def test_what_is_lacking_becomes_a_reason_and_is_kept() -> None:
    found = truth(conj(P, Q, R), Point(a=Lacks("no a"), b=TRUE, c=UNKNOWN))
    assert (found.truth, [str(w) for w in found.why]) == (UNKNOWN, ["no a", "open: c"])
    with pytest.raises(Lacks, match="no a"):
        found.read()
    assert Answer(UNKNOWN, (Open("open"),)).read() is UNKNOWN
    assert truth(Q, Point(b=TRUE)).read() is TRUE
    assert at_point(conj(P, Q), a=Lacks("no a"), b=FALSE) is FALSE


def test_an_engine_may_be_silent_about_what_has_no_value() -> None:
    class Silent(Point):
        silent = (Lacks, ZeroDivisionError)

    found = truth(P, Silent(a=ZeroDivisionError("1/0")))
    assert (found.truth, str(found.why[0])) == (UNKNOWN, "told lacks a value here: 1/0")


def test_evidence_is_kept_of_what_is_known() -> None:
    assert truth(conj(P, Q), Point(a=TRUE, b=TRUE)).evidence == ("a", "b")
    assert truth(conj(P, Q), Point(a=TRUE, b=FALSE)).evidence == ("b",)
    assert truth(implies(P, Q), Point(a=TRUE, b=FALSE)).evidence == ("b",)
    assert truth(implies(P, Q), Point(a=UNKNOWN, b=TRUE)).evidence == ("b",)


def test_a_definition_is_not_decided_beside_other_links() -> None:
    name = defined(a, a)
    assert at_point(conj(name, Q), b=TRUE) is TRUE
    assert at_point(conj(name), a=FALSE) is FALSE  # alone it is asked of the engine


def test_engines_are_told_of_conditions_that_may_hold_and_of_equivalences() -> None:
    at = Point(a=TRUE, b=FALSE, c=FALSE)
    truth(conj(implies(P, P), implies(R, Q), iff(Q, R)), at)
    assert at.seen == [("implies", TRUE, TRUE), ("iff", FALSE, FALSE)]


def test_what_is_compared_for_a_condition_or_an_equivalence_is_compared_aside() -> None:
    class Recording(Point):
        def aside(self) -> Engine:
            return Point(a=TRUE, b=TRUE)

    at = Recording(a=FALSE, b=FALSE)
    assert truth(iff(P, Q), at).truth is TRUE
    assert truth(implies(P, Q), at).truth is FALSE
    assert at.asked == ["b"]


def test_a_conclusion_is_read_at_the_points_at_which_the_condition_holds() -> None:
    class Moving(Point):
        def under(self, hypothesis: Prop) -> tuple[Answer, Engine]:
            return known(True), Point(b=TRUE)

    assert truth(implies(P, Q), Moving(a=TRUE, b=FALSE)).truth is TRUE


def test_an_engine_may_decide_an_implication_or_an_equivalence_as_a_whole() -> None:
    class Eliminating(Point):
        def implied(self, hypothesis: Prop, conclusion: Prop) -> Answer | None:
            return known(False) if conclusion == R else None

        def equivalent(self, one: Prop, other: Prop) -> Answer | None:
            return known(False) if other == R else None

    at = Eliminating(a=TRUE, b=TRUE, c=TRUE)
    assert [truth(p, at).truth for p in (implies(P, R), implies(P, Q), iff(P, R), iff(P, Q))] == [
        FALSE, TRUE, FALSE, TRUE,
    ]  # fmt: skip


# Everywhere ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(
    ("p", "q", "found"),
    [(TRUE, TRUE, True), (TRUE, FALSE, False), (FALSE, TRUE, False), (FALSE, FALSE, None), (UNKNOWN, TRUE, None)],
)  # fmt: skip
def test_two_statements_that_both_fail_somewhere_need_not_fail_at_the_same_points(
    p: Truth, q: Truth, found: bool | None
) -> None:
    assert truth(iff(P, Q), Many(a=p, b=q)).known is found


def test_what_is_not_equal_everywhere_is_not_unequal_everywhere() -> None:
    assert truth(ne(a, a), Many(a=FALSE)).known is None
    assert truth(ne(a, a), Many(a=TRUE)).known is False
    assert [at_point(ne(a, a), a=t) for t in (FALSE, TRUE, TOUCHES)] == [TRUE, FALSE, UNKNOWN]


def test_a_condition_is_met_everywhere_only_where_the_engine_says_at_which_points() -> None:
    class Plain(Told, Everywhere):
        """Engine that says nothing of conditions."""

    assert truth(implies(P, Q), Plain(a=FALSE, b=FALSE)).known is None
    assert truth(implies(P, Q), Many(a=FALSE, b=FALSE)).truth is FALSE


# Quantifiers --------------------------------------------------------------------------------------------------

class Counting(Point):
    """One point, at which the values of a variable are numbered."""

    whole = True

    def values(self, variable: Sym, body: Prop) -> Values:
        return Values([(Q, self), (R, self)], self.whole)

    def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer | None:
        return None


class Some(Counting):
    whole = False


@pytest.mark.parametrize(("q", "r"), list(product(KLEENE, repeat=2)))
def test_quantifiers_over_all_values_are_conjunctions_and_disjunctions(q: Truth, r: Truth) -> None:
    at = Counting(b=q, c=r)
    assert truth(for_all(a, P), at).truth == min(q, r)
    assert truth(exists(a, P), at).truth == max(q, r)


@pytest.mark.parametrize(("q", "r"), list(product(KLEENE, repeat=2)))
def test_quantifiers_over_some_values_tell_one_way_alone(q: Truth, r: Truth) -> None:
    at = Some(b=q, c=r)
    every, one = truth(for_all(a, P), at), truth(exists(a, P), at)
    assert every.known is (False if FALSE in (q, r) else None)
    assert every.truth is (TOUCHES if (q, r) == (TRUE, TRUE) else min(q, r))
    assert one.known is (True if TRUE in (q, r) else None)


@pytest.mark.parametrize(
    ("q", "r", "found"), [(VACUOUS, TRUE, TRUE), (VACUOUS, VACUOUS, VACUOUS), (VACUOUS, TOUCHES, TOUCHES)]
)
def test_a_condition_need_not_hold_for_every_value(q: Truth, r: Truth, found: Truth) -> None:
    assert truth(for_all(a, P), Counting(b=q, c=r)).truth is found
    assert truth(conj(Q, R), Point(b=q, c=r)).truth is min(q, r)


def test_a_value_that_the_point_happens_to_have_shows_no_general_statement() -> None:
    """A wrong twin of the quantifier: with its one value it would be true, and its negation false."""
    every = for_all(b, Q)
    assert at_point(every, b=TRUE) is TOUCHES
    assert at_point(implies(every, R), b=TRUE, c=FALSE) is UNKNOWN
    assert at_point(iff(every, R), b=TRUE, c=FALSE) is UNKNOWN
    assert "not every value of b" in str(truth(every, Point(b=TRUE)).why[0])
    assert truth(every, Many(b=TRUE)).truth is TRUE


def test_a_condition_that_the_value_at_the_point_does_not_meet_is_no_agreement() -> None:
    assert at_point(for_all(b, Q), b=VACUOUS) is UNKNOWN
    assert truth(for_all(a, P), Some(b=VACUOUS, c=TRUE)).truth is TOUCHES


def test_where_no_value_will_do_everywhere_one_may_at_each_point() -> None:
    class Numbered(Counting, Many):
        one_point = False

    assert truth(exists(a, P), Numbered(b=FALSE, c=FALSE)).known is None
    assert truth(exists(a, P), Numbered(b=FALSE, c=TRUE)).known is True


def test_a_search_may_decide_what_exists() -> None:
    class Searching(Point):
        def exists(self, prop: Prop, variable: Sym, body: Prop) -> Answer | None:
            return known(False)

    assert truth(exists(a, P), Searching()).truth is FALSE
    assert isinstance(truth(exists(a, P), Point(a=TRUE)).why[0], Lacks)


def test_what_nothing_binds_is_meant_for_every_value() -> None:
    class Indexed(Counting):
        def free(self, prop: Prop) -> Sym | None:
            return i if prop == P else None

    assert [truth(P, Indexed(b=TRUE, c=r)).truth for r in (TRUE, FALSE)] == [TRUE, FALSE]


# Heads --------------------------------------------------------------------------------------------------------

def test_products_are_compared_to_tell_whether_matrices_commute() -> None:
    class Comparing(Point):
        def equal(self, prop: Prop, lhs: Term, rhs: Term) -> Answer:
            return known((lhs, rhs) == (A * B, B * A))

    assert truth(commute(A, B), Comparing()).truth is TRUE


def test_shapes_that_differ_in_general_may_agree_at_one_point() -> None:
    class Sized(Point):
        d = 1

        def size(self, dim: Dim) -> int | None:
            return self.d if dim == "d" else 1

    class Larger(Sized):
        d = 2

    pairs = same_shape(A, B), same_shape(A, scalar("s"))
    for at, expected in ((Many(), [True, False]), (Point(), [True, None]), (Sized(), [True, True]),
                         (Larger(), [True, False])):  # fmt: skip
        assert [truth(p, at).known for p in pairs] == expected


@pytest.mark.parametrize("prop", [almost_surely(P), always(P), posdef(A), exists(a, P), eq(a, b), Prop("order", ())])
def test_an_engine_that_says_nothing_says_what_it_lacks(prop: Prop) -> None:
    class Nothing(AtPoint):
        name = "nothing"

    (why,) = truth(prop, Nothing()).why
    assert str(why) == f"nothing lacks a reading of '{prop.head}'"


def test_a_set_of_points_without_conditions_says_what_it_lacks() -> None:
    with pytest.raises(Lacks, match="lacks points that meet a condition"):
        Everywhere().under(P)


def test_the_interpreter_speaks_of_heads_of_the_language_alone() -> None:
    assert MEANINGS.keys() <= PROPS.keys()


# Answers ------------------------------------------------------------------------------------------------------

def test_answers_are_joined_by_the_least_and_the_greatest() -> None:
    for p, q in product(Truth, repeat=2):
        pair = [Answer(t, (Open("open"),) if t.known is None else ()) for t in (p, q)]
        assert all_of(pair).truth == min(p, q)
        assert any_of(pair).truth == max(p, q)
        assert bool(all_of(pair).why) is (all_of(pair).known is None)
        assert bool(any_of(pair).why) is (any_of(pair).known is None)
    assert (all_of([]).truth, any_of([]).truth) == (TRUE, FALSE)


def test_grades_have_three_values() -> None:
    assert [t.known for t in Truth] == [False, None, None, True, True]


def test_the_negation_of_what_fails_somewhere_is_unknown() -> None:
    assert [opposite(Answer(t), True).known for t in KLEENE] == [True, None, False]
    assert [opposite(Answer(t), False).known for t in KLEENE] == [None, None, False]
    assert unknown().why
