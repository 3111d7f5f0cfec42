// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A profile of any bytes: taken or refused with a reason, and asked about teams of all sizes.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "settings/line_writer.h"
#include "settings/settings.h"

namespace {

// Without it hardly any input would get past the first check.
std::string with_checksum(std::string text) {
  std::uint64_t sum = 0xcbf2'9ce4'8422'2325U;
  for (const char character : text) {
    sum = (sum ^ static_cast<unsigned char>(character)) * 0x100'0000'01b3U;
  }
  char line[32];
  snprintf(line, sizeof line, "checksum %016llx\n", static_cast<unsigned long long>(sum));
  return text + line;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace muster::settings;
  Profile profile;
  LineWriter why;
  const std::string text = with_checksum(std::string(reinterpret_cast<const char*>(data), size));
  const bool taken = profile.parse(text, {"shape", "cpu", 4}, why);
  if (taken ? !why.text().empty() : why.text().empty() || !profile.empty()) {
    abort();
  }
  for (const Profile::Use use : {Profile::Use::plain, Profile::Use::forkjoin, Profile::Use::reduction}) {
    for (const Profile::Placement placement :
         {Profile::Placement::unbound, Profile::Placement::close, Profile::Placement::spread}) {
      for (std::uint32_t threads = 1; threads < 4096; threads = threads * 2 + 1) {
        profile.best({use, threads, WaitPolicy::unset, placement});
      }
    }
  }
  return 0;
}
