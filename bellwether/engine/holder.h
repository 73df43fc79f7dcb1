#pragma once
// Holder: who holds the items of a search, this process or workers. What a search asks is the same: sums over
// their shards by a step (part.h), merged in one tree, and answers of each part. So a method has one body,
// and its result does not show where the items were.

#include <memory>
#include <utility>
#include <vector>

#include <bellwether/engine/iterate.h>
#include <bellwether/engine/part.h>
#include <bellwether/engine/workers.h>

namespace bellwether {

class Holder {
 public:
  /// `items` and `seeds` (for each of them a label or `unlabelled`; empty: none) must outlive it. If the run
  /// has workers, they hold the items and their seeds, and both are empty; if it has a source, that has the
  /// items.
  Holder(const Rows& items, std::span<const int> seeds, const Run& run);

  Index rows() const { return shape().rows; }
  Index columns() const { return shape().columns; }
  const Shape& shape() const { return shape_; }
  bool sparse() const { return workers() ? workers()->sparse() : items_.sparse(); }
  bool seeded() const { return workers() ? workers()->seeded() : !part_->seeds().empty(); }

  const Run& run() const { return run_; }
  Workers* workers() const { return run_.workers; }  ///< null: the items are here, or in the source
  const RowSource* source() const { return run_.source; }
  bool here() const { return workers() == nullptr && source() == nullptr; }
  const Rows& items() const { return items_; }  ///< if they are here
  std::span<const int> seeds() const { return part_ ? part_->seeds() : std::span<const int>(); }

  /// The sum over all shards for a model.
  template <class Step>
  typename Step::Statistics sum(const typename Step::Model& model) const {
    using Memory = typename Step::Memory;
    if (workers()) return from_bytes<typename Step::Statistics>(workers()->sum(Step::name, bytes_of(model)));
    return memory_->use<Memory>(memory_name_of<Step>(), [&](Memory& memory) {
      return whole_of(visit_part<Step>(*part_, memory, model, run_));
    });
  }

  /// What each part answers, in the order of the items.
  template <class Question>
  std::vector<typename Question::Answer> ask(const Question& question) const {
    using Memory = typename Question::Memory;
    std::vector<typename Question::Answer> answers;
    if (workers()) {
      for (const Bytes& bytes : workers()->ask(Question::name, bytes_of(question)))
        answers.push_back(from_bytes<typename Question::Answer>(bytes));
    } else {
      answers.push_back(memory_->use<Memory>(
          Question::memory_name, [&](Memory& memory) { return question.answer(*part_, memory, run_); }));
    }
    return answers;
  }

  /// What a step remembers of items that are here: to begin with, and in the end.
  template <class Step>
  void remember(typename Step::Memory memory) const {
    using Memory = typename Step::Memory;
    memory_->use<Memory>(Step::name, [&](Memory& kept) { kept = std::move(memory); });
  }
  template <class Step, class Look>
  auto recall(const Look& look) const {
    using Memory = typename Step::Memory;
    return memory_->use<Memory>(Step::name, [&](Memory& kept) { return look(std::as_const(kept)); });
  }

  /// Rounds of a step that labels items: fit and what it says of each of them, or where that is.
  template <class Step, class Update>
  Fit<typename Step::Model> iterate(typename Step::Model start, const Update& update, const Limits& limits,
                                    Clustering& result) const {
    keep_labels<Step>();
    std::vector<double> sizes;
    const auto assess = [&](const typename Step::Model& model) {
      auto statistics = sum<Step>(model);
      const Vector& counted = sizes_of(statistics);
      sizes.assign(counted.begin(), counted.end());
      return statistics;
    };
    auto fit = alternate(std::move(start), assess, update, limits, run_);
    if (workers())
      result.elsewhere = {Step::name, bytes_of(fit.model), std::move(sizes)};
    else
      take_labels<Step>(result);
    return fit;
  }

 private:
  /// Of hard clusters the counts are the sizes.
  static const Vector& sizes_of(const auto& statistics) {
    if constexpr (requires { statistics.sizes; })
      return statistics.sizes;
    else
      return statistics.counts;
  }
  template <class Step>
  void keep_labels() const {
    using Memory = typename Step::Memory;
    if (!workers()) memory_->use<Memory>(Step::name, [](Memory& memory) { Step::keep(memory); });
  }
  template <class Step>
  void take_labels(Clustering& result) const {
    Noted noted = recall<Step>([](const auto& memory) { return Step::noted(memory); });
    result.labels = std::move(noted.labels);
    result.probabilities = std::move(noted.probabilities);
  }

  Run run_;
  Rows items_;
  Shape shape_;
  std::unique_ptr<Part> part_ = {};  ///< all items, unless workers hold them
  std::unique_ptr<PartMemory> memory_ = {};
};

}  // namespace bellwether
