#include <bellwether/methods/model.h>

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include <bellwether/data/atomic_file.h>
#include <bellwether/data/checks.h>
#include <bellwether/data/error.h>

namespace bellwether {
namespace {

using nlohmann::json;

constexpr std::string_view magic = "bellwthr";
constexpr std::uint32_t version = 1;
constexpr std::size_t header_size = 8 + 4 + 8, checksum_size = 4;

template <class Number>
void put(std::string& out, Number number) {
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    out.push_back(static_cast<char>((number >> (8 * byte)) & 0xff));
}

template <class Number>
Number get(std::string_view bytes, std::size_t at) {
  Number number = 0;
  for (std::size_t byte = 0; byte < sizeof number; ++byte)
    number |=
        static_cast<Number>(static_cast<Number>(static_cast<unsigned char>(bytes[at + byte])) << (8 * byte));
  return number;
}

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

json to_json(const Settings& settings) {
  json object = json::object();
  for (const auto& setting : settings)
    std::visit([&](const auto& value) { object[setting.first] = value; }, setting.second);
  return object;
}

Settings settings_from(const json& object) {
  Settings settings;
  for (const auto& [name, value] : object.items()) {
    if (value.is_boolean())
      settings.emplace_back(name, value.get<bool>());
    else if (value.is_number_integer())
      settings.emplace_back(name, value.get<std::int64_t>());
    else if (value.is_number())
      settings.emplace_back(name, value.get<double>());
    else
      settings.emplace_back(name, value.get<std::string>());
  }
  return settings;
}

/// All tables of a model, the normaliser's among them.
Parameters tables_of(const Model& model) {
  Parameters tables = model.parameters;
  tables.emplace_back("normaliser centre", model.normaliser.centre);
  tables.emplace_back("normaliser scale", model.normaliser.scale);
  return tables;
}

Vector take_vector(Parameters& tables, std::string_view name) {
  const Matrix table = parameter(tables, name);
  require(table.cols() <= 1, "the model's '{}' is not one column", name);
  std::erase_if(tables, [&](const auto& t) { return t.first == name; });
  return table.rows() == 0 ? Vector() : Vector(table.col(0));
}

/// The payload between header and checksum.
Model parse(std::string_view payload) {
  require(payload.size() >= 8, "it is too short");
  const auto json_size = get<std::uint64_t>(payload, 0);
  require(json_size <= payload.size() - 8, "its description is longer than the file");
  const json description = json::parse(payload.substr(8, json_size));
  std::string_view numbers = payload.substr(8 + json_size);

  Model model;
  model.method = description.at("method").get<std::string>();
  model.options = settings_from(description.at("options"));
  model.normaliser.kind = normalise_by_name(description.at("normalise").get<std::string>());
  model.features = description.at("features").get<std::vector<std::string>>();
  model.clusters = description.at("clusters").get<std::vector<std::string>>();
  for (const auto& table : description.at("tables")) {
    const auto rows = table.at("rows").get<std::uint64_t>(),
               columns = table.at("columns").get<std::uint64_t>();
    const std::uint64_t room = numbers.size() / 8;
    const bool empty = rows == 0 && columns <= 1;  // what a normaliser without numbers leaves
    require(empty || (rows > 0 && columns > 0 && rows <= room / columns),
            "a table of {} x {} does not fit the file", rows, columns);
    Matrix values(static_cast<Index>(rows), static_cast<Index>(columns));
    for (Index i = 0; i < values.size(); ++i)
      values.data()[i] = std::bit_cast<double>(get<std::uint64_t>(numbers, static_cast<std::size_t>(8 * i)));
    require(values.allFinite(), "a number in it is not finite");
    numbers.remove_prefix(static_cast<std::size_t>(8 * values.size()));
    model.parameters.emplace_back(table.at("name").get<std::string>(), std::move(values));
  }
  require(numbers.empty(), "it has {} bytes too many", numbers.size());
  model.normaliser.centre = take_vector(model.parameters, "normaliser centre");
  model.normaliser.scale = take_vector(model.parameters, "normaliser scale");
  return model;
}

}  // namespace

std::string to_bytes(const Model& model) {
  json description{{"method", model.method},
                   {"options", to_json(model.options)},
                   {"normalise", name_of(model.normaliser.kind)},
                   {"features", model.features},
                   {"clusters", model.clusters},
                   {"tables", json::array()}};
  const Parameters tables = tables_of(model);
  for (const auto& [name, values] : tables)
    description["tables"].push_back({{"name", name}, {"rows", values.rows()}, {"columns", values.cols()}});

  const std::string text = description.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string payload;
  put(payload, static_cast<std::uint64_t>(text.size()));
  payload += text;
  for (const auto& [name, values] : tables)
    for (Index i = 0; i < values.size(); ++i) put(payload, std::bit_cast<std::uint64_t>(values.data()[i]));

  std::string bytes(magic);
  put(bytes, version);
  put(bytes, static_cast<std::uint64_t>(payload.size()));
  bytes += payload;
  put(bytes, checksum(bytes));
  return bytes;
}

Model model_from_bytes(std::string_view bytes, const std::string& name) {
  require(bytes.size() >= header_size && bytes.starts_with(magic), "{} is not a bellwether model", name);
  const auto found = get<std::uint32_t>(bytes, 8);
  require(found == version,
          "{} is a model of version {}, but this bellwether reads version {}: make it again", name, found,
          version);
  const auto size = get<std::uint64_t>(bytes, 12);
  const std::uint64_t whole = bytes.size() - header_size;
  require(size <= whole && whole - size >= checksum_size, "{} is cut off: copy or make it again", name);
  require(whole - size == checksum_size, "{} has bytes after its end: copy or make it again", name);
  const auto body = bytes.substr(0, bytes.size() - checksum_size);
  require(checksum(body) == get<std::uint32_t>(bytes, body.size()),
          "{} was altered or damaged: copy or make it again", name);
  try {
    return parse(body.substr(header_size));
  } catch (const Error& error) {
    throw InvalidInput(fmt::format("{} is damaged: {}", name, error.what()));
  } catch (const json::exception& error) {
    throw InvalidInput(fmt::format("{} is damaged: its description cannot be read", name));
  }
}

void save_model(const Model& model, const std::filesystem::path& path) {
  const std::string bytes = to_bytes(model);
  write_atomically(
      path, [&](std::ostream& out) { out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
}

Model load_model(const std::filesystem::path& path) {
  require(!std::filesystem::is_directory(path), "{}: is a folder, not a model file", path.string());
  std::ifstream in(path, std::ios::binary);
  require(in.good(), "{}: cannot be opened; is the name right?", path.string());
  const std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return model_from_bytes(bytes, path.string());
}

Placement place(const Model& model, Dataset& items, const Run& run) {
  const Method& method = find_method(model.method);
  const Index expected = model.parameters.empty() ? 0 : model.parameters.front().second.cols();
  require(items.rows().columns() == expected, "the items have {} features, but the model was made with {}",
          items.rows().columns(), expected);
  if (!model.features.empty() && !items.features.empty()) {
    for (std::size_t p = 0; p < std::min(model.features.size(), items.features.size()); ++p)
      require(model.features[p] == items.features[p],
              "feature {} is '{}', but the model was made with '{}' there", p + 1, items.features[p],
              model.features[p]);
  }
  if (model.normaliser.kind == Normalise::standard)
    require(model.normaliser.centre.size() == expected && model.normaliser.scale.size() == expected,
            "the model's normaliser does not fit its {} features", expected);
  apply(model.normaliser, items);
  if (method.needs_directions) require_directions(items);
  return method.place(model.parameters, items.rows(), run);
}

}  // namespace bellwether
