#pragma once
// result.json: a report as one JSON object, for other programs. docs/formats.md says what is in it.

#include <bellwether/portraits/json_text.h>
#include <bellwether/portraits/report.h>

namespace bellwether {

Json to_json(const Report& report);

/// Parts of it that other verbs tell, too.
Json vectorizer_json(const Vectorizer& vectorizer);
Json representation_json(const Representation& representation);
Json learned_json(const Learned& learned);
Json directions_json(const std::vector<Direction>& directions);
Json check_json(const StrappingCheck& check);
Json options_json(const Settings& settings);
Json verdict_json(const Verdict& verdict);
Json k_choice_json(const KChoice& choice);

}  // namespace bellwether
