// Mail: the bytes as an mbox file and as one message. The first byte chooses what is stripped.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <bellwether/data/error.h>
#include <bellwether/features/text/mail.h>

namespace {

void check(std::string_view message, const bellwether::Strip& strip) {
  using bellwether::stripped;
  if (stripped(message, {}) != message) std::abort();
  if (stripped(message, strip).size() > message.size()) std::abort();
  // Behind a line of text there are no headers, and then all quotes go at once.
  const std::string once = stripped("text\n" + std::string(message), {.quotes = true});
  if (stripped(once, {.quotes = true}) != once) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bellwether;
  if (size == 0) return 0;
  const Strip strip{(data[0] & 1) != 0, (data[0] & 2) != 0, (data[0] & 4) != 0};
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  check(bytes, strip);
  try {
    MailboxReader reader(Input(memory_source(bytes), "box"));
    for (std::string message; reader.next(message);) check(message, strip);
  } catch (const Error&) {
  }
  return 0;
}
