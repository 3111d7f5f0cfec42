# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from pathlib import Path

import pytest

from runner import paths, qemu
from runner.errors import GuestError
from runner.machine import Machine, all_machines, cpu_list, read


def machine(name: str) -> Machine:
    return read(paths.MACHINES / f"{name}.toml")


def test_every_machine_of_the_tree_is_one() -> None:
    found = all_machines(paths.MACHINES)
    assert [len(one.nodes_with_cpus) for one in found] == [2, 4, 8]
    assert [one.cpus for one in found] == [8, 16, 64]


def test_hardware_threads_are_numbered_before_cores() -> None:
    two = machine("two-nodes")
    assert two.core_list == ((0, 1), (2, 3), (4, 5), (6, 7))
    assert two.socket_list == ((0, 1, 2, 3), (4, 5, 6, 7))
    assert [two.node_of(cpu) for cpu in range(8)] == [0, 0, 0, 0, 1, 1, 1, 1]


def test_a_node_without_cpus_has_memory() -> None:
    four = machine("four-nodes")
    assert four.nodes_with_cpus == (0, 1, 2, 3)
    assert four.nodes[4].cpus == ()
    assert "node,nodeid=4,memdev=m4" in qemu.machine_words(four)


def test_lists_of_the_kernel() -> None:
    assert cpu_list("0-3,8") == (0, 1, 2, 3, 8)
    assert cpu_list("") == ()
    with pytest.raises(ValueError, match="invalid literal"):
        cpu_list("a-b")


def test_runs_of_numbers() -> None:
    assert qemu.ranges((0, 1, 2, 5, 7, 8)) == [(0, 2), (5, 5), (7, 8)]
    assert qemu.ranges(()) == []


def test_qemu_is_told_of_each_distance_both_ways() -> None:
    words = qemu.machine_words(machine("naples"))
    assert "dist,src=0,dst=3,val=16" in words
    assert "dist,src=3,dst=0,val=16" in words
    assert "dist,src=0,dst=4,val=32" in words
    assert sum(word.startswith("dist,") for word in words) == 8 * 7
    assert "64,sockets=2,dies=4,cores=8,threads=1" in words


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('"4-7"', '"4-6"', "belongs to exactly one node"),
        ("[20, 10],", "", "2 x 2 distances"),
        ("[10, 20]", "[11, 20]", "10 from itself"),
        ("sockets = 2", "", "sockets"),
        ("sockets = 2", "sockets = ", "no machine"),
    ],
)
def test_a_file_that_is_no_machine_is_refused(tmp_path: Path, before: str, after: str, message: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text((paths.MACHINES / "two-nodes.toml").read_text().replace(before, after))
    with pytest.raises(GuestError, match=message):
        read(file)


def test_the_rate_of_the_clock() -> None:
    assert qemu.clock_words("flags\t: fpu\nbogomips\t: 5192.18\n") == " tsc_early_khz=2596090"
    assert qemu.clock_words("no such line") == ""
