#include <bellwether/sources/run_sources.h>

#include <algorithm>
#include <filesystem>

#include <bellwether/collections/collections.h>
#include <bellwether/data/byte_source.h>
#include <bellwether/data/error.h>
#include <bellwether/data/table.h>
#include <bellwether/data/take.h>
#include <bellwether/data/text.h>
#include <bellwether/features/text/term_vectors.h>
#include <bellwether/sources/alike.h>
#include <bellwether/sources/source.h>
#include <bellwether/sources/tag_columns.h>

namespace bellwether {
namespace {

constexpr double least_covered = 0.1;  ///< of the items' values, by features that other items have, too

/// One more source beside the items, and the setting that named it.
struct Beside {
  ItemsArguments source = {};
  std::string setting = {};
};

Beside beside(const RunSources& all, const std::string& file, const char* setting,
              const std::string& label_column) {
  ItemsArguments source = all.items;
  source.items = file;
  source.truth.clear();
  if (is_collection(file)) source.ignore = source.columns = source.categories = {};  // about the items
  if (!label_column.empty()) source.label_column = label_column;
  return {source, setting};
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
  std::string header(128, '\0');
  header.resize(read_fully(file_source(path), header.data(), header.size()));
  header.resize(std::min(header.find('\n'), header.size()));
  std::erase_if(header, [](char c) { return c == '\r' || c == ' ' || c == '"'; });
  header = lower(header);
  return header == "id,label" || header == "id;label" || header == "id\tlabel";
}

/// Where known items are found: in a source of their own, or among the items.
enum class KnownWhere { nowhere, apart, among_by_file, among_by_labels };

KnownWhere known_where(const RunSources& all) {
  if (!all.known.any()) return KnownWhere::nowhere;
  if (is_label_file(all.known.known)) return KnownWhere::among_by_file;
  return same_source(all.items.items, all.known.known) ? KnownWhere::among_by_labels : KnownWhere::apart;
}

/// Solved collections are read by themselves where nothing else has to fit them.
bool solved_apart(const RunSources& all) {
  return !all.solved.drawn && !all.known.any() && !all.others.any() && all.transform.empty() &&
         !all.represented;
}

std::vector<Beside> sources_beside(const RunSources& all, KnownWhere known) {
  std::vector<Beside> list;
  if (known == KnownWhere::apart) {
    list.push_back(beside(all, all.known.known, "known", all.known.label_column));
    list.back().source.some_unlabelled = true;
  }
  for (const std::string& file : all.others.auxiliary) {
    list.push_back(beside(all, file, "auxiliary", all.others.label_column));
    list.back().source.label_folder = "none";  // nobody asks for their classes
  }
  if (!all.others.annotated.empty())
    list.push_back(beside(all, all.others.annotated, "annotated", all.others.label_column));
  if (!solved_apart(all))
    for (const std::string& file : all.solved.solved) {
      list.push_back(beside(all, file, "solved", all.solved.label_column));
      list.back().source.some_unlabelled = true;
    }
  return list;
}

/// All sources as rows of the same columns, the items first.
std::vector<Dataset> read_rows(const RunSources& all, const ItemsArguments& items,
                               const std::vector<Beside>& others, Material& material, const Run& run) {
  std::vector<Dataset> rows;
  if (!all.transform.empty()) {
    const Model model = load_saved(all.transform, reading_beside(all.items).limit);
    const auto apply = [&](const ItemsArguments& source) { return apply_fitted(model, source, run); };
    Vectorized made = apply(items);
    material.vectorizer = std::move(made.vectorizer);
    material.columns = std::move(made.features);
    rows.push_back(std::move(made.items));
    for (const Beside& other : others) rows.push_back(apply(other.source).items);
    return rows;
  }
  FeatureArguments features = all.features;
  if (!all.others.tags.captions.empty()) features.words.clear();  // they are about the words of the captions
  const FeaturePlan plan = plan_features(items, features, Purpose::counting);
  std::vector<ItemsArguments> sources{items};
  std::vector<std::string> settings;
  for (const Beside& other : others) {
    sources.push_back(other.source);
    settings.push_back(other.setting);
  }
  ReadAlike read = read_alike(sources, settings, features, plan, run);
  material.vectorizer.extractor = std::move(read.extractor);
  material.columns = read.sources.front().features;
  return std::move(read.sources);
}

// --- what is read beside the items becomes evidence ---------------------------------------------

void require_labels(const Dataset& items, const std::string& file) {
  require(std::ranges::any_of(items.labels, [](const auto& label) { return !label.empty(); }),
          "{}: its items have no labels (say which column holds them: {}; or give a file of id,label)",
          setting("known", file), remedy("known_label", "last"));
}

/// The labelled rows as known items; `rows` says where they stood.
KnownClusters known_from(const std::string& source, const Dataset& items,
                         const std::vector<std::string>& labels) {
  KnownClusters known{.source = source};
  std::vector<Index> rows;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (!labels[i].empty()) {
      rows.push_back(static_cast<Index>(i));
      names.push_back(labels[i]);
    }
  CodedLabels coded = encode(names);
  known.classes = std::move(coded.codes);
  known.names = std::move(coded.names);
  known.items = take_items(items, rows);
  known.items.ids.clear();
  known.items.labels.clear();
  known.places = std::move(rows);
  return known;
}

/// Known items that stand among the others are taken out of them.
void part_known(const RunSources& all, KnownWhere where, GivenSources& given) {
  Dataset& list = given.material.items;
  std::vector<std::string> labels;
  if (where == KnownWhere::among_by_file) {
    Evidence named;
    read_knowledge({.seeds = all.known.known}, list, reading_beside(all.items).limit, named);
    for (const int seed : named.seeds)
      labels.push_back(seed == unlabelled ? std::string() : named.labels[static_cast<std::size_t>(seed)]);
  } else {
    require_labels(list, all.known.known);
    labels = list.labels;
    list.labels.clear();
    if (!all.items.truth.empty()) take_truth(all.items, list);
  }
  given.evidence.known = known_from(all.known.known, list, labels);
  std::vector<Index> fresh;
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (labels[i].empty()) fresh.push_back(static_cast<Index>(i));
  list = take_items(list, fresh);
}

/// Throws unless both have the same columns.
void require_same_columns(const Dataset& items, const Dataset& other, const std::string& file) {
  Dataset none = take_items(items, {});
  append_items(none, take_items(other, {}), file);
}

Dataset tagged_rows(const RunSources& all, Dataset items) {
  const OtherSources& others = all.others;
  if (others.tags.any())
    return rows_of_tags(others.tags, all.features, items, reading_beside(all.items).limit);
  if (!others.tag_columns.empty())
    return rows_by_tag_columns(items, others.tag_columns, others.annotated, others.tags.options);
  if (!items.labels.empty()) return tag_features(items, labels_as_tags(items), others.tags.options);
  items.notes.push_back("no tags were given for its items, so its rows are taken as tags");
  return items;
}

OtherItems other_from(const RunSources& all, const Beside& named, Dataset rows, Dataset& own) {
  OtherItems other{.source = named.source.items, .items = rows.items()};
  const bool tagged = named.setting == "annotated" && !all.others.combine;
  other.rows = tagged ? tagged_rows(all, std::move(rows)) : std::move(rows);
  for (const auto& note : other.rows.notes) own.notes.push_back(fmt::format("{}: {}", other.source, note));
  other.overlap = align_features(other.rows, own, fmt::format("{}", setting(named.setting, other.source)));
  const Overlap& overlap = other.overlap;
  require(overlap.covered >= least_covered,
          "{}: only {} of its {} features are among the {} of the items ({:.1f} % of the items' values, and "
          "{:.0f} % are needed): "
          "other data must share the items' features",
          setting(named.setting, other.source), overlap.shared, overlap.other, overlap.features,
          100 * overlap.covered, 100 * least_covered);
  return other;
}

/// Drawn from, all of them together must have two classes; else each.
SolvedCollection solved_from(const std::string& file, const Dataset& rows, bool drawn) {
  require(!rows.labels.empty(), "{}: its items have no labels (say which column holds them: {})",
          setting("solved", file), remedy("solved_label", "last"));
  if (drawn) return sorted_items(file, rows);
  SolvedCollection solved = solved_collection(fmt::format("{}", setting("solved", file)), rows);
  solved.name = file;
  return solved;
}

void take_beside(const RunSources& all, const std::vector<Beside>& named, std::vector<Dataset> rows,
                 GivenSources& given) {
  Dataset& own = given.material.items;
  Evidence& evidence = given.evidence;
  for (std::size_t s = 0; s < named.size(); ++s) {
    const std::string& file = named[s].source.items;
    if (named[s].setting == "known") {
      require_labels(rows[s], file);
      require_same_columns(own, rows[s], file);
      evidence.known = known_from(file, rows[s], rows[s].labels);
      evidence.known.places.clear();
    } else if (named[s].setting == "auxiliary") {
      evidence.auxiliary.push_back(other_from(all, named[s], std::move(rows[s]), own));
      if (!all.others.lambdas.empty())
        evidence.auxiliary.back().lambda = all.others.lambdas[evidence.auxiliary.size() - 1];
    } else if (named[s].setting == "annotated") {
      evidence.annotated = other_from(all, named[s], std::move(rows[s]), own);
    } else {
      align_features(rows[s], own, fmt::format("{}", setting("solved", file)));
      evidence.solved.collections.push_back(solved_from(file, rows[s], all.solved.drawn));
    }
  }
}

/// The clusters of a file of id,cluster, numbered in the order in which the items show them.
std::vector<int> read_start(const std::string& file, const Dataset& items, const Reading& how) {
  if (file.empty()) return {};
  return encode(labels_for(items, read_pairs(file, "id", "cluster", how), file)).codes;
}

}  // namespace

PretrainedVectors read_vectors(const std::string& file, const Extractor& extractor, const std::string& items,
                               std::uint64_t limit) {
  const auto* words = std::get_if<TextVectorizer>(&extractor);
  require(words != nullptr, "{} holds vectors of words, but the features of {} are no words: give texts",
          setting("vectors", file), items);
  TermVectors read = read_term_vectors(file, words->vocabulary, words->options, limit);
  return {.source = file, .vectors = std::move(read.vectors), .found = read.found};
}

EvidenceKinds kinds_of(const RunSources& all) {
  EvidenceKinds kinds;
  const auto add = [&](bool given, EvidenceKind kind) {
    if (given) kinds.insert(kind);
  };
  add(!all.knowledge.seeds.empty(), EvidenceKind::seeds);
  add(!all.knowledge.must_link.empty() || !all.knowledge.cannot_link.empty(), EvidenceKind::links);
  add(all.knowledge.min_size > 0 || all.knowledge.max_size > 0, EvidenceKind::sizes);
  add(all.known.any(), EvidenceKind::known);
  add(!all.others.auxiliary.empty(), EvidenceKind::auxiliary);
  add(!all.others.annotated.empty(), EvidenceKind::annotated);
  add(all.solved.any(), EvidenceKind::solved);
  add(!all.vectors.empty(), EvidenceKind::vectors);
  return kinds;
}

void require_together(const RunSources& all) {
  const OtherSources& others = all.others;
  require<InvalidOption>(!others.annotated.empty() || (!others.tags.any() && others.tag_columns.empty()),
                         "{}, {} and {} are about annotated items: name them with {}", setting("tags"),
                         setting("captions"), setting("tag_columns"), remedy("annotated"));
  require<InvalidOption>(others.tag_columns.empty() || !others.tags.any(), "give {}, {} or {}, not several",
                         setting("tags"), setting("captions"), setting("tag_columns"));
  require<InvalidOption>(others.tags.tags.empty() || others.tags.captions.empty(), "give {} or {}, not both",
                         setting("tags"), setting("captions"));
  require<InvalidOption>(others.lambdas.size() <= 1 || others.lambdas.size() == others.auxiliary.size(),
                         "there are {} {} for {} {}: give one, or one for each", others.lambdas.size(),
                         setting("lambda"), others.auxiliary.size(), setting("auxiliary"));
  require_one_meaning(!all.vectors.empty(), !all.ontology.empty());
  require<InvalidOption>(all.solved.tuner.empty() || all.solved.solved.empty(),
                         "{} holds what was learned: leave out {}", setting("tune", all.solved.tuner),
                         setting("solved"));
  require<InvalidOption>(
      all.transform.empty() || all.features.select_for.empty(),
      "{} holds the words that are counted, and {} would choose others: leave out one of them",
      setting("transform", all.transform), setting("select_for"));
  require<InvalidOption>(
      known_where(all) != KnownWhere::among_by_labels || all.items.truth.empty() || has_truth_file(all.items),
      "{}: of a table that is its own {}, the truth is to be a file of id,label",
      setting("truth", all.items.truth), setting("known"));
}

GivenSources read_sources(const RunSources& all, const Run& run) {
  require_together(all);
  GivenSources given;
  Material& material = given.material;
  material.source = all.items.items;
  const std::uint64_t limit = reading_beside(all.items).limit;
  if (!all.solved.tuner.empty()) {
    given.evidence.solved.tuner = load_tuner(all.solved.tuner, limit);
    given.evidence.solved.source = all.solved.tuner;
  }
  const KnownWhere known = known_where(all);
  ItemsArguments items = all.items;
  if (known == KnownWhere::among_by_labels) {
    items = beside(all, all.known.known, "known", all.known.label_column).source;
    items.some_unlabelled = true;
  }
  const std::vector<Beside> others = sources_beside(all, known);
  std::vector<Dataset> rows = read_rows(all, items, others, material, run);
  material.items = std::move(rows.front());
  rows.erase(rows.begin());
  material.zeros_allowed = material.vectorizer.reads_raw_items();
  if (known == KnownWhere::among_by_file || known == KnownWhere::among_by_labels)
    part_known(all, known, given);
  take_beside(all, others, std::move(rows), given);
  if (solved_apart(all) && !all.solved.solved.empty()) {
    given.evidence.solved.collections = read_solved(all, run).collections;
    given.evidence.solved.own_columns = true;
  }
  read_knowledge(all.knowledge, material.items, limit, given.evidence);
  if (!all.vectors.empty())
    given.evidence.vectors = read_vectors(all.vectors, material.vectorizer.extractor, material.source, limit);
  if (!all.ontology.empty()) read_ontology(all.ontology, material, limit, given.evidence);
  given.start = read_start(all.init, material.items, reading_beside(all.items));
  return given;
}

GivenSources read_known_alone(const RunSources& all, const Run& run) {
  ItemsArguments source = beside(all, all.known.known, "known", all.known.label_column).source;
  source.some_unlabelled = true;
  GivenSources given;
  std::vector<Dataset> rows = read_rows(all, source, {}, given.material, run);
  require_labels(rows.front(), all.known.known);
  given.evidence.known = known_from(all.known.known, rows.front(), rows.front().labels);
  given.material.items = take_items(rows.front(), {});
  return given;
}

SolvedRead read_solved(const RunSources& all, const Run& run) {
  SolvedRead read;
  for (const std::string& file : all.solved.solved) {
    ItemsArguments source = beside(all, file, "solved", all.solved.label_column).source;
    source.some_unlabelled = true;
    Material material;
    read.collections.push_back(solved_from(file, read_rows(all, source, {}, material, run).front(), false));
    read.words = material.words();
  }
  return read;
}

SolvedRead read_solved_alike(const RunSources& all, const Run& run) {
  std::vector<Beside> named;
  for (const std::string& file : all.solved.solved) {
    named.push_back(beside(all, file, "solved", all.solved.label_column));
    named.back().source.some_unlabelled = true;
  }
  Material material;
  const ItemsArguments first = named.front().source;
  named.erase(named.begin());
  std::vector<Dataset> rows = read_rows(all, first, named, material, run);
  SolvedRead read{.words = material.words()};
  for (std::size_t s = 0; s < rows.size(); ++s) {
    const std::string& file = all.solved.solved[s];
    if (s > 0) align_features(rows[s], rows.front(), fmt::format("{}", setting("solved", file)));
    read.collections.push_back(solved_from(file, rows[s], true));
  }
  return read;
}

}  // namespace bellwether
