// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/neighbours.h"

#include <stdio.h>

#include <algorithm>

#include "affinity/affinity.h"
#include "platform/keep_errno.h"
#include "platform/shared_slots.h"
#include "runtime/process_places.h"
#include "teams/teams.h"

namespace muster::runtime {
namespace {

using affinity::Neighbours;
using platform::SharedSlots;

constexpr char kFolder[] = "/dev/shm";
constexpr char kName[] = "muster-cpus";

// This process's slot, for as long as it lives.
constinit SharedSlots slots;
constinit char sentence[512] = {};
constinit std::size_t sentence_length = 0;

struct Found {
  topology::CpuSet all;
  std::span<const topology::CpuSet> places;
  std::span<std::uint16_t> users;
};

void add_process(void* context, const SharedSlots::Words& words) {
  static_assert(std::is_same_v<SharedSlots::Words, decltype(topology::CpuSet::words)>);
  Found& found = *static_cast<Found*>(context);
  topology::CpuSet cpus;
  cpus.words = words;
  affinity::count_user(found.places, cpus, found.users);
  for (std::size_t word = 0; word < words.size(); ++word) {
    found.all.words[word] |= words[word];
  }
}

// Nothing in the file is trusted: only what it says of CPUs of this process's own places counts.
topology::CpuSet cpus_among(const topology::CpuSet& cpus, std::span<const topology::CpuSet> places) {
  topology::CpuSet among;
  for (const topology::CpuSet& place : places) {
    for (std::size_t word = 0; word < among.words.size(); ++word) {
      among.words[word] |= cpus.words[word] & place.words[word];
    }
  }
  return among;
}

bool wants_to_know(const settings::GlobalSettings& global) {
  return global.display_env == settings::DisplayKind::verbose || global.display_settings ||
         global.affinity_policy.verbose;
}

// The number is that of libomp's messages about binding.
void tell(const settings::LineSink& sink) {
  char line[sizeof sentence + 32];
  const int length =
      snprintf(line, sizeof line, "OMP: Info #254: muster: %.*s\n", static_cast<int>(sentence_length), sentence);
  if (length > 0 && sink.write != nullptr) {
    sink.write(sink.context, line, std::min(static_cast<std::size_t>(length), sizeof line - 1));
  }
}

}  // namespace

void settle_among_neighbours(const settings::Settings& settings, const settings::LineSink& sink) {
  const settings::GlobalSettings& global = settings.global;
  const affinity::Plan& plan = teams::conditions.binding;
  if (global.neighbours == settings::Neighbours::ignore || global.secure || !plan.binds() || plan.confines) {
    return;
  }
  const platform::KeepErrno keep_errno;
  const std::uint32_t team_size = teams::usual_team_size();
  const char* folder = global.neighbours_folder.empty() ? kFolder : global.neighbours_folder.chars;
  if (!slots.begin(folder, kName)) {
    return;
  }
  const PlaceArrays arrays = place_arrays();
  std::ranges::fill(arrays.users, std::uint16_t{0});
  Found found{{}, plan.places, arrays.users};
  slots.read_others(&add_process, &found);
  Neighbours neighbours;
  affinity::Taken taken = affinity::taken_by_teams(plan, settings.icvs, team_size);
  if (affinity::may_choose_places(settings) &&
      affinity::order_places(arrays.users, arrays.list.positions, taken.places, arrays.order)) {
    affinity::put_in_order(arrays.order, arrays.list);
    taken = affinity::taken_by_teams(plan, settings.icvs, team_size);
    neighbours.are_avoided = true;
  }
  neighbours.own = taken.cpus;
  slots.finish(neighbours.own.words);
  neighbours.others = cpus_among(found.all, plan.places);
  sentence_length = affinity::describe(neighbours, sentence).size();
  if (sentence_length != 0 && wants_to_know(global)) {
    tell(sink);
  }
}

std::string_view neighbours_sentence() { return {sentence, sentence_length}; }

void leave_neighbours() { slots.release(); }

}  // namespace muster::runtime
