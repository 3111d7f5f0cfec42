// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/first_touch.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <new>

#include "first_touch/code_places.h"
#include "first_touch/record.h"
#include "first_touch/report.h"
#include "first_touch/watcher.h"
#include "first_touch/without_events.h"
#include "platform/keep_errno.h"
#include "platform/node_pages.h"
#include "platform/standard_error.h"

namespace muster::first_touch {
namespace {

// As many as a person reads.
constexpr std::size_t kMostTold = 32;

enum class State : std::uint8_t { off, watches, refused, done };
constinit State state = State::off;
constinit Record* record = nullptr;
// errno, where the state is `refused`.
constinit int refusal = 0;

void tell(const Line& line) {
  if (line.size != 0) {
    platform::write_standard_error(line.text, line.size);
  }
}

Line said(const char* words) {
  Line line;
  line.add("muster: memory: %s.\n", words);
  return line;
}

Line counted(std::uint64_t count, const char* words) {
  Line line;
  line.add("muster: memory: %llu %s.\n", static_cast<unsigned long long>(count), words);
  return line;
}

void give_back() {
  if (record != nullptr) {
    record->touches.close();
    record->uses.close();
    platform::unmap_apart(record, sizeof(Record));
    record = nullptr;
  }
}

bool make_record() {
  void* memory = platform::map_apart(sizeof(Record));
  if (memory == nullptr) {
    return false;
  }
  record = ::new (memory) Record;
  record->nodes.read("");
  if (record->touches.open(platform::page_bytes()) && record->uses.open()) {
    return true;
  }
  give_back();
  return false;
}

void find_arrays() {
  for (std::uint16_t code = 0; code < record->codes.count(); ++code) {
    record->functions[code] = function_of(record->codes[code]);
  }
  record->touches.sort();
  record->uses.sort();
  find_arrays(record->touches, {record->functions, record->codes.count()}, record->scratch, record->arrays);
  for (Array& array : record->arrays.kept()) {
    count_uses(array, {record->uses.begin(), record->uses.end()}, record->scratch);
    array.toucher = record->threads.rank_of(array.toucher, getpid());
    array.user = record->threads.rank_of(array.user, getpid());
  }
}

void tell_arrays() {
  std::size_t told = 0;
  const std::span<const Array> kept = record->arrays.kept();
  for (; told < kept.size() && told < kMostTold; ++told) {
    char place[kLineBytes / 2];
    write_place(record->codes[kept[told].code], place, sizeof place);
    tell(line_of(kept[told], place, record->nodes.count));
  }
  if (const std::uint64_t smaller = kept.size() - told + record->arrays.left_out(); smaller != 0) {
    tell(counted(smaller, "smaller arrays are not told of"));
  }
  if (told == 0) {
    tell(said("the program has no array of a MiB or more that it has written"));
  }
}

void tell_what_is_missing() {
  if (record->uses.begin() == record->uses.end() && record->refused_watches != 0) {
    Line line;
    line.add("muster: memory: uses of the arrays could not be watched (perf_event_open: %s).\n",
             strerror(record->refused_watches));
    tell(line);
  }
  if (record->lost_faults != 0) {
    tell(counted(record->lost_faults, "page faults came too fast to be kept"));
  }
  if (record->left_out_pages != 0) {
    tell(counted(record->left_out_pages, "page faults found no room here"));
  }
}

}  // namespace

void start() {
  if (state != State::off) {
    return;
  }
  const platform::KeepErrno keep_errno;
  refusal = make_record() ? start_watcher(*record) : ENOMEM;
  state = State::watches;
  if (refusal != 0) {
    state = State::refused;
    give_back();
  }
}

bool is_on() { return state == State::watches || state == State::refused; }

void finish(const affinity::Hints& hints, std::string_view neighbours) {
  if (!is_on()) {
    return;
  }
  const platform::KeepErrno keep_errno;
  if (state == State::watches) {
    stop_watcher();
    find_arrays();
    tell_arrays();
    tell_what_is_missing();
    give_back();
  } else {
    tell(line_without_events(refusal));
  }
  state = State::done;
  tell(line_of_nodes(hints));
  tell(line_of_cores(hints));
  tell(line_of_neighbours(neighbours));
}

void forget_after_fork() {
  give_back();
  state = state == State::off ? State::off : State::done;
}

}  // namespace muster::first_touch
