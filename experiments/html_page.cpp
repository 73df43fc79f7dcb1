#include <experiments/html_page.h>

#include <fmt/format.h>

#include <bellwether/engine/overloaded.h>
#include <experiments/svg.h>

namespace bellwether::experiments {
namespace {

const char* const style = R"(
:root{color-scheme:light dark;--ink:#1b1f23;--paper:#fff;--faint:#66707a;--rule:#d5dae0;--band:#f4f6f8;
--s0:#0b62a4;--s1:#c0392b;--s2:#1e8449;--s3:#8e44ad;--s4:#b9770e;--s5:#117a65;--s6:#5d4037;--s7:#555}
@media (prefers-color-scheme:dark){:root{--ink:#e6e9ec;--paper:#15181c;--faint:#9aa4ae;--rule:#343a41;--band:#1e2329;
--s0:#6db3f2;--s1:#ff8a7a;--s2:#6fd08c;--s3:#c792ea;--s4:#f0b55a;--s5:#5fd0b9;--s6:#bc9a8a;--s7:#b0b0b0}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1rem;max-width:64rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.4rem;line-height:1.25}h2{font-size:1.15rem;margin-top:2rem}
p,li{max-width:46rem;overflow-wrap:anywhere}
pre,.box,.scroll{overflow-x:auto}.key{margin:.2rem 0;font-size:.85rem;color:var(--faint)}pre{background:var(--band);padding:.6rem .8rem;border-radius:4px}
code,pre{font:.9em ui-monospace,monospace}
.box{margin:1rem 0;border:1px solid var(--rule);border-radius:4px}
table{border-collapse:collapse;font-size:.85rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .6rem;text-align:right;white-space:nowrap}
th:first-child,td:first-child{text-align:left}
th{border-bottom:1px solid var(--rule)}tbody tr:nth-child(even){background:var(--band)}
figure{margin:1.2rem 0;break-inside:avoid}figcaption{font-size:.9rem;color:var(--faint)}
svg{width:100%;min-width:32rem;max-width:44rem;height:auto;display:block;font:11px system-ui,sans-serif}
svg text{fill:var(--faint)}svg .grid{stroke:var(--rule);fill:none}
svg path{fill:none;stroke-width:1.8}svg .dot{stroke:none}svg .ring{fill:var(--paper);stroke-width:1.8}
)";

const char* const print_style = R"(
@media print{body{max-width:none;font-size:9pt}.box,.scroll{overflow:visible;border:0}svg{min-width:0;max-width:13cm}table{font-size:7pt}
th,td{padding:.1rem .3rem}pre{white-space:pre-wrap}}
)";

/// A colour for lines and names; dashes tell lines apart on paper.
std::string series_style() {
  constexpr const char* dashes[] = {"none", "7 3", "2 3", "9 3 2 3", "none", "7 3", "2 3", "9 3 2 3"};
  std::string css;
  for (int s = 0; s < 8; ++s)
    css += fmt::format(
        "svg .s{0} path,svg .s{0} .ring{{stroke:var(--s{0})}}svg .s{0} .line{{stroke-dasharray:{1}}}"
        "svg .s{0} .dot,svg text.s{0}{{fill:var(--s{0})}}.k{0}{{color:var(--s{0});font-weight:600}}\n",
        s, dashes[s]);
  return css;
}

/// `names` and **strong** words.
std::string marked_up(const std::string& text) {
  std::string html;
  bool code = false, strong = false;
  const std::string safe = escaped(text);
  for (std::size_t i = 0; i < safe.size(); ++i) {
    if (safe[i] == '`') {
      html += code ? "</code>" : "<code>";
      code = !code;
    } else if (!code && safe.compare(i, 2, "**") == 0) {
      html += strong ? "</strong>" : "<strong>";
      strong = !strong;
      ++i;
    } else {
      html += safe[i];
    }
  }
  if (code) html += "</code>";
  if (strong) html += "</strong>";
  return html;
}

std::string row(const std::vector<std::string>& cells, const char* tag) {
  std::string html = "<tr>";
  for (const std::string& cell : cells) html += fmt::format("<{0}>{1}</{0}>", tag, escaped(cell));
  return html + "</tr>\n";
}

std::string html_table(const Lines& lines) {
  std::string html =
      "<div class=\"box\" tabindex=\"0\"><table><thead>" + row(lines.front(), "th") + "</thead><tbody>\n";
  for (std::size_t at = 1; at < lines.size(); ++at) html += row(lines[at], "td");
  return html + "</tbody></table></div>\n";
}

std::string html(const Part& part) {
  return std::visit(
      Overloaded{
          [](const Heading& heading) { return fmt::format("<h2>{}</h2>\n", marked_up(heading.text)); },
          [](const Paragraph& paragraph) { return fmt::format("<p>{}</p>\n", marked_up(paragraph.text)); },
          [](const Command& command) {
            return fmt::format("<pre><code>{}</code></pre>\n", escaped(command.text));
          },
          [](const Bullets& bullets) {
            std::string list = "<ul>\n";
            for (const std::string& one : bullets.texts) list += fmt::format("<li>{}</li>\n", marked_up(one));
            return list + "</ul>\n";
          },
          [](const TablePart& table) { return html_table(table.lines); },
          [](const Curves& curves) { return chart_of(curves); },
          [](const Scatter& scatter) { return chart_of(scatter); }},
      part);
}

}  // namespace

std::string html_page_of(const Experiment& experiment, const Request& request, const Outcome& outcome,
                         const std::string& command) {
  const Report report = report_of(experiment, request, outcome, command);
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, "
      "initial-scale=1\">\n<title>{}</title>\n<style>{}{}{}</style>\n"
      "</head>\n<body>\n<h1>{}</h1>\n",
      escaped(report.title), style, series_style(), print_style, escaped(report.title));
  for (const Part& part : report.parts) page += html(part);
  return page + "</body>\n</html>\n";
}

}  // namespace bellwether::experiments
