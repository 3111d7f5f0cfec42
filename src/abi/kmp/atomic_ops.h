// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations of the __kmpc_atomic_* family as pure functions of the old value and the operand.
#pragma once

#include <concepts>
#include <type_traits>

namespace muster::abi::kmp {

// Integers wrap around: the arithmetic is done unsigned, and no narrower than unsigned int, lest promotion make it signed.
template <std::integral T>
using Wrapping = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

struct Add {
  template <class T, class R>
  static constexpr T apply(T x, R e) {
    if constexpr (std::integral<T> && std::integral<R>) {
      return static_cast<T>(static_cast<Wrapping<T>>(x) + static_cast<Wrapping<T>>(e));
    } else {
      return static_cast<T>(x + e);
    }
  }
};

struct Sub {
  template <class T, class R>
  static constexpr T apply(T x, R e) {
    if constexpr (std::integral<T> && std::integral<R>) {
      return static_cast<T>(static_cast<Wrapping<T>>(x) - static_cast<Wrapping<T>>(e));
    } else {
      return static_cast<T>(x - e);
    }
  }
};

struct Mul {
  template <class T, class R>
  static constexpr T apply(T x, R e) {
    if constexpr (std::integral<T> && std::integral<R>) {
      return static_cast<T>(static_cast<Wrapping<T>>(x) * static_cast<Wrapping<T>>(e));
    } else {
      return static_cast<T>(x * e);
    }
  }
};

struct Div {
  template <class T, class R>
  static constexpr T apply(T x, R e) {
    return static_cast<T>(x / e);
  }
};

struct AndBits {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x & e);
  }
};

struct OrBits {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x | e);
  }
};

// Fortran's .NEQV. on integers is exclusive or, .EQV. its complement.
struct XorBits {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x ^ e);
  }
};

struct EqvBits {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x ^ ~e);
  }
};

struct AndLogical {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x != 0 && e != 0);
  }
};

struct OrLogical {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x != 0 || e != 0);
  }
};

struct ShiftLeft {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x << e);
  }
};

// Arithmetic for signed types, logical for unsigned ones.
struct ShiftRight {
  template <std::integral T>
  static constexpr T apply(T x, T e) {
    return static_cast<T>(x >> e);
  }
};

struct Max {
  template <class T>
  static constexpr T apply(T x, T e) {
    return x < e ? e : x;
  }
};

struct Min {
  template <class T>
  static constexpr T apply(T x, T e) {
    return e < x ? e : x;
  }
};

// x = e op x, where the plain operation is x = x op e.
template <class Op>
struct Reversed {
  template <class T, class R>
  static constexpr T apply(T x, R e) {
    return static_cast<T>(Op::apply(e, x));
  }
};

}  // namespace muster::abi::kmp
