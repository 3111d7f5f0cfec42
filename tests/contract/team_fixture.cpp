// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "contract/team_fixture.h"

#include <barrier>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>

#include "base/base.h"

namespace muster::testing {
namespace {

void* zeroed_lines(std::size_t bytes) {
  const std::size_t lines = bytes / base::kCacheLineBytes + 1;
  void* memory = std::aligned_alloc(base::kCacheLineBytes, lines * base::kCacheLineBytes);
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  return std::memset(memory, 0, lines * base::kCacheLineBytes);
}

}  // namespace

LineAlignedStorage::LineAlignedStorage(std::size_t bytes) : memory_(zeroed_lines(bytes), &std::free) {}

TeamFixture::TeamFixture(std::uint32_t threads, std::uint64_t budget_ns)
    : presences_(threads), entries_(threads), budget_ns_(budget_ns) {
  Native::register_process();
  for (std::uint32_t slot = 0; slot < threads; ++slot) {
    entries_[slot].store_relaxed(&presences_[slot]);
  }
  roster_.table.store_relaxed(entries_.data());
  roster_.threads.store_relaxed(threads);
}

void TeamFixture::run(const std::function<void(std::uint32_t, Waiter&)>& body) {
  std::vector<std::thread> threads;
  // A CPU probe points into its thread, and teammates read it: nobody ends before all have left the team.
  std::barrier all_done(static_cast<std::ptrdiff_t>(presences_.size()));
  for (std::uint32_t slot = 0; slot < presences_.size(); ++slot) {
    threads.emplace_back([this, slot, &body, &all_done] {
      presences_[slot].cpu.store_relaxed(Native::own_cpu_probe());
      Waiter waiter;
      waiter.attach(presences_[slot], roster_, roster_, gauge_, slot);
      waiter.set_cpus(2);
      waiter.set_team_size(roster_.size());
      waiter.set_fences(roster_.size() > 2 ? waiting::Fences::full : waiting::Fences::asymmetric);
      waiter.set_blocktime(budget_ns_);
      body(slot, waiter);
      all_done.arrive_and_wait();
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (waiting::Presence<Native>& presence : presences_) {
    presence.cpu.store_relaxed(nullptr);
  }
}

}  // namespace muster::testing
