# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from pathlib import Path

import pytest

from runner import image, paths, report
from runner.checks import GROUPS, checks_of, machine_itself
from runner.checks.check import Verdict, verdict
from runner.errors import GuestError
from runner.job import Said
from runner.kernel import package_of
from runner.machine import Machine, all_machines, read

MACHINES = all_machines(paths.MACHINES)


def test_the_kernel_behind_the_meta_package() -> None:
    said = "linux-image-cloud-amd64\n  Depends: linux-image-6.1.0-56-cloud-amd64\n"
    assert package_of(said) == "linux-image-6.1.0-56-cloud-amd64"
    with pytest.raises(GuestError, match="apt-get update"):
        package_of("")


def test_libraries_that_ldd_names() -> None:
    said = (
        "/x/program:\n\tlinux-vdso.so.1 (0x7ffe)\n\tlibgomp.so.1 => /lib/libgomp.so.1 (0x7f)\n"
        "\t/lib64/ld-linux-x86-64.so.2 (0x7f)\n\tlibnone.so => not found\n"
    )
    assert image.libraries_in(said) == {Path("/lib/libgomp.so.1"), Path("/lib64/ld-linux-x86-64.so.2")}


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_names_of_checks_are_jobs_and_differ(machine: Machine) -> None:
    # Those of `suites` come from a build.
    checks = checks_of(machine, [group for group in GROUPS if group != "suites"])
    names = [check.name for check in checks]
    assert len(set(names)) == len(names)
    for check in checks:
        assert check.job().line().count("\t") == 2
        assert check.group in GROUPS


def said_by(machine: Machine) -> list[str]:
    """What a guest that is this machine says."""
    lines = []
    for name, value in machine_itself.expected_of(machine).items():
        separator = " " if name.endswith("distance") else ","
        lines.append(f"{name}: {separator.join(str(number) for number in value)}")
    return lines + [f"Node {n} MemTotal:  {node.memory_mib * 1000} kB" for n, node in enumerate(machine.nodes)]


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: machine.name)
def test_a_guest_that_is_another_machine_is_told(machine: Machine) -> None:
    (check,) = machine_itself.checks(machine)
    lines = said_by(machine)
    assert verdict(check, Said(0, 1.0, lines)).fault == ""
    assert "by the file" in verdict(check, Said(0, 1.0, lines[:-1])).fault
    assert "by the file" in verdict(check, Said(0, 1.0, [line.replace("10 ", "11 ") for line in lines])).fault


def test_counts() -> None:
    verdicts = [Verdict("a.a", ""), Verdict("a.b", "wrong"), Verdict("a.c", "no", skipped=True)]
    assert report.counts(verdicts) == (1, 1, 1)


def test_the_smallest_machine_is_the_first() -> None:
    assert MACHINES[0] == read(paths.MACHINES / "two-nodes.toml")
