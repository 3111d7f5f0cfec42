# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Commands that start ranks: where the program stands in them, and how variables reach it."""

from pathlib import Path

import pytest

from muster.takeover.executable import CommandError
from muster.takeover.launcher import Launch, launch_of


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the whole PATH, with launchers that say whose they are, and two programs."""
    says = {
        "mpirun": "mpirun (Open MPI) 4.1.4",
        "mpiexec.hydra": "HYDRA build details:",
        "srun": "slurm 22.05.8",
        "hybrid": "",
        "other": "",
    }
    for name, text in says.items():
        (tmp_path / name).write_text(f"#!/bin/sh\necho '{text}'\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin:/usr/bin")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "mpirun -n 2 hybrid -n other",
        "mpirun --oversubscribe -np 4 --bind-to none --mca btl self hybrid",
        "mpirun --map-by slot:PE=4 -x OMP_NUM_THREADS=4 -x A hybrid",
        # An option that is not known, with a value.
        "mpirun --some-new-option value hybrid other",
        "mpiexec.hydra -genv A B -n 2 hybrid",
        "srun --ntasks=2 -c 4 hybrid",
    ],
)
@pytest.mark.usefixtures("programs")
def test_the_program_is_found(words: str) -> None:
    launch = launch_of(words.split())
    assert launch.program == "hybrid" and launch.starts_ranks


@pytest.mark.usefixtures("programs")
def test_variables_reach_the_ranks() -> None:
    def ready(words: str) -> tuple[str, dict[str, str]]:
        command, environment = launch_of(words.split()).ready({"A": "1", "B": "2"}, {"C": "3"})
        return " ".join(command), environment

    # The last one of a name counts, so they stand behind the user's own.
    assert ready("mpirun -n 2 -x A=0 hybrid -x") == ("mpirun -n 2 -x A=0 -x A=1 -x B=2 hybrid -x", {"C": "3"})
    assert ready("mpirun -n 1 hybrid : -n 1 other")[0] == "mpirun -n 1 -x A=1 -x B=2 hybrid : -n 1 -x A=1 -x B=2 other"
    assert ready("mpiexec.hydra -n 2 hybrid")[0] == "mpiexec.hydra -n 2 -env A 1 -env B 2 hybrid"
    assert ready("srun -n 2 hybrid") == ("srun -n 2 hybrid", {"A": "1", "B": "2", "C": "3"})
    assert ready("hybrid -n 2") == ("hybrid -n 2", {"A": "1", "B": "2", "C": "3"})


@pytest.mark.usefixtures("programs")
def test_a_launcher_without_a_program() -> None:
    with pytest.raises(CommandError, match="no program that is here was found behind mpirun"):
        launch_of(["mpirun", "-n", "2", "./nothing"])
    assert launch_of(["./any"]) == Launch(("./any",))
