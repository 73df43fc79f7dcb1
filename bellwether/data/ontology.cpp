#include <bellwether/data/ontology.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <unordered_map>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

/// Numbers for names, in the order in which they come.
class Names {
 public:
  explicit Names(Ontology& ontology) : ontology_(ontology) {}

  std::size_t number(const std::string& name) {
    const auto [at, is_new] = numbers_.emplace(name, ontology_.size());
    if (is_new) {
      ontology_.names.push_back(name);
      ontology_.parents.emplace_back();
      ontology_.is_category.push_back(false);
    }
    return at->second;
  }

 private:
  Ontology& ontology_;
  std::unordered_map<std::string, std::size_t> numbers_ = {};
};

/// A name on the way upwards, and which of its parents is looked at next.
struct Step {
  std::size_t name;
  std::size_t next = 0;
};

[[noreturn]] void refuse_circle(const Ontology& ontology, const std::vector<Step>& way, std::size_t again,
                                const std::string& file) {
  constexpr std::size_t most_shown = 12;
  std::vector<std::string> chain;
  const auto from = std::ranges::find(way, again, &Step::name);
  for (auto step = from; step != way.end() && chain.size() < most_shown; ++step)
    chain.push_back(shown(ontology.names[step->name]));
  if (static_cast<std::size_t>(way.end() - from) > most_shown) chain.emplace_back("...");
  chain.push_back(shown(ontology.names[again]));
  refuse("{}: {} is above itself: {} (take out one of these lines)", file, shown(ontology.names[again]),
         fmt::join(chain, " -> "));
}

/// Every way upwards ends. Without recursion: a chain may be as long as the file.
void require_no_circle(const Ontology& ontology, const std::string& file) {
  enum class State : unsigned char { fresh, on_the_way, done };
  std::vector<State> states(ontology.size(), State::fresh);
  std::vector<Step> way;
  for (std::size_t start = 0; start < ontology.size(); ++start) {
    if (states[start] != State::fresh) continue;
    way.assign(1, {start});
    states[start] = State::on_the_way;
    while (!way.empty()) {
      Step& step = way.back();
      if (step.next == ontology.parents[step.name].size()) {
        states[step.name] = State::done;
        way.pop_back();
        continue;
      }
      const std::size_t parent = ontology.parents[step.name][step.next++];
      if (states[parent] == State::on_the_way) refuse_circle(ontology, way, parent, file);
      if (states[parent] == State::done) continue;
      states[parent] = State::on_the_way;
      way.push_back({parent});
    }
  }
}

}  // namespace

Ontology ontology_of(const Pairs& pairs, const std::string& file) {
  Ontology ontology;
  Names names(ontology);
  for (const NamedPair& pair : pairs) {
    const Where where{.file = file, .row = pair.line};
    require(pair.first != pair.second, "{}: {} is its own parent", where, shown(pair.first));
    const std::size_t child = names.number(pair.first), parent = names.number(pair.second);
    ontology.parents[child].push_back(parent);
    ontology.is_category[parent] = true;
  }
  for (auto& parents : ontology.parents) {
    std::ranges::sort(parents);
    parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
  }
  require_no_circle(ontology, file);
  return ontology;
}

std::vector<Above> Ancestors::of(std::size_t name) {
  ++question_;
  asked_[name] = question_;
  std::vector<Above> found;
  if (ontology_.is_category[name]) found.push_back({name, 0});
  std::vector<Above> level{{name, 0}};
  for (std::size_t at = 0; at < level.size(); ++at) {
    const Above below = level[at];
    for (const std::size_t parent : ontology_.parents[below.category]) {
      if (asked_[parent] == question_) continue;
      asked_[parent] = question_;
      level.push_back({parent, below.steps + 1});
      found.push_back(level.back());
    }
  }
  return found;
}

}  // namespace bellwether
