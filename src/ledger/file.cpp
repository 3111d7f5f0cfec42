// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A mapping that is shared with the file: what a thread has stored is in the file, whatever becomes of the process.
#include "ledger/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ledger/clock.h"
#include "ledger/own_cost.h"
#include "platform/descriptors.h"
#include "platform/uncancelled.h"
#include "platform/unchecked.h"

namespace muster::ledger {
namespace {

// A team for each CPU and three more, or 64 threads: as many as a machine's programs have at a time. The file has holes where nobody wrote.
constexpr std::uint32_t kSlotsPerCpu = 4;
constexpr std::uint32_t kFewestSlots = 64;
constexpr std::uint32_t kMostSlots = 2048;
static_assert(kMostSlots < 0xffff, "RegionNumber has 16 bits for a slot");
constexpr std::size_t kSlotsOffset = kHeaderBytes + kTextBytes;

constinit std::byte* memory = nullptr;
// Kept to reserve the blocks of slots; -1: none.
constinit int descriptor = -1;
// These tell it from another: the program may have closed it, and have a file of its own under that number.
constinit dev_t file_device = 0;
constinit ino_t file_number = 0;
// That of the file lies ahead until the clocks have been marked.
constinit std::uint64_t last_mark = 0;

bool is_own(int opened) {
  struct stat now{};
  // A race checker takes it for a use of the descriptor, and nothing that it knows of comes between the opening and another thread's use.
  platform::begin_unchecked();
  const bool is_there = opened >= 0 && fstat(opened, &now) == 0;
  platform::end_unchecked();
  return is_there && now.st_dev == file_device && now.st_ino == file_number;
}

std::uint32_t slots_for(std::uint32_t cpus) {
  const std::uint32_t wanted = cpus < kMostSlots / kSlotsPerCpu ? cpus * kSlotsPerCpu : kMostSlots;
  return wanted > kFewestSlots ? wanted : kFewestSlots;
}

// "%p" in a path is the number of the process. False when it is too long.
bool expand(const char* path, char* out, std::size_t size) {
  std::size_t used = 0;
  for (const char* c = path; *c != '\0'; ++c) {
    if (c[0] == '%' && c[1] == 'p') {
      const int length = snprintf(out + used, size - used, "%d", getpid());
      used += static_cast<std::size_t>(length > 0 ? length : 0);
      ++c;
    } else if (used < size) {
      out[used++] = *c;
    }
    if (used + 1 >= size) {
      return false;
    }
  }
  out[used] = '\0';
  return true;
}

// Opens the file and locks it as long as it is open. False: another process has, and keeps its ledger there. Where files cannot be locked, nobody has.
bool open_locked(const char* path, int& opened) {
  opened = platform::above_standard_streams(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0600));
  return opened < 0 || flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
}

// The file, or beside another process's the one with the number of this process behind its name. Negative: it cannot be opened.
int open_own(char* path, std::size_t size) {
  int opened = -1;
  if (open_locked(path, opened)) {
    return opened;
  }
  close(opened);
  const std::size_t used = strlen(path);
  const int length = snprintf(path + used, size - used, ".%d", getpid());
  if (length < 0 || static_cast<std::size_t>(length) >= size - used) {
    return -1;
  }
  static_cast<void>(open_locked(path, opened));
  return opened;
}

// A hole that the disk has no room for would end the program at the first store to it (SIGBUS).
bool reserve(std::size_t offset, std::size_t bytes) {
  const platform::Uncancelled uncancelled;
  if (!is_own(descriptor)) {
    return false;
  }
  return fallocate(descriptor, 0, static_cast<off_t>(offset), static_cast<off_t>(bytes)) == 0 || errno == EOPNOTSUPP ||
         errno == ENOSYS;
}

std::uint64_t real_ns() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<std::uint64_t>(now.tv_nsec);
}

void note_ticks_per_ms(const BothClocks& first, const BothClocks& last) {
  if (const std::uint64_t ticks = ticks_per_ms_between(first, last); ticks != 0) {
    ticks_per_ms.store_relaxed(ticks);
  }
}

void read_command(Header& file) {
  const int source = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
  if (source < 0) {
    return;
  }
  const ssize_t got = read(source, file.command, kCommandBytes);
  file.command_used = got > 0 ? static_cast<std::uint32_t>(got) : 0;
  close(source);
}

void describe_form(Header& file, std::uint32_t slots, std::size_t bytes) {
  file.version = kVersion;
  file.header_bytes = kHeaderBytes;
  file.file_bytes = bytes;
  file.text_offset = kHeaderBytes;
  file.text_bytes = kTextBytes;
  file.slots_offset = kSlotsOffset;
  file.slot_bytes = sizeof(Slot);
  file.slots = slots;
  file.rows = kRows;
  file.row_bytes = sizeof(Row);
  file.rows_offset = offsetof(Slot, rows);
  file.spans = kSpans;
  file.spans_offset = offsetof(Slot, spans);
  file.categories = kCategories;
}

void describe_process(Header& file, const Surroundings& surroundings) {
  file.process = getpid();
  file.cpus = surroundings.cpus;
  file.quota_cpus = surroundings.quota_cpus;
  file.default_team = surroundings.default_team;
  file.max_active_levels = surroundings.max_active_levels;
  file.blocktime_ns = surroundings.blocktime_ns;
  file.flags = (surroundings.bound ? kBound : 0U) | (surroundings.wait_active ? kWaitActive : 0U) |
               (surroundings.wait_passive ? kWaitPassive : 0U) | (surroundings.dynamic ? kDynamic : 0U) |
               (ticks_are_steady ? 0U : kTicksAreNs);
  read_command(file);
}

Slot* begin_slot(Slot& slot) {
  ++slot.part.uses;
  slot.rows[kOutside].kind = Kind::outside;
  slot.rows[kOther].kind = Kind::other;
  return &slot;
}

}  // namespace

const char* open_file(const Surroundings& surroundings) {
  char path[PATH_MAX];
  if (!expand(surroundings.path, path, sizeof path)) {
    return "which is too long";
  }
  const int opened = open_own(path, sizeof path);
  if (opened < 0) {
    return "which cannot be opened";
  }
  const std::uint32_t slots = slots_for(surroundings.cpus);
  const std::size_t bytes = kSlotsOffset + slots * sizeof(Slot);
  struct stat as_opened{};
  fstat(opened, &as_opened);
  file_device = as_opened.st_dev;
  file_number = as_opened.st_ino;
  descriptor = opened;
  void* mapped = MAP_FAILED;
  if (ftruncate(opened, 0) == 0 && ftruncate(opened, static_cast<off_t>(bytes)) == 0 && reserve(0, kSlotsOffset)) {
    mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, opened, 0);
  }
  if (mapped == MAP_FAILED) {
    close(opened);
    descriptor = -1;
    return "for which there is no room";
  }
  memory = static_cast<std::byte*>(mapped);
  forget_modules();
  ticks_are_steady = platform::cpu::has_steady_ticks();
  Header& file = header();
  describe_form(file, slots, bytes);
  describe_process(file, surroundings);
  const BothClocks before = both_clocks();
  const OwnCost own = measure_own_cost();
  file.clock_ticks = own.clock_ticks;
  file.interval_ticks = own.interval_ticks;
  const BothClocks start = both_clocks();
  file.start_ticks = start.ticks;
  file.start_ns = start.ns;
  file.start_real_ns = real_ns();
  note_ticks_per_ms(before, start);
  // Told beforehand, for a process that is killed before it has marked the clocks.
  last_mark = 0;
  constexpr std::uint64_t kAhead_ms = 1;
  file.mark_ticks = start.ticks + kAhead_ms * ticks_per_ms.load_relaxed();
  file.mark_ns = start.ns + kAhead_ms * 1'000'000U;
  // Last of all: what begins so can be read.
  memcpy(file.magic, "MUSTERLG", sizeof file.magic);
  return nullptr;
}

bool is_open() { return memory != nullptr; }

void abandon_file() {
  memory = nullptr;
  if (is_own(descriptor)) {
    close(descriptor);
  }
  descriptor = -1;
}

Slot& slot_of(std::uint32_t index) { return *reinterpret_cast<Slot*>(memory + kSlotsOffset + index * sizeof(Slot)); }

std::uint32_t index_of(const Slot& slot) {
  return static_cast<std::uint32_t>((reinterpret_cast<const std::byte*>(&slot) - memory - kSlotsOffset) / sizeof(Slot));
}

Slot* first_slot() { return &slot_of(0); }

Header& header() { return *reinterpret_cast<Header*>(memory); }

Slot* claim_slot() {
  if (!is_open()) {
    return nullptr;
  }
  Header& file = header();
  const std::uint32_t claimed = file.slots_claimed.fetch_add_relaxed(1);
  if (claimed < file.slots) {
    const std::size_t offset = kSlotsOffset + claimed * sizeof(Slot);
    Slot& slot = slot_of(claimed);
    if (reserve(offset, sizeof(Slot))) {
      slot.part.presence.store_relaxed(static_cast<std::uint32_t>(Presence::here));
      return begin_slot(slot);
    }
  } else {
    file.slots_claimed.store_relaxed(file.slots);
    for (std::uint32_t i = 0; i < file.slots; ++i) {
      auto ended = static_cast<std::uint32_t>(Presence::ended);
      // L1: acquire, pairs with L1. The thread that had the part before wrote it.
      if (slot_of(i).part.presence.load_relaxed() == ended &&
          slot_of(i).part.presence.compare_exchange_acquire(ended, static_cast<std::uint32_t>(Presence::here))) {
        return begin_slot(slot_of(i));
      }
    }
  }
  file.threads_refused.fetch_add_relaxed(1);
  return nullptr;
}

void give_back_slot(Slot& slot) {
  slot.part.presence.store_release(static_cast<std::uint32_t>(Presence::ended));  // L1: release, pairs with L1
}

std::uint64_t last_mark_ticks() { return last_mark; }

void mark_clocks() {
  Header& file = header();
  const BothClocks mark = both_clocks();
  last_mark = mark.ticks;
  file.mark_ticks = mark.ticks;
  file.mark_ns = mark.ns;
  note_ticks_per_ms({file.start_ticks, file.start_ns}, mark);
}

}  // namespace muster::ledger
