"""What a person sees: colours and progress on terminals alone, whole lines in a pipe, and every id uncut."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.console import Console

from proofs_check.catalogue import Statement
from proofs_check.cli import main
from proofs_check.merging import merge
from proofs_check.report.progress import TimeLeft
from proofs_check.report.terminal import check_table, list_table, print_check
from proofs_check.results import Decided, Examined, Result
from proofs_check.verdict import Outcome, Verdict
from tests.proofs_check.stubs import PROVED, REFUTED, UNDECIDED, make_claim, make_registry
from tests.proofs_check.test_config import MINE

_ROOT = Path(__file__).resolve().parents[2]
IDS = ("t/fine", "t/wrong", "t/open", "t/section-5.1-a-rather-long-name-of-a-statement-corrected")
KNOWN = make_registry(*(make_claim(id) for id in IDS))
ANSWERS = {"t/fine": PROVED, "t/wrong": REFUTED, "t/open": UNDECIDED, IDS[3]: PROVED}
RESULTS = {
    id: merge(KNOWN.claims[id], [Examined.of("words", "", "", answer, 1.0)], 1.0) for id, answer in ANSWERS.items()
}
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def printed(width: int, *, quiet: bool = False, strict: bool = False, results: dict[str, Result] = RESULTS) -> str:
    screen = Console(width=width, file=io.StringIO())
    print_check(screen, tuple(KNOWN), results, KNOWN, quiet=quiet, strict=strict)
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


@pytest.mark.parametrize("width", [80, 100, 140, 100_000])
def test_ids_stand_whole_in_one_line_from_80_columns_on(width: int) -> None:
    lines = printed(width).splitlines()
    assert all(any(line.split(" ")[0] == id for line in lines) for id in IDS)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
@pytest.mark.parametrize("table", [check_table, list_table])
def test_narrow_terminals_get_every_letter_of_an_id_and_no_longer_lines(width: int, table: object) -> None:
    screen = Console(width=width, file=io.StringIO())
    screen.print(table(tuple(KNOWN), RESULTS, width))  # type: ignore[operator]
    text = screen.file.getvalue()  # type: ignore[attr-defined]
    assert max(map(len, text.splitlines())) <= width
    column = "".join(line.split(" ")[0] for line in text.splitlines())
    assert all(id in column for id in IDS)
    assert "REFUTED" in text


def test_quiet_prints_what_needs_attention_and_one_last_line() -> None:
    text = printed(200, quiet=True)
    assert "t/fine" not in text
    assert "t/open" not in text
    assert "unexpected t/wrong is REFUTED" in text
    assert text.splitlines()[-1].startswith("1 unexpected, 0 defects, 1 open")


def test_of_many_reasons_alike_each_is_told_once_and_of_many_different_ones_some() -> None:
    def told(*rows: tuple[str, str]) -> list[str]:
        examined = tuple(
            Examined.of("trained", part, "", Outcome(Verdict.UNDECIDED, why), 0.0) for part, why in rows
        )
        parts = tuple(Decided(part, "", Verdict.UNDECIDED, "") for part, _ in rows)
        result = Result("t/open", Verdict.UNDECIDED, parts=parts, witnesses=examined)
        lines = printed(200, results=RESULTS | {"t/open": result}).splitlines()
        return [line for line in lines if "trained" in line or "more" in line]

    alike = told(*((str(k), "no record") for k in range(5)), ("x", "too few runs"))
    assert alike == ["  trained 5 parts: no record", "  trained (x): too few runs"]
    assert told(("a", "why"), ("b", "why")) == ["  trained (a), (b): why"]
    assert told(*((str(k), f"why {k}") for k in range(9)))[-1] == "  and 3 more: lemmata show t/open"


def test_under_strict_what_is_open_needs_attention_too() -> None:
    assert "open t/open is UNDECIDED" in printed(200, quiet=True, strict=True)


def test_in_a_pipe_no_line_is_broken_and_nothing_is_coloured() -> None:
    lines = CliRunner().invoke(main, ["list", "zwb/*"]).output.splitlines()
    rows = [line for line in lines if line.startswith("zwb/") and not line.startswith("zwb/…")]
    assert len(rows) == int(lines[0].split()[0]), "one line a statement"
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False)],
)
def test_force_color_colours_a_pipe_and_no_color_wins(
    environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    output = CliRunner().invoke(main, ["list", "zwb/theorem-4.1"], color=True).output
    assert ("\x1b[" in output) is coloured
    assert "zwb/theorem-4.1" in ESCAPES.sub("", output)


def on_a_terminal(arguments: list[str], columns: int, folder: Path) -> tuple[int, str]:
    """Python in a real terminal: its exit status, and all that it wrote there."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    environment |= {"PYTHONPATH": str(_ROOT), "LEMMATA_HOME": str(folder / "home"), "TERM": "xterm-256color"}
    with subprocess.Popen(
        [sys.executable, *arguments], stdin=theirs, stdout=theirs, stderr=theirs,
        env=environment, cwd=folder,
    ) as running:  # fmt: skip
        os.close(theirs)
        written = b""
        while True:
            try:
                piece = os.read(ours, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            written += piece
    os.close(ours)
    return running.returncode, written.decode()


def test_a_terminal_of_60_columns_shows_progress_with_colours_and_quiet_shows_none(tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "mine.py").write_text(MINE)
    arguments = ["-m", "proofs_check.cli", "check", "mine/*", "--claims", "claims", "--jobs", "1", "--fresh"]
    status, written = on_a_terminal(arguments, 60, tmp_path)
    assert status == 0, written
    assert "1/1" in written, "the bar counts claims"
    assert " left" in written, "the bar says how long it still takes"
    assert "\x1b[32mPROVED" in written
    status, written = on_a_terminal([*arguments, "--quiet"], 60, tmp_path)
    assert (status, "left" in written) == (0, False)
    plain = " ".join(ESCAPES.sub("", written).split())
    assert plain == "0 unexpected, 0 defects, 0 open (undecided, not run or not transcribed)"


INTERRUPTED = """
import sys
from proofs_check import runner
from proofs_check.cli import main

def interrupted(*arguments, progress, **settings):
    raise KeyboardInterrupt

runner.run = interrupted
main(["check", "zwb/theorem-4.1"])
"""


def test_an_interrupted_run_ends_on_a_clean_line_with_the_cursor_back(tmp_path: Path) -> None:
    status, written = on_a_terminal(["-c", INTERRUPTED], 80, tmp_path)
    assert status == 130, written
    *_, last = written.split("\x1b[2K")
    assert last.startswith("lemmata: interrupted; finished claims are kept"), "nothing else stands in its line"
    assert written.rindex("\x1b[?25h") > written.rindex("\x1b[?25l"), "the cursor is shown again"


def test_an_encoding_without_our_letters_is_no_reason_to_fail() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONPATH": str(_ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "proofs_check.cli", "list", "zwb/section-4-strict-gap"], env=environment,
        capture_output=True, check=True,
    )  # fmt: skip
    assert b"zwb/section-4-strict-gap" in done.stdout
    assert done.stdout.isascii()


def finished(id: str, seconds: float) -> Result:
    return Result(id, PROVED.verdict, seconds=seconds)


def test_the_time_left_is_what_the_rest_took_the_last_time_over_the_processes() -> None:
    now = [0.0]
    left = TimeLeft({"a": 10.0, "b": 6.0, "c": None}, 2, lambda: now[0])
    assert left.seconds() == pytest.approx(12.0), "c counts as an average claim, 8 s"
    now[0] = 7.0
    left.finish(finished("b", 7.0))
    assert left.seconds() == pytest.approx(9.0)
    now[0] = 9.0
    left.finish(finished("c", 2.0))
    assert left.seconds() == pytest.approx(5.0)
    now[0] = 10.0
    left.finish(finished("a", 10.0))
    assert left.seconds() == 0.0


def test_nothing_is_said_of_the_time_left_before_anything_is_known() -> None:
    left = TimeLeft({"a": None, "b": None}, 2)
    assert left.seconds() is None
    left.finish(finished("a", 3.0))
    assert left.seconds() is not None


def test_of_a_few_claims_it_is_said_why_they_stay_open_and_where_a_proof_has_a_gap() -> None:
    gap = Examined("proof", "", "", Verdict.UNDECIDED, "", False, "step one does not follow", 0.0,
                   {"printed_proof": "gap at step one"})  # fmt: skip
    lacks = Examined("words", "", "", Verdict.UNDECIDED, "", False, "words lacks a head", 0.0)
    for verdict, said in ((Verdict.UNDECIDED, [gap, lacks]), (Verdict.SUPPORTED, [gap])):
        part = (Decided("", "", verdict, ""),)
        statement = Statement("t/a", make_claim("t/a"))
        result = Result("t/a", verdict, parts=part, witnesses=(gap, lacks))
        out = Console(file=io.StringIO(), width=120)
        print_check(out, [statement], {"t/a": result}, make_registry(statement.claim))
        text = out.file.getvalue()
        assert [row.sentence in text for row in (gap, lacks)] == [row in said for row in (gap, lacks)]


def test_a_reading_that_fails_where_another_stands_is_named_below_the_table() -> None:
    parts = (Decided("a", "wide", Verdict.REFUTED, ""), Decided("a", "narrow", Verdict.PROVED, ""))
    result = Result("t/fine", Verdict.PROVED, parts=parts)
    screen = Console(width=100_000, file=io.StringIO())
    known = make_registry(make_claim("t/fine"))
    print_check(screen, tuple(known), {"t/fine": result}, known)
    assert isinstance(screen.file, io.StringIO)
    assert "t/fine (a) is REFUTED when read as 'wide'" in screen.file.getvalue()
    assert not Result("t/wrong", Verdict.REFUTED, parts=(Decided("", "", Verdict.REFUTED, ""),)).refuted_readings()
