// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/kmp/microtask.h"

namespace muster::abi::kmp {
namespace {

template <std::size_t>
using Argument = void*;

template <std::size_t... I>
void call_with(Microtask function, std::int32_t* global_number, std::int32_t* number, void* const* arguments,
               std::index_sequence<I...> /*indices*/) {
  // Not through the variadic type: AArch64 systems exist where variadic arguments travel differently.
  using Fixed = void (*)(std::int32_t*, std::int32_t*, Argument<I>...);
  reinterpret_cast<Fixed>(function)(global_number, number, arguments[I]...);
}

template <std::size_t... I>
void call_with_frame(Microtask function, std::int32_t* global_number, std::int32_t* number, void* const* arguments,
                     events::Frame& frame, std::index_sequence<I...> /*indices*/) {
  using Fixed = void (*)(std::int32_t*, std::int32_t*, Argument<I>...);
  frame.exit = __builtin_frame_address(0);
  reinterpret_cast<Fixed>(function)(global_number, number, arguments[I]...);
  frame.exit = nullptr;
}

}  // namespace

void call_microtask_told(Microtask function, std::int32_t* global_number, std::int32_t* number, void* const* arguments,
                         std::uint32_t count, events::Frame& frame) {
  const auto with = [&](auto indices) { call_with_frame(function, global_number, number, arguments, frame, indices); };
  switch (padded_count(count)) {
    case 4: return with(std::make_index_sequence<4>());
    case 8: return with(std::make_index_sequence<8>());
    case 16: return with(std::make_index_sequence<16>());
    case 32: return with(std::make_index_sequence<32>());
    case 64: return with(std::make_index_sequence<64>());
    case 128: return with(std::make_index_sequence<128>());
    case 256: return with(std::make_index_sequence<256>());
    default: return with(std::make_index_sequence<kMostArguments>());
  }
}

void call_microtask(Microtask function, std::int32_t* global_number, std::int32_t* number, void* const* arguments,
                    std::uint32_t count) {
  switch (padded_count(count)) {
    case 4: return call_with(function, global_number, number, arguments, std::make_index_sequence<4>());
    case 8: return call_with(function, global_number, number, arguments, std::make_index_sequence<8>());
    case 16: return call_with(function, global_number, number, arguments, std::make_index_sequence<16>());
    case 32: return call_with(function, global_number, number, arguments, std::make_index_sequence<32>());
    case 64: return call_with(function, global_number, number, arguments, std::make_index_sequence<64>());
    case 128: return call_with(function, global_number, number, arguments, std::make_index_sequence<128>());
    case 256: return call_with(function, global_number, number, arguments, std::make_index_sequence<256>());
    default: return call_with(function, global_number, number, arguments, std::make_index_sequence<kMostArguments>());
  }
}

}  // namespace muster::abi::kmp
