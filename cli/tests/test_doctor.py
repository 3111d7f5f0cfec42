# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster doctor`: report, page, figures and timeline of a ledger made by hand, and its refusals."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest
from rich.console import Console
from typer.testing import CliRunner

from muster.__main__ import app
from muster.doctor.case import Case, Surroundings
from muster.doctor.command import figures_of
from muster.doctor.mpi import ROW, MpiCall, read_calls, variables_for
from muster.doctor.page import page_of
from muster.doctor.ranks import Rank, Shared, ranks_in_words, shared_findings
from muster.doctor.report import HEADS, print_report, regions_table
from muster.doctor.run import Watch, _ends_within, lasting
from muster.doctor.timeline import timeline_of
from muster.ledger.form import Category, Kind
from muster.ledger.reader import Span
from tests.ledgers import MS, case, row, write_file
from tests.test_doctor_rules import imbalance

runner = CliRunner()


def test_a_ledger_of_an_earlier_run_is_told(tmp_path: Path) -> None:
    write_file(tmp_path / "ledger")
    figures = tmp_path / "figures.json"
    result = runner.invoke(app, ["doctor", "--ledger", str(tmp_path / "ledger"), "--json", str(figures)])
    assert result.exit_code == 0, result.output
    assert "1 threads on 2 CPUs" in result.output
    told = json.loads(figures.read_text())
    assert sum(told["totals_ns"].values()) == told["wall_ns"]


@pytest.mark.parametrize("has_pidfd", [True, False])
def test_the_end_of_a_process_is_awaited(has_pidfd: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(pid: int) -> int:
        raise OSError(f"no file for {pid}")

    if not has_pidfd:
        monkeypatch.setattr(os, "pidfd_open", refuse)
    with subprocess.Popen(["sleep", "600"]) as process:
        try:
            assert not _ends_within(process, 0.01)
        finally:
            process.kill()
        assert _ends_within(process, 60.0)


def test_what_a_wrapped_program_computes_is_not_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    busy = "import time\nwhile time.process_time() < 0.7: pass"
    # A machine on which nobody else does anything.
    monkeypatch.setattr(psutil, "cpu_times", lambda: SimpleNamespace(user=sum(os.times()[:4]), nice=0.0, system=0.0))
    watch = Watch(ranks=False)
    watch.begin()
    with subprocess.Popen(["/bin/sh", "-c", f'{sys.executable} -c "{busy}"; true']) as process:
        assert watch.until_end(process) == 0
    assert sum(os.times()[2:4]) > 0.5
    assert watch.others_s < 0.05


def test_nothing_asked_says_what_is_wanted() -> None:
    result = runner.invoke(app, ["doctor"])
    assert result.exit_code == 2
    assert "wants a program" in result.output


@pytest.mark.parametrize(("command", "said"), [("/no/such/program", "does not exist"), ("true", "kept no ledger")])
def test_a_program_that_cannot_be_judged(command: str, said: str) -> None:
    result = runner.invoke(app, ["doctor", "--", command])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_the_signal_that_ended_a_program_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    ends = ["doctor", "--", "sh", "-c"]
    result = runner.invoke(app, [*ends, "kill -SEGV $$"])
    assert result.exit_code == 2
    assert result.output == "muster doctor: the program was ended by SIGSEGV and kept no ledger\n"
    # The ledger of another process: the runtime keeps that of this one.
    write_file(tmp_path / "ledger", end=0)
    keeps = f'cp "{tmp_path}/ledger" "${{MUSTER_LEDGER%%%p}}1"; '
    result = runner.invoke(app, [*ends, keeps + "kill -SEGV $$"])
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "the program was ended by SIGSEGV")
    result = runner.invoke(app, [*ends, keeps + "exit 3"])
    assert (result.exit_code, result.output.splitlines()[-1]) == (0, "the program ended with status 3")


def test_a_page_that_cannot_be_drawn_is_told_before_the_program_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "muster.doctor.page", None)
    monkeypatch.setitem(sys.modules, "muster.compare.page", None)
    for command in ("doctor", "compare"):
        result = runner.invoke(app, [command, "--html", str(tmp_path / "page"), "--", "touch", str(tmp_path / "ran")])
        assert result.exit_code == 2 and "matplotlib" in result.output
        assert not (tmp_path / "ran").exists()


def test_a_narrow_terminal_has_the_places_and_the_figures_that_tell_most() -> None:
    made = imbalance()
    whole, missing = regions_table(made, 200)
    assert missing == [] and [column.header for column in whole.columns] == list(HEADS)
    made.ledger.threads[1].rows[2].ns[Category.LOCK] = 30e6
    table, missing = regions_table(made, 80)
    assert "wakes" in missing and "lock" not in missing
    assert [column.header for column in table.columns] == [head for head in HEADS if head not in missing]
    console = Console(width=80, file=io.StringIO())
    console.print(table)
    printed = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
    assert all(head in printed[1] for head in HEADS if head not in missing)
    assert made.where(made.regions[0]) in printed[3]
    narrowest = regions_table(made, 10)[0]
    assert [column.header for column in narrowest.columns] == ["region", "runs", "team", "time", "run", "work", "wait"]


def test_the_page_stands_alone() -> None:
    made = imbalance()
    page = page_of(*found_in(made), "muster doctor -- ./a <b>")
    assert "http" not in page and "<script" not in page
    assert "&lt;b&gt;" in page and "Threads wait for the one with the most work" in page
    assert page.count("<svg") == 2


def test_the_timeline_has_a_slice_for_each_change() -> None:
    made = imbalance()
    made.ledger.threads[1].spans += [Span(0.0, 2, Category.WORK), Span(40e6, 2, Category.REGION_WAIT)]
    packets = list(packets_of(timeline_of(made)))
    # A process, two threads, and two slices with a begin and an end each.
    assert len(packets) == 1 + 2 + 4
    assert b"region wait" in packets[-2]


def found_in(*cases: Case) -> tuple[list[Rank], list[Shared]]:
    ranks = [Rank(number, one) for number, one in enumerate(cases)]
    return ranks, shared_findings(ranks)


def test_findings_of_ranks_are_one_list() -> None:
    ranks, found = found_in(imbalance(), imbalance())
    one = next(one for one in found if one.finding.rule == "load_imbalance")
    assert one.ranks == (0, 1) and len(one.gains_ns) == 2
    assert not any(one.finding.rule == "uneven_ranks" for one in found)
    assert [rank.load_ns for rank in ranks] == [ranks[0].parallel_ns] * 2 != [0.0, 0.0]


def waiting(*waits_ns: float) -> list[Case]:
    """Ranks of 100 ms that were in MPI for so long, with a thread that did nothing else."""
    return [
        case(
            [row(Kind.OUTSIDE, 0, ns={Category.SERIAL: 100 * MS})],
            wall_ns=100 * MS,
            surroundings=Surroundings(mpi_calls=(MpiCall("MPI_Allreduce", 0x40, 5, wait),) if wait else ()),
        )
        for wait in waits_ns
    ]


def test_ranks_that_wait_in_mpi_have_less_work() -> None:
    ranks, found = found_in(*waiting(10 * MS, 70 * MS, 70 * MS))
    uneven = next(one.finding for one in found if one.finding.rule == "uneven_ranks")
    assert uneven.gain_ns == pytest.approx(90 * MS - 50 * MS)
    assert uneven.where == "rank 0, against rank 2"
    assert "MPI_Allreduce" in uneven.why and "70 ms" in uneven.why
    calls = next(one for one in found if one.finding.rule == "mpi_calls" and one.ranks[0] == 0)
    assert calls.ranks == (0, 1, 2) and "10%" in calls.finding.why
    page = page_of(ranks, found, "muster doctor -- mpirun -n 3 ./a")
    assert "all ranks, most in rank 0" in page and page.count("<svg") == 1
    figures = figures_of(ranks, found)
    assert [each["mpi_ns"] for each in figures["ranks"]] == [10 * MS, 70 * MS, 70 * MS]  # type: ignore[attr-defined]


def test_a_process_that_was_on_the_same_cpus_for_a_moment_is_no_rival() -> None:
    assert lasting([("hybrid (5)", "other (6)"), ("other (6)", "late (7)")]) == ("other (6)",)
    assert lasting([("hybrid (5)",)]) == lasting([]) == ()


def test_which_ranks_in_words() -> None:
    assert ranks_in_words([3], 4) == "rank 3"
    assert ranks_in_words([1, 0], 2) == "all ranks, most in rank 1"
    assert ranks_in_words(list(range(11)), 64) == "ranks 0, 1, 2, 3, 4, 5, 6, 7 and 3 more"


def test_calls_of_mpi_are_read(tmp_path: Path) -> None:
    rows = ROW.pack(0x40, 3, 500, b"MPI_Barrier") + ROW.pack(0x50, 1, 7, b"mpi_wait_") + bytes(ROW.size)
    (tmp_path / "1").write_bytes(rows)
    assert read_calls(tmp_path / "1") == (MpiCall("MPI_Barrier", 0x40, 3, 500.0), MpiCall("mpi_wait_", 0x50, 1, 7.0))
    assert read_calls(tmp_path / "2") == ()


def test_the_library_that_times_calls_of_mpi_leaves_what_is_preloaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, calls = tmp_path / "libmuster.so.1", tmp_path / "calls"
    assert variables_for(calls, library, {"A": "1"}, {"LD_PRELOAD": "/u.so"}) == {"A": "1"}
    timer = tmp_path / "libmuster-mpi.so"
    timer.touch()
    users = {"LD_PRELOAD": "/u.so /v.so"}
    made = variables_for(calls, library, {"A": "1"}, users)
    assert made == {"A": "1", "LD_PRELOAD": f"/u.so /v.so:{timer}", "MUSTER_MPI_CALLS": str(calls)}
    assert variables_for(calls, library, {"LD_PRELOAD": "/m.so:/u.so"}, users)["LD_PRELOAD"] == f"/m.so:/u.so:{timer}"
    assert variables_for(calls, library, {}, {})["LD_PRELOAD"] == str(timer)
    # The loader would cut a path with a blank.
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "My Code"
    folder.mkdir()
    timer.rename(folder / timer.name)
    link = Path(variables_for(calls, folder / library.name, {}, {})["LD_PRELOAD"])
    assert " " not in str(link) and link.resolve() == folder / timer.name


def test_timelines_of_ranks_share_no_track() -> None:
    made = imbalance()
    tracks = [
        {packet for packet in packets_of(timeline_of(made, rank)) if b"worker" in packet or b"program" in packet}
        for rank in (0, 1)
    ]
    assert tracks[0] and not tracks[0] & tracks[1]


def packets_of(data: bytes) -> list[bytes]:
    """The packets of a trace: field 1, with its length."""
    packets = []
    while data:
        assert data[0] == 0x0A
        length, shift, at = 0, 0, 1
        while True:
            length |= (data[at] & 0x7F) << shift
            shift, at = shift + 7, at + 1
            if not data[at - 1] & 0x80:
                break
        packets.append(data[at : at + length])
        data = data[at + length :]
    return packets


def test_what_the_ledger_had_no_room_for_is_told() -> None:
    made = imbalance()
    made.ledger.threads_refused = 3
    made.ledger.threads[1].too_deep = 40
    console = Console(width=200, file=io.StringIO())
    print_report(console, [Rank(0, made)])
    printed = console.file.getvalue()  # type: ignore[attr-defined]
    assert "3 threads had no room" in printed
    assert "40 constructs were nested deeper" in printed
