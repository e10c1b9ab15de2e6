"""One certificate for each claim: its proved statements, and the steps by which they are shown.

What is re-checked is found by :mod:`.verify` itself when the certificate is written; each such step is marked, and from
then on it fails where it does not follow.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ..claims import Claim, Part, Reading
from ..model import model_for
from ..proof.checker import proof_of
from ..report.render import latex, plain
from ..results import Result
from ..verdict import Verdict
from ..written_out import written_out
from . import verify
from .nodes import Rows
from .steps import Data, Resolve, by_words, model_of, written
from .twins import rejected


def certificate(claim: Claim, result: Result | None, resolve: Resolve) -> Data | None:
    """The certificate of what is proved of the claim; None where nothing is."""
    proved = list(_proved(claim, result))
    if not proved:
        return None
    rows = Rows(written_out(claim.paper), model_for(claim))
    names = [h.name for h in claim.given]
    data: Data = {
        "format": verify.FORMAT, "id": claim.id, "model": model_of(claim),
        "times": sorted({s.name for s in model_for(claim).roles.time}),
        "page": {"source": claim.source, "words": claim.printed},
        "hypotheses": [
            {"name": h.name, "prop": rows.add(h.prop), "words": plain(h.prop), "latex": latex(h.prop)}
            for h in claim.given
        ],
        "chains": [], "theorems": [],
    }  # fmt: skip
    chains: dict[int, int] = {}
    for part, reading, by in proved:
        proof = proof_of(claim, part) if "proof" in by else None
        theorem: Data = {
            "part": part.name, "reading": reading.name, "prop": rows.add(reading.prop), "words": plain(reading.prop),
            "latex": latex(reading.prop), "by": by, "chain": None, "where": [],
        }
        if "words" in by:
            data["chains"].append(by_words(reading.prop, names, rows))
            theorem["chain"] = len(data["chains"]) - 1
        if proof is not None:
            if id(proof) not in chains:
                data["chains"].append(written(proof, rows, resolve))
                chains[id(proof)] = len(data["chains"]) - 1
            theorem["other"] = theorem["chain"]
            theorem["chain"] = chains[id(proof)]
        if theorem["chain"] is None:
            theorem["trust"] = ", ".join(by)
        data["theorems"].append(theorem)
    data["nodes"] = rows.rows
    data = _sealed(data)
    data["nodes"] = list(rows.rows)
    data["twins"] = rejected(claim, data, rows)
    data["seal"] = verify.seal(data)
    return data


def _proved(claim: Claim, result: Result | None) -> Iterable[tuple[Part, Reading, list[str]]]:
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


def _sealed(data: Data) -> Data:
    """With the digests of statements, the marks of what is re-checked, the conditions that stay, and the seal."""
    verify.start(data)
    nodes = verify.read_nodes(data["nodes"])
    hypotheses = {h["name"]: nodes[h["prop"]] for h in data["hypotheses"]}
    for steps in data["chains"]:
        for step in steps:
            cited = step["by"].get("cited")
            if cited:
                given = [nodes[k] for k in cited["given"]]
                cited["digest"] = verify.statement(cited["model"], nodes[cited["prop"]], given)
    followed = []
    for steps in data["chains"]:
        chain, why = verify.follow(steps, nodes, hypotheses, data["model"])
        for step in steps:
            if step["label"] in chain.checked:
                step["checked"] = True
        followed.append((chain, why))
    for theorem in data["theorems"]:
        prop = nodes[theorem["prop"]]
        theorem["digest"] = verify.statement(data["model"], prop, hypotheses.values())
        theorem["where"] = verify.conditions(prop, hypotheses.values())
        other = theorem.pop("other", None)
        for k in (other, theorem["chain"]):
            if k is None:
                continue
            chain, why = followed[k]
            verdict = verify.of_theorem("", prop, chain, why, hypotheses, theorem)
            if verdict.status == "checked" or k == theorem["chain"]:
                theorem["chain"] = k
                if verdict.status == "failed":
                    theorem["chain"], theorem["trust"] = None, ", ".join(theorem["by"])
                break
    _drop_unused(data)
    data["seal"] = verify.seal(data)
    return data


def _drop_unused(data: Data) -> None:
    used = sorted({t["chain"] for t in data["theorems"] if t["chain"] is not None})
    data["chains"] = [data["chains"][k] for k in used]
    for theorem in data["theorems"]:
        if theorem["chain"] is not None:
            theorem["chain"] = used.index(theorem["chain"])


def text(data: Mapping[str, Any]) -> str:
    """The file of a certificate: the same bytes each time, a line for each formula and step."""
    lines = []
    for key in sorted(data):
        value = data[key]
        if key in ("nodes", "chains", "theorems") and value:
            rows = ",\n".join(_line(row) for row in value) if key != "chains" else ",\n".join(
                "[\n" + ",\n".join(map(_line, steps)) + "\n]" for steps in value)
            lines.append(f'"{key}":[\n{rows}\n]')
        else:
            lines.append(f'"{key}":{_line(value)}')
    return "{" + ",\n".join(lines) + "}\n"


def _line(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
