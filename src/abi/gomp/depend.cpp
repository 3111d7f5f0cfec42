// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/gomp/depend.h"

namespace muster::abi::gomp {

tasks::Dependence dependence_of(void* const* object) {
  using Kind = tasks::DependenceKind;
  switch (reinterpret_cast<std::uintptr_t>(object[1])) {
    case 1: return {object[0], Kind::in};
    case 4: return {object[0], Kind::mutexinoutset};
    case 5: return {object[0], Kind::inoutset};
    default: return {object[0], Kind::out};
  }
}

// What gcc-12 makes of depend clauses, in one of two forms; n counts all, n_out those of kinds out and inout, and so on:
//   { n != 0, n_out, out..., in... }
//   { 0, n, n_out, n_mutexinoutset, n_in, out..., mutexinoutset..., in..., depobj... }
tasks::Dependence dependence_at(void* const* words, std::size_t i) {
  using Kind = tasks::DependenceKind;
  const auto number = [words](std::size_t at) { return reinterpret_cast<std::uintptr_t>(words[at]); };
  if (words[0] != nullptr) {
    return {words[2 + i], i < number(1) ? Kind::out : Kind::in};
  }
  if (i < number(2)) {
    return {words[5 + i], Kind::out};
  }
  if (i < number(2) + number(3)) {
    return {words[5 + i], Kind::mutexinoutset};
  }
  if (i < number(2) + number(3) + number(4)) {
    return {words[5 + i], Kind::in};
  }
  return dependence_of(static_cast<void* const*>(words[5 + i]));
}

}  // namespace muster::abi::gomp
