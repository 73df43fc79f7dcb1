#pragma once
// EM for topics over counts that the device holds, with the additions of bellwether/topics in their order: a row's products and
// its next mixture as in kernels/em_row.h; what rows give to a topic's feature shard by shard, one row after the other, and shards in
// the tree of engine/shards.h; then the next topics as in em.cpp.
//
// Of a posterior nothing is kept but r_ij, one number for each stored value: the rows leave it there, and the columns find it.

#include <memory>
#include <vector>

#include "sparse.cuh"

namespace bellwether::cuda {

/// Tables have rows of `width` numbers: a topic each, then zeros.
struct TopicRows {
  SparseLayout counts = {};
  int width = 0;
  const double* scales = nullptr;
  const double* table = nullptr;  ///< phi: columns x width
  const double* now = nullptr;    ///< theta: rows x width
  double* next = nullptr;
  double* ratios = nullptr;      ///< r of each stored value
  double* objectives = nullptr;  ///< of each row
};

/// A pass over the rows: the log-likelihood of each, its next mixture, and what its values leave for the columns.
void pass_rows(const TopicRows& rows, const Machine& machine, cudaStream_t stream);
/// The widest tables that pass_rows() has room for.
int widest_table(const Machine& machine);

/// The values of one column that belong to one shard. Cells follow each other as columns do, and in a column as shards do.
struct Cells {
  std::int64_t count = 0;
  Buffer<unsigned> starts = {};                ///< count + 1: in ByColumn
  Buffer<unsigned char> together = {};         ///< how many halvings of all shards leave it with the cell before it
  Buffer<std::int64_t> columns = {};           ///< columns + 1: the first cell of each
  Buffer<unsigned> by_shard = {};              ///< the cells in the order of the shards: their mixtures stay in the cache
};
Cells cells_of(const SparseLayout& counts, const ByColumn& values, std::int64_t shard_rows, cudaStream_t stream);

/// What the rows give to some topics of all features.
struct TopicSums {
  int width = 0;
  int first = 0, topics = 0;  ///< those topics; at most `most_at_once`
  double weight = 1;
  const double* ratios = nullptr;
  const double* now = nullptr;
  double* of_cells = nullptr;  ///< cells x topics
  double* sums = nullptr;      ///< columns x width
  bool more = false;           ///< to be added to what is there, from another part
  static constexpr int most_at_once = 128;
};
void sum_columns(const TopicSums& sums, const Cells& cells, const ByColumn& values, std::int64_t columns,
                 cudaStream_t stream);

/// Features whose products are added up one after the other.
constexpr int feature_block = 1024;

/// table_jz <- table_jz sums_jz, each topic to sum 1; `totals` is room for feature blocks + 1 rows.
void next_table(std::int64_t columns, int width, double* sums, double* totals, double* table, cudaStream_t stream);

/// One search.
class Topics {
 public:
  /// `items` are those of the parts.
  Topics(int device, const BellwetherDeviceTopics& topics, const std::vector<SparseItems*>& items);

  void round(double* objectives);
  void update();
  void found(double* table, double* const* mixtures);

  int device() const { return device_; }
  void enter() const { check(cudaSetDevice(device_)); }

 private:
  struct Part {
    SparseItems* items = nullptr;
    std::int64_t shard_rows = 1;
    int shards = 1;
    double weight = 1;
    ByColumn values = {};
    Cells cells = {};
    Buffer<double> scales = {}, now = {}, next = {}, ratios = {}, objectives = {}, of_shards = {};
  };
  void take(const BellwetherDeviceTopicPart& given, SparseItems& items);
  void make_room_for_cells();
  /// Throws a Failure if so many bytes are not left.
  void spend(std::int64_t numbers, std::size_t bytes = sizeof(double));
  TopicRows rows_of(Part& part) const;

  int device_;
  int width_;
  std::int64_t columns_ = 0;
  std::uint64_t room_ = 0, spent_ = 0;  ///< bytes
  Machine machine_ = {};
  Stream stream_ = {};
  std::vector<std::unique_ptr<Part>> parts_ = {};
  Buffer<double> table_ = {}, sums_ = {}, totals_ = {}, of_cells_ = {};
  int at_once_ = 0;  ///< topics whose cells there is room for
};

}  // namespace bellwether::cuda
