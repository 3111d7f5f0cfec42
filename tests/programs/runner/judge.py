# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decides whether a run counts: it ended well, on the runtime that was meant, with the right answer."""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from runner import runtimes, trial, witness
from runner.answers import Answer, differences
from runner.errors import Unavailable
from runner.program import Program
from runner.runtimes import Way
from runner.trial import Conditions, Trial


class Outcome(StrEnum):
    """From good to bad; the first that applies, read from below, is the outcome of a run."""

    OK = "ok"
    WRONG_ANSWER = "wrong answer"
    WRONG_RUNTIME = "wrong runtime"
    FAILED = "failed"
    TIMEOUT = "timeout"


@dataclass(frozen=True)
class Judgement:
    """An outcome with its reasons, one a line; no reason is needed for OK."""

    outcome: Outcome
    reasons: Sequence[str] = ()

    @property
    def good(self) -> bool:
        return self.outcome is Outcome.OK


def judge(done: Trial, reference: Answer) -> Judgement:
    """Judge a run against the answer that the same program gave on its own runtime."""
    if done.finished.timed_out:
        return Judgement(Outcome.TIMEOUT, [done.finished.end])
    if done.finished.status != 0:
        return Judgement(Outcome.FAILED, [done.finished.end, *done.finished.stderr.splitlines()[-5:]])
    try:
        found = done.program.answer(done.finished)
        objections = _runtime_objections(done)
    except (ValueError, KeyError, OSError) as error:
        return Judgement(Outcome.WRONG_ANSWER, [f"the output cannot be read: {error}"])
    if objections:
        return Judgement(Outcome.WRONG_RUNTIME, objections)
    wrong = differences(reference, found, done.program.tolerances)
    known = done.program.known_answer(done.conditions.size)
    if known:
        wrong += [f"{line} (known value)" for line in differences(known, found, done.program.tolerances)]
    return Judgement(Outcome.WRONG_ANSWER, wrong) if wrong else Judgement(Outcome.OK)


def _runtime_objections(done: Trial) -> list[str]:
    """Why this run does not show that the runtime did the work; empty for a run without a witness."""
    if done.bindings is None:
        return []
    program, runtime = done.program, done.runtime
    library = runtime.library or program.own_files
    objections = witness.objections(done.bindings, library, program.entry, program.users(runtime.way))
    if runtime.way is Way.PRELOAD and program.names_its_provider:
        served_by = program.served_by(done.finished)
        if served_by != runtime.library:
            objections.append(f"the process itself finds {program.entry} in {served_by}, not in {runtime.library}")
    team = program.team(done.conditions.threads)
    if done.finished.peak_threads < team:
        objections.append(f"at most {done.finished.peak_threads} threads were seen, a team has {team}")
    return objections


class References:
    """The answers of programs on their own runtime, each taken once for each set of conditions."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, Conditions], Answer] = {}

    def of(self, program: Program, conditions: Conditions) -> Answer:
        """Run `program` on its own runtime, with a witness. Unavailable if not even that run is good."""
        key = (program.name, conditions)
        if key not in self._answers:
            done = trial.run(program, runtimes.own(program.own), replace(conditions, reference=True), witnessed=True)
            if done.finished.status != 0:
                ended = f"{program.name} {done.finished.end} on its own {program.own}"
                raise Unavailable(f"{ended}, see {done.finished.folder}")
            answer = program.answer(done.finished)
            verdict = judge(done, answer)
            if not verdict.good:
                raise Unavailable(f"{program.name} on its own {program.own}: {'; '.join(verdict.reasons)}")
            discard(done)
            self._answers[key] = answer
        return self._answers[key]


def discard(done: Trial) -> None:
    """Remove the folders of a run that nobody has to look at."""
    shutil.rmtree(done.finished.folder)
    shutil.rmtree(Path(f"{done.finished.folder}.evidence"), ignore_errors=True)
