# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime goes by a profile when it starts. MUSTER_LIBRARY names it, MUSTER_BARRIERS the measuring program."""

import os
import re
import subprocess
from datetime import date
from pathlib import Path

import pytest

from muster.tune.profile import Row, text_of
from muster.tune.program import read_machine

PROGRAM = os.environ.get("MUSTER_BARRIERS", "")
LIBRARY = os.environ.get("MUSTER_LIBRARY", "")
CHOICE = re.compile(r"MUSTER_CHOICE='([^:]+): (\w+),(\w+), decided by (\w+)")
FOREIGN = ("OMP_", "GOMP_", "KMP_", "MUSTER_", "XDG_CONFIG_HOME", "HOME")

pytestmark = pytest.mark.skipif(not (PROGRAM and LIBRARY), reason="MUSTER_BARRIERS and MUSTER_LIBRARY are not set")

# None of these is what a rule would choose.
ALGORITHMS = {"plain": "mcs", "forkjoin": "tournament", "reduction": "dist"}
NAMES = {"plain": "plain barriers", "forkjoin": "fork and join", "reduction": "reductions"}


def write_profile(file: Path, policy: str = "default", placement: str = "unbound") -> Path:
    """A profile of this machine whose best rows name ALGORITHMS for the default team."""
    machine = read_machine(Path(PROGRAM))
    rows = [
        Row(use, machine.cpus, policy, placement, name, ns, 0.0)
        for use, best in ALGORITHMS.items()
        for name, ns in (("linear", 900), (best, 100))
    ]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text_of(machine, rows, date(2026, 1, 2)))
    return file


def started(home: Path, **variables: str) -> str:
    """What a process prints that does nothing but load the runtime."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    environment |= {"HOME": str(home), "LD_PRELOAD": LIBRARY, "OMP_DISPLAY_ENV": "verbose"} | variables
    run = subprocess.run(["true"], env=environment, capture_output=True, text=True, check=True, timeout=60)
    return run.stderr


def choices(text: str) -> dict[str, tuple[str, str]]:
    """Use to the algorithm that gathers and who decided."""
    found = {use: (gather, decided_by) for use, gather, _, decided_by in CHOICE.findall(text)}
    assert set(found) == set(NAMES.values()), text
    return found


def expected() -> dict[str, tuple[str, str]]:
    return {NAMES[use]: (name, "profile") for use, name in ALGORITHMS.items()}


def test_a_profile_decides_wherever_it_is_found(tmp_path: Path) -> None:
    named = write_profile(tmp_path / "named")
    assert choices(started(tmp_path, MUSTER_PROFILE=str(named))) == expected()
    assert not set(choices(started(tmp_path)).values()) & set(expected().values())
    write_profile(tmp_path / ".config" / "muster" / "profile")
    assert choices(started(tmp_path)) == expected()
    assert not set(choices(started(tmp_path, MUSTER_PROFILE="none")).values()) & set(expected().values())


def test_what_the_user_sets_is_stronger(tmp_path: Path) -> None:
    profile = str(write_profile(tmp_path / "p"))
    text = started(tmp_path, MUSTER_PROFILE=profile, KMP_PLAIN_BARRIER_PATTERN="hyper,hyper")
    assert choices(text) == expected() | {"plain barriers": ("hyper", "user")}


@pytest.mark.parametrize(
    ("policy", "variables"),
    [
        ("passive", {"OMP_WAIT_POLICY": "PASSIVE"}),
        ("passive", {"KMP_BLOCKTIME": "0"}),
        ("active", {"OMP_WAIT_POLICY": "ACTIVE"}),
        ("active", {"KMP_BLOCKTIME": "infinite"}),
        ("default", {"KMP_BLOCKTIME": "200"}),
    ],
)
def test_rows_are_those_of_the_way_of_waiting(tmp_path: Path, policy: str, variables: dict[str, str]) -> None:
    profile = str(write_profile(tmp_path / "p", policy))
    assert choices(started(tmp_path, MUSTER_PROFILE=profile, **variables)) == expected()
    others = str(write_profile(tmp_path / "q", "active" if policy != "active" else "passive"))
    decided = {who for _, who in choices(started(tmp_path, MUSTER_PROFILE=others, **variables)).values()}
    assert "profile" not in decided


@pytest.mark.parametrize(
    ("placement", "variables"),
    [
        ("unbound", {}),
        ("unbound", {"OMP_PLACES": "cores", "OMP_PROC_BIND": "false"}),
        ("close", {"OMP_PROC_BIND": "true"}),
        ("close", {"OMP_PROC_BIND": "primary"}),
        # A thread on every core.
        ("close", {"OMP_PROC_BIND": "spread", "OMP_PLACES": "cores"}),
        ("close", {"KMP_AFFINITY": "compact"}),
    ],
)
def test_rows_are_those_of_the_placement(tmp_path: Path, placement: str, variables: dict[str, str]) -> None:
    profile = str(write_profile(tmp_path / "p", placement=placement))
    text = started(tmp_path, MUSTER_PROFILE=profile, **variables)
    assert choices(text) == expected()
    assert text.count(f"(measured on this machine), threads {placement}'") == len(ALGORITHMS)
    others = str(write_profile(tmp_path / "q", placement="close" if placement != "close" else "unbound"))
    decided = {who for _, who in choices(started(tmp_path, MUSTER_PROFILE=others, **variables)).values()}
    assert "profile" not in decided


def test_a_profile_that_is_refused_costs_one_line(tmp_path: Path) -> None:
    file = write_profile(tmp_path / "p")
    right = file.read_text()
    for text, why in (
        (right.replace("mcs", "mcq"), "which is damaged"),
        (right.replace("profile 2", "profile 1"), "which is of version 1, not 2"),
        (right.replace("profile 2", "profile 9"), "which is of version 9"),
        ("no profile\n", "which is not a profile"),
    ):
        file.write_text(text)
        said = started(tmp_path, MUSTER_PROFILE=str(file))
        complaints = [line for line in said.splitlines() if line.startswith("OMP: Warning #")]
        assert len(complaints) == 1, said
        assert f'MUSTER_PROFILE: read "{file}", {why}' in complaints[0]
        assert "profile" not in {who for _, who in choices(said).values()}
        assert "OMP: Warning" not in started(tmp_path, MUSTER_PROFILE=str(file), KMP_WARNINGS="0")
