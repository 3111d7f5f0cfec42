// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What tests of a whole process need: how many threads and how much memory it has, and a child that must end by itself.
#pragma once

#include <dirent.h>
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

static inline void sleep_milliseconds(long milliseconds) {
  struct timespec pause = {milliseconds / 1000, milliseconds % 1000 * 1000000};
  nanosleep(&pause, NULL);
}

// Threads of this process, those of a sanitizer or an emulator included: compare with what it was at the start.
static inline int threads_of_process(void) {
  DIR* tasks = opendir("/proc/self/task");
  if (!tasks) return -1;
  int threads = 0;
  for (struct dirent* entry; (entry = readdir(tasks));) threads += entry->d_name[0] != '.';
  closedir(tasks);
  return threads;
}

static inline void* end_at_once(void* argument) { return argument; }

// The same at the start of a program, when it has one thread of its own; a sanitizer has made its helper when this returns.
static inline int threads_at_start(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, end_at_once, NULL) == 0) pthread_join(thread, NULL);
  int threads = threads_of_process();
  for (int tries = 0; tries < 5; tries++) {  // the kernel may show an ended thread for a moment
    sleep_milliseconds(2);
    int now = threads_of_process();
    if (now < threads) threads = now;
  }
  return threads;
}

// Threads that end on their own may need a moment: waits until at most `bound` are left, then tells how many there are.
static inline int threads_after_waiting_for(int bound) {
  int threads = threads_of_process();
  for (int tries = 0; threads > bound && tries < 500; tries++) {
    sleep_milliseconds(10);
    threads = threads_of_process();
  }
  return threads;
}

// Memory in use, in KiB.
static inline long resident_kib(void) {
  long total = 0, resident = -1;
  FILE* statm = fopen("/proc/self/statm", "r");
  if (statm) {
    if (fscanf(statm, "%ld %ld", &total, &resident) != 2) resident = -1;
    fclose(statm);
  }
  return resident < 0 ? -1 : resident * (sysconf(_SC_PAGESIZE) / 1024);
}

// How much memory in use may grow without being a leak. A sanitizer keeps freed memory for a while (and finds leaks itself);
// an emulator keeps what it has translated.
static inline long memory_slack_kib(void) {
  void* program = dlopen(NULL, RTLD_LAZY);
  int sanitized = program && (dlsym(program, "__asan_init") || dlsym(program, "__tsan_init"));
  if (program) dlclose(program);
  return sanitized || emulated() ? 200 * 1024 : 2048;
}

// Waits for a child. If it has not ended after `seconds` it hangs: it is killed and SIGKILL shows in the result. An emulator may be
// more than ten times as slow.
static inline int wait_for_child(pid_t child, int seconds) {
  int status = -1;
  if (emulated()) seconds *= 10;
  for (int tries = 0; tries < seconds * 100; tries++) {
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return status;
    sleep_milliseconds(10);
  }
  fprintf(stderr, "child %d did not end within %d s\n", (int)child, seconds);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return status;
}

enum { kChildSeconds = 10 };

// Runs `body` in a child process, which leaves by itself or, if `body` returns, with finish().
static inline int status_of_child(void (*body)(void)) {
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    body();
    exit(finish());
  }
  return wait_for_child(child, kChildSeconds);
}

static inline int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -1; }
static inline int end_signal(int status) { return WIFSIGNALED(status) ? WTERMSIG(status) : 0; }
