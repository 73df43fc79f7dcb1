#pragma once
// A part: some neighbouring items that one worker holds, whole shards of them, and what it is asked.
//
// A step (a sum over items) brings, beside its Model and Statistics:
//
//   struct Step {
//     static constexpr const char* name;
//     using Model, Statistics;
//     struct Memory;                            // what is kept of the items from round to round; may be lost
//                                               // at any time, and must not change what is found
//     static Index clusters(const Model&);      // as in shard_rows()
//     Step(const Model&, const Part&, Memory&);
//     Statistics accumulate(const Shard&);      // of part.shard(); may run on several shards at once
//     void finish();                            // all shards of the part have been visited
//     bool knows_all() const;                   // if it may need no values this time: then shards have none
//     static constexpr const char* memory_name; // if it shares its Memory with other steps; else its name
//     static void keep(Memory&);                // if it labels items: from now on, labels are remembered
//     static Noted noted(const Memory&);        // and these are they
//   };
//
// A question brings  `Answer answer(const Part&, Memory&) const`.

#include <any>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <bellwether/data/row_source.h>
#include <bellwether/engine/numbers.h>
#include <bellwether/engine/shards.h>

namespace bellwether {

/// Contiguous row-major values in single precision: half the memory. A shard of them is widened when it is
/// looked at, so everything is computed, and summed, in double.
struct NarrowRows {
  const float* values = nullptr;
  Index rows = 0;
  Index columns = 0;
};

/// Rows first .. first + rows - 1 of a source; read again each time that they are looked at.
struct StoredRows {
  const RowSource* source = nullptr;  ///< null: nobody looks at the values
  Index first = 0;
  Index rows = 0;
  Index columns = 0;
};

using PartRows = std::variant<DenseRows, SparseRows, NarrowRows, StoredRows>;

class Part {
 public:
  /// `begin`: the number of the part's first item among all. Throws unless it begins where a shard does.
  /// `seeds`: labels of its items that are known beforehand, or `unlabelled`; empty: none is.
  Part(Shape whole, Index begin, PartRows rows, std::span<const int> seeds = {});

  const Shape& whole() const { return whole_; }
  Index begin() const { return begin_; }
  Index rows() const;
  bool sparse() const { return std::holds_alternative<SparseRows>(rows_); }
  std::span<const int> seeds() const { return seeds_; }
  /// The same items without their values, for a step that remembers all that it needs of them.
  Part blank() const;

  /// Calls `visit` with the items first .. first + count - 1 of this part; the shard's `begin` counts from
  /// the part's first item.
  template <class Visit>
  decltype(auto) look_at(Index first, Index count, const Visit& visit) const {
    const Room room(*rooms_);
    return visit(Shard{first, doubles(first, count, *room.values)});
  }

 private:
  /// Where shards are widened, kept from one to the next: to ask the system for such a piece of memory each
  /// time costs more than to fill it.
  struct Rooms {
    std::mutex mutex = {};
    std::vector<std::unique_ptr<std::vector<double>>> free = {};
  };
  /// One of them, or a new one, while somebody looks at a shard.
  struct Room {
    explicit Room(Rooms& from);
    ~Room();
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

    Rooms& rooms;
    std::unique_ptr<std::vector<double>> values = {};
  };

  Rows doubles(Index first, Index count, std::vector<double>& room) const;

  Shape whole_;
  Index begin_;
  PartRows rows_;
  std::span<const int> seeds_;
  std::shared_ptr<Rooms> rooms_ = std::make_shared<Rooms>();
};

/// Which shards a part has, when all are cut for some number of clusters.
struct Cut {
  Index size = 0;             ///< rows of a shard
  Index count = 0;            ///< shards of all items
  Index first = 0, last = 0;  ///< the part's
};
Cut cut_of(const Part& part, Index clusters);

/// Statistics of shards [first, last), a whole branch of the tree.
template <class Statistics>
struct Branch {
  Index first = 0, last = 0;
  Statistics statistics = {};
};
void visit(auto& branch, auto&& numbers) requires requires {
  branch.statistics;
}
{ numbers(branch.first), numbers(branch.last), numbers(branch.statistics); }

/// The largest whole branches that some shards make, in order; of `count` shards in all.
template <class Statistics>
struct Branches {
  Index count = 0;
  std::vector<Branch<Statistics>> branches = {};
};
void visit(auto& all, auto&& numbers) requires requires {
  all.branches;
}
{ numbers(all.count), numbers(all.branches); }

namespace detail {

/// Walks the tree of sum_range() and keeps what lies within [cut.first, cut.last).
template <class Accumulate, class Statistics>
void grow(const Part& part, const Cut& cut, Index first, Index last, const Accumulate& accumulate,
          const Run& run, std::vector<Branch<Statistics>>& into) {
  if (last <= cut.first || cut.last <= first) return;
  if (cut.first <= first && last <= cut.last) {
    const std::function<Statistics(Index, Index)> sum = [&](Index from, Index to) -> Statistics {
      if (to - from == 1) {
        const Index begin = from * cut.size - part.begin();
        return part.look_at(begin, std::min(cut.size, part.rows() - begin), accumulate);
      }
      const Index middle = from + (to - from) / 2;
      std::optional<Statistics> left, right;
      const auto do_left = [&] { left = sum(from, middle); };
      const auto do_right = [&] { right = sum(middle, to); };
      if (run.threads == 1) {
        do_left(), do_right();
      } else {
        both(do_left, do_right);
      }
      merge(*left, *right);
      return std::move(*left);
    };
    into.push_back({first, last, sum(first, last)});
    return;
  }
  const Index middle = first + (last - first) / 2;
  grow(part, cut, first, middle, accumulate, run, into);
  grow(part, cut, middle, last, accumulate, run, into);
}

/// Joins neighbours that are the two halves of a branch, from [first, last) down; `next` is the first branch
/// that has not been taken.
template <class Statistics>
void join(std::vector<Branch<Statistics>>& branches, std::size_t& next, Index first, Index last,
          std::vector<Branch<Statistics>>& into) {
  if (next == branches.size() || branches[next].first >= last) return;
  if (branches[next].first == first && branches[next].last == last) {
    into.push_back(std::move(branches[next++]));
    return;
  }
  require(last - first > 1, "the statistics are not those of branches of one tree");
  const Index middle = first + (last - first) / 2;
  const std::size_t before = into.size();
  join(branches, next, first, middle, into);
  join(branches, next, middle, last, into);
  if (into.size() != before + 2) return;
  Branch<Statistics>&left = into[before], &right = into[before + 1];
  if (left.first != first || left.last != middle || right.first != middle || right.last != last) return;
  merge(left.statistics, right.statistics);
  left.last = last;
  into.pop_back();
}

}  // namespace detail

template <class Statistics, class Accumulate>
Branches<Statistics> branches_of(const Part& part, Index clusters, const Accumulate& accumulate,
                                 const Run& run) {
  const Cut cut = cut_of(part, clusters);
  Branches<Statistics> found{cut.count};
  detail::grow(part, cut, 0, cut.count, accumulate, run, found.branches);
  return found;
}

/// Of neighbouring parts, in their order.
template <class Statistics>
Branches<Statistics> joined(std::vector<Branches<Statistics>> parts) {
  require(!parts.empty(), "there is nothing to merge");
  Branches<Statistics> all{parts.front().count};
  std::vector<Branch<Statistics>> branches;
  for (Branches<Statistics>& part : parts) {
    require(part.count == all.count, "these are statistics of other items");
    std::move(part.branches.begin(), part.branches.end(), std::back_inserter(branches));
  }
  std::size_t next = 0;
  detail::join(branches, next, 0, all.count, all.branches);
  require(next == branches.size(), "the statistics are not in the order of the items");
  return all;
}

/// The whole sum, once every part is in it.
template <class Statistics>
Statistics whole_of(Branches<Statistics> all) {
  require(all.branches.size() == 1 && all.branches[0].first == 0 && all.branches[0].last == all.count,
          "the statistics of some items are missing");
  return std::move(all.branches[0].statistics);
}

/// What a worker keeps beside a part: what the step that is under way remembers. When another step begins
/// that remembers something, it goes, so that a start and the rounds behind it never take room at once. One
/// call at a time.
class PartMemory {
 public:
  template <class Memory, class Work>
  auto use(std::string_view name, const Work& work) {
    if constexpr (std::is_empty_v<Memory>) {
      Memory nothing;
      return work(nothing);
    } else {
      const std::lock_guard lock(mutex_);
      if (owner_ != name) {
        memory_.reset();
        memory_ = std::make_shared<Memory>();
        owner_ = name;
      }
      return work(*std::any_cast<std::shared_ptr<Memory>&>(memory_));
    }
  }

 private:
  std::mutex mutex_ = {};
  std::string owner_ = {};
  std::any memory_ = {};
};

/// What a step that labels items says of those of a part, in order.
struct Noted {
  std::vector<int> labels = {};
  std::vector<double> probabilities = {};  ///< how sure each label is, where the method knows; else empty
};
void visit(Noted& noted, auto&& numbers) {
  numbers(noted.labels), numbers(noted.probabilities);
}

/// One round of a step over a part.
template <class Step>
Branches<typename Step::Statistics> visit_part(const Part& part, typename Step::Memory& memory,
                                               const typename Step::Model& model, const Run& run) {
  Step step(model, part, memory);
  const auto accumulate = [&](const Shard& shard) { return step.accumulate(shard); };
  const auto visit = [&](const Part& items) {
    return branches_of<typename Step::Statistics>(items, Step::clusters(model), accumulate, run);
  };
  auto found = [&] {
    if constexpr (requires { step.knows_all(); })
      if (step.knows_all()) return visit(part.blank());
    return visit(part);
  }();
  step.finish();
  return found;
}

/// What its memory is called: steps that ask the same of the items one after the other share one.
template <class Step>
constexpr const char* memory_name_of() {
  if constexpr (requires { Step::memory_name; })
    return Step::memory_name;
  else
    return Step::name;
}

template <class Step>
concept Labels = requires(typename Step::Memory& memory) {
  Step::keep(memory), Step::noted(memory);
};

/// A step or a question without its types, for the table that workers look names up in.
struct PartStep {
  std::string name = {};
  std::function<Bytes(const Part&, PartMemory&, std::string_view model, const Run&)> answer = {};
  std::function<Bytes(const std::vector<std::string_view>& parts)> join = {};  ///< of a sum: merges branches
  std::function<Bytes(std::string_view branches)> whole = {};  ///< of a sum: the statistics, once complete
  /// Of a sum that labels items: those of the part (Noted).
  std::function<Bytes(const Part&, PartMemory&, std::string_view model, const Run&)> labels = {};
  /// What a part is asked, and what it answers, read and written again: the same bytes, or a number was lost.
  std::function<Bytes(std::string_view question)> question_again = {};
  std::function<Bytes(std::string_view answer)> answer_again = {};
};

template <class T>
Bytes written_again(std::string_view bytes) {
  return bytes_of(from_bytes<T>(bytes));
}

template <class Step>
PartStep sum_step() {
  using Statistics = typename Step::Statistics;
  PartStep step{.name = Step::name};
  step.answer = [](const Part& part, PartMemory& memories, std::string_view bytes, const Run& run) {
    const auto model = from_bytes<typename Step::Model>(bytes);
    return memories.use<typename Step::Memory>(memory_name_of<Step>(), [&](typename Step::Memory& memory) {
      return bytes_of(visit_part<Step>(part, memory, model, run));
    });
  };
  if constexpr (Labels<Step>)
    step.labels = [](const Part& part, PartMemory& memories, std::string_view bytes, const Run& run) {
      const auto model = from_bytes<typename Step::Model>(bytes);
      return memories.use<typename Step::Memory>(Step::name, [&](typename Step::Memory& memory) {
        Step::keep(memory);
        visit_part<Step>(part, memory, model, run);
        return bytes_of(Step::noted(memory));
      });
    };
  step.join = [](const std::vector<std::string_view>& parts) {
    std::vector<Branches<Statistics>> all;
    for (const std::string_view part : parts) all.push_back(from_bytes<Branches<Statistics>>(part));
    return bytes_of(joined(std::move(all)));
  };
  step.whole = [](std::string_view bytes) {
    return bytes_of(whole_of(from_bytes<Branches<Statistics>>(bytes)));
  };
  step.question_again = written_again<typename Step::Model>;
  step.answer_again = written_again<Branches<Statistics>>;
  return step;
}

template <class Question>
PartStep question_step() {
  PartStep step{.name = Question::name};
  step.answer = [](const Part& part, PartMemory& memories, std::string_view bytes, const Run& run) {
    const auto question = from_bytes<Question>(bytes);
    return memories.use<typename Question::Memory>(
        Question::memory_name,
        [&](typename Question::Memory& memory) { return bytes_of(question.answer(part, memory, run)); });
  };
  step.question_again = written_again<Question>;
  step.answer_again = written_again<typename Question::Answer>;
  return step;
}

}  // namespace bellwether
