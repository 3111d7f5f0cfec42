// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "abi/omp/depend_objects.h"

#include "abi/gomp/task.h"
#include "abi/kmp/task.h"

namespace muster::abi::omp {
namespace {

constexpr std::size_t kWordsOfGcc = 2;

ObjectForm form_of(const void* objects, std::size_t count) {
  constexpr std::uintptr_t kLastKind = 5;
  if (count == 0) {
    return ObjectForm::gcc;
  }
  // Of GCC's first object the kind; of Clang's second the address of what it stands for, or whatever follows the first.
  const std::uintptr_t second = static_cast<const std::uintptr_t*>(objects)[1];
  if (second == 0 || second > kLastKind) {
    return ObjectForm::clang;
  }
  return count == 1 && may_be_clangs.load_relaxed() ? ObjectForm::unknown : ObjectForm::gcc;
}

}  // namespace

DependObjects::DependObjects(const void* objects, std::int32_t count)
    : objects_(objects), count_(count > 0 ? static_cast<std::size_t>(count) : 0), form_(form_of(objects, count_)) {}

tasks::Dependence DependObjects::gcc_at(const void* self, std::size_t i) {
  return gomp::dependence_of(static_cast<void* const*>(static_cast<const DependObjects*>(self)->objects_) +
                             i * kWordsOfGcc);
}

tasks::Dependence DependObjects::clang_at(const void* self, std::size_t i) {
  const auto* object = static_cast<const kmp::KmpDependence* const*>(static_cast<const DependObjects*>(self)->objects_);
  while (i >= kmp::count_of(*object)) {
    i -= kmp::count_of(*object);
    ++object;
  }
  return kmp::dependence_of((*object)[i]);
}

tasks::DependenceList DependObjects::all() const {
  if (form_ == ObjectForm::gcc) {
    return {count_, &gcc_at, this};
  }
  const auto* const* objects = static_cast<const kmp::KmpDependence* const*>(objects_);
  std::size_t dependences = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    dependences += kmp::count_of(objects[i]);
  }
  return {dependences, &clang_at, this};
}

}  // namespace muster::abi::omp
