// bellwether completions SHELL and bellwether manual [VERB]: what shells and man know of the tool.

#include <cli/reports/completions.h>
#include <cli/terminal/words.h>
#include <cli/verbs/verbs.h>

#include <algorithm>
#include <memory>

#include <bellwether/data/error.h>

namespace bellwether::cli {

Command completions_command(ProgramMaker program) {
  auto shell = std::make_shared<std::string>();
  return {.name = "completions",
          .summary = "Print completions for a shell",
          .options = {{.flags = "SHELL",
                       .into = shell.get(),
                       .help = "bash, zsh or fish",
                       .type = "bash|zsh|fish",
                       .choices = {"bash", "zsh", "fish"},
                       .required = true}},
          .footer =
              "Examples:\n"
              "  source <(bellwether completions bash)\n"
              "  bellwether completions zsh > ~/.zfunc/_bellwether\n"
              "  bellwether completions fish > ~/.config/fish/completions/bellwether.fish\n",
          .run = [shell, program](const Given&) { tell("{}", completions(program(), *shell)); }};
}

Command manual_command(ProgramMaker program) {
  auto verb = std::make_shared<std::string>();
  return {.name = "manual",
          .summary = "Print a page for man, in roff",
          .options = {{.flags = "VERB",
                       .into = verb.get(),
                       .help = "the verb that it is about; without it, all"}},
          .footer = "Example:\n  bellwether manual cluster | man -l -\n",
          .run = [verb, program](const Given&) {
            const Program all = program();
            const auto about = std::ranges::find(all.commands, *verb, &Command::name);
            require<InvalidOption>(verb->empty() || about != all.commands.end(), "there is no verb {}",
                                   printable(*verb));
            tell("{}", manual(all, verb->empty() ? nullptr : &*about));
          }};
}

}  // namespace bellwether::cli
