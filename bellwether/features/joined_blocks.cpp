#include <bellwether/features/joined_blocks.h>

#include <cmath>
#include <numeric>

#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether {

Index JoinedBlocks::columns() const {
  return std::accumulate(widths.begin(), widths.end(), Index{0});
}

void apply(const JoinedBlocks& blocks, Dataset& items, const Run& run) {
  require(!items.sparse() && items.rows().columns() == blocks.columns(),
          "the items have {} {} columns, but the blocks that are joined have {} dense ones",
          items.rows().columns(), items.sparse() ? "sparse" : "dense", blocks.columns());
  Matrix& rows = std::get<Matrix>(items.values);
  const auto work = [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      Index column = 0;
      int filled = 0;
      for (const Index width : blocks.widths) {
        auto block = rows.row(i).segment(column, width);
        block.stableNormalize();
        if (!block.isZero(0)) ++filled;
        column += width;
      }
      if (filled > 1) rows.row(i) /= std::sqrt(filled);
    }
  };
  for_each_block(rows.rows(), work, run);
}

StoredStep store(const JoinedBlocks& blocks) {
  Matrix widths(std::ssize(blocks.widths), 1);
  for (std::size_t b = 0; b < blocks.widths.size(); ++b)
    widths(static_cast<Index>(b), 0) = static_cast<double>(blocks.widths[b]);
  return {.kind = "blocks", .tables = {{"widths", widths}}};
}

JoinedBlocks restore_joined_blocks(const StoredStep& step) {
  require(step.kind == "blocks", "a stored step '{}' cannot be restored as joined blocks", step.kind);
  const Matrix& widths = parameter(step.tables, "widths");
  require(widths.cols() == 1 && widths.rows() > 0, "joined blocks do not say how wide they are");
  JoinedBlocks restored;
  constexpr double widest = 1e9;
  for (Index b = 0; b < widths.rows(); ++b) {
    const double width = widths(b, 0);
    require(width >= 1 && width <= widest && width == std::floor(width),
            "a joined block is {} columns wide, which it cannot be", width);
    restored.widths.push_back(static_cast<Index>(width));
  }
  return restored;
}

}  // namespace bellwether
