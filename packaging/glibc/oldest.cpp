// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finds the restartable sequences of glibc 2.35 and later by name, so that an older one is not refused by the loader.
#include "packaging/glibc/oldest.h"

extern "C" {
unsigned int muster_rseq_size = 0;
ptrdiff_t muster_rseq_offset = 0;
}

namespace {

// Before every other constructor of the library, and while the loader has its lock anyway: a worker that looked by itself could wait
// for a thread that loads a plugin, and that one for the worker.
__attribute__((constructor(101))) void find_rseq() {
  const void* size = dlsym(RTLD_DEFAULT, "__rseq_size");
  const void* offset = dlsym(RTLD_DEFAULT, "__rseq_offset");
  if (size != nullptr && offset != nullptr) {
    muster_rseq_size = *static_cast<const unsigned int*>(size);
    muster_rseq_offset = *static_cast<const ptrdiff_t*>(offset);
  }
}

}  // namespace
