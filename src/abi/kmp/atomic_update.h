// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads, writes and updates of the program's own memory, atomically: by one instruction where there is one, by
// compare-and-swap up to 8 aligned bytes, and under the location's lock otherwise. Whether a location takes the lock
// depends on its address and size alone, so every access to it makes the same choice.
//
// Order: the functions do not say which memory-order clause the program used. Updates are acquire and release, reads
// acquire, writes release; for seq_cst the compilers add __kmpc_flush (OpenMP 5.2, 15.8.4 and 15.8.5).
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

#include "abi/kmp/atomic_lock.h"
#include "abi/kmp/atomic_ops.h"
#include "abi/kmp/atomic_types.h"

namespace muster::abi::kmp {

// The same location, accessed by another thread.
inline constexpr int kUpdateOrder = __ATOMIC_ACQ_REL;  // A: acq_rel, pairs with A, B and C
inline constexpr int kReadOrder = __ATOMIC_ACQUIRE;    // B: acquire, pairs with A and C
inline constexpr int kWriteOrder = __ATOMIC_RELEASE;   // C: release, pairs with A and B

template <class T>
struct Update {
  T before;
  T after;
};

// Complex numbers and members of packed structures may be aligned to less than their size.
template <FitsInWord T>
bool is_word_aligned(const T* location) {
  return reinterpret_cast<std::uintptr_t>(location) % sizeof(T) == 0;
}

template <FitsInWord T>
Word<T>* as_word(T* location) {
  // The compiler of the program and this one never see each other's access, so aliasing rules are not at stake.
  return reinterpret_cast<Word<T>*>(location);
}

template <class T>
T bits_to(Word<T> bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
Word<T> to_bits(T value) {
  Word<T> bits;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

// `next(before)` gives the new value; it may run more than once.
template <class T, class Next>
Update<T> update_by(T* location, Next next) {
  if constexpr (FitsInWord<T>) {
    if (is_word_aligned(location)) [[likely]] {
      Word<T>* word = as_word(location);
      Word<T> found = __atomic_load_n(word, __ATOMIC_RELAXED);
      for (;;) {
        const T before = bits_to<T>(found);
        const T after = next(before);
        if (__atomic_compare_exchange_n(word, &found, to_bits(after), true, kUpdateOrder, __ATOMIC_RELAXED)) {
          return {before, after};
        }
      }
    }
  }
  const AtomicGuard guard(lock_of(location));
  T before;
  __builtin_memcpy(&before, location, sizeof(T));
  const T after = next(before);
  __builtin_memcpy(location, &after, sizeof(T));
  return {before, after};
}

template <class Op, class T>
concept HasInstruction =
    std::integral<T> && (std::same_as<Op, Add> || std::same_as<Op, Sub> || std::same_as<Op, AndBits> ||
                         std::same_as<Op, OrBits> || std::same_as<Op, XorBits>);

template <class Op, class T>
T fetch_by_instruction(T* location, T operand) {
  Word<T>* word = as_word(location);
  const Word<T> bits = to_bits(operand);
  if constexpr (std::same_as<Op, Add>) {
    return bits_to<T>(__atomic_fetch_add(word, bits, kUpdateOrder));
  } else if constexpr (std::same_as<Op, Sub>) {
    return bits_to<T>(__atomic_fetch_sub(word, bits, kUpdateOrder));
  } else if constexpr (std::same_as<Op, AndBits>) {
    return bits_to<T>(__atomic_fetch_and(word, bits, kUpdateOrder));
  } else if constexpr (std::same_as<Op, OrBits>) {
    return bits_to<T>(__atomic_fetch_or(word, bits, kUpdateOrder));
  } else {
    static_assert(std::same_as<Op, XorBits>);
    return bits_to<T>(__atomic_fetch_xor(word, bits, kUpdateOrder));
  }
}

// x = x op e, e of the same type or (mixed forms such as fixed4_mul_float8) of a wider one.
template <class Op, class T, class R>
Update<T> update(T* location, R operand) {
  if constexpr (HasInstruction<Op, T> && std::same_as<T, R>) {
    if (is_word_aligned(location)) [[likely]] {
      const T before = fetch_by_instruction<Op>(location, operand);
      return {before, Op::apply(before, operand)};
    }
  }
  return update_by(location, [operand](T before) { return Op::apply(before, operand); });
}

template <class T>
T atomic_read(T* location) {
  if constexpr (FitsInWord<T>) {
    if (is_word_aligned(location)) [[likely]] {
      return bits_to<T>(__atomic_load_n(as_word(location), kReadOrder));
    }
  }
  const AtomicGuard guard(lock_of(location));
  T value;
  __builtin_memcpy(&value, location, sizeof(T));
  return value;
}

template <class T>
T atomic_swap(T* location, T value) {
  return update_by(location, [value](T) { return value; }).before;
}

template <class T>
void atomic_write(T* location, T value) {
  if constexpr (FitsInWord<T>) {
    if (is_word_aligned(location)) [[likely]] {
      __atomic_store_n(as_word(location), to_bits(value), kWriteOrder);
      return;
    }
  }
  const AtomicGuard guard(lock_of(location));
  __builtin_memcpy(location, &value, sizeof(T));
}

// One comparison of bits, as `if (x == e) x = d` of an atomic compare asks for integers. Returns what was found.
template <FitsInWord T>
T compare_and_swap(T* location, T expected, T desired) {
  return update_by(location, [=](T before) { return before == expected ? desired : before; }).before;
}

}  // namespace muster::abi::kmp
