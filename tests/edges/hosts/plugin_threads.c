// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// User threads load the plugin, use it and end, some without unloading it; then the process ends. The argument is the plugin.
#include <pthread.h>

// libgomp 12 is left out: it crashes when it is unloaded while its threads wait.
// peers: libomp
// ThreadSanitizer does not see how the loader orders what its threads do.
// not-under: thread
#include "plugin.h"

static void* use(void* path) {
  struct plugin plugin = load_plugin(path, RTLD_NOW);
  for (int round = 0; round < 5; round++) CHECK_EQUAL(plugin.run(3), 3);
  dlclose(plugin.handle);
  return NULL;
}

static void* use_and_keep(void* path) {
  struct plugin plugin = load_plugin(path, RTLD_NOW);
  CHECK_EQUAL(plugin.run(3), 3);
  return NULL;
}

int main(int argc, char** argv) {
  if (argc != 2) return EXIT_FAILURE;
  for (int wave = 0; wave < 10; wave++) {
    pthread_t threads[3];
    for (int t = 0; t < 3; t++) CHECK_EQUAL(pthread_create(&threads[t], NULL, use, argv[1]), 0);
    for (int t = 0; t < 3; t++) pthread_join(threads[t], NULL);
  }
  pthread_t last;
  CHECK_EQUAL(pthread_create(&last, NULL, use_and_keep, argv[1]), 0);
  pthread_join(last, NULL);
  return finish();
}
