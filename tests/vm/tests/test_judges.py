# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The judges of memory, barriers, quotas and offline CPUs pass what is right, and can fail."""

import json

import pytest

from runner import paths
from runner.checks import array_report, barriers, memory, offline, quota, suites
from runner.checks.check import Check, verdict
from runner.job import Said
from runner.machine import read

TWO, FOUR, NAPLES = (read(paths.MACHINES / f"{name}.toml") for name in ("two-nodes", "four-nodes", "naples"))


def judged(checks: list[Check], name: str, *lines: str) -> str:
    (check,) = [check for check in checks if check.name == name]
    return verdict(check, Said(0, 1.0, list(lines))).fault


@pytest.mark.parametrize(("own", "good"), [(512, True), (507, True), (506, False), (0, False)])
def test_99_percent_of_the_pages(own: int, good: bool) -> None:
    fault = judged(memory.checks(TWO), "memory.first-touch-close", f"pages 512 own {own} sum 512")
    assert (fault == "") == good


def test_a_wrong_sum_or_none_is_a_fault() -> None:
    assert judged(memory.checks(TWO), "memory.first-touch-close", "pages 512 own 512 sum 511")
    assert judged(memory.checks(TWO), "memory.first-touch-close", "pages 0 own 0 sum 0")
    assert judged(memory.checks(TWO), "memory.first-touch-close")


def test_own_memory() -> None:
    lines = ("what stacks pages 112 own 112", "what tasks pages 512 own 507")
    assert judged(memory.checks(TWO), "memory.own-close", *lines) == ""
    assert "506 of 512 pages of tasks" in judged(memory.checks(TWO), "memory.own-close", lines[0], lines[1][:-1] + "6")
    assert "told of ['stacks']" in judged(memory.checks(TWO), "memory.own-close", lines[0])


def test_homes() -> None:
    for name in ("memory.homes-bound", "memory.homes-moved"):
        assert judged(memory.checks(TWO), name, "homes pages 100 own 99") == ""
        assert "98 of 100 pages" in judged(memory.checks(TWO), name, "homes pages 100 own 98")
        assert "told of no pages" in judged(memory.checks(TWO), name, "homes pages 0 own 0")
        assert "told of no pages" in judged(memory.checks(TWO), name)


def test_pages_of_one_thread_must_not_look_local() -> None:
    name = "memory.sequential-touch-is-seen"
    assert judged(memory.checks(NAPLES), name, "pages 800 own 100 sum 800") == ""
    assert "said to be local" in judged(memory.checks(NAPLES), name, "pages 800 own 400 sum 800")


def test_partitions() -> None:
    nodes = 3
    blocks, turns = [0] * 4 + [1] * 4 + [2] * 3, [0, 1, 2] * 3 + [0, 1]
    right = {"environment": [2] * 11, "nearest": [1] * 11, "blocked": blocks, "interleaved": turns}
    for trait in memory.PARTITIONS:
        for name, pages in right.items():
            fault = memory.fault_of(trait, pages, nodes, primary=1, writer=2)
            assert (fault == "") == (name == trait), (trait, name)
    assert memory.fault_of("blocked", [0, 1, 2] + [2] * 8, nodes, 1, 2)
    assert memory.fault_of("interleaved", [0, 1, 0, 1], nodes, 1, 2)


def test_a_writer_beside_the_primary_shows_nothing() -> None:
    lines = ("primary 1 writer 1", "nodes 1 1 1")
    assert "node of the primary" in judged(memory.checks(TWO), "memory.partition-nearest", *lines)


def reported(flagged: bool, share: int, *, rows: str = "rows 2048 remote 1024 line 30", count: int = 1) -> str:
    advice = f": {array_report.ADVICE}. As it is, " if flagged else "; "
    told = (
        "muster: memory: 8.0 MiB touched first by thread 0 at /x/p+0x11f3, used by 4 threads"
        f"{advice}{share}% of the accesses are remote on this machine."
    )
    said = Said(0, 1.0, [rows, *[told] * count])
    return array_report.Reported(True, lambda file, address: 30 if (file, address) == ("/x/p", "0x11f3") else 0)(said)


def test_a_reported_array() -> None:
    assert reported(True, 50) == ""
    assert reported(True, 45) == ""
    assert "44% are said" in reported(True, 44)
    assert "is not flagged" in reported(False, 50)
    assert "line 30, not 31" in reported(True, 50, rows="rows 2048 remote 1024 line 31")
    assert "not one array" in reported(True, 50, rows="nothing")
    assert "not one array" in reported(True, 50, count=0)
    assert "not one array" in reported(True, 50, count=2)


def test_an_array_that_is_right_is_not_to_be_flagged() -> None:
    name, rows = "memory.report-parallel", "rows 2048 remote 0 line 30"
    told = "muster: memory: 8.0 MiB touched first by 4 threads at /x/p+0x1, used by 4 threads"
    share = "0% of the accesses are remote on this machine."
    assert "line 0, not 30" in judged(memory.checks(TWO), name, rows, f"{told}; {share}")
    assert "is flagged" in judged(memory.checks(TWO), name, rows, f"{told}: {array_report.ADVICE}. As it is, {share}")


def test_hints_of_a_report() -> None:
    unbound = "muster: memory: The 8 threads are not bound, and their CPUs are in 2 NUMA nodes: a thread that moves"
    packed = (
        "muster: memory: 2 cores run several threads while 2 cores have none: hardware threads are filled before cores"
    )
    checks = memory.checks(TWO)
    assert judged(checks, "memory.report-unbound", unbound) == ""
    assert judged(checks, "memory.report-unbound")
    assert judged(checks, "memory.report-unbound", unbound, packed)
    assert judged(checks, "memory.report-unbound", unbound.replace("in 2", "in 4"))
    assert judged(checks, "memory.report-packed", packed) == ""
    assert judged(checks, "memory.report-packed", unbound)
    assert "no hint" in judged(checks, "memory.report-parallel", "rows 2048 remote 0 line 30", unbound)


def choice(use: str, pattern: str, filled: str) -> str:
    return f"  [host] MUSTER_CHOICE='{use}: {pattern}, decided by rule (teams of, up to 16), threads {filled}'"


def test_barriers_go_along_the_machine() -> None:
    checks, filled = barriers.checks(FOUR), "close (caches 4, NUMA nodes 4, packages 2)"
    name, cluster = "barriers.close-default", "cluster,cluster"
    plain = choice("plain barriers", "dissemination,dissemination", "close")
    others = [choice(use, cluster, filled) for use in barriers.USES[1:]]
    assert judged(checks, name, plain, *others) == ""
    assert judged(checks, "barriers.close-cluster", plain, *others) != ""
    assert "told are for" in judged(checks, name, *others)
    on_two_nodes = [line.replace("nodes 4", "nodes 2") for line in others]
    assert "expected Filled" in judged(checks, name, plain, *on_two_nodes)
    flat = [line.replace(cluster, "hyper,hyper") for line in others]
    assert "expected cluster" in judged(checks, name, plain, *flat)
    assert "spread" in judged(checks, name, plain.replace("close", "spread"), *others)


def test_teams_under_a_quota() -> None:
    checks = quota.checks(TWO)
    assert judged(checks, "quota.1.5", "before 2 after 2 explicit 5") == ""
    assert judged(checks, "quota.1.0", "before 2 after 2 explicit 5")
    assert judged(checks, "quota.halved", "before 4 after 2 explicit 5") == ""
    assert judged(checks, "quota.halved", "before 4 after 4 explicit 5")
    assert judged(checks, "quota.halved", "before 4 after 2 explicit 2")
    assert judged(checks, "quota.halved")


def test_lines_of_cpu_max() -> None:
    assert [quota.quota(cpus) for cpus in (0.5, 1.5, 4)] == ["50000 100000", "150000 100000", "400000 100000"]


def test_a_program_goes_on_without_a_cpu() -> None:
    checks = offline.checks(TWO)
    assert judged(checks, "offline.bound", "regions 90 wrong 0 away 3 team 8") == ""
    for line in (
        "regions 90 wrong 1 away 3 team 8",
        "regions 90 wrong 0 away 2 team 8",
        "regions 90 wrong 0 away 3 team 7",
    ):
        assert judged(checks, "offline.bound", line)
    assert judged(checks, "offline.bound")


def test_places_leave_out_a_cpu_that_is_offline() -> None:
    checks, left = offline.checks(TWO), [cpu for cpu in range(8) if cpu != 4]
    looks = [f"thread {thread} cpu {cpu} node 0 place 0" for thread, cpu in enumerate(left)]
    warning = "OMP: Warning #1: muster: no CPU 4"
    assert judged(checks, "offline.start-threads", *looks) == ""
    assert judged(checks, "offline.start-threads", warning, *looks)
    assert judged(checks, "offline.start-list", *looks)
    assert judged(checks, "offline.start-list", warning, *looks) == ""
    assert judged(checks, "offline.start-threads", *looks[:-1])
    assert "on CPU 3" in judged(checks, "offline.start-threads", *looks[:-1], "thread 6 cpu 3 node 0 place 0")


RUN = ("sh", "/x/run_program.sh", "--runtime", "libmuster")
USUAL = (*RUN, "--run", "OMP_NUM_THREADS=2", "--run", "OMP_NUM_THREADS=5", "/x/program")


def test_a_thread_for_each_cpu_where_nothing_is_asked_for() -> None:
    words, runs = suites.for_machine(USUAL, 16)
    assert runs == 1
    assert words[2:4] == ["--run", "OMP_NUM_THREADS=16"]
    assert words[-1] == "/x/program"
    own = (*RUN, "--run", "OMP_PLACES=cores", "/x/program")
    assert suites.for_machine(own, 16)[0][2:4] == ["--run", "OMP_PLACES=cores"]


def test_random_programs_have_all_cpus() -> None:
    command = (*RUN, "--run", "STRESS_SEED=1", "--run", "STRESS_SEED=2 OMP_NUM_THREADS=3", "/x/program")
    words, runs = suites.for_machine(suites.with_all_cpus(command, 64), 64)
    assert runs == 2
    assert "STRESS_SEED=1 OMP_NUM_THREADS=64" in words
    assert "STRESS_SEED=2 OMP_NUM_THREADS=3 OMP_NUM_THREADS=64" in words  # the last one counts


def test_programs_that_ctest_names() -> None:
    def test(name: str, command: tuple[str, ...]) -> dict[str, object]:
        return {"name": name, "command": command, "properties": [{"name": "LABELS", "value": ["openmp"]}]}

    around = (*RUN, "--", "sh", "/x/cgroup.sh", "/x/program")
    files = (*RUN, "--run", "MUSTER_CGROUP_ROOT=/x EXPECT_TEAM=1", "/x/program")
    named = [test("a.gcc", USUAL), test("b.gcc", around), test("c.gcc", files), test("d.gcc", ("sh", "/x/other.sh"))]
    assert [program.name for program in suites.programs_in(json.dumps({"tests": named}))] == ["a.gcc"]


def test_each_machine_has_its_part() -> None:
    random, clang, gcc = (
        suites.Program(f"x.{end}", label, USUAL)
        for end, label in (("gcc", "stress"), ("clang", "openmp"), ("gcc", "openmp"))
    )
    parts = {cpus: [suites.has_part(cpus, program) for program in (random, clang, gcc)] for cpus in (8, 16, 64)}
    assert parts == {8: [False, True, False], 16: [False, False, True], 64: [True, False, False]}
