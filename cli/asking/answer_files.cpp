#include <cli/asking/answer_files.h>
#include <cli/terminal/words.h>

#include <algorithm>
#include <array>
#include <ostream>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/error.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* record_name = "asked.csv";
constexpr std::array<const char*, 3> knowledge_names{"seeds.csv", "must-link.csv", "cannot-link.csv"};
const std::vector<std::string> columns{"kind", "first", "second", "why", "answer"};
const std::vector<std::string> kinds{"label", "pair", "group"};

Index find_item(const ItemIds& ids, const std::string& id) {
  const auto at = ids.find(id);
  require(at.has_value(), "no item has the id {}; are these answers about other items?", shown(id));
  return static_cast<Index>(*at);
}

Question question_in(const TableRow& row, const ItemIds& ids) {
  const auto kind = std::ranges::find(kinds, row.cells[0]);
  require(kind != kinds.end(), "{} is no kind of question: label, pair or group", shown(row.cells[0]));
  Question question{.kind = static_cast<QuestionKind>(kind - kinds.begin()), .why = row.cells[3]};
  question.items.push_back(find_item(ids, row.cells[1]));
  require((question.kind == QuestionKind::label) == row.cells[2].empty(),
          "a question of the kind {} has {} item", row.cells[0],
          question.kind == QuestionKind::label ? "one" : "a second");
  if (question.kind != QuestionKind::label) question.items.push_back(find_item(ids, row.cells[2]));
  return question;
}

/// The reader leaves blank lines out; between answers one is a mistake.
void require_no_gap(const TableRow& row, Index& next_line) {
  require(row.line <= next_line, "line {} is empty: an answer may be missing", next_line);
  Index lines = 1;
  for (const std::string& cell : row.cells) lines += std::ranges::count(cell, '\n');
  next_line = row.line + lines;
}

std::string answer_in_words(const Answer& answer) {
  switch (answer.reply) {
    case Reply::yes:
      return "yes";
    case Reply::no:
      return "no";
    case Reply::unknown:
      return "unknown";
    case Reply::name:
      break;
  }
  return answer.name;
}

void write_row(std::ostream& out, const std::vector<std::string>& cells) {
  for (std::size_t c = 0; c < cells.size(); ++c) out << (c == 0 ? "" : ",") << csv_cell(cells[c]);
  out << '\n';
}

void write_question(std::ostream& out, const Session& session, const Question& question,
                    const std::string& answer) {
  const Dataset& items = session.material().items;
  write_row(out, {kinds[static_cast<std::size_t>(question.kind)], items.id(question.items.front()),
                  question.items.size() > 1 ? items.id(question.items.back()) : "", question.why, answer});
}

/// A file of pairs with this header; none if there are none.
void write_pairs(const fs::path& file, const std::vector<std::string>& header,
                 const std::vector<std::vector<std::string>>& rows) {
  std::error_code ignored;
  if (rows.empty()) {
    fs::remove(file, ignored);
    return;
  }
  write_atomically(file, [&](std::ostream& out) {
    write_row(out, header);
    for (const auto& row : rows) write_row(out, row);
  });
}

std::vector<std::vector<std::string>> in_ids(const std::vector<Link>& links, const Dataset& items) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [first, second] : links) rows.push_back({items.id(first), items.id(second)});
  return rows;
}

}  // namespace

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files{record_in(folder)};
  for (const char* name : knowledge_names) files.push_back(folder / name);
  return files;
}

fs::path record_in(const fs::path& folder) {
  return folder / record_name;
}

void read_answers(const fs::path& file, Session& session, std::vector<Answered>& answered) {
  const std::vector<TableRow> rows = read_table(file);
  const ItemIds ids(session.material().items);
  require(!rows.empty() && rows.front().cells == columns, "{}: does not begin with the columns {}",
          file.string(), fmt::join(columns, ","));
  Index next_line = rows.front().line;
  for (std::size_t r = 0; r < rows.size(); ++r) try {
      require_no_gap(rows[r], next_line);
      if (r == 0) continue;
      require(rows[r].cells.size() == columns.size(), "has {}, not {}",
              counted(std::ssize(rows[r].cells), "cell"), columns.size());
      const Question question = question_in(rows[r], ids);
      if (rows[r].cells[4].empty()) continue;
      const Answer answer = answer_in(std::string(trim(rows[r].cells[4])), question, session);
      take_answer(session, question, answer);
      answered.push_back({question, answer});
    } catch (const InvalidInput& error) {
      throw InvalidInput(fmt::format("{}:{}: {}", file.string(), rows[r].line, error.text()));
    }
}

void write_batch(const fs::path& file, const Session& session, const std::vector<Question>& questions) {
  write_atomically(file, [&](std::ostream& out) {
    write_row(out, columns);
    for (const Question& question : questions) write_question(out, session, question, "");
  });
}

void write_answers(const fs::path& folder, const Session& session, const std::vector<Answered>& answered) {
  const Evidence& evidence = session.evidence();
  const Dataset& items = session.material().items;
  write_atomically(record_in(folder), [&](std::ostream& out) {
    write_row(out, columns);
    for (const auto& [question, answer] : answered)
      write_question(out, session, question, answer_in_words(answer));
  });
  const std::vector<std::string> names = session.names();
  std::vector<std::vector<std::string>> seeds;
  for (std::size_t i = 0; i < evidence.seeds.size(); ++i)
    if (evidence.seeds[i] != unlabelled)
      seeds.push_back({items.id(static_cast<Index>(i)), names[static_cast<std::size_t>(evidence.seeds[i])]});
  write_pairs(folder / knowledge_names[0], {"id", "label"}, seeds);
  write_pairs(folder / knowledge_names[1], {"id", "id"}, in_ids(evidence.must_link, items));
  write_pairs(folder / knowledge_names[2], {"id", "id"}, in_ids(evidence.cannot_link, items));
}

void require_own_answers(const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(record_in(folder), ignored)) return;
  for (const char* name : knowledge_names)
    require<InvalidOption>(
        !fs::exists(folder / name, ignored),
        "{} is there, and no earlier `ask` wrote it; name another folder with -o DIR, or replace "
        "it with --force",
        printable((folder / name).string(), 200));
}

}  // namespace bellwether::cli
