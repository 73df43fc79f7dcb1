#include <page/assets.h>
#include <page/html.h>
#include <page/page.h>
#include <page/page_data.h>
#include <page/sections.h>
#include <page/words.h>

#include <fmt/format.h>

namespace bellwether::page {
namespace {

std::string title_for(const std::vector<ShownResult>& results,
                      const std::optional<ShownComparison>& comparison) {
  if (comparison)
    return fmt::format("{} methods on {}", comparison->methods.size(), escaped(comparison->source));
  if (results.size() == 1) return title_of(results.front());
  return fmt::format("{} clusterings side by side", results.size());
}

/// Nothing may be fetched, whatever the page holds: the browser sees to it.
std::string policy(bool scripts) {
  return fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src "
      "'unsafe-inline'{}\">",
      scripts ? "; script-src 'unsafe-inline'" : "");
}

std::string body_of(const std::vector<ShownResult>& results, const std::optional<ShownComparison>& comparison,
                    const Agreement& agreement) {
  if (results.size() == 1 && !comparison) return sections_of(results.front(), 0);
  std::string body = comparison_sections(results, comparison, agreement);
  for (std::size_t r = 0; r < results.size(); ++r)
    body += fmt::format(
        "<details class=\"result\" id=\"result-{}\"><summary><b>{}</b> {}</summary>{}</details>\n", r,
        escaped(results[r].folder), title_of(results[r]), sections_of(results[r], static_cast<int>(r)));
  return body;
}

}  // namespace

bool has_scripts() {
  return !assets::plots_script().empty();
}

std::string page_of(const std::vector<ShownResult>& results, const std::optional<ShownComparison>& comparison,
                    const Agreement& agreement, const PageOptions& options) {
  const bool scripts = options.scripts && has_scripts();
  const std::string title = options.title.empty() ? title_for(results, comparison) : escaped(options.title);
  std::string html = fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">{}<meta name=\"viewport\" "
      "content=\"width=device-width, initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\">"
      "<title>{}</title>\n<style>{}</style></head>\n<body><main>\n<header><p "
      "class=\"quiet\">bellwether</p><h1>{}</h1></header>\n",
      policy(scripts), title, assets::style(), title);
  html += body_of(results, comparison, agreement);
  html += fmt::format(
      "<footer class=\"quiet\">Made by bellwether {}. The page is whole: it loads nothing.</footer></main>\n",
      BELLWETHER_VERSION);
  if (scripts)
    html += fmt::format(
        "<script type=\"application/json\" "
        "id=\"data\">{}</script>\n<script>{}</script>\n<script>{}</script>\n",
        inside_script(page_data(results, comparison)), assets::plots_script(), assets::page_script());
  return html + "</body></html>\n";
}

}  // namespace bellwether::page
