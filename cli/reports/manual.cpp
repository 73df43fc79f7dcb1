#include <cli/reports/completions.h>

#include <fmt/format.h>

namespace bellwether::cli {
namespace {

/// Text as roff must have it to print it as it is.
std::string roff(std::string_view text) {
  std::string safe;
  bool line_begins = true;
  for (const char c : text) {
    if (line_begins && (c == '.' || c == '\'')) safe += "\\&";
    safe += c == '\\' ? "\\e" : c == '-' ? "\\-" : c == '`' ? "\\(ga" : std::string(1, c);
    line_begins = c == '\n';
  }
  return safe;
}

/// The headings of the footer are those of the page: "Examples:" and what is indented under it.
std::string footer(const std::string& text) {
  return text.empty() ? "" : fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", roff(text));
}

std::string head(const Program& program, const std::string& name, const std::string& summary) {
  const std::string number = program.version.substr(0, program.version.find('\n'));
  return fmt::format(".TH \"{}\" 1 \"\" \"{} {}\"\n.SH NAME\n{} \\- {}\n", roff(name), roff(program.name),
                     roff(number), roff(name), roff(summary));
}

std::string page_of_program(const Program& program) {
  std::string page = head(program, program.name, program.summary.substr(program.summary.find(' ') + 1));
  page += fmt::format(".SH SYNOPSIS\n.B {}\n.I VERB\n[\\fIOPTIONS\\fR]\n.SH VERBS\n", roff(program.name));
  for (const Command& verb : program.commands)
    page += fmt::format(".TP\n.B {}\n{}: see {}(1)\n", roff(verb.name), roff(verb.summary),
                        roff(program.name + "-" + verb.name));
  return page + footer(program.footer);
}

std::string page_of_verb(const Program& program, const Command& verb) {
  std::string page = head(program, program.name + "-" + verb.name, verb.summary);
  page += fmt::format(".SH SYNOPSIS\n.B {} {}\n[\\fIOPTIONS\\fR]", roff(program.name), roff(verb.name));
  for (const Option& option : verb.options)
    if (option.positional()) page += fmt::format(" \\fI{}\\fR", roff(option.name()));
  page += "\n";
  std::string heading;
  for (const bool positional : {true, false})
    for (const Option& option : verb.options) {
      if (option.hidden || option.positional() != positional) continue;
      const std::string group = positional ? "Arguments" : option.group;
      if (group != heading) page += fmt::format(".SH {}\n", roff(group));
      heading = group;
      page += fmt::format(".TP\n\\fB{}\\fR \\fI{}\\fR\n{}\n", roff(option.flags),
                          roff(positional ? "" : option.type), roff(option.help));
    }
  return page + footer(verb.footer) + fmt::format(".SH SEE ALSO\n{}(1)\n", roff(program.name));
}

}  // namespace

std::string manual(const Program& program, const Command* verb) {
  return verb == nullptr ? page_of_program(program) : page_of_verb(program, *verb);
}

}  // namespace bellwether::cli
