// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/wait_report.h"

#include <stdio.h>
#include <unistd.h>

#include "threads/threads.h"

namespace muster::runtime {
namespace {

using platform::Native;
using Log = waiting::StepLog<Native>;
using Write = void (*)(const char* line, std::size_t length);

constexpr double kNanosecondsPerMillisecond = 1e6;
constexpr double kNanosecondsPerMicrosecond = 1e3;
constexpr std::size_t kLineBytes = 256 + waiting::kSituationBytes;

template <class... Values>
void write_line(Write write, const char* format, Values... values) {
  char line[kLineBytes];
  const int length = snprintf(line, sizeof line, format, values...);
  if (length > 0) {
    write(line, static_cast<std::size_t>(length) < sizeof line ? static_cast<std::size_t>(length) : sizeof line - 1);
  }
}

// What it was decided by, for `simulate replay`; nothing where it was decided without a look at that.
struct InBrackets {
  explicit InBrackets(const waiting::PastStep& step)
      : text(step.situation),
        begin(step.has_situation() ? " [" : ""),
        words(step.has_situation() ? text.c_str() : ""),
        end(step.has_situation() ? "]" : "") {}

  waiting::SituationText text;
  const char* begin;
  const char* words;
  const char* end;
};

struct Kind {
  waiting::Action action;
  waiting::Reason reason;
  Log::Total total;
};

constexpr std::uint32_t kKinds = waiting::kActions * waiting::kReasons;

Kind kind_at(const Log& log, std::uint32_t index) {
  const auto action = static_cast<waiting::Action>(index % waiting::kActions);
  const auto reason = static_cast<waiting::Reason>(index / waiting::kActions);
  return {action, reason, log.total(action, reason)};
}

// The kinds of steps, the one that took longest first.
void report_totals(const Log& log, Write write) {
  bool is_reported[kKinds] = {};
  for (;;) {
    std::uint32_t longest = kKinds;
    for (std::uint32_t index = 0; index < kKinds; ++index) {
      const Log::Total total = kind_at(log, index).total;
      if (!is_reported[index] && total.steps != 0 &&
          (longest == kKinds || total.took_ns > kind_at(log, longest).total.took_ns)) {
        longest = index;
      }
    }
    if (longest == kKinds) {
      return;
    }
    is_reported[longest] = true;
    const Kind kind = kind_at(log, longest);
    const InBrackets first(log.first(kind.action, kind.reason));
    write_line(write, "muster:   %10llu times %12.3f ms  %s: %s%s%s%s\n",
               static_cast<unsigned long long>(kind.total.steps),
               static_cast<double>(kind.total.took_ns) / kNanosecondsPerMillisecond, waiting::text_of(kind.action),
               waiting::text_of(kind.reason), first.begin, first.words, first.end);
  }
}

void report_last_steps(const Log& log, Write write) {
  for (std::uint32_t age = log.kept(); age-- > 0;) {
    const waiting::PastStep step = log.last(age);
    const InBrackets situation(step);
    // The thread goes on meanwhile, so the clock is read after the step.
    const std::uint64_t now_ns = Native::now_ns();
    write_line(write, "muster:   %10.3f ms ago, %9.1f us  %s: %s%s%s%s\n",
               static_cast<double>(now_ns - step.began_ns) / kNanosecondsPerMillisecond,
               static_cast<double>(step.took_ns) / kNanosecondsPerMicrosecond, waiting::text_of(step.action),
               waiting::text_of(step.reason), situation.begin, situation.words, situation.end);
  }
}

}  // namespace

void report_waiting(Write write) {
  const waiting::Roster<Native>& everybody = threads::everybody();
  const std::uint32_t threads = everybody.size();
  for (std::uint32_t index = 0; index < threads; ++index) {
    const Log* log = everybody.at(index)->steps;
    if (log == nullptr) {
      continue;
    }
    write_line(write, "muster: process %ld, thread %u while it waited:%s\n", static_cast<long>(getpid()), index,
               log->kept() == 0 ? " nothing to tell" : "");
    report_totals(*log, write);
    if (log->kept() != 0) {
      write_line(write, "muster: its last %u steps:\n", log->kept());
      report_last_steps(*log, write);
    }
  }
}

}  // namespace muster::runtime
