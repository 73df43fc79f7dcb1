#include <bellwether/projects/workbench.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/data/take.h>
#include <bellwether/links/groups.h>
#include <bellwether/projects/halves.h>
#include <bellwether/projects/match_groups.h>
#include <bellwether/runs/assemble.h>

namespace bellwether {
namespace {

using enum EvidenceKind;

constexpr std::size_t bases_kept = 3;
constexpr EvidenceKinds of_items{seeds, links, sizes};  // what a person says; the rest was given

bool makes_base(const Correction& c) {
  return c.said == Said::drop || c.said == Said::clusters || c.said == Said::method || c.said == Said::check;
}

/// How many of them the last base is made of.
std::size_t last_base(std::span<const Correction> said) {
  std::size_t count = said.size();
  while (count > 0 && !makes_base(said[count - 1])) --count;
  return count;
}

std::vector<Index> rows_of(const Board& board) {
  std::vector<Index> rows;
  for (Index i = 0; i < board.items(); ++i)
    if (!board.dropped[at(i)]) rows.push_back(i);
  return rows;
}

/// A method that was asked for and takes nothing of what is known gives way to its guided form.
std::string guided_form(const std::string& method, EvidenceKinds known_now) {
  if (method == "auto" || known_now.empty() || find_method(method).takes.intersects(known_now)) return method;
  const std::string form = "constrained-" + method;
  const bool is_there = std::ranges::find(searches(), form, &Method::name) != searches().end();
  return is_there && !known_now.contains(links) ? form : "auto";
}

/// Where each of the base's rows begins: in the group that it was put into, or else in the one it was in.
std::vector<int> starting_groups(const Stand& base, const Board& board) {
  std::vector<int> starts;
  for (const Index row : base.rows) {
    const int seed = board.seeds[at(row)];
    starts.push_back(seed != unlabelled ? seed
                                        : board.becomes[static_cast<std::size_t>(base.groups[at(row)])]);
  }
  return starts;
}

/// The groups that an item begins in. One whose items were all put elsewhere goes on without any until
/// everything is found afresh.
std::vector<int> occupied(const Board& board, const std::vector<int>& starts) {
  std::vector<int> groups = board.alive();
  std::erase_if(groups, [&](int group) { return std::ranges::find(starts, group) == starts.end(); });
  return groups;
}

/// What is known of the items is all used; a check may have left it out.
bool uses_all(const Finding& finding, const Evidence& evidence) {
  const EvidenceKinds given = evidence.kinds();
  return std::ranges::all_of(of_items,
                             [&](EvidenceKind kind) { return !given.contains(kind) || finding.used(kind); });
}

std::vector<int> spread_out(const std::vector<int>& labels, const std::vector<int>& group_of,
                            const std::vector<Index>& rows, Index items) {
  std::vector<int> groups(at(items), -1);
  for (std::size_t r = 0; r < rows.size(); ++r)
    groups[at(rows[r])] = group_of[static_cast<std::size_t>(labels[r])];
  return groups;
}

}  // namespace

Workbench::Workbench(Material material, Evidence evidence, Wishes wishes)
    : material_(std::make_shared<const Material>(std::move(material))),
      evidence_(std::move(evidence)),
      wishes_(std::move(wishes)) {}

Board Workbench::board_after(std::span<const Correction> said) const {
  Board board = first_board(evidence_, wishes_, material_->items.items());
  for (const Correction& correction : said) board = after(std::move(board), correction);
  return board;
}

Evidence Workbench::evidence_on(const Board& board, const std::vector<Index>& rows,
                                const std::vector<int>& cluster_of) const {
  Evidence evidence = evidence_;
  evidence.seeds.assign(rows.size(), unlabelled);
  std::vector<Index> row_of(at(board.items()), -1);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    row_of[at(rows[r])] = static_cast<Index>(r);
    const int seed = board.seeds[at(rows[r])];
    if (seed != unlabelled) evidence.seeds[r] = cluster_of[static_cast<std::size_t>(seed)];
  }
  evidence.labels.clear();
  for (std::size_t g = 0; g < cluster_of.size(); ++g)
    if (cluster_of[g] >= 0) evidence.labels.push_back(board.groups[g].name);
  const auto on_rows = [&](std::vector<Link> list) {
    for (Link& link : list) link = {row_of[at(link.first)], row_of[at(link.second)]};
    return list;
  };
  evidence.must_link = on_rows(board.must_link);
  evidence.cannot_link = on_rows(board.cannot_link);
  if (!evidence.must_weights.empty()) evidence.must_weights.resize(evidence.must_link.size(), 1.0);
  if (!evidence.cannot_weights.empty()) evidence.cannot_weights.resize(evidence.cannot_link.size(), 1.0);
  evidence.min_size = board.min_size;
  evidence.max_size = board.max_size;
  return evidence;
}

std::shared_ptr<const Stand> Workbench::make_base(const Board& board, const std::vector<int>& before,
                                                  const Run& run) const {
  auto made = std::make_shared<Stand>();
  made->board = board;
  made->rows = rows_of(board);
  made->material = material_;
  if (std::ssize(made->rows) < board.items()) {
    auto some = std::make_shared<Material>(*material_);
    some->items = take_items(material_->items, made->rows);
    made->material = std::move(some);
  }
  const std::vector<int> alive = board.alive();
  std::vector<int> seeded, cluster_of(board.groups.size(), -1);
  for (const int group : alive)
    if (std::ranges::find(board.seeds, group) != board.seeds.end()) {
      cluster_of[static_cast<std::size_t>(group)] = static_cast<int>(seeded.size());
      seeded.push_back(group);
    }
  made->evidence = evidence_on(board, made->rows, cluster_of);
  if (seeded.empty()) made->evidence.seeds.clear();
  Wishes wishes = wishes_;
  wishes.clusters = static_cast<int>(alive.size());
  wishes.method = board.method;
  if (board.checks > 0) wishes.start.clear();
  made->finding =
      carry_out(*made->material, made->evidence, plan(*made->material, made->evidence, wishes), run);

  std::vector<int> groups_before;
  for (const Index row : made->rows) {
    const int group = before.empty() ? board.seeds[at(row)] : before[at(row)];
    groups_before.push_back(group < 0 ? -1 : board.becomes[static_cast<std::size_t>(group)]);
  }
  made->group_of = match_groups(made->finding.labels(), made->finding.outcome.clustering.clusters,
                                made->finding.used(EvidenceKind::seeds) ? seeded : std::vector<int>(),
                                groups_before, alive);
  made->finding.names.clear();
  for (const int group : made->group_of)
    made->finding.names.push_back(board.groups[static_cast<std::size_t>(group)].name);
  made->groups = spread_out(made->finding.labels(), made->group_of, made->rows, board.items());
  return made;
}

std::shared_ptr<const Stand> Workbench::from_base(const Stand& base, const Board& board,
                                                  const Run& run) const {
  auto made = std::make_shared<Stand>(base);
  made->board = board;
  const std::vector<int> starts = starting_groups(base, board);
  made->group_of = occupied(board, starts);
  const auto clusters = static_cast<int>(made->group_of.size());
  std::vector<int> cluster_of(board.groups.size(), -1);
  for (int c = 0; c < clusters; ++c)
    cluster_of[static_cast<std::size_t>(made->group_of[static_cast<std::size_t>(c)])] = c;
  made->evidence = evidence_on(board, made->rows, cluster_of);
  require_fits(made->evidence, *made->material, clusters);
  close_links(knowledge_of(made->evidence, {seeds, links}, *made->material), made->material->items.items(),
              clusters);
  std::vector<int> start;
  for (const int group : starts) start.push_back(cluster_of[static_cast<std::size_t>(group)]);

  const EvidenceKinds said = only(made->evidence, of_items).kinds();
  EvidenceKinds uses = said;
  for (const Verdict& verdict : base.finding.verdicts)
    if (verdict.used && !of_items.contains(verdict.kind)) uses.insert(verdict.kind);
  Finding from = base.finding;
  from.plan.wishes.clusters = clusters;
  from.plan.wishes.method = guided_form(from.plan.wishes.method, said);
  made->finding = clustered_again(*made->material, made->evidence, std::move(from), uses, start, run);
  made->finding.names = made->evidence.labels;
  made->groups = spread_out(made->finding.labels(), made->group_of, made->rows, board.items());
  return made;
}

std::shared_ptr<const Stand> Workbench::base_for(std::span<const Correction> said, const Run& run,
                                                 const Remembered& remembered) {
  const auto known_base =
      std::ranges::find_if(bases_, [&](const Base& base) { return std::ranges::equal(base.said, said); });
  if (known_base != bases_.end()) return known_base->stand;
  std::vector<int> before;
  if (!said.empty()) {
    const auto earlier = said.first(said.size() - 1);
    if (remembered) before = remembered(earlier.size());
    if (std::ssize(before) != material_->items.items())
      before = stand_after(earlier, run, remembered)->groups;
  }
  auto made = make_base(board_after(said), before, run);
  require(!run.stop.stop_requested(), "stopped");
  if (bases_.size() == bases_kept) bases_.erase(bases_.begin());
  bases_.push_back({{said.begin(), said.end()}, made});
  return made;
}

std::shared_ptr<const Stand> Workbench::stand_after(std::span<const Correction> said, const Run& run,
                                                    const Remembered& remembered) {
  const Board board = board_after(said);
  const std::size_t at_base = last_base(said);
  const auto base = base_for(said.first(at_base), run, remembered);
  if (at_base == said.size() && uses_all(base->finding, base->evidence)) return base;
  auto made = from_base(*base, board, run);
  require(!run.stop.stop_requested(), "stopped");
  return made;
}

Preview Workbench::preview(std::span<const Correction> said, const Stand& now, const Correction& correction,
                           const Run& run) {
  std::vector<Correction> all(said.begin(), said.end());
  all.push_back(correction);
  Preview preview{.stand = stand_after(all, run), .overruled = overruled_by(now.board, correction)};
  std::vector<bool> named(now.groups.size(), false);
  for (const auto* list : {&correction.items, &correction.others})
    for (const Index item : *list) named[at(item)] = true;
  for (std::size_t i = 0; i < now.groups.size(); ++i) {
    const int before =
        now.groups[i] < 0 ? -1 : preview.stand->board.becomes[static_cast<std::size_t>(now.groups[i])];
    if (!named[i] && before != preview.stand->groups[i]) preview.follow.push_back(static_cast<Index>(i));
  }
  return preview;
}

HeldBack Workbench::held_back(std::span<const Correction> said, std::size_t place, const Run& run) {
  const Correction& c = said[place];
  const std::size_t at_base = last_base(said);
  HeldBack found;
  if ((c.said != Said::belong && c.said != Said::new_group) || c.items.size() < 2 || place < at_base)
    return found;
  const auto base = base_for(said.first(at_base), run, {});
  std::vector<Correction> some(said.begin(), said.end());
  // A new group is the next number of those that there were.
  const int group =
      c.said == Said::belong ? c.group : static_cast<int>(board_after(said.first(place)).groups.size());
  const auto share_in_group = [&](const std::vector<Index>& items) {
    const auto stand = from_base(*base, board_after(some), run);
    return static_cast<double>(
               std::ranges::count_if(items, [&](Index i) { return stand->groups[at(i)] == group; })) /
           static_cast<double>(items.size());
  };
  const auto [one, other] = dealt_out(c.items);
  some[place].items = one;
  found.with = share_in_group(other) / 2;
  some[place].items = other;
  found.with += share_in_group(one) / 2;
  if (c.said == Said::belong) {
    some.erase(some.begin() + static_cast<std::ptrdiff_t>(place));
    found.without = share_in_group(c.items);
  }
  found.possible = !run.stop.stop_requested();
  return found;
}

Correction Workbench::completed(Correction c, const Stand& now, const Run& run) const {
  const auto members = [&](int group) {
    std::vector<Index> items;
    for (std::size_t i = 0; i < now.groups.size(); ++i)
      if (now.groups[i] == group) items.push_back(static_cast<Index>(i));
    return items;
  };
  const auto on_all_items = [&](std::vector<Index> rows) {
    for (Index& row : rows) row = now.rows[at(row)];
    std::ranges::sort(rows);
    return rows;
  };
  if (c.said == Said::merge && c.items.empty())
    c.items = on_all_items(typical_of(now.finding, now.group_of, c.other));
  if (c.said == Said::finish && c.items.empty()) c.items = members(c.group);
  if (c.said == Said::split && c.items.empty() && c.others.empty()) {
    const auto [stay, leave] = typical_halves(now.finding, now.group_of, c.group, run);
    c.items = on_all_items(stay);
    c.others = on_all_items(leave);
  }
  if (c.said == Said::clusters && c.kept.empty()) {
    c.kept = now.board.alive();
    const auto weight = [&](int group) {
      const bool seeded = std::ranges::find(now.board.seeds, group) != now.board.seeds.end();
      return std::pair(seeded, std::ranges::count(now.groups, group));
    };
    std::ranges::stable_sort(c.kept, [&](int a, int b) { return weight(a) > weight(b); });
    if (std::ssize(c.kept) > c.least) c.kept.resize(at(std::max<Index>(c.least, 0)));
    std::ranges::sort(c.kept);
  }
  return c;
}

}  // namespace bellwether
