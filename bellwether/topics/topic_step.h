#pragma once
// A round of EM for PLSA and aPLSA over some rows (em.h): what their counts make of the topics, and their own
// next mixtures, which stay where the rows are.
//
// Mixtures cannot be found again from the topics alone: a part that has lost them says so, and the search
// begins again.

#include <vector>

#include <bellwether/engine/part.h>
#include <bellwether/engine/random.h>
#include <bellwether/topics/table.h>

namespace bellwether {

struct TopicSums {
  TopicTable sums = {};  ///< for the next topics: features x topics; no rows if the part has no weight
  Vector shares = {};    ///< sum_i theta_i
  Vector sizes = {};     ///< rows of which the topic is the likeliest
  double objective = 0;
  bool lost = false;  ///< some mixtures are gone
};
void visit(TopicSums& s, auto&& numbers) {
  numbers(s.sums), numbers(s.shares), numbers(s.sizes), numbers(s.objective), numbers(s.lost);
}
void merge(TopicSums& into, const TopicSums& from);

class TopicStep {
 public:
  static constexpr const char* name = "topics";
  struct Model {
    TopicTable topics = {};  ///< phi; raised to the power
    double power = 1;
    double weight = 1;
    int round = 0;              ///< updates made
    std::int64_t search = 0;    ///< tells the searches of a run apart
    Random random = Random(0);  ///< the first mixtures, unless they are given
  };
  using Statistics = TopicSums;
  struct Memory {
    std::int64_t search = -1;
    int round = -1;                   ///< of `now`
    std::vector<double> scales = {};  ///< 1 / the sum of each row
    TopicTable now = {}, next = {};
  };
  static Index clusters(const Model& model) { return model.topics.topics(); }

  TopicStep(const Model& model, const Part& part, Memory& memory);
  TopicSums accumulate(const Shard& shard);
  void finish();
  static void keep(Memory&) {}
  static Noted noted(const Memory& memory);

 private:
  const Model& model_;
  Memory& memory_;
  bool lost_ = false;
};
void visit(TopicStep::Model& m, auto&& numbers) {
  numbers(m.topics), numbers(m.power), numbers(m.weight), numbers(m.round), numbers(m.search);
  numbers(m.random);
}

/// Rows first .. first + count - 1 of a table in which every mixture is uniform among all there are.
TopicTable random_mixtures(Index first, Index count, int clusters, Random random);

}  // namespace bellwether
