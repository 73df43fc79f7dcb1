#pragma once
// The records of a JSON file, one by one: those of an array, or one a line.

#include <nlohmann/json.hpp>

#include <string_view>

#include <bellwether/data/input.h>

namespace bellwether {

/// Whether text begins as JSON that can hold records does. A table may begin with a brace, too, but not with
/// one before a quote, a bracket or another brace.
bool begins_like_json(std::string_view head);

class JsonRecords {
 public:
  using Json = nlohmann::ordered_json;

  /// An array is read whole; lines are read when they are asked for.
  explicit JsonRecords(Input& input);

  /// False if there are no more.
  bool next(Json& record);

  /// Of the record last given: its line, or in an array its number from 1.
  Where place() const {
    return {.file = input_.name(), .row = in_array_ ? static_cast<Index>(taken_) : input_.line()};
  }

 private:
  Input& input_;
  bool in_array_ = false;
  Json array_ = {};
  std::size_t taken_ = 0;
};

}  // namespace bellwether
