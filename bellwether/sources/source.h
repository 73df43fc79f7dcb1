#pragma once
// What kind of thing ITEMS names: a table of numbers, or documents, pictures or series that must become one.

#include <bellwether/sources/items.h>

#include <bellwether/features/vectorizer.h>

namespace bellwether {

enum class SourceForm {
  numbers,     ///< a file that read() knows, or a data: collection of numbers
  files,       ///< a folder or an archive
  lines,       ///< one document a line
  mailbox,     ///< an mbox
  table,       ///< a column of a CSV or TSV file
  json_lines,  ///< JSON objects, one a line or in an array
  collection,  ///< a data: collection of texts
};

/// By what it is called, what it is, and what was said about it.
SourceForm form_of(const ItemsArguments& arguments);

/// The words for --features that fit the source if nobody said: words, sift for a folder of pictures, or
/// nothing.
std::string natural_features(const ItemsArguments& arguments, SourceForm form);

struct RawReading {
  bool fit = true;  ///< learn the vocabulary or codebook from these items; otherwise apply what was learned
  Pairs pointed = {};  ///< labels of some items, by id, that the vocabulary should tell apart
};

/// The texts themselves, for a second look at some of them; without labels. Throws where reading the items
/// would.
Documents open_documents(const ItemsArguments& arguments);

/// Items through the extractor, with unique ids, and as their labels the truth that was asked for, or else
/// the names of their folders. An item without a truth has an empty label.
Dataset read_raw(const ItemsArguments& arguments, Extractor& extractor, const RawReading& how,
                 const Run& run);

}  // namespace bellwether
