#pragma once
// Steps from numbers to better numbers: weights, SVD, normalising. Each is fitted on the items, applied to
// them in place, and kept with a model for new items. They combine in any order. A learned map, learned
// topics and joined blocks are steps, too, but are not fitted by name: they need knowledge beside the items
// (see transforms/, runs/other_data.h and runs/represent_vectors.h).

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bellwether/data/dataset.h>
#include <bellwether/engine/run.h>
#include <bellwether/features/joined_blocks.h>
#include <bellwether/features/linear_map.h>
#include <bellwether/features/normalise.h>
#include <bellwether/features/stored_step.h>
#include <bellwether/features/svd.h>
#include <bellwether/features/topic_map.h>
#include <bellwether/features/weights.h>

namespace bellwether {

using Step = std::variant<Weighter, Svd, Normaliser, LinearMap, TopicMap, JoinedBlocks>;

/// A step that is to be fitted, as a user writes it: `tf-idf`, `okapi:k1=1.2,b=0.5`, `svd:30`, `l2`.
struct StepPlan {
  std::string name = {};  ///< tf-idf, ltc, okapi, svd, standard, range, l1, l2
  Settings options = {};
};

/// A name and its options: `sift:words=800,keypoints=300`. A value without a name is given to `first`.
struct NamedOptions {
  std::string name = {};
  Settings options = {};
};
NamedOptions parse_named_options(std::string_view spec, std::string_view first = {});

/// Throws InvalidOption, with the nearest name, if there is no such step or option.
StepPlan plan_step(std::string_view spec);
/// Several, parted by blanks or plus signs: `ltc + svd:30 + l2`.
std::vector<StepPlan> plan_steps(std::string_view specs);

/// Fits the step on the items and applies it to them. An SVD makes them dense and names its dimensions.
Step fit_step(const StepPlan& plan, Dataset& items, const Run& run = {});
void apply(const Step& step, Dataset& items, const Run& run = {});

/// For people: "ltc", "svd to 30 dimensions (12.1 % of the variance)", "l2", "xing (a learned map to 16
/// dimensions)".
std::string in_words(const Step& step);

/// How many columns the step expects; 0: any.
Index columns_expected(const Step& step);

StoredStep store(const Step& step);
Step restore_step(const StoredStep& step);

}  // namespace bellwether
