#pragma once
// Topics of items that workers hold.

#include <string_view>

#include <bellwether/engine/part.h>
#include <bellwether/engine/restarts.h>
#include <bellwether/topics/em.h>

namespace bellwether {

/// How many items have counts.
struct CountedQuestion {
  static constexpr const char* name = "counted items";
  static constexpr const char* memory_name = "counted items";
  struct Memory {};
  using Answer = double;
  double answer(const Part& part, Memory&, const Run&) const;
};
void visit(CountedQuestion&, auto&&) {}

/// Of the items that run.workers hold.
double counted_far_items(const Run& run);

/// The items of a search that run.workers hold. Throws as the checks of items that are here do.
TopicPart far_items(int clusters, const Run& run);

/// The best of several searches, as best_of_restarts(). Workers remember the mixtures of the last search
/// alone, so that a best one that was not the last is made again; it takes the same rounds.
template <class Options, class FitOnce>
TopicClustering best_of_topics(const Options& options, const Rows& items, const FitOnce& fit_once,
                               const Run& run) {
  int made = 0;
  const auto once = [&](const Random& random, const Run& inner) {
    if (run.workers) ++made;
    return fit_once(random, inner);
  };
  TopicClustering best = best_of_restarts(options.restarts, options.random_seed, items, once, run);
  if (!run.workers || best.restart == made - 1) return best;
  std::stop_source there;
  Run again = run;
  again.stop = there.get_token();
  again.on_progress = [&](const Progress& p) {
    if (p.stage == std::string_view("iterating") && p.iteration >= best.iterations) there.request_stop();
  };
  best.elsewhere =
      fit_once(Random(options.random_seed).split(static_cast<std::uint64_t>(best.restart)), again).elsewhere;
  return best;
}

}  // namespace bellwether
