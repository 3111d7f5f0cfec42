// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A host without OpenMP loads a plugin that leaves a target task behind, and unloads it: the task has run by then, and neither threads
// nor memory pile up. The argument is the plugin.
// peers: none
#include "plugin.h"

static void cycle(const char* path) {
  struct plugin plugin = load_plugin(path, RTLD_NOW);
  int ran = 0;
  plugin.target(&ran, 100);
  CHECK_EQUAL(dlclose(plugin.handle), 0);
  CHECK_EQUAL(ran, 100);
}

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  int before = threads_at_start();
  for (int warm_up = 0; warm_up < 5; warm_up++) cycle(argv[1]);
  long memory = resident_kib();
  for (int c = 0; c < 30; c++) cycle(argv[1]);
  CHECK(threads_after_waiting_for(before) <= before);
  CHECK(resident_kib() - memory < memory_slack_kib());
  return finish();
}
