// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A Situation as text: `threads=4 cpus=2 waited_ns=1200 here=teammate`. What is as in a Situation that nobody has changed is left out. Reports have it, so that
// a decision can be explained by all that it depended on, and `simulate replay` reads it and decides again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "waiting/decide.h"

namespace muster::waiting {

constexpr const char* text_of(Neighbour neighbour) {
  switch (neighbour) {
    case Neighbour::nobody: return "nobody";
    case Neighbour::waits: return "waits";
    case Neighbour::other_team: return "other_team";
    case Neighbour::teammate: break;
  }
  return "teammate";
}

constexpr const char* text_of(Known known) {
  switch (known) {
    case Known::unknown: return "unknown";
    case Known::no: return "no";
    case Known::yes: break;
  }
  return "yes";
}

constexpr const char* text_of(Missing missing) {
  switch (missing) {
    case Missing::unknown: return "unknown";
    case Missing::runs: return "runs";
    case Missing::does_not_run: break;
  }
  return "does_not_run";
}

// visit(name, field...) with each field of one Situation, or of several beside each other.
template <class Visit, class... Situations>
constexpr void for_each_field(const Visit& visit, Situations&... of) {
  visit("threads", of.threads...);
  visit("cpus", of.cpus...);
  visit("is_primary", of.is_primary...);
  visit("in_barrier", of.in_barrier...);
  visit("full_fences", of.full_fences...);
  visit("blocktime_ns", of.blocktime_ns...);
  visit("waited_ns", of.waited_ns...);
  visit("crowd_ns", of.crowd_ns...);
  visit("has_work", of.has_work...);
  visit("has_yielded", of.has_yielded...);
  visit("has_polled", of.has_polled...);
  visit("offers_are_returned", of.offers_are_returned...);
  visit("has_woken", of.has_woken...);
  visit("here", of.here...);
  visit("is_behind", of.is_behind...);
  visit("first_sleeps", of.first_sleeps...);
  visit("was_behind", of.was_behind...);
  visit("all_looked_at", of.all_looked_at...);
  visit("ignores_other_teams", of.ignores_other_teams...);
  visit("yields_avoided", of.yields_avoided...);
  visit("yields_futile", of.yields_futile...);
  visit("yields_do_nothing", of.yields_do_nothing...);
  visit("company_is_due", of.company_is_due...);
  visit("placement_is_due", of.placement_is_due...);
  visit("look_is_due", of.look_is_due...);
  visit("doubt_is_due", of.doubt_is_due...);
  visit("parked_to_be_placed", of.parked_to_be_placed...);
  visit("company_is_known", of.company_is_known...);
  visit("waits_are_short", of.waits_are_short...);
  visit("work_is_long", of.work_is_long...);
  visit("may_swap_cpus", of.may_swap_cpus...);
  visit("has_swapped_cpus", of.has_swapped_cpus...);
  visit("may_meet_strangers", of.may_meet_strangers...);
  visit("company.threads", of.company.threads...);
  visit("company.before", of.company.before...);
  visit("company.with_primary", of.company.with_primary...);
  visit("another_cpu_is_idle", of.another_cpu_is_idle...);
  visit("runnable_threads", of.runnable_threads...);
  visit("another_is_awake_here", of.another_is_awake_here...);
  visit("missing", of.missing...);
}

// Room for any of them, and the zero at its end.
inline constexpr std::size_t kSituationBytes = 1024;

class SituationText {
 public:
  constexpr explicit SituationText(const Situation& now) {
    const Situation usual;
    for_each_field(
        [this](const char* name, const auto& field, const auto& usually) {
          if (field != usually) {
            add_field(name, field);
          }
        },
        now, usual);
  }
  constexpr const char* c_str() const { return text_; }

 private:
  template <class Field>
  constexpr void add_field(const char* name, const Field& field) {
    if (used_ != 0) {
      add(" ");
    }
    add(name);
    add("=");
    if constexpr (std::is_enum_v<Field>) {
      add(text_of(field));
    } else if constexpr (std::is_signed_v<Field>) {
      add(field < 0 ? "-" : "");
      add_digits(field < 0 ? -static_cast<std::uint64_t>(field) : static_cast<std::uint64_t>(field));
    } else {
      add_digits(field);
    }
  }
  constexpr void add_digits(std::uint64_t number) {
    if (number >= kTen) {
      add_digits(number / kTen);
    }
    const char digit[] = {static_cast<char>('0' + number % kTen), '\0'};
    add(digit);
  }
  constexpr void add(const char* text) {
    while (*text != '\0' && used_ + 1 < kSituationBytes) {
      text_[used_++] = *text++;
    }
  }

  static constexpr std::uint64_t kTen = 10;

  char text_[kSituationBytes] = {};
  std::size_t used_ = 0;
};

}  // namespace muster::waiting
