#include <experiments/page.h>

#include <algorithm>

#include <fmt/format.h>

#include <bellwether/engine/overloaded.h>

namespace bellwether::experiments {
namespace {

/// Columns as wide as their widest cell, the first to the left and the others to the right.
std::string markdown_table(const Lines& lines) {
  std::vector<std::size_t> widths(lines.front().size());
  for (const auto& line : lines)
    for (std::size_t c = 0; c < line.size(); ++c) widths[c] = std::max(widths[c], line[c].size());
  std::string text;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    for (std::size_t c = 0; c < widths.size(); ++c)
      text += c == 0 ? fmt::format("| {:<{}} ", lines[at][c], widths[c])
                     : fmt::format("| {:>{}} ", lines[at][c], widths[c]);
    text += "|\n";
    if (at > 0) continue;
    for (std::size_t c = 0; c < widths.size(); ++c)
      text += fmt::format("|{}{}", std::string(widths[c] + 1, '-'), c == 0 ? "-" : ":");
    text += "|\n";
  }
  return text;
}

/// Charts are for pages that can draw: their tables say the same.
std::string markdown(const Part& part) {
  return std::visit(
      Overloaded{[](const Heading& heading) { return fmt::format("## {}\n", heading.text); },
                 [](const Paragraph& paragraph) { return paragraph.text + "\n"; },
                 [](const Command& command) { return fmt::format("    {}\n", command.text); },
                 [](const Bullets& bullets) {
                   std::string text;
                   for (const std::string& one : bullets.texts) text += fmt::format("- {}\n", one);
                   return text;
                 },
                 [](const TablePart& table) { return markdown_table(table.lines); },
                 [](const Curves&) { return std::string(); }, [](const Scatter&) { return std::string(); }},
      part);
}

}  // namespace

std::string figures_table(const Outcome& outcome) {
  if (!outcome.tables.empty()) {
    std::string text;
    for (const OwnTable& table : outcome.tables)
      text += fmt::format("{}{}\n\n{}", text.empty() ? "" : "\n", table.title, markdown_table(table.lines));
    return text;
  }
  if (!outcome.side_by_side) return markdown_table(long_table(outcome));
  if (!outcome.axis.empty()) return markdown_table(curves_table(curves_of(outcome)));
  return markdown_table(side_by_side_table(outcome, false)) + "\n" +
         markdown_table(side_by_side_table(outcome, true));
}

std::string page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                    const std::string& command) {
  const Report report = report_of(experiment, request, outcome, command);
  std::string page = fmt::format("# {}\n", report.title);
  for (const Part& part : report.parts)
    if (const std::string text = markdown(part); !text.empty()) page += "\n" + text;
  return page;
}

}  // namespace bellwether::experiments
