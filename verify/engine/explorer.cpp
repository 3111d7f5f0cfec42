// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "engine/explorer.h"

#include <algorithm>

#include "base/base.h"

namespace muster::verify {
namespace {

constexpr std::uint32_t bit(ThreadId thread) { return 1U << thread; }

bool knows(const Clock& clock, ThreadId thread, std::uint32_t step) { return clock.of[thread] >= step; }

}  // namespace

Explorer::Explorer(const Program& program, const Mutant& mutant, const Limits& limits)
    : program_(program), mutant_(mutant), limits_(limits) {}

Report Explorer::explore(const std::function<void()>& after_each) {
  do {
    run_once();
    if (machine_.failed()) {
      report_failure(replay_string());
      return report_;
    }
    if (abandoned_) {
      ++report_.abandoned;
    } else {
      ++report_.executions;
      after_each();
    }
    if (report_.executions + report_.abandoned >= limits_.executions) {
      if (next_branch()) {
        report_.verdict = Report::Verdict::bounded;
        sample();
      }
      return report_;
    }
  } while (next_branch());
  return report_;
}

void Explorer::run_once() {
  machine_.begin(program_, mutant_, false);
  abandoned_ = false;
  const std::size_t prefix = depth_;
  depth_ = 0;
  kept_ = prefix == 0 ? 0 : prefix - 1;
  while (!machine_.failed()) {
    if (depth_ >= prefix) {
      open_node();
    }
    Node& node = nodes_[depth_];
    if (node.enabled == 0) {
      end_of_execution();
      break;
    }
    if (node.dead_end) {
      abandoned_ = true;
      break;
    }
    if (depth_ == kMaxSteps) {
      machine_.set_failure("no end after " + std::to_string(kMaxSteps) + " steps: a loop that waits for nobody");
      break;
    }
    step(node);
  }
  report_.longest = std::max(report_.longest, static_cast<std::uint32_t>(depth_));
}

void Explorer::end_of_execution() {
  for (ThreadId thread = 0; thread < program_.threads; ++thread) {
    if (!machine_.finished(thread)) {
      machine_.set_failure("nobody can go on: " + machine_.describe_blocked());
      return;
    }
  }
  machine_.check();
}

void Explorer::open_node() {
  if (nodes_.size() == depth_) {
    nodes_.emplace_back();
  }
  Node& node = nodes_[depth_];
  node.enabled = node.wanted = node.explored = 0;
  node.dead_end = false;
  node.sleeping.clear();
  if (depth_ != 0) {
    node.sleeping = next_sleeping_;
  }
  for (ThreadId thread = 0; thread < program_.threads; ++thread) {
    std::vector<Way>& ways = node.ways[thread];
    ways.clear();
    machine_.choices(thread, choices_);
    for (std::uint32_t index = 0; index < choices_.size(); ++index) {
      const Choice& choice = choices_[index];
      const bool asleep = std::any_of(node.sleeping.begin(), node.sleeping.end(), [&](const Sleeper& sleeper) {
        return sleeper.thread == thread && sleeper.label == choice.label;
      });
      ways.push_back({choice.label, index, asleep, machine_.footprint(thread, choice)});
    }
    node.enabled |= ways.empty() ? 0 : bit(thread);
  }
  pick_thread(node);
}

// The thread that ran last goes on, so that schedules read well.
void Explorer::pick_thread(Node& node) {
  const ThreadId last = depth_ == 0 ? 0 : nodes_[depth_ - 1].thread;
  for (ThreadId offset = 0; offset < program_.threads; ++offset) {
    const ThreadId thread = (last + offset) % program_.threads;
    if (first_awake(node, thread, 0, node.way)) {
      node.thread = thread;
      node.wanted = limits_.reduces ? bit(thread) : node.enabled;
      return;
    }
  }
  node.dead_end = true;
}

bool Explorer::first_awake(const Node& node, ThreadId thread, std::size_t from, std::size_t& way) const {
  for (std::size_t index = from; index < node.ways[thread].size(); ++index) {
    if (!node.ways[thread][index].asleep) {
      way = index;
      return true;
    }
  }
  return false;
}

void Explorer::step(Node& node) {
  const Way& way = node.ways[node.thread][node.way];
  machine_.choices(node.thread, choices_);
  const Choice choice = choices_[way.choice];
  const Operation& operation = machine_.pending(node.thread);
  Event event{node.thread, machine_.steps_of(node.thread) + 1, way.footprint,
              {},          operation.kind == Kind::await,      operation.operand};
  const bool is_new = depth_ >= kept_;
  const Location* written = way.footprint.writes ? operation.location : nullptr;
  const Message* last_before = written != nullptr ? &written->latest() : nullptr;
  if (is_new) {
    pass_on_sleepers(node, way.footprint);
    record(event);
  }
  ++depth_;
  machine_.execute(node.thread, choice);
  if (is_new && limits_.reduces && written != nullptr && &written->latest() != last_before) {
    check_word_moves_on(events_[depth_ - 1], written->latest().value);
  }
}

// What has been explored here need not be tried after an independent step either.
void Explorer::pass_on_sleepers(const Node& node, const Footprint& footprint) {
  next_sleeping_.clear();
  if (!limits_.reduces) {
    return;
  }
  for (const Sleeper& sleeper : node.sleeping) {
    if (sleeper.thread != node.thread && !dependent(sleeper.footprint, footprint)) {
      next_sleeping_.push_back(sleeper);
    }
  }
}

bool Explorer::next_branch() {
  // A dead end and an end of the program have a node, but no step.
  while (depth_ != 0) {
    Node& node = nodes_[depth_ - 1];
    if (first_awake(node, node.thread, node.way + 1, node.way)) {
      return true;
    }
    node.explored |= bit(node.thread);
    if (limits_.reduces) {
      for (Way& way : node.ways[node.thread]) {
        if (!way.asleep) {
          way.asleep = true;
          node.sleeping.push_back({node.thread, way.label, way.footprint});
        }
      }
    }
    for (ThreadId thread = 0; thread < program_.threads; ++thread) {
      if ((node.wanted & ~node.explored & bit(thread)) != 0 && first_awake(node, thread, 0, node.way)) {
        node.thread = thread;
        return true;
      }
    }
    --depth_;
  }
  return false;
}

void Explorer::record(Event event) {
  // What the thread knew before: its last event.
  Clock clock;
  for (std::size_t index = depth_; index-- != 0;) {
    if (events_[index].thread == event.thread) {
      clock = events_[index].clock;
      break;
    }
  }
  clock.of[event.thread] = event.step;
  if (limits_.reduces) {
    find_races(event, clock);
  }
  event.clock = clock;
  events_.resize(depth_);
  events_.push_back(event);
}

// A race is a pair of steps of which nothing but the two themselves says that the first comes first. The other order
// is explored from the node before the first.
void Explorer::find_races(const Event& event, Clock& clock) {
  races_.clear();
  const Footprint& now = event.footprint;
  for (std::size_t index = depth_; index-- != 0;) {
    const Event& earlier = events_[index];
    if (knows(clock, earlier.thread, earlier.step)) {
      continue;
    }
    const bool written_by_it = now.reads != Footprint::kNowhere && earlier.footprint.writes &&
                               earlier.footprint.changes == now.reads &&
                               now.read_message == ((std::uint64_t{earlier.thread} << 32) | earlier.step);
    const bool depends = dependent(earlier.footprint, now);
    if (depends || written_by_it) {
      clock.join(earlier.clock);
    }
    const bool took_the_place = now.might_update && (earlier.footprint.updates || earlier.footprint.seq_cst) &&
                                earlier.footprint.changes == now.reads;
    if (depends || took_the_place) {
      races_.push_back(index);
    }
  }
  // A read that came before this write might have read it.
  if (now.writes) {
    for (std::size_t index = depth_; index-- != 0;) {
      const Event& earlier = events_[index];
      if (earlier.footprint.reads == now.changes && earlier.footprint.changes == Footprint::kNowhere &&
          !knows(clock, earlier.thread, earlier.step)) {
        races_.push_back(index);
      }
    }
  }
  for (const std::size_t index : races_) {
    reverse(index, event, clock);
  }
}

// Wants, at the node before `earlier`, a thread with which a run can begin that leads to `event` without `earlier`.
void Explorer::reverse(std::size_t earlier, const Event& event, const Clock& clock) {
  const Event& first = events_[earlier];
  std::uint32_t seen = 0;
  std::uint32_t initials = 0;
  const auto independent_of_run = [&](const Clock& of, std::size_t end) {
    for (std::size_t index = earlier + 1; index < end; ++index) {
      const Event& other = events_[index];
      if (!knows(other.clock, first.thread, first.step) && knows(of, other.thread, other.step)) {
        return false;
      }
    }
    return true;
  };
  for (std::size_t index = earlier + 1; index < depth_; ++index) {
    const Event& other = events_[index];
    if (knows(other.clock, first.thread, first.step) || (seen & bit(other.thread)) != 0) {
      continue;
    }
    seen |= bit(other.thread);
    if (independent_of_run(other.clock, index)) {
      initials |= bit(other.thread);
    }
  }
  if ((seen & bit(event.thread)) == 0) {
    // Its clock includes `earlier` where the two are dependent; that does not count here.
    if (independent_of_run(clock, depth_)) {
      initials |= bit(event.thread);
    }
  }
  Node& node = nodes_[earlier];
  initials &= node.enabled;
  if (initials != 0 && (initials & node.wanted) == 0) {
    node.wanted |= (initials & bit(event.thread)) != 0 ? bit(event.thread) : initials & (~initials + 1);
  }
}

// The machine may miss a value that is overwritten before the waiting thread has looked. (Where the overwriting comes first, the
// await itself finds out.)
void Explorer::check_word_moves_on(const Event& event, std::uint64_t value) {
  for (std::size_t index = 0; index + 1 < depth_; ++index) {
    const Event& earlier = events_[index];
    if (earlier.awaits && earlier.footprint.reads == event.footprint.changes && earlier.thread != event.thread &&
        !base::reached(value, earlier.wanted) && !knows(event.clock, earlier.thread, earlier.step)) {
      machine_.set_failure("thread " + std::to_string(event.thread) + " moves a word back that thread " +
                           std::to_string(earlier.thread) + " waits for and may not have looked at");
    }
  }
}

}  // namespace muster::verify
