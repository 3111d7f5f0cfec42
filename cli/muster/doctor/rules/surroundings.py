# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is to be known around the program: CPUs, binding, other runtimes, variables. No gain is predicted for these."""

from collections.abc import Iterator
from pathlib import Path

from muster.doctor.case import Case
from muster.doctor.finding import Finding
from muster.doctor.rules.nesting import nesting
from muster.doctor.rules.traits import lost_ns, usable_cpus
from muster.doctor.words import share_of, time_of
from muster.ledger.form import Category, Flag, Kind
from muster.runtimes.names import PEER_FILE
from muster.settings.check import misspelt

# CPUs' worth of other processes that disturb, and the share of the time in which shares of regions did not run.
BUSY_CPUS = 0.2
LOST = 0.05
# Threads of other libraries that took less disturb nobody.
FOREIGN = 0.05


def _note(rule: str, title: str, why: str, advice: str, where: str = "the process") -> Finding:
    return Finding(rule=rule, title=title, where=where, why=why, advice=advice)


def surroundings(case: Case) -> Iterator[Finding]:
    yield from _variables(case)
    yield from _runtimes(case)
    yield from _cpus(case)
    yield from _others(case)
    yield from _policy(case)
    yield from nesting(case)


def _variables(case: Case) -> Iterator[Finding]:
    for name, meant in misspelt(case.surroundings.environment):
        advice = f"Set {meant} if that was meant." if meant else "docs/settings.md has all variables."
        yield _note(
            "misspelt_variable", f"Nothing reads the variable {name}", "No variable has that name.", advice, name
        )


def _runtimes(case: Case) -> Iterator[Finding]:
    """Where Muster is preloaded, a copy in a wheel stays unused: its functions are looked up in Muster first."""
    if case.surroundings.is_preloaded:
        return
    names = sorted({Path(module.path).name for module in case.ledger.modules})
    others = [name for name in names if PEER_FILE.match(name)]
    if others:
        yield _note(
            "second_runtime",
            "A second OpenMP runtime is in the process",
            f"{', '.join(others)} is loaded too. Its threads know nothing of those here, and both use all CPUs.",
            "Make its name lead here as well: LD_LIBRARY_PATH to Muster's lib/compat, before the program starts.",
        )


def _cpus(case: Case) -> Iterator[Finding]:
    ledger = case.ledger
    if ledger.quota_cpus and ledger.default_team > ledger.quota_cpus:
        yield _note(
            "team_beyond_quota",
            "Teams are larger than the CPU quota",
            f"The cgroup grants {ledger.quota_cpus} CPUs, and a team has {ledger.default_team} threads: all are "
            "stopped "
            "together when the quota is used up.",
            f"Leave OMP_NUM_THREADS away, or set it to {ledger.quota_cpus}.",
        )
    if case.surroundings.smt and ledger.default_team >= ledger.cpus > 1:
        yield _note(
            "smt",
            "Threads share cores",
            f"The {ledger.cpus} CPUs are hardware threads of fewer cores, and a team has {ledger.default_team} "
            "threads.",
            "Try OMP_PLACES=cores with one thread a core: code that keeps the core's units busy gains nothing from a "
            "second one.",
        )
    for hint in case.surroundings.hints:
        yield _note(hint.rule, hint.seen.partition(":")[0], hint.seen, hint.advice)
    if case.surroundings.hints:
        return
    if not ledger.flags & Flag.BOUND and ledger.cpus >= 8 and not case.surroundings.environment.get("OMP_PLACES"):
        yield _note(
            "binding",
            "Threads are not bound",
            "They may move between cores and leave what they have in caches and near memory behind.",
            "Set OMP_PROC_BIND=close, or spread, if the program has these CPUs for itself.",
        )


def _others(case: Case) -> Iterator[Finding]:
    seen = case.surroundings
    if seen.rivals:
        yield _note(
            "same_cpus",
            "Other processes are bound to the same CPUs",
            f"{', '.join(seen.rivals[:4])} may use only CPUs that this process uses too.",
            "Give each process CPUs of its own: mpirun --bind-to, taskset, or OMP_PLACES for each. With "
            "OMP_PROC_BIND=true alone, and OMP_NUM_THREADS for its share, a process takes what the others leave.",
        )
    lost = sum(lost_ns(region) for region in case.regions)
    useful = case.totals[Category.WORK] + case.totals[Category.TASK]
    crowded = any(region.team > usable_cpus(case) + 0.5 for region in case.regions)
    is_lost = lost > LOST * useful > 0 and not crowded
    teams = _teams_of_program_threads(case)
    if is_lost and seen.others_cpus <= BUSY_CPUS and len(teams) > 1 and sum(teams) > usable_cpus(case):
        yield _note(
            "teams_side_by_side",
            "Several threads of the program have teams",
            f"{len(teams)} threads of the program have teams of {_listed(teams)} threads, and there are "
            f"{usable_cpus(case)} CPUs: for {share_of(lost, useful)} of the work's time ({time_of(lost)}) a thread "
            "waited for a CPU.",
            "Give each team its share of the CPUs: omp_set_num_threads() in each of these threads, or a smaller "
            "OMP_NUM_THREADS.",
        )
    elif seen.others_cpus > BUSY_CPUS or is_lost:
        yield _note(
            "lost_slices",
            "Other processes take CPU time from this one",
            f"They used {seen.others_cpus:.1f} CPUs while it ran, and {share_of(lost, useful)} of the work's time "
            f"({time_of(lost)}) its threads waited for a CPU.",
            "The figures here are less certain than on an idle machine. Ask for fewer threads, or for CPUs of its own.",
        )
    if seen.foreign_cpu_ns > FOREIGN * case.wall_ns:
        names = ", ".join(f"{name} ({count})" for name, count in list(seen.foreign_threads.items())[:4])
        yield _note(
            "foreign_threads",
            "A library has threads of its own",
            f"{names} took {time_of(seen.foreign_cpu_ns)} of CPU time beside the runtime's threads.",
            "Set the library's number of threads to 1, or build it with OpenMP, so that both share one team.",
        )


def _teams_of_program_threads(case: Case) -> list[int]:
    """The largest team of each thread that is not a worker and forked any."""
    own = [
        [row.team_largest for row in thread.rows.values() if row.kind is Kind.REGION and row.units]
        for thread in case.ledger.threads
        if not thread.is_worker
    ]
    return [max(sizes) for sizes in own if sizes]


def _listed(numbers: list[int]) -> str:
    return " and ".join([", ".join(map(str, numbers[:-1])), str(numbers[-1])])


def _policy(case: Case) -> Iterator[Finding]:
    crowded = any(region.team > usable_cpus(case) + 0.5 for region in case.regions)
    if case.ledger.flags & Flag.WAIT_ACTIVE and crowded:
        yield _note(
            "wait_policy",
            "Threads spin while others want their CPU",
            "OMP_WAIT_POLICY=active, and there are more threads than CPUs.",
            "Leave OMP_WAIT_POLICY away, or have fewer threads.",
        )
    if case.ledger.flags & Flag.WAIT_PASSIVE and not crowded and any(one.instances > 1000 for one in case.regions):
        yield _note(
            "wait_policy",
            "Threads sleep between regions that follow each other closely",
            "OMP_WAIT_POLICY=passive makes every region begin with a wake-up of several microseconds.",
            "Leave OMP_WAIT_POLICY away: the runtime spins for as long as that pays.",
        )
