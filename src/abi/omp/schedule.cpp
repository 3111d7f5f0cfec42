// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// run-sched-var: what schedule(runtime) means (OpenMP 5.2, 18.2.11 and 18.2.12). Thread-safe: a task has its own.
#include <cstdint>

#include "abi/omp/fortran.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

using settings::Schedule;
using settings::ScheduleKind;
using settings::ScheduleModifier;

// omp_sched_t of omp.h; the last two are libomp's own (kmp_sched_*). A loop that steals is called dynamic.
struct KindCode {
  ScheduleKind kind;
  std::uint32_t code;
};
constexpr KindCode kKindCodes[] = {
    {ScheduleKind::static_, 1}, {ScheduleKind::dynamic, 2},       {ScheduleKind::guided, 3},
    {ScheduleKind::auto_, 4},   {ScheduleKind::trapezoidal, 101}, {ScheduleKind::static_steal, 102},
};
constexpr std::uint32_t kMonotonicBit = 0x8000'0000U;

std::uint32_t code_of(const Schedule& schedule) {
  const std::uint32_t modifier = schedule.modifier == ScheduleModifier::monotonic ? kMonotonicBit : 0;
  const ScheduleKind kind = schedule.kind == ScheduleKind::static_steal ? ScheduleKind::dynamic : schedule.kind;
  for (const KindCode& row : kKindCodes) {
    if (row.kind == kind) {
      return row.code | modifier;
    }
  }
  // Kinds that OMP_SCHEDULE can name and omp_sched_t cannot are forms of static.
  return 1U | modifier;
}

// 0 stands for "none given": static then has no chunk, and all other kinds take one iteration.
std::int32_t chunk_of(const Schedule& schedule) {
  return schedule.chunk == 0 && schedule.kind != ScheduleKind::static_ ? 1 : saturate(schedule.chunk);
}

}  // namespace

// A kind that omp.h does not have is ignored.
MUSTER_OMP(OMP_3_0, void, omp_set_schedule, (std::uint32_t code, std::int32_t chunk)) {
  for (const KindCode& row : kKindCodes) {
    if (row.code == (code & ~kMonotonicBit)) {
      Schedule& schedule = teams::writable_icvs(runtime::current()).run_schedule;
      schedule.given = true;
      schedule.kind = row.kind;
      schedule.modifier = (code & kMonotonicBit) != 0 ? ScheduleModifier::monotonic : ScheduleModifier::none;
      schedule.chunk = chunk > 0 && row.kind != ScheduleKind::auto_ ? chunk : 0;
    }
  }
}
MUSTER_OMP(OMP_3_0, void, omp_set_schedule_, (const std::uint32_t* code, const std::int32_t* chunk)) {
  omp_set_schedule(*code, *chunk);
}
MUSTER_OMP(OMP_3_0, void, omp_set_schedule_8_, (const std::uint32_t* code, const std::int64_t* chunk)) {
  omp_set_schedule(*code, saturate(*chunk));
}
MUSTER_KMP_ALIAS(ompc_set_schedule, omp_set_schedule);

namespace {

void answer(const Schedule& schedule, std::uint32_t* code, std::int32_t* chunk) {
  *code = code_of(schedule);
  *chunk = chunk_of(schedule);
}

}  // namespace

// As long as run-sched-var has not been set, the answer is what schedule(runtime) does in the caller's code. The version of the name tells whose program
// calls.
MUSTER_ABI_DEFAULT(OMP_3_0, omp_get_schedule, gomp_get_schedule);
MUSTER_ABI_DEFAULT(OMP_3_0, omp_get_schedule_, gomp_get_schedule);
MUSTER_ABI_DEFINE(void, gomp_get_schedule, (std::uint32_t* code, std::int32_t* chunk)) {
  answer(settings::schedule_of_gomp(runtime::current().icvs->run_schedule), code, chunk);
}
MUSTER_ABI_HIDDEN(VERSION, omp_get_schedule, kmp_get_schedule);
MUSTER_ABI_HIDDEN(VERSION, omp_get_schedule_, kmp_get_schedule);
MUSTER_ABI_DEFINE(void, kmp_get_schedule, (std::uint32_t* code, std::int32_t* chunk)) {
  answer(runtime::current().icvs->run_schedule, code, chunk);
}

MUSTER_ABI_DEFAULT(OMP_3_0, omp_get_schedule_8_, gomp_get_schedule_8);
MUSTER_ABI_DEFINE(void, gomp_get_schedule_8, (std::uint32_t* code, std::int64_t* chunk)) {
  std::int32_t short_chunk = 0;
  gomp_get_schedule(code, &short_chunk);
  *chunk = short_chunk;
}
MUSTER_ABI_HIDDEN(VERSION, omp_get_schedule_8_, kmp_get_schedule_8);
MUSTER_ABI_DEFINE(void, kmp_get_schedule_8, (std::uint32_t* code, std::int64_t* chunk)) {
  std::int32_t short_chunk = 0;
  kmp_get_schedule(code, &short_chunk);
  *chunk = short_chunk;
}

}  // namespace muster::abi::omp
