// bellwether ask ITEMS -k K: ask about the items whose answers change most, and cluster with the answers.

#include <cli/asking/interview.h>
#include <cli/one_run.h>
#include <cli/options/common.h>
#include <cli/options/outputs.h>
#include <cli/reports/portrait_file.h>
#include <cli/reports/result_files.h>
#include <cli/reports/summary.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/stopwatch.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <filesystem>
#include <memory>
#include <optional>

#include <bellwether/data/error.h>
#include <bellwether/data/result_folder.h>
#include <bellwether/methods/entry.h>
#include <bellwether/runs/asking.h>
#include <bellwether/sources/likenesses.h>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

struct AskArguments {
  ClusterArguments run = {};
  int questions = 20;
  std::string kind = "label";
  bool wait = false;
  std::string batch = {};
  std::vector<std::string> answers = {};
};

void say_doubtful(const Interview& interview, std::FILE* out) {
  const auto doubtful = doubtful_answers(interview.session);
  if (doubtful.empty()) return;
  tell(out, "\nanswers to look at again\n");
  for (const Doubtful& one : doubtful)
    tell(out, "  {}: {}\n", one.answer + 1, wrapped(one.words, width_of(out), 5));
}

void conclude(const AskArguments& args, const ReadAll& read, Interview& interview, const bellwether::Run& run,
              double seconds, const std::string& as_typed, ProgressBar& bar, std::FILE* out) {
  const ClusterArguments& typed = args.run;
  std::optional<ResultFolder> folder;
  if (!typed.output.empty()) folder.emplace(typed.output, "clustering");
  if (!run.stop.stop_requested()) interview.session.adopt(checking(interview.session)(run));
  bar.clear();
  Report report =
      report_on(interview.session.material(), interview.session.evidence(), interview.session.finding());
  report.seconds_reading = read.seconds_reading;
  report.seconds_fitting = seconds;
  const SummaryContext context{typed.init, typed.output, as_typed, typed.features.select_for,
                               typed.method == "auto" || entry_called(typed.method).learner != nullptr};
  if (folder) {
    write_result(folder->path(), report);
    const std::string unseen = write_portrait(folder->path(), report, typed.items, context, typed.threads);
    if (!unseen.empty()) report.warnings.push_back(unseen);
    folder->publish();
  }
  if (typed.json) return tell("{}", result_json(report));
  if (typed.quiet) return;
  tell(out, "\n");
  print_summary(out, report, context);
  say_doubtful(interview, out);
  tell(out, "\n{} so far, in {}\n", counted(std::ssize(interview.answered), "answer"),
       printable(record_in(interview.folder).string(), 200));
}

/// Where answers are kept.
fs::path place_of(const AskArguments& args) {
  return args.run.output.empty() ? fs::path(".") : fs::path(args.run.output);
}

/// A folder for answers; if none could be kept, it goes away again.
class PlaceForAnswers {
 public:
  explicit PlaceForAnswers(const fs::path& place) : place_(place), made_(fs::create_directories(place)) {}
  PlaceForAnswers(const PlaceForAnswers&) = delete;
  PlaceForAnswers& operator=(const PlaceForAnswers&) = delete;
  ~PlaceForAnswers() {
    std::error_code not_empty;
    if (made_) fs::remove(place_, not_empty);
  }

 private:
  fs::path place_;
  bool made_;
};

void ask(const AskArguments& args, const std::string& as_typed) {
  const ClusterArguments& typed = args.run;
  const Asked asked = cli::asked(typed);
  const QuestionOptions options{
      .labels = args.kind == "label", .pairs = args.kind == "pair", .groups = args.kind == "group"};
  const fs::path place = place_of(args);
  if (!typed.force) require_own_answers(place);
  std::FILE* const out = typed.json ? stderr : stdout;
  ProgressBar bar(!typed.quiet);
  ReadAll read = read_all(asked, typed.threads, bar);
  Wishes wishes = asked.wishes;
  wishes.start = read.given.start;
  const Interrupt interrupt([] {});
  const bellwether::Run run = run_shown(typed.threads, interrupt.token(), bar);
  bar.say("clustering");
  const Stopwatch fitting;
  Session session(std::move(read.given.material), std::move(read.given.evidence), wishes);
  session.carry_out(run);
  bar.clear();
  std::optional<PlaceForAnswers> made;
  Interview interview{.session = session, .folder = place};
  std::error_code ignored;
  if (!typed.force && fs::exists(record_in(place), ignored))
    read_answers(record_in(place), session, interview.answered);
  for (const std::string& file : args.answers) read_answers(file, session, interview.answered);
  interview.before = interview.answered.size();
  if (!session.additions().empty()) session.adopt(checking(session)(run));
  if (!args.batch.empty()) {
    write_batch(args.batch, session, questions(session, args.questions, options));
  } else {
    if (!typed.output.empty()) made.emplace(place);
    const ItemWords words(session.material(), look_again_at(typed.items, session.material().vectorizer));
    if (args.answers.empty())
      interview_people(interview, words, args.questions, args.wait, options,
                       {.threads = run.threads, .stop = run.stop}, out);
  }
  if (!interview.answered.empty()) interview.keep();
  conclude(args, read, interview, run, fitting.seconds(), as_typed, bar, out);
}

}  // namespace

Command ask_command(const std::string& as_typed) {
  auto args = std::make_shared<AskArguments>();
  Command command{.name = "ask", .summary = "Ask the questions whose answers change the clusters most"};
  command.options = {
      {.flags = "-n,--questions",
       .into = &args->questions,
       .help = "how many (20)",
       .type = "N",
       .range = Range{1, 1e6}},
      {.flags = "--kind",
       .into = &args->kind,
       .help = "label: which group is an item in (the default); pair: do two belong together; group: are two "
               "groups one, is one two",
       .type = "label|pair|group",
       .choices = {"label", "pair", "group"}},
      {.flags = "--wait",
       .into = &args->wait,
       .help = "search after each answer before the next question: the same answers then meet the "
               "same questions"},
      {.flags = "--batch",
       .into = &args->batch,
       .help = "ask nothing: write the questions there, to be answered elsewhere (yes, no, unknown, a name)",
       .type = "FILE",
       .writes = true},
      {.flags = "--answers",
       .into = &args->answers,
       .help = "ask nothing: read such a file with answers; may be repeated",
       .type = "FILE",
       .one_each = true},
      {.flags = "--method",
       .into = &args->run.method,
       .help = "see `bellwether methods`; auto (the default) chooses",
       .type = "NAME"},
      output_option(&args->run.output, "DIR",
                    "keep the answers there, and write what `cluster` writes; without it answers are kept in "
                    "the current folder"),
      force_flag(args->run.force)};
  add(command.options, run_options(args->run));
  command.footer =
      "Answers are kept after each one: asked.csv, and what they come to in seeds.csv, must-link.csv and\n"
      "cannot-link.csv. The next `ask` with the same folder goes on from there.\n\n"
      "Examples:\n"
      "  bellwether ask data:headlines -k 6 -n 25 -o sorted\n"
      "  bellwether ask items.csv -k 5 --kind pair\n"
      "  bellwether ask items.csv -k 5 -n 50 --batch questions.csv\n"
      "  bellwether ask items.csv -k 5 --answers questions.csv -o result\n";
  command.run = [args, as_typed](const Given& given) {
    require_spares_folder(given, args->run.output, "clustering", args->run.force);
    require_spares(given, args->batch, args->run.force);
    for (const fs::path& file : files_in(place_of(*args))) require_spares(given, file.string(), true);
    ask(*args, as_typed);
  };
  return command;
}

}  // namespace bellwether::cli
