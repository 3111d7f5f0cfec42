// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/watcher.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <span>

#include "first_touch/looks.h"
#include "first_touch/nodes.h"
#include "first_touch/task_list.h"
#include "platform/native.h"
#include "platform/node_pages.h"
#include "platform/os_thread.h"
#include "platform/perf_events.h"
#include "platform/unchecked.h"

namespace muster::first_touch {
namespace {

using platform::Native;

constexpr std::uint64_t kLook_ns = 5'000'000;
// A share is known to a point or two by then (a standard error of 1.6); looks that never pause cost a program of two threads 9 % (README.md).
constexpr std::uint64_t kManyUses = 1024;
constexpr std::uint32_t kTurnsOfSeldomLooks = 10;
constexpr std::uint64_t kNsPerMs = 1'000'000;

struct Shared {
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
  bool has_opened = false;
  int refusal = 0;
  Native::Atomic<std::uint32_t> stops{0};
  // The keeper starts the watcher and waits for its end. Where all of the program's threads end, it is the last one, and runs the program's handlers at
  // exit: it has the program's files, which the watcher has not.
  platform::OsThread keeper{};
  std::int32_t keeper_id = 0;
};
constinit Shared shared;

// Only the watching thread uses it.
class Watcher {
 public:
  explicit Watcher(Record& record) : record_(record), looks_(record) {}

  // Returns 0, or why there are no events.
  int open() {
    platform::leave_files_of_process();
    const topology::CpuSet& cpus = topology::affinity_mask();
    const std::size_t count = cpus.count();
    rings_bytes_ = count * sizeof(platform::FaultRing);
    polled_bytes_ = count * sizeof(pollfd);
    rings_ = static_cast<platform::FaultRing*>(platform::map_apart(rings_bytes_));
    polled_ = static_cast<pollfd*>(platform::map_apart(polled_bytes_));
    faults_ = static_cast<platform::PageFault*>(platform::map_apart(kFaults * sizeof(platform::PageFault)));
    if (rings_ == nullptr || polled_ == nullptr || faults_ == nullptr) {
      return ENOMEM;
    }
    tasks_.read(gettid(), shared.keeper_id);
    int error = 0;
    for (std::uint32_t cpu = cpus.next(0); cpu < topology::kMaxCpus && error == 0; cpu = cpus.next(cpu + 1)) {
      error = open_on(cpu);
    }
    return error;
  }

  void watch() {
    for (std::uint32_t turn = 0; shared.stops.load_relaxed() == 0; ++turn) {
      number_threads();
      if (is_alone()) {
        // The process ends with its last thread.
        break;
      }
      const bool has_look = record_.uses.seen() < kManyUses || turn % kTurnsOfSeldomLooks == 0;
      if (has_look) {
        looks_.begin(tasks_.ids());
      }
      take_faults_for(kLook_ns);
      if (has_look) {
        looks_.end();
      }
    }
    take_faults();
  }

  void close() {
    for (std::size_t i = 0; i < count_; ++i) {
      platform::close_fault_ring(rings_[i]);
    }
    unmap(rings_, rings_bytes_);
    unmap(polled_, polled_bytes_);
    unmap(faults_, kFaults * sizeof(platform::PageFault));
  }

 private:
  static constexpr std::size_t kFaults = 256;

  static void unmap(void* memory, std::size_t bytes) {
    if (memory != nullptr) {
      platform::unmap_apart(memory, bytes);
    }
  }

  // A main thread that has ended stays in the list until the process ends. The list is read again once that is known: a thread that it has
  // started since the first time is there now.
  bool is_alone() {
    if (has_others() || !has_ended(process_)) {
      return false;
    }
    number_threads();
    return !has_others();
  }

  // Besides the main thread.
  bool has_others() const {
    const std::span<const std::int32_t> others = tasks_.ids();
    return others.size() > 1 || (others.size() == 1 && others[0] != process_);
  }

  // For all threads that there are. Where the library is loaded with the program, that is one.
  int open_on(std::uint32_t cpu) {
    platform::FaultRing& ring = rings_[count_];
    for (const std::int32_t task : tasks_.ids()) {
      int file = -1;
      const int error = ring.pages == nullptr ? platform::open_fault_ring(ring, task, cpu)
                                              : platform::join_fault_ring(ring, task, cpu, file);
      // A thread may have ended, and a CPU have gone offline.
      if (error != 0 && error != ESRCH && error != ENODEV) {
        return error;
      }
    }
    if (ring.pages != nullptr) {
      polled_[count_++] = {ring.file, POLLIN, 0};
    }
    return 0;
  }

  void number_threads() {
    tasks_.read(gettid(), shared.keeper_id);
    for (const std::int32_t task : tasks_.ids()) {
      record_.threads.number_of(task);
    }
  }

  void take_faults_for(std::uint64_t time_ns) {
    const std::uint64_t end_ns = Native::now_ns() + time_ns;
    for (std::uint64_t now_ns = end_ns - time_ns; now_ns < end_ns; now_ns = Native::now_ns()) {
      poll(polled_, count_, static_cast<int>((end_ns - now_ns + kNsPerMs - 1) / kNsPerMs));
      // Such a file would end every wait at once: its threads have ended, or the program has closed it. The buffer is still there.
      for (pollfd& polled : std::span(polled_, count_)) {
        polled.fd = (polled.revents & (POLLHUP | POLLERR | POLLNVAL)) != 0 ? -1 : polled.fd;
      }
      take_faults();
    }
  }

  void take_faults() {
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t taken = kFaults; taken == kFaults;) {
        taken = platform::take_faults(rings_[i], faults_, kFaults, record_.lost_faults);
        std::for_each(faults_, faults_ + taken, [this](const platform::PageFault& fault) { note(fault); });
      }
    }
  }

  void note(const platform::PageFault& fault) {
    // Children of fork(), and the runtime's own memory.
    if (fault.process != process_ || record_.own_code.contains(fault.code)) {
      return;
    }
    const std::uint16_t thread = record_.threads.number_of(fault.thread);
    const Touch touch{static_cast<std::uint16_t>(thread + 1), record_.codes.number_of(fault.code)};
    if (thread == kMostThreads || !record_.touches.note(fault.address, touch)) {
      ++record_.left_out_pages;
    }
  }

  Record& record_;
  Looks looks_;
  TaskList tasks_;
  const std::int32_t process_ = getpid();
  platform::FaultRing* rings_ = nullptr;
  pollfd* polled_ = nullptr;
  platform::PageFault* faults_ = nullptr;
  std::size_t rings_bytes_ = 0;
  std::size_t polled_bytes_ = 0;
  std::size_t count_ = 0;  // rings
};

void tell_that_it_has_opened(int refusal) {
  const platform::UncheckedLock locked(shared.lock);
  shared.has_opened = true;
  shared.refusal = refusal;
  pthread_cond_signal(&shared.opened);
}

void* watcher_main(void* argument) {
  Record& record = *static_cast<Record*>(argument);
  Watcher watcher(record);
  const int refusal = watcher.open();
  tell_that_it_has_opened(refusal);
  if (refusal == 0) {
    watcher.watch();
  }
  watcher.close();
  return nullptr;
}

void* keeper_main(void* record) {
  // Signals of the process are for the program's threads. The watcher inherits the mask.
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  shared.keeper_id = gettid();
  platform::OsThread watcher{};
  if (const int error = platform::start_os_thread(watcher, 0, &watcher_main, record); error != 0) {
    tell_that_it_has_opened(error);
  } else {
    platform::join_os_thread(watcher);
  }
  return nullptr;
}

}  // namespace

int start_watcher(Record& record) {
  record.threads.number_of(getpid());
  // Asked here: where the library is loaded by dlopen(), the loader is busy, and lets only this thread ask.
  record.own_code = own_code();
  shared.has_opened = false;
  shared.stops.store_relaxed(0);
  if (const int error = platform::start_os_thread(shared.keeper, 0, &keeper_main, &record); error != 0) {
    return error;
  }
  {
    const platform::UncheckedLock locked(shared.lock);
    while (!shared.has_opened) {
      pthread_cond_wait(&shared.opened, &shared.lock);
    }
  }
  if (shared.refusal != 0) {
    platform::join_os_thread(shared.keeper);
  }
  return shared.refusal;
}

void stop_watcher() {
  shared.stops.store_relaxed(1);
  // Not where the keeper itself ends the program.
  if (pthread_equal(shared.keeper, pthread_self()) == 0) {
    platform::join_os_thread(shared.keeper);
  }
}

}  // namespace muster::first_touch
