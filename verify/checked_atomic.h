// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic<T> of the checked platform: each access is a step of the explorer. It has every (operation, order) pair; which of them
// exist is for platform/atomic.h to say. A word's first value is what its bytes hold when it is first accessed, so zeroed storage
// works whether or not a constructor has run; the bytes do not change while threads run.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "engine/machine.h"

namespace muster::verify {

template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));

 public:
  constexpr Atomic() = default;
  constexpr explicit Atomic(T value) : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  T load_relaxed(Here where = Here::current()) const { return load(where, Order::relaxed); }
  T load_acquire(Here where = Here::current()) const { return load(where, Order::acquire); }
  T load_seq_cst(Here where = Here::current()) const { return load(where, Order::seq_cst); }
  void store_relaxed(T value, Here where = Here::current()) { store(where, Order::relaxed, value); }
  void store_release(T value, Here where = Here::current()) { store(where, Order::release, value); }
  void store_seq_cst(T value, Here where = Here::current()) { store(where, Order::seq_cst, value); }

#define MUSTER_VERIFY_UPDATE(operation, order)                                               \
  T operation##_##order(T value, Here where = Here::current()) {                             \
    return update(where, Order::order, value, [](std::uint64_t old, std::uint64_t operand) { \
      return bits(compute_##operation(value_of(old), value_of(operand)));                    \
    });                                                                                      \
  }
#define MUSTER_VERIFY_UPDATES(operation)   \
  MUSTER_VERIFY_UPDATE(operation, relaxed) \
  MUSTER_VERIFY_UPDATE(operation, acquire) \
  MUSTER_VERIFY_UPDATE(operation, release) \
  MUSTER_VERIFY_UPDATE(operation, acq_rel) \
  MUSTER_VERIFY_UPDATE(operation, seq_cst)
  MUSTER_VERIFY_UPDATES(exchange)
  MUSTER_VERIFY_UPDATES(fetch_add)
  MUSTER_VERIFY_UPDATES(fetch_sub)
  MUSTER_VERIFY_UPDATES(fetch_and)
  MUSTER_VERIFY_UPDATES(fetch_or)
  MUSTER_VERIFY_UPDATES(fetch_xor)
#undef MUSTER_VERIFY_UPDATES
#undef MUSTER_VERIFY_UPDATE

  bool compare_exchange_relaxed(T& expected, T desired, Here where = Here::current()) {
    return compare_exchange(where, Order::relaxed, Order::relaxed, expected, desired);
  }
  bool compare_exchange_acquire(T& expected, T desired, Here where = Here::current()) {
    return compare_exchange(where, Order::acquire, Order::relaxed, expected, desired);
  }
  bool compare_exchange_release(T& expected, T desired, Here where = Here::current()) {
    return compare_exchange(where, Order::release, Order::relaxed, expected, desired);
  }
  bool compare_exchange_acq_rel(T& expected, T desired, Here where = Here::current()) {
    return compare_exchange(where, Order::acq_rel, Order::acquire, expected, desired);
  }
  bool compare_exchange_seq_cst(T& expected, T desired, Here where = Here::current()) {
    return compare_exchange(where, Order::seq_cst, Order::relaxed, expected, desired);
  }

  // For the platform.
  Location* location() const { return Machine::instance().location(&value_, sizeof(T), bits(value_)); }
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

 private:
  static T compute_exchange(T /*old*/, T value) { return value; }
  static T compute_fetch_add(T old, T value) { return static_cast<T>(old + value); }
  static T compute_fetch_sub(T old, T value) { return static_cast<T>(old - value); }
  static T compute_fetch_and(T old, T value) { return static_cast<T>(old & value); }
  static T compute_fetch_or(T old, T value) { return static_cast<T>(old | value); }
  static T compute_fetch_xor(T old, T value) { return static_cast<T>(old ^ value); }

  // Outside the threads, in a setup or a check, accesses are plain.
  T load(const Here& where, Order order) const {
    Machine& machine = Machine::instance();
    if (!machine.running()) {
      return value_of(machine.final_value(&value_, bits(value_)));
    }
    return value_of(machine
                        .submit({.kind = Kind::load,
                                 .order = order,
                                 .site = machine.site(where, Kind::load, order),
                                 .location = location()})
                        .value);
  }

  void store(const Here& where, Order order, T value) {
    Machine& machine = Machine::instance();
    if (!machine.running()) {
      value_ = value;
      return;
    }
    machine.submit({.kind = Kind::store,
                    .order = order,
                    .site = machine.site(where, Kind::store, order),
                    .location = location(),
                    .operand = bits(value)});
  }

  T update(const Here& where, Order order, T value, Modify modify) {
    Machine& machine = Machine::instance();
    if (!machine.running()) {
      const T old = value_;
      value_ = value_of(modify(bits(old), bits(value)));
      return old;
    }
    return value_of(machine
                        .submit({.kind = Kind::update,
                                 .order = order,
                                 .site = machine.site(where, Kind::update, order),
                                 .location = location(),
                                 .operand = bits(value),
                                 .modify = modify})
                        .value);
  }

  bool compare_exchange(const Here& where, Order order, Order failure_order, T& expected, T desired) {
    Machine& machine = Machine::instance();
    if (!machine.running()) {
      const bool equal = bits(value_) == bits(expected);
      (equal ? value_ : expected) = equal ? desired : value_;
      return equal;
    }
    const Result result = machine.submit({.kind = Kind::compare_exchange,
                                          .order = order,
                                          .failure_order = failure_order,
                                          .site = machine.site(where, Kind::compare_exchange, order, failure_order),
                                          .location = location(),
                                          .operand = bits(desired),
                                          .expected = bits(expected)});
    if (!result.success) {
      expected = value_of(result.value);
    }
    return result.success;
  }

  T value_{};
};

}  // namespace muster::verify
