// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threadprivate for code that Clang compiled with -fnoopenmp-use-tls; otherwise it uses thread-local storage and calls nothing.
// clang-19 asks for the copy's address at each access and gives each variable a pointer `cache`, initially null, that is the
// runtime's alone. copyin copies from the original, which is taken for the primary thread's, and puts a barrier behind.
#include "abi/exports/export.h"
#include "abi/kmp/ident.h"
#include "runtime/runtime.h"

namespace muster::abi::kmp {
namespace {

using Cache = platform::Native::Atomic<threads::ThreadprivateVariable*>;
static_assert(sizeof(Cache) == sizeof(void*));

}  // namespace

MUSTER_KMP(void*, __kmpc_threadprivate,
           (Ident* /*place*/, std::int32_t /*global_number*/, void* original, std::size_t bytes)) {
  return threads::threadprivate_copy(*runtime::current().thread, threads::threadprivate_variable(original, bytes));
}

MUSTER_KMP(void*, __kmpc_threadprivate_cached,
           (Ident* /*place*/, std::int32_t /*global_number*/, void* original, std::size_t bytes, void*** cache)) {
  Cache& known = *reinterpret_cast<Cache*>(cache);
  // B: acquire, pairs with A
  threads::ThreadprivateVariable* variable = known.load_acquire();
  if (variable == nullptr) [[unlikely]] {
    variable = &threads::threadprivate_variable(original, bytes);
    // A: release, pairs with B
    known.store_release(variable);
  }
  return threads::threadprivate_copy(*runtime::current().thread, *variable);
}

// From static initialisers. clang-19 passes no copy constructor.
MUSTER_KMP(void, __kmpc_threadprivate_register,
           (Ident* /*place*/, void* original, void* (*construct)(void*), void* (*copy_construct)(void*, void*),
            void (*destruct)(void*))) {
  threads::ThreadprivateLife life;
  life.construct = construct;
  life.copy_construct = copy_construct;
  life.destruct = destruct;
  threads::register_threadprivate(original, life);
}

// The form for arrays of objects, as LLVM's documentation of the runtime has it; clang-19 does not make the call.
MUSTER_KMP(void, __kmpc_threadprivate_register_vec,
           (Ident* /*place*/, void* original, void* (*construct)(void*, std::size_t),
            void* (*copy_construct)(void*, void*, std::size_t), void (*destruct)(void*, std::size_t),
            std::size_t length)) {
  threads::ThreadprivateLife life;
  life.construct_array = construct;
  life.copy_construct_array = copy_construct;
  life.destruct_array = destruct;
  life.length = length;
  threads::register_threadprivate(original, life);
}

}  // namespace muster::abi::kmp
