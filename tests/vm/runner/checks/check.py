# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A check: a job of the guest, and a judge of what the job said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from runner import paths
from runner.job import Job, Said, with_settings

# Says what is wrong, in a line; empty if all is as it should be. Is asked only about jobs that ended with status 0.
Judge = Callable[[Said], str]


@dataclass(frozen=True)
class Check:
    name: str  # GROUP.WHAT
    command: str
    judge: Judge
    limit_s: int = 60
    programs: tuple[Path, ...] = ()  # what the guest needs for it, beside Muster

    @property
    def group(self) -> str:
        return self.name.partition(".")[0]

    def job(self) -> Job:
        return Job(self.name, self.command, self.limit_s)


@dataclass(frozen=True)
class Verdict:
    name: str
    fault: str  # "" if it passed
    skipped: bool = False
    seconds: float = 0.0


# What the tests' programs return where they cannot be run, with the reason as their last line.
_SKIPPED = 77


def verdict(check: Check, said: Said | None) -> Verdict:
    if said is None:
        return Verdict(check.name, "the guest ended before")
    if said.status == _SKIPPED:
        reason = next((line for line in said.lines if "skip" in line), "no reason told")
        return Verdict(check.name, reason, skipped=True, seconds=said.seconds)
    if said.end:
        last = said.lines[-1] if said.lines else ""
        return Verdict(check.name, f"{said.end}: {last}" if last else said.end, seconds=said.seconds)
    return Verdict(check.name, check.judge(said), seconds=said.seconds)


def nothing_more(_said: Said) -> str:
    """For a job that checks all by itself: its status counts."""
    return ""


def on_muster(settings: Mapping[str, str], command: str) -> str:
    return with_settings({"LD_LIBRARY_PATH": str(paths.COMPAT), **settings}, command)


def program(name: str) -> Path:
    """A program of programs/, as it was compiled."""
    return paths.PROGRAMS / name
