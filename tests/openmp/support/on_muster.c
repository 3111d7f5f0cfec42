// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// See on_muster.h. _GNU_SOURCE for dladdr.
#define _GNU_SOURCE
#include "on_muster.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kExitWrongRuntime = 99 };

void require_expected_runtime(const void* function) {
  const char* expected = getenv("TEST_RUNTIME");
  if (!expected) expected = "libmuster";
  if (strcmp(expected, "any") == 0) return;

  Dl_info found;
  char path[PATH_MAX];
  if (!dladdr(function, &found) || !realpath(found.dli_fname, path)) {
    fprintf(stderr, "cannot tell which OpenMP runtime this process uses\n");
    exit(kExitWrongRuntime);
  }
  const char* slash = strrchr(path, '/');
  const char* name = slash ? slash + 1 : path;
  if (strncmp(name, expected, strlen(expected)) == 0) return;
  fprintf(stderr, "this process runs on %s, not on %s: set LD_LIBRARY_PATH, or TEST_RUNTIME to what is meant\n", path,
          expected);
  exit(kExitWrongRuntime);
}
