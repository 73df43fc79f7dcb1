#pragma once
// Workers: the items are elsewhere, in parts that other processes or machines hold. The loop stays where it
// is and asks them for sums over their shards (part.h); these merge in the tree of the global numbers of the
// shards, so the answer is the one that sum_over_shards() would give, to the last bit, whoever holds what.

#include <string_view>
#include <utility>
#include <vector>

#include <bellwether/engine/iterate.h>
#include <bellwether/engine/numbers.h>

namespace bellwether {

/// Who can reach the parts. Both functions throw if a part cannot answer.
class Workers {
 public:
  virtual ~Workers() = default;

  virtual Shape shape() const = 0;  ///< of all items
  virtual bool sparse() const = 0;

  /// The merged statistics of all shards for `model`.
  virtual Bytes sum(std::string_view step, const Bytes& model) = 0;
  /// What each part answers, in the order of the items.
  virtual std::vector<Bytes> ask(std::string_view step, const Bytes& question) = 0;
};

/// A step is a name, a Model and Statistics that can be visited (numbers.h); part.h says what else.
template <class Step>
typename Step::Statistics sum_over_shards(Workers& workers, const typename Step::Model& model) {
  return from_bytes<typename Step::Statistics>(workers.sum(Step::name, bytes_of(model)));
}

/// A question has a name, and an Answer of each part.
template <class Question>
std::vector<typename Question::Answer> ask_all(Workers& workers, const Question& question) {
  std::vector<typename Question::Answer> answers;
  for (const Bytes& bytes : workers.ask(Question::name, bytes_of(question)))
    answers.push_back(from_bytes<typename Question::Answer>(bytes));
  return answers;
}

}  // namespace bellwether
