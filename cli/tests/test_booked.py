# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runtime books of small programs, by each compiler: which constructs, how often, and of what."""

import os
from pathlib import Path

import pytest

from muster.doctor.case import Case
from muster.doctor.rules import findings_of
from muster.doctor.run import run
from muster.ledger.form import Category, Kind, SyncKind
from tests.openmp_programs import LIBRARY, compiled, needs_library

pytestmark = needs_library
COMPILERS = pytest.mark.parametrize("compiler", ["gcc", "clang-19"])

TASKS = """
int data[100];
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 100; ++i) {
#pragma omp task depend(inout : data[i])
      ++data[i];
    }
#pragma omp taskloop num_tasks(10)
    for (int i = 0; i < 100; ++i) ++data[i];
  }
  return 0;
}
"""
DEPENDENT = """
int data;
int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task depend(out : data)
    data = 1;
#pragma omp taskwait depend(in : data)
  }
  return data - 1;
}
"""
DOACROSS = """
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp for schedule(static, 1) ordered(1)
  for (int i = 0; i < 100; ++i) {
#pragma omp ordered depend(sink : i - 1)
    sum += i;
#pragma omp ordered depend(source)
  }
  return sum - 4950;
}
"""
# The copies are for the tasks of all threads.
TASK_REDUCTION = """
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp for reduction(task, + : sum)
  for (int i = 0; i < 100; ++i) {
#pragma omp task in_reduction(+ : sum)
    sum += i;
  }
  return sum - 4950;
}
"""
# Half of the chunks have no ordered construct, and pass their turns on where they end.
ORDERED = """
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp for schedule(dynamic, 1) ordered
  for (int i = 0; i < 100; ++i) {
    if (i % 2 == 0) {
#pragma omp ordered
      sum += i;
    }
  }
  return sum - 2450;
}
"""
# Rising iterations, several chunks of which a thread claims at a time, and not all of the claims are timed.
RISING = """
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  for (int round = 0; round < 3; ++round) {
#pragma omp for schedule(monotonic : dynamic, 3)
    for (int i = 0; i < 1000; ++i) sum += i;
  }
  return sum - 3 * 499500;
}
"""
OWNED = RISING.replace("monotonic : dynamic, 3", "nonmonotonic : dynamic, 3")
# Several sections are claimed together, and each has to run.
SECTIONS = """
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  for (int round = 0; round < 100; ++round) {
#pragma omp sections
    {
#pragma omp section
      sum += 1;
#pragma omp section
      sum += 10;
#pragma omp section
      sum += 100;
#pragma omp section
      sum += 1000;
#pragma omp section
      sum += 10000;
    }
  }
  return sum != 100 * 11111;
}
"""
# So many tiny tasks that most of them are counted alone: in a row, where the maker goes on, and of a recursion, where
# it waits.
ROW_OF_TASKS = """
int main(void) {
  static char met[20000];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < 20000; ++i) {
#pragma omp task
    met[i] = 1;
  }
  int sum = 0;
  for (int i = 0; i < 20000; ++i) sum += met[i];
  return sum != 20000;
}
"""
RECURSION = """
static int fib(int n) {
  int a, b;
  if (n < 2) return n;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b)
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}
int main(void) {
  int sum = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  sum = fib(20);
  return sum - 6765;
}
"""
# Each team works for a while.
LEAGUE = """
#include <omp.h>
void work(void) {
  double begin = omp_get_wtime();
  while (omp_get_wtime() - begin < 0.002) {
  }
}
int main(void) {
#pragma omp teams num_teams(16)
  work();
  return 0;
}
"""
# Two places in turn, with something of each kind inside.
SHORT_REGIONS = """
#include <omp.h>
static int shared, inner, made, members;
int main(void) {
  for (int step = 0; step < 20000; ++step) {
#pragma omp parallel num_threads(2)
    {
#pragma omp critical
      ++shared;
#pragma omp barrier
#pragma omp parallel num_threads(1) if (omp_get_thread_num() == 2)
#pragma omp atomic
      inner += omp_get_num_threads();
#pragma omp single
#pragma omp task
#pragma omp atomic
      ++made;
#pragma omp for schedule(dynamic) nowait
      for (int i = 0; i < 2; ++i) {
#pragma omp atomic
        ++made;
      }
    }
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      members += 1 + omp_get_thread_num();
#pragma omp cancel parallel if (step == 10000)
    }
  }
  return shared == 40000 && inner == 40000 && made == 60000 && members == 60000 ? 0 : 1;
}
"""


def booked(
    folder: Path, compiler: str, source: str, options: tuple[str, ...] = (), cancellation: str = "false"
) -> Case:
    """The case of the program, which ran on two threads."""
    libraries = Path(LIBRARY).parent
    program = compiled(folder, "program", source, "-fopenmp", f"-L{libraries / 'compat'}", *options, compiler=compiler)
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_CANCELLATION": cancellation}
    outcome = run([str(program)], libraries, environment)
    assert outcome.status == 0
    return outcome.case


@COMPILERS
def test_making_tasks_is_told_of_those_with_dependences_and_of_taskloops(tmp_path: Path, compiler: str) -> None:
    made = [one for one in booked(tmp_path, compiler, TASKS).constructs if one.kind is Kind.TASK]
    assert sorted(one.units for one in made) == [10, 100]
    assert all(one.ns(Category.CREATE) > 0 for one in made)


@COMPILERS
def test_a_taskwait_with_dependences_is_a_wait_and_no_task(tmp_path: Path, compiler: str) -> None:
    made = booked(tmp_path, compiler, DEPENDENT).constructs
    waits = [one for one in made if one.kind is Kind.TASKWAIT]
    assert [one.count for one in waits] == [1]
    assert waits[0].ns(Category.TASKWAIT) > 0
    assert sum(one.units for one in made if one.kind is Kind.TASK) == 1


@COMPILERS
@pytest.mark.parametrize(("source", "waits"), [(DOACROSS, [99]), (ORDERED, [50, 50])], ids=["doacross", "ordered"])
def test_iterations_that_wait_for_others_are_no_work(
    tmp_path: Path, compiler: str, source: str, waits: list[int]
) -> None:
    made = [one for one in booked(tmp_path, compiler, source).constructs if one.kind is Kind.ORDERED]
    assert [one.count for one in made] == waits
    assert all(one.ns(Category.ORDERED) > 0 for one in made)


# How often the barriers are met that constructs have for their own sake, by place: those before the threads use what
# the team has for the construct, and the one before a task reduction is combined.
@COMPILERS
@pytest.mark.parametrize(
    ("source", "met"),
    [(DOACROSS, {"gcc": [4], "clang-19": [4]}), (TASK_REDUCTION, {"gcc": [2, 6], "clang-19": [2, 2]})],
    ids=["doacross", "task reduction"],
)
def test_barriers_that_a_construct_begins_with_are_no_work(
    tmp_path: Path, compiler: str, source: str, met: dict[str, list[int]]
) -> None:
    made = [
        one
        for one in booked(tmp_path, compiler, source).constructs
        if one.kind is Kind.BARRIER and one.detail == SyncKind.BARRIER_IMPLEMENTATION
    ]
    assert sorted(one.count for one in made) == met[compiler]
    assert all(one.ns(Category.BARRIER) > 0 for one in made)


@COMPILERS
@pytest.mark.parametrize("source", [RISING, OWNED], ids=["rising", "owned"])
def test_all_chunks_of_a_loop_are_counted_and_some_requests_timed(tmp_path: Path, compiler: str, source: str) -> None:
    (loop,) = [one for one in booked(tmp_path, compiler, source).constructs if one.kind is Kind.LOOP]
    assert loop.pieces == 3 * 334
    samples = sum(row.samples for row in loop.rows.values())
    assert 0 < samples <= loop.asks / 16 + len(loop.rows)


@COMPILERS
def test_all_sections_run(tmp_path: Path, compiler: str) -> None:
    (sections,) = [one for one in booked(tmp_path, compiler, SECTIONS).constructs if one.kind is Kind.SECTIONS]
    # Clang divides them among the threads by itself.
    assert sections.pieces == (500 if compiler == "gcc" else 200)


@COMPILERS
@pytest.mark.parametrize(("source", "tasks"), [(ROW_OF_TASKS, 20000), (RECURSION, 2 * 10945)], ids=["row", "recursion"])
def test_tasks_that_are_not_told_are_counted(tmp_path: Path, compiler: str, source: str, tasks: int) -> None:
    made = booked(tmp_path, compiler, source)
    found = [one for one in made.constructs if one.kind is Kind.TASK]
    assert sum(one.units for one in found) == tasks
    assert sum(one.count for one in found) == tasks
    whole = len(made.ledger.threads) * made.ledger.wall_ns
    assert sum(made.totals.values()) == pytest.approx(whole, rel=0.01)


@COMPILERS
@pytest.mark.parametrize("cancellation", ["false", "true"])
def test_short_regions_are_counted_also_those_that_are_not_told(
    tmp_path: Path, compiler: str, cancellation: str
) -> None:
    made = booked(tmp_path, compiler, SHORT_REGIONS, cancellation=cancellation)
    first, second = sorted(
        (one for one in made.regions if one.instances == 20000), key=lambda one: -len(one.constructs)
    )
    untold = sum(row.untold_shares for row in first.itself.rows.values())
    # A machine that others use has long ones, after which some are told again.
    assert 0 < untold < 40000
    assert 0 < sum(row.untold_shares for row in second.itself.rows.values()) < 40000
    (critical,) = first.of_kind(Kind.CRITICAL)
    assert critical.count == pytest.approx(40000, rel=0.01)
    (loop,) = first.of_kind(Kind.LOOP)
    assert loop.pieces == pytest.approx(40000, rel=0.01)
    whole = len(made.ledger.threads) * made.ledger.wall_ns
    assert sum(made.totals.values()) == pytest.approx(whole, rel=0.01)


@COMPILERS
def test_the_teams_of_a_league_work(tmp_path: Path, compiler: str) -> None:
    made = booked(tmp_path, compiler, LEAGUE)
    regions = {one.itself.kind: one for one in made.regions}
    worked = sum(one.ns(Category.WORK) for one in made.regions)
    assert worked > 0.9 * 16 * 0.002 * 1e9
    assert regions[Kind.LEAGUE].team == 1.0
    # By Clang each team has a region.
    assert [one.instances for kind, one in regions.items() if kind is Kind.REGION] == [16] * (compiler == "clang-19")
    assert "oversubscribed" not in [finding.rule for finding in findings_of(made)]
