// bellwether studio ITEMS -k K: look at the groups in a browser, correct them, and see what follows. Serves
// until it is told to end.

#include <cli/one_run.h>
#include <cli/options/common.h>
#include <cli/parse.h>
#include <cli/reports/studio_exports.h>
#include <cli/terminal/browser.h>
#include <cli/terminal/quit_signal.h>
#include <cli/terminal/words.h>
#include <cli/verbs/studio_source.h>
#include <cli/verbs/verbs.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>
#include <bellwether/runs/choose_k.h>
#include <studio/answers.h>
#include <studio/assets.h>
#include <studio/http.h>

namespace bellwether::cli {
namespace {

namespace fs = std::filesystem;

struct StudioArguments : ClusterArguments {
  int port = 0;
  bool no_open = false;
};

std::string now_in_words() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

void serve(const StudioArguments& args, ProjectFile& file, const Source& source, const std::string& name) {
  ClusterArguments about = args;
  about.project.clear();  // it is what is worked on, not what is known beforehand
  const Asked asked = cli::asked(about);
  ProgressBar bar(!args.quiet);
  ReadAll read = read_all(asked, args.threads, bar);
  bar.clear();
  Wishes wishes = asked.wishes;
  wishes.start = read.given.start;
  if (wishes.choose_k) {  // groups that people name need a number from the first moment
    bar.say("choosing the number of groups");
    const KChoice choice =
        choose_k(read.given.material, read.given.evidence, wishes, run_shown(args.threads, {}, bar));
    wishes = with_chosen(wishes, choice);
    bar.clear();
    if (!args.quiet) tell("{}\n", in_words(choice));
  }
  const QuitSignal quit;
  studio::Desk desk(file, std::move(read.given.material), std::move(read.given.evidence), wishes, args.items,
                    args.threads, now_in_words);
  keep_source(file, source);
  studio::Server server(args.port);
  const studio::Guard guard(studio::random_token(), server.port());
  const studio::Place place{desk, guard.token(),
                            exports_for({args.items, repeating(source, name), args.threads})};
  server.start([&](const studio::Request& request) { return guard.refusal(request); },
               [&](const studio::Request& request) { return studio::answer_to(place, request); });
  desk.begin();
  const std::string address = fmt::format("http://127.0.0.1:{}/?token={}", server.port(), guard.token());
  tell("{}\n", address);
  std::fflush(stdout);
  if (studio::assets::script().empty())
    print_note(stderr,
               "this bellwether was built without Node, so the studio has no page to show: install npm, then "
               "configure "
               "and build again");
  if (!args.quiet) tell(stderr, "saving to {}; Ctrl-C ends the studio\n", printable(name, 200));
  if (!args.no_open) open_in_browser(address);
  quit.wait();
  desk.close();
  server.stop();
}

/// Goes on with a project by what was typed when it was begun.
void go_on(const StudioArguments& args, const Source& source) {
  std::error_code gone;
  const std::string project = fs::absolute(args.project).string();
  fs::current_path(source.folder, gone);
  require(!gone, "{}: the folder in which it was begun, {}, is not there any more: name the items",
          printable(args.project, 200), shown(source.folder));
  std::vector<std::string> words{"bellwether", "studio"};
  words.insert(words.end(), source.words.begin(), source.words.end());
  for (const std::string& word :
       {std::string("--project"), project, std::string("--port"), std::to_string(args.port)})
    words.push_back(word);
  if (args.threads > 0) words.insert(words.end(), {"--threads", std::to_string(args.threads)});
  if (args.no_open) words.push_back("--no-open");
  if (args.quiet) words.push_back("--quiet");
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  const Program program{.name = "bellwether", .commands = {studio_command()}};
  const Parsed parsed = parse(program, static_cast<int>(pointers.size()), pointers.data());
  const auto* call = std::get_if<Call>(&parsed);
  require(call != nullptr, "{}: what was typed when it was begun is not understood any more:{}",
          printable(args.project, 200), in_words(source.words));
  call->command->run(call->given);
}

/// A project that was begun by itself and in which nothing was said goes again, also when the studio could
/// not begin.
class LeavesNothingUnsaid {
 public:
  LeavesNothingUnsaid(std::unique_ptr<ProjectFile>& file, std::string name)
      : file_(file), name_(std::move(name)) {}
  LeavesNothingUnsaid(const LeavesNothingUnsaid&) = delete;
  LeavesNothingUnsaid& operator=(const LeavesNothingUnsaid&) = delete;
  ~LeavesNothingUnsaid() {
    if (name_.empty()) return;
    try {
      if (!file_->events().empty()) return;
    } catch (const std::exception&) {
      return;  // then it is not known
    }
    file_.reset();
    std::error_code ignored;
    fs::remove(name_, ignored);
  }

 private:
  std::unique_ptr<ProjectFile>& file_;
  std::string name_;
};

void studio(const StudioArguments& args, const Given& given) {
  const Source source{words_about_items(given), fs::current_path().string()};
  if (args.items.items.empty()) {
    require<InvalidOption>(!args.project.empty(),
                           "say which items to look at, or which project to go on with: bellwether studio "
                           "posts/ -k 12, or bellwether studio --project posts.bwp");
    const auto kept = source_of(ProjectFile(args.project, ProjectFile::For::reading));
    require(kept.has_value(), "{}: does not say which items it is about: name them",
            printable(args.project, 200));
    return go_on(args, *kept);
  }
  std::string name = args.project;
  auto file = name.empty() ? project_by_default(args.items.items, source, name)
                           : std::make_unique<ProjectFile>(name, ProjectFile::For::owning);
  const auto kept = source_of(*file);
  require<InvalidOption>(!kept || kept->words == source.words,
                         "{} was begun with `bellwether studio{}`: leave out everything but --project to go "
                         "on with it, or name another file",
                         printable(name, 200), kept ? in_words(kept->words) : "");
  const LeavesNothingUnsaid goes(file, args.project.empty() ? name : std::string());
  serve(args, *file, source, name);
}

}  // namespace

Command studio_command() {
  auto args = std::make_shared<StudioArguments>();
  Command command{.name = "studio", .summary = "Look at groups in a browser, correct them, see what follows"};
  command.options = {
      {.flags = "--port",
       .into = &args->port,
       .help = "of 127.0.0.1; 0 (the default): any that is free",
       .type = "N",
       .range = Range{0, 65535}},
      {.flags = "--no-open", .into = &args->no_open, .help = "print the address, and open nothing"},
      {.flags = "--method",
       .into = &args->method,
       .help = "see `bellwether methods`; auto (the default) chooses",
       .type = "NAME"}};
  add(command.options, run_options(*args));
  std::erase_if(command.options, [](const Option& option) { return option.name() == "--json"; });
  find_option(command.options, "ITEMS").required = false;
  Option& project = find_option(command.options, "--project");
  project.type = "FILE.bwp";
  project.writes = true;
  project.help =
      "where everything that is said is saved, and gone on with (default: named after ITEMS, in this folder)";
  command.footer =
      "Examples:\n"
      "  bellwether studio data:headlines -k 6 --language english\n"
      "  bellwether studio posts/ -k 12 --project posts.bwp\n"
      "  bellwether studio --project posts.bwp\n"
      "  bellwether cluster posts/ -k 12 --project posts.bwp -o result\n";
  command.run = [args](const Given& given) { studio(*args, given); };
  return command;
}

}  // namespace bellwether::cli
