#pragma once
// An outcome as a report: headings, paragraphs, tables and charts, for whoever writes them down: page.h as
// Markdown, html_page.h for a browser.

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <experiments/curves.h>
#include <experiments/experiment.h>

namespace bellwether::experiments {

struct Heading {
  std::string text = {};
};
/// Words between `backticks` are names, those between **stars** are strong.
struct Paragraph {
  std::string text = {};
};
struct Command {
  std::string text = {};
};
struct Bullets {
  std::vector<std::string> texts = {};
};
struct TablePart {
  Lines lines = {};  ///< the first has the names of the columns
};

using Part = std::variant<Heading, Paragraph, Command, Bullets, TablePart, Curves, Scatter>;

struct Report {
  std::string title = {};
  std::vector<Part> parts = {};
};

/// `command` is what gives it again.
Report report_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                 const std::string& command);

}  // namespace bellwether::experiments
