// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/depend_objects.h"

#include "abi/gomp/depend.h"
#include "abi/kmp/task.h"

namespace muster::abi::omp {
namespace {

constexpr std::size_t kWordsOfGcc = 2;

ObjectForm form_of(const void* objects, std::size_t count) {
  constexpr std::uintptr_t kLastKind = 5;
  if (count == 0) {
    return ObjectForm::gcc;
  }
  // In GCC's form this is the kind of the first object; in Clang's, the address that the second stands for, or whatever follows the first.
  const std::uintptr_t second = static_cast<const std::uintptr_t*>(objects)[1];
  if (second == 0 || second > kLastKind) {
    return ObjectForm::clang;
  }
  return count == 1 && may_be_clangs.load_relaxed() ? ObjectForm::unknown : ObjectForm::gcc;
}

}  // namespace

DependObjects::DependObjects(const void* objects, std::int32_t count)
    : objects_(objects), count_(count > 0 ? static_cast<std::size_t>(count) : 0), form_(form_of(objects, count_)) {}

tasks::DependenceList DependObjects::all(tasks::Worker& worker) const {
  if (form_ == ObjectForm::gcc) {
    auto* const* words = static_cast<void* const*>(objects_);
    return {worker, count_, [words](std::size_t i) { return gomp::dependence_of(words + i * kWordsOfGcc); }};
  }
  const auto* object = static_cast<const kmp::KmpDependence* const*>(objects_);
  std::size_t dependences = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    dependences += kmp::count_of(object[i]);
  }
  // Called once for each, in order.
  return {worker, dependences, [object, next = std::size_t{0}](std::size_t /*i*/) mutable {
            while (next == kmp::count_of(*object)) {
              ++object;
              next = 0;
            }
            return kmp::dependence_of((*object)[next++]);
          }};
}

}  // namespace muster::abi::omp
