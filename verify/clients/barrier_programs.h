// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a barrier promises (src/barriers/README.md), as programs over a row of the registry and a kind of waiter.
#pragma once

#include <string>
#include <type_traits>

#include "barriers/barriers.h"
#include "checked_platform.h"
#include "clients/checked_waiters.h"
#include "clients/fresh.h"
#include "clients/placed.h"
#include "data.h"

namespace muster::verify {

struct TeamState {
  explicit TeamState(std::uint32_t threads) : waiting(threads) {}

  // Two sets, so that one barrier an episode is enough: a set is written again two episodes later.
  Data<base::Episode> of_slot[2][kMaxThreads];
  Data<base::Episode> of_root[2];
  Data<std::uint64_t> sums[kMaxThreads];
  WaitingTeam waiting;
  waiting::Waiter<Checked>::Flag cancelled;
  // The next region may begin.
  Checked::Atomic<base::Episode> go;
  // Between two sizes of a team: everybody has left the barrier.
  Checked::Atomic<base::Episode> left[kMaxThreads];
};

template <class Waiter>
Waiter waiter_of(TeamState& state, std::uint32_t slot) {
  if constexpr (std::is_same_v<Waiter, ParkingWaiter>) {
    return ParkingWaiter(state.waiting.waiters[slot]);
  } else {
    return Waiter();
  }
}

template <class Waiter>
class BarrierPrograms {
  using Algorithm = barriers::Algorithm<Waiter>;
  using Arrival = barriers::Arrival;

 public:
  // `is_placed`: it is told where the slots are, for algorithms that follow that.
  BarrierPrograms(const Algorithm& algorithm, std::uint32_t threads, base::Episode episodes, std::uint32_t fan,
                  bool is_placed = false)
      : algorithm_(algorithm),
        threads_(threads),
        episodes_(episodes),
        shape_{.capacity = threads, .fan_in = fan, .fan_out = fan, .topology = {2, 2, 0}},
        is_placed_(is_placed),
        storage_(std::make_shared<ZeroedLines>(algorithm.storage_needed(shape_))) {}

  Program exchange() const {
    return program("exchange", [*this](ThreadId slot) {
      Waiter waiter = waiter_of<Waiter>(state_.get(), slot);
      for (base::Episode episode = 1; episode <= episodes_; ++episode) {
        set_and_exchange(waiter, {slot, threads_, episode});
      }
    });
  }

  Program gather_and_release() const {
    return program("rooted", [*this](ThreadId slot) {
      Waiter waiter = waiter_of<Waiter>(state_.get(), slot);
      for (base::Episode episode = 1; episode <= episodes_; ++episode) {
        const Arrival arrival{slot, threads_, episode};
        state_->of_slot[0][slot].set(episode, "of_slot");
        algorithm_.gather(storage_->get(), arrival, waiter, barriers::Combiner{});
        if (slot == 0) {
          expect_all(state_->of_slot[0], threads_, episode);
          // In the gap between gather and release the root is alone.
          state_->of_root[0].set(episode, "of_root");
        }
        algorithm_.release(storage_->get(), arrival, waiter);
        expect(state_->of_root[0].get("of_root") == episode, "a slot was released before the root came");
      }
    });
  }

  Program combine() const {
    return program("combine", [*this](ThreadId slot) {
      Waiter waiter = waiter_of<Waiter>(state_.get(), slot);
      const barriers::Combiner combiner{&add, state_->sums};
      for (base::Episode episode = 1; episode <= episodes_; ++episode) {
        const Arrival arrival{slot, threads_, episode};
        state_->sums[slot].set(slot + 1, "sums");
        algorithm_.gather(storage_->get(), arrival, waiter, combiner);
        if (slot == 0) {
          expect(state_->sums[0].get("sums") == std::uint64_t{threads_} * (threads_ + 1) / 2, "a wrong sum");
        }
        algorithm_.release(storage_->get(), arrival, waiter);
      }
    });
  }

  // The last slot does not come, but cancels: all others leave whatever they wait for. With the runtime's waiter only.
  Program cancel() const {
    return program("cancel", [*this](ThreadId slot) {
      Waiter waiter = waiter_of<Waiter>(state_.get(), slot);
      if (slot == threads_ - 1) {
        state_->cancelled.store_relaxed(1);
        waiter.signalled_all();
      } else {
        state_->waiting.waiters[slot].set_cancellation(&state_->cancelled);
        algorithm_.exchange(storage_->get(), {slot, threads_, 1}, waiter);
        expect(state_->cancelled.load_relaxed() != 0,
               "a slot went on although nobody had cancelled and one had not come");
      }
    });
  }

  // Regions of a team whose threads are bound to other places in between: the storage is laid out anew once the root knows that all
  // have come, or where there is no root, that all have left.
  Program move() const {
    return program("move", [*this](ThreadId slot) {
      Waiter waiter = waiter_of<Waiter>(state_.get(), slot);
      for (base::Episode episode = 1; episode <= episodes_; ++episode) {
        state_->of_slot[0][slot].set(episode, "of_slot");
        const Arrival arrival{slot, threads_, episode};
        if (algorithm_.capabilities.rooted) {
          algorithm_.gather(storage_->get(), arrival, waiter, barriers::Combiner{});
        } else {
          algorithm_.exchange(storage_->get(), arrival, waiter);
          state_->left[slot].store_release(episode);
        }
        if (slot == 0) {
          for (std::uint32_t other = 1; other < threads_ && !algorithm_.capabilities.rooted; ++other) {
            Checked::await_reached(state_->left[other], episode, platform::YieldingIdle<Checked>{});
          }
          expect_all(state_->of_slot[0], threads_, episode);
          algorithm_.init(storage_->get(), placed(shape_, episode));
          state_->go.store_release(episode);
        } else {
          Checked::await_reached(state_->go, episode, platform::YieldingIdle<Checked>{});
        }
      }
    });
  }

  // Teams of all, all but one, and all. A thread that sits an episode out sees the next one begin.
  Program resize() const {
    return program("resize", [*this](ThreadId slot) {
      Waiter waiter = waiter_of<Waiter>(state_.get(), slot);
      for (base::Episode episode = 1; episode <= 3; ++episode) {
        const std::uint32_t size = episode == 2 ? threads_ - 1 : threads_;
        if (slot < size) {
          set_and_exchange(waiter, {slot, size, episode});
        }
        leave(slot, episode);
      }
    });
  }

 private:
  void set_and_exchange(Waiter& waiter, Arrival arrival) const {
    Data<base::Episode>* set = state_->of_slot[arrival.episode % 2];
    set[arrival.slot].set(arrival.episode, "of_slot");
    algorithm_.exchange(storage_->get(), arrival, waiter);
    expect_all(set, arrival.threads, arrival.episode);
  }

  static void expect_all(const Data<base::Episode>* set, std::uint32_t threads, base::Episode episode) {
    for (std::uint32_t slot = 0; slot < threads; ++slot) {
      expect(set[slot].get("of_slot") == episode, "a slot went on before all had come");
    }
  }

  static void add(void* context, std::uint32_t into, std::uint32_t from) {
    auto* sums = static_cast<Data<std::uint64_t>*>(context);
    sums[into].set(sums[into].get("sums") + sums[from].get("sums"), "sums");
  }

  void leave(std::uint32_t slot, base::Episode episode) const {
    state_->left[slot].store_release(episode);
    for (std::uint32_t other = 0; other < threads_; ++other) {
      Checked::await_reached(state_->left[other], episode, platform::YieldingIdle<Checked>{});
    }
  }

  Program program(const char* what, std::function<void(ThreadId)> thread) const {
    Program program;
    program.name = std::string(algorithm_.name) + "/" + what + "/" + std::to_string(threads_);
    if (shape_.fan_in != 0) {
      program.name += "/fan" + std::to_string(shape_.fan_in);
    }
    program.name += is_placed_ ? "/placed" : "";
    program.threads = threads_;
    program.setup = [*this] {
      state_.make(threads_);
      storage_->reset("barrier");
      algorithm_.init(storage_->get(), is_placed_ ? placed(shape_, 0) : shape_);
    };
    program.thread = std::move(thread);
    return program;
  }

  const Algorithm& algorithm_;
  std::uint32_t threads_;
  base::Episode episodes_;
  barriers::Shape shape_;
  bool is_placed_;
  Fresh<TeamState> state_;
  std::shared_ptr<ZeroedLines> storage_;
};

}  // namespace muster::verify
