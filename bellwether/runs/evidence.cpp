#include <bellwether/runs/evidence.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

void require_same_columns(const Dataset& rows, const Material& material, const std::string& source) {
  const Index columns = material.items.rows().columns();
  require(rows.rows().columns() == columns, "{} has {} features, but the items have {}", source,
          rows.rows().columns(), columns);
}

void require_vectors_fit(const PretrainedVectors& given, const Material& material) {
  const Index columns = material.items.rows().columns();
  require(given.vectors.rows() == columns, "there are vectors of {} words, but the items have {}",
          given.vectors.rows(), columns);
  require(given.vectors.allFinite(), "word vectors must be finite");
  if (const auto& steps = material.vectorizer.steps; !steps.empty())
    refuse(
        "{} need texts as counts of words, but these were measured with other steps ({}): vectorize them "
        "anew",
        setting("vectors"), in_words(steps.front()));
}

void require_bounds(const Evidence& evidence, Index items, int clusters) {
  const Index least = evidence.min_size, most = evidence.max_size;
  require(most == 0 || most * clusters >= items,
          "{} clusters of at most {} items hold {}, but there are {} items (use {} or more)", clusters, most,
          most * clusters, items, remedy("max_size", (items + clusters - 1) / clusters));
  require(least * clusters <= items,
          "{} clusters of at least {} items are {}, but there are {} items (use {} or less)", clusters, least,
          least * clusters, items, remedy("min_size", items / clusters));
  require(most == 0 || least <= most,
          "clusters of at least {} and at most {} items cannot be: swap {} and {}", least, most,
          setting("min_size"), setting("max_size"));
}

std::string links_in_words(const Evidence& evidence) {
  std::vector<std::string> parts;
  if (!evidence.must_link.empty()) parts.push_back(counted(std::ssize(evidence.must_link), "must-link"));
  if (!evidence.cannot_link.empty())
    parts.push_back(counted(std::ssize(evidence.cannot_link), "cannot-link"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string sizes_in_words(const Evidence& evidence) {
  if (evidence.max_size == 0) return fmt::format("at least {} items a cluster", evidence.min_size);
  if (evidence.min_size == 0) return fmt::format("at most {} items a cluster", evidence.max_size);
  return fmt::format("{} to {} items a cluster", evidence.min_size, evidence.max_size);
}

std::string solved_in_words(const SolvedCollections& solved) {
  const std::size_t count = solved.tuner ? solved.tuner->collections.size() : solved.collections.size();
  return counted(static_cast<std::int64_t>(count), "solved collection");
}

}  // namespace

Material material_of(Dataset items) {
  Material material{.items = std::move(items)};
  material.columns = material.items.features;
  return material;
}

EvidenceKinds Evidence::kinds() const {
  EvidenceKinds given;
  const auto add = [&](bool is_given, EvidenceKind kind) {
    if (is_given) given.insert(kind);
  };
  add(std::ranges::any_of(seeds, [](int seed) { return seed != unlabelled; }), EvidenceKind::seeds);
  add(!must_link.empty() || !cannot_link.empty(), EvidenceKind::links);
  add(min_size > 0 || max_size > 0, EvidenceKind::sizes);
  add(!known.classes.empty(), EvidenceKind::known);
  add(!auxiliary.empty(), EvidenceKind::auxiliary);
  add(annotated.rows.items() > 0, EvidenceKind::annotated);
  add(!solved.collections.empty() || solved.tuner, EvidenceKind::solved);
  add(vectors.vectors.size() > 0, EvidenceKind::vectors);
  return given;
}

Evidence only(const Evidence& evidence, EvidenceKinds kinds) {
  Evidence some;
  some.categories = evidence.categories;
  if (kinds.contains(EvidenceKind::seeds)) {
    some.seeds = evidence.seeds;
    some.labels = evidence.labels;
    some.seeds_source = evidence.seeds_source;
  }
  if (kinds.contains(EvidenceKind::links)) {
    some.must_link = evidence.must_link;
    some.cannot_link = evidence.cannot_link;
    some.must_weights = evidence.must_weights;
    some.cannot_weights = evidence.cannot_weights;
  }
  if (kinds.contains(EvidenceKind::sizes)) {
    some.min_size = evidence.min_size;
    some.max_size = evidence.max_size;
  }
  if (kinds.contains(EvidenceKind::known)) some.known = evidence.known;
  if (kinds.contains(EvidenceKind::auxiliary)) some.auxiliary = evidence.auxiliary;
  if (kinds.contains(EvidenceKind::annotated)) some.annotated = evidence.annotated;
  if (kinds.contains(EvidenceKind::solved)) some.solved = evidence.solved;
  if (kinds.contains(EvidenceKind::vectors)) some.vectors = evidence.vectors;
  return some;
}

Knowledge knowledge_of(const Evidence& evidence, EvidenceKinds kinds, const Material& material) {
  Knowledge knowledge;
  if (kinds.contains(EvidenceKind::seeds)) knowledge.seeds = evidence.seeds;
  if (kinds.contains(EvidenceKind::links)) {
    knowledge.must_link = evidence.must_link;
    knowledge.cannot_link = evidence.cannot_link;
    knowledge.must_weights = evidence.must_weights;
    knowledge.cannot_weights = evidence.cannot_weights;
  }
  knowledge.name_item = [&items = material.items](Index item) { return shown(items.id(item)); };
  if (!evidence.labels.empty())
    knowledge.name_cluster = [&labels = evidence.labels](int cluster) {
      return cluster < std::ssize(labels) ? shown(labels[static_cast<std::size_t>(cluster)])
                                          : fmt::format("cluster {}", cluster);
    };
  return knowledge;
}

void require_fits(const Evidence& evidence, const Material& material, int clusters) {
  const EvidenceKinds given = evidence.kinds();
  const Index items = material.items.items();
  require(items > 0 || !given.contains(EvidenceKind::known),
          "every item of {} has a known class: there is nothing left to cluster", material.source);
  require(clusters <= items, "{} clusters were asked for, but there {} only {} (use {} or less)", clusters,
          items == 1 ? "is" : "are", counted(items, "item"), remedy("clusters", items));
  require(std::ssize(evidence.labels) <= clusters,
          "{} {} different labels, but {} clusters were asked for (use {}, or take out labels)",
          evidence.seeds_source.empty() ? "the seeds have" : fmt::format("{}: has", evidence.seeds_source),
          evidence.labels.size(), clusters, remedy("clusters", evidence.labels.size()));
  require_possible(knowledge_of(evidence, {EvidenceKind::seeds, EvidenceKind::links}, material), items,
                   clusters);
  if (given.contains(EvidenceKind::sizes)) require_bounds(evidence, items, clusters);
  if (given.contains(EvidenceKind::known)) {
    require(std::ssize(evidence.known.classes) == evidence.known.items.items(),
            "there are {} known items, and classes of {}", evidence.known.items.items(),
            evidence.known.classes.size());
    require_same_columns(evidence.known.items, material, "the known items");
  }
  for (const OtherItems& other : evidence.auxiliary)
    require_same_columns(other.rows, material, "an auxiliary collection");
  if (given.contains(EvidenceKind::annotated))
    require_same_columns(evidence.annotated.rows, material, "the annotated items");
  if (!evidence.solved.own_columns)
    for (const SolvedCollection& solved : evidence.solved.collections)
      require_same_columns(solved.items, material, solved.name);
  if (given.contains(EvidenceKind::vectors)) require_vectors_fit(evidence.vectors, material);
}

std::string in_words(const Evidence& evidence, EvidenceKind kind) {
  switch (kind) {
    case EvidenceKind::seeds: {
      const auto seeds = std::ranges::count_if(evidence.seeds, [](int seed) { return seed != unlabelled; });
      return evidence.labels.empty() ? counted(seeds, "seed")
                                     : fmt::format("{} of {}", counted(seeds, "seed"),
                                                   counted(std::ssize(evidence.labels), "label"));
    }
    case EvidenceKind::links:
      return links_in_words(evidence);
    case EvidenceKind::sizes:
      return sizes_in_words(evidence);
    case EvidenceKind::known:
      return fmt::format("{} of {}", counted(evidence.known.items.items(), "item"),
                         counted(std::ssize(evidence.known.names), "known class"));
    case EvidenceKind::auxiliary: {
      Index items = 0;
      for (const OtherItems& other : evidence.auxiliary) items += other.items;
      return counted(items, "auxiliary item");
    }
    case EvidenceKind::annotated:
      return fmt::format("{} with {}", counted(evidence.annotated.items, "item"),
                         counted(evidence.annotated.rows.items(), "tag"));
    case EvidenceKind::solved:
      return solved_in_words(evidence.solved);
    case EvidenceKind::vectors:
      if (evidence.vectors.categories > 0)
        return fmt::format("{}, above {} of {}",
                           evidence.vectors.categories == 1
                               ? "1 category"
                               : fmt::format("{} categories", evidence.vectors.categories),
                           evidence.vectors.found, counted(evidence.vectors.vectors.rows(), "word"));
      return fmt::format("{} dimensions, of {} of {}", evidence.vectors.vectors.cols(),
                         evidence.vectors.found, counted(evidence.vectors.vectors.rows(), "word"));
  }
  return {};
}

}  // namespace bellwether
