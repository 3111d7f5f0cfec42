# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each rule on a ledger that has its loss and nothing else, and on one that has none."""

import pytest

from muster.doctor.case import Case, Surroundings
from muster.doctor.efficiency import efficiencies_of
from muster.doctor.rules import findings_of
from muster.ledger.form import Category, Flag, Kind, SyncKind, WorkKind
from muster.ledger.reader import Module
from muster.memory.arrays import Verdict
from muster.topology.hints import Hint
from tests.ledgers import MS, US, case, region, row

WORK, TASK, WAIT = Category.WORK, Category.TASK, Category.REGION_WAIT


def even() -> Case:
    return case(*([one] for one in region(100 * MS, {WORK: 99 * MS}, {WORK: 99 * MS})), wall_ns=100 * MS)


def imbalance() -> Case:
    first, second = region(100 * MS, {WORK: 100 * MS}, {WORK: 40 * MS, WAIT: 60 * MS}, instances=10)
    return case([first], [second], wall_ns=100 * MS)


def tiny() -> Case:
    each = {WORK: 30 * MS, Category.FORK: 10 * MS, WAIT: 10 * MS}
    first, second = region(50 * MS, each, each, instances=10_000)
    return case([first], [second], wall_ns=52 * MS)


def too_big() -> Case:
    each = {WORK: 5 * MS, Category.FORK: 45 * MS}
    first, second = region(50 * MS, each, each, instances=10_000)
    return case([first], [second], wall_ns=52 * MS)


def reversed_loads() -> Case:
    first, second = region(100 * MS, {WORK: 60 * MS}, {WORK: 60 * MS}, instances=2)
    barriers = [row(Kind.BARRIER, 0x20, 0x10, {Category.BARRIER: 40 * MS}, count=10) for _ in range(2)]
    return case([first, barriers[0]], [second, barriers[1]], wall_ns=100 * MS)


def mutex(kind: Kind, category: Category) -> Case:
    first, second = region(100 * MS, {WORK: 60 * MS}, {WORK: 60 * MS})
    uses = [row(kind, 0x20, 0x10, {category: 40 * MS}, count=100, held_ns=45 * MS) for _ in range(2)]
    return case([first, uses[0]], [second, uses[1]], wall_ns=100 * MS)


def serial() -> Case:
    first, second = region(30 * MS, {WORK: 30 * MS}, {WORK: 30 * MS}, instances=10)
    first.ns[Category.SERIAL] = 70 * MS
    second.ns[Category.IDLE] = 70 * MS
    return case([first], [second], wall_ns=100 * MS)


def fine_tasks() -> Case:
    first, second = region(100 * MS, {WORK: 1 * MS}, {WAIT: 60 * MS})
    made = row(Kind.TASK, 0x20, 0x10, {TASK: 30 * MS, Category.CREATE: 69 * MS}, count=50_000, units=100_000)
    taken = row(Kind.TASK, 0x20, 0x10, {TASK: 40 * MS}, count=50_000)
    return case([first, made], [second, taken], wall_ns=100 * MS)


def long_tasks() -> Case:
    first, second = region(100 * MS, {WORK: 1 * MS}, {})
    group = row(Kind.TASKGROUP, 0x30, 0x10, {Category.TASKWAIT: 79 * MS}, count=10)
    runs = [row(Kind.TASK, 0x20, 0x10, {TASK: ns}, count=15, units=15) for ns in (20 * MS, 100 * MS)]
    return case([first, group, runs[0]], [second, runs[1]], wall_ns=100 * MS)


def producer() -> Case:
    first, second = region(100 * MS, {WORK: 95 * MS}, {WAIT: 60 * MS})
    made = row(Kind.TASK, 0x20, 0x10, {Category.CREATE: 5 * MS}, units=100)
    taken = row(Kind.TASK, 0x20, 0x10, {TASK: 40 * MS}, count=100)
    return case([first, made], [second, taken], wall_ns=100 * MS)


def crowded() -> Case:
    rows = region(100 * MS, *({WORK: 20 * MS, WAIT: 80 * MS} for _ in range(8)))
    return case(*([one] for one in rows), wall_ns=100 * MS)


def cheap_chunks() -> Case:
    first, second = region(100 * MS, {}, {})
    loops = [
        row(Kind.LOOP, 0x20, 0x10, {WORK: 40 * MS, Category.SCHEDULE: 59 * MS}, detail=WorkKind.DYNAMIC, count=1)
        for _ in range(2)
    ]
    for one in loops:
        one.units, one.pieces, one.asks, one.samples = 1_000_000, 500_000, 500_000, 31_250
    return case([first, loops[0]], [second, loops[1]], wall_ns=100 * MS)


def large_chunks() -> Case:
    first, second = region(100 * MS, {}, {WAIT: 60 * MS}, instances=10)
    loops = [
        row(Kind.LOOP, 0x20, 0x10, {WORK: ns}, detail=WorkKind.DYNAMIC, count=10, pieces=15, units=2000)
        for ns in (99 * MS, 39 * MS)
    ]
    return case([first, loops[0]], [second, loops[1]], wall_ns=100 * MS)


def alternating() -> Case:
    first, second = region(40 * MS, {WORK: 39 * MS}, {WORK: 39 * MS}, instances=200, pieces=199)
    (alone,) = region(60 * MS, {WORK: 60 * MS}, instances=200, code=0x50, pieces=200)
    return case([first, alone], [second], wall_ns=100 * MS)


@pytest.mark.parametrize(
    ("made", "rule", "gain_ms"),
    [
        (imbalance(), "load_imbalance", 30),
        (tiny(), "tiny_regions", 20),
        (too_big(), "team_too_big", 40),
        (reversed_loads(), "needless_barrier", 40),
        (mutex(Kind.CRITICAL, Category.CRITICAL), "critical_serialises", 40),
        (mutex(Kind.LOCK, Category.LOCK), "lock_held_too_long", 40),
        (mutex(Kind.ORDERED, Category.ORDERED), "ordered_serialises", 40),
        (serial(), "serial_part", 35),
        (fine_tasks(), "tasks_too_fine", 64.5),
        (producer(), "one_producer", 30),
        (long_tasks(), "few_tasks", 39.5),
        (crowded(), "oversubscribed", 20),
        (cheap_chunks(), "dynamic_chunk", 59),
        # 30 ms at barriers for each thread, less half a chunk of 138 ms / 2 threads / 20.
        (large_chunks(), "schedule_choice", 28.3),
        (alternating(), "alternating_teams", 31),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_first_finding_is_the_loss(made: Case, rule: str, gain_ms: float) -> None:
    found = findings_of(made)
    assert [finding.rule for finding in found] == [rule]
    assert found[0].gain_ns / MS == pytest.approx(gain_ms, rel=0.02)


def test_a_barrier_of_a_constructs_own_cannot_be_left_out() -> None:
    made = reversed_loads()
    for thread in made.ledger.threads:
        thread.rows[3].detail = SyncKind.BARRIER_IMPLEMENTATION
    assert [finding.rule for finding in findings_of(made)] == ["load_imbalance"]


def test_all_threads_wait_for_what_the_ledger_takes_of_the_one_that_makes_tasks() -> None:
    made = fine_tasks()
    before = findings_of(made)[0].gain_ns
    tasks = made.ledger.threads[0].rows[3]
    assert tasks.kind is Kind.TASK
    # 10 ms in which the thread did nothing but say that tasks are not told: booked as its work, and waited for.
    tasks.untold, tasks.asking_ns = tasks.units, 10 * MS
    after = findings_of(made)[0].gain_ns
    assert before - after == pytest.approx(5 * MS)


def test_nothing_is_found_where_nothing_is_lost() -> None:
    assert findings_of(even()) == []


def test_what_the_ledger_takes_is_no_work() -> None:
    each = {WORK: 30 * MS, Category.FORK: 10 * MS}
    first, second = region(50 * MS, each, each, instances=10_000)
    loop = row(Kind.LOOP, 0x20, 0x10, count=10_000)
    made = case([first, loop], [second], wall_ns=52 * MS)
    assert [(one.rule, round(one.gain_ns)) for one in findings_of(made)] == [("tiny_regions", 20 * MS)]
    # The ledger takes 0.2 us of the primary thread's 5 us a run, half of it work, and 0.1 us of the other's work.
    first.own_other_ns, loop.own_work_ns, second.own_work_ns = 1 * MS, 1 * MS, 1 * MS
    assert [(one.rule, round(one.gain_ns)) for one in findings_of(made)] == [("tiny_regions", 19 * MS)]
    # It takes 0.3 us of the primary thread's work and 2.5 us of the other's: of 6 us of work 3.2 us are the program's.
    first.own_other_ns, loop.own_work_ns, second.own_work_ns = 0, 3 * MS, 25 * MS
    assert [(one.rule, round(one.gain_ns)) for one in findings_of(made)] == [("team_too_big", 15 * MS)]


def test_what_the_ledger_takes_of_any_thread_keeps_others_of_a_crowded_team_from_a_cpu() -> None:
    made = crowded()
    before = findings_of(made)[0].gain_ns
    cpus = made.ledger.cpus
    for thread in made.ledger.threads:
        (mine,) = thread.rows.values()
        # In place, and as much again on the ways: 2 ms of a thread's CPU time, of which 0.5 are booked as its work.
        mine.own_work_ns, mine.own_wait_ns = 0.5 * MS, 0.5 * MS
    after = findings_of(made)[0].gain_ns
    assert before - after == pytest.approx(8 * 1.5 * MS / cpus)


def test_threads_that_took_turns_on_one_cpu_do_not_tell_that_one_is_faster() -> None:
    def found(slices: int, wakeups: int = 0) -> list[str]:
        each = {WORK: 15 * MS, Category.FORK: 35 * MS}
        first, second = region(50 * MS, each, each, instances=10_000)
        first.wakeups = second.idle_wakeups = wakeups
        seen = Surroundings(slices={100: slices, 101: slices})
        return [one.rule for one in findings_of(case([first], [second], wall_ns=52 * MS, surroundings=seen))]

    assert found(0) == found(400) == ["team_too_big"]
    assert found(9_000) == ["tiny_regions"]
    # Threads that sleep in between take no turns.
    assert found(9_000, 8_900) == ["team_too_big"]


def test_runs_that_others_made_longer_do_not_tell_that_one_thread_is_faster() -> None:
    def found(least_share_ns: float) -> list[str]:
        # 6 us of work a run, which take 9 us, and at least 5.
        rows = region(90 * MS, {WORK: 30 * MS, WAIT: 60 * MS}, {WORK: 30 * MS}, instances=10_000)
        rows[0].span_least_ns = 5 * US
        rows[0].share_least_ns = rows[1].share_least_ns = least_share_ns
        return [one.rule for one in findings_of(case([rows[0]], [rows[1]], wall_ns=92 * MS))]

    assert found(2 * US) == ["team_too_big"]
    assert found(3 * US) == ["tiny_regions"]


def test_teams_of_a_league_are_no_threads() -> None:
    (league,) = region(100 * MS, {WORK: 99 * MS}, units=64, team_largest=64, requested_most=64)
    league.kind = Kind.LEAGUE
    made = case([league], wall_ns=100 * MS)
    assert findings_of(made) == []
    assert [one.team for one in made.regions] == [1.0]
    # By Clang each of its teams has a region, on any of the threads, with what is inside.
    mine, other = (region(80 * MS, {WORK: 80 * MS}, instances=32, parent=0x10)[0] for _ in range(2))
    made = case([league, mine], [other, row(Kind.BARRIER, 0x20, 0x10)], wall_ns=100 * MS)
    assert findings_of(made) == []
    inner, outer = made.regions
    assert (inner.elapsed_ns / MS, inner.instances, len(inner.constructs)) == (160, 64, 1)
    assert (outer.elapsed_ns / MS, outer.itself.kind, outer.constructs) == (100, Kind.LEAGUE, [])


def test_a_thread_that_waits_for_one_with_regions_is_no_serial_part() -> None:
    first, second = region(70 * MS, {WORK: 70 * MS}, {WORK: 70 * MS}, instances=10)
    first.ns[Category.SERIAL], second.ns[Category.IDLE] = 30 * MS, 30 * MS
    # The main thread joins the one with the regions, which has no other part in the program.
    main, helper = (row(Kind.OUTSIDE, 0, ns={kind: 100 * MS}) for kind in (Category.SERIAL, Category.IDLE))
    made = case([main], [first], [second], [helper], wall_ns=100 * MS)
    made.ledger.threads[1].is_worker, made.ledger.threads[3].is_helper = False, True
    (found,) = findings_of(made)
    assert found.rule == "serial_part"
    assert found.gain_ns / MS == pytest.approx(15)
    assert "after the region" in found.where
    # Two with regions by turns: it is not known that there was a time without any.
    third, fourth = region(70 * MS, {WORK: 70 * MS}, {WORK: 70 * MS}, instances=10, code=0x50)
    third.ns[Category.SERIAL], fourth.ns[Category.IDLE] = 30 * MS, 30 * MS
    made = case([main], [first], [second], [third], [fourth], wall_ns=100 * MS, cpus=4)
    made.ledger.threads[1].is_worker = made.ledger.threads[3].is_worker = False
    assert findings_of(made) == []


def test_helpers_that_sleep_take_nothing_from_the_efficiency() -> None:
    rows = [[one] for one in region(100 * MS, {WORK: 80 * MS, WAIT: 20 * MS}, {WORK: 100 * MS})]
    made = case(*rows, [row(Kind.OUTSIDE, 0, ns={Category.IDLE: 100 * MS})], wall_ns=100 * MS)
    made.ledger.threads[2].is_worker, made.ledger.threads[2].is_helper = False, True
    found = efficiencies_of(made)
    assert found["parallel efficiency"] == pytest.approx(0.9)
    assert found["serial part (Amdahl)"] == 1.0


def test_lost_slices_are_no_imbalance() -> None:
    made = imbalance()
    made.ledger.threads[0].rows[2].lost_ns = 60 * MS
    assert [finding.rule for finding in findings_of(made)] == ["lost_slices"]


def side_by_side(cpus: int) -> Case:
    """Two threads of the program, each with a team of two, that took CPUs from each other."""
    first, second = region(100 * MS, {WORK: 99 * MS}, {WORK: 99 * MS})
    third, fourth = region(100 * MS, {WORK: 99 * MS}, {WORK: 99 * MS}, code=0x50)
    made = case([first], [second], [third], [fourth], wall_ns=100 * MS, cpus=cpus)
    made.ledger.threads[2].is_worker = False
    for one in (first, third):
        one.lost_ns = 40 * MS
    return made


def test_teams_that_take_cpus_from_each_other_are_not_other_processes() -> None:
    found = [finding for finding in findings_of(side_by_side(2)) if not finding.gain_ns]
    assert [finding.rule for finding in found] == ["teams_side_by_side"]
    assert "2 threads of the program have teams of 2 and 2 threads" in found[0].why


def test_teams_that_fit_side_by_side_lose_slices_to_others() -> None:
    assert [finding.rule for finding in findings_of(side_by_side(4)) if not finding.gain_ns] == ["lost_slices"]


def test_a_barrier_before_uneven_work_is_no_needless_one() -> None:
    made = imbalance()
    barrier = row(Kind.BARRIER, 0x20, 0x10, {Category.BARRIER: 60 * MS}, count=10)
    made.ledger.threads[1].rows[2].ns[WAIT] = 0
    made.ledger.threads[1].rows[3] = barrier
    assert [finding.rule for finding in findings_of(made)] == ["load_imbalance"]


def test_what_is_uneven_is_said_as_it_is() -> None:
    loop = imbalance()
    assert "worked 100 ms, the average 70 ms" in findings_of(loop)[0].why
    assert "schedule(dynamic" in findings_of(loop)[0].advice
    # The work is in regions inside, or the threads change places: what each did in the region itself explains nothing.
    first, second = region(100 * MS, {WORK: 1 * MS, WAIT: 10 * MS}, {WORK: 1 * MS, WAIT: 60 * MS}, instances=10)
    nested = case([first], [second], wall_ns=100 * MS)
    assert "were done at different times: 35%" in findings_of(nested)[0].why
    sections = imbalance()
    sections.ledger.threads[0].rows[3] = row(Kind.SECTIONS, 0x20, 0x10, count=10)
    assert "the longest decides" in findings_of(sections)[0].advice


def test_a_mutex_is_named_by_its_construct() -> None:
    titles = [
        findings_of(mutex(kind, category))[0].title
        for kind, category in (
            (Kind.CRITICAL, Category.CRITICAL),
            (Kind.ATOMIC, Category.CRITICAL),
            (Kind.LOCK, Category.LOCK),
        )
    ]
    assert titles == [f"Threads queue for {name}" for name in ("a critical", "an atomic construct", "a lock")]


def surroundings_of(**seen: object) -> list[str]:
    made = even()
    return [finding.rule for finding in findings_of(Case(made.ledger, Surroundings(**seen)))]  # type: ignore[arg-type]


def test_surroundings() -> None:
    assert surroundings_of(environment={"OMP_NUM_THREAD": "2", "HOME": "/"}) == ["misspelt_variable"]
    assert surroundings_of(others_cpus=1.0) == ["lost_slices"]
    assert surroundings_of(rivals=("other (5)",)) == ["same_cpus"]
    assert surroundings_of(smt=True) == ["smt"]
    array = Verdict(
        "1.0 MiB touched first by thread 0", "a.c:1", "used by 2 threads", "initialise it", "50% are remote"
    )
    assert surroundings_of(arrays=(array,)) == ["first_touch"]
    assert surroundings_of(hints=(Hint("unbound_nodes", "Not bound: it moves.", "Bind it."),)) == ["unbound_nodes"]
    assert surroundings_of(foreign_threads={"io": 2}, foreign_cpu_ns=50 * MS) == ["foreign_threads"]


def test_other_runtimes_and_policies() -> None:
    made = even()
    made.ledger.modules.append(Module(0, 1, 0, "/usr/lib/libgomp.so.1.0.0"))
    assert [finding.rule for finding in findings_of(made)] == ["second_runtime"]
    made.ledger.modules[:] = [Module(0, 1, 0, f"/usr/lib/{name}") for name in ("libomptarget.so.19", "libompd.so")]
    assert findings_of(made) == [], "these are no runtimes"
    made.ledger.modules[:] = [Module(0, 1, 0, "/env/lib/libgomp-a34b3233.so.1.0.0")]
    assert [finding.rule for finding in findings_of(made)] == ["second_runtime"]
    preloaded = Case(made.ledger, Surroundings(is_preloaded=True))
    assert findings_of(preloaded) == []
    made.ledger.quota_cpus = 1
    assert {finding.rule for finding in findings_of(made)} >= {"second_runtime", "team_beyond_quota"}
    busy = crowded()
    busy.ledger.flags = Flag.WAIT_ACTIVE
    assert findings_of(busy)[-1].rule == "wait_policy"


def test_nested_regions() -> None:
    outer = region(100 * MS, {WORK: 99 * MS}, {WORK: 99 * MS})
    (inner,) = region(10 * US, {WORK: 10 * US}, code=0x50, requested_most=4)
    inner.parent = 0x10
    made = case([outer[0], inner], [outer[1]], wall_ns=100 * MS)
    assert [finding.rule for finding in findings_of(made)] == ["nesting_serialised"]
    inner.units, made.ledger.max_active_levels = 8, 2
    assert "nesting_explodes" in [finding.rule for finding in findings_of(made)]
