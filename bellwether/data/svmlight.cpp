// SVMlight and libsvm: `label index:value index:value ... # comment`, one item a line.
//   T. Joachims. Making large-scale SVM learning practical. 1999.

#include <bellwether/data/cell.h>
#include <bellwether/data/columns.h>
#include <bellwether/data/error.h>
#include <bellwether/data/formats.h>
#include <bellwether/data/missing.h>
#include <bellwether/data/sparse_builder.h>
#include <bellwether/data/text.h>

#include <cmath>

namespace bellwether {
namespace {

class SvmlightReader {
 public:
  SvmlightReader(Input& input, const ReadOptions& options) : input_(input), options_(options) {}

  Dataset read() {
    std::string_view line;
    while (input_.next_line(line)) {
      line = trim(line.substr(0, line.find('#')));
      if (!line.empty()) add_row(line);
    }
    require(builder_.rows() > 0, "{}: has no rows of data", input_.name());
    require(builder_.columns_seen() > (from_zero_ ? 0 : 1), "{}: no row has a feature", input_.name());
    Dataset dataset;
    dataset.values = from_zero_ ? builder_.finish(builder_.columns_seen()) : counted_from_one();
    dataset.labels = std::move(labels_);
    if (from_zero_) dataset.notes.push_back(fmt::format("{}: features are counted from 0", input_.name()));
    settle_missing(dataset, options_.missing, input_.name());
    return dataset;
  }

 private:
  void add_row(std::string_view line) {
    const auto label = next_word(line);
    require(label.find(':') == std::string_view::npos, "{}: starts with {}, where a label is needed",
            input_.place(), shown(label));
    labels_.emplace_back(label);
    for (auto word = next_word(line); !word.empty(); word = next_word(line)) add_entry(word);
    const auto twice = builder_.end_row();
    require(!twice, "{}: feature {} has two values (remove one)", input_.place(), twice.value_or(0));
  }

  void add_entry(std::string_view word) {
    const auto colon = word.find(':');
    const auto index = word.substr(0, colon);
    require(colon != std::string_view::npos, "{}: {} is not of the form index:value", input_.place(),
            shown(word));
    if (index == "qid") return;  // which query the item answers: ranking has a use for it, clustering has not
    const auto number = to_count(index);
    require(number && *number < most_columns, "{}: {} is not a feature's number (0 to {})", input_.place(),
            shown(index), most_columns - 1);
    from_zero_ |= *number == 0;
    builder_.add(*number, require_value(word.substr(colon + 1), *number));
  }

  double require_value(std::string_view text, Index feature) const {
    const auto value = cell_value(text, options_.missing);
    if (!value)
      refuse_cell({input_.name(), input_.line(), std::to_string(feature), std::string(text)},
                  fmt::format("feature {}", feature));
    return *value;
  }

  /// Whether 0 occurs is known only at the end of the file.
  SparseMatrix counted_from_one() {
    auto matrix = builder_.finish(builder_.columns_seen() - 1);
    for (auto& column : matrix.column_of) --column;
    return matrix;
  }

  Input& input_;
  const ReadOptions& options_;
  SparseBuilder builder_;
  std::vector<std::string> labels_;
  bool from_zero_ = false;
};

}  // namespace

Dataset read_svmlight(Input& input, const ReadOptions& options) {
  require_no_columns_asked(options, input.name(), "in SVMlight form, which starts each row with its label,");
  return SvmlightReader(input, options).read();
}

}  // namespace bellwether
