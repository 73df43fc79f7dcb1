#include <bellwether/data/settings_file.h>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/number.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

/// One pass over the text, from left to right.
class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<FileSetting> all() {
    std::vector<FileSetting> settings;
    std::string section;
    for (skip(true); !text_.empty(); skip(true)) {
      if (take('[')) {
        section = word();
        require(take(']'), "{}: a section is [name]", place());
      } else {
        settings.push_back(setting_line());
        settings.back().section = section;
      }
      skip(false);
      require(text_.empty() || text_.front() == '\n', "{}: {} stands where the line should end", place(),
              shown(text_.substr(0, text_.find('\n'))));
    }
    return settings;
  }

 private:
  Where place() const { return {.file = file_, .row = line_}; }

  char take_one() {
    const char c = text_.front();
    line_ += c == '\n';
    text_.remove_prefix(1);
    return c;
  }

  bool take(char c) {
    if (!text_.starts_with(c)) return false;
    take_one();
    return true;
  }

  /// Blanks and comments, and with `lines` the ends of lines.
  void skip(bool lines) {
    while (!text_.empty()) {
      const char c = text_.front();
      if (c == '#')
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      else if (c == ' ' || c == '\t' || c == '\r' || (lines && c == '\n'))
        take_one();
      else
        return;
    }
  }

  std::string word() {
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n=[],#\"'"), text_.size());
    require(end > 0, "{}: a setting is name = value, and texts stand in quotes", place());
    const std::string found(text_.substr(0, end));
    text_.remove_prefix(end);
    return found;
  }

  FileSetting setting_line() {
    FileSetting made{.line = line_};
    made.name = word();
    skip(false);
    require(take('='), "{}: a setting is name = value", place());
    skip(false);
    if (!take('[')) {
      made.values.push_back(value());
      return made;
    }
    for (skip(true); !take(']'); skip(true)) {
      made.values.push_back(value());
      skip(true);
      require(take(',') || text_.starts_with(']'), "{}: a list is [one, two]", place());
    }
    return made;
  }

  std::string value() {
    if (text_.starts_with('\'') || text_.starts_with('"')) return quoted(take_one());
    const std::string bare = word();
    const bool plain = bare == "true" || bare == "false" || to_number(bare);
    require(plain, "{}: {} is neither a number nor true or false; put quotes around texts", place(),
            shown(bare));
    return bare;
  }

  std::string quoted(char mark) {
    std::string made;
    while (!text_.empty() && text_.front() != mark && text_.front() != '\n') {
      const char c = take_one();
      const bool escape = c == '\\' && mark == '"' && !text_.empty();
      made += escape ? unescaped(take_one()) : c;
    }
    require(take(mark), "{}: a quote is opened and not closed on its line", place());
    return made;
  }

  char unescaped(char c) const {
    require(std::string_view("\\\"nt").find(c) != std::string_view::npos,
            "{}: \\{} is no escape; in '...' there are none", place(), c);
    return c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }

  std::string_view text_;
  const std::string& file_;
  std::int64_t line_ = 1;
};

std::string as_value(const std::string& text) {
  if (text == "true" || text == "false" || to_count(text)) return text;
  std::string made = "\"";
  for (const char c : text)
    made += c == '\n' ? std::string("\\n") : c == '"' || c == '\\' ? std::string{'\\', c} : std::string(1, c);
  return made + '"';
}

}  // namespace

std::vector<FileSetting> settings_in_text(std::string_view text, const std::string& file) {
  return Scanner(text, file).all();
}

std::vector<FileSetting> read_settings_file(const std::filesystem::path& path) {
  return settings_in_text(all_bytes(file_source(path)), path.string());
}

std::string as_setting_line(const std::string& name, const std::vector<std::string>& values, bool list) {
  if (!list) return fmt::format("{} = {}\n", name, as_value(values.front()));
  std::string all;
  for (const std::string& value : values) all += (all.empty() ? "" : ", ") + as_value(value);
  return fmt::format("{} = [{}]\n", name, all);
}

}  // namespace bellwether
