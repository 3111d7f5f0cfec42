// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// libomp's own routines about waiting, stacks and the "library" (throughput, turnaround, serial). Documented in Intel's
// compiler guides under "OpenMP extensions"; plain names take values, names with `_` references, kmpc_ names values again.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "abi/omp/fortran.h"
#include "abi/omp/text.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

// What an infinite blocktime reads as.
constexpr std::int32_t kInfinite = std::numeric_limits<std::int32_t>::max();

// kmp_get_library() answers in these numbers.
enum Library : std::int32_t { kSerial = 1, kTurnaround = 2, kThroughput = 3 };

constinit platform::Native::Atomic<std::int32_t> library{0};  // 0: what the environment said

std::int32_t library_at_start() {
  switch (runtime::settings_at_start().global.library) {
    case settings::Library::serial: return kSerial;
    case settings::Library::turnaround: return kTurnaround;
    case settings::Library::throughput: return kThroughput;
  }
  return kThroughput;
}

}  // namespace

// In the unit of KMP_BLOCKTIME, milliseconds where that has none. libomp has a blocktime for each thread; here it is the process's.
MUSTER_KMP(void, kmp_set_blocktime, (std::int32_t time)) {
  runtime::settle_settings();
  if (time == kInfinite) {
    runtime::set_blocktime_ns(waiting::kForever, "kmp_set_blocktime");
  } else if (time >= 0) {
    runtime::set_blocktime_ns(static_cast<std::uint64_t>(time) * runtime::blocktime_unit_ns(), "kmp_set_blocktime");
  }
}
MUSTER_KMP(void, kmp_set_blocktime_, (const std::int32_t* time)) { kmp_set_blocktime(*time); }
MUSTER_KMP_ALIAS(kmpc_set_blocktime, kmp_set_blocktime);

MUSTER_KMP(std::int32_t, kmp_get_blocktime, ()) {
  const std::uint64_t ns = runtime::blocktime_ns();
  return ns == waiting::kForever ? kInfinite : saturate(static_cast<std::int64_t>(ns / runtime::blocktime_unit_ns()));
}
MUSTER_KMP_ALIAS(kmp_get_blocktime_, kmp_get_blocktime);

// Stacks of threads that are made from now on.
MUSTER_KMP(void, kmp_set_stacksize_s, (std::size_t bytes)) { runtime::set_worker_stack_bytes(bytes); }
MUSTER_KMP(void, kmp_set_stacksize_s_, (const std::size_t* bytes)) { kmp_set_stacksize_s(*bytes); }
MUSTER_KMP_ALIAS(kmpc_set_stacksize_s, kmp_set_stacksize_s);
MUSTER_KMP(void, kmp_set_stacksize, (std::int32_t bytes)) {
  if (bytes >= 0) {
    kmp_set_stacksize_s(static_cast<std::size_t>(bytes));
  }
}
MUSTER_KMP(void, kmp_set_stacksize_, (const std::int32_t* bytes)) { kmp_set_stacksize(*bytes); }
MUSTER_KMP_ALIAS(kmpc_set_stacksize, kmp_set_stacksize);

MUSTER_KMP(std::size_t, kmp_get_stacksize_s, ()) { return runtime::worker_stack_bytes(); }
MUSTER_KMP_ALIAS(kmp_get_stacksize_s_, kmp_get_stacksize_s);
MUSTER_KMP(std::int32_t, kmp_get_stacksize, ()) { return saturate(static_cast<std::int64_t>(kmp_get_stacksize_s())); }
MUSTER_KMP_ALIAS(kmp_get_stacksize_, kmp_get_stacksize);

// serial: regions have one thread. turnaround: waiting threads do not sleep. An unknown number is ignored.
MUSTER_KMP(void, kmp_set_library, (std::int32_t kind)) {
  if (kind < kSerial || kind > kThroughput) {
    return;
  }
  library.store_relaxed(kind);
  settings::set_num_threads(teams::writable_icvs(runtime::current()),
                            kind == kSerial ? 1 : runtime::default_team_at_start().num_threads);
  if (kind == kTurnaround) {
    runtime::set_blocktime_ns(waiting::kForever, "kmp_set_library");
  }
}
MUSTER_KMP(void, kmp_set_library_, (const std::int32_t* kind)) { kmp_set_library(*kind); }
MUSTER_KMP_ALIAS(kmpc_set_library, kmp_set_library);
MUSTER_KMP(void, kmp_set_library_serial, ()) { kmp_set_library(kSerial); }
MUSTER_KMP_ALIAS(kmp_set_library_serial_, kmp_set_library_serial);
MUSTER_KMP(void, kmp_set_library_turnaround, ()) { kmp_set_library(kTurnaround); }
MUSTER_KMP_ALIAS(kmp_set_library_turnaround_, kmp_set_library_turnaround);
MUSTER_KMP(void, kmp_set_library_throughput, ()) { kmp_set_library(kThroughput); }
MUSTER_KMP_ALIAS(kmp_set_library_throughput_, kmp_set_library_throughput);

MUSTER_KMP(std::int32_t, kmp_get_library, ()) {
  const std::int32_t kind = library.load_relaxed();
  return kind != 0 ? kind : library_at_start();
}
MUSTER_KMP_ALIAS(kmp_get_library_, kmp_get_library);

// "NAME=VALUE|NAME=VALUE", as in the environment. Fortran passes the text's length behind it, in which blanks may end.
MUSTER_KMP(void, kmp_set_defaults, (const char* text)) { runtime::change_settings(text); }
MUSTER_KMP_ALIAS(kmpc_set_defaults, kmp_set_defaults);
MUSTER_KMP(void, kmp_set_defaults_, (const char* text, std::size_t length)) {
  char terminated[1024];
  const std::size_t kept = copy_text(terminated, sizeof terminated - 1, std::string_view(text, length));
  terminated[kept] = '\0';
  runtime::change_settings(terminated);
}

MUSTER_KMP(void, kmp_set_warnings_on, ()) { runtime::set_warnings(true); }
MUSTER_KMP_ALIAS(kmp_set_warnings_on_, kmp_set_warnings_on);
MUSTER_KMP(void, kmp_set_warnings_off, ()) { runtime::set_warnings(false); }
MUSTER_KMP_ALIAS(kmp_set_warnings_off_, kmp_set_warnings_off);

MUSTER_KMP(std::int32_t, kmp_get_num_known_threads, ()) { return static_cast<std::int32_t>(threads::known_count()); }
MUSTER_KMP_ALIAS(kmp_get_num_known_threads_, kmp_get_num_known_threads);

// How many worksharing constructs without a barrier may be under way at a time: here any number.
MUSTER_KMP(void, kmp_set_disp_num_buffers, (std::int32_t /*count*/)) {}
MUSTER_KMP(void, kmp_set_disp_num_buffers_, (const std::int32_t* /*count*/)) {}
MUSTER_KMP_ALIAS(kmpc_set_disp_num_buffers, kmp_set_disp_num_buffers);

}  // namespace muster::abi::kmp
