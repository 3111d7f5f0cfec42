// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic<T> and Plain<T> of the simulated platform: each access costs what the machine asks for the line. Outside of a run they are plain. The
// simulation makes stores visible in the order of the program, so every order but that of a full fence is given.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/simulation.h"

namespace muster::simulate {

template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));

 public:
  constexpr Atomic() = default;
  constexpr explicit Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load_relaxed() const { return load(); }
  T load_acquire() const { return load(); }
  T load_seq_cst() const { return load(); }
  void store_relaxed(T value) { store(value); }
  void store_release(T value) { store(value); }
  void store_seq_cst(T value) {
    store(value);
    if (Simulation* simulation = Simulation::current()) {
      simulation->fence(simulation->machine().costs.fence);
    }
  }

  T exchange_relaxed(T value) { return exchange(value); }
  T exchange_acquire(T value) { return exchange(value); }
  T exchange_release(T value) { return exchange(value); }
  T exchange_acq_rel(T value) { return exchange(value); }
  T fetch_add_relaxed(T value) { return fetch_add(value); }
  T fetch_add_release(T value) { return fetch_add(value); }
  T fetch_add_acq_rel(T value) { return fetch_add(value); }

  bool compare_exchange_relaxed(T& expected, T desired) { return compare_exchange(expected, desired); }
  bool compare_exchange_acquire(T& expected, T desired) { return compare_exchange(expected, desired); }
  bool compare_exchange_release(T& expected, T desired) { return compare_exchange(expected, desired); }
  bool compare_exchange_acq_rel(T& expected, T desired) { return compare_exchange(expected, desired); }
  bool compare_exchange_seq_cst(T& expected, T desired) { return compare_exchange(expected, desired); }

  // For the platform.
  const void* address() const { return &value_; }

 private:
  static std::uint64_t bits(T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
  }
  static T value_of(std::uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
  }

  T load() const {
    Simulation* simulation = Simulation::current();
    return simulation == nullptr ? value_ : value_of(simulation->load(&value_, sizeof(T)));
  }

  void store(T value) {
    if (Simulation* simulation = Simulation::current()) {
      simulation->store(&value_, bits(value), sizeof(T));
    } else {
      value_ = value;
    }
  }

  T update(T operand, Modify modify) {
    if (Simulation* simulation = Simulation::current()) {
      return value_of(simulation->update(&value_, sizeof(T), modify, bits(operand)));
    }
    const T old = value_;
    value_ = value_of(modify(bits(old), bits(operand)));
    return old;
  }
  T exchange(T value) {
    return update(value, [](std::uint64_t /*old*/, std::uint64_t operand) { return operand; });
  }
  T fetch_add(T value) {
    return update(value, [](std::uint64_t old, std::uint64_t operand) {
      if constexpr (std::is_integral_v<T>) {
        return bits(static_cast<T>(value_of(old) + value_of(operand)));
      } else {
        return old;
      }
    });
  }

  bool compare_exchange(T& expected, T desired) {
    if (Simulation* simulation = Simulation::current()) {
      std::uint64_t found = bits(expected);
      const bool was_equal = simulation->compare_exchange(&value_, sizeof(T), found, bits(desired));
      expected = value_of(found);
      return was_equal;
    }
    const bool is_equal = bits(value_) == bits(expected);
    (is_equal ? value_ : expected) = is_equal ? desired : value_;
    return is_equal;
  }

  T value_{};
};

// A variable that is handed over. Its lines are paid for.
template <class T>
class Plain {
 public:
  constexpr Plain() = default;
  Plain(const Plain&) = delete;
  Plain& operator=(const Plain&) = delete;

  const T& get() const {
    if (Simulation* simulation = Simulation::current()) {
      simulation->read_plain(&value_, sizeof(T));
    }
    return value_;
  }
  void set(const T& value) {
    pay();
    value_ = value;
  }
  template <class Change>
  void write(const Change& change) {
    pay();
    change(value_);
  }

 private:
  void pay() {
    if (Simulation* simulation = Simulation::current()) {
      simulation->write_plain(&value_, sizeof(T));
    }
  }

  T value_{};
};

}  // namespace muster::simulate
