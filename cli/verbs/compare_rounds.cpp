#include <cli/terminal/deadline.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/scarce_memory.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>
#include <cli/verbs/compare_rounds.h>

#include <new>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

std::string reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return std::string(scarce_memory());
  return with_flags(error);
}

/// Until all are done, or the time is up: what was cut short is left out, unless there is nothing else.
/// Throws what the first repeat throws.
Played play(const CompareArguments& args, const Contender& contender, const ReadAll& read,
            const Evidence& evidence, const std::string& head, const std::stop_token& interrupted,
            ProgressBar& bar) {
  Played played;
  std::vector<std::string> notes;
  bool stopped = false;
  const Deadline deadline(args.budget, interrupted);
  const Stopwatch watch;
  for (int r = 0; r < args.repeats; ++r) {
    const bool no_time = r > 0 && args.budget > 0 && watch.seconds() * (r + 1) / r > args.budget;
    Wishes wishes = contender.wishes;
    wishes.random_seed += static_cast<std::uint64_t>(r);
    bar.head(fmt::format("{}, repeat {} of {}: ", head, r + 1, args.repeats));
    try {
      const Stopwatch fitting;
      Finding finding;
      const Material& material = read.given.material;
      if (!no_time)
        finding = carry_out(material, evidence, plan(material, evidence, wishes),
                            run_shown(args.asked.threads, deadline.token(), bar, read.device));
      const bool cut = no_time || deadline.token().stop_requested();
      if (cut && r > 0) {
        if (!interrupted.stop_requested())
          notes.push_back(fmt::format("{} of {} repeats: there is no time for more (--budget {})", r,
                                      args.repeats, args.budget));
        break;
      }
      stopped = cut;
      played.repeats.push_back({std::move(finding), fitting.seconds()});
      if (cut) break;
    } catch (const Error& error) {
      if (r == 0) throw;
      notes.push_back(fmt::format("with random seed {} it fails: {}", wishes.random_seed, with_flags(error)));
      break;
    }
  }
  played.standing = standing_of(
      contender, played.repeats,
      covered_items(knowledge_of(read.given.evidence, read.given.evidence.kinds(), read.given.material),
                    read.given.material.items.items()));
  played.standing.stopped = stopped;
  if (stopped)
    notes.push_back(interrupted.stop_requested()
                        ? std::string("interrupted: the best so far")
                        : fmt::format("stopped after {}: the best so far (a larger --budget lets it finish)",
                                      duration(watch.seconds())));
  played.standing.notes.insert(played.standing.notes.end(), notes.begin(), notes.end());
  return played;
}

}  // namespace

std::optional<Played> try_to_play(const CompareArguments& args, const Contender& contender,
                                  const ReadAll& read, const Evidence& evidence, const std::string& head,
                                  const std::stop_token& interrupted, ProgressBar& bar, NotRun& otherwise) {
  otherwise = {contender.name, "interrupted"};
  if (interrupted.stop_requested()) return {};
  otherwise.reason = with_flags(unfit(contender, read.given.material.items, args.budget));
  if (!otherwise.reason.empty()) return {};
  try {
    return play(args, contender, read, evidence, head, interrupted, bar);
  } catch (const std::exception& error) {
    otherwise.reason = reason_of(error);
    otherwise.failed = true;
    return {};
  }
}

}  // namespace bellwether::cli
