#pragma once
// Which categories of an ontology stand out in each group: the section of a page.

#include <page/shown.h>

#include <string>

#include <bellwether/portraits/json_text.h>

namespace bellwether::page {

/// From `ontology` of result.json, a list for each group.
std::vector<std::vector<ShownCategory>> categories_in(const Json& ontology);

/// A table; empty if there was no ontology, a sentence if nothing stands out.
std::string categories_table(const ShownResult& result);

}  // namespace bellwether::page
