"""The command that tests several versions says what is not there, and knows the lowest versions."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

FILE = Path(__file__).resolve().parents[1] / "requirements" / "versions.py"


@pytest.fixture
def versions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    spec = spec_from_file_location("versions", FILE)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    monkeypatch.setattr(made, "PLACE", tmp_path)
    return made


def test_every_dependency_has_a_lowest_version(versions: ModuleType) -> None:
    lowest = versions.requirements("lowest")
    assert "sympy==1.13.*" in lowest
    assert all("==" in line and "<" not in line.partition(";")[0] for line in lowest)
    assert len(lowest) == len(versions.requirements("newest"))


def test_a_python_is_found_by_its_version(versions: ModuleType) -> None:
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert versions.python(here) is not None
    assert versions.python("3.99") is None


def test_what_is_not_there_or_cannot_be_installed_is_said(
    versions: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(versions, "python", {"3.11": sys.executable, "3.12": sys.executable}.get)
    monkeypatch.setattr(versions, "environment", lambda interpreter, version, which: (
        "ERROR: No matching distribution found for click" if version == "3.12" else Path(sys.prefix)
    ))  # fmt: skip
    assert versions.main(["--dependencies", "lowest", "--", "--version"]) == 0
    assert capsys.readouterr().out.splitlines()[-4:] == [
        "Python 3.11, lowest dependencies: passed",
        "Python 3.12, lowest dependencies: not tested: ERROR: No matching distribution found for click",
        "Python 3.13, lowest dependencies: not tested: there is no Python 3.13 on this machine",
        "1 of 3 tested, 1 passed",
    ]
    monkeypatch.setattr(versions, "python", lambda version: None)
    assert versions.main([]) == 1


def test_the_tests_that_are_run_by_default_are_there(versions: ModuleType) -> None:
    assert all((FILE.parents[1] / name).is_file() for name in versions.SHORT if name.startswith("tests/"))
