# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Reports fit a terminal of 80 columns with nothing cut off, whatever is told; they are made of fixtures."""

import io
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from rich.console import Console

from muster.check.command import print_findings
from muster.check.findings import Finding
from muster.doctor.case import Case, Surroundings
from muster.doctor.ranks import Rank
from muster.doctor.report import print_report
from muster.explain.answers import Answers, Barrier, DecidedBy, Policy, Wait
from muster.explain.report import print_all, print_choices, print_plan
from muster.ledger.places import Place as CodePlace
from muster.memory.arrays import Array, Verdict
from muster.memory.command import print_told
from muster.memory.run import Recording
from muster.memory.seen import Told
from muster.runtimes.place import Place
from muster.settings.command import print_check
from muster.simulate.report import print_costs, print_rules, print_validation
from muster.takeover.plan import Plan
from muster.tune.profile import Row
from muster.tune.report import print_best
from tests import test_doctor_rules as losses
from tests.test_doctor import waiting

COLUMNS = 80
LIBRARY = Path("/usr/lib/x86_64-linux-gnu/libmuster.so.1.0.1.0")
NAMES = Path("/usr/lib/x86_64-linux-gnu/muster/compat")
COMMAND = ["./build/release/solver", "--input", "a case/of many cells.dat", "--steps", "100000", "--tolerance", "1e-9"]
PLACE = "source/solver/preconditioner/algebraic_multigrid.cpp:1234"
COMPLAINT = (
    'muster: MUSTER_BARRIER: read "turnament", which is not a barrier that this version has; using central; '
    "`muster env MUSTER_BARRIER` has what there are"
)
REASON = "teams of this size on several last-level caches meet within each of them first"
BARRIERS = tuple(
    Barrier(use, asked, 64, DecidedBy.RULE, "dissemination", "tournament", REASON, 0)
    for use in ("plain", "fork and join", "reduction")
    for asked in (0, 2, 64)
)
ANSWERS = Answers(
    version="1.0.1",
    wait=Wait(Policy.FIXED, True, 10**7, 2 * 10**8, "KMP_BLOCKTIME"),
    default_team=64,
    processors=128,
    places=0,
    barriers=BARRIERS,
    display=(("MUSTER_DEFAULT_TEAM", "64, decided by the CPU quota (affinity mask 128, CPU quota 64, 96 cores)"),),
    messages=(COMPLAINT,),
)
SET = {"OMP_NUM_THREADS": "64", "OMP_PLACES": "{0:4},{4:4},{8:4},{12:4},{16:4},{20:4},{24:4}", "OMP_PROC_BND": "close"}


def explained_run(console: Console) -> None:
    taken = {"libgomp-a34b3233.so.1.0.0": Path("/home/user/environment/lib/python3.11/libs/libgomp-a34b3233.so.1.0.0")}
    plan = Plan({"LD_LIBRARY_PATH": "/a", "LD_PRELOAD": "/b"}, taken, f"{LIBRARY.name} is loaded before these")
    print_plan(console, COMMAND, Place(LIBRARY, NAMES), plan, {"OMP_NUM_THREADS": "64"})
    print_choices(console, ANSWERS, SET)


def explained(console: Console) -> None:
    profile = Path("/home/user/.config/muster/profile"), "there is one, and it decides nothing here"
    print_all(console, ANSWERS, Place(LIBRARY, NAMES), SET, profile)


def settings_check(console: Console) -> None:
    print_check(console, [("OMP_PROC_BND", "OMP_PROC_BIND")], [COMPLAINT])


def diagnosed(console: Console) -> None:
    """Every loss that there is, and notes on what is around."""
    cases = (
        losses.imbalance(), losses.tiny(), losses.too_big(), losses.reversed_loads(), losses.serial(),
        losses.fine_tasks(), losses.producer(), losses.crowded(), losses.cheap_chunks(), losses.large_chunks(),
        losses.alternating(), losses.even(),
    )  # fmt: skip
    for made in cases:
        made.ledger.command[:] = COMMAND
        print_report(console, [Rank(0, Case(made.ledger, Surroundings(environment=SET, rivals=("another (12345)",))))])


def diagnosed_ranks(console: Console) -> None:
    cases = [*waiting(10e6, 70e6, 70e6), losses.imbalance()]
    print_report(console, [Rank(128 + number, one) for number, one in enumerate(cases)])


def checked(console: Console) -> None:
    place = CodePlace("algebraic_multigrid.cpp", 1234, "smooth", 0)
    text = f"lock set at {PLACE} is not initialized; omp_init_lock and omp_init_lock_with_hint initialize one"
    print_findings(console, [Finding(text, (place,))], 1)


def remembered(console: Console) -> None:
    first, remote = "4096.0 MiB touched first by thread 0", "98% of the accesses are remote on naples-2x32"
    verdict = Verdict(first, PLACE, "used by 64 threads", "initialise it in a parallel loop", remote)
    told = [Told(Array(0, 1 << 32, PLACE), verdict, {}, lambda _: 0)]
    unwatched = "the kernel gives no watchpoints to this user: Operation not permitted; perf_event_paranoid is 4"
    recording = SimpleNamespace(processes={}, unwatched=unwatched, lost=12)
    print_told(console, {4194303: told, 4194304: told}, cast(Recording, recording))


def tuned(console: Console) -> None:
    rows = [
        Row(use, 1024, policy, "unbound", algorithm, 123_456, 1.0)
        for use in ("plain", "forkjoin", "reduction")
        for policy in ("default", "active", "passive")
        for algorithm in ("central_blocking",)
    ]
    print_best(console, rows)


def simulated(console: Console) -> None:
    path = {"moves": 50_000.0, "instructions": 30_000.0, "stores": 20_000.0, "sleeps": 23_456.0}
    row = {
        "construct": "reduction_at_barrier", "threads": 1024.0, "placement": "unbound", "machine": "kunpeng920-64",
        "ns": 123_456.0, "bound_ns": 12_345.0, "runtime": "muster", "row": "central_blocking", "lines": 20_480.0,
        "growth": {"verdict": "n log2 n"}, "critical_path_ns": path,
    }  # fmt: skip
    print_costs(console, [row, row | {"runtime": "libgomp", "ns": 1_234_560.0}])


def ruled(console: Console) -> None:
    costs = {"central_blocking": 123_456.0, "dissemination": 100_000.0}
    row = {
        "construct": "reduction_at_barrier", "machine": "kunpeng920-64", "threads": 1024.0, "placement": "unbound",
        "best": "dissemination", "best_ns": 123_456.0, "rule": "central_blocking", "rule_ns": 923_456.0,
        "ratio": 10.25, "ns": costs,
    }  # fmt: skip
    print_rules(console, [row], 10)


def validated(console: Console) -> None:
    row = {"what": f"a region of 1024 threads, {PLACE}", "unit": "ns", "holds": False, "bound": 0.25, "error": 1.25}
    figures = {"published": 123_456.0, "predicted": 234_567.0}
    print_validation(console, [row | figures, row | figures | {"bound": 0.0}, row | {"holds": True}])


REPORTS: tuple[Callable[[Console], None], ...] = (
    explained_run, explained, settings_check, diagnosed, diagnosed_ranks, checked, remembered, tuned, simulated, ruled,
    validated,
)  # fmt: skip


def printed(report: Callable[[Console], None], width: int) -> str:
    file = io.StringIO()
    report(Console(file=file, width=width, highlight=False))
    return file.getvalue()


def signs(text: str) -> Counter[str]:
    """What is printed, wherever lines are broken and rules end."""
    return Counter(text.replace("\N{BOX DRAWINGS LIGHT HORIZONTAL}", "")) - Counter({" ": len(text), "\n": len(text)})


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report.__name__)
def test_a_report_fits(report: Callable[[Console], None], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SET.items():
        monkeypatch.setenv(name, value)
    shown = printed(report, COLUMNS)
    assert [line for line in shown.splitlines() if len(line) > COLUMNS] == []
    assert "\x1b" not in shown
    # Nothing is cut off to make it fit; the doctor leaves columns out, and says which.
    assert signs(shown) == signs(printed(report, 1000)) or "A wider terminal, --html and --json also have" in shown
    assert shown.strip()
