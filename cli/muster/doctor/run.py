# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One run of the program with the ledger on, of all its ranks, and what is seen around it meanwhile."""

import os
import resource
import select
import subprocess
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import psutil

from muster.doctor.case import Case, Surroundings
from muster.doctor.memory import MemoryLook, is_worth_a_look
from muster.doctor.mpi import MpiCall, read_calls, variables_for
from muster.doctor.ranks import Rank
from muster.ledger.reader import Ledger, ledgers_of
from muster.measure.descendants import descendants_of
from muster.measure.interrupt import INTERRUPTED, end_interrupted, ended_with_this
from muster.measure.process import end_in_words
from muster.runtimes.find import RuntimeMissingError
from muster.runtimes.place import Place, place_of_muster
from muster.takeover.executable import CommandError, executable_of
from muster.takeover.launcher import Launch, launch_of
from muster.takeover.plan import RefusedError, plan_for
from muster.takeover.variables import PRELOAD, is_preloaded
from muster.topology.hints import hints_of
from muster.topology.scene import Scene, SceneError, scene_of

LOOK_EVERY_S = 0.1
# The looks at which other processes on the same CPUs are listed; only those of both are told. hwloc, which MPI_Init
# calls, binds a process to each CPU in turn for 0.2 s.
RIVAL_LOOKS = (1, 6)
# A file system in memory, so that no disk is written while the program runs.
IN_MEMORY = Path("/dev/shm")
SHARES_CORES = Path("/sys/devices/system/cpu/smt/active")
# The number of a rank in its environment: Open MPI, PMIx, MPICH and its kin, Slurm.
RANKS = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID")


class RunError(Exception):
    """The program could not be started, or kept no ledger; the message says why, and `status` is for the command."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class Outcome:
    """What was seen of a run: each rank, in order; a program without MPI is rank 0."""

    ranks: tuple[Rank, ...]
    status: int
    wall_s: float
    # Why the program's memory was not looked at although it was to be.
    memory_refused: str = ""
    # Ctrl-C was pressed before the program ended.
    interrupted: bool = False

    @property
    def case(self) -> Case:
        """That of the first rank."""
        return self.ranks[0].case


def taken_over(
    command: Sequence[str], library: Path | None, environment: Mapping[str, str]
) -> tuple[Launch, dict[str, str], Place | None]:
    """The command, the variables that put the runtime under its program, and its place; none leaves it to the loader.

    RunError where that cannot be.
    """
    try:
        launch = launch_of(command)
        program = executable_of(launch.program)
    except CommandError as error:
        raise RunError(str(error)) from None
    try:
        place = place_of_muster(library)
        return launch, plan_for(program, place, environment).variables, place
    except RuntimeMissingError as error:
        if library is None:
            return launch, {}, None
        raise RunError(f"{error}; --library names the folder of libmuster.so.1") from None
    except RefusedError as error:
        raise RunError(str(error)) from None


def environment_for(command: Sequence[str], library: Path | None, environment: Mapping[str, str]) -> dict[str, str]:
    """What puts the runtime under the program, with the rest of the environment; of a launcher, under all it starts.

    RunError where that cannot be.
    """
    return {**environment, **taken_over(command, library, environment)[1]}


def run(
    command: Sequence[str], library: Path | None, environment: Mapping[str, str], *, memory: bool | None = None
) -> Outcome:
    """Runs the command to its end, or to Ctrl-C. Of a launcher each process with a ledger is a rank.

    Elsewhere the process with the most time counts. `memory` says whether to look at the program's memory; None: where
    the machine has several NUMA nodes.
    """
    launch, variables, place = taken_over(command, library, environment)
    base = IN_MEMORY if os.access(IN_MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="muster-doctor-", dir=base) as folder_name:
        ledgers = Path(folder_name)
        calls = ledgers / "mpi"
        calls.mkdir()
        variables["MUSTER_LEDGER"] = str(ledgers / "%p")
        if launch.starts_ranks and place is not None:
            variables = _with_calls(calls, place, variables, environment)
        words, whole = launch.ready(variables, environment)
        watch = Watch(ranks=launch.starts_ranks)
        looks = is_worth_a_look(environment) if memory is None else memory
        look = MemoryLook() if looks else None
        watch.begin()
        try:
            with ended_with_this(
                lambda: subprocess.Popen(words, env=whole) if look is None else look.start(words, whole)
            ) as process:
                status = watch.until_end(process)
        except OSError as error:
            raise RunError(f"{words[0]} cannot be started: {error.strerror}") from None
        finally:
            if look is not None:
                look.end()
        found = _found(ledgers, status, interrupted=watch.interrupted)
        called = {one.process: read_calls(calls / str(one.process)) for one in found}
    chosen = found if launch.starts_ranks else found[:1]
    was_preloaded = place is not None and is_preloaded(place.library, variables.get(PRELOAD, ""))
    ranks = []
    for number, one in watch.numbered(chosen):
        seen = watch.surroundings(one, environment, called[one.process], look)
        ranks.append(Rank(number, Case(one, replace(seen, is_preloaded=was_preloaded))))
    refused = look.refused if look is not None else ""
    return Outcome(tuple(ranks), status, watch.wall_s, refused, watch.interrupted)


def _with_calls(
    calls: Path, place: Place, variables: Mapping[str, str], environment: Mapping[str, str]
) -> dict[str, str]:
    try:
        return variables_for(calls, place.library, variables, environment)
    except RuntimeMissingError as error:
        raise RunError(str(error)) from None


def _found(folder: Path, status: int, *, interrupted: bool) -> list[Ledger]:
    """The ledgers, that of the process with the most time first. RunError where there is none."""
    found = ledgers_of(folder)
    if not found and interrupted:
        raise RunError("the program was stopped before it kept a ledger", INTERRUPTED)
    if not found and status < 0:
        raise RunError(f"the program {end_in_words(status)} and kept no ledger")
    if not found:
        raise RunError(
            f"the program {end_in_words(status)} and kept no ledger: it uses no OpenMP, or another runtime (is "
            "it linked statically? --library names the folder of libmuster.so.1)"
        )
    return found


class Watch:
    """What the process and its neighbours do, looked at now and then."""

    def __init__(self, *, ranks: bool) -> None:
        self.wall_s = 0.0
        self.interrupted = False
        self._has_ranks = ranks
        # By process: its threads, by number, with their names and CPU time; how often these got a CPU; its rank.
        self._threads: dict[int, dict[int, tuple[str, float]]] = defaultdict(dict)
        self._slices: dict[int, dict[int, int]] = defaultdict(dict)
        self._ranks: dict[int, int] = {}
        self._rivals: dict[int, list[tuple[str, ...]]] = defaultdict(list)
        self.others_s = 0.0
        self._begin_s = _used_by_others_s()

    def begin(self) -> None:
        """Before the process is started, as what is done beside it may keep it from a CPU."""
        self._begin_s = _used_by_others_s()

    def numbered(self, ledgers: Sequence[Ledger]) -> list[tuple[int, Ledger]]:
        """With their ranks. Unless all were seen they go by process: launchers start ranks in order."""
        if all(ledger.process in self._ranks for ledger in ledgers):
            return sorted(((self._ranks[one.process], one) for one in ledgers), key=lambda pair: pair[0])
        return list(enumerate(sorted(ledgers, key=lambda one: one.process)))

    def until_end(self, process: "subprocess.Popen[bytes]") -> int:
        """Looks until the program ends, or Ctrl-C ends both, and returns its status."""
        wall = time.monotonic()
        looks = 0
        try:
            while not _ends_within(process, LOOK_EVERY_S):
                # A shell or a launcher may have been given, whose program is the one that counts.
                for pid in (process.pid, *descendants_of(process.pid)):
                    self._look(pid)
                    if looks in RIVAL_LOOKS:
                        self._rivals[pid].append(_rivals(pid))
                looks += 1
            status = process.wait()
        except KeyboardInterrupt:
            self.interrupted, status = True, end_interrupted(process)
        self.wall_s = time.monotonic() - wall
        self.others_s = max(0.0, _used_by_others_s() - self._begin_s) if looks > 4 else 0.0
        return status

    def _look(self, pid: int) -> None:
        try:
            process = psutil.Process(pid)
            if self._has_ranks and pid not in self._ranks:
                seen = process.environ()
                number = next((seen[name] for name in RANKS if seen.get(name, "").isdigit()), None)
                self._ranks |= {} if number is None else {pid: int(number)}
            for thread in process.threads():
                self._threads[pid][thread.id] = (_name_of(pid, thread.id), thread.user_time + thread.system_time)
                self._slices[pid][thread.id] = _slices_of(pid, thread.id)
        except psutil.Error:
            pass

    def surroundings(
        self, ledger: Ledger, environment: Mapping[str, str], called: tuple[MpiCall, ...], look: MemoryLook | None
    ) -> Surroundings:
        scene = _scene(ledger, environment)
        own = {thread.system_id for thread in ledger.threads}
        threads = self._threads.get(ledger.process, {})
        strangers = [seen for number, seen in threads.items() if number not in own and number != ledger.process]
        return Surroundings(
            environment=dict(environment),
            others_cpus=self.others_s / self.wall_s if self.wall_s > 0 else 0.0,
            slices={number: count for number, count in self._slices.get(ledger.process, {}).items() if number in own},
            smt=_reads_one(SHARES_CORES),
            foreign_threads=dict(Counter(name for name, _ in strangers)),
            foreign_cpu_ns=sum(seconds for _, seconds in strangers) * 1e9,
            rivals=lasting(self._rivals[ledger.process]),
            mpi_calls=called,
            hints=hints_of(scene) if scene is not None else (),
            arrays=look.flagged(ledger.process, scene) if look is not None else (),
        )


def _used_by_others_s() -> float:
    """CPU time of the machine but for this process and what it has started and waited for, with all that these did."""
    machine = psutil.cpu_times()
    own = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    used = machine.user + machine.nice + machine.system
    return float(used - sum(usage.ru_utime + usage.ru_stime for usage in own))


def _ends_within(process: "subprocess.Popen[bytes]", seconds: float) -> bool:
    """Sleeps meanwhile: Popen.wait() with a time limit wakes up again and again, which takes a CPU from the program."""
    try:
        file = os.pidfd_open(process.pid)
    except OSError:
        # A kernel before 5.3, or a filter.
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True
    try:
        ended = select.poll()
        ended.register(file, select.POLLIN)
        return bool(ended.poll(seconds * 1e3))
    finally:
        os.close(file)


def _scene(ledger: Ledger, environment: Mapping[str, str]) -> Scene | None:
    """The team that the program had by default; None where the program that knows the places is not here."""
    try:
        return scene_of(None, environment, ledger.default_team)
    except SceneError:
        return None


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


def _slices_of(pid: int, thread: int) -> int:
    """How often the thread has got a CPU (Linux, Documentation/scheduler/sched-stats.rst); 0 where that is not kept."""
    try:
        return int(Path(f"/proc/{pid}/task/{thread}/schedstat").read_text(encoding="ascii").split()[2])
    except (OSError, ValueError, IndexError):
        return 0


def lasting(looks: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """What was there at every look; nothing where the process ended before the last."""
    if len(looks) < len(RIVAL_LOOKS):
        return ()
    return tuple(name for name in looks[0] if all(name in look for look in looks))


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
