// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "affinity/assign.h"

namespace muster::affinity {
namespace {

// `items` in `parts` runs of nearly equal length, the longer ones first.
struct Split {
  std::uint32_t length;  // of the shorter ones
  std::uint32_t longer;  // how many have one more

  Split(std::uint32_t items, std::uint32_t parts) : length(items / parts), longer(items % parts) {}

  std::uint32_t start(std::uint32_t part) const { return part * length + (part < longer ? part : longer); }
  std::uint32_t length_of(std::uint32_t part) const { return length + (part < longer ? 1 : 0); }
  std::uint32_t part_of(std::uint32_t item) const {
    const std::uint32_t in_longer = longer * (length + 1);
    return item < in_longer ? item / (length + 1) : longer + (item - in_longer) / length;
  }
};

std::uint16_t narrow(std::uint32_t value) { return static_cast<std::uint16_t>(value); }

std::uint16_t place_at(const Partition& partition, std::uint32_t position) {
  return narrow(partition.first + position % partition.count);
}

// Steps from the primary's place to the thread's.
std::uint32_t steps(std::uint32_t number, std::uint32_t team_size, std::uint32_t places) {
  return team_size <= places ? number : Split(team_size, places).part_of(number);
}

Assignment spread(const TeamBinding& binding, const ThreadInTeam& thread, std::uint32_t primary_position) {
  const Partition& whole = binding.partition;
  if (thread.team_size > whole.count) {
    const std::uint16_t place = place_at(whole, primary_position + steps(thread.number, thread.team_size, whole.count));
    return {place, {place, 1}};
  }
  const Split parts(whole.count, thread.team_size);
  const std::uint32_t part = (parts.part_of(primary_position) + thread.number) % thread.team_size;
  const Partition own{narrow(whole.first + parts.start(part)), narrow(parts.length_of(part))};
  return {thread.number == 0 ? binding.primary_place : own.first, own};
}

std::uint16_t balanced(const ThreadInTeam& thread, const ListShape& list) {
  const std::uint32_t cores = list.places / list.threads_per_core;
  if (thread.team_size <= cores) {
    return narrow(thread.number * list.threads_per_core);
  }
  const Split threads(thread.team_size, cores);
  const std::uint32_t core = threads.part_of(thread.number);
  const std::uint32_t on_core = thread.number - threads.start(core);
  return narrow(core * list.threads_per_core + on_core % list.threads_per_core);
}

}  // namespace

Assignment assign(const TeamBinding& binding, const ThreadInTeam& thread, const ListShape& list) {
  const Partition& partition = binding.partition;
  const std::uint32_t position = binding.primary_place - std::uint32_t{partition.first};
  if (binding.policy == Policy::spread) {
    return spread(binding, thread, position);
  }
  if (thread.number == 0) {
    return {binding.primary_place, partition};
  }
  switch (binding.policy) {
    case Policy::close:
      return {place_at(partition, position + steps(thread.number, thread.team_size, partition.count)), partition};
    case Policy::in_turn: return {place_at(partition, position + thread.number), partition};
    case Policy::by_number:
      return {narrow((thread.number_in_process + std::uint64_t{list.offset}) % list.places), partition};
    case Policy::balanced: return {balanced(thread, list), partition};
    default: return {binding.primary_place, partition};
  }
}

std::uint32_t number_of_slot(const TeamBinding& binding, std::uint32_t team_size, std::uint32_t slot) {
  const std::uint32_t places = binding.partition.count;
  const bool along_places = binding.policy == Policy::close || binding.policy == Policy::spread;
  if (!along_places || team_size <= places) {
    return slot;
  }
  return Split(team_size, places).start(slot % places) + slot / places;
}

std::uint32_t telling_slots(const TeamBinding& binding, std::uint32_t team_size, std::uint32_t each) {
  // There threads with consecutive numbers share a core, so that the last core has the last of them.
  if (binding.policy == Policy::balanced) {
    return team_size;
  }
  const std::uint64_t most = std::uint64_t{binding.partition.count} * each;
  return team_size < most ? team_size : static_cast<std::uint32_t>(most);
}

}  // namespace muster::affinity
