# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster tune` from end to end, with a tiny budget. MUSTER_BARRIERS names the measuring program."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from muster.tune.program import ProgramError, find_program, measure
from tests.test_measure import await_end

CLI = Path(__file__).resolve().parents[1]
PROGRAM = os.environ.get("MUSTER_BARRIERS", "")
SMALL = ["--minutes", "0.001", "--rounds", "1", "--threads", "2,3", "--policies", "default,passive", "--quiet"]

needs_program = pytest.mark.skipif(not PROGRAM, reason="MUSTER_BARRIERS does not name the measuring program")


def tune(*arguments: str, program: str = PROGRAM) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "muster", "tune", *SMALL, "--program", program, *arguments]
    environment = os.environ | {"PYTHONPATH": str(CLI), "COLUMNS": "200"}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)


def answers_of_the_runtime(profile: Path, threads: int, placement: str) -> dict[str, dict[str, str]]:
    """What the runtime's reader takes from the file; it must not complain."""
    command = [PROGRAM, "--threads", str(threads), "--placement", placement, "--profile", str(profile)]
    line = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    assert line.pop("complaint") == ""
    answers: dict[str, dict[str, str]] = line
    return answers


def fastest(profile: Path, use: str, threads: int, policy: str, placement: str) -> str:
    key = [use, str(threads), policy, placement]
    rows = [line.split() for line in profile.read_text().splitlines()]
    return min((row for row in rows if row[:4] == key), key=lambda row: int(row[5]))[4]


def test_a_program_may_be_named_in_its_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "barriers").touch()
    assert find_program(Path("./barriers")) == tmp_path / "barriers"


@needs_program
def test_a_run_that_is_stopped_goes_on_and_the_runtime_takes_its_profile(tmp_path: Path) -> None:
    profile, state = tmp_path / "profile", tmp_path / "profile.state"
    first = tune("-o", str(profile), "--steps", "1")
    assert first.returncode == 3, first.stdout
    assert "the same command goes on" in first.stdout
    assert not profile.exists()
    (done,) = json.loads(state.read_text())["answers"].values()
    second = tune("-o", str(profile))
    assert second.returncode == 0, second.stdout
    assert "going on with the run" in second.stdout
    assert not state.exists()
    # What the first run has measured is in the profile, not measured again.
    for time in done:
        if time["mode"] == "exchange":
            assert f"plain 2 default unbound {time['algorithm']} {max(1, round(time['ns']))}\n" in profile.read_text()
    for threads in (2, 3):
        for placement in ("unbound", "close"):
            answers = answers_of_the_runtime(profile, threads, placement)
            for use, by_policy in answers.items():
                for policy in ("default", "passive"):
                    assert by_policy[policy] == fastest(profile, use, threads, policy, placement)
                assert by_policy["active"] == ""


@needs_program
def test_other_options_start_anew(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    assert tune("-o", str(profile), "--steps", "1").returncode == 3
    again = tune("-o", str(profile), "--uses", "plain")
    assert again.returncode == 0
    assert "starting anew" in again.stdout
    assert "forkjoin" not in profile.read_text()


@needs_program
def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    profile = str(tmp_path / "profile")
    for arguments, words in (
        (["--algorithms", "central,magic"], "no algorithm magic; there are: "),
        (["--threads", "0"], "use a list of numbers"),
        (["--uses", "fork"], "no use fork"),
        (["--placements", "near"], "no placement near; there are: unbound, close, spread"),
        (["--placements", "spread", "--threads", "4096"], "no such team can be spread: one cache for all cores"),
        # Options that come again replace those of SMALL.
        (["--threads", ",".join(map(str, range(2, 200)))], "are more than the 768 that a profile holds"),
    ):
        run = tune("-o", profile, *arguments)
        assert run.returncode == 2
        assert words in run.stderr
    (tmp_path / "file").write_text("")
    run = tune("-o", str(tmp_path / "file" / "profile"))
    assert run.returncode == 2
    assert "--output names another place" in run.stderr


@pytest.mark.parametrize("folder", ["/", ".", "..", "folder"])
def test_a_folder_is_no_profile(tmp_path: Path, folder: str) -> None:
    """It is said before anything is measured."""
    (tmp_path / "folder").mkdir()
    place = str(tmp_path / folder) if folder == "folder" else folder
    run = tune("-o", place, program=program_that_says(tmp_path, MACHINE, f"touch '{tmp_path}/measured'"))
    assert run.returncode == 2
    assert run.stderr == f"muster tune: {place} is a folder; --output names the file of the profile\n"
    assert not (tmp_path / "measured").exists()


def test_a_place_that_cannot_be_written_is_seen_before_anything_is_measured(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    program = program_that_says(tmp_path, MACHINE, f"touch '{tmp_path}/measured'")
    run = tune("-o", str(tmp_path / "file" / "profile"), program=program)
    assert run.returncode == 2
    assert "--output names another place" in run.stderr
    assert not (tmp_path / "measured").exists()


def test_a_profile_that_the_runtime_would_refuse_replaces_none(tmp_path: Path) -> None:
    profile = tmp_path / "[b]profile"
    profile.write_text("the good one\n")
    answer = {"verified": True, "threads": 2, "wait": "default", "placement": "close", "algorithm": "central"}
    answer |= {"mode": "exchange", "ns": 5, "switches": 0}
    refusal = """case "$1" in --profile) echo '{"complaint":"no"}' ;; *) echo '%s' ;; esac"""
    program = program_that_says(tmp_path, MACHINE, refusal % json.dumps(answer))
    options = ("--threads", "2", "--policies", "default", "--placements", "close", "--rounds", "1")
    run = tune("-o", str(profile), *options, program=program)
    assert run.returncode == 2
    assert f"so {profile} is left as it was: no" in run.stderr
    assert profile.read_text() == "the good one\n"
    run = tune(
        "-o",
        str(profile),
        *options,
        program=program_that_says(tmp_path, MACHINE, (refusal % json.dumps(answer)).replace('"no"', '""')),
    )
    assert run.returncode == 0
    assert f"MUSTER_PROFILE='{profile}' makes a program" in run.stdout
    assert profile.read_text().startswith("muster profile 2\n")


def test_a_missing_program_is_named(tmp_path: Path) -> None:
    run = tune("-o", str(tmp_path / "profile"), program=str(tmp_path / "none"))
    assert run.returncode == 2
    assert "build it" in run.stderr


MACHINE = '{"machine":"m","cpu":"c","cpus":2,"quota":1,"cores":2,"caches":1,"version":"1"}'


def program_that_says(folder: Path, machine: str, otherwise: str) -> str:
    """One that knows one algorithm. `otherwise` is what it runs when it is to measure."""
    program = folder / "barriers"
    program.write_text(
        "#!/bin/sh\n"
        'case "$1" in\n'
        f"--machine) echo '{machine}' ;;\n"
        """--list) echo '{"algorithm":"central","modes":["exchange"]}' ;;\n"""
        f"*) {otherwise} ;;\n"
        "esac\n"
    )
    program.chmod(0o755)
    return str(program)


def test_a_program_that_fails_leaves_no_profile(tmp_path: Path) -> None:
    program = program_that_says(tmp_path, MACHINE, "echo 'barriers: wrong result: x' >&2; exit 1")
    run = tune("-o", str(tmp_path / "profile"), program=program)
    assert run.returncode == 2
    assert "a CPU quota of 1" in run.stdout
    assert "barriers: wrong result: x" in run.stdout
    assert "nothing could be measured" in run.stderr
    assert not (tmp_path / "profile").exists()


@pytest.mark.parametrize("wrong", ["", '"placement":"spread"', '"wait":"active"', '"threads":3', '"verified":false'])
def test_answers_about_something_else_are_not_taken(tmp_path: Path, wrong: str) -> None:
    right = {"verified": True, "threads": 2, "wait": "default", "placement": "close", "algorithm": "central"}
    answer = json.dumps(right | {"mode": "exchange", "ns": 5, "switches": 0} | json.loads(f"{{{wrong}}}"))
    program = program_that_says(tmp_path, MACHINE, f"echo '{answer}'" if wrong else ":")
    options = ("--threads", "2", "--policies", "default", "--placements", "close", "--rounds", "1")
    run = tune("-o", str(tmp_path / "profile"), *options, program=program)
    assert run.returncode == 2
    assert "not measured 0/2/default/close" in run.stdout
    assert "answers about something else" in " ".join(run.stdout.split())
    assert not (tmp_path / "profile").exists()


def test_a_program_that_hangs_is_ended_with_what_it_has_started(tmp_path: Path) -> None:
    started = tmp_path / "started"
    started.touch()
    program = program_that_says(tmp_path, MACHINE, f"sleep 1000 & echo $! > '{started}'; wait")
    wish = {"threads": 2, "policy": "default", "placement": "close", "modes": ["exchange"], "algorithms": ["central"]}
    with pytest.raises(ProgramError, match="barriers did not end within"):
        measure(Path(program), **wish, budget_ms=1, timeout_s=2.0)  # type: ignore[arg-type]
    # On a machine so slow that it never got that far, nothing was started.
    for number in started.read_text().split():
        await_end(int(number))


def test_a_program_of_another_version_is_to_be_built_anew(tmp_path: Path) -> None:
    program = program_that_says(tmp_path, '{"machine":"m","cpu":"c","cpus":2,"quota":0,"version":"1"}', ":")
    run = tune("-o", str(tmp_path / "profile"), program=program)
    assert run.returncode == 2
    assert "('cores'); build it anew" in " ".join(run.stderr.split())
