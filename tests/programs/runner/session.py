# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs programs on runtimes in turn, judges every run, and sums up each pair in a row."""

import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from runner import diagnose, trial
from runner.answers import Answer
from runner.judge import Judgement, Outcome, References, discard, judge
from runner.program import Program
from runner.runtimes import Runtime
from runner.trial import Conditions, Trial


@dataclass
class Row:
    """What became of one program on one runtime."""

    program: Program
    runtime: Runtime
    threads: int
    judgement: Judgement
    wall_s: list[float] = field(default_factory=list)
    context_switches: list[int] = field(default_factory=list)
    peak_threads: int = 0

    @property
    def median_wall_s(self) -> float | None:
        return statistics.median(self.wall_s) if self.wall_s else None

    @property
    def median_context_switches(self) -> float | None:
        return statistics.median(self.context_switches) if self.context_switches else None


class Session:
    """Holds the references, which all runs of a program share."""

    def __init__(self) -> None:
        self._references = References()

    def check(self, program: Program, runtime: Runtime, conditions: Conditions) -> Row:
        """One run with a witness, judged."""
        reference = self._references.of(program, conditions)
        name = f"{program.name}-{runtime.name}-{conditions.threads}"
        report = diagnose.report_path(name)
        hang_reporter = diagnose.hang_reporter(report)
        done = trial.run(program, runtime, conditions, witnessed=True, before_kill=hang_reporter)
        judgement = self._settle(done, reference)
        if judgement.outcome is Outcome.FAILED:
            diagnose.rerun_in_debugger(done, report)
        if report.exists():
            judgement = Judgement(judgement.outcome, [*judgement.reasons, f"backtraces: {report}"])
        return Row(program, runtime, conditions.threads, judgement, peak_threads=done.finished.peak_threads)

    def compare(self, program: Program, runtimes: Sequence[Runtime], conditions: Conditions, repeats: int) -> list[Row]:
        """Check `program` on each runtime, then run it `repeats` times on each in turn for times and switches."""
        rows = [self.check(program, runtime, conditions) for runtime in runtimes]
        reference = self._references.of(program, conditions)
        for _ in range(repeats):
            for row in rows:
                if row.judgement.good:
                    done = trial.run(program, row.runtime, conditions, witnessed=False)
                    row.judgement = self._settle(done, reference)
                    row.wall_s.append(done.finished.wall_s)
                    row.context_switches.append(done.finished.switches)
        return rows

    @staticmethod
    def _settle(done: Trial, reference: Answer) -> Judgement:
        """Judge a run; what it left behind is kept only if somebody has to look at it."""
        judgement = judge(done, reference)
        if judgement.good:
            discard(done)
            return judgement
        return Judgement(judgement.outcome, [*judgement.reasons, f"the run is in {done.finished.folder}"])
