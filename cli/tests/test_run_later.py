# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`muster run`: runtimes that a program loads later, and copies of one under names of their own, as in wheels."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.openmp_programs import LIBRARY, compiled, needs_library
from tests.test_run import muster_run, ran_on

# Says what its own calls are bound to, which is what serves it.
PLUGIN = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
int team(void) {
  int threads = 0;
  Dl_info info;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  printf("threads %d library %s\\n", threads, dladdr((void*)omp_get_max_threads, &info) ? info.dli_fname : "none");
  return threads;
}
"""
# Has no OpenMP of its own: it loads the file that it is given.
HOST = """
#include <dlfcn.h>
#include <stdio.h>
int main(int count, char** words) {
  void* plugin = dlopen(words[count - 1], RTLD_NOW | RTLD_LOCAL);
  int (*team)(void) = plugin ? (int (*)(void))dlsym(plugin, "team") : 0;
  if (!team) fputs(dlerror(), stderr);
  return team ? team() : 100;
}
"""
MAIN = "int team(void);\nint main(void) { return team(); }\n"
# What these programs ask a runtime for.
CALLED = "void GOMP_parallel(void) {}\nint omp_get_max_threads(void) { return 0; }\n"
HASHED = "libgomp-a34b3233.so.1.0.0"


def hashed_copy(folder: Path) -> list[str]:
    """What links with a copy of libgomp in `folder` that only its hashed name leads to.

    Linked is a stand-in of that name, as the copy still calls itself libgomp.so.1, where auditwheel renames it inside.
    """
    libgomp = subprocess.check_output(["gcc", "-print-file-name=libgomp.so.1"], text=True).strip()
    shutil.copy(Path(libgomp).resolve(), folder / HASHED)
    (folder / "stand_in").mkdir()
    stand_in = compiled(folder / "stand_in", HASHED, CALLED, "-shared", "-fPIC", f"-Wl,-soname,{HASHED}")
    return ["-Wl,--no-as-needed", str(stand_in), f"-Wl,-rpath,{folder}"]


def needed(file: Path) -> str:
    return subprocess.check_output(["readelf", "-d", file], text=True)


def without_muster(*command: Path) -> Path:
    """What serves it then: each test shows that it is another library, so that it can fail."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("OMP_", "LD_"))}
    alone = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    return ran_on(alone.stdout)


@needs_library
@pytest.mark.parametrize("hashed", [False, True])
def test_what_a_plugin_loads_later_is_served(tmp_path: Path, hashed: bool) -> None:
    host = compiled(tmp_path, "host", HOST)
    code = compiled(tmp_path, "plugin.o", PLUGIN, "-fopenmp", "-fPIC", "-c")
    link = hashed_copy(tmp_path) if hashed else ["-fopenmp"]
    plugin = tmp_path / "plugin.so"
    subprocess.run(["gcc", "-shared", code, "-o", plugin, *link], check=True, timeout=60)
    assert "gomp" not in needed(host)
    assert (HASHED if hashed else "[libgomp.so.1]") in needed(plugin)
    assert without_muster(host, plugin).name.startswith("libgomp")
    done = muster_run("--threads", "3", "--explain", "--", host, plugin)
    assert (done.returncode, done.stdout[:10]) == (3, "threads 3 "), done.stderr
    assert ran_on(done.stdout) == Path(LIBRARY).resolve()
    assert "no runtime is linked, but" in done.stderr and "may load one later" in done.stderr
    assert "by          LD_LIBRARY_PATH and LD_PRELOAD" in done.stderr


@needs_library
def test_a_hashed_copy_that_the_program_is_linked_with_is_overcome(tmp_path: Path) -> None:
    code = compiled(tmp_path, "team.o", PLUGIN + MAIN, "-fopenmp", "-c")
    program = tmp_path / "team"
    subprocess.run(["gcc", code, "-o", program, *hashed_copy(tmp_path)], check=True, timeout=60)
    assert HASHED in needed(program)
    assert without_muster(program) == tmp_path / HASHED
    done = muster_run("--threads", "3", "--explain", "--", program)
    assert done.returncode == 3, done.stderr
    assert ran_on(done.stdout) == Path(LIBRARY).resolve()
    assert f"{HASHED}, which was {tmp_path / HASHED}" in done.stderr
    assert "by          LD_LIBRARY_PATH and LD_PRELOAD" in done.stderr
