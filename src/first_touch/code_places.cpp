// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "first_touch/code_places.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>

#include <algorithm>

#include "platform/loaded_file.h"

namespace muster::first_touch {
namespace {

// What is loaded at an address.
struct Loaded {
  std::uint64_t code = 0;
  CodeRange range;
  std::uint64_t bias = 0;
  // .eh_frame_hdr; null: there is none.
  const unsigned char* unwinding = nullptr;
};

int find_loaded(dl_phdr_info* info, std::size_t /*size*/, void* argument) {
  auto& wanted = *static_cast<Loaded*>(argument);
  Loaded found{wanted.code, {}, info->dlpi_addr, nullptr};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& part = info->dlpi_phdr[i];
    const std::uint64_t begin = info->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD && CodeRange{begin, begin + part.p_memsz}.contains(wanted.code)) {
      found.range = {begin, begin + part.p_memsz};
    } else if (part.p_type == PT_GNU_EH_FRAME) {
      found.unwinding = reinterpret_cast<const unsigned char*>(begin);
    }
  }
  if (found.range.end == 0) {
    return 0;
  }
  wanted = found;
  return 1;
}

Loaded loaded_at(std::uint64_t code) {
  Loaded found;
  found.code = code;
  dl_iterate_phdr(&find_loaded, &found);
  return found;
}

// The kernel's half of the address space, on processors with 64-bit addresses.
bool is_of_kernel(std::uint64_t code) { return code >> 63 != 0; }

}  // namespace

std::uint64_t function_of(std::uint64_t code) {
  // Version 1; .eh_frame's address relative to here in 4 bytes; a count of 4 bytes; a table of pairs relative to the header (sdata4): what
  // linkers make.
  struct Header {
    unsigned char version;
    unsigned char frame_encoding;
    unsigned char count_encoding;
    unsigned char table_encoding;
    std::int32_t frame;
    std::uint32_t count;
  };
  struct Row {
    std::int32_t function;
    std::int32_t description;
  };
  constexpr unsigned char kUdata4 = 0x03;
  constexpr unsigned char kDataRelativeSdata4 = 0x3b;
  if (is_of_kernel(code)) {
    return code;
  }
  const Loaded loaded = loaded_at(code);
  const auto* header = reinterpret_cast<const Header*>(loaded.unwinding);
  if (header == nullptr || header->version != 1 || header->count_encoding != kUdata4 ||
      header->table_encoding != kDataRelativeSdata4) {
    return code;
  }
  const auto* rows = reinterpret_cast<const Row*>(header + 1);
  const auto wanted = static_cast<std::int64_t>(code - reinterpret_cast<std::uint64_t>(header));
  const Row* after = std::upper_bound(rows, rows + header->count, wanted,
                                      [](std::int64_t offset, const Row& row) { return offset < row.function; });
  return after == rows
             ? code
             : reinterpret_cast<std::uint64_t>(header) + static_cast<std::uint64_t>(std::int64_t{after[-1].function});
}

void write_place(std::uint64_t code, char* text, std::size_t size) {
  if (is_of_kernel(code)) {
    snprintf(text, size, " in a system call");
    return;
  }
  Dl_info info = {};
  link_map* map = nullptr;
  if (dladdr1(reinterpret_cast<void*>(code), &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) == 0 ||
      map == nullptr) {
    snprintf(text, size, " at ?+0x%llx", static_cast<unsigned long long>(code));
    return;
  }
  // The nearest symbol before may be that of another function: the loader knows those that are exported.
  const bool is_named =
      info.dli_sname != nullptr && reinterpret_cast<std::uint64_t>(info.dli_saddr) == function_of(code);
  const platform::LoadedFile file(*map, info.dli_fname);
  snprintf(text, size, "%s%s at %s+0x%llx", is_named ? " in " : "", is_named ? info.dli_sname : "", file.name,
           static_cast<unsigned long long>(code - map->l_addr));
}

CodeRange own_code() { return loaded_at(reinterpret_cast<std::uint64_t>(&own_code)).range; }

}  // namespace muster::first_touch
