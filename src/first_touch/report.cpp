// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/report.h"

#include <stdarg.h>
#include <stdio.h>

namespace muster::first_touch {
namespace {

void add_remote_share(Line& line, const Array& array, std::uint32_t nodes) {
  if (nodes < 2) {
    line.add("no access is remote on this machine, which has one NUMA node");
  } else if (array.known_uses < kLeastLooks) {
    line.add("which accesses are remote is not known: the kernel does not tell where the pages lie");
  } else {
    const double share = 100.0 * array.remote_uses / array.known_uses;
    line.add("%.0f%% of the accesses are remote on this machine", share);
  }
}

const char* words_of(Advice advice) {
  return advice == Advice::interleave ? "all of it is used by several threads: let it be interleaved among the nodes"
                                      : "initialise it in a parallel loop with the same schedule";
}

Line started() {
  Line line;
  line.add("muster: memory: ");
  return line;
}

void add_cores(Line& line, std::uint32_t count, const char* one, const char* several) {
  line.add("%u core%s %s", count, count == 1 ? "" : "s", count == 1 ? one : several);
}

}  // namespace

void Line::add(const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = vsnprintf(text + size, sizeof text - size, format, values);
  va_end(values);
  const std::size_t room = sizeof text - size - 1;
  size += length < 0 ? 0 : static_cast<std::size_t>(length) < room ? static_cast<std::size_t>(length) : room;
}

Line line_of(const Array& array, const char* place, std::uint32_t nodes) {
  constexpr double kMiB = 1 << 20;
  Line line = started();
  line.add("%.1f MiB touched first by ", static_cast<double>(array.bytes()) / kMiB);
  if (is_touched_by_one(array)) {
    line.add("thread %u", array.toucher);
  } else {
    line.add("%u threads", array.touchers);
  }
  line.add("%s", place);
  const Advice advice = advice_for(array);
  if (advice == Advice::not_seen_enough) {
    line.add("; its uses were not seen often enough (%u looks).\n", array.looks);
    return line;
  }
  if (array.users == 1) {
    line.add(", used by thread %u", array.user);
  } else {
    line.add(", used by %u threads", array.users);
  }
  if (advice == Advice::none) {
    line.add("; ");
  } else {
    line.add(": %s. As it is, ", words_of(advice));
  }
  add_remote_share(line, array, nodes);
  line.add(".\n");
  return line;
}

Line line_of_nodes(const affinity::Hints& hints) {
  if (hints.unbound_nodes == 0) {
    return {};
  }
  Line line = started();
  line.add(
      "The %u threads are not bound, and their CPUs are in %u NUMA nodes: a thread that moves leaves the memory that "
      "it "
      "has initialised behind. Set OMP_PROC_BIND=close, or spread, if the program has these CPUs for itself.\n",
      hints.team, hints.unbound_nodes);
  return line;
}

Line line_of_cores(const affinity::Hints& hints) {
  if (hints.shared_cores == 0) {
    return {};
  }
  Line line = started();
  add_cores(line, hints.shared_cores, "runs", "run");
  line.add(" several threads while ");
  add_cores(line, hints.free_cores, "has", "have");
  line.add(" none: hardware threads are filled before cores. Set OMP_PLACES=cores, or OMP_PROC_BIND=spread.\n");
  return line;
}

Line line_of_neighbours(std::string_view sentence) {
  if (sentence.empty()) {
    return {};
  }
  Line line = started();
  line.add("%.*s.\n", static_cast<int>(sentence.size()), sentence.data());
  return line;
}

}  // namespace muster::first_touch
