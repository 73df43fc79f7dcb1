#include <bellwether/methods/evidence_kind.h>

#include <array>

namespace bellwether {
namespace {

constexpr std::array table{
    EvidenceInfo{.kind = EvidenceKind::seeds,
                 .name = "seeds",
                 .help = "the clusters of some items",
                 .needs = "labels of some items",
                 .check = "share of held-out seeds that are found in the cluster of their name"},
    EvidenceInfo{.kind = EvidenceKind::links,
                 .name = "links",
                 .help = "pairs of items that belong together, or apart",
                 .needs = "pairs of items",
                 .check = "how much more often held-out must-links are together than held-out cannot-links"},
    EvidenceInfo{.kind = EvidenceKind::sizes,
                 .name = "sizes",
                 .help = "how many items a cluster has at least, or at most",
                 .needs = "a smallest or a largest size",
                 .check = "none: bounds are obeyed, and there is no part to hold back"},
    EvidenceInfo{.kind = EvidenceKind::known,
                 .name = "known",
                 .help = "items of other clusters, which show what a cluster is",
                 .needs = "items of known classes with the same features",
                 .check = "agreement of the clusters found among known classes that are held out with them"},
    EvidenceInfo{.kind = EvidenceKind::auxiliary,
                 .name = "auxiliary",
                 .help = "other items without labels",
                 .needs = "other items with the same features",
                 .check = "what clusters found from three quarters of the values tell about the rest"},
    EvidenceInfo{.kind = EvidenceKind::annotated,
                 .name = "annotated",
                 .help = "other items with tags",
                 .needs = "other items with the same features, and their tags",
                 .check = "what clusters found from three quarters of the values tell about the rest"},
    EvidenceInfo{.kind = EvidenceKind::solved,
                 .name = "solved",
                 .help = "collections that were sorted before",
                 .needs = "collections with a label for every item",
                 .check = "errors on each solved collection, tuned by the others"},
    EvidenceInfo{.kind = EvidenceKind::vectors,
                 .name = "vectors",
                 .help = "vectors of words, learned elsewhere",
                 .needs = "a file of word vectors, and items that are texts",
                 .check = "what clusters found from three quarters of the values tell about the rest"},
};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].kind != static_cast<EvidenceKind>(i)) return false;
  return true;
}
static_assert(is_in_order());

}  // namespace

std::span<const EvidenceInfo> evidence_kinds() {
  return table;
}

const EvidenceInfo& about(EvidenceKind kind) {
  return table[static_cast<std::size_t>(kind)];
}

std::string_view name_of(EvidenceKind kind) {
  return about(kind).name;
}

}  // namespace bellwether
