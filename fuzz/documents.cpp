// Documents: the bytes as JSON lines, as a column of a table and as lines, counted. The first byte chooses
// the source and how words are read.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <bellwether/data/error.h>
#include <bellwether/features/text/text_vectorizer.h>

#include "read_fuzzer.h"

namespace {

using namespace bellwether;

/// The sources read files; this one goes away with the program.
class File {
 public:
  File() : path_(std::filesystem::temp_directory_path() / fmt::format("bellwether-fuzz-{}", getpid())) {}
  ~File() { std::filesystem::remove(path_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  const std::filesystem::path& write(std::string_view bytes) const {
    std::ofstream(path_, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path_;
  }

 private:
  std::filesystem::path path_;
};

Documents documents_in(const std::filesystem::path& path, unsigned choice) {
  const DocumentFields fields{
      .text = (choice & 4) != 0 ? "last" : "text", .id = {}, .label = (choice & 8) != 0 ? "label" : ""};
  switch (choice & 3) {
    case 0:
      return documents_in_json(path, fields);
    case 1:
      return documents_in_table(path, fields);
    case 2:
      return documents_in_mailbox(path);
    default:
      return documents_in_lines(path);
  }
}

TextOptions options_for(unsigned choice) {
  TextOptions options{.min_length = 1};
  if ((choice & 16) != 0) options.language = "english";
  if ((choice & 32) != 0) options.words = WordRule::runs;
  if ((choice & 64) != 0) options.ngrams = 3;
  if ((choice & 128) != 0) options.strip = "headers,quotes,signatures";
  return options;
}

/// What is counted keeps the promises of Dataset, and is counted alike by what was stored.
void check_counts(const std::filesystem::path& path, unsigned choice) {
  TextVectorizer vectorizer{options_for(choice), {}};
  const Dataset fitted = fit_text(vectorizer, documents_in(path, choice), {}, {.threads = 1});
  check(std::get<SparseMatrix>(fitted.values));
  require_or_abort(std::ssize(fitted.ids) == fitted.items());
  require_or_abort(std::ssize(fitted.features) == fitted.rows().columns());
  const Dataset again = apply(restore_text(store(vectorizer)), documents_in(path, choice), {.threads = 2});
  require_or_abort(again.ids == fitted.ids && again.labels == fitted.labels && again.notes == fitted.notes);
  require_or_abort(std::get<SparseMatrix>(again.values).values ==
                   std::get<SparseMatrix>(fitted.values).values);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const File file;
  if (size == 0) return 0;
  try {
    check_counts(file.write({reinterpret_cast<const char*>(data) + 1, size - 1}), data[0]);
  } catch (const Error&) {
  }
  return 0;
}
