#pragma once
// What questions are made from: where the items lie, how sure their clusters are, and what is known.

#include <bellwether/runs/neighbourhoods.h>
#include <bellwether/runs/questions.h>

namespace bellwether {

/// Everything that questions are made from.
struct Ground {
  const Session& session;
  Points points = {};
  Matrix distances = {};  ///< to the centres: clusters x items
  Matrix likely = {};     ///< probabilities: clusters x items
  Neighbourhoods known = {};
  std::vector<bool> covered = {};
  std::vector<bool> passed = {};  ///< nobody could say
  Vector doubt = {};              ///< of each item: the chance that it is elsewhere
};

/// Throws InvalidInput if there is no finding. The session must outlive it.
Ground ground_of(const Session& session);

std::vector<int> likeliest_first(const Ground& ground, Index item);

/// Whether two groups are one, and whether one is two: the most useful first.
std::vector<Question> questions_about_groups(const Ground& ground);

}  // namespace bellwether
