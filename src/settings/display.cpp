// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The displays of OMP_DISPLAY_ENV (OpenMP 5.2, 21.7) and KMP_SETTINGS.
#include "settings/scanner.h"
#include "settings/settings.h"
#include "settings/table.h"

namespace muster::settings {

namespace {

// libomp puts these into quotes, and there are scripts that read them.
bool is_list(Variable variable) {
  switch (variable) {
    case Variable::num_threads:
    case Variable::schedule:
    case Variable::barrier:
    case Variable::plain_barrier:
    case Variable::forkjoin_barrier:
    case Variable::reduction_barrier:
    case Variable::plain_branch_bits:
    case Variable::forkjoin_branch_bits:
    case Variable::reduction_branch_bits: return true;
    default: return false;
  }
}

bool is_standard(std::string_view name) { return has_prefix(name, "OMP_"); }

class Display {
 public:
  Display(const Settings& settings, const DefaultTeamNote& team, std::span<const BarrierNote> notes,
          const LineSink& sink)
      : settings_(settings), team_(team), notes_(notes), line_(&sink) {}

  void environment(bool verbose) {
    line_.add("OPENMP DISPLAY ENVIRONMENT BEGIN").end_line();
    line_.add("  _OPENMP='").add_number(kOpenMpVersion).add('\'').end_line();
    for_each_name(true, &Display::host_line);
    if (verbose) {
      for_each_name(false, &Display::host_line);
      default_team_line();
      for (const BarrierNote& note : notes_) barrier_line(note);
    }
    line_.add("OPENMP DISPLAY ENVIRONMENT END").end_line();
  }

  void user_and_effective() {
    line_.add("User settings:").end_line();
    line_.end_line();
    for (const Origin& origin : settings_.origins) {
      // A value that is only implied was set by nobody.
      if (!origin.value.empty()) setting_line(origin.name, origin.value.view());
    }
    line_.end_line();
    line_.add("Effective settings:").end_line();
    line_.end_line();
    for_each_name(true, &Display::effective_line);
    for_each_name(false, &Display::effective_line);
  }

 private:
  using NameLine = void (Display::*)(Variable variable, std::string_view name);

  // Every name of the table that is a standard one (or is not). Names of one setting show the same value.
  void for_each_name(bool standard, NameLine write) {
    for (std::size_t i = 0; i < kVariableCount; ++i) {
      const auto variable = static_cast<Variable>(i);
      for (std::string_view names = row_of(variable).names; !names.empty();) {
        const std::string_view name = next_name(names);
        if (is_standard(name) == standard) (this->*write)(variable, name);
      }
    }
  }

  void value(Variable variable) { row_of(variable).form.show({settings_, &team_, variable}, line_); }

  void host_line(Variable variable, std::string_view name) {
    line_.add("  [host] ").add(name).add("='");
    value(variable);
    line_.add('\'').end_line();
  }

  void setting_line(std::string_view name, std::string_view text) {
    line_.add("   ").add(name).add('=').add_printable(text).end_line();
  }

  void effective_line(Variable variable, std::string_view name) {
    const std::string_view quote = is_list(variable) ? "'" : "";
    line_.add("   ").add(name).add('=').add(quote);
    value(variable);
    line_.add(quote).end_line();
  }

  void count_or_none(std::int32_t count) {
    if (count > 0 && count != kUnlimitedThreads) {
      line_.add_number(count);
    } else {
      line_.add("none");
    }
  }

  // KMP_LIBRARY or another name of OMP_THREAD_LIMIT, if it gave the limit.
  std::string_view limit_name() const {
    if (settings_.is_default(Variable::thread_limit)) return row_of(Variable::thread_limit).name;
    return settings_.origin(Variable::thread_limit).name;
  }

  void default_team_line() {
    line_.add("  [host] MUSTER_DEFAULT_TEAM='").add_number(team_.num_threads);
    line_.add(", decided by the ").add(topology::name_of(team_.decided_by));
    line_.add(" (affinity mask ").add_number(team_.affinity_mask_cpus).add(", CPU quota ");
    count_or_none(team_.cgroup_quota_cpus);
    line_.add(", ").add(limit_name()).add(' ');
    count_or_none(team_.thread_limit);
    line_.add(')');
    if (settings_.icvs.num_threads_count > 0) line_.add("; OMP_NUM_THREADS wins over it");
    line_.add('\'').end_line();
  }

  void barrier_line(const BarrierNote& note) {
    line_.add("  [host] MUSTER_CHOICE='").add(note.use).add(": ").add(note.gather).add(',').add(note.release);
    line_.add(", decided by ").add(note.decided_by).add(" (").add(note.reason).add("), threads ").add(note.placement);
    if (note.groups[2] != 0) {
      line_.add(" (caches ").add_number(note.groups[0]).add(", NUMA nodes ").add_number(note.groups[1]);
      line_.add(", packages ").add_number(note.groups[2]).add(')');
    }
    line_.add('\'').end_line();
  }

  const Settings& settings_;
  const DefaultTeamNote& team_;
  std::span<const BarrierNote> notes_;
  LineWriter line_;
};

}  // namespace

void display(const Settings& settings, const DefaultTeamNote& team, std::span<const BarrierNote> notes,
             DisplayKind kind, const LineSink& sink) {
  Display display(settings, team, notes, sink);
  switch (kind) {
    case DisplayKind::none: break;
    case DisplayKind::standard: display.environment(false); break;
    case DisplayKind::verbose: display.environment(true); break;
    case DisplayKind::user_and_effective: display.user_and_effective(); break;
  }
}

}  // namespace muster::settings
