# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program of MPI and OpenMP under Debian's Open MPI: each rank's default team fits what mpirun binds it to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CLI = HERE.parents[1] / "cli"
# As many ranks as are asked for run on any machine, in a container too.
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"]
BINDINGS = [["--bind-to", "none"], ["--bind-to", "core:overload-allowed"]]


@pytest.fixture(scope="module")
def hybrid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("mpi") / "hybrid"
    command = ["mpicc", "-O2", "-Wall", "-Wextra", "-Werror", "-fopenmp", str(HERE / "hybrid.c"), "-o", str(program)]
    subprocess.run(command, check=True)
    return program


def on_muster(command: list[str], build: Path, cpus: set[int] | None = None) -> list[str]:
    """The lines of a command that takes Muster by the folder of names, on these CPUs."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LD_"))}
    environment = kept | {"LD_LIBRARY_PATH": str(build / "lib" / "compat")}
    wrapped = ["taskset", "-c", ",".join(map(str, sorted(cpus))), *command] if cpus else command
    done = subprocess.run(wrapped, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("binding", BINDINGS, ids=["none", "core"])
def test_each_rank_has_the_team_of_its_cpus(hybrid: Path, build: Path, binding: list[str]) -> None:
    *ranks, pi = on_muster([*MPIRUN, *binding, str(hybrid)], build)
    assert pi == "pi 3.141592654"
    assert len(ranks) == 2
    for rank in ranks:
        listed, threads, version = rank.split()
        cpus = {int(cpu) for cpu in listed.split(",")}
        # A quota of CPU time may make the team smaller still, as it does for a program of its own on the same CPUs.
        alone, _ = on_muster([str(hybrid)], build, cpus)
        assert int(threads) <= len(cpus)
        assert f"{listed} {threads} {version}" == alone
        assert version == "100"


def test_ranks_may_be_started_by_the_command(hybrid: Path, build: Path) -> None:
    command = [sys.executable, "-m", "muster", "run", "--library", str(build / "lib"), "--explain", "--", str(hybrid)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LD_"))}
    done = subprocess.run(
        [*MPIRUN, *BINDINGS[0], *command],
        env=kept | {"PYTHONPATH": str(CLI)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    *ranks, pi = done.stdout.splitlines()
    assert pi == "pi 3.141592654"
    assert [rank.split()[2] for rank in ranks] == ["100", "100"]
    # Each rank says what it takes over.
    assert done.stderr.count("libgomp") >= 2
