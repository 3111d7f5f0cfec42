// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Atomic<T> of the native platform: only the (operation, order) pairs that are in use exist, and the order stands in the
// member's name. An algorithm reaches it as `typename P::template Atomic<T>`, so that the simulated and the checked
// platform can put their own in its place.
#pragma once

#include <type_traits>

namespace muster::platform {

template <class T>
class Atomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(void*));

 public:
  constexpr Atomic() : Atomic(T{}) {}
  // Atomic where the program runs: memory whose atomics are made anew in place may be looked at by threads that need no certain answer.
  constexpr explicit Atomic(T value) {
    if (std::is_constant_evaluated()) {
      value_ = value;
    } else {
      store_relaxed(value);
    }
  }
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  // Inlined also where code is made small: a call is larger.
  [[gnu::always_inline]] T load_relaxed() const { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }
  T load_acquire() const { return __atomic_load_n(&value_, __ATOMIC_ACQUIRE); }
  T load_seq_cst() const { return __atomic_load_n(&value_, __ATOMIC_SEQ_CST); }
  void store_relaxed(T value) { __atomic_store_n(&value_, value, __ATOMIC_RELAXED); }
  void store_release(T value) { __atomic_store_n(&value_, value, __ATOMIC_RELEASE); }
  void store_seq_cst(T value) { __atomic_store_n(&value_, value, __ATOMIC_SEQ_CST); }

  T exchange_relaxed(T value) { return __atomic_exchange_n(&value_, value, __ATOMIC_RELAXED); }
  T exchange_acquire(T value) { return __atomic_exchange_n(&value_, value, __ATOMIC_ACQUIRE); }
  T exchange_release(T value) { return __atomic_exchange_n(&value_, value, __ATOMIC_RELEASE); }
  T exchange_acq_rel(T value) { return __atomic_exchange_n(&value_, value, __ATOMIC_ACQ_REL); }

  T fetch_add_relaxed(T value)
    requires std::is_integral_v<T>
  {
    return __atomic_fetch_add(&value_, value, __ATOMIC_RELAXED);
  }
  T fetch_add_release(T value)
    requires std::is_integral_v<T>
  {
    return __atomic_fetch_add(&value_, value, __ATOMIC_RELEASE);
  }
  T fetch_add_acq_rel(T value)
    requires std::is_integral_v<T>
  {
    return __atomic_fetch_add(&value_, value, __ATOMIC_ACQ_REL);
  }

  // On failure `expected` receives the value found.
  bool compare_exchange_relaxed(T& expected, T desired) {
    return __atomic_compare_exchange_n(&value_, &expected, desired, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  }
  bool compare_exchange_acquire(T& expected, T desired) {
    return __atomic_compare_exchange_n(&value_, &expected, desired, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
  }
  bool compare_exchange_release(T& expected, T desired) {
    return __atomic_compare_exchange_n(&value_, &expected, desired, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED);
  }
  bool compare_exchange_seq_cst(T& expected, T desired) {
    return __atomic_compare_exchange_n(&value_, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  }
  bool compare_exchange_acq_rel(T& expected, T desired) {
    return __atomic_compare_exchange_n(&value_, &expected, desired, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  }

  // For the operating system alone (futex); algorithms have no use for it.
  T* address() { return &value_; }

 private:
  T value_;
};

}  // namespace muster::platform
