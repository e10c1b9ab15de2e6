"""Two trees of source, each read by a process of its own, so that modules of the one never meet those of the other."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECONDS = 120.0
"""So long may the reading of the user's own claims take."""
SNAPSHOT = Path(__file__).with_name("snapshot.py")


@dataclass(frozen=True, slots=True)
class Tree:
    """Where the tool's packages lie, and the folders of the user's claims."""

    name: str
    root: Path
    folders: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What a tree holds; ``missing`` says why a part of it could not be read."""

    claims: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    verdicts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=dict)
    missing: Mapping[str, str] = field(default_factory=dict)


def read(
    trees: Sequence[Tree], patterns: Sequence[str], sections: Sequence[str], home: Path, scratch: Path
) -> list[Snapshot]:
    """The trees, read at the same time: their ``claims``, stored ``verdicts``, derived ``formulas``.

    Without patterns, the claims of the folders are meant where any tree has folders, else all.
    """
    own = not patterns and any(tree.folders for tree in trees)
    outs = [scratch / f"{k}.json" for k in range(len(trees))]
    processes: list[subprocess.Popen[bytes]] = []
    try:
        for tree, out in zip(trees, outs, strict=True):
            out.unlink(missing_ok=True)
            processes.append(_started(tree, patterns, own, sections, home, out))
        limit = SECONDS if own else None
        return [_finished(process, sections, out, limit) for process, out in zip(processes, outs, strict=True)]
    finally:
        for process in processes:
            process.kill()
            process.wait()


def _started(
    tree: Tree, patterns: Sequence[str], own: bool, sections: Sequence[str], home: Path, out: Path
) -> subprocess.Popen[bytes]:
    wanted = {
        "tree": str(tree.root), "folders": [str(f) for f in tree.folders],
        "patterns": list(patterns), "own": own, "read": list(sections),
    }  # fmt: skip
    command = (sys.executable, "-P", str(SNAPSHOT), json.dumps(wanted), str(out))
    return subprocess.Popen(
        command, cwd=out.parent, env=_environment(tree, home), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def _finished(
    process: subprocess.Popen[bytes], sections: Sequence[str], out: Path, limit: float | None
) -> Snapshot:
    """What the process read; where it failed altogether, everything is missing."""
    try:
        _, errors = process.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        why = f"they are still being read after {limit:g} s: take out of them the loop that does not end"
        return Snapshot(missing=dict.fromkeys(sections, why))
    if process.returncode or not out.exists():
        last = (errors.decode(errors="replace").strip().splitlines() or ["it ended without a word"])[-1]
        return Snapshot(missing=dict.fromkeys(sections, last))
    return Snapshot(**json.loads(out.read_text(encoding="utf-8")))


def examine(tree: Tree, ids: Sequence[str], jobs: int, home: Path, scratch: Path) -> str:
    """Run `check` of the tree on its claims, its progress shown; why that was not possible, or nothing.

    Raises:
        KeyboardInterrupt: the run was interrupted.
    """
    command = [sys.executable, "-P", "-m", "proofs_check.cli", "check", *ids, "--jobs", str(jobs)]
    for folder in tree.folders:
        command += ["--claims", str(folder)]
    out = scratch / "check.json"
    run = subprocess.run(
        [*command, "--json", str(out)], cwd=scratch, env=_environment(tree, home), stdout=subprocess.DEVNULL,
        check=False,
    )
    if run.returncode == 130:
        raise KeyboardInterrupt
    return "" if run.returncode in (0, 1) and out.exists() else "its `lemmata check` does not run"


def _environment(tree: Tree, home: Path) -> dict[str, str]:
    path = os.pathsep.join(filter(None, (str(tree.root), os.environ.get("PYTHONPATH", ""))))
    return {**os.environ, "PYTHONPATH": path, "LEMMATA_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
