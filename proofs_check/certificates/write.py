"""One certificate for each claim: its proved statements, and what the kernel did to show them.

Each step is spelled out (:mod:`.explicit`) so that :mod:`.verify` has nothing to search.  Steps that it cannot redo are
found when the certificate is written, and marked as on trust; all others fail from then on where they do not follow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from ..claims import Claim, Part, Reading
from ..digest import digest
from ..model import model_for
from ..naming import in_engine_letters
from ..proof.chain import Proof
from ..proof.checker import proof_of
from ..report.render import latex, plain
from ..results import Result
from ..statement.props import Prop, implies
from ..theorems.binding import Node, Refused, same
from ..theorems.kernel import Theorem, assume
from ..theorems.tactics.desk import Desk, Held
from ..theorems.tactics.further import FAILURES
from ..theorems.tactics.replay import Replay, Resolve
from ..theorems.values import domain
from ..verdict import Verdict
from ..written_out import written_out
from . import verify
from .explicit import Steps
from .log import Log, behind, ordered
from .nodes import Rows
from .twins import rejected

Data = dict[str, Any]


def certificate(claim: Claim, result: Result | None, resolve: Resolve) -> Data | None:
    """The certificate of what is proved of the claim; None where nothing is."""
    proved = list(_proved(claim, result))
    if not proved:
        return None
    read = in_engine_letters(claim, resolve)[0]
    model = model_for(read)
    rows = Rows(written_out(read.paper), model)
    log, replays = Log(rows), _Replays(read, resolve)
    loss = model.loss_in_full
    data: Data = {
        "format": verify.FORMAT, "id": claim.id, "model": model_of(claim),
        "times": sorted({s.name for s in model.roles.time}),
        "flow": [rows.add(loss), [rows.add(x) for x in model.parameters]] if model.parameters else None,
        "page": {"source": claim.source, "words": claim.printed},
        "hypotheses": [
            {"name": h.name, "prop": rows.add(of.prop), "words": plain(h.prop), "latex": latex(h.prop)}
            for h, of in zip((*claim.given, *read.given[len(claim.given) :]), read.given, strict=True)
        ],
        "theorems": [],
    }  # fmt: skip
    for part, reading, by in proved:
        stated = next(r for r in read.part(part.name).readings if r.name == reading.name).prop
        data["theorems"].append({
            "part": part.name, "reading": reading.name, "prop": rows.add(stated), "words": plain(reading.prop),
            "latex": latex(reading.prop), "by": by, "trust": ", ".join(by),
            **replays.shown(read.part(part.name), stated, by, log),
        })
    data.update(log=log.rows, nodes=list(rows.rows))
    _seal(data, rows)
    data["twins"] = rejected(read, data, rows)
    data["seal"] = verify.seal(data)
    return data


def model_of(claim: Claim) -> list[str]:
    """The model whose flow and laws a statement speaks of, by its digest."""
    return [claim.paper if isinstance(claim.model, str) else "", digest(model_for(claim))[:16]]


def _proved(claim: Claim, result: Result | None) -> Iterator[tuple[Part, Reading, list[str]]]:
    if result is None:
        return
    decided = {(d.part, d.reading): d.verdict for d in result.parts}
    for part in claim.parts:
        for reading in part.readings:
            if decided.get((part.name, reading.name)) is Verdict.PROVED:
                yield part, reading, [
                    w.name for w in result.witnesses
                    if (w.part, w.reading) == (part.name, reading.name) and w.verdict is Verdict.PROVED and w.whole
                ]


class _Desk(Desk):
    """Takes for granted that terms have values where that is not shown: verify.py asks for it where it matters."""

    def have(self, *nodes: Node, premises: Held = (), conditions: Iterable[Prop] = ()) -> list[Theorem]:
        found = []
        for c in (*conditions, *(c for node in nodes for c in domain(node))):
            try:
                found.append(self.prove(c, premises))
            except Refused:
                self.stated.append(assume(c))
                found.append(self.stated[-1])
        return found


class _Replay(Replay):
    """A chain whose theorems rest on such conditions, too."""

    desk_of = _Desk

    def theorem(self, prop: Prop) -> Theorem:
        return self.desk.build(prop, [th for some in self.at.values() for th in some if self._is_closed(th)])


class _Replays:
    """The chains of a claim, and the claim without one, as steps of the kernel."""

    def __init__(self, claim: Claim, resolve: Resolve, of: _Replays | None = None) -> None:
        self.claim = claim
        self.resolve: Resolve = lambda id: in_engine_letters(resolve(id), resolve, cited=True)[0]
        self.made: dict[tuple[type[Replay], int], tuple[Proof, Replay]] = {}
        self.others: dict[str, _Replays] = {} if of is None else of.others
        self.closed: dict[tuple[str, str, Prop], list[int]] = {} if of is None else of.closed
        """Where the log shows what is cited: at one place, for each has several ways and cites others in turn."""

    def shown(self, part: Part, prop: Prop, by: list[str], log: Log) -> Data:
        """Where the log shows the proposition, by each way that there is, and the claims that it cites."""
        ways = [Proof(())] if "words" in by else []
        chain = proof_of(self.claim, part)
        if chain is not None and "proof" in by:
            ways.append(chain)
        found = []
        for proof in ways:
            for kind in (Replay, _Replay):
                try:
                    replay = self._replay(kind, proof)
                    th = replay.theorem(prop)
                except FAILURES:
                    continue
                goal = log.add(th)
                found.append((goal, _cites(replay, th, log)))
                with suppress(*FAILURES):
                    found += [(row, []) for row in self._with_cited(goal, th, replay, log)]
                break
        if "words" in by:
            given = [k for h in self.claim.given for k in log.supposed(h.prop)]
            with suppress(Refused):
                found.append((log.by_words(prop, given), []))
        return {"ways": found, "row": None, "cites": []}

    def _with_cited(self, goal: int, th: Theorem, replay: Replay, log: Log) -> list[int]:
        """The theorem from the proofs of the claims that it cites, not from the claims; in each way that there is."""
        rows, add = [goal], log.formulas.add
        for h in (h for h in ordered(th.hypotheses) if h in replay.cited):
            ways = self._closed(h, *replay.cited[h], log)
            implied = implies(h, th.proposition)
            rows = [log.row("discharge", implied, [row], assumed=add(h)) for row in rows]
            rows = [log.row("modus ponens", th.proposition, [row, way]) for row in rows for way in ways]
        return rows if rows != [goal] else []

    def _closed(self, p: Prop, id: str, part: str, log: Log) -> list[int]:
        """What a cited claim says: for all values, its conditions and its hypotheses imply it."""
        claim = self.resolve(id)
        if any(same(p, reading.prop) for reading in claim.part(part).readings):
            if id not in self.others:
                self.others[id] = _Replays(claim, self.resolve, self)
            place = id, part, p
            if place not in self.closed:
                self.closed[place] = []  # a circle shows nothing
                ways = self.others[id].shown(claim.part(part), p, ["words", "proof"], log)["ways"]
                self.closed[place] = [row for row, cites in ways if not cites][:1]
            return self.closed[place]
        *assumed, inside = p.args
        assert isinstance(inside, Prop)
        details = {"assumed": log.formulas.add(assumed[0])} if p.head == "implies" else {}
        rule = {"for_all": "generalise", "implies": "discharge"}[p.head]
        return [log.row(rule, p, [row], **details) for row in self._closed(inside, id, part, log)]

    def _replay(self, kind: type[Replay], proof: Proof) -> Replay:
        key = kind, id(proof) if proof.steps else 0
        if key not in self.made:
            self.made[key] = proof, kind(self.claim, proof, self.resolve)
        return self.made[key][1]


def _cites(replay: Replay, th: Theorem, log: Log) -> list[list[Any]]:
    return [[log.formulas.add(h), *replay.cited[h]] for h in ordered(th.hypotheses) if h in replay.cited]


def _seal(data: Data, rows: Rows) -> None:
    """With each step spelled out or on trust, the digests of statements, the conditions that stay, and the seal."""
    verify.start(data)
    steps = Steps(data, rows)
    for row in data["log"]:
        steps.add(row)
    nodes, log = steps.nodes, steps.log
    data.update(log=steps.rows, nodes=list(rows.rows))
    hypotheses = [nodes[h["prop"]] for h in data["hypotheses"]]
    for theorem in data["theorems"]:
        prop = nodes[theorem["prop"]]
        best = None
        for added, cites in theorem.pop("ways"):
            row = steps.places[added]
            tried = {**theorem, "row": row, "cites": cites, "where": []}
            verdict = verify.of_theorem("", prop, log, "", hypotheses, tried)
            if verdict.status != "failed" and (best is None or _rank(verdict) < _rank(best[0])):
                best = verdict, row, cites
        where = verify.conditions(prop, hypotheses) if best is not None else []
        theorem["where"] = [steps.rows_of[x] for x in where]
        theorem["digest"] = verify.statement(data["model"], log.flow, prop, hypotheses, where)
        if best is not None:
            theorem.update(row=best[1], cites=best[2], trust="")
    shown = [t for t in data["theorems"] if t["row"] is not None]
    data["log"], places = behind(data["log"], [t["row"] for t in shown])
    for theorem, place in zip(shown, places, strict=True):
        theorem["row"] = place
    data["seal"] = verify.seal(data)


def _rank(verdict: verify.Verdict) -> tuple[int, int]:
    return len([t for t in verdict.trust if not t.startswith("claim ")]), len(verdict.trust)


def text(data: Mapping[str, Any]) -> str:
    """The file of a certificate: the same bytes each time, a line for each formula and step."""
    lines = []
    for key in sorted(data):
        value = data[key]
        if key in ("nodes", "log", "theorems") and value:
            lines.append(f'"{key}":[\n' + ",\n".join(map(_line, value)) + "\n]")
        else:
            lines.append(f'"{key}":{_line(value)}')
    return "{" + ",\n".join(lines) + "}\n"


def _line(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
