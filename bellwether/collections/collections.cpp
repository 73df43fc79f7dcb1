#include <bellwether/collections/blobs.h>
#include <bellwether/collections/collections.h>
#include <bellwether/collections/iris.h>
#include <bellwether/collections/rings.h>
#include <bellwether/collections/stretched.h>
#include <bellwether/collections/topics.h>

#include <fmt/ranges.h>

#include <algorithm>

#include <bellwether/data/error.h>
#include <bellwether/engine/options.h>

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

Dataset make_iris(const ParameterValues& values) {
  require<InvalidOption>(values.empty(), "data:iris has no parameters, but '{}' was asked for",
                         values.empty() ? "" : values.front().first);
  return iris();
}

std::vector<Collection> all_collections() {
  return {
      generated("blobs", "round Gaussian blobs around random centres", blobs),
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

}  // namespace

const std::vector<Collection>& collections() {
  static const std::vector<Collection> table = all_collections();
  return table;
}

bool is_collection(std::string_view spec) {
  return spec.starts_with(prefix);
}

Dataset make_collection(std::string_view spec) {
  require<InvalidOption>(is_collection(spec), "'{}' does not name a collection: they begin with 'data:'",
                         spec);
  const std::size_t question = std::min(spec.find('?'), spec.size());
  const Collection& collection = find(spec.substr(prefix.size(), question - prefix.size()));
  return collection.make(parse_query(spec.substr(std::min(question + 1, spec.size())), spec));
}

}  // namespace bellwether
