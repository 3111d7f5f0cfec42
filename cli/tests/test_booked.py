# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the runtime books of small programs, by each compiler: which constructs, how often, and of what."""

import os
from pathlib import Path

import pytest

from muster.doctor.case import Case
from muster.doctor.run import run
from muster.ledger.form import Category, Kind
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


def booked(folder: Path, compiler: str, source: str, options: tuple[str, ...] = ()) -> Case:
    """The case of the program, which ran on two threads."""
    libraries = Path(LIBRARY).parent
    program = compiled(folder, "program", source, "-fopenmp", f"-L{libraries / 'compat'}", *options, compiler=compiler)
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_CANCELLATION": "false"}
    return run([str(program)], libraries, environment).case


@COMPILERS
def test_making_tasks_is_told_of_those_with_dependences_and_of_taskloops(tmp_path: Path, compiler: str) -> None:
    made = [one for one in booked(tmp_path, compiler, TASKS).constructs if one.kind is Kind.TASK]
    assert sorted(one.units for one in made) == [10, 100]
    assert all(one.ns(Category.CREATE) > 0 for one in made)
