"""A bundle: certificates, the program that re-checks them, a page to read, and an index of what is in it."""

from __future__ import annotations

import hashlib
import html
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..catalogue import Registry, Statement
from ..errors import UserError
from ..results import Result
from ..sources import write_bytes
from ..store import store_folder
from . import axioms, depth, verify
from .write import certificate, text

PARTS = ("axioms.py", "explicit.py", "log.py", "nodes.py", "twins.py", "verify.py", "write.py")
"""The files that decide what a certificate says."""
NOTE = "that terms have values"
"""How a line of verify.py begins that is about no theorem."""


@dataclass(frozen=True)
class Checked:
    """What verify.py says of one theorem."""

    name: str
    status: str
    detail: str


@dataclass(frozen=True)
class Certificates:
    """A bundle on disk, and what verify.py says of it: a line for each theorem, and the last line."""

    folder: Path
    theorems: tuple[Checked, ...]
    last: str
    unkept: str = ""
    """Why `lemmata show` will not tell of it."""

    @property
    def failed(self) -> bool:
        return any(one.status == "failed" for one in self.theorems)

    def __repr__(self) -> str:
        return "\n".join([*(f"{one.status:<9} {one.detail}" for one in self.theorems), self.last])


def bundle(
    folder: Path, statements: Sequence[Statement], results: Mapping[str, Result], known: Registry,
    tell: Callable[[str], None] = lambda id: None,
) -> Certificates:  # fmt: skip
    """Write a bundle into the folder; what verify.py says of it is kept for `lemmata show`.

    Raises:
        UserError: nothing of this is PROVED.
    """
    names = write(folder, statements, results, known, tell)
    if not names:
        raise UserError("Nothing that was selected is PROVED, so that there is nothing to certify.")
    found, last = finish(folder, names)
    by_id: dict[str, list[str]] = {}
    for one in found:
        by_id.setdefault(one.detail.split(" ")[0].rstrip(":"), []).append(f"{one.status}: {one.detail}")
    held = {id: {"digest": known.digest_for(id), "lines": rows} for id, rows in by_id.items() if id in known.claims}
    try:
        depth.keep(store_folder(), held)
    except OSError as error:
        return Certificates(folder, tuple(found), last, f"{error.strerror} ({error.filename})")
    return Certificates(folder, tuple(found), last)


def program() -> bytes:
    """The text of verify.py."""
    return files(__package__).joinpath("verify.py").read_bytes()


def made(id: str, result: Result | None, known: Registry) -> str:
    """A digest of what a certificate is made of: the claim and what it cites, what is proved, and the writer."""
    proved = [[d.part, d.reading, d.verdict.name] for d in result.parts] if result else []
    whole = hashlib.sha256(json.dumps([known.digest_for(id), proved]).encode())
    for name in PARTS:
        whole.update(files(__package__).joinpath(name).read_bytes())
    return whole.hexdigest()[:32]


def write(
    folder: Path, statements: Sequence[Statement], results: Mapping[str, Result], known: Registry,
    tell: Callable[[str], None],
) -> list[str]:  # fmt: skip
    """Write the certificates of what is proved, and tell of each; a finished one that still holds is kept."""
    names = []
    for statement in statements:
        claim, result = statement.claim, results.get(statement.id)
        if claim is None:
            continue
        path = folder / "certificates" / f"{statement.id.replace('/', '_')}.json"
        digest = made(statement.id, result, known)
        if _holds(path, digest):
            names.append(path.stem)
            continue
        data = certificate(claim, result, lambda id: _resolved(known, id))
        if data is None:
            path.unlink(missing_ok=True)
            continue
        data["made"] = digest
        data["seal"] = verify.seal(data)
        write_bytes(path, text(data).encode())
        names.append(path.stem)
        tell(statement.id)
    return names


def _resolved(known: Registry, id: str):  # type: ignore[no-untyped-def]
    claim = known.find(id).claim
    if claim is None:
        raise UserError(f"{id} is not transcribed.")
    return claim


def _holds(path: Path, digest: str) -> bool:
    try:
        return verify.opened(path.read_bytes(), path.stem).get("made") == digest
    except (OSError, verify.Refused):
        return False


def finish(folder: Path, names: Sequence[str]) -> tuple[list[Checked], str]:
    """Everything beside the certificates; what verify.py, run on the bundle in a process of its own, says of each."""
    write_bytes(folder / "verify.py", program())
    write_bytes(folder / "axioms.json", axioms.text().encode())
    for path in (folder / "certificates").glob("*.json"):
        if path.stem not in names:
            path.unlink()
    held = {name: (folder / "certificates" / f"{name}.json").read_bytes() for name in sorted(names)}
    digests = {name: hashlib.sha256(raw).hexdigest() for name, raw in held.items()}
    write_bytes(folder / "index.json", (json.dumps({"files": digests}, indent=1) + "\n").encode())
    command = [sys.executable, "-I", "verify.py", "."]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    *rows, last = ran.stdout.splitlines() or [f"verify.py could not be run: {ran.stderr[-200:]}"]
    found = list(_rows(rows))
    steps = _steps(found)
    twins = {name: json.loads(raw)["twins"] for name, raw in held.items()}
    killed = f"{sum(k for k, _ in twins.values())} of {sum(n for _, n in twins.values())} wrong twins rejected"
    found += [Checked(name, "failed", f"{name}: a wrong twin passes") for name, (k, n) in twins.items() if k != n]
    kinds = _kinds(row for raw in held.values() for row in json.loads(raw)["log"])
    write_bytes(folder / "README.md", _readme(last, steps, killed).encode())
    write_bytes(folder / "index.html", _page(folder, found, f"{last}: {steps}", f"{kinds}. {killed}.").encode())
    return found, last


def _rows(rows: Sequence[str]) -> Iterator[Checked]:
    for row in (row for row in rows if not row.startswith(NOTE)):
        status, rest = row[:10].strip().lower(), row[10:]
        name, _, detail = rest.partition(" (") if " steps re-checked)" in rest else rest.partition(": ")
        yield Checked(rest if not detail else name, status, rest)


def _kinds(log: Iterable[Mapping[str, Any]]) -> str:
    """How many steps of each rule are not on trust, of how many."""
    counts: dict[str, list[int]] = {}
    for row in log:
        count = counts.setdefault(row["rule"], [0, 0])
        count[0] += not row.get("trust")
        count[1] += 1
    return "steps by rule: " + ", ".join(f"{rule} {done} of {of}" for rule, (done, of) in sorted(counts.items()))


def _steps(found: Sequence[Checked]) -> str:
    """How many steps were re-checked, of how many, in the chains of all theorems."""
    counts = [m for one in found if (m := re.search(r"\((\d+) of (\d+) steps re-checked\)", one.detail))]
    return f"{sum(int(m[1]) for m in counts)} of {sum(int(m[2]) for m in counts)} steps re-checked"


def _readme(last: str, steps: str, killed: str) -> str:
    return f"""# Certificates

Each file in `certificates/` states what was proved of one claim, in the words of the page, in LaTeX and as a tree, and
logs what the kernel did to show it: each step a rule, what it shows, the steps above that it rests on. `axioms.json`
states what is taken for granted, with the sources. All this was written by Lemmata; `verify.py` re-checks it and
shares no code with it. It is one file, uses the standard library of Python (3.11 or later) alone, and is meant to be
read. Run

    python verify.py .

It prints a line for each theorem and ends with

    {last}

Of the steps behind these theorems (one that serves two counts twice), {steps.replace(" re-", " are re-")}.
When the certificates were written, statements changed so that they are wrong were put in the place of those that rest
on no trust: {killed}.

- *checked*: every step was re-checked; the theorem rests on verify.py and on the axioms that the line names after "by".
  "where ..." names what the terms of the statement need in order to have a value: verify.py does not show it.
- *on trust*: steps were re-checked but for those that the line names (a normal form that verify.py does not compute, a
  cited claim of which the certificate does not carry the proof).
- *FAILED*: a file was edited, cut off or exchanged, an axiom is another, or a step does not follow. The exit status is
  then 1.

`index.html` shows the same for the browser. To see what a statement says, read its formula there beside the words.
"""


_STYLE = (
    "body{font-family:sans-serif;max-width:75em;margin:2em auto;padding:0 1em}"
    "td{vertical-align:top;padding:.3em .6em;border-top:1px solid #ccc}.checked{color:#060}.failed{color:#a00}"
    "td div{max-width:40em;overflow:auto hidden;padding-bottom:.3em}.page{color:#555}"
)


def _page(folder: Path, found: Sequence[Checked], last: str, more: str) -> str:
    from ..report.page.mathml import inline
    from ..report.page.prose import prose

    stated: dict[str, str] = {}
    for path in sorted((folder / "certificates").glob("*.json")):
        data = json.loads(path.read_bytes())
        words = prose(data["page"]["words"])
        for theorem in data["theorems"]:
            name = data["id"] + (f" ({theorem['part']})" if theorem["part"] else "") + (
                f" [{theorem['reading']}]" if theorem["reading"] else "")
            formal = f'<div title="{html.escape(theorem["words"])}">{inline(theorem["latex"])}</div>'
            stated[name] = f'{formal}<div class="page">{words}</div>'
            words = ""  # the words of a page stand beside the first of its formulas
    rows = []
    for one in found:
        name = next((n for n in sorted(stated, key=len, reverse=True) if one.detail.startswith(n)), one.name)
        rows.append(
            f'<tr><td>{html.escape(name)}</td><td class="{html.escape(one.status)}">{html.escape(one.status)}</td>'
            f"<td>{stated.get(name, '')}</td><td>{html.escape(one.detail.removeprefix(name).strip())}</td></tr>"
        )
    head = f"<!doctype html><meta charset=utf-8><title>Certificates</title><style>{_STYLE}</style>"
    said = f"<p>{html.escape(last)}, by <a href=verify.py>verify.py</a>.</p><p>{html.escape(more)}</p>"
    columns = ("theorem", "verify.py says", "what was checked, and the words of the page", "why")
    heads = "".join(f"<th align=left>{name}</th>" for name in columns)
    return f"{head}<h1>Certificates</h1>{said}<table><tr>{heads}</tr>{chr(10).join(rows)}</table>\n"
