// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A finding: one line on standard error, with places in the program as addresses that addr2line and `muster check` take.
#pragma once

#include <cstddef>

#include "events/events.h"

namespace muster::misuse {

enum class Kind : unsigned {
  barrier_in_task,
  barrier_in_mutex,
  barrier_in_masked,
  barrier_in_worksharing,
  worksharing_in_task,
  worksharing_in_mutex,
  worksharing_in_masked,
  worksharing_in_worksharing,
  different_constructs,
  different_counts,
  ordered_without_clause,
  cancel_without_icv,
  lock_not_initialized,
  lock_not_set,
  lock_of_another_thread,
  lock_destroyed_while_set,
  lock_initialized_while_set,
  lock_set_at_exit,
  deadlock,
  fewer_threads,
  serial_dependences,
  fork_between_regions,
};

// Lines go to the end of that file from now on; empty: to standard error. Before the first of them.
void tell_to(const char* path);

// The file is there from now on even if no line follows, so that a reader sees that somebody looked.
void make_file();

// Whether nothing has been told of this kind at this place; from now on something has. False also once there are very many findings.
bool is_first(Kind kind, const void* code);

// A line while it is composed. What is longer than a line is cut.
class Line {
 public:
  Line();
  Line& text(const char* text);
  Line& number(unsigned long long value);
  // " at PROGRAM+0xOFFSET", the call itself, or nothing where the place is not known.
  Line& at(events::Caller caller);
  // Writes it.
  void tell();

 private:
  static constexpr std::size_t kBytes = 1024;

  std::size_t used_ = 0;
  char line_[kBytes];
};

// The number that the thread has in the region of the task.
inline unsigned long long number_of(const events::Task& task) { return task.number; }

// The threads that the lines name wait for each other for ever: the program ends (abort), after a line that says so.
[[noreturn]] void end_program();

}  // namespace muster::misuse
