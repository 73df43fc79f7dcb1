#include <cli/borrowed.h>
#include <cli/readings.h>

namespace bellwether::cli {
namespace {

constexpr const char* known_key = "with the items of known class";

}  // namespace

Prepared prepare(const Contender& contender, std::uint64_t random_seed, std::stop_token stop) {
  Prepared prepared;
  prepared.args = with_tuned_method(contender.args, prepared.solved);
  prepared.args.random_seed = std::to_string(random_seed);
  prepared.args.stop = std::move(stop);
  prepared.settings = settings_of(prepared.args);
  return prepared;
}

Readings::Readings(const ClusterArguments& asked, ProgressBar& bar) : asked_(asked), bar_(bar) {
  if (!asked.transform.empty()) return;
  const FeaturePlan plan = plan_features(asked.items, asked.features, Purpose::clustering);
  words_ = std::holds_alternative<TextVectorizer>(plan.extractor);
}

const Material* Readings::of(const Contender& contender) {
  Prepared run = prepare(contender, 0);
  const std::string key = key_of(contender, run.args);
  if (key.empty()) return nullptr;
  if (key == known_key) return &with_known();
  if (const auto at = read_.find(key); at != read_.end()) return &at->second;
  Material material = contender.only_unknown
                          ? without_known_items(with_known())
                          : read_material(run.args, run.settings, std::move(run.solved), bar_);
  return &read_.emplace(key, std::move(material)).first->second;
}

const Material& Readings::with_known() {
  if (const auto at = read_.find(known_key); at != read_.end()) return at->second;
  bar_.say("reading " + asked_.items.items);
  return read_.emplace(known_key, read_with_known_items(asked_, false, bar_)).first->second;
}

/// What has the same key reads the same.
std::string Readings::key_of(const Contender& contender, const ClusterArguments& args) const {
  if (contender.only_unknown) return "items of unknown class";
  if (args.known.any()) return representation_of(args) == "auto" ? "known, scaled" : known_key;
  if (!args.features.select_for.empty() && args.trust != "always") return {};
  const bool counts = words_ && purpose_of(args) == Purpose::counting;
  return fmt::format("{} {} {} {} {}", counts, args.others.auxiliary.size(), args.others.annotated,
                     args.solved.any(), representation_of(args).empty());
}

}  // namespace bellwether::cli
