# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small OpenMP programs that tests of the command compile, and the library that they are run on."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

# Says how many threads came, on which library, and ends with the status that it is given.
TEAM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
int main(int count, char** words) {
  int threads = 0;
  Dl_info info;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  void* found = dlsym(RTLD_DEFAULT, "omp_get_max_threads");
  printf("threads %d library %s\\n", threads, dladdr(found, &info) ? info.dli_fname : "none");
  return count > 1 ? atoi(words[1]) : 0;
}
"""
LIBRARY = os.environ.get("MUSTER_LIBRARY", "")
needs_library = pytest.mark.skipif(not LIBRARY, reason="MUSTER_LIBRARY names libmuster.so.1")


def compiled(folder: Path, name: str, source: str, *options: str, compiler: str = "gcc") -> Path:
    """The program; the test is skipped where there is no such compiler."""
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} here")
    file, program = folder / f"{name}.c", folder / name
    file.write_text(source, encoding="utf-8")
    subprocess.run([compiler, "-O1", file, "-o", program, *options], check=True, capture_output=True, timeout=60)
    return program
