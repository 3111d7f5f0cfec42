// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How a host without OpenMP uses plugins/plugin.c.
#pragma once

#include <dlfcn.h>

#include "process.h"

struct plugin {
  void* handle;
  void (*require_runtime)(void);
  int (*run)(int);
  void (*in_region)(int, void (*)(void*), void*);
  int (*position)(void);
  void (*count)(long*);
  void (*target)(int*, int);
};

static inline void* find_symbol(void* handle, const char* name) {
  void* found = dlsym(handle, name);
  if (!found) {
    fprintf(stderr, "%s\n", dlerror());
    exit(EXIT_FAILURE);
  }
  return found;
}

static inline struct plugin load_plugin(const char* path, int flags) {
  struct plugin plugin;
  plugin.handle = dlopen(path, flags);
  if (!plugin.handle) {
    fprintf(stderr, "%s\n", dlerror());
    exit(EXIT_FAILURE);
  }
  *(void**)&plugin.require_runtime = find_symbol(plugin.handle, "plugin_require_runtime");
  *(void**)&plugin.run = find_symbol(plugin.handle, "plugin_run");
  *(void**)&plugin.in_region = find_symbol(plugin.handle, "plugin_in_region");
  *(void**)&plugin.position = find_symbol(plugin.handle, "plugin_position");
  *(void**)&plugin.count = find_symbol(plugin.handle, "plugin_count");
  *(void**)&plugin.target = find_symbol(plugin.handle, "plugin_target");
  plugin.require_runtime();
  return plugin;
}
