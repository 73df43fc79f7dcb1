#pragma once
// Documents, one at a time, from whatever people keep them in. Never all the text is in memory.

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <bellwether/data/reading.h>

namespace bellwether {

struct Document {
  std::string id = {};
  std::string label = {};           ///< the truth, where the source has it
  std::string text = {};            ///< as it lies there, not decoded
  std::filesystem::path path = {};  ///< a file of a folder: where its text is, not read yet
  std::uint64_t limit = 0;          ///< on what that file may unpack to
};

/// The document's bytes. Several threads may ask at once, each for its own.
std::string text_of(Document document);

struct Documents {
  std::string name = {};                     ///< what errors call the source
  std::function<bool(Document&)> next = {};  ///< false when there are no more
  std::function<double()> share = {};        ///< how much was taken, 0 to 1
  bool sorted_by_id = false;                 ///< items are put in the order of their ids, not as they come
  bool labelled = false;                     ///< documents bring their labels
  std::vector<std::string> notes = {};       ///< what was decided without being asked for
  std::function<std::vector<std::string>()> left_out =
      {};  ///< when there are no more: what was no document, by name
};

/// The files of a folder or an archive; the id is the name.
Documents documents_in_files(const std::filesystem::path& path, std::uint64_t limit = 0);

/// One document a line; the id is the line's number from 0.
Documents documents_in_lines(const std::filesystem::path& path, std::uint64_t limit = 0);

/// Texts that are in memory, which must outlive this; the id is the place from 0.
Documents documents_in(const std::vector<std::string>& texts);

/// The messages of an mbox; the id is the message's number from 0.
Documents documents_in_mailbox(const std::filesystem::path& path, std::uint64_t limit = 0);

/// Names of columns or fields. For a table also "first", "last", or a number from 1.
struct DocumentFields {
  std::string text = "text";
  std::string id = {};     ///< empty: "id" if there is one, else the row's number from 0
  std::string label = {};  ///< empty: no labels
  Reading how = {};
};

/// A column of a CSV or TSV file. Where nobody says whether its first row is a header, it is taken for one if
/// a column is asked for by its name, or if it looks like names and not like the rows below; a note says so.
Documents documents_in_table(const std::filesystem::path& path, const DocumentFields& fields);

/// JSON objects: one a line, or all in an array.
Documents documents_in_json(const std::filesystem::path& path, const DocumentFields& fields);

}  // namespace bellwether
