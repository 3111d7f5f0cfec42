// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of the __kmpc_atomic_* family. The digit in a foreign name is the size in bytes of a real part: fixed4 is a
// 4-byte integer, fixed4u its unsigned twin, float8 a double, float10 the x87 extended format, float16 (and fp, of an operand)
// the format of 16 bytes, cmplx4 a complex of floats.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace muster::abi::kmp {

using Fixed1 = std::int8_t;
using Fixed1u = std::uint8_t;
using Fixed2 = std::int16_t;
using Fixed2u = std::uint16_t;
using Fixed4 = std::int32_t;
using Fixed4u = std::uint32_t;
using Fixed8 = std::int64_t;
using Fixed8u = std::uint64_t;
using Float4 = float;
using Float8 = double;
// 16 bytes of storage on x86-64, of which 10 count. Where long double is another format, so is this.
using Float10 = long double;
// The 16-byte format of IEEE 754, by its machine mode: its name as a type depends on the processor.
using Float16 __attribute__((mode(TF))) = float;
// C's complex types and not std::complex: they are passed and returned in other registers.
using Cmplx4 = _Complex float;
using Cmplx8 = _Complex double;
using Cmplx10 = _Complex long double;
using Cmplx16 __attribute__((mode(TC))) = _Complex float;
// Clang takes the attribute behind the type for one of the type, and leaves it out.
static_assert(sizeof(Float16) == 16 && sizeof(Cmplx16) == 32);

// Compilers pass a pointer to a source location first; none of these functions reads it.
struct Ident;

// Locations of up to 8 bytes are updated by compare-and-swap on an integer of their size.
template <class T>
concept FitsInWord =
    std::is_trivially_copyable_v<T> && (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8);

template <FitsInWord T>
using Word = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                   std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;

}  // namespace muster::abi::kmp
