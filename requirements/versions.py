"""Tests Lemmata in the versions of Python that are on this machine, with the lowest and the newest dependencies.

``python requirements/versions.py [--python 3.12 ...] [--dependencies lowest|newest] [-- PYTEST ARGUMENTS]``: each pair
has a virtual environment of its own in ``.versions/``, made once.  What is not there, or cannot be installed, is said,
and so is what fails; the exit status is 0 where every pair that could be tested passes, and one could.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / ".versions"
PYTHONS = ("3.11", "3.12", "3.13")
DEPENDENCIES = ("lowest", "newest")
TOOLS = ("pytest>=8", "hypothesis", "jaxtyping", "beartype", "junitparser", "jsonschema", "html5lib", "nbformat",
         "jupytext", "pytest-xdist", "pytest-benchmark")  # fmt: skip
"""What the tests themselves need, in whatever version there is."""
SHORT = (
    "-q", "-p", "no:cacheprovider", "-m", "not slow and not train and not gpu and not exhaustive",
    "tests/proofs_check/test_public_api.py", "tests/proofs_check/test_entry_points.py",
    "tests/proofs_check/test_cookbook.py", "tests/proofs_check/test_cli.py", "tests/proofs_check/test_store.py",
    "tests/proofs_check/test_true_own_claims.py", "tests/proofs_check/test_time_limit.py",
)  # fmt: skip
"""A few minutes; `-- tests` runs them all."""


def requirements(which: str) -> list[str]:
    """The dependencies of the package, each in its lowest version or in the newest that is allowed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    if which == "newest":
        return list(project["dependencies"])
    return [re.sub(r">=([\d.]+)[^;]*", r"==\1.*", line) for line in project["dependencies"]]


def python(version: str) -> str | None:
    """A Python of this version on the machine."""
    of_pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    places = sorted(of_pyenv.glob(f"{version}.*/bin/python"), reverse=True)
    for found in (shutil.which(f"python{version}"), *map(str, places)):
        told = found and subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout
        if told and told.startswith(f"Python {version}."):
            return found
    return None


def environment(interpreter: str, version: str, which: str) -> Path | str:
    """The virtual environment of the pair, made if need be; a sentence where it cannot be."""
    folder = PLACE / f"{version}-{which}"
    done = folder / "installed"
    wanted = "\n".join(requirements(which))
    if done.is_file() and done.read_text() == wanted:
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    own = str(folder / "bin" / "python")
    pip = (own, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--only-binary", ":all:")
    for line in ((interpreter, "-m", "venv", str(folder)), (*pip, *requirements(which), *TOOLS)):
        ended = subprocess.run(line, capture_output=True, text=True, check=False)
        if ended.returncode:
            said = [text for text in ended.stderr.splitlines() if text.startswith("ERROR")] or [f"{line[0]} failed"]
            return said[-1]
    done.write_text(wanted)
    return folder


def outcomes(pythons: Sequence[str], dependencies: Sequence[str], tests: Sequence[str]) -> Iterator[tuple[str, str]]:
    """For each pair its name, and ``passed``, ``failed`` or why it was not tested."""
    for version in pythons:
        interpreter = python(version)
        for which in dependencies:
            name = f"Python {version}, {which} dependencies"
            if interpreter is None:
                yield name, f"not tested: there is no Python {version} on this machine"
                continue
            made = environment(interpreter, version, which)
            if isinstance(made, str):
                yield name, f"not tested: {made}"
                continue
            line = (str(made / "bin" / "python"), "-m", "pytest", *(tests or SHORT))
            ended = subprocess.run(line, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)
            yield name, "passed" if ended.returncode == 0 else "failed"


def main(arguments: Sequence[str]) -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--python", action="append", choices=PYTHONS)
    reader.add_argument("--dependencies", action="append", choices=DEPENDENCIES)
    reader.add_argument("tests", nargs="*")
    given = reader.parse_args(arguments)
    found = []
    for name, said in outcomes(given.python or PYTHONS, given.dependencies or DEPENDENCIES, given.tests):
        print(f"{name}: {said}", flush=True)
        found.append(said)
    tested = [said for said in found if not said.startswith("not tested")]
    print(f"{len(tested)} of {len(found)} tested, {tested.count('passed')} passed")
    return 0 if tested and "failed" not in tested else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
