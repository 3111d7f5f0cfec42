# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runner accepts a good run, and refuses each kind of bad one for its own reason."""

import re
from pathlib import Path

import pytest

from conftest import CONDITIONS, LIBGOMP, Toy
from runner import paths, runtimes, trial
from runner.errors import Unavailable
from runner.judge import Outcome
from runner.program import Size
from runner.runtimes import Runtime, Way
from runner.session import Session
from runner.trial import Conditions


@pytest.mark.parametrize("way", [Way.PATH, Way.PRELOAD])
def test_good_run_is_ok_both_ways(session: Session, libomp: Runtime, way: Way) -> None:
    runtime = Runtime("libomp", way, libomp.library, libomp.links)
    row = session.check(Toy(), runtime, CONDITIONS)
    assert (row.judgement.outcome, row.judgement.reasons) == (Outcome.OK, ())
    assert row.peak_threads >= 2
    assert list(paths.RUNS.iterdir()) == [], "a good run leaves nothing behind"


def test_own_libgomp_is_ok(session: Session) -> None:
    assert session.check(Toy(), LIBGOMP, CONDITIONS).judgement.good


def test_runtime_that_leaves_out_work_is_a_wrong_answer(session: Session, broken: Runtime) -> None:
    judgement = session.check(Toy(), broken, CONDITIONS).judgement
    assert judgement.outcome is Outcome.WRONG_ANSWER
    assert judgement.reasons[0] == "total = 249500, expected 499500"


def test_folder_without_the_library_is_a_wrong_runtime(session: Session, libomp: Runtime, tmp_path: Path) -> None:
    astray = Runtime("libomp", Way.PATH, libomp.library, tmp_path)
    judgement = session.check(Toy(), astray, CONDITIONS).judgement
    assert judgement.outcome is Outcome.WRONG_RUNTIME
    assert re.search(r"took \w+ from \S*/libgomp\.so\.1\S*, not from \S*/libomp\.so", judgement.reasons[0])


def test_link_to_another_runtime_is_a_wrong_runtime(session: Session, libomp: Runtime, libgomp_file: Path) -> None:
    mislabelled = Runtime("libgomp", Way.PATH, libgomp_file, libomp.links)
    judgement = session.check(Toy(), mislabelled, CONDITIONS).judgement
    assert judgement.outcome is Outcome.WRONG_RUNTIME
    assert "libomp.so" in judgement.reasons[0]


def test_preload_of_a_library_that_is_not_a_runtime_is_a_wrong_runtime(session: Session) -> None:
    other = next(Path("/usr/lib").glob("*/libm.so.6")).resolve()
    judgement = session.check(Toy(), Runtime("libm", Way.PRELOAD, other), CONDITIONS).judgement
    assert judgement.outcome is Outcome.WRONG_RUNTIME


def test_libgomp_replaced_behind_our_back_is_a_wrong_runtime(session: Session, libomp: Runtime) -> None:
    replaced = Runtime("libgomp", Way.PATH, None, libomp.links)
    judgement = session.check(Toy(), replaced, CONDITIONS).judgement
    assert judgement.outcome is Outcome.WRONG_RUNTIME
    assert "not from a file named libgomp" in judgement.reasons[0]


def test_reference_may_be_another_command(session: Session, libomp: Runtime) -> None:
    class Other(Toy):
        """Can do all that it does only on other runtimes than its own."""

        def command(self, inputs: Path, size: Size) -> list[str]:
            return ["/bin/sh", "-c", f'[ -z "${{LD_LIBRARY_PATH:-}}" ] || exec {self.binary}; exit 1']

        def reference_command(self, inputs: Path, size: Size) -> list[str]:
            return super().command(inputs, size)

    assert session.check(Other(), libomp, CONDITIONS).judgement.good
    assert session.check(Other(), LIBGOMP, CONDITIONS).judgement.outcome is Outcome.FAILED


def test_runtime_that_a_program_comes_with_is_left_where_it_is() -> None:
    both = (Way.PATH, Way.PRELOAD)
    assert runtimes.way_of("libgomp", both) is Way.AS_IS
    assert runtimes.way_of("libomp", both, "libomp") is Way.AS_IS
    assert runtimes.way_of("libgomp", (Way.PRELOAD,), "libomp") is Way.PRELOAD


def test_team_that_was_never_formed_is_a_wrong_runtime(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    session.check(Toy(), LIBGOMP, CONDITIONS)  # the reference, with its two threads
    usual = trial.environment_of
    monkeypatch.setattr(trial, "environment_of", lambda *given: usual(*given) | {"OMP_NUM_THREADS": "1"})
    judgement = session.check(Toy(), LIBGOMP, CONDITIONS).judgement
    assert judgement.outcome is Outcome.WRONG_RUNTIME
    assert judgement.reasons[0] == "at most 1 threads were seen, a team has 2"


@pytest.mark.parametrize(
    ("mood", "outcome", "reason"),
    [
        ("crash", Outcome.FAILED, "was ended by SIGABRT"),
        ("status", Outcome.FAILED, "ended with status 3"),
        ("silent", Outcome.WRONG_ANSWER, "the output cannot be read"),
    ],
)
def test_bad_ends(session: Session, libomp: Runtime, mood: str, outcome: Outcome, reason: str) -> None:
    session.check(Toy(), LIBGOMP, CONDITIONS)  # the reference of the good toy
    judgement = session.check(Toy(mood), libomp, CONDITIONS).judgement
    assert judgement.outcome is outcome
    assert judgement.reasons[0].startswith(reason)


def test_hang_is_ended_and_reported(session: Session, libomp: Runtime) -> None:
    short = Conditions(CONDITIONS.size, CONDITIONS.threads, timeout_s=2)
    session.check(Toy(), LIBGOMP, short)
    judgement = session.check(Toy("hang"), libomp, short).judgement
    assert judgement.outcome is Outcome.TIMEOUT
    assert judgement.reasons[-1].startswith("backtraces: ")
    report = Path(judgement.reasons[-1].removeprefix("backtraces: ")).read_text()
    assert "main" in report or "gdb is not installed" in report


def test_program_that_fails_on_its_own_libgomp_cannot_be_a_reference(session: Session, libomp: Runtime) -> None:
    with pytest.raises(Unavailable, match="on its own libgomp"):
        session.check(Toy("status"), libomp, CONDITIONS)


def test_timed_runs_are_judged_too(session: Session, libomp: Runtime, broken: Runtime) -> None:
    good, bad = session.compare(Toy(), [libomp, broken], CONDITIONS, repeats=2)
    assert good.judgement.good
    assert len(good.wall_s) == len(good.context_switches) == 2
    assert bad.judgement.outcome is Outcome.WRONG_ANSWER
    assert bad.median_wall_s is None, "no time is shown for a wrong answer"
