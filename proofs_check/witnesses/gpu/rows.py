"""Rows: what a device found for one comparison, and what that decides; recomputed from the figures alone.

``mean`` rows are tests of means (:mod:`numeric.training.tensors.means`); ``points`` rows count points at which
enclosures of both sides were compared; ``descent`` rows count starts from which nothing below a stated minimum was
reached.  Of minima of expectations a ``mean`` row carries the number of ``starts`` and on which side an end ``bound``s
what it compares; ``lowest`` rows compare the lowest end with a stated minimiser, ``ends`` rows are means over the ends
of independent descents, and ``chords`` rows hold a test of each chord; ``limit`` rows hold distances from a stated
limit along flows from many starts (:mod:`.limit_rows`).  Every row carries the relation and the text
that it is about.  Standard library and NumPy alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from numeric.mean_rows import ALPHA, decided

from ...verdict import Outcome, Scope, Verdict
from . import limit_rows

Row = dict[str, Any]
STRICT = frozenset({"lt", "gt", "ne", "posdef"})
UNMET = "gpu lacks points that meet"
SUMMED = "SUMMED"
"""The ground of a mean over all outcomes of rules that average as the law does (:mod:`.summing`)."""
COARSE = 0.1
"""An equation of means is no support where only errors above this fraction of its size would be seen."""


def holds(row: Mapping[str, Any]) -> bool | None:
    """True, False, or None where the row decides nothing."""
    kind = row["kind"]
    if kind == "mean":
        found = decided(row, row["relation"])
        return None if row["relation"] == "eq" and found and _blunt(row) else found
    if kind == "lowest":
        if decided(row, "lt"):
            return False
        return True if decided(row, "eq") and not _blunt(row) else None
    if kind == "ends":
        found = decided(row, "eq")
        return None if found and _blunt(row) else found
    if kind == "chords":
        above = [decided(figures, "gt") for figures in row["figures"]]
        if row["relation"] == "nonconvex":
            return True if True in above else None
        return False if True in above else True if False in above else None
    if kind == "points":
        if row["against"]:
            return False
        # What is strict fails at a single point of equality, where nothing is certain.
        enough = row["points"] if row["relation"] in STRICT else 1
        return True if row["decided"] >= enough else None
    if kind == "runs":
        if row["broken"] * 2 > row["runs"]:
            # A sample of prompts breaks what holds of all of them with equality.
            return None if row.get("sampled") else False
        return True if row["held"] == row["runs"] else None
    if kind == "descent":
        if row["below"]:
            return False
        return True if row["reached"] else None
    return limit_rows.answer(row) if kind == "limit" else None


def _blunt(row: Mapping[str, Any]) -> bool:
    return bool(row["size"]) and row["detectable"] > COARSE * row["size"]


def contradicts(row: Mapping[str, Any]) -> bool:
    """Whether a row is certainly against the statement: at points that meet all hypotheses, and not because descents
    reached no minimum."""
    if not row["met"] or row["kind"] == "ends" or holds(row) is not False:
        return False
    if row["kind"] == "limit":
        # That a flow seems to rest decides nothing: near a saddle it seems so, too.
        return bool(row["certain"])
    bound = row.get("bound")
    if bound is None:
        return True
    # What is read at an end is at least a minimum.
    return bool(row["estimate"] < 0 if bound == "above" else row["estimate"] > 0 if bound == "below" else False)


def reach(row: Mapping[str, Any]) -> float | None:
    """The smallest error that a row would have seen, relative to the size of what it compares."""
    if row["kind"] in ("mean", "lowest", "ends"):
        return row["detectable"] / row["size"] if row.get("detectable") is not None and row["size"] else None
    found = row.get("resolution")
    return None if found is None else float(found)


def judge(outcomes: Sequence[Mapping[str, Any]], lacking: str = "") -> Outcome:
    """The verdict on what a record holds of one proposition: ``rows`` of the statement and ``twins`` of it."""
    rows = [row for outcome in outcomes for row in outcome["rows"]]
    twins = [twin for outcome in outcomes for twin in outcome.get("twins", ())]
    if not rows:
        why = next((outcome["lacks"] for outcome in outcomes if outcome.get("lacks")), "nothing was compared")
        return Outcome(Verdict.UNDECIDED, why)
    answers = [holds(row) for row in rows]
    scope = Scope("; ".join(dict.fromkeys(str(row["at"]) for row in rows)))
    figures = _figures(rows, twins)
    certain = any(contradicts(row) for row in rows)
    if False in answers or None in answers:
        worst = rows[answers.index(False) if False in answers else answers.index(None)]
        against = "the draws contradict this" if certain else "the runs disagree with this, which decides nothing"
        what = against if False in answers else "the runs do not decide this"
        sentence = f"{what}: {worst['text']}, at {worst['at']} ({answers.count(False)} against and "
        sentence += f"{answers.count(None)} open, of {len(rows)})"
        return Outcome(Verdict.UNDECIDED, sentence, scope, figures, against=certain)
    lacking_here = [outcome.get("lacks", "") for outcome in outcomes]
    if any(outcome["rows"] and not outcome.get("lacks") for outcome in outcomes):
        # Sizes at which a premise is not met tell nothing, where others tell all.
        lacking_here = [lacks for lacks in lacking_here if not lacks.startswith(UNMET)]
    missing = next(filter(None, lacking_here), "")
    if missing:
        sentence = f"{_said(rows)}; the rest is not read: {missing}"
        return Outcome(Verdict.UNDECIDED, sentence, scope, figures)
    return Outcome(Verdict.SUPPORTED, f"{_said(rows)}{_of_twins(twins)}{lacking}", scope, figures)


def _said(rows: Sequence[Mapping[str, Any]]) -> str:
    """How many comparisons hold, how many draws they took, their false-alarm rate and what they would have seen."""
    summed = [row for row in rows if row["kind"] == "mean" and row.get("ground") == SUMMED]
    means = [row for row in rows if row["kind"] == "mean" and row.get("ground") != SUMMED]
    points = [row for row in rows if row["kind"] == "points"]
    runs = [row for row in rows if row["kind"] == "runs"]
    descents = [row for row in rows if row["kind"] == "descent"]
    said = []
    if means:
        seen = [found for row in means if row["relation"] == "eq" and (found := reach(row)) is not None]
        most = max(row["n"] for row in means)
        power = f", smallest error found {max(seen):.1e} of the size" if seen else ""
        told = f"{power}, false-alarm rate {ALPHA:g} each{_grounds(means)}"
        said.append(f"{len(means)} means over up to {most:.2g} draws agree{told}")
    if summed:
        most = max(row["n"] for row in summed)
        said.append(f"{len(summed)} means over all of up to {most:.2g} outcomes agree, to rounding")
    if points:
        seen = [found for row in points if (found := reach(row)) is not None]
        power = f", smallest error found {max(seen):.1e} of the size" if seen else ""
        count = sum(row["decided"] for row in points)
        said.append(f"{len(points)} comparisons hold at {count} points, every rounding enclosed{power}")
    if runs:
        most = max(row["runs"] for row in runs)
        said.append(
            f"{len(runs)} comparisons hold at all times of all of {most} flows, each on prompts of its own, "
            "by more than the discretisation error"
        )
    if descents:
        starts = sum(row["starts"] for row in descents)
        ended = sum(row["reached"] for row in descents)
        said.append(f"none of {starts} descents ends below, {ended} end there")
    limits = limit_rows.said([row for row in rows if row["kind"] == "limit"])
    return "; ".join([*said, *limits, *_said_of_populations(rows)])


def _said_of_populations(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What descents on draws tell of minima of expectations, and of convexity."""
    said = []
    least = [row for row in rows if row["kind"] == "mean" and "starts" in row]
    lowest = [row for row in rows if row["kind"] == "lowest"]
    ends = [row for row in rows if row["kind"] == "ends"]
    chords = [row for row in rows if row["kind"] == "chords"]
    if least:
        most = max(row["starts"] for row in least)
        said.append(f"in {len(least)} of them the lowest end of {most} descents stands for each minimum")
    if lowest:
        starts, above = sum(row["starts"] for row in lowest), sum(row["above"] for row in lowest)
        said.append(
            f"the lowest of {starts} descents is on {max(row['n'] for row in lowest):.2g} other draws not below the "
            f"stated minimum and not told from it, smallest error found {_worst(lowest)} of the size, false-alarm rate "
            f"{ALPHA:g} each ({above} ends lie above it)"
        )
    if ends:
        said.append(
            f"{len(ends)} equations hold in the mean over the ends of up to {max(row['n'] for row in ends)} descents, "
            f"smallest error found {_worst(ends)} of the size"
        )
    if chords:
        count = sum(len(row["figures"]) for row in chords)
        most = max(row["n"] for row in chords)
        said.append(f"{count} chords tested on {most:.2g} draws, false-alarm rate {ALPHA:g} each")
    return said


def _worst(rows: Sequence[Mapping[str, Any]]) -> str:
    return f"{max((found for row in rows if (found := reach(row)) is not None), default=0.0):.1e}"



def _grounds(means: Sequence[Mapping[str, Any]]) -> str:
    """What the variances of these tests rest on."""
    varying = [row for row in means if row["radius"]]
    exact = sum("stated" in row for row in varying)
    ceilings = [row["kurtosis_ceiling"] for row in varying if row.get("kurtosis_ceiling")]
    turned = [row["orbit"] for row in means if row.get("orbit")]
    said = [f"{len(turned)} of them over the orbits of up to {max(turned)} outcomes of each draw"] if turned else []
    said += [f"variance exact for {exact}"] if exact else []
    if ceilings:
        said.append(f"variance estimated for {len(ceilings)}, kurtosis assumed at most {max(ceilings):.0f}")
    return f" ({'; '.join(said)})" if said else ""


def _of_twins(twins: Sequence[Mapping[str, Any]]) -> str:
    if not twins:
        return ""
    by_name: dict[str, bool] = {}
    for twin in twins:
        by_name[twin["digest"]] = by_name.get(twin["digest"], False) or twin["rejected"]
    left = [f"{twin['rule']} at {twin['path']}" for twin in twins if not by_name[twin["digest"]]]
    said = f"; {sum(by_name.values())} of {len(by_name)} changed statements are rejected by the same record"
    return said + (f", not {', '.join(dict.fromkeys(left))}" if left else "")


def _figures(rows: Sequence[Mapping[str, Any]], twins: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        "false_alarm_rate": ALPHA,
        "rows": [dict(row) for row in rows],
        "rejected": sorted({twin["digest"] for twin in twins if twin["rejected"]}),
    }
