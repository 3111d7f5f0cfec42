# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of the program with the ledger on, and what is seen around it meanwhile."""

import os
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

from muster.doctor.case import Case, Surroundings
from muster.ledger.reader import Ledger, LedgerError, read_ledger
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.place import place_of_muster
from muster.takeover.executable import CommandError, executable_of
from muster.takeover.plan import RefusedError, plan_for
from muster.topology.hints import Hint, hints_of
from muster.topology.scene import SceneError, scene_of

LOOK_EVERY_S = 0.1
# A file system in memory, so that no disk is written while the program runs.
IN_MEMORY = Path("/dev/shm")
SHARES_CORES = Path("/sys/devices/system/cpu/smt/active")


class RunError(Exception):
    """The program could not be started, or kept no ledger; the message says why."""


@dataclass(frozen=True)
class Outcome:
    case: Case
    status: int
    wall_s: float


def environment_for(command: Sequence[str], library: Path | None, environment: Mapping[str, str]) -> dict[str, str]:
    """What puts the runtime under the program; nothing new leaves it to the loader. RunError where that cannot be."""
    try:
        place = place_of_muster(library)
    except RuntimeMissingError as error:
        if library is None:
            return dict(environment)
        raise RunError(f"{error}; --library names the folder of libmuster.so.1") from None
    try:
        return {**environment, **plan_for(executable_of(command[0]), place, environment).variables}
    except (CommandError, RefusedError) as error:
        raise RunError(str(error)) from None


def run(command: Sequence[str], library: Path | None, environment: Mapping[str, str]) -> Outcome:
    """Runs the command to its end. Where several processes kept a ledger, the one with the most time counts."""
    variables = environment_for(command, library, environment)
    base = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="muster-doctor-", dir=base) as folder_name:
        ledgers = Path(folder_name)
        variables["MUSTER_LEDGER"] = str(ledgers / "%p")
        watch = _Watch()
        try:
            with subprocess.Popen(list(command), env=variables) as process:
                status = watch.until_end(process)
        except OSError as error:
            raise RunError(f"{command[0]} cannot be started: {error.strerror}") from None
        ledger = _chosen(ledgers, status)
    return Outcome(Case(ledger, watch.surroundings(ledger, environment)), status, watch.wall_s)


def _chosen(folder: Path, status: int) -> Ledger:
    found = []
    for file in folder.iterdir():
        try:
            ledger = read_ledger(file)
        except LedgerError:
            continue
        # Without threads the process used no OpenMP.
        found += [ledger] if ledger.threads else []
    if not found:
        raise RunError(
            f"the program ended with status {status} and kept no ledger: it uses no OpenMP, or another runtime (is "
            "it linked statically? "
            "--library names the folder of libmuster.so.1)"
        )
    return max(found, key=lambda ledger: sum(thread.total_ns() for thread in ledger.threads))


class _Watch:
    """What the process and its neighbours do, looked at now and then."""

    def __init__(self) -> None:
        self.wall_s = 0.0
        self._threads: dict[int, tuple[str, float]] = {}
        self._own_s = 0.0
        self._others_s = 0.0
        self._rivals: tuple[str, ...] = ()

    def until_end(self, process: "subprocess.Popen[bytes]") -> int:
        begin = psutil.cpu_times()
        wall = time.monotonic()
        looks = 0
        while True:
            try:
                status = process.wait(LOOK_EVERY_S)
                break
            except subprocess.TimeoutExpired:
                self._look(process.pid)
                if looks == 1:
                    self._rivals = _rivals(process.pid)
                looks += 1
        self.wall_s = time.monotonic() - wall
        end = psutil.cpu_times()
        used = sum(end[:4]) - sum(begin[:4]) - (end.idle - begin.idle)
        self._others_s = max(0.0, used - self._own_s) if looks > 4 else 0.0
        return status

    def _look(self, pid: int) -> None:
        try:
            process = psutil.Process(pid)
            times = process.cpu_times()
            self._own_s = times.user + times.system
            for thread in process.threads():
                self._threads[thread.id] = (_name_of(pid, thread.id), thread.user_time + thread.system_time)
        except psutil.Error:
            pass

    def surroundings(self, ledger: Ledger, environment: Mapping[str, str]) -> Surroundings:
        own = {thread.system_id for thread in ledger.threads}
        foreign = {} if ledger.process not in self._threads else self._threads
        strangers = [seen for number, seen in foreign.items() if number not in own and number != ledger.process]
        return Surroundings(
            environment=dict(environment),
            others_cpus=self._others_s / self.wall_s if self.wall_s > 0 else 0.0,
            smt=_reads_one(SHARES_CORES),
            foreign_threads=dict(Counter(name for name, _ in strangers)),
            foreign_cpu_ns=sum(seconds for _, seconds in strangers) * 1e9,
            rivals=self._rivals,
            hints=_hints(ledger, environment),
        )


def _hints(ledger: Ledger, environment: Mapping[str, str]) -> tuple[Hint, ...]:
    """About the team that the program had by default; none where the program that knows the places is not here."""
    try:
        return hints_of(scene_of(None, environment, ledger.default_team))
    except SceneError:
        return ()


def _reads_one(file: Path) -> bool:
    try:
        return file.read_text(encoding="ascii").strip() == "1"
    except OSError:
        return False


def _name_of(pid: int, thread: int) -> str:
    try:
        return Path(f"/proc/{pid}/task/{thread}/comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "?"


def _rivals(pid: int) -> tuple[str, ...]:
    """Other busy processes that are bound to fewer CPUs than there are, of which this one uses some."""
    every = set(range(psutil.cpu_count() or 1))
    try:
        mine = set(psutil.Process(pid).cpu_affinity() or ())
    except psutil.Error:
        return ()
    found = []
    for process in psutil.process_iter(["pid", "name", "status"]):
        if process.pid in (pid, os.getpid()) or process.info["status"] != psutil.STATUS_RUNNING:
            continue
        try:
            cpus = set(process.cpu_affinity() or ())
        except psutil.Error:
            continue
        if cpus and cpus != every and cpus & mine:
            found.append(f"{process.info['name']} ({process.pid})")
    return tuple(found)
