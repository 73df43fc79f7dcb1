#include <cli/knowledge.h>
#include <cli/known.h>
#include <cli/words.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/data/text.h>
#include <bellwether/sources/alike.h>
#include <bellwether/sources/source.h>

namespace bellwether::cli {
namespace {

constexpr Index many_features = 200;  ///< above, the TCS paper reduces
constexpr int few_dimensions = 30;    ///< to these

/// Parted by blanks or plus signs, as the steps of --steps are.
std::vector<std::string> specs_in(std::string_view list) {
  std::vector<std::string> specs;
  while (!list.empty()) {
    const std::size_t end = std::min(list.find_first_of("+ \t"), list.size());
    if (end > 0) specs.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return specs;
}

bool same_source(const std::string& a, const std::string& b) {
  if (a == b) return true;
  std::error_code ignored;
  return std::filesystem::equivalent(a, b, ignored);
}

/// Whether the file is a list of id,label rather than items.
bool is_label_file(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream in(path);
  std::string header;
  std::getline(in, header);
  std::erase_if(header, [](char c) { return c == '\r' || c == ' ' || c == '"'; });
  header = lower(header);
  return header == "id,label" || header == "id;label" || header == "id\tlabel";
}

/// Codes of the names; an empty one is unlabelled.
void take_labels(const std::vector<std::string>& names, KnownItems& known) {
  for (const std::string& name : names) {
    if (name.empty()) {
      known.labels.push_back(unlabelled);
      continue;
    }
    auto at = std::ranges::find(known.classes, name);
    if (at == known.classes.end()) at = known.classes.insert(at, name);
    known.labels.push_back(static_cast<int>(at - known.classes.begin()));
  }
}

void require_labels(const Dataset& items, const std::string& file) {
  require(std::ranges::any_of(items.labels, [](const auto& label) { return !label.empty(); }),
          "--known {}: its items have no labels (say which column holds them: --known-label last; or give a "
          "file of id,label)",
          file);
}

Dataset read_one(const ItemsArguments& items, const FeaturePlan& plan, Extractor& extractor, const Run& run) {
  extractor = plan.extractor;
  return plan.raw() ? read_raw(items, extractor, {}, run) : read_items(items);
}

/// Items and known ones in one list, with their labels.
KnownItems read_all(const ItemsArguments& items, const KnownArguments& known,
                    const FeatureArguments& features, std::vector<StepPlan>& steps, const Run& run) {
  ItemsArguments others = items;
  others.items = known.known;
  others.truth.clear();
  others.some_unlabelled = true;
  if (!known.label_column.empty()) others.label_column = known.label_column;
  KnownItems all;
  Dataset& list = all.made.items;
  Extractor& extractor = all.made.vectorizer.extractor;

  if (items.items.empty()) {
    const FeaturePlan plan = plan_features(others, features, Purpose::clustering);
    steps = plan.steps;
    list = read_one(others, plan, extractor, run);
    require_labels(list, known.known);
    take_labels(list.labels, all);
  } else if (is_label_file(known.known) || same_source(items.items, known.known)) {
    const bool file = is_label_file(known.known);
    require<InvalidOption>(
        file || items.truth.empty() || has_truth_file(items),
        "--truth {}: of a table that is its own --known, the truth is to be a file of id,label", items.truth);
    const ItemsArguments& source = file ? items : others;
    const FeaturePlan plan = plan_features(source, features, Purpose::clustering);
    steps = plan.steps;
    list = read_one(source, plan, extractor, run);
    if (file) {
      NamedKnowledge named =
          read_knowledge({.seeds = known.known, .limit = reading_beside(items).limit}, list);
      all.labels = std::move(named.knowledge.seeds);
      all.classes = std::move(named.labels);
    } else {
      require_labels(list, known.known);
      take_labels(list.labels, all);
      list.labels = items.truth.empty() ? std::vector<std::string>() : read_truth(items, list);
    }
  } else {
    const FeaturePlan plan = plan_features(items, features, Purpose::clustering);
    steps = plan.steps;
    ReadAlike both = read_alike({items, others}, {"--known"}, features, plan, run);
    Dataset& sorted = both.sources[1];
    extractor = std::move(both.extractor);
    require_labels(sorted, known.known);
    all.labels.assign(static_cast<std::size_t>(both.sources[0].items()), unlabelled);
    take_labels(sorted.labels, all);
    list = std::move(both.sources[0]);
    const auto ids = list.ids, labels = list.labels;
    append_items(list, sorted, known.known);
    // Of the known items only the values are needed from here on.
    const auto pad = [&](const std::vector<std::string>& words) {
      std::vector<std::string> padded = words;
      if (!words.empty()) padded.resize(static_cast<std::size_t>(list.items()));
      return padded;
    };
    list.ids = pad(ids);
    list.labels = pad(labels);
  }
  for (std::size_t i = 0; i < all.labels.size(); ++i)
    if (all.labels[i] == unlabelled) all.fresh.push_back(static_cast<Index>(i));
  return all;
}

/// What is done to the items if nobody said.
std::vector<StepPlan> natural_steps(const Dataset& items, bool scale) {
  if (items.rows().columns() > many_features)
    return {plan_step(fmt::format("svd:{}", std::min<Index>(few_dimensions, items.items())))};
  if (scale) return {plan_step("range")};
  return {};
}

}  // namespace

void add_known_options(CLI::App& command, KnownArguments& arguments) {
  const std::string group = "What you know about other clusters";
  command
      .add_option(
          "--known", arguments.known,
          "items of known classes that show what a group is: ITEMS with labels, the same ITEMS if some "
          "have labels, or a file of id,label")
      ->type_name("ITEMS")
      ->group(group);
  command
      .add_option("--known-label", arguments.label_column,
                  "the column of --known that holds the class; by default as --label-column")
      ->type_name("COLUMN")
      ->group(group);
  command
      .add_option("--represent", arguments.represent,
                  "what learns from them, for a search that --method names; auto (the default) tries maps on "
                  "classes held out. Without --known: itcc, plsa, or with other data stc, aplsa")
      ->type_name("NAME")
      ->group(group);
  command
      .add_option("--candidates", arguments.candidates,
                  "what auto tries: 'whiten:weights=mixed + tcs-gm + lmnn:neighbours=5'")
      ->type_name("LIST")
      ->group(group);
  command
      .add_option("--caution", arguments.caution,
                  "how many standard errors a gain must be above 0 (1; 2 is safer)")
      ->type_name("X")
      ->group(group);
}

void check(const KnownArguments& arguments) {
  const bool other =
      !arguments.label_column.empty() || !arguments.candidates.empty() || !arguments.caution.empty();
  require<InvalidOption>(arguments.any() || !other,
                         "--known-label, --candidates and --caution are about known clusters: name them with "
                         "--known ITEMS");
  if (arguments.any() && !arguments.represent.empty() && arguments.represent != "auto")
    find_learner(arguments.represent);
  for (const std::string& spec : specs_in(arguments.candidates)) candidate_of(spec);
}

KnownItems read_with_known(const ItemsArguments& items, const KnownArguments& known,
                           const FeatureArguments& features, bool scale, const Run& run) {
  std::vector<StepPlan> steps;
  KnownItems all = read_all(items, known, features, steps, run);
  Vectorized& made = all.made;
  made.features = made.items.features;
  const bool said = !features.svd.empty() || !features.normalise.empty() || !features.steps.empty();
  for (const StepPlan& plan : steps) made.vectorizer.steps.push_back(fit_step(plan, made.items, run));
  if (said) return all;
  for (const StepPlan& plan : natural_steps(made.items, scale)) {
    if (plan.name == "range") make_dense(made.items);
    made.vectorizer.steps.push_back(fit_step(plan, made.items, run));
  }
  return all;
}

std::string representation_asked(const KnownArguments& known, const std::string& method) {
  const bool learns = std::ranges::any_of(learners(), [&](const Learner& l) { return l.name == method; });
  require<InvalidOption>(known.represent.empty() || !learns || known.represent == method,
                         "--represent {} and --method {} both name what learns: give one of them, and as the "
                         "other what searches",
                         known.represent, method);
  const bool searches = std::ranges::any_of(methods(), [&](const Method& m) { return m.name == method; });
  if (!learns && !searches && method != "auto") find_learner(method);  // says which there are
  if (!known.represent.empty()) return known.represent;
  return learns ? method : "auto";
}

SelectionOptions selection_options(const KnownArguments& arguments, std::uint64_t random_seed) {
  SelectionOptions options{.random_seed = random_seed};
  if (!arguments.caution.empty())
    set_option(fields_of(options), "the selection", "caution", arguments.caution);
  return options;
}

Representation represent(const std::string& name, const KnownArguments& arguments, const KnownItems& known,
                         const Settings& settings, std::uint64_t random_seed, bool trust_always,
                         const Run& run) {
  const SelectionOptions options = selection_options(arguments, random_seed);
  const Rows items = known.made.items.rows();
  if (name != "auto")
    return learn_representation(find_learner(name), settings, items, known.labels,
                                trust_always ? Trust::always : Trust::checked, options, run);
  auto candidates = specs_in(arguments.candidates);
  if (candidates.empty()) {
    candidates = standard_candidates();
    // Those that look at the items to be clustered have nothing to look at when a map is only to be kept.
    if (known.fresh.empty())
      std::erase_if(candidates,
                    [](const std::string& spec) { return spec.find("mixed") != std::string::npos; });
  }
  return choose_representation(candidates, items, known.labels, options, run);
}

}  // namespace bellwether::cli
