// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Depend objects as arguments of a routine, which do not say whose code made them: GCC's are two words each, { address, kind }, Clang's are pointers
// to what stands elsewhere (abi/gomp/task.h, abi/kmp/task.h).
#pragma once

#include <cstddef>
#include <cstdint>

#include "platform/native.h"
#include "tasks/tasks.h"

namespace muster::abi::omp {

enum class ObjectForm : std::uint8_t {
  gcc,
  clang,
  // From one object the form cannot be told where code of both compilers may run, and Clang's is followed by what looks like a kind.
  unknown,
};

// Clang's code has asked for memory, which all its depend objects need. GCC's never does by this name.
inline constinit platform::Native::Atomic<bool> may_be_clangs{false};

class DependObjects {
 public:
  DependObjects(const void* objects, std::int32_t count);

  ObjectForm form() const { return form_; }
  // Where the form is known.
  tasks::DependenceList all(tasks::Worker& worker) const;

 private:
  const void* objects_;
  std::size_t count_;
  ObjectForm form_;
};

}  // namespace muster::abi::omp
