// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The explorer finds what the memory model allows, and nothing else. The small programs are the literature's litmus tests.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "checked_platform.h"
#include "data.h"
#include "engine/explorer.h"

namespace muster::verify {
namespace {

using Word = Checked::Atomic<std::uint64_t>;
using Outcome = std::vector<std::uint64_t>;

constexpr std::uint32_t kResults = 8;

// Shared words and registers of a litmus test.
struct Litmus {
  Word x;
  Word y;
  Checked::Atomic<std::uint32_t> word;
  Data<int> data;
  std::uint64_t r[kResults] = {};
};

using Body = void (*)(Litmus&);

struct Explored {
  Report report;
  std::set<Outcome> outcomes;  // registers
  std::set<Outcome> finals;    // x and y at the end

  bool allows(const Outcome& outcome) const {
    for (const Outcome& seen : outcomes) {
      if (std::equal(outcome.begin(), outcome.end(), seen.begin())) {
        return true;
      }
    }
    return false;
  }
  bool failed() const { return report.verdict == Report::Verdict::failed; }
};

Explored explore(const std::vector<Body>& threads, const std::function<void(Program&)>& change = [](Program&) {}) {
  alignas(Litmus) static std::byte storage[sizeof(Litmus)];
  Litmus* state = nullptr;
  Program program;
  program.name = "litmus";
  program.threads = static_cast<std::uint32_t>(threads.size());
  program.setup = [&] { state = new (storage) Litmus(); };
  program.thread = [&](ThreadId id) { threads[id](*state); };
  change(program);
  Explored result;
  Explorer explorer(program, {}, {.executions = 200'000});
  result.report = explorer.explore([&] {
    result.outcomes.insert(Outcome(std::begin(state->r), std::end(state->r)));
    result.finals.insert({state->x.load_relaxed(), state->y.load_relaxed()});
  });
  return result;
}

TEST(Explorer, FindsStoreBuffering) {
  const Explored found = explore({[](Litmus& l) {
                                    l.x.store_release(1);
                                    l.r[0] = l.y.load_acquire();
                                  },
                                  [](Litmus& l) {
                                    l.y.store_release(1);
                                    l.r[1] = l.x.load_acquire();
                                  }});
  EXPECT_TRUE(found.allows({0, 0}));
  EXPECT_EQ(found.outcomes.size(), 4U);
}

template <Fences Kind>
Explored store_buffering_with_fences(bool light, bool heavy) {
  static bool has_light;
  static bool has_heavy;
  has_light = light;
  has_heavy = heavy;
  return explore({[](Litmus& l) {
                    l.x.store_relaxed(1);
                    if (has_light) Checked::light_fence();
                    l.r[0] = l.y.load_relaxed();
                  },
                  [](Litmus& l) {
                    l.y.store_relaxed(1);
                    if (has_heavy) Checked::heavy_fence();
                    l.r[1] = l.x.load_relaxed();
                  }},
                 [](Program& program) { program.fences = Kind; });
}

TEST(Explorer, FullFencesForbidStoreBufferingOnlyInPairs) {
  EXPECT_FALSE(store_buffering_with_fences<Fences::full>(true, true).allows({0, 0}));
  EXPECT_TRUE(store_buffering_with_fences<Fences::full>(true, false).allows({0, 0}));
  EXPECT_TRUE(store_buffering_with_fences<Fences::full>(false, true).allows({0, 0}));
}

TEST(Explorer, AProcessWideFenceForbidsStoreBufferingAlone) {
  const Explored found = store_buffering_with_fences<Fences::process_wide>(true, true);
  EXPECT_FALSE(found.allows({0, 0}));
  EXPECT_EQ(found.outcomes.size(), 3U);
  EXPECT_TRUE(store_buffering_with_fences<Fences::process_wide>(true, false).allows({0, 0}));
}

TEST(Explorer, FullFencesForbidStoreBufferingUnderBothModels) {
  for (const Fences fences : {Fences::full, Fences::process_wide}) {
    const Explored found = explore({[](Litmus& l) {
                                      l.x.store_relaxed(1);
                                      Checked::full_fence();
                                      l.r[0] = l.y.load_relaxed();
                                    },
                                    [](Litmus& l) {
                                      l.y.store_relaxed(1);
                                      Checked::full_fence();
                                      l.r[1] = l.x.load_relaxed();
                                    }},
                                   [fences](Program& program) { program.fences = fences; });
    EXPECT_FALSE(found.allows({0, 0}));
    EXPECT_EQ(found.outcomes.size(), 3U);
  }
}

TEST(Explorer, ALightFenceIsNoPartnerOfAFullOne) {
  const Explored found = explore({[](Litmus& l) {
                                    l.x.store_relaxed(1);
                                    Checked::full_fence();
                                    l.r[0] = l.y.load_relaxed();
                                  },
                                  [](Litmus& l) {
                                    l.y.store_relaxed(1);
                                    Checked::light_fence();
                                    l.r[1] = l.x.load_relaxed();
                                  }},
                                 [](Program& program) { program.fences = Fences::process_wide; });
  EXPECT_TRUE(found.allows({0, 0}));
}

TEST(Explorer, FindsAStaleReadBehindARelaxedFlag) {
  const Explored relaxed = explore({[](Litmus& l) {
                                      l.x.store_relaxed(1);
                                      l.y.store_relaxed(1);
                                    },
                                    [](Litmus& l) {
                                      l.r[0] = l.y.load_acquire();
                                      l.r[1] = l.x.load_relaxed();
                                    }});
  EXPECT_TRUE(relaxed.allows({1, 0}));
  const Explored released = explore({[](Litmus& l) {
                                       l.x.store_relaxed(1);
                                       l.y.store_release(1);
                                     },
                                     [](Litmus& l) {
                                       l.r[0] = l.y.load_acquire();
                                       l.r[1] = l.x.load_relaxed();
                                     }});
  EXPECT_FALSE(released.allows({1, 0}));
  EXPECT_EQ(released.outcomes.size(), 3U);
}

TEST(Explorer, IndependentReadersMayDisagreeUnlessFenced) {
  const Body write_x = [](Litmus& l) { l.x.store_release(1); };
  const Body write_y = [](Litmus& l) { l.y.store_release(1); };
  const Explored acquire = explore({write_x, write_y,
                                    [](Litmus& l) {
                                      l.r[0] = l.x.load_acquire();
                                      l.r[1] = l.y.load_acquire();
                                    },
                                    [](Litmus& l) {
                                      l.r[2] = l.y.load_acquire();
                                      l.r[3] = l.x.load_acquire();
                                    }});
  EXPECT_TRUE(acquire.allows({1, 0, 1, 0}));
  EXPECT_EQ(acquire.outcomes.size(), 16U);
  const Explored fenced = explore({write_x, write_y,
                                   [](Litmus& l) {
                                     l.r[0] = l.x.load_acquire();
                                     Checked::heavy_fence();
                                     l.r[1] = l.y.load_acquire();
                                   },
                                   [](Litmus& l) {
                                     l.r[2] = l.y.load_acquire();
                                     Checked::heavy_fence();
                                     l.r[3] = l.x.load_acquire();
                                   }});
  EXPECT_FALSE(fenced.allows({1, 0, 1, 0}));
  EXPECT_EQ(fenced.outcomes.size(), 15U);
}

TEST(Explorer, ReadsOfOneWordDoNotGoBack) {
  const Explored coherent = explore({[](Litmus& l) { l.x.store_relaxed(1); },
                                     [](Litmus& l) {
                                       l.r[0] = l.x.load_relaxed();
                                       l.r[1] = l.x.load_relaxed();
                                     }});
  EXPECT_FALSE(coherent.allows({1, 0}));
  EXPECT_EQ(coherent.outcomes.size(), 3U);
}

TEST(Explorer, WritesMayTakeEffectInAnOrderThatNoInterleavingHas) {
  // 2+2W: of each word the last value is the one that its thread wrote first.
  const Explored found = explore({[](Litmus& l) {
                                    l.x.store_relaxed(1);
                                    l.y.store_relaxed(2);
                                  },
                                  [](Litmus& l) {
                                    l.y.store_relaxed(1);
                                    l.x.store_relaxed(2);
                                  }});
  EXPECT_EQ(found.finals, (std::set<Outcome>{{1, 1}, {1, 2}, {2, 1}, {2, 2}}));
}

TEST(Explorer, UpdatesAreAtomicAndCarryReleasesOn) {
  const Explored counter = explore({[](Litmus& l) { l.r[0] = l.x.fetch_add_relaxed(1); },
                                    [](Litmus& l) { l.r[1] = l.x.fetch_add_relaxed(1); },
                                    [](Litmus& l) { l.r[2] = l.x.fetch_add_relaxed(1); }});
  EXPECT_EQ(counter.outcomes.size(), 6U);
  const Explored sequence = explore({[](Litmus& l) {
                                       l.data.set(1);
                                       l.x.store_release(1);
                                     },
                                     [](Litmus& l) { l.x.fetch_add_relaxed(1); },
                                     [](Litmus& l) {
                                       if (l.x.load_acquire() == 2) {
                                         l.r[0] = static_cast<std::uint64_t>(l.data.get());
                                       }
                                     }});
  EXPECT_FALSE(sequence.failed()) << sequence.report.what;
}

TEST(Explorer, FindsADataRaceAndOnlyThat) {
  const Body writer = [](Litmus& l) {
    l.data.set(1);
    l.x.store_release(1);
  };
  const Explored racy = explore({writer, [](Litmus& l) {
                                   if (l.x.load_relaxed() == 1) {
                                     l.data.get();
                                   }
                                 }});
  EXPECT_TRUE(racy.failed());
  EXPECT_NE(racy.report.what.find("data race"), std::string::npos) << racy.report.what;
  const Explored ordered = explore({writer, [](Litmus& l) {
                                      if (l.x.load_acquire() == 1) {
                                        l.r[0] = static_cast<std::uint64_t>(l.data.get());
                                      }
                                    }});
  EXPECT_FALSE(ordered.failed()) << ordered.report.what;
  EXPECT_TRUE(ordered.allows({1}));
}

TEST(Explorer, FindsAPointerThatIsFollowedTooEarly) {
  const Explored found = explore({[](Litmus& l) {
                                    l.data.set(1);
                                    l.x.store_relaxed(reinterpret_cast<std::uintptr_t>(&l.r[0]));
                                    l.y.store_relaxed(1);
                                  },
                                  [](Litmus& l) {
                                    if (l.y.load_acquire() == 1) {
                                      *reinterpret_cast<volatile std::uint64_t*>(l.x.load_relaxed()) = 1;
                                    }
                                  }});
  EXPECT_TRUE(found.failed());
  EXPECT_NE(found.report.what.find("leads nowhere"), std::string::npos) << found.report.what;
}

TEST(Explorer, FindsALostWakeUp) {
  const Body sleeper = [](Litmus& l) {
    while (l.word.load_relaxed() == 0) {
      Checked::park(l.word, 0);
    }
  };
  const Explored lost = explore({sleeper, [](Litmus& l) { l.word.store_relaxed(1); }});
  EXPECT_TRUE(lost.failed());
  EXPECT_NE(lost.report.what.find("nobody can go on"), std::string::npos) << lost.report.what;
  const Explored woken = explore({sleeper,
                                  [](Litmus& l) {
                                    l.word.store_relaxed(1);
                                    Checked::unpark(l.word, 1);
                                  }},
                                 [](Program& program) { program.early_returns = 1; });
  EXPECT_FALSE(woken.failed()) << woken.report.what;
}

TEST(Explorer, FindsADeadlockOfAwaits) {
  const Explored found = explore({[](Litmus& l) {
                                    Checked::await_reached(l.x, 1, platform::YieldingIdle<Checked>{});
                                    l.y.store_release(1);
                                  },
                                  [](Litmus& l) {
                                    Checked::await_reached(l.y, 1, platform::YieldingIdle<Checked>{});
                                    l.x.store_release(1);
                                  }});
  EXPECT_TRUE(found.failed());
}

TEST(Explorer, FindsAWordThatMovesBackUnderAWaitingThread) {
  const Explored found =
      explore({[](Litmus& l) {
                 l.x.store_release(1);
                 l.x.store_release(0);
               },
               [](Litmus& l) { Checked::await_reached(l.x, 1, platform::YieldingIdle<Checked>{}); }});
  EXPECT_TRUE(found.failed());
}

TEST(Explorer, ReplaysTheScheduleThatItReports) {
  const auto program_of = [](Litmus*& state, std::byte* storage) {
    Program program;
    program.threads = 2;
    program.setup = [&state, storage] { state = new (storage) Litmus(); };
    program.thread = [&state](ThreadId id) {
      if (id == 0) {
        state->x.store_relaxed(1);
        state->y.store_relaxed(1);
      } else if (state->y.load_relaxed() == 1) {
        expect(state->x.load_relaxed() == 1, "saw the flag, not the word");
      }
    };
    return program;
  };
  alignas(Litmus) std::byte storage[sizeof(Litmus)];
  Litmus* state = nullptr;
  const Program program = program_of(state, storage);
  const Report report = Explorer(program, {}, {}).explore();
  ASSERT_EQ(report.verdict, Report::Verdict::failed);
  const Report again = Explorer(program, {}, {}).replay(report.replay);
  EXPECT_EQ(again.what, report.what);
  EXPECT_EQ(again.trace, report.trace);
  EXPECT_FALSE(again.trace.empty());
}

}  // namespace
}  // namespace muster::verify
