// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/late_settings.h"

#include <string.h>

#include <cstddef>

namespace muster::runtime {
namespace {

using settings::Variable;

constexpr std::string_view kPrefixes[] = {"OMP_", "GOMP_", "KMP_", "LIBOMP_", "MUSTER_"};

// Texts of values live as long as the process. Calls that do not fit any more are not honoured, with a message.
constexpr std::size_t kLateTextBytes = 16 * 1024;
constinit char late_texts[kLateTextBytes] = {};
constinit std::size_t late_texts_used = 0;

// More than a program is known to pass at once.
constexpr std::size_t kMostAssignments = 32;
constexpr std::size_t kMostCharacters = 2048;

// The text cut at each '|', as an environment.
struct Assignments {
  char characters[kMostCharacters];
  char* pointers[kMostAssignments + 1];

  explicit Assignments(std::string_view text) {
    const std::size_t length = text.size() < sizeof characters ? text.size() : sizeof characters - 1;
    memcpy(characters, text.data(), length);
    characters[length] = '\0';
    std::size_t count = 0;
    char* next = characters;
    while (next != nullptr && count < kMostAssignments) {
      pointers[count++] = next;
      next = strchr(next, '|');
      if (next != nullptr) {
        *next++ = '\0';
      }
    }
    pointers[count] = nullptr;
  }
};

void take_global(settings::GlobalSettings& global, const settings::Settings& late) {
  const settings::GlobalSettings& from = late.global;
  const auto set = [&late](Variable variable) { return !late.is_default(variable); };
  if (set(Variable::target_offload)) global.target_offload = from.target_offload;
  if (set(Variable::num_teams)) global.num_teams = from.num_teams;
  if (set(Variable::teams_thread_limit)) global.teams_thread_limit = from.teams_thread_limit;
  if (set(Variable::teams_total_thread_limit)) global.teams_total_thread_limit = from.teams_total_thread_limit;
  if (set(Variable::warnings)) global.warnings = from.warnings;
  if (set(Variable::stack_size)) global.stack_size_bytes = from.stack_size_bytes;
  if (from.blocktime_set) {
    global.blocktime_set = true;
    global.blocktime_ns = from.blocktime_ns;
  }
}

}  // namespace

std::uint64_t environment_mark(char* const* environment) {
  // FNV-1a, 64 bits.
  std::uint64_t mark = 0xcbf2'9ce4'8422'2325U;
  for (char* const* entry = environment; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text(*entry);
    bool ours = false;
    for (const std::string_view prefix : kPrefixes) {
      ours = ours || text.starts_with(prefix);
    }
    for (std::size_t i = 0; ours && i <= text.size(); ++i) {
      mark = (mark ^ static_cast<unsigned char>(text.data()[i])) * 0x100'0000'01b3U;
    }
  }
  return mark;
}

settings::Settings take_late(settings::Settings& settings, std::string_view text,
                             const settings::DiagnosticSink& sink) {
  constexpr settings::LineSink kNobody;
  const settings::DiagnosticSink& told = settings.global.warnings ? sink : kNobody;
  const Assignments assignments(text);
  settings::Settings late;
  const std::size_t room = kLateTextBytes - late_texts_used;
  if (room < text.size() + kMostAssignments) {
    settings::complain(told, "kmp_set_defaults", text, "which is more than this runtime keeps", "what was set before");
    return late;
  }
  settings::load(late, assignments.pointers, settings.global.secure, {late_texts + late_texts_used, room}, told);
  late_texts_used += text.size() + kMostAssignments;
  take_global(settings.global, late);
  take_icvs(settings.icvs, late);
  return late;
}

void take_icvs(settings::Icvs& icvs, const settings::Settings& late) {
  const settings::Icvs& from = late.icvs;
  const auto set = [&late](Variable variable) { return !late.is_default(variable); };
  if (set(Variable::num_threads)) {
    memcpy(icvs.num_threads, from.num_threads, sizeof icvs.num_threads);
    icvs.num_threads_count = from.num_threads_count;
  }
  // Whether threads are bound is settled when the first of them is; how they are may change.
  constexpr settings::ProcBind kUnbound = settings::ProcBind::false_;
  if (set(Variable::proc_bind) && icvs.bind[0] != kUnbound && from.bind[0] != kUnbound) {
    memcpy(icvs.bind, from.bind, sizeof icvs.bind);
    icvs.bind_count = from.bind_count;
  }
  if (set(Variable::dynamic)) icvs.dynamic = from.dynamic;
  if (set(Variable::max_active_levels)) icvs.max_active_levels = from.max_active_levels;
  if (set(Variable::thread_limit)) settings::set_thread_limit(icvs, from.thread_limit);
  if (set(Variable::default_device)) icvs.default_device = from.default_device;
  if (set(Variable::schedule)) icvs.run_schedule = from.run_schedule;
  if (set(Variable::allocator)) icvs.default_allocator = from.default_allocator;
}

}  // namespace muster::runtime
