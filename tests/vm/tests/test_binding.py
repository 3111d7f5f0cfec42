# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The judge of places can pass and can fail, on each machine of the tree."""

import json
from collections.abc import Sequence

import pytest

from runner import paths
from runner.checks import binding
from runner.checks.binding import Case, Cpus
from runner.checks.check import Check, verdict
from runner.job import Said
from runner.machine import Machine, all_machines, read

MACHINES = all_machines(paths.MACHINES)


def told(case: Case) -> str:
    """As muster-places would tell it: a place for each thread."""
    threads = [{"thread": thread, "place": thread} for thread in range(case.threads)]
    return json.dumps({"places": [list(cpus) for cpus in case.expected], "threads": threads})


def said_of(case: Case, machine: Machine, cpus: Sequence[int]) -> Said:
    looks = [f"thread {thread} cpu {cpu} node {machine.node_of(cpu)} place 0" for thread, cpu in enumerate(cpus)]
    return Said(0, 1.0, [told(case), *looks])


def pairs(machine: Machine) -> list[tuple[Case, Check]]:
    return list(zip(binding.cases(machine), binding.checks(machine), strict=True))


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_each_case_has_a_set_for_each_thread(machine: Machine) -> None:
    for case in binding.cases(machine):
        assert len(case.expected) == case.threads, case.name
        assert all(case.expected), case.name


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_threads_on_their_places_pass(machine: Machine) -> None:
    for case, check in pairs(machine):
        assert verdict(check, said_of(case, machine, [cpus[-1] for cpus in case.expected])).fault == "", case.name


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_one_thread_elsewhere_fails(machine: Machine) -> None:
    for case, check in pairs(machine):
        elsewhere = next(cpu for cpu in range(machine.cpus) if cpu not in case.expected[-1])
        cpus = [cpus[0] for cpus in case.expected[:-1]] + [elsewhere]
        fault = verdict(check, said_of(case, machine, cpus)).fault
        assert f"thread {case.threads - 1} was on CPU {elsewhere}" in fault, case.name


def test_a_guest_that_says_nothing_fails() -> None:
    check = binding.checks(MACHINES[0])[0]
    assert "neither" in verdict(check, Said(0, 1.0, [])).fault
    assert "ended before" in verdict(check, None).fault
    assert verdict(check, Said(1, 1.0, ["error"])).fault == "exit status 1: error"
    assert verdict(check, Said(77, 1.0, ["no memory"])).skipped


def test_the_talk() -> None:
    cases = {case.name: case for case in binding.cases(read(paths.MACHINES / "naples.toml"))}
    two: list[Cpus] = [(cpu,) for cpu in (0, 8, 16, 24, 32, 40, 48, 56, 1, 9, 17, 25, 33, 41, 49, 57)]
    assert list(cases["talk-two-cores-of-each-node"].expected) == two
    assert cases["cores-spread"].expected == [(0,), (8,), (16,), (24,), (32,), (40,), (48,), (56,)]


def test_close_with_more_threads_than_places() -> None:
    assert binding.dealt([(0,), (1,)], 4) == [(0,), (0,), (1,), (1,)]
