// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sections as calls of their own. Clang 19 emits a static loop instead. What libomp 19 was seen to answer: init 1 to all threads of the
// team; next the number of a section that nobody has, from 0, and `count` or more when there is none left.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {

MUSTER_KMP(std::int32_t, __kmpc_sections_init, (Ident* /*place*/, std::int32_t /*global_number*/)) {
  runtime::current().sections_begun = false;
  return 1;
}

MUSTER_KMP(std::int32_t, __kmpc_next_section, (Ident* /*place*/, std::int32_t /*global_number*/, std::int32_t count)) {
  teams::Member& self = runtime::current();
  if (!self.sections_begun) {
    self.sections_begun = true;
    settings::Schedule one_at_a_time;
    one_at_a_time.kind = settings::ScheduleKind::dynamic;
    one_at_a_time.chunk = 1;
    teams::start_loop(self, loops::closed<std::int32_t, std::int32_t>(0, count - 1, 1), {one_at_a_time});
    if (events::listening) [[unlikely]] {
      teams::observed::begin_work(self, events::WorkKind::sections, static_cast<std::uint64_t>(count), MUSTER_CALLER());
    }
  }
  loops::Range section;
  return teams::next_chunk(self, section) ? static_cast<std::int32_t>(section.first) : count;
}

MUSTER_KMP(void, __kmpc_end_sections, (Ident* /*place*/, std::int32_t /*global_number*/)) {}

}  // namespace muster::abi::kmp
