// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// affinity-format-var and its display (OpenMP 5.2, 18.3.8 to 18.3.11). Thread-safe. C strings end with a null byte; Fortran
// passes the length behind the arguments, and results are filled up with blanks.
#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "abi/omp/affinity_format.h"
#include "abi/omp/fortran.h"
#include "abi/omp/places.h"
#include "abi/omp/text.h"
#include "locks/locks.h"
#include "platform/standard_error.h"
#include "platform/uncancelled.h"
#include "runtime/runtime.h"
#include "topology/topology.h"

namespace muster::abi::omp {
namespace {

// A format of the program's own; longer ones are cut. Formats of real programs are one short line.
constexpr std::size_t kMaxFormat = 512;

struct ProgramFormat {
  locks::Mutex<platform::Native> mutex;  // guards the rest: the format belongs to the device, not to a task
  bool is_set = false;
  bool is_checked = false;  // that of the environment
  std::size_t length = 0;
  char chars[kMaxFormat] = {};
};
constinit ProgramFormat program_format;

void set_format(std::string_view format) {
  program_format.mutex.lock();
  program_format.length = copy_text(program_format.chars, kMaxFormat, format);
  program_format.is_set = true;
  program_format.mutex.unlock();
}

template <std::size_t kSize>
struct Text {
  char chars[kSize];
  std::size_t length = 0;

  std::string_view text() const { return {chars, length}; }
};
using Line = Text<kMaxFormat>;

// Every second one of 1,000 CPUs, which is the longest list that so many can have; longer ones are cut. It is on the stack of any thread.
constexpr std::size_t kMaxCpuList = 2048;
using CpuList = Text<kMaxCpuList>;

// When the format of the environment is about to be used for the first time.
void check(std::string_view format) {
  const std::size_t wrong = first_unknown_field(format);
  if (wrong == 0 || !runtime::settings_at_start().global.warnings) {
    return;
  }
  AffinityFields fields;
  fields.thread_num = static_cast<std::int32_t>(wrong);
  char why[80];
  const std::size_t length =
      format_affinity(why, sizeof why, "which from character %n on has a field that is not known", fields);
  const settings::DiagnosticSink sink{
      [](void* /*context*/, const char* text, std::size_t bytes) { platform::write_standard_error(text, bytes); },
      nullptr};
  settings::complain(sink, "OMP_AFFINITY_FORMAT", format, {why, std::min(length, sizeof why)},
                     "\"undefined\" in its place", settings::Complaint::adjusted);
}

Line current_format() {
  Line line;
  const std::string_view of_environment = runtime::settings_at_start().global.affinity_format.view();
  program_format.mutex.lock();
  const std::string_view text =
      program_format.is_set ? std::string_view(program_format.chars, program_format.length) : of_environment;
  line.length = copy_text(line.chars, kMaxFormat, text);
  const bool is_first_use = !program_format.is_set && !program_format.is_checked;
  program_format.is_checked = program_format.is_checked || is_first_use;
  program_format.mutex.unlock();
  if (is_first_use) {
    check(of_environment);
  }
  return line;
}

// "0-3,8": the CPUs on which the calling thread may run. As on libomp, two neighbours are no range.
CpuList cpus_of_caller() {
  CpuList line;
  topology::CpuSet cpus;
  if (!topology::read_affinity(0, cpus)) {
    return line;
  }
  for (std::uint32_t first = cpus.next(0); first < topology::kMaxCpus;) {
    std::uint32_t last = first;
    while (cpus.contains(last + 1)) {
      ++last;
    }
    last = last == first + 1 ? first : last;
    AffinityFields range;
    range.thread_num = static_cast<std::int32_t>(first);
    range.num_threads = static_cast<std::int32_t>(last);
    const std::string_view form = line.length == 0 ? (first == last ? "%n" : "%n-%N")
                                  : first == last  ? ",%n"
                                                   : ",%n-%N";
    const std::size_t room = sizeof line.chars - line.length;
    line.length += std::min(format_affinity(line.chars + line.length, room, form, range), room);
    first = cpus.next(last + 1);
  }
  return line;
}

// Formats for the calling thread, which acts as `self` or is about to, as format_affinity() does. An empty format stands for
// affinity-format-var.
std::size_t format_caller(char* out, std::size_t size, std::string_view format, const teams::Member& self) {
  const teams::Member* parent = self.team->header.parent;
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  const CpuList cpus = cpus_of_caller();
  const teams::LeaguePlace& league = teams::initial_team_of(self).place;
  AffinityFields fields;
  fields.team_num = static_cast<std::int32_t>(league.number);
  fields.num_teams = static_cast<std::int32_t>(league.teams);
  fields.nesting_level = static_cast<std::int32_t>(self.team->header.level);
  fields.thread_num = static_cast<std::int32_t>(self.number);
  fields.num_threads = static_cast<std::int32_t>(self.team_size);
  fields.ancestor_tnum = parent == nullptr ? -1 : static_cast<std::int32_t>(parent->number);
  fields.process_id = getpid();
  fields.native_thread_id = gettid();
  fields.host = host;
  fields.thread_affinity = cpus.text();
  const Line own = format.empty() ? current_format() : Line{};
  return format_affinity(out, size, format.empty() ? own.text() : format, fields);
}

void display(int file, std::string_view format, const teams::Member& self) {
  const platform::Uncancelled uncancelled;
  char line[2 * kMaxCpuList];
  const std::size_t length = std::min(format_caller(line, sizeof line - 1, format, self), sizeof line - 1);
  line[length] = '\n';
  // One call, so that lines of threads do not mix.
  if (write(file, line, length + 1) < 0) {
    // Nowhere to tell.
  }
}

// Standard output is where libomp writes it, whose users take it up in a pipe.
void display(std::string_view format) { display(STDOUT_FILENO, format, thread_with_place()); }

// OpenMP 5.2, 21.2.5: "when entering the first parallel region" and when what is shown has changed, of any thread of the team.
void show_if_changed(teams::Member& member) {
  threads::Thread& thread = *member.thread;
  const teams::Team::Header& team = member.team->header;
  const threads::Thread::Shown now{team.level, member.team_size, team.binding, thread.place};
  if (thread.shown != now) {
    thread.shown = now;
    display(STDOUT_FILENO, {}, member);
  }
}

// KMP_HIDDEN_HELPER_AFFINITY=verbose. A helper is known by its number in the process.
void show_helper(teams::Member& helper) {
  const CpuList cpus = cpus_of_caller();
  AffinityFields fields;
  fields.thread_num = helper.thread_number_in_process;
  fields.process_id = getpid();
  fields.native_thread_id = gettid();
  fields.thread_affinity = cpus.text();
  char line[2 * kMaxCpuList];
  constexpr std::string_view kForm =
      "OMP: Info #254: KMP_HIDDEN_HELPER_AFFINITY: pid %P tid %i thread %n bound to OS proc set {%A}\n";
  const std::size_t length = std::min(format_affinity(line, sizeof line, kForm, fields), sizeof line);
  platform::write_standard_error(line, length);
}

// Before the first of them.
void show_helper_places() {
  const settings::AffinityPolicy& affinity = runtime::settings_at_start().global.helper_affinity;
  if (affinity.granularity == topology::Level::kThread ||
      (affinity.type == settings::AffinityType::explicit_list && !affinity.granularity_given)) {
    return;
  }
  Line line;
  for (const std::string_view part :
       {std::string_view("OMP: Info #145: KMP_HIDDEN_HELPER_AFFINITY: Threads may migrate across "),
        std::string_view("the CPUs of a "), topology::name_of(affinity.granularity), std::string_view("\n")}) {
    line.length += copy_text(line.chars + line.length, sizeof line.chars - line.length, part);
  }
  platform::write_standard_error(line.chars, line.length);
}

// KMP_AFFINITY=verbose.
void show_binding(teams::Member& member) {
  display(STDERR_FILENO, "OMP: Info #254: KMP_AFFINITY: pid %P tid %i thread %n bound to OS proc set {%A}", member);
}

__attribute__((constructor)) void offer_display() {
  teams::conditions.show_affinity = &show_if_changed;
  teams::conditions.show_binding = &show_binding;
  teams::conditions.show_helper = &show_helper;
  teams::conditions.show_helper_places = &show_helper_places;
}

std::size_t format_caller(char* out, std::size_t size, std::string_view format) {
  return format_caller(out, size, format, thread_with_place());
}

std::string_view view_of(const char* text) { return text == nullptr ? std::string_view() : std::string_view(text); }

// Copies as C wants it: cut, with a null byte at the end, returning the length that the whole would have had.
std::size_t end_with_null(char* buffer, std::size_t size, std::size_t length) {
  if (size != 0) {
    buffer[std::min(length, size - 1)] = '\0';
  }
  return length;
}

std::size_t fill_with_blanks(char* buffer, std::size_t size, std::size_t length) {
  if (length < size) {
    memset(buffer + length, ' ', size - length);
  }
  return length;
}

std::size_t copy_format(char* buffer, std::size_t size) {
  const Line format = current_format();
  memcpy(buffer, format.chars, std::min(size, format.length));
  return format.length;
}

}  // namespace

MUSTER_OMP(OMP_5_0, void, omp_set_affinity_format, (const char* format)) { set_format(view_of(format)); }
MUSTER_KMP_ALIAS(ompc_set_affinity_format, omp_set_affinity_format);
MUSTER_OMP(OMP_5_0, void, omp_set_affinity_format_, (const char* format, std::size_t length)) {
  set_format({format, length});
}

MUSTER_OMP(OMP_5_0, std::size_t, omp_get_affinity_format, (char* buffer, std::size_t size)) {
  return end_with_null(buffer, size, copy_format(buffer, size));
}
MUSTER_KMP_ALIAS(ompc_get_affinity_format, omp_get_affinity_format);
MUSTER_OMP(OMP_5_0, std::size_t, omp_get_affinity_format_, (char* buffer, std::size_t size)) {
  return fill_with_blanks(buffer, size, copy_format(buffer, size));
}

MUSTER_OMP(OMP_5_0, void, omp_display_affinity, (const char* format)) { display(view_of(format)); }
MUSTER_KMP_ALIAS(ompc_display_affinity, omp_display_affinity);
MUSTER_OMP(OMP_5_0, void, omp_display_affinity_, (const char* format, std::size_t length)) {
  display({format, length});
}

MUSTER_OMP(OMP_5_0, std::size_t, omp_capture_affinity, (char* buffer, std::size_t size, const char* format)) {
  return end_with_null(buffer, size, format_caller(buffer, size, view_of(format)));
}
MUSTER_KMP_ALIAS(ompc_capture_affinity, omp_capture_affinity);
MUSTER_OMP(OMP_5_0, std::size_t, omp_capture_affinity_,
           (char* buffer, const char* format, std::size_t size, std::size_t length)) {
  return fill_with_blanks(buffer, size, format_caller(buffer, size, {format, length}));
}

}  // namespace muster::abi::omp
