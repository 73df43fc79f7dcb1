#pragma once
// What is sealed in a model or a tuner: the length of its description, that as JSON, and numbers.

#include <fuzz/json_mutator.h>

#include <optional>
#include <string>
#include <string_view>

#include <bellwether/models/sealed.h>

namespace bellwether {

struct Payload {
  FuzzedJson description = {};
  std::string numbers = {};
};

/// Nothing if it is none.
inline std::optional<Payload> payload_in(std::string_view bytes) {
  if (bytes.size() < 8) return {};
  const auto size = get<std::uint64_t>(bytes, 0);
  if (size > bytes.size() - 8) return {};
  Payload payload{FuzzedJson::parse(bytes.substr(8, size), nullptr, false),
                  std::string(bytes.substr(8 + size))};
  if (payload.description.is_discarded()) return {};
  return payload;
}

inline std::string bytes_of(const Payload& payload) {
  const std::string text = text_of(payload.description);
  std::string bytes;
  put(bytes, static_cast<std::uint64_t>(text.size()));
  return bytes + text + payload.numbers;
}

}  // namespace bellwether
