// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "team.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/base.h"

namespace muster::bench {

Team::Team(std::uint32_t threads, std::uint64_t blocktime_ns, std::uint32_t cpus, std::vector<topology::CpuSet> places)
    : blocktime_ns_(blocktime_ns), cpus_(cpus), places_(std::move(places)), presences_(threads), entries_(threads) {
  Native::register_process();
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    entries_[slot].store_relaxed(&presences_[slot]);
  }
  roster_.table.store_relaxed(entries_.data());
  roster_.threads.store_relaxed(threads);
  for (std::uint32_t slot = 1; slot < threads; ++slot) {
    workers_.emplace_back(&Team::work, this, slot);
  }
  settle(0, root_waiter_);
}

Team::~Team() {
  job_ = nullptr;
  started_.fetch_add(1);
  started_.notify_all();
  for (std::thread& worker : workers_) {
    worker.join();
  }
}

void Team::settle(std::uint32_t slot, Waiter& waiter) {
  if (!places_.empty()) {
    if (const int error = topology::bind_caller(places_.at(slot)); error != 0) {
      std::fprintf(stderr, "barriers: sched_setaffinity: %s\n", std::strerror(error));
      std::exit(1);
    }
  }
  presences_[slot].cpu.store_relaxed(Native::own_cpu_probe());
  waiter.attach(presences_[slot], roster_, roster_, gauge_, slot);
  waiter.set_blocktime(blocktime_ns_);
  waiter.set_cpus(cpus_);
}

void Team::run(const Job& job) {
  job_ = &job;
  running_.store(threads());
  started_.fetch_add(1);
  started_.notify_all();
  job(0, root_waiter_);
  running_.fetch_sub(1);
  for (std::uint32_t left = running_.load(); left != 0; left = running_.load()) {
    running_.wait(left);
  }
}

void Team::work(std::uint32_t slot) {
  Waiter waiter;
  settle(slot, waiter);
  for (std::uint32_t done = 0;; ++done) {
    started_.wait(done);
    if (job_ == nullptr) {
      return;
    }
    (*job_)(slot, waiter);
    if (running_.fetch_sub(1) == 1) {
      running_.notify_all();
    }
  }
}

Storage::Storage(const Algorithm& algorithm, const barriers::Shape& shape) {
  const std::size_t bytes =
      algorithm.storage_needed(shape) / base::kCacheLineBytes * base::kCacheLineBytes + base::kCacheLineBytes;
  memory_ = std::aligned_alloc(base::kCacheLineBytes, bytes);
  if (memory_ == nullptr) {
    std::perror("barriers: storage");
    std::exit(1);
  }
  std::memset(memory_, 0, bytes);
  algorithm.init(memory_, shape);
}

Storage::~Storage() { std::free(memory_); }

}  // namespace muster::bench
