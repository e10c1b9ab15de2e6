"""A commit of a repository as files in a folder of its own: the working tree is never touched."""

from __future__ import annotations

import io
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path

from ...errors import UserError


@dataclass(frozen=True, slots=True)
class Commit:
    repository: Path
    sha: str
    subject: str

    @property
    def short(self) -> str:
        return self.sha[:10]


def repository(folder: Path, remedy: str) -> Path:
    """The repository that holds ``folder``.

    Raises:
        UserError: there is none, or no git; ``remedy`` says what to do about it.
    """
    found = _git(folder, "rev-parse", "--show-toplevel")
    if found.returncode:
        raise UserError(f"{str(folder)!r} lies in no git repository, which has commits to compare with: {remedy}")
    return Path(found.stdout.decode().strip())


def commit(where: Path, revision: str) -> Commit:
    """The commit that ``revision`` names; an unknown one raises :class:`UserError`."""
    found = _git(where, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.returncode:
        raise UserError(
            f"REV {revision!r} is no commit of {str(where)!r}: give a commit, a branch or a tag, for example HEAD~1."
        )
    sha = found.stdout.decode().strip()
    subject = _git(where, "log", "-1", "--format=%s", sha).stdout.decode(errors="replace").strip()
    return Commit(where, sha, subject)


def export(of: Commit, into: Path) -> None:
    """The files of the commit, below ``into``."""
    packed = _git(of.repository, "archive", "--format=tar", of.sha)
    if packed.returncode:
        raise UserError(f"git cannot export {of.short}: {packed.stderr.decode(errors='replace').strip()}.")
    with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as archive:
        # Python 3.11 knows filters from 3.11.4 on; the archive is git's own.
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
        archive.extractall(into)


def _git(where: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(("git", "-C", str(where), *arguments), capture_output=True, check=False)
    except FileNotFoundError as error:
        raise UserError("git is not installed, which knows the commits: install it.") from error
