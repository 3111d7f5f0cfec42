// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plain memory of a client, which is watched for races and not explored.
#pragma once

#include <string>
#include <type_traits>

#include "engine/access.h"
#include "engine/machine.h"

namespace muster::verify {

// As a schedule shows it.
template <class T>
std::string shown([[maybe_unused]] const T& value) {
  if constexpr (std::is_arithmetic_v<T>) {
    return std::to_string(value);
  } else {
    return "a value";
  }
}

// A plain variable.
template <class T>
class Data {
 public:
  Data() = default;
  explicit Data(T value) : value_(value) {}
  Data(const Data&) = delete;
  Data& operator=(const Data&) = delete;

  T get(const char* name = "data") const {
    Machine& machine = Machine::instance();
    if (machine.running()) {
      machine.note_if_tracing([&] { return std::string("reads ") + name + " = " + shown(value_); });
      machine.plain_read(access_, name);
    }
    return value_;
  }

  void set(T value, const char* name = "data") {
    Machine& machine = Machine::instance();
    if (machine.running()) {
      machine.note_if_tracing([&] { return std::string("writes ") + name + " = " + shown(value); });
      machine.plain_write(access_, name);
    }
    value_ = value;
  }

  // change(value) writes some of it.
  template <class Change>
  void write(const Change& change) {
    T value = value_;
    change(value);
    set(value);
  }

 private:
  T value_{};
  mutable Access access_;
};

// Memory with words in it that a thread makes and, perhaps, frees: a thread that accesses a word must have been told that it is made,
// and must be done before it is freed.
class Lifetime {
 public:
  Lifetime() = default;
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;

  // In the program's setup.
  void covers(const void* begin, std::size_t bytes) { Machine::instance().watch(begin, bytes, access_); }

  void make() { change("makes memory", true); }
  void free() { change("frees memory", false); }
  bool exists() const { return exists_; }

 private:
  void change(const char* what, bool exists) {
    Machine& machine = Machine::instance();
    machine.note_if_tracing([&] { return std::string(what); });
    machine.plain_write(access_, "memory with words in it");
    exists_ = exists;
  }

  Access access_;
  bool exists_ = false;
};

}  // namespace muster::verify
