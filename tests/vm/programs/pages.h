// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where pages and threads are, by system calls.
#pragma once

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kPage = 4096 };

static inline void fail(const char* what) {
  perror(what);
  exit(1);
}

static inline int node_of_caller(void) {
  unsigned cpu = 0, node = 0;
  if (syscall(SYS_getcpu, &cpu, &node, NULL) != 0) fail("getcpu");
  return (int)node;
}

// The node of each of `count` pages from `first` on; a negative errno for one that nobody has touched.
static inline void nodes_of_pages(const char* first, long count, int* nodes) {
  const void** pages = malloc((size_t)count * sizeof *pages);
  if (!pages) fail("malloc");
  for (long i = 0; i < count; i++) pages[i] = first + i * kPage;
  if (syscall(SYS_move_pages, 0, (unsigned long)count, pages, NULL, nodes, 0) != 0) fail("move_pages");
  free(pages);
}
