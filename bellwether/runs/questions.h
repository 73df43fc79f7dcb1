#pragma once
// Questions: what to ask next, so that an answer changes as much as can be expected.
//   S. Basu, A. Banerjee, R. Mooney. Active semi-supervision for pairwise constrained clustering. SDM 2004.
//   S. Xiong, J. Azimi, X. Fern. Active learning of constraints for semi-supervised clustering. TKDE 2014.
//
// An item x is worth asking about if many items near it are uncertain and nothing near it is known yet:
//
//   effect(x) = sum_i  u_i max(0, K(x, i) - max_{a known} K(a, i)),     u_i = 1 - P(i is in its cluster),
//
// with a kernel K that reaches the fewer items the more are known. Pairs place an item by neighbourhoods, as
// in both papers: it is compared with a known item of its likeliest group, then of the next, so that k groups
// take at most k pairs, and fewer by what follows from the other answers.

#include <string>
#include <vector>

#include <bellwether/runs/session.h>

namespace bellwether {

enum class QuestionKind { label, pair, group };

struct Question {
  QuestionKind kind = QuestionKind::label;
  std::vector<Index> items = {};   ///< label: the item; pair: two; group: one of either side
  std::vector<int> clusters = {};  ///< label: the likeliest first; group: the one that may be two, or the
                                   ///< two that may be one; in the numbers of Session::labels()
  std::string why = {};            ///< in a sentence
  double effect = 0;               ///< how many items are expected to change their group by the answer
};

struct QuestionOptions {
  /// The kinds to ask, at least one. Items are asked about by labels, if those are wanted, else by pairs.
  bool labels = true, pairs = false, groups = false;
};

/// The next `n` questions, the most useful first, no two about the same item. From the last finding and from
/// what is known now; nothing is searched. Fewer, or none, if there is nothing left to ask.
/// Session::carry_out comes first.
std::vector<Question> questions(const Session& session, int n, const QuestionOptions& options = {});

}  // namespace bellwether
