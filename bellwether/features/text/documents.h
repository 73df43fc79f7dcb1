#pragma once
// Documents, one at a time, from whatever people keep them in. Never all the text is in memory.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether {

struct Document {
  std::string id = {};
  std::string label = {};           ///< the truth, where the source has it
  std::string text = {};            ///< as it lies there, not decoded
  std::filesystem::path path = {};  ///< a file of a folder: where its text is, not read yet
};

/// The document's bytes. Several threads may ask at once, each for its own.
std::string text_of(Document document);

struct Documents {
  std::string name = {};                     ///< what errors call the source
  std::function<bool(Document&)> next = {};  ///< false when there are no more
  std::function<double()> share = {};        ///< how much was taken, 0 to 1
  bool sorted_by_id = false;                 ///< items are put in the order of their ids, not as they come
  bool labelled = false;                     ///< documents bring their labels
};

/// The files of a folder or an archive; the id is the name.
Documents documents_in_files(const std::filesystem::path& path);

/// One document a line; the id is the line's number from 0.
Documents documents_in_lines(const std::filesystem::path& path);

/// Texts that are in memory, which must outlive this; the id is the place from 0.
Documents documents_in(const std::vector<std::string>& texts);

/// The messages of an mbox; the id is the message's number from 0.
Documents documents_in_mailbox(const std::filesystem::path& path);

/// Names of columns or fields. For a table also "first", "last", or a number from 1.
struct DocumentFields {
  std::string text = "text";
  std::string id = {};     ///< empty: "id" if there is one, else the row's number from 0
  std::string label = {};  ///< empty: no labels
};

/// A column of a CSV or TSV file.
Documents documents_in_table(const std::filesystem::path& path, const DocumentFields& fields);

/// One JSON object a line.
Documents documents_in_json_lines(const std::filesystem::path& path, const DocumentFields& fields);

}  // namespace bellwether
