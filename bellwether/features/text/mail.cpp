#include <bellwether/features/text/mail.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

constexpr std::size_t most_signature_lines = 12;

constexpr std::array<std::pair<std::string_view, bool Strip::*>, 3> parts{{
    {"headers", &Strip::headers},
    {"quotes", &Strip::quotes},
    {"signatures", &Strip::signatures},
}};

constexpr std::string_view usual_headers[] = {
    "from",         "to",           "subject", "date",     "newsgroups",  "message-id",
    "path",         "xref",         "cc",      "received", "return-path", "mime-version",
    "content-type", "organization", "lines",   "sender",   "reply-to",    "references"};

constexpr std::string_view verbs[] = {"writes", "wrote", "write", "says", "said"};

using Lines = std::span<const std::string_view>;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Without its end and the blanks at both sides.
std::string_view trimmed(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return trim(line);
}

bool is_blank(std::string_view line) {
  return trimmed(line).empty();
}

/// Each with its end.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    lines.push_back(text.substr(0, end == std::string_view::npos ? end : end + 1));
    text.remove_prefix(lines.back().size());
  }
  return lines;
}

/// The name in "Name: value"; empty if the line is none.
std::string_view header_name(std::string_view line) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  const auto name = line.substr(0, colon);
  return std::ranges::all_of(name, [](char c) { return c > ' ' && c < 127; }) ? name : std::string_view{};
}

/// How many lines the headers take, with the empty line after them; 0 if there are none.
std::size_t header_lines(Lines lines) {
  std::size_t at = !lines.empty() && lines[0].starts_with("From ") ? 1 : 0;
  bool usual = false;
  for (; at < lines.size() && !is_blank(lines[at]); ++at) {
    if (lines[at][0] == ' ' || lines[at][0] == '\t') continue;
    const auto name = header_name(lines[at]);
    if (name.empty()) return 0;
    usual = usual || std::ranges::count(usual_headers, lower(name)) > 0;
  }
  return usual ? std::min(at + 1, lines.size()) : 0;
}

bool is_quote(std::string_view whole_line) {
  const auto line = trimmed(whole_line);
  if (line.empty()) return false;
  if (line[0] == '>') return true;
  const auto marked = [&](std::size_t after) {
    return after == line.size() || std::string_view(" \t>|:").find(line[after]) != std::string_view::npos;
  };
  if (line[0] == ':') return marked(1);
  if (line[0] == '|') return marked(1) && (line.size() == 1 || line.back() != '|');
  const auto letters = static_cast<std::size_t>(std::ranges::find_if_not(line, is_letter) - line.begin());
  return letters >= 2 && letters <= 4 && letters < line.size() && line[letters] == '>' && marked(letters + 1);
}

/// "In article <...", "On Monday 3 May ...": where a sentence about a quote begins.
bool begins_attribution(std::string_view line) {
  const std::string text = lower(trimmed(line));
  if (text.starts_with("in article") || text.starts_with("in message") || text.starts_with("in <"))
    return true;
  const bool placed = text.starts_with("in ") || text.starts_with("on ");
  return placed && text.find_first_of("0123456789<@") != std::string::npos;
}

/// "... wrote:", "... writes..."
bool ends_attribution(std::string_view line) {
  const auto text = trimmed(line);
  const auto last = std::find_if(text.rbegin(), text.rend(), is_letter);
  const auto end = static_cast<std::size_t>(text.rend() - last);
  if (text.find_first_of(":.,", end) == std::string_view::npos) return false;
  const auto rest = lower(text.substr(0, end));
  return std::ranges::any_of(verbs, [&](std::string_view verb) {
    return rest.ends_with(verb) &&
           (rest.size() == verb.size() || !is_letter(rest[rest.size() - verb.size() - 1]));
  });
}

bool has_address(std::string_view line) {
  return line.find_first_of("<@") != std::string_view::npos;
}

/// Marks the attribution that ends in line `last`, and the line before it if it began there.
void mark_attribution(Lines lines, std::size_t last, std::vector<bool>& drop) {
  drop[last] = true;
  if (last == 0 || drop[last - 1] || begins_attribution(lines[last])) return;
  if (begins_attribution(lines[last - 1])) drop[last - 1] = true;
}

/// What stands above the quoted block at `block`, blank lines apart, may say whom it quotes.
void mark_attribution_of(Lines lines, std::size_t block, std::vector<bool>& drop) {
  while (block > 0 && is_blank(lines[block - 1])) --block;
  if (block == 0 || drop[block - 1]) return;
  const auto line = lines[block - 1];
  if (ends_attribution(line) || (begins_attribution(line) && line.find('<') != std::string_view::npos))
    mark_attribution(lines, block - 1, drop);
}

/// "|text" is a quote next to "| text": the same mark, and no line between them.
bool joins(std::string_view line, std::string_view quote) {
  const auto text = trimmed(line);
  const auto mark = trimmed(quote)[0];
  return !text.empty() && text[0] == mark && (mark == ':' || (mark == '|' && text.back() != '|'));
}

void mark_quotes(Lines lines, std::vector<bool>& drop) {
  for (std::size_t i = 0; i < lines.size(); ++i)
    drop[i] = is_quote(lines[i]) || (i > 0 && drop[i - 1] && joins(lines[i], lines[i - 1]));
  for (std::size_t i = lines.size(); i-- > 1;)
    if (drop[i] && !drop[i - 1]) drop[i - 1] = joins(lines[i - 1], lines[i]);

  const std::vector<bool> quotes = drop;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!quotes[i] && has_address(lines[i]) && ends_attribution(lines[i])) mark_attribution(lines, i, drop);
    if (quotes[i] && i > 0 && !quotes[i - 1]) mark_attribution_of(lines, i, drop);
  }
}

/// The usual mark, "-- " on a line of its own.
bool is_dashes(std::string_view line) {
  return trimmed(line) == "--";
}

bool is_rule(std::string_view line) {
  const auto text = trimmed(line);
  return text.size() >= 3 && text.find_first_not_of("-_=*~") == std::string_view::npos;
}

/// The last line of [from, end) that is dashes.
std::optional<std::size_t> last_dashes(Lines lines, std::size_t from, std::size_t end) {
  for (std::size_t i = end; i-- > from;)
    if (is_dashes(lines[i])) return i;
  return std::nullopt;
}

/// The last line of [from, end) that is a rule and is followed by no quote.
std::optional<std::size_t> last_rule(Lines lines, std::size_t from, std::size_t end) {
  for (std::size_t i = end; i-- > from;) {
    if (is_rule(lines[i])) return i;
    if (is_quote(lines[i])) return std::nullopt;
  }
  return std::nullopt;
}

/// Where the signature begins; the number of lines if there is none.
std::size_t signature_begin(Lines lines) {
  std::size_t begin = 0;
  std::size_t end = lines.size();
  while (begin < end && is_blank(lines[begin])) ++begin;
  while (end > begin && is_blank(lines[end - 1])) --end;
  const auto reach = [&](std::size_t last) {
    return std::max(begin + 1, last > most_signature_lines ? last - most_signature_lines : 0);
  };
  if (begin == end) return lines.size();
  if (const auto dashes = last_dashes(lines, reach(end - 1), end)) return *dashes;
  const auto rule = last_rule(lines, reach(end - 1), end);
  if (!rule) return lines.size();
  const bool closes_a_box = *rule + 1 == end;
  return closes_a_box ? last_rule(lines, reach(*rule), *rule).value_or(*rule) : *rule;
}

}  // namespace

Strip strip_by_names(std::string_view list) {
  Strip strip;
  if (list == "none") return strip;
  for (bool more = true; more;) {
    const auto comma = list.find(',');
    const auto name = trimmed(list.substr(0, comma));
    const auto* part = std::ranges::find(parts, name, [](const auto& p) { return p.first; });
    require<InvalidOption>(part != parts.end(),
                           "there is no {} to strip: choose none, or some of headers,quotes,signatures",
                           shown(name));
    strip.*part->second = true;
    more = comma != std::string_view::npos;
    if (more) list.remove_prefix(comma + 1);
  }
  return strip;
}

std::string to_text(const Strip& strip) {
  std::string list;
  for (const auto& [name, part] : parts)
    if (strip.*part) list.append(list.empty() ? "" : ",").append(name);
  return list.empty() ? "none" : list;
}

std::string stripped(std::string_view message, const Strip& strip) {
  const auto lines = lines_of(message);
  const std::size_t headers = header_lines(lines);
  const Lines body = Lines(lines).subspan(headers);
  const std::size_t end = strip.signatures ? signature_begin(body) : body.size();
  std::vector<bool> drop(body.size(), false);
  if (strip.quotes) mark_quotes(body.first(end), drop);

  std::string kept;
  kept.reserve(message.size());
  if (!strip.headers)
    for (const auto line : Lines(lines).first(headers)) kept.append(line);
  for (std::size_t i = 0; i < end; ++i)
    if (!drop[i]) kept.append(body[i]);
  return kept;
}

MailboxReader::MailboxReader(Input input) : input_(std::move(input)) {
  std::string_view line;
  while (!more_ && input_.next_line(line)) {
    if (is_blank(line)) continue;
    require(line.starts_with("From "),
            "{}: {} does not begin a message: an mbox file has a line 'From ...' before each (give single "
            "messages as the files of a folder)",
            input_.place(), shown(line));
    more_ = true;
    line_ = input_.line();
  }
}

bool MailboxReader::next(std::string& message) {
  message.clear();
  if (!more_) return false;
  begin_ = line_;
  more_ = false;
  bool after_empty = false;
  for (std::string_view line; !more_ && input_.next_line(line);) {
    if (after_empty && line.starts_with("From ")) {
      more_ = true;
      line_ = input_.line();
    } else {
      after_empty = line.empty();
      const auto marks = std::min(line.find_first_not_of('>'), line.size());
      if (marks > 0 && line.substr(marks).starts_with("From ")) line.remove_prefix(1);
      message.append(line).push_back('\n');
    }
  }
  if (after_empty) message.pop_back();
  return true;
}

}  // namespace bellwether
