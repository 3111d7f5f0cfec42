// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host without OpenMP loads a plugin that uses it, runs it and unloads it, again and again: the results are right, and
// neither threads nor memory pile up. The argument is the plugin.
// libgomp 12 is left out: it crashes when it is unloaded while its threads wait.
// peers: libomp
#include "plugin.h"

enum { kCycles = 50, kSize = 4 };

static void cycle(const char* path, int flags) {
  struct plugin plugin = load_plugin(path, flags);
  for (int round = 0; round < 5; round++) CHECK_EQUAL(plugin.run(kSize), kSize);
  CHECK_EQUAL(dlclose(plugin.handle), 0);
}

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  int before = threads_at_start();
  for (int warm_up = 0; warm_up < 5; warm_up++) cycle(argv[1], RTLD_NOW);
  long memory = resident_kib();
  for (int c = 0; c < kCycles; c++) cycle(argv[1], c % 2 ? RTLD_NOW | RTLD_GLOBAL : RTLD_LAZY | RTLD_LOCAL);
  // At most the team of the last cycle is left; a leaked team a cycle would be 150 threads.
  CHECK(threads_after_waiting_for(before + kSize - 1) <= before + kSize - 1);
  CHECK(resident_kib() - memory < memory_slack_kib());
  return finish();
}
