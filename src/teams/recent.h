// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recent<Key, Value, N>: what was worked out for the last N keys. A key that is not among them takes the place of the one that was not
// asked for the longest, so programs that go back and forth between up to N keys work each out once.
//
// Cost      N comparisons, and one write of a line that the caller alone uses.
#pragma once

#include <cstdint>

namespace muster::teams {

template <class Key, class Value, std::uint32_t N>
class Recent {
 public:
  struct Found {
    Value& value;
    // It is what was worked out for another key, or for none.
    bool is_new;
  };

  Found find(const Key& key) {
    ++asked_;
    Entry* oldest = entries_;
    for (Entry& entry : entries_) {
      if (entry.last_asked != 0 && entry.key == key) {
        entry.last_asked = asked_;
        return {entry.value, false};
      }
      if (entry.last_asked < oldest->last_asked) {
        oldest = &entry;
      }
    }
    oldest->key = key;
    oldest->last_asked = asked_;
    return {oldest->value, true};
  }

 private:
  struct Entry {
    Key key{};
    std::uint64_t last_asked = 0;  // 0: never
    Value value{};
  };
  Entry entries_[N];
  std::uint64_t asked_ = 0;
};

}  // namespace muster::teams
