#include <cli/before_main.h>
#include <cli/build_facts.h>
#include <cli/options/common.h>
#include <cli/parse.h>
#include <cli/program.h>
#include <cli/settings_file.h>
#include <cli/terminal/flags.h>
#include <cli/terminal/interrupt.h>
#include <cli/terminal/scarce_memory.h>
#include <cli/terminal/standard_input.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <algorithm>
#include <new>
#include <system_error>

#include <bellwether/data/error.h>

namespace bellwether::cli {
namespace {

constexpr int done = 0, run_failed = 1, command_failed = 2;

/// Of a run that came to its end, or to as much of one as an interrupt left.
int status_of_run(int status) {
  return was_interrupted() ? interrupted_status : status;
}

int fail(int status, std::string_view message) {
  std::fflush(stdout);
  // All of it first: where there is no memory for the message, what catches that says all of its own.
  const std::string safe = for_terminal(fmt::format(" {}\n", message));
  tell_in_colour(stderr, Colour::red, "bellwether:");
  std::fwrite(safe.data(), 1, safe.size(), stderr);
  return status;
}

/// A write may fail long before the end, and no later one tell: the stream remembers.
int finish() {
  const bool written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  return written ? status_of_run(done)
                 : fail(run_failed, "the output could not be written; is the disk full?");
}

Program program_of(const std::string& as_typed) {
  return {
      .name = "bellwether",
      .summary = "bellwether: clustering that takes direction",
      .version = build_facts(),
      .footer =
          "Exit status: 0 done, 1 a problem with the data or the run, 2 with the command, 130 interrupted: "
          "after\n"
          "the first Ctrl-C the best so far is written, the second ends at once.\n\n"
          "`bellwether VERB --help` says more. Begin with:\n  bellwether cluster data:iris -k 3\n",
      .commands = {cluster_command(as_typed), ask_command(as_typed), compare_command(as_typed),
                   assign_command(), learn_command(), tune_command(), evaluate_command(), vectorize_command(),
                   methods_command(), data_command(), devices_command(), report_command(), studio_command(),
                   reproduce_command(), completions_command(described), manual_command(described)},
      .rare = rare_options()};
}

int refuse(const Refusal& refusal) {
  const int status = fail(command_failed, refusal.reason);
  if (!refusal.help.empty()) tell(stderr, "\n{}", refusal.help);
  return status;
}

std::string join(int count, const char* const* words) {
  std::string text = "bellwether";
  for (int i = 1; i < count; ++i) text += " " + shell_word(words[i]);
  return text;
}

int run(int count, const char* const* words) {
  static constexpr std::string_view only_tell[] = {"methods", "data", "evaluate", "completions",
                                                   "manual",  "help", "version"};
  const std::string_view verb = count > 1 ? words[1] : "-";
  if (!verb.starts_with("-") && std::ranges::find(only_tell, verb) == std::end(only_tell))
    reserve_room_for_products();
  SettingsFileArguments files;
  Program program = program_of(join(count, words));
  add_settings_file(program, files);
  const Parsed parsed =
      parse(program, with_settings_file(program, {words + std::min(count, 1), words + count}));
  if (const auto* refusal = std::get_if<Refusal>(&parsed)) return refuse(*refusal);
  if (const auto* answer = std::get_if<Answer>(&parsed)) put_out(stdout, answer->text);
  if (const auto* call = std::get_if<Call>(&parsed)) {
    now_doing("`bellwether " + call->command->name + "`");
    save_settings(files, *call);
    keep_piped_items(call->given);
    call->command->run(call->given);
  }
  return finish();
}

}  // namespace

Program described() {
  static SettingsFileArguments nowhere;
  Program program = program_of({});
  add_settings_file(program, nowhere);
  return program;
}

int run_program(int count, const char* const* words) {
  try {
    return run(count, words);
  } catch (const InvalidOption& error) {
    return fail(command_failed, with_flags(error));
  } catch (const std::bad_alloc&) {
    return fail(run_failed, scarce_memory());
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::resource_unavailable_try_again) return fail(run_failed, error.what());
    return fail(run_failed,
                "no thread could be started: use fewer --threads, or raise the limits on "
                "memory and processes (ulimit -a)");
  } catch (const std::exception& error) {
    return fail(status_of_run(run_failed), with_flags(error));
  }
}

}  // namespace bellwether::cli
