#include <bellwether/features/text/documents.h>

#include <memory>
#include <optional>

#include <bellwether/data/error.h>
#include <bellwether/data/files.h>
#include <bellwether/data/json_records.h>
#include <bellwether/data/text.h>
#include <bellwether/features/text/mail.h>
#include <bellwether/features/text/measured_input.h>

namespace bellwether {
namespace {

namespace fs = std::filesystem;

using json = nlohmann::ordered_json;

/// A field as text: a string as it is, a number as it is written.
std::optional<std::string> field_text(const json& object, const std::string& name, const Where& place) {
  const auto at = object.find(name);
  if (at == object.end() || at->is_null()) return std::nullopt;
  require(!at->is_structured(), "{}: the field '{}' is a list or an object, where a text is needed", place,
          name);
  if (at->is_string()) return at->get<std::string>();
  return at->dump(-1, ' ', false, json::error_handler_t::replace);
}

Document from_json(const json& object, const Where& place, const DocumentFields& fields, Index number) {
  require(object.is_object(), "{}: is not a JSON object", place);
  const auto text = field_text(object, fields.text, place);
  if (!text) {
    std::string names;
    for (const auto& [name, unused] : object.items()) names += (names.empty() ? "" : ", ") + name;
    refuse("{}: has no field '{}', but: {} (say which holds the text: {})", place, fields.text,
           names.empty() ? "nothing" : names, remedy("text_column"));
  }
  Document document{.text = *text};
  const auto id = field_text(object, fields.id.empty() ? "id" : fields.id, place);
  require(id || fields.id.empty(), "{}: has no field '{}' ({})", place, fields.id, setting("id_column"));
  document.id = id.value_or(std::to_string(number));
  if (!fields.label.empty()) {
    const auto label = field_text(object, fields.label, place);
    require(label.has_value(), "{}: has no field '{}' ({})", place, fields.label, setting("label_column"));
    document.label = *label;
  }
  return document;
}

}  // namespace

std::string text_of(Document document) {
  if (document.path.empty()) return std::move(document.text);
  return bytes_of({.name = std::move(document.id), .bytes = {}, .path = std::move(document.path)},
                  document.limit);
}

Documents documents_in_files(const fs::path& path, std::uint64_t limit) {
  const auto files = std::make_shared<FileStream>(path, limit);
  return {.name = path.string(),
          .next =
              [files, limit](Document& document) {
                NamedFile file;
                if (!files->next(file)) return false;
                // What an archive holds may be packed again; a folder's files are unpacked when they are
                // read.
                const bool here = file.path.empty();
                document = {.id = file.name, .path = file.path, .limit = limit};
                if (here) document.text = bytes_of(std::move(file), limit);
                return true;
              },
          .share = [files] { return files->share(); },
          .sorted_by_id = true,
          .left_out = [files] { return files->left_out(); }};
}

Documents documents_in(const std::vector<std::string>& texts) {
  const auto at = std::make_shared<std::size_t>(0);
  const auto next = [&texts, at](Document& document) {
    if (*at == texts.size()) return false;
    document = {.id = std::to_string(*at), .text = texts[*at]};
    ++*at;
    return true;
  };
  const auto share = [&texts, at] {
    return texts.empty() ? 1.0 : static_cast<double>(*at) / static_cast<double>(texts.size());
  };
  return {.name = "the texts", .next = next, .share = share};
}

Documents documents_in_lines(const fs::path& path, std::uint64_t limit) {
  const auto source = std::make_shared<MeasuredInput>(path, limit);
  return {.name = path.string(),
          .next =
              [source](Document& document) {
                std::string_view line;
                if (!source->input.next_line(line)) return false;
                document = {.id = std::to_string(source->input.line() - 1), .text = std::string(line)};
                return true;
              },
          .share = [source] { return source->share(); }};
}

Documents documents_in_mailbox(const fs::path& path, std::uint64_t limit) {
  const auto source = std::make_shared<MeasuredInput>(path, limit);
  const auto reader = std::make_shared<MailboxReader>(source->input);
  const auto number = std::make_shared<Index>(0);
  return {.name = path.string(),
          .next =
              [source, reader, number](Document& document) {
                document = {.id = std::to_string(*number)};
                if (!reader->next(document.text)) return false;
                ++*number;
                return true;
              },
          .share = [source] { return source->share(); }};
}

Documents documents_in_json(const fs::path& path, const DocumentFields& fields) {
  const auto source = std::make_shared<MeasuredInput>(path, fields.how.limit);
  const auto records = std::make_shared<JsonRecords>(source->input);
  const auto number = std::make_shared<Index>(0);
  return {.name = path.string(),
          .next =
              [source, records, number, fields](Document& document) {
                json record;
                if (!records->next(record)) return false;
                document = from_json(record, records->place(), fields, (*number)++);
                return true;
              },
          .share = [source] { return source->share(); },
          .labelled = !fields.label.empty()};
}

}  // namespace bellwether
