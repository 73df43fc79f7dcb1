#include <cli/reports/comparison_report.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/words.h>

#include <fmt/ranges.h>

#include <algorithm>

namespace bellwether::cli {
namespace {

using Cells = std::vector<std::string>;

constexpr std::size_t words_columns = 4;  ///< the first ones, which begin at the left; then come figures
constexpr std::size_t time_width = 10;    ///< the same whatever the time is

/// "yes", "no", "7 of 10"; of several kinds each by its name.
std::string used_in_words(const Standing& standing) {
  if (standing.used.empty()) return "-";
  std::vector<std::string> parts;
  for (const EvidenceKind kind : standing.given) {
    const std::size_t count = times_used(standing, kind), all = standing.used.size();
    parts.push_back(count == 0 ? "no" : count == all ? "yes" : fmt::format("{} of {}", count, all));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "0.912 ±0.030", and without the deviation if there is a single value.
std::string in_words(const Spread& spread) {
  const auto deviation = spread.deviation();
  return fmt::format("{:.3f}{}", spread.mean(), deviation ? fmt::format(" ±{:.3f}", *deviation) : "");
}

std::string time_in_words(double seconds) {
  return seconds < 0.001 ? "<1 ms" : duration(seconds);
}

/// The sign of deviations has two bytes, and all others one.
std::size_t characters(const std::string& cell) {
  return cell.size() - (cell.find("±") == std::string::npos ? 0 : 1);
}

bool all_done(const Standing& standing, int asked) {
  return !standing.stopped && standing.repeats() == static_cast<std::size_t>(asked);
}

/// What the table shows. Repeats have a column only if some method has not all of them.
struct Columns {
  bool scores = false;
  bool repeats = false;
};

Cells row_of(const Standing& standing, const Columns& shown) {
  Cells cells{standing.best ? "*" : "", standing.method, given_in_words(standing), used_in_words(standing)};
  if (shown.repeats) cells.push_back(standing.stopped ? "stopped" : std::to_string(standing.repeats()));
  if (shown.scores)
    for (const char* name : {"nmi", "accuracy", "adjusted_rand"})
      cells.push_back(in_words(*standing.score(name)));
  cells.push_back(standing.agreement ? fmt::format("{:.3f}", *standing.agreement) : "-");
  cells.push_back(fmt::format("{:>{}}", time_in_words(standing.seconds.mean()), time_width));
  return cells;
}

void print_table(std::FILE* out, const Standings& standings, int repeats) {
  const Columns shown{standings.ranked,
                      !std::ranges::all_of(standings.methods, [&](const Standing& standing) {
                        return all_done(standing, repeats);
                      })};
  Cells heads{"", "method", "needs", "used"};
  if (shown.repeats) heads.emplace_back("repeats");
  if (shown.scores) heads.insert(heads.end(), {"NMI", "accuracy", "adj. Rand"});
  heads.insert(heads.end(), {"agreement", "a run"});
  std::vector<Cells> rows{heads};
  for (const Standing& standing : standings.methods) rows.push_back(row_of(standing, shown));
  std::vector<std::size_t> widths(heads.size(), 1);
  for (const Cells& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], characters(row[c]));
  for (const Cells& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += c < words_columns ? fmt::format("{:<{}}  ", row[c], widths[c])
                                : fmt::format("{:>{}}{}", row[c], widths[c], c + 1 < row.size() ? "  " : "");
    tell(out, "{}\n", &row == &rows.front() ? bold(out, line) : line);
  }
}

/// A line for each reason, with all that it holds for.
void print_not_run(std::FILE* out, const std::vector<NotRun>& not_run) {
  std::vector<std::pair<std::string, Cells>> reasons;
  for (const auto& [method, reason, failed] : not_run) {
    auto at = std::ranges::find(reasons, reason, &std::pair<std::string, Cells>::first);
    if (at == reasons.end()) at = reasons.insert(at, {reason, {}});
    at->second.push_back(method);
  }
  if (reasons.empty()) return;
  tell(out, "\n{}\n", bold(out, "not run"));
  for (const auto& [reason, methods] : reasons)
    tell(out, "{}\n",
         wrapped(fmt::format("  {}: {}", fmt::join(methods, ", "), with_flags(reason)), width_of(out), 4));
}

}  // namespace

std::string given_in_words(const Standing& standing) {
  std::vector<std::string_view> names;
  for (const EvidenceKind kind : standing.given) names.push_back(name_of(kind));
  return names.empty() ? "nothing" : fmt::format("{}", fmt::join(names, ", "));
}

std::size_t times_used(const Standing& standing, EvidenceKind kind) {
  return static_cast<std::size_t>(
      std::ranges::count_if(standing.used, [&](EvidenceKinds used) { return used.contains(kind); }));
}

void print_comparison(std::FILE* out, const ComparisonReport& report) {
  const int width = width_of(out);
  const auto say = [&](const std::string& text) { tell(out, "{}\n", wrapped(text, width, 2)); };
  const auto last = report.random_seed + static_cast<std::uint64_t>(report.repeats) - 1;
  say(fmt::format("{}: {}, {}, {} of each method, random seed {}{}", printable(report.source, 200),
                  counted(report.items, "item"), counted(report.clusters, "cluster"),
                  counted(report.repeats, "repeat"), report.random_seed,
                  report.repeats > 1 ? fmt::format(" to {}", last) : ""));
  if (report.k_choice) say(with_flags(in_words(*report.k_choice)) + " (once, for all methods)");
  if (report.standings.ranked && report.covered > 0)
    say(fmt::format("scores are over the items that the knowledge says nothing about: {}",
                    report.items - report.covered));
  tell(out, "\n");
  print_table(out, report.standings, report.repeats);
  tell(out, "\n");
  say(with_flags(report.standings.verdict));
  if (std::ranges::count(report.standings.methods, true, &Standing::best) > 1)
    say(fmt::format("* the best, and what is not told apart from it (p at least {})", told_apart));
  for (const Standing& standing : report.standings.methods)
    if (!standing.notes.empty())
      print_note(out, fmt::format("{}: {}", standing.method, fmt::join(standing.notes, "; ")));
  Cells failed;
  for (const NotRun& one : report.not_run)
    if (one.failed) failed.push_back(one.method);
  if (!failed.empty())
    print_note(out, fmt::format("{} failed and {} not ranked: see \"not run\" for the reason",
                                fmt::join(failed, ", "), failed.size() == 1 ? "is" : "are"));
  if (report.interrupted) print_note(out, "interrupted: this is what was finished");
  print_not_run(out, report.not_run);
  if (!report.folder.empty()) tell(out, "\n");
  if (!report.folder.empty())
    say(fmt::format("written to {}: comparison.json, and a folder for each method",
                    printable(report.folder, 200)));
}

}  // namespace bellwether::cli
