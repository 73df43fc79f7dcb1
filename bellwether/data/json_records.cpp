#include <bellwether/data/error.h>
#include <bellwether/data/json_records.h>
#include <bellwether/data/text.h>

#include <algorithm>

namespace bellwether {
namespace {

constexpr std::string_view json_blanks = " \t\r\n";

std::string_view without_blanks(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  text.remove_prefix(std::min(text.find_first_not_of(json_blanks), text.size()));
  return text;
}

}  // namespace

bool begins_like_json(std::string_view head) {
  head = without_blanks(head);
  if (!head.starts_with('[') && !head.starts_with('{')) return false;
  const bool array = head.front() == '[';
  head.remove_prefix(1);
  head = without_blanks(head);
  return head.starts_with('"') || (array && (head.starts_with('{') || head.starts_with('[')));
}

JsonRecords::JsonRecords(Input& input) : input_(input) {
  while (without_blanks(input.ahead()).empty() && input.read_more()) {
  }
  if (input.ahead().starts_with("\xEF\xBB\xBF")) input.take(3);
  in_array_ = without_blanks(input.ahead()).starts_with('[');
  if (!in_array_) return;
  const std::string_view text = input.take_all();
  array_ = Json::parse(text, nullptr, false);
  require(array_.is_array(), "{}: begins like a JSON array, but is not a whole one", input.name());
}

bool JsonRecords::next(Json& record) {
  if (in_array_) {
    if (taken_ == array_.size()) return false;
    record = std::move(array_[taken_++]);
    return true;
  }
  std::string_view line;
  do {
    if (!input_.next_line(line)) return false;
  } while (trim(line).empty());
  record = Json::parse(line, nullptr, false);
  require(record.is_object(), "{}: is not a JSON object on one line: {}", input_.place(), shown(line));
  return true;
}

}  // namespace bellwether
