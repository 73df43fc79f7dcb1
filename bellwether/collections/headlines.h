#pragma once
// Headlines: 612 short news headlines that can be sorted in two ways, by what they are about and by where it
// happened. Which of the two is meant, only the user can say. All were written for this library: the events
// are invented, the places are not.

#include <span>
#include <string_view>

#include <bellwether/engine/options.h>

namespace bellwether {

struct Headline {
  std::string_view text = {};    ///< 6 to 12 English words, ASCII
  std::string_view topic = {};   ///< business, culture, politics, science, sport or weather
  std::string_view region = {};  ///< Brazil, Canada, Germany, India, Japan or Kenya
};

/// In a fixed mixed order, 17 headlines for each pair of topic and region. Every tenth, from the first, gives
/// a sample of 62 in which every such pair occurs, and every topic and every region 10 or 11 times.
std::span<const Headline> headlines();

enum class HeadlineLabels { topic, region };

inline Choices<HeadlineLabels> headline_label_names() {
  return {{"topic", HeadlineLabels::topic}, {"region", HeadlineLabels::region}};
}

struct HeadlineOptions {
  HeadlineLabels labels = HeadlineLabels::topic;
};

void describe(HeadlineOptions& o, auto&& option) {
  option("labels", o.labels, "what a headline is sorted by", headline_label_names());
}

inline std::string_view label_of(const Headline& headline, HeadlineLabels labels) {
  return labels == HeadlineLabels::topic ? headline.topic : headline.region;
}

}  // namespace bellwether
