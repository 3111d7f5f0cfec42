// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Another runtime in the process that has bound the main thread before this library's constructor ran.
#pragma once

namespace muster::runtime {

// Gives the main thread back the CPUs that the process was given, where libgomp is in the process too and a variable of binding is set.
// Its constructor binds the main thread then, although it serves nobody (LD_PRELOAD puts this library before it in the order of symbols,
// and so behind it in that of constructors), and the process would look as if it had one place. A mask that somebody else has narrowed
// stays. To be called by the main thread, once, before the mask is captured; errno is kept.
void undo_foreign_binding();

}  // namespace muster::runtime
