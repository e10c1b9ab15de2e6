"""Proofs that a forger would have checked: each shows something false, or something true by what does not show it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from proofs_check.statement.props import (
    always,
    commute,
    conj,
    eq,
    exists,
    for_all,
    iff,
    implies,
    le,
    limit,
    lt,
    ne,
    posdef,
    psd,
)
from proofs_check.statement.terms import (
    at0,
    ddt,
    expect,
    inv,
    minimum,
    parameter,
    scalar,
    term,
    total,
    tr,
    where,
    zeros,
)

from .forged import forged, sealed
from .statements import A, B, I, L, S, a, b, c, d, f, i, n, p, q, r, u, v, x, y, z

ONE = term(1)
g = parameter("g")


def by(rule: str, **more: Any) -> dict[str, Any]:
    return {"rule": rule, **more}


def identity(*multipliers: Any) -> dict[str, Any]:
    return by("Identity", multipliers=list(multipliers))


def combination(*multipliers: Any, plus: tuple[Any, ...] = ()) -> dict[str, Any]:
    return by("Combination", multipliers=list(multipliers), plus=list(plus))


def assume(whole: bool = False) -> dict[str, Any]:
    return by("Assume", whole=whole)


def discharge(name: str) -> dict[str, Any]:
    return by("Discharge", assumption=name)


def cites(prop: Any, given: Any = (), bind: Any = (), model: Any = ("", "none"), id: str = "own/other") -> dict[str, Any]:
    cited = {"prop": prop, "given": list(given), "model": list(model)}
    return by("FromClaim", id=id, part="", reading="", bind=list(bind), cited=cited)


positive = by("Positivity")
into = by("Substitution", into="into")
goal = eq(a, b)
lemma = {"h": eq(a, b)}

TRUE: dict[str, Callable[[], dict[str, Any]]] = {
    "a multiple of a premise": lambda: forged(eq(2 * a, 2 * b), [("1", eq(2 * a, 2 * b), identity(2), ["h"])], lemma),
    "an implication": lambda: forged(implies(eq(a, b), eq(b, a)), [
        ("A", eq(a, b), assume(), []), ("1", eq(b, a), identity(-1), ["A"]),
        ("2", implies(eq(a, b), eq(b, a)), discharge("A"), ["A", "1"])]),
    "something put in": lambda: forged(eq(A * B, A * L), [("1", eq(A * B, A * L), by("Substitution"), ["h"])], {"h": eq(B, L)}),
    "both inequalities": lambda: forged(eq(a, b), [("1", eq(a, b), by("Antisymmetry"), ["h", "k"])],
                                        {"h": le(a, b), "k": le(b, a)}),
    "something that exists": lambda: forged(exists(c, eq(c, a + b)), [
        ("1", eq(a + b, a + b), identity(), []), ("2", exists(c, eq(c, a + b)), by("Exhibit", at=[[c, a + b]]), ["1"])]),
}  # fmt: skip

FALSE: dict[str, Callable[[], dict[str, Any]]] = {
    "cites itself": lambda: forged(goal, [("1", goal, identity(1), ["1"])]),
    "cites what comes after": lambda: forged(goal, [("1", goal, identity(1), ["2"]), ("2", goal, identity(1), ["1"])]),
    "cites nothing there": lambda: forged(goal, [("1", goal, identity(1), ["h"])]),
    "cites a link that is not there": lambda: forged(eq(a, c), [("1", eq(a, c), identity(1), ["h#2"])], lemma),
    "cites link 0": lambda: forged(goal, [("1", goal, identity(1), ["h#0"])], {"h": conj(eq(a, b), eq(b, c))}),
    "takes a label twice": lambda: forged(goal, [("1", eq(a, a), identity(), []), ("1", goal, identity(1), ["1"])]),
    "takes the name of a hypothesis": lambda: forged(goal, [("h", goal, assume(), [])], {"h": eq(a, a)}),
    "no multiplier": lambda: forged(goal, [("1", goal, identity(), ["h"])], {"h": eq(2 * a, b)}),
    "more multipliers than premises": lambda: forged(goal, [("1", goal, identity(1, 1), ["h"])], {"h": eq(a, c)}),
    "divides by what may vanish": lambda: forged(goal, [("1", goal, identity(1 / c), ["h"])], {"h": eq(c * a, c * b)}),
    "divides by what is >= 0": lambda: forged(goal, [("1", goal, identity(1 / r), ["h"])], {"h": eq(r * a, r * b)}),
    "cancels a matrix": lambda: forged(eq(A, B), [("1", eq(A, B), identity([inv(S), ONE]), ["h"])], {"h": eq(S * A, S * B)}),
    "an inequality as an equation": lambda: forged(goal, [("1", goal, combination(1), ["h"])], {"h": le(a, b)}),
    "an inequality turned": lambda: forged(le(b, a), [("1", le(b, a), combination(1), ["h"])], {"h": le(a, b)}),
    "a negative multiplier": lambda: forged(le(b, a), [("1", le(b, a), combination(-1), ["h"])], {"h": le(a, b)}),
    "a multiplier of unknown sign": lambda: forged(le(c * a, c * b), [("1", le(c * a, c * b), combination(c), ["h"])],
                                                   {"h": le(a, b)}),
    "a multiplier that is not 0": lambda: forged(le(z * a, z * b), [("1", le(z * a, z * b), combination(z), ["h"])],
                                                 {"h": le(a, b)}),
    "a term added of unknown sign": lambda: forged(le(a, b), [("1", le(a, b), combination(plus=(b - a,)), [])]),
    "a negative term added": lambda: forged(le(p, 0), [("1", le(p, 0), combination(plus=(-p,)), [])]),
    "strict from nothing strict": lambda: forged(lt(a, b), [("1", lt(a, b), combination(1), ["h"])], {"h": le(a, b)}),
    "strict from a multiplier >= 0": lambda: forged(lt(r * a, r * b), [("1", lt(r * a, r * b), combination(r), ["h"])],
                                                    {"h": lt(a, b)}),
    "strict from an added square": lambda: forged(lt(0, a**2), [("1", lt(0, a**2), combination(plus=(a**2,)), [])]),
    "an equation from an added 0": lambda: forged(goal, [("1", goal, combination(plus=(b - a,)), [])]),
    "strict from an equation": lambda: forged(lt(a, b), [("1", lt(a, b), combination(1), ["h"])], lemma),
    "a sign from what is to be shown": lambda: forged(le(0, a), [("1", le(0, a), positive, ["1"])]),
    "an open assumption at the end": lambda: forged(goal, [("A", goal, assume(), []), ("1", eq(b, a), identity(-1), ["A"])]),
    "an assumption as the statement": lambda: forged(goal, [("A", goal, assume(), [])]),
    "a discharged assumption used": lambda: forged(goal, [
        ("A", goal, assume(), []), ("1", implies(goal, eq(b, a)), discharge("A"), ["A", "2"]), ("2", eq(b, a), identity(-1), ["A"])]),
    "discharges another assumption": lambda: forged(implies(eq(a, c), goal), [
        ("A", goal, assume(), []), ("1", eq(b, a), identity(-1), ["A"]), ("2", implies(eq(a, c), goal), discharge("A"), ["A", "1"])]),
    "discharges a hypothesis": lambda: forged(goal, [("2", implies(goal, goal), discharge("h"), ["h"])], {"h": goal}),
    "discharges and turns": lambda: forged(implies(le(a, b), le(b, a)), [
        ("A", le(a, b), assume(), []), ("1", implies(le(a, b), le(b, a)), discharge("A"), ["A"])]),
    "discharges what was not assumed": lambda: forged(implies(le(a, b), le(a, c)), [
        ("A", le(a, b), assume(), []), ("B", le(b, c), assume(), []), ("1", le(a, c), combination(1, 1), ["A", "B"]),
        ("2", implies(le(a, b), le(a, c)), discharge("A"), ["A", "1"])]),
    "discharges a stronger conclusion": lambda: forged(implies(le(0, a), lt(0, a)), [
        ("A", le(0, a), assume(), []), ("1", implies(le(0, a), lt(0, a)), discharge("A"), ["A"])]),
    "the wrong half of an implication": lambda: forged(eq(c, a), [("1", eq(c, a), by("ModusPonens"), ["h", "k"])],
                                                       {"h": implies(eq(c, a), goal), "k": goal}),
    "an implication without its premise": lambda: forged(goal, [("1", goal, by("ModusPonens"), ["h"])],
                                                         {"h": implies(eq(a, c), goal)}),
    "one implication for both": lambda: forged(iff(goal, eq(a, c)), [("1", iff(goal, eq(a, c)), by("BothWays"), ["h"])],
                                               {"h": implies(goal, eq(a, c))}),
    "a contradiction of nothing": lambda: forged(ne(a, b), [
        ("A", goal, assume(), []), ("1", ne(a, b), by("Contradiction", assumption="A"), ["A"])]),
    "a contradiction with the assumption left out": lambda: forged(ne(a, b), [
        ("A", goal, assume(), []), ("1", ne(a, b), by("Contradiction", assumption="A"), ["A", "h", "k"])],
        {"h": le(a, c), "k": le(c, a)}),
    "a contradiction that shows more": lambda: forged(lt(a, b), [
        ("A", lt(b, a), assume(), []), ("1", lt(a, b), by("Contradiction", assumption="A"), ["A", "h", "k"])],
        {"h": lt(c, a), "k": le(a, c)}),
    "half of an antisymmetry": lambda: forged(goal, [("1", goal, by("Antisymmetry"), ["h"])], {"h": le(a, b)}),
    "twice the same half": lambda: forged(goal, [("1", goal, by("Antisymmetry"), ["h", "h"])], {"h": le(a, b)}),
    "the flow taken for everywhere": lambda: forged(eq(f, g), [("1", eq(f, g), identity(1), ["h"])], {"h": always(eq(f, g))}),
    "the flow taken for everywhere, under another head": lambda: forged(eq(f**2, g**2), [
        ("1", always(eq(f**2, g**2)), identity(f + g), ["h"]), ("2", eq(f**2, g**2), identity(1), ["1"])], {"h": always(eq(f, g))}),
    "one value taken for the flow": lambda: forged(always(eq(f, g)), [("1", always(eq(f, g)), identity(1), ["h"])], {"h": eq(f, g)}),
    "one moment taken for the flow": lambda: forged(implies(eq(f, g), always(eq(g, f))), [
        ("A", eq(f, g), assume(), []), ("1", always(eq(g, f)), identity(-1), ["A"]),
        ("2", implies(eq(f, g), always(eq(g, f))), discharge("A"), ["A", "1"])]),
    "one moment taken for all values": lambda: forged(implies(eq(f, g), eq(g, a)), [
        ("A", always(eq(f, g)), assume(), []), ("1", always(eq(g, a)), identity(-1, 1), ["A", "h"]),
        ("2", implies(eq(f, g), eq(g, a)), discharge("A"), ["A", "1"])], {"h": always(eq(f, a))}),
    "one value assumed as if it were the whole flow": lambda: forged(implies(eq(f, g), always(eq(f, g))), [
        ("A", eq(f, g), assume(True), []), ("1", implies(eq(f, g), always(eq(f, g))), discharge("A"), ["A"])]),
    "at one moment, hence always": lambda: forged(always(implies(eq(f, a), always(eq(f, a)))), [
        ("A", always(eq(f, a)), assume(), []),
        ("1", always(implies(eq(f, a), always(eq(f, a)))), discharge("A"), ["A"])]),
    "always asked for, one moment given": lambda: forged(always(implies(eq(f, a), eq(g, a))), [
        ("A", always(eq(f, a)), assume(), []), ("1", always(eq(g, a)), by("ModusPonens"), ["h", "A"]),
        ("2", always(implies(eq(f, a), eq(g, a))), discharge("A"), ["A", "1"])], {"h": always(implies(always(eq(f, a)), eq(g, a)))}),
    "always asked for anywhere, one moment given": lambda: forged(always(implies(eq(f, a), eq(g, a))), [
        ("A", always(eq(f, a)), assume(), []), ("1", always(eq(g, a)), by("ModusPonens"), ["h", "A"]),
        ("2", always(implies(eq(f, a), eq(g, a))), discharge("A"), ["A", "1"])], {"h": implies(always(eq(f, a)), eq(g, a))}),
    "a sign of one moment taken along the flow": lambda: forged(always(eq(f / f, 1)), [
        ("1", eq(f / f, 1), identity(), []), ("2", always(eq(f / f, 1)), identity(1), ["1"])], {"h": ne(f, 0)}),
    "a citation at one moment taken along the flow": lambda: forged(always(eq(f, g)), [
        ("1", eq(f, g), cites(eq(f, g), [eq(f, g)]), []), ("2", always(eq(f, g)), identity(1), ["1"])], {"h": eq(f, g)}),
    "an assumption of one moment taken along the flow": lambda: forged(implies(eq(f, g), always(eq(2 * f, 2 * g))), [
        ("A", eq(f, g), assume(), []), ("1", eq(2 * f, 2 * g), identity(2), ["A"]),
        ("2", always(eq(2 * f, 2 * g)), identity(1), ["1"]), ("3", implies(eq(f, g), always(eq(2 * f, 2 * g))), discharge("A"), ["A", "2"])]),
    "all values taken for one": lambda: forged(implies(eq(f, g), always(eq(f, g))), [
        ("A", eq(f, g), assume(), []), ("1", implies(eq(f, g), always(eq(f, g))), discharge("A"), ["A"])]),
    "an equation of the flow put in below a derivative": lambda: forged(eq(ddt(f), ddt(g)), [
        ("1", eq(ddt(f), ddt(g)), by("Substitution"), ["h"])], {"h": eq(f, g)}),
    "an equation put in below a mean": lambda: forged(eq(expect(x), expect(y)), [
        ("1", eq(expect(x), expect(y)), by("Substitution"), ["h"])], {"h": eq(x, y)}),
    "an equation put in below a minimum": lambda: forged(eq(minimum(f**2, f), minimum(a**2, f)), [
        ("1", eq(minimum(f**2, f), minimum(a**2, f)), by("Substitution"), ["h"])], {"h": eq(f, a)}),
    "an equation put in below a sum": lambda: forged(eq(total(i, n, a * i), total(i, n, a * b)), [
        ("1", eq(total(i, n, a * i), total(i, n, a * b)), by("Substitution"), ["h"])], {"h": eq(i, b)}),
    "an equation put in at time 0": lambda: forged(eq(at0(f), at0(g)), [("1", eq(at0(f), at0(g)), by("Substitution"), ["h"])],
                                                   {"h": eq(f, g)}),
    "something put in where it does not stand": lambda: forged(eq(a, c), [("into", eq(b, c), assume(), []),
        ("1", eq(a, c), into, ["h", "into"])], {"h": eq(a, a)}),
    "the wrong way round into a premise": lambda: forged(le(a, c), [("1", le(a, c), by("Substitution", into="k"), ["h", "k"])],
                                                         {"h": le(a, b), "k": le(b, c)}),
    "exists at a value that moves": lambda: forged(exists(c, always(eq(f, c))), [
        ("1", always(eq(f, f)), identity(), []), ("2", exists(c, always(eq(f, c))), by("Exhibit", at=[[c, f]]), ["1"])]),
    "exists at a value that is drawn": lambda: forged(exists(u, eq(x, u)), [
        ("1", eq(x, x), identity(), []), ("2", exists(u, eq(x, u)), by("Exhibit", at=[[u, x]]), ["1"])]),
    "exists at a value that breaks a promise": lambda: forged(exists(p, eq(p, a)), [
        ("1", eq(a, a), identity(), []), ("2", exists(p, eq(p, a)), by("Exhibit", at=[[p, a]]), ["1"])]),
    "exists at a value of another shape": lambda: forged(exists(u, eq(u, zeros("d", 1))), [
        ("1", eq(a, a), identity(), []), ("2", exists(u, eq(u, zeros("d", 1))), by("Exhibit", at=[[u, a]]), ["1"])]),
    "exists at a value that is captured": lambda: forged(exists(c, for_all(a, eq(a, c))), [
        ("1", for_all(a, eq(a, a)), by("Identity", multipliers=[]), []),
        ("2", exists(c, for_all(a, eq(a, c))), by("Exhibit", at=[[c, a]]), ["1"])]),
    "quantifiers exchanged": lambda: forged(exists(c, for_all(a, eq(a, c))), [
        ("1", exists(c, for_all(a, eq(a, c))), by("Substitution", into="h"), ["h"])], {"h": for_all(a, exists(c, eq(a, c)))}),
    "for all from one": lambda: forged(for_all(a, eq(a, b)), [("1", for_all(a, eq(a, b)), identity(1), ["h"])], lemma),
    "for all of a hypothesis": lambda: forged(for_all(a, le(0, a)), [("1", for_all(a, le(0, a)), positive, ["h"])], {"h": le(0, a)}),
    "a limit from one time": lambda: forged(limit(f, a), [("1", limit(f, a), identity(1), ["h"])], {"h": eq(f, a)}),
    "commute from a product": lambda: forged(commute(A, B), [("1", commute(A, B), identity(), ["h"])], {"h": eq(tr(A * B), tr(B * A))}),
    "psd from a trace": lambda: forged(psd(S), [("1", psd(S), positive, ["h"])], {"h": le(0, tr(S))}),
    "posdef from psd": lambda: forged(posdef(S), [("1", posdef(S), positive, ["h"])], {"h": psd(S)}),
    "not 0 from another not 0": lambda: forged(ne(a, 0), [("1", ne(a, 0), positive, ["h"])], {"h": ne(a + b, 0)}),
    "a leaf of the sign from another premise": lambda: forged(le(0, a * b), [("1", le(0, a * b), positive, ["h"])], {"h": le(0, a)}),
    "a hypothesis that is dropped": lambda: sealed({**forged(goal, [("1", goal, identity(1), ["h"])], lemma), "hypotheses": []}),
    "a rule that is not known": lambda: forged(goal, [("1", goal, by("Obvious"), [])]),
    "a rule that is a method": lambda: forged(goal, [("1", goal, by("_init__"), [])]),
    "a cited fact": lambda: forged(goal, [("1", goal, by("FromFact", name="it is so"), [])]),
    "a citation of itself": lambda: forged(goal, [("1", goal, cites(goal, id="own/it"), [])]),
    "a citation of what is not there": lambda: forged(goal, [("1", goal, cites(goal), [])]),
    "a citation with a hypothesis that is not met": lambda: forged(goal, [("1", goal, cites(goal, [eq(b, c)]), [])]),
    "a citation with the bindings swapped": lambda: forged(le(b, a), [
        ("1", le(b, a), cites(le(a, b), [le(a, b)], [[a, b], [b, a]]), ["h"])], {"h": le(a, b)}),
    "a citation with a letter captured": lambda: forged(exists(c, ne(c, c)), [
        ("1", exists(c, ne(c, c)), cites(exists(c, ne(c, a)), [], [[a, c]]), [])]),
    "a citation with a promise broken": lambda: forged(lt(0, a), [("1", lt(0, a), cites(lt(0, p), [], [[p, a]]), [])]),
    "a citation with another shape": lambda: forged(eq(u.T * v, a), [("1", eq(u.T * v, a), cites(eq(b * c, a), [], [[b, u], [c, v]]), [])]),
    "a citation with another size": lambda: forged(eq(tr(I), 1), [("1", eq(tr(I), 1), cites(eq(tr(I), scalar("d", "integer", "positive")),
        [], [[scalar("d", "integer", "positive"), ONE]]), [])]),
    "a citation of another flow": lambda: forged(always(eq(f, g)), [("1", always(eq(f, g)), cites(always(eq(f, g)), model=("", "other")), [])]),
    "a citation of the flow for everywhere": lambda: forged(eq(f, g), [("1", eq(f, g), cites(always(eq(f, g))), [])]),
    "a citation with a law changed": lambda: forged(eq(expect(x * x.T), 2 * L), [
        ("1", eq(expect(x * x.T), 2 * L), cites(eq(expect(x * x.T), L), [], [[L, 2 * L]]), [])]),
    "a parameter bound below a minimum": lambda: forged(eq(minimum(a, a), 0), [
        ("1", eq(minimum(a, a), 0), cites(eq(minimum(f, f), 0), [], [[f, a]]), [])]),
    "where with a symbol put in for a size": lambda: forged(eq(where(tr(I), (n, ONE)), 1), [
        ("1", eq(where(tr(I), (n, ONE)), 1), identity(), [])]),
    "moments of dependent vectors": lambda: forged(eq(expect((x.T * A * x) ** 2), expect(x.T * A * x) ** 2), [
        ("1", eq(expect((x.T * A * x) ** 2), expect(x.T * A * x) ** 2), identity(), [])]),
    "a mean of the third power": lambda: forged(eq(expect((x.T * x) ** 3), 7 * tr(L**3)), [
        ("1", eq(expect((x.T * x) ** 3), 7 * tr(L**3)), identity(), [])]),
    "an identity of d = 1": lambda: forged(eq(u * u.T * A, A * u * u.T), [("1", eq(u * u.T * A, A * u * u.T), identity(), [])]),
    "a conclusion without its other part": lambda: forged(conj(eq(a, a), goal), [("1", eq(a, a), identity(), [])]),
    "an empty proof": lambda: forged(goal, []),
    "a condition that is dropped": lambda: forged(eq(a / b, a / b), [("1", eq(a / b, a / b), identity(), [])], where=()),
    "a condition of a root dropped": lambda: forged(eq((a + q) ** term(0), 1), [("1", eq(1 / a, a ** -1), identity(), [])], where=()),
    "always weakened": lambda: forged(always(le(0, f)), [("1", le(0, f), positive, ["h"])], {"h": le(0, f)}),
    "not along the flow, but somewhere": lambda: forged(always(lt(0, f)), [
        ("A", lt(0, f), assume(), []), ("1", always(lt(0, f)), combination(1), ["A"])]),
    "the sum of other indices": lambda: forged(eq(total(i, n, a), n * b), [("1", eq(total(i, n, a), n * b), identity(n), ["h"])],
                                               {"h": eq(a, c)}),
}  # fmt: skip

def _with_time(name: str, data: dict[str, Any]) -> dict[str, Any]:
    return sealed({**data, "times": [name]})


_TURNED = {"h": eq(b, a)}
BUNDLES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "a hypothesis that is not met": lambda: [
        forged(goal, [("1", goal, identity(-1), ["h"])], _TURNED, id="own/other"),
        forged(goal, [("1", goal, cites(goal, [eq(b, a)]), [])])],
    "another statement than the cited": lambda: [
        forged(eq(a, a), [("1", eq(a, a), identity(), [])], id="own/other"),
        forged(goal, [("1", goal, cites(eq(a, a)), [])])],
    "a letter that is captured": lambda: [
        forged(exists(c, eq(c, a)), [("0", eq(a, a), identity(), []), ("1", exists(c, eq(c, a)), by("Exhibit", at=[[c, a]]), ["0"])],
               id="own/other"),
        forged(exists(c, eq(c, c + 1)), [("1", exists(c, eq(c, c + 1)), cites(exists(c, eq(c, a)), [], [[a, c + 1]]), [])])],
    "a promise that is broken": lambda: [
        forged(lt(0, p), [("1", lt(0, p), positive, [])], id="own/other"),
        forged(lt(0, a), [("1", lt(0, a), cites(lt(0, p), [], [[p, a]]), [])])],
    "another shape": lambda: [
        forged(eq(b * c, c * b), [("1", eq(b * c, c * b), identity(), [])], id="own/other"),
        forged(eq(A * B, B * A), [("1", eq(A * B, B * A), cites(eq(b * c, c * b), [], [[b, A], [c, B]]), [])])],
    "another model": lambda: [
        forged(always(eq(f, g)), [("1", always(eq(f, g)), identity(1), ["h"])], {"h": always(eq(f, g))}, id="own/other",
               model=("", "other")),
        forged(always(eq(f, g)), [("1", always(eq(f, g)), cites(always(eq(f, g)), [always(eq(f, g))], model=("", "other")), [])])],
    "the flow for everywhere": lambda: [
        forged(always(eq(f, f + at0(g) - at0(g))), [("1", always(eq(f, f + at0(g) - at0(g))), identity(), [])], id="own/other"),
        forged(eq(f, g), [("1", eq(f, g), cites(always(eq(f, f + at0(g) - at0(g)))), [])])],
    "a size put in alone": lambda: [
        forged(eq(tr(I), d), [("1", eq(tr(I), d), identity(), [])], id="own/other"),
        forged(eq(tr(I), n), [("1", eq(tr(I), n), cites(eq(tr(I), d), [], [[d, n]]), [])])],
    "a size that is a number": lambda: [
        forged(eq(tr(I), d), [("1", eq(tr(I), d), identity(), [])], id="own/other"),
        forged(eq(tr(I), 1), [("1", eq(tr(I), 1), cites(eq(tr(I), d), [], [[d, ONE]]), [])])],
    "another time": lambda: [
        sealed({**forged(eq(scalar("s"), a), [("1", eq(scalar("s"), a), identity(1), ["h"])], {"h": always(eq(scalar("s"), a))}, id="own/other")}),
        _with_time("s", forged(eq(scalar("s"), a), [("1", eq(scalar("s"), a), cites(eq(scalar("s"), a), [always(eq(scalar("s"), a))]), ["h"])],
                               {"h": always(eq(scalar("s"), a))}))],
    "a circle": lambda: [
        forged(goal, [("1", goal, cites(goal, id="own/it"), [])], id="own/other"),
        forged(goal, [("1", goal, cites(goal), [])])],
}  # fmt: skip
