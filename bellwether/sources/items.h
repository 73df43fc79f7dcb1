#pragma once
// Items as people name them: a file or a data: collection, and the truth where it is known.

#include <string>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/data/reading.h>

namespace bellwether {

struct ItemsArguments {
  std::string items = {};
  std::string truth = {};  ///< a file of id,label, or else a column of the items
  std::string id_column = {};
  std::string label_column = {};
  std::vector<std::string> ignore = {};      ///< columns of a table that are left out
  std::vector<std::string> columns = {};     ///< the only features of a table; empty: all others are
  std::vector<std::string> categories = {};  ///< columns of categories, whatever is in them
  std::vector<std::string> like = {};        ///< names of the features that an earlier table gave
  std::string missing = "error";
  std::string text_column = {};       ///< documents: the column or field that holds the text
  bool lines = false;                 ///< documents: one a line
  std::string label_folder = "auto";  ///< which subfolder names an item's class
  bool some_unlabelled = false;       ///< an empty label in a table is no error
  std::string header = "auto";        ///< whether the first row of a table names its columns
  std::string delimiter = {};         ///< of a table's cells; empty: whichever fits its first lines
  std::string limit = {};  ///< on what a pipe gives or a packed file unpacks to; empty: as they are
};

/// What --header, --delimiter and --limit say of the items. Throws InvalidOption for words that say nothing.
Reading reading_of(const ItemsArguments& arguments);
/// The same for files about the items, which have a form of their own: the limit alone.
Reading reading_beside(const ItemsArguments& arguments);

/// Throws InvalidOption if columns are chosen (`ignore`, `columns`, `categories`): of what has none, this
/// could mean nothing.
void require_no_choice_of_columns(const ItemsArguments& arguments);

/// Whether --truth names a file. Throws if it can only mean one and there is none.
bool has_truth_file(const ItemsArguments& arguments);
/// Takes the labels of the truth's file; items that it does not name have none, and a note says how many do.
void take_truth(const ItemsArguments& arguments, Dataset& items);

/// Rows of numbers with unique ids, and as their labels the truth that was asked for.
Dataset read_items(const ItemsArguments& arguments);

/// Items without values, whose ids are the first words of the lines of `file` and whose labels the second:
/// `id,cluster` for instance. A data: collection serves as well.
Dataset read_labels(const std::string& file, const std::string& second, const Reading& how = {});

}  // namespace bellwether
