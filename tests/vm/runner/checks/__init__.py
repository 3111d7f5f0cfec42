# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All checks, a module a group."""

from __future__ import annotations

from runner.checks import barriers, binding, machine_itself, memory, offline, peers, quota, suites
from runner.checks.check import Check
from runner.machine import Machine

GROUPS = {
    "machine": machine_itself.checks,
    "binding": binding.checks,
    "peers": peers.checks,
    "memory": memory.checks,
    "barriers": barriers.checks,
    "quota": quota.checks,
    "offline": offline.checks,
    "suites": suites.checks,
}


def checks_of(machine: Machine, groups: list[str]) -> list[Check]:
    return [check for group in groups for check in GROUPS[group](machine)]
