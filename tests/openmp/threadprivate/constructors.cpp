// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// threadprivate objects with constructors: static members, locals and namespace scope; copyin assigns.
#include <omp.h>

#include <string>

#include "check.h"

namespace {

int constructed = 0;

struct Traced {
  std::string text = "fresh and longer than a small buffer";
  int value = 3;
  Traced() { hit(&constructed); }
  Traced(const Traced&) = default;
  Traced& operator=(const Traced&) = default;
};

extern Traced object;
#pragma omp threadprivate(object)
Traced object;

struct Holder {
  static Traced member;
#pragma omp threadprivate(member)
};
Traced Holder::member;

int& local_counter() {
  static int counter = 40;
#pragma omp threadprivate(counter)
  return counter;
}

}  // namespace

int main() {
  int size = requested_threads();
#pragma omp parallel
  {
    CHECK_EQUAL(object.value, 3);
    CHECK(object.text == "fresh and longer than a small buffer");
    object.value = omp_get_thread_num();
    object.text += std::to_string(object.value);
    Holder::member.value = -omp_get_thread_num();
    local_counter() += omp_get_thread_num();
  }
  CHECK(constructed >= 2 && constructed <= 2 * size);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    CHECK_EQUAL(object.value, me);
    CHECK(object.text == "fresh and longer than a small buffer" + std::to_string(me));
    CHECK_EQUAL(Holder::member.value, -me);
    CHECK_EQUAL(local_counter(), 40 + me);
  }
  object.text = "copied in, and also longer than a small buffer";
#pragma omp parallel copyin(object)
  CHECK(object.text == "copied in, and also longer than a small buffer");
  return finish();
}
