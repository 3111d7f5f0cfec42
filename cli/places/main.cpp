// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// muster-places [--machine TEXT] [--root DIR] [--threads N]: a machine, and where the settings of the environment put the threads
// of a team on it, as one line of JSON. It calls the functions that the runtime calls.
#include <unistd.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "affinity/affinity.h"
#include "settings/settings.h"
#include "topology/topology.h"

namespace muster {
namespace {

using affinity::Policy;
using topology::CpuSet;
using topology::kMaxCpus;
using topology::Level;
using topology::Machine;

constexpr Level kShown[] = {Level::kCore, Level::kLastLevelCache, Level::kNumaNode, Level::kDie, Level::kPackage};

// The runtime gives no team more threads than this (muster_get_barrier refuses more).
constexpr std::uint32_t kMostThreads = 65536;

struct Options {
  const char* machine = nullptr;  // a text; null: the kernel's description
  const char* root = "";
  std::uint32_t threads = 0;  // 0: as the settings say, else a thread for each usable CPU
};

// What a program needs to plan: storage, and what is planned.
struct Scene {
  std::vector<topology::MachineCpu> cpus = std::vector<topology::MachineCpu>(kMaxCpus);
  std::vector<CpuSet> place_storage = std::vector<CpuSet>(kMaxCpus);
  std::vector<std::uint16_t> order = std::vector<std::uint16_t>(kMaxCpus);
  std::vector<std::uint64_t> scratch = std::vector<std::uint64_t>(kMaxCpus);
  std::vector<char> texts = std::vector<char>(settings::kTextBytes);
  std::vector<std::string> messages;
  settings::Settings settings;
  Machine machine;
  affinity::Plan plan;
};

void append_message(void* context, const char* text, std::size_t length) {
  std::string_view line(text, length);
  if (!line.empty() && line.back() == '\n') line.remove_suffix(1);
  static_cast<std::vector<std::string>*>(context)->emplace_back(line);
}

std::string quoted(std::string_view text) {
  std::string found = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') found += '\\';
    found += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
  }
  return found + '"';
}

std::string joined(const std::vector<std::string>& parts) {
  std::string found;
  for (const std::string& part : parts) found += (found.empty() ? "" : ",") + part;
  return found;
}

std::string members_of(const CpuSet& set) {
  std::vector<std::string> found;
  for (std::uint32_t cpu = set.next(0); cpu < kMaxCpus; cpu = set.next(cpu + 1)) found.push_back(std::to_string(cpu));
  return "[" + joined(found) + "]";
}

std::string cpus_of(const Machine& machine) {
  std::vector<std::string> found;
  for (std::uint32_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
    std::string row = "{\"cpu\":" + std::to_string(machine.os_cpu(cpu));
    for (const Level level : kShown) {
      row += "," + quoted(topology::name_of(level)) + ":" + std::to_string(machine.group(cpu, level));
    }
    found.push_back(row + "}");
  }
  return "[" + joined(found) + "]";
}

std::string_view name_of(Policy policy) {
  switch (policy) {
    case Policy::none: return "none";
    case Policy::primary: return "primary";
    case Policy::close: return "close";
    case Policy::spread: return "spread";
    case Policy::in_turn: return "in turn";
    case Policy::by_number: return "by number";
    case Policy::balanced: return "balanced";
  }
  return "";
}

std::uint32_t team_size(const Scene& scene, std::uint32_t asked) {
  if (asked != 0) return asked;
  const std::int32_t set = settings::num_threads_at(scene.settings.icvs, 0);
  const std::uint32_t usable = scene.plan.usable.count();
  if (set > 0) return static_cast<std::uint32_t>(set);
  return usable == 0 ? 1 : usable;
}

// The place of each thread of a first team whose primary thread is on the first place, as that of a program is.
std::string threads_of(const Scene& scene, Policy policy, std::uint32_t team) {
  if (policy == Policy::none || scene.plan.places.empty()) return "[]";
  const auto count = static_cast<std::uint16_t>(scene.plan.places.size());
  const affinity::TeamBinding binding{policy, 0, {0, count}};
  std::vector<std::string> found;
  for (std::uint32_t slot = 0; slot < team; ++slot) {
    const std::uint32_t number = affinity::number_of_slot(binding, team, slot);
    const affinity::Assignment where = affinity::assign(binding, {team, number, slot}, scene.plan.list);
    found.push_back("{\"thread\":" + std::to_string(number) + ",\"place\":" + std::to_string(where.place) + "}");
  }
  return "[" + joined(found) + "]";
}

void print(const Scene& scene, std::uint32_t threads) {
  const Policy policy =
      affinity::policy_for(scene.plan, settings::bind_at(scene.settings.icvs, 0), settings::ProcBind::false_);
  const std::uint32_t team = team_size(scene, threads);
  std::vector<std::string> places;
  for (const CpuSet& place : scene.plan.places) places.push_back(members_of(place));
  std::vector<std::string> messages;
  messages.reserve(scene.messages.size());
  for (const std::string& message : scene.messages) messages.push_back(quoted(message));
  const std::string text = "{\"cpus\":" + cpus_of(scene.machine) + ",\"usable\":" + members_of(scene.plan.usable) +
                           ",\"places\":[" + joined(places) + "],\"policy\":" + quoted(name_of(policy)) +
                           ",\"confines\":" + (scene.plan.confines ? "true" : "false") +
                           ",\"team\":" + std::to_string(team) + ",\"threads\":" + threads_of(scene, policy, team) +
                           ",\"messages\":[" + joined(messages) + "]}";
  std::puts(text.c_str());
}

bool read_machine(Scene& scene, const Options& options) {
  if (options.machine == nullptr) {
    CpuSet cpus = topology::affinity_mask();
    if (*options.root != '\0' && !topology::read_online_cpus(options.root, cpus)) {
      std::fprintf(stderr, "muster-places: %s has no sys/devices/system/cpu/online\n", options.root);
      return false;
    }
    scene.machine = topology::read_machine(options.root, cpus, scene.cpus);
    if (affinity::wants_core_details(scene.settings)) {
      topology::read_core_details(options.root, std::span(scene.cpus.data(), scene.machine.cpu_count()));
    }
    return true;
  }
  const topology::MachineParse parsed = topology::parse_machine(options.machine, scene.cpus);
  if (parsed.error != nullptr) {
    std::fprintf(stderr, "muster-places: \"%s\": %s, at byte %zu\n", options.machine, parsed.error, parsed.error_at);
    return false;
  }
  scene.machine = parsed.machine;
  return true;
}

std::optional<Options> options_of(std::span<char*> words) {
  Options options;
  for (std::size_t index = 1; index + 1 < words.size(); index += 2) {
    const std::string_view name = words[index];
    if (name == "--machine") {
      options.machine = words[index + 1];
    } else if (name == "--root") {
      options.root = words[index + 1];
    } else if (name == "--threads") {
      char* end = nullptr;
      const unsigned long threads = std::strtoul(words[index + 1], &end, 10);
      if (*end != '\0' || threads == 0 || threads > kMostThreads) return std::nullopt;
      options.threads = static_cast<std::uint32_t>(threads);
    } else {
      return std::nullopt;
    }
  }
  return words.size() % 2 == 1 ? std::optional(options) : std::nullopt;
}

int run(std::span<char*> words) {
  const std::optional<Options> options = options_of(words);
  if (!options) {
    std::fputs("use: muster-places [--machine TEXT] [--root DIR] [--threads 1 to 65536]\n", stderr);
    return 2;
  }
  topology::capture_affinity(getpid());
  const auto scene = std::make_unique<Scene>();
  const settings::DiagnosticSink sink{append_message, &scene->messages};
  settings::load(scene->settings, environ, false, scene->texts, sink);
  if (!read_machine(*scene, *options)) return 2;
  scene->plan =
      affinity::make_plan(scene->settings, scene->machine, {scene->place_storage, scene->order, scene->scratch}, sink);
  print(*scene, options->threads);
  return 0;
}

}  // namespace
}  // namespace muster

int main(int count, char** words) { return muster::run(std::span(words, static_cast<std::size_t>(count))); }
