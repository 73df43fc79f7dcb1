#include <bellwether/collections/blobs.h>
#include <bellwether/collections/collections.h>
#include <bellwether/collections/headlines.h>
#include <bellwether/collections/iris.h>
#include <bellwether/collections/rings.h>
#include <bellwether/collections/stretched.h>
#include <bellwether/collections/topics.h>

#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include <bellwether/data/error.h>
#include <bellwether/engine/options.h>
#include <bellwether/features/text/text_vectorizer.h>

namespace bellwether {
namespace {

constexpr std::string_view prefix = "data:";

std::vector<Parameter> parameters_of(const std::vector<OptionField>& fields) {
  std::vector<Parameter> parameters;
  for (const OptionField& field : fields)
    parameters.push_back(
        {field.name, to_text(field.get()), field.help, range_in_words(field), field.minimum, field.maximum});
  return parameters;
}

template <class Options>
Collection generated(const std::string& name, const std::string& summary,
                     Dataset (*generate)(const Options&)) {
  Options defaults;
  return {name, summary, parameters_of(fields_of(defaults)), [name, generate](const ParameterValues& values) {
            Options options;
            const auto fields = fields_of(options);
            for (const auto& [parameter, value] : values)
              set_option(fields, std::string(prefix) + name, parameter, value);
            return generate(options);
          }};
}

Documents headline_documents(const ParameterValues& values) {
  Settings settings;
  for (const auto& [name, value] : values) settings.emplace_back(name, value);
  const auto options = with_settings<HeadlineOptions>("data:headlines", settings);
  const auto next = std::make_shared<std::size_t>(0);
  return {.name = "data:headlines",
          .next =
              [next, options](Document& document) {
                if (*next == headlines().size()) return false;
                const Headline& headline = headlines()[*next];
                document = {.id = std::to_string((*next)++),
                            .label = std::string(label_of(headline, options.labels)),
                            .text = std::string(headline.text)};
                return true;
              },
          .share = [next] { return static_cast<double>(*next) / static_cast<double>(headlines().size()); },
          .labelled = true};
}

Dataset make_headlines(const ParameterValues& values) {
  TextVectorizer words;
  return fit_text(words, headline_documents(values), {}, {.threads = 1});
}

Collection headline_collection() {
  HeadlineOptions defaults;
  return {"headlines",
          "612 short news headlines, invented for this library, that can be sorted by topic or by region",
          parameters_of(fields_of(defaults)), make_headlines, headline_documents};
}

Dataset make_iris(const ParameterValues& values) {
  require<InvalidOption>(values.empty(), "data:iris has no parameters, but '{}' was asked for",
                         values.empty() ? "" : values.front().first);
  return iris();
}

std::vector<Collection> all_collections() {
  return {
      generated("blobs", "round Gaussian blobs around random centres", blobs),
      headline_collection(),
      {"iris",
       "150 iris flowers of three species, four lengths in cm (Anderson 1935; Fisher 1936, his values: the "
       "copy "
       "at UCI differs in two flowers)",
       {},
       make_iris},
      generated("rings", "noisy rings around one centre, which no straight line can part", rings),
      generated("stretched",
                "bimodal clusters along x, stretched along y: what one sees first is not what was meant",
                stretched),
      generated("topics", "counts of words in texts about several topics, sparse", topics),
  };
}

const Collection& find(std::string_view name) {
  std::vector<std::string> names;
  for (const Collection& collection : collections()) {
    if (collection.name == name) return collection;
    names.push_back(collection.name);
  }
  const std::string near = nearest_name(name, names);
  throw InvalidOption(fmt::format("there is no collection 'data:{}'{}; there are: {}", name,
                                  near.empty() ? "" : fmt::format(" (did you mean 'data:{}'?)", near),
                                  fmt::join(names, ", ")));
}

/// a=1&b=2
ParameterValues parse_query(std::string_view query, std::string_view spec) {
  ParameterValues values;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = pair.find('=');
    require<InvalidOption>(equals != std::string_view::npos && equals > 0,
                           "'{}' in '{}' is not name=value: write data:NAME?name=value&name=value", pair,
                           spec);
    const std::string name(pair.substr(0, equals));
    for (const auto& [earlier, unused] : values)
      require<InvalidOption>(earlier != name, "'{}' is given twice in '{}': keep one of the two", name, spec);
    values.emplace_back(name, pair.substr(equals + 1));
  }
  return values;
}

struct Spec {
  const Collection& collection;
  ParameterValues values;
};

Spec parse_spec(std::string_view spec) {
  require<InvalidOption>(is_collection(spec), "'{}' does not name a collection: they begin with 'data:'",
                         spec);
  const std::size_t question = std::min(spec.find('?'), spec.size());
  return {find(spec.substr(prefix.size(), question - prefix.size())),
          parse_query(spec.substr(std::min(question + 1, spec.size())), spec)};
}

}  // namespace

const std::vector<Collection>& collections() {
  static const std::vector<Collection> table = all_collections();
  return table;
}

bool is_collection(std::string_view spec) {
  return spec.starts_with(prefix);
}

Dataset make_collection(std::string_view spec) {
  const auto [collection, values] = parse_spec(spec);
  return collection.make(values);
}

bool is_text_collection(std::string_view spec) {
  return is_collection(spec) && static_cast<bool>(parse_spec(spec).collection.documents);
}

Documents collection_documents(std::string_view spec) {
  const auto [collection, values] = parse_spec(spec);
  require<InvalidOption>(static_cast<bool>(collection.documents), "data:{} is a table of numbers, not texts",
                         collection.name);
  return collection.documents(values);
}

}  // namespace bellwether
