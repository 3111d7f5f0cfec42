// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the calling thread stands: thread and team numbers, levels (OpenMP 5.2, 18.2). All are thread-safe and none fails;
// a level that does not exist gives -1.
#include <cstdint>

#include "abi/omp/fortran.h"
#include "runtime/runtime.h"

namespace muster::abi::omp {
namespace {

// The member as which the thread, or the ancestor that forked for it, acts at nesting level `level`; null if there is none.
const teams::Member* ancestor_at(std::int32_t level) {
  const teams::Member* member = &runtime::current();
  if (level < 0 || static_cast<std::uint32_t>(level) > member->team->header.level) {
    return nullptr;
  }
  while (member->team->header.level != static_cast<std::uint32_t>(level)) {
    member = member->team->header.parent;
  }
  return member;
}

// The same two questions where somebody listens, or where the thread has not been met.
MUSTER_OUT_OF_LINE std::int32_t answer_number() {
  events::tell_thread_seen();
  if (const events::Thread* thread = events::this_thread; thread != nullptr && thread->asked_size_at != nullptr) {
    teams::observed::asks_number(events::resolve({}));
  }
  const teams::Member* self = teams::current_member;
  return self == nullptr ? 0 : static_cast<std::int32_t>(self->number);
}
MUSTER_OUT_OF_LINE std::int32_t answer_size() {
  if (!events::listening) {
    // Programs ask for this alone, so that a tool is there.
    runtime::begin_use();
    if (!events::listening) {
      return 1;
    }
  }
  const teams::Member& self = runtime::current();
  teams::observed::asks_size(events::resolve({}));
  return static_cast<std::int32_t>(self.team_size);
}

}  // namespace

// A thread that the runtime has not met is alone in its team; the two most frequent questions need not start it.
MUSTER_OMP(OMP_1_0, std::int32_t, omp_get_thread_num, ()) {
  if (events::listening) [[unlikely]] {
    return answer_number();
  }
  const teams::Member* self = teams::current_member;
  return self == nullptr ? 0 : static_cast<std::int32_t>(self->number);
}
MUSTER_OMP_ALIAS(OMP_1_0, omp_get_thread_num_, omp_get_thread_num);

MUSTER_OMP(OMP_1_0, std::int32_t, omp_get_num_threads, ()) {
  const teams::Member* self = teams::current_member;
  if (self == nullptr || events::listening) [[unlikely]] {
    return answer_size();
  }
  return static_cast<std::int32_t>(self->team_size);
}
MUSTER_OMP_ALIAS(OMP_1_0, omp_get_num_threads_, omp_get_num_threads);

MUSTER_OMP(OMP_1_0, std::int32_t, omp_get_max_threads, ()) {
  const settings::Icvs& icvs = *runtime::current().icvs;
  return icvs.num_threads_count != 0 ? icvs.num_threads[0] : static_cast<std::int32_t>(teams::default_team_size());
}
MUSTER_OMP_ALIAS(OMP_1_0, omp_get_max_threads_, omp_get_max_threads);

// The CPUs of the process at its start on libomp; on libgomp, where nothing is bound, those that the calling thread has now. The version of the name tells
// whose program calls.
MUSTER_ABI_HIDDEN(VERSION, omp_get_num_procs, kmp_get_num_procs);
MUSTER_ABI_HIDDEN(VERSION, omp_get_num_procs_, kmp_get_num_procs);
MUSTER_ABI_DEFINE(std::int32_t, kmp_get_num_procs, ()) { return static_cast<std::int32_t>(runtime::available_cpus()); }
MUSTER_ABI_DEFAULT(OMP_1_0, omp_get_num_procs, gomp_get_num_procs);
MUSTER_ABI_DEFAULT(OMP_1_0, omp_get_num_procs_, gomp_get_num_procs);
MUSTER_ABI_DEFINE(std::int32_t, gomp_get_num_procs, ()) { return static_cast<std::int32_t>(runtime::cpus_of_caller()); }

MUSTER_OMP(OMP_1_0, std::int32_t, omp_in_parallel, ()) {
  const teams::Member* self = teams::current_member;
  return self != nullptr && teams::active_level(*self) > 0 ? 1 : 0;
}
MUSTER_OMP_ALIAS(OMP_1_0, omp_in_parallel_, omp_in_parallel);

MUSTER_OMP(OMP_3_0, std::int32_t, omp_get_level, ()) {
  const teams::Member* self = teams::current_member;
  return self == nullptr ? 0 : static_cast<std::int32_t>(self->team->header.level);
}
MUSTER_OMP_ALIAS(OMP_3_0, omp_get_level_, omp_get_level);

MUSTER_OMP(OMP_3_0, std::int32_t, omp_get_active_level, ()) {
  const teams::Member* self = teams::current_member;
  return self == nullptr ? 0 : static_cast<std::int32_t>(teams::active_level(*self));
}
MUSTER_OMP_ALIAS(OMP_3_0, omp_get_active_level_, omp_get_active_level);

MUSTER_OMP(OMP_3_0, std::int32_t, omp_get_ancestor_thread_num, (std::int32_t level)) {
  const teams::Member* ancestor = ancestor_at(level);
  return ancestor == nullptr ? -1 : static_cast<std::int32_t>(ancestor->number);
}
MUSTER_OMP_BY_REFERENCE(OMP_3_0, std::int32_t, omp_get_ancestor_thread_num)

MUSTER_OMP(OMP_3_0, std::int32_t, omp_get_team_size, (std::int32_t level)) {
  const teams::Member* ancestor = ancestor_at(level);
  return ancestor == nullptr ? -1 : static_cast<std::int32_t>(ancestor->team_size);
}
MUSTER_OMP_BY_REFERENCE(OMP_3_0, std::int32_t, omp_get_team_size)

// The names that LLVM's omp_lib binds to.
MUSTER_KMP_ALIAS(ompc_get_ancestor_thread_num, omp_get_ancestor_thread_num);
MUSTER_KMP_ALIAS(ompc_get_team_size, omp_get_team_size);

}  // namespace muster::abi::omp
