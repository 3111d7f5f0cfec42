# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""This machine against its simulation: programs that print what they are told stand for those of a build."""

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from muster.__main__ import app
from muster.simulate.here import BOUND, SIZES, Others, check_here
from muster.simulate.program import ProgramError

runner = CliRunner()


# What a team of one takes.
ALONE_US = 0.1


class Build:
    """A folder with a simulator that predicts, and a bench that measures, a certain time."""

    def __init__(self, folder: Path, predicted_ns: float, measured_us: float) -> None:
        self.folder = folder
        for name in ("bin", "bench"):
            (folder / name).mkdir()
        constructs = ("barrier", "region")
        predictions: list[dict[str, object]] = [{"construct": name, "ns": predicted_ns} for name in constructs]
        self.simulator = self._program("bin/simulate", [*predictions, {"construct": "barrier", "action": "polled"}])
        self._program("bin/calibrate", [{"title": "here"}])
        self._program(
            "bench/constructs-gcc",
            self._times_of(measured_us),
            "case $OMP_NUM_THREADS in 1) cat; exit;; esac <<'EOF'\n" + self._lines(self._times_of(ALONE_US)) + "EOF\n",
        )

    @staticmethod
    def _times_of(each_us: float) -> list[dict[str, object]]:
        return [{"construct": name, "us": each_us} for name in ("barrier", "parallel")]

    @staticmethod
    def _lines(rows: list[dict[str, object]]) -> str:
        return "".join(json.dumps(row) + "\n" for row in rows)

    def _program(self, name: str, rows: list[dict[str, object]], first: str = "") -> Path:
        path = self.folder / name
        note = f"printf '%s ' \"$OMP_NUM_THREADS\" >> '{path}.threads'\n"
        path.write_text(f"#!/bin/sh\n{note}{first}cat <<'EOF'\n{self._lines(rows)}EOF\n", encoding="utf-8")
        path.chmod(0o755)
        return path


# 1,000 ns are predicted; a team of one adds 100 to a barrier and 200 to a region, whose worker comes after its primary.
@pytest.mark.parametrize(
    ("measured_us", "barrier", "region", "holds"),
    [(1.0, 0.1, 0.2, True), (0.5, 1.2, 1.4, False), (2.0, -0.45, -0.4, False)],
)
def test_a_row_says_how_far_the_prediction_is(
    tmp_path: Path, measured_us: float, barrier: float, region: float, holds: bool
) -> None:
    errors = {"barrier": barrier, "region": region}
    rows = check_here(Build(tmp_path, 1000, measured_us).simulator, rounds=2)
    assert [row["what"] for row in rows[:2]] == ["barrier, 2 threads", "region, 2 threads"]
    assert len(rows) == 2 * len(SIZES)
    for row in rows:
        assert row["published"] == 1000 * measured_us
        assert row["error"] == pytest.approx(errors[str(row["what"]).split(",")[0]])
        assert row["holds"] is holds
        assert row["bound"] == BOUND


def test_the_bench_runs_with_each_size_and_with_a_team_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    check_here(Build(tmp_path, 1, 1).simulator, rounds=1)
    sizes = (tmp_path / "bench" / "constructs-gcc.threads").read_text().split()
    assert set(sizes) == {"1", *map(str, SIZES)}
    assert sizes[-2:] == [str(SIZES[-1]), "1"]


def test_a_build_without_the_bench_says_what_to_do(tmp_path: Path) -> None:
    build = Build(tmp_path, 1, 1)
    (tmp_path / "bench" / "constructs-gcc").unlink()
    with pytest.raises(ProgramError, match=r"constructs-gcc.*--no-here"):
        check_here(build.simulator, rounds=1)
    result = runner.invoke(app, ["simulate", "validate", "--program", str(build.simulator)])
    assert result.exit_code == 2
    assert "--no-here" in " ".join(result.output.split())


def test_a_program_that_fails_is_named(tmp_path: Path) -> None:
    build = Build(tmp_path, 1, 1)
    (tmp_path / "bin" / "calibrate").write_text("#!/bin/sh\necho no clock >&2\nexit 3\n", encoding="utf-8")
    with pytest.raises(ProgramError, match="calibrate ended with status 3: no clock"):
        check_here(build.simulator, rounds=1)


@pytest.mark.parametrize(("own_s", "others"), [(0.0, 0.5), (0.4, 0.1), (0.6, 0.0)])
def test_others_have_what_this_process_and_its_children_have_not(
    monkeypatch: pytest.MonkeyPatch, own_s: float, others: float
) -> None:
    clock = {"now": 10.0, "busy": 100.0, "own": 1.0}
    times = "muster.simulate.here"
    monkeypatch.setattr(f"{times}.time.monotonic", lambda: clock["now"])
    monkeypatch.setattr(
        f"{times}.psutil.cpu_times", lambda: SimpleNamespace(user=clock["busy"], nice=0.0, system=0.0, steal=0.0)
    )
    # Both the process and its children have half of it.
    monkeypatch.setattr(
        f"{times}.resource.getrusage", lambda _: SimpleNamespace(ru_utime=clock["own"] / 2, ru_stime=0.0)
    )
    seen = Others()
    clock.update(now=11.0, busy=100.5, own=1.0 + own_s)
    assert seen.cpus() == pytest.approx(others)
