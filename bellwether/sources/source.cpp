#include <bellwether/sources/source.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include <bellwether/collections/collections.h>
#include <bellwether/data/byte_source.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>
#include <bellwether/data/files.h>
#include <bellwether/data/json_records.h>
#include <bellwether/data/text.h>
#include <bellwether/features/images/picture_format.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

/// Without .gz or .zst.
std::string ending_of(const std::string& name) {
  fs::path path = lower(name);
  if (path.extension() == ".gz" || path.extension() == ".zst") path.replace_extension();
  return path.extension().string();
}

bool begins_like_a_mailbox(const std::string& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  char head[5];
  const ByteSource source = unpacked(file_source(file), file);
  return read_fully(source, head, sizeof head) == sizeof head && std::string_view(head, 5) == "From ";
}

/// What begins like JSON, and whether its records seem to have a field `text` with text in it.
enum class LooksLike { other, json, json_texts };

LooksLike look_of(const std::string& file) {
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return LooksLike::other;
  std::string head(1 << 16, '\0');
  head.resize(read_fully(unpacked(file_source(file), file), head.data(), head.size()));
  if (!begins_like_json(head)) return LooksLike::other;
  const std::size_t at = head.find("\"text\"");
  if (at == std::string::npos) return LooksLike::json;
  const std::size_t value = head.find_first_not_of(" :\t\r\n", at + 6);
  return value < head.size() && head[value] == '"' ? LooksLike::json_texts : LooksLike::json;
}

/// A file that is one text: by its name no table, and not said to hold several.
bool is_one_text(const ItemsArguments& arguments) {
  static constexpr std::array<std::string_view, 14> tables{".csv",    ".tsv",      ".tab",  ".npy", ".npz",
                                                           ".svm",    ".svmlight", ".mtx",  ".mat", ".arff",
                                                           ".libsvm", ".dat",      ".json", ".data"};
  std::error_code ignored;
  return fs::is_regular_file(arguments.items, ignored) &&
         std::ranges::find(tables, ending_of(arguments.items)) == tables.end();
}

bool is_one_picture(const ItemsArguments& arguments) {
  std::error_code ignored;
  return fs::is_regular_file(arguments.items, ignored) &&
         sound_picture(bytes_of({.name = arguments.items, .path = arguments.items})).has_value();
}

/// Whether most of the first files are pictures.
bool holds_pictures(const fs::path& path) {
  constexpr int looked_at = 16;
  FileStream files(path);
  int pictures = 0, seen = 0;
  for (NamedFile file; seen < looked_at && files.next(file); ++seen)
    pictures += sound_picture(bytes_of(std::move(file))).has_value() ? 1 : 0;
  return 2 * pictures > seen;
}

LabelFolder label_folder_of(const std::string& name) {
  if (name == "none") return LabelFolder::none;
  if (name == "parent") return LabelFolder::parent;
  require<InvalidOption>(name == "auto" || name == "top",
                         "{} is '{}', but must be one of auto, none, top, parent", setting("label_folder"),
                         name);
  return LabelFolder::top;
}

/// The names of folders as the truth. Unless they were asked for, only if they look like classes.
void label_by_folders(Dataset& items, const ItemsArguments& arguments) {
  std::vector<std::string> labels = labels_from_folders(items.ids, label_folder_of(arguments.label_folder));
  const std::set<std::string> classes(labels.begin(), labels.end());
  const auto without = std::ranges::count(labels, "");
  const auto found = static_cast<std::int64_t>(classes.size()) - (without > 0 ? 1 : 0);
  const bool asked = arguments.label_folder != "auto";
  require(!asked || labels.empty() || found > 0, "{}: has no subfolders whose names could be labels",
          arguments.items);
  if (!asked && (found < 2 || 10 * without > items.items())) return;
  items.labels = std::move(labels);
  if (!asked)
    items.notes.push_back(
        fmt::format("the names of {} subfolders are taken as the truth, for the scores alone ({} leaves them "
                    "out)",
                    found, setting("label_folder", "none")));
  if (without > 0)
    items.notes.push_back(fmt::format("{} in no subfolder, and not scored",
                                      counted(without, "item") + (without == 1 ? " is" : " are")));
}

Documents documents_of(const ItemsArguments& arguments, SourceForm form, const std::string& label_column) {
  const DocumentFields fields{.text = arguments.text_column.empty() ? "text" : arguments.text_column,
                              .id = arguments.id_column,
                              .label = label_column,
                              .how = reading_of(arguments)};
  const std::uint64_t limit = fields.how.limit;
  const bool has_fields = form == SourceForm::table || form == SourceForm::json_lines;
  require<InvalidOption>(has_fields || (arguments.id_column.empty() && label_column.empty()),
                         "{} has no columns: leave out {}, {} and a column as {}", arguments.items,
                         setting("id_column"), setting("label_column"), setting("truth"));
  require_no_choice_of_columns(arguments);
  switch (form) {
    case SourceForm::lines:
      return documents_in_lines(arguments.items, limit);
    case SourceForm::mailbox:
      return documents_in_mailbox(arguments.items, limit);
    case SourceForm::table:
      return documents_in_table(arguments.items, fields);
    case SourceForm::json_lines:
      return documents_in_json(arguments.items, fields);
    case SourceForm::collection:
      return collection_documents(arguments.items);
    case SourceForm::numbers:
    case SourceForm::files:
      break;
  }
  return documents_in_files(arguments.items, limit);
}

Dataset read_text(const ItemsArguments& arguments, SourceForm form, TextVectorizer& text,
                  const RawReading& how, const std::string& label_column, const Run& run) {
  const bool one = !how.fit && form == SourceForm::numbers && is_one_text(arguments);
  require<InvalidOption>(
      form != SourceForm::numbers || one,
      "{} is no text that {} can read: name a folder, an archive, a .jsonl or an mbox, a column with {}, or "
      "say {} if every line is a document",
      arguments.items, setting("features", "words"), remedy("text_column"), remedy("lines"));
  Documents documents = documents_of(arguments, form, label_column);
  return how.fit ? fit_text(text, std::move(documents), how.pointed, run)
                 : apply(text, std::move(documents), run);
}

Dataset read_other(const ItemsArguments& arguments, SourceForm form, Extractor& extractor, bool fit,
                   const Run& run) {
  if (form == SourceForm::numbers && !fit && is_one_picture(arguments))
    return extract_files(extractor, arguments.items, run);
  if (form == SourceForm::numbers) return extract_rows(extractor, read_items(arguments));
  require<InvalidOption>(form == SourceForm::files, "{} needs a folder or an archive, which {} is not",
                         setting("features", name_of(extractor)), arguments.items);
  return fit ? fit_files(extractor, arguments.items, run) : extract_files(extractor, arguments.items, run);
}

}  // namespace

SourceForm form_of(const ItemsArguments& arguments) {
  const std::string& items = arguments.items;
  require<InvalidOption>(!arguments.lines || arguments.text_column.empty(),
                         "{} takes whole lines and {} a column: give one of them", setting("lines"),
                         setting("text_column"));
  if (is_collection(items)) return is_text_collection(items) ? SourceForm::collection : SourceForm::numbers;
  std::error_code ignored;
  if (fs::is_directory(items, ignored)) return SourceForm::files;
  if (arguments.lines) return SourceForm::lines;
  const std::string ending = ending_of(items);
  if (ending == ".jsonl" || ending == ".ndjson") return SourceForm::json_lines;
  if (!is_archive(items)) {
    const LooksLike look = look_of(items);
    if (look == LooksLike::json_texts || (look == LooksLike::json && !arguments.text_column.empty()))
      return SourceForm::json_lines;
  }
  if (!arguments.text_column.empty()) return SourceForm::table;
  if (is_archive(items)) return SourceForm::files;
  if (ending == ".mbox" || begins_like_a_mailbox(items)) return SourceForm::mailbox;
  return SourceForm::numbers;
}

std::string natural_features(const ItemsArguments& arguments, SourceForm form) {
  if (form == SourceForm::numbers) return {};
  if (form == SourceForm::files && reads_pictures() && holds_pictures(arguments.items)) return "sift";
  return "words";
}

Documents open_documents(const ItemsArguments& arguments) {
  return documents_of(arguments, form_of(arguments), {});
}

Dataset read_raw(const ItemsArguments& arguments, Extractor& extractor, const RawReading& how,
                 const Run& run) {
  const SourceForm form = form_of(arguments);
  label_folder_of(arguments.label_folder);
  const bool truth_from_file = has_truth_file(arguments);
  const bool truth_is_a_column = !arguments.truth.empty() && !truth_from_file;
  require<InvalidOption>(
      !truth_is_a_column || arguments.label_column.empty() || arguments.label_column == arguments.truth,
      "{} and {} ask for two columns of labels: give one of them", setting("truth", arguments.truth),
      setting("label_column", arguments.label_column));
  const std::string label_column = truth_is_a_column ? arguments.truth : arguments.label_column;

  auto* text = std::get_if<TextVectorizer>(&extractor);
  if (text == nullptr && form == SourceForm::numbers)
    return read_other(arguments, form, extractor, how.fit, run);
  Dataset items = text != nullptr ? read_text(arguments, form, *text, how, label_column, run)
                                  : read_other(arguments, form, extractor, how.fit, run);
  require_ids_unique(items);
  for (const std::string& name : result_folders_below(arguments.items))
    items.notes.push_back(fmt::format("the folder {} holds a result of bellwether and was left out", name));
  if (truth_from_file)
    take_truth(arguments, items);
  else if (form == SourceForm::files)
    label_by_folders(items, arguments);
  return items;
}

}  // namespace bellwether
