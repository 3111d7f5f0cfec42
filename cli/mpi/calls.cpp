// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// libmuster-mpi.so, which `muster doctor` loads before the ranks of a program of MPI: each call of calls.def is timed and handed on. With
// MUSTER_MPI_CALLS=FOLDER a process keeps one row for each call and place in FOLDER/<pid>, in place, so that it is whole after a kill.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

// The file: rows of this form, up to the first without a name. muster/doctor/mpi.py reads them.
struct Row {
  std::uint64_t code;  // the address to which the call returns
  std::uint64_t count;
  std::uint64_t ns;
  char name[40];
};
static_assert(sizeof(Row) == 64);

// Places of calls in a program; those beyond are not told.
constexpr std::size_t kRows = 1024;

// Arguments are in registers and eight bytes of stack each, on x86-64 as on AArch64, and none is a floating-point number. So twelve words
// carry any call on, whichever MPI it is of: MPI_Sendrecv has most, twelve. What is beyond a call's own arguments is read and not used.
using Word = std::uint64_t;
using Call = Word(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
bool opened = false;
Row* rows = nullptr;

// Calls in calls, as Fortran's make those of C, belong to the outer one.
thread_local int depth = 0;

std::uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::uint64_t(time.tv_sec) * 1'000'000'000 + std::uint64_t(time.tv_nsec);
}

// Called with the lock. Without a file nothing is kept.
void open_once() {
  if (opened) return;
  opened = true;
  const char* folder = std::getenv("MUSTER_MPI_CALLS");
  char path[4096];
  if (folder == nullptr || std::snprintf(path, sizeof path, "%s/%d", folder, int(getpid())) >= int(sizeof path)) return;
  const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return;
  if (ftruncate(file, kRows * sizeof(Row)) == 0) {
    void* place = mmap(nullptr, kRows * sizeof(Row), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    rows = place == MAP_FAILED ? nullptr : static_cast<Row*>(place);
  }
  close(file);
}

// Time inside of regions is the region's, in the ledger too.
bool is_in_region() {
  using Question = int();
  static auto* const kAsk = reinterpret_cast<Question*>(dlsym(RTLD_DEFAULT, "omp_in_parallel"));
  return kAsk != nullptr && kAsk() != 0;
}

void keep(const char* name, void* code, std::uint64_t ns) {
  pthread_mutex_lock(&lock);
  open_once();
  for (std::size_t index = 0; rows != nullptr && index < kRows; ++index) {
    Row& row = rows[index];
    if (row.name[0] == '\0') {
      row.code = reinterpret_cast<std::uintptr_t>(code);
      std::strncpy(row.name, name, sizeof row.name - 1);
    }
    if (row.code == reinterpret_cast<std::uintptr_t>(code) && std::strcmp(row.name, name) == 0) {
      row.count += 1;
      row.ns += ns;
      break;
    }
  }
  pthread_mutex_unlock(&lock);
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): the names are MPI's.
#define MUSTER_MPI_ENTRY(symbol, name)                                                                                       \
  extern "C" __attribute__((visibility("default"))) Word symbol(Word a, Word b, Word c, Word d, Word e, Word f, Word g,      \
                                                                Word h, Word i, Word j, Word k, Word l) {                    \
    static auto* const next = reinterpret_cast<Call*>(dlsym(RTLD_NEXT, #symbol));                                            \
    if (next == nullptr) std::abort();                                                                                       \
    const bool counts = depth == 0 && !is_in_region();                                                                       \
    depth += 1;                                                                                                              \
    const std::uint64_t begin = counts ? now_ns() : 0;                                                                       \
    const Word result = next(a, b, c, d, e, f, g, h, i, j, k, l);                                                            \
    depth -= 1;                                                                                                              \
    if (counts) keep(name, __builtin_return_address(0), now_ns() - begin);                                                   \
    return result;                                                                                                           \
  }
#define MUSTER_MPI_CALL(in_c, in_fortran) \
  MUSTER_MPI_ENTRY(in_c, #in_c)           \
  MUSTER_MPI_ENTRY(in_fortran, #in_c)
#include "calls.def"
// NOLINTEND(readability-identifier-naming)
