// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Finding a tool, starting it and ending it.
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "ompt/callbacks.h"
#include "ompt/inquiry.h"
#include "ompt/log.h"
#include "ompt/tool.h"
#include "teams/teams.h"

namespace muster::ompt {
namespace {

// _OPENMP of OpenMP 5.2.
constexpr unsigned kOpenMpVersion = 202111;
constexpr const char* kRuntimeVersion = "Muster " MUSTER_VERSION;
constexpr const char* kSymbol = "ompt_start_tool";

struct Tool {
  StartToolResult* result = nullptr;
  // Null when it is in the process by itself.
  void* library = nullptr;
};
constinit Tool tool;
constinit platform::Native::Atomic<std::uint32_t> is_active{0};

StartToolResult* ask(void* symbol) {
  return symbol != nullptr ? reinterpret_cast<StartTool>(symbol)(kOpenMpVersion, kRuntimeVersion) : nullptr;
}

// The first in the order of loading; the library's own asks the next one.
StartToolResult* find_in_process(const Log& log) {
  log.write("Search for OMP tool in current address space... ");
  StartToolResult* found = ask(dlsym(RTLD_DEFAULT, kSymbol));
  log.write(found != nullptr ? "Success.\n" : "Failed.\n");
  return found;
}

Tool find_in_library(const char* path, const Log& log) {
  log.write("Opening ", path, "... ");
  void* library = dlopen(path, RTLD_LAZY);
  if (library == nullptr) {
    log.write("Failed: ", dlerror(), "\n");
    return {};
  }
  log.write("Success. \n");
  log.write("Searching for ompt_start_tool in ", path, "... ");
  dlerror();
  void* symbol = dlsym(library, kSymbol);
  if (symbol == nullptr) {
    log.write("Failed: ", dlerror(), "\n");
  } else if (StartToolResult* found = ask(symbol); found != nullptr) {
    log.write("Success.\n");
    return {found, library};
  } else {
    log.write("Found but not using the OMPT interface.\nContinuing search...\n");
  }
  dlclose(library);
  return {};
}

Tool find_in_libraries(const settings::Text& libraries, const Log& log) {
  if (libraries.empty()) {
    log.write("No OMP_TOOL_LIBRARIES defined.\n");
  } else {
    char list[4096];
    const std::string_view text = libraries.view();
    const std::size_t length = text.size() < sizeof list ? text.size() : sizeof list - 1;
    memcpy(list, text.data(), length);
    list[length] = '\0';
    log.write("Searching tool libraries...\n");
    log.write("OMP_TOOL_LIBRARIES = ", list, "\n");
    char* rest = list;
    while (char* path = strsep(&rest, ":")) {
      if (*path == '\0') {
        continue;
      }
      if (const Tool found = find_in_library(path, log); found.result != nullptr) {
        return found;
      }
    }
  }
  log.write("...searching tool libraries failed.\n");
  return {};
}

bool initialize(Tool& found) { return found.result->initialize(&lookup, 0, &found.result->tool_data) != 0; }

// The compiler's start files bring one entry of their own.
bool has_constructors(const ElfW(Dyn) * dynamic) {
  std::size_t bytes = 0;
  for (const ElfW(Dyn)* entry = dynamic; entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_INIT_ARRAYSZ || entry->d_tag == DT_PREINIT_ARRAYSZ) {
      bytes += entry->d_un.d_val;
    }
  }
  return bytes > sizeof(void*);
}

// The program is the first that the loader names. dladdr() would read all symbols of the file that has the symbol, at each start of a
// program (45,000 instructions for this library).
int is_plain_program_with(dl_phdr_info* program, std::size_t /*size*/, void* symbol) {
  const auto address = reinterpret_cast<std::uintptr_t>(symbol);
  const ElfW(Dyn)* dynamic = nullptr;
  bool holds_symbol = false;
  for (int i = 0; i < program->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = program->dlpi_phdr[i];
    const std::uintptr_t begin = program->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_LOAD) {
      holds_symbol = holds_symbol || (address >= begin && address - begin < part.p_memsz);
    } else if (part.p_type == PT_DYNAMIC) {
      dynamic = reinterpret_cast<const ElfW(Dyn)*>(begin);
    }
  }
  constexpr int kPlain = 1;
  constexpr int kOther = -1;  // Not 0, which would go on to the next file.
  return holds_symbol && dynamic != nullptr && !has_constructors(dynamic) ? kPlain : kOther;
}

bool is_in_plain_program(void* symbol) { return dl_iterate_phdr(&is_plain_program_with, symbol) > 0; }

}  // namespace

bool can_start_at_load(const settings::GlobalSettings& settings) {
  if (!settings.tool) {
    return false;
  }
  void* symbol = dlsym(RTLD_DEFAULT, kSymbol);
  return !settings.tool_libraries.empty() || (symbol != nullptr && is_in_plain_program(symbol));
}

void start(const settings::GlobalSettings& settings) {
  const Log log(settings);
  if (!settings.tool) {
    log.write("OMP tool disabled. \n");
    return;
  }
  log.write("----- START LOGGING OF TOOL REGISTRATION -----\n");
  tool.result = find_in_process(log);
  if (tool.result == nullptr) {
    tool = find_in_libraries(settings.tool_libraries, log);
  }
  log.write(tool.result == nullptr ? "No OMP tool loaded.\n" : "Tool was started and is using the OMPT interface.\n");
  log.write("----- END LOGGING OF TOOL REGISTRATION -----\n");
  if (tool.result == nullptr) {
    return;
  }
  if (tool.result->initialize == nullptr || !initialize(tool)) {
    forget_callbacks();
    return;
  }
  is_active.store_relaxed(1);
  events::attach(events::Who::tool, listener());
}

void finish() {
  std::uint32_t active = 1;
  if (!is_active.compare_exchange_relaxed(active, 0)) {
    return;
  }
  forget_callbacks();
  events::detach(events::Who::tool);
  if (tool.result->finalize != nullptr) {
    tool.result->finalize(&tool.result->tool_data);
  }
}

void finalize() {
  // The program goes on, and with it what others keep of the thread: its end is told to the tool alone.
  if (events::Thread* thread = events::this_thread; is_active.load_relaxed() != 0 && thread != nullptr) {
    if (thread->task == &thread->initial_task) {
      listener().implicit_task_end({thread->initial_task, 0, 1});
    }
    listener().thread_end({*thread});
  }
  finish();
}

std::int32_t control(std::uint64_t command, std::uint64_t modifier, void* argument, events::Caller caller) {
  constexpr std::int32_t kNoTool = -2;
  constexpr std::int32_t kNoCallback = -1;
  if (is_active.load_relaxed() == 0) {
    return kNoTool;
  }
  const auto function = callback_of<callback::ControlTool>(CallbackNumber::control_tool);
  if (function == nullptr) {
    return kNoCallback;
  }
  caller = events::resolve(caller);
  const events::InRuntime runtime(events::this_task(), caller);
  return function(command, modifier, argument, caller.code);
}

void* next_start_tool(unsigned omp_version, const char* runtime_version) {
  void* symbol = dlsym(RTLD_NEXT, kSymbol);
  return symbol != nullptr ? reinterpret_cast<StartTool>(symbol)(omp_version, runtime_version) : nullptr;
}

}  // namespace muster::ompt
