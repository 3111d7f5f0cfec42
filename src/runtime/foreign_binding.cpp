// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "runtime/foreign_binding.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>

#include "platform/first_affinity.h"
#include "topology/topology.h"

namespace muster::runtime {
namespace {

// In this library.
constexpr char kHere = 0;

bool holds(const dl_phdr_info& object, const void* address) {
  const auto wanted = reinterpret_cast<ElfW(Addr)>(address);
  const std::span headers(object.dlpi_phdr, object.dlpi_phnum);
  return std::ranges::any_of(headers, [&](const ElfW(Phdr) & header) {
    const ElfW(Addr) begin = object.dlpi_addr + header.p_vaddr;
    return header.p_type == PT_LOAD && wanted >= begin && wanted < begin + header.p_memsz;
  });
}

// libgomp.so.1, and the hashed copies in wheels such as libgomp-24e2ab19.so.1.0.0; but not this library under that name.
int is_libgomp(dl_phdr_info* object, std::size_t /*size*/, void* /*argument*/) {
  const char* slash = strrchr(object->dlpi_name, '/');
  const char* name = slash == nullptr ? object->dlpi_name : slash + 1;
  const bool named = strncmp(name, "libgomp.", 8) == 0 || strncmp(name, "libgomp-", 8) == 0;
  return named && !holds(*object, &kHere) ? 1 : 0;
}

bool asks_for_binding() {
  return getenv("OMP_PROC_BIND") != nullptr || getenv("OMP_PLACES") != nullptr ||
         getenv("GOMP_CPU_AFFINITY") != nullptr;
}

}  // namespace

void undo_foreign_binding() {
  const std::span<const std::uint64_t> words = platform::first_affinity();
  topology::CpuSet first;
  topology::CpuSet now;
  if (words.empty() || !asks_for_binding() || getpid() != gettid() || !topology::read_affinity(0, now)) {
    return;
  }
  std::ranges::copy(words.first(std::min(words.size(), first.words.size())), first.words.begin());
  if (now.words != first.words && dl_iterate_phdr(&is_libgomp, nullptr) != 0) {
    topology::bind_caller(first);
  }
}

}  // namespace muster::runtime
