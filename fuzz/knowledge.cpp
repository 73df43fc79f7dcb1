// Files of evidence: the first byte says whether the rest is seeds, links, sure pairs or an ontology. The
// items are called 0 to 9 and a to j, so that the fuzzer can guess them.

#include <fuzz/scratch_file.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>

#include <bellwether/data/error.h>
#include <bellwether/data/ontology.h>
#include <bellwether/data/table.h>
#include <bellwether/sources/run_sources.h>

namespace bellwether {
namespace {

const Dataset& items() {
  static const Dataset twenty = [] {
    Dataset made;
    made.values = Matrix(Matrix::Random(20, 2));
    for (char c = '0'; c <= '9'; ++c) made.ids.emplace_back(1, c);
    for (char c = 'a'; c <= 'j'; ++c) made.ids.emplace_back(1, c);
    return made;
  }();
  return twenty;
}

void require_or_abort(bool promise) {
  if (!promise) std::abort();
}

void read_evidence(const KnowledgeFiles& files) {
  Evidence evidence;
  read_knowledge(files, items(), 0, evidence);
  for (const int seed : evidence.seeds)
    require_or_abort(seed >= unlabelled && seed < static_cast<int>(evidence.labels.size()));
  for (const auto* links : {&evidence.must_link, &evidence.cannot_link})
    for (const auto& [first, second] : *links)
      require_or_abort(first >= 0 && first < 20 && second >= 0 && second < 20);
  for (const auto* weights : {&evidence.must_weights, &evidence.cannot_weights})
    for (const double weight : *weights) require_or_abort(std::isfinite(weight) && weight > 0);
}

/// What is above a name ends, and never comes back to it.
void climb(const std::string& file) {
  const Ontology ontology = ontology_of(read_pairs(file, "term", "parent"), "f");
  Ancestors ancestors(ontology);
  for (std::size_t name = 0; name < ontology.size(); ++name)
    for (const Above& above : ancestors.of(name))
      require_or_abort(above.category < ontology.size() && ontology.is_category[above.category]);
}

void read(const std::uint8_t* bytes, std::size_t size) {
  const std::string name = scratch_file({reinterpret_cast<const char*>(bytes) + 1, size - 1});
  switch (bytes[0] % 4) {
    case 0:
      return read_evidence({.seeds = name});
    case 1:
      return read_evidence({.must_link = name});
    case 2:
      return read_evidence({.cannot_link = name});
    default:
      return climb(name);
  }
}

}  // namespace
}  // namespace bellwether

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  try {
    bellwether::read(bytes, size);
  } catch (const bellwether::Error&) {
  }
  return 0;
}
