// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/looks.h"

#include <errno.h>

#include <algorithm>

#include "platform/native.h"
#include "platform/node_pages.h"
#include "platform/perf_events.h"

namespace muster::first_touch {

Looks::Looks(Record& record) : record_(record), state_(platform::Native::now_ns() | 1) {}

// Marsaglia's xorshift64 (Journal of Statistical Software 8, 2003).
std::uint64_t Looks::random() {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return state_;
}

void Looks::begin(std::span<const std::int32_t> tasks) {
  count_ = 0;
  for (std::uint64_t& word : words_) {
    word = record_.touches.pick([this] { return random(); });
  }
  const std::size_t watched = std::min(tasks.size(), kMostThreadsAtOnce);
  const std::size_t first = tasks.size() > watched ? random() % tasks.size() : 0;
  for (std::size_t i = 0; i < watched; ++i) {
    watch(tasks[(first + i) % tasks.size()]);
  }
}

void Looks::watch(std::int32_t task) {
  for (std::uint32_t word = 0; word < kWords; ++word) {
    int file = -1;
    if (words_[word] == 0) {
      continue;
    }
    const int error = platform::open_watch(task, words_[word], file);
    if (error == 0) {
      watches_[count_++] = {file, word, task};
    } else if (error != ESRCH) {
      record_.refused_watches = error;
    }
  }
}

void Looks::end() {
  std::int32_t users[kWords][kMostThreadsAtOnce];
  std::size_t counts[kWords] = {};
  for (const Watch& watch : std::span(watches_, count_)) {
    if (platform::end_watch(watch.file)) {
      users[watch.word][counts[watch.word]++] = watch.task;
    }
  }
  for (std::size_t word = 0; word < kWords; ++word) {
    if (counts[word] != 0) {
      note(words_[word], {users[word], counts[word]});
    }
  }
}

void Looks::note(std::uint64_t address, std::span<const std::int32_t> users) {
  Use use;
  use.address = address;
  const int node = platform::node_of_page(reinterpret_cast<const void*>(address));
  use.page_node = node < 0 ? kUnknownNode : static_cast<std::int16_t>(node);
  use.is_shared = users.size() > 1;
  for (const std::int32_t user : users) {
    use.thread = record_.threads.number_of(user);
    use.thread_node = record_.nodes.of(last_cpu_of(user));
    if (use.thread < kMostThreads) {
      record_.uses.add(use, random());
    }
    use.begins_look = false;
  }
}

}  // namespace muster::first_touch
