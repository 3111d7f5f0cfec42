// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The form of the ledger's file, version 7. docs/ledger.md describes it for readers; cli/muster/ledger/form.py reads it. The file is mapped
// and written in place, so that it is whole whenever the process ends, however it ends.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/base.h"
#include "events/events.h"
#include "platform/native.h"
#include "platform/platform.h"

namespace muster::ledger {

using Counter = platform::Native::Atomic<std::uint32_t>;
// That other threads read.
using Moment = platform::Native::Atomic<std::uint64_t>;

inline constexpr std::uint32_t kVersion = 7;
inline constexpr std::uint32_t kRows = 512;
inline constexpr std::uint32_t kSpans = 8192;
inline constexpr std::uint32_t kFrames = 64;
inline constexpr std::uint32_t kHeld = 16;
// A thread keeps the ends of so many regions, at each of its outermost levels: a worker that has sat out more than that cannot tell for how
// long it waited for the others before.
inline constexpr std::uint32_t kEnds = 16;
inline constexpr std::uint32_t kEndLevels = 4;
// A row is looked for first where the last of its kind was found: a place for each Kind, to the next power of two.
inline constexpr std::uint32_t kFoundLast = 32;
inline constexpr std::uint32_t kTextBytes = 64 * 1024;
inline constexpr std::uint32_t kCommandBytes = 2048;

// What a thread is doing. It is doing exactly one of them at any moment, so that the sums over them are the time that the thread was there.
enum class Category : std::uint8_t {
  absent,       // before the thread began, and after it ended
  serial,       // a thread of the program outside of regions
  idle,         // a worker between regions, or a helper between target tasks
  fork,         // from the region's begin to that of the thread's share
  join,         // the primary thread, from the end of the region's last barrier to the region's end
  work,         // in the region's code
  task,         // in the code of an explicit task
  create,       // in a task construct
  schedule,     // asking for the next share of a loop
  region_wait,  // in the region's last barrier
  barrier,      // in any other barrier
  taskwait,     // in taskwait, or at the end of a taskgroup
  critical,     // waiting for a critical or atomic construct
  lock,         // waiting for a lock
  ordered,      // waiting for the turn in an ordered construct
  reduction,    // combining
  untold        // in short regions that were not told, and between them (untold_regions.h)
};
inline constexpr std::uint32_t kCategories = 17;

// What a row is about.
enum class Kind : std::uint16_t {
  none,     // the row is free
  outside,  // row 0: what belongs to no construct
  other,    // row 1: all that found no free row
  region,
  league,
  loop,
  sections,
  single,
  workshare,
  barrier,
  taskwait,
  taskgroup,
  task,
  critical,
  lock,
  ordered,
  atomic,
  reduction
};

static_assert(static_cast<std::uint32_t>(Kind::reduction) < kFoundLast);

// The rows that every table has.
inline constexpr std::uint32_t kOutside = 0;
inline constexpr std::uint32_t kOther = 1;

// A construct, of one place in the code and in one region, as one thread met it.
struct Row {
  std::uint64_t code;    // to where its entry point returns
  std::uint64_t parent;  // `code` of the region around; 0: none
  std::uint64_t
      object;  // the address that stands for a critical construct; of a region the function that it runs; else 0
  Kind kind;
  std::uint16_t detail;  // events::WorkKind or events::SyncKind
  std::uint16_t team_last;
  std::uint16_t team_largest;
  std::uint64_t ticks[kCategories];
  std::uint64_t count;  // how often the thread met it
  std::uint64_t units;  // iterations, tasks made; of a region: its threads, summed
  std::uint64_t
      pieces;  // chunks; of a region: how often the size was another than that of the region before; tasks that ran in ticks[task]
  std::uint64_t asks;        // requests for a chunk
  std::uint64_t samples;     // those of them that are in ticks[schedule]
  std::uint64_t span_ticks;  // of what took a time as a whole (regions on their primary thread, tasks): the sum,
  std::uint64_t span_least;  // the least,
  std::uint64_t span_most;   // the largest,
  double span_squares;       // and the sum of the squares
  std::uint64_t held_ticks;  // of a mutex: from acquired to released
  std::uint64_t held_most;
  std::uint64_t lost_ns;         // in long shares of regions: the time that the thread was ready to run, and others ran
  std::uint32_t requested_most;  // threads
  std::uint32_t is_long;
  std::uint64_t share_least;  // of a region: how long the thread's shortest share was
  // How long threads slept in their waits, of the times above, and how much of it after they had been signalled; and how often. Idle threads
  // are counted apart, as what follows a region is told at its row too.
  std::uint64_t asleep_ticks;
  std::uint64_t waking_ticks;
  std::uint64_t wakeups;
  std::uint64_t idle_asleep_ticks;
  std::uint64_t idle_waking_ticks;
  std::uint64_t idle_wakeups;
  // What a chunk or a task costs that nothing else tells of: some are timed with that cost, others without it. Units are chunks, or tasks.
  std::uint64_t untold;      // units that have the cost, and of which nothing else tells
  std::uint64_t paid_units;  // timed with the cost,
  std::uint64_t paid_ticks;
  std::uint64_t bare_units;  // and without it
  std::uint64_t bare_ticks;
  std::uint64_t asking_ticks;  // of tasks timed with it: what the ledger took to say that they are not told
  // What the ledger took of the times above, as it is in place (own_time.h): of work and tasks, of the waits, and of the others within regions.
  std::uint64_t own_work_ticks;
  std::uint64_t own_wait_ticks;
  std::uint64_t own_other_ticks;
  // Shares of a region of which the region's function was timed by itself, and by how much more was booked as their work: that is what telling of the
  // share takes of it, on the way to the ledger and back too.
  std::uint64_t shares_timed;
  std::uint64_t telling_ticks;
  // Shares of a region that the thread has had in ticks[untold]; and how long after one that was told the thread's next region began, where that was soon.
  std::uint64_t untold_shares;
  std::uint64_t gaps;
  std::uint64_t gap_ticks;
  // By how much longer than those after it the first region of each stretch of untold ones took its primary thread: telling of the one before it lasts into it.
  std::int64_t settling_ticks;
};
static_assert(sizeof(Row) == 448);

// These are in the timeline alone: `asleep` until a thread is signalled, `waking` until it goes on.
enum class Rest : std::uint32_t { asleep = 32, waking = 33 };

// An entry of the timeline: from here on the thread did this.
struct Span {
  std::uint64_t ticks;
  std::uint32_t row;
  std::uint32_t category;
};
static_assert(sizeof(Span) == 16);

// What a thread goes back to when something within it ends.
enum class Tag : std::uint8_t { parallel, implicit, wait, task, create, work, schedule, mutex, reduction, deep };
struct Frame {
  std::uint64_t begin;     // ticks
  std::uint64_t excluded;  // as ThreadPart::excluded was then
  const void* task;
  std::uint16_t row_before;
  std::uint16_t row;
  Category category_before;
  Tag tag;
};
static_assert(sizeof(Frame) == 32);

struct Held {
  std::uint64_t object;
  std::uint64_t begin;
  std::uint64_t row;
};

// Which region of which thread it is: count << 24 | depth << 16 | (slot + 1). That is room for 2^40 regions: at one each 50 ns they last 15 hours,
// and a worker that has had no share for as long takes the next region for the one after its last.
class RegionNumber {
 public:
  constexpr explicit RegionNumber(std::uint64_t word) : word_(word) {}
  constexpr RegionNumber(std::uint32_t slot, std::uint32_t depth, std::uint64_t count)
      : word_(count << kCountShift | std::uint64_t{depth} << kDepthShift | (slot + 1)) {}

  constexpr std::uint64_t word() const { return word_; }
  constexpr bool is_known() const { return word_ != 0; }
  constexpr std::uint32_t slot() const { return static_cast<std::uint32_t>(word_ & 0xffff) - 1; }
  constexpr std::uint32_t depth() const { return static_cast<std::uint32_t>(word_ >> kDepthShift & 0xff); }
  constexpr std::uint64_t count() const { return word_ >> kCountShift; }
  // Whether `next` is the region after this one, of the same thread.
  constexpr bool is_followed_by(RegionNumber next) const {
    return is_known() && word_ + (std::uint64_t{1} << kCountShift) == next.word_;
  }

 private:
  static constexpr std::uint32_t kDepthShift = 16;
  static constexpr std::uint32_t kCountShift = 24;
  std::uint64_t word_;
};
static_assert(kEndLevels <= 256);

enum class Presence : std::uint32_t { never, here, ended };

// What has happened and is not booked yet, as somebody waits for the thread: bits, in the order of what they stand for.
enum Pending : std::uint32_t {
  kNothingPending = 0,
  kEndPending = 1,    // an outermost region of the thread's has ended, at `left_ticks`, with `ended_size` threads
  kBeginPending = 2,  // a region of the thread's has begun, when its record says
  kPrimarySharePending = 4,  // and so has its own share of that, at `share_ticks`
  kWorkerSharePending = 8,   // a worker's share of a region has begun, at `share_ticks`
  kWorkerLeftPending = 16    // and has ended, at `left_ticks`
};

// What is to be known of a region while it lives.
struct RegionSeen {
  std::uint64_t began;
  std::uint64_t ended_before;
  std::uint64_t number;
  std::uint64_t code;
  std::uint64_t outer_code;
  std::uint64_t function;
  std::uint64_t is_league;
};

// Where the thread makes tasks that run this function, in regions at this place.
struct TaskSite {
  const void* function;
  const void* parent;
  std::uint32_t told;  // so many of them, as far as that matters (listen_untold.cpp)
  std::uint32_t row;
  std::uint32_t word;  // the slot's part of its number (untold.h)
  std::uint32_t unused;
};
inline constexpr std::uint32_t kTaskSites = 16;

// The regions that run this function, as far as that matters to whether they are told (untold_regions.h).
struct RegionSite {
  const void* function;
  // From the begin of a told one to that of the thread's next region, where that is short: the mean; 0: not known.
  std::uint64_t cycle_ticks;
  std::uint32_t row;            // of the last one that was told
  std::uint32_t short_in_turn;  // told ones
  std::uint32_t until_told;     // so many of the next ones are not
  std::uint32_t in_stretch;     // shares
};
inline constexpr std::uint32_t kRegionSites = 64;

// What is used together lies in one line.
struct alignas(base::kCacheLineBytes) ThreadPart {
  Counter presence;
  std::uint32_t system_id;
  std::uint32_t kind;  // events::ThreadKind
  std::uint32_t uses;  // threads that had this part, one after the other
  std::uint64_t begin_ticks;
  std::uint64_t asleep_since;  // 0: the thread does not sleep
  std::uint32_t rows_used;
  std::uint32_t team_last;
  std::uint32_t held_count;
  std::uint32_t unused;
  std::uint64_t too_deep;

  // What a thread reads and writes while others wait for it.
  alignas(base::kCacheLineBytes) std::uint64_t since_ticks;  // in `category` and `row` since then
  std::uint32_t category;
  std::uint32_t row;
  std::uint64_t spans_written;
  std::uint32_t pending;             // bits of Pending
  std::uint32_t events_until_timed;  // as events_timed_last, and fewer with each event
  std::uint64_t share_ticks;         // when the share of the innermost region began,
  std::uint64_t left_ticks;          // and when it or the whole region ended; only while that is pending
  std::uint64_t share;  // RegionNumber of the region of which the thread, a worker, had a share last; 0: not known
  std::uint32_t depth;
  std::uint32_t had_long_share;  // the last one took long enough to be asked for lost slices

  const events::Region* region;  // that of what is pending,
  RegionSeen seen;               // and what of it is kept when it has ended

  Moment regions[kEndLevels];  // how many the thread has begun, by the depth of their frame,
  std::uint64_t excluded;      // ticks of frames that have ended, as frames around them count them
  std::uint64_t delay_ns;      // what run_delay_ns() said last
  std::int32_t delay_file;
  std::uint32_t ended_size;  // of the region whose end is pending

  alignas(base::kCacheLineBytes)
      Moment ends[kEndLevels][kEnds];  // when the last of `regions` ended: the n-th at place n modulo kEnds

  // The stretch of untold regions in which the thread is:
  std::uint64_t stretch_expected;  // ticks that regions like those take,
  std::uint32_t stretch_shares;    // how many the thread has had a share of; 0: it is in none
  std::uint32_t stretches_planned;
  std::uint64_t stretch_sites;  // of which of `region_sites`: bits
  // Its first region took so many ticks, which is known once the second one has begun (0: it is not), and was to take the expected ones. This is its row.
  std::uint64_t first_ticks;
  std::uint64_t first_expected;
  std::uint32_t first_row;
  // 1 more than the place of the told region that began last, until the next one begins; 0: there is none. And when it did.
  std::uint32_t cycle_site;
  std::uint64_t cycle_begun;

  std::uint32_t found_last[kFoundLast];  // the row that was looked for last, by its kind
  std::uint32_t deep_pushes;             // what the frame of Tag::deep stands for,
  std::uint32_t deep_regions;            // and how much of it are regions
  std::uint64_t batch_ticks;             // when the thread was given the chunks that it has in hand,
  std::uint32_t batch_row;               // of this loop,
  std::uint32_t batch_as_one;            // all together
  std::uint64_t batch_chunks;            // 0: it has none
  std::uint32_t events_timed_last;       // for how many events the next one that is timed stands (own_time.h),
  std::uint32_t times_timed;             // and how many have been
  TaskSite* asked;           // the site of a task that was asked about, and is about to be told; null: there is none
  std::uint32_t untold_row;  // that of the last one that is not
  std::uint32_t untold_until_timed;
  TaskSite sites[kTaskSites];
  alignas(base::kCacheLineBytes) RegionSite region_sites[kRegionSites];
  Held held[kHeld];
  Frame frames[kFrames];
};

static_assert(offsetof(ThreadPart, since_ticks) == 64 && offsetof(ThreadPart, region) == 128 &&
              offsetof(ThreadPart, regions) == 192 && offsetof(ThreadPart, ends) == 256 &&
              offsetof(ThreadPart, stretch_expected) == 768);

inline constexpr std::size_t kThreadPartBytes = 8192;
inline constexpr std::size_t kHeaderBytes = 4096;

struct Slot {
  ThreadPart part;
  std::byte padding[kThreadPartBytes - sizeof(ThreadPart)];
  Row rows[kRows];
  Span spans[kSpans];
};
static_assert(sizeof(Slot) == kThreadPartBytes + kRows * sizeof(Row) + kSpans * sizeof(Span) &&
              sizeof(Slot) % 4096 == 0);

struct Header {
  char magic[8];  // "MUSTERLG"
  std::uint32_t version;
  std::uint32_t header_bytes;
  std::uint64_t file_bytes;
  std::uint32_t text_offset;
  std::uint32_t text_bytes;
  std::uint32_t slots_offset;
  std::uint32_t slot_bytes;
  std::uint32_t slots;
  std::uint32_t rows;
  std::uint32_t row_bytes;
  std::uint32_t rows_offset;  // in a slot
  std::uint32_t spans;
  std::uint32_t spans_offset;
  std::uint32_t categories;
  std::int32_t process;
  std::uint32_t cpus;          // that the process may use
  std::uint32_t quota_cpus;    // of the cgroup; 0: none
  std::uint32_t default_team;  // threads
  std::uint32_t flags;         // HeaderFlag
  std::uint64_t start_ticks;
  std::uint64_t start_ns;  // CLOCK_MONOTONIC at the same moment
  std::uint64_t start_real_ns;
  std::uint64_t mark_ticks;  // a later pair of the same two clocks
  std::uint64_t mark_ns;
  std::uint64_t end_ticks;  // 0: the process ended without telling, or goes on
  Counter slots_claimed;
  Counter threads_refused;
  Counter text_used;
  std::uint32_t command_used;
  std::uint64_t max_active_levels;
  std::uint64_t blocktime_ns;
  std::uint64_t clock_ticks;     // what the ledger itself takes: a reading of the clock,
  std::uint64_t interval_ticks;  // and what is booked where nothing is done (ledger/own_cost.h); 0: not known
  std::uint64_t reserved[9];
  char command[kCommandBytes];  // /proc/self/cmdline
};
static_assert(sizeof(Header) <= kHeaderBytes);
static_assert(offsetof(Header, command) == 256);

enum HeaderFlag : std::uint32_t { kBound = 1, kWaitActive = 2, kWaitPassive = 4, kDynamic = 8, kTicksAreNs = 16 };

}  // namespace muster::ledger
