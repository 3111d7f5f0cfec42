// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "calibrate/measure.h"

#include <sched.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "base/base.h"
#include "platform/native.h"

namespace muster::simulate {
namespace {

using platform::Native;
using Word = Native::Atomic<std::uint32_t>;

struct alignas(2 * base::kCacheLineBytes) Line {
  Word word;
};

double median(std::vector<double> of) {
  std::ranges::sort(of);
  return of[of.size() / 2];
}

constexpr int kRounds = 15;

// What `once()` takes, done `times` times in a row.
double each_ns(int times, const std::function<void()>& all) {
  std::vector<double> rounds;
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t began_ns = Native::now_ns();
    all();
    rounds.push_back(static_cast<double>(Native::now_ns() - began_ns) / times);
  }
  return median(std::move(rounds));
}

void run_on(std::uint32_t cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  if (sched_setaffinity(0, sizeof set, &set) != 0) {
    throw std::runtime_error("this process may not run on CPU " + std::to_string(cpu));
  }
}

// Two threads, each on its CPU; returns what the first one returns.
double both(std::uint32_t cpu_a, std::uint32_t cpu_b, const std::function<double()>& first,
            const std::function<void()>& second) {
  double result = 0;
  std::thread other([&] {
    run_on(cpu_b);
    second();
  });
  std::thread one([&] {
    run_on(cpu_a);
    result = first();
  });
  one.join();
  other.join();
  return result;
}

constexpr int kTimes = 2000;

template <class Once>
double repeated_ns(const Once& once) {
  return each_ns(kTimes, [&] {
    for (int i = 0; i < kTimes; ++i) {
      once();
    }
  });
}

// Polls as a waiting thread of the runtime does: without the pause the line would arrive later.
void await(const Word& word, std::uint32_t value) {
  while (word.load_acquire() != value) {
    Native::relax();
  }
}

// Lets the other thread go on when all of this one's loads and stores are done.
void hand(Word& turn, std::uint32_t value) {
  Native::full_fence();
  turn.store_release(value);
}

}  // namespace

double hit_ns() {
  const std::array<Line, 2> lines{};
  std::size_t at = 0;
  return repeated_ns([&] {
    // The next load waits for this one, as it says which line that is.
    at = lines[at].word.load_acquire();
    platform::cpu::compiler_fence();
  });
}

double atomic_ns() {
  Line line;
  return repeated_ns([&] { line.word.fetch_add_acq_rel(1); });
}

double fence_ns() {
  return repeated_ns([] { Native::full_fence(); });
}

double poll_ns() {
  return repeated_ns([] { Native::relax(); });
}

double clock_ns() {
  return repeated_ns([] { (void)Native::now_ns(); });
}

double heavy_fence_ns() {
  Native::register_process();
  // Where another thread runs, as the system interrupts it.
  Line done;
  return both(
      0, 1,
      [&] {
        constexpr int kFences = 100;
        const double ns = each_ns(kFences, [] {
          for (int i = 0; i < kFences; ++i) {
            Native::heavy_fence();
          }
        });
        done.word.store_release(1);
        return ns;
      },
      [&] { await(done.word, 1); });
}

double yield_ns() {
  return repeated_ns([] { Native::yield(); });
}

double sleep_call_ns() {
  Line line;
  return repeated_ns([&] { Native::park(line.word, 1); });
}

double wake_call_ns() {
  Line line;
  return repeated_ns([&] { Native::unpark(line.word, 1); });
}

namespace {

// Half a round of a ping-pong. A poll comes by half of the time between two after the line has arrived, which the simulation adds itself.
double half_round_ns(std::uint32_t cpu_a, std::uint32_t cpu_b, Word& there, Word& back) {
  constexpr std::uint32_t kBounces = 1000;
  const double delay_ns = poll_ns() / 2;
  const double ns = both(
      cpu_a, cpu_b,
      [&] {
        std::uint32_t value = 0;
        return each_ns(2 * kBounces, [&] {
          for (std::uint32_t i = 0; i < kBounces; ++i) {
            there.store_release(++value);
            await(back, value);
          }
        });
      },
      [&] {
        for (std::uint32_t value = 1; value <= kBounces * kRounds; ++value) {
          await(there, value);
          back.store_release(value);
        }
      });
  return std::max(ns - delay_ns, delay_ns);
}

}  // namespace

double signal_ns(std::uint32_t cpu_a, std::uint32_t cpu_b) {
  Line there;
  Line back;
  return half_round_ns(cpu_a, cpu_b, there.word, back.word);
}

double takeover_ns(std::uint32_t cpu_a, std::uint32_t cpu_b) {
  struct alignas(2 * base::kCacheLineBytes) {
    Word there;
    Word back;
  } line;
  return half_round_ns(cpu_a, cpu_b, line.there, line.back);
}

double store_ns(std::uint32_t cpu_a, std::uint32_t cpu_b, LastRead last_read) {
  constexpr std::uint32_t kTimes = 500;
  Line line;
  Line turn;
  double ns = 0;
  both(
      cpu_a, cpu_b,
      [&] {
        for (std::uint32_t time = 0; time < kTimes; ++time) {
          line.word.store_release(1);
          hand(turn.word, 4 * time + 1);
          await(turn.word, 4 * time + 2);
          if (last_read == LastRead::by_both) {
            (void)line.word.load_acquire();
          }
          hand(turn.word, 4 * time + 3);
          await(turn.word, 4 * time + 4);
        }
        return 0.0;
      },
      [&] {
        std::vector<double> times;
        for (std::uint32_t time = 0; time < kTimes; ++time) {
          await(turn.word, 4 * time + 1);
          (void)line.word.load_acquire();
          hand(turn.word, 4 * time + 2);
          await(turn.word, 4 * time + 3);
          const std::uint64_t began_ns = Native::now_ns();
          line.word.store_release(2);
          Native::full_fence();
          times.push_back(static_cast<double>(Native::now_ns() - began_ns));
          hand(turn.word, 4 * time + 4);
        }
        ns = median(std::move(times));
      });
  return ns;
}

namespace {

// So many threads take turns on a CPU. A switch takes longer the more there are, as the caches hold less of each, and the teams that are compared with the machine have
// two to eight threads to a CPU.
constexpr std::uint32_t kTakeTurns = 4;

// Threads that yield on the CPU of the thread that makes them, until `done`.
class TakeTurns {
 public:
  TakeTurns(std::uint32_t threads, const Word& done) {
    for (std::uint32_t i = 0; i < threads; ++i) {
      threads_.emplace_back([&done] {
        while (done.load_acquire() == 0) {
          Native::yield();
        }
      });
    }
  }
  ~TakeTurns() {
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  TakeTurns(const TakeTurns&) = delete;
  TakeTurns& operator=(const TakeTurns&) = delete;

 private:
  std::vector<std::thread> threads_;
};

}  // namespace

double switch_ns(std::uint32_t cpu, std::uint32_t other_cpu) {
  Line done;
  const double alone_ns = yield_ns();
  return both(
      cpu, other_cpu,
      [&] {
        const TakeTurns others(kTakeTurns - 1, done.word);
        // Until its yield comes back each of the others has had the CPU once. The simulation adds the call itself.
        const double ns = repeated_ns([] { Native::yield(); }) / kTakeTurns - alone_ns;
        done.word.store_release(1);
        // Where others run, a yield alone was a switch too.
        return std::max(ns, 0.0);
      },
      [&] { const TakeTurns others(kTakeTurns, done.word); });
}

WakeUp wake_up_ns(std::uint32_t waker_cpu, std::uint32_t sleeper_cpu) {
  constexpr std::uint32_t kWakings = 200;
  Line line;
  std::vector<double> calls;
  std::vector<double> latencies;
  std::vector<std::uint64_t> called(kWakings + 1);
  std::vector<std::uint64_t> ran(kWakings + 1);
  both(
      waker_cpu, sleeper_cpu,
      [&] {
        for (std::uint32_t turn = 1; turn <= kWakings; ++turn) {
          // Until the other one sleeps, and its CPU idles.
          const timespec pause{.tv_sec = 0, .tv_nsec = 300'000};
          nanosleep(&pause, nullptr);
          line.word.store_release(turn);
          const std::uint64_t began_ns = Native::now_ns();
          Native::unpark(line.word, 1);
          called[turn] = Native::now_ns();
          calls.push_back(static_cast<double>(called[turn] - began_ns));
        }
        return 0.0;
      },
      [&] {
        for (std::uint32_t turn = 1; turn <= kWakings; ++turn) {
          while (line.word.load_acquire() < turn) {
            Native::park(line.word, turn - 1);
          }
          ran[turn] = Native::now_ns();
        }
      });
  for (std::uint32_t turn = 1; turn <= kWakings; ++turn) {
    latencies.push_back(ran[turn] > called[turn] ? static_cast<double>(ran[turn] - called[turn]) : 0.0);
  }
  return {median(std::move(calls)), median(std::move(latencies))};
}

}  // namespace muster::simulate
