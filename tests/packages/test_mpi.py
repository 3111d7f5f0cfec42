# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of MPI and OpenMP under Debian's Open MPI: each rank's default team fits what mpirun binds it to.

`muster compare` and `muster doctor` give one report over the ranks.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
CLI = HERE.parents[1] / "cli"
# As many ranks as are asked for run on any machine, in a container too.
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"]
# A command on Muster, and the variables that it wants.
Way = Callable[[list[str], Path], tuple[list[str], dict[str, str]]]
BINDINGS = [["--bind-to", "none"], ["--bind-to", "core:overload-allowed"]]


def built(name: str, folder: Path) -> Path:
    program = folder / name
    command = ["mpicc", "-O2", "-g", "-Wall", "-Wextra", "-Werror", "-fopenmp", str(HERE / f"{name}.c")]
    subprocess.run([*command, "-o", str(program)], check=True)
    return program


@pytest.fixture(scope="module")
def hybrid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("hybrid", tmp_path_factory.mktemp("mpi"))


@pytest.fixture(scope="module")
def uneven(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("uneven_ranks", tmp_path_factory.mktemp("mpi"))


def told_by(words: list[str], build: Path, program: Path, folder: Path) -> tuple[str, dict[str, Any]]:
    """What a command prints of two ranks of the program, and the figures that it writes."""
    file = folder / "figures.json"
    options = [*words, "--library", str(build / "lib"), "--json", str(file), "--"]
    command = [sys.executable, "-m", "muster", *options, *MPIRUN, *BINDINGS[0], str(program)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LD_"))}
    done = subprocess.run(
        command, env=kept | {"PYTHONPATH": str(CLI)}, capture_output=True, text=True, check=False, cwd=folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout, json.loads(file.read_text())


def run(command: list[str], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LD_"))}
    done = subprocess.run(command, env=kept | variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def by_path(command: list[str], build: Path) -> tuple[list[str], dict[str, str]]:
    return command, {"LD_LIBRARY_PATH": str(build / "lib" / "compat")}


def by_command(command: list[str], build: Path) -> tuple[list[str], dict[str, str]]:
    run = [sys.executable, "-m", "muster", "run", "--library", str(build / "lib"), "--explain", "--"]
    return [*run, *command], {"PYTHONPATH": str(CLI)}


@pytest.mark.parametrize("way", [by_path, by_command])
@pytest.mark.parametrize("binding", BINDINGS, ids=["none", "core"])
def test_each_rank_has_the_team_of_its_cpus(hybrid: Path, build: Path, binding: list[str], way: Way) -> None:
    command, variables = way([str(hybrid)], build)
    done = run([*MPIRUN, *binding, *command], variables)
    *ranks, pi = done.stdout.splitlines()
    assert pi == "pi 3.141592654"
    assert len(ranks) == 2
    for rank in ranks:
        listed, threads, version = rank.split()
        cpus = {int(cpu) for cpu in listed.split(",")}
        # A quota of CPU time may make the team smaller still, as it does for a program of its own on the same CPUs.
        alone, variables_alone = by_path([str(hybrid)], build)
        expected, _ = run(["taskset", "-c", listed, *alone], variables_alone).stdout.splitlines()
        assert 1 <= int(threads) <= len(cpus)
        assert rank == expected
        assert version == "100"
        # Otherwise the binding would not have been tried.
        assert binding != BINDINGS[1] or cpus <= core_of(min(cpus))
    # Each rank says what the command takes over.
    assert done.stderr.count("libgomp") >= (2 if way is by_command else 0)


def core_of(cpu: int) -> set[int]:
    """The CPUs that are hardware threads of the same core."""
    text = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text().strip()
    bounds = [part.partition("-") for part in text.split(",")]
    return {one for first, _, last in bounds for one in range(int(first), int(last or first) + 1)}


def test_a_comparison_is_over_all_ranks(hybrid: Path, build: Path, tmp_path: Path) -> None:
    # The lines that name the version and the team differ between runtimes, as they should.
    words = ["compare", "--runs", "2", "--runtimes", "libgomp,muster", "--ignore", r"(?m)^[\d,]+ \d+ \d+$"]
    said, figures = told_by(words, build, hybrid, tmp_path)
    assert "2 ranks on this machine" in said and "All answers agree." in said
    assert figures["ranks"] == 2 and figures["failures"] == []
    files = {row["runtime"]: " ".join(row["files"]) for row in figures["seen_in_process"]}
    assert "libmuster" in files["muster"] and "libmuster" not in files["libgomp"]
    # Two ranks of Open MPI hold more than one has alone, whatever the runtime.
    alone = max_kib_of(hybrid)
    for sample in figures["samples"]:
        assert sample["peak_kib"] > 1.5 * alone
        assert sample["cpu_s"] > 0 and sample["sleeps"] > 0


def max_kib_of(program: Path) -> int:
    """The most memory that the program has without mpirun."""
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1], check=True, stdout=subprocess.DEVNULL); "
    code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    done = subprocess.run([sys.executable, "-c", code, program], capture_output=True, text=True, check=True)
    return int(done.stdout)


def test_the_doctor_tells_of_all_ranks(uneven: Path, build: Path, tmp_path: Path) -> None:
    said, figures = told_by(["doctor"], build, uneven, tmp_path)
    assert "2 ranks" in said and "Ranks wait for the one with the most work" in said
    assert [rank["rank"] for rank in figures["ranks"]] == [0, 1]
    found = {finding["rule"]: finding for finding in figures["findings"]}
    assert found["uneven_ranks"]["where"] == "rank 0, against rank 1"
    assert found["uneven_ranks"]["gain_ns"] > 0
    line = next(
        n for n, text in enumerate((HERE / "uneven_ranks.c").read_text().splitlines(), 1) if "Allreduce(" in text
    )
    for rank in figures["ranks"]:
        (region,) = rank["regions"]
        assert region["where"].startswith("uneven_ranks.c:") and region["instances"] == 20
        calls = {call["call"]: call for call in rank["mpi_calls"]}
        assert calls["MPI_Allreduce"]["count"] == 20
        assert calls["MPI_Allreduce"]["where"] == f"uneven_ranks.c:{line}"
        assert {"MPI_Init_thread", "MPI_Finalize"} <= calls.keys()
