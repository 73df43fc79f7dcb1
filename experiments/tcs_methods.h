#pragma once
// The methods of the TCS paper's tables, each as a function of a division of the classes. To add one: write
// such a function and give it a row in tcs_methods(), and its printed figures in tcs_paper.cpp.

#include <functional>
#include <string>
#include <vector>

#include <experiments/tcs_protocol.h>

namespace bellwether::experiments {

struct TcsMethod {
  std::string name = {};
  std::string what = {};                                               ///< as it is run here, in words
  std::function<double(const Division&, const Searches&)> score = {};  ///< mean NMI on the test classes
  std::function<std::string(const PreparedData&)> why_not = {};  ///< empty function or answer: it can run
};

/// At most `most` of the items, by chance.
LabelledItems sampled(const LabelledItems& all, Index most, std::uint64_t random_seed);

/// TCS-GM, LMNN and the like.
std::vector<TcsMethod> tcs_learned_methods();

/// Of table 3: items as they are, clustered by GM.
const std::vector<TcsMethod>& tcs_methods();

/// Of table 4: items of length 1, clustered by GM and VM.
const std::vector<TcsMethod>& tcs_direction_methods();

}  // namespace bellwether::experiments
