#include <bellwether/runs/goes_together.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/other_data.h>
#include <bellwether/runs/plan_vectors.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

/// The setting through which evidence of this kind is given.
std::string_view setting_of(EvidenceKind kind) {
  return kind == links ? "must_link" : kind == sizes ? "min_size" : name_of(kind);
}

std::string names_of_takers(EvidenceKinds kinds) {
  std::vector<std::string> names;
  for (const Method& method : searches())
    if ((method.takes | kinds) == method.takes) names.push_back(method.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
  const std::string near = nearest_name(name, names);
  return near.empty() ? "" : fmt::format("did you mean '{}'? ", near);
}

void require_representation(const std::string& name, EvidenceKinds given, bool plain_alone) {
  std::vector<std::string> names;
  for (const std::string& each : entry_names()) {
    const Entry entry = find_entry(each);
    if (entry.learner != nullptr || can_represent(*entry.search)) names.push_back(each);
  }
  require<InvalidOption>(name == "auto" || std::ranges::find(names, name) != names.end(),
                         "{}: {}these represent items: {}", setting("represent", name),
                         did_you_mean(name, names), fmt::join(names, ", "));
  if (const auto kind = learns_from(name); kind && !plain_alone)
    require<InvalidOption>(given.contains(*kind), "{} learns from {}: give them with {}", name,
                           about(*kind).needs, remedy(setting_of(*kind)));
}

void require_search_takes(const Method& method, EvidenceKinds given, bool plain_alone) {
  for (const EvidenceKind kind : {seeds, links, sizes})
    require<InvalidOption>(!given.contains(kind) || method.takes.contains(kind),
                           "{} takes no {}; these methods do: {}", method.name, name_of(kind),
                           names_of_takers({kind}));
  if (plain_alone || method.takes.empty() || method.plain.empty()) return;
  EvidenceKinds needed = method.takes;
  std::vector<std::string> ways;
  for (const EvidenceKind kind : needed)
    if (kind != sizes) ways.emplace_back(fmt::format("{}", remedy(setting_of(kind))));
  require<InvalidOption>(ways.empty() || given.intersects(needed),
                         "{} needs knowledge: give it {} (without any it is {})", method.name,
                         fmt::join(ways, " or "), method.plain);
}

}  // namespace

bool only_learns(const std::string& name) {
  return entry_called(name).learner != nullptr;
}

std::optional<EvidenceKind> learns_from(const std::string& name) {
  if (name == "auto") return known;
  if (const Learner* learner = entry_called(name).learner)
    return learner->takes.contains(known) ? known : auxiliary;
  for (const EvidenceKind kind : {auxiliary, annotated})
    if (find_method(name).takes.contains(kind)) return kind;
  return std::nullopt;
}

std::string search_wished(const Wishes& wishes) {
  return only_learns(wishes.method) ? "auto" : wishes.method;
}

void require_together(EvidenceKinds given, const Wishes& wishes) {
  const std::string search = search_wished(wishes);
  if (search != "auto") require_search_takes(*(find_entry(search).search), given, wishes.plain_alone);
  require<InvalidOption>(wishes.method != "word-vectors",
                         "{} represents items for a search: ask for it with {}", wishes.method,
                         remedy("represent", wishes.method));
  require<InvalidOption>(!only_learns(wishes.method) || given.contains(known) || wishes.plain_alone,
                         "{} learns from known clusters: give them with {}", wishes.method, remedy("known"));
  for (const std::string& spec : wishes.represent)
    require_representation(parse_named_options(spec).name, given, wishes.plain_alone);
  require<InvalidOption>(!only_learns(wishes.method) || wishes.represent.empty(),
                         "{} and {} both name what learns: name a search as the method, or leave one out",
                         setting("represent", fmt::format("{}", fmt::join(wishes.represent, " + "))),
                         setting("method", wishes.method));
  require<InvalidOption>(!wishes.combine || given.intersects({auxiliary, annotated}),
                         "{} is about other data: give it with {} or {}", setting("combine"),
                         setting("auxiliary"), setting("annotated"));
  require<InvalidOption>(
      !wishes.combine ||
          (!given.intersects({seeds, links, sizes, known, solved}) && wishes.represent.empty()),
      "{} clusters the items and the other data as one collection about which nothing else is known: leave "
      "it out, so that the other data serve as a representation",
      setting("combine"));
  require<InvalidOption>(
      !wishes.combine || search == "auto" || !find_method(search).takes.intersects({auxiliary, annotated}),
      "{} learns from other data, and {} makes them items like any other: leave out one of them", search,
      setting("combine"));
  if (given.contains(vectors)) require_goes_with_vectors(wishes, given);
  if (search != "auto" && !wishes.start.empty())
    require<InvalidOption>(find_method(search).takes_start,
                           "{} cannot begin from given clusters: leave out {}", search, remedy("init"));
}

}  // namespace bellwether
