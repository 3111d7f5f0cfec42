// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Included before every source when MUSTER_MANYLINUX is on: the library then loads with glibc 2.28 and later, although it is built with
// a newer one. Symbols that were moved or given a new version since are asked for at their old version, whose code is the same;
// functions that came later are replaced by the system calls that they are.
#ifndef MUSTER_PACKAGING_GLIBC_OLDEST_H
#define MUSTER_PACKAGING_GLIBC_OLDEST_H

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <sys/rseq.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define MUSTER_GLIBC_FIRST "GLIBC_2.2.5"
#define MUSTER_GLIBC_2_3_3 "GLIBC_2.3.3"
#define MUSTER_GLIBC_2_3_4 "GLIBC_2.3.4"
#elif defined(__aarch64__)
#define MUSTER_GLIBC_FIRST "GLIBC_2.17"
#define MUSTER_GLIBC_2_3_3 MUSTER_GLIBC_FIRST
#define MUSTER_GLIBC_2_3_4 MUSTER_GLIBC_FIRST
#else
#error "MUSTER_MANYLINUX knows the versions of glibc's symbols on x86-64 and AArch64"
#endif

#define MUSTER_AT_VERSION(symbol, version) __asm__(".symver " #symbol "," #symbol "@" version)
// glibc 2.34 moved these from libpthread and libdl.
MUSTER_AT_VERSION(dlclose, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(dlerror, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(dlopen, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(dlsym, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(dladdr1, MUSTER_GLIBC_2_3_3);
MUSTER_AT_VERSION(pthread_attr_getstack, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_attr_getstacksize, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_attr_setstacksize, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_create, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_getattr_default_np, "GLIBC_2.18");
MUSTER_AT_VERSION(pthread_getcpuclockid, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_join, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_key_create, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_key_delete, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_once, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_setaffinity_np, MUSTER_GLIBC_2_3_4);
MUSTER_AT_VERSION(pthread_setspecific, MUSTER_GLIBC_FIRST);
// glibc 2.32 moved these from libpthread.
MUSTER_AT_VERSION(pthread_attr_setaffinity_np, MUSTER_GLIBC_2_3_4);
MUSTER_AT_VERSION(pthread_getattr_np, MUSTER_GLIBC_FIRST);
MUSTER_AT_VERSION(pthread_sigmask, MUSTER_GLIBC_FIRST);

// glibc 2.30.
static inline pid_t muster_gettid() { return static_cast<pid_t>(syscall(SYS_gettid)); }
#define gettid muster_gettid

// glibc 2.33. The kernel's structure is glibc's on 64-bit machines.
static inline int muster_fstat(int descriptor, struct stat* status) {
  return static_cast<int>(syscall(SYS_fstat, descriptor, status));
}
#define fstat muster_fstat

// glibc 2.35. What the runtime asks for is the module alone.
static inline int muster_find_object(void* address, struct dl_find_object* result) {
  Dl_info info;
  struct link_map* module = nullptr;
  if (dladdr1(address, &info, reinterpret_cast<void**>(&module), RTLD_DL_LINKMAP) == 0 || module == nullptr) {
    return -1;
  }
  result->dlfo_link_map = module;
  return 0;
}
#define _dl_find_object muster_find_object

// glibc 2.35. Set when the library is loaded (oldest.cpp), and 0 where the C library registers no area.
extern "C" {
extern __attribute__((visibility("hidden"))) unsigned int muster_rseq_size;
extern __attribute__((visibility("hidden"))) ptrdiff_t muster_rseq_offset;
}
#define __rseq_size   muster_rseq_size
#define __rseq_offset muster_rseq_offset

#endif
