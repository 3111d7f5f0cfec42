// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Start: environment, machine, choice of algorithms. Done once, by the library's constructor or by the first call, whichever
// comes first, and before anybody can have bound the main thread to a CPU.
#include "runtime/runtime.h"

#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>

#include "misuse/misuse.h"
#include "ompt/tool.h"
#include "platform/keep_errno.h"
#include "platform/os_thread.h"
#include "platform/pages.h"
#include "platform/standard_error.h"
#include "platform/uncancelled.h"
#include "races/races.h"
#include "runtime/finding_lock.h"
#include "runtime/followed_size.h"
#include "runtime/foreign_binding.h"
#include "runtime/late_settings.h"
#include "runtime/lifetime.h"
#include "runtime/listeners.h"
#include "runtime/loaded_as.h"
#include "runtime/neighbours.h"
#include "runtime/process_places.h"
#include "topology/topology.h"

namespace muster::runtime {
namespace {

struct State {
  settings::Settings settings;
  // No threads: not found out yet (default_team()).
  settings::DefaultTeamNote default_team;
  std::uint32_t cpus = 1;
  std::uint64_t environment_mark = 0;
};

// Memory for one State that no constructor touches at load: the constructor of another library may come first.
constinit State state;
// The texts of the settings stand apart from them, so that what stays zero is no part of the file and takes no memory.
constinit char texts[settings::kTextBytes] = {};
// The routine by which the program has set the blocktime; null: what the environment says holds.
constinit platform::Native::Atomic<const char*> blocktime_routine{nullptr};
// 1: KMP_BLOCKTIME was set in microseconds.
constinit platform::Native::Atomic<std::uint32_t> blocktime_in_us{0};
constinit pthread_once_t started = PTHREAD_ONCE_INIT;

void write_line(void* /*context*/, const char* text, std::size_t length) {
  platform::write_standard_error(text, length);
}

constexpr settings::LineSink kStandardError{&write_line, nullptr};

void report_fewer_threads(std::uint32_t wanted, std::uint32_t got) {
  static constinit platform::Native::Atomic<std::uint32_t> told{0};
  if (!state.settings.global.warnings || told.fetch_add_relaxed(1) != 0) {
    return;
  }
  char line[160];
  const std::size_t length = fewer_threads_message(line, sizeof line, wanted, got);
  platform::write_standard_error(line, length);
}

std::uint32_t quota_of_process() {
  const settings::Text& root = state.settings.global.cgroup_root;
  return topology::quota_cpus(root.empty() ? "" : root.chars);
}

constinit Looks looks;

// A thread that is bound has the place as its mask, which says nothing of the others' places.
std::uint32_t cpus_left() {
  topology::CpuSet cpus;
  const affinity::Plan& plan = teams::conditions.binding;
  if (!plan.binds()) {
    return topology::read_affinity(0, cpus) ? cpus.count() : state.cpus;
  }
  const settings::Text& root = state.settings.global.cgroup_root;
  if (!topology::read_cpuset(root.empty() ? "" : root.chars, cpus)) {
    return state.cpus;
  }
  for (std::size_t word = 0; word < cpus.words.size(); ++word) {
    cpus.words[word] &= plan.usable.words[word];
  }
  return cpus.count();
}

std::uint32_t followed_team_size() {
  const platform::Uncancelled uncancelled;
  return looks.size_at(platform::Native::now_ns(), teams::default_team_size(), [] {
    const auto limit = static_cast<std::uint32_t>(state.settings.icvs.thread_limit);
    return topology::default_team(cpus_left(), quota_of_process(), limit).threads;
  });
}

// The quota takes a dozen system calls, and many a program names the size of each team.
const settings::DefaultTeamNote& default_team() {
  const FindingLock locked;
  settings::DefaultTeamNote& found = state.default_team;
  if (found.num_threads == 0) {
    const std::uint32_t quota = quota_of_process();
    const auto limit = static_cast<std::uint32_t>(state.settings.icvs.thread_limit);
    const topology::DefaultTeam team = topology::default_team(state.cpus, quota, limit);
    found.affinity_mask_cpus = static_cast<std::int32_t>(state.cpus);
    found.cgroup_quota_cpus = static_cast<std::int32_t>(quota);
    found.thread_limit = state.settings.icvs.thread_limit;
    found.decided_by = team.decided_by;
    found.num_threads = static_cast<std::int32_t>(team.threads);
  }
  return found;
}

std::uint32_t find_default_team_size() {
  const auto size = static_cast<std::uint32_t>(default_team().num_threads);
  teams::conditions.default_team_size.store_relaxed(size);
  return size;
}

// What is shown of a blocktime that nobody has set is what holds.
static_assert(settings::kDefaultBlocktimeNs == waiting::SpinBudget::kLong_ns);

std::uint64_t blocktime_from(const settings::GlobalSettings& global) {
  if (!global.blocktime_set) {
    return waiting::kAdaptive;
  }
  return global.blocktime_ns == settings::kBlocktimeInfinite ? waiting::kForever
                                                             : static_cast<std::uint64_t>(global.blocktime_ns);
}

void display(settings::DisplayKind kind, const settings::LineSink& sink) {
  settings::Settings shown = state.settings;
  shown.icvs.run_schedule = settings::schedule_of_gomp(shown.icvs.run_schedule);
  settings::BarrierNote notes[barriers::kUses];
  show_choices(shown, notes);
  settings::display(shown, default_team(), notes, kind, sink);
}

// All that follows from the environment.
void read_environment() {
  state.environment_mark = environment_mark(environ);
  settings::load(state.settings, environ, getauxval(AT_SECURE) != 0, texts, kStandardError);
  // What schedule(runtime) of GCC-built code means without OMP_SCHEDULE: dynamic on libgomp, static on libomp.
  state.settings.icvs.run_schedule.given |= is_name_of_libomp(loaded_as());
  state.cpus = prepare_binding(state.settings, kStandardError);
  state.default_team.num_threads = 0;
  const settings::GlobalSettings& global = state.settings.global;
  threads::pool_settings().stack_bytes = global.stack_size_bytes;
  threads::pool_settings().wait_steps = static_cast<std::uint32_t>(global.wait_steps);
  platform::Native::allow_swaps_of_cpus(global.swap_cpus);
  threads::pool_settings().idle_time_ns = global.idle_time_ns == settings::kBlocktimeInfinite
                                              ? threads::PoolSettings::kForever
                                              : static_cast<std::uint64_t>(global.idle_time_ns);
  threads::pool_settings().give_up_resting = [](std::uint64_t now_ns, std::uint64_t rested_ns) {
    teams::give_up_resting(now_ns, rested_ns, ~0U);
  };
  threads::pool_settings().on_worker_end = &teams::leave_teams;
  threads::pool_settings().on_worker_left = &teams::leave_teams;
  threads::pool_settings().after_worker_told = &teams::leave_root;
  set_blocktime_ns(blocktime_from(global), nullptr);
  blocktime_in_us.store_relaxed(global.blocktime_in_us ? 1 : 0);
  teams::conditions.initial_icvs = state.settings.icvs;
  const std::uint32_t cpus = cpus_of_threads(state.cpus);
  teams::conditions.cpus = cpus;
  threads::pool_settings().cpus = cpus;
  teams::conditions.find_default_team_size = &find_default_team_size;
  teams::conditions.default_team_size.store_relaxed(global.library == settings::Library::serial ? 1 : 0);
  teams::conditions.followed_team_size = &followed_team_size;
  teams::conditions.display_affinity = global.display_affinity;
  teams::conditions.report_fewer_threads = &report_fewer_threads;
  choose_barriers(state.settings, cpus, environ, kStandardError);
  if (!global.task_throttling) {
    tasks::queue_capacity = tasks::kMostQueued;
  } else if (global.task_queue != 0) {
    tasks::queue_capacity = std::bit_ceil(static_cast<std::uint32_t>(global.task_queue));
    tasks::queue_capacity_per_thread = 0;
  }
  tasks::cpus = static_cast<std::uint32_t>(state.cpus);
  tasks::max_priority = global.max_task_priority;
  tasks::cancellation = global.cancellation;
  choose_helpers(state.settings, cpus, kStandardError);
}

void start() {
  platform::Native::register_process();
  undo_foreign_binding();
  // The main thread has the number of the process, whichever thread loads the library.
  const pid_t process = getpid();
  if (process == gettid()) {
    note_main_thread();
  }
  misuse::watch_team_waits();
  topology::capture_affinity(process);
  read_environment();
  install_handlers();
  const settings::GlobalSettings& global = state.settings.global;
  if (global.display_env != settings::DisplayKind::none) {
    display(global.display_env, kStandardError);
  }
  if (global.display_settings) {
    display(settings::DisplayKind::user_and_effective, kStandardError);
  }
}

}  // namespace

void ensure_started() { pthread_once(&started, &start); }

namespace {

// libomp reads the environment at the first use of OpenMP and libgomp when it is loaded. Programs set variables in between, and
// mean it.
void read_environment_again() {
  if (environment_mark(environ) != state.environment_mark) {
    read_environment();
  }
}

// A library that is loaded and never used takes no CPUs.
void begin_first_use() {
  read_environment_again();
  settle_among_neighbours(state.settings, kStandardError);
  misuse::note_use();
}

constinit pthread_once_t entered = PTHREAD_ONCE_INIT;

constinit pthread_once_t asked = PTHREAD_ONCE_INIT;

// MUSTER_RACES=deep. Where few CPUs make the default team small, most pairs of chunks would be one thread's, and of one CPU's all.
void deal_work() {
  constexpr std::uint32_t kLeastTeam = 4;
  tasks::dealing_seed = state.settings.global.races_seed;
  tasks::dealing = true;
  const bool is_limited = state.settings.icvs.thread_limit < static_cast<std::int32_t>(kLeastTeam);
  if (!is_limited && state.settings.global.library != settings::Library::serial &&
      teams::default_team_size() < kLeastTeam) {
    teams::conditions.default_team_size.store_relaxed(kLeastTeam);
  }
}

// Those who want to hear of events are asked before there is any.
void ask_listeners() {
  ompt::available_cpus = state.cpus;
  ompt::start(state.settings.global);
  if (const settings::Races races = state.settings.global.races; races != settings::Races::off) {
    const bool deep = races == settings::Races::deep;
    if (races::start(deep, state.settings.global.warnings) && deep) {
      deal_work();
    }
  }
  start_listeners(state.settings, &default_team, kStandardError);
  tasks::unusual = tasks::cancellation || events::listening ? ~0U : 0U;
  teams::static_loops_are_watched.store_relaxed(events::listening ? 1 : 0);
}

}  // namespace

void settle_settings() {
  ensure_started();
  pthread_once(&entered, &begin_first_use);
}

void begin_use() {
  settle_settings();
  pthread_once(&asked, &ask_listeners);
}

// A tool that can be asked when the library is loaded hears of everything: some constructs of GCC-built code need no runtime.
void ask_listeners_early() {
  ensure_started();
  // What the program does before its first use of OpenMP is part of its time.
  start_listeners(state.settings, &default_team, kStandardError);
  if (ompt::can_start_at_load(state.settings.global)) {
    pthread_once(&asked, &ask_listeners);
  }
}

teams::Member& enter() {
  const platform::KeepErrno keep_errno;
  begin_use();
  teams::Member& member = teams::enter_root();
  watch_end_of_this_thread(member);
  return member;
}

const settings::Settings& settings_at_start() {
  settle_settings();
  return state.settings;
}

const settings::DefaultTeamNote& default_team_at_start() {
  ensure_started();
  return default_team();
}

void change_settings(const char* text) {
  teams::Member& self = current();
  const settings::Settings changed = [text] {
    const FindingLock locked;
    const settings::Settings late = take_late(state.settings, text, kStandardError);
    take_icvs(teams::conditions.initial_icvs, late);
    return late;
  }();
  take_icvs(teams::writable_icvs(self), changed);
  if (changed.global.blocktime_set) {
    set_blocktime_ns(blocktime_from(changed.global), "kmp_set_defaults");
    blocktime_in_us.store_relaxed(changed.global.blocktime_in_us ? 1 : 0);
  }
  set_worker_stack_bytes(state.settings.global.stack_size_bytes);
}

void set_warnings(bool wanted) {
  settle_settings();
  state.settings.global.warnings = wanted;
}

void display_environment(settings::DisplayKind kind, const settings::LineSink& sink) {
  settle_settings();
  display(kind, sink);
}

std::uint32_t available_cpus() {
  ensure_started();
  return state.cpus;
}

std::uint32_t cpus_of_caller() {
  const platform::KeepErrno keep_errno;
  ensure_started();
  topology::CpuSet now;
  return teams::conditions.binding.places.empty() && topology::read_affinity(0, now) ? now.count() : state.cpus;
}

std::uint64_t blocktime_ns() {
  const std::uint64_t blocktime_ns = teams::conditions.blocktime_ns.load_relaxed();
  return blocktime_ns == waiting::kAdaptive ? waiting::SpinBudget::kLong_ns : blocktime_ns;
}

std::uint64_t blocktime_unit_ns() {
  ensure_started();
  return blocktime_in_us.load_relaxed() != 0 ? 1'000 : 1'000'000;
}

void set_blocktime_ns(std::uint64_t blocktime_ns, const char* routine) {
  blocktime_routine.store_relaxed(routine);
  teams::conditions.blocktime_ns.store_relaxed(blocktime_ns);
  threads::pool_settings().idle_blocktime_ns.store_relaxed(blocktime_ns);
}

Blocktime blocktime() {
  begin_use();
  const char* routine = blocktime_routine.load_relaxed();
  const bool adapts = teams::conditions.blocktime_ns.load_relaxed() == waiting::kAdaptive;
  const std::string_view variable = state.settings.origin(settings::Variable::blocktime).name;
  return {blocktime_ns(), adapts, routine != nullptr ? std::string_view(routine) : variable};
}

BarrierChoice barrier_for(barriers::Use use, std::uint32_t threads) {
  begin_use();
  return choose_barrier(use, threads != 0 ? threads : teams::usual_team_size());
}

MemoryTaken memory_taken() {
  begin_use();
  teams::Member* self = teams::current_member;
  return {threads::take_census(), platform::use_of_pages(),
          self != nullptr ? teams::look_at_homes(*self) : teams::Settled{}};
}

std::size_t worker_stack_bytes() {
  settle_settings();
  const std::size_t bytes = threads::pool_settings().stack_bytes;
  return bytes != 0 ? bytes : platform::default_stack_bytes();
}

void set_worker_stack_bytes(std::size_t bytes) {
  settle_settings();
  threads::pool_settings().stack_bytes = bytes;
}

}  // namespace muster::runtime
