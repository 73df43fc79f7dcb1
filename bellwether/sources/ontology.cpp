// Files of an ontology: categories of words, or of the items themselves.

#include <algorithm>
#include <unordered_map>

#include <bellwether/data/error.h>
#include <bellwether/data/item_ids.h>
#include <bellwether/data/ontology.h>
#include <bellwether/data/table.h>
#include <bellwether/data/text.h>
#include <bellwether/data/values.h>
#include <bellwether/features/text/term_categories.h>
#include <bellwether/sources/run_sources.h>

namespace bellwether {
namespace {

/// Whether the first line, which named no columns that were looked for, says item,category.
bool is_about_items(const Pairs& pairs) {
  const std::string first = lower(pairs.front().first);
  return (first == "item" || first == "id") && lower(pairs.front().second) == "category";
}

ItemCategories none_yet(const std::string& file, Index items) {
  return {.source = file, .of_items = std::vector<std::vector<std::size_t>>(static_cast<std::size_t>(items))};
}

/// Each category once, in the order of the names.
void make_sets(std::vector<std::vector<std::size_t>>& of_items) {
  for (auto& categories : of_items) {
    std::ranges::sort(categories);
    categories.erase(std::unique(categories.begin(), categories.end()), categories.end());
  }
}

ItemCategories categories_by_id(const Pairs& pairs, const std::string& file, const Dataset& items) {
  const ItemIds ids(items);
  ItemCategories made = none_yet(file, items.items());
  std::unordered_map<std::string, std::size_t> numbers;
  for (const NamedPair& pair : pairs) {
    const Where where{.file = file, .row = pair.line, .value = pair.first};
    const auto item = ids.find(pair.first);
    require(item.has_value(), "{}: no item has the id {}", where, shown(pair.first));
    const auto [at, is_new] = numbers.emplace(pair.second, made.names.size());
    if (is_new) made.names.push_back(pair.second);
    made.of_items[*item].push_back(at->second);
  }
  make_sets(made.of_items);
  return made;
}

/// An item has the categories of all its words.
ItemCategories categories_by_word(const TermCategories& terms, const std::string& file, const Rows& counts) {
  ItemCategories made = none_yet(file, counts.rows());
  made.names = terms.names;
  for_each_value(counts, [&](Index item, Index term, double) {
    for (const Above& above : terms.of_terms[static_cast<std::size_t>(term)])
      made.of_items[static_cast<std::size_t>(item)].push_back(above.category);
  });
  make_sets(made.of_items);
  return made;
}

const TextVectorizer& words_of(const Material& material, const std::string& file) {
  const auto* words = std::get_if<TextVectorizer>(&material.vectorizer.extractor);
  require(words != nullptr,
          "{} holds categories of words, but the features of {} are no words: give texts, or a file of "
          "item,category",
          setting("ontology", file), material.source);
  require(
      material.vectorizer.steps.empty() && material.items.rows().columns() == std::ssize(words->vocabulary),
      "{} needs texts as counts of words, but these were measured with other steps: vectorize them anew",
      setting("ontology", file));
  return *words;
}

}  // namespace

void require_one_meaning(bool vectors, bool ontology) {
  require<InvalidOption>(!vectors || !ontology,
                         "{} and {} both say what words mean, and only one of them can guide: leave out one "
                         "of them (seeds, links, sizes and known clusters go with either)",
                         setting("vectors"), setting("ontology"));
}

void read_ontology(const std::string& file, const Material& material, std::uint64_t limit,
                   Evidence& evidence) {
  require_one_meaning(evidence.kinds().contains(EvidenceKind::vectors), true);
  Pairs pairs = read_pairs(file, "term", "parent", {.limit = limit});
  const bool of_items = !pairs.empty() && is_about_items(pairs);
  if (of_items) pairs.erase(pairs.begin());
  require(!pairs.empty(), "{}: there is nothing in it (it should have lines of term,parent or item,category)",
          file);
  if (of_items) {
    evidence.categories = categories_by_id(pairs, file, material.items);
    return;
  }
  const TextVectorizer& words = words_of(material, file);
  const Ontology ontology = ontology_of(pairs, file);
  const TermCategories terms = categories_of_terms(ontology, words.vocabulary, words.options);
  require(terms.found > 0,
          "{}: none of its {} (the first are {}) is a word of the items: are they of the same language?",
          file, counted(std::ssize(ontology.names), "name"), first_few(ontology.names));
  evidence.categories = categories_by_word(terms, file, material.items.rows());
  evidence.vectors = {.source = file,
                      .vectors = category_vectors(terms),
                      .found = terms.found,
                      .categories = std::ssize(terms.names)};
}

}  // namespace bellwether
