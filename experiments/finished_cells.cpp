#include <experiments/finished_cells.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <sstream>

#include <bellwether/data/error.h>

namespace bellwether::experiments {
namespace {

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',') {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

template <class Number>
bool parse(const std::string& text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

FinishedCells::FinishedCells(std::filesystem::path file, const std::string& settings,
                             const std::string& score)
    : file_(std::move(file)) {
  if (file_.empty()) return;
  const std::string first = "# " + settings, second = fmt::format("dataset,split,method,{},seconds", score);
  std::error_code ignored;
  if (std::filesystem::exists(file_, ignored) && std::filesystem::file_size(file_, ignored) > 0) {
    read(first, second);
    return;
  }
  std::ofstream out(file_);
  out << first << '\n' << second << '\n';
  require(out.flush().good(), "{}: cannot be written", file_.string());
}

void FinishedCells::read(const std::string& first_line, const std::string& second_line) {
  std::stringstream whole;
  whole << std::ifstream(file_, std::ios::binary).rdbuf();
  std::string text = whole.str();
  const std::size_t whole_lines = text.rfind('\n') + 1;
  const bool cut = whole_lines < text.size();
  if (cut) text.resize(whole_lines);
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  require(line == first_line,
          "{}: begins '{}', but this run would be '{}': ask for the same, or remove the file to begin anew",
          file_.string(), line, first_line);
  std::getline(in, line);
  require(line == second_line, "{}: line 2 is not '{}': remove the file to begin anew", file_.string(),
          second_line);
  // A run that was killed may leave half a line at the end, which is done again. Not before the file is known
  // to be ours.
  if (cut) std::filesystem::resize_file(file_, whole_lines);
  for (int number = 3; std::getline(in, line); ++number) {
    const auto words = cells_of(line);
    Cell cell;
    require(words.size() == 5 && parse(words[1], cell.split) && parse(words[3], cell.score) &&
                parse(words[4], cell.seconds),
            "{}: line {} is not a finished cell: remove the line, and it is done again", file_.string(),
            number);
    cell.dataset = words[0];
    cell.method = words[2];
    cells_.push_back(std::move(cell));
  }
}

void FinishedCells::add(const Cell& cell) {
  cells_.push_back(cell);
  if (file_.empty()) return;
  std::ofstream out(file_, std::ios::app);
  out << fmt::format("{},{},{},{},{:.3f}\n", cell.dataset, cell.split, cell.method, cell.score, cell.seconds);
  require(out.flush().good(), "{}: cannot be written; is the disk full?", file_.string());
}

std::optional<Cell> FinishedCells::find(const std::string& dataset, int split,
                                        const std::string& method) const {
  const auto found = std::ranges::find_if(
      cells_, [&](const Cell& c) { return c.split == split && c.dataset == dataset && c.method == method; });
  return found == cells_.end() ? std::nullopt : std::optional(*found);
}

}  // namespace bellwether::experiments
