"""Asks the tool about a statement, and says whether its verdict can be."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from proofs_check import UserError, check
from proofs_check.results import Examined, Result, Results

from .alone import wrong_alone
from .stating import Stated, Truth

WITNESSES = ("words", "entries", "grid", "balls", "sampled", "proof")
SECONDS = 20.0
"""What one statement may take; then it is left open and counted so."""


class Stopped(BaseException):
    """The time of one statement is over; no engine catches it."""


@dataclass(frozen=True)
class Found:
    """What the tool says of a statement: the name of a verdict, or ``REJECTED`` where it refuses to read it."""

    stated: Stated
    verdict: str
    scope: str = ""
    defects: tuple[str, ...] = ()
    counterexample: str = ""
    witnesses: tuple[Examined, ...] = ()

    @property
    def fault(self) -> str:
        """What is wrong with the verdict, or with that of a witness alone; empty where nothing is."""
        return self._fault_of_all or wrong_alone(self.witnesses, self.stated)

    @property
    def _fault_of_all(self) -> str:
        truth, conditional = self.stated.truth, " where " in self.scope
        if self.verdict == "PROVED":
            if truth is Truth.FALSE:
                return "false PROVED"
            if truth is Truth.ILL_SHAPED or (truth is Truth.VALUELESS and not conditional):
                return "false PROVED"
        if self.verdict == "REFUTED" and truth in (Truth.TRUE, Truth.VACUOUS):
            return "true REFUTED"
        if self.verdict == "SUPPORTED" and truth is Truth.FALSE and not self.stated.large:
            return "false SUPPORTED"
        if truth is Truth.ILL_SHAPED and self.verdict in ("SUPPORTED", "REFUTED"):
            return "ill-shaped decided"
        return ""

    def __str__(self) -> str:
        said = f"{self.verdict} [{self.scope}]" + (
            f", counterexample {self.counterexample}" if self.counterexample else ""
        )
        if self.fault.endswith("alone"):
            rows = (row for row in self.witnesses if row.verdict.name in ("PROVED", "REFUTED"))
            said += "".join(f"; {row.name}: {row.verdict.name} [{row.scope}]" for row in rows)
        try:
            prop = repr(self.stated.statement())
        except UserError as error:
            prop = str(error)
        given = f" given {', '.join(map(repr, self.stated.given))}" if self.stated.given else ""
        return f"{self.stated.id} ({self.stated.truth.name.lower()}): {prop}{given}: {said}"


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise :class:`Stopped` in the main thread after this many seconds."""

    def stop(signum: int, frame: object) -> None:
        raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def asked(stated: Stated, seconds: float = SECONDS) -> Found:
    """What the tool says of a statement."""
    try:
        with limited(seconds):
            results = check(stated.claim(), *stated.cites, only=WITNESSES)
    except UserError as error:
        return Found(stated, "REJECTED", str(error))
    except Stopped:
        return Found(stated, "STOPPED", f"after {seconds:g} s")
    if isinstance(results, Results):
        result = results["own/examined"]
    else:
        assert isinstance(results, Result)
        result = results
    shown, defects = str(result.counterexample or ""), tuple(map(str, result.defects))
    return Found(stated, result.verdict.name, str(result.scope), defects, shown, result.witnesses)


@dataclass
class Tally:
    """Counts of a run, and what was wrong."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[tuple[str, Found]] = field(default_factory=list)
    defects: list[Found] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, found: Found) -> Found:
        self.counts[found.stated.truth.name, found.verdict] += 1
        if found.fault:
            self.faults.append((found.fault, found))
        if found.defects:
            self.defects.append(found)
        return found

    def ask(self, statements: Iterable[Stated]) -> None:
        for stated in statements:
            self.add(asked(stated))

    @property
    def decided(self) -> int:
        return sum(n for (_, verdict), n in self.counts.items() if verdict in ("PROVED", "REFUTED", "SUPPORTED"))

    @property
    def total(self) -> int:
        return self.counts.total()

    def of(self, fault: str) -> list[Found]:
        return [found for name, found in self.faults if name == fault]

    def table(self) -> str:
        verdicts = sorted({verdict for _, verdict in self.counts})
        lines = ["".join([f"{'truth':12}", *(f"{v:>11}" for v in verdicts)])]
        for truth in Truth:
            row = [self.counts[truth.name, v] for v in verdicts]
            if any(row):
                lines.append("".join([f"{truth.name.lower():12}", *(f"{n:>11}" for n in row)]))
        return "\n".join(lines)
