#pragma once
// Changes one thing in a JSON value, anywhere in it: bytes alone seldom stay JSON.

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace bellwether {

using Draw = std::minstd_rand;
using FuzzedJson = nlohmann::json;

inline double odd_number(Draw& draw) {
  constexpr std::array odd{0.0,  1.0,  -1.0,  2.0,   3.0,   0.5,    1e-300, 1e9,
                           -1e9, 1e18, -1e18, 1e300, 255.0, 4096.0, 1e6,    -0.0};
  return odd[draw() % odd.size()];
}

inline void collect(FuzzedJson& value, std::vector<FuzzedJson*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (auto& part : value) collect(part, all);
}

inline std::string mutated(std::string text) {
  const std::size_t length = text.size();
  text.resize(length + 8);
  text.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(text.data()), length, text.size()));
  return text;
}

inline void change_number(FuzzedJson& value, Draw& draw) {
  const std::int64_t near = value.is_number_integer() ? value.get<std::int64_t>() : 0;
  switch (draw() % 4) {
    case 0:
      value = odd_number(draw);
      break;
    case 1:
      value = static_cast<std::int64_t>(static_cast<std::uint64_t>(near) + draw() % 5 - 2);
      break;
    case 2:
      value = -static_cast<std::int64_t>(1 + draw() % 5000);
      break;
    default:
      value = std::uint64_t{1} << (draw() % 64);
  }
}

inline void change_structure(FuzzedJson& value, Draw& draw) {
  if (value.empty()) {
    value.is_array() ? value.push_back(nullptr) : void(value["new"] = 1);
    return;
  }
  auto part = std::next(value.begin(), static_cast<std::ptrdiff_t>(draw() % value.size()));
  const FuzzedJson same = *part;
  if (draw() % 2 == 0)
    value.erase(part);
  else if (value.is_array())
    value.push_back(same);
  else
    value[mutated(part.key())] = same;
}

inline void mutate(FuzzedJson& document, Draw& draw) {
  std::vector<FuzzedJson*> all;
  collect(document, all);
  FuzzedJson& value = *all[draw() % all.size()];
  const std::uint64_t choice = draw() % 16;
  if (choice == 0)
    value = FuzzedJson(*all[draw() % all.size()]);  // what stands elsewhere
  else if (choice == 1)
    value = nullptr;
  else if (value.is_number())
    change_number(value, draw);
  else if (value.is_string())
    value = draw() % 3 == 0 ? std::string() : mutated(value.get<std::string>());
  else if (value.is_boolean())
    value = !value.get<bool>();
  else if (value.is_structured())
    change_structure(value, draw);
  else
    value = odd_number(draw);
}

inline std::string text_of(const FuzzedJson& document) {
  return document.dump(-1, ' ', false, FuzzedJson::error_handler_t::replace);
}

}  // namespace bellwether
