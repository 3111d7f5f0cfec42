# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Default teams under limits of cgroup v2: at the start, and changed while the program runs under OMP_DYNAMIC=true."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from runner import paths
from runner.checks.check import Check, on_muster, program
from runner.job import Said
from runner.machine import Machine

_SIZES = re.compile(r"before (\d+) after (\d+) explicit (\d+)$")
_PERIOD = 100_000
_EXPLICIT = 5  # what follow.c asks for
IN_CGROUP = paths.HERE / "guest" / "in_cgroup"
_FOLLOWS = {"OMP_DYNAMIC": "true"}


def quota(cpus: float) -> str:
    """A line of cpu.max."""
    return f"{round(cpus * _PERIOD)} {_PERIOD}"


@dataclass(frozen=True)
class _Sizes:
    before: int
    after: int

    def __call__(self, said: Said) -> str:
        match = next(filter(None, (_SIZES.match(line) for line in said.lines)), None)
        if match is None:
            return "the program told no sizes"
        expected = (self.before, self.after, _EXPLICIT)
        found = tuple(int(number) for number in match.groups())
        return "" if found == expected else f"before, after and explicit: {found}, expected {expected}"


def checks(machine: Machine) -> list[Check]:
    cpus, half = machine.cpus, machine.cpus // 2
    return [
        *(
            _at_start(f"quota.{share}", {"cpu.max": quota(share)}, team)
            for share, team in ((0.5, 1), (1.0, 1), (1.5, 2))
        ),
        _at_start("quota.none", {"cpu.max": f"max {_PERIOD}"}, cpus),
        _at_start("quota.cpuset", {"cpuset.cpus": f"{half}-{cpus - 1}"}, half),
        _at_start("quota.cpuset-and-quota", {"cpuset.cpus": "0-3", "cpu.max": quota(3)}, 3),
        _changed("quota.halved", "cpu.max", (quota(4), quota(2)), _Sizes(4, 2), _FOLLOWS),
        _changed("quota.halved-bound", "cpu.max", (quota(4), quota(2)), _Sizes(4, 2), _FOLLOWS | _BOUND),
        _changed("quota.halved-not-dynamic", "cpu.max", (quota(4), quota(2)), _Sizes(4, 4), {}),
        _changed("quota.cpuset-shrinks", "cpuset.cpus", ("0-3", "0-1"), _Sizes(4, 2), _FOLLOWS),
        _changed("quota.cpuset-moves", "cpuset.cpus", ("0-3", "4-6"), _Sizes(4, 3), _FOLLOWS),
        _changed("quota.cpuset-shrinks-bound", "cpuset.cpus", ("0-3", "0-1"), _Sizes(4, 2), _FOLLOWS | _BOUND),
        _changed("quota.cpuset-moves-bound", "cpuset.cpus", ("0-3", "3-6"), _Sizes(4, 1), _FOLLOWS | _BOUND),
    ]


_BOUND = {"OMP_PROC_BIND": "close", "OMP_PLACES": "threads"}


def _at_start(name: str, limits: dict[str, str], team: int) -> Check:
    follow = program("follow")
    command = _in_cgroup(name, limits, on_muster({}, str(follow)))
    return Check(name, command, _Sizes(team, team), programs=(follow, IN_CGROUP))


def _changed(name: str, file: str, values: tuple[str, str], judge: _Sizes, settings: dict[str, str]) -> Check:
    follow = program("follow")
    run = on_muster(settings, f"{follow} {_group_of(name)}/{file} {shlex.quote(values[1])}")
    return Check(name, _in_cgroup(name, {file: values[0]}, run), judge, programs=(follow, IN_CGROUP))


def _in_cgroup(name: str, limits: dict[str, str], command: str) -> str:
    words = " ".join(shlex.quote(f"{file}={value}") for file, value in limits.items())
    return f"{IN_CGROUP} {name} {words} -- env {command}"


def _group_of(name: str) -> str:
    return f"/sys/fs/cgroup/{name}"
